"""`mg.ask`: a whole text in, with one question or with several parts; a reply out."""

from __future__ import annotations

from matgrad.app.ask.answer.as_numbers import with_numbers
from matgrad.app.ask.answer.programs import answer_program
from matgrad.app.ask.answer.reply import Reply, answer
from matgrad.app.ask.answer.several import several
from matgrad.app.ask.parts.tables import with_rows
from matgrad.app.ask.programs.understanding import understand_program
from matgrad.app.ask.text.orders import with_orders
from matgrad.app.limits import bounded
from matgrad.syntax import Limits
from matgrad.syntax.limits import GENEROUS


@bounded
def ask(text: str, *, limits: Limits | None = None) -> Reply:
    """Answer a whole question, prose and formulas mixed; `limits` are for its length and time.

    >>> reply = ask("What is the gradient of $x^T A x$ with respect to $x$?")
    >>> print(reply.results["x"])
    (A + A')*x
    """
    (limits or GENEROUS).check("bytes", len(text.encode("utf-8", "surrogatepass")))
    text = with_orders(text)
    program = understand_program(text)
    return _answered(with_rows(text)) if program is None else answer_program(program)


def _answered(text: str, depth: int = 2) -> Reply:
    """The parts of a text, or the text as a whole; a part may have parts."""
    found = several(text, lambda part: _answered(part, depth - 1)) if depth else None
    return with_numbers(text, answer(text)) if found is None else found
