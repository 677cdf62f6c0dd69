import pytest

import matgrad as mg

CLAIMS = [
    ("Given Y = XW and dL/dY = G, then dL/dW = G X^T. Correct?", ["wrong"]),
    ("Given Y = XW and dL/dY = G, then dL/dW = X^T G. Correct?", ["right"]),
    ("Let y = tanh(Wx) and g = ∂L/∂y be known. Show that ∂L/∂x = W^T((1-y^2) ⊙ g).", ["right"]),
]


@pytest.mark.parametrize(("text", "verdicts"), CLAIMS, ids=range(len(CLAIMS)))
def test_one_derivative_of_a_loss_gives_the_others(text: str, verdicts: list[str]) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == verdicts
    assert "only ∂L/∂" in reply.text()


def test_a_loss_of_which_nothing_is_known_is_asked_for() -> None:
    assert mg.ask("Let Y = XW. What is dL/dW?").questions
