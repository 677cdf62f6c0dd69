"""Programs are read as their libraries compute, or refused with the reason."""

import pytest

import matgrad as mg
from matgrad.app.ask import Reply, ask
from matgrad.core.expr import Expr
from tests.ask.programs.programs import code

READ = [  # a program, the variable, its derivative
    ("loss = np.sum((A @ x - np.ones(3))**2)", "x", "2*A'*(A*x - ones(3))"),
    ("loss = np.sum((x - np.array([1., 2., 3.]))**2)", "x", "2*(x - [1; 2; 3])"),
    ("y = x.copy()\ny += 1\nloss = np.sum(x**2) + np.sum(y)", "x", "2*x + ones(n)"),
    ("y = x\ny += 1\nloss = np.sum(x**2)", "x", "2*(x + ones(n))"),
    ("loss = 0\nfor i in range(len(y)):\n    loss += (X[i] @ w - y[i])**2\n"
     "    loss += lam * (w @ w)",
     "w", "2*X'*(X*w - y) + 2*n*lam*w"),
    ("losses = [(X[i] @ w - y[i])**2 for i in range(len(y))]\nloss = sum(losses)/len(losses)", "w",
     "2*X'*(X*w - y)/n"),
    ("loss = np.sum(E[idx]**2)", "E", "2*Y'*Y*E"),
    ("loss = torch.var(x)", "x", "2*(x - sum(x)*ones(n)/n)/(n - 1)"),
    ("loss = np.var(x)", "x", "2*(x - sum(x)*ones(n)/n)/n"),
    ("loss = torch.norm(X, 2)**2", "X", "2*X"),
    ("z = X @ W\nloss = F.cross_entropy(z, y, reduction='sum')", "W", "X'*(softmax_rows(X*W) - Y)"),
    ("q = Wq @ x\nk = Wk @ x\nloss = q @ k / np.sqrt(dk)", "Wq", "Wk*x*x'/sqrt(d_k)"),
    ("var = (x**2).mean()\nloss = (g * x / np.sqrt(var + eps)).sum()", "g",
     "x/sqrt(mean(x.^2) + eps)"),
    ("x = x / np.linalg.norm(x)\nf = a @ x", "a", "x/norm2(x)"),
    ("Y = s[:, None] * X\nloss = np.sum(Y**2)", "s", "2*s .* sum_rows(X.^2)"),
    ("e = y - X @ w\nloss = np.sum(e**2)", "w", "-2*X'*(y - X*w)"),
    ("def sq(v):\n    return v @ v\ndef cost(w):\n    return sq(X @ w - y) + lam * sq(w)", "w",
     "2*X'*(X*w - y) + 2*lam*w"),
    ("w = torch.zeros(3, requires_grad=True)\nloss = ((X @ w - y)**2).sum()", "w",
     "2*X'*(X*w - y)"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "by", "right"), READ, ids=range(len(READ)))
def test_derivatives_are_those_of_the_program(program: str, by: str, right: str) -> None:
    reply = ask(code(program, f"What is the gradient with respect to {by}?"))
    assert reply.ok
    assert reply.problem is not None
    assert mg.check(reply.problem, by, right).status == "right"


