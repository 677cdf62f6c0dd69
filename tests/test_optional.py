import math

import pytest

from matgrad.errors import UnsupportedError
from matgrad.optional import available, load


def test_a_package_that_is_there_is_loaded() -> None:
    assert load("math") is math
    assert available("math")


def test_a_missing_package_is_named_with_what_to_install() -> None:
    assert not available("no_such_package")
    with pytest.raises(UnsupportedError, match="no_such_package") as caught:
        load("no_such_package")
    assert caught.value.hint == "pip install matgrad[no_such_package]"
