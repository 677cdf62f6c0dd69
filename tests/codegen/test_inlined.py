"""Names of products that are given up because the products they stand in cost less without."""

import numpy as np

import matgrad as mg

rng = np.random.default_rng(5)
METRIC = "L: k x d; D: N x d; y: N; M = L'*L; sum(log(1 + exp(y .* diag(D*M*D'))))"
RIDGE = (
    "X: N x p; y: N; s: scalar; Z: M x p; t: M; w = solve(X'*X + s*I(p), X'*y); norm2(Z*w - t)^2"
)


def arrays(**sizes: tuple[int, ...]) -> dict[str, np.ndarray]:
    return {name: rng.normal(size=size) for name, size in sizes.items()}


def test_a_product_that_meets_something_narrower_is_not_formed():
    d = mg.gradient(METRIC, "L")
    told, off = (d.compile(sizes={"N": 2000, "d": 100, "k": 10}, skip=s) for s in ([], ["narrow"]))
    assert "# (d, d)" not in told.source
    assert "# (d, d)" in off.source
    assert "rewrite 'narrow'" in told.explain()
    given = arrays(L=(2, 4), D=(6, 4), y=(6,))
    np.testing.assert_allclose(told(**given), off(**given), rtol=1e-12)


def test_a_product_that_meets_nothing_narrower_keeps_its_name():
    d = mg.gradient(METRIC, "L")
    assert "G = " in d.compile(sizes={"N": 1000, "d": 10, "k": 1000}).source


def test_an_outer_product_is_not_formed_before_it_meets_a_matrix():
    d = mg.gradient("X: n x k; y: n; lam: scalar; y'*inv(X*X' + lam*I(n))*y", "X")
    f, off = d.compile(), d.compile(skip=["narrow"])
    assert "rewrite 'narrow'" in f.explain()
    assert "G = " not in f.source
    assert "G = " in off.source
    given = {**arrays(X=(9, 2), y=(9,)), "lam": 0.5}
    np.testing.assert_allclose(f(**given), off(**given), rtol=1e-9)


def test_nor_in_a_sum_with_its_transpose():
    d = mg.value_and_grad(RIDGE, ["s", "X", "y"])
    f, off = d.compile(), d.compile(skip=["narrow"])
    assert "outer" not in f.source
    assert "G = -np.outer" in off.source
    given = {**arrays(X=(6, 3), y=(6,), Z=(4, 3), t=(4,)), "s": 0.7}
    (value, results), (same, others) = f(**given), off(**given)
    np.testing.assert_allclose(value, same, rtol=1e-12)
    for result, other in zip(results, others, strict=True):
        np.testing.assert_allclose(result, other, rtol=1e-9)


def test_the_docstring_has_no_name_that_was_given_up():
    source = mg.gradient(METRIC, "L").compile(sizes={"N": 2000, "d": 100, "k": 10}).source
    assert "2*L*D'*Diag(" in source
    assert "*G" not in source
