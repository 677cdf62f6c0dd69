"""Characters of pages and documents that stand for those of a keyboard: ⊤, ½, 𝐱, <sup>T</sup>."""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_STYLED = re.compile("[\U0001d400-\U0001d7ff]")  # bold, italic and other letters of mathematics
_TRANSPOSED = re.compile(r"(?<=[\w)\]‖|'⁻])(?:⊤|<sup>\s*(?:T|⊤|⊺)\s*</sup>|⊺)")
_RAISED = re.compile(r"<sup>\s*([\w+-]{1,9})\s*</sup>", re.I)
_LOWERED = re.compile(r"<sub>\s*([\w,]{1,9})\s*</sub>", re.I)
HALVES = {"½": (1, 2), "⅓": (1, 3), "¼": (1, 4), "¾": (3, 4), "⅔": (2, 3)}


def keyed(text: str) -> str:
    """The text with the characters that everything after this knows."""
    if not text.isascii():
        text = _SPACES.sub(" ", _UNSEEN.sub("", text)).replace("\N{MINUS SIGN}", "-")
        text = _STYLED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
        text = text.replace("\N{PRIME}", "'").replace("\N{DOUBLE PRIME}", "''")
    text = _TRANSPOSED.sub("ᵀ", text)
    return _LOWERED.sub(r"_{\1}", _RAISED.sub(r"^{\1}", text))


def with_fractions(text: str, pattern: str) -> str:
    """The text with a fraction in the place of ½ and the like."""
    for sign, (top, bottom) in HALVES.items():
        text = text.replace(sign, pattern.format(top, bottom))
    return text
