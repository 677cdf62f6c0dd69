"""Families of matrices as people write them: what is read, what is printed, and read back."""

import pytest

import matgrad as mg
from matgrad.errors import MatgradError
from matgrad.render import plain
from matgrad.syntax import parse_expression, parse_latex_expression

LEAST_SQUARES = "sum(i, norm2(A_i*x - b_i)^2)"
DECLARED = "A_i: m x n for i = 1..N; x: n; b_i: m; "
SPELLINGS = {
    "as printed": DECLARED + LEAST_SQUARES,
    "undeclared": LEAST_SQUARES,
    "with an index below": "sum_i norm2(A_i x - b_i)^2",
    "in Unicode": "Σ_i ‖A_i x − b_i‖²",
    "with small letters": "Σᵢ ‖Aᵢx − bᵢ‖²",
    "with limits": "sum(i, 1, N, norm2(A_i*x - b_i)^2)",
    "in LaTeX": r"\sum_{i=1}^N \|A_i x - b_i\|^2",
    "in LaTeX, undeclared": r"\sum_i \|A_i x - b_i\|_2^2",
    "matrices alone are declared": "A_i: m x n; x: n; Σ_i ‖A_i x − b_i‖²",
}


@pytest.mark.parametrize("written", SPELLINGS)
def test_a_sum_over_a_family_is_read_in_every_spelling(written: str) -> None:
    problem = mg.parse(SPELLINGS[written])
    assert str(problem.function) == LEAST_SQUARES
    assert problem.reading.status == "read"
    axes = {name: [str(axis.name) for axis in X.axes] for name, X in problem.symbols.items()}
    assert axes == {"A": ["i"], "x": [], "b": ["i"]}


READ = {
    "two axes": (
        "P_bh: t x t for b = 1..B, h = 1..H; v: t; sum(b, sum(h, v'*P_bh*v))",
        "sum(b, sum(h, v'*P_bh*v))",
    ),
    "a fixed member": ("x_i: d for i = 1..N; norm2(x_1 - x_2)^2", "norm2(x_1 - x_2)^2"),
    "another index": ("x_i: d for i = 1..N; sum(i, sum(j, x_i'*x_j))", "sum(i, sum(j, x_i'*x_j))"),
    "a name for all members": (
        "A_i: m x n for i = 1..N; r_i = A_i*x; sum(i, norm2(r_i)^2)",
        "sum(i, norm2(r_i)^2)",
    ),
    "a function of matrices": ("sum_k logdet(Sigma_k)", "sum(k, logdet(Sigma_k))"),
    "any letter that stands below a name": ("sum_h tr(Q_h*X)", "sum(h, tr(Q_h*X))"),
    "the whole family of numbers": (
        "A_i: m x n for i = 1..N; w_i: scalar; sum(i, w_i*norm2(A_i*x)^2)",
        "sum(i, w_i*norm2(A_i*x)^2)",
    ),
    "a sum of entries in a sum over members": (
        "A_i: m x n for i = 1..N; x: n; sum(i, sum(sqrt(1 + (A_i*x).^2)))",
        "sum(i, sum(sqrt(1 + (A_i*x).^2)))",
    ),
    "a size as a number": (
        "A_i: m x n for i = 1..N; 1/N*sum(i, norm2(A_i*x)^2)",
        "sum(i, norm2(A_i*x)^2)/N",
    ),
    "an entry as before": ("x: n; sum(i, 1, n, x_i^2)", "sum(x.^2)"),
}


@pytest.mark.parametrize("what", READ)
def test_members_are_read(what: str) -> None:
    written, function = READ[what]
    found = mg.parse(written).function
    again = mg.parse(written.rpartition(";")[0] + ";" + function if ";" in written else function)
    assert found is again.function


def test_facts_hold_for_each_member() -> None:
    text = (
        "Sigma_k: d x d for k = 1..K; Sigma_k is positive_definite for all k; sum_k logdet Sigma_k"
    )
    (Sigma,) = mg.parse(text).symbols.values()
    assert Sigma.data.facts == {"positive_definite"}
    assert [axis.name for axis in Sigma.axes] == ["k"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A_i: m x n for i = 1..N; x: n; norm2(A*x)^2", "A_i with its index"),
        ("A_i: m x n for i = 2..N; sum(i, tr(A_i))", "from 1 to a size"),
        ("A: m x n for i = 1..N; sum(i, tr(A))", "show its index, i"),
        ("A_i: m x n for i = 1..N; B_i: m x n for i = 1..M; sum(i, A_i : B_i)", "runs to"),
        ("A_i: m x m for i = 1..3; tr(A_4)", "members 1 to 3"),
    ],
)
def test_what_is_no_family_says_what_to_write(text: str, words: str) -> None:
    with pytest.raises(MatgradError, match=words):
        mg.parse(text)


GRADIENTS = {
    "x": ("2 Σᵢ Aᵢᵀrᵢ", "2*sum(i, A_i'*(A_i*x - b_i))"),
    "A": ("2rᵢxᵀ", "2*(A_i*x - b_i)*x'"),
    "b": ("−2rᵢ", "2*(b_i - A_i*x)"),
}


def test_the_gradients_of_least_squares_are_read_back() -> None:
    d = mg.gradient(DECLARED + LEAST_SQUARES, "x, A_i, b")
    known = d.problem.symbols | {each.symbol.name: each.symbol for each in d.trace.definitions}
    assert d.verdict.ok, d.verdict.details
    for name, (shown, _) in GRADIENTS.items():
        found = d.trace.results[name]
        assert plain(found) == shown
        assert parse_expression(str(found), known) is found
        assert parse_latex_expression(found.latex(), known) is found
    assert "∂f/∂Aᵢ" in str(d)
    assert "Aᵢ: m×n, x: n, bᵢ: m, i = 1, …, N" in str(d)


@pytest.mark.parametrize("name", GRADIENTS)
def test_a_claim_about_a_family_is_judged(name: str) -> None:
    verdict = mg.check(DECLARED + LEAST_SQUARES, name, claim=GRADIENTS[name][1])
    assert verdict.right


@pytest.mark.parametrize("written", SPELLINGS)
def test_the_problem_form_is_read_as_the_same_problem(written: str) -> None:
    form = str(mg.read(SPELLINGS[written], wrt="A_i"))
    assert form.splitlines()[-1] == "gradient of f wrt A_i"
    assert str(mg.read(form)) == form


def test_data_names_the_axes() -> None:
    problem = mg.read(DECLARED + LEAST_SQUARES).to_json()
    assert problem["declarations"][0]["axes"] == [{"name": "i", "size": "N"}]
    assert mg.gradient(LEAST_SQUARES, "x").shapes["A"] == "m×n for i = 1..N"
