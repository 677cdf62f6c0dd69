"""Vectors of letters, and coordinates as one function."""

import pytest

import matgrad as mg

POLAR = r"Polar coordinates: $x=r\cos\theta$, $y=r\sin\theta$."
SPHERE = r"Spherical coordinates $x=r\sin\theta\cos\phi$, $y=r\sin\theta\sin\phi$, $z=r\cos\theta$."


def test_coordinates_are_one_function_of_numbers() -> None:
    reply = mg.ask(f"{POLAR} What is the Jacobian matrix and its determinant?")
    found = {name: str(value) for name, value in reply.results.items()}
    assert found == {"r": "[cos(theta); sin(theta)]", "theta": "[-r*sin(theta); r*cos(theta)]"}
    assert "det ∂F/∂(r, θ) = det([cos(θ), −r sin(θ); sin(θ), r cos(θ)])" in reply.text("short")


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


def test_a_vector_of_letters_has_a_length() -> None:
    reply = mg.ask(
        r"Let $\mathbf r=(x,y,z)^T$ and $f=\frac{1}{\|\mathbf r\|}$. What is $\nabla f$?"
    )
    assert {name: str(value) for name, value in reply.results.items()} == {"r": "-r/norm2(r)^3"}


def test_letters_that_are_used_stay_numbers() -> None:
    reply = mg.ask(r"Let $v=(x,y)$ and $f(x,y)=x^2y$. What is $\nabla f$?")
    assert [*reply.results] == ["x", "y"]
