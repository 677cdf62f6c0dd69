r"""Matrices that depend on a number: with A = A(t), “M(t) is a function of t”, every A is A(t)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.spelling.patterns import COMMAND, LETTER, D
from matgrad.app.ask.text.marks import LIST, M
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import SMOOTHLY

_ARGUMENT = rf"\s*(?:\\left\s*)?\(\s*(?P<by>{LETTER})\s*(?:\\right\s*)?\)"
_CALL = re.compile(rf"\s*(?P<name>{LETTER}){_ARGUMENT}\s*[.,;]?\s*")
_SELF = re.compile(rf"\s*(?P<name>{LETTER})\s*=\s*(?P=name){_ARGUMENT}\s*[.,;]?\s*")
_NUMBER = (
    r"(?P<how>(?:(?:the|an?|some|one|single|scalar|real|(?:hyper-?)?parameter|number|time|variable"
    r"|kernel|length[- ]?scale|bandwidth|angle)\s+)*)"
)
_ON = (
    rf"(?P<between>[^.?!;{M[0]}]{{0,60}}?)\b(?:(?:function|curve|path)\s+of"
    rf"|depend(?:s|ing|ent)?\s+{SMOOTHLY}(?:up)?on|parametri[sz]ed\s+by)\s+{_NUMBER}(?P<by>{M})"
)
_DEPENDS = tuple(
    re.compile(rf"(?P<what>{x}){_ON}", re.I) for x in (M, r"\b(?-i:[B-Z]|A(?= dep))\b")
)
_NAMES = rf"(?:both\s+)?({LIST}|(?-i:[A-Z](?:\s+and\s+[A-Z])?)\b)\s+"
_TURNED = tuple(  # a parameter t that A depends on, on which A depends, of which A is a function
    re.compile(rf"(?P<by>{M})\s*,?\s+{way}", re.I)
    for way in (
        rf"(?:that|which)\s+{_NAMES}(?:both\s+)?{SMOOTHLY}depends?\s+(?:up)?on\b",
        rf"(?:up)?on\s+which\s+{_NAMES}(?:both\s+)?depends?\b",
        rf"of\s+which\s+{_NAMES}(?:is|are)\s+(?:an?\s+)?(?:[a-z]+\s+)?functions?\b",
    )
)
_SCALAR = re.compile(
    r"\b(?:scalar|real|number|time|(?:hyper-?)?parameter|length[- ]?scale|bandwidth|angle)\b", re.I
)
_NOT = re.compile(r"\b(?:not|no|never|independent)\b|n['’]t\b|=|\bscalar\b", re.I)
_HEAD = re.compile(r"^\s*(?:\\?[A-Za-z]+|\\math\w+\s*\{\w+\})\s*(?:\\left\s*)?\(([^()=]*)\)\s*:?=")
_SLOPE = re.compile(rf"^\s*\\[dt]?frac\s*\{{\s*{D}\s*\}}\s*\{{\s*{D}\s*({LETTER})\s*\}}")
_BY_TIME = re.compile(
    rf"\\[dt]?frac\s*\{{\s*{D}\s*(?P<f>{LETTER})?(?:\s*\(\s*t\s*\))?\s*\}}\s*\{{\s*{D}\s*t\s*\}}"
)
_TIMED = re.compile(
    r"\btime[- ]derivatives?\b|\bderivatives? (?:by|with respect to|in) time\b", re.I
)
_DEFINED = re.compile(rf"\s*(?P<name>{LETTER})\s*(?:\(\s*(?P<x>{LETTER})\s*\)\s*)?:?=")
GREEK = r"\\[a-z]+"
_LOGARITHM = re.compile(rf"\\(?:log|ln)\s*([A-Z])\s*\(\s*({GREEK})\s*\)")
# K(\theta) as a matrix: inverted, in a determinant or a trace, or between vectors
_CALLED = re.compile(
    rf"\\(?:operatorname\s*\{{\s*(?:inv|logdet|det|tr)\s*\}}|det|tr)\s*(?:\\left\s*)?\(\s*([A-Z])\s*\(\s*({GREEK})\s*\)"
    rf"|(?<![A-Za-z\\])([A-Z])\s*\(\s*({GREEK})\s*\)\s*\^\s*\{{\s*-1\s*\}}"
)
NEAR = 60  # characters before a number in which words say what it is
NUMBERS = ("t", "s")  # letters of numbers


def with_dependence(cut: Cut) -> Cut:
    """The text with A(t) in the place of A, where it says that A depends on the number t."""
    cut = _with_one_entry(cut)
    pairs = dict(dependent(cut))
    for name, by in pairs.items():
        cut = cut.rewritten(partial(_written, name=name, by=by))
    names = {whole_name(name) or name: whole_name(by) or by for name, by in pairs.items()}
    return replace(cut, depends=tuple(names.items()))


def _with_one_entry(cut: Cut) -> Cut:
    r"""The text with \theta for \theta_j, where K(\theta) is only differentiated by that entry."""
    selves = (found for latex in cut.formulas if (found := _SELF.fullmatch(latex)))
    for by in dict.fromkeys(found["by"] for found in selves):
        entry = re.compile(
            rf"{re.escape(by)}\s*_\s*(?:(?P<i>[a-z])(?![A-Za-z])|\{{\s*(?P<j>[a-z])\s*\}})"
        )
        text = " ; ".join(cut.formulas)
        indices = {found["i"] or found["j"] for found in entry.finditer(text)}
        others = entry.search(re.sub(rf"{D}\s*{entry.pattern}", " ", text))
        if len(indices) == 1 and others is None and not re.search(r"\\sum|\\in(?![A-Za-z])", text):
            (index,) = indices
            sign = quoted(by).plain
            note = f"{sign} is written for the number {sign}_{index}; the other entries stay"
            cut = cut.rewritten(lambda latex, e=entry, x=by: e.sub(lambda _: f"{x} ", latex), note)
    return cut


def _is_parameter(by: str, math: dict[int, str]) -> bool:
    """Is this a Greek letter that nothing calls a vector, as the θ of a kernel K?"""
    return re.fullmatch(GREEK, by) is not None and not _is_vector(by, [*math.values()])


def dependent(cut: Cut) -> Iterator[tuple[str, str]]:
    """The letters that depend on a number, and that number, in LaTeX."""
    math = {i: each.text for i, each in enumerate(cut.segments) if each.is_math}
    for text in math.values():
        if found := _SELF.fullmatch(text):
            yield found["name"], found["by"]
        yield from _beside(text, [*math.values()])
    yield from cut.depends  # by dots
    yield from _potentials([*math.values()])
    yield from _moving(math, cut.words)
    marked = " ".join(cut.marked.split())
    for what, how, mark in _told(marked):
        by = math[int(mark[1:-1])].strip()
        first = what if what.isalpha() else math[int(what[1:-1])].strip()
        call = _CALL.fullmatch(first)
        name = call["name"] if call else first
        is_number = by in NUMBERS or _SCALAR.search(how) is not None
        is_number = is_number or (name.isupper() and _is_parameter(by, math))
        is_letter = re.fullmatch(LETTER, name) and re.fullmatch(LETTER, by)
        if is_letter and is_number and name != by:
            yield name, by


def _told(marked: str) -> Iterator[tuple[str, str, str]]:
    """What depends on what by the words of a text, and the words before the latter."""
    for found in (found for pattern in _DEPENDS for found in pattern.finditer(marked)):
        if not _NOT.search(found["between"]):
            yield found["what"], found["how"], found["by"]
    yield from turned(marked)


def turned(marked: str) -> Iterator[tuple[str, str, str]]:
    """What depends on what, where the latter stands first: a parameter t that A depends on."""
    for found in (found for pattern in _TURNED for found in pattern.finditer(marked)):
        how = " ".join(marked[max(0, found.start() - NEAR) : found.start()].split()[-3:])
        for each in re.findall(rf"{M}|\b[A-Z]\b", found[2]):
            yield each, how, found["by"]


def _moving(math: dict[int, str], words: str) -> Iterator[tuple[str, str]]:
    r"""The letters that move with time where \frac{d}{dt} stands: x(t), \dot x."""
    texts = [*math.values()]
    slopes = [found for text in texts for found in _BY_TIME.finditer(text)]
    if not slopes and not _TIMED.search(words):
        return
    heads = [found for text in texts if (found := _DEFINED.match(text))]
    defined = {found["name"] for found in heads}
    calls = [
        call["name"] for text in texts if (call := _CALL.fullmatch(text)) and call["by"] == "t"
    ]
    dotted = [each for text in texts for each in re.findall(rf"\\dot\s*\{{?\s*({LETTER})", text)]
    for name in dict.fromkeys((*calls, *dotted)):
        if name not in defined and name not in NUMBERS:
            yield name, "t"


def _beside(latex: str, others: list[str]) -> Iterator[tuple[str, str]]:
    r"""The capital letters that a function of a Greek letter or of t calls with it: K(\\theta).

    In the logarithm of a density, \\log C(\\kappa), the letter need not be that of the function.
    """
    head = _HEAD.match(latex) or _SLOPE.match(latex)
    by = head[1].strip() if head else ""
    called = rf"(?<![A-Za-z\\])([A-Z])\s*\(\s*({re.escape(by)})\s*\)"
    is_number = by in NUMBERS or re.fullmatch(GREEK, by)
    body = latex[head.end() :] if head and is_number else ""
    value = latex.partition("=")[2]
    found = [*re.findall(called, body), *_LOGARITHM.findall(value), *_inverted(value)]
    for name, of in dict.fromkeys(found):
        is_defined = any(re.match(rf"\s*{name}\s*(?:\([^()=]*\)\s*)?:?=", x) for x in others)
        is_own = _HEAD.match(latex) is not None and head is not None and name in head[1]
        if not (is_defined or is_own or _is_vector(of, others)):
            yield name, of


def _inverted(value: str) -> Iterator[tuple[str, str]]:
    for m in _CALLED.finditer(value):
        yield (m[1], m[2]) if m[1] else (m[3], m[4])


def _potentials(texts: list[str]) -> Iterator[tuple[str, str]]:
    r"""The capital letters that are called with a number that has a velocity, as V(q)."""
    whole = " ; ".join(texts)
    for dot in dict.fromkeys(re.findall(r"\\mathrm\{[A-Za-z]+dot\}", whole)):
        stem = dot[len(r"\mathrm{") : -len("dot}")]
        by = stem if len(stem) == 1 else rf"\{stem}"
        called = rf"(?<![A-Za-z\\])([A-Z])\s*(?:\\left\s*)?\(\s*{re.escape(by)}\s*(?:\\right\s*)?\)"
        for name in dict.fromkeys(re.findall(called, whole)):
            heads = (re.match(rf"\s*{name}\s*(?:\([^()=]*\)\s*)?:?=", x) for x in texts)
            if not any(heads) and not (_is_vector(by, texts) or _is_vector(dot, texts)):
                yield name, by


def _is_vector(name: str, formulas: list[str]) -> bool:
    """Is a letter transposed, or in a space of vectors?"""
    sign = rf"{re.escape(name)}\s*(?:\^\s*\{{?\s*(?:T|\\top)|\\in\b[^=]*\^)"
    return any(re.search(sign, latex) for latex in formulas)


def _written(latex: str, name: str, by: str) -> str:
    """A formula with A(t) for A, and A'(t) for its derivative."""
    if re.match(rf"\s*{re.escape(name)}\s*\\in\b", latex):
        return latex
    if _SELF.fullmatch(latex):
        return f"{name}({by})"
    a, t = re.escape(name), re.escape(by)
    own = rf"{a}(?:{_ARGUMENT.replace('(?P<by>', '(?:')})?"
    slope = rf"\\[dt]?frac\s*\{{\s*{D}\s*{own}\s*\}}\s*\{{\s*{D}\s*{t}\s*\}}"
    at = rf"(?:\s*(?:\\left\s*)?\(\s*{t}\s*(?:\\right\s*)?\))?"  # \dot A(t) is \dot A
    dotted = rf"(?:\{{\s*{a}\s*\}}|{a}{'(?![A-Za-z])' if len(name) > 1 else ''}){at}"
    slope += rf"|\\dot\s*{dotted}"
    if re.fullmatch(rf"\s*(?:{slope})\s*", latex):  # in terms of \dot A
        return f"{name}({by})"
    latex = re.sub(slope, lambda _: f"{name}'({by})", latex)
    latex = re.sub(rf"\\ddot\s*{dotted}", lambda _: f"{name}''({by})", latex)
    primed = rf"{COMMAND}|(?P<own>{a})(?P<primes>'+)(?!'|\s*(?:\\left\s*)?\()"
    latex = re.sub(primed, lambda m: f"{name}{m['primes']}({by})" if m["own"] else m[0], latex)
    start = 0
    if head := _HEAD.match(latex):
        inside = [by if part.strip() == name else part for part in head[1].split(",")]
        first = (
            latex[: head.start(1)]
            + ",".join(dict.fromkeys(inside))
            + latex[head.end(1) : head.end()]
        )
        latex, start = first + latex[head.end() :], len(first)

    def call(found: re.Match[str]) -> str:
        return f"{name}({by})" if found["own"] else found[0]

    end = "(?![A-Za-z])" if len(name) > 1 else ""
    alone = re.compile(rf"(?P<own>{a}){end}(?!\s*(?:\\left\s*)?\(\s*{t}\s*|'|\s*_)|{COMMAND}")
    return latex[:start] + alone.sub(call, latex[start:])


def name_dependent(cut: Cut, reading: Reading) -> None:
    """Take A(t) alone for the name A, of which something is said."""
    for at, latex in list(reading.bare.items()):
        call = _CALL.fullmatch(latex)
        name = whole_name(call["name"]) if call else None
        if call and name and (name, whole_name(call["by"])) in cut.depends:
            reading.names.setdefault(at, []).append(name)
            reading.spelled.setdefault(name, call["name"])
            del reading.bare[at]
