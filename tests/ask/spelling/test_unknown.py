"""Words around the function that do something to it are never dropped: they are asked about."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("$x^TAx$ subtracted from $b^Tx$", "subtracted"),
        ("$x^TAx$ less $b^Tx$", "less"),
        (r"$x^TAx$ regularised by $\lambda\|x\|^2$", "regularised"),
        ("$x^TAx$ and $b^Tx$ added together", "added"),
        ("$x^TAx$ where the result is squared", "squared"),
        ("$x^TAx$ per $n$", "per"),
        ("$x^TAx$ averaged over $n$ samples", "averaged"),
        ("the square, i.e. second power, of $x^TAx$", "second power"),
        ("the largest of the squares of $Ax$", "largest"),
    ],
)
def test_what_is_done_to_the_function_is_asked_about(words: str, said: str) -> None:
    reply = ask(f"What is the gradient of {words} with respect to $x$?")
    assert not reply.derivations
    assert said in reply.questions[0]


@pytest.mark.parametrize(
    "words",
    [
        "the quadratic form $x^TAx$",
        "the value of the loss $x^TAx$",
        "the following function, $x^TAx$,",
        "the function $f(x)=x^TAx$, where $A$ is given,",
    ],
)
def test_what_only_names_the_function_is_no_question(words: str) -> None:
    reply = ask(f"What is the gradient of {words} with respect to $x$?")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert not reply.questions


def test_words_of_a_definition_are_asked_about_as_well() -> None:
    reply = ask("Let $f(x)$ be the frobnication of $Ax$. What is the gradient of $f$?")
    assert not reply.derivations
    assert "frobnication" in reply.questions[0]


def test_more_words_than_are_taken_in_are_asked_about() -> None:
    many = " plus ".join(["$x^Tx$"] * 230)
    reply = ask(f"What is the gradient of {many} with respect to $x$?")
    assert not reply.derivations


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("L = expected value of (w·x - y)^2. gradient wrt w?", "expected value of"),
        ("L = sum over training examples of (w·x - y)^2. gradient wrt w?", "training examples"),
        ("L = sum over i in S of (w·x_i - y_i)^2. gradient wrt w?", "sum over"),
        ("L = sum over observed (i,j) of (R_ij - u_i·v_j)^2. gradient wrt u_i?", "observed"),
        ("L = - log likelihood of (y - Xw). gradient wrt w?", "-log likelihood of"),
        ("f = the smoothed version of (a'x)^2. gradient wrt x is 2(a'x)a?", "smoothed"),
        ("Objective = discounted total of x_t'Q x_t + u_t'R u_t. gradient wrt u_t?", "discounted"),
        ("f = sum_i log(x_i) over all i except j. gradient wrt x?", "except"),
        ("L = MSE of y_hat = Xw and y. gradient wrt w?", "MSE"),
        ("f = the sum of x'x, a'x and b'x. gradient wrt x?", "the sum of"),
    ],
)
def test_words_between_an_equals_sign_and_a_formula_are_asked_about(words: str, said: str) -> None:
    reply = ask(words)
    assert not reply.derivations
    assert said in reply.questions[0]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("n = number of rows of X. L = ||Xw - y||^2/n. gradient wrt w?", "2*X'*(X*w - y)/n"),
        ("Let y = label of x. L = (w'x - y)^2. dL/dw?", "2*(w'*x - y)*x"),
    ],
)
def test_what_a_name_stands_for_is_no_question(words: str, answer: str) -> None:
    reply = ask(words)
    assert not reply.questions
    assert str(reply.results["w"]) == answer


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("hessian of 1/2 x'Qx + c'x, Q symmetric. is it Q?", "right"),
        ("gradient of x'Ax, A spd. i get 2Ax", "right"),
        ("gradient of $x^TAx$, $A$ diagonal. is it $Ax$?", "wrong"),
    ],
)
def test_a_word_at_the_end_of_a_sentence_takes_nothing_from_the_next(
    words: str, status: str
) -> None:
    assert [claim.status for claim in ask(words).claims] == [status]
