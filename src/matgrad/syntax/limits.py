"""How large an input may be; each limit has its own message."""

from __future__ import annotations

from dataclasses import dataclass

from matgrad.errors import LimitError

_WORDS = {
    "bytes": "bytes",
    "tokens": "words and signs",
    "nodes": "parts",
    "depth": "levels of nesting",
    "variables": "variables",
    "digits": "digits in a number",
    "power_bits": "bits in a power",
}


@dataclass(frozen=True)
class Limits:
    """The limits of the service and the command line.

    >>> Limits().tokens
    2000
    """

    bytes: int = 4096
    tokens: int = 2000
    nodes: int = 2000
    depth: int = 200
    variables: int = 64
    digits: int = 40
    power_bits: int = 1024
    seconds: float = 2.0  # of processor time for the whole answer

    def check(
        self, limit: str, amount: int, position: tuple[int, int] | None = None, what: str = ""
    ) -> None:
        """Refuse an amount above the limit of that name."""
        allowed: int = getattr(self, limit)
        if amount > allowed:
            raise LimitError(
                f"the input has {what or f'more than {allowed:,} {_WORDS[limit]}'}; "
                f"the limit ({limit}) is {allowed:,}",
                position=position,
            )


_BOUNDLESS = 1 << 60

# Without limits, only what would stop the machine is refused: numbers that cannot be written down.
GENEROUS = Limits(
    bytes=_BOUNDLESS,
    tokens=_BOUNDLESS,
    nodes=_BOUNDLESS,
    depth=_BOUNDLESS,
    variables=_BOUNDLESS,
    digits=1000,
    power_bits=1024,
    seconds=float("inf"),
)
