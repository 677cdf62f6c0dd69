"""The conversation, line by line."""

import io
from pathlib import Path

import pytest

from matgrad.cli.commands import main
from matgrad.cli.conversation import Session
from matgrad.cli.output import Environment
from matgrad.cli.prompt import answer_lines, converse, history_path
from tests.cli.command import Terminal, run


def after(*lines: str) -> str:
    session = Session()
    return [session.answer(line) for line in lines][-1]


def test_shapes_are_shown_for_what_was_typed() -> None:
    assert after("f = norm2(A*x - b)^2") == "f: scalar, with A: m×n, x: n, b: m"


def test_a_declaration_before_the_function_is_kept() -> None:
    assert after("A: n×n symmetric", "x'*A*x", "gradient x").count("∂f/∂x = 2Ax") == 1


def test_parts_keep_their_names() -> None:
    assert "∂f/∂x = 2Aᵀr" in after("r = A*x - b", "f = r'*r", "gradient x")


def test_a_new_function_takes_the_place_of_the_old_one() -> None:
    assert "∂f/∂X = Aᵀ" in after("x'*A*x", "tr(A*X)", "gradient X")


def test_a_question_on_one_line() -> None:
    assert "∂f/∂x = (A + Aᵀ)x" in after("gradient of x'*A*x wrt x")


def test_steps_are_explained() -> None:
    lines = ("f = norm2(A*x - b)^2", "gradient x")
    assert after(*lines, "explain").startswith("1  2r : dr")
    assert "because dr follows from its definition" in after(*lines, "explain 2")
    assert "because of the rule: product rule" in after(*lines, "explain 1")
    assert "there is no step 99" in after(*lines, "explain 99")


def test_a_formula_is_checked_against_the_last_answer() -> None:
    assert after("x'*x", "gradient x", "check 2*x") == "right"
    assert after("x'*x", "gradient x", "check x").startswith("wrong: the claim is 1/2 times")


@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ("f = x'*x", "check 2*x", "right"),
        ("f = x'*x", "explain", "2x : dx"),
        ("f = x'*x", "latex", r"&= 2 x"),
        ("f = x'*x", "code", "return 2 * x"),
        ("A: n×n symmetric", "check 2*A*x", "right"),
        ("A is symmetric", "check 2*A*x", "right"),
        ("f = y'*y", "check 2*y", "x does not occur in the function"),
        ("undo", "check 2*x", "there is no answer yet"),
    ],
)
def test_the_last_answer_follows_what_is_said_after_it(said: str, asked: str, answer: str) -> None:
    assert answer in after("f = x'*A*x", "gradient x", said, asked)


def test_a_shape_without_a_fact_takes_the_fact_back() -> None:
    lines = ("f = x'*A*x", "A is symmetric", "gradient x", "A: n×n", "check 2*A*x")
    verdict, example = after(*lines).splitlines()
    assert verdict == "wrong: the claim is right if A is symmetric, but not in general"
    assert example.endswith("the claim gives [16; 8], right is [14; 10]")


def test_a_formula_may_be_the_answer_by_any_variable() -> None:
    lines = ("f = x'*A*y", "gradient x, y")
    assert after(*lines, "check A'*x") == "right, by y"
    assert after(*lines, "check 2*A'*x").startswith("wrong, by y: the claim is 2 times")


def test_a_formula_is_checked_as_the_kind_that_was_asked_for() -> None:
    assert after("f = x'*A*y", "jacobian x", "check y'*A'") == "right"
    assert after("f = x'*A*x", "hessian x", "check A + A'") == "right"


def test_a_part_is_redefined_where_it_stands() -> None:
    lines = ("r = A*x - b", "f = r'*r", "r = A*x + b", "gradient x")
    assert "∂f/∂x = 2Aᵀ(Ax + b)" in after(*lines)


def test_undo_brings_back_what_was_replaced() -> None:
    assert "∂f/∂x = 2x" in after("f = x'*x", "f = x'*A*x", "undo", "gradient x")


