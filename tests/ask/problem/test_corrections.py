"""A function that the text corrects further down is the corrected one from the beginning."""

import pytest

import matgrad as mg

BEFORE = r"Let $f(x)=\|Ax+b\|^2$. I get $\nabla f=2A^T(Ax-b)$. "


@pytest.mark.parametrize(
    "text",
    [
        rf"{BEFORE}Correction: it should be $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}Edit: it should read $f(x)=\|Ax-b\|^2$, of course.",
        rf"{BEFORE}Sorry, there was a typo above, I meant $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}EDIT: There was a sign error. The right function is $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}Oops, the loss should have been $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}P.S. there is a minus missing: $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}P.S. There should be a minus before the second term: $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}Note that the plus above should be a minus: $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}I got the wrong sign: $f(x)=\|Ax-b\|^2$.",
        rf"{BEFORE}Edit: $f(x)=\|Ax-b\|^2$, not $\|Ax+b\|^2$.",
        rf"{BEFORE}EDIT: typo, the objective is $\|Ax-b\|^2$.",
        r"I need the gradient of $f(x)=\|Ax+b\|^2$ with respect to $x$, I get $2A^T(Ax-b)$."
        "\n\n" r"EDIT: typo, the function is $f(x)=\|Ax-b\|^2$, sorry.",
        "f(x) = ||Ax + b||^2, gradient 2A'(Ax - b)? edit: sorry, f(x) = ||Ax - b||^2",
    ],
)  # fmt: skip
def test_the_corrected_function_is_meant(text: str) -> None:
    reply = mg.ask(text)
    assert str(reply.results["x"]) == "2*A'*(A*x - b)"
    assert [claim.status for claim in reply.claims] == ["right"]
    assert not reply.questions


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (rf"{BEFORE}Edit: note that $f(x)=\|Ax\|^2+2b^TAx+\|b\|^2$.", ["wrong", "right"]),
        (rf"{BEFORE}We should have $f(x)=\|Ax\|^2+\|b\|^2$.", ["wrong", "wrong"]),
        (rf"{BEFORE}Correction: the gradient should be $2A^T(Ax+b)$.", ["wrong", "right"]),
        (rf"{BEFORE}Edit: typo corrected.", ["wrong"]),
    ],
)
def test_what_is_only_written_anew_or_is_an_answer_corrects_no_function(
    text: str, statuses: list[str]
) -> None:
    reply = mg.ask(text)
    assert str(reply.results["x"]) == "2*A'*(A*x + b)"
    assert [claim.status for claim in reply.claims] == statuses


def test_an_edit_at_the_head_of_a_post_corrects_what_follows() -> None:
    reply = mg.ask(
        r"EDIT: I had a typo, the function is $f(x)=x^TAx+2b^Tx$, not $x^TAx + b^Tx$. "
        "Question: $A$ symmetric. What's the gradient of $f(x) = x^TAx + b^Tx$? I get $2Ax+2b$."
    )
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_second_formula_of_unknown_purpose_makes_no_claim_wrong() -> None:
    text = r"Let $f(x) = \|x\|$. I get $2x$. Well, in the original it reads $f(x) = \|x\|^2$."
    assert [claim.status for claim in mg.ask(text).claims] == ["undecided", "undecided"]


def test_a_function_that_is_multiplied_out_wrongly_is_wrong() -> None:
    text = (
        r"Let $f(x) = \|Ax-b\|^2$. Multiplying out, $f(x) = x^TA^TAx - b^TAx + b^Tb$. "
        r"Hence $\nabla f = 2A^TAx - A^Tb$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong", "wrong"]


ASIDE = [
    ("Let y = (x - mean(x))/std(x), no. Let us start easier: y = x - mean(x), x in R^n. What is "
     "the Jacobian dy/dx? I think it is I - (1/n) 11^T.", ["right"]),
    ("Let f(x) = x'Ax/2, no. Let us start easier: f(x) = x'x. What is the gradient? I think it is "
     "2x.", ["right"]),
    ("Let's look at f(x) = log(1+x^2). Hmm, let us begin with something simpler: f(x) = 1 + x^2. "
     "Derivative? I get 2x.", ["right"]),
    (r"Consider $f(x)=\|Ax-b\|$, hmm, no, let's take $f(x)=\|Ax-b\|^2$. Is the gradient "
     "$2A^T(Ax-b)$?", ["right"]),
    ("Let f(x) = sin(x)/x, no, that's too hard. Take f(x) = x*sin(x) first. What's f'(x)? I think "
     "sin(x) + x*cos(x).", ["right"]),
    (r"Let $f(x)=\log\det X$. No, let me start with one easier: $f(X)=\operatorname{tr}(X^2)$."
     " What is the gradient? I think $2X$.", ["wrong"]),
    (r"Take $h(x)=e^{x^Tx}$. On second thought, let's use $h(x)=e^{a^Tx}$ instead. Its gradient is "
     "$e^{a^Tx}a$.", ["right"]),
    ("My function is f(x) = ||x||_1. Scrap that. Let f(x) = ||x||^2. gradient? I say 2x.",
     ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), ASIDE, ids=range(len(ASIDE)))
def test_a_function_that_is_put_aside_is_not_judged(text: str, statuses: list[str]) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert "is put aside" in " ".join(reply.understood.notes)


KEPT = [
    ("Let f(x) = log(1+x^2). Let us begin with something simpler: f(x) = 1 + x^2. I get f'(x) = 2x."
     " Now for the original function, I get 2x/(1+x^2).", ["undecided", "right", "undecided"]),
    ("Let $f(x)=x^TAx$. Let us start with the case $A=I$, $f(x)=x^Tx$. The gradient is $2x$.",
     ["undecided", "undecided"]),
    (r"Let $f(x)=\|Ax\|^2$, so no constant. It is easier to start with $f(x)=x^TA^TAx$. Is the "
     "gradient $2A^TAx$?", ["right", "right"]),
    (r"Let $f(x)=\|Ax\|^2$. Take the simpler form $f(x)=x^Tx$. Gradient by $x$?", ["wrong"]),
    ("Let $f(x)=x^TAx$. My friend says that the gradient is $2Ax$, no. Let $f(x)=x^TAx$ with $A$ "
     "arbitrary; the gradient is $(A+A^T)x$.", ["wrong", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), KEPT, ids=range(len(KEPT)))
def test_a_function_that_is_not_put_aside(text: str, statuses: list[str]) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert "is put aside" not in " ".join(reply.understood.notes)


MEANT = "Let $x = 3$ and $f(x, y) = x^2y$.\n\nSorry, I mean: compute the gradient of "


@pytest.mark.parametrize(
    ("function", "at"), [("x^2y", [4, 1]), ("x^2y^2", [8, 4]), ("xy", [2, 1])], ids=str
)
def test_the_function_of_a_correction_may_be_the_same_or_another(
    function: str, at: list[int]
) -> None:
    reply = mg.ask(f"{MEANT}$f(x,y) = {function}$ at the point $(1, 2)$.")
    assert f"∂f/∂x = {at[0]}\n" in reply.text("short")
    assert f"∂f/∂y = {at[1]}\n" in reply.text("short")
    assert not reply.questions


def test_a_function_without_variables_is_said_to_have_none() -> None:
    (question,) = mg.ask("Let $x = 3$. What is the gradient?").questions
    assert question == "With respect to which variable? x has none in it."
