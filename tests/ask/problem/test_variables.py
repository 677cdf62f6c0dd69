"""With respect to which variables derivatives are asked for."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        (
            r"Let $L(U,V)=\frac12\|R-UV^T\|_F^2$. Compute both partial gradients. "
            r"My guess: $\nabla_U L=-(R-UV^T)V$.",
            ["U", "V"],
        ),
        (
            r"Compute the gradients of $f(X,Y)=\|XY\|_F^2$. I think $\nabla_X f=2XYY^T$.",
            ["X", "Y"],
        ),
        (
            r"Find all first-order partial derivatives of $f(X,Y)=\|XY\|_F^2$. "
            r"Here is my $\nabla_X f=2XYY^T$.",
            ["X", "Y"],
        ),
        (r"What is the gradient of $f(X,Y)=\|XY\|_F^2$? I think $\nabla_X f=2XYY^T$.", ["X"]),
        (
            r"Find the gradients of $f(X,Y)=\|XY\|_F^2$ with respect to $X$. I think "
            r"$\nabla_X f=2XYY^T$.",
            ["X"],
        ),
    ],
)
def test_a_guess_for_one_variable_leaves_the_others_asked(text: str, variables: list[str]) -> None:
    reply = ask(text)
    assert [*reply.results] == variables
    assert reply.claims[0].status == "right"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(L)=\|Lx\|^2$ and $M=L^TL$. Express the gradient of f with respect to M.",
        r"Let $f(L)=\|Lx\|^2$, where $M = L^TL$. What is the gradient with respect to $M$?",
    ],
)
def test_a_derivative_by_what_is_made_of_the_variable_is_asked_about(text: str) -> None:
    reply = ask(text)
    assert reply.questions == ["f is given by L, not by M. Write f with M, or ask for L."]
    assert not reply.results


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            r"Let $f(L)=\|Lx\|^2$. What is the gradient with respect to $L$? And with $M=L^TL$, "
            r"what is the gradient in terms of $M$?",
            "2*L*x*x'",
        ),
        (
            r"Let $f(x)=\|Ax-b\|^2$ and $r=Ax-b$. Write the gradient in terms of $r$.",
            "2*A'*(A*x - b)",
        ),
    ],
)
def test_what_an_answer_is_written_with_is_not_the_function(text: str, answer: str) -> None:
    assert [str(each) for each in ask(text).results.values()] == [answer]
