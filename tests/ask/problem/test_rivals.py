"""A formula without a name that is minimised, and a function that is defined behind it."""

import pytest

import matgrad as mg

LATER = [
    (r"PCA: we want to maximise the variance $u^TSu$ subject to $\|u\|=1$. With a Lagrange "
     r"multiplier, $\mathcal L = u^TSu - \lambda(u^Tu - 1)$. Compute the derivative by "
     "$u$. $S$ is a covariance matrix.", "u", "2*(S*u - lambda*u)"),
    (r"Minimise $\frac12 x^TQx$ subject to $Ax=b$. Form $L(x,\lambda) = \frac12x^TQx + "
     r"\lambda^T(Ax-b)$. Compute the gradient with respect to $x$.", "x",
     "(Q + Q')*x/2 + A'*lambda"),
    (r"We minimise $x^TAx$ with $A$ symmetric. To regularize, use $J = x^TAx + \mu\|x\|^2$. Find "
     "the derivative with respect to $x$.", "x", "2*(mu*x + A*x)"),
    (r"We minimise $\|x-b\|$. It is equivalent to minimise $g(x) = \frac12\|x-b\|^2$. What is the "
     "gradient with respect to $x$?", "x", "x - b"),
    (r"The likelihood is $\prod_i \lambda e^{-\lambda x_i}$. The log-likelihood is then "
     r"$\ell = n\log\lambda - \lambda\sum_i x_i$. Find the derivative with respect to $\lambda$.",
     "lambda", "n/lambda - sum(x)"),
    ("The loss is $w^Tw$. We add a penalty, $J(w) = w^Tw + c^Tw$. What is the gradient?", "w",
     "c + 2*w"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "result"), LATER, ids=range(len(LATER)))
def test_a_function_that_is_defined_behind_the_aim_is_meant(
    text: str, name: str, result: str
) -> None:
    assert str(mg.ask(text).results[name]) == result


FIRST = [
    "We minimise $x^TAx$. Later we use $J = x^TAx + \\mu\\|x\\|^2$. What is the gradient of "
    "$x^TAx$ with respect to $x$?",
    "Minimise $x^TAx$. The dual is $g(y) = -y^Ty$. What is the gradient with respect to $x$?",
    "Minimise $x^TAx$. The update is $x_{k+1} = x_k - \\eta Ax_k$. Find the gradient with respect "
    "to $x$.",
    "Minimise $x^TAx$. With $r = Ax$, what is the gradient with respect to $x$?",
    "Minimise $x^TAx$. The residual is $r = b - Ax$. What is the gradient with respect to $x$?",
]


@pytest.mark.parametrize("text", FIRST, ids=range(len(FIRST)))
def test_what_is_no_other_function_leaves_the_aim_the_function(text: str) -> None:
    assert str(mg.ask(text).results["x"]) == "(A + A')*x"


def test_two_functions_of_the_variable_are_asked_about() -> None:
    reply = mg.ask(
        "We minimise $x^TAx$. Let $s = x^TCx$. What is the gradient with respect to $x$?"
    )
    assert reply.questions == ["Which function is meant, xᵀAx or s = xᵀCx?"]


@pytest.mark.parametrize(
    ("helper", "function", "kind", "result"),
    [
        (r"A(x)=\mathrm{Diag}(x)", r"f(x)=b^T\mathrm{Diag}(x)^2b", "Hessian", "2*Diag(b.^2)"),
        (r"R(x)=Ax-b", r"f(x)=\|Ax-b\|^2", "Hessian", "2*A'*A"),
        (r"S(x)=xx^T", r"h(x)=\operatorname{tr}(Bxx^T)", "gradient", "(B + B')*x"),
        (r"D(x)=\operatorname{diag}(x)", r"f(x)=a^T\operatorname{diag}(x)b", "gradient", "a .* b"),
    ],
)
def test_a_matrix_that_a_function_is_written_with_is_no_function_beside_it(
    helper: str, function: str, kind: str, result: str
) -> None:
    reply = mg.ask(f"Let ${helper}$ and ${function}$. What is the {kind}?")
    assert str(reply.results["x"]) == result
    assert not reply.further


def test_two_scalar_functions_are_both_answered_though_one_has_the_other_in_it() -> None:
    reply = mg.ask(r"Let $f(x)=x^TAx$ and $g(x)=(x^TAx)^2$. What is the gradient?")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert len(reply.further) == 1


def test_what_stands_in_a_diagonal_matrix_is_a_vector() -> None:
    reply = mg.ask(r"Let $A(x)=\mathrm{Diag}(x)$. What is the Hessian?")
    assert not reply.results
