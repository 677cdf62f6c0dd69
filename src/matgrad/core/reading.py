"""How sure it is that an input was read as it was meant."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Guess:
    """One thing that was taken for likely: in words, and what to write to have it otherwise.

    The alternative is a declaration to be added, or a formula to be written at the place.
    """

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

    def to_json(self) -> dict[str, Any]:
        """The status and the guesses as data."""
        return {"status": self.status, "guesses": [asdict(guess) for guess in self.guesses]}
