"""Claims with what the text means by names in them: dW = (1/m) dZ Xᵀ, ∇²u = u(aaᵀ).

Where dZ = A − Y leaves out the 1/m of the cost, as some courses do, dW is right with that dZ. And
u(…) is the value of u times what is in brackets where that is right, and a call else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.formulas.claimed import INNER
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import Derivative
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Reading

PRODUCT = "{}(…) is a product"
WORDS = "with {}, as the text has it"


def own_values(latex: str, segment: int, reading: Reading) -> Iterator[tuple[str, str]]:
    """The formula with what the text claimed before of the derivatives in it, and words."""
    yield from _as_products(latex, reading)
    told: list[str] = []

    def written(found: re.Match[str]) -> str:
        inside = None if found["primed"] else derivative(found[0].strip())
        claims = (x for x in reading.claimed if x.segment < segment and len(x.values) == 1)
        own = next((x for x in claims if inside and _is_same(x.derivative, inside)), None)
        if own is None:
            return found[0]
        told.append(f"{quoted(own.latex).plain} = {quoted(own.values[0]).plain}")
        return rf"\left({own.values[0]}\right)"

    changed = INNER.sub(written, latex)
    if told:
        yield changed, WORDS.format(" and ".join(dict.fromkeys(told)))


def _as_products(latex: str, reading: Reading) -> Iterator[tuple[str, str]]:
    """The formula with products for the calls of functions in it."""
    for each in (d for d in reading.defined if d.left.arguments):
        name = re.escape(each.latex.partition("(")[0].strip())
        given = r"\s*,\s*".join(re.escape(x.strip()) for x in each.left.arguments or ())
        own = rf"(?!(?:\\left\s*)?\(\s*{given}\s*(?:\\right\s*)?\))"  # g(x), for sure a call
        call = re.compile(rf"(?<![A-Za-z\\])({name})\s*{own}(?=(?:\\left\s*)?\()")
        product = call.sub(r"\1 \\cdot ", latex)
        if product != latex:
            yield product, PRODUCT.format(quoted(each.left.name).plain)


def _is_same(one: Derivative, other: Derivative) -> bool:
    return (one.kind, one.function.strip(), one.variables) == (
        other.kind, other.function.strip(), other.variables
    )  # fmt: skip
