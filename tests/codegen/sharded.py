"""Functions over four devices beside NumPy; test_shard.py runs this in a process of its own."""

import jax  # pyright: ignore[reportMissingImports]
import numpy as np
from jax.sharding import AxisType, PartitionSpec  # pyright: ignore[reportMissingImports]

import matgrad as mg
from matgrad.errors import ShapeError, UnknownNameError

SHAPES = {"X": ("N", "n"), "y": ("N",), "w": ("n",), "W": ("n", "k"), "V": ("k", "l")}
RNG = np.random.default_rng(0)
SIZES = {"N": 16, "n": 4, "k": 3, "l": 2}
ARRAYS = {name: RNG.normal(size=[SIZES[s] for s in shape]) for name, shape in SHAPES.items()}
USED = {name: SHAPES[name] for name in "Xyw"}
LOGISTIC = "sum(log(1 + exp(-y.*(X*w))))"
CASES = [
    ("value_and_grad", LOGISTIC, "w"),
    ("hessian", LOGISTIC, "w"),
    ("jacobian", "tanh(X*w)", "w"),
    ("value_and_grad", "sum(logsumexp_rows(tanh(X*W)*V))/N", "W,V"),
]


def flat(result):
    parts = result if isinstance(result, tuple) else (result,)
    return [a for part in parts for a in (flat(part) if isinstance(part, tuple) else [part])]


def inside_other_functions(f, mesh):
    """JAX transforms functions over devices, on meshes of any kind, with arrays that lie there."""
    X, w, y = (ARRAYS[name] for name in "Xwy")
    wanted = 2 * X.T @ (X @ w - y)
    placed = jax.device_put(X, jax.NamedSharding(mesh, PartitionSpec("data", None)))
    for function in (f, f.on(mesh)):
        np.testing.assert_allclose(jax.jit(function)(X, w, y), wanted, rtol=1e-9)
        np.testing.assert_allclose(function(placed, w, y), wanted, rtol=1e-9)
        rows = jax.vmap(lambda w, function=function: function(placed, w, y))(np.stack([w, w]))
        np.testing.assert_allclose(rows, [wanted, wanted], rtol=1e-9)
        H = jax.jacfwd(lambda w, function=function: function(X, w, y))(w)
        np.testing.assert_allclose(H, 2 * X.T @ X, rtol=1e-9)


def main() -> None:
    jax.config.update("jax_enable_x64", True)
    assert jax.device_count() == 4
    mesh = jax.make_mesh((2, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    for kind, text, wrt in CASES:
        used = {name: shape for name, shape in SHAPES.items() if name in text}
        d = getattr(mg, kind)(text, wrt, shapes=used, check=False)
        given = {name: ARRAYS[name] for name in d.compile().inputs}
        wanted = flat(d.compile()(**given))
        one = d.compile("jax", shard={"N": "data"})
        two = d.compile("jax", shard={"N": "data", "n": "model"}).on(mesh)
        for found in (one(**given), two(**given), two(**two.put(**given))):
            for a, b in zip(flat(found), wanted, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)
    rows = mg.jacobian("tanh(X*w)", "w", shapes={"X": ("N", "n"), "w": ("n",)}, check=False)
    f = rows.compile("jax", shard={"N": "data"})
    result = f(X=ARRAYS["X"], w=ARRAYS["w"])
    assert result.sharding.spec == PartitionSpec("data", None)
    assert {part.data.shape for part in result.addressable_shards} == {(4, 4)}
    asked = mg.gradient("norm2(X*w - y)^2", "w", shapes=USED, check=False)
    for wrong, kind in [({"X": np.ones((5, 4))}, ShapeError), ({"Q": 1}, UnknownNameError)]:
        try:
            f(**wrong, w=ARRAYS["w"])
        except kind:
            continue
        raise AssertionError(kind)
    large, small = np.full((4, 4), 60_000), np.ones(4, np.float16)
    for each in ("", "float32"):  # numbers of other kinds become floats before anything else
        made = asked.compile("jax", shard={"N": "data"}, dtype=each)
        found = made(X=large, w=small, y=np.zeros(4, bool))
        assert found.dtype == (each or "float64")
        np.testing.assert_allclose(found, 2 * 60_000.0**2 * 16, rtol=1e-6)
    inside_other_functions(
        asked.compile("jax", shard={"N": "data"}), jax.make_mesh((4,), ("data",))
    )
    print("all agree")


if __name__ == "__main__":
    main()
