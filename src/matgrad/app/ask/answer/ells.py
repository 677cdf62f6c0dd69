r"""Sizes that the text calls \ell: their name is l, and shapes are shown as they are declared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.formulas.reading import Declared
from matgrad.core.notation import Spelling
from matgrad.render.document import Item, Row

_L = re.compile(r"(?<![A-Za-z\\])l(?![A-Za-z])")


def as_declared(row: Row, declared: Sequence[Declared]) -> Row:
    """A line with shapes as they are declared."""
    given = [each.within for each in declared]
    is_ell = any(r"\ell" in each for each in given) and not any(map(_L.search, given))
    return replace(row, words=tuple(_with_ell(row))) if is_ell and not row.is_formula else row


def _with_ell(row: Row) -> Iterator[str | Item]:
    for before, word in zip(("", *row.words), row.words, strict=False):
        is_shape = isinstance(before, str) and before.endswith(": ")
        if is_shape and isinstance(word, Spelling):
            plain, latex = _L.sub("ℓ", word.plain), _L.sub(r"\\ell", word.latex)
            yield Spelling(word.text, plain, latex)
        else:
            yield word
