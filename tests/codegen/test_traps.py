"""The traps of floating point that generated code does not step into."""

import math

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.errors import DomainError
from matgrad.optional import available
from tests.codegen.agreement import double_precision

LIBRARIES = ["numpy", *(["c"] if compiler() else [])]
LIBRARIES += [name for name in ("jax", "torch") if available(name)]
every_library = pytest.mark.parametrize("target", LIBRARIES)
STANDARD = ["array_api"] if available("array_api_compat") else []
every_array = pytest.mark.parametrize("target", [*LIBRARIES, *STANDARD])


@pytest.fixture(autouse=True)
def doubles():
    double_precision()


@every_library
def test_lengths_do_not_overflow_or_vanish(target):
    f = mg.value_and_grad("norm2(x)", "x", check=False).compile(target)
    for scale in (1e200, 1e-200):
        length, direction = f(scale * np.array([3.0, 4.0]))
        np.testing.assert_allclose(length, 5 * scale, rtol=1e-14)
        np.testing.assert_allclose(direction, [0.6, 0.8], rtol=1e-14)


@every_library
def test_the_logarithm_of_a_negative_determinant_is_not_a_number(target):
    d = mg.value_and_grad("logdet(X)", "X", shapes={"X": ("n", "n")}, check=False)
    f = d.compile(target)
    assert math.isnan(f(np.diag([1.0, -2.0]))[0])
    np.testing.assert_allclose(f(np.diag([-1.0, -2.0]))[0], math.log(2))


@every_library
def test_the_determinant_of_a_large_matrix_does_not_overflow_in_its_logarithm(target):
    d = mg.value_and_grad("log(det(X))", "X", shapes={"X": ("n", "n")}, check=False)
    np.testing.assert_allclose(d.compile(target)(10 * np.eye(400))[0], 400 * math.log(10))


@every_library
def test_a_product_with_a_zero_has_a_gradient(target):
    f = mg.gradient("prod(x)", "x", shapes={"x": ("n",)}, check=False).compile(target)
    np.testing.assert_allclose(f(np.array([2.0, 0.0, 3.0])), [0, 6, 0])
    np.testing.assert_allclose(f(np.array([0.0, 0.0, 3.0])), [0, 0, 0])
    g = mg.gradient("(a'*x)*prod(x)", "x", check=False).compile(target)
    x, a = np.array([2.0, 0.0, 3.0]), np.array([1.0, 5.0, -1.0])
    np.testing.assert_allclose(g(x=x, a=a), (a @ x) * np.array([0.0, 6.0, 0.0]))
    h = mg.hessian("c*prod(x)", "x", {"c": (), "x": ("n",)}, check=False).compile(target)
    pairs = [[0, 12, 0, 0], [12, 0, 4, 6], [0, 4, 0, 0], [0, 6, 0, 0]]
    assert np.array_equal(h(c=np.float64(2), x=np.array([1.0, 0, 3, 2])), pairs)


@every_library
def test_one_of_the_largest_entries_is_taken(target):
    f = mg.gradient("max(x)", "x", shapes={"x": ("n",)}, check=False).compile(target)
    assert np.asarray(f(np.array([1.0, 3.0, 3.0]))).tolist() == [0, 1, 0]
    g = mg.gradient("min(x)", "x", shapes={"x": ("n",)}, check=False).compile(target)
    assert np.asarray(g(np.array([1.0, 1.0, 3.0]))).tolist() == [1, 0, 0]


@every_library
def test_the_kink_of_relu_has_slope_zero(target):
    f = mg.gradient("sum(relu(x))", "x", check=False).compile(target)
    assert np.asarray(f(np.array([-1.0, 0.0, 2.0]))).tolist() == [0, 0, 1]


@every_library
@pytest.mark.parametrize("margin", [30.0, 40.0, 300.0])
def test_logistic_curvature_keeps_its_digits(target, margin):
    d = mg.hessian("sum(log(1 + exp(-(X*w))))", "w", check=False)
    found = d.compile(target)(X=np.eye(1), w=np.array([margin]))
    e = math.exp(-margin)
    np.testing.assert_allclose(found, [[e / (1 + e) ** 2]], rtol=1e-13)


@every_library
def test_softplus_and_sigmoid_do_not_overflow(target):
    f = mg.value_and_grad("sum(log(1 + exp(x)))", "x", check=False).compile(target)
    for x, (wanted, slope) in {800.0: (800.0, 1.0), -800.0: (0.0, 0.0)}.items():
        total, gradient = f(np.array([x]))
        np.testing.assert_allclose([float(total), float(np.asarray(gradient)[0])], [wanted, slope])


@every_library
@pytest.mark.parametrize("gap", [20.0, 30.0, 36.0])
def test_softmax_curvature_keeps_its_digits(target, gap):
    d = mg.hessian("logsumexp(J*w)", "w", check=False)
    J = np.array([[0.0], [1.0]])
    found = d.compile(target)(J=J, w=np.array([-gap]))
    p = math.exp(-gap) / (1 + math.exp(-gap))
    np.testing.assert_allclose(found, [[p * (1 - p)]], rtol=1e-12)


