"""Compiled functions check what they are given and return plain arrays."""

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import TARGETS, Wanted, compile_numpy, compile_program, program
from matgrad.core.dims import dim
from matgrad.core.steps import Definition
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.ops import symbol

A, x, b = symbol("A", "m", "n"), symbol("x", "n"), symbol("b", "m")
c = symbol("c")
row = symbol("row", 1, "n")
residual = A @ x - b
ARRAYS = {"A": np.arange(6.0).reshape(2, 3), "x": np.ones(3), "b": np.array([1.0, 2.0])}


def test_inputs_by_keyword_and_by_position_agree():
    f = compile_numpy(residual)
    assert f.inputs == ("A", "x", "b")
    np.testing.assert_array_equal(f(**ARRAYS), f(*ARRAYS.values()))
    np.testing.assert_array_equal(f(**ARRAYS), [2, 10])


def test_the_order_of_inputs_can_be_chosen():
    f = compile_numpy(residual, inputs=[x, b, A])
    assert f.inputs == ("x", "b", "A")


def test_an_input_that_is_not_used_may_be_listed():
    assert compile_numpy(o.zeros("n"), inputs=[x])(x=[1, 2]).tolist() == [0, 0]


def test_a_symbol_that_is_not_listed_is_an_error():
    with pytest.raises(UnknownNameError, match="b is used"):
        compile_numpy(residual, inputs=[x, A])


def test_differentials_come_last():
    f = compile_numpy(A @ o.differential_symbol(x) + b)
    assert f.inputs == ("A", "b", "dx")


def test_lists_and_integers_are_accepted():
    assert compile_numpy(c * x)(c=2, x=[1, 2, 3]).tolist() == [2.0, 4.0, 6.0]


def test_single_precision_is_kept_if_every_array_has_it():
    f = compile_numpy(c * o.step(x) + A.T @ b)
    small = {name: array.astype(np.float32) for name, array in ARRAYS.items()}
    assert f(c=0.5, **small).dtype == np.float32
    assert f(c=0.5, **{**small, "x": ARRAYS["x"]}).dtype == np.float64


def test_scalars_are_numbers():
    value = compile_numpy(x.T @ x)(x=[3, 4])
    assert isinstance(value, float)
    assert value == 25


def test_a_constant_result_is_a_float():
    assert isinstance(compile_numpy(o.number(2), inputs=[x])(x=[1.0]), float)


def test_rows_go_in_and_come_out_with_two_axes():
    f = compile_numpy(2 * row)
    assert f(row=[[1, 2]]).tolist() == [[2, 4]]
    assert f(row=[1, 2]).tolist() == [[2, 4]]


@pytest.mark.parametrize("expr", [x, x.T, A, A.T, o.diag(symbol("M", "n", "n")), row, row.T])
def test_results_share_no_memory_with_inputs(expr):
    array = np.ones((3, 3))
    given = {"x": array[0], "A": array, "M": array, "row": array[:1]}
    f = compile_numpy(expr)
    result = f(given[f.inputs[0]])
    assert not np.shares_memory(result, array)
    result[...] = 0
    assert array.all()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"x": np.ones(4)}, "axis 0 of x has size 4, expected n, where n = 3 from A"),
        ({"x": np.ones((3, 1))}, r"x is a vector of shape \(n,\), .* shape \(3, 1\)"),
        ({"A": np.ones(3)}, r"A is a matrix of shape \(m, n\)"),
    ],
)
def test_shapes_that_do_not_fit_are_named(wrong, message):
    with pytest.raises(ShapeError, match=message):
        compile_numpy(residual)(**{**ARRAYS, **wrong})


def test_a_declared_size_must_be_the_one_given():
    with pytest.raises(ShapeError, match="axis 0 of v has size 4, expected 3"):
        compile_numpy(2 * symbol("v", 3))(v=np.ones(4))


