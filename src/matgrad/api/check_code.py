"""Programs with a backward pass: verdicts within limits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import dedent

from matgrad.api.limits import bounded
from matgrad.programs import verdicts
from matgrad.programs.verdicts import CodeReport
from matgrad.syntax import Limits
from matgrad.syntax.declarations import Shapes
from matgrad.syntax.limits import GENEROUS

_FENCE = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)


@bounded
def check_code(
    source: str,
    *,
    wrt: Sequence[str] | str | None = None,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
) -> CodeReport:
    """Verdicts on the derivatives that a program computes by hand; it is parsed, never run.

    `source` is Python, or a text whose programs stand between fences.

    >>> print(check_code("loss = np.sum((X @ w - y)**2)\\ndw = X.T @ (X @ w - y)").status)
    wrong
    """
    (limits or GENEROUS).check("bytes", len(source.encode("utf-8", "backslashreplace")))
    blocks = _FENCE.findall(source) or [source]
    return verdicts.check_code(
        "\n".join(map(dedent, blocks)), wrt=wrt, shapes=shapes, assume=assume
    )
