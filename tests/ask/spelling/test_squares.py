"""Functions that are named as squares, and ∇x where x is an argument."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("The squared Mahalanobis distance is $d^2(x,y)=(x-y)^TM(x-y)$ with $M=L^TL$. What's the "
         "gradient with respect to $L$?", {"L": "2*L*(x - y)*(x - y)'"}),
        ("The energy is $T^2(v)=v^TMv$ where $M=GG^T$. Find the gradient with respect to $G$.",
         {"G": "2*v*v'*G"}),
        (r"Let $d(x,y)=\|x-y\|$ and $d^2(x,y)=\|x-y\|^2$. What is the gradient of $d^2$ with "
         "respect to $x$?", {"x": "2*(x - y)"}),
        (r"Here $\nabla\mathbf{x}$ is implemented as $\mathbf{D}\mathbf{x}$. So consider "
         r"$f(\mathbf{x})=\|\mathbf{D}\mathbf{x}\|_2^2$. Gradient?", {"x": "2*D'*D*x"}),
        (r"$\ell=\log(\pi_1e^{-\frac12(x-a)^2}+\pi_2)$, scalars. Derivative wrt $\pi_2$?",
         {"pi2": "1/(pi1*exp(-(x - a)^2/2) + pi2)"}),
    ],
)  # fmt: skip
def test_the_function_is_found(text: str, results: dict[str, str]) -> None:
    assert {name: str(x) for name, x in ask(text).results.items()} == results


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"The variance is $\sigma^2(w)=w^T\Sigma w$ with $\Sigma$ symmetric. Is "
         r"$\nabla\sigma^2(w)=\Sigma w$?", "wrong"),
        (r"Let $\chi^2(\theta)=(y-A\theta)^TC^{-1}(y-A\theta)$ with $C$ symmetric. I get "
         r"$\nabla\chi^2=-2A^TC^{-1}(y-A\theta)$.", "right"),
    ],
)  # fmt: skip
def test_claims_use_the_square(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]
