"""Claims about one case of a function with a maximum, in the words around a program."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

TRIPLET = """def triplet(a, p, n, margin=0.2):
    dp = np.sum((a - p)**2)
    dn = np.sum((a - n)**2)
    return max(0, dp - dn + margin)"""
HINGE = "loss = max(0, 1 - y * (w @ x))"
PENALTY = f"{HINGE} + 0.5 * lam * w @ w"
CASES = [
    (TRIPLET, "If the loss is zero the gradient is zero, I know. Otherwise I found"
     " `grad_a = 2*(n - p)`, `grad_p = 2*(p - a)`, `grad_n = 2*(n - a)`. Is it right?", "rrw"),
    (TRIPLET, "When the hinge is active, is the gradient wrt a `2*(n - p)`?", "r"),
    (TRIPLET, "Is `grad_a = 2*(n - p)` right in the active case?", "r"),
    (TRIPLET, "If triplet > 0, I get `grad_a = 2*(p - n)`. Right?", "w"),
    (TRIPLET, "I get `grad_a = 2*(n - p)`. Right?", "w"),
    (TRIPLET, "I get `grad_a = 2*(n - p)` everywhere, also if the hinge is inactive. Right?", "w"),
    (f"{HINGE}\ndw = -y * x", "y is a number. Is dw right when the loss is positive?", "r"),
    (f"{HINGE}\ndw = -y * x", "y is a number. Is dw right?", "w"),
    (f"{PENALTY}\ndw = lam * w - y * x", "y is a number. Is dw right when the loss is positive?",
     "w"),  # it is positive elsewhere as well
    (PENALTY, "y is a number. If the margin is violated, `dw = lam * w - y * x`, else `dw = w`."
     " Right?", "rw"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "words", "found"), CASES)
def test_claims_are_judged_in_the_case_that_words_speak_of(
    program: str, words: str, found: str
) -> None:
    assert verdicts(ask(code(program, words))) == found


def test_a_wrong_sign_in_a_case_is_named() -> None:
    words = "If the loss is zero the gradient is too. Otherwise I get `grad_n = 2*(n - a)`. Right?"
    (claim,) = ask(code(TRIPLET, words)).claims
    assert claim.words == "where sum((a − p)²) + margin − sum((a − n)²) > 0; the sign is wrong"
