r"""Glyphs with their brackets matched: where each group, fence and environment ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.latex_decoration import undecorated
from matgrad.syntax.latex_fonts import spread
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_heads import with_commas
from matgrad.syntax.latex_joining import joined
from matgrad.syntax.latex_macros import expand
from matgrad.syntax.latex_tables import (
    ACCENTS,
    DELIMITERS,
    FONTS,
    FRACTIONS,
    LETTERS,
    SIGNS,
    WORDS,
)
from matgrad.syntax.limits import GENEROUS, Limits

PAIRS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "|": "|", "‖": "‖"}
NAMED = "environment "  # before what stands for one while brackets are matched
_OPENING = {"(", "[", "{", "⟨", "⌊", "⌈", "‖(", "|("}
_CLOSING = {")", "]", "}", "⟩", "⌋", "⌉", ")‖", ")|"}
ARITY = {
    **dict.fromkeys(FRACTIONS, 2),
    **dict.fromkeys((*FONTS, *ACCENTS, *WORDS, "sqrt"), 1),
}
_BRACKETS = frozenset({"group", "end", "begin", "finish", "left", "right", "fence"})
_ENDS = frozenset({"letter", "digit", "end", "prime", "raised", "right", "finish"})


# ---------------------------------------------------------------- brackets


class Bracket(NamedTuple):
    """What opens here and where it ends: its canonical sign (or environment), and an index."""

    sign: str
    close: int


class Range(NamedTuple):
    """Glyphs from lo up to hi, and where reading goes on after them."""

    lo: int
    hi: int
    after: int


class Source:
    """The glyphs of a text and the brackets among them."""

    def __init__(self, glyphs: Sequence[Glyph], limits: Limits = GENEROUS) -> None:
        self.glyphs = with_commas(spread(undecorated(joined(expand(glyphs)))))
        limits.check("tokens", len(self.glyphs))
        self.brackets: dict[int, Bracket] = {}
        self._closers: set[int] = set()
        self._match()

    # ------------------------------------------------------------ brackets

    def _match(self) -> None:
        stack: list[tuple[int, str]] = []
        for index, glyph in enumerate(self.glyphs):
            if glyph.kind not in _BRACKETS:
                continue
            opened = stack[-1][1] if stack else ""
            match self._role(index, glyph, opened):
                case "open", sign:
                    stack.append((index, sign))
                case "close", sign:
                    if not stack or opened != sign:
                        raise self._mismatch(glyph, stack)
                    start, _ = stack.pop()
                    self.brackets[start] = Bracket(
                        sign.removeprefix("left ").removeprefix(NAMED), index
                    )
                    self._closers.add(index)
                case _:
                    pass
        if stack:
            glyph = self.glyphs[stack[-1][0]]
            raise ParseError(f"this {_shown(glyph)} is never closed", glyph.position)

    def _role(self, index: int, glyph: Glyph, opened: str) -> tuple[str, str]:
        """Does this glyph open or close, and what?"""
        sign = DELIMITERS.get(glyph.text, "").strip("()") or DELIMITERS.get(glyph.text, "")
        match glyph.kind:
            case "group" | "end":
                return ("open" if glyph.kind == "group" else "close"), "group"
            case "begin" | "finish":
                return ("open" if glyph.kind == "begin" else "close"), NAMED + glyph.text
            case "left" | "right" if sign == ".":
                raise UnsupportedError("an invisible delimiter is not read", glyph.position)
            case "left":
                return "open", "left " + sign
            case "right":
                opening = next((o for o, c in PAIRS.items() if c == sign), sign)
                return "close", "left " + opening
            case "fence":
                return self._fence(index, DELIMITERS[glyph.text], opened)
            case _:
                return "", ""

    def _fence(self, index: int, sign: str, opened: str) -> tuple[str, str]:
        if sign in _OPENING:
            return "open", sign.removesuffix("(") or sign
        if sign in _CLOSING:
            bare = sign.removeprefix(")") or sign
            return "close", next((o for o, c in PAIRS.items() if c == bare), bare)
        # A bar closes if one is open and something stands before it; space may stand between if
        # nothing begins behind it.
        before = index - 1
        while before > 0 and self.glyphs[before].kind == "space":
            before -= 1
        is_apart = before < index - 1 and self._begins_operand(index + 1)
        closes = opened == sign and self.ends_operand(before) and not is_apart
        return ("close" if closes else "open"), sign

    def _begins_operand(self, index: int) -> bool:
        """Can something to be multiplied begin with this glyph?"""
        if index >= len(self.glyphs):
            return False
        glyph = self.glyphs[index]
        if glyph.kind == "command":
            return glyph.text not in SIGNS
        return glyph.kind in ("letter", "digit", "group", "left", "begin", "fence")

    def _mismatch(self, glyph: Glyph, stack: list[tuple[int, str]]) -> ParseError:
        if not stack:
            return ParseError(f"nothing was opened that {_shown(glyph)} closes", glyph.position)
        opened = self.glyphs[stack[-1][0]]
        message = f"{_shown(opened)} is closed by {_shown(glyph)}"
        is_bar = stack[-1][1] in ("|", "‖")
        hint = r"bars come in pairs; \operatorname{KL}(p, q) has a comma" if is_bar else None
        return ParseError(message, (opened.start, glyph.end), hint)

    def ends_operand(self, index: int) -> bool:
        """Can something to be multiplied end with this glyph?"""
        if index < 0:
            return False
        glyph = self.glyphs[index]
        if glyph.kind in _ENDS or index in self._closers:
            return True
        raised = index > 0 and self.glyphs[index - 1].kind in ("sup", "sub")
        return raised or (glyph.kind == "command" and glyph.text in LETTERS)

    # ------------------------------------------------------------ arguments

    def argument(self, index: int, end: int) -> Range:
        """What a command or a script takes: a group, or one glyph with what that takes."""
        if index >= end:
            last = self.glyphs[index - 1]
            raise ParseError(f"something is missing after {_shown(last)}", last.position)
        if self.glyphs[index].kind == "group":
            close = self.brackets[index].close
            return Range(index + 1, close, close + 1)
        after, needed = index, 1
        while needed and after < end:
            glyph = self.glyphs[after]
            needed -= 1
            if glyph.kind == "command":
                needed += ARITY.get(glyph.text, 0)
            bracket = self.brackets.get(after)
            after = after + 1 if bracket is None else bracket.close + 1
        if needed or self.glyphs[index].kind in ("sup", "sub", "align", "newline"):
            glyph = self.glyphs[index]
            raise ParseError(f"{_shown(glyph)} cannot stand here", glyph.position)
        return Range(index, after, after)

    def check_script(self, found: Range, end: int) -> None:
        """Refuse x^10, which LaTeX sets as x¹0."""
        digit = self.glyphs[found.lo] if found.hi - found.lo == 1 else None
        if digit is None or digit.kind != "digit" or found.after >= end or found.after > found.hi:
            return
        following = self.glyphs[found.after]
        is_point = following.text == "." and following.kind == "sign"
        if following.start == digit.end and (following.kind == "digit" or is_point):
            raise AmbiguousError(
                "only the first digit is raised or lowered here", (digit.start, following.end),
                f"write {{{digit.text}{following.text}…}} in braces",
            )  # fmt: skip

    def inside(self, index: int) -> Range:
        """What stands between the bracket that opens here and its end."""
        close = self.brackets[index].close
        return Range(index + 1, close, close + 1)

    def skip_spaces(self, index: int, end: int) -> int:
        """The first glyph from here on that is not a space."""
        while index < end and self.glyphs[index].kind == "space":
            index += 1
        return index

    def before_brackets(self, index: int, end: int) -> int:
        r"""Where brackets open behind nothing but spaces, as in \exp\,(x); else this place."""
        opens = self.skip_spaces(index, end)
        return opens if self.is_call(opens, end) else index

    def word(self, lo: int, hi: int) -> str | None:
        """The word that these glyphs spell, or None if there is more than letters and digits."""
        text = "".join(g.text for g in self.glyphs[lo:hi] if g.kind != "space")
        kinds = {glyph.kind for glyph in self.glyphs[lo:hi]}
        return text if kinds <= {"letter", "digit", "space"} else None

    def is_call(self, index: int, end: int) -> bool:
        """Does an opening parenthesis, bracket or brace stand here?"""
        bracket = self.brackets.get(index) if index < end else None
        return bracket is not None and bracket.sign in ("(", "[", "{")


def _shown(glyph: Glyph) -> str:
    if glyph.kind in ("begin", "finish"):
        return f"\\{'begin' if glyph.kind == 'begin' else 'end'}{{{glyph.text}}}"
    slash = (
        "\\" if glyph.kind == "command" or (glyph.text.isalpha() and glyph.kind != "letter") else ""
    )
    before = f"\\{glyph.kind} " if glyph.kind in ("left", "right") else ""
    return before + slash + glyph.text
