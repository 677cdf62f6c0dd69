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


TD = r"$L(w) = (r + \gamma w^Tu - w^Tv)^2$. "
SEMI = r"Is $\nabla_w L = -2(r + \gamma w^Tu - w^Tv)v$?"
PARTS = [
    ("Hi all, I'm implementing TD learning with linear features. The loss is L(w) = (r + γ w^T u − "
     "w^T v)^2 where u is the next-state feature vector and v the current one. As usual the target "
     "r + γ w^T u is treated as a constant (no gradient flows through it).\n"
     "I get ∇_w L = −2 (r + γ w^T u − w^T v) v. Correct?", "right"),
    (TD + r"With a stop-gradient on the target $r + \gamma w^Tu$. " + SEMI, "right"),
    (TD + r"We don't backpropagate through $r + \gamma w^Tu$. Is $\nabla_w L = 2(r + \gamma w^Tu - "
     r"w^Tv)(\gamma u - v)$?", "wrong"),
    (TD + r"Let $t = r + \gamma w^Tu$ be detached. " + SEMI, "right"),
    (TD + r"With $t = r + \gamma w^Tu$, we hold $t$ fixed. " + SEMI, "right"),
    (r"Let $L(w) = (t - w^Tv)^2$ with $t = r + \gamma w^Tu$, and $t$ is detached. " + SEMI,
     "right"),
    (r"$L(w)=\|s - Ww\|^2$ where $s = Bw$ is detached (stop-gradient). Is "
     r"$\nabla_w L=-2W^T(s-Ww)$ right?", "right"),
    ("L(w) = (w^T a - w^T b)^2. No gradient flows through the second term $w^T b$. I get "
     "∇L = 2(w^T a − w^T b) a. Correct?", "right"),
    ("$L(w) = (y - w^Tx)^2 (w^Tv)$. The factor $w^Tv$ is regarded as constant during this step. Is "
     "the gradient $-2(y-w^Tx)(w^Tv)x$?", "right"),
    (r"Consider $f(x)=x^TDx$ with $D=\operatorname{diag}(x)$. Holding $D$ fixed, the gradient is "
     "$2Dx$. Is that right?", "right"),
    (r"$f(x)=\frac{x^TAx}{x^Tx}$. Treating $x^Tx$ as constant, I get $\frac{(A+A^T)x}{x^Tx}$.",
     "right"),
    (r"$f(x)=\frac{x^TAx}{x^Tx}$. One must not treat $x^Tx$ as constant. Is the gradient "
     r"$\frac{(A+A^T)x}{x^Tx}$?", "wrong"),
    (r"Let $L(w) = \left(r + \gamma\, w^Tu - w^Tv\right)^2$, where the bootstrapped target $r + "
     r"\gamma\, w^Tu$ is a constant. " + SEMI, "right"),
    (TD + "The target is treated as a constant. " + SEMI, "undecided"),
    (TD + "No gradient flows through the target. " + SEMI, "undecided"),
    (TD + "The gradient does flow through the target. " + SEMI, "wrong"),
    (TD + r"We treat the target $r + \gamma u^Tw$ as a constant. " + SEMI, "not checked"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), PARTS, ids=range(len(PARTS)))
def test_a_part_of_the_function_is_held_fixed(text: str, status: str) -> None:
    assert [x.status for x in ask(text).claims] == [status]


def test_a_part_that_stands_in_the_function_in_two_ways_is_asked_about() -> None:
    reply = ask(r"$f(w)=2w^Tx\,y+(w^Tx)^2$. We treat $w^Tx$ as a constant. Is $\nabla f=0$?")
    assert reply.questions == ["What is held fixed? Write it as a name, with an equation: t = wᵀx."]
