"""Variables that nothing names: those of a Lagrangian, and the only vector among numbers."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.understand import understand

LEFT_OUT = "constraints are not taken into account: the derivative is that of the function alone"


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("The Lagrangian is x'Qx + λ'(Ax - b). Compute all its partial derivatives.",
         ("x", "lambda")),
        (r"Stationarity of the Lagrangian $\mathcal{L} = \operatorname{tr}(W^TSW) - "
         r"\operatorname{tr}(\Lambda(W^TW - I))$?", ("W", "Lambda")),
        ("The Lagrangian of the entropy problem is L = -sum_i p_i log p_i + λ(sum_i p_i - 1). "
         "Find the stationarity conditions.", ("p", "lambda")),
        (r"Minimize $f(x) = x^TQx$ subject to $a^Tx = 1$. The Lagrangian is $L(x,\lambda) = "
         r"x^TQx - \lambda(a^Tx - 1)$. What are the stationarity conditions?", ("x", "lambda")),
    ],
)  # fmt: skip
def test_a_lagrangian_is_a_function_of_its_multipliers(text: str, variables: tuple[str]) -> None:
    reply = ask(text)
    assert tuple(reply.results) == variables
    assert LEFT_OUT not in reply.understood.notes


UTILITY = "mu'w - gamma/2 w'Sigma w"
RISK = r"\gamma p^T\Sigma p"


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        (f"We maximize {UTILITY}. The Lagrangian is L = {UTILITY} - eta(1'w - 1).", ("w", "eta")),
        (f"With the utility U(w) = {UTILITY} the Lagrangian is L = {UTILITY} - eta(1'w - 1).",
         ("w", "eta")),
        (r"Minimize $w^T\Sigma w$ subject to $\mu^Tw=r$. The Lagrangian is "
         r"$L=w^T\Sigma w-\eta(\mu^Tw-r)$.", ("w", "eta")),
        (rf"Minimize $g(p)={RISK}$ so that $a^Tp=1$. The Lagrangian is "
         rf"$\mathcal L={RISK}+\lambda(a^Tp-1)$.", ("p", "lambda")),
        (r"Maximize $J(\alpha)=c^T\alpha-\alpha^TK\alpha$. The Lagrangian is "
         r"$L=J(\alpha)-\nu(y^T\alpha-1)$.", ("alpha", "nu")),
        (r"Minimize $x^TQx$ s.t. $Ax=b$, $x\ge0$. The Lagrangian is "
         r"$L=x^TQx+\lambda^T(Ax-b)-\nu^Tx$.", ("x", "lambda", "nu")),
        (r"The Lagrangian is $L=x^TQx+\lambda^T(Ax-b)-\nu(c^Tx-1)$.", ("x", "lambda", "nu")),
        (f"The Lagrangian is L = {UTILITY} - eta(1'w - 1).", ()),  # which of them is data?
        (rf"Minimize ${RISK}$ so that $a^Tp=1$. The Lagrangian is $L={RISK}+\lambda(a^Tp-1)$.", ()),
        (r"We have $\mu^Tw=r$. The Lagrangian is $L=\gamma w^T\Sigma w+\eta(\mu^Tw-r)$.", ()),
    ],
)  # fmt: skip
def test_what_the_objective_has_besides_its_variable_is_data(
    text: str, variables: tuple[str]
) -> None:
    reply = ask(f"{text} What are the first-order conditions?")
    assert tuple(reply.results) == variables
    assert bool(reply.questions) == (not variables)


@pytest.mark.parametrize(
    "text",
    [
        "Find gradient of ½‖x‖²+μΣ√(x_i²+ε)",
        r"Gradient of $\frac12\|x\|^2 + \mu\sum_i\sqrt{x_i^2+\varepsilon}$?",
    ],
)
def test_the_only_vector_is_the_variable(text: str) -> None:
    found = understand(text)
    assert found.variables == ("x",)
    assert "x is taken to be the variable: μ, ε are numbers" in found.notes


@pytest.mark.parametrize(
    "text",
    ["What is the derivative of det(A + tI)?", "Find the derivative of $t\\|x\\|^2$",
     "What is the gradient of c a'x?", "What is the derivative of c tr(A)?"],
)  # fmt: skip
def test_other_variables_are_asked_for(text: str) -> None:
    assert understand(text).variables == ()
