r"""Formulas in the language of Typst, which sets them on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.render.formula import OVER, Machine, Notation

BARS = frozenset("|‖")  # Typst does not know which of them open
WIDTHS = {"thin": "thin", "medium": "med", "wide": "quad"}
WIDTHS |= {"break": 'class("binary", #box(width: 0pt))'}  # lines end behind such signs
ACCENTS = {"bar": "macron", "vec": "arrow", "ddot": "dot.double"}  # where the names differ
ACCENTS |= {"widehat": "hat", "widetilde": "tilde"}
LOOKS = {"mathbf": "bold", "boldsymbol": "bold", "mathbb": "bb", "mathcal": "cal"}
_SPECIAL = re.compile(r"[\\#$\"_^&/,;:'`~*@<>()\[\]{}|]")
_FRACTION = re.compile(r"(?:inline\()?frac\(")
_PRIMES = re.compile(r"′+")


def quoted(text: str) -> str:
    """A string of the language."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class TypstNotation(Notation):
    """The language of formulas in Typst."""

    def row(self, parts: Sequence[str]) -> str:
        """Parts side by side."""
        pairs = zip(("", *parts), parts, strict=False)
        between = (_FRACTION.match(left) and _FRACTION.match(part) for left, part in pairs)
        return " ".join(
            f"thin {x}" if apart else x for apart, x in zip(between, parts, strict=True)
        )

    def letter(self, text: str) -> str:
        """A name of one letter."""
        return text

    def word(self, text: str, look: str) -> str:
        """A function, text, or letters in another face."""
        if look == "operatorname":
            return f"op({quoted(text)})"
        if look in LOOKS:
            return f"{LOOKS[look]}({quoted(text) if len(text) > 1 else text})"
        return f'class("normal", italic({quoted(text)}))' if look == "mathit" else quoted(text)

    def number(self, text: str) -> str:
        """Digits."""
        return text

    def sign(self, text: str) -> str:
        """An operator."""
        if len(text) > 1:
            return quoted(text)
        if text in BARS:
            return f'class("normal", {text})'
        return f"\\{text}" if _SPECIAL.fullmatch(text) else text

    def space(self, width: str) -> str:
        """A space."""
        return WIDTHS[width]

    def scripts(self, base: str, below: str | None, above: str | None) -> str:
        """Indices and exponents."""
        top = f", t: {above}" if above else ""
        bottom = f", b: {below}" if below else ""
        return f"attach({base or quoted('')}{top}{bottom})"

    def command(self, name: str, args: Sequence[str]) -> str:
        """Fractions, roots, accents."""
        if name in ("frac", "tfrac", "dfrac"):
            shown = f"frac({args[0]}, {args[1]})"
            return f"inline({shown})" if name == "tfrac" else shown
        if name in ("fit", "cell"):
            return f"#{name}({args[0]}em)[$display({args[1]})$]"
        if name == "binom":
            return f"binom({args[0]}, {args[1]})"
        if name in OVER:
            side = "t" if OVER[name] == "top" else "b"
            return f"attach(limits({args[1]}), {side}: {args[0]})"
        return f"{ACCENTS.get(name, name)}({args[0]})"

    def fence(self, left: str, inside: str, right: str) -> str:
        """Delimiters that grow."""
        opening, closing = (self.sign(side) if side else "" for side in (left, right))
        return f"lr({opening} {inside} {closing})"

    def table(self, rows: Sequence[Sequence[str]], left: str, right: str) -> str:
        """A matrix."""
        lines = " ; ".join(", ".join(row) for row in rows)
        delimiter = f"delim: #({_side(left)}, {_side(right)}), "
        return f"mat({delimiter}{lines})"


def _side(sign: str) -> str:
    return quoted(sign) if sign else "none"


def typst_math(latex: str) -> str:
    r"""A formula in Typst, without the dollars.

    >>> typst_math(r"\frac{\partial f}{\partial x} = 2 A^{\top}")
    'frac(∂ f, ∂ x) = 2 attach(A, t: ⊤)'
    """
    return Machine(TypstNotation()).run(latex)
