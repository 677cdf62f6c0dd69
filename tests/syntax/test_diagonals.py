"""Sums over pairs i < j or i ≠ j of what cannot be taken where i = j."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import DomainError

n = 5
x = np.array([0.3, -1.2, 0.8, 2.1, -0.4])
R = np.array([[0.1, 1.0], [-1.3, 0.4], [2.0, -0.7], [0.6, 0.9], [-0.2, -1.5]])
PAIRS = [(i, j) for i in range(n) for j in range(n) if i < j]
OTHERS = [(i, j) for i in range(n) for j in range(n) if i != j]


def far(i: int, j: int, r: np.ndarray) -> float:
    return float(np.linalg.norm(r[i] - r[j]))


CASES = [
    (r"\sum_{1\le i<j\le n} \frac{1}{\|r_i-r_j\|}", "R", PAIRS, lambda i, j, r: 1 / far(i, j, r)),
    (r"\sum_{1\le i<j\le n} \|r_i-r_j\|^{-3}", "R", PAIRS, lambda i, j, r: far(i, j, r) ** -3),
    (r"\sum_{1\le i<j\le n} \left(\frac{1}{\|r_i-r_j\|^{12}} - \frac{1}{\|r_i-r_j\|^6}\right)",
     "R", PAIRS, lambda i, j, r: far(i, j, r) ** -12 - far(i, j, r) ** -6),
    (r"\sum_{1\le i<j\le n} \log\|r_i-r_j\|^2", "R", PAIRS,
     lambda i, j, r: 2 * np.log(far(i, j, r))),
    (r"\sum_{i \ne j} \frac{1}{(x_i-x_j)^2}", "x", OTHERS, lambda i, j, v: (v[i] - v[j]) ** -2),
    (r"\sum_{i<j} \log|x_i-x_j|", "x", PAIRS, lambda i, j, v: np.log(abs(v[i] - v[j]))),
    (r"\sum_i\sum_{j \ne i} \frac{x_i^2}{x_i-x_j}", "x", OTHERS,
     lambda i, j, v: v[i] ** 2 / (v[i] - v[j])),
    (r"\sum_{1\le i<j\le n} \sqrt{(x_i-x_j)^2}", "x", PAIRS, lambda i, j, v: abs(v[i] - v[j])),
]  # fmt: skip


@pytest.mark.parametrize(("latex", "name", "pairs", "term"), CASES, ids=[c[0] for c in CASES])
def test_the_diagonal_is_left_out(latex, name, pairs, term):
    point = x if name == "x" else R
    shapes = {name: ("n",) if name == "x" else ("n", "d")}
    gradient = mg.gradient(mg.parse_latex(latex, shapes), name).compile("numpy")
    found = np.asarray(gradient(**{name: point})).reshape(point.shape)
    step = 1e-6
    for place in np.ndindex(point.shape):
        sides = []
        for sign in (1, -1):
            moved = point.copy()
            moved[place] += sign * step
            sides.append(sum(term(i, j, moved) for i, j in pairs))
        assert found[place] == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    "latex", [r"\sum_{i\le j} \frac{1}{x_i-x_j}", r"\sum_i\sum_j \frac{1}{x_i-x_j}"]
)
def test_a_sum_with_its_diagonal_is_refused(latex):
    with pytest.raises(DomainError, match="division by zero"):
        mg.gradient(mg.parse_latex(latex, {"x": ("n",)}), "x")


def test_sums_of_text_leave_it_out_as_well():
    found = mg.gradient("sum(i, 1, n, sum(j, i+1, n, 1/(x[i] - x[j])))", "x").compile("numpy")
    latex = mg.parse_latex(r"\sum_{i<j} \frac{1}{x_i-x_j}", {"x": ("n",)})
    assert found(x=x) == pytest.approx(mg.gradient(latex, "x").compile("numpy")(x=x))
