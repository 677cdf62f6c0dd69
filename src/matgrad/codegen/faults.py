"""What the array libraries refuse, in words of our own."""

from __future__ import annotations

from matgrad.errors import DomainError

# Errors without a type of their own: of PyTorch's LU factors, and SciPy's of nan and inf.
WORDS = ("torch.linalg.lu_factor: U[", "array must not contain infs or NaNs")


def in_our_words(error: Exception) -> DomainError | None:
    """A DomainError where a matrix is singular or has no factors; None for other errors.

    NumPy and PyTorch have each an error of their own for this, known here by its name: neither
    library need be there.
    """
    named = type(error).__name__.lstrip("_") == "LinAlgError"
    if not named and not str(error).startswith(WORDS):
        return None
    said = str(error).partition("\n")[0].rstrip(".")
    return DomainError(
        f"the result is not defined for these arrays: {said}",
        hint="a matrix is singular or not finite, or not positive definite where it has to be",
    )
