r"""Samples of distributions that a text names: what has which density, x \sim N(\mu,\Sigma).

That is all that a text says of its function where it asks for “the gradient of the log-likelihood”
or for \nabla\log p(x) and gives no formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from matgrad.app.ask.spelling.distributions import CAPITAL, Call, calls, log_density
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_SIM = (
    r"\\(?:sim(?:_\s*\{[^{}]*\})?|(?:overset|stackrel)\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*\{?\s*\\sim\s*\}?)"
    r"(?![A-Za-z])\s*"
)
_DRAWN = re.compile(rf"\s*(?P<x>[^=~]+?)\s*{_SIM}(?P<from>.+?)[\s.,;]*", re.DOTALL)
_LIST = re.compile(
    r"(?P<stem>.+?)_\s*\{?\s*1\s*\}?\s*,.*?(?:dots\w*|\.\.\.)\s*,\s*(?P=stem)_\s*(?:\{\s*(?P<a>\w+)\s*\}|(?P<b>\w))"
)
_INDEXED = re.compile(r".+?_\s*\{?\s*(?P<i>[ijkt])\s*\}?")
_LAST = r"(?<![A-Za-z]){}\s*=\s*1\s*,\s*(?:\\[lc]?dots|\.\.\.)\s*,\s*(?:\{{\s*)?(\w+)"
_WORDS = rf"(?:[^.?!;{M[0]}]|\.(?=\w\.)|(?<=\.\w)\.)"  # i.i.d. does not end a sentence
_FROM = re.compile(
    rf"({M}){_WORDS}{{0,80}}?\b(?:from|as|to|follows?|following|with distribution)"
    rf"\s+(?:(?:the|an?|distribution|density|law|normal|gaussian|multivariate)\s+){{0,4}}({M})",
    re.I,
)
_WORDED = re.compile(
    rf"({M}){_WORDS}{{0,80}}?\b(?P<name>poisson|bernoulli|exponential|normal|gaussian)\b"
    rf"[^.?!;{M[0]}]{{0,25}}?\bwith\s+(?P<first>mean|rate|parameter|(?:success )?probability)"
    rf"(?:\s+vector)?\s+(?P<a>{M})"
    rf"(?:\s*,?\s+and\s+(?:variance|covariance)(?:\s+matrix)?\s+(?P<b>{M}))?",
    re.I,
)
_SMALL = re.compile(r"[a-z]|\\(?:var)?(?:epsilon|xi|eta|zeta|theta|beta|nu|delta)")
# What the first parameter of a distribution is called.
_CALLED = {
    "poisson": ("mean", "rate", "parameter"),
    "bernoulli": ("mean", "parameter", "probability", "success probability"),
    "exponential": ("rate",),
    "normal": ("mean",),
    "gaussian": ("mean",),
}


@dataclass(frozen=True)
class Drawn:
    """A sample, or several, of a distribution; `segments` say so."""

    x: str
    call: Call
    segments: tuple[int, ...]
    index: str = ""  # of several samples
    count: str = ""

    def log(self, size: str = "") -> str:
        """The logarithm of the density of all samples."""
        one = log_density(self.call, self.x, size)
        if not self.index:
            return one
        limits = rf"_{{{self.index}=1}}^{{{self.count}}}" if self.count else f"_{self.index}"
        return rf"\sum{limits} \left({one}\right)"


def drawn(cut: Cut) -> Iterator[Drawn]:
    """What the text says to be drawn from which distribution."""
    for i, each in enumerate(cut.segments):
        found = _DRAWN.fullmatch(each.text) if each.is_math else None
        call = _whole(found["from"]) if found else None
        if found and call and (not call.has_rate or _is_rate(cut, call)):
            yield _sample(cut, found["x"], call, (i,))
    for found in _FROM.finditer(cut.marked):
        (x,), (i,) = numbers(found[1]), numbers(found[2])
        call = _whole(cut.segments[i].text)
        if call and (not call.has_rate or _is_rate(cut, call)):
            yield _sample(cut, cut.segments[x].text, call, (x, i))
    for found in _WORDED.finditer(cut.marked):
        name = found["name"].lower()
        marks = [n for mark in (found["a"], found["b"]) if mark for n in numbers(mark)]
        parameters = tuple(cut.segments[n].text.strip() for n in marks)
        short = "N" if name in ("normal", "gaussian") else name.capitalize()
        call = Call(0, 0, short, "", parameters)
        if call.is_known and found["first"].lower() in _CALLED[name]:
            (x,) = numbers(found[1])
            yield _sample(cut, cut.segments[x].text, call, (x,))


def with_drawn_kinds(cut: Cut) -> Cut:
    """The text with words that call vectors what has a matrix for its covariance, and numbers."""
    declared = " ; ".join(latex for latex in cut.formulas if r"\in" in latex)
    for x, call in {each.x: each.call for each in drawn(cut)}.items():
        is_vector = call.is_vector and _SMALL.fullmatch(x)
        is_number = len(x) == 1 and x.isupper() and not any(map(CAPITAL.search, call.parameters))
        if (is_vector or is_number) and x not in declared:
            words = " is a vector." if is_vector else " is a scalar."
            told = (Segment(False, "\n\nHere "), Segment(True, x), Segment(False, words))
            cut = replace(cut, segments=(*cut.segments, *told))
    return cut


def _whole(latex: str) -> Call | None:
    """The distribution that a formula is, and nothing else."""
    latex = latex.strip().rstrip(".,; ")
    found = [call for call in calls(latex) if not call.x and call.end == len(latex)]
    return found[0] if len(found) == 1 and found[0].start == 0 else None


def _is_rate(cut: Cut, call: Call) -> bool:
    """Is the last parameter a rate? With other letters it may be a mean or a scale."""
    letters = r"\\lambda" if call.name.startswith("Exp") else r"\\(?:beta|lambda)"
    is_usual = re.search(rf"{letters}(?![A-Za-z])", call.parameters[-1])
    return is_usual is not None or re.search(r"\brate\b", cut.words, re.I) is not None


def _sample(cut: Cut, written: str, call: Call, segments: tuple[int, ...]) -> Drawn:
    """One sample x, all of x_1, …, x_n, or the x_i."""
    x = re.split(r"\\mid(?![A-Za-z])|\||\\in(?![A-Za-z])", written)[0].strip().rstrip(",")
    if several := _LIST.fullmatch(x):
        used = "".join(call.parameters)
        index = next(i for i in "ijkl" if not re.search(rf"_\s*\{{?\s*{i}(?![A-Za-z])", used))
        count = several["a"] or several["b"]
        return Drawn(f"{several['stem'].strip()}_{index}", call, segments, index, count)
    if member := _INDEXED.fullmatch(x):
        last = re.search(_LAST.format(member["i"]), " ; ".join(cut.formulas))
        return Drawn(x, call, segments, member["i"], last[1] if last else "")
    return Drawn(x, call, segments)
