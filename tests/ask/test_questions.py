"""Whole questions: what is understood, what is answered, and what becomes of claims."""

from time import process_time
from unittest import mock

import pytest

from matgrad.app.ask import Reply, ask
from matgrad.app.ask.claims import told
from matgrad.app.ask.understand import understand
from matgrad.syntax import parse_expression
from matgrad.verify.claim import check_claim
from tests.ask.questions import QUESTIONS, Question

every_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)


def is_right(reply: Reply, variable: str, formula: str) -> bool:
    problem = reply.problem
    assert problem is not None
    functions = reply.understood.meaning.unspecified
    claim = parse_expression(formula, problem.symbols, functions)
    return check_claim(problem, problem.symbols[variable], claim, reply.results[variable]).right


@every_question
def test_a_question_is_answered(question: Question) -> None:
    reply = ask(question.text)
    assert not reply.questions
    assert [d.kind for d in reply.derivations] == [question.kind]
    assert all(d.verdict.ok for d in reply.derivations)
    for variable, formula in question.results.items():
        assert is_right(reply, variable, formula)
    assert tuple(claim.status for claim in reply.claims) == question.claims
    assert not question.slip or any(question.slip in claim.words for claim in reply.claims)


def test_a_contradiction_is_said_and_settled_by_shapes() -> None:
    text = next(q.text for q in QUESTIONS if q.name == "a shape that contradicts itself")
    printed = ask(text).to_json()["understood"]
    assert "A is declared twice, as m×n and as m×m; only m×n fits where A stands" in printed
    assert "m×m is read as the shape of C, which is not declared otherwise" in printed


def test_what_cannot_be_found_out_is_asked_for() -> None:
    reply = ask(r"What is the gradient of $\operatorname{tr}(AX)$?")
    assert not reply.derivations
    assert reply.questions == ["With respect to which variable? There are A, X."]


def test_a_text_without_a_function_asks_for_one() -> None:
    assert ask("How do I differentiate matrices?").questions == [
        "Which function? Write it as an equation, such as f(x) = …"
    ]


def test_a_placeholder_is_not_invented() -> None:
    (claim,) = ask(r"Let $f(x) = \|Wx\|^2$. I have $\nabla f(x) = 2W^TG$. What is $G$?").claims
    assert (claim.status, claim.words) == ("not checked", "G stands for nothing that is known")


def test_a_network_is_answered_with_forward_and_backward_pass() -> None:
    text = next(q.text for q in QUESTIONS if q.name == "two layers, backpropagation")
    titles = [section.title for section in ask(text).document().sections]
    assert titles[:5] == ["Understood", "Network", "Forward", "Backward", "Gradients"]
    assert "Chain rule" in titles


def test_a_wrong_chain_of_derivatives_is_found() -> None:
    text = r"""In a network $z = Wx$, $h = \tanh(z)$ and $f = \|h\|^2$. Then
$\frac{\partial f}{\partial W} = \frac{\partial f}{\partial z}\frac{\partial h}{\partial z}
\frac{\partial z}{\partial W}$."""
    (claim,) = ask(text).claims
    assert (claim.status, claim.words) == ("wrong", "∂h follows ∂z")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "$" * 99,
        "{" * 3000,
        r"\def\a{\a\a}$\a$ gradient of $\a$",
        r"\def\a{xx}\def\b{\a\a\a\a}\def\c{\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c}" * 3,
        "gradient of $" + "(" * 1500 + "x" + ")" * 1500 + "$ by $x$",
        "\\begin{align} f &= \\\\ &= \\end{align}",
        "is the gradient of $x$ equal to " + "$x = $" * 200,
        "∇ " * 2000,
        "\x00\x1b[2J $f(x) = \x07$",
    ],
    ids=range(10),
)
def test_no_text_brings_it_down(text: str) -> None:
    reply = ask(text)
    assert reply.text()
    assert reply.html()
    assert reply.to_json()


def test_abbreviations_that_never_end_are_left_out() -> None:
    notes = ask(r"\def\a{\a\a} gradient of $x^Tx$ by $x$").to_json()["understood"]
    assert "the abbreviations of the text expand to too much and are left out" in notes


def test_an_unclear_formula_is_asked_back() -> None:
    (question,) = ask(r"What is the gradient of $a^T\sigma(Wx)$ with respect to $W$?").questions
    assert question.startswith("Is sigma(…) a function of what follows, or a product?")


def test_a_gradient_and_a_hessian_asked_together_come_in_one_answer() -> None:
    reply = ask(r"What are $\nabla f(x)$ and $\nabla^2 f(x)$ if $f(x) = \|Ax-b\|^2$?")
    assert str(reply.results["x"]) == "2*A'*A"
    assert "g = ∂f/∂x = 2Aᵀ(Ax − b)" in reply.text()


@pytest.mark.parametrize(
    ("words", "times", "end"),
    [
        ("the gradient is ", 1500, ""),
        ("$x$ and ", 2000, ""),
        ("I get that it is the answer ", 1000, ""),
        ("A B C D E F ", 2000, ""),
        ("aA", 20000, ""),
        ("x_", 10000, "/"),
        ("$A$ is symmetric if ", 1000, ""),
        ("a b ", 6000, ""),
        ("$x$ ", 1600, ""),
    ],
    ids=range(9),
)
def test_the_work_grows_with_the_length_of_a_text(words: str, times: int, end: str) -> None:
    def cost(count: int) -> float:
        begin = process_time()
        understand(words * count + end)
        return process_time() - begin

    quarter, whole = cost(times // 4), cost(times)
    assert whole < 10 * quarter  # four times the text; sixteen times the work would be its square


def test_a_claim_is_judged_once_for_a_function_that_a_text_repeats() -> None:
    with mock.patch.object(told, "judge_any", wraps=told.judge_any) as judged:
        reply = ask("What is the gradient of $f(x)=x^TAx$? I get $2Ax$. " * 8)
    assert {claim.status for claim in reply.claims} == {"wrong"}
    assert judged.call_count <= 8 * 6
