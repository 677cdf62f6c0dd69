"""JAX and PyTorch differentiate wrapped functions by matgrad's formulas, as often as they like."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import UnsupportedError
from tests.codegen.agreement import double_precision

# PyTorch's own forward mode uses what PyTorch deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")
FUNCTIONS = {
    "least squares": ("norm2(A*x - b)^2", "x"),
    "a network": ("norm2(sin(A*cos(C*y)))^2", "y"),
    "solve and determinant": ("logdet(S'*S) + x'*inv(S'*S)*x", "x"),
    "a vector": ("sin(A*x) + b", "x"),
    "a matrix": ("A*exp(x)*b'", "x"),
}
SHAPES = {"A": (2, 3), "x": (3,), "b": (2,), "C": (3, 4), "y": (4,), "S": (3, 3)}


def arrays(function: Any) -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=SHAPES[name]) for name in function.inputs]


def asked(name: str) -> Any:
    text, wrt = FUNCTIONS[name]
    used = {k: v for k, v in SHAPES.items() if k in text}
    return mg.differential(text, wrt, shapes=used, check=False)


LARGE = {"m": 5000, "n": 400}
NAMED = {"A": ("m", "n"), "b": ("m",), "x": ("n",), "s": ()}
TOLD = {
    "ridge": "b'*inv(A*A' + s^2*I(m))*b",
    "a determinant": "logdet(A'*A + exp(s)*I(n))",
    "a Gram matrix": "normF(A'*A)^2 + x'*A'*A*x",
}


def told(name: str) -> Any:
    used = {k: v for k, v in NAMED.items() if k in TOLD[name].replace("exp", "")}
    d = mg.differential(TOLD[name], list(used), shapes=used, check=False)
    known = {size for shape in used.values() for size in shape}
    return d, {size: LARGE[size] for size in LARGE if size in known}


def small(function: Any) -> list[Any]:
    rng, sizes = np.random.default_rng(0), {"m": 4, "n": 3}
    return [rng.normal(size=[sizes[size] for size in NAMED[name]]) for name in function.inputs]


@pytest.mark.parametrize("name", TOLD)
def test_torch_accepts_what_is_written_for_large_sizes(name):
    torch = pytest.importorskip("torch")
    d, sizes = told(name)
    f = d.differentiable("torch", sizes=sizes)
    inputs = [torch.tensor(a, requires_grad=True) for a in small(f)]
    assert torch.autograd.gradcheck(f, inputs, check_forward_ad=True, check_batched_grad=True)
    assert torch.autograd.gradgradcheck(f, inputs)


@pytest.mark.parametrize("name", ["a determinant"])
def test_jax_accepts_what_is_written_for_large_sizes(name):
    pytest.importorskip("jax")
    test_util = pytest.importorskip("jax.test_util")
    double_precision()
    d, sizes = told(name)
    f = d.differentiable("jax", sizes=sizes)
    test_util.check_grads(f.function, small(f), order=2, rtol=1e-5)


def test_sizes_decide_the_order_of_products():
    shapes: Any = {"A": ("m", "n"), "B": ("n", "k"), "C": ("k", "l")}
    d = mg.gradient("sum(sin(A*B*C))", "A", shapes=shapes, check=False)
    left = {"m": 2, "n": 9, "k": 9, "l": 9}
    right = {"m": 9, "n": 9, "k": 9, "l": 2}
    for target in ("jax", "torch"):
        assert "A @ B @ C" in d.differentiable(target, sizes=left).source
        assert "A @ (B @ C)" in d.differentiable(target, sizes=right).source


def test_what_a_function_for_autodiff_has_no_use_for_is_refused():
    for option in ({"fixed": ["A"]}, {"guard": True}, {"blas": True}, {"expand": True}):
        with pytest.raises(UnsupportedError, match=f"not written with {next(iter(option))}"):
            asked("least squares").differentiable("torch", **option)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_torch_accepts_first_and_second_derivatives(name):
    torch = pytest.importorskip("torch")
    f = asked(name).differentiable("torch")
    inputs = [torch.tensor(a, requires_grad=True) for a in arrays(f)]
    assert torch.autograd.gradcheck(f, inputs, check_forward_ad=True, check_batched_grad=True)
    assert torch.autograd.gradgradcheck(f, inputs)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_all_of_torch_func_takes_it(name):
    torch = pytest.importorskip("torch")
    func = torch.func
    f = asked(name).differentiable("torch")
    given = [torch.tensor(a) for a in arrays(f)]
    place = f.inputs.index(FUNCTIONS[name][1])

    def of(x):
        return f(*given[:place], x, *given[place + 1 :])

    x = given[place]
    batch = torch.stack([x, 2 * x])
    dense = torch.autograd.functional.jacobian(of, x)
    for derivative in (func.jacrev, func.jacfwd):
        torch.testing.assert_close(derivative(of)(x), dense)
        each = torch.stack([derivative(of)(row) for row in batch])
        torch.testing.assert_close(func.vmap(derivative(of))(batch), each)
    torch.testing.assert_close(func.hessian(of)(x), func.jacrev(func.jacrev(of))(x))
    torch.testing.assert_close(func.vmap(of)(batch), torch.stack([of(row) for row in batch]))


def test_a_definite_matrix_is_checked_by_way_of_its_factor():
    torch = pytest.importorskip("torch")
    known: Any = {"K": ["positive_definite"]}
    d = mg.gradient("logdet(K) + x'*inv(K)*x", "K", assume=known, check=False)
    f = d.differentiable("torch")
    generator = torch.Generator().manual_seed(0)
    real = {"dtype": torch.float64, "requires_grad": True, "generator": generator}
    L, x = torch.randn(3, 3, **real), torch.randn(3, **real)

    def of(L, x):
        return f(L @ L.T + torch.eye(3, dtype=torch.float64), x)

    assert torch.autograd.gradcheck(of, (L, x), check_forward_ad=True)
    assert torch.autograd.gradgradcheck(of, (L, x))


def test_what_does_not_change_has_no_derivative():
    torch = pytest.importorskip("torch")
    f = mg.gradient("sum(sign(x))", "x", {"x": (3,)}, check=False).differentiable("torch")
    x = torch.tensor([1.0, -2.0, 3.0], dtype=torch.float64)
    assert torch.func.jvp(f, (x,), (x,))[1] == 0


def test_torch_saves_inputs_only():
    source = asked("a network").differentiable("torch").source
    assert "ctx.save_for_backward(*inputs)" in source
    assert "setup_context" in source


@pytest.mark.parametrize("name", ["least squares", "a vector"])
def test_jax_differentiates_both_ways_and_twice(name):
    jax = pytest.importorskip("jax")
    test_util = pytest.importorskip("jax.test_util")
    double_precision()
    f = asked(name).differentiable("jax")
    test_util.check_grads(f.function, arrays(f), order=2, rtol=1e-6)
    given = arrays(f)
    assert "@jax.custom_jvp\ndef value(" in f.source
    np.testing.assert_allclose(jax.jit(f)(*given), f(*given))


def test_other_targets_are_refused():
    with pytest.raises(UnsupportedError, match="numpy takes no derivatives"):
        asked("a vector").differentiable("numpy")


def test_second_derivatives_forwards_through_the_inverse_of_a_definite_matrix() -> None:
    torch: Any = pytest.importorskip("torch")
    S = mg.gradient(
        "logdet(S + Diag(exp(x)))", "x", assume={"S": ["positive_definite"]}
    ).differentiable("torch")
    matrix, x = torch.eye(4, dtype=torch.double) * 3 + 0.1, torch.arange(4.0).double() / 7

    def plain(v: Any) -> Any:
        return torch.logdet(matrix + torch.diag(torch.exp(v)))

    found = torch.func.hessian(lambda v: S(matrix, v))(x)
    assert torch.allclose(found, torch.autograd.functional.hessian(plain, x), atol=1e-12)


def test_a_hessian_gives_the_function_itself_to_autodiff() -> None:
    source = mg.hessian("sum(sin(x))", "x").differentiable("torch").source
    assert "torch.sum(torch.sin(x))" in source.partition("def adjoints")[0]


STILL = ["sum(step(x))", "sum(softmax(x))", "x'*zeros(3)", "2*sum(round(x))", "sum(x)*0 + 3"]


@pytest.mark.parametrize("text", STILL)
def test_what_does_not_change_has_zeros_as_its_gradient_in_torch(text):
    torch = pytest.importorskip("torch")
    f = mg.gradient(text, "x", {"x": (3,)}, check=False).differentiable("torch")
    x = torch.tensor([1.0, -2.0, 3.0], dtype=torch.float64)
    value = torch.tensor(mg.gradient(text, "x", {"x": (3,)}).compile_value()(x=x.numpy()))
    assert torch.func.jvp(f, (x,), (x,))[1] == 0
    torch.testing.assert_close(torch.func.grad(f)(x), torch.zeros_like(x))
    torch.testing.assert_close(torch.func.hessian(f)(x), torch.zeros(3, 3, dtype=torch.float64))
    torch.testing.assert_close(torch.func.vmap(f)(torch.stack([x, x])), torch.stack([value] * 2))


@pytest.mark.parametrize("text", STILL)
def test_what_does_not_change_has_zeros_as_its_gradient_in_jax(text):
    jax = pytest.importorskip("jax")
    double_precision()
    f = mg.gradient(text, "x", {"x": (3,)}, check=False).differentiable("jax")
    x = jax.numpy.array([1.0, -2.0, 3.0])
    np.testing.assert_array_equal(jax.grad(f)(x), np.zeros(3))
    np.testing.assert_array_equal(jax.jit(jax.hessian(f))(x), np.zeros((3, 3)))
    np.testing.assert_array_equal(jax.vmap(jax.grad(f))(jax.numpy.stack([x, x])), np.zeros((2, 3)))


@pytest.mark.parametrize("text", ["X", "X'", "X[1,:]'", "diag(X)", "vec(X)"])
def test_an_input_itself_is_a_function_for_torch(text):
    torch = pytest.importorskip("torch")
    f = mg.jacobian(text, "X", {"X": (3, 3)}, check=False).differentiable("torch")
    X = torch.randn(3, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(f, (X,), check_forward_ad=True)
    assert torch.autograd.gradgradcheck(f, (X,))
