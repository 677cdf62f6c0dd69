r"""Formulas that are wider than a line, in a way that can be broken, or smaller where it cannot.

A long fraction becomes \frac{1}{D} (N), a long row of a matrix the transpose of a column, and the
entries of a wide matrix go on below. `\fit` makes what it holds as small as there is room for,
`\cell` is an entry of a given width, and `\orbreak` is a place between factors.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from matgrad.render.formula import (
    ACCENTS,
    BRACES,
    BRACKETS,
    LETTERS,
    OVER,
    SIGNS,
    Machine,
    Notation,
)
from matgrad.render.ruler import GAP, OPERATORS, RELATIONS, TALL_BRACKET, width
from matgrad.render.typeset import ESCAPED, latex_words

SMALLEST = 0.8  # a matrix is not made smaller than that while its entries can be broken
NARROWEST = 9.0  # ems of a column in which entries are broken
LARGE = 6.0  # ems of two factors between which a break is worth the space that Typst makes of it
WHOLE = 0.4  # of a line: brackets around so much stay in one line
_COMMANDS = {sign: f"\\{name}" for name, sign in reversed(SIGNS.items())} | {"−": "-"}
_GREEK = {sign: f"\\{name}" for name, sign in reversed(LETTERS.items())}
_DELIMITERS = {"‖": r"\|", "{": r"\{", "}": r"\}", "⟨": r"\langle", "⟩": r"\rangle"}
_SPACES = {"thin": r"\,", "medium": r"\;", "wide": r"\quad", "break": r"\orbreak"}
_ENVIRONMENTS = {sides: name for name, sides in reversed(BRACKETS.items())}
_TALL = re.compile(r"\\(?:[dt]?frac|begin|sqrt|fit|sum|prod|int|binom|underset)\b")
_SIDE = re.compile(r"\\(?P<side>left|right)\s*(?P<sign>\\[A-Za-z]+|\\.|.)")
_SCRIPT = re.compile(r"(?<!\\)[\^_]")
_BREAK = r"\orbreak "
_SIGN = r"(?:[-+=:]|\\(?:odot|oslash|otimes|implies)|\\orbreak(?= \\(?:begin|fit)\b))"
_NESTING = re.compile(rf"\\[{{}}]|[{{}}]|\\(?:left|right|begin|end)\b|(?<![-+=(]) {_SIGN} ")
_FACTORS = re.compile(rf"{_NESTING.pattern}|\\orbreak ")
_DEPTH = {"{": 1, "}": -1, r"\left": 1, r"\right": -1, r"\begin": 1, r"\end": -1}
_HEAD = re.compile(
    r"\\(?:[dt]?frac|fit|begin|sqrt|hat|bar|tilde|mathit|mathbf|operatorname)\b|[A-Za-z0-9]"
)
_BRACKET = re.compile(r"\\[bB]igl|\\left\b|[(\[] ")


@dataclass(frozen=True)
class Fitting(Notation):
    """LaTeX again, with nothing in it that is wider than the limit and cannot be broken."""

    limit: float
    opens: bool  # do brackets that grow have to be given up for breaks inside of them?

    def row(self, parts: Sequence[str]) -> str:
        """Parts side by side."""
        shown: list[str] = []
        for left, part in zip(("", *parts), parts, strict=False):
            ends = left and _divides(left, part) and (self.opens or width(left + part) > LARGE)
            shown.append(_BREAK + part if ends else part)
        return " ".join(shown)

    def letter(self, text: str) -> str:
        """A name of one letter."""
        return _GREEK.get(text, text)

    def word(self, text: str, look: str) -> str:
        """A function, text, or letters in another face."""
        return rf"\{look}{{{latex_words(text)}}}"

    def number(self, text: str) -> str:
        """Digits."""
        return text

    def sign(self, text: str) -> str:
        """An operator or relation, or a bracket."""
        return _DELIMITERS.get(text) or _COMMANDS.get(text) or ESCAPED.get(text, text)

    def space(self, width: str) -> str:
        """A space."""
        return _SPACES[width]

    def scripts(self, base: str, below: str | None, above: str | None) -> str:
        """Indices and exponents; they may stand at a bracket whose inside breaks."""
        bottom = f"_{{{_whole(below)}}}" if below is not None else ""
        top = f"^{{{_whole(above)}}}" if above is not None else ""
        is_plain = base.endswith((")", "]", r"\|")) or not _SCRIPT.search(base)
        return f"{base if is_plain else f'{{{base}}}'}{bottom}{top}"

    def command(self, name: str, args: Sequence[str]) -> str:
        """Fractions, roots, accents."""
        if name in ("fit", "cell"):
            return rf"\{name}{{{args[0]}}}{{{args[1]}}}"
        whole = f"\\{name}" + "".join(f"{{{_whole(arg)}}}" for arg in args)
        if name in (*OVER, *BRACES, *ACCENTS) or width(whole) <= self.limit:
            return whole
        if name == "sqrt":
            return self.opened("(", args[0], ")") + "^{1/2}"
        return self.split(*args) if name in ("frac", "dfrac") else whole

    def split(self, above: str, below: str) -> str:
        """A fraction with one of its sides beside it."""
        over = self.opened("(", above, ")")
        if width(below) < WHOLE * self.limit:
            return rf"\frac{{1}}{{{_whole(below)}}} {_BREAK}{over}"
        under = self.opened("(", below, ")") + "^{-1}"
        return under if above == "1" else f"{under} {_BREAK}{over}"

    def fence(self, left: str, inside: str, right: str) -> str:
        """Delimiters that grow, or large ones where lines are to be broken between them."""
        is_flat = not _TALL.search(inside)
        if self.opens and left and right and (is_flat or width(inside) > WHOLE * self.limit):
            return self.opened(left, inside, right)
        sides = (_DELIMITERS.get(side, side) or "." for side in (left, right))
        opening, closing = sides
        return rf"\left{opening} {_whole(inside) if self.opens else inside} \right{closing}"

    def opened(self, left: str, inside: str, right: str) -> str:
        """Delimiters of a given size."""
        if not self.opens:
            return rf"\left{left} {inside} \right{right}"
        size = "Big" if _TALL.search(inside) else "big" if width(inside) > self.limit else ""
        sides = (_DELIMITERS.get(side, side) for side in (left, right))
        opening, closing = sides
        if not size:
            return f"{opening} {inside} {closing}"
        return rf"\{size}l{opening} {inside} \{size}r{closing}"

    def table(self, rows: Sequence[Sequence[str]], left: str, right: str) -> str:
        """A matrix."""
        name = _ENVIRONMENTS.get((left, right), "matrix")
        whole = self.nearly(name, rows)
        if whole is not None:
            return whole
        if len(rows) == 1 and len(rows[0]) > 1:
            column = [[cell] for cell in rows[0]]
            return (self.nearly(name, column) or self.broken(name, column)) + r"^{\top}"
        return self.broken(name, rows)

    def nearly(self, name: str, rows: Sequence[Sequence[str]]) -> str | None:
        """A matrix that fits as it is, or a little smaller."""
        whole = _matrix(name, [[_whole(cell) for cell in row] for row in rows])
        needed = width(whole)
        if needed <= self.limit:
            return whole
        return self.smaller(whole) if needed * SMALLEST <= self.limit or name == "cases" else None

    def broken(self, name: str, rows: Sequence[Sequence[str]]) -> str:
        """A matrix whose entries go on below where they are too long for their columns."""
        count = max(map(len, rows))
        widths = [max(width(row[j]) for row in rows if j < len(row)) for j in range(count)]
        room = max(self.limit, NARROWEST * count) - GAP * (count - 1) - 2 * TALL_BRACKET
        widest = _share(widths, room)
        fit = Fitting(widest, self.opens)
        cells = [[fit.cell(x) if width(x) > widest else _whole(x) for x in row] for row in rows]
        return self.smaller(_matrix(name, cells))

    def smaller(self, whole: str) -> str:
        """Something that is made as small as there is room for."""
        return rf"\fit{{{self.limit:.1f}}}{{{whole}}}"

    def cell(self, entry: str) -> str:
        """An entry that is as wide as there is room for."""
        return rf"\cell{{{self.limit:.1f}}}{{{Machine(self).run(entry)}}}"


def fitted(latex: str, limit: float, opens: bool) -> str:
    r"""A formula that can be set in lines of so many ems.

    >>> fitted(r"\frac{a + b + c}{r}", 4, True)
    '\\frac{1}{r} \\orbreak \\bigl( a + b + c \\bigr)'
    """
    return latex if width(latex) <= limit else Machine(Fitting(limit, opens)).run(latex)


def pieces(latex: str) -> list[str]:
    """A formula cut behind its signs, where no bracket that grows and no argument is open.

    >>> pieces("= a + {b + c} - d")
    ['= a +', '{b + c} -', 'd']
    """
    return _cut(latex, _NESTING)


def _cut(latex: str, nesting: re.Pattern[str]) -> list[str]:
    depth, start, found = 0, 0, list[str]()
    for token in nesting.finditer(latex):
        depth += _DEPTH.get(token[0], 0)
        if depth == 0 and token[0].endswith(" "):
            found.append(latex[start : token.end()].strip())
            start = token.end()
    return [piece for piece in (*found, latex[start:].strip()) if piece]


def shrunk(latex: str, limit: float) -> str:
    r"""The formula with parts that are wider than a line, and cannot be broken, made smaller.

    >>> shrunk(r"= \left( a + b + c \right) d + e", 4)
    '= \\fit{4.0}{\\left( a + b + c \\right) d +} e'
    """
    if width(latex) <= limit:
        return latex
    shown: list[str] = []
    for piece in _cut(latex, _FACTORS):
        head = "= " if piece.startswith("= ") else ""
        body = piece.removeprefix("= ").removesuffix(r"\orbreak").strip()
        end = r" \orbreak" if piece.endswith(r"\orbreak") else ""
        fit = rf"\fit{{{limit:.1f}}}{{{body}}}" if width(body) > limit else body
        shown.append(f"{head}{fit}{end}")
    return " ".join(shown)


def with_low_brackets(latex: str) -> str:
    r"""A formula whose brackets grow around what is tall only: an exponent does not make them.

    >>> with_low_brackets(r"\left(x^{\top} \left(\frac{1}{2}\right)\right) \left(x^2\right)")
    '\\left(x^{\\top} \\left(\\frac{1}{2}\\right)\\right) (x^2)'
    """
    opened: list[re.Match[str]] = []
    dropped: dict[int, str] = {}
    for found in _SIDE.finditer(latex):
        if found["side"] == "left":
            opened.append(found)
        elif opened:
            begun = opened.pop()
            if "." in (begun["sign"], found["sign"]):
                continue
            if not _TALL.search(latex, begun.end(), found.start()):
                dropped |= {each.start(): each["sign"] for each in (begun, found)}
    return _SIDE.sub(lambda found: dropped.get(found.start(), found[0]), latex)


def _matrix(name: str, rows: Sequence[Sequence[str]]) -> str:
    lines = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\begin{{{name}}} {lines} \end{{{name}}}"


def _share(widths: Sequence[float], room: float) -> float:
    """The widest that a column may be: narrow ones leave their room to the others."""
    left = sorted(widths)
    while left and left[0] <= room / len(left):
        room -= left.pop(0)
    return room / len(left) if left else room


def _whole(part: str | None) -> str:
    """A part inside of which no line is broken."""
    return (part or "").replace(_BREAK, "")


def _divides(left: str, right: str) -> bool:
    """May a line end between these parts, which are factors of a product?"""
    is_sign = left in _SIGNS or right in _SIGNS or left.startswith((r"\operatorname", r"\partial"))
    if is_sign or left in ("d", r"\nabla"):
        return False
    is_apart = left == r"\," or left.startswith(r"\frac")  # a bracket behind a name may be a call
    return bool(_HEAD.match(right) or (is_apart and _BRACKET.match(right)))


_NO_FACTORS = {*OPERATORS, *RELATIONS, *"([{)]},;|"}
_SIGNS = {*_NO_FACTORS, *(_COMMANDS.get(sign, sign) for sign in _NO_FACTORS)}
_SIGNS |= {*_DELIMITERS.values(), r"\orbreak"}
