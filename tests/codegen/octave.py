"""Runs generated functions in Octave, all of them in one process."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from matgrad.codegen import Compiled

OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
SHOW = r"""
function show(r)
  shown = arrayfun(@(v) sprintf("%.17g", v), r(:).', "UniformOutput", false);
  printf("[%s]\n", strjoin(shown, ","));
end
"""
Case = tuple[Compiled, Mapping[str, Any]]


def literal(array: Any) -> str:
    """An array as Octave reads it; a flat one is a column."""
    rows = np.atleast_2d(np.asarray(array, float).T if np.ndim(array) < 2 else array)
    rows = rows.T if np.ndim(array) == 1 else rows
    return "[" + "; ".join(", ".join(f"{x:.17g}" for x in row) for row in rows) + "]"


def values(cases: Sequence[Case], folder: Path) -> list[Any]:
    """What each function returns: one array, columns first, or an error message."""
    assert OCTAVE is not None
    lines = ["1;", SHOW]
    for i, (function, arrays) in enumerate(cases):
        folder.joinpath(f"case{i}").mkdir()
        path = folder / f"case{i}" / f"{function.name}.m"
        path.write_text(function.source, encoding="utf-8")
        given = ", ".join(literal(arrays[name]) for name in function.inputs)
        lines += [
            f"addpath('{path.parent}');",
            f"try; show({function.name}({given}));",
            "catch err; disp(jsonencode(err.message)); end",
            f"rmpath('{path.parent}');",
        ]
    script = folder / "all.m"
    script.write_text("\n".join(lines), encoding="utf-8")
    command = [OCTAVE, "--no-gui", "--no-init-file", "--no-history", "--quiet", str(script)]
    shown = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    return [json.loads(line) for line in shown.stdout.splitlines()]
