"""Claims with the factors of a singular value decomposition."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Let $f(X)=\|X\|_*$. With the SVD $X=U\Sigma V^T$, is $\nabla f = UV^T$?", "right"),
        (r"Let $f(X)=\|X\|_*$. With the SVD $X=U\Sigma V^T$, is $\nabla f = 2UV^T$?", "wrong"),
        (
            r"Let $f(X)=\frac12\|X\|_F^2+\lambda\|X\|_*$ and let $X = U\Sigma V^T$ be the singular "
            r"value decomposition. I get $\nabla f = X + \lambda UV^T$.",
            "right",
        ),
    ],
)
def test_the_polar_factor_is_known(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_a_product_of_matrices_is_no_decomposition() -> None:
    text = r"Let $f(U)=\|X\|_F^2$ where $X = USV^T$. What is the gradient with respect to $U$?"
    assert str(mg.ask(text).results["U"]) == "2*U*S*V'*V*S'"
