"""Code of operators in the languages that programs are written in, as templates.

{0}, {1}, … are the arguments; {dot} is a dot in Julia where entries of an array are meant. JAX has
NumPy's code in its own names unless it is given another.
"""

from __future__ import annotations

_LIBRARIES = {"numpy": "np.", "torch": "torch.", "array_api": "xp."}


def code(arrays: str = "", **own: str) -> dict[str, str]:
    """Templates by language; `arrays` is that of NumPy, PyTorch and the array API, as xp.

    >>> code("xp.tril({0})", julia="tril({0})")["torch"]
    'torch.tril({0})'
    """
    found = {name: arrays.replace("xp.", prefix) for name, prefix in _LIBRARIES.items() if arrays}
    return found | own


def by_name(name: str, **own: str) -> dict[str, str]:
    """Those of a function of entries that goes by its name, but where other code is given, or "".

    >>> by_name("erf", array_api="")["julia"]
    'erf{dot}({0})'
    """
    julia, call = f"{name}{{dot}}({{0}})", f"{name}({{0}})"
    found = code(f"xp.{call}", julia=julia, matlab=call, c=call) | own
    return {language: template for language, template in found.items() if template}


def helper(name: str, count: int = 1, **own: str) -> dict[str, str]:
    """Calls of a function that stands beside the code; in the array API it is told the library.

    >>> helper("polar")["array_api"]
    'polar(xp, {0})'
    """
    given = ", ".join(f"{{{i}}}" for i in range(count))
    everywhere = dict.fromkeys(("numpy", "torch", "julia", "matlab"), f"{name}({given})")
    return everywhere | {"array_api": f"{name}(xp, {given})"} | own
