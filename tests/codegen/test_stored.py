"""Compiled functions can be pickled and copied: they compute and explain the same."""

import copy
import pickle
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import compile_program, program
from matgrad.codegen.c.native import compiler
from tests.codegen.test_targets import grid

RNG = np.random.default_rng(0)
SHAPES = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}
GIVEN = {"A": RNG.normal(size=(3, 2)), "x": RNG.normal(size=2), "b": RNG.normal(size=3)}
NEEDED = {"jax": "jax", "torch": "torch", "array_api": "array_api_compat"}


def squares(kind: str = "gradient") -> Any:
    return getattr(mg, kind)("norm2(sin(A*x) - b)^2", "x", SHAPES, check=False)


def there(target: str) -> bool:
    return (
        compiler() is not None
        if target == "c"
        else find_spec(NEEDED.get(target, "numpy")) is not None
    )


TARGETS = ("numpy", "c", "jax", "torch", "array_api", "auto")
FUNCTIONS: dict[str, Any] = {
    **{target: lambda target=target: squares().compile(target) for target in TARGETS},
    "told": lambda: squares("value_and_grad").compile(sizes={"m": 3}, dtype="float32"),
    "a Hessian": lambda: squares("hessian").compile(),
    "guard": lambda: mg.gradient("norm2(A*B*x)^2", "x", check=False).compile(guard=True),
    "put together": lambda: mg.jacobian("expm(X)", "X", check=False).compile(),
    "over devices": lambda: squares().compile("jax", shard={"m": "data"}),
    "torch's": lambda: squares().differentiable("torch"),
}  # fmt: skip


def arrays(f: Any) -> dict[str, Any]:
    other = {"B": np.ones((2, 2)), "X": np.ones((2, 2))}
    return {name: {**GIVEN, **other}[name] for name in f.inputs}


def flat(result: Any) -> list[Any]:
    return [np.asarray(each) for each in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_read_again_computes_and_explains_the_same(name: str) -> None:
    if not there({"torch's": "torch", "over devices": "jax"}.get(name, name)):
        pytest.skip("not installed")
    f = FUNCTIONS[name]()
    wanted = f(**arrays(f))
    for again in (pickle.loads(pickle.dumps(f)), copy.deepcopy(f)):
        assert type(again) is type(f)
        assert again.source == f.source
        assert again.explain() == f.explain() or name == "auto"
        for one, other in zip(flat(again(**arrays(f))), flat(wanted), strict=True):
            np.testing.assert_array_equal(one, other)


def test_what_is_prepared_goes_along() -> None:
    f = mg.gradient("norm2(A*x - b)^2", "x", SHAPES, check=False).compile(
        fixed=["A", "b"], expand=True
    )
    ready = f.prepare(A=GIVEN["A"], b=GIVEN["b"])
    again = pickle.loads(pickle.dumps(ready))
    np.testing.assert_array_equal(again(GIVEN["x"]), ready(GIVEN["x"]))
    later = pickle.loads(pickle.dumps(f)).prepare(A=GIVEN["A"], b=GIVEN["b"])
    np.testing.assert_array_equal(later(GIVEN["x"]), ready(GIVEN["x"]))


def test_factors_and_sums_over_samples_go_too() -> None:
    f = mg.jacobian("sin(A*x)", "x", check=False).factored()
    given = {"A": GIVEN["A"], "x": GIVEN["x"]}
    again = pickle.loads(pickle.dumps(f))
    np.testing.assert_array_equal(again(**given).toarray(), f(**given).toarray())
    parts = squares().map_reduce(over="m")
    again = pickle.loads(pickle.dumps(parts))
    chunk = [{"A": GIVEN["A"], "b": GIVEN["b"]}]
    np.testing.assert_array_equal(again(chunk, {"x": GIVEN["x"]}), parts(chunk, {"x": GIVEN["x"]}))


def test_another_process_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "f.pickle"
    path.write_bytes(pickle.dumps((squares().compile(), GIVEN)))
    code = "import pickle, sys; f, given = pickle.load(open(sys.argv[1], 'rb')); print(f(**given))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(squares().compile()(**GIVEN))


def test_every_operator_can_be_stored() -> None:
    f = compile_program("numpy", program(tuple(grid().values())))
    again = pickle.loads(pickle.dumps(f.program))
    assert compile_program("numpy", again).source == f.source


def test_depth_is_no_limit() -> None:
    layers = "; ".join(f"z{i} = sin(z{i - 1})" for i in range(1, 1100))
    f = mg.gradient(f"z0 = x; {layers}; sum(z1099)", "x", {"x": (2,)}, check=False).compile()
    assert pickle.loads(pickle.dumps(f)).source == f.source
