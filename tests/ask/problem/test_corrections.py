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
