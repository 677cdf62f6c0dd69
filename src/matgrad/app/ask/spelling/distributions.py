r"""Distributions by name: their log densities as formulas, \mathcal N(x|\mu,\Sigma) written out.

A covariance is a capital, a number times I or a diagonal; anything else is the variance of a
number. What people define in several ways, as the geometric distribution, is not in the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

_WORD = r"\\(?:mathrm|text|operatorname|mathsf|mathcal|textrm|mathbf)\s*\*?\s*"
# The names of a distribution, and the logarithm of its density at x.
TABLE: dict[str, tuple[int, str]] = {
    "Poi|Pois|Poisson|Po": (1, r"{x} \log {0} - {0} - \log({x}!)"),
    "Exp|Exponential|Expo": (1, r"\log {0} - {0} {x}"),
    "Ber|Bern|Bernoulli": (1, r"{x} \log {0} + (1 - {x}) \log(1 - {0})"),
    "Gamma|Ga": (
        2,
        r"{0} \log {1} - \log\Gamma({0}) + ({0} - 1) \log {x} - {1} {x}",
    ),
    "Beta|Be": (
        2,
        r"({0} - 1) \log {x} + ({1} - 1) \log(1 - {x})"
        r" - \log\Gamma({0}) - \log\Gamma({1}) + \log\Gamma({0} + {1})",
    ),
    "Laplace|Lap": (2, r"-\frac{{\operatorname{{abs}}({x} - {0})}}{{{1}}} - \log(2 {1})"),
}
NAMES = "|".join(TABLE)
_HEAD = re.compile(
    rf"(?:{_WORD}(?:\{{\s*(?P<a>N|Normal|MVN|{NAMES})\s*\}}|(?P<b>N)(?![A-Za-z]))"
    rf"|(?<![A-Za-z\\{{])(?P<c>N|{NAMES}))\s*(?:_\s*(?:\{{[^{{}}]*\}}|\w)\s*)?(?:\\left\s*)?(?=\()"
)
_BAR = re.compile(r"\\mid(?![A-Za-z])|\\vert(?![A-Za-z])|\||;")
_BOLD = r"(?:\\(?:mathbf|boldsymbol|bm|mathbb|mathrm)\s*)?"
_IDENTITY = re.compile(
    rf"(?P<times>(?:\\[A-Za-z]++|[^\\A-Z])*?)\s*{_BOLD}\{{?\s*I\s*\}}?\s*(?:_\s*(?:\{{[^{{}}]*\}}|\w))?",
)
_DIAGONAL = re.compile(
    r"\\(?:(?:operatorname|mathrm|text)\s*\{\s*)?diag\s*\}?\s*(?:\\left\s*)?\((?P<of>.*?)(?:\\right\s*)?\)",
    re.S,
)
_SQUARED = re.compile(r"(?P<of>.*?)\s*\^\s*\{?\s*2\s*\}?", re.S)
_INVERSE = re.compile(r"(?P<of>[^+]*?)\s*\^\s*\{\s*-\s*1\s*\}", re.S)
CAPITAL = re.compile(r"(?<![A-Za-z\\])[A-Z]|\\[A-Z][a-z]+|[Γ-Ω]")
MATRIX = re.compile(  # a name of a matrix, and nothing else
    rf"\s*{_BOLD}\{{?\s*(?:\\[A-Z][a-z]+|[A-ZΓ-Ω])\s*\}}?\s*(?:_\s*(?:\{{[^{{}}]*\}}|\w))?\s*"
)
PLAIN = re.compile(
    rf"\s*{_BOLD}\{{?\s*(?:\\[A-Za-z]+|[A-Za-zα-ωΓ-Ω])\s*\}}?\s*(?:_\s*(?:\{{[^{{}}]*\}}|\w))?\s*"
)
_SUM = re.compile(r"[-+]")


class Call(NamedTuple):
    """A distribution with its parameters, perhaps as a density at x, and where it stands."""

    start: int
    end: int
    name: str
    x: str  # empty if nothing stands before a bar
    parameters: tuple[str, ...]
    is_marked: bool = False  # by its font, or by a name that is a word

    @property
    def is_normal(self) -> bool:
        """Is it a normal distribution?"""
        return self.name in ("N", "Normal", "MVN")

    @property
    def is_vector(self) -> bool:
        """Is what is drawn a vector?"""
        return self.is_normal and CAPITAL.search(self.parameters[1]) is not None

    @property
    def has_rate(self) -> bool:
        """Is its last parameter a rate, or a scale where people write it otherwise?"""
        return self.name.startswith(("Exp", "Ga"))

    @property
    def is_known(self) -> bool:
        """Does it have as many parameters as it should?"""
        wanted = 2 if self.is_normal else _entry(self.name)[0]
        return len(self.parameters) == wanted and all(self.parameters)

    @property
    def matrix(self) -> str:
        """The covariance, or its inverse, if that has a name."""
        spread = self.parameters[1] if self.is_normal else ""
        inverse = _INVERSE.fullmatch(spread.strip())
        name = inverse["of"] if inverse else spread
        is_one = MATRIX.fullmatch(name) and not _IDENTITY.fullmatch(name.strip())
        return name.strip() if is_one else ""

    @property
    def is_round(self) -> bool:
        """Is the covariance a number times I, so that the size of x counts?"""
        return self.is_normal and _IDENTITY.fullmatch(self.parameters[1].strip()) is not None


def calls(latex: str) -> Iterator[Call]:
    """The distributions of the table that a formula names."""
    for head in _HEAD.finditer(latex):
        end = _closing(latex, head.end())
        if end < 0:
            continue
        inside = re.sub(r"\\right\s*$", "", latex[head.end() + 1 : end])
        bar = next((m for m in _BAR.finditer(inside) if _is_outside(inside, m.start())), None)
        x, behind = (inside[: bar.start()], inside[bar.end() :]) if bar else ("", inside)
        parts = tuple(part.strip() for part in _parts(behind))
        name = head["a"] or head["b"] or head["c"]
        is_marked = not head["c"] or len(name) > 1
        call = Call(head.start(), end + 1, name, x.strip(), parts, is_marked)
        if call.is_known:
            yield call


def log_density(call: Call, x: str, size: str = "") -> str:
    """The logarithm of the density at x; `size` is the number of entries of x, if it is known."""
    if not call.is_normal:
        return _entry(call.name)[1].format(*map(_grouped, call.parameters), x=_grouped(x))
    mean, spread = call.parameters
    rest = (
        _grouped(x) if mean in ("0", r"\mathbf{0}", r"\mathbf 0") else rf"({x} - {_grouped(mean)})"
    )
    identity, diagonal = _IDENTITY.fullmatch(spread.strip()), _DIAGONAL.fullmatch(spread.strip())
    inverse = _INVERSE.fullmatch(spread.strip())
    if identity:
        return _round(rest, identity["times"].strip() or "1", size)
    if diagonal:
        square = _SQUARED.fullmatch(diagonal["of"].strip())
        v = rf"({square['of']} \odot {square['of']})" if square else _grouped(diagonal["of"])
        each = rf"{rest} \odot {rest} \oslash {v} + \log(2\pi \cdot {v})"
        return rf"-\frac{{1}}{{2}} \mathbf{{1}}^T({each})"
    if inverse and CAPITAL.search(spread):
        form = rf"-\frac{{1}}{{2}} {rest}^T {inverse['of']} {rest}"
        return rf"{form} + \frac{{1}}{{2}} \log\det(\frac{{1}}{{2\pi}} {inverse['of']})"
    if CAPITAL.search(spread):
        form = rf"-\frac{{1}}{{2}} {rest}^T {_grouped(spread)}^{{-1}} {rest}"
        return rf"{form} - \frac{{1}}{{2}} \log\det(2\pi \cdot {_grouped(spread)})"
    square = (
        rf"\frac{{{rest}^2}}{{2 {_grouped(spread)}}}"
        if spread != "1"
        else rf"\frac{{{rest}^2}}{{2}}"
    )
    return rf"-{square} - \frac{{1}}{{2}} \log({_times(spread)})"


def _round(rest: str, variance: str, size: str) -> str:
    """That of a normal distribution with a number times I."""
    if size:
        over = "2" if variance == "1" else f"2 {_grouped(variance)}"
        square = rf"\frac{{1}}{{{over}}} \left\|{rest}\right\|^2"
        return rf"-{square} - \frac{{{size}}}{{2}} \log({_times(variance)})"
    over = "" if variance == "1" else rf"\frac{{1}}{{{variance}}} "
    each = rf"{over}{rest} \odot {rest} + \log({_times(variance)}) \mathbf{{1}}"
    return rf"-\frac{{1}}{{2}} \mathbf{{1}}^T({each})"


def _times(variance: str) -> str:
    return r"2\pi" if variance == "1" else rf"2\pi \cdot {_grouped(variance)}"


def _entry(name: str) -> tuple[int, str]:
    return next(entry for names, entry in TABLE.items() if name in names.split("|"))


def _grouped(latex: str) -> str:
    """In brackets, if it is more than a name or a number."""
    latex = latex.strip()
    is_one = PLAIN.fullmatch(latex) or re.fullmatch(
        r"\d+|\\[a-z]+\s*\^\s*\{?2\}?|[a-zα-ω]\s*\^\s*\{?2\}?", latex
    )
    return latex if is_one else f"({latex})"


def _closing(latex: str, opening: int) -> int:
    """Where the bracket that opens here is closed, −1 if nowhere."""
    depth = 0
    for at in range(opening, len(latex)):
        depth += (latex[at] == "(") - (latex[at] == ")")
        if depth == 0:
            return at
    return -1


def _is_outside(inside: str, at: int) -> bool:
    return inside.count("(", 0, at) == inside.count(")", 0, at)


def _parts(inside: str) -> Sequence[str]:
    """What stands between the commas that are in no bracket."""
    commas = [m.start() for m in re.finditer(",", inside) if _is_outside(inside, m.start())]
    bounds = [-1, *commas, len(inside)]
    return [inside[lo + 1 : hi] for lo, hi in pairwise(bounds)]
