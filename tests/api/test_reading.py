"""How sure a reading is: read, assumed or unclear, with options that work when sent back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import matgrad as mg
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError
from matgrad.render.problem_form import problem_form
from tests.api.schema import faults
from tests.cases import records
from tests.cli.command import run

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/reading.schema.json").read_text("utf-8"))
GUESSED = "A + x"  # x may be a number or a column
WORDS = "x is read as a number that is added to every entry of the matrix"
CODE = "def loss(w, b):\n    return jnp.mean((X @ w + b - y) ** 2)"
ASSUMED = [GUESSED, "X*W + b", "sum((A - B)^2)", "X: n x d; sum_i (y_i - w'x_i)^2", CODE]
UNCLEAR = [
    "x*y", "x: n; y: n; x*y", "X - mean(X)", "B + A^0.5", "x'*A^p*x", "A: n x n; B*(A - 1/2)",
    "X: n x d; sum_i (y_i - w'X_i)^2",
]  # fmt: skip
CASES = [
    (record, spelling)
    for name in ("questions", "identities")
    for record in records(name)
    for spelling in ("expr", "latex")
]


# ---------------------------------------------------------------- the problem form


def is_same(a: Problem, b: Problem) -> bool:
    parts = [[(d.symbol, d.value) for d in problem.definitions] for problem in (a, b)]
    return (a.function, a.name, a.asked, parts[0]) == (b.function, b.name, b.asked, parts[1])


@pytest.mark.parametrize(
    ("record", "spelling"), CASES, ids=[f"{record['id']}-{spelling}" for record, spelling in CASES]
)
def test_the_form_is_read_as_the_same_problem(record: dict[str, Any], spelling: str) -> None:
    told = record["shapes"], record["assume"], record["wrt"], record["kind"]
    try:
        found = mg.read(record[spelling], *told).problem
    except mg.MatgradError:
        found = None
    if found is None:
        pytest.skip("is not read as it stands")
    again = mg.read(problem_form(found))
    assert again.status == "read"
    assert again.problem is not None
    assert is_same(found, again.problem)


@pytest.mark.parametrize(
    "text",
    [
        "function f(t, x); x(t): n; f(t, x(t))",
        "function F(X): m x n; tr(C'*F(A*X))",
        "function sigma; sum(sigma(W*x))",
        "A in R^(1 x l); z in R^d\nr = relu(W*z)\nf = A*square(B*r)\ngradient of f wrt W",
        "k: int; A: n x n symmetric; tr(A^k)",
        *ASSUMED,
    ],
)
def test_functions_parts_and_guesses_have_a_form(text: str) -> None:
    problem = mg.parse(text)
    again = mg.parse(problem_form(problem))
    assert is_same(problem, again)
    assert again.reading.status == "read"


def test_a_guess_is_a_comment_in_the_form() -> None:
    assert str(mg.read(GUESSED)) == f"A: m x n; x: scalar  # assumed: {WORDS}\nf = A + x*ones(m,n)"


@pytest.mark.parametrize("text", [*ASSUMED, *UNCLEAR, "function sigma; sum(sigma(W*x))"])
def test_the_data_keep_to_the_published_schema(text: str) -> None:
    data = json.loads(json.dumps(mg.read(text).to_json()))
    assert list(faults(data, SCHEMA, SCHEMA)) == []


def test_a_schema_is_no_empty_promise() -> None:
    wrong = {**mg.read(GUESSED).to_json(), "status": "sure", "extra": 1}
    assert len(list(faults(wrong, SCHEMA, SCHEMA))) == 2


# ---------------------------------------------------------------- options


@pytest.mark.parametrize("text", UNCLEAR)
def test_an_unclear_text_has_options_that_work(text: str) -> None:
    found = mg.read(text)
    assert found.status == "unclear"
    assert len(found.options) > 1
    problems = [mg.parse(option.text) for option in found.options]
    assert len({problem.function for problem in problems}) == len(problems)


@pytest.mark.parametrize("text", ASSUMED)
def test_the_alternative_to_a_guess_is_another_problem(text: str) -> None:
    found = mg.read(text)
    assert found.status == "assumed"
    for option in found.options:
        other = mg.parse(option.text)
        assert found.guesses[0] not in other.reading.guesses
        assert found.problem is not None
        assert other.function is not found.problem.function


def test_options_stand_in_the_place_of_the_question() -> None:
    texts = [option.text for option in mg.read("z: n; 1/2*norm2(A^0.5*z)^2").options]
    assert texts == [f"z: n; 1/2*norm2({root}*z)^2" for root in ("sqrtm(A)", "(A.^(1/2))")]


# ---------------------------------------------------------------- strict

CALLS: dict[str, Callable[..., Any]] = {
    "parse": lambda **how: mg.parse(GUESSED, **how),
    "jacobian": lambda **how: mg.jacobian(GUESSED, "x", **how),
    "differential": lambda **how: mg.differential(GUESSED, "x", **how),
    "gradient": lambda **how: mg.gradient("sum((A - B)^2)", "A", **how),
    "hessian": lambda **how: mg.hessian("sum((A - B)^2)", "A", **how),
    "value_and_grad": lambda **how: mg.value_and_grad("sum((A - B)^2)", "A", **how),
    "check": lambda **how: mg.check("sum((A - B)^2)", "A", "2*(A - B)", **how),
    "a problem": lambda **how: mg.jacobian(mg.parse(GUESSED), "x", **how),
    "read": lambda **how: mg.read(GUESSED, **how),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_strict_refuses_guesses(call: Callable[..., Any]) -> None:
    call()
    with pytest.raises(AmbiguousError) as caught:
        call(strict=True)
    *others, as_read = caught.value.options
    assert others
    assert all(mg.parse(option.text) for option in others)
    assert mg.parse(as_read.text, strict=True)


def test_what_is_declared_is_no_guess() -> None:
    assert mg.jacobian(GUESSED, "x", {"x": ()}, strict=True).reading.status == "read"


# ---------------------------------------------------------------- with every answer


def test_every_spelling_of_an_answer_begins_with_what_was_assumed() -> None:
    d = mg.jacobian(GUESSED, "x")
    assert [guess.words for guess in d.guesses] == [WORDS]
    assert d.to_json()["reading"]["status"] == "assumed"
    line = f"Assumed: {WORDS} (if not, write"
    assert " ".join(str(d).split()).startswith(f"{line} A: m x n; x: m)")
    assert d.markdown().startswith(line)
    assert d.latex().startswith(line)
    assert all("Assumed:" in page for page in (d.html(), d.tex()))


def test_nothing_is_said_where_nothing_was_assumed() -> None:
    d = mg.gradient("norm2(A*x - b)^2", "x")
    assert d.to_json()["reading"] == {"status": "read", "guesses": []}
    assert "Assumed" not in str(d) + d.latex() + d.markdown() + d.html()


# ---------------------------------------------------------------- the command line


def test_the_command_prints_the_form_and_questions() -> None:
    form = "A: m x n; x: n\nf = norm2(A*x)^2\ngradient of f wrt x\n"
    assert run("read", "||Ax||^2", "--wrt", "x") == (0, form, "")
    found = run("read", "x*y")
    assert (found.code, found.out.splitlines()[1]) == (2, "  x'*y   # the inner product x'*y")


def test_the_command_reads_files(tmp_path: Path) -> None:
    path = tmp_path / "question.txt"
    path.write_text("x'*x", "utf-8")
    assert (
        run("read", str(path)).out == run("read", "x'*x").out == run("read", "-", stdin="x'x").out
    )


def test_errors_of_the_command_have_options() -> None:
    found = run("jacobian", "A+x", "--wrt", "x", "--strict", "--json")
    options = json.loads(found.out)["error"]["options"]
    assert options[0] == {"text": "A: m x n; x: m; A+x", "words": "A: m x n; x: m"}
    assert "write: A: m x n; x: m; A+x" in found.err
    assert found.code == 2
    assert run("jacobian", "A+x", "--wrt", "x").code == 0
