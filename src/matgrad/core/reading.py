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

    def moved(self, by: int) -> Guess:
        """The same in a text that has more characters before it."""
        place = None if self.place is None else (self.place[0] + by, self.place[1] + by)
        return Guess(self.words, self.alternative, place)


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

    def moved(self, by: int) -> Reading:
        """The same in a text that has more characters before it."""
        return Reading(tuple(guess.moved(by) for guess in self.guesses))

    def to_json(self) -> dict[str, Any]:
        """The status and the guesses as data."""
        return {"status": self.status, "guesses": [asdict(guess) for guess in self.guesses]}
