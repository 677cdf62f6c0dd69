"""Sizes in claims that the text does not introduce: the n of (2/n)Xᵀ(Xw − y) is a length.

Where no word says which shapes the variables have, the letters of their sizes are ours, and an n in
a claim may be any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.core.steps import Problem
from matgrad.render.glyphs import plain_name

_SIZES = frozenset("nNmMdDkKpPTB")
WORDS = "where {} is the {} of {}"


def other_sizes(latex: str, found: Understood, problem: Problem) -> Iterator[tuple[str, str]]:
    """The formula with each size of the problem for a letter that only claims use, and words."""
    told = _told(found)
    letters = [x for x in dict.fromkeys(names_in(latex)) if x in _SIZES - told]
    letters = [x for x in letters if x not in problem.symbols and x not in found.meaning.defined]
    if len(letters) != 1:
        return
    letter = re.compile(rf"{COMMAND}|(?<!_)(?<!_\{{)(?P<n>{letters[0]})")  # also the n of nb
    for size, words in _sizes(problem).items():
        if size not in told and size != letters[0]:
            made = letter.sub(lambda m, n=size: f" {n} " if m["n"] else m[0], latex)
            yield made, WORDS.format(letters[0], *words)


def _told(found: Understood) -> set[str]:
    """The letters of declarations and definitions."""
    said, reading = found.said, found.reading
    texts = [each.within for each in reading.declared]
    texts += [*said.sizes.values(), *said.spaces.values(), *reading.sizes.values()]
    texts += [value for each in reading.defined for value in each.values]
    texts += [each.values[0] for each in (found.function,) if each is not None]
    return {letter for text in texts for letter in re.findall(r"\\?[A-Za-z]+", text)}


def _sizes(problem: Problem) -> dict[str, tuple[str, str]]:
    """The sizes that are letters, each with what it is of a variable; vectors first."""
    made: dict[str, tuple[str, str]] = {}
    symbols = sorted(problem.symbols.items(), key=lambda each: not each[1].shape.is_column)
    for name, x in symbols:
        kinds = ("length", "") if x.shape.is_column else ("number of rows", "number of columns")
        for dim, kind in zip(x.shape, kinds, strict=True):
            for size in dim.names if kind and len(dim.names) == 1 else ():
                made.setdefault(size, (kind, plain_name(name)))
    return made
