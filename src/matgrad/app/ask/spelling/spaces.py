r"""A space between a letter and a bracket: c\,(x^Tx) is a product, unless c is a function."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_SPACED = re.compile(
    r"(?<![A-Za-z\\_^{])(?P<c>[a-eik-ps-z]|\\(?:alpha|beta|gamma|lambda|mu|nu|eta|tau|kappa|rho))"
    r"\s*\\[,;:](?:\s|\\[,;:])*(?=(?:\\left\s*)?[(\[])"
)


def with_spaced_products(cut: Cut) -> Cut:
    r"""The text with c \cdot (…) for c\,(…)."""
    text = " ; ".join((*cut.formulas, cut.marked))

    def product(found: re.Match[str]) -> str:
        name = re.escape(found["c"])
        is_called = re.search(rf"(?<![A-Za-z\\]){name}\s*(?:\\left\s*)?\([^()]*\)\s*:?=", text)
        return found[0] if is_called else rf"{found['c']} \cdot "

    return cut.rewritten(lambda latex: _SPACED.sub(product, latex))
