"""A function that is stated more precisely further down is the one that is asked about."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (
            "How to differentiate ‖x‖ with respect to x? "
            "More precisely I have g(x) = ‖x‖⁴ and need the gradient.",
            "4*(x'*x)*x",
        ),
        (
            "How to differentiate $\\|x\\|$?\n\nMore precisely, I have $g(x) = \\|x\\|^4$ "
            "and need the gradient.",
            "4*(x'*x)*x",
        ),
        (
            "How to differentiate ||x||? Specifically, I have h(x) = ||Ax - b||^2 and I need "
            "its gradient.",
            "2*A'*(A*x - b)",
        ),
        ("How to differentiate ‖x‖? Namely, f(x) = 1/‖x‖.", "-x/norm2(x)^3"),
        (r"How to differentiate $\|x\|$? To be more precise: $\|x\|^4$.", "4*(x'*x)*x"),
        (
            "Gradient of log sum exp(x). Actually, what I have is f(x) = log sum exp(Ax + b).",
            "A'*softmax(A*x + b)",
        ),
        (
            r"What is $\frac{\partial}{\partial x} x^TAx$? In my case I have "
            r"$f(x) = (x-c)^TA(x-c)$ with symmetric $A$.",
            "2*A*(x - c)",
        ),
        (
            "How do I differentiate x'Ax wrt x? My actual function is w'Bw with B symmetric.",
            "2*B*w",
        ),
    ],
)
def test_the_later_function_is_answered(text: str, result: str) -> None:
    reply = mg.ask(text)
    assert [str(x) for x in reply.results.values()] == [result]
    assert not reply.further and not reply.questions


def test_one_that_is_defined_twice_is_the_later_one() -> None:
    reply = mg.ask(
        r"Let $f(x)=\|x\|$. I need the gradient. More precisely, $f(x)=\|x\|^4$. "
        r"I get $4\|x\|^2x$."
    )
    assert str(reply.results["x"]) == "4*(x'*x)*x"
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("answer", "status"),
    [(r"$2(x^TAx)(A+A^T)x$", "right"), (r"$2(x^TAx)Ax$", "wrong"), (r"$(A+A^T)x$", "undecided")],
)
def test_claims_are_those_of_the_later_function(answer: str, status: str) -> None:
    reply = mg.ask(
        "How do I differentiate $x^TAx$ with respect to $x$? "
        rf"Actually I have $\phi(x) = (x^TAx)^2$. I get {answer}."
    )
    assert [claim.status for claim in reply.claims] == [status]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (r"How do I differentiate $x^TAx$ wrt $x$? More precisely, $A = BB^T$.", "2*B*B'*x"),
        (
            "How do I differentiate $x^TAx$? More precisely, I have to show that the gradient is "
            "$2Ax$.",
            "(A + A')*x",
        ),
    ],
)
def test_what_is_no_function_turns_to_none(text: str, result: str) -> None:
    assert str(mg.ask(text).results["x"]) == result


@pytest.mark.parametrize("that_is", [", that is", ", i.e.", ", that is,"])
def test_a_composition_that_is_written_out_is_the_function(that_is: str) -> None:
    reply = mg.ask(
        rf"What is the gradient of $\phi(x)=\sum_i\sqrt{{x_i^2+1}}$ composed with a linear "
        rf"operator{that_is} $F(x)=\phi(Dx)$?"
    )
    assert str(reply.results["x"]) == "D'*((D*x) ./ sqrt((D*x).^2 + 1))"


def test_a_composition_that_is_not_written_out_is_asked_about() -> None:
    text = r"What is the gradient of $\phi(x)=\sum_i\sqrt{x_i^2+1}$ composed with an operator $D$?"
    assert not mg.ask(text).results
