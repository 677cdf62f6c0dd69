r"""Functions on sets of matrices: “f(X) = … on the set of symmetric matrices” says what X is."""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_HEAD = re.compile(
    r"\s*(?:\\?[A-Za-z]+|\\mathcal\s*\{?\s*[A-Z]\s*\}?)\s*(?:\\left\s*)?\(\s*(?P<x>[A-Z]|\\[A-Z][a-z]+)\s*"
    r"(?:\\right\s*)?\)\s*:?="
)
_ON = re.compile(  # f(X) = …, defined on the cone of symmetric positive definite matrices
    rf"(?P<f>{ANY})\s*,?\s*(?:is\s+)?(?:(?:be\s+)?(?:defined|considered|given)\s+)?(?:on|over)\s+"
    r"(?:the\s+)?(?:(?:open|closed|convex|whole)\s+)*(?:set|space|cone|class|family|manifold|group)\s+of\s+"
    rf"(?:all\s+)?(?P<what>(?:(?!not\b|non|no\b|or\b)[a-z-]+\s+){{1,4}}?)(?P<size>{ANY}\s+)?matrices\b",
    re.I,
)


def with_matrix_sets(cut: Cut) -> Cut:
    """The text with “where X is a symmetric matrix” for the set on which its function lives."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    for found in reversed([*_ON.finditer(writing.text)]):
        head = _HEAD.match(writing.formula(found["f"]))
        if head:
            what = f"a {found['what']}{found['size'] or ''}matrix"
            writing.put(*found.span(), f"{found['f']}, where {writing.add(head['x'])} is {what}")
    return writing.recut(cut)
