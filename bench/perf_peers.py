"""The same derivatives by the ways of JAX and PyTorch, as a user asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bench.perf_workloads import Workload
from matgrad.optional import load

Call = Callable[[], Any]


def places(work: Workload) -> tuple[int, ...]:
    """Which arguments are differentiated."""
    names = list(work.shapes)
    return tuple(names.index(name) for name in work.wrt.split(","))


def by_jax(work: Workload) -> Callable[..., Any]:
    """The derivative that jax.jit is given."""
    jax = load("jax")
    f = work.jax(load("jax.numpy"))
    chosen = places(work) if len(places(work)) > 1 else places(work)[0]
    if work.kind == "product":
        gradient = jax.grad(f, argnums=chosen)

        def product(*given: Any) -> Any:
            *args, direction = given
            moved = [direction if i == chosen else None for i in range(len(args))]
            at = [arg for arg, d in zip(args, moved, strict=True) if d is not None]

            def along(*W: Any) -> Any:
                return gradient(*(W[0] if d is not None else a
                                  for a, d in zip(args, moved, strict=True)))  # fmt: skip

            return jax.jvp(along, tuple(at), (direction,))[1]

        return product
    derive = {
        "gradient": jax.grad,
        "jacobian": jax.jacrev,
        "hessian": jax.hessian,
        "value_and_grad": jax.value_and_grad,
    }[work.kind]
    return derive(f, argnums=chosen)


def is_single(given: Mapping[str, Any]) -> bool:
    """Are the arrays in single precision?"""
    return any(str(getattr(value, "dtype", "")) == "float32" for value in given.values())


def compiled_by_torch(work: Workload, given: Mapping[str, Any]) -> Call:
    """torch.func through torch.compile, which compiles at every call of this."""
    torch = load("torch")
    call = by_torch(work, given)["func"]

    def first() -> Any:
        load("torch._dynamo").reset()
        return torch.compile(call)()

    return first


class _Like:
    """PyTorch by the names that NumPy has."""

    def __init__(self, real: Any) -> None:
        self._torch: Any = load("torch")
        self._real = real
        self.linalg = self._torch.linalg

    def __getattr__(self, name: str) -> Any:
        return getattr(self._torch, name)

    def maximum(self, x: Any, least: float) -> Any:
        return self._torch.clamp(x, min=least)

    def eye(self, n: int) -> Any:
        return self._torch.eye(n, dtype=self._real)


def by_torch(work: Workload, given: Mapping[str, Any]) -> dict[str, Call]:
    """PyTorch's autograd, and torch.func."""
    torch = load("torch")
    real = torch.float32 if is_single(given) else torch.float64
    f = work.jax(_Like(real))
    tensors = [torch.as_tensor(value, dtype=real) for value in given.values()]
    direction = tensors.pop() if work.kind == "product" else None
    at = places(work)

    def of(*chosen: Any) -> Any:
        args = list(tensors)
        for place, value in zip(at, chosen, strict=True):
            args[place] = value
        return f(*args)

    point = tuple(tensors[place] for place in at)
    return {"eager": _eager(work, of, point, direction), "func": _func(work, of, point, direction)}


def _eager(work: Workload, of: Callable[..., Any], point: tuple[Any, ...], direction: Any) -> Call:
    torch = load("torch")
    functional = load("torch.autograd.functional")
    if work.kind == "product":
        return lambda: functional.hvp(of, point, (direction,))[1][0]
    if work.kind in ("jacobian", "hessian"):
        derive = getattr(functional, work.kind)
        return lambda: derive(of, point[0])
    leaves = [value.clone().requires_grad_() for value in point]

    def gradient() -> Any:
        value = of(*leaves)
        found = torch.autograd.grad(value, leaves)
        return (value.detach(), found) if work.kind == "value_and_grad" else found

    return gradient


def _func(work: Workload, of: Callable[..., Any], point: tuple[Any, ...], direction: Any) -> Call:
    func = load("torch.func")
    every = tuple(range(len(point)))
    if work.kind == "product":
        gradient = func.grad(of)
        return lambda: func.jvp(gradient, point, (direction,))[1]
    if work.kind in ("jacobian", "hessian"):
        derive = func.jacrev(of) if work.kind == "jacobian" else func.hessian(of)
        return lambda: derive(point[0])
    if work.kind == "gradient":
        gradient = func.grad(of, argnums=every)
        return lambda: gradient(*point)
    both = func.grad_and_value(of, argnums=every)
    return lambda: both(*point)[::-1]
