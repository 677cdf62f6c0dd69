"""What is printed as LaTeX reads back as the same value."""

import pytest
from hypothesis import HealthCheck, given, settings

import matgrad as mg
from matgrad.core.expr import Expr, catalogue
from matgrad.core.walk import postorder, symbols
from matgrad.errors import MatgradError
from matgrad.ops import symbol
from matgrad.render import latex
from matgrad.rules import simplify
from matgrad.syntax import parse_latex_expression
from tests.cases import records
from tests.render.test_spellings import MARKS_AND_CALLS, POWERS, PRODUCTS, SCALED, SUMS
from tests.syntax.agreement import agree
from tests.syntax.expressions import KNOWN, expressions


def read_back(expr: Expr, known: dict[str, Expr]) -> Expr:
    functions = {node.data[0] for node in postorder(expr) if node.op.name == "unspecified"}
    return parse_latex_expression(latex(expr), known, functions)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(expressions())
def test_a_random_expression_reads_back(expr: Expr):
    again = read_back(expr, KNOWN)
    assert again is expr or agree(expr, again) is not False
    assert latex(again) == latex(expr) or agree(expr, again)


@pytest.mark.parametrize(
    "expr", [row[0] for row in (*PRODUCTS, *SUMS, *SCALED, *POWERS, *MARKS_AND_CALLS)], ids=str
)
def test_every_spelling_reads_back(expr: Expr):
    known = {node.name: node for node in symbols(expr)}
    if "m" in latex(expr) or "n" in latex(expr):
        known["shape"] = mg.parse("tr(P'*P)", {"P": ("m", "n")}).symbols["P"]
    again = read_back(expr, known)
    assert again is expr or agree(expr, again)


@pytest.mark.parametrize("kind", ["gradient", "differential"])
def test_the_answer_of_every_case_reads_back(kind: str):
    for record in (*records("identities"), *records("questions")):
        if record["kind"] != kind:
            continue
        assume = {
            name: facts for name, facts in record["assume"].items() if name in record["shapes"]
        }
        derive = mg.gradient if kind == "gradient" else mg.differential
        try:
            answer = derive(record["expr"], record["wrt"], record["shapes"], assume, check=False)
        except MatgradError:
            continue
        trace = answer.trace
        forms = [form for forms in trace.forms.values() for form in forms.values()]
        for expr in (*trace.results.values(), *forms):
            known = trace.problem.symbols | {node.name: node for node in symbols(expr)}
            again = read_back(expr, known)
            assert again is expr or agree(expr, again) is not False, record["id"]
            assert latex(again) == latex(expr), record["id"]


def test_simplified_expressions_read_back_as_themselves():
    x, A = mg.parse("x'*A*x").symbols["x"], mg.parse("x'*A*x").symbols["A"]
    expr = simplify(2 * (A.T @ (A @ x)) + A.T @ x / 3)
    assert read_back(expr, {"x": x, "A": A}) is expr


@pytest.mark.parametrize("name", [name for name, op in catalogue.items() if op.samples])
def test_every_operator_reads_back(name: str):
    op = catalogue[name]
    for sample in op.samples:
        args = [symbol(letter, *sizes) for letter, sizes in zip("ABCP", sample, strict=False)]
        try:
            expr = op(*args)
        except (MatgradError, TypeError, AttributeError):  # it needs data, or other sizes
            continue
        again = read_back(expr, {arg.name: arg for arg in args})
        assert again is expr or agree(expr, again) is not False, latex(expr)


@pytest.mark.parametrize("name", ["varepsilon", "epsilon", "varphi", "vartheta", "ell", "l"])
def test_variants_of_letters_are_names_of_their_own(name: str):
    x, A = symbol(name, "n"), symbol("A", "n", "n")
    assert read_back(A @ x, {name: x, "A": A}) is A @ x


@pytest.mark.parametrize("name", "tr1 det1 ones1 sum1 log1 exp2 tr_a det_x max1 softmax_b".split())
def test_a_name_that_begins_like_a_function_reads_back(name: str):
    x, A = symbol(name, "n"), symbol("A", "n", "n")
    assert read_back(A @ x, {name: x, "A": A}) is A @ x
    assert str(mg.parse_latex(latex(A @ x)).function) == f"A*{name}"
