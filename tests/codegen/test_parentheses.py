"""Operations keep their values inside one another: sums as arguments, results as factors."""

import re
from typing import Any

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import Compiled, Wanted, compile_program, program
from matgrad.codegen.write import script
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import ADD
from matgrad.codegen.write.table import ROWS
from matgrad.core.expr import Expr
from matgrad.core.walk import substitute, symbols
from matgrad.errors import UnsupportedError
from matgrad.ops import symbol
from tests.codegen.octave import OCTAVE
from tests.codegen.octave import values as run_octave
from tests.codegen.reference import arrays_for
from tests.codegen.test_targets import RUN, SIZES, A, grid, values

TEMPLATES = [
    pytest.param(
        language,
        template.replace("{dot}", ".").replace("{function}", "f"),
        id=f"{language.name}-{op}",
    )
    for language in (script.MATLAB, script.JULIA)
    for op, row in ROWS.items()
    if isinstance(template := row.get(language.name), str)
]


@pytest.mark.parametrize(("language", "template"), TEMPLATES)
def test_a_sum_in_a_template_is_an_argument_or_in_parentheses(language, template):
    """An end of a range, as in 1:a + b, is like an argument."""
    code = script.filled(template, [Text("a + b", ADD)] * 6)
    assert re.findall(r"(?<![(:])(?<!, )a [+] b|a [+] b(?![,)])", code) == []


@pytest.mark.parametrize(("language", "template"), TEMPLATES)
def test_a_template_is_a_call_or_in_parentheses(language, template):
    """It may be a factor: nothing stands outside of all brackets but names and signs of turning."""
    code = re.sub(r" \^ \(", "(", script.filled(template, [Text("a", ADD)] * 6))  # binds as well
    while (shorter := re.sub(r"\([^()]*\)|\[[^][]*\]", "", code)) != code:
        code = shorter
    assert re.fullmatch(r"(\w+\.)*\w*\.?'?", code)


def _with_sums(expr: Expr) -> Expr:
    """-3 times the expression, with a sum of two in the place of each symbol."""
    named = {s: s + symbol(f"{s.name}_more", *s.shape) for s in symbols(expr)}
    return -3 * substitute(expr, named)


def _cases(target: str) -> list[tuple[str, Compiled, dict[str, Any], Any]]:
    """Name, function, arrays and value for everything that a target has code for."""
    found: list[tuple[str, Compiled, dict[str, Any], Any]] = []
    for name, expr in grid().items():
        inputs = [A, *(s for s in symbols(expr) if s is not A)]
        given = {k: np.asarray(v) / 3 for k, v in arrays_for(inputs, SIZES).items()}
        summed = _with_sums(expr)
        more = [s for s in symbols(summed) if s not in inputs]
        planned = program(Wanted(summed, inputs=[*inputs, *more], name="generated"))
        try:
            compiled = compile_program(target, planned)
        except UnsupportedError:
            continue
        arrays = {s.name: given[s.name] * 0.75 for s in inputs}
        arrays |= {s.name: given[s.name.removesuffix("_more")] * 0.25 for s in more}
        plain = compile_program("numpy", program(Wanted(expr, inputs=inputs)))
        found.append((name, compiled, arrays, -3 * plain(**given)))
    return found


@pytest.mark.parametrize("target", ["numpy", *RUN[1:]])  # JAX writes what NumPy does
def test_operations_on_sums_are_right_as_factors(target):
    cases = _cases(target)
    got = values(target, [(function, arrays) for _, function, arrays, _ in cases])
    for (name, _, _, wanted), value in zip(cases, got, strict=True):
        np.testing.assert_allclose(np.asarray(value), wanted, rtol=1e-7, atol=1e-9, err_msg=name)


@pytest.mark.skipif(OCTAVE is None, reason="no Octave")
def test_operations_on_sums_are_right_as_factors_in_octave(tmp_path):
    cases = _cases("octave")
    got = run_octave([(function, arrays) for _, function, arrays, _ in cases], tmp_path)
    for (name, function, _, wanted), value in zip(cases, got, strict=True):
        assert not isinstance(value, str), f"{name}: {value}\n{function.source}"
        flat = np.ravel(wanted, order="F")
        np.testing.assert_allclose(np.ravel(value), flat, rtol=1e-7, atol=1e-9, err_msg=name)


@pytest.mark.skipif(OCTAVE is None, reason="no Octave")
def test_octave_takes_functions_of_rows_of_diagonal_matrices(tmp_path):
    """It stores them as such and takes no column from them."""
    x = symbol("x", "n")
    exprs = [f(o.diag_matrix(x + x)) for f in (o.softmax_rows, o.logsumexp_rows)]
    at = {"x": np.array([1.0, 2.0, 4.0])}
    programs = [program(Wanted(expr, name="generated")) for expr in exprs]
    got = run_octave([(compile_program("octave", each), at) for each in programs], tmp_path)
    for each, value in zip(programs, got, strict=True):
        wanted = np.ravel(compile_program("numpy", each)(**at), order="F")
        np.testing.assert_allclose(np.ravel(value), wanted, rtol=1e-12)
