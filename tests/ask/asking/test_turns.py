"""Texts that recall the derivative of one function and turn to another."""

import pytest

from matgrad import ask

SINE = r"The derivative of $\sin x$ is $\cos x$, I know. "
LINEAR = r"We know $\nabla (a^Tx) = a$. Now let $F(x) = (a^Tx)^2$. "
CASES = [
    (SINE + r"For $g(x) = \sin 2x$, is it $\cos 2x$?", ["right", "wrong"]),
    (SINE + r"For $g(x) = \sin 2x$, is it $2\cos 2x$?", ["right", "right"]),
    (LINEAR + "Would that be $2a$?", ["right", "wrong"]),
    (LINEAR + "Would that be $2(a^Tx)a$?", ["right", "right"]),
]


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_what_is_asked_behind_a_turn_is_about_the_new_function(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
