"""C code made callable: compiled by the C compiler at hand, loaded and called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any
from weakref import finalize

from matgrad.codegen.c.entry import LAYOUT, bound, entry
from matgrad.codegen.c.source import Native, native, single
from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.program import Program, grouped, measure
from matgrad.codegen.run.quick import shares
from matgrad.core.dims import ONE, Dim
from matgrad.errors import UnsupportedError
from matgrad.optional import available, load

# ---------------------------------------------------------------- kernels

# Products and factors of matrices in C, compiled once on a machine and linked to all functions.
#
# They are most of what a compiler has to do for a small function. The object lies in the user's
# cache under a name made of everything it depends on; a function whose kernels cannot be had this
# way has them in its own text, as it has where it is printed.

_TEXTS = helpers("kernels.c")
_NEEDED = "double fabs(double);\ndouble sqrt(double);\n"
_KERNEL_FLAGS = (
    "-O2 -std=gnu99 -fPIC -fopenmp-simd -fno-math-errno -fno-trapping-math -w -c"
).split()


def shortened(source: str) -> str:
    """The source with declarations in place of kernels; the same if it has none."""
    for name, text in _TEXTS.items():
        for kernel in (text, single(text)):
            if f"{kernel}\n" in source:
                source = source.replace(kernel, _declared(name, kernel))
    return source


def _declared(name: str, kernel: str) -> str:
    """The declaration of the one function of a kernel that others call; "" if there is none."""
    found = re.search(rf"\w+ {re.escape(name)}[^)]*\)(?=\n{{)", kernel)
    return f"{found.group()};" if found else ""


@cache
def kernel_object(command: str, extra: tuple[str, ...], real: str) -> Path | None:
    """The compiled kernels for a type of numbers; None if they cannot be compiled."""
    text = "\n\n".join([_NEEDED, *_TEXTS.values()])
    for name in _TEXTS:
        text = re.sub(rf"\bstatic (?=[^;{{}}]*\b{re.escape(name)})", "", text)
    text = single(text) if real == "float" else text
    flags = [*_KERNEL_FLAGS, "-fvisibility=hidden", *(e for e in extra if not e.startswith("-l"))]
    place = folder() / f"kernels-{_key(command, flags, text)}.o"
    return place if place.is_file() or _compiled(command, flags, text, place) else None


def _key(command: str, flags: Sequence[str], text: str) -> str:
    compiler = Path(command).resolve()
    about = compiler.stat()
    parts = [str(compiler), str(about.st_mtime_ns), str(about.st_size), *flags, _machine(), text]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _machine() -> str:
    """What the machine's instructions are: homes may be shared between machines."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    kinds = [line for line in lines if line.startswith(("flags", "Features", "model name"))]
    return "\n".join([platform.machine(), platform.processor(), *sorted(set(kinds))])


_TEMPORARY = cache(partial(TemporaryDirectory[str], prefix="matgrad"))  # goes with this process


@cache
def folder() -> Path:
    """A folder that is ours alone: in the user's cache, or one that goes with this process."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        place = (Path(base) if base else Path.home() / ".cache").resolve() / "matgrad"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        is_safe = all(map(_is_kept_from_others, (place, *place.parents)))
        if is_safe and os.access(place, os.W_OK):
            return place
    except (OSError, RuntimeError):  # no home, or nothing may be written there
        pass
    return Path(_TEMPORARY().name)


def _is_kept_from_others(place: Path) -> bool:
    """Can nobody but us and the administrator replace what lies in this folder?

    Who owns a folder or may write in it can replace what lies there, unless it is sticky, as /tmp.
    """
    if not hasattr(os, "getuid"):
        return True
    about = place.stat()
    is_shared = about.st_mode & 0o022 and not about.st_mode & stat.S_ISVTX
    return about.st_uid in (0, os.getuid()) and not is_shared


def _compiled(command: str, flags: Sequence[str], text: str, place: Path) -> bool:
    """Compile to a file of another name first: others may look for this one meanwhile."""
    try:
        with NamedTemporaryFile(dir=place.parent, suffix=".o", delete=False) as file:
            made = Path(file.name)
        failed = _called([command, *flags, "-o", file.name, "-x", "c", "-"], text)
        if failed is None and made.stat().st_size:
            made.replace(place)
            return True
        made.unlink()
    except OSError:  # no room
        pass
    return False


# ---------------------------------------------------------------- functions

_IS_LINUX = sys.platform == "linux"
_FLAGS = "-std=gnu99 -fPIC -shared -fopenmp-simd -fno-math-errno -fno-trapping-math -w".split()
# A function called step is this one, not that of another library.
_FLAGS += ["-Wl,-Bsymbolic"] * _IS_LINUX
# Loops over entries need no more than this, which compiles in half the time.
MOST_PLANS = 8  # combinations of shapes whose room to work in is kept
_LIGHT = (
    "-O1 -ftree-vectorize -fvect-cost-model=very-cheap -fno-tree-slp-vectorize -fno-ivopts"
    " -fno-ipa-cp"
).split()
# The first that works: vectors of this machine and glibc's functions on them, or plain C.
_TRIES = (
    *(("-march=native", "-DVECTOR_MATH", "-lmvec", "-lm"),) * _IS_LINUX,
    ("-march=native", "-lm"),
    ("-lm",),
)

# Above a source whose BLAS is told at run time: `use_blas` takes the routines in this order.
_POINTERS = """\
static void (*dgemm_pointer)(), (*dsyrk_pointer)();
#define dgemm_ dgemm_pointer
#define dsyrk_ dsyrk_pointer
void use_blas(void *gemm, void *syrk) { dgemm_pointer = gemm; dsyrk_pointer = syrk; }
"""
_ROUTINES = ("dgemm", "dsyrk")

# What a call returns if arrays have gaps or begin between numbers, and if a matrix is singular.
_SCATTERED, _SINGULAR = 1, 2
_CALL = """
long {name}_call({arrays}, const long *size, double *work)
{{
    if (~({flags} -1) & 0x101) return 1;
    {call}
}}
"""


def compiler() -> str | None:
    """The C compiler on the path, if there is one."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@cache
