"""One answer on the command line has a bounded time."""

import pytest

from matgrad.app.limits import processor_time
from matgrad.errors import LimitError


def test_work_that_does_not_end_is_stopped() -> None:
    with pytest.raises(LimitError, match="processor time"), processor_time(0.05):
        while True:
            pass


def test_work_that_ends_is_left_alone() -> None:
    with processor_time(5):
        assert sum(range(1000)) == 499500