REFUSED = [
    ("h = A @ x\nh.relu_()\nf = h @ h", "changes an array in place"),
    ("f = 0\nfor i in range(n - 1):\n    f += np.exp(x[i])", "a part of the samples"),
    ("for i in range(n):\n    x = x - A @ x / i\nf = x @ x", "from one pass of the loop to the"),
    ("f = 0\nwhile True:\n    f += x @ x", "“while”"),
    ("if c > 0:\n    f = x @ x", "a condition on values that are not known"),
    ("y = x.detach()\nloss = torch.sum(x * y)", "holds a part of the function fixed"),
    ("with torch.no_grad():\n    s = x.norm()\nloss = (x / s).sum()", "without gradients"),
    ("loss = np.sum(x, where=m)", "with where"),
    ("loss = np.sum(X[:, j]**2)", "these places"),
    ("y = x[1:]\ny *= 2\nloss = np.sum(x**2) + y.sum()", "shares its entries"),
    ("loss = 0\nfor i in range(len(x)):\n    for j in range(len(x)):\n        loss += x[i]*x[j]",
     "the loop"),
    ("loss = 0\nfor i in range(len(y)):\n    if y[i] == 1:\n        loss += x[i]", "is not read"),
    ("parts = []\nfor i in range(len(x)):\n    parts.append(x[i])\n    parts.append(1)\n"
     "loss = sum(parts)", "collected"),
    ("np.fill_diagonal(A, 0)\nloss = x @ A @ x", "may change something"),
    ("loss = np.sum(np.linalg.matrix_power(A, 10**6) @ x)", "power of a matrix"),
    ("loss = np.sum(x)**(10**10**10)", "too large"),
    ("def f(x):\n    return f(x) + 1", "no value that could be the function"),
    ("D = ((X[:, None, :] - M[None, :, :])**2).sum(-1)\nloss = np.sum(np.exp(-D)) + x @ x",
     "two axes"),
    ("loss = np.sum(scipy.special.softmax(X) * Y) + x @ x", "all entries at once"),
    ("x = np.random.randn(4, 3)\nloss = np.sum(x @ x)", "multiply"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "why"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_not_read_is_refused_with_the_reason(program: str, why: str) -> None:
    reply = ask(code(program, "What is the gradient with respect to x? I get $2x$."))
    assert not reply.results
    assert why in " ".join(reply.questions)


SHOWN = [
    ("dx = x - z\nJ = dx @ Q @ dx", "x", "with d_x = x − z"),
    ("xnext = A @ x + B @ u\nJ = xnext @ P @ xnext", "u", "with xnext = Ax + Bu"),
    ("s = 0\nfor i in range(n):\n    s += (X[i] @ w - y[i])**2", "w", "sum((Xw − y)²)"),
    ("loss = -np.log(p[np.arange(n), y]).sum()", "p", "Y has a one there in each row"),
    ("y = x @ x\nx = 2 * x\nf = y + x @ x", "x", "what it is then is called x₂"),
]


@pytest.mark.parametrize(("program", "by", "shown"), SHOWN, ids=range(len(SHOWN)))
def test_how_a_program_is_read_is_shown(program: str, by: str, shown: str) -> None:
    reply = ask(code(program, f"What is the gradient with respect to {by}?"))
    assert by in reply.results
    assert shown in reply.text("short")


def test_the_function_that_the_words_name_is_taken() -> None:
    program = "f = x @ x\nloss = np.sum(x**4)"
    assert str(ask(code(program, "Gradient of f wrt x?")).results["x"]) == "2*x"
    assert str(ask(code(program, "Gradient wrt x?")).results["x"]) == "4*x.^3"


def test_a_name_inside_of_a_routine_is_no_name_of_the_program() -> None:
    program = "def act(z):\n    y = np.tanh(z)\n    return y\nloss = np.sum((act(W @ x) - y)**2)"
    assert "y" in {x.name for x in mg_symbols(ask(code(program, "Gradient wrt W?")))}


def mg_symbols(reply: Reply) -> list[Expr]:
    assert reply.problem is not None
    return list(reply.problem.symbols.values())


def test_an_output_without_a_name_has_a_derivative_from_above() -> None:
    program = "def layer(X, W):\n    return np.tanh(X @ W)"
    assert {*ask(code(program, "Given dY, what are dX and dW?")).results} == {"X", "W"}


def test_shapes_that_the_words_tell_are_used() -> None:
    reply = ask(code("loss = np.sum(np.tanh(X @ w))", "X is (n, d), w is (d, k). Gradient wrt w?"))
    assert str(reply.results["w"].shape) == "d×k"


def test_a_program_is_never_run() -> None:
    hostile = "__import__('os').system('true')\nloss = x @ x"
    assert not ask(code(hostile, "Gradient wrt x?")).results


CALLED = [
    ("log_likelihood", "loglik"),
    ("neg_log_likelihood", "nll"),
    ("likelihood", "likelihood"),
    ("compute_cost", "cost"),
]


@pytest.mark.parametrize(("routine", "name"), CALLED)
def test_a_logarithm_is_not_called_as_what_it_is_taken_of(routine: str, name: str) -> None:
    program = f"def {routine}(mu, x):\n    return -0.5 * np.sum((x - mu)**2)"
    reply = ask(code(program, "What is the gradient with respect to mu?"))
    assert f"∂{name}/∂μ = " in reply.text("short")


def test_signs_stand_in_numbers() -> None:
    program = "s = a - 2 * X @ m - 0.5 * b\nloss = np.sum(s**2)"
    reply = ask(code(program, "What is the gradient with respect to m?"))
    assert "s = a − 2Xm − ½b" in reply.text("short")


CONTRASTIVE = """def contrastive(W, x1, x2, y, m):
    d = np.sqrt(np.sum((W @ x1 - W @ x2)**2))
    return y * 0.5 * d**2 + (1 - y) * 0.5 * np.maximum(0, m - d)**2"""
BESIDE = [
    (CONTRASTIVE, "The contrastive loss of a pair. What is the gradient with respect to W?"),
    (CONTRASTIVE, "y is 0 or 1, m the margin. What is the gradient with respect to W?"),
    ("d = np.linalg.norm(W @ x)\nf = a * d**2 + c * np.exp(-d)",
     "What is the gradient of f with respect to W?"),
    ("s = W[0] @ x\nf = y * np.log(sigmoid(s)) + (1 - y) * np.log(1 - sigmoid(s))",
     "What is the gradient of f with respect to W?"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "words"), BESIDE)
def test_letters_that_only_stand_beside_numbers_are_numbers(program: str, words: str) -> None:
    reply = ask(code(program, words))
    assert reply.problem is not None
    assert reply.problem.function.is_scalar
    assert all(x.is_scalar for name, x in reply.problem.symbols.items() if name in "ymac")


def test_residuals_that_nobody_adds_up_stay_an_array() -> None:
    reply = ask(code("f = (X @ w - y)**2", "What is the gradient of f with respect to w?"))
    assert reply.problem is not None
    assert [str(x.shape) for x in reply.problem.symbols.values()] == ["n×d", "d×1", "n×1"]


def test_a_claim_in_the_words_does_not_decide_a_shape() -> None:
    words = "With `f = np.sum((A @ x - b)**2)`, is the gradient wrt x `2 * A.T @ A @ x - b`?"
    reply = ask(f"{words} A is m by n.")
    assert reply.problem is not None
    assert str(reply.problem.symbols["b"].shape) == "m×1"
    assert [claim.status for claim in reply.claims] == ["wrong"]
