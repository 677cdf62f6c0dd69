"""Partial derivatives that are written below a function, inside of formulas."""

import pytest

from matgrad import ask

UTILITY = r"Let $U(x,y) = x^\alpha y^{1-\alpha}$. "
SQUARE = "Let $f(x,y) = x^2 + xy$. "
WAVE = r"Let $u(x,t) = \sin(x - ct)$. "
JUDGED = [
    (UTILITY + r"Is $\frac{U_x}{U_y} = \frac{\alpha}{1-\alpha}\frac{y}{x}$?", ["right"]),
    (UTILITY + r"Is $\frac{U_x}{U_y} = \frac{\alpha}{1-\alpha}\frac{x}{y}$?", ["wrong"]),
    (UTILITY + "Show that $xU_x + yU_y = U$.", ["right"]),
    (UTILITY + "Show that $xU_x + yU_y = 2U$.", ["wrong"]),
    ("U(x,y) = x^2*y. Is U_x/U_y = 2y/x?", ["right"]),
    ("U(x,y) = x^2*y. Is MRS = U_x/U_y = y/x?", ["wrong"]),
    (SQUARE + "Is $f_{xx}f_{yy} - f_{xy}^2 = -1$?", ["right"]),
    (SQUARE + "Is $f_{xx}f_{yy} - f_{xy}^2 = 1$?", ["wrong"]),
    (SQUARE + "Is $f_x = 2x + y$?", ["right"]),
    (WAVE + "Then $u_{tt} = c^2u_{xx}$.", ["right"]),
    (WAVE + "Then $u_{tt} = cu_{xx}$.", ["wrong"]),
]


@pytest.mark.parametrize(("text", "statuses"), JUDGED, ids=range(len(JUDGED)))
def test_they_are_derivatives(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_what_is_made_of_them_is_worked_out() -> None:
    reply = ask(r"Let $U(x,y) = x^2y$. What is $\frac{U_x}{U_y}$?")
    assert [str(made.value) for made in reply.made] == ["2*y/x"]


def test_a_name_that_the_text_defines_is_no_derivative() -> None:
    reply = ask(
        r"Let $L(W) = \|W\|_F^2 + L_W$ with $L_W = \operatorname{tr}(W)$. What is $\nabla_W L$?"
    )
    assert str(reply.results["W"]) == "I(n) + 2*W"
