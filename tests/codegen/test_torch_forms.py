"""PyTorch computes halves of what is symmetric and touches diagonals only, if sizes are large."""

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import Options, compile_program, program
from matgrad.ops import symbol

torch = pytest.importorskip("torch")

X, w, S = symbol("X", "m", "n"), symbol("w", "m"), symbol("S", "n", "n")
A, B, C = symbol("A", "n", "m"), symbol("B", "n", "k"), symbol("C", "k", "m")
v, t = symbol("v", "n"), symbol("t")
SMALL = {"m": 4, "n": 3, "k": 2}
LARGE = {"m": 5000, "n": 300, "k": 200}
EXAMPLES = {
    "gram(X)": (X.T @ X, "halves"),
    "gram(A.T)": (A @ A.T, "halves"),
    "gram(X, torch.exp(w))": ((o.diag_matrix(o.exp(w)) @ X).T @ o.diag_matrix(o.exp(w)) @ X, ""),
    "add_diagonal(S, t)": (S + t * o.eye("n"), "diagonal"),
    "add_diagonal(S, -t)": (S - t * o.eye("n"), "diagonal"),
    "add_diagonal(S, 1)": (S + o.eye("n"), "diagonal"),
    "add_diagonal(torch.sin(S), v)": (o.sin(S) + o.diag_matrix(v), "diagonal"),
    "by_rows(lambda X, w: X.T @ (w * torch.sin(X @ v)), X, w)": (
        X.T @ o.hadamard(w, o.sin(X @ v)),
        "row blocks",
    ),
    "torch.addmm(A, B, C).T": (A.T + (B @ C).T, "turned"),
}


def arrays(f):
    rng = np.random.default_rng(1)
    sizes = [tuple(d.evaluate(SMALL) for d in each.shape) for each in f.program.inputs]
    return [rng.normal(size=tuple(n for n in shape if n != 1)) for shape in sizes]


@pytest.mark.parametrize("code", EXAMPLES)
def test_forms(code):
    expr, _ = EXAMPLES[code]
    f = compile_program("torch", program(expr, options=Options(LARGE)))
    assert code in f.source
    given = arrays(f)
    wanted = np.asarray(compile_program("numpy", program(expr))(*given))
    np.testing.assert_allclose(np.asarray(f(*given)), wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("expr", "name"), [pair for pair in EXAMPLES.values() if pair[1]])
def test_forms_have_names_by_which_they_are_switched_off(expr, name):
    assert f"rewrite {name!r}" in _written(expr, LARGE).explain()
    assert f"rewrite {name!r}" not in _written(expr, LARGE, name).explain()


@pytest.mark.parametrize("code", EXAMPLES)
def test_without_sizes_the_text_is_plain(code):
    assert code not in _written(EXAMPLES[code][0], {}).source


def _written(expr, sizes, *skip):
    return compile_program("torch", program(expr, options=Options(sizes, skip=frozenset(skip))))


@pytest.mark.parametrize("code", EXAMPLES)
def test_autograd_and_vmap_go_through(code):
    f = _written(EXAMPLES[code][0], LARGE)
    at = [torch.tensor(array) for array in arrays(f)]
    leaves = [tensor.clone().requires_grad_() for tensor in at]
    assert torch.autograd.gradcheck(f.function, leaves, fast_mode=True)
    assert torch.autograd.gradgradcheck(f.function, leaves, fast_mode=True)
    for place, tensor in enumerate(at):
        dims = tuple(0 if i == place else None for i in range(len(at)))
        several = [*at[:place], torch.stack((tensor, tensor)), *at[place + 1 :]]
        assert torch.allclose(torch.vmap(f.function, dims)(*several)[1], f.function(*at))


def test_a_gram_matrix_has_all_rows_and_columns():
    f = _written(X.T @ X, LARGE)
    Z = np.random.default_rng(2).normal(size=(2100, 201))
    np.testing.assert_allclose(np.asarray(f(Z)), Z.T @ Z, rtol=1e-9, atol=1e-10)


def test_entries_of_a_matrix_on_the_diagonal_are_no_multiple_of_the_identity():
    expr = S + o.hadamard(S, o.eye("n"))
    f, given = _written(expr, LARGE), np.arange(25.0).reshape(5, 5)
    np.testing.assert_array_equal(np.asarray(f(given)), given + np.diag(np.diag(given)))


def test_sums_over_blocks_have_all_rows():
    f = _written(X.T @ (X @ v - w), LARGE)
    assert "by_rows(" in f.source
    rng = np.random.default_rng(3)
    A, b, c = rng.normal(size=(2100, 5)), rng.normal(size=5), rng.normal(size=2100)
    given = {"X": A, "v": b, "w": c}
    np.testing.assert_allclose(np.asarray(f(**given)), A.T @ (A @ b - c), rtol=1e-10)


@pytest.mark.parametrize("expr", [X.T @ (X @ v - w) + v @ w.T @ (X @ v), A.T @ (A @ w - v)])
def test_what_is_needed_twice_or_is_not_tall_has_no_blocks(expr):
    assert "by_rows(" not in _written(expr, LARGE).source


def test_sums_of_squares_of_samples_compute_one_half():
    shapes = {"X": ("m", "d"), "W": ("d", "k"), "V": ("k", "n"), "Y": ("m", "n")}
    text = "sum(square(tanh(tanh(X*W)*V) - Y))"
    hessian = mg.hessian(text, "W", shapes=shapes, check=False)
    lengths = {"m": 50, "d": 9, "k": 6, "n": 4}
    rng = np.random.default_rng(4)
    given = {name: rng.normal(size=[lengths[n] for n in shape]) for name, shape in shapes.items()}
    f = hessian.compile("torch", sizes={"m": 5000, "d": 90, "k": 60, "n": 40})
    assert "pair_sums(" in f.source
    np.testing.assert_allclose(np.asarray(f(**given)), hessian.compile()(**given), rtol=1e-9)


def test_sizes_that_no_line_needs_are_not_read():
    f = _written(S + t * o.eye("n"), LARGE)
    assert "shape" not in f.source
