"""The source is code a person would be glad to paste."""

import subprocess
import sys
from textwrap import dedent

import numpy as np

from matgrad import ops as o
from matgrad.codegen import compile_numpy, compile_program, program
from matgrad.codegen.plan.planning import Wanted
from matgrad.core.steps import Definition
from matgrad.ops import symbol


def text(source):
    return dedent(source).lstrip("\n")


def test_gradients_of_a_network_with_relu_and_squares():
    A, B, V = symbol("A", 1, "l"), symbol("B", "l", "m"), symbol("V", "m", "k")
    W, z = symbol("W", "k", "d"), symbol("z", "d")
    x, h, r, y = symbol("x", "k"), symbol("h", "k"), symbol("r", "k"), symbol("y", "l")
    defined = [(x, W @ z), (h, o.step(x)), (r, o.relu(x)), (y, B @ V @ r)]
    weighted = o.hadamard(y, A.T)
    grad_V = 2 * o.matmul(B.T, weighted, r.T)
    grad_W = 2 * o.matmul(o.hadamard(h, V.T @ B.T @ weighted), z.T)
    wanted = Wanted(
        (grad_V, grad_W),
        [Definition(*pair) for pair in defined],
        [A, B, V, W, z],
        "gradient",
        "∇V f = 2 Bᵀ(y ⊙ Aᵀ) rᵀ\n∇W f = 2 (h ⊙ VᵀBᵀ(y ⊙ Aᵀ)) zᵀ",
    )
    f = compile_program("numpy", program(wanted))
    assert f.source == text('''
        import numpy as np


        def gradient(A, B, V, W, z):
            """∇V f = 2 Bᵀ(y ⊙ Aᵀ) rᵀ
            ∇W f = 2 (h ⊙ VᵀBᵀ(y ⊙ Aᵀ)) zᵀ

            Inputs: A (1, l), B (l, m), V (m, k), W (k, d), z (d,)
            """
            x = W @ z  # (k,)
            h = 1.0 * (x > 0)  # (k,)
            r = np.maximum(x, 0)  # (k,)
            y = B @ (V @ r)  # (l,)
            A = A.ravel()  # (l,)
            t1 = B.T @ (y * A)  # (m,)
            t2 = 2 * (h * (V.T @ t1))  # (k,)
            return np.outer(2 * t1, r), np.outer(t2, z)  # (m, k), (k, d)
    ''')
    rng = np.random.default_rng(0)
    A, B, V, W, z = (rng.normal(size=s) for s in [(1, 5), (5, 3), (3, 4), (4, 2), (2,)])
    r = np.maximum(W @ z, 0)
    back = B.T @ (B @ V @ r * A[0])
    got_V, got_W = f(A, B, V, W, z)
    np.testing.assert_allclose(got_V, 2 * np.outer(back, r))
    np.testing.assert_allclose(got_W, 2 * np.outer((W @ z > 0) * (V.T @ back), z))


def test_gradient_of_a_network_with_sines():
    W1, W2, x = symbol("W1", "m", "n"), symbol("W2", "k", "m"), symbol("x", "n")
    a, y, s, c, z = (symbol(n, d) for n, d in zip("ayscz", "mkmkk", strict=True))
    defined = [
        (a, o.cos(W1 @ x)), (s, o.sin(W1 @ x)), (y, W2 @ a), (c, o.cos(y)), (z, o.sin(y)),
    ]  # fmt: skip
    gradient = -2 * (W1.T @ o.hadamard(s, W2.T @ o.hadamard(c, z)))
    f = compile_numpy(gradient, [Definition(*pair) for pair in defined], [W1, W2, x], "gradient")
    assert f.source == text('''
        import numpy as np


        def gradient(W1, W2, x):
            """Inputs: W1 (m, n), W2 (k, m), x (n,)"""
            t1 = W1 @ x  # (m,)
            a = np.cos(t1)  # (m,)
            s = np.sin(t1)  # (m,)
            y = W2 @ a  # (k,)
            t2 = np.sin(2 * y) / 2  # (k,)
            t3 = W1.T @ (s * (W2.T @ t2))  # (n,)
            return -2 * t3  # (n,)
    ''')


def test_sizes_are_read_once_at_the_top():
    x = symbol("x", "n")
    f = compile_numpy(x @ x.T + o.size("n") * o.eye("n"))
    assert "    n = x.shape[0]\n" in f.source


def test_scipy_is_imported_only_where_it_is_used():
    x = symbol("x", "n")
    assert "scipy" not in compile_numpy(o.softplus(x)).source
    assert "from scipy import special\n" in compile_numpy(o.sigmoid(x)).source


def test_an_argument_that_occurs_twice_is_computed_once():
    A, x = symbol("A", "m", "n"), symbol("x", "n")
    assert compile_numpy(o.silu(A @ x)).source.count("A @ x") == 1


def test_a_program_can_be_written_twice():
    A, x = symbol("A", "m", "n"), symbol("x", "n")
    planned = program(o.silu(A @ x))
    assert compile_program("numpy", planned).source == compile_program("numpy", planned).source


def test_lines_are_short():
    names = [symbol(f"input{i}", "n") for i in range(20)]
    long = o.add(*[o.exp(a) for a in names]) + o.hadamard(*names)
    assert max(map(len, compile_numpy(long).source.splitlines())) <= 100


def test_the_source_is_the_same_in_every_run():
    program = (
        "from matgrad.ops import *; from matgrad.codegen import compile_numpy\n"
        "names = [symbol(f'input{i}', 'n', 'm') for i in range(20)]\n"
        "print(compile_numpy(add(*[exp(a) for a in names]) + hadamard(*names)).source)"
    )
    first, second = (
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
        for _ in range(2)
    )
    assert first == second


def test_definitions_that_nothing_needs_are_left_out():
    x, y = symbol("x", "n"), symbol("y", "n")
    assert "y" not in compile_numpy(2 * x, [Definition(y, o.sin(x))]).source.replace("numpy", "")


def test_a_definition_of_a_row_as_a_column_names_the_flat_array():
    A, a = symbol("A", 1, "l"), symbol("a", "l")
    assert "a = A.ravel()" in compile_numpy(o.exp(a), [Definition(a, A.T)]).source


def test_a_defined_inverse_keeps_its_name():
    M, K, x = symbol("M", "n", "n"), symbol("K", "n", "n"), symbol("x", "n")
    source = compile_numpy(o.sin(K) @ K @ x, [Definition(K, o.inv(M))]).source
    assert "K = np.linalg.inv(M)" in source
    assert "return np.sin(K) @ (K @ x)" in source


def test_a_defined_inverse_that_is_only_multiplied_is_not_computed():
    M, K, x = symbol("M", "n", "n"), symbol("K", "n", "n"), symbol("x", "n")
    source = compile_numpy(K @ x, [Definition(K, o.inv(M))]).source
    assert "return np.linalg.solve(M, x)" in source