def test_ragged_and_complex_arrays_are_refused():
    f = compile_numpy(2 * A)
    with pytest.raises(ShapeError, match="A is not an array"):
        f(A=[[1, 2], [3]])
    with pytest.raises(UnsupportedError, match="A has entries of type complex128"):
        f(A=[[1j]])


def test_an_index_above_the_size_is_refused():
    with pytest.raises(ShapeError, match="index 5 is used, but n = 3"):
        compile_numpy(o.entry(x, 5))(x=np.ones(3))


@pytest.mark.parametrize("given", [{}, {"x": 1, "y": 2}])
def test_missing_and_unknown_inputs_are_named(given):
    with pytest.raises(UnknownNameError, match=r"x|y"):
        compile_numpy(2 * x)(**given)


def test_an_input_given_twice_or_too_many_are_refused():
    f = compile_numpy(2 * x)
    with pytest.raises(UnknownNameError, match="given twice"):
        f([1.0], x=[1.0])
    with pytest.raises(UnknownNameError, match="2 arrays given"):
        f([1.0], [1.0])


def test_several_results_are_a_tuple_in_order():
    value, gradient = compile_numpy((c, 2 * x))(c=1, x=[1, 2])
    assert value == 1
    assert gradient.tolist() == [2, 4]


def test_a_value_with_its_gradients_keeps_its_grouping():
    value, (first, second) = compile_numpy((c, (2 * x, row)))(c=1, x=[1, 2], row=[[3, 4]])
    assert (value, first.tolist(), second.tolist()) == (1, [2, 4], [[3, 4]])
    value, (only,) = compile_numpy((c, (2 * x,)))(c=1, x=[1, 2])
    assert only.tolist() == [2, 4]


def test_python_words_may_be_names():
    lam, npy, total = symbol("lambda"), symbol("np", "n"), symbol("sum", "n")
    f = compile_numpy(lam * npy + o.exp(total))
    assert f.inputs == ("lambda", "np", "sum")
    assert f(**{"lambda": 2.0, "np": [1.0], "sum": [0.0]}).tolist() == [3.0]
    assert "def f(lambda_, np_, sum_):" in f.source


def test_greek_names_are_spelled_out():
    inputs = [symbol("λ"), symbol("σ′"), symbol("lambda")]
    f = compile_numpy(o.scale(*inputs), inputs=inputs)
    assert "def f(lambda_, sigma_prime, lambda__):" in f.source
    assert f(**{"λ": 2, "σ′": 3, "lambda": 5}) == 30


def test_no_text_of_the_user_reaches_the_code():
    evil = 'x"""\n    raise SystemExit  # \\'
    wanted = 2 * symbol(evil, evil, evil) + o.ones(evil, evil)
    said = evil + '\\"""'
    f = compile_program("numpy", program(Wanted(wanted, name=evil, docstring=said)))
    assert f(np.ones((1, 1))).tolist() == [[3.0]]


def test_unspecified_functions_are_passed_by_keyword():
    f = compile_numpy(o.hadamard(o.unspecified("σ", x), o.unspecified("σ", x, 1)))
    assert (f.inputs, f.functions) == (("x",), ("sigma", "sigma_prime"))
    assert f(x=[1, 2], sigma=np.square, sigma_prime=lambda z: 2 * z).tolist() == [2, 16]


def test_sizes_are_read_from_inputs():
    f = compile_numpy(o.size("n") * o.total(x) + o.size(dim("m") * dim("n") + 1), inputs=[A, x])
    assert f(A=np.ones((2, 3)), x=np.ones(3)) == 3 * 3 + 7


@pytest.mark.parametrize(
    ("size", "length", "n"),
    [(dim("n") * 2 + 1, 7, 3), (dim("n") * dim("m"), 6, 3), (dim("n") + dim("m"), 5, 3)],
)
def test_sizes_that_are_expressions_are_solved(size, length, n):
    v = symbol("v", size)
    f = compile_numpy(o.total(v) * o.size("n") + 0 * o.total(b), inputs=[v, b])
    assert f(v=np.ones(length), b=np.ones(2)) == length * n


