from matgrad.core.steps import Problem
from matgrad.ops import add, entry, frobenius, kron, mean, number, symbol, total, vec
from matgrad.verify.shrink import shrinking_of

W, x = symbol("W", 100, 784), symbol("x", 784)
NETWORK = Problem(mean(W @ x))


def test_sizes_keep_their_order_and_stay_different() -> None:
    sizes = shrinking_of(NETWORK).sizes
    assert list(sizes) == [100, 784]
    assert sizes[100] < sizes[784] <= 8


def test_small_sizes_stay() -> None:
    y = symbol("y", 3)
    assert not shrinking_of(Problem(frobenius(y, y))).sizes


def test_products_of_small_sizes_are_not_large_sizes() -> None:
    A = symbol("A", 3, 4)
    f = frobenius(vec(kron(A, A)), vec(kron(A, A)))
    assert not shrinking_of(Problem(f)).sizes


def test_numbers_that_stand_for_a_size_change_with_it() -> None:
    small = shrinking_of(NETWORK)
    n = small.sizes[784]
    assert small(number("1/784")) is number(f"1/{n}")
    assert small(number("1/392")) is number(f"2/{n}")
    assert small(number("1/2")) is number("1/2")
    assert small(number(12345)) is number(12345)


def test_numbers_may_stay_where_sizes_become_names() -> None:
    small = shrinking_of(NETWORK, with_numbers=False, by_name=True)
    assert small(W).shape.rows.value is None
    assert small(number("1/784")) is number("1/784")
    assert small(mean(x)) is total(small(x)) / number(784)


def test_entries_that_are_picked_out_stay_different() -> None:
    f = add(entry(x, 77), entry(x, 500))
    small = shrinking_of(Problem(f))(f)
    assert len(set(small.args)) == 2
