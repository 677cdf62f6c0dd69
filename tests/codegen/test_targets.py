"""Every operator has code in every target, or is declared not to have it; and they all agree."""

import re
from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import TARGETS, Compiled, Wanted, compile_program, for_target, program
from matgrad.codegen.c import native
from matgrad.codegen.c.native import compiler
from matgrad.codegen.c.operations import ENTRYWISE, KERNELS, REDUCTIONS, SPREAD, VIEWS
from matgrad.codegen.write.libraries import ARRAY_API, JAX, TORCH
from matgrad.codegen.write.table import ROWS
from matgrad.core.dims import ONE, dim
from matgrad.core.expr import Expr, catalogue
from matgrad.core.walk import postorder, symbols
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.ops import symbol
from matgrad.ops.code import chosen
from matgrad.optional import available, load
from tests.cases import records
from tests.codegen.agreement import double_precision, outcome
from tests.codegen.octave import OCTAVE
from tests.codegen.octave import values as run_octave
from tests.codegen.reference import arrays_for

PACKAGES = {"jax": "jax", "torch": "torch", "array_api": "array_api_compat"}
RUN = [
    pytest.param(name, marks=pytest.mark.skipif(not available(package), reason=f"no {package}"))
    for name, package in PACKAGES.items()
]
SIZES = {"m": 3, "n": 4, "k": 2, "l": 5}
A, M, x = symbol("Z", "m", "n"), symbol("M", "n", "n"), symbol("x", "n")
# Operators that are other operations by the time code is written.
LOWERED = set(
    "symbol number size ones zeros add scale hadamard frobenius hcat vcat part kron_left kron_right"
    " silu gelu".split()
)


def size_of(written: str | int) -> Any:
    return prod(map(dim, written.split("*")), start=ONE) if isinstance(written, str) else written


def named(i: int, shape: tuple[str | int, ...]) -> str:
    """A name that says the shape, so that all expressions fit into one program."""
    return "_".join(["ABCDE"[i], *(str(size).replace("*", "") for size in shape)])


def argument(i: int, shape: tuple[str | int, ...] | int) -> Expr:
    return (
        o.number(shape) if isinstance(shape, int) else symbol(named(i, shape), *map(size_of, shape))
    )


@cache
def grid() -> dict[str, Expr]:
    """An expression for every operator and every combination of shapes it declares."""
    return dict(_expressions())


def _expressions() -> Iterator[tuple[str, Expr]]:
    for op in catalogue.values():
        for shapes in op.samples:
            args = [argument(i, s) for i, s in enumerate(shapes)]
            yield f"{op.name} of {' and '.join(str(arg.shape) for arg in args)}", op(*args)
    others = [
        o.matrix_power(M, 3), o.matrix_power(M, -2), o.entry(A, 1, 2), o.entry(x, 2),
        o.eye("n") + M, o.ones("n") + x, o.zeros("m", "n") + A, o.unit(2, "n") + x,
        o.filled(o.sqrt(o.constant("pi")), x.shape), o.unvec(o.vec(A), A.shape) + A,
        o.commutation("m", "n") @ o.vec(A), o.duplication(3).T @ o.vec(symbol("Q", 3, 3)),
        o.elimination(3) @ o.vec(symbol("Q", 3, 3)), o.part(A, o.units(1, 2, "m"), o.unit(2, "n")),
        o.part(A, o.unit(2, "m"), o.units(2, "n", "n")), o.units(1, 2, "n").T @ x,
        o.size("n") * x, o.diagonal_selection("n") @ x, o.unit(2, "m").T @ A, A @ o.unit(2, "n"),
        o.diag_matrix(x) @ M, M @ o.diag_matrix(x), o.inv(M) @ x, x.T @ o.inv(M), x.T @ A.T,
        x @ x.T, o.maximum(x, o.filled(1, x.shape)), o.power(x, symbol("c")), o.power(x, 0.5),
        o.exp(A) / o.total(o.exp(A)), o.relu(o.filled(1, o.symbol("c").shape)) * x,
        o.ones("m").T @ A, A @ o.ones("n"), o.log(1 + x), o.diag(M @ M.T), o.power(x, -2),
    ]  # fmt: skip
    yield from ((f"{expr.op.name} {i}", expr) for i, expr in enumerate(others))


COLUMNS = {"jax": ("jax", "numpy"), "octave": ("matlab",)}  # whose code a language takes


