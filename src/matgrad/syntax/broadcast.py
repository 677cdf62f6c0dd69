"""Broadcasting as NumPy does it: numbers, columns and rows beside something that is larger.

It is allowed only where nothing fits without it. What was broadcast is kept as records; the
expression is the one that `ones(n)`, written out, would give.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.reading import Guess, Reading
from matgrad.core.shape import Shape
from matgrad.errors import AmbiguousError, Option
from matgrad.syntax.arithmetic import matrix_plus_number
from matgrad.syntax.functions import FUNCTIONS, nature, values_first
from matgrad.syntax.inference import Broadcast, Inference, Origin
from matgrad.syntax.tree import Node, terms
from matgrad.syntax.unify import Misfit, is_unknown

Piece = tuple[Node, Shape]


# ---------------------------------------------------------------- shapes


def may_spread(formula: Node) -> bool:
    """Is there anything in a formula that broadcasting may change?"""
    pieces = values_first(formula)
    return any(n.is_infix("+", "-", ".*", "./", "/") for n in pieces)


def stands_alone(found: Inference, node: Node, piece: Node) -> bool:
    """Is this term of a sum a number whatever it is added to: 1, or a name declared as one?"""
    origin = found.origins.get(piece)
    is_mean = node in found.centred and origin is Origin.SOFT
    return origin in (Origin.CONSTANT, Origin.GIVEN) or is_mean


def with_spread(found: Inference, node: Node, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that are as large as the whole; the smaller ones are noted as broadcast."""
    known = [(piece, found.sizes.shape(shape)) for piece, shape in pieces]
    large = [each for each in known if not each[1].is_scalar]
    matrices = [each for each in large if not each[1].is_vector]
    if not found.spread or not large:
        return [*pieces]
    beside, whole = (matrices or large)[0]
    kept: list[Piece] = []
    for piece, shape in known:
        kind, guessed = "", False
        if shape.is_scalar:
            kind = "" if not matrices and _is_rather_vector(found, piece, whole) else "entries"
        elif matrices and shape.is_column:
            kind, guessed = _side(found, piece, beside, shape, whole)
        elif matrices and shape.is_vector and found.sizes.equate(shape.cols, whole.cols):
            kind = "rows"
        if kind:
            found.broadcasts[node, piece] = Broadcast(node, piece, kind, beside, guessed)
        else:
            kept.append((piece, shape))
    return kept


def _is_rather_vector(found: Inference, piece: Node, whole: Shape) -> bool:
    """Is this a letter that is a number only to fit a row?"""
    return not whole.is_column and _letter(piece) in found.kinds


def _side(
    found: Inference, piece: Node, beside: Node, column: Shape, whole: Shape
) -> tuple[str, bool]:
    """Whether a column stands in every column or, as its length says, in every row."""
    size, sizes = column.rows, found.sizes
    rows, cols = map(sizes.resolve, whole)
    if found.scope.broadcasting == "numpy":
        return ("turned", False) if sizes.equate(size, cols) else ("", False)
    if size in (rows, cols):
        return ("columns" if size == rows else "turned"), False
    if not _letter(piece) or _letter(beside) in found.scope.undeclared:
        return "", False
    both = is_unknown(size) or (is_unknown(rows) and is_unknown(cols))
    if sizes.equate(size, cols):  # the last axis, as NumPy has it
        return "turned", both
    return ("columns" if sizes.equate(size, rows) else ""), False


def _letter(node: Node) -> str:
    """The name that a piece is, or minus it, if it is no more."""
    while node.kind == "prefix":
        node = node.args[0]
    return node.text if node.kind == "name" else ""


def divided(found: Inference, node: Node, args: Sequence[Shape]) -> bool:
    """Is this a number over a column, 1/x, which divides it by every entry?"""
    above, below = map(found.sizes.shape, args)
    fits = bool(found.spread) and above.is_scalar and below.is_column and not below.is_scalar
    if fits:
        found.broadcasts[node, node.args[0]] = Broadcast(node, node.args[0], "over", node.args[1])
    return fits


def check_sides(found: Inference) -> None:
    """Ask about what fits in two ways: rows or columns of a square matrix, one mean or many."""
    for each in found.broadcasts.values() if found.scope.broadcasting != "numpy" else ():
        whole, text = found.shape(each.node), found.quote(each.piece)
        if each.kind in ("columns", "turned") and whole.is_square:
            (shape,) = found.sizes.named([whole])
            ways = [
                Option(f"ones({shape.rows})*({text})'", "in every row"),
                Option(f"({text})*ones({shape.rows})'", "in every column"),
            ]
            beside = f"every row of {found.quote(each.beside)} ({shape})"
            question = f"does {text} belong to {beside}, or to every column?"
            raise Misfit(AmbiguousError(question, each.piece.position, ways=ways), each.node)
        if each.kind == "entries" and not whole.is_vector:
            for call in values_first(each.piece):
                check_one(found, each.node, call)


