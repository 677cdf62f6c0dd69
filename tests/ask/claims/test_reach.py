"""Each claim has its own point."""

import pytest

import matgrad as mg

CUBE = r"Let $f(x)=x^3$ with $x\in\mathbb{R}$. "
TWO_CLAIMS = [
    (CUBE + "Is $f'(x)=3$ at $x=1$? Is $f'(x)=3$?", ["right", "wrong"]),
    (
        CUBE + "At $x=2$ the derivative is $12$. At $x=3$ the derivative is $12$.",
        ["right", "wrong"],
    ),
    (CUBE + "What is $f'(x)$ at $x=1$? I get $3$. In general I get $3$.", ["right", "wrong"]),
    (CUBE + "The derivative is $3$ at $x=1$ and $27$ at $x=3$.", ["right", "right"]),
    (CUBE + "Is $f'(1)=f''(1)/2$? Is $f'(2)=f''(2)/2$?", ["right", "wrong"]),
    (
        r"Let $x\in\mathbb{R}$ and $f(x)=|x|$. "
        r"If $x>0$, then $f'(x)=1$, and if $x<0$, then $f'(x)=1$.",
        ["right", "wrong"],
    ),
    (
        r"Let $x\in\mathbb{R}$, $f(x)=|x-1|$. "
        r"(a) Is $f'(x)=1$ for $x>1$? (b) Is $f'(x)=1$ for $x<1$?",
        ["right", "wrong"],
    ),
    ("If y = x^2 then dy/dx = 2x. If y = x^3 then dy/dx = 2x.", ["right", "wrong"]),
    (CUBE + "Is $f(2)=8$? Is $f(3)=9$?", ["right", "wrong"]),
    (r"Let $f(x)=\sin x$, $x\in\mathbb{R}$. Is $f'(\pi)=-1$? Is $f'(\pi)=1$?", ["right", "wrong"]),
]


@pytest.mark.parametrize(("text", "verdicts"), TWO_CLAIMS, ids=range(len(TWO_CLAIMS)))
def test_two_claims_are_judged_each_at_its_point(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == verdicts


ONLY = ["if and only if $x=0$", "only for $x=0$", "only at $x=0$"]


@pytest.mark.parametrize("words", ONLY)
def test_that_something_holds_only_at_a_point_is_not_decided(words: str) -> None:
    (claim,) = mg.ask(rf"Let $f(x)=x^TAx$. Is $\nabla f(x)=0$ {words}?").claims
    assert claim.status == "undecided"
    assert "only there was not decided" in claim.words


def test_a_claim_for_some_entries_is_not_judged_by_the_others() -> None:
    text = r"Let $p_i=e^{x_i}/\sum_je^{x_j}$. Is $\partial p_i/\partial x_j=-p_ip_j$ for $i\ne j$?"
    (claim,) = mg.ask(text).claims
    assert claim.status == "right"


def test_a_letter_alone_is_a_claim_behind_its_function() -> None:
    text = r"The derivative of $\operatorname{tr}(X)$ with respect to $X$ is $X$. Is this right?"
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_a_solution_that_is_not_judged_is_listed() -> None:
    text = r"Let $f(x)=\|Ax-b\|^2$. Setting $\nabla f=0$ gives $x=A^{-1}b$. Is that right?"
    assert "x = A⁻¹b" in mg.ask(text).text()


def test_a_name_is_a_claim_where_nothing_else_is_said() -> None:
    (claim,) = mg.ask("Let $f(x)=x^TAx$. Is the Hessian $A$?").claims
    assert claim.status == "wrong"


def test_what_is_right_in_the_layout_of_the_text_is_shown() -> None:
    text = r"Using denominator layout, what is $\frac{\partial Ax}{\partial x}$? Is it $A$?"
    (claim,) = mg.ask(text).claims
    assert (claim.status, str(claim.true)) == ("wrong", "A'")
