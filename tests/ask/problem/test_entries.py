"""A vector of which the text gives the entries is known to claims."""

import pytest

from matgrad.app.ask import ask

F = r"$f(x)=\sum_{i=1}^m e^{a_i^Tx}$. "


@pytest.mark.parametrize("name", ["s", "d"])
def test_a_claim_may_use_the_vector_of_entries(name: str) -> None:
    reply = ask(rf"{F} Put ${name}_i=e^{{a_i^Tx}}$. Then $\nabla f=A^T{name}$.")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "Not used" not in reply.text("short")


def test_a_wrong_claim_with_the_vector_of_entries_is_wrong() -> None:
    reply = ask(rf"{F} Put $s_i=e^{{a_i^Tx}}$. Then $\nabla f=2A^Ts$.")
    assert [claim.status for claim in reply.claims] == ["wrong"]
