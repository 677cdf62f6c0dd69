"""Points in words: what is claimed there, and lists, matrices and letters that are points."""

import pytest

import matgrad as mg

NORM = r"Let $f(x) = \|x\|^2$. "


def verdicts(text: str) -> list[str]:
    return [claim.status for claim in mg.ask(text).claims]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Let $f(x) = x^TAx$. I claim that the gradient vanishes at the origin.", "right"),
        ("Let $f(x) = x^TAx + b^Tx$. The gradient is zero at $x = 0$, right?", "wrong"),
        (f"{NORM}Its derivative at $(1, 1)$ is zero.", "wrong"),
        (f"{NORM}Is the gradient zero at the origin?", "right"),
        (f"{NORM}Does its gradient vanish only at the origin?", "undecided"),
        (r"Let $f(x) = \sin(x)$. The derivative is zero at $x = \pi/2$.", "right"),
        (r"Let $f(x)=\|Ax-b\|^2$ with square invertible $A$. Is the gradient zero at $x=A^{-1}b$?",
         "right"),
        (r"Is the gradient of $f(x) = \|Ax-b\|^2$ zero at $x = A^{-1}b$?", "not checked"),
    ],
)  # fmt: skip
def test_a_derivative_that_is_said_to_vanish_at_a_point(text: str, status: str) -> None:
    assert verdicts(text) == [status]


def test_two_points_in_one_sentence_have_their_own_verdicts() -> None:
    text = f"{NORM}Its derivative vanishes at the origin and the gradient at $(1, 1)$ is zero."
    assert verdicts(text) == ["right", "wrong"]


@pytest.mark.parametrize(
    "text",
    [
        f"{NORM}Find the gradient where the Hessian is invertible.",
        f"{NORM}If the gradient vanishes at $x$, is $x$ a minimum?",
    ],
)
def test_a_condition_is_no_claim(text: str) -> None:
    assert verdicts(text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (f"{NORM}Gradient when $x = (1,2)$?", {"x": "[2; 4]"}),
        (f"{NORM}What is the gradient at $(1, 2)$?", {"x": "[2; 4]"}),
        (r"Let $f(X)=\operatorname{tr}(X^TX)$. What is the gradient evaluated at "
         r"$X=\begin{pmatrix}1&2\\3&4\end{pmatrix}$?", {"X": "[2, 4; 6, 8]"}),
        ("Find the gradient of $f(x,y,z) = xyz$ at the point $P = (1,2,3)$.",
         {"x": "6", "y": "3", "z": "2"}),
        ("Gradient of $f(x,y) = x^2 + y^2$ at $P = (1, 2)$?", {"x": "2", "y": "4"}),
    ],
)  # fmt: skip
def test_the_derivative_is_worked_out_at_the_point(text: str, values: dict[str, str]) -> None:
    found = {name: str(x) for each in mg.ask(text).at for name, x in each.values.items()}
    assert found == values


def test_a_list_of_numbers_is_compared_at_its_point() -> None:
    assert verdicts(f"{NORM}The gradient at $(1,2)$ is $(2,4)$.") == ["right"]
    assert verdicts(f"{NORM}The gradient at $(1,2)$ is $(2,3)$.") == ["wrong"]


CUBIC = "Let $f(x,y)=x^2y$. "
BENT = r"$\begin{pmatrix}2&2\\2&0\end{pmatrix}$"


@pytest.mark.parametrize(
    "text",
    [
        f"{CUBIC}At the minimum $(1,1)$ I get the Hessian {BENT}.",
        f"{CUBIC}At the minimum $(1,1)$ the gradient is $(2,1)$.",
        f"{CUBIC}In the saddle $(1,1)$ the gradient is $(2,1)$.",
        f"{CUBIC}At the starting guess $(1,1)$ the gradient is $(2,1)$.",
        f"{CUBIC}The gradient at its minimizer $(1,1)$ is $(2,1)$.",
        f"{CUBIC}The gradient at the maximum, $(1,1)$, is $(2,1)$.",
        f"{CUBIC}At the corner $(1,1)$ of the square the gradient is $(2,1)$.",
        f"{CUBIC}At the old mill $(1,1)$ the gradient is $(2,1)$.",
        f"{CUBIC}The point $(1,1)$ is a minimum. There the Hessian is {BENT}.",
        f"{CUBIC}The point $(1,1)$ is a minimum, and the Hessian there is {BENT}.",
        "f(x,y) = x^2 y. At (1,1) the gradient is (2,1).",
        "f(x,y) = x^2 y. At the minimum (1,1) I get grad f = (2,1).",
        f"{NORM}At the optimum $x^*=0$ the gradient is $0$.",
        "Let $f(x)=x^3$. At the vertex $x_0=2$ the derivative is $12$.",
        f"{NORM}At the current iterate $x_k$ the gradient is $2x_k$.",
    ],
)
def test_a_point_may_be_called_by_any_noun(text: str) -> None:
    assert verdicts(text) == ["right"]
    assert mg.ask(text).at


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (f"{NORM}At the minimum the gradient is $0$.", []),
        (f"{CUBIC}At a stationary point the gradient is $(0,0)$, I get $(2xy, x^2)$.", ["right"]),
        (f"{CUBIC}The gradient is $(0,0)$.", ["wrong"]),
    ],
)
def test_that_a_derivative_is_zero_at_an_optimum_is_no_claim_about_all_points(
    text: str, statuses: list[str]
) -> None:
    assert verdicts(text) == statuses


DET = r"Let $f(t) = \det(A+tB)$. At $t=0$ the derivative is $\det(A)\operatorname{tr}(A^{-1}B)$. "


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"For $A=I$ it's $\operatorname{tr} B$.", ["right", "right"]),
        (r"For $A=I$ it's $2\operatorname{tr} B$.", ["right", "wrong"]),
        (r"In general it is $\det(A+tB)\operatorname{tr}((A+tB)^{-1}B)$.", ["right", "right"]),
        (r"In general it is $\operatorname{tr}((A+tB)^{-1}B)$.", ["right", "wrong"]),
    ],
)
def test_it_in_a_special_case_has_the_point_of_the_sentence_before(
    text: str, statuses: list[str]
) -> None:
    assert verdicts(DET + text) == statuses