def test_a_size_that_fits_no_integer_is_refused():
    with pytest.raises(ShapeError, match=r"v has size 4, which is no 2\*n\+1"):
        compile_numpy(2 * symbol("v", dim("n") * 2 + 1))(v=np.ones(4))


def test_a_size_that_no_input_tells_is_passed_by_keyword():
    f = compile_numpy(c * o.ones("p"))
    assert f.sizes == ("p",)
    assert f(c=2, p=3).tolist() == [2, 2, 2]


def test_an_unknown_target_lists_the_known_ones():
    with pytest.raises(UnsupportedError) as caught:
        compile_program("cobol", program(2 * x))
    assert all(target in str(caught.value) for target in TARGETS)


def test_an_operator_without_code_says_so(monkeypatch):
    monkeypatch.setitem(o.sin.code, "numpy", None)
    with pytest.raises(UnsupportedError, match="operator 'sin' has no numpy code"):
        compile_numpy(o.sin(x))


def residual_network(layers):
    """x ← x + V relu(W x), layer after layer, and the gradient by x0, with every part named."""
    state = first = symbol("x0", "n")
    definitions = []
    steps = []
    for i in range(layers):
        W, V = symbol(f"W{i}", "n", "n"), symbol(f"V{i}", "n", "n")
        a, h, after = symbol(f"a{i}", "n"), symbol(f"h{i}", "n"), symbol(f"x{i + 1}", "n")
        definitions += [
            Definition(a, W @ state),
            Definition(h, o.step(a), "derivative"),
            Definition(after, state + V @ o.relu(a)),
        ]
        steps.append((W, V, h))
        state = after
    adjoint = 2 * state
    for i, (W, V, h) in enumerate(reversed(steps)):
        g = symbol(f"g{i}", "n")
        definitions.append(Definition(g, adjoint, "adjoint"))
        adjoint = g + W.T @ o.hadamard(h, V.T @ g)
    return first, definitions, (o.power(o.norm2(state), 2), adjoint)


def test_two_thousand_layers_compile_and_run():
    first, definitions, outputs = residual_network(2000)
    f = compile_numpy(outputs, definitions)
    rng = np.random.default_rng(0)
    arrays = {name: rng.normal(size=(2, 2)) / 100 for name in f.inputs}
    arrays["x0"] = np.array([1.0, 2.0])
    value, gradient = f(**arrays)
    nudge = np.array([1e-6, 0])
    above, below = (f(**{**arrays, first.name: arrays["x0"] + s * nudge})[0] for s in (1, -1))
    assert abs((above - below) / 2e-6 - gradient[0]) < 1e-5 * abs(value)


def test_ten_thousand_nested_operations_compile():
    state = x
    for _ in range(10_000):
        state = o.sin(state) + x
    assert compile_numpy(state)(x=[0.0]).tolist() == [0.0]


@pytest.mark.parametrize("size", [True, np.True_, 0, 2.5, None])
def test_a_size_is_a_whole_number(size):
    f = compile_numpy(o.ones("p") * o.total(x))
    assert f(x=[1.0, 2.0], p=np.int64(2)).tolist() == [3.0, 3.0]
    with pytest.raises(ShapeError, match="which is no size"):
        f(x=[1.0, 2.0], p=size)


def test_a_function_is_given_where_one_is_wanted():
    f = mg.gradient("function phi(x)\nsum(phi(A*x))", "x", check=False).compile()
    with pytest.raises(UnsupportedError, match="grad_phi is a float, not a function"):
        f(np.ones((2, 3)), np.ones(3), grad_phi=1.0)


def test_it_says_in_short_what_it_is():
    assert repr(compile_numpy(residual)) == "<Compiled numpy function f(A, x, b)>"
    ready = (
        mg.gradient("norm2(A'*(A*x))^2", "x", check=False).compile(fixed=["A"]).prepare(np.eye(2))
    )
    assert repr(ready) == "<numpy function gradient(x); fixed: A>"
