r"""Families of names with an index: a_k, the members of A, and the samples y^{(i)}."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.core.notation import capital
from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_names import Written
from matgrad.syntax.latex_reader import Reader
from matgrad.syntax.latex_tokens import Position


def check_member(reader: Reader, written: Written, position: Position) -> None:
    r"""Ask about a_c beside \sum_k a_k, where A is declared, and y^{(j)} beside \sum_i y^{(i)}.

    A new variable would take their part out of the derivative by A or y.
    """
    names = reader.names
    if reader.setting.strict or names.is_known(written) or written in names.own:
        return
    if written.above:
        _check_sample(reader, written, position)
    elif _is_one(written.below) and written.below not in reader.bound:
        _check_row(reader, written, position)


def _check_row(reader: Reader, written: Written, position: Position) -> None:
    base, below = written._replace(below=""), written.below
    whole = indexed(reader, base, position)
    is_summed = any(other in reader.names.indices for other in _letters(reader, base))
    if whole == reader.names.text(base, position) or not is_summed:
        return
    raise AmbiguousError(
        f"is {written.stem}_{below} a row or a column of {whole}, or a vector of its own?",
        position,
        rf"{whole}_{{{below},:}}^\top or {whole}_{{:,{below}}}; or declare {written.stem}_{below}",
    )


def _letters(reader: Reader, base: Written) -> list[str]:
    """The indices that a name has in this text."""
    return [other.below for other in reader.names.chosen if other._replace(below="") == base]


def _check_sample(reader: Reader, written: Written, position: Position) -> None:
    base = written._replace(above="", below="")
    is_summed = any(other.above in reader.names.indices for other in _samples(reader, base))
    if is_summed and _is_one(written.above) and not written.stem[:1].isupper():
        stem, above = written.stem, written.above
        raise AmbiguousError(
            f"is {stem}^{{({above})}} one of the {stem} that a sum runs over, or another name?",
            position, rf"\left[{stem}\right]_{{{above}}} is the entry; or declare {stem}__{above}",
        )  # fmt: skip


def _samples(reader: Reader, base: Written) -> Iterator[Written]:
    """The names of this text with this letter and something above."""
    for other in reader.names.chosen:
        if other.above and other._replace(above="", below="") == base:
            yield other


def _is_one(index: str) -> bool:
    """Is this the index of one member: a letter or a number, and no word?"""
    return len(index) == 1 or index.isdigit()


def indexed(reader: Reader, base: Written, position: Position, count: int = 1) -> str:
    """What is indexed: x for x_i, or X if only the matrix of all x_i was declared.

    With two indices, a_{ij} is an entry of A where A stands in the text, and a nowhere by itself.
    """
    whole = base._replace(stem=capital(base.stem))
    is_declared = reader.names.is_known(whole) or whole in reader.names.own
    is_matrix = is_declared or (count > 1 and _has_entries(reader, base, whole))
    if not reader.names.is_known(base) and whole != base and is_matrix:
        text = reader.names.text(whole, position)
        if not is_declared:
            reader.notes.append(f"{base.stem} with two indices is read as an entry of {text}")
        return text
    return reader.names.text(base, position)


def _has_entries(reader: Reader, base: Written, whole: Written) -> bool:
    """Does a matrix stand in the text whose entries have this small letter?"""
    names = reader.names
    return whole in names.bare and not {base} & (names.bare | names.own | names.members)
