r"""Claims with a derivative in another dress: 2\nabla f = …, (\nabla f)^T = …, … = \nabla f."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.directions import directed
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    Derivative,
    left_side,
    names_in,
    source_of,
    text_of,
    whole_name,
)

_T = r"\^\s*(?:T|\\top|\\intercal|\{\s*(?:T|\\top|\\intercal|\\mathsf\s*\{?T\}?)\s*\})\s*"
_BRACKETS = r"(?:\\left\s*)?[(\[](?P<d>.+?)(?:\\right\s*)?[)\]]\s*"
_TURNED = re.compile(rf"{_BRACKETS}{_T}|(?P<e>\\nabla.*?[\w)}}])\s*{_T}")
_DIGITS = r"(?:\{\s*(\d+)\s*\}|(\d))\s*"
_SCALED = re.compile(
    rf"(?P<sign>-\s*)?(?:(?P<number>\d+)\s*|\\[dt]?frac\s*{_DIGITS}{_DIGITS})?(?P<d>\\.+)"
)
_ABOVE = re.compile(rf"\)\s*{_T}\s*$")
_LIST = re.compile(r"(?:\\left\s*)?\((.*),(.*)(?:\\right\s*)?\)", re.DOTALL)
# Other brackets around a list: [a, b], ⟨a, b⟩.
_OTHERS = re.compile(
    rf"(?:\\left\s*)?(?P<open>\[|\\langle(?![A-Za-z]))(?P<inside>.*,.*?)(?:\\right\s*)?"
    rf"(?:\]|\\rangle(?![A-Za-z]))\s*(?:{_T})?",
    re.DOTALL,
)
_D = r"(?:d\s*(?:\\[,!;:]\s*)?)"
_OF_FORMULA = re.compile(rf"{_D}(?P<function>.+)", re.DOTALL)
_DIFFERENTIAL = re.compile(rf"{_D}([A-Za-z]|\\[A-Za-z]+)|\\[A-Za-z]+")
_DOTTED = re.compile(r"\\dot\s*(?P<letter>\{[^{}]+\}|\\?[A-Za-z]+)\s*(?P<below>_\s*\S+)?")
_LAPLACIAN = re.compile(r"\\Delta\s*(?P<f>[A-Za-z]|\\[a-z]+)\s*(?:\([^()=]*\))?")
OPEN = re.compile(r"\\nabla|\\partial")
_PARTIAL = r"(?:\\partial|d|\\mathrm\s*\{\s*d\s*\})"
# A derivative inside of a formula: ∇f(x), f'(x), df/dx, d/dx f(x²).
NAME = r"(?:\\mathrm\s*\{\s*[A-Za-z]+\s*\}|\\[A-Za-z]+\s*\{\s*[A-Za-z]\s*\}|\\[A-Za-z]+|[A-Za-z])"
ARGUMENT = r"(?:\s*(?:\\left\s*)?\((?:[^()]|\([^()]*\))*\))"
_PRIMES = r"(?:\s*'{1,2}|\s*\^\s*(?:\{\s*(?:\\prime\s*){1,2}\}|\\prime))"
SCRIPTS = r"(?:\s*[_^]\s*(?:\{[^{}]*\}|\w))*"
_INDEX = r"(?:\s*_\s*(?:\{\s*\w+\s*\}|\w))?"
_TWICE = r"(?:\^\s*\{?\s*2\s*\}?\s*)?"
# A letter behind one other letter is a factor, A^Tf'(x); behind two it may end a command.
_FREE = r"(?:(?=\\)|(?<![A-Za-z\\])|(?<=[^A-Za-z\\][A-Za-z])|(?<=\A[A-Za-z]))"
FUNCTION = rf"{NAME}(?:\s*_\s*(?:\{{\s*\\[A-Za-z]+\s*\}}|\\[A-Za-z]+))?"  # L_\rho
_NO_SIGN = r"(?!\\(?:odot|cdot|times|circ|oslash|otimes|ast|star|left|big)(?![a-z]))"
INNER = re.compile(
    rf"\\nabla{SCRIPTS}\s*{FUNCTION}(?!\s*')(?:{ARGUMENT}(?!\s*'))?"
    rf"|{_FREE}(?P<primed>{NAME})(?P<primes>{_PRIMES})(?P<of>{ARGUMENT}?)"
    rf"|\\[dt]?frac\s*\{{\s*{_PARTIAL}\s*{_TWICE}(?:{FUNCTION}\s*{ARGUMENT}?)?\s*\}}"
    rf"\s*\{{\s*{_PARTIAL}\s*{NAME}{_INDEX}\s*{_TWICE}(?:\\partial\s*{NAME}{_INDEX}\s*)?\}}"
    rf"(?:\s*{_NO_SIGN}{NAME}{ARGUMENT})?"
)


def order_of(primes: str) -> int:
    """How many primes these are, in either spelling.

    >>> order_of("''"), order_of(r"^{\\prime\\prime}")
    (2, 2)
    """
    return primes.count("'") + primes.count("prime")


def laplacian_of(latex: str) -> str:
    r"""The function whose Laplacian a formula is: f for \Delta f(x); nothing if it is none."""
    found = _LAPLACIAN.fullmatch(latex.strip())
    return found["f"] if found else ""


@dataclass(frozen=True)
class Claimed:
    """A derivative that the text gives, with all the formulas it is said to be equal to."""

    derivative: Derivative
    latex: str
    values: tuple[str, ...]
    segment: int
    written: str = ""  # the whole claim, if the text turns or scales it
    form: str = "{}"  # what a value becomes then
    factor: Fraction = Fraction(1)  # of the derivative in what is claimed
    given: tuple[str, ...] = ()  # the values as they are written

    @property
    def label(self) -> str:
        """The claim as the text has it."""
        return self.written or " = ".join((self.latex, *self.values))

    def saying(self, *values: str) -> Claimed:
        """The same derivative with other values."""
        made = tuple(self.form.replace("{}", value, 1) for value in values)
        written = " = ".join((self.latex, *values))
        return replace(self, values=made, written=written, given=values)


@dataclass(frozen=True)
class Dressed:
    """A derivative with a factor or turned; `form` is what a formula for that says of it alone."""

    derivative: Derivative
    form: str = "{}"
    factor: Fraction = Fraction(1)

    @property
    def is_plain(self) -> bool:
        """Is it the derivative itself?"""
        return self.form == "{}"

    def claimed(self, latex: str, values: Sequence[str], where: int) -> Claimed:
        """The claim that it is equal to these formulas."""
        claim = Claimed(self.derivative, latex, (), where, form=self.form, factor=self.factor)
        return claim.saying(*values)


def dotted_name(latex: str) -> str:
    r"""The name that a formula is; that of a velocity, \dot w, is wdot."""
    found = _DOTTED.fullmatch(latex.strip())
    inside = whole_name(f"{found['letter'].strip('{} ')}{found['below'] or ''}") if found else None
    return f"{inside}dot" if inside else whole_name(latex) or ""


def called_name(latex: str) -> str:
    """The name that a formula is, or that of a function that is called with names: s(x) is s."""
    if name := dotted_name(latex):
        return name
    left = left_side(latex)
    return left.name if left and left.arguments and all(map(whole_name, left.arguments)) else ""


def claim_in(
    first: str, values: tuple[str, ...], where: int, aliases: Mapping[str, Dressed]
) -> Claimed | None:
    """The claim that an equation is, if one of its sides is a derivative or the name of one."""
    known = aliases.get(called_name(first))
    if known is not None and plainly(values[0]) is None:
        return known.claimed(first, values, where)
    if (found := plainly(first)) is not None:
        return found.claimed(first, values, where)
    if (of := inline(first, values)) is not None:
        return Claimed(of, first, values, where)
    if (last := behind((first, *values))) is not None:
        return Claimed(*last, where, " = ".join((first, *values)))
    return None


def inline(first: str, values: Sequence[str]) -> Derivative | None:
    r"""The differential of a formula, as d(X^2) in d(X^2) = 2X\,dX; d(x, y) = … is a distance."""
    found = _OF_FORMULA.fullmatch(first.strip())
    function = found["function"].strip() if found else ""
    source = source_of(function) if function else None
    if source is None or left_side(function) is not None:
        return None
    bracket = source.brackets.get(0)
    if bracket is not None and bracket.sign in ("(", "["):
        if bracket.close != len(source.glyphs) - 1:  # d(AX) B
            return None
        function = text_of(source, 1, bracket.close, function)
    moving = {name for value in values for name in differentials_in(value)}
    return Derivative(DIFFERENTIAL, function) if moving & {*names_in(function)} else None


def differentials_in(latex: str) -> list[str]:
    """The names whose differentials a formula has: X and Y for dX Y + X dY."""
    return [name for name in map(whole_name, _DIFFERENTIAL.findall(latex)) if name]


def plainly(latex: str) -> Dressed | None:
    r"""The derivative inside of a left side, and what the other side becomes: {} is in its place.

    >>> plainly(r"2\nabla f").form
    '\\frac{1}{2}\\left({}\\right)'
    """
    found = directed(latex) or _read(latex)
    if found is not None:
        return Dressed(found)
    turned = _TURNED.fullmatch(latex.strip())
    inside = _read((turned["d"] or turned["e"]).strip()) if turned else None
    if inside is not None:
        return Dressed(inside, r"\left({}\right)^T")
    scaled = _SCALED.fullmatch(latex.strip())
    inside = _read(scaled["d"]) if scaled else None
    if scaled is None or inside is None:
        return None
    above, below = (scaled[i] or scaled[i + 1] or "1" for i in (3, 5))
    above = scaled["number"] or above
    factor = "" if above == below else rf"\frac{{{below}}}{{{above}}}"
    sign = "-" if scaled["sign"] else ""
    times = Fraction(int(f"{sign}{above}"), int(below))
    return Dressed(inside, rf"{sign}{factor}\left({{}}\right)", times)


def _read(latex: str) -> Derivative | None:
    """A derivative of something that can be a function, not of a transpose or a power of it."""
    found = derivative(latex)
    if found is None or re.search(rf"{_T}$", found.function) is None:
        return found
    return found if left_side(found.function) is not None else None


def behind(pieces: Sequence[str]) -> tuple[Derivative, str, tuple[str, ...]] | None:
    r"""The derivative at the end of … = \nabla f, unless the equation begins with a name."""
    found = derivative(pieces[-1])
    is_named = left_side(pieces[0]) is not None or bool(dotted_name(pieces[0]))
    if found is None or found.kind == "differential" or is_named:
        return None
    return found, pieces[-1], tuple(pieces[:-1])


def is_open(latex: str) -> bool:
    """Does a formula with derivatives in it have brackets that do not match?"""
    return source_of(latex) is None and OPEN.search(latex) is not None and "=" in latex


def is_about_derivatives(pieces: Sequence[str], functions: Container[str]) -> bool:
    """Is this an equation with derivatives in it, and no condition?

    A prime is a derivative if one of these functions is before it; X' is a transpose. So is the
    quotient of d q and d p.
    """
    signs = [found for piece in pieces for found in INNER.finditer(piece)]
    quotients = (derivative(found[0].strip()) for found in signs if not found["primed"])
    named = [whole_name(found["primed"] or "") for found in signs]
    named += [whole_name(each.function.partition("(")[0]) for each in quotients if each]
    is_named = any((name or "") in functions for name in named)
    return pieces[-1] != "0" and (is_named or any(map(OPEN.search, pieces)))


def listed(latex: str) -> list[str]:
    """The parts of a formula that is a list in brackets, as (b, a), perhaps with a T above."""
    other = _OTHERS.fullmatch(latex.strip())
    latex = f"({other['inside']})" if other else _ABOVE.sub(")", latex)
    found = left_side(f"f {latex}")  # as the arguments of a call
    is_row = _LIST.fullmatch(latex.strip()) is not None
    return list(found.arguments or ()) if found is not None and is_row else []
