import math
import re
import tomllib
from pathlib import Path

import pytest

from matgrad.errors import UnsupportedError
from matgrad.optional import BASE, EXTRAS, available, load

ROOT = Path(__file__).parents[1]


def test_a_package_that_is_there_is_loaded() -> None:
    assert load("math") is math
    assert available("math")


def test_a_missing_package_is_named_with_what_to_install() -> None:
    assert not available("no_such_package")
    with pytest.raises(UnsupportedError, match="no_such_package") as caught:
        load("no_such_package")
    assert caught.value.hint == "pip install 'matgrad[no_such_package]'"


def test_what_a_user_is_told_to_install_exists() -> None:
    text = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    named = set(re.findall(r'\bload\("(\w+)', text))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {"jax", "cairosvg", "sklearn"} <= named
    assert {EXTRAS.get(name, name) for name in named - {*BASE}} <= {
        *project["optional-dependencies"]
    }
