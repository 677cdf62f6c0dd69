"""The way from Python into compiled C that costs a tenth of a microsecond.

The C code reads NumPy's arrays itself, takes the sizes from them, makes the results and returns
them, as an extension module would; no header is read, so that compiling stays quick. Whatever is
not an array of doubles, row by row, in shapes that fit is answered with NotImplemented, and goes
the slow way.
"""

from __future__ import annotations

import ctypes
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from matgrad.codegen.c.source import Native
from matgrad.codegen.plan.program import Program
from matgrad.codegen.write.python import polynomial
from matgrad.core.dims import Dim
from matgrad.optional import load


class Entries(NamedTuple):
    """Functions of Python that run C at once.

    The first answers NotImplemented to what it cannot take; the second is made of a function that
    is called then.
    """

    quick: Callable[..., Any]
    direct: Callable[[Callable[..., Any]], Callable[..., Any]]


# Objects and arrays begin like this; `probe` makes sure of it before it is relied on.
LAYOUT = """
typedef struct {{
    long count; void *kind; void *data; int axes; long *shape, *strides; void *base, *type;
    int flags;
}} Array;

void *{name}_probe(const Array *a) {{ return a->data; }}
"""

_ENTRY = """
void *malloc(unsigned long);
void free(void *);
static struct {{
    void *array, *real, *number, *type, *no;
    double (*get)(void *);
    void *(*make)(void *, int, const long *, int, const long *, void *, int, int, void *);
    void *(*scalar)(void *, void *, void *);
    void *(*tuple)(long);
    int (*put)(void *, long, void *);
    void (*keep)(void *), (*drop)(void *);
    void *(*call)(void *, void *, unsigned long, void *);
}} python;

static int fits(const Array *a, int axes)
{{
    return a->kind == python.array && a->type == python.type && a->axes == axes
        && (a->flags & 0x101) == 0x101;
}}

static int is_number(const Array *a)
{{
    return a->kind == python.real || a->kind == python.number || fits(a, 0);
}}

static double number_of(Array *a)
{{
    return a->kind == python.array ? *({real} *)a->data : python.get(a);
}}

static void *other(void)
{{
    python.keep(python.no);
    return python.no;
}}

static {real} *room;
static long held;

void *{name}_enter(void *self, Array *const *a, long count)
{{
{body}
}}

void {name}_leave(void)
{{
    free(room);
    room = 0;
}}

void *{name}_direct(void *self, Array *const *a, long count, void *names)
{{
    void *const found = names ? other() : {name}_enter(self, a, count);
    if (found != python.no) return found;
    python.drop(found);
    return python.call(self, (void *)a, count, names);
}}

void *{name}_methods(void **table)
{{
    static struct {{ const char *name; void *call; int flags; const char *said; }} methods[] =
        {{{{"{name}", {name}_enter, 0x80, 0}}, {{"{name}", {name}_direct, 0x82, 0}}}};
    for (int i = 0; i < {entries}; i++) ((void **)&python)[i] = table[i];
    return methods;
}}
"""
_ENTRIES, _METHOD = 13, 4  # pointers that C is told, and those of a method


def entry(program: Program, code: Native) -> str:
    """The C text of the entry; "" where sizes have to be passed or solved for."""
    found = _checks(program)
    if found is None or program.sizes:
        return ""
    lines, sizes = found
    for size, index in program.bounds:
        if size.names <= sizes.keys():  # what is prepared may have no part in an index
            lines.append(f"if ({_size(size, sizes)} < {index}) return other();")
    wanted = " + ".join(_size(length, sizes) for length in code.work) or "1"
    lines += [
        f"const long wanted = {wanted};",
        "if (wanted > held || !room) {",
        "    free(room);",
        "    held = wanted;",
        "    if (!(room = malloc(8 * held + 64))) return other();",
        "}",
        # Vectors that lie across two lines of the cache take longer.
        "void *const work = (void *)(((unsigned long)room + 63) / 64 * 64);",
        *_call(program, code, sizes),
    ]
    body = "\n".join(f"    {line}" for line in lines)
    return _ENTRY.format(name=code.name, body=body, real=_real(program), entries=_ENTRIES)


def _checks(program: Program) -> tuple[list[str], dict[str, str]] | None:
    """Lines that look at the inputs, and the names of the sizes that they tell."""
    lines = [f"if (count != {len(program.inputs)}) return other();"]
    sizes: dict[str, str] = {}
    for i, given in enumerate(program.inputs):
        shape = given.axes
        if not shape:
            lines += [f"if (!is_number(a[{i}])) return other();",
                      f"const {_real(program)} n{i} = number_of(a[{i}]);"]  # fmt: skip
            continue
        lines.append(f"if (!fits(a[{i}], {len(shape)})) return other();")
        for axis, size in enumerate(shape):
            there = f"a[{i}]->shape[{axis}]"
            (name,) = size.names if len(size.names) == 1 else ("",)
            if name and name not in sizes and size == Dim({(name,): 1}):
                sizes[name] = f"s{len(sizes)}"
                lines.append(f"const long {sizes[name]} = {there};")
                lines.append(f"if ({sizes[name]} < 1) return other();")
            elif size.names <= sizes.keys():
                lines.append(f"if ({there} != {_size(size, sizes)}) return other();")
            else:
                return None
    return lines, sizes


