"""Questions that a script makes: no fact is taken that it does not state, and none is lost."""

from random import Random
from typing import NamedTuple

import pytest

from matgrad.ask.reply import ask
from matgrad.core.facts import close

FUNCTION = "Let $f(x)=x^T{a}x+x^T{b}x$."
NAMES = (("A", "B"), ("S", "M"), ("B", "A"), ("P", "Q"))
WORDS = {
    "symmetric": "symmetric",
    "positive definite": "positive_definite",
    "skew-symmetric": "skew",
    "orthogonal": "orthogonal",
    "invertible": "invertible",
    "diagonal": "diagonal",
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
        "I know that ${a}$ is {}.",
        "As ${a}$ is {}, I expect something simple.",
        "My ${a}$ is {}.",
        "${a}$ happens to be {}.",
        "It is given that ${a}$ is {}.",
        "You may assume ${a}$ is {}.",
        "We assume throughout that ${a}$ is {}.",
        "The matrix ${a}$, which is {}, is given.",
        "${a}$ is {}, ${b}$ is arbitrary.",
        "Here ${b}$ is any matrix and ${a}$ a {} one.",
        "${a}$ is {} (but ${b}$ isn't).",
        "Where ${a}$ is a {} matrix.",
        "Let ${a}$ denote a {} matrix.",
        "For the record, ${a}$ is {}.",
        "In our case ${a}$ is {}.",
        "Of the two matrices only ${a}$ is {}.",
        "It is known that ${a}$ is {}.",
        "It turns out that ${a}$ is {}.",
        "${a}$ is always {} here.",
        "Recall that ${a}$ is {}.",
    ),
    "b": (
        "Let ${b}$ be a {} matrix.",
        "Let ${a}$ be arbitrary and ${b}$ be {}.",
        "where ${b}$ is {}.",
        "with {} ${b}$.",
        "I wish ${a}$ was {}, but only ${b}$ is.",
        "${a}$ was {} in the last lecture; here ${b}$ is {}.",
        "Unlike ${a}$, ${b}$ is {}.",
        "${a}$ was {} in the previous exercise, now only ${b}$ is.",
        "Instead of ${a}$, ${b}$ is {}.",
        "${a}$ is not {}; ${b}$ is {}.",
        "Not ${a}$ but ${b}$ is {}.",
        "It is ${b}$ that is {}, not ${a}$.",
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
        "Both ${a}$ and ${b}$ are {}.",
        "${a}$ and ${b}$ are {}.",
        "${a}$ is {} and ${b}$ is {}.",
        "${a}$ is {} and ${b}$ is too.",
        "${a}$ is {}, as is ${b}$.",
        "Like ${a}$, ${b}$ is {}.",
        "Both are {}.",
        "The matrices ${a}$ and ${b}$ are both {}.",
        "Assume ${a}, {b}$ to be {}.",
        "Let both matrices be {}.",
        "All the matrices here are {}.",
        "${a}$ is {}; the same is true of ${b}$.",
        "${a}$ is {} as well as ${b}$.",
        "Each of ${a}$ and ${b}$ is {}.",
        "With ${a}$ and ${b}$ {}.",
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
        "If only ${a}$ were {}!",
        "Had ${a}$ been {}, I would know the answer.",
        "${a}$ would have to be {} for that.",
        "My book assumes that ${a}$ is {}, I don't.",
        "In the lecture we had {} ${a}$.",
        "Last week ${a}$ was {}.",
        "Should ${a}$ be {}?",
        "Does ${a}$ have to be {}?",
        "Must ${a}$ be {}?",
        "I am not sure if ${a}$ is {}.",
        "I cannot assume that ${a}$ is {}.",
        "It isn't clear that ${a}$ is {}.",
        "We can't say that ${a}$ is {}.",
        "${a}$ isn't {}, and ${b}$ isn't either.",
        "No matrix is {}.",
        "None of the matrices is {}.",
        "Neither of them is {}.",
        "What changes when ${a}$ is {}?",
        "In general ${a}$ is not {}.",
        "${a}$ is generally not {}.",
        "${a}$ is far from {}.",
        "${a}$ is non-{}.",
        "${a}$ is rarely {}.",
        "The product of ${a}$ and ${b}$ is {}.",
        "${a}{b}$ is {}.",
        "${a}+{b}$ is {}.",
        "The first block of ${a}$ is {}.",
        "Someone told me that ${a}$ must be {}, which is false.",
        "Is there a formula for {} matrices?",
        "Let ${a}$ be arbitrary, not {}.",
        "I would like ${a}$ to be {}.",
        "Pretend that ${a}$ was {}.",
        "Assume nothing about ${a}$; it need not be {}.",
        "Wikipedia has it for {} ${a}$ only.",
        "${a}$ is not assumed {}.",
        "${a}$ was assumed to be {} in an earlier version of this question.",
        "Forget that ${a}$ is {}.",
        "Drop the assumption that ${a}$ is {}.",
        "${a}$ may or may not be {}.",
        "${a}$ is hardly ever {}.",
        "${a}$ is sometimes {}.",
    ),
}
FRAMES = [(said, roles) for roles, said_of in SAID.items() for said in said_of]
# Pairs that one matrix can have, of which neither says the other but for what is closed below.
PAIRS = (
    ("symmetric", "orthogonal"),
    ("orthogonal", "symmetric"),
    ("symmetric", "invertible"),
    ("invertible", "positive definite"),
    ("diagonal", "orthogonal"),
    ("skew-symmetric", "invertible"),
)
QUESTIONS = (
    "What is the gradient?",
    "What is $\\nabla_x f$?",
    "Find the gradient of $f$ with respect to $x$.",
    "How do I compute the derivative of $f$ with respect to $x$?",
)
PLACES = ("{f} {said} {question}", "{said} {f} {question}", "{f} {question} {said}")
COUNT = 500


