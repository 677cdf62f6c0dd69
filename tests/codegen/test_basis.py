"""Derivatives without a matrix are arrays all the same, in every target."""

import ctypes
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler
from matgrad.codegen.c.source import native
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.optional import available
from tests.codegen.agreement import double_precision
from tests.codegen.octave import OCTAVE
from tests.codegen.octave import values as run_octave

rng = np.random.default_rng(5)
B = rng.normal(size=(3, 3)) / 3
AT = {"X": B @ B.T + np.eye(3), "A": rng.normal(size=(3, 3)), "x": rng.normal(size=3)}
FUNCTIONS = ["expm(X)", "logm(X)", "expm(X)*x", "A*expm(X)*A'", "tr(expm(X)*A)*X"]


def derivation(function: str) -> Any:
    shapes = {n: np.shape(a) for n, a in AT.items() if n in function.replace("expm", "")}
    return mg.jacobian(function, "X", shapes)


def given(d: Any) -> dict[str, Any]:
    return {name: AT[name] for name in d.compile().inputs}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_array_holds_the_images_of_all_directions(function: str) -> None:
    d = derivation(function)
    arrays = given(d)
    J = d.compile()(**arrays)
    dX = rng.normal(size=(3, 3))
    image = d.compile_map()(**arrays, dX=dX)
    assert J.shape == (*np.shape(image), 3, 3)
    np.testing.assert_allclose(np.tensordot(J, dX, 2), image, rtol=1e-9, atol=1e-12)
    assert d.verdict.ok


@pytest.mark.parametrize("target", ["jax", "torch"])
@pytest.mark.parametrize("function", ["expm(X)", "expm(X)*x"])
def test_libraries_agree(function: str, target: str) -> None:
    if not available(target):
        pytest.skip(f"no {target}")
    double_precision()
    d = derivation(function)
    np.testing.assert_allclose(
        np.asarray(d.compile(target)(**given(d))), d.compile()(**given(d)), rtol=1e-9
    )


def kron_map() -> Any:
    """A map that no product of matrices gives: the entries of A stand in another order."""
    return mg.jacobian("kron_right(X, A)", "X", {"X": (2, 2), "A": (4, 6)})


def test_octave_agrees(tmp_path: Path) -> None:
    if OCTAVE is None:
        pytest.skip("no octave")
    cases = [(derivation(f), f) for f in ("expm(X)", "expm(X)*x")]
    asked = [(d.compile("octave"), {n: a.tolist() for n, a in given(d).items()}) for d, _ in cases]
    for (d, _), found in zip(cases, run_octave(asked, tmp_path), strict=True):
        wanted = np.ravel(d.compile()(**given(d)), order="F")
        np.testing.assert_allclose(np.ravel(found), wanted, rtol=1e-8)


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_c_agrees_from_python_and_as_it_stands(tmp_path: Path) -> None:
    d = kron_map()
    X, A = rng.normal(size=(2, 2)), rng.normal(size=(4, 6))
    wanted = d.compile()(X=X, A=A)
    compiled = d.compile("c")
    np.testing.assert_allclose(compiled(X=X, A=A), wanted)
    source, library = tmp_path / "f.c", tmp_path / "f.so"
    source.write_text(compiled.source)
    command = [compiler() or "cc", "-shared", "-fPIC", "-o", str(library), str(source), "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    plan = native(compiled.parts[0].program)
    room = sum(d.evaluate({}) for d in plan.work) + 4 + 6
    result, work = np.zeros((2, 3, 2, 2)), np.zeros(room)
    pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (X, A, result, work)]
    ctypes.CDLL(str(library)).jacobian(*pointers)
    np.testing.assert_allclose(result, wanted)


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_c_takes_several_variables_from_python_and_as_it_stands(tmp_path: Path) -> None:
    d = mg.jacobian("kron_right(X, A)*Y", ["X", "Y"], {"X": (2, 2), "A": (4, 6), "Y": (3, 5)})
    X, A, Y = (rng.normal(size=shape) for shape in ((2, 2), (4, 6), (3, 5)))
    wanted = d.compile()(X=X, A=A, Y=Y)
    compiled = d.compile("c")
    for one, other in zip(compiled(X=X, A=A, Y=Y), wanted, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)
    source, library = tmp_path / "f.c", tmp_path / "f.so"
    source.write_text(compiled.source)
    command = [compiler() or "cc", "-shared", "-fPIC", "-o", str(library), str(source), "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    room = int(re.findall(r"work: room for (\d+) doubles", compiled.source)[-1])
    found, work = [np.zeros(each.shape) for each in wanted], np.zeros(room)
    arrays = {"X": X, "A": A, "Y": Y}
    given = [arrays[name] for name in compiled.inputs]
    pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (*given, *found, work)]
    ctypes.CDLL(str(library)).jacobian(*pointers)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


