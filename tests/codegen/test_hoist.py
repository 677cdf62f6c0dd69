"""What follows from fixed inputs is computed once; sums are multiplied out where that pays."""

import subprocess
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import TARGETS
from matgrad.codegen.c.native import compiler
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import available
from tests.codegen.octave import OCTAVE, literal

SHAPES = {"A": ("m", "n"), "X": ("n", "k"), "B": ("k", "l"), "C": ("m", "l")}
OPTIONAL = {"torch": "torch", "jax": "jax", "array_api": "array_api_compat"}
THERE = ["numpy", *(name for name, package in OPTIONAL.items() if available(package))]
THERE += ["c"] if compiler() else []
TALL = {"m": 2000, "n": 100, "k": 100, "l": 2000}


def product():
    return mg.gradient("normF(A*X*B - C)^2", "X", shapes=SHAPES, check=False)


def arrays():
    rng = np.random.default_rng(0)
    sizes = {"m": 5, "n": 3, "k": 2, "l": 4}
    return {n: rng.normal(size=[sizes[s] for s in shape]) for n, shape in SHAPES.items()}


def test_fixed_inputs_leave_small_products_only():
    f = product().compile(fixed=["A", "B", "C"])
    assert f.inputs == ("X", "fixed1", "fixed2", "fixed3")
    before, own = f.source.split("def gradient(")
    assert own.count("@") == 2
    assert "fixed1 = A.T @ A" in before
    assert "fixed1, fixed2, fixed3 from prepare(A, B, C)" in own


@pytest.mark.parametrize("target", TARGETS)
def test_what_prepares_stands_in_every_text(target):
    f = product().compile(target, fixed=["A", "B", "C"])
    source = f.source
    assert f"What stays the same from call to call of {f.name}: fixed1, fixed2, fixed3." in source
    assert "fixed1, fixed2, fixed3 from prepare(A, B, C)" in source
    assert source.count("prepare(") == 2


