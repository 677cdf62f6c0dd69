"""Sums of matrices that act on vectors term by term."""

import numpy as np
import pytest

import matgrad as mg

rng = np.random.default_rng(2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x'*A*x", "return A @ x + A.T @ x"),
        ("x'*(A - B)*x", "A @ x + A.T @ x - B @ x - B.T @ x"),
    ],
)
def test_inputs_act_on_a_vector_one_by_one(text: str, line: str) -> None:
    d = mg.gradient(text, "x")
    f, off = d.compile(), d.compile(skip=["structure"])
    assert line in f.source
    assert "A + A.T" in off.source
    given = {name: rng.normal(size=size) for name, size in (("x", 3), ("A", (3, 3)), ("B", (3, 3)))}
    given = {each.label: given[each.label] for each in f.program.inputs}
    np.testing.assert_allclose(f(**given), off(**given), rtol=1e-12)


def test_their_sum_is_written_where_it_stays_or_meets_many_columns() -> None:
    d = mg.gradient("x'*A*x", "x")
    assert "fixed1 = A + A.T" in d.compile(fixed=["A"]).source
    wide = mg.gradient("X: n x k; tr(X'*A*X)", "X")
    assert "(A + A.T) @ X" in wide.compile(sizes={"n": 500, "k": 500}).source
    assert "A @ X + A.T @ X" in wide.compile(sizes={"n": 500, "k": 5}).source
