"""How the members of families are written: A_i, A_ij, A_1, in three spellings."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.dims import ONE
from matgrad.core.expr import Axes, Expr
from matgrad.core.notation import Over
from matgrad.ops import transpose
from matgrad.ops.families import Blocks, index_of, opened, with_letters

LOW = dict(zip("aehijklmnoprstuvx0123456789", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ₀₁₂₃₄₅₆₇₈₉", strict=True))


def places(node: Expr) -> list[str]:
    """The indices of a symbol, or of a member of one, in the order in which they are written."""
    return [str(place) for place in index_of(node)[1].values()]


def together(indices: Sequence[str]) -> str:
    """ij for i and j, and 1_12 where they could not be told apart."""
    return ("" if all(len(each) == 1 for each in indices) else "_").join(indices)


def as_text(name: str, indices: Sequence[str]) -> str:
    """A_ij."""
    return f"{name}_{together(indices)}" if indices else name


def how_far(axes: Axes) -> str:
    """for i = 1..N, nothing where there are no axes."""
    shown = ", ".join(f"{name} = 1..{size}" for name, size in axes)
    return f" for {shown}" if shown else ""


def in_unicode(name: str, indices: Sequence[str]) -> str:
    """Aᵢⱼ; with a letter that has no small form, A_b."""
    if not indices:
        return name
    below = together(indices)
    if all(letter in LOW for letter in below):
        return name + "".join(LOW[letter] for letter in below)
    return f"{name}_{below}"


def in_latex(name: str, indices: Sequence[str]) -> str:
    """A_{ij}, and W_{1,i} of W_{1}."""
    if not indices:
        return name
    below = ("" if all(len(each) == 1 for each in indices) else ",").join(indices)
    if "_{" in name and name.endswith("}") and not name.startswith("{"):
        return f"{name[:-1]},{below}}}"
    return f"{name}_{{{below}}}"


def with_index(node: Expr) -> tuple[str, Expr]:
    """The letter of the index that something goes over, and what stands behind the sign."""
    (body,) = node.args
    letter = with_letters(body).get("#0", "")
    if not letter:  # it does not change with the index
        taken = {axis.name for axis in body.axes}
        letter = next(each for each in "ijklmnpqrst" if each not in taken)
    return letter, opened(body, letter)


def is_row(node: Expr) -> bool:
    """Is this X[i,:], the transpose of a member that is a column?"""
    column = node.args[0] if node.op is transpose else node
    block = block_of(column)
    if block is None or block.width != ONE or column is node or node.is_scalar:
        return False
    return column.args[0].op is transpose


def goes_over(node: Expr) -> bool:
    """Does this go over an index, which has no name inside of it?"""
    return isinstance(node.op.notation, Over)


def block_of(node: Expr) -> Blocks | None:
    """Which block of columns this is, if it is one."""
    return node.data if isinstance(node.data, Blocks) else None
