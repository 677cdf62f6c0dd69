"""Names, sizes and digits as people write them: σ for sigma, W₁ for W1, ŷ for yhat.

Two underscores before a number raise it, as people number the layers of a network: W__1 is W⁽¹⁾.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from matgrad.core.dims import Dim
from matgrad.core.notation import Spelling
from matgrad.core.shape import Shape

GREEK: dict[str, str] = dict(
    zip(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
        "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega".split(),
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
        strict=True,
    )
)
SHORT = {"lam": "lambda", "eps": "epsilon"}
VARIANTS = frozenset("varepsilon vartheta varphi varrho varsigma ell".split())
_WORD = {sign: word for word, sign in GREEK.items()}
ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
VULGAR: dict[str, str] = dict(
    zip(
        "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/8 3/8 5/8 7/8".split(),
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞",
        strict=True,
    )
)
_SPLIT = re.compile(
    r"^(?P<stem>[^\W\d_]+?)(?:_?(?P<number>\d+)|_(?P<index>[^\W_]+(?:_[^\W_]+)*))??"
    r"(?:__(?P<layer>\d+))?$"
)


MANY = 2048  # names and sizes whose spelling is kept: a derivation has the same ones in every line


class Parts(NamedTuple):
    """The letter or Greek word, the accent, the number, the index and the layer of a name."""

    stem: str
    accent: str
    number: str
    subscript: str
    layer: str


def _parts(name: str) -> Parts | None:
    found = _SPLIT.match(name)
    if found is None:
        return None
    stem, accent = found["stem"], ""
    for ending in ACCENTS:
        base = stem.removesuffix(ending)
        if base != stem and (len(base) == 1 or SHORT.get(base, base) in GREEK):
            stem, accent = base, ending
            break
    below = found["number"] or "", found["index"] or ""
    return Parts(SHORT.get(stem, stem), accent, *below, found["layer"] or "")


@lru_cache(MANY)
def plain_name(name: str) -> str:
    """A name in Unicode.

    >>> [plain_name(name) for name in ("W1", "sigma", "yhat", "loss", "x_i", "W__1")]
    ['W₁', 'σ', 'ŷ', 'loss', 'x_i', 'W⁽¹⁾']
    """
    parts = _parts(name)
    if parts is None:
        return name
    stem, accent, number, index, layer = parts
    letter = unicodedata.normalize("NFC", GREEK.get(stem, stem) + ACCENTS.get(accent, ""))
    above = layer and f"⁽{layer.translate(SUPERSCRIPT)}⁾"
    return letter + number.translate(SUBSCRIPT) + (index and "_" + index) + above


def plain_input(name: str) -> str:
    """A name that has a value, also that of a differential: dΣ for dSigma."""
    inside = name.removeprefix("d")
    return f"d{plain_name(inside)}" if name not in GREEK and inside in GREEK else plain_name(name)


def with_plain_names(words: str, names: Collection[str] = ()) -> str:
    """The words, with names as they are printed: W⁽¹⁾ for W__1, θ_i, and all that are given.

    >>> with_plain_names("eta_i is the i-th entry of eta", {"eta"})
    'η_i is the i-th entry of η'
    """
    words = _SURE.sub(lambda found: plain_name(found[0]), words)
    return _WORDS.sub(lambda found: plain_name(found[0]) if found[0] in names else found[0], words)


_SURE = re.compile(rf"\b(?:[A-Za-z]\w*?__\w+|(?:{'|'.join(GREEK)})_[^\W_]+)\b")  # no English words
_WORDS = re.compile(r"(?<!\\)\b[A-Za-z]\w*\b(?!\()")


@lru_cache(MANY)
def is_letter(name: str) -> bool:
    """Is the name one letter, perhaps with a number or accent, so that it can stand in a product?

    The letter d is not: d x would look like the differential of x.
    """
    parts = _parts(name)
    if parts is None:
        return False
    stem, accent, number, index, layer = parts
    return (
        len(GREEK.get(stem, stem)) == 1
        and not index
        and (stem != "d" or bool(accent + number + layer))
    )


def is_phrase(parts: Parts) -> bool:
    """Is a name made of words, as learning_rate, and not a letter with an index?"""
    is_word = len(GREEK.get(parts.stem, parts.stem)) > 1 and len(parts.subscript) > 1
    return not parts.layer and (is_word or "_" in parts.subscript)


@lru_cache(MANY)
def latex_name(name: str) -> str:
    r"""A name in LaTeX.

    >>> [latex_name(name) for name in ("W1", "sigma", "yhat", "loss", "x_i", "W__1")]
    ['W_{1}', '\\sigma', '\\hat{y}', '\\mathit{loss}', 'x_{i}', '{W^{(1)}}']
    """
    parts = _parts(name)
    if parts is None or is_phrase(parts):
        return rf"\mathit{{{name}}}".replace("_", r"\_")
    stem, accent, number, index, layer = parts
    word = _WORD.get(stem, stem)
    is_command = word in GREEK or word in VARIANTS
    letter = f"\\{word}" if is_command else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
    if accent:
        letter = rf"\{accent}{{{letter}}}"
    below = (number or index).replace("_", r"\_")
    letter = f"{letter}_{{{below}}}" if below else letter
    return f"{{{letter}^{{({layer})}}}}" if layer else letter


@lru_cache(MANY)
def plain_size(size: Dim) -> str:
    """A size in Unicode: 2n + 1, n²."""
    sign = "" if all(len(name) == 1 for name in size.names) else " "
    squares = re.sub(r"(?<!\w)([^\W\d]\w*)\*\1(?![\w*])", r"\1²", str(size))
    return re.sub(r"(?<=.)([+-])", r" \1 ", squares).replace("*", sign).replace("-", "−")


def plain_shape(shape: Shape) -> str:
    """A shape in Unicode, with both of its sizes."""
    return "×".join(_closed(size, plain_size(size), 2) for size in shape)


@lru_cache(MANY)
def latex_size(size: Dim) -> str:
    """A size in LaTeX."""
    words = re.sub(r"[^\W\d]\w*", lambda found: latex_name(found[0]), str(size))
    squares = re.sub(r"(?<![\w}])(\S+)\*\1(?![\w*])", r"\1^2", words)
    return re.sub(r"(?<=.)([+-])", r" \1 ", squares).replace("*", " ")


@lru_cache(MANY)
def spelled_shape(shape: Shape) -> Spelling:
    """A shape as it is declared: scalar, n, m×n."""
    if shape.is_scalar:
        return Spelling("scalar", "scalar", r"\text{scalar}")
    sizes = (shape.rows,) if shape.is_column else (shape.rows, shape.cols)
    return Spelling(
        " x ".join(map(str, sizes)),
        "×".join(_closed(size, plain_size(size), len(sizes)) for size in sizes),
        r" \times ".join(_closed(size, latex_size(size), len(sizes)) for size in sizes),
    )


def _closed(size: Dim, shown: str, count: int) -> str:
    """A size beside another one: (m − r)×n."""
    return f"({shown})" if count > 1 and len(size.terms) > 1 else shown
