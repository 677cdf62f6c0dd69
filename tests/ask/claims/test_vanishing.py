"""Equations … = 0 with derivatives: claimed to hold everywhere, or conditions for a point."""

import pytest

from matgrad import ask

WAVE = r"Let $u(x,t) = \sin(x - ct)$. "
SWING = r"Let $u(t) = A\cos(\omega t)$. "
PROFIT = "Let $R(q) = 50q - q^2$ and $C(q) = q^2$. "
JUDGED = [
    (WAVE + "Show that $u_t + cu_x = 0$.", ["right"]),
    (WAVE + "Show that $u_t - cu_x = 0$.", ["wrong"]),
    (SWING + r"Then $u$ satisfies $u'' + \omega^2u = 0$.", ["right"]),
    (SWING + r"Show that $u'' + \omega u = 0$.", ["wrong"]),
    ("u(x,y) = log(x^2+y^2). Verify that u_xx + u_yy = 0.", ["right"]),
    (PROFIT + "The best $q$ satisfies $R'(q) - C'(q) = 0$.", []),
    (PROFIT + "Show that the optimal $q$ satisfies $R'(q) - C'(q) = 0$.", []),
    (PROFIT + "Find $q$ where $R'(q) - C'(q) = 0$.", []),
    (PROFIT + "Check that $R'(q) - C'(q) = 0$ at $q = 12.5$.", []),
]


@pytest.mark.parametrize(("text", "statuses"), JUDGED, ids=range(len(JUDGED)))
def test_only_what_is_claimed_everywhere_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
