r"""Members x_i that words call the columns of a matrix X: the matrix is declared d×n by that.

Without such words the members of a sum are rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_SMALL = r"(?:(?:the|a|its|all|vectors?|samples?|points?|data|design|matrix|denoted|by)\s+){0,4}"
_ARE = r"(?:are|is|be|being|denotes?|forms?)"
_HOLDS = r"(?:contains|has|having|holds|stacks|collects|stores|with)"
# Members and their matrix, or the matrix and its members.
_MEMBERS_FIRST = re.compile(
    rf"({M})(?:['’]?s)?\s+{_ARE}\s+(?:the\s+)?(?:(?:{M}|\w+)[-\s]?th\s+)?columns?(?:\s+vectors?)?"
    rf"\s+of\s+{_SMALL}({M})",
    re.I,
)
_MATRIX_FIRST = (
    re.compile(rf"columns?\s+of\s+{_SMALL}({M})\s+{_ARE}\s+{_SMALL}({M})", re.I),
    re.compile(rf"({M})\s*,?\s+whose\s+columns\s+are\s+{_SMALL}({M})", re.I),
    re.compile(
        rf"({M})\s+{_HOLDS}\s+(?:\w+\s+){{0,4}}?({M})\s+(?:as|per|in|for\s+each|on)\s+"
        r"(?:(?:its|the|each|every|a)\s+)?columns?\b",
        re.I,
    ),
)
_STEM = r"(?P<stem>\\?[A-Za-z]+|\\(?:mathbf|boldsymbol|bm|vec)\s*\{?\s*[A-Za-z]\s*\}?)"
_MEMBER = re.compile(
    rf"\s*{_STEM}\s*_\s*\{{?\s*(?P<index>[a-z])\s*\}}?\s*(?:\^\s*\{{?\s*(?:T|\\top)\s*\}}?)?\s*"
)
_LETTER = re.compile(r"[A-Za-z]")
SIZES, LENGTHS = "dpqrs", "nNmTKL"


def with_members(cut: Cut) -> Cut:
    """The text with a declaration of each matrix whose columns words name."""
    for matrix, members in _told(cut):
        whole, member = (
            cut.segments[matrix].text.strip(),
            _MEMBER.fullmatch(cut.segments[members].text),
        )
        letters = _LETTER.findall(re.sub(r"\\[A-Za-z]+", " ", whole))
        stem = _LETTER.findall(re.sub(r"\\[A-Za-z]+", " ", member["stem"])) if member else []
        if member is None or len(letters) != 1 or [x.upper() for x in stem] != letters:
            continue
        cut = _declared(cut, whole, member)
    return cut


def _told(cut: Cut) -> Iterator[tuple[int, int]]:
    """The segments of matrices and of their columns."""
    marked = cut.marked
    if "column" not in marked:
        return
    for found in _MEMBERS_FIRST.finditer(marked):
        yield next(numbers(found[2])), next(numbers(found[1]))
    for pattern in _MATRIX_FIRST:
        for found in pattern.finditer(marked):
            yield next(numbers(found[1])), next(numbers(found[2]))


def _declared(cut: Cut, whole: str, member: re.Match[str]) -> Cut:
    """The text with the matrix as d×n, and with sums that end with n."""
    formulas = cut.formulas
    if any(re.search(rf"{re.escape(whole)}\s*\\in\b", text) for text in formulas):
        return cut
    used = {x for text in formulas for x in _LETTER.findall(re.sub(r"\\[A-Za-z]+", " ", text))}
    index = member["index"]
    ends = re.compile(
        rf"(\\sum\s*(?:\\limits\s*)?)_\s*\{{?\s*{index}\s*\}}?(?!\s*(?:=|[\w^]\s*\}}))"
    )
    limit = re.compile(rf"_\s*\{{\s*{index}\s*=\s*1\s*\}}\s*\^\s*(?:\{{([^{{}}]+)\}}|(\w))")
    limits = [found[1] or found[2] for text in formulas for found in limit.finditer(text)]
    length = limits[0] if limits else next((x for x in LENGTHS if x not in used), "n")
    size = next((x for x in SIZES if x not in used), "d")
    space = r"\s*\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*\{?\s*(\w+)"
    long = re.compile(rf"{re.escape(member['stem'])}\s*_\s*\{{?\s*{index}\s*\}}?{space}")
    size = next((found[1] for text in formulas for found in long.finditer(text)), size)

    def ended(found: re.Match[str]) -> str:
        return rf"{found[1]}_{{{index}=1}}^{{{length}}} "

    space = rf"{whole} \in \mathbb{{R}}^{{{size} \times {length}}}"
    let = Segment(False, "\n\nLet "), Segment(True, space), Segment(False, ".")
    note = f"the columns of {whole} are the members of the sum, as the text says"
    made = cut.rewritten(lambda latex: ends.sub(ended, latex), note)
    return replace(made, segments=(*made.segments, *let))
