"""A fixture for pytest: `gradient_check(f, grad, …)` is `matgrad.testing.assert_gradient`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matgrad.optional import part


@pytest.fixture
def gradient_check() -> Callable[..., None]:
    """Fail, with what is wrong and small numbers, if a gradient is not that of a function."""
    check: Callable[..., None] = part("matgrad.testing").assert_gradient
    return check
