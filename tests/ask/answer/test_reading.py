"""What a person reads in an answer: letters and formulas as mathematics is printed."""

import re

import pytest

from matgrad.app.ask import ask
from matgrad.render.glyphs import GREEK

SPELLED = re.compile(rf"\b(?:{'|'.join(GREEK)})(?:_\w+)?\b")
GREEK_TEXTS = (
    r"Find the Hessian of $f(\theta) = \|A\theta - b\|^2 + \lambda\|\theta\|^2$.",
    r"Let $\Sigma$ be symmetric. What is the gradient of $\log\det\Sigma$ by $\Sigma$?",
    r"Find the gradient of $\theta^T\Omega\theta$ with respect to $\theta$. Is it $\Omega\theta$?",
    r"Let $\Sigma=\Sigma^T$, $f(\Sigma) = a^T\Sigma a$. Then $df = \operatorname{tr}(d\Sigma)$.",
    r"Let $f(\beta) = \sum_i (\eta_i - \beta^T\theta_i)^2$. What is $\nabla f(\beta)$?",
    r"What is the gradient of $\theta^T\Omega\theta$ with respect to $\Sigma$?",
    r"What is the gradient of $f(\theta) = \exp(-\theta^2/2)$, where $\theta$ is a vector?",
)


@pytest.mark.parametrize("text", GREEK_TEXTS, ids=range(len(GREEK_TEXTS)))
def test_greek_letters_are_printed_as_letters(text: str) -> None:
    assert SPELLED.findall(ask(text).text("full")) == []


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (r"-2X^Ty + X^TX\beta", "the term XᵀXβ should be 2 times as large"),
        (r"-2X^T(y - X\beta) + \beta", "the term β is too much"),
    ],
)
def test_slips_are_named_as_formulas_are_printed(claim: str, words: str) -> None:
    reply = ask(rf"Let $f(\beta) = \|y - X\beta\|^2$. I get $\nabla f = {claim}$.")
    assert [each.words for each in reply.claims] == [words]


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in ask(text).text("short").splitlines()]


def test_lines_stand_once() -> None:
    lines = lines_of(r"Let $f(w) = \sum_i (y_i - w^Tx_i)^2$. What is $\nabla f$?")
    assert lines.count("x_i is the i-th row of X") == 1
    lines = lines_of(r"Let $p = \operatorname{softmax}(z)$ and $f = a^Tp$. Find $\nabla_z f$.")
    assert ("with p = softmax(z)" in lines, "p = softmax(z)" in lines) == (True, False)


def test_a_short_answer_has_only_the_names_that_it_is_written_in() -> None:
    lines = lines_of(r"What is the gradient of $\|Ax-b\|^2$ with respect to $x$?")
    assert "r = Ax − b" in lines
    assert not any("easier to differentiate" in line for line in lines)
    assert "Let" not in lines_of(r"Find the gradient of $-\sum_i p_i\log p_i$ by $p$.")


def test_what_is_right_is_said_once() -> None:
    lines = lines_of(r"Let $f(w) = \|Xw - y\|^2$. I get $\nabla f = 2X(Xw - y)$.")
    assert any("2Xᵀ(Xw − y) would be right" in line for line in lines)
    assert not any(line.startswith("right is") for line in lines)


def test_what_is_asked_back_is_not_said_before() -> None:
    printed = ask(r"Let $f(x) = \log p(x)$. What is the gradient?").text("short")
    assert "Is p(…) a function of what follows, or a product? Write p·(…)" in printed
    assert "not understood" not in printed
    assert "\\" not in printed


def test_names_of_people_have_capitals() -> None:
    printed = ask(r"Let $f(x) = x^TAx$. The Hessian is $A$, right?").text("short")
    assert "Hessian = A " in printed
    assert "hessian" not in printed


def test_a_subgradient_is_given_and_the_set_of_them_is_not() -> None:
    text = r"What is {} of $\|x\|_1 + \frac12\|Ax-b\|^2$ with respect to $x$?"
    reply = ask(text.format("a subgradient"))
    assert not reply.questions
    assert "at a kink one value is used, which the conditions name" in reply.text("short")
    (line,) = ask(text.format("the subdifferential")).questions
    assert line.startswith("Not all subgradients at a kink are computed")
    smooth = ask(r"What is a subgradient of $\|Ax-b\|^2$ with respect to $x$?")
    assert "kink" not in smooth.text("short")
    assert not smooth.questions


def test_what_is_only_spoken_of_is_not_asked() -> None:
    text = "Let $f(x) = x^TAx$. Its minimiser is unique. What is the gradient of $f$?"
    assert not ask(text).questions
    (line,) = ask("Let $f(x) = x^TAx$. What are the gradient of $f$ and the minimiser?").questions
    assert line.startswith("Minima")


def test_that_it_is_convex_in_a_case_is_said_there() -> None:
    text = r"Find the Hessian of $\|Xb-y\|^2 + \lambda\|b\|^2$ by $b$ and decide if it is convex{}"
    assert ask(text.format(".")).questions == ["Whether it is convex was not decided."]
    reply = ask(text.format(r" for $\lambda > 0$."))
    assert not reply.questions
    (case,) = reply.cases
    assert case.words == "λ is positive"
    assert any(line.endswith("f is convex in b") for line in case.remarks)


NOT_PLAINLY = "do not say so plainly"


