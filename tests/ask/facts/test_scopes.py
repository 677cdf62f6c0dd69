"""A fact holds for the part of a text that states it."""

import pytest

from matgrad.app.ask import ask

CLAIM = r"Is $\nabla f=2Ax$?"
SUPPOSING = "supposing that A is symmetric"
ONLY_IF = "the claim is right if A is symmetric, but not in general"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (rf"(a) Let $f(x)=x^TAx$. {CLAIM} (b) Now let $A$ be symmetric. {CLAIM}", ""),
        (rf"Let $f(x)=x^TAx$. {CLAIM} Next, assume that $A=A^T$. {CLAIM}", SUPPOSING),
        (rf"Let $f(x)=x^TAx$. (i) {CLAIM} (ii) Suppose that $A$ is symmetric. {CLAIM}", ""),
    ],
)
def test_a_later_part_says_nothing_of_an_earlier_one(text: str, words: str) -> None:
    found = [(each.status, each.words) for each in ask(text).claims]
    assert found == [("wrong", ONLY_IF), ("right", words)]


@pytest.mark.parametrize(
    "words",
    [
        "Next, drop the symmetry.",
        "In another problem, let $A$ be arbitrary and $f(x)=x^TAx$.",
        "What if we relax this assumption?",
        "Now $A$ is arbitrary.",
        "What if I forget the symmetry of $A$?",
        "What if we drop the assumption that $A$ is symmetric:",
        "Without the symmetry of $A$:",
        "What if $A$ loses its symmetry:",
    ],
)
def test_what_is_dropped_holds_before(words: str) -> None:
    reply = ask(rf"Let $f(x)=x^TAx$ with symmetric $A$. {CLAIM} {words} {CLAIM}")
    found = [(each.status, each.words) for each in reply.claims]
    assert found == [("right", SUPPOSING), ("wrong", ONLY_IF)]


FORM = "Let $f(x)=x^TAx$ with symmetric $A$. "
GIVEN_UP = [
    (FORM + "The gradient is $2Ax$. What if I forget the symmetry of A: is it $2Ax$ still?",
     ["right", "wrong"]),
    (FORM + "The gradient is $2Ax$. Is it still $2Ax$ without the symmetry of $A$?",
     ["right", "wrong"]),
    (FORM + r"So $\nabla f = 2Ax$. Does it hold without the symmetry of $A$?", ["right"]),
    (FORM + "I get $2Ax$. Dropping the symmetry of A, it is $Ax+A^Tx$.", ["right", "right"]),
    (FORM + "If we drop the symmetry of $A$, is the gradient $2Ax$?", ["wrong"]),
    (FORM + "With the symmetry of A, it is $2Ax$; without the symmetry of A, it is $(A+A^T)x$.",
     ["right", "right"]),
    (FORM + "I get $2Ax$. What happens without the symmetry of $A$?", ["right"]),
    (FORM + "I get $2Ax$. Now we drop the symmetry of $A$. Then it is $(A+A^T)x$.",
     ["right", "right"]),
    (r"$f(X) = \log\det X$ with symmetric X. If we forget the symmetry of X, it is $X^{-1}$.",
     ["right"]),
    (FORM + "Do not forget the symmetry of $A$: the gradient is $2Ax$.", ["right"]),
    (FORM + r"At first I forgot the symmetry of A. So $\nabla f = 2Ax$?", ["right"]),
    (r"Kalman gain derivation: $\mathrm{tr}(P)$ with $P = KRK^T$, R symmetric. The text says "
     r"$\frac{\partial\, \mathrm{tr} P}{\partial K} = 2KR$. Without the symmetry "
     "of R, is it $2KR$?", ["right", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), GIVEN_UP, ids=range(len(GIVEN_UP)))
def test_a_fact_that_is_given_up_holds_before(text: str, statuses: list[str]) -> None:
    assert [each.status for each in ask(text).claims] == statuses


def test_a_claim_for_a_case_says_nothing_of_the_general_one() -> None:
    reply = ask(
        rf"Let $f(x)=x^TAx$. {CLAIM[:-1]} for symmetric $A$? And for general $A$ "
        r"is $\nabla f=2Ax$?"
    )
    found = [(each.status, each.words) for each in reply.claims]
    assert found == [("right", SUPPOSING), ("wrong", ONLY_IF)]


def test_what_is_said_behind_the_only_claim_holds_for_it() -> None:
    reply = ask(rf"Let $f(x)=x^TAx$. {CLAIM} Here $A$ is symmetric.")
    assert [(each.status, each.words) for each in reply.claims] == [("right", "")]


@pytest.mark.parametrize(
    "words",
    [
        "We cannot assume $c=3$.",
        "In the previous exercise we had $c=3$.",
        "Here $c=3$ or $c=4$.",
        "What if $c=3$?",
    ],
)
def test_a_number_that_is_denied_or_one_of_several_is_not_put_in(words: str) -> None:
    reply = ask(rf"Let $f(x)=c\,x^2$. {words} Is $f'(x)=6x$?")
    assert str(reply.results["x"]) == "2*c*x"
    assert any(line.startswith("c = 3 is not used") for line in reply.to_json()["understood"])


@pytest.mark.parametrize("words", ["Here $c=3$.", "Let $c=3$.", "We set $c=3$.", "Take $c = 3$."])
def test_a_number_that_is_stated_is_put_in(words: str) -> None:
    assert str(ask(rf"Let $f(x)=c\,x^2$. {words} What is $f'(x)$?").results["x"]) == "6*x"


def test_a_claim_is_no_fact_for_itself() -> None:
    reply = ask("Let f(x) = 3x^2 + 2x - 1. f'(2) = 14. f'(2) = 13.")
    assert [each.status for each in reply.claims] == ["right", "wrong"]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Here $A$, unlike $B$, is symmetric.", "(2*A + B + B')*x"),
        ("Let $A$ and $B$ be matrices, the latter symmetric.", "(A + A' + 2*B)*x"),
        ("Let $A$ and $B$ be matrices, the former being symmetric.", "(2*A + B + B')*x"),
    ],
)
def test_one_of_two_is_found(words: str, answer: str) -> None:
    reply = ask(rf"{words} What is the gradient of $x^TAx+x^TBx$ with respect to $x$?")
    assert str(reply.results["x"]) == answer


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (r"Is $\nabla f=2Ax$? With symmetric $A$, is it $2Ax$?", [False, True]),
        (r"Using symmetric $A$, I get $2Ax$. Using general $A$, I get $2Ax$.", [True, False]),
        (
            r"Under the assumption $A=A^T$ we get $\nabla f=2Ax$. Without it, $\nabla f=2Ax$.",
            [True, False],
        ),
        (r"Provided $A=A^T$, $\nabla f=2Ax$. Otherwise $\nabla f=2Ax$, too.", [True, False]),
        (r"Given symmetric $A$, I get $\nabla f=2Ax$. And the Hessian is $2A$.", [True, True]),
    ],
)
def test_what_a_sentence_begins_with_holds_for_it(text: str, right: list[bool]) -> None:
    claims = ask(f"Let $f(x)=x^TAx$. {text}").claims
    assert [each.is_right for each in claims] == right
