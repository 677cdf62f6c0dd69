"""Vectors of letters, and coordinates as one function."""

import pytest

import matgrad as mg

POLAR = r"Polar coordinates: $x=r\cos\theta$, $y=r\sin\theta$."
SPHERE = r"Spherical coordinates $x=r\sin\theta\cos\phi$, $y=r\sin\theta\sin\phi$, $z=r\cos\theta$."


def test_coordinates_are_one_function_of_numbers() -> None:
    reply = mg.ask(f"{POLAR} What is the Jacobian matrix and its determinant?")
    found = {name: str(value) for name, value in reply.results.items()}
    assert found == {"r": "[cos(theta); sin(theta)]", "theta": "[-r*sin(theta); r*cos(theta)]"}
    assert "det ∂F/∂(r, θ) = r" in reply.text("short")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (rf"{SPHERE} Is the determinant of the Jacobian $r^2\sin\theta$?", "right"),
        (rf"{SPHERE} Is the determinant of the Jacobian $r^2\cos\theta$?", "wrong"),
        (f"{POLAR} Is the determinant of the Jacobian $r$?", "right"),
    ],
    ids=["sphere", "not the sphere", "polar"],
)
def test_determinants_of_jacobians_by_several_numbers_are_judged(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        "Let x = r cos θ, y = r sin θ be polar coordinates. What is the Jacobian determinant?",
        "polar coordinates: x = r*cos(theta), y = r*sin(theta). jacobian determinant?",
        r"$x=r\cos\theta, y=r\sin\theta$. The Jacobian determinant of this change of variables?",
        rf"{POLAR} What is $\frac{{\partial(x,y)}}{{\partial(r,\theta)}}$?",
        r"Consider $(r,\theta)\mapsto(r\cos\theta, r\sin\theta)$. Its Jacobian determinant?",
    ],
    ids=["typed", "listed", "in one formula", "by its sign", "a map"],
)
def test_the_determinant_is_worked_out(text: str) -> None:
    assert [str(each.value) for each in mg.ask(text).made] == ["r"]


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"Is $\frac{\partial(x,y)}{\partial(u,v)} = 4(u^2+v^2)$?", "right"),
        (r"I get $\frac{\partial(x,y)}{\partial(u,v)} = 4(u^2-v^2)$.", "wrong"),
        ("What is the Jacobian determinant? I get $4(u^2-v^2)$.", "wrong"),
        (r"Is $\det J = 4u^2 + 4v^2$?", "right"),
    ],
    ids=["right", "wrong", "in words", "J"],
)
def test_determinants_by_their_sign_are_judged(claim: str, status: str) -> None:
    reply = mg.ask(f"Let $x = u^2 - v^2$ and $y = 2uv$. {claim}")
    assert [each.status for each in reply.claims] == [status]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"of $x=r\cos\theta$, $y=r\sin\theta$? My notes say that it is $r$.", "right"),
        (r"of polar coordinates $x=r\cos\theta$, $y=r\sin\theta$? I get $r^2$.", "wrong"),
        ("of $u=x+y$, $v=x-y$? I get $-2$.", "right"),
        ("of $u=x+y$, $v=x-y$? I get $2$.", "undecided"),  # of y and x it is
        ("of $u=x+y$, $v=x-y$ with respect to $x$ and $y$? I get $2$.", "wrong"),
        ("of $u=x^2-y^2$, $v=2xy$ at $x=1$, $y=1$? I get $8$.", "right"),
        ("of the map $F(x,y) = (x^2-y^2, 2xy)$? I get $2(x^2+y^2)$.", "wrong"),
    ],
)
def test_a_jacobian_determinant_is_no_determinant_of_the_first_formula(
    text: str, status: str
) -> None:
    reply = mg.ask(f"What is the Jacobian determinant {text}")
    assert [each.status for each in reply.claims] == [status]
    assert not reply.questions


def test_the_order_of_the_variables_is_that_of_the_alphabet() -> None:
    (made,) = mg.ask("Let $u = xy$, $v = y/x$. What is the Jacobian determinant?").made
    assert str(made.value) == "2*y/x"


def test_what_one_letter_has_of_the_other_is_no_coordinate() -> None:
    text = r"Let $s=\sum_i x_i$ and $y=x-s\mathbf{1}$. The Jacobian of $y$ by $x$?"
    assert [*mg.ask(text).results] == ["x"]


def test_a_vector_of_letters_has_a_length() -> None:
    reply = mg.ask(
        r"Let $\mathbf r=(x,y,z)^T$ and $f=\frac{1}{\|\mathbf r\|}$. What is $\nabla f$?"
    )
    assert {name: str(value) for name, value in reply.results.items()} == {"r": "-r/norm2(r)^3"}


def test_letters_that_are_used_stay_numbers() -> None:
    reply = mg.ask(r"Let $v=(x,y)$ and $f(x,y)=x^2y$. What is $\nabla f$?")
    assert [*reply.results] == ["x", "y"]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x = a\cos(p)+b q$, $y = a\sin(p) + q^2$. Jacobian with respect to $(p,q)$?",
        r"$x = a\cos(p)+b q$, $y = a\sin(p) + q^2$. Find the Jacobian with respect to $p$ and $q$.",
        "x = a cos(p) + b q, y = a sin(p) + q^2. What is the Jacobian wrt (p,q)?",
    ],
)
def test_coordinates_may_have_parameters_where_the_variables_are_named(text: str) -> None:
    results = {name: str(each) for name, each in mg.ask(text).results.items()}
    assert results == {"p": "[-a*sin(p); a*cos(p)]", "q": "[b; 2*q]"}


@pytest.mark.parametrize("words", ["the polar to cartesian map", "the map from polar coordinates"])
def test_words_may_say_which_map_it_is(words: str) -> None:
    reply = mg.ask(rf"Find the Jacobian of {words} $x = r\cos\theta$, $y = r\sin\theta$.")
    assert str(reply.results["theta"]) == "[-r*sin(theta); r*cos(theta)]"


def test_what_another_coordinate_uses_makes_no_map() -> None:
    reply = mg.ask("Let $y = a x^2 + b$ and $z = xy$. Find the Jacobian with respect to $x$.")
    assert reply.problem is not None and reply.problem.name == "z"
