"""JAX functions whose arrays are spread over devices, in one process or in many.

Sizes have names: those that are split say for every array along which of its axes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from matgrad.codegen.plan.program import Program, grouped
from matgrad.codegen.run.arrays import floating, real_array
from matgrad.codegen.run.compiled import Compiled
from matgrad.codegen.targets import written
from matgrad.codegen.write.libraries import axes_of_mesh
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import load

Spec = tuple[str | None, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Sharded(Compiled):
    """A JAX function over all devices; `on(mesh)` is the same over those of a mesh."""

    @cached_property
    def specs(self) -> dict[str, Spec]:
        """Along which axis of a mesh each axis of each input is split."""
        shard = self.program.options.shard
        return {each.label: axes_of_mesh(each.axes, shard) for each in self.program.inputs}

    @cached_property
    def result_specs(self) -> tuple[Spec, ...]:
        """The same for the results."""
        shard = self.program.options.shard
        return tuple(axes_of_mesh(value.axes, shard) for value in self.program.results)

    @cached_property
    def _everywhere(self) -> OnMesh:
        jax: Any = load("jax")
        axes = tuple(dict.fromkeys(self.program.options.shard.values()))
        sizes = (jax.device_count(), *(1 for _ in axes[1:]))
        return self.on(jax.make_mesh(sizes, axes))

    def _like(self, planned: Program) -> Compiled:
        return Sharded(self.target, written(self.target, planned), planned)

    def on(self, mesh: Any) -> OnMesh:
        """The function over the devices of a mesh."""
        jax: Any = load("jax")
        if not isinstance(mesh, jax.sharding.Mesh):
            raise UnsupportedError(
                f"a mesh is wanted, not a {type(mesh).__name__}",
                hint='jax.make_mesh((2,), ("data",))',
            )
        wanted = set(self.program.options.shard.values())
        if not wanted <= set(mesh.axis_names):
            raise UnknownNameError(
                f"the mesh has axes {', '.join(mesh.axis_names)}, wanted: {', '.join(wanted)}"
            )
        return OnMesh(self, _automatic(mesh))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Compute the results on all devices."""
        return self._everywhere(*args, **kwargs)


@dataclass(frozen=True, eq=False)
class OnMesh:
    """A function over the devices of a mesh; arrays are put there first if they are not."""

    sharded: Sharded
    mesh: Any

    def sharding(self, spec: Spec) -> Any:
        """Where the parts of an array are."""
        jax: Any = load("jax")
        return jax.sharding.NamedSharding(self.mesh, jax.sharding.PartitionSpec(*spec))

    @cached_property
    def _places(self) -> tuple[Any, ...]:
        return tuple(self.sharding(spec) for spec in self.sharded.specs.values())

    @cached_property
    def function(self) -> Any:
        """The compiled function of arrays that are in their places."""
        results = [self.sharding(spec) for spec in self.sharded.result_specs]
        outputs = grouped(results, self.sharded.program.groups)
        jax: Any = load("jax")

        def there(*arrays: Any) -> Any:
            """The function where the axes of the mesh have their names, inside of another too."""
            with jax.sharding.use_abstract_mesh(self.mesh.abstract_mesh):
                return self.sharded.function(*arrays)

        return jax.jit(there, in_shardings=self._places, out_shardings=outputs)

    def put(self, **arrays: Any) -> dict[str, Any]:
        """Whole arrays, the same in every process, as arrays over the devices."""
        jax: Any = load("jax")
        found: dict[str, Any] = {}
        for name, given in arrays.items():
            array = self._floating(name, real_array(name, given))
            where = self.sharding(self._spec(name))
            self._check(name, array.shape)
            found[name] = jax.make_array_from_callback(array.shape, where, array.__getitem__)
        return found

    def put_local(self, **arrays: Any) -> dict[str, Any]:
        """Arrays of which each process has its own part along the split axes."""
        jax: Any = load("jax")
        return {
            name: jax.make_array_from_process_local_data(
                self.sharding(self._spec(name)), self._floating(name, real_array(name, array))
            )
            for name, array in arrays.items()
        }

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Compute the results, each an array over the devices."""
        jax: Any = load("jax")
        sharded = self.sharded
        given = sharded.bind(args, kwargs)
        away = {name: a for name, a in given.items() if not isinstance(a, jax.Array)}
        given |= self.put(**away)
        arrays = [self._floating(name, given[name]) for name in sharded.inputs]
        sharded.check(arrays, {})
        for name, array in zip(sharded.inputs, arrays, strict=True):
            self._check(name, array.shape)
        return self.function(*map(jax.device_put, arrays, self._places))

    def _floating(self, name: str, array: Any) -> Any:
        return floating(name, array, self.sharded.program.options.dtype)

    def _spec(self, name: str) -> Spec:
        if name not in self.sharded.specs:
            raise UnknownNameError(f"no input {name!r}")
        return self.sharded.specs[name]

    def _check(self, name: str, shape: Sequence[int]) -> None:
        """Parts must have equal sizes."""
        for length, axis in zip(shape, self._spec(name), strict=False):
            if axis is not None and length % self.mesh.shape[axis]:
                raise ShapeError(
                    f"{name} has {length} entries along {axis!r}, which are not split evenly over"
                    f" {self.mesh.shape[axis]} devices",
                )


def _automatic(mesh: Any) -> Any:
    """The same devices, with JAX to decide how arrays lie that nobody has said it of."""
    jax: Any = load("jax")
    kinds = tuple(jax.sharding.AxisType.Auto for _ in mesh.axis_names)
    return jax.sharding.Mesh(mesh.devices, mesh.axis_names, axis_types=kinds)


def compile_sharded(target: str, planned: Program) -> Sharded:
    """A program as a JAX function over devices."""
    if target != "jax":
        raise UnsupportedError(f"{target} code does not run on a mesh of devices: JAX's does")
    if planned.functions or planned.sizes:
        raise UnsupportedError("unspecified functions and sizes are not passed to a mesh")
    shard: Mapping[str, str] = planned.options.shard
    known = {n for each in planned.inputs for size in each.axes for n in size.names}
    for name in shard:
        if name not in known:
            sizes = ", ".join(sorted(known))
            if planned.prepared is not None:
                raise UnsupportedError(
                    f"with what is fixed computed before, no array of a call has the size {name}",
                    hint=f"sizes: {sizes}",
                )
            raise UnknownNameError(f"no size is called {name}", hint=f"sizes: {sizes}")
    return Sharded(target, written(target, planned), planned)
