r"""Models behind data: y = Xβ + ε says where y comes from, and defines nothing by which to derive.

The data are held fixed, or, if the function is one of the noise, ε = y − Xβ is what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from matgrad.app.ask.formulas.notation import (
    HESSIAN,
    Left,
    left_side,
    names_in,
    source_of,
    text_of,
    with_bases,
)
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined, names_of
from matgrad.app.ask.problem.calls import Meaning, depends_on
from matgrad.app.ask.problem.choosing import reached
from matgrad.app.ask.problem.function import read_function
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.sentences import sentences
from matgrad.app.derivation import Derivation
from matgrad.ops import zeros_op
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify
from matgrad.syntax.latex_divisions import top_level

NOISE = frozenset("epsilon varepsilon eps eta e u nu xi noise error".split())
# Letters that are noise if words say so.
POSSIBLE = NOISE | frozenset("v w n r z E U V W N delta zeta omega Xi Delta".split())
_SAYS = re.compile(
    r"\b(?:models?|measurements?|measured|observ\w+|regression|nois[ey]\w*|disturbances?|residuals?"
    r"|errors?|random|gaussian|iid|i\.i\.d|data|generated|sampled)\b",
    re.I,
)
_NOISE = r"(?:nois[ey]\w*|errors?|disturbances?|residuals?|random|gaussian|normal|iid|i\.i\.d)"
_CALLED = re.compile(
    rf"({M})\s+(?:is|are|denotes?|being)\s+(?:[a-z-]+\s+){{0,5}}?\b{_NOISE}\b"
    rf"|\b{_NOISE}\s+(?:(?:terms?|vectors?|matri(?:x|ces)|variables?)\s+)?({M})",
    re.I,
)
ERRORS = frozenset("epsilon varepsilon eps e noise error".split())
_RESIDUAL = re.compile(  # the prediction error on an observed rating is; not: a model with errors
    r"(?<!with )(?<!plus )(?<!and )(?<!additive )(?<!independent )(?<!random )(?<!gaussian )"
    r"\b(?:errors?|residuals?|innovations?|mismatch|discrepanc(?:y|ies)|deviations?)"
    r"(?:\s+(?:[a-z-]+\s+){0,6}?(?:is|are|be|by|as))?\s*[:,]?\s*$",
    re.I,
)
_DRAWN = re.compile(r"^(.*?)\s*\\(?:sim|overset\s*\{[^{}]*\}\s*\{\s*\\sim\s*\})(?![A-Za-z])")


def hold_data(found: Understood, function: Defined, wanted: Collection[str]) -> None:
    """Keep the data of models fixed where the function has their parameters besides.

    By something that the model has not, as s of \\|y - Xw\\|^2/s, they are data just as well.
    """
    for name in sorted(reached(found, function) & found.meaning.defined.keys()):
        own = {*names_in(found.meaning.defined[name].values[0])}
        beside = reached_without(found, function, name) & (({*wanted} & own) or own)
        if name not in (*found.kept, *wanted) and beside & own and is_model(found, name):
            found.kept += (name,)
            value = quoted(found.meaning.defined[name].values[0]).plain
            found.notes.append(
                f"{plain_name(name)} = {value} is read as the model behind the data: "
                f"{plain_name(name)} is held fixed"
            )


def turn_models(found: Understood, function: Defined, wanted: Collection[str]) -> None:
    """Take e = y − Xβ from the model y = Xβ + e where the function is one of e."""
    inside = reached(found, function)
    for name, definition in list(found.meaning.defined.items()):
        is_new = bool({*wanted} & {*names_in(definition.values[0])} - inside)
        if name in inside or not is_new:
            continue
        noise = next((n for n in noise_in(found, name) if n in inside), None)
        if noise is None or noise in found.meaning.defined:
            continue
        parts = terms(definition.values[0])
        rest = [term for term in parts if _name(term) != noise]
        spelled = next(term for term in parts if _name(term) == noise).strip("+- ")
        written = found.reading.spelled.get(noise, spelled)  # \varepsilon stays that
        found.reading.spelled.setdefault(noise, written)
        value = rf"{definition.latex} - \left({' '.join(rest)}\right)"
        found.meaning.defined[noise] = Defined(Left(noise), written, (value,), definition.segment)
        del found.meaning.defined[name]
        found.notes.append(
            f"{plain_name(noise)} = {quoted(value).plain} is taken from the model of "
            f"{plain_name(name)}"
        )


def vanishing(found: Understood, first: Derivation) -> list[str]:
    """The definitions but for which the function would depend on a variable, as it should."""
    function = found.function
    claimed = [value for each in found.reading.claimed for value in each.values]
    claimed += [each.value for each in found.said.points]
    if function is None or first.kind == HESSIAN or "0" in map(str.strip, claimed):
        return []
    lost = {name for name, x in first.answers.items() if simplify(x).op is zeros_op}
    parts = [name for name in found.meaning.defined if name not in found.kept] if lost else []
    parts = [name for name in parts if lost & depends_on(name, found.meaning)]
    inside = reached(found, function)
    return [n for n in parts if n in inside and lost & reached_without(found, function, n)][:1]


def hold(found: Understood, names: Sequence[str]) -> None:
    """Hold these fixed, and read the function again."""
    for name in names:
        value = quoted(found.meaning.defined[name].values[0]).plain
        shown = plain_name(name)
        found.notes.append(
            f"with {shown} = {value} put in, the derivative would be 0: {shown} is held fixed"
        )
    found.kept += (*names,)
    read_function(found, scalar=found.is_scalar)


def is_model(found: Understood, name: str) -> bool:
    """Is this a definition with a term of noise, which the function has nowhere else?"""
    function = found.function
    assert function is not None
    elsewhere = reached_without(found, function, name)
    return any(noise not in elsewhere for noise in noise_in(found, name))


def noise_in(found: Understood, name: str) -> list[str]:
    """The terms of a definition that are noise: by their letter, or by what is said of them."""
    definition = found.meaning.defined[name]
    words, parts = words_before(found, definition.segment), terms(definition.values[0])
    if with_bases([name])[-1] in ERRORS or _RESIDUAL.search(words):  # e = r - p^T q is the error
        return []
    alone = [n for term in parts if (n := _name(term))]
    if len(alone) == len(parts):  # z = x + u
        alone = alone[1:]
    if all(term.startswith("-") for term in parts[1:]):  # v - Kx: nothing that v is added to
        return []
    told = {*called_noise(found)}
    is_told = _SAYS.search(words) is not None
    letters = POSSIBLE if is_told else NOISE
    return [n for n in alone if n in told or with_bases([n])[-1] in letters]


def called_noise(found: Understood) -> Iterator[str]:
    r"""The names that words call noise, and those that are drawn: \epsilon \sim N(0, I)."""
    marked = " ".join(found.cut.marked.split())
    for match in _CALLED.finditer(marked):
        yield from names_of(match[1] or match[2], found.reading)
    for latex in (*found.reading.bare.values(), *found.reading.identities):
        drawn = _DRAWN.match(latex)
        yield from names_in(drawn[1]) if drawn else ()


def words_before(found: Understood, segment: int) -> str:
    """What the sentence of a formula says before it."""
    for sentence in sentences(found.cut.marked):
        if segment in [*numbers(" ".join(re.findall(M, sentence)))]:
            return sentence[: sentence.index(mark_of(segment))]
    return ""


def terms(latex: str) -> list[str]:
    """What is added in a formula, each with its sign."""
    source = source_of(latex)
    if source is None:
        return [latex]
    signs = [i for i in top_level(source, 0, len(source.glyphs)) if source.glyphs[i].text in "+-"]
    signs = [i for i in signs if source.glyphs[i].kind == "sign" and i > 0]
    bounds = [0, *signs, len(source.glyphs)]
    return [text_of(source, lo, hi, latex) for lo, hi in pairwise(bounds) if lo < hi]


def _name(term: str) -> str | None:
    """The name that a term is; no call and no negative one."""
    left = left_side(term.removeprefix("+").strip())
    return left.name if left is not None and left.arguments is None else None


def reached_without(found: Understood, function: Defined, name: str) -> set[str]:
    """What a function depends on besides what it does through one definition."""
    others = {n: d for n, d in found.meaning.defined.items() if n != name}
    meaning = Meaning(found.meaning.functions, others)
    direct = with_bases(names_in(function.values[0]))
    return {*direct}.union(*(depends_on(n, meaning) for n in direct))
