"""The command line as users meet it: what is printed, where, and the exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from matgrad.api import limits
from matgrad.api.derivation import Derivation
from matgrad.cli import answers as cli_answers
from matgrad.errors import LimitError
from matgrad.verify.result import Verdict
from tests.cli.command import Terminal, run

SEED_000 = (
    *("gradient", "A*square(B*V*relu(W*z))", "--shape", "A=1,l", "--shape", "B=l,m"),
    *("--shape", "V=m,k", "--shape", "W=k,d", "--shape", "z=d", "--wrt", "V,W"),
)
SEED_002 = ("gradient", "norm2(sin(W2*cos(W1*x)))^2", "--wrt", "x")
PROBLEM = """\
A in R^(1 x l); B in R^(l x m); V in R^(m x k); W in R^(k x d); z in R^d
r = relu(W*z)
y = B*V*r
f = A*square(y)
gradient of f wrt V, W
"""


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


# ---------------------------------------------------------------- answers


def test_the_first_seed_problem_has_its_gradients_in_both_notations() -> None:
    done = run(*SEED_000)
    assert (done.code, done.err) == (0, "")
    wanted = {
        "∂f/∂V = 2Bᵀ(y ⊙ Aᵀ)rᵀ",
        "∂f/∂W = 2(h ⊙ VᵀBᵀ(y ⊙ Aᵀ))zᵀ",
        "∂f/∂V = 2BᵀYarᵀ",
        "∂f/∂W = 2HVᵀBᵀYazᵀ",
    }
    assert wanted <= set(lines(done.out))


def test_the_second_seed_problem_ends_in_its_diagonal_form() -> None:
    done = run(*SEED_002)
    assert done.code == 0
    assert "∂f/∂x = −2W₁ᵀSW₂ᵀCz" in lines(done.out)


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ("cascade", "∂f/∂x = −2W₁ᵀ(s ⊙ W₂ᵀ(c ⊙ z))"),
        ("diagonal", "∂f/∂x = −2W₁ᵀSW₂ᵀCz"),
        ("closed", "∂f/∂x = −2W₁ᵀ(sin(W₁x) ⊙ W₂ᵀ(cos(W₂ cos(W₁x)) ⊙ sin(W₂ cos(W₁x))))"),
    ],
)
def test_one_form_alone_can_be_asked_for(form: str, wanted: str) -> None:
    found = [line for line in lines(run(*SEED_002, "--form", form).out) if line.startswith("∂")]
    assert found == [wanted]


def test_a_form_that_an_answer_has_not_is_said_to_be_missing() -> None:
    done = run("gradient", "x'*x", "--wrt", "x", "--form", "diagonal")
    assert done.code == 2
    assert "no diagonal form" in done.err


def test_short_answers_leave_the_steps_out() -> None:
    assert "Then" in lines(run(*SEED_002).out)
    assert "Then" not in lines(run(*SEED_002, "--level", "short").out)


def test_a_short_closed_form_stands_alone() -> None:
    done = run(*SEED_002, "--level", "short", "--form", "closed")
    assert "Let" not in lines(done.out)


def test_an_expression_may_begin_with_a_minus() -> None:
    assert "∂f/∂X = −I" in lines(run("gradient", "-tr(X)", "--wrt", "X").out)


def test_two_minus_signs_are_an_expression_too() -> None:
    assert run("gradient", "--x", "--wrt", "x", "--shape", "x=").code == 0
    assert run("gradient", "--wrt", "xy", "--shape", "xy=", "--", "--xy").code == 0


def test_variables_may_be_listed_or_repeated() -> None:
    listed = run("gradient", "x'*A*y", "--wrt", "x,y")
    assert listed == run("gradient", "x'*A*y", "--wrt", "x", "--wrt", "y")
    assert {"∂f/∂x = Ay", "∂f/∂y = Aᵀx"} <= set(lines(listed.out))


@pytest.mark.parametrize("shape", ["c=", "c=scalar"])
def test_scalars_are_declared_by_name_or_by_nothing(shape: str) -> None:
    done = run("gradient", "c*c", "--wrt", "c", "--shape", shape)
    assert "∂f/∂c = 2c" in lines(done.out)


def test_assumptions_are_used() -> None:
    done = run("gradient", "x'*A*x", "--wrt", "x", "--assume", "A=symmetric,positive_definite")
    assert "∂f/∂x = 2Ax" in lines(done.out)


def test_a_differential_may_have_any_shape() -> None:
    done = run("differential", "inv(X)", "--wrt", "X")
    assert (done.code, "df = −X⁻¹ dX X⁻¹" in lines(done.out)) == (0, True)


def test_latex_and_markdown_are_spellings_of_the_same_derivation() -> None:
    latex = run(*SEED_002, "--format", "latex")
    markdown = run(*SEED_002, "--format", "markdown")
    assert latex.out.startswith("\\begin{align*}")
    assert markdown.out.startswith("$$")
    assert latex.code == markdown.code == 0


# ---------------------------------------------------------------- where the problem comes from


def test_a_whole_problem_is_read_from_standard_input() -> None:
    done = run("gradient", "-", stdin=PROBLEM)
    assert done.code == 0
    assert "∂f/∂V = 2Bᵀ(y ⊙ Aᵀ)rᵀ" in lines(done.out)
    assert done == run("gradient", "-", stdin=PROBLEM.encode())


def test_a_whole_problem_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "problem.txt"
    path.write_text(PROBLEM, encoding="utf-8")
    assert run("gradient", "--file", str(path)) == run("gradient", "-", stdin=PROBLEM)


def test_the_command_and_the_text_must_ask_for_the_same() -> None:
    done = run("differential", "-", stdin=PROBLEM)
    assert done.code == 2
    assert "the text asks for the gradient" in done.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["x" * 5000], "", "4,096"),
        (["-"], "x" * 70000, "65,536"),
        (["-"], b"x\xff", "not UTF-8"),
        (["--file", "no such file"], "", "No such file"),
        (["--file", "a\0b"], "", "cannot read"),
        (["x'*x", "--file", "f"], "", "not both"),
        ([], "", "expression is missing"),
    ],
)
def test_what_cannot_be_read_is_said(arguments: list[str], stdin: str, words: str) -> None:
    done = run("gradient", *arguments, "--wrt", "x", stdin=stdin)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


# ---------------------------------------------------------------- errors


def test_a_caret_stands_under_the_place() -> None:
    shapes = ("--shape", "A=m,n", "--shape", "B=k,p")
    done = run("gradient", "tr(A*B)", "--wrt", "A", *shapes)
    assert (done.code, done.out) == (2, "")
    message, line, carets, *_ = done.err.splitlines()
    assert message.startswith("E_SHAPE: ")
    assert (line, carets) == ("    tr(A*B)", "       ^^^".rjust(10))


def test_of_a_long_line_only_what_is_around_the_place_is_shown() -> None:
    text = "+".join(["x'*x"] * 100) + "+ )" + "+x'*x" * 100
    done = run("gradient", text, "--wrt", "x")
    _, line, carets, *_ = done.err.splitlines()
    assert max(len(line), len(carets)) <= 100
    assert line[carets.index("^")] in "+)"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x'*x", "--wrong"], "--wrong"),
        (["--wrong"], "--wrong"),
        (["x'*x", "--wrtt", "x"], "Did you mean '--wrt'?"),
        (["x'*x", "-w", "x"], "two dashes"),
        (["x", "+", "x"], "quotes"),
        (["x'*x", "--shape", "x"], "--shape takes NAME=VALUE"),
        (["x'*x", "--shape", "x=n", "--shape", "x=m"], "twice"),
        (["x'*x", "--wrt", "x,"], "a variable is missing"),
        (["x'*x", "--level", "long"], "'short', 'normal', 'full'"),
    ],
)
def test_wrong_options_are_named(arguments: list[str], words: str) -> None:
    done = run("gradient", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.startswith("E_USAGE: ")


@pytest.mark.parametrize(
    ("option", "meant"),
    [
        ("--hessian", "Did you mean '--kind hessian'?"),
        ("--jacobian", "Did you mean '--kind jacobian'?"),
        ("--precision", "Did you mean '--dtype'?"),
        ("--kindd", "Did you mean '--kind'?"),
        ("--expression", "No such option '--expression'.\n"),  # the argument is no option
    ],
)
def test_options_by_another_name_are_recognised(option: str, meant: str) -> None:
    done = run("code", "x'*x", "--wrt", "x", option)
    assert done.code == 2
    assert meant in done.err


def test_a_map_without_a_kind_says_which_there_are() -> None:
    done = run("code", "x'*x", "--wrt", "x", "--map")
    assert (done.code, "--kind hessian" in done.err) == (2, True)


def test_a_misspelt_command_is_recognised() -> None:
    done = run("gradeint", "x'*x")
    assert (done.code, "gradeint" in done.err) == (2, True)


def test_without_variables_the_known_ones_are_listed() -> None:
    done = run("gradient", "x'*A*x")
    assert (done.code, "x, A" in done.err) == (2, True)


def test_control_characters_never_reach_the_terminal() -> None:
    hostile = "x\x1b[2J\u202e\udcff"
    for arguments in (
        ("gradient", hostile, "--wrt", "x"),
        ("gradient", "x'*x", "--wrt", hostile),
        ("gradient", "x'*x", "--wrt", "x", "--shape", f"{hostile}=n"),
        ("gradient", "x'*x", "--wrt", "x", "--assume", f"x={hostile}"),
        ("gradient", f"--{hostile}", "--wrt", "x"),
        ("gradient", "--file", hostile, "--wrt", "x"),
        (hostile,),
        ("gradient", hostile, "--wrt", "x", "--json"),
        ("check", "x'*x", "--wrt", "x", "--claim", hostile),
    ):
        done = run(*arguments)
        assert done.code == 2, arguments
        assert all(c.isprintable() or c == "\n" for c in done.out + done.err), arguments


# ---------------------------------------------------------------- answers that cannot be trusted


def test_an_answer_that_is_not_verified_is_shown_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    unsure = Verdict(False, "not verified: no point was found inside the domain")
    monkeypatch.setattr("matgrad.api.pipeline.verify", lambda *_: unsure)
    done = run("gradient", "x'*x", "--wrt", "x")
    assert (done.code, done.err) == (1, f"{unsure.status}\n")
    assert unsure.status in done.out
    found = json.loads(run("gradient", "x'*x", "--wrt", "x", "--json").out)
    assert (found["ok"], found["answers"][0]["verdict"]["ok"]) == (False, False)


def test_an_answer_that_fails_its_checks_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Verdict(False, "wrong", ("the result is wrong",), True)
    monkeypatch.setattr("matgrad.api.verified.check_trace", lambda *_: wrong)
    done = run("gradient", "x'*x", "--wrt", "x")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("E_VERIFY: ")


def test_a_fault_of_the_program_is_told_from_one_of_the_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> str:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr(Derivation, "text", fail)
    done = run("gradient", "x'*x", "--wrt", "x")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("E_INTERNAL: ZeroDivisionError: inside")
    assert "Traceback" not in done.err
    assert "Traceback" in run("gradient", "x", "--wrt", "x", variables={"MATGRAD_DEBUG": "1"}).err


# ---------------------------------------------------------------- limits of answers


@pytest.mark.parametrize(
    ("limit", "arguments"),
    [
        ("nodes", []),
        ("printed", []),
        ("latex", ["--format", "latex"]),
        ("latex", ["--json"]),
        ("response", []),
    ],
)
def test_answers_that_are_too_large_name_the_limit(
    limit: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_answers, "LIMITS", limits.AnswerLimits(**{limit: 3}))
    done = run(*SEED_002, *arguments)
    assert done.code == 2
    assert "E_LIMIT: the answer has" in done.err
    assert f"the limit ({limit}) is 3" in done.err


def test_the_limits_of_an_answer_are_those_of_the_design() -> None:
    assert limits.AnswerLimits(5_000, 20_000, 65_536, 262_144) == limits.LIMITS
    with pytest.raises(LimitError, match=r"\(response\)"):
        limits.LIMITS.check_response("×" * 150_000)


# ---------------------------------------------------------------- terminals


def test_colour_is_for_terminals_only() -> None:
    assert "\x1b[" not in run(*SEED_002).out
    assert "\x1b[1m" in run(*SEED_002, stream=Terminal).out


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_terminals_can_refuse_colour(variables: dict[str, str]) -> None:
    assert "\x1b[" not in run(*SEED_002, stream=Terminal, variables=variables).out
    assert "\x1b[" not in run("gradient", "(", stream=Terminal, variables=variables).err


def test_colour_can_be_forced() -> None:
    assert "\x1b[1m" in run(*SEED_002, variables={"FORCE_COLOR": "1"}).out
    assert "\x1b[" not in run(*SEED_002, variables={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out


def test_lines_are_as_wide_as_the_terminal() -> None:
    plain = {"NO_COLOR": "1", "COLUMNS": "70"}
    narrow = run(*SEED_000, stream=Terminal, variables=plain).out
    assert max(map(len, narrow.splitlines())) <= 70
    assert run(*SEED_000, variables=plain) == run(*SEED_000)


# ---------------------------------------------------------------- code, help, completion


def test_code_is_source_and_nothing_else() -> None:
    done = run("code", "norm2(A*x - b)^2", "--wrt", "x", "--kind", "value_and_grad")
    assert done.out.startswith("import numpy as np\n")
    assert "def value_and_grad(A, x, b):" in done.out
    compile(done.out, "<code>", "exec")


def test_an_unknown_target_is_answered_with_the_known_ones() -> None:
    done = run("code", "x'*x", "--wrt", "x", "--target", "fortran")
    assert (done.code, "numpy" in done.err) == (2, True)


@pytest.mark.parametrize("command", ["gradient", "differential", "check", "code"])
def test_help_has_examples(command: str) -> None:
    done = run(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"  matgrad {command} " in done.out.partition("Examples:")[2]


def test_without_a_command_the_help_is_printed() -> None:
    assert run() == run("--help")
    assert run("--version").out == "matgrad 0.1.0\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell: str) -> None:
    done = run("completion", shell)
    assert (done.code, "_MATGRAD_COMPLETE" in done.out) == (0, True)


def test_words_of_assumptions_are_completed() -> None:
    variables = {
        "_MATGRAD_COMPLETE": "bash_complete",
        "COMP_WORDS": "matgrad gradient --assume A=sym",
        "COMP_CWORD": "3",
    }
    program = [sys.executable, "-m", "matgrad"]
    found = subprocess.run(
        program, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout) == (0, "plain,A=symmetric\n")


def test_it_runs_as_a_module_and_survives_a_reader_that_leaves() -> None:
    program = [sys.executable, "-m", "matgrad", *SEED_002]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_stream_that_cannot_spell_the_answer_gets_escapes() -> None:
    variables = os.environ | {"PYTHONIOENCODING": "ascii"}
    program = [sys.executable, "-m", "matgrad", "gradient", "x'*x", "--wrt", "x"]
    done = subprocess.run(program, env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u2202f/\\u2202x = 2x" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--target", "c", "--dtype", "float32"], "float *restrict"),
        (["--target", "c", "--blas", "--kind", "hessian"], "dsyrk_"),
        (["--target", "jax", "--shard", "m=data"], "split(A @ x - b, 'data')"),
        (["--target", "torch", "--size", "m=10000", "--size", "n=200"], "by_rows("),
        (["--kind", "hessian", "--map"], "def hessian_vector_product(A, x, b, dx):"),
    ],
)
def test_code_is_written_as_it_is_wanted(options: list[str], said: str) -> None:
    assert said in run("code", "norm2(A*x - b)^2", "--wrt", "x", *options).out


def test_code_is_multiplied_out_where_that_is_cheaper() -> None:
    asked = ["code", "normF(T - U*V')^2", "--wrt", "U", "--shape", "V=n,k", "--size", "k=5"]
    assert "V.T @ V" in run(*asked, "--expand").out
    assert "V.T @ V" not in run(*asked).out


@pytest.mark.parametrize("size", ["m", "m=", "m=-3", "m=0", "=3", "m=1e4"])
def test_sizes_are_whole_numbers(size: str) -> None:
    done = run("code", "x'*x", "--wrt", "x", "--size", size)
    assert "write NAME=NUMBER" in done.err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--size", "q=3"], "sizes: no size is called q"),
        (["--fixed", "Q"], "fixed: no input is called Q"),
        (["--skip", "q"], "skip: no rewrite is called q"),
        (["--definite", "A"], "definite: A is m×n, not a square matrix"),
        (["--target", "jax", "--shard", "q=data"], "shard: no size is called q"),
    ],
)
def test_names_in_options_are_those_of_the_function(given: list[str], said: str) -> None:
    done = run("code", "norm2(A*x - b)^2", "--wrt", "x", *given)
    assert (done.code, said in done.err) == (2, True)


def test_code_shows_what_is_prepared() -> None:
    done = run("code", "norm2(A*x - b)^2", "--wrt", "x", "--fixed", "A,b", "--expand")
    assert "def prepare(A, b):" in done.out
    assert "fixed1, fixed2 from prepare(A, b)" in done.out


def test_code_of_a_differential_has_no_structure() -> None:
    done = run("code", "inv(X)", "--kind", "differential", "--wrt", "X", "--structure", "free")
    assert done.code == 2
    assert "a differential has no --structure" in done.err


def test_code_is_by_the_independent_entries_if_asked_for() -> None:
    given = ("--wrt", "X", "--assume", "X=symmetric", "--structure", "independent")
    done = run("code", "logdet(X)", *given)
    assert (done.code, "df/dX = 2*inv(X) - (inv(X) .* I(n))" in done.out) == (0, True)
