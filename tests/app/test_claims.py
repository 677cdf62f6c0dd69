"""Claims of several lines: each = is a step, and the first wrong one is named."""

import matgrad as mg
from tests.app.command import run

F = "norm2(A*x - b)^2"


def test_a_chain_of_right_formulas_is_right() -> None:
    assert mg.check(F, "x", "df/dx = 2*A'*(A*x - b) = 2*A'*A*x - 2*A'*b").right


def test_the_first_wrong_formula_of_a_chain_is_named() -> None:
    found = mg.check(F, "x", "2*A'*(A*x - b)\n = 2*A'*A*x - 2*A'*b\n = 2*(A'*A*x - A*b)",
                     shapes={"A": ("n", "n")})  # fmt: skip
    assert (found.status, found.slip[:8]) == ("wrong", "step 3 i")
    assert found.counterexample is not None


def test_a_derivation_in_differentials_is_checked_line_by_line() -> None:
    lines = "df = 2*(A*x - b)'*A*dx = 2*(A'*(A*x - b)) : dx"
    assert mg.check(F, "x", lines).right
    wrong = mg.check(F, "x", "df = 2*(A*x - b)'*A*dx = (A'*(A*x - b)) : dx")
    assert (wrong.status, wrong.slip) == ("wrong", "step 2 is the first that is wrong")


def test_the_names_of_a_problem_may_stand_in_the_lines() -> None:
    text = "r = A*x - b; f = r'*r; gradient of f wrt x"
    assert mg.check(text, "x", "df = 2*r'*dr = 2*r'*A*dx").right


def test_the_command_line_names_the_step() -> None:
    done = run("check", F, "--wrt", "x", "--claim", "2*A'*(A*x - b) = 2*A'*A*x - A'*b")
    assert done.code == 1
    assert done.out.startswith("wrong: step 2 is the first that is wrong")
