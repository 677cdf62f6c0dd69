"""What the array libraries refuse, in words of our own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from matgrad.errors import DomainError

P = ParamSpec("P")
R = TypeVar("R")


def in_our_words(call: Callable[P, R]) -> Callable[P, R]:
    """The call, with a DomainError where a matrix is singular or has no factors.

    NumPy and PyTorch have each an error of their own for this, known here by its name: neither
    library need be there.
    """

    @wraps(call)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return call(*args, **kwargs)
        except (ValueError, RuntimeError) as error:
            if type(error).__name__.lstrip("_") != "LinAlgError":
                raise
            said = str(error).partition("\n")[0].rstrip(".")
            raise DomainError(
                f"the result is not defined for these arrays: {said}",
                hint="a matrix is singular, or not positive definite where it has to be",
            ) from error

    return called
