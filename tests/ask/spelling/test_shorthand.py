"""Habits of writing that say more than the signs do."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"What is the Jacobian of $x\mapsto xx^Ta$?", "x", "(a'*x)*I(n) + x*a'"),
        (r"derivative of $t\mapsto\log\det(X+tH)$", "t", "tr(inv(t*H + X)*H)"),
        (r"Let $\Phi = \Phi(x) = \frac12 x^TAx$. What is the gradient of $\Phi$?", "x",
         "(A + A')*x/2"),
        (r"Derivative of $\operatorname{tr}(\Sigma_2^{-1}\Sigma_1) + \log\frac{|\Sigma_2|}"
         r"{|\Sigma_1|}$ wrt $\Sigma_1$", "Sigma1", "inv(Sigma2) - inv(Sigma1)"),
        (r"Let $L(\theta) = \log|K(\theta)| + y^\top K(\theta)^{-1}y$. What is "
         r"$\frac{\partial L}{\partial\theta}$? K is symmetric.", "theta",
         "tr((inv(K(theta)) - inv(K(theta))*y*y'*inv(K(theta)))*K'(theta))"),
        (r"Let $H$ denote the Hessian of some smooth function. What is the gradient of $x^THx$ "
         r"with respect to $x$?", "x", "2*H*x"),
    ],
)  # fmt: skip
def test_it_is_spelled_out(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {variable: answer}


def test_a_direction_may_be_a_letter_in_the_prose() -> None:
    reply = ask("Let $f(X)=X^TX$. What is the derivative of f in direction H?")
    assert "f′(X; H) = HᵀX + XᵀH" in str(reply)


@pytest.mark.parametrize("f", [r"\ell", "f", r"\phi"])
def test_primes_behind_a_function_of_a_greek_letter_are_derivatives(f: str) -> None:
    reply = ask(
        rf"Let ${f}(\lambda)=n\log\lambda-\lambda s$. Compute ${f}'$ and ${f}''$.",
    )
    assert str(reply.results["lambda"]) == "-n/lambda^2"
