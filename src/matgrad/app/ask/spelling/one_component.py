r"""Mixtures of normals with a matrix each, \sum_k\pi_kN(x_n|\mu_k,\Sigma_k), derived by one \mu_k.

What the other components add, c_n, does not move with \mu_k, so that the sum is that of c_n and of
one component. The responsibility \gamma_{nk} is its part of the sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.marks import numbers
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import RESPECT

_NAME = r"(?:\\(?:mathbf|boldsymbol|bm)\s*\{\s*(?:\\?[A-Za-z]+)\s*\}|\\[A-Za-z]+|[A-Za-z])"
_NORMAL = r"(?:\\mathcal\s*(?:\{\s*N\s*\}|N)|(?<![A-Za-z\\])N)\s*(?:\\left\s*)?\("
_X = rf"(?P<x>{_NAME}\s*_\s*(?:\{{\s*[a-z]\s*\}}|[a-z]))\s*(?:\||\\mid(?![A-Za-z])|;)"
_INDICES = "kjlcmi"


def _below(index: str) -> str:
    return rf"\s*_\s*(?:\{{\s*{index}\s*\}}|{index}(?![A-Za-z]))"


def _mixed(k: str) -> re.Pattern[str]:
    r"""\sum_{k=1}^K \pi_k \mathcal{N}(x_n | \mu_k, \Sigma_k)."""
    limits = (
        rf"_\s*(?:\{{\s*{k}\s*(?:=[^{{}}]*)?\}}|{k}(?![A-Za-z]))(?:\s*\^\s*(?:\{{[^{{}}]*\}}|\w))?"
    )
    weight = rf"(?P<w>\\pi|\\alpha|\\omega|w|p){_below(k)}\s*(?:\\,\s*)?"
    given = rf"(?P<m>{_NAME}){_below(k)}\s*,\s*(?P<S>{_NAME}){_below(k)}\s*(?:\\right\s*)?\)"
    return re.compile(rf"\\sum\s*(?:\\limits\s*)?{limits}\s*{weight}{_NORMAL}\s*{_X}\s*{given}")


def _share(k: str) -> re.Pattern[str]:
    r"""\gamma_{nk}, or \gamma(z_{nk})."""
    return re.compile(
        rf"(?P<g>\\gamma|\\tau|(?<![A-Za-z\\])[rqh])\s*(?:\(\s*z\s*)?_\s*"
        rf"\{{\s*(?P<n>[a-z])\s*,?\s*{k}\s*\}}(?:\s*\))?"
    )


_MIXED = {k: _mixed(k) for k in _INDICES}
_SHARE = {k: _share(k) for k in _INDICES}
_BY = re.compile(rf"{RESPECT}\s+(?:[a-z]+\s+){{0,4}}?(\S+)", re.I)
_SLOPE = (
    rf"(?:\\partial|\\nabla\s*_\s*\{{?|(?<=\{{)d)\s*(?P<m>{_NAME})\s*_\s*\{{?\s*"
    r"(?P<v>[a-z])(?![A-Za-z])"
)
_MEMBER = re.compile(rf"\s*(?P<m>{_NAME})\s*_\s*(?:\{{\s*(?P<v>[a-z])\s*\}}|(?P<u>[a-z]))\s*")
_WEIGHTS = (r"\omega", r"\alpha", r"\rho")
_WEIGHTS_ALONE = re.compile(r"(?<![\d}])\\pi(?![A-Za-z_(])")
NOTE = (
    "{names} are written for {members} of one component, and {c}_{n} for what all others add, "
    "which is held fixed"
)
SHARED = "{}_{} is taken for the part of this component in the sum, its responsibility"


@dataclass(frozen=True)
class Mixture:
    """The letters of a mixture: weight, mean, matrix, the index that is derived by, and c."""

    weight: str
    mean: str
    matrix: str
    index: str
    new: str  # the letter for the weight
    other: str  # and that for what the other components add

    def own(self, x: str) -> str:
        """The one component at x."""
        return rf"{self.new} \mathcal{{N}}({x}|{self.mean},{self.matrix})"

    def whole(self, x: str) -> str:
        """The sum of all components at x."""
        return rf"\left({self.other}_{{{_sample(x)}}} + {self.own(x)}\right)"

    def written(self, latex: str) -> str:
        """A formula with the sum and the names of one component."""
        for mixed in _MIXED.values():
            latex = mixed.sub(lambda found: self.whole(found["x"]), latex)
        below = _below(self.index)
        named = {self.weight: self.new, self.mean: self.mean, self.matrix: self.matrix}
        for name, new in named.items():
            latex = re.sub(rf"{re.escape(name)}{below}", lambda _, x=new: f"{x} ", latex)
        if self.weight == r"\pi":  # also that of \log p(X|\pi,\mu,\Sigma); the number is 2\pi
            latex = _WEIGHTS_ALONE.sub(lambda _: f"{self.new} ", latex)
        return _SHARE[self.index].sub(r"\g<g>_{\g<n>}", latex)

    def is_left(self, latex: str) -> bool:
        """Does a member with another index stand in a formula?"""
        names = "|".join(map(re.escape, (self.weight, self.mean, self.matrix)))
        return re.search(rf"(?:{names})(?![A-Za-z])\s*_", latex) is not None


def with_one_component(cut: Cut) -> Cut:
    r"""The text with one component of a mixture, where its \mu_k or \Sigma_k is derived by."""
    text = " ; ".join(cut.formulas)
    mixture = next(_mixtures(cut, text), None)
    if mixture is None:
        return cut
    made = cut.rewritten(mixture.written)
    if any(map(mixture.is_left, made.formulas)):
        return cut
    found = _SHARE[mixture.index].search(text)
    n = _sample(next(x["x"] for mixed in _MIXED.values() for x in mixed.finditer(text)))
    names = [mixture.weight, mixture.mean, mixture.matrix]
    members = ", ".join(f"{quoted(x).plain}_{mixture.index}" for x in names)
    shown = ", ".join(quoted(x).plain for x in (mixture.new, *names[1:]))
    notes = [NOTE.format(names=shown, members=members, c=mixture.other, n=n)]
    if found and (told := _shared(made, mixture, found["g"], found["n"])):
        made = replace(made, segments=(*made.segments, *told))
        notes.append(SHARED.format(quoted(found["g"]).plain, found["n"]))
    return replace(made, notes=(*cut.notes, *notes))


def _sample(x: str) -> str:
    """The index of a sample x_n."""
    return x.rpartition("_")[2].strip("{} ")


def _mixtures(cut: Cut, text: str) -> Iterator[Mixture]:
    """The mixture of a text, with the index of the member that it is derived by."""
    letters = re.sub(r"\\[A-Za-z]+", " ", text)
    other = next((x for x in "cbd" if x not in letters), "")
    new = next((x for x in _WEIGHTS if x not in text), "")
    mixed = [found for each in _MIXED.values() for found in each.finditer(text)]
    for found in mixed if other and new else ():
        for name, index in _variables(cut):
            if name in (found["m"], found["S"]) and index in _INDICES:
                yield Mixture(found["w"], found["m"], found["S"], index, new, other)


def _variables(cut: Cut) -> Iterator[tuple[str, str]]:
    """The names with an index that a text differentiates by."""
    for latex in cut.formulas:
        yield from ((found["m"].strip(), found["v"]) for found in re.finditer(_SLOPE, latex))
    marks = [n for found in _BY.finditer(cut.marked) for n in numbers(found[1])]
    for found in filter(None, (_MEMBER.fullmatch(cut.segments[n].text) for n in marks)):
        yield found["m"].strip(), found["v"] or found["u"]


def _shared(cut: Cut, mixture: Mixture, share: str, n: str) -> tuple[Segment, ...]:
    """What a responsibility is, unless the text says it."""
    left = re.compile(rf"\s*{re.escape(share)}\s*_\s*\{{\s*{n}\s*\}}\s*&?\s*:?=")
    if any(map(left.match, cut.formulas)):
        return ()
    x = next(
        found[0]
        for latex in cut.formulas
        for found in re.finditer(rf"{_NAME}\s*_\s*(?:\{{\s*{n}\s*\}}|{n})(?=\|)", latex)
    )
    value = rf"\frac{{{mixture.own(x)}}}{{{mixture.whole(x)}}}"
    formula = Segment(True, f"{share}_{{{n}}} = {value}")
    end = "." if cut.segments[-1].is_math else ""  # or else the sentence would go on
    return Segment(False, f"{end}\n\nHere "), formula, Segment(False, ".")
