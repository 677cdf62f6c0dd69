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
