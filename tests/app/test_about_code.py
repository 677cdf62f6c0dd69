"""What a question about a program is answered."""

import pytest

from matgrad.app.about_code import answer_code
from matgrad.errors import MatgradError

LOSS = "r = X @ w - y\nloss = r @ r\n"


def test_the_right_derivative_stands_beside_the_verdict() -> None:
    answer = answer_code([f"{LOSS}dw = X.T @ r"], "Where is the slip?")
    assert answer.report is not None
    assert answer.report.status == "wrong"
    assert [str(d.result) for d in answer.derivations] == ["2*X'*(X*w - y)"]


@pytest.mark.parametrize(
    ("question", "variables"),
    [("What is the gradient with respect to `w`?", ["w"]), ("d wrt X and w", ["X", "w"])],
)
def test_the_question_names_the_variables(question: str, variables: list[str]) -> None:
    (found,) = answer_code([LOSS], question).derivations
    assert [*found.results] == variables


def test_without_a_variable_it_is_asked_for() -> None:
    answer = answer_code([LOSS], "What is the gradient?")
    assert answer.questions == ("with respect to which variable? The program has X, w, y",)


def test_pieces_are_put_in_order() -> None:
    answer = answer_code(["dw = 2 * X.T @ r", LOSS], "Right?")
    assert answer.report is not None
    assert answer.report.status == "right"


def test_a_formula_in_code_is_differentiated() -> None:
    answer = answer_code(["np.sum((X @ w - y)**2)"], "gradient by w")
    assert [str(d.result) for d in answer.derivations] == ["2*X'*(X*w - y)"]


def test_what_is_not_read_is_refused() -> None:
    with pytest.raises(MatgradError):
        answer_code(["f = open('x')"], "Right?")
