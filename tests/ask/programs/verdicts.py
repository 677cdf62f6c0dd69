"""Verdicts in letters."""

from matgrad.app.ask import Reply

LETTERS = {
    "right": "r",
    "wrong": "w",
    "right up to a factor": "f",
    "not checked": "n",
    "undecided": "u",
    "right up to layout": "l",
}


def verdicts(reply: Reply) -> str:
    """The verdicts on the claims of a reply, in order."""
    return "".join(LETTERS[claim.status] for claim in reply.claims)
