"""A slow, plain evaluation of expressions: every value is a two-dimensional array."""

from fractions import Fraction
from math import erf
from typing import Any

import numpy as np
from scipy import special

from matgrad.codegen import compile_numpy
from matgrad.core.expr import number_value
from matgrad.core.walk import fold, symbols
from matgrad.verify.ball import Balls, precision

FUNCTIONS: dict[str, Any] = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "exp": np.exp,
    "log": np.log, "sqrt": np.sqrt, "abs": np.abs, "sign": np.sign, "floor": np.floor,
    "round": np.round, "square": np.square, "erf": np.vectorize(erf),
    "step": lambda x: (x > 0) * 1.0, "relu": lambda x: np.where(x > 0, x, 0.0),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "softplus": lambda x: np.log(1 + np.exp(x)),
    "Phi": special.ndtr,
    "max": np.maximum, "min": np.minimum,
}  # fmt: skip


def by_balls(name):
    """A function that is known by its declaration only: what the checks take it for."""

    def value(x):
        with precision():
            return float(R.function(name, R.rational(Fraction(float(x)))))

    R = Balls({})
    return np.vectorize(value, otypes=[float])


class Dense:
    """The arithmetic that operators' own `value` functions are written against."""

    zero, one = 0.0, 1.0

    def __init__(self, arrays, sizes, functions):
        self.arrays, self.sizes, self.functions = arrays, sizes, functions

    def symbol(self, node):
        rows, cols = (self.size(d) for d in node.shape)
        return np.asarray(self.arrays[node.name], float).reshape(rows, cols)

    def number(self, value):
        return np.array([[float(value)]])

    def constant(self, name):
        return np.array([[getattr(np, name)]])

    def size(self, d):
        return d.evaluate(self.sizes)

    def eye(self, n):
        return np.eye(n)

    def ones(self, m, n):
        return np.ones((m, n))

    def zeros(self, m, n):
        return np.zeros((m, n))

    def unit(self, i, n):
        return np.eye(n)[:, [i - 1]]

    def add(self, *terms):
        return sum(terms[1:], terms[0])

    def scale(self, *args):
        return np.prod([s[0, 0] for s in args[:-1]]) * args[-1]

    def matmul(self, *factors):
        product = factors[0]
        for factor in factors[1:]:
            product = product @ factor
        return product

    def hadamard(self, *factors):
        product = factors[0]
        for factor in factors[1:]:
            product = product * factor
        return product

    def times(self, x, y):
        return x * y

    def reduced(self, x):
        return x

    def dot(self, xs, ys):
        return np.dot(xs, ys)

    def inner(self, A, B):
        return np.sum(np.asarray(A) * np.asarray(B))

    def total(self, A):
        return np.array([[A.sum()]])

    def transpose(self, A):
        return A.T

    def diagonal(self, A):
        return np.diag(A)[:, None]

    def diagonal_matrix(self, v):
        return np.diag(v[:, 0])

    def inverse(self, A):
        return np.linalg.inv(A)

    def determinant(self, A):
        return np.array([[np.linalg.det(A)]])

    def adjugate(self, A):
        return np.linalg.det(A) * np.linalg.inv(A)

    def matrix_power(self, A, k):
        return np.linalg.matrix_power(A, k)

    def power(self, X, p, node):
        exponent = p[0, 0]
        value = number_value(node)
        if value is not None and value.denominator % 2 and value.denominator > 1:
            return np.sign(X) ** abs(value.numerator) * np.abs(X) ** exponent
        return X**exponent

    def meant(self, node, args):
        known = dict(zip(node.args, args, strict=True))
        return fold(node.op.means(*node.args), lambda n, xs: n.op.value(self, n, *xs), known)

    def derived(self, name, order, X):
        def value(x):
            with precision():
                return float(R.derivative(name, order, R.rational(Fraction(float(x)))))

        R = Balls({})
        return np.vectorize(value, otypes=[float])(X)

    def apply(self, name, X):
        return FUNCTIONS.get(name, by_balls(name))(X)

    def apply2(self, name, A, B):
        return FUNCTIONS[name](A, B)

    def unspecified(self, data, X):
        return self.functions[data](X)


SIZES = {"m": 3, "n": 4, "k": 2, "l": 5}


def arrays_for(inputs, sizes, seed=0):
    """Random positive arrays in the shapes that generated code takes; square ones invertible."""
    rng = np.random.default_rng(seed)
    arrays = {}
    for node in inputs:
        rows, cols = (d.evaluate(sizes) for d in node.shape)
        full = rng.uniform(0.2, 0.9, (rows, cols)) + (2 * np.eye(rows) if rows == cols > 1 else 0)
        arrays[node.name] = _array(full, node)
    return arrays


def _array(full, node):
    return full[0, 0] if node.is_scalar else full[:, 0] if node.shape.is_column else full


def expected(expr, arrays, sizes, functions=None):
    """The value of an expression as generated code returns it."""
    arithmetic = Dense(arrays, sizes, functions or {})
    value = fold(expr, lambda node, args: np.asarray(node.op.value(arithmetic, node, *args)))
    return _array(value, expr)


def agree(expr, sizes=None, seed=0, inputs=None, definitions=()):
    """Does the compiled function agree with the plain evaluation, shape for shape?"""
    inputs = symbols(expr) if inputs is None else inputs
    sizes = SIZES if sizes is None else sizes
    arrays = arrays_for(inputs, sizes, seed)
    got = compile_numpy(expr, definitions, inputs)(**arrays)
    wanted = expected(expr, arrays, sizes)
    assert np.shape(got) == np.shape(wanted)
    np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-12)
    return True
