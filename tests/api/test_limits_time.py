"""One answer has a bounded time on the command line, and in the library where limits are given."""

import time
from contextlib import suppress

import pytest

import matgrad as mg
from matgrad.api.limits import processor_time
from matgrad.errors import LimitError

LONG = "+".join(f"sin({k}*x)" for k in range(200))
BRIEFLY = mg.Limits(seconds=0.05)


def test_work_that_does_not_end_is_stopped() -> None:
    with pytest.raises(LimitError, match="processor time"), processor_time(0.05):
        while True:
            pass


def test_work_that_ends_is_left_alone() -> None:
    with processor_time(5):
        assert sum(range(1000)) == 499500


def test_nothing_on_the_way_takes_the_end_of_the_time_for_an_error_of_its_own() -> None:
    with (
        pytest.raises(LimitError, match="processor time"),
        processor_time(0.05),
        suppress(Exception),
    ):
        while True:
            pass


def test_inside_of_a_limit_the_outer_one_counts() -> None:
    with pytest.raises(LimitError, match=r"0\.05 s"), processor_time(0.05), processor_time(60):
        while True:
            pass


def test_the_library_keeps_to_the_time_of_its_limits() -> None:
    with pytest.raises(LimitError, match="processor time"):
        mg.gradient(LONG, "x", limits=BRIEFLY)


def test_a_question_keeps_to_the_time_of_its_limits() -> None:
    formula = LONG.replace("sin", r"\sin ")  # sin alone is asked about at once
    with pytest.raises(LimitError, match="processor time"):
        mg.ask(f"What is the derivative of ${formula}$ by $x$?", limits=BRIEFLY)


def test_a_question_keeps_to_the_length_of_its_limits() -> None:
    with pytest.raises(LimitError, match="bytes"):
        mg.ask("What is the gradient of $x^T x$? " * 200, limits=mg.Limits())


def test_what_python_calls_by_itself_is_let_finish() -> None:
    ended: list[bool] = []

    class Slow:
        def __del__(self) -> None:
            until = time.process_time() + 0.1
            while time.process_time() < until:
                pass
            ended.append(True)

    with pytest.raises(LimitError, match="processor time"), processor_time(0.05):
        Slow()
        while True:
            pass
    assert ended


def test_what_python_calls_when_an_expression_goes_away_is_not_interrupted() -> None:
    ended: list[bool] = []

    def _forget() -> None:
        start = time.process_time()
        while time.process_time() - start < 0.1:
            pass
        ended.append(True)

    with pytest.raises(LimitError, match="processor time"), processor_time(0.05):
        _forget()
        while True:
            pass
    assert ended
