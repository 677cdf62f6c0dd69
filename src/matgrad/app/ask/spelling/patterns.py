"""Parts of formulas that many patterns search for, each in one place."""

from __future__ import annotations

LETTER = r"(?:\\(?:mathbf|boldsymbol|bm)\s*\{\s*\w\s*\}|\\[A-Za-z]+|[A-Za-z])"
COMMAND = r"\\(?:operatorname|mathrm|text|textrm|mathit|begin|end)\*?\s*\{[^{}]*\}|\\[A-Za-z]+"
D = r"(?:\\partial|\\mathrm\s*\{\s*d\s*\}|d)"  # of a derivative
ONES = r"\\(?:mathbf|mathbb|boldsymbol|bm)\s*(?:\{\s*1\s*\}|1)"  # the vector of ones
TURNED = r"\s*(?:\^\s*(?:T|\\top(?![A-Za-z])|\{\s*(?:T|\\top)\s*\})|')"  # x^T, x'
STAR = r"\s*\^\s*(?:\*|\\(?:star|ast)(?![A-Za-z])|\{\s*(?:\*|\\star|\\ast)\s*\})"  # x^*
