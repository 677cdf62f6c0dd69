"""Questions that a script makes: no fact is taken that it does not state, and none is lost."""

import pytest

from matgrad.ask.reply import ask

FUNCTION = "Let $f(x)=x^T{a}x+x^T{b}x$."
QUESTION = "What is the gradient?"
NAMES = (("A", "B"), ("S", "M"))
WORDS = {
    "symmetric": "symmetric",
    "positive definite": "positive_definite",
    "skew-symmetric": "skew",
    "orthogonal": "orthogonal",
}
# What is said, by what is so: of the first matrix, of the second, of both, or of none.
SAID = {
    "a": (
        "${a}$ is {}.",
        "Assume that ${a}$ is {}.",
        "Suppose ${a}$ is {}.",
        "${a}$ is a {} matrix and ${b}$ is arbitrary.",
        "${a}$ is {} but ${b}$ is not.",
        "${b}$ is not {} but ${a}$ is.",
        "Since ${a}$ is {}, this should be easy.",
        "Here ${a}$ is {}, while ${b}$ is not {}.",
        "Note that ${a}$ is {}, ${b}$ need not be.",
        "We know that ${a}$ is {}.",
        "Given a {} matrix ${a}$ and a matrix ${b}$.",
        "The matrix ${a}$ is assumed to be {}.",
        "Only ${a}$ is {}.",
    ),
    "b": (
        "Let ${b}$ be a {} matrix.",
        "Let ${a}$ be arbitrary and ${b}$ be {}.",
        "where ${b}$ is {}.",
        "with {} ${b}$.",
        "I wish ${a}$ was {}, but only ${b}$ is.",
        "${a}$ was {} in the last lecture; here ${b}$ is {}.",
        "Unlike ${a}$, ${b}$ is {}.",
    ),
    "ab": (
        "Here ${a}$ and ${b}$ are both {}.",
        "${a}$ is {}, and so is ${b}$.",
        "${a}$ is {}. So is ${b}$.",
        "All matrices are {}.",
        "Both matrices are {}.",
        "Let ${a}$ and ${b}$ be {} matrices.",
        "${a}$, ${b}$ are {}.",
        "Assume that both ${a}$ and ${b}$ are {}.",
        "with {} matrices ${a}$, ${b}$.",
        "${a}$ is {}. ${b}$ is {}, too.",
        "Suppose that all matrices are {}.",
    ),
    "": (
        "I wish ${a}$ was {}.",
        "${a}$ was {} in the last lecture.",
        "I doubt that ${a}$ is {}.",
        "We have to prove that ${a}$ is {}.",
        "${a}$ is not {}.",
        "Suppose ${a}$ is not {}.",
        "Suppose that neither ${a}$ nor ${b}$ is {}.",
        "Neither ${a}$ nor ${b}$ is {}.",
        "${a}$ need not be {}, and neither does ${b}$.",
        "Neither matrix is {}.",
        "Not all matrices are {}.",
        "It would be nice if ${a}$ were {}.",
        "Contrary to the last exercise, where ${a}$ is {}, it is arbitrary here.",
        "My friend wrongly assumed that ${a}$ is {}.",
        "Is ${a}$ {}?",
        "It is wrong to assume that ${b}$ is {}.",
        "Do not assume that ${a}$ is {}.",
        "${a}$ cannot be {}.",
        "Unless ${a}$ is {}, the book has no formula.",
        "If ${a}$ were {}, this would be easy.",
        "I don't know whether ${a}$ is {}.",
        "${a}$ used to be {}.",
        "${a}$ might be {}.",
        "Nobody says that ${a}$ is {}.",
        "${a}$ is almost {}.",
        "${a}$ is no longer {}.",
        "${a}$ is neither {} nor invertible.",
        "The sum of ${a}$ and its transpose is {}.",
        "Show that ${a}$ is {}.",
        "The inverse of ${a}$ is {} in the example.",
        "Is it true for {} ${a}$?",
        "For {} ${a}$ I know the answer.",
        "Every block of ${a}$ is {}.",
        "Without ${a}$ being {}, what can we do?",
        "${a}$ or ${b}$ is {}.",
        "Let ${a}$ or ${b}$ be {}.",
        "One of ${a}$ and ${b}$ is {}.",
        "Exactly one of ${a}$ and ${b}$ is {}.",
        "At least one of ${a}$ and ${b}$ is {}.",
        "One of the matrices ${a}$ and ${b}$ is {}.",
    ),
}
MADE = [(said, names) for names, frames in SAID.items() for said in frames]
COUNT = len(MADE) * len(NAMES) * len(WORDS)


def test_there_are_many():
    assert COUNT >= 500


@pytest.mark.parametrize(("said", "names"), MADE, ids=[said for said, _ in MADE])
def test_no_fact_is_taken_that_was_not_said(said: str, names: str):
    for a, b in NAMES:
        for word, fact in WORDS.items():
            sentence = said.replace("{}", word).replace("{a}", a).replace("{b}", b)
            text = f"{FUNCTION.replace('{a}', a).replace('{b}', b)} {sentence} {QUESTION}"
            reply = ask(text)
            assert reply.problem is not None
            symbols = reply.problem.symbols
            taken = {role for role, name in zip("ab", (a, b), strict=True)
                     if fact in symbols[name].data.facts}  # fmt: skip
            assert taken <= {*names}, text
            assert taken == {*names} or reply.status != "read", text


def test_a_property_that_no_form_binds_blocks_read():
    text = f"{FUNCTION.replace('{a}', 'A').replace('{b}', 'B')} I wish $A$ was symmetric."
    assert ask(f"{text} {QUESTION}").status == "assumed"


def test_what_is_denied_is_understood():
    text = f"{FUNCTION.replace('{a}', 'A').replace('{b}', 'B')} $A$ is not symmetric."
    assert ask(f"{text} {QUESTION}").status == "read"
