"""Whether TeX sets a formula that somebody else has written, or stops at it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.formulas.decoration import after_group
from matgrad.errors import MatgradError
from matgrad.syntax.latex_glyphs import Glyph, glyphs
from matgrad.syntax.latex_source import ARITY

SCRIPTS = ("sup", "sub")
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_ARGUMENT = rf"(?:{_GROUP}|\\[A-Za-z]+|[^\s{{}}\\^_'&])"
_MARK = r"(?:T|H|\*|\\(?:top|intercal|dagger|ast|star|prime)|\\math(?:sf|rm)\s*\{\s*T\s*\})"
_TWICE = re.compile(  # z^{(1)}^\top, z^{(1)}_i^T, x^T'
    rf"\^\s*(?P<one>{_ARGUMENT})(?P<below>\s*_\s*{_ARGUMENT})?\s*"
    rf"(?:\^\s*(?P<two>\{{\s*{_MARK}\s*\}}|{_MARK})|(?P<primes>'+))"
)


def repaired(latex: str) -> str:
    r"""With one exponent for two of which the second is a mark; TeX stops at z^{(1)}^\top.

    >>> print(repaired(r"\mathbf{z}^{(1)}^{\top} + x^2^3"))
    \mathbf{z}^{(1) \top} + x^2^3
    """
    while (found := _TWICE.sub(_as_one, latex)) != latex:
        latex = found
    return latex


def _as_one(found: re.Match[str]) -> str:
    above = [_bare(found["one"])]
    above += [_bare(found["two"])] if found["two"] else [r"\prime"] * len(found["primes"])
    return f"{found['below'] or ''}^{{{' '.join(above)}}}"


def _bare(group: str) -> str:
    return group[1:-1].strip() if group.startswith("{") else group


def can_be_set(latex: str) -> bool:
    """Is this a formula that every page can set, if need be repaired?"""
    return is_settable(repaired(latex))


def is_settable(latex: str) -> bool:
    """Brackets that match, no two exponents of one thing, and nothing without its argument."""
    if not _is_closed(latex):
        return False
    try:
        found = glyphs(latex)
    except MatgradError:
        return False
    lacking = (_lacks(found, at) for at, glyph in enumerate(found) if glyph.kind == "command")
    return not any(lacking) and not has_two_scripts(found)


def _is_closed(latex: str) -> bool:
    """Do braces, environments and brackets that grow match?"""
    depth, lowest = 0, 0
    for sign in re.findall(r"\\.|[{}]", latex, re.DOTALL):
        depth += (sign == "{") - (sign == "}")
        lowest = min(lowest, depth)
    sides = [len(re.findall(rf"\\{word}\b", latex)) for word in ("left", "right")]
    return not depth and not lowest and sides[0] == sides[1] and _are_paired(latex)


def _are_paired(latex: str) -> bool:
    """Does each environment end with its own name?"""
    opened: list[str] = []
    for side, name in re.findall(r"\\(begin|end)\s*\{(\w+\*?)\}", latex):
        if side == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened


def has_two_scripts(found: Sequence[Glyph]) -> bool:
    """Does something have two exponents or two indices, or one that is empty?"""
    seen: set[str] = set()  # the scripts of what stands before
    outer: list[set[str]] = []
    is_script = False  # is this what a ^ raises?
    for glyph in found:
        if glyph.kind == "group":
            outer.append(seen if is_script else set[str]())
            seen, is_script = set[str](), False
        elif glyph.kind in SCRIPTS:
            if glyph.kind in seen or is_script:
                return True
            seen.add(glyph.kind)
            is_script = True
        elif is_script:
            if glyph.kind in ("end", "prime"):
                return True
            is_script = False
        elif glyph.kind == "end":
            seen = outer.pop() if outer else set[str]()
        elif glyph.kind == "prime":
            if "sup" in seen:
                return True
        else:
            seen = set[str]()
    return is_script


def _lacks(found: Sequence[Glyph], at: int) -> bool:
    """Does a command have too few arguments?"""
    after = at + 1
    for _ in range(ARITY.get(found[at].text, 0)):
        if after >= len(found) or found[after].kind in ("end", *SCRIPTS):
            return True
        after = after_group(found, after)
    return False
