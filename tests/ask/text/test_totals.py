"""Sums and means whose index words or calls tell; nothing of them is dropped."""

import pytest

from matgrad.app.ask.text.totals import with_totals
from tests.ask.reading import by, function_of

SQUARES = "sum((y - X*w).^2)"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sum over i of x_i^2", "sum_i x_i^2"),
        ("the sum over all i of x_i^2", "sum_i x_i^2"),
        ("sum over i and j of A_ij", "sum_{i,j} A_ij"),
        ("sum from i=1 to n of x_i", "sum_{i=1}^{n} x_i"),
        ("sum over i = 1, ..., n of x_i", "sum_{i=1}^{n} x_i"),
        ("product over i of x_i", "prod_i x_i"),
        ("average over i of x_i", "1/n sum_{i=1}^{n} x_i"),
        ("average over the batch of (x_i - a)^2", "1/n sum_{i=1}^{n} (x_i - a)^2"),
        ("the sum over all training examples of x_i", "sum_i x_i"),
        ("sum(x_i^2)", "sum_i (x_i^2)"),
        ("sum(x_i)^2", "(sum_i (x_i))^2"),
        ("sum(x_i^2, i=1..n)", "sum_{i=1}^{n} (x_i^2)"),
        ("Sum[x_i^2, {i, 1, n}]", "sum_{i=1}^{n} (x_i^2)"),
        ("sum_i=1^n x_i", "sum_{i=1}^n  x_i"),
        ("mean(x_i)", "1/n sum_{i=1}^{n} (x_i)"),
        (r"\operatorname{mean}_i x_i", r"\frac{1}{n} \sum_{i=1}^{n}  x_i"),
        ("y in R^N, mean(y_i)", "y in R^N, 1/N sum_{i=1}^{N} (y_i)"),
        ("mean(x_i^n)", "1/N sum_{i=1}^{N} (x_i^n)"),
        ("avg(x)", "mean(x)"),
        ("avg over i of x_i", "1/n sum_{i=1}^{n} x_i"),
    ],
)
def test_an_index_stands_below(typed: str, meant: str) -> None:
    assert with_totals(typed) == meant


@pytest.mark.parametrize(
    "typed",
    ["mean(x)", "sum over the samples of A_ij x_j", "sum over the batch of x", "sum(A x)",
     "sum(x_i y_j)", "sum over the rows", "mean over i and j of A_ij",
     "sum(sum_i x_i)", "the mean value x_i", "the sum over i is 3", "mean (y_i - c)^2"],
)  # fmt: skip
def test_other_sums_are_left(typed: str) -> None:
    assert with_totals(typed) == typed


@pytest.mark.parametrize(
    ("asked", "function"),
    [
        ("f(w) = sum((y_i - w'x_i)^2), gradient?", SQUARES),
        ("loss = sum over i=1..n of (y_i - w'x_i)^2, gradient wrt w", SQUARES),
        ("Find the gradient of sum_i (y_i - w'x_i)^2 with respect to w", SQUARES),
        ("L = 1/n sum over i from 1 to n of (y_i - w'x_i)^2, dL/dw?", f"{SQUARES}/n"),
        ("gradient of the average over i of (y_i - w'x_i)^2 wrt w", f"{SQUARES}/n"),
        (r"Let $L = \text{mean}((y_i - w^Tx_i)^2)$. Gradient wrt w?", f"{SQUARES}/n"),
        (r"Gradient of the average over $i$ of $(y_i-w^Tx_i)^2$ wrt $w$", f"{SQUARES}/n"),
        (r"the loss is the mean of $(y_i-w^Tx_i)^2$ over $i$. Gradient wrt $w$?", f"{SQUARES}/n"),
        (r"Let $f(x) = $ the sum over $i$ of $x_i^2$. Gradient?", "sum(x.^2)"),
        (r"Let $L = \text{mean}((Xw - y)^2)$. Gradient wrt w?", "mean((X*w - y).^2)"),
        ("loss = mean of |Xw - y|, gradient wrt w", "mean(abs(X*w - y))"),
        ("loss = average((Xw-y)^2), gradient in w?", "mean((X*w - y).^2)"),
        (r"Let $L$ = trace of $X^TAX$. Gradient wrt X?", "tr(X'*A*X)"),
        ("f(w) = the sum over all i of max(0, 1 - y_i w'x_i). gradient?",
         "sum(max(zeros(n), 1 - (y .* (X*w))))"),
    ],
)  # fmt: skip
def test_words_and_calls_are_part_of_the_function(asked: str, function: str) -> None:
    assert function_of(asked) == function


def test_a_mean_of_members_is_one_over_them() -> None:
    assert by("the mean of x_i^2") == "sum(x.^2)/n"


def test_a_word_behind_a_loss_that_is_not_known_is_asked_about() -> None:
    assert function_of("loss = the frobnication of X'AX, gradient wrt X") is None
