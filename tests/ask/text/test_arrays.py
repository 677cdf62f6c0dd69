"""Typed programs: arguments of calls, products of entries, and @."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.arguments import with_arguments
from matgrad.app.ask.text.array_products import with_products

ARGUMENTS = [
    ("np.linalg.norm(W - C, 'fro')**2", "normF(W - C)**2"),
    ("np.linalg.norm(x, axis=0)**2 * 3", "norm(x)**2 * 3"),
    ("norm(x, ord=1) + norm(A @ x)**2", "norm1(x) + norm(A @ x)**2"),
    ("norm(norm(x, 1)*y, np.inf)", "norminf(norm1(x)*y)"),
    ("np.linalg.norm(A @ x - b, ord=2)", "norm2(A @ x - b)"),
    ("X.norm(p=2)", "normF(X)"),
    ("((a-b)**2).mean(axis=0)", "mean((a-b)**2)"),
    ("F.softmax(z, dim=0) + torch.softmax(Z, dim=-1)", "softmax(z) + softmax_rows(Z)"),
    ("max(0, x) + f(x, y=2) + np.sum(A, axis=1)", "max(0, x) + f(x, y=2) + np.sum(A, axis=1)"),
]
PRODUCTS = [
    ("f = np.sum(a * np.exp(b * x))", "f = np.sum(a .* np.exp(b .* x))"),
    ("W.T @ d * g + 2 * W.T @ d", "(W.T @ d) .* g + 2 * W.T @ d"),
    ("f = x @ A @ x + b @ x", "f = x^T @ A @ x + b^T @ x"),
    ("(X @ w - y) @ (X @ w - y) * lr", "(X @ w - y)^T @ (X @ w - y) * lr"),
    ("lam * w + X.T @ (X @ w - y) / n", "lam * w + X.T @ (X @ w - y) / n"),
    ("f = x.T @ A @ x", "f = x.T @ A @ x"),
    ("h = z*n, elementwise, z = sigmoid(a)", "h = z.*n, elementwise, z = sigmoid(a)"),
    ("y = relu(W*x + b), elementwise", "y = relu(W*x + b), elementwise"),
    ("f = np.sin(x) * 2 + t * np.sum(A)", "f = np.sin(x) * 2 + t * np.sum(A)"),
]
ANSWERS = [
    ("loss = np.linalg.norm(W - C, 'fro')**2. gradient wrt W?", {"W": "2*(W - C)"}),
    ("f = np.linalg.norm(x, axis=0)**2 * 3. gradient wrt x?", {"x": "6*x"}),
    ("f = np.linalg.norm(x, ord=1) + np.linalg.norm(A @ x)**2. gradient wrt x?",
     {"x": "2*A'*A*x + sign(x)"}),
    ("f = norm(x, 1). gradient wrt x?", {"x": "sign(x)"}),
    ("f = np.sum(a * np.exp(b * x)). df/dx?", {"x": "a .* b .* exp(b .* x)"}),
    ("lstm: c = f*c0 + i*g, h = o*tanh(c), all elementwise. what is dh/dc0?",
     {"c0": "Diag(f .* o .* (1 - tanh(c0 .* f + g .* i).^2))"}),
    ("K = np.exp(-gamma * D), D is n x n. f = alpha @ K @ alpha. df/dgamma?",
     {"gamma": "-tr(((alpha*alpha') .* exp(-gamma*D))*D')"}),
    ("f = (x - np.mean(x, axis=0)) @ y. gradient wrt y?", {"y": "x - mean(x)*ones(n)"}),
    ("f = A @ (x - np.mean(x)). jacobian wrt x?", {"x": "A*(I(n) - ones(n,n)/n)"}),
    ("f = sum(x * y), x and y vectors. gradient wrt x?", {"x": "y"}),
    ("y = x - np.sum(x), x is a vector. jacobian wrt x?", {"x": "I(n) - ones(n,n)"}),
    ("f = alpha @ beta. gradient wrt alpha?", {"alpha": "beta"}),
    ("loss = ((pred - y)**2).mean(). gradient wrt pred?", {"pred": "2*(pred - y)/n"}),
    ("def loss(w): return np.sum((X @ w - y)**2). gradient wrt w?", {"w": "2*X'*(X*w - y)"}),
]  # fmt: skip
REFUSED = [
    "f = np.linalg.norm(A, 1)**2 + 3. gradient wrt A?",  # the largest sum of a column
    "f = np.mean(X, axis=0) @ w + 2. gradient wrt w?",
    "f = np.sum(np.linalg.norm(X, axis=1)**2). gradient wrt X?",
    "f = trace(A, offset=1)**2*3 + 4. gradient wrt A?",
    "f = np.var(x, ddof=1) * 2. gradient wrt x?",
    "f = my_loss(x)^2 + x'x. gradient wrt x?",
    "f = norm(W - C",
]
CLAIMS = [
    ("h = z*n, elementwise, z = sigmoid(a). is dh/da = diag(z*(1-z)*n)?", ["right"]),
    ("z = w * np.tanh(x). dz/dx = np.diag(w * (1 - np.tanh(x)**2)), right? w and x are vectors.",
     ["right"]),
    ("y = np.tanh(W @ x) * g. dL/dy = d. is dL/dx = W.T @ (d * g * (1 - np.tanh(W @ x)**2))?",
     ["right"]),
    ("loss = np.sum(a * x * b). gradient wrt x is a*b?", ["right"]),
    ("loss = np.sum(a * x * b). gradient wrt x is b*x?", ["wrong"]),
    ("attention: S = Q K^T / sqrt(d), P = softmax(S) row wise, O = P V. given dO, "
     "dS = P * (dP - sum(dP*P, axis=1)). correct?", ["right"]),
    ("P = softmax(S, axis=1), given dP: dS = P * (dP - np.sum(dP * P, axis=1, keepdims=True)). "
     "correct?", ["right"]),
    ("Y = X @ W, dropout: Z = Y * M. given dZ: dX = (dZ * M) @ W.T. right?", ["right"]),
    ("y = a * x where a and x are vectors, * elementwise. dy/dx = diag(a)?", ["right"]),
    ("z = X @ w; p = 1/(1+np.exp(-z)); L = -np.sum(y*np.log(p) + (1-y)*np.log(1-p)). "
     "dL/dw = X.T @ (p - y)?", ["right"]),
    ("p = np.exp(z) / np.sum(np.exp(z)), L = np.sum(c*p), dL/dz = p*(c - np.sum(c*p))?",
     ["right"]),
    ("dz = p * (dp - np.sum(dp * p)), right? p = softmax(z), given dp.", ["right"]),
    ("L = np.sum(a / x). dL/dx = -a / x**2?", ["right"]),
    ("S = A B, L = sum(S * C). gradient wrt A: C * B^T?", ["right"]),
    ("f = x @ y + 3 * x @ x. gradient wrt x is y + 6*x?", ["right"]),
    ("f = 0.5*||W @ x - y||^2. The gradient wrt W is (W @ x - y) @ x.T, where x and y are column "
     "vectors.", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "written"), ARGUMENTS, ids=range(len(ARGUMENTS)))
def test_arguments_are_read(typed: str, written: str) -> None:
    assert with_arguments(typed) == written


@pytest.mark.parametrize(("typed", "written"), PRODUCTS, ids=range(len(PRODUCTS)))
def test_stars_are_products_of_entries(typed: str, written: str) -> None:
    assert with_products(typed, typed)[0] == written


@pytest.mark.parametrize(("question", "wanted"), ANSWERS, ids=range(len(ANSWERS)))
def test_answers(question: str, wanted: dict[str, str]) -> None:
    assert {x: str(value) for x, value in ask(question).results.items()} == wanted


@pytest.mark.parametrize("question", REFUSED, ids=range(len(REFUSED)))
def test_what_is_not_read_is_refused(question: str) -> None:
    assert not ask(question).results


@pytest.mark.parametrize(("question", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_claims(question: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(question).claims] == statuses


def test_vectors_need_no_verb() -> None:
    text = (
        "rmsnorm: y = g * x / sqrt(mean(x^2) + eps), g and x vectors, elementwise. "
        "given dL/dy = d, what is dL/dx?"
    )
    reply = ask(text)
    assert reply.derivations[0].verdict.ok
    assert "g, x: n" in reply.text("short")


def test_a_line_tells_what_the_star_is() -> None:
    assert "* is the product of each entry, as in programs" in ask(ANSWERS[4][0]).text("short")


@pytest.mark.parametrize(
    ("program", "formula"),
    [
        (
            "p = sigmoid(X @ w); (p - y) * p * (1 - p)",
            "p = sigmoid(X @ w); (p - y) .* p .* (1 - p)",
        ),
        ("A @ b; dh * (h > 0)", "A @ b; dh .* (h > 0)"),
        ("A @ b; 2 * A + lam * W + c * x", "A @ b; 2 * A + lam * W + c * x"),
        ("s = sum(X @ w); s * x", "s = sum(X @ w); s * x"),
    ],
)
def test_stars_of_arrays_beside_matrix_products_are_of_entries(program: str, formula: str) -> None:
    assert with_products(program, program)[0] == formula


def test_a_softmax_of_a_matrix_with_a_long_name_acts_on_rows() -> None:
    reply = ask(
        "I implement a softmax classifier in numpy, Y is one-hot with shape (N, K):\n\n"
        "scores = X @ W\nP = softmax(scores, axis=1)\n"
        "loss = -np.sum(Y*np.log(P))/N + 0.5*reg*np.sum(W*W)\n"
        "grad = X.T @ (P - Y)/N + reg*W\n\nIs grad the gradient of loss with respect to W?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]
