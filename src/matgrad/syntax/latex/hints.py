"""Hints in the language of the text: what the grammar advises, as LaTeX has it."""

from __future__ import annotations

import re

_INSIDE = r"\(((?:[^()]|\([^()]*\))*)\)"
_PIECE = r"((?:\([^()]*\)|[\w\\{}])+)"
# From the signs of text to those of LaTeX, in this order.
_SIGNS: tuple[tuple[str, str], ...] = (
    (r" or [^;]*?\*(?:vector|matrix)\(1\)", ""),
    (r"(?<![\\\w{])inv\((\\?\w+)\)", r"\1^{-1}"),
    (rf"(?<![\\\w{{])inv{_INSIDE}", r"(\1)^{-1}"),
    (rf"{_PIECE}\.\^\(?(-?\w+)\)?", r"\1^{\\odot \2}"),
    (r" ?\./ ?", r" \\oslash "),
    (r" ?\.\* ?", r" \\odot "),
    (r"(\\?\w+\^(?:\{[^{}]*\}|\w))'(?![a-z])", r"(\1)^\\top"),
    (r"(?<=[\w)}\]])'(?![a-z])", r"^\\top"),
    (r"(?<![\\\w])ones\((\w+)\)", r"\\mathbf{1}_{\1}"),
    (r"(?<![\\\w])ones\((\w+), ?(\w+)\)", r"\\mathbf{1}_{\1 \\times \2}"),
    (r"(?<![\\\w])I\((\w+)\)", r"I_{\1}"),
    (rf"(?<![\\\w])sqrt{_INSIDE}", r"\\sqrt{\1}"),
    (rf"(?<![\\\w])norm2{_INSIDE}", r"\\|\1\\|"),
    (r"(?<![\\\w{])logdet(?=\()", r"\\log\\det"),
    (r"(?<![\\\w{])(exp|log|det|max|min)(?=\()", r"\\\1"),
    (
        r"(?<![\\\w{])(expm|logm|sqrtm|abs|sum_cols|tr|diag|sum|solve|vec)(?=\()",
        r"\\operatorname{\1}",
    ),
    (r"(?<=[\w)}\]])\*(?=[\w(\\])", " "),
)


def with_signs(hint: str) -> str:
    r"""A hint in LaTeX.

    >>> print(with_signs("x'*y is a scalar, x.*y elementwise"))
    x^\top y is a scalar, x \odot y elementwise
    """
    for pattern, sign in _SIGNS:
        hint = re.sub(pattern, sign, hint)
    return hint
