import pytest

import matgrad as mg

FORWARD = "Z1 = X W1, H = relu(Z1), Y = H W2, L = 1/2 ||Y - T||_F^2. "
PASSES = [
    (
        "Backward: dY = Y - T; dW2 = H^T dY; dH = dY W2^T; dZ1 = dH ⊙ (Z1 > 0); dW1 = X^T dZ1.",
        ["right"] * 5,
    ),
    ("Backward: dY = T - Y; dW2 = H^T dY.", ["wrong", "right"]),
]


@pytest.mark.parametrize(("text", "verdicts"), PASSES, ids=range(len(PASSES)))
def test_a_backward_pass_in_shorthand_is_judged(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(FORWARD + text).claims] == verdicts


def test_differentials_stay_differentials() -> None:
    text = r"Backprop: let $L=\frac12\|Y\|_F^2$ and $Y=XW$. Then $dY=X\,dW$."
    assert [claim.latex.partition(" =")[0] for claim in mg.ask(text).claims] == ["dY"]


def test_a_derivative_by_a_part_inside_of_a_claim_is_known() -> None:
    text = (
        r"Let $Y=HV$, $L=\frac12\|Y-T\|_F^2$. "
        r"Is $\frac{\partial L}{\partial V}=H\frac{\partial L}{\partial Y}$?"
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


LAYER = "y = sigmoid(W*x + b), loss L = 0.5*sum((y - t)^2). "
STARRED = [
    ("My numpy gradient: dW = np.outer((y-t)*y*(1-y), x). Right?", "right"),
    ("My numpy gradient: dW = np.outer((y-t)*y*(1+y), x). Right?", "wrong"),
    ("I get dL/db = (y-t)*y*(1-y). ok?", "right"),
    ("I get dL/db = (y-t)*y*(1+y). ok?", "wrong"),
    ("I get dL/dW = ((y-t)*y*(1-y)) x^T. ok?", "right"),
]


@pytest.mark.parametrize(("text", "status"), STARRED, ids=range(len(STARRED)))
def test_a_star_between_vectors_may_be_of_entries(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(LAYER + text).claims] == [status]


def test_a_differential_that_is_free_is_not_called_wrong() -> None:
    text = "L = 0.5*||Wx - t||^2, what is the gradient? dL = (Wx-t)^T dW x, or dW = (Wx-t) x^T?"
    verdicts = [(claim.status, claim.words) for claim in mg.ask(text).claims]
    free = "dW is free here; write ∂L/∂W = …"
    assert verdicts == [("right", ""), ("not checked", free)]


LINEAR = "Y = XW + 1b^T, L = 1/2||Y - T||_F^2. Backward: dY = Y - T, dW = X.T @ dY, "
AXES = [
    ("db = np.sum(dY, axis=0). Right?", "right"),
    ("db = dY.sum(axis=0). Right?", "right"),
    ("db = dY.sum(0). Right?", "right"),
    ("db = np.sum(dY, axis=1, keepdims=True). Right?", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), AXES, ids=range(len(AXES)))
def test_sums_along_an_axis_and_the_shapes_of_programs(text: str, status: str) -> None:
    claims = mg.ask(LINEAR + text).claims
    assert [claim.status for claim in claims] == ["right", "right", status]


def test_gradients_of_programs_need_no_word_for_them() -> None:
    text = (
        "I'm implementing multinomial logistic regression from scratch. Z = XW + 1b^T, "
        "P = softmax(Z) (row-wise), loss = -1/N sum(Y ⊙ log P), rows of Y sum to one. "
        "I have dW = X^T (P - Y)/N and db = sum(P - Y, axis=0)/N. Correct?"
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "right"]


ATTENTION = r"Let $S=QK^T$, $P=\text{softmax}(S)$ (row-wise), $O=PV$. "


def test_the_derivative_by_the_output_is_given() -> None:
    reply = mg.ask(ATTENTION + "Given the upstream gradient $dO$, what are $dQ$, $dK$ and $dV$?")
    assert [*reply.results] == ["Q", "K", "V"]
    assert str(reply.results["V"]) == "softmax_rows(Q*K')'*G"


def test_formulas_with_the_given_derivative_are_judged() -> None:
    text = (
        r"Given $dO = \partial L/\partial O$, I know $dV = P^TdO$ and $dP = V^TdO$. What is $dQ$?"
    )
    claims = mg.ask(ATTENTION + text).claims
    assert {claim.latex.partition(" =")[0]: claim.status for claim in claims} == {
        r"\frac {\partial L}{\partial V}": "right",
        r"\frac {\partial L}{\partial P}": "wrong",
    }


def test_what_is_not_the_output_stays_a_differential() -> None:
    reply = mg.ask("Let $Y=X^{-1}$. Given $dX$, what is $dY$?")
    assert "∂L" not in reply.text()


def test_the_gradient_of_o_in_a_listing_is_no_word() -> None:
    reply = mg.ask(
        "forward:\n    h = tanh(W x + b)\n    o = V h\n    loss = 0.5 * ||o - t||^2\nbackward:\n"
        "    do = o - t\n    dV = do h^T\n    dh = V^T do\nplease check each line"
    )
    assert [claim.status for claim in reply.claims] == ["right", "right", "right"]
    assert "mathrm" not in reply.text("short")


NET = "z1 = W1 x, a1 = relu(z1), z2 = W2 a1, L = 1/2 ||z2 - y||^2. "
DELTAS = [
    ("delta2 = z2 - y, delta1 = W2^T delta2 .* relu'(z1). Is dW1 = delta1 x^T correct?", ["right"]),
    (
        "I have delta2 = z2 - y and delta1 = W2^T delta2 .* relu'(z1), dL/dW1 = delta1 x^T, "
        "dL/dW2 = delta1 a1^T. Is it right?",
        ["right", "wrong"],
    ),
    ("delta2 = y - z2, delta1 = W2^T delta2 .* relu'(z1). Is dW1 = delta1 x^T?", ["wrong"]),
]


@pytest.mark.parametrize(("text", "verdicts"), DELTAS, ids=range(len(DELTAS)))
def test_typed_deltas_of_layers_are_names(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(NET + text).claims] == verdicts


def test_a_delta_that_does_not_fit_is_named() -> None:
    text = NET + "delta2 = z2 - y, delta1 = W2 delta2 .* relu'(z1), dW1 = delta1 x^T. Right?"
    (claim,) = mg.ask(text).claims
    assert claim.status == "not checked"
    assert "what δ₁ is defined as does not fit" in claim.words


def test_a_program_needs_no_words_for_its_backward_pass() -> None:
    text = (
        "h = relu(W1 @ x + b1); y = W2 @ h + b2; loss = 0.5*||y - t||^2. dW2 = (y - t) @ h.T, "
        "dh = W2.T @ (y - t), dW1 = (dh * (h > 0)) @ x.T. right?"
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right"] * 3
    wrong = text.replace("dh * (h > 0)", "dh")
    assert [claim.status for claim in mg.ask(wrong).claims] == ["right", "right", "wrong"]


@pytest.mark.parametrize(
    "given",
    [r"With $dO$ the upstream gradient, ", r"$dO = \partial L/\partial O$. Then "],
)
def test_the_gradient_by_the_output_may_be_named_behind_it(given: str) -> None:
    claims = mg.ask(rf"$O = PV$. {given}$dV = P^TdO$, $dP = 2\,dO\,V^T$.").claims
    assert [claim.status for claim in claims] == ["right", "wrong"]
