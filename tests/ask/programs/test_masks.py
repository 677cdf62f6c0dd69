"""Conditions under a name, masks that are arrays, and derivatives that are masked in place."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

HUBER = """def loss(w, X, y, delta=1.0):
    r = X @ w - y
    small = np.abs(r) <= delta
    return np.sum(np.where(small, 0.5 * r**2, delta * (np.abs(r) - 0.5 * delta)))
def grad(w, X, y, delta=1.0):
    r = X @ w - y
    return X.T @ np.where(np.abs(r) <= delta, r, {0})"""


@pytest.mark.parametrize(("slope", "found"), [("delta * np.sign(r)", "r"), ("delta", "w")])
def test_a_condition_may_have_a_name(slope: str, found: str) -> None:
    assert verdicts(ask(code(HUBER.format(slope)))) == found


MASKED = [
    ("dout * mask", "r"),
    ("dout * mask.astype(float)", "r"),
    ("np.where(mask, dout, 0)", "r"),
    ("dout * ~mask", "w"),
    ("np.where(~mask, 0, dout)", "r"),
]


@pytest.mark.parametrize(("value", "found"), MASKED)
def test_it_is_used_as_numbers_and_in_where(value: str, found: str) -> None:
    program = f"mask = x > 0\nout = np.maximum(x, 0)\ndx = {value}"
    assert verdicts(ask(code(program))) == found


LAYER = "z = x @ W\nh = np.maximum(z, 0)\nmask = z {0}\ndz = dh.copy()\ndz[{1}] = 0\ndW = x.T @ dz"


@pytest.mark.parametrize(("sign", "mask"), [("<= 0", "mask"), ("> 0", "~mask")])
def test_it_chooses_entries_that_are_set(sign: str, mask: str) -> None:
    reply = ask(code(LAYER.format(sign, mask), "x is (n, d). Right?"))
    assert reply.claims[-1].status == "right"


NETWORK = """h = np.maximum(0, X @ W1)
s = h @ W2
loss = np.sum(s**2)
ds = 2 * s
dh = {0}
dh[h <= 0] = 0
dW1 = X.T @ dh"""


@pytest.mark.parametrize(("value", "found"), [("ds @ W2.T", "rrr"), ("s @ W2.T", "rww")])
def test_a_derivative_is_judged_before_it_is_masked(value: str, found: str) -> None:
    assert verdicts(ask(code(NETWORK.format(value)))) == found


DROPOUT = """def forward(x, W, b, mask, p):
    a = x @ W + b
    out = np.maximum(a, 0) * mask / p
    return out
def backward(dout, x, W, b, mask, p):
    a = x @ W + b
    da = dout * mask / p * (a > 0)
    dx = da @ W.T
    return dx"""


def test_a_mask_is_an_array_and_what_is_divided_by_a_number() -> None:
    reply = ask(code(DROPOUT))
    problem = reply.understood.problem
    assert problem is not None
    assert [problem.symbols[x].is_scalar for x in ("mask", "p")] == [False, True]
    assert verdicts(reply) == "rr"


@pytest.mark.parametrize(
    "line",
    ["dh = dh * (h > 0)", "dh *= h > 0", "dh = (h > 0) * dh", "dh *= (h > 0).astype(float)"],
)
def test_a_derivative_is_judged_before_it_is_multiplied_with_a_mask(line: str) -> None:
    passed = "h = np.maximum(0, x @ W)\nout = h @ V\ndV = h.T @ dout\ndh = dout @ V.T\n"
    reply = ask(code(f"{passed}{line}\ndW = x.T @ dh", "Given dout. Right?"))
    assert verdicts(reply) == "rrr"
    reply = ask(code(f"{passed.replace('V.T', 'V')}{line}\ndW = x.T @ dh", "Given dout. Right?"))
    assert "w" in verdicts(reply)


def test_a_masked_derivative_by_what_stands_inside_is_judged_as_it_is() -> None:
    passed = "z = x @ W\nh = np.maximum(0, z)\nout = h @ V\ndz = dout @ V.T\ndz[z <= 0] = 0\n"
    reply = ask(code(f"{passed}dW = x.T @ dz", "Given dout. Right?"))
    assert verdicts(reply) == "rr"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("mask is 0/1 with shape of h.", "r"),
        ("The binary mask drop_mask has the shape of h.", "r"),
        ("mask contains only zeros and ones.", "r"),
        ("mask is what dropout multiplies with.", "w"),
    ],
)
def test_a_mask_may_have_a_name_of_several_letters(words: str, found: str) -> None:
    name = "drop_mask" if "drop_mask" in words else "mask"
    program = f"h = X @ W\nloss = 0.5 * np.sum(({name} * h)**2)\ndW = X.T @ ({name} * h)"
    assert verdicts(ask(code(program, f"{words} Is this right?"))) == found
