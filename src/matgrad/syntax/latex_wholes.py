r"""Numbers with an index beside what they may be entries of: x_1 beside x, A_{11} beside A."""

from __future__ import annotations

from collections.abc import Mapping

from matgrad.core.notation import capital
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import symbols
from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_entries import INDICES
from matgrad.syntax.latex_meaning import Names
from matgrad.syntax.latex_names import Written
from matgrad.syntax.latex_tables import LETTERS
from matgrad.syntax.latex_tokens import Position

_FONTS = ("", "bf")  # a vector may be bold, and its entries not


def check_entries(problem: Problem, names: Names, places: Mapping[str, Position]) -> None:
    """Ask about a number x_1 where x is a vector: its own variable would leave x incomplete."""
    shapes = {name: node.shape for name, node in problem.symbols.items()}
    shapes |= {d.symbol.name: d.value.shape for d in problem.definitions}
    told = {x.name: d.symbol.name for d in problem.definitions for x in symbols(d.value)}
    for written, text in names.chosen.items():
        if text not in problem.symbols or not shapes[text].is_scalar or text not in places:
            continue
        if names.is_known(written) or written in names.own or not _is_index(written):
            continue
        others = {name: shape for name, shape in shapes.items() if name != told.get(text)}
        if whole := _whole(written, names, others):  # no matrix that is made of its entries
            entry = rf"\left[{whole}\right]_{{{_separated(written.below)}}}"
            raise AmbiguousError(
                "an entry, or another name?",
                places[text],
                f"{entry} is the entry; or declare {text}",
            )


def _whole(written: Written, names: Names, shapes: Mapping[str, Shape]) -> str | None:
    """The vector or matrix in the text that this may be an entry of."""
    letters, count = [written.stem], len(_parts(written))
    letters += [capital(written.stem)] if count == 2 else []
    for stem in letters:
        for font in _FONTS:
            text = names.chosen.get(written._replace(stem=stem, font=font, below=""), "")
            shape = shapes.get(text)
            if shape is not None and not shape.is_scalar and shape.is_column == (count == 1):
                letter = f"\\{stem}" if stem in LETTERS else stem
                return rf"\boldsymbol{{{letter}}}" if font else letter
    return None


def _is_index(written: Written) -> bool:
    """Is what stands below one index or two, and no word? Entries are counted from one."""
    parts = _parts(written)
    is_plain = not written.above and len(parts) <= 2 and "0" not in parts
    return is_plain and all(p.isdigit() or (len(p) == 1 and p in INDICES) for p in parts)


def _parts(written: Written) -> list[str]:
    return _separated(written.below).split(",")


def _separated(below: str) -> str:
    """The indices with a comma between them: 1,2 for 12 and i,j for ij."""
    return ",".join(below) if len(below) == 2 and "," not in below else below
