"""Lists of variables in brackets behind “with respect to”, as people type them."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    "by", ["(q1,q2)", "(q1, q2)", "[q1,q2]", "q1,q2", "{q1, q2}", "$(q_1,q_2)$"]
)
def test_a_jacobian_is_by_the_list_alone(by: str) -> None:
    text = (
        "Forward kinematics x = l1 cos(q1) + l2 cos(q2), y = l1 sin(q1) + l2 sin(q2). What's the "
        f"Jacobian with respect to {by}?"
    )
    assert [*mg.ask(text).results] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Let f = a1 u1^2 u2. What is the gradient with respect to (u1,u2)?", ["u1", "u2"]),
        ("Let f = k x y^2. Find the gradient w.r.t. (x,y).", ["x", "y"]),
        ("Let f = k sin(theta1) cos(theta2). Find the gradient wrt (theta1,theta2).",
         ["theta1", "theta2"]),
    ],
)  # fmt: skip
def test_a_gradient_is_by_the_list(text: str, names: list[str]) -> None:
    assert [*mg.ask(text).results] == names


@pytest.mark.parametrize("by", ["(r;t)", "r;t"])
def test_what_is_not_read_as_a_variable_is_asked_about(by: str) -> None:
    reply = mg.ask(f"x = r cos(t), y = r sin(t). What is the Jacobian with respect to {by}?")
    assert not reply.results
    assert f"“{by}” was not read" in reply.questions[0]


def test_words_in_brackets_are_no_variable() -> None:
    reply = mg.ask("Let $f = x^TAx$. Find the gradient with respect to (the vector) $x$.")
    assert str(reply.results["x"]) == "(A + A')*x"
