"""Functions that are called like a matrix or a vector inside of them."""

import pytest

import matgrad as mg

COST = "Let $Q(x,u) = x^TQx + u^TRu$ with $R$ symmetric. "


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (COST + r"What is $\nabla_u Q(x,u)$?", {"u": "2*R*u"}),
        (COST + r"What is $\frac{\partial Q}{\partial u}$?", {"u": "2*R*u"}),
        ("Let $A(x) = x^TAx$ with $A$ symmetric. What is the gradient?", {"x": "2*A*x"}),
        (r"Let $f(x) = f^Tx + \|x\|^2$. What is the gradient of $f$ with respect to $x$?",
         {"x": "f + 2*x"}),
        (r"With $\Phi(w)=\|\Phi w-y\|^2$, find $\nabla\Phi(w)$.",
         {"w": "2*Phi'*(Phi*w - y)"}),
    ],
)  # fmt: skip
def test_the_function_gets_a_letter_of_its_own(text: str, results: dict[str, str]) -> None:
    reply = mg.ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == results
    assert any("to tell it from" in note for note in reply.understood.notes)


def test_claims_may_use_the_matrix_and_the_function() -> None:
    text = (
        r"Let $P(w)=w^TPw$ with $P$ symmetric. I get $\nabla P(w) = 2Pw$ and the Hessian is $2P$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "right"]


@pytest.mark.parametrize(
    "text",
    [
        "Let $T(x)=x^TAx$. What is the gradient of $T$?",  # a transpose
        r"Let $E(s)=-s^TWs+E_0$. What is $\nabla E(s)$?",
        r"Let $f(x)=\log(1+x^Tx)$. Is $\nabla f(x)=\frac{2x}{1+x^Tx}$?",
        r"Let $d(x)=\|x-c\|$. What is the differential $dd$?",
    ],
)
def test_a_name_that_does_not_stand_inside_is_kept(text: str) -> None:
    assert not any("to tell it from" in note for note in mg.ask(text).understood.notes)


def test_values_of_a_function_may_be_called_like_it() -> None:
    reply = mg.ask(
        r"Logistic regression with $\sigma_i=\sigma(x_i^T\beta)$, $\ell=\sum_i y_i\log \sigma_i+"
        r"(1-y_i)\log(1-\sigma_i)$. Is the Hessian $-\sum_i \sigma_i(1-\sigma_i)x_ix_i^T$?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "the values σ_i of σ are called s_i" in reply.text("short")
