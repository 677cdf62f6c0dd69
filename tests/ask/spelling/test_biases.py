"""What words or shapes add to each row or column of a matrix."""

import pytest

import matgrad as mg

ROWS = [
    ("Y = X W + b (b is a row vector added to each row). L = ||Y - T||_F^2. dL/db?", "b", "1×k"),
    ("Y = X W + b, where b is a 1 x p row vector broadcast over the rows. L = ||Y||_F^2. dL/db?",
     "b", "1×p"),
    (r"$Y = XW + b$ with $b \in \mathbb{R}^{1\times p}$ added to each row, $L = \|Y\|_F^2$. "
     r"What is $\partial L/\partial b$?", "b", "1×p"),
    ("Xc = X - mu where mu is a row vector subtracted from every row. L = ||Xc||_F^2. dL/dmu?",
     "mu", "1×n"),
    ("Z = A B + c, c is added to every row. L = ||Z||_F^2. dL/dc?", "c", "k×1"),
    ("Z = A B + c, c is added to each column. L = ||Z||_F^2. dL/dc?", "c", "m×1"),
    ("Y = X @ W + b, X is (n, d), W is (d, k), b is (k,), L = sum((Y - T)**2). dL/db?", "b", "k×1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "shape"), ROWS, ids=range(len(ROWS)))
def test_a_vector_is_added_to_what_the_words_say(text: str, name: str, shape: str) -> None:
    assert str(mg.ask(text).results[name].shape) == shape


def test_the_reading_is_shown() -> None:
    told = mg.ask(ROWS[0][0]).text("short")
    assert "with Y = XW + 𝟏b\n" in told
    assert "b is added to each row" in told


def test_sums_over_rows_in_words_are_compared() -> None:
    text = (
        "Let Y = X W + b, b is broadcast across rows, L = 0.5 * ||Y - T||^2. My gradient: "
        "db = sum over rows of (Y - T). ok?"
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
    assert [c.status for c in mg.ask(text.replace("over rows of", "over columns of")).claims] == [
        "wrong"
    ]


LAYERS = [
    (r"$Z_1 = W_1X + b_1$, $A_1 = \tanh(Z_1)$, $Z_2 = W_2A_1 + b_2$, $L = \frac12\|Z_2 - Y\|_F^2$. "
     r"I get $\partial L/\partial b_2 = (Z_2 - Y)\mathbf 1$.", ["right"]),
    ("z1 = X @ W1 + b1, h = np.maximum(0, z1), z2 = h @ W2 + b2, L = np.sum((z2 - Y)**2). I get "
     "dL/db2 = 2 * np.sum(z2 - Y, axis=0).", ["right"]),
    ("Z = W X + b, A = sigmoid(Z), L = 1/2 ||A - Y||_F^2. I get dL/db = sum over columns of "
     "(A - Y) .* A .* (1 - A).", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "verdicts"), LAYERS, ids=range(len(LAYERS)))
def test_biases_of_later_layers_are_added_alike(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == verdicts
