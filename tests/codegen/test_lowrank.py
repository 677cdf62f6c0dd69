"""Matrices that are a diagonal and a narrow product: nothing as large as they are is computed."""

import re
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.codegen.plan.operations import total
from matgrad.codegen.plan.program import Options
from matgrad.ops import symbol
from matgrad.optional import available
from tests.codegen import octave
from tests.codegen.agreement import double_precision

TALL = {"n": 5000, "k": 3}
SIZES = {**TALL, "m": 2}
GIVEN = (
    "X: n x k; B: n x m; V: k x n; C: k x k; y: n; z: n; w: k; lam: scalar; s: scalar; "
    "d: n positive; D: n x n diagonal positive_definite; "
)
K = "(X*X' + lam*I(n))"
# What is differentiated, and by what.
EXAMPLES = {
    "equations": (f"y'*inv{K}*y", "X y lam"),
    "solve": ("y'*solve(X*X' + s^2*I(n), z)", "X s"),
    "likelihood": (f"logdet{K} + y'*inv{K}*y", "X lam"),
    "trace": (f"tr(inv{K})", "X lam"),
    "columns": (f"tr(B'*inv{K}*B)", "X B"),
    "squares": (f"norm2(inv{K}*y)^2 + normF(inv{K}*B)^2", "X y lam"),
    "powers": ("y'*(X*X' + lam*I(n))^(-3)*z + tr((X*X' + lam*I(n))^(-2))", "X lam"),
    "weights": ("y'*inv(X*Diag(w)*X' + Diag(d))*y + logdet(X*Diag(w)*X' + Diag(d))", "X w d"),
    "a diagonal matrix": ("y'*inv(D + X*X')*y + tr(inv(D + X*X'))", "X"),
    "two factors": ("y'*inv(lam*I(n) - X*C*V)*z + tr(inv(lam*I(n) - X*C*V))", "X C V lam"),
    "several products": ("y'*inv(2*(lam*I(n) + X*X' + z*z'))*y", "X z lam"),
    "several kinds": ("y'*inv(s^2*I(n) + Diag(d) + 2*X*C*V + z*y')*y", "X"),
    "wide": ("z'*inv(V'*V + lam*I(n))*V'*w", "V w lam"),
    "its own factor": (f"norm2(y - X*X'*inv{K}*y)^2", "X lam"),
    "the diagonal": (f"sum(log(diag(inv{K})))", "X lam"),
    "all entries": (f"sum(inv{K}) + tr(inv{K}*B*B')", "X B lam"),
    "inside another": ("y'*inv(lam*I(n) + X*inv(C*C' + I(k))*X')*y", "X C"),
    "one column": ("y'*inv(lam*I(n) + z*z')*y + logdet(lam*I(n) + z*z')", "z lam"),
    "determinant": ("lam*det(I(n)/2 + X*X'/9)", "lam"),
}
TARGETS = [
    "numpy",
    *(name for name in ("torch", "jax") if available(name)),
    *(["array_api"] if available("array_api_compat") else []),
]
rng = np.random.default_rng(5)


def arrays(n=17, k=3, m=2) -> dict[str, Any]:
    X, small = rng.normal(size=(n, k)), rng.normal(size=(k, k)) / 4
    d = rng.uniform(0.5, 2, n)
    return {
        "X": X,
        "B": rng.normal(size=(n, m)),
        "V": (X + rng.normal(size=(n, k)) / 4).T / 9,
        "C": small + np.eye(k),
        "y": rng.normal(size=n),
        "z": rng.normal(size=n),
        "w": rng.uniform(0.5, 2, k),
        "lam": np.float64(0.7),
        "s": np.float64(0.9),
        "d": d,
        "D": np.diag(d),
    }


def derived(name: str) -> Any:
    text, by = EXAMPLES[name]
    return mg.value_and_grad(GIVEN + text, by.split(), check=False)