@every_library
def test_an_expanded_square_is_never_the_value(target):
    d = mg.value_and_grad("normF(T - U*V')^2", "U", check=False)
    f = d.compile(target, expand=True, sizes={"m": 50, "n": 50, "k": 2})
    rng = np.random.default_rng(0)
    U, V = rng.normal(size=(50, 2)), rng.normal(size=(50, 2))
    R = 1e-8 * rng.normal(size=(50, 50))
    given = {"T": U @ V.T + R, "U": U, "V": V}
    wanted = np.sum((given["T"] - U @ V.T) ** 2)
    np.testing.assert_allclose(f(**given)[0], wanted, rtol=1e-6)


@every_library
def test_the_inverse_of_a_definite_matrix_is_symmetric(target):
    d = mg.gradient("logdet(S)", "S", assume={"S": ["positive_definite"]}, check=False)
    rng = np.random.default_rng(0)
    Q, _ = np.linalg.qr(rng.normal(size=(20, 20)))
    S = Q @ np.diag(np.logspace(0, 8, 20)) @ Q.T
    found = np.asarray(d.compile(target)((S + S.T) / 2))
    np.testing.assert_allclose(found, found.T, rtol=1e-9, atol=1e-12)


def test_torch_makes_an_array_of_a_number():
    pytest.importorskip("torch")
    f = mg.gradient("x*normnuc(3)", "x", shapes={"x": ()}, check=False).compile("torch")
    assert float(f(2.0)) == 3.0


@every_array
def test_minus_a_step_is_a_number(target):
    f = mg.differential("relu(-A)", "A", shapes={"A": ("n", "k")}).compile(target)
    got = f(A=np.array([[1.0, -2.0]]), dA=np.ones((1, 2)))
    np.testing.assert_array_equal(got, [[0.0, -1.0]])


@every_array
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("-step(A)", [[-1.0, 0.0], [0.0, -1.0]]),
        ("step(A) - step(-A)", [[1.0, -1.0], [-1.0, 1.0]]),
        ("-sign(A) - step(A)", [[-2.0, 1.0], [1.0, -2.0]]),
        ("step(A)^2 - step(A)*step(-A)", [[1.0, -1.0], [-1.0, 1.0]]),
        ("(ones(2,2) - step(A)).^3", [[0.0, 1.0], [1.0, 0.0]]),
        ("step(A)*[1, 1; 1, 1]/2", [[0.5, 0.5], [0.5, 0.5]]),
    ],
)
def test_arithmetic_with_steps(target, text, wanted):
    f = compile_program(target, program(mg.parse(f"A: 2 x 2; {text}").function))
    np.testing.assert_array_equal(np.asarray(f(np.array([[1.0, -2.0], [-3.0, 4.0]]))), wanted)


@every_array
def test_a_block_may_be_a_row_or_a_number(target):
    d = mg.gradient("x: n; logdet([P + x*x', x; x', 2]); P: n x n", "x")
    x, P = np.array([0.5, 0.1]), 2 * np.eye(2)
    np.testing.assert_allclose(d.compile(target)(x=x, P=P), d.compile()(x=x, P=P))


@every_library
@pytest.mark.parametrize(
    ("text", "wanted"),
    [("softmax(s)", 1.0), ("erf(layernorm(s, s))", 0.0), ("logsumexp(s)", 0.5), ("var(s)", 0.0)],
)
def test_a_number_is_a_vector_of_one_entry(target, text, wanted):
    f = compile_program(target, program(mg.parse(f"s: scalar; {text}").function))
    assert float(f(np.array(0.5))) == wanted


NOT_A_NUMBER = (
    "max(x)", "min(x)", "sum(relu(x))", "sum(max(x, 2))", "sum(min(x, 2))", "norminf(x)",
    "sum(sign(x))", "norm2(x)", "norm1(x)", "logsumexp(x)", "sum(sigmoid(x))", "var(x)",
)  # fmt: skip


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("text", NOT_A_NUMBER)
@pytest.mark.parametrize("place", range(3))
def test_what_is_no_number_is_not_lost_in_c(text, place):
    d = mg.gradient(text, "x", {"x": ("n",)}, check=False)
    given = np.array([1.0, 3.0, 2.0])
    given[place] = np.nan
    assert math.isnan(d.compile_value("c")(given))
    # The largest entry is said to be at the first that is no number, as NumPy has it.
    np.testing.assert_allclose(d.compile("c")(given), d.compile("numpy")(given), rtol=1e-14)


@pytest.mark.parametrize("name", ["sqrtm", "logm"])
@pytest.mark.parametrize("kind", ["compile", "compile_value"])
def test_a_root_that_is_not_real_is_no_number(name, kind):
    f = getattr(mg.gradient(f"tr(A*{name}(X))", "X"), kind)("numpy")
    with pytest.raises(DomainError):
        f(A=np.ones((3, 3)), X=np.diag([1.0, -2.0, 3.0]))


def test_a_logarithm_of_what_is_not_finite_is_refused_at_once():
    f = mg.gradient("tr(A*logm(X))", "X").compile_value("numpy")
    with pytest.raises(DomainError):
        f(A=np.ones((3, 3)), X=np.diag([1.0, np.inf, 3.0]))
