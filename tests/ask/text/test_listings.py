"""Programs of several lines, read line by line."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.listings import CODE, READ, with_listings

LINES = [
    ("r = A @ x - b\nloss = 0.5 * r @ r", ["r = A @ x - b", "loss = 0.5 * r @ r"]),
    ("h = A @ x\nh = np.tanh(h)\nf = np.sum(h)", ["h = np.tanh(A @ x)", "f = np.sum(h)"]),
    ("f = x @ x\nf += lam * np.sum(x)", ["f = x @ x + lam * np.sum(x)"]),
    ("def g(x):\n    y = A @ x  # a remark\n    return y @ y", ["y = A @ x", "g = y @ y"]),
    ("def my_loss(x):\n    return x @ x", ["loss = x @ x"]),
    ("def f(x):\n    y = x @ x\n    return y", ["y = x @ x"]),
    ("import numpy as np\nf = (z - t).pow(2).mean()\nprint(f)", ["f = np.mean((z - t)**2)"]),
    ("f = lambda x: x @ A @ x", ["f = x @ A @ x"]),
    ("x = x / np.linalg.norm(x)\nf = a @ x", ["x_new = x / np.linalg.norm(x)", "f = a @ x_new"]),
    ("y = x @ x\nx = 2 * x\nf = y + x @ x",
     ["y = x @ x", "x_new = 2 * x", "f = y + x_new @ x_new"]),
    ("r = A*x - b;  % residual\nf = r'*r;", ["r = A*x - b", "f = r'*r"]),
    ("f = np.sum(np.where(z > 0, z, 0)) + F.relu(z).sum()",
     ["f = np.sum(z * (z > 0)) + np.sum(np.relu(z))"]),
    ("f = F.dot(x) @ x", ["f = np.dot(F, x) @ x"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "lines"), LINES, ids=range(len(LINES)))
def test_assignments_are_formulas(code: str, lines: list[str]) -> None:
    text, notes = with_listings(f"```python\n{code}\n```")
    assert [line.strip("`.") for line in text.split("\n") if line] == lines
    assert READ in notes


UNREAD = [
    "h = A @ x\nh.relu_()\nf = h @ h",
    "f = 0\nfor i in range(n - 1):\n    f += np.exp(x[i])",
    "for i in range(n):\n    x = x - lr * A @ x",
    "while True:\n    f += x @ x",
    "if c > 0:\n    f = x @ x",
    "class Net:\n    w = x @ x",
    "r = A*x - b;\nfor i = 1:n\n  f = f + r(i);\nend",
    "f = x @ x\n" + "\n".join(f"f = f * f + {i} * f" for i in range(20)),
]


@pytest.mark.parametrize("code", UNREAD, ids=range(len(UNREAD)))
def test_programs_that_do_more_are_not_read(code: str) -> None:
    reply = ask(f"```python\n{code}\n```\nWhat is the gradient with respect to x? I get $2x$.")
    assert not reply.results
    assert CODE in reply.to_json()["understood"]


def test_formulas_between_fences_stay() -> None:
    text = "```\nf = x'Ax + b'x\n```"
    assert with_listings(text) == (text, ())


NETWORK = """```python
z1 = X @ W1 + b1
h1 = np.maximum(0, z1)
z2 = h1 @ W2 + b2
loss = 0.5 * np.sum((z2 - Y)**2)
```
Is my backward pass right?
```python
dz2 = z2 - Y
dW2 = h1.T @ dz2
db2 = dz2.sum(axis=0)
dh1 = dz2 @ W2.T
dz1 = dh1 * (z1 > 0)
dW1 = X.T @ dz1
db1 = dz1.sum(axis=1)
```"""


def test_a_backward_pass_is_judged_line_by_line() -> None:
    assert [claim.status for claim in ask(NETWORK).claims] == ["right"] * 6 + ["wrong"]


JUDGED = [
    ("```\nyhat = V @ h\nloss = 0.5 * np.sum((yhat - y)**2)\ndyhat = yhat - y\n"
     "dV = np.outer(dyhat, h)\n```\nIs the backward pass right? h and y are vectors.",
     ["right"] * 2),
    ("L = ||X w - y||^2. For the gradient wrt w I get\n```\n2 * X.T @ (X @ w - y)\n```",
     ["right"]),
    ("X is (n, d):\n```\nloss = np.mean((X @ w - y)**2)\ngrad = X.T @ (X @ w - y) / X.shape[0]\n"
     "```\nIs grad correct?", ["wrong"]),
    ("Is dWh right?\n```\nh = torch.tanh(Wx @ x + Wh @ g)\nloss = h.sum()\n"
     "dWh = torch.outer(1 - h**2, g)\n```", ["right"]),
    ("M is a 0/1 mask.\n```\nE = M * (R - U @ V.T)\nloss = np.sum(E**2)\ngrad_U = -2 * E @ V\n```",
     ["right"]),
    ("Are these lines right?\n```\nZ = X @ W\nloss = np.mean((Z - Y)**2)\ndZ = 2*(Z - Y)/Z.size\n"
     "dW = X.T @ dZ\n```", ["right"] * 2),
    ("My gradient check fails:\n```matlab\nN = size(X,1);\nJ = sum((X*w - y).^2)/N;\n"
     "grad = (1/N)*X'*(X*w - y);\n```", ["wrong"]),
    ("X has shape (N, D), s has shape (D,). Is this right?\n```\nY = X * s\nL = 0.5*np.sum(Y**2)\n"
     "dX = Y * s\nds = (X * Y).sum(axis=0)\n```", ["right"] * 2),
    ("x is a 1-D array of shape (n,).\n```\nf = np.sum(A * (x @ x.T))\ngrad = (A + A.T) @ x\n```\n"
     "Is grad right?", ["wrong"]),
    ("dO is the upstream gradient.\n```\nS = Q @ K.T\nA = np.tanh(S)\nO = A @ V\ndA = dO @ V.T\n"
     "dS = dA*(1 - A**2)\ndK = dS @ Q\n```\nWhich are wrong?",
     ["right", "not checked", "wrong"]),
    ("```python\ndef softmax_loss(W, X, Y):\n    P = softmax(X @ W, axis=1)\n    n = X.shape[0]\n"
     "    return -np.sum(Y * np.log(P)) / n\n```\nY is one-hot. Gradient of the loss wrt W? I get "
     "X.T @ (P - Y) / n.", ["right"]),
    ("```\nscores = Q @ K.T / np.sqrt(d)\nP = softmax(scores, axis=-1)\nO = P @ V\n```\nGiven dO, "
     "what are dV, dP and dQ? I have dV = P.T @ dO and dP = dO @ V", ["right", "wrong"]),
    ("I have `loss = lambda w: np.mean((X @ w - y)**2)`. Is the gradient `2 * X.T @ (X @ w - y)`?",
     ["wrong"]),
    ("```\ndef loss(w):\n    total = 0\n    for i in range(n):\n        r = y[i] - w @ X[i]\n"
     "        total += r**2\n    return total / n\n```\nIs the gradient wrt w "
     "-2/n * X.T @ (y - X @ w)?", ["right"]),
    ("```\nL = 0\nfor x, t in zip(X, T):\n    L += np.log(1 + np.exp(-t * np.dot(w, x)))\n```\n"
     "I get dL/dw = -X.T @ (t * sigmoid(X @ w)).", ["wrong"]),
    ("`L = torch.logsumexp(z, dim=0) - z @ y`. gradient wrt z? I get softmax(z) - y", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "verdicts"), JUDGED, ids=range(len(JUDGED)))
def test_claims_about_programs_are_judged(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == verdicts


READ_AS = [
    ("xnext = A @ x + B @ u\nJ = xnext @ P @ xnext", "u", "with x_next = Ax + Bu"),
    ("Kinv = np.linalg.inv(K)\nL = y @ Kinv @ y", "K", "with K_inv = K⁻¹"),
    ("dx = x - z\nJ = dx @ Q @ dx", "x", "with d_x = x − z"),
    ("xn = A*x + B*u;\nJ = xn'*P*xn;", "u", "with x_n = Ax + Bu"),
    ("var = (x**2).mean()\nloss = (g * x / torch.sqrt(var + eps)).sum()", "x", "mean(x²)"),
    ("e = y - X @ w\nloss = np.sum(e**2)", "w", "with r = y − Xw"),
    ("s = 0\nfor i in range(n):\n    s += (X[i] @ w - y[i])**2", "w", "sum((Xw − y)²)"),
    ("Y = s[:, None] * X\nloss = np.sum(Y**2)", "s", "with Y = Diag(s) X"),
]


@pytest.mark.parametrize(("code", "by", "shown"), READ_AS, ids=range(len(READ_AS)))
def test_names_and_arrays_are_what_the_program_has(code: str, by: str, shown: str) -> None:
    reply = ask(f"```python\n{code}\n```\nWhat is the gradient with respect to {by}?")
    assert by in reply.results
    assert shown in reply.text("short")
