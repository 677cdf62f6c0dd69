"""The softmax of a matrix: of its rows in attention, otherwise asked about."""

import pytest

import matgrad as mg

OUTPUT = r"$O=\mathrm{softmax}(QK^T/\sqrt{d})V$ and $L=\operatorname{tr}(G^TO)$"


@pytest.mark.parametrize(
    "text",
    [
        rf"Attention: {OUTPUT}, find $\partial L/\partial V$.",
        "In self-attention O = softmax(QK^T/sqrt(d))V. With L = sum(O .* G), find dL/dV.",
    ],
)
def test_attention_has_the_softmax_of_rows(text: str) -> None:
    reply = mg.ask(text)
    assert str(reply.results["V"]) == "softmax_rows(Q*K'/sqrt(d))'*G"
    assert any("as it does in attention" in note for note in reply.understood.notes)


def test_elsewhere_it_is_asked_about() -> None:
    (question,) = mg.ask(rf"{OUTPUT}, find $\partial L/\partial V$.").questions
    assert "of each row?" in question


def test_the_softmax_of_a_vector_stays_one() -> None:
    reply = mg.ask(r"Attention: $p=\mathrm{softmax}(Kq)$, $o=V^Tp$. Jacobian of $o$ wrt $q$?")
    assert str(reply.results["q"]) == "V'*(Diag(softmax(K*q)) - softmax(K*q)*softmax(K*q)')*K"


def test_a_product_of_entries_is_one_of_vectors() -> None:
    reply = mg.ask(r"Find the derivative of $h(x)=x\odot\exp(x)$.")
    assert str(reply.results["x"]) == "Diag(exp(x) .* (x + 1))"
