"""Families in the engine: indices, sums, derivations that are checked line by line."""

import pytest

from matgrad.core.dims import dim
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.derive.gradient import gradient
from matgrad.errors import ShapeError
from matgrad.ops import (
    add,
    exp,
    frobenius,
    inv,
    log,
    logdet,
    matmul,
    norm2,
    number,
    power,
    scale,
    size,
    softmax_rows,
    sqrt,
    symbol,
)
from matgrad.ops.families import (
    delta,
    member_at,
    merge,
    named_part,
    opened,
    renamed,
    split,
    sum_over,
)
from matgrad.render import plain, text
from matgrad.rules import simplify
from matgrad.rules.matrix_form import matrix_form
from matgrad.verify.check import check
from tests.equality import equal
from tests.families.terms import BY_H, BY_I, BY_J, BY_K, family

x_i, x_k = family("x", "d"), family("x", "d", axes=(BY_K,))
A_i, b_i, x = family("A", "m", "n"), family("b", "m"), symbol("x", "n")


# ---------------------------------------------------------------- indices


def test_sums_that_differ_in_the_name_of_their_index_are_one_expression() -> None:
    assert sum_over(BY_I, x_i) is sum_over(BY_J, renamed(x_i, {"i": "j"}))


def test_what_is_put_into_a_sum_never_means_its_index_by_mistake() -> None:
    inner = sum_over(BY_I, x_i)
    outer = sum_over(BY_I, scale(x_i.T @ inner, x_i))  # the same letter, inside and outside
    assert equal(outer, matmul(sum_over(BY_I, x_i @ x_i.T), inner))


def test_an_index_can_be_opened_with_another_letter_and_closed_again() -> None:
    whole = sum_over(BY_I, norm2(x_i))
    again = opened(whole.args[0], "t")
    assert [axis.name for axis in again.axes] == ["t"]
    assert sum_over(again.axes[0], again) is whole


def test_members_of_one_axis_have_one_size() -> None:
    other = family("y", "d", axes=(BY_I._replace(size=BY_K.size),))
    with pytest.raises(ShapeError, match="the index i runs to"):
        add(x_i, other)


def test_a_fixed_member_is_there_or_is_refused() -> None:
    assert text(member_at(x_i, {"i": 1})) == "x_1"
    with pytest.raises(ShapeError, match="members 1 to N"):
        member_at(x_i, {"i": 0})


def test_a_name_for_a_part_of_a_sum_has_a_letter_for_its_index() -> None:
    (body,) = sum_over(BY_I, A_i @ x - b_i).args
    named = named_part("r", body)
    assert (text(named.symbol), text(named.value)) == ("r_i", "A_i*x - b_i")
    assert sum_over(BY_I, opened(named.here, "i")) is sum_over(BY_I, named.symbol)


# ---------------------------------------------------------------- rules and printing


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (sum_over(BY_I, scale(number(2), x_i)), "2*sum(i, x_i)"),
        (sum_over(BY_I, symbol("A", "m", "d") @ x_i), "A*sum(i, x_i)"),
        (sum_over(BY_I, symbol("c", "d") + x_i), "N*c + sum(i, x_i)"),
        (sum_over(BY_I, scale(delta("i", "j", BY_I.size), x_i)), "x_j"),
        (split(merge(BY_I, x_i), BY_J), "x_j"),
        (merge(BY_I, split(symbol("X", "d", "N"), BY_I)), "X"),
    ],
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_what_does_not_change_with_an_index_stands_outside(before: Expr, after: str) -> None:
    assert text(simplify(before)) == after


def test_nested_sums_have_letters_that_can_be_told_apart() -> None:
    pairs = sum_over(BY_I, sum_over(BY_J, norm2(x_i - renamed(x_i, {"i": "j"}))))
    assert plain(pairs) == "Σᵢ Σⱼ ‖xᵢ − xⱼ‖"
    assert pairs.latex() == r"\sum_{i} \sum_{j} \left\|x_{i} - x_{j}\right\|_2"


# ---------------------------------------------------------------- derivations

