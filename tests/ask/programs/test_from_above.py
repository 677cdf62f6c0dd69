"""Several derivatives come from above; names that nobody explains decide nothing."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

CELL = """c = f * c_prev + i * g
h = o * np.tanh(c)
dc = {c} + {h} * o * (1 - np.tanh(c)**2)
df = dc * c_prev"""
NAMES = [("dc_next", "dh"), ("dnext_c", "dnext_h"), ("dc_out", "dh_out"), ("dcnext", "dhnext"),
         ("dc_above", "dh_next"), ("grad_c_next", "dh")]  # fmt: skip


@pytest.mark.parametrize(("c", "h"), NAMES)
def test_each_value_may_have_a_derivative_from_above(c: str, h: str) -> None:
    assert verdicts(ask(code(CELL.format(c=c, h=h)))) == "rr"


def test_words_may_give_both_of_them() -> None:
    words = (
        "This is one step, given dh and dc_next (gradient coming in through the next state). Ok?"
    )
    assert verdicts(ask(code(CELL.format(c="dc_next", h="dh"), words))) == "rr"


def test_a_slip_beside_them_is_found() -> None:
    program = CELL.format(c="dc_next", h="dh").replace("* o * (1", "* (1")
    first, second = ask(code(program)).claims
    assert first.words.startswith("the factor o is missing")
    assert second.words.startswith("right with the right dc")


RECURRENT = """h = np.tanh(Wxh @ x + Whh @ hprev + bh)
y = Why @ h + by
loss = 0.5 * np.sum((y - t)**2)
dy = y - t
dh = Why.T @ dy + {0}
draw = (1 - h**2) * dh
dbh = draw"""


def test_the_loss_of_a_step_is_added_to_what_comes_from_the_next() -> None:
    assert verdicts(ask(code(RECURRENT.format("dhnext")))) == "rrrr"


@pytest.mark.parametrize("name", ["dh_extra", "dh_t1", "grad_h_rest"])
def test_with_a_name_that_is_not_explained_nothing_is_wrong(name: str) -> None:
    assert verdicts(ask(code(RECURRENT.format(name)))) == "ruuu"


def test_an_output_of_its_own_is_meant_before_another_path() -> None:
    program = "h_next = np.tanh(x @ W + h @ U)\nda = dh_next * (1 - h_next**2)\ndW = x.T @ da"
    reply = ask(code(program, "x is (n, d), h is (n, k). Right?"))
    assert [claim.status for claim in reply.claims][-1] == "right"


def test_another_free_name_in_a_derivative_is_wrong() -> None:
    program = "r = X @ w - y\nloss = 0.5 * r @ r\ndw = X.T @ r + lam * w"
    assert verdicts(ask(code(program))) == "w"


STEP = """def step(x, c_prev, bf, bo):
    f = sigmoid(x + bf)
    o = sigmoid(x + bo)
    c = f * c_prev
    h = o * np.tanh(c)
    return h, c

def step_backward({0}):
    do = dh * np.tanh(c)
    dc = dc_next + dh * o * (1 - np.tanh(c) ** 2)
    dc_prev = dc * f
    dbo = do * o * (1 - o)
    return dc_prev, dbo
"""


@pytest.mark.parametrize("taken", ["dh, dc_next", "dc_next, dh", "dh, dc_next, f, o, c"])
def test_each_argument_of_a_backward_routine_belongs_to_its_value(taken: str) -> None:
    reply = ask(code(STEP.format(taken)))
    assert verdicts(reply) == "rrrr"
    assert "dc_next is the derivative by c" in reply.text("short")


KEPT = [
    ("H = np.tanh(x @ W)", "H @ V, H", "dout, x, W, V, H", "dV = H.T @ dout; dH = dout @ V.T"),
    ("H = np.tanh(x @ W)", "H @ V, (x, H)", "dout, x, V, H", "dV = H.T @ dout; dH = dout @ V.T"),
    ("H = x @ W; A = np.tanh(H)", "A @ V, A, H", "dY, V, A, H",
     "dV = A.T @ dY; dH = (dY @ V.T) * (1 - A**2)"),
    ("H = x @ W", "np.maximum(H, 0), H", "dout, x, H", "dH = dout * (H > 0); dW = x.T @ dH"),
    ("H = x @ W; out = H @ V", "out, H", "dout, V, H", "dV = H.T @ dout; dH = dout @ V.T"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "returned", "taken", "backward"), KEPT, ids=range(len(KEPT)))
def test_the_first_value_returned_is_the_output_and_the_others_are_kept(
    lines: str, returned: str, taken: str, backward: str
) -> None:
    program = (
        f"def f(x, W, V):\n    {lines}\n    return {returned}\n"
        f"def f_backward({taken}):\n    {backward}\n    return {backward[:2]}"
    )
    assert verdicts(ask(code(program, "x is (n, d), V is (k, c). Is it right?"))) == "rr"


def test_a_number_returned_first_is_the_function() -> None:
    program = (
        "def loss(w, X, y):\n    r = X @ w - y\n    return np.sum(r**2), r\n"
        "def grad(w, X, y, r):\n    return 2 * X.T @ r"
    )
    assert verdicts(ask(code(program))) == "r"


def test_a_loss_behind_a_value_without_a_name_is_the_function() -> None:
    program = (
        "def f(X, w, y):\n    r = X @ w - y\n    loss = np.sum(r**2)\n    return 2 * r, loss\n"
        "def f_grad(X, w, y):\n    dw = 2 * X.T @ (X @ w - y)\n    return dw"
    )
    assert verdicts(ask(code(program))) == "r"
