"""What the user says of variables: as lines of a problem, or as shapes and assumptions in data."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

from matgrad.core.dims import Dim
from matgrad.core.facts import IMPLIES, SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.errors import ParseError, ShapeError, UnknownNameError
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.parse import formula
from matgrad.syntax.scope import Declaration, check_declared
from matgrad.syntax.sizes import dimension, parted, read_size
from matgrad.syntax.tokens import GREEK, LOWERED, RAISED, Kind, Token

Shapes = Mapping[str, Sequence[str | int | Dim] | int]
KINDS = {"scalar": "scalar", "vector": "vector", "matrix": "matrix", "int": "scalar"}
# What people also call an assumption.
ALSO = {"unit_simplex": "simplex", "probability_simplex": "simplex", "one_hot": "onehot"}
WORDS = frozenset({*IMPLIES, *ALSO})
_BETWEEN_SIZES = ("×", ",", "x", "by")
_SIZE_SIGNS = ("×", ",", "+", "-", "*", "/", "^", "(", ")")


# ---------------------------------------------------------------- lines


def is_surely_shape(tail: list[Token]) -> bool:
    """Can what follows the colon be nothing but a shape: m×n, 3, scalar, n symmetric?"""
    names = [t.kind is Kind.NAME for t in tail]
    if any(a and b for a, b in pairwise(names)):
        return True
    if len(tail) == 1:
        return tail[0].kind is Kind.NUMBER or tail[0].text in KINDS or tail[0].text in IMPLIES
    return can_be_size(tail) and len(_groups(tail)) > 1


def can_be_size(tail: list[Token]) -> bool:
    """Are there only integers, names and the signs of sizes?"""
    calls = any(a.kind is Kind.NAME and b.text == "(" for a, b in pairwise(tail))
    return not calls and all(t.kind is not Kind.SIGN or t.text in _SIZE_SIGNS for t in tail)


def declared_member(tail: list[Token], names: list[Token]) -> list[Declaration]:
    """`A in R^(m x n)`: what follows `in`."""
    if not tail or tail[0].text not in ("R", "ℝ"):
        where = (tail or names)[0].position
        raise ParseError("R is needed here", where, "A in R^(m x n), x in R^n")
    rest = tail[1:]
    if not rest or rest[0].text != "^":
        return _declarations(names, SCALAR, None, _facts(rest))
    sizes, words = _split_words(rest[1:])
    if sizes and sizes[0].text == "(" and sizes[-1].text == ")" and _closes_last(sizes):
        sizes = sizes[1:-1]
    return _declarations(names, _shape(sizes, rest[0]), None, _facts(words))


def _closes_last(tokens: list[Token]) -> bool:
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            return index == len(tokens) - 1
    return False


def declared_shape(tail: list[Token], names: list[Token]) -> list[Declaration]:
    """`A: m×n symmetric`, `c: scalar`: what follows the colon."""
    if not tail:
        raise ParseError("a size is missing", names[-1].position, "x: n, A: m×n, c: scalar")
    if tail[0].text in KINDS:
        kind = KINDS[tail[0].text]
        facts = _facts(tail[1:]) | ({"integer"} if tail[0].text == "int" else set[str]())
        return _declarations(names, SCALAR if kind == "scalar" else None, kind, facts)
    sizes, words = _split_words(tail)
    return _declarations(names, _shape(sizes, tail[0]) if sizes else None, None, _facts(words))


def declared_facts(tail: list[Token], names: list[Token]) -> list[Declaration]:
    """`A is symmetric`: what follows `is`."""
    if not tail:
        raise ParseError("an assumption is missing", names[-1].position, "A is symmetric")
    return _declarations(names, None, None, _facts(tail))


def _declarations(
    names: list[Token], shape: Shape | None, kind: str | None, facts: Collection[str]
) -> list[Declaration]:
    for name in names:
        check_declared(name.text, name.position)
    return [Declaration(n.text, shape, kind, frozenset(facts), n.position) for n in names]


def _split_words(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """Sizes, and the assumption words after them."""
    end = len(tokens)
    while end and tokens[end - 1].kind is Kind.NAME and (taken := _assumed(tokens[:end])):
        end -= taken
        while end and tokens[end - 1].text == ",":
            end -= 1
    return tokens[:end], tokens[end:]


def _assumed(tokens: list[Token]) -> int:
    """How many words at the end are one assumption: one, two as in positive definite, or none."""
    last = [token.text for token in tokens[-2:]]
    return 2 if "_".join(last) in WORDS and len(last) == 2 else int(last[-1] in WORDS)


def unknown_assumption(word: str, position: tuple[int, int] | None) -> UnknownNameError:
    """The error for a word that is no assumption."""
    near = difflib.get_close_matches(word, IMPLIES, 1)
    return UnknownNameError(f"unknown assumption {word[:40]!a}", position, next(iter(near), None))


def _facts(words: list[Token]) -> frozenset[str]:
    """The assumptions in a list of words; `positive definite` may stand for positive_definite."""
    found: set[str] = set()
    half = ""  # the first word of a name that is written in two
    for i, word in enumerate(words):
        text, half = f"{half}_{word.text}" if half else word.text, ""
        if text in (",", "and"):
            continue
        if f"{text}_{words[i + 1].text if i + 1 < len(words) else ''}" in WORDS:
            half = text
        elif text in WORDS:
            found.add(ALSO.get(text, text))
        else:
            raise unknown_assumption(text, word.position)
    return frozenset(found)


def _groups(tokens: list[Token]) -> list[list[Token]]:
    """The sizes between `x`, `×` and commas."""
    groups: list[list[Token]] = [[]]
    depth, tokens = 0, parted(tokens)
    for before, token in zip((None, *tokens), tokens, strict=False):
        depth += (token.text == "(") - (token.text == ")")
        after_sign = before is not None and before.text in tuple("+-*/^")  # A*x is a product
        if depth == 0 and token.text in _BETWEEN_SIZES and groups[-1] and not after_sign:
            groups.append([])
        else:
            groups[-1].append(token)
    return groups


def _shape(tokens: list[Token], before: Token) -> Shape:
    sizes: list[Dim] = []
    for group in _groups(tokens):
        if not group:
            raise ParseError("a size is missing", before.position, "x: n, A: m×n, c: scalar")
        for one, two in pairwise(group):
            if one.kind is Kind.NAME and two.kind is Kind.NAME:
                _facts([two])  # a word where none can stand is a misspelt assumption
        sizes.append(dimension(formula(group)))
    if len(sizes) > 2:
        raise ShapeError("a shape has at most two sizes", (tokens[0].start, tokens[-1].end))
    return shape_of(*sizes)


# ---------------------------------------------------------------- data


def declare(
    shapes: Shapes, assume: Mapping[str, Sequence[str]], limits: Limits = GENEROUS
) -> dict[str, Declaration]:
    """Declarations from shapes and assumptions given as data."""
    _check_data(shapes, assume)
    declared: dict[str, Declaration] = {}
    for given, sizes in shapes.items():
        name, params = _with_params(given)
        check_declared(name, None)
        shape = shape_of(*(read_size(size, limits) for size in given_sizes(given, sizes)))
        declared[name] = Declaration(name, shape, params=params)
    for given, words in assume.items():
        name, params = _with_params(given)
        check_declared(name, None)
        facts = frozenset([words] if isinstance(words, str) else words)
        for fact in sorted(facts - IMPLIES.keys()):
            raise unknown_assumption(fact, None)
        before = declared.get(name, Declaration(name))
        declared[name] = replace(before, facts=facts, params=params or before.params)
    for declaration in declared.values():
        check_facts(declaration)
    return declared


def _check_data(shapes: object, assume: object) -> None:
    """Refuse what is no table of shapes or of assumptions."""
    for given, example in ((shapes, '{"A": ("m", "n")}'), (assume, '{"A": ["symmetric"]}')):
        if not isinstance(given, Mapping):
            raise ParseError(f"{given!r} is no table of names", hint=f"as {example}")
    for name, words in cast("Mapping[object, object]", assume).items():
        if not isinstance(words, Collection):
            hint = '{"A": ["symmetric"]}'
            raise ParseError(f"{words!r} says nothing of {name}", hint=f"as {hint}")


def _with_params(given: str) -> tuple[str, tuple[str, ...]]:
    """The name of a variable, or of a function with its arguments: x(t)."""
    name, opening, inside = given.replace(" ", "").partition("(")
    if not opening or not inside.endswith(")"):
        return plain_name(given), ()
    params = tuple(map(plain_name, inside[:-1].split(",")))
    for param in params:
        check_declared(param, None)
    return plain_name(name), params


def given_sizes(name: str, given: object) -> Sequence[str | int | Dim]:
    """The sizes of a shape given as data: ("m", "n"), "n", 3, "m×n", "scalar" or ()."""
    if isinstance(given, str):
        if given in KINDS and KINDS[given] == "scalar":
            return ()
        return [part.strip() for part in given.replace("×", ",").split(",")]
    if isinstance(given, int | Dim):
        return (given,)
    if isinstance(given, Sequence):
        sizes = cast("Sequence[object]", given)
        if all(isinstance(size, str | int | Dim) for size in sizes):
            return cast("Sequence[str | int | Dim]", sizes)
    raise ShapeError(
        f"{name} has a shape that cannot be read", hint='for example ("m", "n"), ("n",) or ()'
    )


def plain_name(name: str) -> str:
    r"""The ASCII name of a symbol that may be written as answers print it, or as in LaTeX.

    >>> [plain_name(name) for name in ("λ", "W₁", "W⁽¹⁾", "W^{(1)}", r"\beta")]
    ['lambda', 'W1', 'W__1', 'W__1', 'beta']
    """
    name = re.sub(r"^\\(?=[a-zA-Z]+$)", "", name)
    name = "".join(GREEK.get(char, char) for char in name[:1]) + name[1:]
    name = name.translate(LOWERED)
    layer = _LAYER.search(name)
    return name if layer is None else f"{name[: layer.start()]}__{layer[1].translate(RAISED)}"


_LAYER = re.compile(r"(?:\^\{?\(|⁽)([0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+)(?:\)\}?|⁾)$")


def merge(declared: dict[str, Declaration], lines: Sequence[Declaration]) -> None:
    """Add the declarations of the lines to those given as data."""
    for line in lines:
        before = declared.get(line.name, Declaration(line.name))
        shape = line.shape or before.shape
        if (before.shape or before.kind) and (line.shape or line.kind) and before.shape != shape:
            raise UnknownNameError(f"{line.name} is declared twice", line.position)
        declared[line.name] = Declaration(
            line.name, shape, line.kind or before.kind, before.facts | line.facts, line.position,
            line.params or before.params, line.domain,
        )  # fmt: skip
        check_facts(declared[line.name])


CONTRADICTIONS = (("skew", "symmetric"), ("skew", "positive_definite"), ("skew", "diagonal"))


def check_facts(declaration: Declaration) -> None:
    """Refuse assumptions that contradict each other, or the shape."""
    shape = declaration.shape
    for one, other in CONTRADICTIONS:
        if {one, other} <= declaration.facts:
            raise UnknownNameError(
                f"{declaration.name} cannot be both {one} and {other}", declaration.position
            )
    if shape is None or not declaration.facts:
        return
    facts, turned = close(declaration.facts), shape.transposed
    for wrong, needed in (
        (facts & SQUARE_ONLY if not shape.is_square else (), "a square matrix"),
        (facts & VECTOR_ONLY if not shape.is_vector else (), "a vector"),
        (facts & {"full_row_rank"} if shape.is_tall else (), "no more rows than columns"),
        (facts & {"full_column_rank"} if turned.is_tall else (), "no more columns than rows"),
    ):
        for fact in sorted(wrong):
            raise ShapeError(
                f"{declaration.name} is {shape}, but {fact} needs {needed}", declaration.position
            )
