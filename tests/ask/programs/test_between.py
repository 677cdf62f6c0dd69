"""Values between derivatives are no claims; a wrong axis does not decide a shape."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

NORM = """xc = x - x.mean(1, keepdims=True)
y = gamma * xc + beta
# backward given dy (B, D)
dgamma = (dy * xc).sum(axis={axis})
dbeta = dy.sum(axis=0)
{g} = dy * gamma
dx = {g} - {g}.mean(1, keepdims=True)"""


@pytest.mark.parametrize("name", ["g", "grad"])
def test_what_other_derivatives_are_made_of_is_no_claim(name: str) -> None:
    assert verdicts(ask(code(NORM.format(axis=0, g=name)))) == "rrr"


def test_scale_and_shift_have_the_same_shape() -> None:
    first, *others = ask(code(NORM.format(axis=1, g="g"))).claims
    assert first.words == "the claim is B×1, the right answer D×1"
    assert [x.status for x in others] == ["right", "right"]


DESCENT = "r = X @ w - y\nloss = 0.5 * r @ r + 0.5 * lam * w @ w\n"
PLAIN = [
    ("grad = X.T @ r + lam * w", "r"),
    ("grad = X.T @ r", "w"),
    ("grad = X.T @ r\nw -= lr * grad", "w"),
    ("grad = X.T @ r\nw = w - lr * grad", "w"),
    ("g = X.T @ r\ngrad = g + lam * w", "r"),
    ("g = X.T @ r\ndw = g + lam * w", "r"),
]


@pytest.mark.parametrize(("lines", "found"), PLAIN)
def test_a_plain_name_is_a_claim_where_nothing_is_made_of_it(lines: str, found: str) -> None:
    assert verdicts(ask(code(DESCENT + lines))) == found
