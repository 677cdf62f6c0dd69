"""The target "auto" is NumPy at once, and C when it is ready and faster."""

from threading import Thread

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import compile_for, compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.codegen.run import auto
from matgrad.codegen.run.auto import TRIALS, Auto
from matgrad.ops import sylvester, symbol

A, x = symbol("A", "m", "n"), symbol("x", "n")
GIVEN = {"A": np.ones((2, 3)), "x": np.arange(3.0)}
needs_compiler = pytest.mark.skipif(compiler() is None, reason="no C compiler")


def started() -> Auto:
    f = compile_for("auto", program(A @ x))
    assert isinstance(f, Auto)
    return f


def test_it_answers_before_anything_is_compiled(monkeypatch):
    monkeypatch.setattr(Auto, "_compile", lambda self: None)
    f = started()
    assert f(**GIVEN).tolist() == [3.0, 3.0]
    assert "np" in f.source
    assert not f.native


@needs_compiler
@pytest.mark.parametrize("faster", ["c", "numpy"])
def test_the_faster_one_is_chosen_for_each_shape(monkeypatch, faster):
    f = started()
    f.wait()
    monkeypatch.setattr(auto._Race, "winner", property(lambda race: race.times and faster))
    for _ in range(TRIALS):
        assert f(**GIVEN).tolist() == [3.0, 3.0]
    (race,) = f.races.values()
    assert {name: len(found) for name, found in race.times.items()} == {"numpy": 1, "c": 1}
    assert f": {faster} (" in f.explain()
    f(A=np.ones((4, 3)), x=np.ones(3))
    assert len(f.races) == 2


def test_without_a_compiler_it_stays_numpy_and_says_so(monkeypatch):
    monkeypatch.setattr(auto, "compiler", lambda: None)
    f = started()
    f.wait()
    assert f(**GIVEN).tolist() == [3.0, 3.0]
    assert f.notes == ["no C compiler is found, so NumPy computes this"]
    assert "no C compiler" in f.explain()


@needs_compiler
def test_what_c_lacks_stays_numpy():
    M = symbol("M", "n", "n")
    f = compile_for("auto", program(sylvester(M, M, M)))
    assert isinstance(f, Auto)
    f.wait()
    np.testing.assert_allclose(f(M=np.eye(2)), np.eye(2) / 2)
    assert f.notes == ["NumPy computes this: operator 'sylvester' has no c code"]


@needs_compiler
def test_both_are_tried_before_one_is_chosen():
    f = started()
    f.wait()
    for _ in range(TRIALS):
        assert not f.chosen
        f(**GIVEN)
    assert len(f.chosen) == 1


def test_what_goes_wrong_in_the_background_is_a_note_and_no_traceback(monkeypatch, capfd):
    def breaks(*_: object) -> None:
        raise RuntimeError("can't start new thread at interpreter shutdown")

    monkeypatch.setattr(auto, "callable_from", breaks)
    monkeypatch.setattr(auto, "compiler", lambda: "cc")
    f = started()
    f.wait()
    assert f(**GIVEN).tolist() == [3.0, 3.0]
    assert "compiling C failed (RuntimeError" in f.explain()
    assert not capfd.readouterr().err


@needs_compiler
def test_what_was_chosen_can_be_seen():
    f = started()
    assert f.choices == {}
    f.wait()
    assert "C is compiled, and is timed" in f.explain()
    for _ in range(TRIALS):
        f(**GIVEN)
    assert f.choices == {((2, 3), (3,)): f.races[(2, 3), (3,)].winner}
    assert "arrays ((2, 3), (3,)): " in f.explain()


@needs_compiler
def test_results_may_go_into_an_input_also_while_both_are_timed() -> None:
    d = mg.gradient("norm2(A*x)^2", "x")
    f = d.compile("auto")
    assert isinstance(f, Auto)
    f.wait()
    for _ in range(TRIALS + 1):
        given = np.arange(3.0)
        f(A=GIVEN["A"], x=given, out=given)
        assert given.tolist() == [12.0, 12.0, 12.0]


@needs_compiler
def test_several_results_may_go_into_inputs() -> None:
    f = mg.gradient("x'*y", "x,y").compile("auto")
    assert isinstance(f, Auto)
    f.wait()
    for _ in range(TRIALS + 1):
        x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
        f(x=x, y=y, out=(x, y))
        assert (x.tolist(), y.tolist()) == ([3.0, 4.0], [1.0, 2.0])


def test_a_process_forked_while_c_is_compiled_says_so():
    planned = program(A @ x)
    f = Auto("numpy", compile_program("numpy", planned).source, planned)
    f.__dict__["_thread"] = Thread()  # as it is found there: it does not run
    assert "when this process was forked" in f.explain()
    assert f(np.eye(2), np.ones(2)).tolist() == [1, 1]