def test_the_text_runs_by_itself():
    f = product().compile(fixed=["A", "B", "C"])
    given, namespace = arrays(), {}
    exec(f.source, namespace)
    known = namespace["prepare"](*(given[name] for name in "ABC"))
    np.testing.assert_allclose(
        namespace["gradient"](given["X"], *known), product().compile()(**given)
    )


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_both_functions_of_c_compile_without_a_warning(tmp_path):
    text = "logdet(A'*A + X*X' + 2*I(n)) + normF(tanh(A*X) - C)^2"
    d = mg.gradient(text, "X", shapes={"A": ("m", "n"), "X": ("n", "k")}, check=False)
    path = tmp_path / "code.c"
    path.write_text(d.compile("c", fixed=["A", "C"]).source, encoding="utf-8")
    flags = "-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp-simd -c -o".split()
    done = subprocess.run(
        [str(compiler()), *flags, str(tmp_path / "code.o"), str(path)],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(OCTAVE is None, reason="no Octave")
def test_octave_prepares_too(tmp_path):
    given = arrays()
    source = product().compile("octave", fixed=["A", "B", "C"]).source
    own, before = source.split("\n\n")
    tmp_path.joinpath("grad.m").write_text(own, encoding="utf-8")
    tmp_path.joinpath("prepare.m").write_text(before, encoding="utf-8")
    lines = [f"{name} = {literal(array)};" for name, array in given.items()]
    lines += ["[f1, f2, f3] = prepare(A, B, C);", 'printf("%.17g\\n", grad(X, f1, f2, f3));']
    script = tmp_path / "run_both.m"
    script.write_text("\n".join(lines), encoding="utf-8")
    command = [str(OCTAVE), "--no-gui", "--no-init-file", "--no-history", "--quiet", str(script)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert not shown.stderr  # no function of Octave is hidden
    found = np.array(shown.stdout.split(), float).reshape(3, 2, order="F")
    np.testing.assert_allclose(found, product().compile()(**given))


def test_a_prepared_function_computes_the_same():
    given = arrays()
    f = product().compile(fixed=["A", "B", "C"])
    ready = f.prepare(**{name: given[name] for name in "ABC"})
    wanted = product().compile()(**given)
    assert ready.inputs == ("X",)
    np.testing.assert_allclose(ready(given["X"]), wanted)
    np.testing.assert_allclose(ready(X=given["X"]), wanted)


def test_without_fixed_inputs_there_is_nothing_to_prepare():
    with pytest.raises(UnsupportedError, match="fixed"):
        product().compile().prepare()


def test_products_are_multiplied_out_where_that_is_cheaper():
    tall = product().compile(sizes=TALL, expand=True)
    assert "A.T @ A @ X @ (B @ B.T)" in tall.source
    np.testing.assert_allclose(tall(**arrays()), product().compile()(**arrays()))
    assert "- C" in product().compile(sizes=TALL).source
    square = dict.fromkeys(TALL, 100)
    assert "- C" in product().compile(sizes=square, expand=True).source


def test_a_value_is_never_multiplied_out():
    d = mg.value_and_grad("normF(A*X*B - C)^2", "X", shapes=SHAPES, check=False)
    value, _ = d.compile(sizes=TALL, expand=True)(**arrays())
    given = arrays()
    residual = given["A"] @ given["X"] @ given["B"] - given["C"]
    assert value == np.sum(residual * residual)


def test_a_program_is_explained_line_by_line():
    shown = product().compile(fixed=["A", "B", "C"]).explain(**TALL)
    assert "fixed1 @ X @ fixed2 - fixed3" in shown
    assert "4.01M" in shown
    assert "rewrite 'expansion'" in shown
    assert "by prepare, once, for l = 2000; m = 2000:" in shown
    assert "fixed2 = B @ B.T" in shown


def test_sizes_that_are_not_given_are_said_to_be_assumed():
    assert "assumed to be 1000" in product().compile().explain(m=2)


@pytest.mark.parametrize("target", ["numpy", *(["c"] if compiler() else [])])
def test_fixed_inputs_that_each_call_needs_are_kept(target):
    A, x, b = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), np.ones(2), np.arange(3.0)
    f = mg.gradient("norm2(A*x - b)^2", "x", check=False).compile(target, fixed=["A"])
    ready = f.prepare(A=A)
    wanted = 2 * A.T @ (A @ x - b)
    assert ready.inputs == ("x", "b")
    np.testing.assert_allclose(ready(x=x, b=b), wanted)
    np.testing.assert_allclose(ready(x, b), wanted)
    with pytest.raises(UnknownNameError, match="fixed"):
        ready(x=x, b=b, A=A)


@pytest.mark.parametrize("target", ["numpy", *(["c"] if compiler() else [])])
def test_sizes_that_only_fixed_inputs_tell_are_known(target):
    A, B = np.arange(6.0).reshape(3, 2), np.arange(8.0).reshape(2, 4)
    f = mg.jacobian("kron(A,B)*x", "x", check=False).compile(target, fixed=["A", "B"])
    np.testing.assert_allclose(f.prepare(A=A, B=B)(x=np.ones(8)), np.kron(A, B))


def test_errors_are_about_what_the_caller_gave():
    A = np.ones((3, 2))
    f = mg.gradient("norm2(A*x - b)^2", "x", check=False).compile(fixed=["A", "b"], expand=True)
    ready = f.prepare(A=A, b=np.ones(3))
    for wrong in (lambda: ready(np.ones(3)), lambda: ready(x=np.ones(3))):
        with pytest.raises(ShapeError, match="axis 0 of x has size 3, expected n, where n = 2 as"):
            wrong()
    for given, said in (
        ({}, "missing: x"),
        ({"q": 1}, "no input 'q'"),
        ({"A": A}, "fixed already"),
    ):
        with pytest.raises(UnknownNameError, match=said) as caught:
            ready(**given)
        assert "fixed1" not in str(caught.value)
    with pytest.raises(UnknownNameError, match="2 arrays given"):
        ready(A, A)
    with pytest.raises(UnknownNameError, match="no input 'A'") as caught:
        f(A=A, x=np.ones(2), b=np.ones(3))
    assert "prepare(A=…, b=…) gives fixed1, fixed2" in str(caught.value.hint)


def test_a_size_that_no_array_tells_is_given_to_prepare():
    text, shapes = "norm2(x)^2*sum(exp(t*ones(n)))", {"x": ("m",), "t": ()}
    d = mg.gradient(text, "x", shapes=shapes, check=False)
    f, x = d.compile(fixed=["t"]), np.ones(2)
    with pytest.raises(UnknownNameError, match="missing: n") as caught:
        f.prepare(t=2.0)
    assert "no array tells the size n" in str(caught.value.hint)
    np.testing.assert_allclose(f.prepare(t=2.0, n=3)(x=x), d.compile()(t=2.0, x=x, n=3))


ATTENTION = """
Q: n x d; K: m x d; V: m x p; G: n x p
P = softmax_rows(Q*K'/sqrt(d))
f = sum((G*G'*G) .* (P*V))
"""


@pytest.mark.parametrize("target", THERE)
def test_what_needs_a_size_of_the_other_inputs_is_computed_when_they_are_there(target):
    d = mg.gradient(ATTENTION, "Q", check=False)
    shapes = {"Q": (4, 3), "K": (5, 3), "V": (5, 2), "G": (4, 2)}
    rng = np.random.default_rng(0)
    given = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    ready = d.compile(target, fixed=["G"]).prepare(G=given["G"])
    wanted = d.compile()(**given)
    del given["G"]
    np.testing.assert_allclose(np.asarray(ready(**given)), wanted, rtol=1e-5)


@pytest.mark.parametrize("target", THERE)
@pytest.mark.parametrize("text", ["norm2(A*x - b)^2", "norm2(A'*(A*x))^2 + norm2(A*x - b)^2"])
def test_arrays_that_change_later_do_not_change_what_is_prepared(target, text):
    shapes = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}
    f = mg.gradient(text, "x", shapes, check=False).compile(target, fixed="A", skip="expansion")
    A = np.ones((64, 64))  # so large that JAX would use the memory that it is given
    ready, x = f.prepare(A=A), np.ones(64)
    before = np.asarray(ready(x=x, b=x))
    A *= 5
    np.testing.assert_array_equal(np.asarray(ready(x=x, b=x)), before)