@pytest.mark.parametrize(
    "text",
    [
        r"We know that $\|a\|=1$ and $\|b\|=1$. Find the gradient of $(a^Tx)^2 + (b^Tx)^2$ by $x$.",
        r"Let $v$ be an eigenvector of symmetric $A$. What is the gradient of $x^TAx$ by $x$?",
        r"Let $A=UDU^T$ be the decomposition of the symmetric matrix $A$ where $D$ is diagonal. "
        r"Find the gradient of $x^TAx$ with respect to $x$.",
        r"Let $A$ be positive definite, so clearly symmetric. Find the gradient of $x^TAx$ by $x$.",
        r"We weigh with $w$, and they are said to be positive. Find the gradient of $w^Tx$ by $x$.",
        r"Let $A$ be symmetric with unit diagonal. Find the gradient of $x^TAx$ by $x$.",
    ],
    ids=range(6),
)
def test_what_is_said_plainly_or_changes_nothing_is_not_denied(text: str) -> None:
    assert NOT_PLAINLY not in ask(text).text("short")


def test_facts_of_one_kind_are_one_line() -> None:
    text = r"The matrix $A$ comes from a symmetric positive definite kernel. Find $\nabla_x x^TAx$."
    (line,) = (x for x in ask(text).to_json()["understood"] if NOT_PLAINLY in x)
    assert line.startswith("A is not taken to be symmetric or positive definite: ")
    text = r"Let $f(X) = \operatorname{tr}(X^TAXB)$. Find $\nabla f$. What if $A$ and $B$ are skew?"
    assert "A and B are not taken to be skew: the text only" in ask(text).text("short")


def test_words_that_are_not_used_are_quoted_whole() -> None:
    lines = ask(
        r"Let $u$, $v$ be almost orthogonal unit vectors. Find $\nabla_x (u^Tx)(v^Tx)$."
    ).understood
    assert "not used: “Let u, v be almost orthogonal unit vectors”" in lines.notes
    lines = ask(
        r"Note that the Hessian of $f(x)=x^TQx$ is symmetric. What is the Hessian?"
    ).understood
    assert not any("not used" in line for line in lines.notes)


def test_claims_are_quoted_with_the_signs_and_spaces_of_answers() -> None:
    printed = ask(
        r"Let $f(w) = \sum_i (y_i - w^Tx_i)^2 + \lambda\|w\|_1$. "
        r"I get $\nabla f = -2\sum_{i=1}^n x_i(y_i-w^Tx_i)+\lambda\operatorname{sign}(w)$."
    ).text("short")
    assert "∇f = −2∑_(i=1)^n x_i(y_i − wᵀx_i) + λ sign(w)    right" in printed


def test_at_a_wrong_solution_the_gradient_is_told() -> None:
    lines = lines_of(r"Let $f(x) = x^Tx - 2b^Tx$. Setting the gradient to zero gives $x = 2b$.")
    assert any(line.startswith("the gradient there is ") for line in lines)


def test_the_gradient_may_be_asked_for_with_the_hessian() -> None:
    words = "asked: the gradient and the Hessian with respect to x"
    assert words in lines_of("Find the gradient and the Hessian of $f(x) = x^TAx$.")
    assert words not in lines_of("Find the Hessian of $f(x) = x^TAx$. The gradient is $2Ax$.")


@pytest.mark.parametrize(
    "text",
    [
        r"Let $L(w, l) = w^TSw - l(w^Tw - 1)$, where $w^TSw$ is the variance. Find $\nabla_w L$.",
        r"Let $M_{ij}=1$ if entry $(i,j)$ is seen, $f(X)=\|M\odot(X-Y)\|_F^2$. Find $\nabla f(X)$.",
        r"Let $P^2=P$. The gradient of $\|Px\|^2$ with respect to $x$ is $2Px$.",
        r"Let $f(x)=x^TAx$. We need $\nabla f(x)=0$. What is the gradient?",
        r"Let $f(x) = x^TAx$. What is the gradient? Also is $2Ax$ the gradient?",
    ],
    ids=range(5),
)
def test_what_is_used_is_not_called_unused(text: str) -> None:
    assert ask(text).unused == []


def test_a_case_keeps_the_shapes_of_the_answer() -> None:
    text = (
        r"The log-likelihood of $\mu$ is $\kappa\mu^T\sum_i x_i$; with a multiplier for "
        r"$\|\mu\|=1$ we have $\mathcal{L}=\kappa\mu^T\sum_ix_i+\lambda(1-\mu^T\mu)$. Derivative "
        r"wrt $\mu$: $\kappa\sum_ix_i-2\lambda\mu$."
    )
    shown = ask(text).text("short")
    assert "κXᵀ𝟏 − 2λμ" in shown
    assert "μ²" not in shown


def test_names_with_an_index_are_set_as_names() -> None:
    reply = ask(r"Let $f(w) = \sum_i (y_i - w^Tx_i)^2$. What is $\nabla f$?")
    assert "- $x_{i}$ is the i-th row of X" in reply.markdown()


def test_letters_of_the_text_are_not_given_to_parts() -> None:
    lines = lines_of(r"Let $f(w) = \sum_i \log(1+e^{-y_iw^Tx_i})$. What is $\nabla f$?")
    assert "x_i is the i-th row of X" in lines
    assert not any(line.startswith("x = ") for line in lines)
