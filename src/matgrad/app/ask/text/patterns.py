"""Patterns of words, each compiled once: `re` by itself keeps only the last few hundred."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=4096)
def ignoring_case(pattern: str) -> re.Pattern[str]:
    """A pattern for which capitals and small letters are the same.

    >>> bool(ignoring_case("the gradient").match("The Gradient"))
    True
    """
    return re.compile(pattern, re.I)
