r"""Formulas of which a part is typed and a part is marked as LaTeX: of $a$ x^2, of 2 $x^TAx$ + c.

Between words that bound it, such a formula is one: what is typed around the dollars is not lost.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.beside import Word
from matgrad.app.ask.text.between import end_of_bounded
from matgrad.app.ask.text.plain import to_latex

_INLINE = re.compile(r"(?<![\\$])\$(?P<a>[^$\n]{1,400})\$(?!\$)|\\\((?P<b>.{1,400}?)\\\)")
_RELATION = re.compile(
    r"[=<>≤≥∈;]|\\(?:in|le|leq|ge|geq|to|succ|succeq|mapsto|sim)(?![A-Za-z])|\\\\"
)
_SUM = re.compile(r"(?<=[\w)}\]])\s*[-+]")
_FIRST = 0x3400  # characters that no question is typed with stand for what is marked
_HELD = re.compile("[\u3400-\u4dbf]")
_ONLY = re.compile(f"(?:{_HELD.pattern}\\s*)+")
_CLAIMS = re.compile(  # is the gradient of $f$ $2Ax$?
    r"(?:^|[.?!:;,]\s)\W*(?:(?:so|then|but|and|or)\s+)?(?:is|are|isn['’]t|was|could|can|should)\b"
    r"[^.?!]*$",
    re.I,
)
MOST = 200


def with_mixed(text: str) -> str:
    """The text with one marked formula where typed and marked pieces stand side by side."""
    if ("$" not in text and r"\(" not in text) or _HELD.search(text):
        return text
    inside: list[str] = []

    def hold(found: re.Match[str]) -> str:
        formula = found["a"] or found["b"]
        if _RELATION.search(formula) or len(inside) >= MOST:
            return found[0]
        inside.append(formula)
        return chr(_FIRST + len(inside) - 1)

    held = _INLINE.sub(hold, text)
    written = [f"${formula}$" for formula in inside]
    words = [Word(m.start(), m.end(), m[0]) for m in re.finditer(r"\S+", held)]
    parts: list[str] = []
    position = at = 0
    while at < len(words):
        end = end_of_bounded(words, at)
        if end > at:
            start, stop = words[at].start, words[end - 1].end
            run = held[start:stop].rstrip(".,;:?!")
            is_mixed = _HELD.search(run) and len(run) > 1
            if is_mixed and not (_CLAIMS.search(held[:start]) and _ONLY.fullmatch(run)):
                parts += [held[position:start], f"${_joined(run, inside)}$"]
                position = start + len(run)
        at = max(end, at + 1)
    made = "".join([*parts, held[position:]])
    return _HELD.sub(lambda found: written[ord(found[0]) - _FIRST], made)


def _joined(run: str, inside: list[str]) -> str:
    """The run of typed words in LaTeX, with what is marked in its places."""

    def put(found: re.Match[str]) -> str:
        formula = inside[ord(found[0]) - _FIRST].strip().rstrip(".,")
        return rf" \left({formula}\right)" if _SUM.search(formula) else f" {formula} "

    return _HELD.sub(put, to_latex(run)).strip()
