r"""Names with an index: entries of vectors and matrices, at places that sums or letters give."""

from __future__ import annotations

from matgrad.errors import AmbiguousError, MatgradError, UnknownNameError, UnsupportedError
from matgrad.syntax.latex_families import check_member, indexed
from matgrad.syntax.latex_names import Written, read_name
from matgrad.syntax.latex_reader import Reader
from matgrad.syntax.latex_scripts import index_parts, index_tokens, is_transpose
from matgrad.syntax.latex_tables import LETTERS
from matgrad.syntax.latex_tokens import Position, name_token
from matgrad.syntax.tokens import Kind, Token

INDICES = frozenset("ijklrstpqmn")
# Letters that choose one entry, as that of a class k; i and j rather want a sum, m and n are sizes.
PLACES = frozenset("klc")
PAIRED = frozenset("ijkl")  # of an entry of a power
OTHER_PLACES = PLACES | frozenset("pqrsty")  # beside another entry that a sum runs over


def write_name(
    reader: Reader, written: Written, text: str, position: Position, is_powered: bool = False
) -> list[Token]:
    """Write a variable down; the tokens of an index are left, as those of an entry of it.

    Where it has a power as well, i and j are places: A^{-1}_{ij}.
    """
    names = reader.names
    if _is_sample(reader, written):
        _write_sample(reader, written, position)
        return []
    check_member(reader, written, position)
    base = written._replace(below="")
    if not written.below or names.is_known(written) or written in names.own:
        reader.out.append(name_token(text, position))
        return []
    parts = index_parts(reader, written.below)
    is_place = parts is not None and (base in names.members or not all(map(str.isdigit, parts)))
    if parts is not None and is_place:
        reader.out.append(name_token(indexed(reader, base, position, len(parts)), position))
        reader.indexed.add(names.text(base, position))
        return index_tokens(parts, position)
    _check_bound(reader, written, parts, position)
    return _write_free(reader, written, text, position, is_powered)


def _write_free(
    reader: Reader, written: Written, text: str, position: Position, is_powered: bool
) -> list[Token]:
    """Write a variable whose index no sum binds: an entry at a place, or a name of its own."""
    names, setting, base = reader.names, reader.setting, written._replace(below="")
    is_given = names.is_known(base) and names.text(base, position) not in setting.scalars
    is_entry = is_powered and written.stem[:1].isupper() and {*written.below} <= PAIRED
    if not setting.strict and (is_entry or _is_place(reader, written, base, is_given)):
        reader.out.append(name_token(names.text(base, position), position))
        return index_tokens([*written.below.replace(",", "")], position)
    if not setting.strict and (numbers := _by_number(reader, written, base, position)):
        if not setting.counted.get(indexed(reader, base, position)):
            row, column = numbers
            reader.notes.append(f"{text} is read as the entry in row {row} and column {column}")
        reader.out.append(name_token(indexed(reader, base, position), position))
        return index_tokens(numbers, position)
    if not setting.strict and (last := _last(reader, written, base, position)):
        reader.out.append(name_token(names.text(base, position), position))
        return last
    if is_given or setting.strict:
        parts = index_parts(reader, written.below)
        raise _refused(written, parts, text, position, is_entry=is_given and not setting.strict)
    if written.below.isalpha() and len(written.below) <= 2:
        kept = reader.places if {*written.below} <= OTHER_PLACES else reader.free
        kept.setdefault(names.text(base, position), position)
    reader.out.append(name_token(text, position))
    return []


def _last(reader: Reader, written: Written, base: Written, here: Position) -> list[Token]:
    """The index of the last entry, x_n or A_{nn}, where the text has n for the declared size."""
    sizes = reader.setting.lengths.get(reader.names.text(base, here), ())
    is_last = [*written.below.replace(",", "")] == [*sizes] and len({*sizes}) == 1
    if not is_last or not reader.setting.alone or _is_transposed(reader, written):
        return []
    reader.notes.append(f"{written.stem}_{written.below} is read as the last entry")
    tokens: list[Token] = []
    for size in sizes:  # x[n:n] is the part from n to n
        tokens.append(Token(Kind.SIGN, "," if tokens else "[", *here))
        tokens += [name_token(size, here), Token(Kind.SIGN, ":", *here), name_token(size, here)]
    return [*tokens, Token(Kind.SIGN, "]", *here)]


