"""E before square brackets is a mean, unless the text has a matrix or a number E."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(w)=E[(y-w^Tx)^2]$ with $R=E[xx^T]$ and $p=E[yx]$. Show $\nabla f=2Rw-2p$.",
        r"ELBO: $L(\mu)=E_q[\log p(x|z)]-\frac12\|\mu\|^2$. gradient wrt $\mu$",
        r"Let $f(w)=\operatorname{E}\left[(y-w^Tx)^2\right]$. gradient wrt $w$?",
    ],
    ids=range(3),
)
def test_it_is_no_factor(text: str) -> None:
    reply = mg.ask(text)
    assert not reply.derivations
    assert "an expectation, not a variable" in str(reply)


def test_a_matrix_of_the_text_is_one() -> None:
    reply = mg.ask(r"$f(x)=\|E[x-a]\|^2$ gradient wrt x, $E$ is a matrix.")
    assert str(reply.results["x"]) == "2*E'*E*(x - a)"
