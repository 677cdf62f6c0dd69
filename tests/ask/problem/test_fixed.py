"""What the text defines is held fixed only where a clause that is understood says so."""

import pytest

from matgrad.app.ask import ask

F = r"Let $y=Bx$ and $f=x^TAy$. "
G = F + r"Find $\frac{df}{dx}$. "
OPEN = [
    G + "One must not treat $y$ as constant.",
    G + "Should I treat $y$ as constant?",
    G + "It is wrong to hold $y$ fixed, isn't it?",
    G + "Can $y$ be treated as a constant?",
    G + "Is $y$ constant here?",
    G + "Why is $y$ not held fixed?",
    G + "My colleague suggests treating $y$ as constant.",
    G + "A friend says: treat $y$ as constant.",
]
HELD = [
    G + "We hold $y$ fixed here.",
    F + r"Find $\frac{df}{dx}$, treating $y$ as constant.",
    F + r"Treat $y$ as constant. Find $\frac{df}{dx}$.",
    F + r"What is $\frac{df}{dx}$ if $y$ is held fixed?",
    F + r"Find $\frac{df}{dx}$ for fixed $y$.",
    r"Let $y=Bx$ and $f=x^TAy$, where $y$ is kept constant. Find $\frac{df}{dx}$.",
]


@pytest.mark.parametrize("text", OPEN, ids=range(len(OPEN)))
def test_what_is_denied_or_asked_is_not_held(text: str) -> None:
    assert str(ask(text).results["x"]) == "((A*B)' + A*B)*x"


@pytest.mark.parametrize("text", HELD, ids=range(len(HELD)))
def test_what_the_text_holds_is_held(text: str) -> None:
    assert str(ask(text).results["x"]) == "A*y"


def test_what_a_friend_holds_fixed() -> None:
    reply = ask(
        G + r"A friend says: treat $y$ as constant, so $\frac{df}{dx}=Ay=ABx$. I say "
        r"$\frac{df}{dx}=(AB+B^TA^T)x$."
    )
    assert [claim.status for claim in reply.claims] == ["wrong", "right"]


CASES = [
    "If we treat $y$ as constant, it is $Ay$.",
    "Treating $y$ as constant I get $Ay$.",
    "With $y$ fixed the gradient is $Ay$.",
]


@pytest.mark.parametrize("words", CASES)
def test_what_is_claimed_with_a_part_held_fixed_is_judged_so(words: str) -> None:
    reply = ask(G + words)
    assert str(reply.results["x"]) == "((A*B)' + A*B)*x"
    assert [(x.status, x.words) for x in reply.claims] == [("right", "if y is held fixed")]
    assert "y is not held fixed: the text only speaks of that case" in str(reply)


B = "Let $B=xx^T$ and $f(x)=x^TBx$. "
NOTED = [
    "Note that $B$ is treated as fixed. What is the gradient?",
    "In the E-step $B$ is held fixed. What is the gradient?",
    "What is the gradient (with $B$ held constant)?",
]


@pytest.mark.parametrize("words", NOTED)
def test_words_before_it_that_state_it(words: str) -> None:
    assert str(ask(B + words).results["x"]) == "(B + B')*x"


def test_what_is_held_is_what_it_is_all_the_same() -> None:
    reply = ask(B + r"I treat $B$ as a constant. Is $\nabla f=2Bx$?")
    assert [(x.status, x.words) for x in reply.claims] == [("right", "as B = xxᵀ")]


def test_what_notes_hold_fixed_is_a_claim_and_no_function() -> None:
    reply = ask(B + "My notes hold $B$ fixed and get $2Bx$. What is the gradient really?")
    assert str(reply.results["x"]) == "4*(x'*x)*x"
    assert [x.status for x in reply.claims] == ["wrong"]


def test_a_derivative_that_is_zero_with_a_part_held_fixed() -> None:
    reply = ask(
        r"Let $y=Ax$ and $z=\|y\|^2$. With $y$ held fixed, $\partial z/\partial x=0$, of course. "
        r"But the total derivative is $2A^Ty$, right?"
    )
    assert str(reply.results["x"]) == "2*A'*A*x"
    assert [x.status for x in reply.claims] == ["right", "undecided"]


def test_what_is_got_with_a_part_in_words_held_fixed_is_not_called_wrong() -> None:
    reply = ask(
        r"Let $f(x)=\frac{a^Tx}{b^Tx}$. First I treat the denominator as constant and get "
        r"$\frac{a}{b^Tx}$. So the gradient is $\frac{a}{b^Tx}-\frac{a^Tx}{(b^Tx)^2}b$."
    )
    assert [x.status for x in reply.claims] == ["undecided", "right"]
