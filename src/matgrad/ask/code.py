"""Programs in a text, which are not prose: they are handed to whoever interprets programs."""

from __future__ import annotations

from matgrad.errors import UnsupportedError


def answer_code(code: str, question: str):  # type: ignore[no-untyped-def]
    """The reply to a question about a program; not yet written."""
    raise UnsupportedError(
        "programs in a text are not read yet",
        hint="write the function as a formula, or use mg.trace",
    )
