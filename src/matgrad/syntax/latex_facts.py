r"""What a sentence states of a name, and is neither a definition nor a function: A \succ 0."""

from __future__ import annotations

from matgrad.syntax.latex_names import Found, read_name
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_tables import TRANSPOSES

# What it says that something is above zero; of a capital letter > may mean its entries or more.
ABOVE = {
    "succ": "positive_definite", "succeq": "symmetric", ">": "positive", "gt": "positive",
    "ge": "nonnegative", "geq": "nonnegative", "geqslant": "nonnegative",
}  # fmt: skip
BELOW = {
    "prec": "succ", "preceq": "succeq", "<": ">", "lt": ">", "le": "ge", "leq": "ge",
    "leqslant": "ge",
}  # fmt: skip
DEFINITE = ("succ", "succeq")


def compared_with_zero(source: Source, lo: int, at: int, hi: int) -> tuple[Found, str] | None:
    r"""The name and the fact in A \succ 0, 0 \prec A, x > 0; none if it says something else."""
    sign = source.glyphs[at].text
    left, right = (lo, at), (at + 1, hi)
    if _text(source, *left) == "0":
        left, right, sign = right, left, BELOW.get(sign, "")
    found = _alone(source, *left)
    fact = ABOVE.get(sign, "")
    if found is None or not fact or _text(source, *right) != "0":
        return None
    is_matrix = found.name.stem[:1].isupper()
    return (found, fact) if is_matrix == (sign in DEFINITE) else None


def equal_to_itself(source: Source, lo: int, at: int, hi: int) -> tuple[Found, str] | None:
    r"""The name and the fact in A = A^\top, A^\top = A and A = -A^\top."""
    for (a, b), (c, d) in (((lo, at), (at + 1, hi)), ((at + 1, hi), (lo, at))):
        found, other = _alone(source, a, b), _text(source, c, d)
        turned = {f"{_text(source, a, b)}{mark}" for mark in _MARKS}
        if found is not None and other.removeprefix("-") in turned:
            return found, "skew" if other.startswith("-") else "symmetric"
    return None


_MARKS = ("'", *(f"^{mark}" for mark in TRANSPOSES), "^mathsfT", "^mathrmT", "^textT")


def _alone(source: Source, lo: int, hi: int) -> Found | None:
    """The name that stands here, if nothing else does."""
    lo = source.skip_spaces(lo, hi)
    found = read_name(source, lo, hi) if lo < hi else None
    return found if found is not None and source.skip_spaces(found.after, hi) == hi else None


def _text(source: Source, lo: int, hi: int) -> str:
    """What stands here without spaces and braces."""
    inside = source.glyphs[lo:hi]
    return "".join(g.text for g in inside if g.kind not in ("space", "group", "end", "align"))
