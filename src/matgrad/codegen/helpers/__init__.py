"""Functions that stand beside generated code that calls them, in files of their own language.

In a file each begins with a line such as `//: gemm(` (`#:` in Python and Julia, `%:` in MATLAB),
which has its mark: what code contains that needs it. More such lines behind that explain it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_MARK = re.compile(r"^(?://|#|%): (\S+)\n((?:(?://|#|%): .*\n)*)", re.MULTILINE)


@cache
def helpers(file: str) -> dict[str, str]:
    """The functions of a file by their marks, in the order in which they stand there.

    >>> print(helpers("basics.c")["square("])
    static inline double square(double x) { return x * x; }
    """
    text = files(__name__).joinpath(file).read_text(encoding="utf-8")
    found = list(_MARK.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    return {
        each[1]: text[each.end() : end].strip("\n") for each, end in zip(found, ends, strict=True)
    }


_DOCSTRING = re.compile(r'"""[\s\S]*?"""')


def needed(known: Mapping[str, str], code: str) -> list[str]:
    """Those that code calls and those that they call, which stand before them."""
    found: list[str] = []
    for mark, text in reversed(list(known.items())):
        if mark in code and re.search(rf"(?<![\w.]){re.escape(mark)}", code):
            found.insert(0, text)
            code += _DOCSTRING.sub("", text)
    return found
