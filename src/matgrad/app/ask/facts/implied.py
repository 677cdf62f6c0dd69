"""What formulas imply of a name: λ in diag(λ) is a vector, and t in A(t) a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from matgrad.app.ask.facts.said import Given, Said
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.segments import Cut
from matgrad.core.facts import SQUARE_ONLY, fact_words
from matgrad.render.glyphs import plain_name


def free_numbers(cut: Cut, said: Said) -> None:
    """What is said of a matrix is not said of the number that it depends on."""
    for _, by in cut.depends:
        said.facts.get(by, set[str]()).difference_update(SQUARE_ONLY)
        for kept in (said.supposed, said.doubtful, said.denied, *said.cases.values()):
            kept[:] = [(name, fact) for name, fact in kept if name != by or fact not in SQUARE_ONLY]
        said.kinds[by] = "scalar"
        said.squares.discard(by)


def free_named(cut: Cut, said: Said) -> None:
    """What no derivative of a function that is only named makes use of, R(t)^TR(t) = I, is said."""
    for name, _ in cut.depends:
        facts = said.facts.get(name, set[str]())
        for fact in sorted(facts & _CURVED):
            facts.discard(fact)
            said.unknown.append((name, f"{plain_name(name)} is {fact_words(fact)}"))


_CURVED = frozenset({"orthogonal", "unit", "simplex", "one_hot"})  # what leaves no linear space


def square_in_cases(said: Said, reading: Reading) -> None:
    """What some case takes to be symmetric or orthogonal is square, if the text does not say."""
    declared = {each.name for each in reading.declared} | {*said.spaces, *said.sizes}
    supposed = {fact for facts in said.cases.values() for fact in facts}
    said.squares |= {name for name, fact in supposed if fact in SQUARE_ONLY} - declared


_SPACE = re.compile(r"(?P<field>\\mathbb\s*\{\s*\w\s*\}\s*)\^\s*\{?(?P<size>[^{}^]+)\}?\s*")


def turn_rows(said: Said, reading: Reading) -> None:
    """What is in R^n and called a row vector is 1×n."""
    for i, each in enumerate(reading.declared):
        space = _SPACE.fullmatch(each.within)
        if space and each.kind == "vector" and said.kinds.get(each.name) == "row":
            size = space["size"].strip()
            within = rf"{space['field']}^{{1\times {size}}}"
            reading.declared[i] = replace(each, within=within)


_DIAGONAL = re.compile(
    r"(?:\\operatorname|\\mathrm|\\text)\s*\{\s*[dD]iag\s*\}\s*(?:\\left\s*)?\(\s*"
    r"(?P<x>\\[a-z]+|[a-z])\s*(?:\\right\s*)?\)"
)


def tell_diagonals(said: Said, reading: Reading) -> None:
    """What stands on a diagonal is a vector, if nothing else is said of it."""
    declared = {each.name for each in reading.declared}
    for name in _diagonals(reading):
        if name not in declared and name not in said.kinds:
            said.kinds[name] = "vector"


def _diagonals(reading: Reading) -> Iterator[str]:
    formulas = [value for each in reading.defined for value in each.values]
    for latex in (*formulas, *reading.bare.values()):
        for found in _DIAGONAL.finditer(latex):
            if name := whole_name(found["x"]):
                yield name


_ENTRY = re.compile(r"(?P<stem>[a-z]+)_(?P<i>[ijkl])")
_OF_ENTRIES = frozenset({"positive", "nonnegative", "simplex"})  # said of numbers, or of all
_TURNED = r"\s*(?:\^\s*(?:T\b|\\top(?![A-Za-z])|\{\s*(?:T|\\top)\s*\})|')"


def lift_entries(said: Said, cut: Cut) -> None:
    """What is said of the entries below a sum is said of the vector: the x_i are positive."""
    text = " ; ".join(cut.formulas)
    names = dict.fromkeys([*said.facts, *(name for name, _ in (*said.doubtful, *said.supposed))])
    for name in names:
        entry = _ENTRY.fullmatch(name)
        if entry is None or not _is_number(text, entry):
            continue
        stem = entry["stem"]
        lifted = said.facts.get(name, set[str]()) & _OF_ENTRIES
        said.facts.setdefault(stem, set()).update(lifted)
        if not (rest := said.facts.pop(name, set[str]()) - lifted):
            said.kinds.pop(name, None)
        said.facts |= {name: rest} if rest else {}
        for kept in (said.doubtful, said.supposed):
            kept[:] = [
                (stem, x) if (n, x) == (name, x) and x in _OF_ENTRIES else (n, x) for n, x in kept
            ]


def _is_number(text: str, entry: re.Match[str]) -> bool:
    """Does a sum run over these, and is none of them transposed or a norm taken of it?"""
    i, stem = entry["i"], rf"(?:\\?{entry['stem']}|\\mathbf\s*\{{\s*{entry['stem']}\s*\}})"
    below = rf"(?<![A-Za-z\\]){stem}\s*_\s*(?:\{{\s*{i}\s*\}}|{i}(?![A-Za-z]))"
    running = re.search(rf"\\sum\s*(?:\\limits\s*)?_\s*\{{?\s*{i}(?![A-Za-z])", text)
    is_vector = re.search(rf"{below}{_TURNED}|\\\|\s*{below}", text)
    return running is not None and re.search(below, text) is not None and is_vector is None


def tell_vectors(said: Said, cut: Cut) -> None:
    """What sums to one is a vector, and what is positive is one where it is transposed."""
    text = " ; ".join(cut.formulas)
    for name, facts in said.facts.items():
        if name[0].isupper() or not facts & _OF_ENTRIES:
            continue
        turned = rf"(?<![A-Za-z\\])\\?{re.escape(name)}{_TURNED}"
        if "simplex" in facts or re.search(turned, text):
            said.kinds.setdefault(name, "vector")


_E = r"(?<![A-Za-z\\])e\s*_\s*(?:\{{\s*{0}\s*\}}|{0}(?!\d))"
_UNIT = re.compile(_E.format("([1-9])"))
_AS_VECTOR = r"{0}\s*\^\s*\{{?\s*(?:T|\\top)|(?<!\\)[A-Z]\s*{0}|(?:^|;|=)\s*{0}\s*(?:$|;)"
_ERRORS = re.compile(r"\b(?:errors?|residuals?|noise|elementary charge|eccentricit\w+)\b", re.I)


def tell_units(said: Said, reading: Reading, cut: Cut) -> None:
    """Beside e_1^T, Ae_1 or x = e_1 the names e_1, e_2 are unit vectors, if nothing else is said.

    Which entry of them is one is not used: beside matrices that are written out claims stay open.
    """
    text = " ; ".join(cut.formulas)
    names = sorted({a or b for a, b in _UNIT.findall(text)})
    told = {each.left.name for each in reading.defined if re.match(r"e_?\w", each.left.name)}
    told |= {each.name for each in reading.declared if each.name[0] == "e"}
    is_vector = any(re.search(_AS_VECTOR.format(_E.format(n)), text) for n in names)
    if not is_vector or told or _ERRORS.search(cut.words):
        return
    for one, other in combinations_with_replacement(names, 2):
        said.given.append(Given(f"e_{one}^T e_{other}", "1" if one == other else "0"))
    for n in names if r"\begin" in text else ():
        said.unknown.append((f"e{n}", f"e{n} is the unit vector number {n}"))
