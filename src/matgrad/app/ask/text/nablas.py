"""Nablas that people type as words: grad_x f, nabla_w L, hess_x f(x), and grad loss = ….

Without the sign, what stands behind the word would be the function itself: f = 2x.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.plain import SAFE

_GREEK = "|".join(sorted(SIGNS, key=len, reverse=True))
_WORD = r"(?<![\w\\$`])(?:(?P<two>[Hh]ess(?:ian)?)|(?:[Gg]rad(?:ient)?|[Nn]abla))"
_BY = (
    rf"_(?:\{{(?P<in>[^{{}}$]{{1,20}})\}}|(?P<x>(?:{_GREEK}|[A-Za-zα-ωΑ-Ω])(?:_?\d|_[a-z])?)(?!\w))"
)
_ARGUMENTS = r"(?:\([^()]*\))?"
_LETTER = rf"(?:{_GREEK}|[A-Za-zα-ωΑ-Ωϕℓ])(?:_?\d)?(?!\w)"
_NAME = rf"(?!(?:a|I)\s+[a-z]{{2}}){_LETTER}"  # no article
_CALL = rf"(?:{'|'.join(sorted(SAFE))}|norm[12F]?|sum|mean|logdet)\b"
# Behind an index anything can stand that is differentiated; without one, the word is one of prose
# unless an equals sign follows.
_INDEXED = re.compile(rf"{_WORD}{_BY}(?:\s+(?={_NAME}|{_CALL}|\|\||‖|\d|[(\[])|(?=\())")
_EQUAL = re.compile(rf"{_WORD}\s+(?=(?P<f>{_LETTER})(?<!\d){_ARGUMENTS}\s*=(?!=))")
_DEFINED = re.compile(r"(?<![\w\\$`.])([A-Za-z]{2,12})\s*(?:\([\w, ]*\)\s*)?:?=(?!=)")


def with_nablas(typed: str) -> str:
    """What is typed, with the sign in the place of the words for it.

    >>> with_nablas("loss = x'x: grad_x f = 2x, hess f = 2I, grad_x loss = 2x")
    "loss = x'x: ∇_x f = 2x, ∇²f = 2I, ∇_{x}loss = 2x"
    """
    if not re.search("grad|nabla|hess", typed, re.I):
        return typed
    typed = _EQUAL.sub(_of_known, _INDEXED.sub(lambda found: f"{_sign(found)} ", typed))
    words = {found[1] for found in _DEFINED.finditer(typed)} - {"grad", "nabla", "hess"}
    if not words:
        return typed
    either = "|".join(sorted(words, key=len, reverse=True))
    named = re.compile(
        rf"{_WORD}(?:{_BY}\s+(?=(?:{either})(?!\w))"
        rf"|(?<!ent)(?<!ian)\s+(?=(?:{either}){_ARGUMENTS}\s*=(?!=)))"
    )
    return named.sub(lambda found: _sign(found, is_braced=True), typed)


def _of_known(found: re.Match[str]) -> str:
    """The nabla; in “the upstream gradient G = …” the word is a noun, and G is its name."""
    defined = rf"(?<![\w∇]){re.escape(found['f'])}{_ARGUMENTS}\s*:?=(?!=)"
    is_short = len(found[0].strip()) <= len("nabla")
    is_known = is_short or re.search(defined, found.string[: found.start()])
    return _sign(found) if is_known else found[0]


def _sign(found: re.Match[str], *, is_braced: bool = False) -> str:
    """The nabla with its index; beside a word, with braces between both."""
    groups = found.groupdict()
    name = (groups.get("in") or groups.get("x") or "").strip()
    below = f"_{{{name}}}" if len(name) > 1 or is_braced else f"_{name}"
    return f"∇{'²' if found['two'] else ''}{below if name else ''}"
