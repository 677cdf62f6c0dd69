r"""Distances that are defined apart from the sums in which they stand."""

import pytest

from matgrad.app.ask import ask

CENTRED = "2*(n*X - ones(n)*ones(1,n)*X)"
R = r"$r_{ij} = \|x_i - x_j\|$"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (rf"Let {R} and $U = \sum_{{i<j}} r_{{ij}}^2$.", CENTRED),
        (rf"Let $x_i\in\mathbb{{R}}^3$, {R}, $U = \sum_{{i<j}} r_{{ij}}^2$.", CENTRED),
        (r"Let $x_i\in\mathbb{R}^3$, $U = \sum_{i<j} \|x_i-x_j\|^2$.", CENTRED),
        (
            r"Let $d_{ij} = \|x_i - x_j\|^2$ and $U = \sum_{i,j} w_{ij} d_{ij}$.",
            "2*(Diag((W + W')*ones(n)) - W - W')*X",
        ),
    ],
)  # fmt: skip
def test_distances_are_written_out(text: str, result: str) -> None:
    reply = ask(f"{text} Gradient with respect to $x_k$?")
    assert str(reply.results["X"]) == result


@pytest.mark.parametrize(
    "text",
    [
        rf"Let {R} and $U = \sum_{{i<j}} 1/r_{{ij}}$.",
        rf"Let {R} and $U = \sum_{{i<j}} V(r_{{ij}})$ with $V(r) = r^{{-12}} - r^{{-6}}$.",
        r"Let $r_{ij} = |x_i - x_j|$, $x_i\in\mathbb{R}^3$, $U = \sum_{i<j} 1/r_{ij}$.",
    ],
)
def test_what_has_no_value_at_equal_points_is_read(text: str) -> None:
    reply = ask(f"{text} Gradient with respect to $x_k$?")
    assert set(reply.results) == {"X"}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (
            r"Let $J(\theta) = \frac{1}{2m}\sum_{i=1}^m (\theta_0 + \theta_1 x_1^{(i)} + "
            r"\theta_2 x_2^{(i)} - y^{(i)})^2$. What is $\frac{\partial J}{\partial\theta_1}$?",
            "u'*(theta0*ones(m) + theta1*u + theta2*v - y)/m",
        ),
        (
            r"Let $J = \sum_{i=1}^m (w_1 X_{i1} + w_2 X_{i2} - y_i)^2$. Gradient by $w_1$?",
            "2*u'*(w1*u + w2*v - y)",
        ),
    ],
)
def test_columns_with_numbers_are_vectors(text: str, result: str) -> None:
    (found,) = ask(text).results.values()
    assert str(found) == result


def test_a_matrix_that_stands_elsewhere_keeps_its_columns() -> None:
    reply = ask(r"Let $J = \sum_{i=1}^m (X_{i1} + w^TX^TXw)^2$. Gradient by $w$?")
    assert not any("is the column" in line for line in reply.to_json()["understood"])