def test_octave_takes_several_variables(tmp_path: Path) -> None:
    if OCTAVE is None:
        pytest.skip("no octave")
    d = mg.jacobian("expm(X)*Y", ["X", "Y"])
    arrays = {"X": AT["X"], "Y": AT["A"]}
    code = d.compile("octave")
    head = "function r = both(X, Y)\n  [a, b] = jacobian(X, Y);\n  r = [a(:); b(:)];\nend\n\n"
    both = replace(code, source=head + code.source, entry="both")
    (found,) = run_octave([(both, {n: a.tolist() for n, a in arrays.items()})], tmp_path)
    wanted = np.concatenate([np.ravel(J, order="F") for J in d.compile()(**arrays)])
    np.testing.assert_allclose(np.ravel(found), wanted, rtol=1e-8)


def test_julia_takes_several_variables() -> None:
    source = mg.jacobian("expm(X)*Y", ["X", "Y"]).compile("julia").source
    assert "return jacobian_X(X, Y), jacobian_Y(X, Y)" in source
    assert source.count("function corner(") == 1


def test_several_variables_are_a_tuple() -> None:
    d = mg.jacobian("expm(X)*Y", ["X", "Y"])
    by_X, by_Y = d.compile()(X=AT["X"], Y=AT["A"])
    assert by_X.shape == by_Y.shape == (3, 3, 3, 3)
    assert d.verdict.ok


def test_a_hessian_without_a_matrix_is_an_array_and_checked_to_second_order() -> None:
    d = mg.hessian("tr(expm(X)*A)", "X")
    assert d.compile()(X=AT["X"], A=AT["A"]).shape == (3, 3, 3, 3)
    assert any("second order" in line for line in d.verdict.details)


def test_the_structured_operator_applies_a_map_and_its_adjoint() -> None:
    d = derivation("expm(X)")
    J, L = d.compile()(X=AT["X"]).reshape(9, 9), d.operator(X=AT["X"])
    v = rng.normal(size=9)
    np.testing.assert_allclose(L.matvec(v), J @ v)
    np.testing.assert_allclose(L.rmatvec(v), J.T @ v)


@pytest.mark.parametrize("name", ["E", "basis", "images", "size", "image", "result", "end"])
def test_an_input_may_be_called_like_what_the_loop_sets(name: str, tmp_path: Path) -> None:
    double_precision()
    d = mg.jacobian(f"expm({name})", name, {name: ("n", "n")})
    wanted = mg.jacobian("expm(X)", "X").compile()(X=B)
    for target in ("numpy", *(t for t in ("jax", "torch") if available(t))):
        np.testing.assert_allclose(np.asarray(d.compile(target)(**{name: B})), wanted, rtol=1e-9)
    if OCTAVE is not None:
        (found,) = run_octave([(d.compile("octave"), {name: B})], tmp_path)
        np.testing.assert_allclose(found, np.ravel(wanted, order="F"), rtol=1e-8)


@pytest.mark.parametrize("target", ["numpy", *(["c"] if compiler() else [])])
def test_arrays_are_written_into_those_given(target: str) -> None:
    d = derivation("A*expm(X)*A'")
    function, arrays = d.compile(target), given(d)
    wanted = function(**arrays)
    out = np.empty(wanted.shape)
    assert function(**arrays, out=out) is out
    np.testing.assert_array_equal(out, wanted)
    with pytest.raises(ShapeError, match=r"\(3, 3, 3, 3\), not \(3, 3\)"):
        function(**arrays, out=np.empty((3, 3)))


def test_what_has_no_factors_is_a_plain_array() -> None:
    d = derivation("expm(X)")
    np.testing.assert_array_equal(d.factored()(X=AT["X"]), d.compile()(X=AT["X"]))
    with pytest.raises(UnsupportedError, match="fixed"):
        d.factored(fixed=["X"])
    with pytest.raises(UnsupportedError, match="no matrix"):
        mg.jacobian("expm(X)", "X").map_reduce(over="n")
