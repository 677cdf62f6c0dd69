"""What is printed as LaTeX reads back as the same value."""

import pytest
from hypothesis import HealthCheck, given, settings

import matgrad as mg
from matgrad.core.expr import Expr, catalogue
from matgrad.core.walk import postorder, symbols
from matgrad.errors import MatgradError
from matgrad.ops import number, symbol
from matgrad.render import latex
from matgrad.syntax import parse_latex_expression
from tests.cases import records
from tests.render.test_spellings import MARKS_AND_CALLS, POWERS, PRODUCTS, SCALED, SUMS
from tests.syntax.agreement import agree
from tests.syntax.expressions import KNOWN, expressions

NAMES = "varepsilon epsilon varphi vartheta ell l tr1 det1 ones1 sum1 log1 exp2 tr_a max1 softmax_b"
SPELLED = [row[0] for row in (*PRODUCTS, *SUMS, *SCALED, *POWERS, *MARKS_AND_CALLS)]


def reads_back(expr: Expr, known: dict[str, Expr]) -> bool:
    functions = {node.data[0] for node in postorder(expr) if node.op.name == "unspecified"}
    again = parse_latex_expression(latex(expr), known, functions)
    return again is expr or agree(expr, again) is not False


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(expressions())
def test_a_random_expression_reads_back(expr: Expr) -> None:
    assert reads_back(expr, KNOWN)


@pytest.mark.parametrize("expr", SPELLED, ids=str)
def test_every_spelling_reads_back(expr: Expr) -> None:
    known = {node.name: node for node in symbols(expr)}
    known["shape"] = symbol("P", "m", "n")  # so that m and n are sizes
    assert reads_back(expr, known)


def test_the_answer_of_every_case_reads_back() -> None:
    for record in (*records("identities"), *records("questions")):
        if record["kind"] != "gradient":
            continue
        facts = {name: x for name, x in record["assume"].items() if name in record["shapes"]}
        given = record["expr"], record["wrt"], record["shapes"], facts
        try:
            trace = mg.gradient(*given, check=False).trace
        except MatgradError:
            continue
        for expr in trace.results.values():
            known = trace.problem.symbols | {node.name: node for node in symbols(expr)}
            assert reads_back(expr, known), record["id"]


@pytest.mark.parametrize("name", [name for name, op in catalogue.items() if op.samples])
def test_every_operator_reads_back(name: str) -> None:
    for sample in catalogue[name].samples:
        args = [
            number(sizes) if isinstance(sizes, int) else symbol(letter, *sizes)
            for letter, sizes in zip("ABCP", sample, strict=False)
        ]
        try:
            expr = catalogue[name](*args)
        except (MatgradError, TypeError, AttributeError):  # it needs data, or other sizes
            continue
        assert reads_back(expr, {arg.name: arg for arg in symbols(expr)}), latex(expr)


@pytest.mark.parametrize("name", NAMES.split())
def test_a_name_like_another_letter_or_a_function_reads_back(name: str) -> None:
    x, A = symbol(name, "n"), symbol("A", "n", "n")
    assert parse_latex_expression(latex(A @ x), {name: x, "A": A}) is A @ x
    assert str(mg.parse_latex(latex(A @ x)).function) == f"A*{name}"