mu_k, p_k = family("mu", "d", axes=(BY_K,)), family("p", axes=(BY_K,), facts="positive")
S_k = family("Sigma", "d", "d", axes=(BY_K,), facts="positive_definite")
Q_h, K_h, V_h, G_h = (family(name, "t", "d", axes=(BY_H,)) for name in "QKVG")
DENSITY = exp(scale(number("-1/2"), logdet(S_k) + matmul((x_i - mu_k).T, inv(S_k), x_i - mu_k)))
WIDE, A = symbol("X", "t", BY_H.size * 3), symbol("A", "m", "d")
SCORES = scale(power(sqrt(size("d")), -1), Q_h @ K_h.T)
PROBLEMS = {
    "least squares": (sum_over(BY_I, norm2(A_i @ x - b_i) ** 2), (x, A_i, b_i)),
    "a mixture": (sum_over(BY_I, log(sum_over(BY_K, scale(p_k, DENSITY)))), (mu_k, S_k, p_k)),
    "heads": (
        sum_over(BY_H, frobenius(G_h, softmax_rows(SCORES) @ V_h)),
        (Q_h, K_h, V_h),
    ),
    "kernels of pairs": (
        sum_over(BY_I, sum_over(BY_J, exp(-(norm2(x_i - renamed(x_i, {"i": "j"})) ** 2)))),
        (x_i,),
    ),
    "the same matrix for all": (sum_over(BY_I, norm2(A @ x_i) ** 2), (A,)),
    "a fixed member": (norm2(member_at(x_i, {"i": 1})) ** 2, (x_i,)),
    "blocks of columns": (sum_over(BY_H, norm2(split(WIDE, BY_H, dim(3))) ** 2), (WIDE,)),
}  # fmt: skip


@pytest.mark.parametrize("name", PROBLEMS)
def test_every_line_of_a_derivation_with_families_is_exact(name: str) -> None:
    function, wrt = PROBLEMS[name]
    trace = gradient(Problem(function, symbols={X.name: X for X in wrt}), wrt)
    verdict = check(trace)
    assert verdict.ok, verdict.details


def test_the_gradients_of_least_squares_are_written_as_on_paper() -> None:
    function, wrt = PROBLEMS["least squares"]
    trace = gradient(Problem(function, symbols={X.name: X for X in wrt}), wrt)
    assert {name: plain(G) for name, G in trace.results.items()} == {
        "x": "2 Σᵢ Aᵢᵀrᵢ", "A": "2rᵢxᵀ", "b": "−2rᵢ",
    }  # fmt: skip


def test_a_gradient_is_that_of_one_number() -> None:
    with pytest.raises(ShapeError, match="f is one for each i"):
        gradient(Problem(norm2(A_i @ x), symbols={"x": x}), [x])


# ---------------------------------------------------------------- sums as matrices

X, y, w, c = symbol("X", "N", "d"), symbol("y", "N"), symbol("w", "d"), symbol("c", "d")
M, S = symbol("M", "d", "d"), symbol("S", "N", "N")
row, other = split(X.T, BY_I), split(X.T, BY_J)
entry, S_ij = split(y.T, BY_I), split(split(S, BY_J).T, BY_I)


@pytest.mark.parametrize(
    ("sum_", "form"),
    [
        (sum_over(BY_I, power(entry - w.T @ row, 2)), "sum((y - X*w).^2)"),
        (sum_over(BY_I, row @ row.T), "X'*X"),
        (sum_over(BY_I, norm2(row - c) ** 2), "normF(X' - c*ones(N)')^2"),
        (sum_over(BY_I, sum_over(BY_J, scale(S_ij, entry, split(y.T, BY_J)))), "sum(y .* (S*y))"),
        (sum_over(BY_I, log(exp(w.T @ row))), "sum(log(exp(X*w)))"),
        (merge(BY_I, M @ row), "M*X'"),
        (sum_over(BY_I, sum_over(BY_J, power(row.T @ other - S_ij, 2))), "sum((X*X' - S).^2)"),
    ],
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_a_sum_over_rows_and_entries_is_a_product_of_matrices(sum_: Expr, form: str) -> None:
    found = matrix_form(sum_)
    assert text(found) == form
    assert equal(sum_, found)


def test_a_sum_over_matrices_stays_a_sum() -> None:
    function, _ = PROBLEMS["least squares"]
    assert matrix_form(function) is function
