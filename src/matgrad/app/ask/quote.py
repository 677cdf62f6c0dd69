r"""Formulas of the text as they are quoted: for a terminal, signs in the place of commands."""

from __future__ import annotations

import re

from matgrad.core.notation import Spelling
from matgrad.syntax.tokens import GREEK

SHORT = 400  # characters of a formula that is quoted
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_LETTERS = {name: sign for sign, name in GREEK.items()}
_SIGNS = {
    **{"partial": "∂", "nabla": "∇", "odot": " ⊙ ", "otimes": " ⊗ ", "cdot": "·", "times": "×"},
    **{"top": "ᵀ", "in": " ∈ ", "sum": "Σ", "Vert": "‖", "lVert": "‖", "rVert": "‖", "ell": "ℓ"},
    **{"langle": "⟨", "rangle": "⟩", "circ": " ∘ ", "infty": "∞", "operatorname": "", "text": ""},
    **{"mathbb": "", "mathrm": "", "rm": "", "tfrac": "frac", "dfrac": "frac"},
}
_FRACTION = re.compile(r"\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_HAT = re.compile(r"\\hat\s*\{?\s*(\w)\s*\}?")
_RAISED = re.compile(r"\^\{?\s*(\(?[\d]+\)?|-1|T|\\top|⊤)\s*\}?")
_BELOW = re.compile(r"_\{?(\d)\}?")
_LETTER = re.compile(r"(?<!\\frac )(?<!\})\{([A-Za-z]\N{COMBINING CIRCUMFLEX ACCENT}?)\}")
_SUM = re.compile(r"[-+−]")


def quoted(latex: str) -> Spelling:
    """A formula as it stands in the text."""
    short = latex if len(latex) <= SHORT else latex[:SHORT] + " …"
    return Spelling(short, readable(short), latex)


def readable(latex: str) -> str:
    r"""LaTeX that is easier on the eyes in a terminal.

    >>> print(readable(r"\frac {\partial L}{\partial x} = -2W_1^T\left( s\odot y\right)"))
    ∂L/∂x = -2W₁ᵀ(s ⊙ y)
    """
    text = re.sub(r"\{\{([^{}]*)\}\}", r"{\1}", latex)
    text = _HAT.sub("\\1\N{COMBINING CIRCUMFLEX ACCENT}", text)
    text = re.sub(r"\^\s*\{?\s*\\(?:mathsf|mathrm)\s*\{\s*T\s*\}\s*\}?", "ᵀ", text)
    text = _RAISED.sub(lambda m: _mark(m[1]), text)
    text = _BELOW.sub(lambda m: m[1].translate(_LOWERED), text)
    text = re.sub(r"\\begin\s*\{\w+\}", "[", re.sub(r"\\end\s*\{\w+\}", "]", text))
    text = text.replace(r"\\", ";").replace("&", "  ")
    text = _LETTER.sub(r"\1", text)
    while (found := _FRACTION.sub(_over, text)) != text:
        text = found
    text = re.sub(r"\\(?:left|right|big|Big|bigl|bigr)\b\s*", "", text)
    text = re.sub(r"\\([A-Za-z]+)\s*", lambda m: _SIGNS.get(m[1]) or _word(m[1]), text)
    text = re.sub(r"\\[|]", "‖", text).replace("{", "").replace("}", "")
    text = re.sub(r"\(\s+", "(", re.sub(r"\s+\)", ")", text))
    return " ".join(text.split())


def _over(found: re.Match[str]) -> str:
    top, bottom = (f"({part})" if _SUM.search(part[1:]) else part for part in found.groups())
    return f"{top}/{bottom} "


def _mark(text: str) -> str:
    raised = {"T": "ᵀ", "\\top": "ᵀ", "⊤": "ᵀ", "-1": "⁻¹"}
    return raised.get(text) or text.translate(
        {ord(d): u for d, u in zip("0123456789()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾", strict=True)}
    )


def _word(name: str) -> str:
    if name in _SIGNS:
        return _SIGNS[name]
    return _LETTERS.get(name, name)