def works(command: str) -> bool:
    """Does the compiler make a library of a function that does nothing, and can that be loaded?"""
    with TemporaryDirectory(prefix="matgrad") as folder:
        source, library = Path(folder) / "code.c", Path(folder) / "code.so"
        source.write_text("void nothing(void) {}\n", encoding="utf-8")
        try:
            _called([command, "-fPIC", "-shared", "-o", str(library), str(source)])
            return bool(ctypes.CDLL(str(library)))
        except OSError:
            return False


def callable_or_why(program: Program, code: Native | None = None) -> Callable[..., Any] | str:
    """The program as a function that runs as C, as it is written or else as `code`, or why not."""
    command = compiler()
    if command is None:
        return "no C compiler is found"
    try:
        return callable_from(program, code)
    except UnsupportedError:
        if works(command):
            raise
        return "the C compiler makes nothing that can be loaded"


def callable_from(program: Program, code: Native | None = None) -> Callable[..., Any]:
    """The program as a function of NumPy arrays that runs as C."""
    command = compiler()
    if command is None:
        raise UnsupportedError("there is no C compiler on the path")
    if program.options.blas and not available("scipy.linalg"):
        program = replace(program, options=replace(program.options, blas=False))
    return _Function(program, code or native(program), command)


def give_blas(library: ctypes.PyDLL, real: Any) -> None:
    """Tell a library where SciPy has BLAS."""
    capsules: Any = load("scipy.linalg.cython_blas").__pyx_capi__
    python = ctypes.pythonapi
    python.PyCapsule_GetName.restype = ctypes.c_char_p
    python.PyCapsule_GetName.argtypes = [ctypes.py_object]
    python.PyCapsule_GetPointer.restype = ctypes.c_void_p
    python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    letter = "s" if real.itemsize == 4 else "d"
    found = [capsules[letter + name[1:]] for name in _ROUTINES]
    library["use_blas"](
        *(
            ctypes.c_void_p(python.PyCapsule_GetPointer(c, python.PyCapsule_GetName(c)))
            for c in found
        )
    )


