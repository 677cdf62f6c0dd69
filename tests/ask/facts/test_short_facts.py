"""Facts in few words: abbreviations, brackets, a colon, lists behind the variable, equations."""

import pytest

import matgrad as mg

F = "Let $f(x) = x^TMx$"
SHORT = [
    f"{F} with $M$ PSD: what is the gradient wrt $x$?",
    f"{F} with $M$ symmetric: find the gradient wrt $x$.",
    "With M symmetric: what is the gradient of x'Mx wrt x?",
    rf"{F}, where $M$ is p.s.d. What is $\nabla f$?",
    rf"{F}, where $M$ is s.p.s.d., what is $\nabla f$?",
    rf"{F}, $M$ p.d. What is $\nabla f$?",
    "Gradient of $x^TMx$ (M SPD) with respect to $x$?",
    "gradient of x'Mx wrt x, where M=M' and x is a vector",
    "Let $f = x^TMx$ where $M = M^T$ and $x$ is a vector. Gradient?",
    rf"{F}, $M^T = M$. What is $\nabla f$?",
]


@pytest.mark.parametrize("text", SHORT, ids=range(len(SHORT)))
def test_a_fact_in_few_words_is_used(text: str) -> None:
    assert str(mg.ask(text).results["x"]) == "2*M*x"


@pytest.mark.parametrize("fact", ["symmetric", "SPD", "symmetric positive definite"])
def test_a_letter_in_brackets_is_no_article(fact: str) -> None:
    reply = mg.ask(f"Gradient of $x^TAx$ (A {fact}) with respect to $x$?")
    assert str(reply.results["x"]) == "2*A*x"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (r"Minimise $\operatorname{tr}(K^TPKR)$ over $K$, $P$ and $R$ symmetric.", "K"),
        ("Maximize $x^TAx - y^TBy$ over $x$, $A$ and $B$ symmetric.", "x"),
        (r"Gradient of $\operatorname{tr}(K^TPKR)$ wrt $K$, $P$ and $R$ symmetric?", "K"),
    ],
)
def test_what_is_described_behind_the_variable_is_none(text: str, name: str) -> None:
    reply = mg.ask(text)
    assert [*reply.results] == [name]
    assert not reply.understood.said.doubtful
