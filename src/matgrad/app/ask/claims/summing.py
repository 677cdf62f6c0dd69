"""Formulas for entries as sums with weights: they are right if such sums are, for any weights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.names import Names
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.ops import eye, symbol_op

_SMALL = re.compile(r"(?<![A-Za-z\\])([a-z])(?=\s*_\s*\{\s*[a-z]\s*,?\s*[a-z]\s*\})")
_ONE = r"(?:\\math(?:bf|bb|bbm|ds|rm)\s*(?:\{\s*[1I]\s*\}|[1I])|(?<![\w.])1|\bI)"
_SAME = r"\s*(?P<a{0}>[a-z])\s*=\s*(?P<b{0}>[a-z])\s*"
_EQUAL = re.compile(  # 1[j = c], \\mathbb{1}_{j = c}, [j = c]
    rf"{_ONE}\s*_\s*\{{(?:\\\{{)?{_SAME.format(1)}(?:\\\}})?\}}"
    rf"|(?:{_ONE}\s*)?(?:\\left\s*)?(?:\[|\\\{{){_SAME.format(2)}(?:\\right\s*)?(?:\]|\\\}})"
    rf"|{_ONE}\s*(?:\\left\s*)?\({_SAME.format(3)}(?:\\right\s*)?\)"
)
_PLACED = re.compile(r"\\delta\s*_\s*\{\s*(?P<a>\w)\s*,?\s*(?P<b>\w)\s*\}")
_DELTA = re.compile(r"\\delta(?=\s*_\s*\{(?P<indices>\s*\w\s*,?\s*\w\s*)\})")
_BEFORE = re.compile(  # A_{ij}(…) is a product
    r"(?<![A-Za-z\\])([A-Za-z]\s*_\s*(?:[a-z]|\{\s*[a-z]\s*,?\s*[a-z]?\s*\}))\s*(?=\(|\\left\s*\()"
)


def free_symbol(names: Names, letters: Iterable[str], shape: Shape) -> Expr:
    """A symbol with a name of its own."""
    name = next(x for x in letters if x not in names.known and x not in names.functions)
    return make(symbol_op, (), Symbol(name, shape))


@dataclass(frozen=True)
class Inner:
    """The values of an index for which x_{k-1} and x_{k+1} exist: all but so many at each end."""

    index: str
    before: int = 0
    behind: int = 0

    def __bool__(self) -> bool:
        return self.before + self.behind > 0

    def words(self, size: Dim) -> str:
        """For which values: 1 < k < n."""
        first, last = f"{self.before} < " * (self.before > 0), self.behind
        end = f"{size}" if last == 1 else f"{size} - {last - 1}"
        return f"{first}{self.index}{f' < {end}' * (last > 0)}"


def inner_in(values: Iterable[str], index: str) -> Inner:
    """How far the index of an entry is shifted in formulas for it."""
    shifted = re.compile(rf"_\s*\{{\s*{index}\s*([-+])\s*(\d)\s*\}}")
    found = [(sign, int(n)) for latex in values for sign, n in shifted.findall(latex)]
    before, behind = (max((n for x, n in found if x == sign), default=0) for sign in "-+")
    return Inner(index, before, behind)


def summed(
    subject: Subject, terms: Sequence[str], names: Names, weights: Sequence[tuple[str, str]],
    inner: Inner | None = None,
) -> Expr:  # fmt: skip
    """The sum of all entries with their weights; a_{ij} are entries of A, and delta those of I.

    Where there are several weights the formula comes in `terms`, which may begin with a sign.
    """
    is_split = len(weights) > 1
    names = replace(names, known=dict(names.known))
    sizes = {
        index: size
        for name, indices in weights
        for index, size in zip(indices, names.known[name].shape, strict=False)
    }
    indices = ",".join(index for _, each in weights for index in each)
    factors = " ".join(f"{name}_{{{each}}}" for name, each in weights)
    limits = rf"_{{{indices}}}"
    if inner:
        size = sizes[inner.index]
        limits = rf"_{{{inner.index}={1 + inner.before}}}^{{{size} - {inner.behind}}}"
    total = ""
    for latex in terms:
        inside = entries_in(latex.strip(), names, sizes)
        sign = inside[0] if is_split and inside[:1] in ("+", "-") else "+"
        inside = inside.removeprefix(sign)
        total += rf"{sign} \sum{limits} {factors} \left({inside}\right)"
    return read_claimed(total.removeprefix("+"), subject.found, names)


def entries_in(latex: str, names: Names, sizes: Mapping[str, Dim]) -> str:
    """A formula of entries, in which a_{ij} is A_{ij} and delta is the entry of an identity."""
    latex = _EQUAL.sub(_same, _BEFORE.sub(r"\1\\cdot ", latex))
    latex = _PLACED.sub(lambda found: _of_unit(found, names, sizes), latex)
    for small in dict.fromkeys(_SMALL.findall(latex)):
        if small not in names.known and small.upper() in names.known:
            latex = re.sub(rf"(?<![A-Za-z\\]){small}(?=\s*_)", small.upper(), latex)

    def unit(found: re.Match[str]) -> str:
        known = [sizes[i] for i in found["indices"] if i in sizes] or [*sizes.values()][-1:]
        name = next((n for n, x in names.known.items() if names.closed.get(x) is eye(known[0])), "")
        if not name:
            made = free_symbol(names, "EFGKMNOPQ", Shape(known[0], known[0]))
            name, names.known[made.name], names.closed[made] = made.name, made, eye(known[0])
        return name

    return _DELTA.sub(unit, latex)


def _same(found: re.Match[str]) -> str:
    """An indicator of equal indices as a delta."""
    one, other = (next(filter(None, (found[f"{x}{n}"] for n in (1, 2, 3)))) for x in "ab")
    return rf"\delta_{{{one}{other}}}"


def _of_unit(found: re.Match[str], names: Names, sizes: Mapping[str, Dim]) -> str:
    """An entry of e_c for a delta whose index c is a fixed place, at which e_c has its one."""
    for running, fixed in ((found["a"], found["b"]), (found["b"], found["a"])):
        unit = names.known.get(f"e_{fixed}")
        if running in sizes and fixed not in sizes and unit is not None:
            made = free_symbol(names, "stuvwqrh", unit.shape)
            names.known[made.name], names.closed[made] = made, unit
            return rf"{made.name}_{{{running}}}"
    return found[0]