def check_one(found: Inference, node: Node, call: Node) -> None:
    """Ask about X - mean(X): one number of all entries, or one of each column."""
    name, has_rows = call.text, f"{call.text}_rows" in FUNCTIONS
    if not (has_rows and nature(call).is_reduction) or found.shape(call.args[0]).is_vector:
        return
    of = found.quote(call.args[0])
    ways = [
        Option(f"{name}(vec({of}))", "of all entries"),
        Option(f"{name}_cols({of})", "one of each column"),
        Option(f"{name}_rows({of})", "one of each row"),
    ]
    question = f"the {name} of all entries of {of}, or one of each column?"
    raise Misfit(AmbiguousError(question, call.position, ways=ways), node)


# ---------------------------------------------------------------- expressions


def as_whole(found: Inference, node: Node, piece: Node, value: Expr) -> Expr:
    """A piece as large as the node it belongs to, if it is broadcast."""
    each, shape = found.broadcasts.get((node, piece)), found.known(found.shapes[node])
    if each is None or shape.is_scalar:
        return value
    if each.kind == "entries" and shape.is_square and found.scope.broadcasting != "numpy":
        text = found.quote(piece)
        raise matrix_plus_number(str(shape), str(shape.rows), text).at(piece.position)
    found.note(words(found, each))
    match each.kind:
        case "over":
            return value
        case "entries":
            return ops.filled(value, shape)
        case "columns":
            return ops.multiply(value, ops.transpose(ops.ones(shape.cols)))
        case _:
            row = ops.transpose(value) if each.kind == "turned" else value
            return ops.multiply(ops.ones(shape.rows), row)


# ---------------------------------------------------------------- words


def words(found: Inference, each: Broadcast) -> str:
    """What was broadcast, as people say it."""
    piece, beside = found.quote(each.piece), found.quote(each.beside)
    whole = f"every {'column' if each.kind == 'columns' else 'row'} of {beside}"
    if each.kind == "over":
        return f"{piece} is divided by every entry of {beside}"
    if each.kind == "entries":
        what = "vector" if found.shape(each.node).is_vector else "matrix"
        piece, whole = f"the number {piece}", f"every entry of the {what}"
    if each.node.is_infix("+", "-"):
        signs = {term: sign for sign, term in terms(each.node)}
        return f"{piece} is {'subtracted from' if signs[each.piece] == '-' else 'added to'} {whole}"
    is_above = each.node.text == "./" and each.piece is each.node.args[0]
    first, second = (piece, whole) if is_above else (whole, piece)
    verb = "multiplied" if each.node.text == ".*" else "divided"
    return f"{first} is {verb} by {second}, entry by entry"


def _is_number_here(found: Inference, each: Broadcast) -> bool:
    """Is this a small letter that nothing else makes a number?"""
    letter = _letter(each.piece)
    is_changed = each.kind == "entries" and letter in found.kinds.keys() & found.scope.undeclared
    return is_changed and sum(n.text == letter for n in found.shapes) == 1


def _declared(shape: Shape) -> str:
    rows, cols = shape
    return "scalar" if shape.is_scalar else str(rows) if shape.is_column else f"{rows} x {cols}"


def reading(found: Inference, symbols: Mapping[str, Expr]) -> Reading:
    """How sure a reading is: what was guessed, each with what says otherwise."""
    guesses = [
        Guess(
            f"{x} is read as a number", f"{x}: {doubt.rather}", found.scope.undeclared[x].position
        )
        for doubt in found.doubts
        if doubt.is_guess
        for x in doubt.names
    ]
    for each in (b for b in found.broadcasts.values() if b.guessed or _is_number_here(found, b)):
        names = [n.text for n in values_first(each.beside) if n.text in symbols]
        shapes = {name: symbols[name].shape for name in dict.fromkeys(names)}
        (shape,) = found.sizes.named([found.shape(each.node)])
        given = [f"{name}: {_declared(s)}" for name, s in shapes.items()]
        letter = _letter(each.piece)
        told = "; ".join([*given, f"{letter}: {shape.rows}"])
        said = words(found, each).removeprefix("the number ").removeprefix(letter)
        is_number = "is read as a number that " if each.kind == "entries" else ""
        guesses.append(Guess(f"{letter} {is_number}{said.strip()}", told, each.piece.position))
    return Reading(tuple(guesses))
