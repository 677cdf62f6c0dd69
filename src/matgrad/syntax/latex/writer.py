"""The tokens that are written, and the frames in whose order the items of LaTeX are read.

A frame is a run of items between two lots of tokens, in a font; frames stand on a stack, so however
deep groups are nested, nothing calls itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from matgrad.errors import UnknownNameError
from matgrad.syntax.latex.glyphs import Cursor, Glyph, split
from matgrad.syntax.limits import Limits
from matgrad.syntax.tokens import MAX_NAME, Kind, Token

Position = tuple[int, int]


@dataclass(slots=True)
class Frame(Cursor):
    """Items to be read, and the tokens before and behind them."""

    font: str = ""
    script: str = ""  # sub or sup, in an index or an exponent
    opening: Sequence[Token] = ()
    closing: Sequence[Token] = ()
    is_loose: bool = False  # braces that are dropped around one token
    is_in_font: bool = False  # does a font stand right around these items?
    finish: Callable[[Frame], None] | None = None
    is_first: bool = False  # does nothing stand before it in the frame around it?
    begins: int = -1  # where the tokens of the frame begin
    before: int = 0  # how many were written then


@dataclass(slots=True)
class Writer:
    """The tokens so far, None where one was taken back, and what is still to be read."""

    limits: Limits
    tokens: list[Token | None]
    frames: list[Frame]
    labels: list[Token]  # the names that braces give to parts
    written: int = 0  # tokens that were not taken back

    def push(self, *frames: Frame) -> None:
        """Read these frames next, the first one first."""
        self.frames.extend(reversed(frames))

    def begin(self, frame: Frame) -> None:
        r"""Write what opens a frame; {a \over b} is \frac{a}{b}."""
        above, *below = split(frame.items, lambda item: item.is_command("over"))
        if len(below) == 1:
            place = frame.items[len(above)].position
            sides = (Glyph("group", "", *place, side) for side in (above, *below))
            frame.items = [Glyph("command", "frac", *place), *sides]
            if frame.is_loose:  # the fraction has braces of its own
                frame.opening, frame.closing, frame.is_loose = (), (), False
        frame.begins, frame.before = len(self.tokens), self.written
        frame.is_first = len(self.frames) > 1 and self.is_at_start(self.frames[-2])
        self.write(frame.opening)

    def end(self, frame: Frame) -> None:
        """Write what closes a frame; braces that print nothing are taken back."""
        self.frames.pop()
        if frame.is_loose and self._prints_nothing(frame):
            self.take_back(frame.begins)
        else:
            self.write(frame.closing)
        if frame.finish is not None:
            frame.finish(frame)

    def take_back(self, place: int) -> None:
        """Undo a token."""
        self.tokens[place] = None
        self.written -= 1

    def is_at_start(self, frame: Frame) -> bool:
        """Was nothing written yet of what stands in this frame?"""
        return self.written - frame.before == len(frame.opening)

    def _prints_nothing(self, frame: Frame) -> bool:
        """Are these braces around one token, a font, or all of the group around it?"""
        around = self.frames[-1]
        following = around.peek()
        is_marked = following is not None and following.is_sign("^", "_", "'")
        return (
            self.written - frame.before <= 2
            or (frame.is_in_font and not is_marked)
            or (following is None and frame.is_first)
        )

    # ------------------------------------------------------------ tokens

    def write(self, tokens: Iterable[Token]) -> None:
        """Write tokens down."""
        for token in tokens:
            self.tokens.append(token)
            self.written += 1
            if self.written > self.limits.tokens:
                self.limits.check("tokens", self.written, token.position)

    def sign(self, text: str, position: Position) -> None:
        """Write a sign."""
        self.write([sign(text, position)])

    def name(self, text: str, position: Position, font: str = "") -> None:
        r"""Write a name; \arg\min is one."""
        last = self.tokens[-1] if self.tokens else None
        if text in ("min", "max") and last is not None and last.text == "arg":
            self.tokens[-1] = name(f"arg{text}", (last.start, position[1]))
        else:
            self.write([name(text, position, font)])


def sign(text: str, position: Position) -> Token:
    """A sign, at its place."""
    return Token(Kind.SIGN, text, *position)


def number(text: str, position: Position) -> Token:
    """A number, as 12.5, at its place."""
    return Token(Kind.NUMBER, text, *position, Fraction(text))


def words(text: str, position: Position) -> list[Token]:
    """Prose at its place; none if nothing is said."""
    said = " ".join(text.split())
    return [Token(Kind.WORDS, said, *position)] if said else []


def name(text: str, position: Position, font: str = "") -> Token:
    """A name, at its place."""
    if len(text) > MAX_NAME:
        raise UnknownNameError(f"a name has at most {MAX_NAME} characters", position)
    return Token(Kind.NAME, text, *position, font=font)


def braced(found: Glyph, script: str = "", font: str = "", *, is_loose: bool = False) -> Frame:
    """A frame with the invisible braces of an argument written down."""
    opening = sign("{", (found.start, found.start + 1))
    closing = sign("}", (found.end - 1, found.end))
    frame = Frame(found.items, font=font, script=script, opening=[opening], closing=[closing])
    frame.is_loose = is_loose
    return frame
