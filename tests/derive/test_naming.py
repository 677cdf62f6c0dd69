"""Answers in named parts: what stands twice, long functions, and what fills more than a line."""

import pytest

import matgrad as mg
from matgrad.core.walk import substitute, symbols
from matgrad.render import plain

NAMED = [
    ("jacobian", "V'*softmax(K*q)", "q", "Vᵀ(Diag(p) − ppᵀ)K", ["p = softmax(x)"]),
    ("jacobian", "x.*sigmoid(x)", "x", "Diag(s ⊙ (x ⊙ (1 − s) + 1))", ["s = sigmoid(x)"]),
    ("gradient", "C : (softmax_rows(Q*K')*V)", "V", "PᵀC", ["P = softmax_rows(QKᵀ)"]),
    ("gradient", "norm2(A*x - b)^2", "x", "2Aᵀr", []),
    ("gradient", "logsumexp(z)", "z", "softmax(z)", []),
    ("gradient", "-sum(softmax(z).*log(softmax(z)))", "z", "p ⊙ ((zᵀp)𝟏 − z)", []),
]


@pytest.mark.parametrize(("kind", "function", "variable", "answer", "parts"), NAMED)
def test_an_answer_reads_in_named_parts(
    kind: str, function: str, variable: str, answer: str, parts: list[str]
) -> None:
    d = getattr(mg, kind)(function, variable)
    assert plain(d.forms["cascade"]) == answer
    extra = d.trace.form_definitions["cascade"]
    assert [f"{plain(x.symbol)} = {plain(x.value)}" for x in extra] == parts


def test_the_names_of_an_answer_are_defined_in_order_and_lead_back_to_the_inputs() -> None:
    d = mg.hessian("norm2(V*(softplus(W*x)/norm2(softplus(W*x))) - y)^2", "W", {"W": ("m", "n")})
    answer = d.forms["cascade"]
    for definition in reversed(d.definitions):
        answer = substitute(answer, {definition.symbol: definition.value})
    assert {s.name for s in symbols(answer)} <= {"V", "W", "x", "y"}


def test_an_answer_that_fills_more_than_a_line_is_written_in_parts() -> None:
    d = mg.hessian("norm2(V*(softplus(W*x)/norm2(softplus(W*x))) - y)^2", "W", {"W": ("m", "n")})
    assert len(plain(d.forms["cascade"])) < 72


def test_names_of_parts_and_of_diagonal_matrices_do_not_meet() -> None:
    text = "norm2(tanh(A*tanh(B*tanh(C*tanh(D*x)))))^2"
    trace = mg.hessian(text, "x").trace
    names = [d.symbol.name for form in trace.form_definitions.values() for d in form]
    assert len(names) == len(set(names)) > 4


def test_an_entry_of_a_variable_needs_no_name() -> None:
    d = mg.hessian("x[1]^2*x[2] + sin(x[3])", "x", {"x": (3,)})
    assert "−sin(x₃)" in d.in_entries().text()
    assert {s.name for s in symbols(d.forms["cascade"])} == {"x"}


def test_the_diagonal_matrix_of_a_greek_vector_has_its_capital() -> None:
    d = mg.gradient("sigma: n; sum(log(sigma.^2) - sigma.^2)", "sigma")
    assert "Σ = Diag(σ)" in str(d)
