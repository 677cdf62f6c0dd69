r"""Abbreviations that a text defines: \def, \newcommand, \DeclareMathOperator."""

from __future__ import annotations

import re

_DEFINING = re.compile(r"\\(?:def|newcommand|renewcommand|providecommand|DeclareMathOperator)\b\*?")
_NAMED = re.compile(r"\s*\{?\s*\\([A-Za-z]+|.)")
_COMMAND = re.compile(r"\\([A-Za-z]+|.)")
_HOLE = "\ufdd0"  # where a definition stood
# Definitions alone between dollars: what is left of these would begin a formula.
_EMPTIED = re.compile(
    rf"(\$\$?)[\s{_HOLE}]*{_HOLE}[\s{_HOLE}]*\1|\\\([\s{_HOLE}]*{_HOLE}[\s{_HOLE}]*\\\)"
    rf"|\\\[[\s{_HOLE}]*{_HOLE}[\s{_HOLE}]*\\\]"
)
LONGEST = 5_000  # characters of an abbreviation when all others are filled in


def without_abbreviations(text: str) -> tuple[str, str]:
    r"""The text without its \def and \newcommand, and these."""
    kept: list[str] = []
    taken: list[str] = []
    position = 0
    while found := _DEFINING.search(text, position):
        end = _end_of_definition(text, found.end())
        if end is None:
            break
        kept += [text[position : found.start()], _HOLE]
        taken.append(text[found.start() : end])
        position = end
    left = "".join([*kept, text[position:]])
    return (_EMPTIED.sub(" ", left).replace(_HOLE, "") if taken else left), "".join(taken)


def longest_expansion(abbreviations: str) -> int:
    """How long an abbreviation can get when those inside of it are filled in; circles never end."""
    parts = re.split(_DEFINING, abbreviations)[1:]
    bodies = {name[1]: part for part in parts if (name := _NAMED.match(part))}
    used = {name: _COMMAND.findall(body)[1:] for name, body in bodies.items()}
    sizes = {name: len(body) for name, body in bodies.items()}
    for _ in range(len(bodies) + 1):
        before = dict(sizes)
        for name, body in bodies.items():
            sizes[name] = len(body) + sum(before.get(each, 0) for each in used[name])
        if sizes == before or max(sizes.values(), default=0) > LONGEST:
            return max(sizes.values(), default=0)
    return LONGEST + 1 if bodies else 0


def _end_of_definition(text: str, at: int) -> int | None:
    """Where the group ends that an abbreviation stands for."""
    opening = re.compile(r"\s*(\{\s*\\\w+\s*\}|\\\w+|\\.)\s*(\[\d\]|(?:#\d)*)\s*\{").match(text, at)
    if opening is None:
        return None
    depth, end = 1, opening.end()
    while depth and end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 2 if text[end] == "\\" else 1
    return None if depth else end
