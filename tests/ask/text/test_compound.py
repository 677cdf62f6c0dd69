"""Names of several letters that are typed in one word: Wf, Wxh, h_prev."""

import pytest

import matgrad as mg
from matgrad.app.ask.text.compound import with_compound

NAMES = [
    ("f = sigmoid(Wf*x + Uf*h + bf)", "f = sigmoid(W_f*x + U_f*h + b_f)"),
    ("z = sigmoid(Wz x + Uz h), n = tanh(Un (r .* h))", "z = sigmoid(W_z x + U_z h), "
     "n = tanh(U_n * (r .* h))"),
    ("Q = X Wq, K = X Wk", "Q = X W_q, K = X W_k"),
    ("h = tanh(Wx*x + Wh*h_prev + b)", "h = tanh(W_x*x + W_h*h_{prev} + b)"),
    ("y = Why h, h = tanh(Wxh x + bh). dL/dWxh", "y = W_{hy} h, h = tanh(W_{xh} x + b_h). "
     "dL/dW_{xh}"),
    ("c = f .* c_prev + i .* g", "c = f .* c_{prev} + i .* g"),
    ("xnew = xold - lr * g", "x_{new} = x_{old} - l_r * g"),
    ("u = Kp*e + Ki*s + Kd*v", "u = K_p*e + K_i*s + K_d*v"),
    ("the weights Wq and Wk", "the weights W_q and W_k"),
]  # fmt: skip
PRODUCTS = [
    "gradient of ||Ax - b||^2 wrt x",
    "L = ||Ax - By||^2, wrt x and y",
    "f(x,y) = xy*z + yz",
    "f = ab*x^2 wrt a",
    "E = mc*c",
    "y = Wx + b, dL/dW = dy x'",
    "h = tanh(Wx + Uh + b), wrt W and U",
    "the gradient of Ax y' B wrt A",
    "f(x) = tr(Ax x')",
    "d^2f/dxdy of f = xy",
    "Let x = 3. Is x*y ok? We use my x.",
    "p_ij, f_xy for f(x,y) = xy, y_pred",
    "I = kT*x",
    "$W_f x$ and $Wf*x$",
]
ANSWERS = [
    (
        "LSTM forget gate: f = sigmoid(Wf*x + Uf*h + bf). Gradient of sum(f) wrt Wf?",
        {"W_f": "(sigmoid(U_f*h + W_f*x + b_f) .* (1 - sigmoid(U_f*h + W_f*x + b_f)))*x'"},
    ),
    (
        "Attention: Q = X Wq, K = X Wk, V = X Wv. L = trace(G' Q K' V). gradient of L wrt Wq?",
        {"W_q": "X'*G*W_v'*X'*X*W_k"},
    ),
    (
        "h = tanh(Wxh x + Whh hprev + bh), y = Why h + b_y, L = ||y - t||^2. dL/db_y?",
        {"b_y": "2*(W_hy*tanh(W_hh*h_prev + W_xh*x + b_h) + b_y - t)"},
    ),
    ("c = f .* c_prev + i .* g, L = v'c. dL/df?", {"f": "c_prev .* v"}),
    ("L = ||y_hat - y||^2, y_hat = X w. gradient of L wrt w?", {"w": "2*X'*(X*w - y)"}),
    ("L = (v_max x - y)^2. dL/dx?", {"x": "2*v_max*(v_max*x - y)"}),
]


@pytest.mark.parametrize(("text", "written"), NAMES, ids=range(len(NAMES)))
def test_letters_of_one_name_are_written_with_an_index(text: str, written: str) -> None:
    assert with_compound(text)[0] == written


@pytest.mark.parametrize("text", PRODUCTS, ids=range(len(PRODUCTS)))
def test_products_stay(text: str) -> None:
    assert with_compound(text) == (text, [])


@pytest.mark.parametrize(("question", "wanted"), ANSWERS, ids=range(len(ANSWERS)))
def test_answers(question: str, wanted: dict[str, str]) -> None:
    assert {x: str(value) for x, value in mg.ask(question).results.items()} == wanted


def test_a_line_tells_which_letters_are_one_name() -> None:
    told = mg.ask("f = sigmoid(Wf*x + bf), L = c'f. dL/dWf?").text("short")
    assert "Wf, bf are one name each, written W_f, b_f here" in told


def test_claims_about_gates() -> None:
    text = (
        "f = sigmoid(Wf*x + Uf*h + bf), L = c'f. I get dL/dWf = (c .* f .* (1-f)) x' "
        "and dL/dbf = c .* f. Right?"
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "wrong"]


def test_in_a_display_a_product_with_an_index_is_no_compound_name() -> None:
    text = r"Let $f(w)=w^TS_Bw$ with symmetric $S_B$. $$\nabla f(w)=2S_Bw.$$"
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
