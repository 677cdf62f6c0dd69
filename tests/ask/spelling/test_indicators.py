"""Indicators in claims and functions, in all ways of writing them."""

import pytest

import matgrad as mg

RELU = r"Let $a=\mathrm{relu}(z)$, $L=c^Ta$. Is $\frac{\partial L}{\partial z}=c\odot %s$?"
HINGE = r"Let $L=\sum_i\max(0,1-y_iw^Tx_i)$. Is $\nabla_w L=-\sum_%s y_ix_i$?"
RIGHT = [
    *(
        RELU % way
        for way in (
            "1[z>0]",
            r"\mathbf{1}_{\{z>0\}}",
            r"\mathbb{1}_{z>0}",
            r"\mathbf{1}\{z>0\}",
            r"\mathbb{I}(z > 0)",
            "I(z>0)",
            "[z>0]",
            r"\left[z>0\right]",
            r"\chi_{\{z>0\}}",
            r"1[0 < z]",
        )
    ),
    *(
        HINGE % way
        for way in (
            r"i \mathbf{1}\{y_iw^Tx_i<1\}",
            r"i 1(y_iw^Tx_i<1)",
            r"i [y_iw^{T}x_i\le 1]",
            r"{i: y_iw^{T}x_i<1}",
        )
    ),
    r"Let $y=x+V\,\mathrm{relu}(Ux)$, $L=\frac12\|y-t\|^2$. I got "
    r"$\partial L/\partial x=(y-t)+U^TV^T(y-t)\odot 1[Ux>0]$.",
    "Let z = W x, L = c' relu(z). I got dL/dW = (c .* 1[z>0]) x'. Right?",
    r"$f(x)=\mathbf{1}_{x>0}x^2$ for a scalar x. What is f'(x)? I think $2x\,\mathbf{1}_{x>0}$.",
    r"$f(z)=\max(0.1z, z)$, claim $f'(z)=1[z>0]+0.1\cdot 1[z\le 0]$ for scalar z.",
]
WRONG = [RELU % r"\mathbf{1}_{\{z<0\}}", HINGE % r"i 1[y_iw^Tx_i>1]", RELU % "[z<0]"]


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_right(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_wrong(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_an_indicator_in_the_function() -> None:
    reply = mg.ask(r"Let $f(x)=x^2\,\mathbb{I}(x\ge 0)$. Derivative?")
    assert str(reply.results["x"]) == "2*x*(1 - step(-x))"


def test_a_sum_with_a_condition_before_further_terms_is_left_alone() -> None:
    (claim,) = mg.ask(HINGE % r"{i: y_iw^Tx_i<1} 1 + ").claims
    assert claim.status == "not checked"


@pytest.mark.parametrize("sign", [r"\odot", r"\odot ", r"\circ"])
def test_a_one_right_behind_a_sign_is_part_of_the_indicator(sign: str) -> None:
    text = r"Let $a=\mathrm{relu}(z)$, $L=c^Ta$. Is $\frac{\partial L}{\partial z}=c%s1[z>0]$?"
    reply = mg.ask(text % sign)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "1𝟏" not in reply.text("short")
