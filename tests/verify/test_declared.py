"""A function is what FLINT computes where it has the function, whatever its declaration says."""

from typing import Any

import pytest

import matgrad as mg
from matgrad.errors import VerifyError
from matgrad.verify import declared


@pytest.mark.parametrize("name", ["erfinv"])
def test_values_overrule_a_declared_derivative(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = declared.slope

    def wrong(R: Any, *given: Any) -> Any:
        return -plain(R, *given)

    monkeypatch.setattr(declared, "slope", wrong)
    with pytest.raises(VerifyError, match="disagree"):  # the lines follow the field, which is wrong
        mg.gradient(f"sum({name}(x))", "x")
