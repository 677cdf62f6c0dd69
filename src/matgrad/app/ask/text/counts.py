"""Sizes of arrays as programs ask for them: len(y), X.shape[0], size(X, 2).

Each is a letter, and what it is the size of is told at the end of the text: y in R^n. What has no
such reading is left as it stands, and then refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r"[A-Za-z]\d?"
_COUNT = re.compile(
    r"(?<![\w.\\])(?:(?P<n>[A-Za-z])\s*=\s*)?(?P<asked>(?:np\.|numpy\.|torch\.)?(?:"
    rf"(?:(?:len|length|nrow)|(?P<wide>ncol))\(\s*(?P<long>{_NAME})\s*\)"
    rf"|(?P<entries>size|numel)\(\s*(?P<all>{_NAME})\s*(?:,\s*(?P<first>[12])\s*)?\)"
    rf"|(?P<of>{_NAME})\.(?:shape\[(?P<axis>[01])\]|size\((?P<dim>[01])\)"
    r"|(?P<whole>size|numel\(\)))))(?![\w(\[])"
)
_SHAPE = re.compile(rf"(?<![\w.\\$])([A-Za-z])\s*,\s*([A-Za-z])\s*=\s*({_NAME})\.shape(?![\w\[])")
_DECLARED = (  # x in R^n, X is (n, d), X has shape (n, d)
    r"(?<![\w.\\]){0}\s*(?:(?:∈|in)\s*[Rℝ]\^[({{]?|(?:is|has|with|of|:)\s*(?:an?\s+)?(?:of\s+)?(?:shape\s+)?\()"
    r"(\w)(?:\s?(?:x|×|by|,)\s?(\w))?"
)
_ENDS = re.compile(r"\s*(?:[.,;:?)\n]|(?:and|is|the)\b|$)")
_LETTERS = ("nmNk", "dpqr")  # of rows, of columns
_WORDS = ("number of rows", "number of columns", "number of entries")


def with_counts(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with letters for sizes and what these are, and notes on it.

    >>> with_counts("X'*(X*w - y)/len(y)")
    ("X'*(X*w - y)/n\\n\\nHere y in R^n.", ('len(y) is n, the length of y',))
    """
    text = _SHAPE.sub(r"\3 in R^(\1 x \2)", text)
    notes: dict[str, None] = {}
    shapes: dict[str, Sequence[str]] = {}
    for found in _COUNT.finditer(text):
        name, axis = _place(found)
        shape = _shape(text, name, shapes, found["n"] if axis == 0 else "")
        if len(shape) > axis:
            shapes[name] = shape
            what = "length" if len(shape) == 1 else _WORDS[axis]
            notes[f"{found['asked']} is {_size(shape, axis)}, the {what} of {name}"] = None
    text = _COUNT.sub(lambda found: _letter(found, shapes), text)
    for name, shape in shapes.items():
        is_told = re.search(_DECLARED.format(name), text)
        text += "" if is_told else f"\n\nHere {name} in R^{_power(shape)}."
    return text, tuple(notes)


def _place(found: re.Match[str]) -> tuple[str, int]:
    """Of which array a size is asked, and which; −1 stands for the number of all entries."""
    name = found["long"] or found["all"] or found["of"]
    axis = int(found["axis"] or found["dim"] or int(found["first"] or 1) - 1 or bool(found["wide"]))
    is_all = found["whole"] or (found["entries"] and not found["first"])
    return name, (-1 if is_all and name[0].isupper() else axis)


def _size(shape: Sequence[str], axis: int) -> str:
    return f"({' * '.join(shape)})" if axis < 0 else shape[axis]


def _shape(
    text: str, name: str, shapes: dict[str, Sequence[str]], given: str | None
) -> Sequence[str]:
    """The letters for the sizes of an array: those of the text, or free ones."""
    if name in shapes:
        return shapes[name]
    told = re.search(_DECLARED.format(name), text)
    if told:
        return [letter for letter in told.groups() if letter]
    used = {each for shape in shapes.values() for each in shape}
    alike = [shape[0] for other, shape in shapes.items() if _is_added(text, name, other)]
    before = rf"(?<![\w.]){{}}\s?@\s?{name}(?![\w.])"
    alike += [s[1] for x, s in shapes.items() if len(s) > 1 and re.search(before.format(x), text)]
    letters = [letter for letter in (given or next(iter(alike), ""),) if letter]
    for row in _LETTERS[len(letters) : 1 if name[0].islower() else 2]:
        free = (x for x in row if x not in used and not re.search(rf"(?<!\w){x}(?!\w)", text))
        letters.append(next(free, ""))
    return letters if all(letters) else ()


def _is_added(text: str, name: str, other: str) -> bool:
    """Do a vector and a product of a matrix stand side by side in a sum, as in X @ w - y?"""
    matrix, vector = sorted((name, other))
    product = rf"(?<!\w){matrix}\s?[@*]?\s?[a-z]\w?\s?[-+]\s?{vector}(?!\w)"
    behind = rf"(?<!\w){vector}\s?[-+]\s?{matrix}\s?[@*]?\s?[a-z](?!\w)"
    is_pair = matrix[0].isupper() and vector[0].islower()
    return is_pair and re.search(f"{product}|{behind}", text) is not None


def _power(shape: Sequence[str]) -> str:
    return shape[0] if len(shape) == 1 else f"({' x '.join(shape)})"


def _letter(found: re.Match[str], shapes: dict[str, Sequence[str]]) -> str:
    """The letter of a size; where the text gives it one, what it is the size of."""
    name, axis = _place(found)
    if len(shapes.get(name, ())) <= axis or name not in shapes:
        return found[0]
    letter = _size(shapes[name], axis)
    is_own = letter == found["n"] and _ENDS.match(found.string, found.end())
    if is_own:
        return f"{name} in R^{_power(shapes[name])}"
    return f"{found['n']} = {letter}" if found["n"] else letter
