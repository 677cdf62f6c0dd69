"""Derivations are not interrupted by the garbage collector, and it is as before afterwards."""

import gc
from contextlib import suppress

import matgrad as mg
from matgrad.core.collection import uncollected


def test_nothing_is_collected_inside_of_blocks() -> None:
    with uncollected:
        with uncollected:
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_leaves_it_as_it_was() -> None:
    with suppress(mg.MatgradError):
        mg.gradient("A*x", "x")
    assert gc.isenabled()


def test_who_switched_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        mg.gradient("x'*A*x", "x")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_derivation_leaves_no_cycles_behind() -> None:
    mg.gradient("norm2(sin(W2*cos(W1*x)))^2", "x")
    gc.collect()
    mg.gradient("norm2(sin(W2*cos(W1*x)))^2", "x")
    assert gc.collect() < 100
