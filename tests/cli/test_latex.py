"""Formulas in LaTeX on the command line."""

import pytest

from tests.cli.command import run


def test_a_function_in_latex_has_its_derivative() -> None:
    done = run("gradient", "--latex", r"\|Ax-b\|_2^2", "--wrt", "x", "--json")
    assert done.code == 0
    assert '"2*A\'*(A*x - b)"' in done.out


@pytest.mark.parametrize("shapes", [(), ("--shape", "x=n")])
def test_a_greek_letter_is_a_vector_where_the_function_would_not_be_a_number(
    shapes: tuple[str, ...],
) -> None:
    done = run("gradient", "--latex", r"x^\top\Sigma^{-1}\mu", "--wrt", "x", *shapes, "--json")
    assert done.code == 0
    assert '"inv(Sigma)*mu"' in done.out


@pytest.mark.parametrize(
    ("function", "claim", "code"),
    [
        (r"\|Ax-b\|^2", r"\nabla f(x) = 2A^\top(Ax-b)", 0),
        (r"\|Ax-b\|^2", r"\frac{\partial f}{\partial x} = 2A^TAx - 2A^Tb", 0),
        (r"\|Ax-b\|^2", r"2A^TAx - A^Tb", 1),
        (r"\sum_{i=1}^m (y_i - x_i^Tw)^2", r"-2\sum_{i=1}^m (y_i - x_i^Tw)x_i", 0),
        (r"x^TAx", r"(A + A^T)x = 2Ax", 1),
        (r"x^TAx", r"2Bx", 2),
        (r"x^TAx", r"2Ax =", 2),
    ],
)
def test_a_claim_in_latex_is_judged(function: str, claim: str, code: int) -> None:
    by = "w" if "w" in function else "x"
    shapes = ("--shape", "X=m,n", "--shape", "y=m") if by == "w" else ()
    done = run("check", "--latex", function, "--wrt", by, *shapes, "--claim", claim)
    assert done.code == code, done.out + done.err


def test_the_step_that_is_wrong_is_named() -> None:
    done = run("check", "--latex", "x^TAx", "--wrt", "x", "--claim", "(A + A^T)x = 2Ax")
    assert "step 2 is the first that is wrong" in done.out


def test_code_is_written_for_latex() -> None:
    done = run("code", "--latex", r"a^TX^{-1}b", "--wrt", "X")
    assert done.code == 0
    assert "def gradient(" in done.out


@pytest.mark.parametrize("name", [r"\beta", "beta", "β"])
def test_variables_have_their_names_in_latex(name: str) -> None:
    done = run("gradient", "--latex", r"\|X\beta-y\|^2", "--shape", rf"{name}=n", "--wrt", name)
    assert "∂f/∂β = 2Xᵀr" in done.out


@pytest.mark.parametrize("name", [r"\mathbf{w}", r"W_{1}", r"W_1", r"\hat x"])
def test_variables_may_be_decorated_as_in_latex(name: str) -> None:
    f = r"\mathbf{w}^T\hat x + \|W_1\|_F^2"
    assert run("gradient", "--latex", f, "--wrt", name).code == 0