IN_C = {*ENTRYWISE, *SPREAD, *REDUCTIONS, *KERNELS, *VIEWS}


def lacks(expr: Expr, target: str) -> set[str]:
    """The operators that a target lacks: they have no code for it, or say why there is none."""
    columns = COLUMNS.get(target, (target,))
    known = IN_C if target == "c" else {op for op, row in ROWS.items() if chosen(row, columns)}
    meant = [n.op.means(*n.args) for n in postorder(expr) if n.op.means is not None]
    used = {node.op for node in postorder(expr, *meant) if node.op.means is None}
    without = {op.name for op in used} - known - LOWERED
    return without | {op.name for op in used if op.holes.keys() & {*columns}}


def values(target: str, cases: list[tuple[Compiled, dict[str, Any]]]) -> Any:
    """What functions return; JAX is asked for all of them at once, as it is slow to begin."""
    if target != "jax":
        return [function(**arrays) for function, arrays in cases]
    everything = load("jax").jit(
        lambda: [function(**arrays) for function, arrays in cases],
        compiler_options={"xla_backend_optimization_level": 0},
    )
    return everything()


@pytest.mark.parametrize("target", RUN)
def test_every_operator_has_the_same_value_in_every_target(target):
    double_precision()
    names: list[str] = []
    cases: list[tuple[Compiled, dict[str, Any]]] = []
    for name, expr in grid().items():
        wanted = Wanted(expr, inputs=[A, *(s for s in symbols(expr) if s is not A)])
        planned = program(wanted, for_target(target))
        arrays = {k: np.asarray(v) / 3 for k, v in arrays_for([A, *symbols(expr)], SIZES).items()}
        try:
            cases.append((compile_program(target, planned), arrays))
            names.append(name)
        except UnsupportedError:
            assert lacks(expr, target), name
    for name, got, (function, arrays) in zip(names, values(target, cases), cases, strict=True):
        wanted = compile_program("numpy", function.program)(**arrays)
        assert np.shape(got) == np.shape(wanted), name
        np.testing.assert_allclose(np.asarray(got), wanted, rtol=1e-8, atol=1e-10, err_msg=name)


@pytest.mark.parametrize("dialect", [JAX, TORCH, ARRAY_API])
def test_what_a_target_lacks_is_declared(dialect):
    for name, expr in grid().items():
        try:
            compile_program(dialect.name, program(expr, for_target(dialect.name)))
        except UnsupportedError:
            assert lacks(expr, dialect.name), name
        else:
            assert not lacks(expr, dialect.name), name


@pytest.mark.parametrize("target", RUN)
def test_targets_compute_the_cases(target):
    double_precision()
    for record in records("questions")[:40:20] + records("identities")[::90]:
        assert outcome(record, target).partition(":")[0] in ("right", "refused", "unsupported")


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_source_is_written_without_the_library(target):
    source = compile_program(target, program(Wanted(2 * (A.T @ (A @ x)), name="slope"))).source
    assert "slope" in source


def test_a_target_without_a_library_is_not_run():
    for name, target in TARGETS.items():
        if not target.library:
            with pytest.raises(MatgradError, match="source"):
                compile_program(name, program(2 * x))(x=[1.0])


@pytest.mark.parametrize("target", ["numpy", *RUN])
def test_of_equal_entries_one_is_the_largest(target):
    f = compile_program(target, program(o.onehot_max(x)))
    assert np.asarray(f(x=np.array([1.0, 2.0, 2.0]))).tolist() == [0, 1, 0]


@pytest.mark.skipif(OCTAVE is None, reason="no Octave")
def test_of_equal_entries_one_is_the_largest_in_octave(tmp_path):
    f = compile_program("octave", program(o.onehot_max(x)))
    (got,) = run_octave([(f, {"x": np.array([1.0, 2.0, 2.0])})], tmp_path)
    assert got == [0, 1, 0]


