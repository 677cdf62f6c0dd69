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
_OPENING = re.compile(r"\s*(?:\{\s*\\(\w+)\s*\}|\\(\w+|.))\s*(\[\d\]|(?:#\d)*)\s*\{")
_ENDS_IN_WORD = re.compile(r"\\[A-Za-z]+$")
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


def filled(latex: str, abbreviations: str) -> str:
    r"""A formula with its abbreviations filled in; as it is if that gets too long.

    >>> filled(r"\LR{\l x}", r"\def\l{\lambda}\def\LR#1{\left(#1\right)}")
    '\\left(\\lambda x\\right)'
    """
    macros = _macros(abbreviations)
    text, at = latex, 0
    while macros and (found := _COMMAND.search(text, at)):
        if found[1] not in macros:
            at = found.end()
            continue
        count, body = macros[found[1]]
        end = found.end()
        for number in range(1, count + 1):
            argument, end = _argument(text, end)
            body = body.replace(f"#{number}", argument)
        is_near = _ENDS_IN_WORD.search(body) and text[end : end + 1].isalpha()
        text = f"{text[: found.start()]}{body}{' ' if is_near else ''}{text[end:]}"
        at = found.start()
        if len(text) > len(latex) + 2 * LONGEST:
            return latex
    return text


def _macros(abbreviations: str) -> dict[str, tuple[int, str]]:
    """The number of parameters and the body of each abbreviation."""
    macros: dict[str, tuple[int, str]] = {}
    for found in _DEFINING.finditer(abbreviations):
        opening = _OPENING.match(abbreviations, found.end())
        end = _end_of_definition(abbreviations, found.end())
        if opening is None or end is None:
            continue
        body = abbreviations[opening.end() : end - 1].strip()
        is_operator = "DeclareMathOperator" in found[0]
        digits = re.findall(r"\d", opening[3])
        count = int(digits[-1]) if digits else 0
        macros[opening[1] or opening[2]] = (
            (0, rf"\operatorname{{{body}}}") if is_operator else (count, body)
        )
    return macros


def _argument(text: str, at: int) -> tuple[str, int]:
    """The group, command or sign that stands here, and where it ends."""
    while at < len(text) and text[at].isspace():
        at += 1
    if text[at : at + 1] == "{":
        end = end_of_group(text, at + 1)
        return (text[at + 1 : end - 1], end) if end is not None else ("", len(text))
    found = _COMMAND.match(text, at)
    end = found.end() if found else min(at + 1, len(text))
    return text[at:end], end


def _end_of_definition(text: str, at: int) -> int | None:
    """Where the group ends that an abbreviation stands for."""
    opening = _OPENING.match(text, at)
    return None if opening is None else end_of_group(text, opening.end())


def end_of_group(text: str, at: int) -> int | None:
    """Behind the end of a group of which this is inside; none if it has none."""
    depth = 1
    while depth and at < len(text):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 2 if text[at] == "\\" else 1
    return None if depth else at
