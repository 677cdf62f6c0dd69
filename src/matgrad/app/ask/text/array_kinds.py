"""What names of a typed text are in programs: numbers, vectors or matrices, as far as it tells.

What stands beside @, has .T, or is summed, is an array; so is what words call one.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.words import ENTRYWISE

NUMBER, OPEN, VECTOR, MATRIX = range(4)
_NAME = r"[A-Za-zα-ω]\w*"
_LIST = rf"(?P<names>{_NAME}(?:\s*,\s*(?:and\s+)?{_NAME}|\s+and\s+{_NAME})*)"
_WORDS = {
    NUMBER: r"scalars?|numbers?|constants?|floats?",
    VECTOR: r"(?:column |row )?vectors?|1-?d arrays?",
    MATRIX: r"matri(?:x|ces)|2-?d arrays?",
}
_SAID = {
    kind: re.compile(
        rf"(?<![\w.]){_LIST}\s+(?:(?:is|are|be|being)\s+)?(?:all\s+|both\s+|an?\s+|two\s+)*(?:{words})\b"
        rf"|\b(?:{words})\s+(?P<behind>{_NAME}(?:\s*,\s*{_NAME})*(?:,?\s+and\s+{_NAME})?)(?![\w.(])"
    )
    for kind, words in _WORDS.items()
}
_SPACE = re.compile(rf"(?<![\w.])({_NAME})\s*(?:∈|in)\s*[Rℝ]\^\(?\w+(?![\w^)]*\s*(?:x|×|by))")
_BESIDE = re.compile(
    rf"(?<![\w.])({_NAME})(?:\.T)?\s*(?=@)|(?<=@)\s*({_NAME})(?![\w(])|(?<![\w.])({_NAME})\.T\b"
)
# Names that are numbers unless something tells otherwise.
_NUMBERS = frozenset({*SIGNS, *"cktnmN", "lam", "lr", "eps", "dt", "pi", "reg"})
# Words that make every star one of entries; not those of a function that acts so.
_CLAUSE = re.compile(
    rf"(?:,|\(|\ball\b)\s*(?:all\s+|both\s+)?(?:\*\s+)?{ENTRYWISE}\s*(?=[,.;:)?]|$)"
    rf"|{ENTRYWISE}\s+(?:product|multipl)|(?:products?|multiplications?)\s+(?:is|are)\s+(?:all\s+)?{ENTRYWISE}",
    re.I,
)


def is_entrywise(text: str) -> bool:
    """Does a text say of its products that they are those of entries?"""
    return _CLAUSE.search(text) is not None


def letters(text: str) -> dict[str, int]:
    """The letters of a text whose products are those of entries: vectors, but for divisors n."""
    names = {*re.findall(r"(?<![\w.])([A-Za-zα-ω]\d?)(?![\w(])", text)} | {*SIGNS}
    names -= {"lambda", "epsilon", "eta", "pi", *"λεηπ"}
    return {
        name: NUMBER if name in "NMnm" and re.search(rf"/\s*{name}\b", text) else VECTOR
        for name in names
        if not is_capital(name)
    }


def told(text: str) -> dict[str, int]:
    """The kinds of names that words or signs beside them tell."""
    kinds: dict[str, int] = {}
    for found in _BESIDE.finditer(text):
        name = next(filter(None, found.groups()))
        kinds[name] = MATRIX if is_capital(name) else VECTOR
    for found in _SPACE.finditer(text):
        kinds[found[1]] = VECTOR
    for kind, pattern in _SAID.items():
        for found in pattern.finditer(text):
            names = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found["names"] or found["behind"])
            kinds.update((name, kind) for name in names if len(name) < 8)
    return kinds


def is_capital(name: str) -> bool:
    """Is a name that of a matrix, as X, W1, Wq and dX are?"""
    return re.fullmatch(r"d?[A-Z]\w?", name) is not None and name not in _NUMBERS


def usual(name: str, default: int) -> int:
    """The kind of a name of which nothing is said."""
    if name in _NUMBERS or re.fullmatch("[α-ω]", name):
        return NUMBER
    if re.fullmatch(r"d[a-z]\d?", name):  # dh of a backward pass
        return max(default, VECTOR)
    return MATRIX if is_capital(name) else default
