r"""Formulas as MathML, which browsers set by themselves: no script, no font, no other host."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from matgrad.render.formula import ACCENTS, BRACES, OVER, Machine, Notation

WIDTHS = {"thin": "0.22em", "medium": "0.28em", "wide": "1em", "break": "0"}
LOOKS = {"mathbf": "bold", "boldsymbol": "bold", "mathbb": "double-struck", "mathcal": "script"}
WRAPPED = {"sqrt": "<msqrt>{}</msqrt>", "fit": "{}", "cell": "{}"}  # a page has room, and scrolls
TIGHT = 'lspace="0" rspace="0"'
MINUS, SIGN = "<mo>−</mo>", '<mo form="prefix" lspace="0" rspace="0">−</mo>'
FENCES = frozenset("()[]{}|‖⟨⟩")
CLOSINGS = tuple(f"{sign}</mo>" for sign in ")]}⟩")
SPACE = '<mspace width="0.26em"/>'  # before the name of a function
FACTOR = '<mspace width="0.17em"/>'  # between fractions
PRIME = '<mo form="postfix" lspace="0" rspace="0">′</mo>'
_SLANTED = re.compile(r"<mi[^<>]*>[A-Zdfl]</mi>")  # letters that reach into what is above
DOUBLE_STRUCK = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ"}


class MathML(Notation):
    """The language of formulas in HTML."""

    def row(self, parts: Sequence[str]) -> str:
        """Parts side by side."""
        if len(parts) == 1:
            return parts[0]
        shown = (_beside(left, part) for left, part in zip(("<mo>", *parts), parts, strict=False))
        return f"<mrow>{''.join(shown)}</mrow>"

    def letter(self, text: str) -> str:
        """A name of one letter."""
        return f"<mi>{escape(text)}</mi>"

    def word(self, text: str, look: str) -> str:
        """A function, text, or letters in another face."""
        if look in ("text", "textrm", "textbf"):
            return f"<mtext>{escape(text)}</mtext>"
        if look == "mathbb":
            return f"<mi>{DOUBLE_STRUCK.get(text, escape(text))}</mi>"
        if look in ("mathbf", "boldsymbol"):
            shown = "𝟏" if text == "1" else escape(text)
            return f'<mi class="bold">{shown}</mi>'
        normal = ' mathvariant="normal"' if len(text) == 1 else ""
        normal = ' style="font-style:italic"' if look == "mathit" else normal
        space = SPACE if look == "operatorname" and len(text) > 1 else ""
        return f"{space}<mi{normal}>{escape(text)}</mi>"

    def number(self, text: str) -> str:
        """Digits."""
        return f"<mn>{text}</mn>"

    def sign(self, text: str) -> str:
        """An operator; the bar of a norm and the sign of a transpose are no operators."""
        if text == "′":
            return PRIME
        if text in ("⊤", "∞", "∂", "∇"):
            return f'<mi mathvariant="normal">{text}</mi>'
        if text in FENCES:
            return f'<mo stretchy="false" form="infix" lspace="0" rspace="0">{escape(text)}</mo>'
        if text == ":":
            return '<mo lspace="0.28em" rspace="0.28em">:</mo>'
        return f"<mo>{escape(text)}</mo>"

    def space(self, width: str) -> str:
        """A space."""
        return f'<mspace width="{WIDTHS[width]}"/>'

    def scripts(self, base: str, below: str | None, above: str | None) -> str:
        """Indices and exponents."""
        base = _one(base)
        if above is not None and not above.replace(PRIME, ""):  # it is raised by itself
            inner = base if below is None else f"<msub>{base}{_one(below)}</msub>"
            return f"<mrow>{inner}{above}</mrow>"
        is_near = above is not None and above.startswith("<mi>" if below else "<mi")
        if is_near and _SLANTED.fullmatch(base):
            above = f'<mspace width="0.1em"/>{above}'
        if above is None:
            return f"<msub>{base}{_one(below)}</msub>"
        if below is None:
            return f"<msup>{base}{_one(above)}</msup>"
        return f"<msubsup>{base}{_one(below)}{_one(above)}</msubsup>"

    def command(self, name: str, args: Sequence[str]) -> str:
        """Fractions, roots, accents."""
        if name in ("frac", "tfrac", "dfrac"):
            return f"<mfrac>{_one(args[0])}{_one(args[1])}</mfrac>"
        if name in WRAPPED:
            return WRAPPED[name].format(args[-1])
        if name == "binom":
            stacked = f'<mfrac linethickness="0">{_one(args[0])}{_one(args[1])}</mfrac>'
            return self.fence("(", stacked, ")")
        if name in OVER:
            tag = "mover" if OVER[name] == "top" else "munder"
            return f"<{tag}>{_one(args[1])}{_one(args[0])}</{tag}>"
        if name in BRACES:
            tag = "mover" if name.startswith("over") else "munder"
            return f"<{tag}>{_one(args[0])}<mo>{BRACES[name]}</mo></{tag}>"
        return f'<mover accent="true">{_one(args[0])}<mo>{ACCENTS[name]}</mo></mover>'

    def fence(self, left: str, inside: str, right: str) -> str:
        """Delimiters that grow."""
        is_tall = any(tag in inside for tag in ("<mfrac", "<mtable", "<msqrt", "<munder"))
        look = TIGHT if is_tall else f'{TIGHT} stretchy="false"'
        opening = f'<mo {look} form="prefix">{escape(left)}</mo>' if left else ""
        closing = f'<mo {look} form="postfix">{escape(right)}</mo>' if right else ""
        return f"<mrow>{opening}{inside}{closing}</mrow>"

    def table(self, rows: Sequence[Sequence[str]], left: str, right: str) -> str:
        """A matrix."""
        lines = ("<mtr>" + "".join(f"<mtd>{cell}</mtd>" for cell in row) + "</mtr>" for row in rows)
        return self.fence(left, f"<mtable>{''.join(lines)}</mtable>", right)


def _beside(left: str, part: str) -> str:
    """A part behind another: a minus behind a sign is one itself, and no space opens a bracket."""
    if left.endswith("</mfrac>") and part.startswith("<mfrac>"):
        return FACTOR + part
    is_sign = left.startswith(("<mo>", "<mo ")) and not left.endswith(CLOSINGS)
    if not is_sign:
        return part
    return SIGN if part == MINUS else part.removeprefix(SPACE)


def _one(part: str | None) -> str:
    """Something that is one element; several scripts in a row are put into one."""
    inside = part or ""
    return inside if inside.count("<") == 2 and inside.endswith(">") else f"<mrow>{inside}</mrow>"


def mathml(latex: str) -> str:
    r"""A formula in MathML.

    >>> mathml("x^2")
    '<math><msup><mi>x</mi><mn>2</mn></msup></math>'
    """
    return f"<math>{Machine(MathML()).run(latex)}</math>"


def display_mathml(latex: str) -> str:
    """A formula in MathML with large fractions."""
    return f'<math displaystyle="true">{Machine(MathML()).run(latex)}</math>'
