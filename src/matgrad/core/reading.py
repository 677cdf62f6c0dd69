"""How sure it is that an input was read as it was meant."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Guess:
    """One thing that was taken for likely: in words, and a text that works for the other way."""

    words: str
    alternative: str
    place: tuple[int, int] | None = None


@dataclass(frozen=True)
class Reading:
    """The status of a reading: `read` if it has one meaning, `assumed` if something was guessed.

    >>> Reading((Guess("b is a number", "b: m"),)).status
    'assumed'
    """

    guesses: tuple[Guess, ...] = ()

    @property
    def status(self) -> str:
        """One word for it."""
        return "assumed" if self.guesses else "read"
