"""Sums over an index have the value that adding term by term gives."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import compile_program, program
from matgrad.errors import MatgradError

N, D, K = 4, 3, 2
RANDOM = np.random.default_rng(3)
DATA: dict[str, Any] = {
    "X": RANDOM.normal(size=(N, D)),
    "Y": RANDOM.normal(size=(N, K)),
    "Z": RANDOM.normal(size=(D, N)),
    "W": RANDOM.normal(size=(D, K)),
    "G": RANDOM.normal(size=(N, N)),
    "H": RANDOM.normal(size=(N, N)),
    "x": RANDOM.uniform(0.5, 1.5, size=N),
    "y": RANDOM.uniform(0.5, 1.5, size=N),
    "w": RANDOM.normal(size=D),
    "c": RANDOM.normal(size=D),
}
SHAPES = "X: N x d; Y: N x k; Z: d x N; W: d x k; G: N x N; H: N x N; x: N; y: N; w: d; c: d; "
X, Y, Z, W, G, H, x, y, w, c = DATA.values()
Term = Callable[..., Any]


def double(term: Term, pairs: Any = None) -> Any:
    return sum(term(i, j) for i in range(N) for j in range(N) if pairs is None or pairs(i, j))


def logsumexp(v: Any) -> Any:
    return np.log(np.exp(v).sum())


SUMS = [
    ("sum(i,1,N, norm2(X[i,:]' - c)^2)", sum(((X[i] - c) ** 2).sum() for i in range(N))),
    ("sum(i,1,N, norm2(X[i,:] - c'))", sum(np.linalg.norm(X[i] - c) for i in range(N))),
    ("sum(i,1,N, logsumexp(X[i,:]*W))", sum(logsumexp(X[i] @ W) for i in range(N))),
    ("sum(i,1,N, log(1 + exp(-y[i]*X[i,:]*w)))", np.log(1 + np.exp(-y * (X @ w))).sum()),
    ("1/N*sum(i,1,N, (y[i] - X[i,:]*w)^2)", ((y - X @ w) ** 2).mean()),
    ("sum(i,1,N-1, (x[i+1] - x[i])^2)", (np.diff(x) ** 2).sum()),
    ("sum(i,2,N, (x[i] - x[i-1])^2)", (np.diff(x) ** 2).sum()),
    ("sum(i,2,N-1, (x[i+1] - 2*x[i] + x[i-1])^2)", (np.diff(x, 2) ** 2).sum()),
    ("sum(i,1,N-1, norm2(X[i+1,:] - X[i,:])^2)", (np.diff(X, axis=0) ** 2).sum()),
    ("sum(i,1,N-1, sum(j,1,d, (X[i+1,j] - X[i,j])^2))", (np.diff(X, axis=0) ** 2).sum()),
    ("sum(i,1,N, sum(j,1,d-1, abs(X[i,j+1] - X[i,j])))", abs(np.diff(X, axis=1)).sum()),
    ("sum(i,1,N-1, x[i]*x[i+1])", (x[:-1] * x[1:]).sum()),
    ("sum(i,2,N, x[i]*y[i])", (x[1:] * y[1:]).sum()),
    ("sum(i,0,N-1, x[i+1]^2)", (x**2).sum()),
    ("sum(i,1,2, x[i]^2)", (x[:2] ** 2).sum()),
    ("sum(i,1,N-1, 100*(x[i+1] - x[i]^2)^2 + (1 - x[i])^2)",
     (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()),
    ("sum(i,1,N, sum(j,1,N, G[i,j]*norm2(X[i,:] - X[j,:])^2))",
     double(lambda i, j: G[i, j] * ((X[i] - X[j]) ** 2).sum())),
    ("sum(i,1,N, sum(j,1,N, G[i,j]*norm2(Z[:,i] - Z[:,j])^2))",
     double(lambda i, j: G[i, j] * ((Z[:, i] - Z[:, j]) ** 2).sum())),
    ("sum(i,1,N, sum(j,1,N, exp(-norm2(X[i,:] - X[j,:])^2)))",
     double(lambda i, j: np.exp(-((X[i] - X[j]) ** 2).sum()))),
    ("sum(i,1,N, sum(j,1,N, x[i]*x[j]*y[i]*y[j]*dot(X[i,:], X[j,:])))",
     double(lambda i, j: x[i] * x[j] * y[i] * y[j] * X[i] @ X[j])),
    ("sum(i,1,N, sum(j,1,N, x[i]*x[j]*X[i,:]*X[j,:]'))",
     double(lambda i, j: x[i] * x[j] * X[i] @ X[j])),
    ("sum(i,1,N, sum(j,1,N, G[i,j]*(x[i] - x[j])^2))",
     double(lambda i, j: G[i, j] * (x[i] - x[j]) ** 2)),
    ("sum(i,1,N, sum(j,i+1,N, G[i,j]*x[i]*x[j]))",
     double(lambda i, j: G[i, j] * x[i] * x[j], lambda i, j: i < j)),
    ("sum(i,1,N-1, sum(j,i+1,N, norm2(X[i,:] - X[j,:])^2))",
     double(lambda i, j: ((X[i] - X[j]) ** 2).sum(), lambda i, j: i < j)),
    ("sum(i,1,N, sum(j,i,N, G[i,j]*x[i]))",
     double(lambda i, j: G[i, j] * x[i], lambda i, j: i <= j)),
    ("sum(i,1,N, x[i]*sum(j,1,N, G[i,j]*y[j]))", x @ G @ y),
    ("sum(i,1,N, sum(j,1,N, sum(k,1,N, G[i,j]*H[j,k]*G[k,i])))", np.trace(G @ H @ G)),
    ("sum(i,1,N, sum(j,1,N, sum(k,1,N, x[i]*G[i,j]*H[j,k]*y[k])))", x @ G @ H @ y),
    ("sum(i,1,N, G[i,i]*x[i])", np.diag(G) @ x),
    ("sum(i,1,N, Y[i,:]*W'*X[i,:]'*x[i])", sum(Y[i] @ W.T @ X[i] * x[i] for i in range(N))),
    ("sum(i,1,N, y[i]*w'*X[i,:]'*x[i])", sum(y[i] * w @ X[i] * x[i] for i in range(N))),
    ("sum(i,1,N, y[i]*sum(X[i,:]))/sum(i,1,N, y[i])", (y * X.sum(axis=1)).sum() / y.sum()),
    ("prod(i,1,N, x[i]*y[i])", (x * y).prod()),
    ("mean(i,1,N, x[i]^2)", (x**2).mean()),
    ("max(i,1,N, x[i] - y[i])", (x - y).max()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), SUMS)
def test_a_sum_has_the_value_of_its_terms(text: str, value: float) -> None:
    problem = mg.parse(SHAPES + text)
    compiled = compile_program("numpy", program(problem.function))
    found = compiled(**{name: DATA[name] for name in compiled.inputs})
    assert found == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("sum(i,1,N, sum(j,1,N, G[i,j]*x[i]*x[j]))", "sum(x .* (G*x))"),
        ("sum(i,1,N-1, (x[i+1] - x[i])^2)", "sum((x[2:N] - x[1:N-1]).^2)"),
        ("sum(i,1,N, y[i]*X[i,:]*w)", "sum(y .* (X*w))"),
        ("sum(i,1,N, logsumexp(X[i,:]*W))", "sum(logsumexp_rows(X*W))"),
        ("sum(i,1,N, X[i,:]'*X[i,:])", "X'*X"),
    ],
)
def test_sums_are_written_as_people_write_them(text: str, written: str) -> None:
    assert str(mg.parse(SHAPES + text).function) == written


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("i*x[i]", "give the sum limits, sum(i, 1, n, …)"),
        ("sum(i,1,N, sum(j,1,N, x[i+j-1]))", "convolutions"),
        ("sum(i,1,N, x[2*i])", "i+1"),
        ("sum(i,1,N, x[N+1-i])", "one by one"),
        ("sum(i,1,N, sum(j,1,i, G[i,j]))", "sum(j, i+1, n, …)"),
        ("sum(i,1,N, sum(j,i+2,N, G[i,j]))", "j = i + 1"),
        ("sum(i,0,N-1, x[i])", "an index begins at 1"),
        ("sum(i,N,1, x[i])", "backwards: from N to 1"),
        ("sum(i,5,3, x[i])", "backwards: from 5 to 3"),
        ("sum(i,1,0, x[i])", "backwards: from 1 to 0"),
    ],
)
def test_what_has_no_matrix_form_says_what_to_write(text: str, words: str) -> None:
    with pytest.raises(MatgradError) as caught:
        mg.parse(SHAPES + text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("sum(i,1,n, i*x[i]^2)", "sum(k .* x.^2)"),
        ("sum(i,0,n-1, i*x[i+1])", "sum(x .* (k - 1))"),
        ("sum(i,2,n, x[i]/i)", "sum(x[2:n] ./ k[2:n])"),
        ("sum(i,1,n, sum(j,1,n, abs(i-j)*x[j]))", "sum(abs(k*ones(n)' - ones(n)*k')*x)"),
    ],
)
def test_an_index_that_is_a_number_is_an_entry_of_a_vector(written: str, form: str) -> None:
    problem = mg.parse(f"x: n; {written}")
    assert "k holds the numbers 1, …, n" in problem.notes
    assert str(problem.function).replace(" ", "") == form.replace(" ", "")


VALUES: dict[str, Any] = {
    "X": np.arange(12.0).reshape(4, 3) % 5,
    "K": np.arange(16.0).reshape(4, 4) % 7,
}
VALUES |= {"M": np.arange(9.0).reshape(3, 3) % 4 - 1, "c": np.float64(-1.5), "v": np.ones(3)}


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("c*norm2(X[i,:])*K[i,j]", lambda x, z, k: -1.5 * np.linalg.norm(x) * k),
        ("-2*norm2(X[i,:] - X[j,:])", lambda x, z, k: -2 * np.linalg.norm(x - z)),
        ("-2*norm2(X[i,:] + X[j,:])", lambda x, z, k: -2 * np.linalg.norm(x + z)),
        ("sin((X[i,:] - X[j,:])*v)", lambda x, z, k: np.sin((x - z) @ VALUES["v"])),
        ("K[i,j]*X[j,:]*(X[i,:] - X[j,:])'", lambda x, z, k: k * z @ (x - z)),
        ("norm2(c*(X[i,:] - X[j,:]))^2", lambda x, z, k: np.sum((1.5 * (x - z)) ** 2)),
        ("norm2((X[i,:] - X[j,:])/c)^2", lambda x, z, k: np.sum(((x - z) / 1.5) ** 2)),
        ("norm2(M*(X[i,:] - X[j,:])')^2", lambda x, z, k: np.sum((VALUES["M"] @ (x - z)) ** 2)),
        (
            "K[i,j]*(X[i,:] - 2*X[j,:])*M*(X[j,:] + X[i,:])'",
            lambda x, z, k: k * (x - 2 * z) @ VALUES["M"] @ (x + z),
        ),
    ],
)
@pytest.mark.parametrize("first", ["1", "i+1"])
def test_sums_over_pairs_have_the_value_of_their_terms(
    term: str, value: Callable[..., float], first: str
) -> None:
    X, K = VALUES["X"], VALUES["K"]
    pairs = [(i, j) for i in range(4) for j in range(4) if first == "1" or j > i]
    shapes = {name: given.shape for name, given in VALUES.items()}
    f = mg.parse(f"sum(i,1,4, sum(j,{first},4, {term}))", shapes)
    fn = mg.value_and_grad(f, "X", check=False).compile("numpy")
    found = fn(**{name: VALUES[name] for name in fn.inputs})[0]
    assert found == pytest.approx(sum(value(X[i], X[j], K[i, j]) for i, j in pairs))


def test_the_numbers_up_to_a_size_are_not_called_as_another_size_is() -> None:
    problem = mg.parse("sum(i,1,n,i*x[i]^2)*sum(B)", {"B": ("n", "k")})
    assert "k" not in problem.symbols
