r"""Signs for definitions that are put together: \stackrel{\text{def}}{=}, \overset{\Delta}{=}."""

from __future__ import annotations

import re

_WORD = r"(?:\\(?:text|textrm|textup|mathrm|mathsf)\s*\{\s*def\.?\s*\}|def\.?)"
_ABOVE = rf"\{{\s*(?:{_WORD}|\\(?:triangle|vartriangle|Delta))\s*\}}"
_DEFINED_AS = re.compile(rf"\\(?:stackrel|overset)\s*{_ABOVE}\s*(?:\{{\s*=\s*\}}|=)")


def with_equals(text: str) -> str:
    r"""The text, as long as before, with a plain sign in their place.

    >>> with_equals(r"f\stackrel{\text{def}}{=}x").split()
    ['f=', 'x']
    """
    return _DEFINED_AS.sub(lambda found: "=".ljust(len(found[0])), text)
