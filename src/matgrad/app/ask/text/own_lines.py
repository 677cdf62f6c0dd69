r"""Displays whose equations stand on lines of their own, without \\ between them; and remarks.

A line that begins with its own derivative and "=" is an equation of its own, unless the line before
goes on there: it ends with a sign, or with ∂f/∂y before a ∂y/∂x that follows in the chain.
"""

from __future__ import annotations

import re

_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_D = r"(?:\\partial(?![A-Za-z])|\\mathrm\s*\{\s*d\s*\}|d(?=\s*[A-Za-z\\]))"
_OVER = rf"\\[dt]?frac\s*(?P<above>{_GROUP})\s*(?P<below>{_GROUP})"
_NABLA = rf"\\nabla\s*(?:_\s*(?:{_GROUP}|\w))?\s*[A-Za-z](?:_\s*(?:{_GROUP}|\w))?(?:\([^()]*\))?"
_BEGINS = re.compile(rf"(?<!\s)(?P<gap>\s+)(?={_OVER}\s*&?=|{_NABLA}\s*&?=)")
_OF = re.compile(rf"\{{\s*{_D}\s*(.*?)\s*\}}", re.DOTALL)
_LAST = re.compile(rf"{_OVER}\s*$")
_GOES_ON = re.compile(
    r"(?:[-+=:*/<>,&(\[{]|\\(?:odot|otimes|cdot|times|circ|implies|[A-Za-z]*arrow))\s*$"
)
_WORD = r"\\(?:math|text)(?:bf|rm|it|sf)\s*\{\s*(?P<word>[A-Za-z]{4,}(?:[ ~-]+[A-Za-z]+)*)\s*\}"
_REMARK = re.compile(
    rf"(?P<before>=(?:(?!\\\\|\\end\b).)*&\s*){_WORD}(?=\s*(?:&|\\\\|\\end\b|$))", re.DOTALL
)
_ENTRIES = re.compile(r"\\begin\s*\{\w?(?:matrix|cases)\}")


def with_own_lines(display: str) -> str:
    r"""A display with \\ before each line that is an equation of its own.

    >>> print(with_own_lines("\\nabla_x f = a\n\\nabla_y f = b"))
    \nabla_x f = a \\
    \nabla_y f = b
    """
    return _BEGINS.sub(_broken, display) if "\n" in display else display


def _broken(found: re.Match[str]) -> str:
    if "\n" not in found["gap"]:
        return found[0]
    before = found.string[: found.start()]
    is_inside = before.count("{") != before.count("}") or _depth(before)
    if is_inside or before.endswith("\\\\") or "=" not in before or _GOES_ON.search(before):
        return found[0]
    last, above = _LAST.search(before), _OF.fullmatch(found["above"] or "")
    below = _OF.fullmatch(last["below"]) if last else None
    is_chain = above and below and _letters(above[1]) == _letters(below[1])
    return found[0] if is_chain else f" \\\\{found['gap']}"


def _depth(latex: str) -> int:
    r"""How many matrices, cases and brackets that grow are open."""
    inside = re.sub(r"\\(?:begin|end)\s*\{(?!\w?matrix|cases|array)\w+\*?\}", "", latex)
    pairs = (("begin", "end"), ("left", "right"))
    return sum(
        len(re.findall(rf"\\{a}\b", inside)) - len(re.findall(rf"\\{b}\b", inside))
        for a, b in pairs
    )


def _letters(latex: str) -> str:
    """A name without its look: the text may have it in bold here and not there."""
    return re.sub(r"\\(?:mathbf|boldsymbol|bm)(?![A-Za-z])|[{}\s]", "", latex)


def with_remarks_as_words(display: str) -> str:
    r"""A display in which a word by itself in the last column is a remark, not a factor.

    >>> print(with_remarks_as_words(r"a & = & b & \mathbf{computation} \\ c & = & d"))
    a & = & b & \text{computation} \\ c & = & d
    """
    if "&" not in display or _ENTRIES.search(display):
        return display
    return _REMARK.sub(r"\g<before>\\text{\g<word>}", display)
