r"""What only decorates a formula is left out: \boxed{…}, \underbrace{…}_{r}, x\!^\top."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

from matgrad.errors import ParseError, UnsupportedError
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_tables import (
    ACCENTS,
    CALLS,
    DELIMITERS,
    FONTS,
    FRACTIONS,
    LETTERS,
    WORDS,
)

_SCRIPTS = ("sub", "sup")
_SUMS = ("sum", "prod")
_MARKS_OF_NAMES = frozenset({*FONTS, *ACCENTS, *WORDS})
_FRAMES = frozenset({"boxed", "underbrace", "overbrace"})
_BRACES = {"underbrace": "sub", "overbrace": "sup"}  # what names the part, and where
_CLOSES = {")": "(", "]": "["}
_OPENING = ("(", "[", "{")
_TAKING = _MARKS_OF_NAMES | {*FRACTIONS, "sqrt"}  # commands before their argument


def undecorated(found: list[Glyph]) -> list[Glyph]:
    """The glyphs without what says nothing, and with marks where they belong."""
    for step in _STEPS:
        found = step(found)
    return found


def group_end(found: Sequence[Glyph], at: int) -> int:
    """Behind the group that opens here, or behind one glyph."""
    if at >= len(found):
        raise ParseError("something is missing at the end", found[-1].position)
    if found[at].kind != "group":
        return at + 1
    depth = 0
    for place in range(at, len(found)):
        depth += (found[place].kind == "group") - (found[place].kind == "end")
        if depth == 0:
            return place + 1
    raise ParseError("this group is never closed", found[at].position)


# ---------------------------------------------------------------- commands


def _without_commands(found: list[Glyph]) -> list[Glyph]:
    r"""{x} for \boxed{x} and \underbrace{x}_{y}."""
    if not any(glyph.is_command(*_FRAMES) for glyph in found):
        return found
    left_out: set[int] = set()
    for at, glyph in enumerate(found):
        if at in left_out or not glyph.is_command(*_FRAMES):
            continue
        left_out.add(at)
        end = group_end(found, at + 1)
        if end < len(found) and found[end].kind == _BRACES.get(glyph.text):
            label = range(end, group_end(found, end + 1))
            _check_label(found, label)
            left_out.update(label)
    return [glyph for at, glyph in enumerate(found) if at not in left_out]


def _check_label(found: Sequence[Glyph], label: range) -> None:
    r"""Refuse \underbrace{Ax-b}_{r} where r stands elsewhere: the brace defines it."""
    names = [found[at] for at in label if _is_letter(found[at])]
    elsewhere = {g.text for at, g in enumerate(found) if at not in label and _is_letter(g)}
    if len(names) == 1 and names[0].text in elsewhere:
        name = names[0]
        raise UnsupportedError(
            f"a name that a brace gives is not read, and {name.text} stands elsewhere, too",
            name.position, f"{name.text} = … in a sentence of its own",
        )  # fmt: skip


def _is_letter(glyph: Glyph) -> bool:
    return glyph.kind == "letter" or (glyph.kind == "command" and glyph.text in LETTERS)


# ---------------------------------------------------------------- marks


def _without_gaps(found: list[Glyph]) -> list[Glyph]:
    r"""x^\top for x\!^\top, f(x) for f\!\left(x\right), and A' for A^{'}."""
    result: list[Glyph] = []
    at = 0
    while at < len(found):
        glyph = found[at]
        is_mark = at + 1 < len(found) and (found[at + 1].kind == "sup" or _opens(found[at + 1]))
        primes = _primes(found, at)
        if glyph.kind == "space" and glyph.text == "!" and is_mark and result:
            at += 1
            continue
        result += found[at + 2 : primes - 1] if primes else [glyph]
        at = primes or at + 1
    return result


def _opens(glyph: Glyph) -> bool:
    """Does a parenthesis, a bracket or a brace open here?"""
    return glyph.kind in ("left", "fence") and DELIMITERS.get(glyph.text) in _OPENING


def _without_braces(found: list[Glyph]) -> list[Glyph]:
    r"""\sin(x)^2 for \sin{(x)}^2: braces around the brackets behind a name set nothing."""
    left_out: set[int] = set()
    for at, glyph in enumerate(found[:-1]):
        if glyph.kind == "group" and _opens(found[at + 1]) and _is_behind_name(found, at):
            end = group_end(found, at) - 1
            if _start(found, end - 1) == at + 1:
                left_out |= {at, end}
    return [glyph for at, glyph in enumerate(found) if at not in left_out] if left_out else found


def _is_behind_name(found: Sequence[Glyph], at: int) -> bool:
    r"""Does a name or a function end before this place, as no argument of \frac a{(b)}?"""
    while at and found[at - 1].kind == "space":
        at -= 1
    start = _start(found, at - 1) if at else 0
    if not at or (start < at - 1 and found[start - 1].text not in WORDS):
        return False
    before = found[start - 1] if start else None
    takes = before is not None and (before.kind in _SCRIPTS or before.text in _TAKING)
    last = found[at - 1]
    is_function = last.kind == "command" and (last.text,) in CALLS
    return start < at - 1 or ((_is_letter(last) or is_function) and not takes)


def _primes(found: Sequence[Glyph], at: int) -> int:
    """Behind a group above that holds nothing but primes; 0 if there is none."""
    if [g.kind for g in found[at : at + 3]] != ["sup", "group", "prime"]:
        return 0
    end = group_end(found, at + 1)
    return end if all(g.kind == "prime" for g in found[at + 2 : end - 1]) else 0


def _without_empty_groups(found: list[Glyph]) -> list[Glyph]:
    r"""\|x\|^2 for \|x\|{}^2, and {A^{-1}}^\top for A^{-1}{}^\top; {}^tA stays as it is."""
    result: list[Glyph] = []
    for at, glyph in enumerate(found):
        is_end = glyph.kind == "end" and result and result[-1].kind == "group"
        if not is_end or at + 1 == len(found) or found[at + 1].kind not in _SCRIPTS:
            result.append(glyph)
            continue
        start = _marked(result[:-1])
        if start is None:
            result.append(glyph)
            continue
        opening = result.pop()
        if result[-1].kind not in ("fence", "right"):  # what has a mark already
            result.insert(start, opening)
            result.append(glyph)
    return result


def _marked(found: Sequence[Glyph]) -> int | None:
    """Where the operand begins that ends here with a bracket or a mark; None if none does."""
    if not found:
        return None
    if found[-1].kind in ("fence", "right"):
        return None if found[-1].text in ("(", "[", "\\{") else len(found) - 1
    at = _start(found, len(found) - 1)
    if at < 2 or found[at - 1].kind not in _SCRIPTS:
        return None
    while at >= 2 and found[at - 1].kind in _SCRIPTS:
        at = _start(found, at - 2)
    is_operand = _is_letter(found[at]) or found[at].kind in ("group", "fence", "left")
    while at > 0 and found[at - 1].kind == "command" and found[at - 1].text in _MARKS_OF_NAMES:
        at -= 1
    return at if is_operand else None


def _start(found: Sequence[Glyph], at: int) -> int:
    """Where the group, the bracket or the letter begins that ends here."""
    if found[at].kind == "end":
        return _opening(found, at, "group", "end")
    if found[at].text in _CLOSES and found[at].kind in ("fence", "right"):
        return _opening(found, at, _CLOSES[found[at].text], found[at].text)
    return at


def _opening(found: Sequence[Glyph], at: int, open_: str, close: str) -> int:
    """Where the bracket or group opens that closes here."""
    depth = 0
    for place in range(at, -1, -1):
        names = (found[place].kind, found[place].text)
        depth += (close in names) - (open_ in names)
        if depth == 0:
            return place
    return at


# ---------------------------------------------------------------- indices with a prime


def _with_plain_indices(found: list[Glyph]) -> list[Glyph]:
    r"""Another letter for c' of \sum_{c'}, wherever it stands below."""
    primed = {letter for at in range(len(found)) for letter in _primed_indices(found, at)}
    used = {glyph.text for glyph in found}
    spare = (letter for letter in reversed(ascii_lowercase) if letter not in used)
    new = {letter: next(spare, "") for letter in sorted(primed)}
    if not primed or not all(new.values()):
        return found
    result: list[Glyph] = []
    below = 0  # until where a script below reaches
    at = 0
    while at < len(found):
        glyph = found[at]
        below = max(below, group_end(found, at + 1)) if glyph.kind == "sub" else below
        is_index = at < below and glyph.text in new and found[at + 1].kind == "prime"
        result.append(glyph._replace(text=new[glyph.text]) if is_index else glyph)
        at += 2 if is_index else 1
    return result


def _primed_indices(found: Sequence[Glyph], at: int) -> Iterator[str]:
    """The letters with one prime below the sum that stands here."""
    if not found[at].is_command(*_SUMS) or [g.kind for g in found[at + 1 : at + 2]] != ["sub"]:
        return
    for place in range(at + 2, group_end(found, at + 2)):
        behind = [g.kind for g in found[place + 1 : place + 3]]
        if found[place].kind == "letter" and behind[:1] == ["prime"] != behind[1:]:
            yield found[place].text


_STEPS: Sequence[Callable[[list[Glyph]], list[Glyph]]] = (
    _without_commands,
    _without_gaps,
    _without_braces,
    _without_empty_groups,
    _with_plain_indices,
)