class Made(NamedTuple):
    """A text, and what it says of each matrix."""

    text: str
    truth: dict[str, frozenset[str]]


def made(number: int) -> Made:
    """One or two sentences about two matrices, before, between or behind function and question."""
    rng = Random(number)
    names = rng.choice(NAMES)
    first = FRAMES[number % len(FRAMES)]
    said = [first, rng.choice(FRAMES)][: 1 + (number % 3 > 0)]
    words = rng.choice(PAIRS)

    def filled(frame: str, word: str = "") -> str:
        """A frame with its words and names."""
        a, b = names
        return frame.replace("{}", word).replace("{a}", a).replace("{b}", b)

    sentences = " ".join(filled(frame, word) for (frame, _), word in zip(said, words, strict=False))
    stated = {
        name: {WORDS[word] for (_, roles), word in zip(said, words, strict=False) if role in roles}
        for role, name in zip("ab", names, strict=True)
    }
    text = rng.choice(PLACES).format(
        f=filled(FUNCTION), said=sentences, question=rng.choice(QUESTIONS)
    )
    return Made(text, {name: close(frozenset(facts)) for name, facts in stated.items()})


@pytest.mark.parametrize("first", range(0, COUNT, 10))
def test_no_fact_is_taken_that_was_not_said_and_none_is_lost(first: int):
    known = {*WORDS.values()}
    for number in range(first, first + 10):
        text, truth = made(number)
        reply = ask(text)
        assert reply.problem is not None, text
        for name, facts in truth.items():
            taken = close(reply.problem.symbols[name].data.facts) & known
            assert taken <= facts, text
            assert taken == facts & known or reply.status != "read", text


@pytest.mark.parametrize(("said", "roles"), FRAMES, ids=[said for said, _ in FRAMES])
def test_each_sentence_says_what_it_says(said: str, roles: str):
    for a, b in NAMES[:2]:
        sentence = said.replace("{}", "symmetric").replace("{a}", a).replace("{b}", b)
        text = f"{FUNCTION.replace('{a}', a).replace('{b}', b)} {sentence} {QUESTIONS[0]}"
        reply = ask(text)
        assert reply.problem is not None
        symbols = reply.problem.symbols
        taken = {role for role, name in zip("ab", (a, b), strict=True)
                 if "symmetric" in symbols[name].data.facts}  # fmt: skip
        assert taken <= {*roles}, text
        assert taken == {*roles} or reply.status != "read", text


def test_a_property_that_no_form_binds_blocks_read():
    text = f"{FUNCTION.replace('{a}', 'A').replace('{b}', 'B')} I wish $A$ was symmetric."
    assert ask(f"{text} {QUESTIONS[0]}").status == "assumed"


def test_what_is_denied_is_understood():
    text = f"{FUNCTION.replace('{a}', 'A').replace('{b}', 'B')} $A$ is not symmetric."
    assert ask(f"{text} {QUESTIONS[0]}").status == "read"