def test_torch_differentiates_through_what_is_prepared():
    torch: Any = pytest.importorskip("torch")
    A = torch.ones(3, 3, dtype=torch.float64, requires_grad=True)
    f = mg.gradient("norm2(A*x - b)^2", "x", check=False).compile("torch", fixed=["A"])
    one = torch.ones(3, dtype=torch.float64)
    f.prepare(A=A)(x=one, b=one).sum().backward()
    np.testing.assert_array_equal(A.grad, np.full((3, 3), 10.0))


def test_fixed_inputs_from_which_nothing_follows_are_kept():
    A, x, b = np.ones((3, 2)), np.ones(2), np.arange(3.0)
    d = mg.gradient("norm2(A*x - b)^2", "x", check=False)
    ready = d.compile(fixed=["b"]).prepare(b=b)
    assert ready.inputs == ("A", "x")
    np.testing.assert_allclose(ready(A, x), d.compile()(A, x, b))
    np.testing.assert_allclose(ready(A, x=x), d.compile()(A, x, b))
    with pytest.raises(ShapeError, match="m = 3 as fixed"):
        ready(np.ones((4, 2)), x)


def test_arrays_put_together_from_directions_have_fixed_inputs_too():
    shapes = {"A": ("n", "n"), "X": ("n", "n")}
    d = mg.jacobian("expm(A)*expm(X)", "X", shapes=shapes, check=False)
    given = {"A": np.diag([1.0, 2.0]), "X": np.array([[0.0, 1.0], [2.0, 3.0]])}
    ready = d.compile(fixed=["A"]).prepare(A=given["A"])
    np.testing.assert_allclose(ready(given["X"]), d.compile()(**given))


def test_orders_that_calls_choose_exclude_fixed_inputs():
    with pytest.raises(UnsupportedError, match="one order of products"):
        product().compile(fixed=["A"], guard=True)


def test_an_array_is_fixed_by_its_place_too():
    given = arrays()
    f = product().compile(fixed=["A", "B", "C"])
    ready = f.prepare(given["A"], given["B"], C=given["C"])
    np.testing.assert_allclose(ready(given["X"]), product().compile()(**given))


def test_the_diagonal_of_what_is_fixed_is_one() -> None:
    function = "log(logdet(9*I(n) + B'*Diag(x.^2)*B))"
    d = mg.hessian(function, "x", shapes={"x": ("n",), "B": ("n", "n")})
    B, x = np.diag(np.arange(5.0)) + 0.1, np.arange(5.0) / 9
    expected = d.compile()(B=B, x=x)
    for target in ("numpy", "c"):
        assert np.allclose(d.compile(target, fixed=["B"]).prepare(B=B)(x), expected, 1e-12)
        assert np.allclose(d.compile(target, expand=True)(B=B, x=x), expected, 1e-12)


def test_a_number_in_a_block_may_be_fixed() -> None:
    d = mg.gradient("logsumexp([normF(S)^2; A*b])", "A")
    S, A, b = np.eye(5), np.ones((3, 2)), np.ones(2)
    assert np.allclose(d.compile(fixed=["S"]).prepare(S=S)(A, b), d.compile()(S=S, A=A, b=b))


def test_arrays_must_fit_those_that_are_fixed_even_if_only_what_follows_from_them_is_read() -> None:
    shapes = {"A": ("m", "n"), "x": ("n",), "y": ("m",)}
    d = mg.gradient("norm2(A*x)^2*sum(y)", "x", shapes=shapes)
    prepared = d.compile(fixed=["A"]).prepare(A=np.ones((4, 3)))
    assert prepared(x=np.ones(3), y=np.ones(4)).tolist() == [96, 96, 96]
    with pytest.raises(ShapeError, match="m = 4 as fixed"):
        prepared(x=np.ones(3), y=np.ones(9))


def test_an_index_into_what_is_not_fixed_is_no_matter_of_preparing() -> None:
    d = mg.jacobian("softplus((x[2:n]*b')[:,2])", "b", shapes={"x": ("n",), "b": ("m",)})
    x, b = np.ones(5), np.ones(3)
    assert np.allclose(d.compile("c", fixed=["x"]).prepare(x=x)(b), d.compile()(x=x, b=b))
