r"""Functions that a text names itself: \sigma = \tanh, f the sigmoid, \sigma(z) = \max(0, z)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.syntax.expression import parse_expression, read_expression
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_names import Written, read_name
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_tables import ENTRYWISE, PROSE, SHORT, WORDS
from matgrad.syntax.macros import ALIASES
from matgrad.syntax.tokens import Token

_OF_VECTORS = frozenset({"softmax", "logsumexp", "layernorm"})
_IDLE = frozenset(
    "is the a an denotes means being with of to as it its for function activation map nonlinearity "
    "applied acts elementwise element wise componentwise component entrywise entry pointwise "
    "rowwise standard usual each on".split()
)
_BY_ENTRIES = frozenset({"elementwise", "componentwise", "entrywise", "pointwise"})
# How people write entrywise functions in one number z, besides by their names.
_WRITTEN_OUT = {
    "sigmoid": "1/(1 + exp(-z)); 1/(exp(-z) + 1); exp(z)/(1 + exp(z)); exp(z)/(exp(z) + 1);"
    "(1 + exp(-z))^(-1)",
    "relu": "max(0, z); max(z, 0); step(z)*z; step(z)*z + 0*(1 - step(z))",
    "softplus": "log(1 + exp(z)); log(exp(z) + 1)",
    "square": "z^2; z*z",
    "silu": "z*sigmoid(z); z/(1 + exp(-z))",
    "tanh": "(exp(z) - exp(-z))/(exp(z) + exp(-z)); (exp(2*z) - 1)/(exp(2*z) + 1);"
    "(1 - exp(-2*z))/(1 + exp(-2*z))",
}


def function_word(text: str) -> str | None:
    """The function that a word is: sigmoid for Sigmoid, logistic and the like."""
    word = text.lower()
    word = ALIASES.get(word, word)
    known = word in ENTRYWISE or word in _OF_VECTORS or (word in SHORT and word not in FUNCTIONS)
    return word if known else None


def described(source: Source, lo: int, hi: int) -> tuple[Written, str] | None:
    r"""The name and the function of f\text{ the elementwise sigmoid}; no function where the words
    only say that f is applied elementwise."""
    found = read_name(source, lo, hi)
    at = hi if found is None else source.skip_spaces(found.after, hi)
    if found is None or at + 1 >= hi or source.glyphs[at].text not in PROSE:
        return None
    inside = source.argument(at + 1, hi)
    if source.skip_spaces(inside.after, hi) != hi:
        return None
    words = words_in(source, inside.lo, inside.hi)
    functions = {called for word in words if (called := function_word(word))}
    idle = all(word.lower() in _IDLE or function_word(word) for word in words)
    if not idle or len(functions) > 1 or not (functions or _BY_ENTRIES & {*words}):
        return None
    return found.name, min(functions, default="")


def words_in(source: Source, lo: int, hi: int) -> list[str]:
    """Letters that touch are one word; spaces are not kept as glyphs."""
    text, end = "", None
    for glyph in source.glyphs[lo:hi]:
        text += (" " if end is not None and glyph.start > end else "") + glyph.text
        end = glyph.end
    return re.findall(r"[A-Za-z0-9]+", text)


def alone(source: Source, lo: int, hi: int) -> str | None:
    r"""The function whose name is all that stands here: \tanh or \mathrm{ReLU}."""
    lo = source.skip_spaces(lo, hi)
    while hi > lo and source.glyphs[hi - 1].kind == "space":
        hi -= 1
    if lo >= hi or source.glyphs[lo].kind != "command":
        return None
    if hi == lo + 1:
        return function_word(source.glyphs[lo].text)
    if source.glyphs[lo].text not in WORDS:
        return None
    inside = source.argument(lo + 1, hi)
    word = source.word(inside.lo, inside.hi) if inside.after == hi else None
    return function_word(word) if word else None


def identified(tokens: Sequence[Token], parameter: str) -> str | None:
    """The entrywise function that a formula in one number is."""
    try:
        value = read_expression(tokens, "", {parameter: ops.symbol("z")}, ())
    except MatgradError:
        return None
    return _known().get(value)


@cache
def _known() -> dict[Expr, str]:
    z = {"z": ops.symbol("z")}
    found = {parse_expression(f"{name}(z)", z): name for name in sorted(ENTRYWISE)}
    for name, texts in _WRITTEN_OUT.items():
        found |= {parse_expression(text, z): name for text in texts.split(";")}
    return found
