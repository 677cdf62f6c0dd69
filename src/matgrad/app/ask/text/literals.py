"""Vectors and matrices as programs write them: [1; 2; 3], [1 2; 3 4], np.array([1, 2]).

They become lists, (1,2,3) and [[1,2],[3,4]], which are read everywhere. A semicolon inside of them
does not end the formula.
"""

from __future__ import annotations

import re

_ENTRY = r"-?[\w.]+(?:[-+*/^][\w.]+){0,3}"
_NUMBER = r"-?\d+(?:\.\d+)?(?:/\d+)?"
_ROW = rf"{_ENTRY}(?:\s*[,&]\s*{_ENTRY}|\s+(?={_NUMBER}\b){_NUMBER}){{0,7}}"
_GRID = re.compile(rf"(?<![\w)\]^])\[\s*({_ROW}(?:\s*;\s*{_ROW}){{1,7}})\s*;?\s*\](?!\s*[\[(])")
_SPACED = re.compile(rf"(?<![\w)\]^])\[\s*({_NUMBER}(?:\s+{_NUMBER}){{1,7}})\s*\]")
_ARRAY = re.compile(
    r"\b(?:(?:np|numpy|jnp|torch)\s*\.\s*)(?:array|asarray|tensor)\(\s*(\[[^()]{1,200}\])\s*\)"
)
_BETWEEN = re.compile(r"\s*[,&]\s*|\s+")


def with_literals(text: str) -> str:
    """The text with lists for the vectors and matrices that programs write.

    >>> with_literals("at A = [1 2; 3 4], x = [1; 2]")
    'at A = [[1,2],[3,4]], x = (1,2)'
    """
    return _SPACED.sub(_list, _GRID.sub(_rows, _ARRAY.sub(r"\1", text)))


def _rows(found: re.Match[str]) -> str:
    rows = [_BETWEEN.split(row.strip()) for row in found[1].split(";")]
    if len({*map(len, rows)}) > 1:
        return found[0]
    if len(rows[0]) == 1:
        return f"({','.join(row[0] for row in rows)})"
    lines = (f"[{','.join(row)}]" for row in rows)
    return f"[{','.join(lines)}]"


def _list(found: re.Match[str]) -> str:
    return f"({','.join(found[1].split())})"