@pytest.mark.skipif(OCTAVE is None, reason="no Octave")
def test_octave_computes_what_numpy_computes(tmp_path):
    names: list[str] = []
    cases: list[tuple[Compiled, dict[str, Any]]] = []
    for name, expr in grid().items():
        arrays = {k: np.asarray(v) / 3 for k, v in arrays_for([A, *symbols(expr)], SIZES).items()}
        inputs = [A, *(s for s in symbols(expr) if s is not A)]
        wanted = Wanted(expr, inputs=inputs, name="generated")
        planned = program(wanted, for_target("octave"))
        try:
            cases.append((compile_program("octave", planned), arrays))
            names.append(name)
        except UnsupportedError:
            assert lacks(expr, "octave"), name
    for name, got, (function, arrays) in zip(
        names, run_octave(cases, tmp_path), cases, strict=True
    ):
        wanted = compile_program("numpy", function.program)(**arrays)
        assert not isinstance(got, str), f"{name}: {got}\n{function.source}"
        flat = np.ravel(wanted, order="F")
        np.testing.assert_allclose(np.ravel(got), flat, rtol=1e-7, atol=1e-9, err_msg=name)


@pytest.mark.skipif(OCTAVE is None, reason="no Octave")
@pytest.mark.parametrize("first", [o.eye("n"), -2 * o.eye("n"), o.diag_matrix(o.exp(x))])
def test_octave_adds_rows_and_columns_to_diagonal_matrices(first, tmp_path):
    expr = first - o.ones("n") @ o.softmax(x).T
    planned, at = program(expr), {"x": np.array([1.0, 2.0, 4.0])}
    (got,) = run_octave([(compile_program("octave", planned), at)], tmp_path)
    wanted = np.ravel(compile_program("numpy", planned)(**at), order="F")
    np.testing.assert_allclose(np.ravel(got), wanted, rtol=1e-12)


def test_julia_is_julia():
    """Julia is not run here: its grammar is checked."""
    sitter = pytest.importorskip("tree_sitter")
    grammar = pytest.importorskip("tree_sitter_julia")
    parser = sitter.Parser(sitter.Language(grammar.language()))
    for name, expr in grid().items():
        try:
            source = compile_program("julia", program(expr, for_target("julia"))).source
        except UnsupportedError:
            assert lacks(expr, "julia"), name
            continue
        assert not parser.parse(source.encode()).root_node.has_error, source


def test_julia_keeps_a_factorisation_and_asks_it():
    K = symbol("K", "n", "n", facts=["positive_definite"])
    parts = [o.inv(K) @ o.inv(K), o.logdet(K) * x, o.inv(K) @ x, o.det(K) * x]
    source = compile_program("julia", program(Wanted(tuple(parts), inputs=[K, x]))).source
    assert source.count("cholesky(") == 1
    assert "logdet(" in source
    assert re.search(r"prod\(diag\(\w+\.L\)\)", source)


def test_jax_code_is_traced_by_jit_and_grad():
    jax = pytest.importorskip("jax")
    double_precision()
    f = compile_program("jax", program(x.T @ x + o.total(o.exp(x))))
    given = np.array([1.0, 2.0])
    np.testing.assert_allclose(jax.jit(f)(given), f(given))
    np.testing.assert_allclose(jax.grad(f)(given), 2 * given + np.exp(given))


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_c_computes_what_numpy_computes(monkeypatch):
    """All operators are compiled as one program, since it is the compiler that takes time."""
    monkeypatch.setattr(native, "_FLAGS", [f.replace("-O2", "-O1") for f in native._FLAGS])
    exprs: dict[str, Expr] = {}
    for name, expr in grid().items():
        try:
            compile_program("c", program(expr, for_target("c")))
            exprs[name] = expr
        except UnsupportedError:
            assert lacks(expr, "c"), name
    inputs = symbols(*exprs.values())
    arrays = {k: np.asarray(v) / 3 for k, v in arrays_for(inputs, SIZES).items()}
    planned = program(Wanted(tuple(exprs.values()), inputs=inputs), for_target("c"))
    both = (compile_program(target, planned)(**arrays) for target in ("c", "numpy"))
    for name, got, wanted in zip(exprs, *both, strict=True):
        assert np.shape(got) == np.shape(wanted), name
        np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("target", RUN)
@pytest.mark.parametrize(("bound", "wanted"), [(o.minimum, -3.0), (o.maximum, 6.0)])
def test_the_larger_of_two_numbers_is_taken(target: str, bound: Any, wanted: float) -> None:
    f = bound(o.number(2), o.number(-1)) * o.total(x)
    compiled = compile_program(target, program(Wanted(f, (), [x])))
    assert float(compiled(x=np.array([1.0, 2.0]))) == wanted
