r"""The problems that this project began with, told in other words, with and without an answer."""

import pytest

from matgrad.app.ask import ask

COMPOSITION = r"""
Let $A \in \mathbb{R}^{1\times \ell}$ and $B \in \mathbb{R}^{\ell\times m}$ be given matrices and
$z \in \mathbb{R}^d$ a given vector. With $V \in \mathbb{R}^{m\times k}$ and
$B \in \mathbb{R}^{k\times d}$, consider $$f(V,W) =
A\,\sigma_2\left(B\,V\,\sigma_1(W\,z)\right).$$ The function
$\sigma_2 \colon x \mapsto x^2$ acts on every component, and so does
$\sigma_1 \colon x \mapsto \max\{x,0\}$. What are $\nabla_V f(V,W)$ and $\nabla_W f(V,W)$?
"""
COMPOSITION_ANSWER = r"""
With $x = Wz$, $h = \operatorname{step}(x)$, $r = \operatorname{relu}(x)$, $y = BVr$ and $a = A^T$
one finds $$\frac{\partial f}{\partial V} = 2B^T (y \odot a) r^T, \qquad
\frac{\partial f}{\partial W} = 2\left(h \odot \left(V^TB^T(y\odot a)\right)\right) z^T.$$
"""
CASCADE = r"""
How is the gradient of $$L(x) := \| \sin \left( W_2 \cos \left( W_1 x \right) \right) \|_2^2$$
found, where $W_1 \in \mathbb{R}^{r \times 100}$ and $W_2 \in \mathbb{R}^{100 \times r}$?
"""
CASCADE_ANSWER = r"""
Put $a = W_1x$, $s = \sin(a)$, $y = \cos(a)$, $b = W_2y$, $c = \cos(b)$ and $z = \sin(b)$. Then
$$\frac{\partial L}{\partial x} = -2W_1^T\left(s\odot\left(W_2^T\left(c\odot
z\right)\right)\right).$$
"""


@pytest.mark.parametrize("answer", ["", COMPOSITION_ANSWER], ids=["question", "with answer"])
def test_the_composition_is_answered(answer: str) -> None:
    reply = ask(COMPOSITION + answer)
    assert {name: str(x) for name, x in reply.results.items()} == {
        "V": "2*B'*(A' .* (B*V*relu(W*z)))*relu(W*z)'",
        "W": "2*(step(W*z) .* (V'*B'*(A' .* (B*V*relu(W*z)))))*z'",
    }
    settled = "k×d is read as the shape of W, which is not declared otherwise"
    assert settled in reply.to_json()["understood"]


@pytest.mark.parametrize("answer", ["", CASCADE_ANSWER], ids=["question", "with answer"])
def test_the_cascade_is_answered(answer: str) -> None:
    assert str(ask(CASCADE + answer).results["x"]) == (
        "-2*W1'*(sin(W1*x) .* (W2'*(cos(W2*cos(W1*x)) .* sin(W2*cos(W1*x)))))"
    )


@pytest.mark.parametrize(
    "text", [COMPOSITION + COMPOSITION_ANSWER, CASCADE + CASCADE_ANSWER], ids=["first", "second"]
)
def test_the_formulas_of_an_answer_are_confirmed(text: str) -> None:
    claims = {claim.latex.partition(" =")[0]: claim.status for claim in ask(text).claims}
    gradients = {name: status for name, status in claims.items() if "partial" in name}
    assert gradients
    assert set(gradients.values()) == {"right"}


def test_a_text_without_its_function_is_asked_about() -> None:
    reply = ask(
        r"Given $z = W^{(1)}x + b^{(1)}$ and $h = \sigma(z)$, what is $\nabla_{W^{(1)}} f$?"
    )
    assert reply.questions == ["What is f? Write it as an equation, such as f = …"]
