"""Functions of matrices, which formulas write like those of numbers and words tell apart."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.problem.understood import Understood

MATRIX_FUNCTIONS = (
    (r"\bmatrix logarithm", r"\\(?:log|ln)\b(?!\s*(?:\\det|\||\\l?vert|\\left\s*\|))", "logm"),
    (r"\bmatrix exponential", r"\\exp\b", "expm"),
    (r"\bmatrix square root", r"\\sqrt\b", "sqrtm"),
)
_EULER = re.compile(r"\\[A-Za-z]+|e\s*\^\s*(?:\{([^{}]*)\}|([A-Za-z]))")


def with_matrix_functions(latex: str, found: Understood) -> str:
    """The logarithm of a matrix where the words call it so, not the one of its entries."""
    words = found.cut.words
    for pattern, command, name in MATRIX_FUNCTIONS:
        if re.search(pattern, words, re.I):
            latex = re.sub(command, rf"\\operatorname{{{name}}}", latex)
            latex = _raised_e(latex, found) if name == "expm" else latex
    return latex


def _raised_e(latex: str, found: Understood) -> str:
    r"""\operatorname{expm}(A) for e^A, where a matrix stands in the exponent."""

    def instead(power: re.Match[str]) -> str:
        inside = power[1] or power[2] or ""
        kinds = [found.said.kinds.get(name) for name in names_in(inside)]
        is_matrix = "matrix" in kinds or any(n[0].isupper() for n in names_in(inside))
        return rf"\operatorname{{expm}}({inside})" if is_matrix else power[0]

    return _EULER.sub(instead, latex)
