"""Typed stars and powers: of numbers, of entries, of labels and masks."""

import pytest

import matgrad as mg

FUNCTIONS = [
    ("gradient of x*y wrt x", "x*y"),
    ("f = x*y + y*z. df/dy?", "x*y + y*z"),
    ("L = (w*x + b - y)^2. dL/dw?", "(w*x + b - y)^2"),
    ("L = (theta0 + theta1*x - y)^2. dL/dtheta1?", "(theta0 + theta1*x - y)^2"),
    ("x and y are vectors. f = x*y. gradient wrt x?", "x : y"),
    ("f(x) = x*A*x. gradient wrt x?", "x : A*x"),
    ("L = sum((X W - Y)^2). dL/dW?", "sum((X*W - Y).^2)"),
    ("A = softmax(S) (rows), O = A V, L = sum(O .* G). dL/dV?", "sum(O .* G)"),
    ("A is n x n. L = sum(A^2). dL/dA?", "sum(A.^2)"),
    ("L = mean(y * (X w)). gradient wrt w?", "mean(y .* (X*w))"),
    ("L = mean(y * (X w)) where y is a scalar. gradient wrt w?", "mean(y*X*w)"),
    ("L = mean(s * (X w)). gradient wrt w?", "mean(s*X*w)"),
    ("loss = np.mean(np.maximum(0, 1 - y * (X @ w))). what is grad wrt w?",
     "mean(max(zeros(m), 1 - (y .* (X*w))))"),
    ("L = ||M*(X - A)||_F^2 where M is a mask. dL/dX?", "normF(M .* (X - A))^2"),
    ("L = sum((mask * (X W - Y))^2), mask is a binary matrix. gradient wrt W?",
     "sum((mask .* (X*W - Y)).^2)"),
    ("L = sum(M * (X @ W - Y)**2), M is 0/1. dL/dW?", "sum(M .* (X*W - Y).^2)"),
    ("L = np.sum(A * B), A = X @ W. dL/dX?", "sum(A .* B)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "function"), FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_what_a_star_or_a_power_is(text: str, function: str) -> None:
    problem = mg.ask(text).understood.problem
    assert problem is not None
    assert str(problem.function) == function
