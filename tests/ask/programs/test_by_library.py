"""What a program has its library differentiate is what is asked for."""

import pytest

import matgrad as mg
from matgrad.app.ask import ask
from tests.ask.programs.programs import code

LOSS = "def loss(w, X, y, lam):\n    return jnp.sum((X @ w - y)**2) + lam * jnp.sum(w**2)\n"
WANTED = [  # a program, and by what derivatives are asked for
    (f"{LOSS}g = jax.grad(loss)(w, X, y, lam)", ["w"]),
    (f"{LOSS}g = jax.grad(loss)", ["w"]),
    (f"from jax import grad\n{LOSS}g = grad(loss)(w, X, y, lam)", ["w"]),
    (f"{LOSS}dlam = jax.grad(loss, argnums=3)(w, X, y, lam)", ["lam"]),
    (f"{LOSS}dX, dw = jax.grad(loss, (1, 0))(w, X, y, lam)", ["X", "w"]),
    (f"{LOSS}value, g = jax.value_and_grad(loss)(w, X, y, lam)", ["w"]),
    ("loss = ((X @ w - y)**2).sum()\n(g,) = torch.autograd.grad(loss, w)", ["w"]),
]


@pytest.mark.parametrize(("program", "by"), WANTED)
def test_the_library_is_asked_for_these(program: str, by: list[str]) -> None:
    reply = ask(code(program, "What does this give in closed form?"))
    assert reply.ok
    assert [*reply.results] == by


def test_a_hessian_by_the_library() -> None:
    reply = ask(
        code("def f(x, A):\n    return x @ A @ x\nH = jax.hessian(f)(x, A)", "Closed form?")
    )
    assert str(reply.results["x"]) == "A + A'"


def test_a_jacobian_by_the_library() -> None:
    program = "def f(A, x):\n    return jnp.sin(A @ x)\nJ = jax.jacfwd(f, 1)(A, x)"
    reply = ask(code(program, "Closed form?"))
    assert reply.problem is not None
    assert mg.check(reply.problem, "x", "Diag(cos(A*x))*A").status == "right"


def test_a_routine_beside_it_is_judged() -> None:
    program = f"{LOSS}def my_grad(w, X, y, lam):\n    return X.T @ (X @ w - y) + lam * w\n"
    reply = ask(code(f"{program}g = jax.grad(loss)(w, X, y, lam)", "Why do they differ?"))
    assert [claim.words for claim in reply.claims] == ["the claim is 1/2 times the right answer"]


@pytest.mark.parametrize(
    ("call", "kind"),
    [("jax.hessian(loss)(w, X)", "Hessian"), ("jax.grad(loss)(w, X)", "Gradient"),
     ("jax.grad(loss)", "Gradient")],
)  # fmt: skip
def test_what_words_have_the_library_work_out_is_asked_for(call: str, kind: str) -> None:
    program = "def loss(w, X):\n    return jnp.sum(jnp.logaddexp(0, X @ w))"
    reply = ask(code(program, f"Is there a closed form for what `{call}` returns here?"))
    assert [*reply.results] == ["w"]
    assert not reply.claims
    assert kind in reply.text("short")


COUNTS = """for poisson regression

def nll(beta, X, y):
    eta = jnp.dot(X, beta)
    return jnp.sum(jnp.exp(eta) - y * eta)

{0}"""
WRITTEN = [
    ("what does jax.grad(nll)(beta, X, y) compute?", {"beta": "X'*(exp(X*beta) - y)"}),
    ("In closed form, grad(nll) is?", {"beta": "X'*(exp(X*beta) - y)"}),
    ("What is jax.grad(nll, argnums=1)(beta, X, y)?", {"X": "(exp(X*beta) - y)*beta'"}),
    (
        "what do jax.grad(nll)(beta, X, y) and jax.hessian(nll)(beta, X, y) compute?",
        {"beta": "X'*Diag(exp(X*beta))*X"},
    ),
    ("What is grad(other)?", {}),
]


@pytest.mark.parametrize(("words", "results"), WRITTEN)
def test_a_call_among_the_words_asks_for_it(words: str, results: dict[str, str]) -> None:
    found = ask(COUNTS.format(words)).results
    assert {name: str(x) for name, x in found.items()} == results


@pytest.mark.parametrize(("sign", "found"), [("", "wrong"), ("-", "right")])
def test_what_is_expected_of_a_derivative_by_the_library_is_judged(sign: str, found: str) -> None:
    program = """def loss(w, X, y):
    logits = X @ w
    return jnp.mean(jnp.log1p(jnp.exp(-y * logits)))

g = jax.grad(loss)(w, X, y)"""
    formula = f"-X.T @ (y * jax.nn.sigmoid({sign}y * logits)) / n"
    reply = ask(code(program, f"I expected `g` to equal `{formula}` but numbers differ. Why?"))
    assert [claim.status for claim in reply.claims] == [found]
