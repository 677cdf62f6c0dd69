"""A function that is defined piece by piece is read with all its pieces, or asked for."""

import pytest

from matgrad.app.ask import ask

SUM = r"and $f(x)=\sum_{i=1}^m\phi(a_i^Tx)$. What is $\nabla f$?"


@pytest.mark.parametrize(
    "pieces",
    [
        r"$\phi(t)=t^2$ if $t>0$, else $0$,",
        r"$\phi(t)=t^2$ when $t>0$ and $0$ otherwise,",
        r"$\phi(t)=t^2$ for $t>0$ and $\phi(t)=0$ for $t\le0$,",
        r"$\phi(t)=t^2$ for all $t>0$, and otherwise 0,",
        r"$\phi(t)=t^2$ if $t>0$. Otherwise, $\phi(t)=0$,",
    ],
)
def test_two_pieces_are_one_function(pieces: str) -> None:
    reply = ask(f"Let {pieces} {SUM}")
    assert "step(Ax)" in reply.text("short")


def test_pieces_may_be_typed() -> None:
    reply = ask("Let f(x) = x² for x ≥ 0 and -x for x < 0. What is f'(x)?")
    assert "f = −x step(−x) + x²(1 − step(−x))" in reply.text("short")


def test_pieces_in_other_words_are_asked_for() -> None:
    text = "Let $f(x)=x^2$ for $x>0$ while left of it, $f(x)=-x$. What is the derivative of $f$?"
    reply = ask(text)
    assert not reply.derivations
    assert "cases" in reply.questions[0]


def test_a_domain_is_no_piece() -> None:
    reply = ask(r"Let $f(x)=\log x$ for $x>0$. What is the derivative of $f$ with respect to $x$?")
    assert str(reply.results["x"]) == "1/x"


@pytest.mark.parametrize(
    "formula",
    [
        r"f(x)=x^2\text{ if }x>0,\ 0\text{ otherwise}",
        r"f(x)=x^2 \text{ for } x > 0, \quad f(x) = 0 \text{ for } x\le0",
    ],
)
def test_pieces_may_stand_in_one_formula(formula: str) -> None:
    reply = ask(f"Let ${formula}$. What is $f'(x)$?")
    assert str(reply.results["x"]) == "2*relu(x)"


HUBER = r"$f(r)=\frac12 r^2$ if $|r|\le\delta$, and $\delta(|r|-\frac12\delta)$ otherwise."
CLAIMS = [
    (rf"{HUBER} Then $f'(r)=r$ if $|r|\le\delta$ and $f'(r)=\delta\,\mathrm{{sign}}(r)$ otherwise.",
     "right"),
    (rf"{HUBER} Then $f'(r)=r$ if $|r|\le\delta$ and $f'(r)=\delta$ otherwise. Correct?", "wrong"),
    (rf"{HUBER} Then $f'(r)=r$ for $|r|\le\delta$ and $\delta\,\mathrm{{sign}}(r)$ for "
     r"$|r|>\delta$.", "right"),
    ("Huber: f(r) = r^2/2 if |r| <= d, and d(|r| - d/2) otherwise. f'(r) = r for |r| <= d and "
     "f'(r) = d sign(r) otherwise. ok?", "right"),
    ("f(x) = x^2 if x < 1, and 2x - 1 if x >= 1. Then f'(x) = 2x for x < 1 and f'(x) = 2 "
     "otherwise. Correct?", "right"),
    ("$f(x)=x^2$ if $x<0$ and $3x$ otherwise. I have $f'(x)=2x$ if $x<0$. Otherwise $f'(x)=3$. ok?",
     "right"),
    ("f(x) = x^2 if x > 0 else -x. Then f'(x) = 2x if x > 0 else -2. Right?", "wrong"),
    ("f(x) = max(0, x)^2. f'(x) = 2x if x > 0 and f'(x) = 0 otherwise. Right?", "right"),
    ("f(x) = max(0, x). I get f'(x) = 1 when x > 0, and f'(x) = 0 else. Right?", "right"),
    ("f(x) = max(0, x). The derivative is 1 if x > 0 and 5 otherwise. Right?", "wrong"),
    ("f(x) = max(0, x). I get 1 if x > 0, 0 if x < 0. Right?", "right"),
    ("$f(x)=|x|$. I think $f'(x)$ is $1$ if $x>0$ and $-1$ otherwise. Right?", "right"),
    ("$f(x)=|x|$, $x$ scalar. Derivative? I think it's $1$ if $x>0$ and $1$ otherwise.", "wrong"),
    ("$f(x)=\\max(0,x)^2$. $f'(x)$ is $2x$ if $x$ is positive, while it is $1$ otherwise. ok?",
     "wrong"),
    ("f(x) = max(0, x). I get 1 if x > 0 and x otherwise, but then it jumps at x = 0.", "wrong"),
    (r"$f(w)=\max(0,1-yw^Tx)$. $\nabla f = -yx$ if $yw^Tx<1$ and $0$ otherwise. Right?", "right"),
    (r"$f(x)=\sum_i\max(0,x_i)^2$. $\frac{\partial f}{\partial x_i}=2x_i$ if $x_i>0$ and $0$ "
     "otherwise. ok?", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CLAIMS, ids=range(len(CLAIMS)))
def test_pieces_of_a_claim_are_judged_together(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_a_function_may_be_told_piece_by_piece() -> None:
    reply = ask("Let $g(x)$ be $x^2$ if $x>0$ and $0$ otherwise. What is $g'(x)$?")
    assert str(reply.results["x"]) == "2*relu(x)"


def test_pieces_that_leave_a_gap_are_judged_one_by_one() -> None:
    text = "$f(x)=|x|$, $x$ scalar. I get $f'(x)=1$ for $x>1$ and $f'(x)=-1$ for $x<-1$. ok?"
    assert [claim.status for claim in ask(text).claims] == ["right", "right"]


@pytest.mark.parametrize("link", [", and", " and", ", or", " but", ";", ","])
def test_the_word_between_typed_pieces_is_no_factor(link: str) -> None:
    text = f"f(r) = r^2/2 if |r| <= d{link} d(|r| - d/2) otherwise. What is f'(r)?"
    assert str(ask(text).results["r"]) == "r*(1 - step(abs(r) - d)) + d*sign(r)*step(abs(r) - d)"


def test_a_full_stop_may_stand_behind_otherwise() -> None:
    rows = r"r^2/2, & |r| \le 1, \\ |r| - 1/2, & \text{otherwise.}"
    reply = ask(rf"Let $h(r) = \begin{{cases}} {rows} \end{{cases}}$. What is its derivative?")
    assert str(reply.results["r"]) == "r*(1 - step(abs(r) - 1)) + sign(r)*step(abs(r) - 1)"