def test_the_answer_is_printed_as_code() -> None:
    assert after("x'*x", "gradient x", "code").startswith('"""') or "def gradient" in after(
        "x'*x", "gradient x", "code"
    )


def test_a_mistake_is_an_answer_and_forgets_nothing() -> None:
    session = Session()
    session.answer("f = x'*x")
    assert "E_PARSE" in session.answer("g = (x")
    assert session.lines == ["f = x'*x"]


def test_undo_and_clear() -> None:
    assert after("f = x'*x", "undo") == "forgotten: f = x'*x"
    assert after("f = x'*x", "clear", "gradient x").startswith("E_NAME: there is no function yet")


@pytest.mark.parametrize(
    ("typed", "word"),
    [("gra", "gradient"), ("f = soft", "softmax"), ("gradient of n", "norm2"), ("logd", "logdet")],
)
def test_words_are_completed(typed: str, word: str) -> None:
    assert word in Session().complete(typed)


def test_shapes_are_previewed_while_typing() -> None:
    session = Session()
    assert session.preview("tr(A*X)") == "f: scalar, with A: m×n, X: n×m"
    assert session.preview("tr(A*") == ""
    assert session.lines == []
    session.answer("norm2(A*x - b)^2")
    assert session.preview("tr(A*X)") == "f: scalar, with A: m×n, X: n×m"  # it replaces the other


def test_a_conversation_ends_with_the_input() -> None:
    out = io.StringIO()
    converse(Environment(io.StringIO("x'*x\ngradient x\n"), out, out, {}))
    assert "∂f/∂x = 2x" in out.getvalue()


def test_without_a_terminal_the_help_is_printed() -> None:
    assert run().out.startswith("Usage: matgrad")


def test_the_lines_of_a_pipe_are_answered() -> None:
    done = run(stdin="f = x'*A*x\ngradient x\ncheck 2*A*x\nquit\nundo\n")
    assert done.code == 0
    assert "∂f/∂x = (A + Aᵀ)x" in done.out
    verdict, example = done.out.splitlines()[-2:]
    assert verdict == "wrong: the claim is right if A is symmetric, but not in general"
    assert example.endswith("the claim gives [16; 8], right is [14; 10]")


@pytest.mark.parametrize("line", ["gradient x", "f = (x"])
def test_a_line_of_a_pipe_that_is_not_understood_is_the_fault_of_the_input(line: str) -> None:
    done = run(stdin=line)
    assert (done.code, done.out[:2]) == (2, "E_")


def test_on_a_terminal_the_conversation_begins() -> None:
    stdin, out = Terminal("x'*x\nquit\n"), Terminal()
    assert main([], Environment(stdin, out, out, {"TERM": "dumb"})) == 0
    assert "f: scalar, with x: n" in out.getvalue()


