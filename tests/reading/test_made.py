"""Questions that a script makes: no fact is taken that the script did not state."""

import pytest

from matgrad.ask.reply import ask

FUNCTION = "Let $f(x)=x^TAx+x^TBx$."
QUESTION = "What is the gradient?"
WORDS = {
    "symmetric": "symmetric",
    "diagonal": "diagonal",
    "positive definite": "positive_definite",
    "skew-symmetric": "skew",
    "orthogonal": "orthogonal",
}
# What is said, and of which names it is so.
SAID = {
    "$A$ is {}.": "A",
    "Assume that $A$ is {}.": "A",
    "Suppose $B$ is {}.": "B",
    "Here $A$ and $B$ are both {}.": "AB",
    "$A$ is {}, and so is $B$.": "AB",
    "$A$ is a {} matrix and $B$ is arbitrary.": "A",
    "All matrices are {}.": "AB",
    "Let $B$ be a {} matrix.": "B",
    "$A$ is not {} but $B$ is.": "B",
    "I wish $A$ was {}.": "",
    "$A$ was {} in the last lecture.": "",
    "I doubt that $A$ is {}.": "",
    "We have to prove that $A$ is {}.": "",
    "$A$ is not {}.": "",
    "$A$ need not be {}.": "",
    "Neither matrix is {}.": "",
    "Not all matrices are {}.": "",
    "It would be nice if $A$ were {}.": "",
    "Contrary to the last exercise, where $A$ is {}, it is arbitrary here.": "",
    "My friend wrongly assumed that $A$ is {}.": "",
    "Is $A$ {}?": "",
    "It is wrong to assume that $B$ is {}.": "",
}
MADE = [
    (f"{FUNCTION} {said.format(word)} {QUESTION}", names, fact)
    for said, names in SAID.items()
    for word, fact in WORDS.items()
]


@pytest.mark.parametrize(("text", "names", "fact"), MADE, ids=[text for text, _, _ in MADE])
def test_no_fact_is_taken_that_was_not_said(text: str, names: str, fact: str):
    reply = ask(text)
    assert reply.problem is not None
    symbols = reply.problem.symbols
    taken = {name for name in "AB" if fact in symbols[name].data.facts}
    assert taken <= {*names}
    assert taken == {*names} or reply.status != "read"


def test_a_property_that_no_form_binds_blocks_read():
    assert ask(f"{FUNCTION} I wish $A$ was symmetric. {QUESTION}").status == "assumed"


def test_what_is_denied_is_understood():
    assert ask(f"{FUNCTION} $A$ is not symmetric. {QUESTION}").status == "read"
