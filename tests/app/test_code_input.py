"""Code of one or several lines is read as a program; its numbers are those of NumPy."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from tests.app.code_cases import CASES, Case

STEP = 1e-6


def differences(case: Case, given: dict[str, Any]) -> Any:
    """The derivative by central differences: axes of the function, then of the variable."""

    def at(x: Any) -> Any:
        return np.asarray(case.meaning(**{**given, case.wrt: x}), float)

    x = given[case.wrt]
    columns = []
    for place in np.ndindex(x.shape):
        away = np.zeros(x.shape)
        away[place] = STEP
        columns.append((at(x + away) - at(x - away)) / (2 * STEP))
    return np.stack(columns, -1).reshape((*at(x).shape, *x.shape))


@pytest.mark.parametrize("case", CASES, ids=[case.code[:60] for case in CASES])
def test_code_means_what_numpy_computes(case: Case) -> None:
    axes = dict(each.split(":") for each in case.shapes.split())
    shapes = {name: tuple(axes[name]) for name in case.declared}
    d = getattr(mg, case.kind)(case.code, case.wrt, shapes or None)
    assert d.reading.status == ("read" if case.is_sure else "assumed")
    compiled = d.compile("numpy")
    for seed in (1, 2):
        given = case.inputs(seed)
        assert {*compiled.inputs} <= {*given}
        got = np.asarray(compiled(**{name: given[name] for name in compiled.inputs}))
        np.testing.assert_allclose(got, differences(case, given), rtol=1e-5, atol=1e-6)