def _by_number(
    reader: Reader, written: Written, base: Written, position: Position
) -> list[str] | None:
    """The places of the entry x_1 or a_{12}, where x has 2 entries or A is 3×3; else none.

    Where A is a matrix of any size, A_{12} is an entry of it as well.
    """
    whole = indexed(reader, base, position)
    sizes = reader.setting.counted.get(whole)
    below = written.below.split(",") if "," in written.below else [written.below]
    if written.above or not all(part.isdigit() for part in below):
        return None
    if _is_transposed(reader, written):  # a vector of its own
        return None
    if sizes is None:
        two = [*written.below] if len(written.below) == 2 else below
        is_entry = whole in reader.setting.matrices and len(two) == 2 and "0" not in two
        return two if is_entry and not is_beside(reader, position) else None
    if len(sizes) == 2 and len(below) == 1 and len(below[0]) == 2:
        below = [*below[0]]
    fits = len(below) == len(sizes) and all(
        0 < int(part) <= size for part, size in zip(below, sizes, strict=True) if len(part) < 9
    )
    return below if fits and max(map(len, below)) < 9 else None


def is_beside(reader: Reader, position: Position) -> bool:
    r"""Does a factor stand beside this without a sign? In x^TA_{12}y it may be a block."""
    start = next(at for at, glyph in enumerate(reader.glyphs) if glyph.start >= position[0])
    after = next((at for at, g in enumerate(reader.glyphs) if g.start >= position[1]), None)
    before = reader.glyphs[start - 1] if start else None
    is_behind = (
        before is not None and before.kind != "digit" and reader.source.ends_operand(start - 1)
    )
    following = reader.glyphs[after] if after is not None else None
    is_before = following is not None and (
        following.kind == "letter" or following.text == "(" or following.text in LETTERS
    )
    return is_behind or is_before


def _is_sample(reader: Reader, written: Written) -> bool:
    """Is this y^{(i)} below a sum over i? A capital is rather the matrix of a layer."""
    is_own = reader.names.is_known(written) or written in reader.names.own
    return written.above in reader.bound and not is_own and not written.stem[:1].isupper()


def _write_sample(reader: Reader, written: Written, position: Position) -> None:
    """y^{(i)} is what y_i is; x^{(i)}_j is entry j of x_i."""
    base = written._replace(below="", above="")
    parts = index_parts(reader, written.below) if written.below else []
    if parts is None or len(parts) > 1:
        raise UnsupportedError(
            f"the index {written.below} is bound by no sum, so this has many values", position,
            "give the whole",
        )  # fmt: skip
    reader.out.append(name_token(indexed(reader, base, position), position))
    for index in (written.above, *parts):
        reader.out.extend(index_tokens([index], position))
    reader.indexed.add(reader.names.text(base, position))


def _refused(
    written: Written, parts: list[str] | None, text: str, position: Position, *, is_entry: bool
) -> MatgradError:
    """The error for an index that is neither bound nor part of a name."""
    if is_entry and parts is not None:
        return AmbiguousError(
            "an entry, or another name?", position,
            rf"\left[{written.stem}\right]_{{{_places(written)}}} is the entry; or declare {text}",
        )  # fmt: skip
    if is_entry and {*written.below.replace(",", "")} <= INDICES:
        return UnsupportedError(
            f"the index {written.below} is bound by no sum, so this has many values", position,
            "give the whole",
        )  # fmt: skip
    return UnknownNameError(f"{text} is not declared", position, f"declare {text}")


def _places(written: Written) -> str:
    """The indices of an entry: 1,2 for the 12 of a matrix."""
    is_pair = written.stem[:1].isupper() and len(written.below) == 2
    return ",".join(written.below) if is_pair else written.below


def _is_place(reader: Reader, written: Written, base: Written, is_given: bool) -> bool:
    """Is this x_k, an entry at a place that is a letter, as the one of a class k?"""
    letters, names = {*written.below.replace(",", "")}, reader.names
    if any(map(names.is_name, letters)):
        return False
    is_own = base in names.own and not names.arguments.get(base)
    is_summed = names.chosen.get(base, "") in reader.setting.vectors
    places = OTHER_PLACES if is_summed else PLACES
    is_entry = letters <= places and (is_given or is_own or is_summed)
    return is_entry and not _is_transposed(reader, written)


def _is_transposed(reader: Reader, written: Written) -> bool:
    """Is x_k transposed somewhere? Then it is a vector of its own, as an iterate."""
    end = len(reader.glyphs)
    for at in range(end):
        found = read_name(reader.source, at, end)
        if found is not None and found.name == written:
            scripts = reader.scripts(found.after, end)
            above = scripts.above is not None and is_transpose(reader, scripts.above)
            if found.transposed or scripts.primes or above:
                return True
    return False


def _check_bound(
    reader: Reader, written: Written, parts: list[str] | None, position: Position
) -> None:
    r"""Refuse \sum_j A_{ij} x_j: the index i is bound by no sum, and A_{ij} is no constant."""
    letters = list(written.below.replace(",", ""))
    bound = [letter for letter in letters if letter in reader.bound]
    free = [letter for letter in letters if letter not in reader.bound and letter.isalpha()]
    if parts is not None or not bound or not free or not set(free) <= INDICES:
        return
    raise UnsupportedError(
        f"the index {free[0]} is bound by no sum, so this has many values", position,
        "give the whole, as in Ax",
    )  # fmt: skip
