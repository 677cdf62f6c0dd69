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


@pytest.mark.parametrize(
    "sign", [r"E_{x\sim p}", r"\mathbb{E}_{x\sim p}", r"\mathbb E_{x\sim p_\theta}"]
)
def test_what_it_is_taken_over_does_not_hide_what_it_is(sign: str) -> None:
    reply = mg.ask(rf"What is the gradient of ${sign}[\|Wx - b\|^2]$ with respect to $W$?")
    assert not reply.results
    assert "give what stands inside, or its average" in " ".join(reply.text("short").split())


def test_the_variance_of_an_inner_product_is_no_list_of_numbers() -> None:
    reply = mg.ask(r"Find the gradient of $\operatorname{Var}(w^Tx)$ with respect to $w$.")
    assert not reply.results
    assert "wᵀΣw" in reply.questions[0]
