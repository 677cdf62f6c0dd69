"""What programs call by name: functions of NumPy, PyTorch and JAX, and of Python itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.shape import shape_of
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.functions import ENTRYWISE, LOSSES, axis_of, total
from matgrad.programs.arrays.matrices import array, size_of
from matgrad.programs.arrays.tables import (
    FUNCTIONS,
    HINTS,
    NAMES,
    OPTIONS,
    TORCH,
    applied,
    named,
)
from matgrad.programs.listings.likely import ROWS_ADDED
from matgrad.programs.listings.machine import AT_ONCE, OVER_SAMPLES, Machine
from matgrad.programs.listings.values import Made, Module, Samples, Unread

RANDOM = frozenset(
    "randn rand random normal standard_normal uniform randint random_sample"
    " truncated_normal".split()
)
SOURCES = frozenset("default_rng RandomState Generator PRNGKey".split())  # of random numbers
FILLED = RANDOM | frozenset("zeros ones empty full eye zeros_like ones_like".split())
_TWO_FIRST = frozenset("normal uniform truncated_normal randint".split())


def sizes_of(name: str, given: Sequence[Any], size: Any) -> Sequence[Any]:
    """The sizes of an array of random entries; np.random.normal has them behind two numbers."""
    listed: list[Any] = [x for x in given if isinstance(x, tuple | list)]
    if size is not None or listed:
        return [listed[0] if listed else size]
    return given[2:] if name in _TWO_FIRST else given


MODULES = frozenset("np numpy jnp torch tf math scipy sp jax nn F linalg special optax cp".split())
SUBMODULES = frozenset(
    "linalg special functional nn random numpy math fft lax scipy tensor optim init".split()
)
CONSTANTS: dict[str, Any] = {
    "pi": Array(ops.constant("pi"), ()), "e": Array(ops.constant("e"), ()), "newaxis": None,
    "inf": math.inf,
    **dict.fromkeys("float32 float64 float int32 int64 long double bool_".split(), "float"),
}  # fmt: skip
ATTRIBUTES = frozenset("T mT H shape ndim size dtype data real".split())
LIBRARIES = {
    "np": "numpy", "numpy": "numpy", "torch": "torch", "F": "torch", "nn": "torch",
    "jnp": "jax", "jax": "jax", "scipy": "scipy", "special": "scipy", "sp": "scipy",
}  # fmt: skip
HARMLESS = frozenset(
    "print backward step zero_grad seed manual_seed plot show grid title legend figure train eval"
    " set_printoptions simplefilter set_title xlabel ylabel scatter set_default_dtype"
    " defvjp".split()
)
IGNORED = frozenset("dtype device requires_grad copy generator".split())
REFUSED = frozenset(  # options that change what is computed
    "where initial out inplace weight label_smoothing ignore_index pos_weight size_average".split()
)
HELD = frozenset("detach stop_gradient detach_ data no_grad".split())
SAME = frozenset(  # what changes no entry
    "asarray ascontiguousarray float double clone cpu numpy to requires_grad_ contiguous array"
    " tensor as_tensor Parameter squeeze copy item block_until_ready retain_grad type device_put"
    " convert_to_tensor Variable jit".split()
)
# Layers and losses that are functions, with the arguments that they are made with.
LAYERS = {
    "ReLU": "relu", "Tanh": "tanh", "Sigmoid": "sigmoid", "Softplus": "softplus", "GELU": "gelu",
    "SiLU": "silu", "ReLU6": "relu6", "LogSigmoid": "logsigmoid", "ELU": "elu",
    "LeakyReLU": "leaky_relu", "Softmax": "softmax", "LogSoftmax": "log_softmax",
    "Identity": "clone", "MSELoss": "mse_loss", "L1Loss": "l1_loss",
    "CrossEntropyLoss": "cross_entropy", "BCELoss": "binary_cross_entropy", "NLLLoss": "nll_loss",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
}  # fmt: skip
METHODS_OF_SIZE = {"numel": "size", "nelement": "size", "dim": "ndim"}
assert LOSSES  # declared there, used by name


# ---------------------------------------------------------------- arrays of numbers


def _sized(*shape: Any) -> tuple[Dim, ...]:
    """Sizes that are given one by one, or as a tuple."""
    is_one = len(shape) == 1 and isinstance(shape[0], tuple | list)
    return tuple(map(size_of, cast("Sequence[Any]", shape[0] if is_one else shape)))


def _filled(number: int) -> Callable[..., Made]:
    return lambda *shape: Made(_sized(*shape), number)


def _like(number: int) -> Callable[[Any], Made]:
    return lambda x: Made(x.axes if isinstance(x, Made) else as_array(x).axes, number)


def constant(made: Made) -> Array:
    """An array of equal numbers; one of random entries has to have a name."""
    if made.number is None:
        raise Unread("an array of numbers without a name is not read")
    filled = ops.filled(made.number, shape_of(*made.axes))
    return Array(filled if made.axes else ops.number(made.number), made.axes)


def as_constant(value: Any) -> Any:
    """A value, with its entries if it is an array of equal numbers."""
    return constant(value) if isinstance(value, Made) else value


def _identity(n: Any, m: Any = None) -> Array:
    size = size_of(n)
    if m is not None and size_of(m) != size:
        raise Unread("an identity that is not square is not read")
    return Array(ops.eye(size), (size, size))


def _size(x: Any, axis: Any = None) -> Any:
    """How many entries an array has, in all or along an axis."""
    x = as_array(x)
    return x.size if axis is None else x.shape[axis_of(x, axis)]


def _shape(x: Any) -> tuple[Any, ...]:
    return as_array(x).shape


OWN: dict[str, Callable[..., Any]] = {
    "size": _size, "shape": _shape, "eye": _identity, "identity": _identity,
    "zeros": _filled(0), "ones": _filled(1),
    "zeros_like": _like(0), "ones_like": _like(1), "empty_like": _like(0),
}  # fmt: skip

# ---------------------------------------------------------------- calls


def is_known(name: str) -> bool:
    """Is this a function of a library that is read?"""
    return name in {*OWN, *HELD, *SAME, *TORCH, "one_hot"} or named(name) is not None


def call(  # noqa: PLR0911
    name: str, given: Sequence[Any], options: Mapping[str, Any], of: str = ""
) -> Any:
    """What a function makes of its arguments; `of` is the library, if it is known."""
    if name in HELD:
        raise Unread(f"{name} holds a part of the function fixed, which is not read")
    if wrong := [x for x in options if x in REFUSED and options[x] is not None]:
        raise Unread(f"{name} with {wrong[0]} is not read")
    if name == "mm" and any(isinstance(x, Array) and x.ndim != 2 for x in given):
        raise ShapeError("mm multiplies matrices only")
    if options.get("requires_grad") is True and any(isinstance(x, int | tuple) for x in given):
        return Made(_sized(*given))  # whatever it starts from, it is a variable
    kept = {OPTIONS.get(k, k): x for k, x in options.items() if k not in IGNORED}
    if name in SOURCES:
        return Module("random", of)
    if name in RANDOM:
        return Made(_sized(*sizes_of(name, given, kept.get("size", kept.get("shape")))))
    match given:
        case [[Array(), *_] as rows, *_] if name in SAME:
            return FUNCTIONS["stack"](rows)
        case [Made() as start, *_] if name == "Parameter":
            return Made(start.axes)  # whatever it starts from, it is a variable
        case [one, *_] if name in SAME:
            return +one if isinstance(one, Array) else one
        case _:
            pass
    if name not in ("zeros_like", "ones_like", "empty_like"):
        given = [as_constant(x) for x in given]
    return _of_library(name, given, kept, of)


def _of_library(name: str, given: Sequence[Any], options: Mapping[str, Any], of: str) -> Any:
    """What a function that is declared here, or with arrays, makes of its arguments."""
    is_swap = name == "transpose" and [*given[1:]] == [0, 1] and not of  # only PyTorch has it
    is_matrix = any(isinstance(x, Array) and x.ndim == 2 for x in given)
    if (of, name) == ("jax", "gelu"):
        if options.get("approximate") is not False:
            raise Unread("the gelu of JAX is an approximation, which is not read", hint=EXACT_GELU)
        options = {}
    axis = options.get("axis", None if of == "scipy" else -1)
    if of in ("jax", "scipy") and name.endswith("softmax") and is_matrix and axis is None:
        raise Unread("this softmax is taken of all entries at once, which is not read")
    if (of, name) == ("jax", "clamp"):
        given = [given[1], given[0], *given[2:]]
    if (of, name) == ("scipy", "cholesky"):  # the upper factor
        kept = {k: x for k, x in options.items() if k != "lower"}
        found = _carried_out(named(name), name, given, kept)
        return found if options.get("lower") else found.T
    function = OWN.get(name) or named(name, "torch" if is_swap else of)
    return _carried_out(function, name, given, options)


def _carried_out(
    function: Callable[..., Any] | None, name: str, given: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """What a function makes of its arguments; what arrays cannot do is not read."""
    try:
        return applied(function, name, given, options)
    except UnsupportedError as error:
        if isinstance(error, Unread) or "cannot be traced" not in error.message:
            raise
        message = f"{name} is not read, or not with these arguments"
        raise Unread(message, hint=HINTS.get(name)) from error


EXACT_GELU = "jax.nn.gelu(x, approximate=False) is read"
_NEEDS_AXIS = ("softmax", "log_softmax", "logsumexp", "cumsum", "normalize", "cosine_similarity")
_BY_CLASS = {"one_hot": 0, "cross_entropy": 1, "nll_loss": 1}  # which argument has class numbers


def computed(
    m: Machine, name: str, given: Sequence[Any], options: Mapping[str, Any], of: str = ""
) -> Any:
    """What a function of a library gives; a method is one of the library that the program uses."""
    given = [array(x) if _is_of_numbers(x) else x for x in given]
    options = {k: None if _is_whole(given, k, x) else x for k, x in options.items()}
    match NAMES.get(name, name), given:
        case "arange", _:
            return whole_numbers(m, *given)
        case "max", [Array() as x, *more] if x.axes and all(isinstance(y, int) for y in more):
            return _largest(m, x, *more, **{OPTIONS.get(k, k): y for k, y in options.items()})
        case plain, [Array() as x] if (found := _of_chosen(m, plain, x)) is not None:
            return found
        case _:
            pass
    if label := _label(m, name, given):
        rows = m.one_hot(label)
        given = [rows if n == _BY_CLASS[name] else x for n, x in enumerate(given)]
        if name == "one_hot":
            return rows
    along = None if name in _NEEDS_AXIS else options.get("axis", options.get("dim"))
    m.weigh_call(name, given, along, is_loss=name in LOSSES)
    return call(name, given, options, of)


def _is_whole(given: Sequence[Any], option: str, axes: Any) -> bool:
    """Are these all axes of an array, as in np.sum(X, axis=(0, 1))?"""
    match given, axes:
        case [Array(ndim=ndim), *_], (int() as one, int() as other) if option in ("axis", "dim"):
            return ndim == 2 and {one % 2, other % 2} == {0, 1}
        case _:
            return False


def _is_of_numbers(x: Any) -> bool:
    """Is this a list of numbers, or of such lists?"""
    if isinstance(x, list) and x:
        return all(isinstance(y, int | float) or _is_of_numbers(y) for y in cast("list[Any]", x))
    return False


def _label(m: Machine, name: str, given: Sequence[Any]) -> str:
    """The class numbers among the arguments of a function that takes them."""
    at = _BY_CLASS.get(name, len(given))
    return m.label_of(given[at]) if at < len(given) and isinstance(given[at], Array) else ""


def _largest(m: Machine, x: Array, axis: Any = None, keepdims: bool = False) -> Array:
    """The largest entry of an array: a name, as most programs only subtract it for safety."""
    along = None if axis is None or x.ndim == 1 else axis_of(x, axis)
    axes = (ONE,) * x.ndim * keepdims if along is None else (x.axes[1 - along],)
    symbol = ops.symbol(f"shift_{len(m.shifts)}", *shape_of(*axes))
    m.shifts[symbol] = ops.max_entry(x.expr) if along is None else None
    found = Array(symbol, axes)
    if along is None or not keepdims:
        return found
    return found[:, None] if along == 1 else found[None, :]


def _of_chosen(m: Machine, name: str, x: Array) -> Array | None:
    """A function of entries that classes choose: the entries of the function, chosen later."""
    value = next((d.value for d in m.definitions if d.symbol is x.expr), x.expr)
    if value not in m.chosen or name not in ENTRYWISE:
        return None
    of, rows = m.chosen[value]
    inside = Array(ENTRYWISE[name](of.expr), of.axes)
    found = total(inside * rows, 1) if of.ndim == 2 else product(rows, inside)
    m.chosen[found.expr] = (inside, rows)
    return found


def whole_numbers(m: Machine, *ends: Any) -> Any:
    """Whole numbers, or all samples where their number is a size."""
    match ends:
        case [Array() as count] | [0, Array() as count] if isinstance(count.expr.data, Dim):
            return Samples(count.expr.data)
        case [Array()] | [_, Array()] | [_, _, Array()] | [Array(), _] | [Array(), _, _]:
            raise Unread(OVER_SAMPLES, hint=AT_ONCE)
        case _:
            return range(*ends)


BUILTINS = frozenset(
    "range len sum zip enumerate float int round abs pow max min list tuple reversed print".split()
)


def builtin(m: Machine, name: str, given: Sequence[Any]) -> Any:  # noqa: PLR0911, PLR0912
    """What a function of Python itself gives."""
    match name, given:
        case "range", _:
            return whole_numbers(m, *given)
        case "len", [x]:
            return x.shape[0] if isinstance(x, Array) else len(x)
        case "sum", [Array() as x]:  # as NumPy's
            m.cost += ROWS_ADDED if x.ndim == 2 else 0.0
            return call("sum", [x], {"axis": 0} if x.ndim == 2 else {})
        case "sum", [x, *start]:
            return reduce(lambda a, b: a + b, m.entries(x), *(start or [0]))
        case "zip", _:
            return list(zip(*map(m.entries, given), strict=False))
        case "enumerate", [x]:
            return list(enumerate(m.entries(x)))
        case "float", [Array(axes=[_, *_])]:
            raise Unread("entries are not turned into numbers")
        case "int" | "round", [Array() as x] if not isinstance(x.expr.data, Dim):
            raise Unread("a value that is rounded is not read")
        case "float" | "int" | "round", [x]:
            return int(x) if isinstance(x, float) and name != "float" else x
        case "abs", [x]:
            return abs(x) if isinstance(x, int | float) else call("absolute", [x], {})
        case "pow", [x, y]:
            return x**y
        case "max" | "min", _:
            return computed(m, name if len(given) == 1 else f"{name}imum", given, {})
        case "list" | "tuple" | "reversed", _:
            entries = m.entries(*given) if given else []
            return (
                entries[::-1]
                if name == "reversed"
                else {"list": list, "tuple": tuple}[name](entries)
            )
        case "print", _:
            return None
        case _:
            raise TypeError
