"""Every error a user can meet: a code, a sentence, a place in the input, and what would work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


class MatgradError(Exception):
    """The input, or the request, cannot be answered; the message says what to change.

    `position` is a half-open range of characters in `source`, or None if no place applies.
    """

    code = "E"
    # What to ask instead, where people may have typed the sign for something that fits.
    question: AmbiguousError | None = None

    def __init__(
        self,
        message: str,
        position: tuple[int, int] | None = None,
        hint: str | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.hint = hint
        self.source = source

    def at(self, position: tuple[int, int] | None, source: str | None = None) -> MatgradError:
        """Fill in the place where the error happened, unless a closer one is already known."""
        if self.position is None:
            self.position = position
        if self.source is None:
            self.source = source
        return self

    def caret(self) -> str:
        """The line of input that is at fault with carets under the place, or an empty string."""
        if self.source is None or self.position is None:
            return ""
        start, end = self.position
        first = self.source.rfind("\n", 0, start) + 1
        last = self.source.find("\n", start)
        line = self.source[first : len(self.source) if last < 0 else last]
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
        width = max(1, min(end, first + len(line)) - start)
        return f"    {shown}\n    {' ' * (start - first)}{'^' * width}"

    def to_json(self, given: str | None = None) -> dict[str, Any]:
        """The error as data, with the text that the place is in where that is not what was given.

        >>> ParseError("something is missing", (2, 3), source="x*").to_json("x*")["position"]
        [2, 3]
        """
        found: dict[str, Any] = {"code": self.code, "message": self.message}
        found["position"] = self.position and [*self.position]
        found["hint"] = self.hint
        if self.position and self.source is not None and self.source != given:
            found["source"] = self.source
        return found

    def __str__(self) -> str:
        parts = [f"{self.code}: {self.message}", self.caret()]
        if self.hint:
            parts.append(f"    hint: {self.hint}")
        return "\n".join(part for part in parts if part)


class ParseError(MatgradError):
    """The text is not a sentence of the input language."""

    code = "E_PARSE"


@dataclass(frozen=True)
class Option:
    """One answer to a question: a text to write, and what it means in words."""

    text: str
    words: str = ""


def hint_of(ways: Sequence[Option]) -> str | None:
    """The answers to a question in one line."""
    return ", or ".join(way.text for way in ways) or None


class AmbiguousError(MatgradError):
    """Two readings fit; the user is asked which one is meant.

    `ways` say what to write at the position, or what to declare; they are the hint unless another
    one is given. `options` are whole inputs.
    """

    code = "E_AMBIG"

    def __init__(
        self,
        message: str,
        position: tuple[int, int] | None = None,
        hint: str | None = None,
        ways: Sequence[Option] = (),
        options: Sequence[Option] = (),
    ) -> None:
        super().__init__(message, position, hint or hint_of(ways))
        self.ways = tuple(ways)
        self.options = tuple(options)

    def to_json(self, given: str | None = None) -> dict[str, Any]:
        """The error as data, with the inputs that can be sent instead."""
        return {**super().to_json(given), "options": [asdict(option) for option in self.options]}


class UnknownNameError(MatgradError):
    """A name is unknown, reserved, or used as something it is not."""

    code = "E_NAME"


class ShapeError(MatgradError):
    """Sizes do not fit together."""

    code = "E_SHAPE"
    apart: tuple[object, object] | None = None  # two sizes that would have to be equal

    def between(self, one: object, other: object) -> ShapeError:
        """Tell which two sizes would have to be equal."""
        self.apart = (one, other)
        return self


class AxisError(ShapeError):
    """An array has fewer axes than are used of it."""


class DomainError(MatgradError):
    """The function is defined at no point."""

    code = "E_DOMAIN"
    about: object = None  # the expression in it that has no value, where one is known


class UnsupportedError(MatgradError):
    """No rule exists for what was asked."""

    code = "E_UNSUP"


class MissingPackageError(UnsupportedError):
    """Something needs an optional package that is not installed."""


class LimitError(MatgradError):
    """The input or the result is larger than the limits in force."""

    code = "E_LIMIT"


class VerifyError(MatgradError):
    """A check disagreed with the answer, so the answer is withheld."""

    code = "E_VERIFY"


class InternalError(MatgradError):
    """A fault of the program."""

    code = "E_INTERNAL"
