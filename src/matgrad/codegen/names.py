"""Names that are safe in generated code, whatever the user called things."""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from functools import lru_cache

from matgrad.codegen.helpers import helpers

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"
    " sigma_end sigma tau upsilon phi chi psi omega"
).split()
_SPELLED = {chr(0x3B1 + i): name for i, name in enumerate(_GREEK)}
_SPELLED |= {letter.upper(): name.capitalize() for letter, name in _SPELLED.items()}
_SPELLED |= {"ς": "sigma", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "ℓ": "l", "∂": "d"}
_SPELLED |= dict.fromkeys("′'ʹ’", "_prime")

# Imports and helpers above a generated function.
_IMPORTS = "np special scipy linalg jax jnp torch math xp array_namespace PartitionSpec".split()
_HELPERS = [
    mark.rstrip("(")
    for language in ("numpy", "jax", "torch", "array_api")
    for mark in helpers(f"{language}.txt")
]
RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *_IMPORTS, *_HELPERS})


@lru_cache(1024)
def identifier(name: str) -> str:
    """A plain ASCII identifier close to a name; different names may give the same one.

    >>> identifier("σ′"), identifier("λ₁"), identifier("x-y")
    ('sigma_prime', 'lambda1', 'x_y')
    """
    spelled = "".join(_SPELLED.get(letter, letter) for letter in name)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode("ascii")
    safe = re.sub(r"\W+", "_", plain)[:60] or "v"
    return f"v{safe}" if safe[0].isdigit() or safe.startswith("__") else safe


class Names:
    """Hands out identifiers that are neither reserved nor taken.

    >>> names = Names()
    >>> names.take("lambda"), names.take("x"), names.take("x")
    ('lambda_', 'x', 'x_')
    """

    def __init__(self, taken: frozenset[str] = RESERVED) -> None:
        self._taken = set(taken)
        self._count = 0

    def take(self, name: str) -> str:
        """The identifier closest to `name` that is still free."""
        safe = identifier(name)
        while safe in self._taken:
            safe += "_"
        self._taken.add(safe)
        return safe

    def copy(self) -> Names:
        """The same names taken, for a user that takes more of them."""
        twin = Names(frozenset(self._taken))
        twin._count = self._count
        return twin

    def fresh(self) -> str:
        """A name for something nobody named: t1, t2, …"""
        self._count += 1
        while f"t{self._count}" in self._taken:
            self._count += 1
        self._taken.add(f"t{self._count}")
        return f"t{self._count}"
