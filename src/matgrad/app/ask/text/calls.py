"""Where the brackets of a typed call close."""

from __future__ import annotations

LONGEST = 300  # characters in the brackets of a call


def close_of(text: str, at: int) -> int:
    """Where the bracket that is open here closes; 0 if it does not.

    >>> close_of("exp(x(1))", 4)
    8
    """
    depth = 1
    for end in range(at, min(len(text), at + LONGEST)):
        depth += (text[end] in "([{") - (text[end] in ")]}")
        if depth == 0:
            return end
    return 0
