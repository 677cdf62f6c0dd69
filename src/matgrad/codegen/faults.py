"""What the array libraries refuse, in words of our own."""

from __future__ import annotations

from matgrad.errors import DomainError


def in_our_words(error: Exception) -> DomainError | None:
    """A DomainError where a matrix is singular or has no factors; None for other errors.

    NumPy and PyTorch have each an error of their own for this, known here by its name: neither
    library need be there. PyTorch's LU factors have no such error, only words.
    """
    named = type(error).__name__.lstrip("_") == "LinAlgError"
    if not named and not str(error).startswith("torch.linalg.lu_factor: U["):
        return None
    said = str(error).partition("\n")[0].rstrip(".")
    return DomainError(
        f"the result is not defined for these arrays: {said}",
        hint="a matrix is singular, or not positive definite where it has to be",
    )
