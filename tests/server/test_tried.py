"""Code that comes with a test of its own."""

import re
import runpy
from pathlib import Path

import pytest

from matgrad.server.tasks import TASKS

PROBLEMS = [
    ("norm2(A*x - b)^2", ["x"]),
    ("norm2(A*x - b)^2", ["A", "x"]),
    ("logdet(X) + lambda*tr(X)", ["X"]),
    ("sum(log(x))/n", ["x"]),
    ("sum(ones(n))*c^2", ["c"]),
]


@pytest.mark.parametrize(("formula", "wrt"), PROBLEMS)
def test_gradient_agrees_with_difference_quotient(
    formula: str, wrt: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    found = TASKS["code"]({"input": formula, "wrt": wrt, "kind": "gradient", "test": True})
    assert isinstance(found, dict)
    path = tmp_path / "value_and_grad.py"
    path.write_text(found["source"], encoding="utf-8")
    runpy.run_path(str(path), run_name="__main__")
    printed = capsys.readouterr().out
    exact = [float(x) for x in re.findall(r"along a direction: (\S+)", printed)]
    quotients = [float(x) for x in re.findall(r"difference quotient: (\S+)", printed)]
    assert len(exact) == len(wrt)
    assert exact == pytest.approx(quotients, rel=1e-5)


def test_symmetric_variable_moves_symmetrically(tmp_path: Path):
    problem = {"input": "logdet(X)", "wrt": ["X"], "assume": {"X": ["positive_definite"]}}
    found = TASKS["code"]({**problem, "test": True})
    assert isinstance(found, dict)
    path = tmp_path / "value_and_grad.py"
    path.write_text(found["source"], encoding="utf-8")
    directions = runpy.run_path(str(path), run_name="__main__")["directions"]
    assert (directions["X"] == directions["X"].T).all()
