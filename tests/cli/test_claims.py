"""`matgrad check`: the verdict on a formula, in words and with numbers."""

import pytest

from matgrad.cli.answers import beside, matrix
from tests.cli.command import Run, run


def check(f: str, claim: str, *more: str, wrt: str = "x") -> Run:
    return run("check", f, "--wrt", wrt, "--claim", claim, *more)


def test_a_right_claim_is_right_in_any_spelling() -> None:
    done = check("norm2(A*x - b)^2", "2*A'*A*x - 2*A'*b")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("right\n")


def test_a_wrong_claim_is_shown_with_the_slip_the_answer_and_numbers() -> None:
    done = check("norm2(A*x - b)^2", "A'*(A*x - b)")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("wrong: the claim is 1/2 times the right answer\n")
    assert "right answer: 2*A'*(A*x - b)" in done.out
    assert "For example, with m = " in done.out


def test_the_other_layout_is_right_and_said() -> None:
    done = check("tr(A*X*B)", "B*A", wrt="X")
    assert (done.code, done.out.partition(":")[0]) == (0, "right up to layout")


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("2A^T(Ax-b)", "right"),
        (r"\begin{align} df &= 2(Ax-b):A\,dx \\ &= 2A^T(Ax-b):dx \end{align}", "right"),
        (r"\nabla f = 2A^T(Ax+b)", "wrong: the term −2Aᵀb has the wrong sign"),
        ("df = 2(Ax-b):A\\,dx = A^T(Ax-b):dx",
         "wrong: step 2 is the first that is wrong: it is 1/2 times the line before"),
        ("2A(Ax-b)", "wrong: the shapes do not fit: cannot multiply 2A (m×n) by (Ax-b) (m×1): n and"
         " m differ; a transpose is missing: 2Aᵀ(Ax − b) would be right"),
    ],
)  # fmt: skip
def test_claims_in_latex_are_judged_like_others(claim: str, verdict: str) -> None:
    done = check(r"\|Ax-b\|^2", claim, "--latex")
    assert (done.out.splitlines()[0], done.err) == (verdict, "")
    assert f"claim:        {' '.join(claim.split())}" in done.out


@pytest.mark.parametrize(
    ("claim", "words"),
    [("2*y", "unknown name y"), ("2*(x", "never closed"), ("1" * 5000, "4,096")],
)
def test_a_claim_that_cannot_be_read_is_refused(claim: str, words: str) -> None:
    done = check("x'*x", claim)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_a_claim_is_about_one_variable() -> None:
    assert check("x'*A*x", "x", wrt="x,A").code == 2


def test_matrices_are_written_as_people_do() -> None:
    assert matrix("A", [["2", "-10"], ["1/2", "0"]]) == ["A = [  2 −10]", "    [1/2   0]"]
    assert matrix("c", [["-2"]]) == ["c = −2"]


def test_matrices_stand_beside_each_other_where_there_is_room() -> None:
    blocks = [matrix("A", [["1"], ["2"]]), matrix("b", [["3"]])]
    assert beside(blocks, 80) == ["  A = [1]    b = 3", "      [2]"]
    assert beside(blocks, 12) == ["  A = [1]", "      [2]", "  b = 3"]


def test_the_lines_of_a_claim_are_printed_below_each_other() -> None:
    claim = "r = A*x - b\ndr = A*dx\ndf = r'*dr"
    printed = run("check", "norm2(A*x - b)^2", "--wrt", "x", "--claim", claim).out
    assert (
        "  claim:        r = A*x - b\n                dr = A*dx\n                df = r'*dr\n"
        in printed
    )
