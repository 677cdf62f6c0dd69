r"""Habits of writing that say more than the signs do, spelled out before a text is read.

- In a mean, \frac1n\sum_i x_i or \frac1n\mathbf{1}^Tx, the number n is how many are added.
- Upright and Greek differentials, \mathrm{d}X and \delta f = …, are those with a plain d.
- In k(x, x') the prime makes another point of x, no transpose.
- The derivative of x \mapsto xx^Ta is that of f(x) = xx^Ta, and f = f(x) = … is f(x) = …
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.notation import VEC
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import ONES
from matgrad.app.ask.spelling.points import points_beside
from matgrad.app.ask.text.marks import M, mark_of
from matgrad.app.ask.text.segments import Cut, Segment

PRIMED = "prime"  # the index of another point
_OVER = (
    r"(?P<over>\\[dt]?frac\s*(?:\{\s*\d+\s*\}|\d)\s*"
    r"(?:\{\s*\d*\s*(?P<a>[nmdpNMKDT])\s*\}|(?P<b>[nmdpNMKDT]))"
    r"|(?<![\w}])1\s*/\s*(?P<c>[nmdpNMKDT])(?!\s*\))"
    r"|(?<![\w}])(?:\\left\s*)?\(\s*1\s*/\s*(?P<e>[nmdpNMKDT])\s*(?:\\right\s*)?\))"  # (1/d) 1^T x
)
_BETWEEN = r"(?P<between>\s*(?:\\(?:[,;!:]|cdot\b|times\b|left\b)\s*|[\[(])*\s*)"
_MEAN = re.compile(
    rf"{_OVER}{_BETWEEN}\\sum\s*(?:\\limits)?\s*_\s*"
    r"(?:\{\s*(?P<i>[ijkl])\s*\}|(?P<j>[ijkl]))(?!\s*\^)"
)
_TURNED = r"\s*\^\s*(?:T|\\top\b|\{\s*(?:T|\\top|\\mathsf\s*\{?\s*T\s*\}?|\\intercal)\s*\})"
_ONES = (  # 1^Tx and 11^Tx behind 1/n; X^T1 behind 1/n
    re.compile(rf"{_OVER}{_BETWEEN}{ONES}(?=(?:\s*{ONES})?{_TURNED})"),
    re.compile(rf"{_OVER}(?P<between>\s*[A-Z]{_TURNED}\s*){ONES}(?!\s*[_^])"),
)
_SPACE = re.compile(r"\\(?:mathbb\s*\{?\s*R\s*\}?|R|Reals)\s*\^\s*(\{[^{}]*\}|\w)")
_DECLARED = re.compile(r"((?:[A-Za-z]\s*,\s*)*[A-Za-z])\s*\}?\s*\\in\s*\\(?:mathbb|R)")
_BOLD = r"\\(?:mathbf|boldsymbol|bm|vec)\s*"
_LETTER = rf"(?:{_BOLD}(?:\{{\s*\w\s*\}}|\w)|[A-Za-z]|\\[a-z]+)"
_ARGUMENT = re.compile(rf"\([^()=]*,\s*(?P<one>{_LETTER})'\s*[,)]|\(\s*(?P<two>{_LETTER})'\s*,")
_LISTED = re.compile(rf"(?:^|,)\s*(?P<one>{_LETTER})'\s*(?:,\s*{_LETTER}'?\s*){{0,6}}\\in\b")
_ALONE = re.compile(rf"\s*(?P<one>{_LETTER})'\s*(?:(?:(?P<set>\\in\b)|(?P<is>:?=)).*)?", re.DOTALL)
_BEFORE_POINT = (
    r"\b(?:respect to(?: the [a-z]+)?|wrt|w\.r\.t\.|points?|vectors?|matrices|inputs?|samples?"
    r"|states?|labels?|let|with|between|another|other|new|previous|next|second)"
)
_POINT = (
    r"(?:an?other|the other|some|an?|(?:the )?(?:previous|next|new|second|old|labels?|points?))\b"
)
_UPRIGHT = re.compile(
    r"\\(?:mathrm|operatorname|text|rm)\s*\{\s*d\s*\}\s*(?:\\[,!;:]\s*)?|\\mathrm\s+d\s*"
)
_D_VEC = re.compile(
    rf"(?<![A-Za-z\\{{])d\s*(?:\\[,!;:]\s*)?{VEC}(?:(?:\\left\s*)?\(\s*(?P<a>\w+)\s*(?:\\right\s*)?\)"
    r"|(?P<b>[A-Za-z])(?![A-Za-z]))"
)
_VARIED = re.compile(r"\s*\\delta\s*(?:[A-Za-z]|\\[a-z]+)\s*&?\s*=")  # δf = …
_VARIATION = re.compile(r"\\delta(?![A-Za-z])\s*(?![_^({])")
_MAP = re.compile(rf"\s*(?P<x>{_LETTER})\s*\\mapsto\s*(?P<value>[^=]+?)\s*[.,;]?\s*", re.DOTALL)
_DERIVED = re.compile(
    r"\b(?:gradients?|derivatives?|jacobians?|hessians?|differentia\w+)\b[^.?!]{0,60}$", re.I
)
_TWICE = re.compile(r"^\s*(\\?[A-Za-z]+)\s*=\s*(\1\s*\([^()=]*\)\s*=)")  # f = f(x) = …
_MAPPED = re.compile(
    r"^\s*(?P<f>[A-Za-z]|\\[a-z]+)\s*:\s*(?P<x>[A-Za-z])\s*\\mapsto\s*(?P<value>[^=]+)$", re.DOTALL
)
_ENTRY = re.compile(  # σ(z)_i = …
    r"^\s*(?P<f>\\?[A-Za-z]+)\s*(?:\\left\s*)?\(\s*[A-Za-z]\s*(?:\\right\s*)?\)\s*_\s*"
    r"(?P<i>[ijk]|\{\s*[ijk]\s*\})\s*(?==)"
)
# φ(x_n), where φ is given nowhere else: a vector for each n
_FEATURES = re.compile(
    r"(?P<f>(?:\\(?:boldsymbol|bm|mathbf)\s*)?(?:\{\s*\\(?:var)?(?:phi|psi)\s*\}|\\(?:var)?(?:phi|psi)))"
    r"\s*(?:\\left\s*)?\(\s*(?:\\mathbf\s*\{?\s*)?[a-z]\s*\}?\s*_\s*"
    r"(?P<i>[a-z]|\{\s*[a-z]\s*\})\s*(?:\\right\s*)?\)"
)
_DOTS = re.compile(r"(?<![A-Za-z\\])([a-z])\s*\\cdot\s*([A-Z])\s*\\cdot\s*([a-z])(?![A-Za-z_^'])")
_OF_ONE = re.compile(r"\s*(?P<f>[A-Za-z]|\\[a-z]+)\s*\(\s*(?P<x>\\?[a-z]+)\s*\)\s*:?=")  # f(x) = …
_LONE = re.compile(r"\s*(?P<f>[A-Za-z]|\\[a-z]+)\s*'{1,2}\s*")
_TRANSPOSED = re.compile(r"transpos", re.I)


def spelled_out(cut: Cut) -> Cut:
    """The text with these habits spelled out."""
    cut = with_features(cut)
    cut = cut.rewritten(lambda latex: _ENTRY.sub(r"\g<f>_\g<i> ", latex))
    cut = with_primes(cut.rewritten(with_differentials).rewritten(with_dots))
    if any(map(_VARIED.match, cut.formulas)):
        cut = cut.rewritten(lambda latex: _VARIATION.sub("d", latex))
    formulas = " ; ".join(cut.formulas)
    spaces = " ".join(_SPACE.findall(formulas))
    sizes = frozenset(re.findall(r"(?<!\\)\b[A-Za-z]\b", spaces))
    names = frozenset(x for each in _DECLARED.findall(formulas) for x in re.findall(r"\w", each))
    cut = cut.rewritten(lambda latex: _MAPPED.sub(_called_map, _TWICE.sub(r"\2", latex)))
    cut = with_maps(cut)
    return with_points(cut.rewritten(lambda latex: with_lengths(latex, sizes, names)))


def with_features(cut: Cut) -> Cut:
    """The text with φ_n for the features φ(x_n), if φ stands nowhere else and in a product."""
    text = " ; ".join(cut.formulas)
    names = {found["f"] for found in _FEATURES.finditer(text)}
    rest = _FEATURES.sub(" ", text)
    own = {
        x
        for x in names
        if re.search(rf"\\top\s*{re.escape(x)}|\^\s*\{{?\s*T\s*\}}?\s*{re.escape(x)}", text)
    }
    own = {x for x in own if not re.search(rf"{re.escape(x)}(?![A-Za-z])", rest)}

    def named(found: re.Match[str]) -> str:
        return f"{found['f']}_{found['i']} " if found["f"] in own else found[0]

    shown = dict.fromkeys(quoted(x).plain for x in sorted(own))
    notes = (f"{x} of each member is a vector of its own" for x in shown)
    return cut.rewritten(lambda latex: _FEATURES.sub(named, latex), *notes) if own else cut


def with_dots(latex: str) -> str:
    r"""The formula with x \cdot Ax for x \cdot A \cdot x: the second dot is one of matrices."""
    return _DOTS.sub(r"\1\\cdot \2 \3", latex)


def with_primes(cut: Cut) -> Cut:
    """The text with f'(x) for a lone f' of a function that it defines of one variable."""
    called = {m["f"]: m["x"] for text in cut.formulas if (m := _OF_ONE.match(text))}

    def primed(latex: str) -> str:
        found = _LONE.fullmatch(latex)
        is_known = found is not None and found["f"] in called
        return f"{latex.strip()}({called[found['f']]})" if found and is_known else latex

    return cut.rewritten(primed) if called else cut


def _called_map(found: re.Match[str]) -> str:
    """f(x) = x^TAx for f: x ↦ x^TAx; a map of entries, as σ: x ↦ x^2, stays one."""
    x, value = found["x"], found["value"]
    is_vector = rf"(?<![A-Za-z\\]){re.escape(x)}\s*(?:\^\s*\{{?\s*(?:T|\\top)|')|[A-Z]|\\\||\\sum"
    return f"{found['f']}({x}) = {value}" if re.search(is_vector, value) else found[0]


def with_maps(cut: Cut) -> Cut:
    """The text with names for the functions that are only written as maps."""
    letters = {*re.findall(r"[A-Za-z]", " ".join(cut.formulas))}
    free = [name for name in "fghFGk" if name not in letters]
    segments: list[Segment] = []
    for each in cut.segments:
        map_ = _MAP.fullmatch(each.text) if each.is_math and free else None
        if map_ and segments and _DERIVED.search(segments[-1].text):
            made = f"{free.pop(0)}({map_['x']}) = {map_['value']}"
            segments.append(Segment(True, made))
        else:
            segments.append(each)
    return replace(cut, segments=tuple(segments))


def with_differentials(latex: str) -> str:
    r"""The formula with a plain d for differentials, inside of vec.

    >>> with_differentials(r"\mathrm{d}\operatorname{vec}(F)")
    '\\operatorname{vec}(d F)'
    """
    latex = _UPRIGHT.sub("d ", latex)
    return _D_VEC.sub(lambda found: rf"\operatorname{{vec}}(d {found['a'] or found['b']})", latex)


def with_lengths(latex: str, sizes: Collection[str] = (), declared: Collection[str] = ()) -> str:
    r"""The formula with \sum_{i=1}^n for \sum_i behind \frac1n, and with \mathbf{1}_n.

    Not if n is the size of something `declared`, or what is added has a size.

    >>> with_lengths(r"\frac1n\sum_i x_i")
    '\\frac1n\\sum_{i=1}^{n} x_i'
    """

    def size(found: re.Match[str]) -> str:
        return next(filter(None, found.group("a", "b", "c", "e")))

    def limited(found: re.Match[str]) -> str:
        index = found["i"] or found["j"]
        added = re.findall(rf"(\w)\}}?\s*_\s*\{{?\s*{index}(?![A-Za-z])", latex[found.end() :])
        if size(found) in sizes or {*added} & {*declared}:
            return found[0]
        return rf"{found['over']}{found['between']}\sum_{{{index}=1}}^{{{size(found)}}}"

    def sized(found: re.Match[str]) -> str:
        if {*re.findall(r"\w", latex)} & {*declared} and size(found) not in sizes:
            return found[0]
        return rf"{found['over']}{found['between']}\mathbf{{1}}_{{{size(found)}}}"

    latex = _MEAN.sub(limited, latex)
    for ones in _ONES:
        latex = ones.sub(sized, latex)
    return latex


def with_points(cut: Cut) -> Cut:
    """The text with names of their own for the points that are written with a prime."""
    formulas = cut.formulas
    written = {m["one"] or m["two"] for text in formulas for m in _ARGUMENT.finditer(text)}
    written |= {m["one"] for text in formulas for m in _LISTED.finditer(text)}
    words = "".join(each.text for each in cut.segments if not each.is_math)
    if not _TRANSPOSED.search(words):
        alone = {(m["one"], bool(m["is"])) for m in _alone(cut)}
        called = [pair for pair in alone if any(_is_called(*pair, text) for text in formulas)]
        written |= {letter for letter, _ in alone.difference(called)}
    written |= {x for text in cut.formulas for x in points_beside(text)}
    points = sorted({re.sub(rf"{_BOLD}|[{{}}\s]", "", x) for x in written})
    if not points:
        return cut
    one = "|".join(map(re.escape, points))
    either = rf"{_BOLD}(?:\{{\s*(?:{one})\s*\}}|(?:{one}))|{one}"
    primed = re.compile(rf"({either})'(?!')|\\[A-Za-z]+")
    below = re.compile(rf"(\\partial\s*(?:{either}))\}} '(?!')")  # of ∂k/∂x', on one line

    def renamed(found: re.Match[str]) -> str:
        return f"{found[1]}_{{{PRIMED}}}" if found[1] else found[0]

    shown = (x.removeprefix("\\") for x in points)
    notes = (f"{x}' is a point of its own, called {x}_{PRIMED}: no transpose" for x in shown)
    return cut.rewritten(lambda x: primed.sub(renamed, below.sub(r"\1'}", x)), *notes)


def _alone(cut: Cut) -> Iterator[re.Match[str]]:
    """The letters with a prime that are defined, declared, differentiated by, or called something.

    The words matter: in “is it A'?” the prime is a transpose.
    """
    for index, segment in enumerate(cut.segments):
        found = _ALONE.fullmatch(segment.text) if segment.is_math else None
        if found is None:
            continue
        mark = re.escape(mark_of(index))
        listed = rf"(?:{M}\s*(?:,|and|,\s*and)\s*){{0,3}}{mark}"
        is_point = rf"{_BEFORE_POINT}\s+{listed}|{mark}\s+(?:is|are|be|being|denotes?)\s+{_POINT}"
        if found["set"] or found["is"] or re.search(is_point, cut.marked, re.I):
            yield found


def _is_called(letter: str, is_defined: bool, latex: str) -> bool:
    """Is a prime a derivative, of f(x) or of y = … in y' = …, or a transpose, as in x'Ax?"""
    x = rf"(?<![A-Za-z\\]){re.escape(letter)}"
    inside = rf"\s*{_LETTER}(?:\s*,\s*{_LETTER})*\s*(?:\\right\s*)?\)" if is_defined else ""
    signs = [rf"{x}'?\s*(?:\\left\s*)?\({inside}", rf"{x}'[^-+=,;()]*?{re.escape(letter)}(?!')"]
    turned = rf"{x}'\s*=\s*-?\s*{re.escape(letter)}\s*(?:\^\s*\{{?\s*-\s*1\s*\}}?)?\s*$"  # A' = A
    signs += [rf"^\s*{x}\s*:?=", turned] if is_defined else []
    return re.search("|".join(signs), latex) is not None
