r"""Dots between letters of which nothing is said: a\cdot x is a product of numbers or of vectors.

Where a third factor follows, as in (a\cdot x)x, both have a meaning, and another derivative. A
transpose or the word vector tells them apart, and so does a typed star; otherwise it is asked. A
typed formula of small letters alone, (w*x + b - y)^2, is one of numbers, and so are k and m of
k*m*||x||^2, of which nothing but this product is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.facts.normal import squeezed
from matgrad.app.ask.facts.scalars import NO_TRANSPOSE
from matgrad.app.ask.problem.bold import letters as letters_of
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.dotted_members import pairs_in
from matgrad.core.dims import ONE, Dim
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError
from matgrad.ops import frobenius
from matgrad.render.glyphs import plain_name

_CHAIN = re.compile(
    r"(?<![A-Za-z\\_^{])(?P<a>[a-z])\\cdot\s*(?P<b>[a-z])\)?\s*(?:\\cdot\s*)?\s*(?P<c>[a-z])"
    r"(?![A-Za-z_^'(]|\\cdot)"
)
_VECTORS = re.compile(
    r"\bvectors?\b|\bjacobian\b|\bdot product|\binner product|\bscalar product", re.I
)
# What numbers do not have: matrices, transposes, norms, sums of entries and products of them.
_NO_NUMBERS = re.compile(
    r"(?<![A-Za-z\\{])[A-Z]|'|\\top|\^\s*\{?\s*T|\\\||\|\||‖|\\(?:sum|odot|oslash|mathbf|langle|vec)"
    r"|\\(?:operatorname|mathrm|text)\s*\{\s*(?:sum|mean|norm\w*|softmax|logsumexp|var|std|dot|diag|max|min)"
)
_PRODUCTS = re.compile(r"\b(?:dot|inner|scalar) products?\b", re.I)
WHICH = "Is {a}·{b} a product of vectors or of numbers? Say which, as “{c} is a vector”."


def settle_dots(found: Understood) -> None:
    """Read letters beside dots as numbers or as vectors where the text tells which they are."""
    names = _open(found)
    function, problem = found.function, found.problem
    is_vector = _are_vectors(found, names)
    if not names or function is None or problem is None or not (found.cut.has_stars or is_vector):
        return
    kind = "vector" if is_vector else "scalar"
    script = script_of(found, function, found.is_scalar and not is_vector, found.kept)
    kinds = dict.fromkeys(names, kind)
    if not is_vector and all(problem.symbols[name].is_scalar for name in names):
        found.said.kinds |= kinds
        return
    try:
        made, notes = settled(replace(script, kinds={**script.kinds, **kinds}))
    except MatgradError:
        return
    found.problem, found.is_scalar = made, made.function.is_scalar
    found.said.kinds |= kinds
    what = "vectors" if is_vector else "numbers"
    found.notes += [*notes, f"{', '.join(names)} are read as {what}"]


def settle_stars(found: Understood) -> None:
    """Read letters between typed stars of which nothing is said as numbers.

    These are all letters of a formula of small ones, and else those in inner products alone.
    """
    problem, function = found.problem, found.function
    if problem is None or function is None or not found.cut.has_stars:
        return
    script = script_of(found, function, found.is_scalar, found.kept)
    said = {*script.kinds, *script.facts, *(each.name for each in script.declared)}
    names = [name for name, x in problem.symbols.items() if not x.is_scalar]
    own = re.compile(rf"(?<![A-Za-z\\]){re.escape(function.left.name)}(?![A-Za-z])")  # L = …
    texts = [own.sub("", latex) for latex in found.cut.formulas]
    told = [*problem.symbols]
    if _VECTORS.search(found.cut.words) or any(map(_NO_NUMBERS.search, texts)):
        told = names = _only_multiplied(problem)
        if any("·" in latex for latex in texts) or _PRODUCTS.search(found.cut.words):
            return
    if not names or said.intersection(names):
        return
    kinds = dict.fromkeys(names, "scalar")
    try:
        made, notes = settled(replace(script, kinds={**script.kinds, **kinds}))
    except MatgradError:
        return
    found.problem, found.is_scalar = made, made.function.is_scalar
    found.said.kinds |= kinds
    found.notes += [*notes, f"{', '.join(map(plain_name, told))} are read as numbers"]


def _only_multiplied(problem: Problem) -> list[str]:
    """The vectors of which nothing but inner products are taken: the star of a number is none.

    In k*m*||x||^2 these are k and m; x has a norm.
    """
    roots = (problem.function, *(each.value for each in problem.definitions))
    inner, other = set[Dim](problem.function.shape), set[Dim](problem.function.shape)
    for node in postorder(*roots):
        gone = {dim for arg in node.args for dim in arg.shape} - {*node.shape}
        inner, other = (inner | gone, other) if node.op is frobenius else (inner, other | gone)
    matrices = (x.shape for x in problem.symbols.values() if not x.shape.is_vector)
    open_sizes = inner - other - {ONE}.union(*matrices)
    return [
        name
        for name, x in problem.symbols.items()
        if x.shape.is_column and x.shape.rows in open_sizes
    ]


def unclear_dots(found: Understood) -> Iterator[str]:
    """The question what letters beside dots are."""
    if names := _open(found):
        a, b, *_ = names
        yield WHICH.format(a=a, b=b, c=names[-1])
    elif pair := _beside_member(found):
        yield WHICH.format(a=pair[0], b=f"{pair[1]}_i", c=pair[0])


def _beside_member(found: Understood) -> tuple[str, str] | None:
    """Letters q and k of q·k_i below a sum, if q is read as a number and no line says so."""
    if found.function is None or found.problem is None or found.cut.has_stars:
        return None
    if any(NO_TRANSPOSE in note for note in (*found.notes, *found.problem.notes)):
        return None
    known = _known(found)
    symbols = found.problem.symbols
    for letter, member in pairs_in(found.function.values[0]):
        symbol = symbols.get(letter.lstrip("\\"))
        is_open = symbol is not None and symbol.is_scalar and symbol.name not in known
        if is_open and member not in known and r"\sum" in found.function.values[0]:
            return letter.lstrip("\\"), member.lstrip("\\")
    return None


def _known(found: Understood) -> set[str]:
    """The names of which the text says anything."""
    known = {*found.said.kinds, *found.said.spaces, *found.said.sizes, *found.meaning.defined}
    return known | {each.name for each in found.reading.declared}


def _open(found: Understood) -> list[str]:
    """The letters of a product of three of which nothing is said, if the last one is a number."""
    if found.function is None or found.problem is None:
        return []
    chain = _CHAIN.search(squeezed(found.function.values[0]))
    known = _known(found)
    names = [*dict.fromkeys(chain.groups())] if chain else []
    last = found.problem.symbols.get(chain["c"]) if chain else None
    is_open = last is not None and last.is_scalar and not known.intersection(names)
    return names if is_open else []


def _are_vectors(found: Understood, names: list[str]) -> bool:
    """Does the text transpose one of them, have one in bold, or speak of vectors?"""
    if any(bold.intersection(names) for bold, _ in map(letters_of, found.cut.formulas)):
        return True
    letters = "|".join(names) or "(?!)"
    turned = re.compile(rf"(?<![A-Za-z\\])(?:{letters})\s*(?:\^\s*\{{?\s*(?:T|\\top)|')")
    return any(map(turned.search, found.cut.formulas)) or bool(_VECTORS.search(found.cut.words))