def _real(program: Program) -> str:
    return "float" if program.options.dtype == "float32" else "double"


def _size(size: Dim, sizes: Mapping[str, str]) -> str:
    return f"({polynomial(size, dict(sizes), '/')[0]})"


def _call(program: Program, code: Native, sizes: Mapping[str, str]) -> list[str]:
    """Lines that make the results, compute them and return them."""
    given = [f"a[{i}]->data" if each.axes else f"&n{i}" for i, each in enumerate(program.inputs)]
    places = [f"r{k}->data" if axes else f"&r{k}" for k, axes in enumerate(code.outputs)]
    passed = [*(sizes[name] for name in code.sizes), *given, *places, "work"]
    call = f"{code.name}({', '.join(passed)})"
    made = "".join(f"python.drop(r{k}); " for k, axes in enumerate(code.outputs) if axes)
    results = [
        f"r{k}" if axes else f"python.scalar(&r{k}, python.type, 0)"
        for k, axes in enumerate(code.outputs)
    ]
    return [
        *_made(program, code, sizes),
        # The slow way finds that a matrix is singular once more, and says so.
        f"if ({call}) {{ {made}return other(); }}" if code.fails else f"{call};",
        *_returned(program, results),
    ]


def _made(program: Program, code: Native, sizes: Mapping[str, str]) -> list[str]:
    """Lines that make arrays and numbers for the results."""
    lines: list[str] = []
    number = 11 if _real(program) == "float" else 12  # NumPy's numbers of the two types
    for k, (axes, first) in enumerate(zip(code.outputs, code.columns_first, strict=True)):
        if not axes:
            lines.append(f"{_real(program)} r{k};")
            continue
        lengths = ", ".join(_size(size, sizes) for size in axes)
        lines += [
            f"const long d{k}[] = {{{lengths}}};",
            f"Array *r{k} = python.make(python.array, {len(axes)}, d{k}, {number}, 0, 0, 0,"
            f" {2 if first else 0}, 0);",
            f"if (!r{k}) return 0;",
        ]
    return lines


def _returned(program: Program, results: Sequence[str]) -> list[str]:
    if program.groups is None:
        return [f"return {results[0]};"]
    lines = [f"void *whole = python.tuple({len(program.groups)});"]
    rest = iter(results)
    for i, count in enumerate(program.groups):
        if count is None:
            lines.append(f"python.put(whole, {i}, {next(rest)});")
            continue
        lines.append(f"void *t{i} = python.tuple({count});")
        lines += [f"python.put(t{i}, {j}, {next(rest)});" for j in range(count)]
        lines.append(f"python.put(whole, {i}, t{i});")
    return [*lines, "return whole;"]


def bound(library: ctypes.PyDLL, name: str, real: Any) -> Entries | None:
    """The entry of a library as a function of Python; None where Python is built another way."""
    if sysconfig.get_config_var("Py_GIL_DISABLED") or not hasattr(library, f"{name}_methods"):
        return None
    methods = library[f"{name}_methods"]
    methods.restype = ctypes.c_void_p
    python = ctypes.pythonapi
    python.PyCFunction_NewEx.restype = ctypes.py_object
    python.PyCFunction_NewEx.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    first: int = methods(_table(real))
    second = first + _METHOD * ctypes.sizeof(ctypes.c_void_p)

    def direct(otherwise: Callable[..., Any]) -> Any:
        return python.PyCFunction_NewEx(second, otherwise, None)

    return Entries(python.PyCFunction_NewEx(first, None, None), direct)


def _table(real: Any) -> Any:
    """What the entry needs of Python and NumPy, in the order of its struct."""
    np: Any = load("numpy")
    python = ctypes.pythonapi
    python.PyCapsule_GetPointer.restype = ctypes.c_void_p
    python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    functions = np._core._multiarray_umath._ARRAY_API
    table = ctypes.cast(
        python.PyCapsule_GetPointer(functions, None), ctypes.POINTER(ctypes.c_void_p)
    )
    objects = (np.ndarray, float, real.type, real, NotImplemented)
    return (ctypes.c_void_p * _ENTRIES)(
        *map(id, objects),
        _address(python.PyFloat_AsDouble),
        table[93],  # PyArray_New
        table[60],  # PyArray_Scalar
        _address(python.PyTuple_New),
        _address(python.PyTuple_SetItem),
        _address(python.Py_IncRef),
        _address(python.Py_DecRef),
        _address(python.PyObject_Vectorcall),
    )


def _address(function: Any) -> int | None:
    return ctypes.cast(function, ctypes.c_void_p).value