class _Function:
    """A function in a shared library, with room for each combination of shapes it has met."""

    def __init__(self, program: Program, code: Native, command: str) -> None:
        np: Any = load("numpy")
        self._program, self._code = program, code
        self._empty, self._real = np.empty, np.dtype(program.options.dtype or "float64")
        self._solid, self._refused = np.require, np.linalg.LinAlgError
        self._library = _built(program, code, command)
        if program.options.blas:
            give_blas(self._library, self._real)
        self._call = self._library[f"{code.name}_call"]
        count = len(program.inputs) + len(code.outputs)
        self._call.argtypes = [ctypes.py_object] * count + [ctypes.c_void_p, ctypes.c_void_p]
        self._call.restype = ctypes.c_long
        self._check_layout(np)
        self._plans: dict[Any, Any] = {}
        # The results for arrays of its type; NotImplemented for what has to be looked at first.
        self.quick, self.direct = bound(self._library, code.name, self._real) or (None, None)
        if self.quick is not None:  # a library stays, the room that this took need not
            finalize(self, self._library[f"{code.name}_leave"])

    def _check_layout(self, np: Any) -> None:
        """Arrays must look in memory as the code expects."""
        probe = self._library[f"{self._code.name}_probe"]
        probe.argtypes, probe.restype = [ctypes.py_object], ctypes.c_void_p
        array = np.empty(2)
        if probe(array) != array.ctypes.data:
            raise UnsupportedError("arrays of this Python have another layout in memory")

    def __call__(self, *arrays: Any, **sizes: int) -> Any:
        """Compute the results in new arrays."""
        outs = self._computed(arrays, sizes)
        results = [out if out.ndim else out[()] for out in outs]
        return grouped(results, self._program.groups)

    def into(self, arrays: Sequence[Any], outs: Sequence[Any], dtype: Any, **sizes: int) -> None:
        """Write the results into arrays; those that lie otherwise in memory are copied to."""
        for out, found in zip(outs, self._computed(arrays, sizes, outs), strict=True):
            if found is not out:
                out[...] = found

    def _computed(
        self, arrays: Sequence[Any], sizes: dict[str, int], outs: Sequence[Any] = ()
    ) -> list[Any]:
        """The results, in arrays given if they lie in memory as the code writes them."""
        real = self._real
        arrays = [a if a.dtype is real else a.astype(real) for a in arrays]
        key = tuple([array.shape for array in arrays])
        plan = self._plans.get(key) if not sizes else None
        if plan is None:
            while len(self._plans) >= MOST_PLANS:  # each has room to work in
                self._plans.pop(next(iter(self._plans)), None)
            plan = self._plans[key] = self._plan(key, sizes)
        shapes, pointers = plan[0], plan[1:3]
        empty = self._empty
        found = [empty(shape, real, order) for shape, order in shapes if not outs]
        for out, (shape, order) in zip(outs, shapes, strict=False):
            lies = out.flags["F_CONTIGUOUS" if order == "F" else "C_CONTIGUOUS"]
            fits = lies and out.flags["ALIGNED"] and out.dtype is real and not shares(out, arrays)
            found.append(out if fits else empty(shape, real, order))
        status = self._call(*arrays, *found, *pointers)
        if status == _SCATTERED:
            solid = [self._solid(array, None, "CA") for array in arrays]
            status = self._call(*solid, *found, *pointers)
        if status == _SINGULAR:
            raise self._refused("Matrix is singular or not positive definite")
        return found

    def _plan(self, shapes: Any, passed: dict[str, int]) -> tuple[Any, ...]:
        """Shapes of the results, the sizes in their order and room to work in."""
        given = {p.label: passed[p.name] for p in self._program.sizes if p.name in passed}
        sizes = measure(self._program.inputs, shapes, given)
        values = (ctypes.c_long * max(len(self._code.sizes), 1))(
            *(sizes[name] for name in self._code.sizes)
        )
        wanted = max(1, sum(_evaluate(d, sizes) for d in self._code.work))
        room: Any = self._empty(wanted, self._real)
        pairs = zip(self._code.outputs, self._code.columns_first, strict=True)
        outs = [
            (tuple(_evaluate(d, sizes) for d in axes), "F" if first else "C")
            for axes, first in pairs
        ]
        where = (ctypes.addressof(values), room.ctypes.data)
        return (outs, *where, values, room)


def _evaluate(size: Dim, sizes: dict[str, int]) -> int:
    return 1 if size == ONE else size.evaluate(sizes)


def _built(program: Program, code: Native, command: str) -> ctypes.PyDLL:
    """The library that a source is compiled to; PyDLL keeps the lock, as the room is shared."""
    inputs = len(program.inputs)
    names = [f"a{i}" for i in range(inputs + len(code.outputs))]
    passed = [f"size[{i}]" for i in range(len(code.sizes))] + [f"{name}->data" for name in names]
    called = f"{code.name}({', '.join(passed)}, work)"
    above = _POINTERS if program.options.blas else ""
    text = (
        (single(above) if program.options.dtype == "float32" else above)
        + code.source
        + LAYOUT.format(name=code.name)
        + entry(program, code)
        + _CALL.format(
            name=code.name,
            arrays=", ".join(f"const Array *{name}" for name in names),
            flags=" ".join(f"{name}->flags &" for name in names[:inputs]),
            call=f"return {called} ? 2 : 0;" if code.fails else f"{called};\n    return 0;",
        )
    )
    with TemporaryDirectory(prefix="matgrad") as folder:
        source, library = Path(folder) / "code.c", Path(folder) / "code.so"
        real = "float" if program.options.dtype == "float32" else "double"
        _compile(command, text, real, source, library)
        try:
            return ctypes.PyDLL(str(library))
        except OSError as error:  # where nothing in this folder may be run, for one
            raise UnsupportedError("what C compiles to cannot be loaded", hint=str(error)) from None


def _compile(command: str, text: str, real: str, source: Path, library: Path) -> None:
    """Compile with the kernels that are compiled already; if that fails, with their text."""
    said = ""
    short = shortened(text)
    for extra in _TRIES:
        kernels = kernel_object(command, extra, real) if short != text else None
        for body, flags in ((short, _LIGHT), (text, ["-O2"])):
            if body != text and kernels is None:
                continue
            source.write_text(body, encoding="utf-8")
            given = [str(source), *([str(kernels)] if body != text else [])]
            line = [command, *flags, *_FLAGS, "-o", str(library), *given, *extra]
            failed = _called(line)
            if failed is None:
                return
            said = said or failed
    raise UnsupportedError("the C compiler refuses the code", hint=said[:500])


def _called(line: Sequence[str], text: str | None = None) -> str | None:
    """What a compiler says that fails, or is no program; it is given a text to read."""
    try:
        done = subprocess.run(line, input=text, capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return None if done.returncode == 0 else done.stderr
