"""Products and factors of matrices in C, compiled once on a machine and linked to all functions.

They are most of what a compiler has to do for a small function. The object lies in the user's
cache under a name made of everything it depends on; a function whose kernels cannot be had this
way has them in its own text, as it has where it is printed.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import stat
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

from matgrad.codegen.helpers import helpers
from matgrad.codegen.targets.c_single import single

_TEXTS = helpers("kernels.c")
_NEEDED = "double fabs(double);\ndouble sqrt(double);\n"
_FLAGS = "-O2 -std=gnu99 -fPIC -fopenmp-simd -fno-math-errno -fno-trapping-math -w -c".split()


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
    flags = [*_FLAGS, "-fvisibility=hidden", *(e for e in extra if not e.startswith("-l"))]
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
    return Path(_temporary().name)


def _is_kept_from_others(place: Path) -> bool:
    """Can nobody but us and the administrator replace what lies in this folder?

    Who owns a folder or may write in it can replace what lies there, unless it is sticky, as /tmp.
    """
    if not hasattr(os, "getuid"):
        return True
    about = place.stat()
    is_shared = about.st_mode & 0o022 and not about.st_mode & stat.S_ISVTX
    return about.st_uid in (0, os.getuid()) and not is_shared


@cache
def _temporary() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="matgrad")


def _compiled(command: str, flags: Sequence[str], text: str, place: Path) -> bool:
    """Compile to a file of another name first: others may look for this one meanwhile."""
    try:
        with NamedTemporaryFile(dir=place.parent, suffix=".o", delete=False) as file:
            made = Path(file.name)
        line = [command, *flags, "-o", file.name, "-x", "c", "-"]
        done = subprocess.run(line, input=text, capture_output=True, text=True, check=False)
        if done.returncode == 0 and made.stat().st_size:
            made.replace(place)
            return True
        made.unlink()
    except OSError:  # no room, or the compiler is no program
        pass
    return False