def flat(results: Any) -> list[Any]:
    value, gradients = results
    many = gradients if isinstance(gradients, tuple | list) else (gradients,)
    return [np.asarray(each) for each in (value, *many)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_line_is_as_large_as_the_matrix_and_all_targets_agree(name):
    double_precision()
    d, given = derived(name), arrays()
    plain = d.compile(skip=["woodbury"])
    given = {each: given[each] for each in plain.inputs}
    wanted = flat(plain(**given))
    for target in TARGETS:
        f = d.compile(target, sizes=SIZES)
        assert "(n, n)" not in f.source.replace("D (n, n)", "")
        for got, expected in zip(flat(f(**given)), wanted, strict=True):
            np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("name", ["equations", "likelihood", "weights", "several products"])
@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_in_c(name):
    d, given = derived(name), arrays()
    f = d.compile("c", sizes=SIZES)
    given = {each: given[each] for each in f.inputs}
    for got, expected in zip(
        flat(f(**given)), flat(d.compile(skip=["woodbury"])(**given)), strict=True
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("target", ["matlab", "julia"])
def test_in_languages_that_are_not_run_here(target):
    source = derived("likelihood").compile(target, sizes=SIZES).source
    assert not re.search("[#%] n x n", source)


@pytest.mark.skipif(octave.OCTAVE is None, reason="no octave")
def test_in_octave(tmp_path):
    asked, wanted = [], []
    for name in ("equations", "weights"):
        text, by = EXAMPLES[name]
        d = mg.gradient(GIVEN + text, by.split()[0], check=False)
        f, given = d.compile("octave", sizes=SIZES), arrays()
        given = {each: given[each] for each in f.inputs}
        asked.append((f, given))
        wanted.append(d.compile(skip=["woodbury"])(**given))
    for got, expected in zip(octave.values(asked, tmp_path), wanted, strict=True):
        np.testing.assert_allclose(got, np.ravel(expected, order="F"), rtol=1e-9, atol=1e-11)


def operations(f: Any, **sizes: int) -> int:
    return total(f.program.values, sizes).operations


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_cost_grows_as_the_number_of_rows(name):
    f = derived(name).compile(sizes=SIZES)
    once, twice = (operations(f, n=n, k=3, m=2) for n in (5000, 10000))
    assert twice < 2.01 * once


def test_one_small_matrix_serves_the_value_the_determinant_and_all_gradients():
    source = derived("likelihood").compile(sizes=SIZES).source
    body = source.rpartition('"""')[2]
    assert len(re.findall(r"X\.T\.dot\(X\)", body)) == 1
    assert len(re.findall(r"= (lu|cholesky)\(", body)) == 1


def test_products_of_vectors_and_matrices_are_not_multiplied_out():
    d = mg.gradient(f"{GIVEN} y'*inv{K}*y", "X", check=False)
    body = d.compile(sizes=SIZES).source.rpartition('"""')[2]
    assert body.count("solve(") == 1
    assert body.count("X.T.dot(y)") == 1


def test_a_shift_that_is_positive_gives_a_cholesky_factor_as_small_as_the_rank():
    source = derived("solve").compile(sizes=SIZES).source
    assert "cholesky(add_diagonal(X.T.dot(X), t1))  # (k, k)" in source


def test_nothing_is_subtracted_where_an_inverse_meets_its_own_factor():
    d = mg.gradient(f"X: n x k; lam: scalar; logdet{K}", "X", check=False)
    body = d.compile(sizes=TALL).source.rpartition('"""')[2]
    assert "X.dot(" in body
    assert " - " not in body


def exact_gradient(X: Any, y: Any, lam: fmpq) -> Any:
    """−2 R⁻¹y (R⁻¹y)ᵀX in rational numbers."""
    n, k = X.shape
    F = fmpq_mat(n, k, [fmpq(int(x)) for x in X.ravel()])
    identity = fmpq_mat(n, n, [fmpq(int(i == j)) for i in range(n) for j in range(n)])
    a = (F * F.transpose() + lam * identity).solve(fmpq_mat(n, 1, [fmpq(int(t)) for t in y]))
    G = -2 * a * (a.transpose() * F)
    return np.array([float(G[i, j].p) / float(G[i, j].q) for i in range(n) for j in range(k)])


@pytest.mark.parametrize("power", [1, 10, 20])
def test_digits_are_no_fewer_than_with_the_large_matrix(power):
    X, y = rng.integers(-9, 9, (12, 2)), rng.integers(-9, 9, 12)
    wanted = exact_gradient(X, y, fmpq(1, 2**power))
    d = mg.gradient(f"X: n x k; y: n; lam: scalar; y'*inv{K}*y", "X", check=False)
    scale = np.abs(wanted).max()

    def error(**options: Any) -> float:
        got = d.compile(**options)(X=X.astype(float), y=y.astype(float), lam=0.5**power)
        return float(np.abs(got.ravel() - wanted).max() / scale)

    assert error(sizes={"n": 12, "k": 2}) <= max(4 * error(), 1e-14)


def test_a_diagonal_that_may_have_zeros_is_left_alone_and_that_is_said():
    text = "X: n x k; y: n; d: n; y'*inv(X*X' + Diag(d))*y"
    f = mg.gradient(text, "X", check=False).compile(sizes=TALL)
    assert "not made for R: its diagonal may have zeros, say that it is positive" in f.explain()
    given = {"X": rng.normal(size=(9, 3)), "y": rng.normal(size=9), "d": np.ones(9)}
    given["d"][4] = 0  # the sum is regular
    assert np.all(np.isfinite(f(**given)))
    told = mg.gradient(text.replace("d: n;", "d: n positive;"), "X", check=False)
    assert "(n, n)" not in told.compile(sizes=TALL).source


def test_it_is_explained_and_can_be_switched_off():
    d = mg.gradient(f"{GIVEN} y'*inv{K}*y", "X", check=False)
    said = d.compile(sizes=SIZES).explain()
    assert "rewrite 'woodbury': R is a diagonal and a product k wide" in said
    assert "digits are lost where a diagonal is small" in said
    off = d.compile(sizes=SIZES, skip=["woodbury"])
    assert "woodbury" not in off.explain()
    assert "# (n, n)" in off.source


def test_sizes_decide():
    d = mg.gradient(f"{GIVEN} y'*inv{K}*y", "X", check=False)
    for sizes in ({}, {"n": 100, "k": 100}, {"n": 100, "k": 60}, {"n": 10, "k": 1000}):
        assert "woodbury" not in d.compile(sizes=sizes).explain()


# ---------------------------------------------------------------- at each call


@pytest.mark.parametrize("target", ["numpy", *["c"] * bool(compiler())])
def test_a_guard_decides_at_each_call(target):
    text = f"X: n x k; y: n; lam: scalar; logdet{K} + y'*inv{K}*y"
    d = mg.gradient(text, "X", check=False)
    f, plain = d.compile(target, guard=True), d.compile()
    assert "rewrite 'woodbury'" in f.explain()
    for n, k, lam in ((40, 2, 0.5), (3, 5, 0.5), (4, 4, 0.0), (3, 9, 0.0)):
        given = {"X": rng.normal(size=(n, k)), "y": rng.normal(size=n), "lam": lam}
        np.testing.assert_allclose(f(**given), plain(**given), rtol=1e-7)


def test_without_a_shift_the_matrix_is_singular_and_the_result_not_finite():
    f = mg.gradient(f"X: n x k; y: n; lam: scalar; y'*inv{K}*y", "X").compile(sizes=TALL)
    with np.errstate(all="ignore"):
        found = f(X=rng.normal(size=(9, 2)), y=rng.normal(size=9), lam=0.0)
    assert not np.any(np.isfinite(found))


# ---------------------------------------------------------------- inputs that stay the same


@pytest.mark.parametrize("fixed", [["X"], ["X", "lam"], ["y"]])
def test_what_follows_from_fixed_inputs_is_small_too(fixed):
    text = f"X: n x k; y: n; lam: scalar; logdet{K} + y'*inv{K}*y"
    d = mg.value_and_grad(text, ["X", "lam"], check=False)
    f, given = d.compile(sizes=TALL, fixed=fixed), arrays()
    assert "(n, n)" not in f.source
    kept = {name: given[name] for name in ("X", "y", "lam") if name in fixed}
    rest = {name: given[name] for name in ("X", "y", "lam") if name not in fixed}
    for got, wanted in zip(
        flat(f.prepare(**kept)(**rest)), flat(d.compile()(**kept, **rest)), strict=True
    ):
        np.testing.assert_allclose(got, wanted, rtol=1e-9)


def test_a_fixed_definite_matrix_serves_as_a_diagonal_does():
    text = "y'*inv(A + X*C*V)*y + logdet(A + X*C*V)"
    shapes = {"A": ("n", "n"), "X": ("n", "k"), "C": ("k", "k"), "V": ("k", "n"), "y": ("n",)}
    facts = {"A": ["positive_definite"]}
    d = mg.value_and_grad(text, ["X", "C"], shapes, facts, check=False)
    f = d.compile(sizes=TALL, fixed=["A"])
    assert operations(f, n=5000, k=3) < 100 * 5000**2
    assert "woodbury" not in d.compile(sizes=TALL).explain()
    given = {name: value for name, value in arrays().items() if name in shapes}
    A = np.cov(rng.normal(size=(17, 50))) + np.eye(17)
    for got, wanted in zip(
        flat(f.prepare(A=A)(**given)), flat(d.compile()(A=A, **given)), strict=True
    ):
        np.testing.assert_allclose(got, wanted, rtol=1e-9)


def test_a_sum_that_is_not_fixed_does_not_serve():
    text = "A: n x n positive_definite; X: n x k; y: n; s: scalar; y'*inv(A + s^2*I(n) + X*X')*y"
    d = mg.gradient(text, "X", check=False)
    assert "woodbury" not in d.compile(sizes=TALL, fixed=["A"]).explain()
    assert "woodbury" in d.compile(sizes=TALL, fixed=["A", "s"]).explain()


# ---------------------------------------------------------------- second derivatives


@pytest.mark.parametrize("name", ["equations", "likelihood", "weights"])
def test_a_hessian_times_a_direction(name):
    h = mg.hessian(GIVEN + EXAMPLES[name][0], "X", check=False)
    f, plain = h.compile_map(sizes=SIZES), h.compile_map()
    assert operations(f, n=10000, k=3) < 2.01 * operations(f, n=5000, k=3)
    given = {**arrays(), "dX": rng.normal(size=(17, 3))}
    given = {each: given[each] for each in f.inputs}
    np.testing.assert_allclose(f(**given), plain(**given), rtol=1e-8, atol=1e-10)


def test_a_small_product_with_an_inverse_is_computed_where_it_stands():
    h = mg.hessian(GIVEN + EXAMPLES["inside another"][0], "C", check=False)
    assert "# (n, n)" not in h.compile_map(sizes=SIZES).source


def test_outer_products_have_long_rows():
    text = "X: n x k; y: n; w: k; lam: scalar; w'*inv(X'*X + lam*I(k))*X'*y"
    f = mg.gradient(text, "X", check=False).compile(sizes={"n": 3, "k": 5000})
    assert "(k, n)" not in f.source


def test_a_hessian_is_the_same():
    h = mg.hessian(f"{GIVEN} y'*inv{K}*y", "X", check=False)
    f, plain, given = h.compile(sizes=SIZES), h.compile(skip=["woodbury"]), arrays()
    given = {each: given[each] for each in f.inputs}
    np.testing.assert_allclose(f(**given), plain(**given), rtol=1e-8, atol=1e-10)


# ---------------------------------------------------------------- what is needed as a matrix

X, A, x = symbol("X", "n", "k"), symbol("A", "n", "n"), symbol("x", "n")
LOW = 3 * o.eye("n") + X @ X.T
FILLED = {
    "inverse": o.inv(LOW),
    "power": o.matrix_power(LOW, -2) + A,
    "product": o.inv(LOW) @ A @ o.inv(LOW),
    "entries": o.hadamard(o.inv(LOW), o.exp(A)) @ x,
    "of a function": o.inv(o.diag_matrix(o.exp(x)) + 2 * x @ x.T),
    "transposed": o.inv(3 * o.eye("n") + x @ o.exp(x).T).T @ (A + o.inv(LOW)),
    "in a sum": (A - o.inv(LOW) + X @ X.T) @ X,
}


@pytest.mark.parametrize("name", FILLED)
def test_an_inverse_that_is_needed_is_formed_from_the_small_one(name):
    expr = FILLED[name]
    made, plain = (
        compile_program("numpy", program(expr, options=Options(SIZES, skip=frozenset(skip))))
        for skip in ((), ("woodbury",))
    )
    given = {"X": rng.normal(size=(9, 2)), "A": rng.normal(size=(9, 9)), "x": rng.normal(size=9)}
    given = {each: given[each] for each in made.inputs}
    np.testing.assert_allclose(made(**given), plain(**given), rtol=1e-9, atol=1e-11)
    assert operations(made, **SIZES) < operations(plain, **SIZES)


def test_many_right_hand_sides_are_a_product_with_the_inverse():
    C = symbol("C", "k", "k")
    tall = program(X @ o.inv(C), options=Options(sizes={"n": 5000, "k": 3}))
    assert "inverse(C)" in compile_program("numpy", tall).source
    square = program(X @ o.inv(C), options=Options(sizes={"n": 5000, "k": 5000}))
    assert "solve(" in compile_program("numpy", square).source


def test_a_transpose_that_becomes_an_outer_product():
    text = f"X: n x k; y: n; lam: scalar; norm2(y - X*X'*inv{K}*y)^2"
    assert mg.gradient(text, "X").verdict


@pytest.mark.parametrize("text", ["logdet(u*v' - s*I(n))", "logdet(u*v' - 2*I(n))"])
def test_a_diagonal_below_zero_may_have_a_determinant_above(text: str) -> None:
    shapes = {"u": ("n",), "v": ("n",), "s": ()} if "s*" in text else {"u": ("n",), "v": ("n",)}
    f = mg.value_and_grad(text, "u", shapes=shapes).compile()
    u, v = np.array([0.3, -0.2]), np.array([0.5, 0.4])
    value, _ = f(**{"u": u, "v": v, **({"s": 2.0} if "s*" in text else {})})
    assert value == pytest.approx(np.linalg.slogdet(np.outer(u, v) - 2 * np.eye(2))[1])


def test_a_diagonal_that_stays_the_same_is_no_matrix():
    d = mg.gradient("d: n positive; z'*inv(Diag(d) + y*z')*y", "y", check=False)
    f, fixed = d.compile(), d.compile(fixed=["z", "d"])
    given = {"d": rng.uniform(1, 2, 4), "z": rng.normal(size=4), "y": rng.normal(size=4)}
    known = fixed.prepare(z=given["z"], d=given["d"])
    np.testing.assert_allclose(known(y=given["y"]), f(**given), rtol=1e-10)
