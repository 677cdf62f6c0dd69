"""Why an expression has no value at a point."""

from __future__ import annotations

from typing import TypeVar


class OutsideDomain(Exception):
    """The expression has no value at this point.

    In the field `always` means that a zero was divided by; the square root of a non-residue may
    well succeed at another draw. For balls it means that the argument is outside for certain, and
    not a ball that touches the edge of the domain.
    """

    def __init__(self, reason: str, always: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.always = always


class Tie(OutsideDomain):
    """Two entries of which one is to be chosen are equal: there is a value, but no derivative."""

    def __init__(self) -> None:
        super().__init__("two entries are equal of which one is chosen")


class Undecided(Exception):
    """This arithmetic cannot compute the expression at any point."""


Reason = TypeVar("Reason", bound=OutsideDomain | Undecided)


def kept(reason: Reason) -> Reason:
    """A reason to be kept as a value: without the frames it came through, which hold the values."""
    reason.__traceback__ = reason.__context__ = reason.__cause__ = None
    return reason
