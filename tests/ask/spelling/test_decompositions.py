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


FORM = "Find the gradient of $f(x)=x^TAx$ with respect to $x$. "
NORM = r"Find the gradient of $f(x)=\|Ax\|^2$ with respect to $x$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Let $A = Q\Lambda Q^T$ be the eigendecomposition of a symmetric matrix. " + FORM
         + r"I get $2Q\Lambda Q^Tx$.", "right"),
        (r"Let $A$ have the spectral decomposition $A = VDV^T$. " + FORM + "I get $2Ax$.", "right"),
        (r"Let $A = Q\Lambda Q^T$. " + FORM + r"I get $2Q\Lambda Q^Tx$.", "wrong"),
        (r"Let $A = U\Sigma V^T$ be the SVD of $A$. " + NORM + r"I get $2V\Sigma^2V^Tx$.", "right"),
        (r"Let $A = U\Sigma V^T$ be the SVD of $A$. " + NORM + r"I get $2U\Sigma^2V^Tx$.", "wrong"),
    ],
)  # fmt: skip
def test_the_name_of_a_decomposition_says_what_its_factors_are(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        "Let X = UΣV^T be the SVD. Is the gradient of the nuclear norm of X wrt X equal to UV^T?",
        "f(X) = ||X||_* with SVD X = UΣVᵀ. I claim the gradient is UVᵀ.",
        "Let X = U S V' be the thin SVD. Is the gradient of the nuclear norm of X equal to U V'?",
    ],
)
def test_a_typed_decomposition_is_one(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
