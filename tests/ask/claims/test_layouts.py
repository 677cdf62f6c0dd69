"""The layout that a text names for one claim is not that of all."""

import matgrad as mg


def test_a_layout_that_is_named_for_a_later_claim_makes_no_claim_wrong() -> None:
    text = (
        r"Let $f(A)=\|Ax\|^2$. I get $2Axx^T$. My friend gets $2xx^TA^T$. Who is right? "
        "(numerator layout for my friend)"
    )
    mine, other = mg.ask(text).claims
    assert (mine.status, other.status) == ("undecided", "right up to layout")


def test_a_layout_in_brackets_is_that_of_the_claim_behind_it() -> None:
    text = "Let $f(x)=Ax$. Then $J_f=A$ and the gradient (denominator layout) is $A^T$."
    assert "wrong" not in [claim.status for claim in mg.ask(text).claims]


def test_a_claim_in_the_layout_that_it_names_is_judged_in_it() -> None:
    text = r"If $y=x^TA$ then $\frac{dy}{dx}=A$ in numerator layout, $A$ square."
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_a_zero_is_of_any_size() -> None:
    text = r"Let $f(x)=\sqrt{1+\|x\|^2}$. The gradient at $0$ is $0$ and the Hessian at $0$ is $I$."
    assert {claim.status for claim in mg.ask(text).claims} == {"right"}


def test_answers_in_another_layout_than_the_text_names_say_so() -> None:
    line = "answers are given in denominator layout: in numerator layout they are the transposes"
    assert line in mg.ask(r"In numerator layout, what is $\partial (x^TAx)/\partial x$?").text()
