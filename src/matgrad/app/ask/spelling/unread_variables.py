"""What stands behind “with respect to” and is no formula: it is asked about, never passed over."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_WORD = r"[a-z][a-z-]{2,}"
_UNREAD = re.compile(  # (u1;u2), q1,q2, x_{1}; not: (all) parameters, the 2x2 matrix
    rf"\b{RESPECT}\s+(?P<what>(?!\(\s*{_WORD}(?:\s+{_WORD})*\s*\))[(\[{{<][^()\[\]{{}}<>⟦⟧.?!]{{1,60}}[)\]}}>]"
    r"|[A-Za-z]{1,8}(?:[\d_,;/]+\w{0,8})+(?![\w-]))",
    re.I,
)


def unread_variable(cut: Cut) -> str | None:
    """The question about a variable that was not read as one."""
    found = _UNREAD.search(" ".join(cut.marked.split()))
    if found is None:
        return None
    return (
        f"With respect to which variable? “{found['what']}” was not read; write x, y or $(x, y)$."
    )
