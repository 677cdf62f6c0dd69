"""Functions of libm, and C in single precision: its text with another type and other numbers."""

from __future__ import annotations

import re

# Declared by the code that calls them, so that no header is read; glibc has versions of most for
# whole vectors.
MATH = (
    "sin cos tan asin acos atan sinh cosh tanh exp log log1p erf erfc sqrt fabs floor nearbyint"
    " expm1 asinh"
).split()
VECTORS = frozenset({*MATH, "pow"}) - frozenset("sqrt fabs floor nearbyint expm1 asinh".split())
_FUNCTIONS = "|".join([*MATH, "pow"])
_WORDS = re.compile(
    r"/\*.*?\*/"  # comments stay
    r"|\bdouble\b|\blong long\b"
    rf"|\b(?:{_FUNCTIONS})(?=\()"
    r"|\bd(?:gemm|syrk)_"
    r"|vector_size\((?:64|32)\), aligned\(8\)"
    r"|(?<![\w.])(?:\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?![\w.])",
    re.DOTALL,
)
_SPELLED = {
    "double": "float",
    "long long": "int",  # of the same width, to number the entries of vectors
    "vector_size(64), aligned(8)": "vector_size(32), aligned(4)",
    "vector_size(32), aligned(8)": "vector_size(16), aligned(4)",
    "1e-150": "1e-15f",  # squares of what is between the two neither vanish nor overflow
    "1e150": "1e15f",
    "1e-100": "1e-10f",
    "1e100": "1e10f",
    "dgemm_": "sgemm_",
    "dsyrk_": "ssyrk_",
}


def single(text: str) -> str:
    """The text with float for double.

    >>> single("double y = 0.5 * exp(x); /* 0.5 */")
    'float y = 0.5f * expf(x); /* 0.5 */'
    """
    return _WORDS.sub(_word, text)


def _word(found: re.Match[str]) -> str:
    word = found.group()
    if word.startswith("/*"):
        return word
    return _SPELLED.get(word) or f"{word}f"