def test_history_is_kept_where_the_system_says(tmp_path: Path) -> None:
    assert history_path({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "matgrad" / "history"


def test_a_function_in_latex_is_understood() -> None:
    assert after(r"\|Ax-b\|^2") == "f: scalar, with A: m×n, x: n, b: m"
    assert "∂f/∂x = 2Aᵀr" in after(r"\|Ax-b\|^2", "grad x")
    assert "(inferred)" in after(r"\|Ax-b\|^2", "grad x")


def test_a_line_of_code_is_understood() -> None:
    line = "loss = ((X @ w - y)**2).mean()"
    assert after(line) == "loss: scalar, with X: n×d, w: d, y: n"
    assert "∂loss/∂w = 2Xᵀr/n" in after(line, "gradient w")
    assert after(r"A\b") == "f: n, with A: n×n, b: n"


def test_latex_that_asks_is_answered() -> None:
    assert "∂f/∂x = Aᵀr" in after(r"\nabla_x \tfrac12\|Ax-b\|_2^2")


def test_shapes_that_latex_declares_are_kept() -> None:
    said = r"L=\|X\theta-y\|^2, X\in\mathbb{R}^{p\times q}"
    assert after(said) == "L: scalar, with X: p×q, θ: q, y: p"
    assert "∂L/∂θ = 2Xᵀr" in after(said, "gradient theta")


def test_open_brackets_go_on_in_the_next_line() -> None:
    typed = "f = norm2(A*x\n - b)^2\ngradient x\nf = (x\n\n"
    out = io.StringIO()
    converse(Environment(io.StringIO(typed), out, out, {}))
    assert "> … f: scalar, with A: m×n, x: n, b: m" in out.getvalue()
    assert "never closed" in out.getvalue()


def test_an_interrupt_stops_the_answer_and_not_the_conversation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(session: Session, line: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "answer", interrupted)
    out = io.StringIO()
    converse(Environment(io.StringIO("x\n"), out, out, {}))
    assert out.getvalue().count("> ") == 2


def test_latex_knows_what_was_declared() -> None:
    sums = r"\sum_{i=1}^n \log(1+e^{-y_i w^T x_i})"
    assert after(sums) == "f: scalar, with y: n, X: n×m, w: m"
    assert after("X: n×d", sums) == "f: scalar, with y: n, X: n×d, w: d"
    assert "∂f/∂x = 2Ax" in after("A: n×n symmetric", r"x^\top A x", "gradient x")
    assert "X" not in after("X: n×d", r"\|Ax-b\|^2")


def test_a_sum_over_members_of_a_matrix_runs_over_its_rows() -> None:
    answer = after("X: n×d", r"\sum_i \log(1+e^{-y_i w^T x_i})")
    assert answer == "f: scalar, with y: n, X: n×d, w: d"


@pytest.mark.parametrize("line", ["What is the gradient of x'Ax?", "what is the gradient of this"])
def test_a_question_in_words_is_told_of_ask(line: str) -> None:
    assert "begins with ask" in after(line)
    assert "begins with ask" not in after("f = norm2(A*x - b")


def test_a_remark_behind_a_variable_is_none() -> None:
    assert "∂f/∂x = 2x" in after("f = x'*x", "gradient x # the usual one")


def test_the_answer_to_a_question_can_be_explained() -> None:
    assert after(r"ask What is the gradient of $x^TAx$ with respect to $x$?", "explain")[0] == "1"
    assert "∂f/∂y = 2y" in after("ask Gradient of $x^Tx$ by $x$?", "f = y'*y", "gradient y")


def test_check_is_about_the_question_that_was_asked_last() -> None:
    lines = ("f = x'*x", "gradient x", "ask Let $f(x)=x^TAx$. What is $\\nabla f$?")
    assert after(*lines, "check 2*x").startswith("wrong")
    assert after(*lines, "check (A+A')*x") == "right"


def test_clear_forgets_the_question_too() -> None:
    assert "no answer yet" in after("ask What is the gradient of $x^TAx$ by $x$?", "clear", "code")


def test_a_step_has_a_number() -> None:
    assert "there is no step ²" in after("f = x'*x", "gradient x", "explain ²")


@pytest.mark.parametrize("asked", ["gradient f x", "gradient of f wrt x", "gradient f wrt x"])
def test_the_function_may_be_named_in_the_question(asked: str) -> None:
    assert "∂f/∂x = (A + Aᵀ)x" in after("f = x'*A*x", asked)


def test_variables_may_stand_without_commas() -> None:
    assert "∂f/∂V" in after("f = normF(U*V)^2", "gradient U V")


def test_a_word_that_stands_for_nothing_is_no_function() -> None:
    assert "did you mean history?" in after("f = x'*x", "histroy")
    assert "help says what can be typed" in after("f = x'*x", "frobnicate")
    assert "∂f/∂x = 2x" in after("f = x'*x", "frobnicate", "gradient x")


def test_a_misspelt_command_is_told() -> None:
    assert "did you mean gradient x?" in after("f = x'*x", "gradeint x")


def test_history_lists_what_was_said() -> None:
    assert after("history") == "nothing yet"
    assert after("f = x'*A*x", "A: n×n symmetric", "gradient x", "history") == (
        "A: n×n symmetric\nf = x'*A*x"
    )


def test_a_typed_function_takes_the_place_of_one_in_latex() -> None:
    assert after(r"\|Ax-b\|^2", "x'*A*x") == "f: scalar, with x: n, A: n×n"
    assert "∂f/∂A = bI" in after(r"\|Ax-b\|^2", "tr(A*b)", "gradient A")
    told = r"L = \|X\theta-y\|^2, X\in\mathbb R^{p\times q}"
    assert after(told, "X'*v") == "f: n, with X: m×n, v: m"
    assert "∂g/∂θ = 4Xᵀr" in after(told, "X'*v", "g = 2*L", "gradient theta")


def test_semicolons_part_lines() -> None:
    assert "∂f/∂x = 2x" in after("y = A*x; y'*y", "x'*x", "gradient x")
    assert after("x: scalar; x^2", "x^3") == "f: scalar, with x: scalar"
    assert after("y = A*x; y'*y", "x'*x", "undo") == "forgotten: x'*x"
    assert after("[x; y]'*[x; y]").startswith("f: scalar")


def test_only_parts_that_the_function_uses_count() -> None:
    said = ("r = A*x - b", "r'*r", "x'*x")
    assert after(*said) == "f: scalar, with x: n"
    assert after(*said, "history") == "x'*x"
    assert "∂f/∂x = 2Aᵀr" in after(*said, "r'*r", "gradient x")


def test_a_part_may_be_said_after_its_function() -> None:
    assert "∂f/∂x = 2Aᵀr" in after("r'*r", "r = A*x - b", "gradient x")


def test_shapes_that_do_not_fit_are_said_while_typing() -> None:
    session = Session()
    session.answer("A: 3×2")
    assert session.preview("A*A") == "cannot multiply A (3×2) by A (3×2): 2 and 3 differ"


@pytest.mark.parametrize("shape", ["A: 3x2", "A in R^(3x2)", "A: 3 x 2", "A: 3×2"])
def test_sizes_may_stand_without_spaces(shape: str) -> None:
    assert after(shape, "A*x") == "f: 3, with A: 3×2, x: 2"


def test_a_claim_may_use_the_names_of_the_last_answer() -> None:
    lines = ("norm2(B*z - c)^2", "gradient z")
    assert after(*lines, "check 2*B'*r") == "right"
    assert after(*lines, "check B'*r").startswith("wrong: the claim is 1/2 times")
    assert after(*lines, "check 2*B'*s").startswith("E_NAME")


def test_a_claim_may_be_in_latex() -> None:
    lines = (r"\|Bz-c\|^2", "gradient z")
    assert after(*lines, "check 2B^T(Bz-c)") == "right"
    assert after(*lines, r"check \frac{1}{2}B^T(Bz-c)").startswith("wrong")
    assert after(*lines, "check $2B^Tr$") == "right"
    assert after(*lines, "check 2*B'*(B*z - c)") == "right"


def test_a_line_of_a_pipe_whose_bracket_is_never_closed_is_answered_alone() -> None:
    said, is_understood = answer_lines("sin(x\nx'*x\ngradient x\n")
    assert not is_understood
    assert said.startswith("E_PARSE")
    assert "∂f/∂x = 2x" in said
    assert "∂f/∂x = 2x" in answer_lines("f = (x'\n *x)\ngradient x")[0]


def test_variables_are_offered_behind_the_name_of_a_derivative() -> None:
    session = Session()
    session.answer("norm2(A*x - b)^2")
    assert session.complete("gradient ") == ["A", "b", "x"]
    assert session.complete("gradient A, ") == ["A", "b", "x"]
    assert session.complete("") == []
