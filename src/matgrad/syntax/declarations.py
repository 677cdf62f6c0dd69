"""What the user says of names: as lines of a problem, or as shapes and assumptions in data."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, cast

from matgrad.core.dims import Dim
from matgrad.core.facts import IMPLIES, SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.errors import LimitError, ParseError, ShapeError, UnknownNameError
from matgrad.ops.named import MOST
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.parse import formula
from matgrad.syntax.scope import Declaration, check_declared
from matgrad.syntax.sizes import dimension, read_size
from matgrad.syntax.sizes import parted as crossed
from matgrad.syntax.tidy import arguments, closing, is_bracket, parted, script
from matgrad.syntax.tokens import LOWERED, RAISED, Kind, Token, first_letter

Shapes = Mapping[str, Sequence[str | int | Dim] | int]
KINDS = {"scalar": "scalar", "vector": "vector", "matrix": "matrix", "int": "scalar"}
# What people also call an assumption.
ALSO = {"unit_simplex": "simplex", "probability_simplex": "simplex", "one_hot": "onehot"}
ALSO |= {"binary": "mask", "zero_one": "mask", "stiefel": "orthogonal_columns"}
WORDS = frozenset({*IMPLIES, *ALSO})
REALS = ("R", "ℝ")
CONES = ("S", "𝕊")  # of symmetric matrices
FUNCTION = "function"
ARROW = "→"
LARGEST = MOST - 3  # arguments of a function, which leaves room for directions
_BETWEEN_SIZES = ("×", ",", "x", "by")
_SIZE_SIGNS = ("×", ",", "+", "-", "*", "/", "^", "(", ")")
_EXAMPLE = "x: n, A: m×n, c: scalar"


# ---------------------------------------------------------------- sizes


def is_surely_shape(tail: Sequence[Token]) -> bool:
    """Can what follows the colon be nothing but a shape: m×n, 3, scalar, n symmetric?"""
    if any(one.kind is two.kind is Kind.NAME for one, two in pairwise(tail)):
        return True
    if len(tail) == 1:
        return tail[0].kind is Kind.NUMBER or tail[0].text in KINDS or tail[0].text in IMPLIES
    return can_be_size(tail) and len(groups(tail)) > 1


def can_be_size(tail: Sequence[Token]) -> bool:
    """Are there only integers, names and the signs of sizes?"""
    calls = any(a.kind is Kind.NAME and b.text == "(" for a, b in pairwise(tail))
    return not calls and all(t.kind is not Kind.SIGN or t.text in _SIZE_SIGNS for t in tail)


def groups(tokens: Sequence[Token]) -> list[list[Token]]:
    """The sizes between `x`, `×` and commas."""
    found: list[list[Token]] = [[]]
    depth, tokens = 0, crossed(tokens)
    for before, token in zip((None, *tokens), tokens, strict=False):
        depth += (token.text == "(") - (token.text == ")")
        after_sign = before is not None and before.text in tuple("+-*/^")  # A*x is a product
        if depth == 0 and token.text in _BETWEEN_SIZES and found[-1] and not after_sign:
            found.append([])
        else:
            found[-1].append(token)
    return found


def _shape(tokens: Sequence[Token], before: Token) -> Shape:
    tokens = tokens[1:-1] if is_bracket(tokens, "(") else tokens
    sizes: list[Dim] = []
    for group in groups(tokens):
        if not group:
            raise ParseError("a size is missing", before.position, _EXAMPLE)
        for one, two in pairwise(group):
            if one.kind is two.kind is Kind.NAME:
                _facts([two])  # a word where none can stand is a misspelt assumption
        sizes.append(dimension(formula(group)))
    if len(sizes) > 2:
        raise ShapeError("a shape has at most two sizes", (tokens[0].start, tokens[-1].end))
    return shape_of(*sizes)


# ---------------------------------------------------------------- lines


Said = tuple[Shape | None, str | None, frozenset[str]]  # the shape, the kind and the facts


def declared(names: Sequence[Token], sign: str, tail: Sequence[Token]) -> list[Declaration]:
    """What `x, y: n`, `A in R^(m x n)` and `A is symmetric` say of names."""
    if not tail:
        what = "an assumption" if sign == "is" else "a size"
        raise ParseError(f"{what} is missing", names[-1].position, _EXAMPLE)
    for name in names:
        check_declared(name.text, name.position)
    read = _of_size if sign == ":" else _of_words if sign == "is" else _of_space
    shape, kind, facts = read(tail)
    return [Declaration(n.text, shape, kind, facts, n.position) for n in names]


def _of_words(tail: Sequence[Token]) -> Said:
    return None, None, _facts(tail)


def _of_size(tail: Sequence[Token]) -> Said:
    """m×n symmetric, scalar: what follows the colon."""
    if tail[0].text in KINDS:
        kind = KINDS[tail[0].text]
        integer = frozenset({"integer"} if tail[0].text == "int" else ())
        return SCALAR if kind == "scalar" else None, kind, _facts(tail[1:]) | integer
    sizes, words = _split_words(tail)
    return _shape(sizes, tail[0]) if sizes else None, None, _facts(words)


def _of_space(tail: Sequence[Token]) -> Said:
    """R^(m x n): what follows `in`; of ℝ_+ all that is said here is ℝ."""
    rest, below = _without_script(tail[1:])
    is_cone = bool(rest) and tail[0].text in CONES and rest[0].text == "^"
    if not is_cone and tail[0].text not in REALS:
        raise ParseError("R is needed here", tail[0].position, "A in R^(m x n), x in R^n")
    if rest and rest[0].kind is Kind.RAISED:
        rest = [rest[0]._replace(kind=Kind.SIGN, text="^"), *rest]
        rest[1] = rest[1]._replace(kind=Kind.NUMBER)
    shape, words = SCALAR, rest
    if rest and rest[0].text == "^":
        sizes, words = _split_words(rest[1:])
        shape = _shape(sizes, rest[0])
    facts = _facts(words)
    if is_cone:
        facts |= {"positive_definite" if below == "++" else "symmetric"}
        shape = Shape(shape.rows, shape.rows)
    return shape, None, facts


def _without_script(tokens: Sequence[Token]) -> tuple[list[Token], str]:
    """The tokens behind ℝ with round brackets, without what stands below it, and what that is."""
    brackets = {"{": "(", "}": ")"}
    plain = [t._replace(text=brackets.get(t.text, t.text)) for t in tokens]
    at = next((at for at, t in enumerate(plain) if t.text == "_"), None)
    if at is None:
        return plain, ""
    end, inside = script(plain, at + 1)
    return plain[:at] + plain[end:], "".join(t.text for t in inside)


def _split_words(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Sizes, and the assumption words after them."""
    begin = next((at for at in range(len(tokens)) if _assumed(tokens, at)), len(tokens))
    end = begin - 1 if begin and tokens[begin - 1].text == "," else begin
    return [*tokens[:end]], [*tokens[begin:]]


def _assumed(tokens: Sequence[Token], at: int) -> str:
    """The assumption that begins here, in one word or in two, as in positive definite."""
    both = "_".join(token.text for token in tokens[at : at + 2])
    return both if both in WORDS else tokens[at].text if tokens[at].text in WORDS else ""


def _facts(words: Sequence[Token]) -> frozenset[str]:
    """The assumptions in a list of words."""
    found: set[str] = set()
    at = 0
    while at < len(words):
        fact, word = _assumed(words, at), words[at]
        if fact:
            found.add(ALSO.get(fact, fact))
        elif word.text not in (",", "and"):
            raise unknown_assumption(word.text, word.position)
        at += 2 if fact not in ("", word.text) else 1
    return frozenset(found)


def unknown_assumption(word: str, position: tuple[int, int] | None) -> UnknownNameError:
    """The error for a word that is no assumption."""
    near = difflib.get_close_matches(word, IMPLIES, 1)
    return UnknownNameError(f"unknown assumption {word[:40]!a}", position, next(iter(near), None))


# ---------------------------------------------------------------- functions that are only named


class Head(NamedTuple):
    """How a line begins: names, the arguments of one of them, a sign, and what follows it."""

    names: Sequence[Token] = ()
    params: tuple[str, ...] = ()
    sign: str = ""
    tail: Sequence[Token] = ()


def head_of(tokens: Sequence[Token]) -> Head:
    """The x, y of `x, y: n` and the f(x) of `f(x) = …`; nothing of A*x and f(A*x)."""
    names: list[Token] = []
    params: tuple[str, ...] = ()
    at = 0
    while at + 1 < len(tokens) and tokens[at].kind is Kind.NAME:
        names.append(tokens[at])
        if tokens[at + 1].text == "(":
            if tokens[min(at + 3, len(tokens) - 1)].text not in (",", ")"):
                break  # as in norm2(A*x)
            end = closing(tokens, at + 1) + 1
            called = arguments(tokens[at:end], ",")
            params, at = called or params, end - 1
            if called is None or end == len(tokens):
                break
        if tokens[at + 1].text != ",":
            return Head(names, params, tokens[at + 1].text, tokens[at + 2 :])
        at += 2
    return Head()


def declared_functions(tokens: Sequence[Token]) -> list[Declaration]:
    """The functions of `function s, f(X)`; those without arguments act on each entry."""
    head = head_of(tokens)
    if head.params and head.sign in (":", "in", "∈"):
        return [declared_function(head)]
    found: list[Declaration] = []
    for part in parted(tokens, ","):
        params = arguments(part, ",") if len(part) > 1 else ()
        if not part:
            raise ParseError("a name is missing beside a comma", tokens[-1].position)
        if part[0].kind is not Kind.NAME or params is None:
            place = part[min(1, len(part) - 1)].position
            raise ParseError("a shape is needed here", place, f"function {part[0].text}(x): n")
        found.append(declared_function(Head(part[:1], params)))
    return found


def declared_function(head: Head) -> Declaration:
    """The function of `f(x): n`, or of f(x) alone."""
    (name, *_), params = head.names, head.params
    check_declared(name.text, name.position)
    if len(params) > LARGEST:
        raise LimitError(f"a function has at most {LARGEST} arguments", name.position)
    if len(set(params)) < len(params):
        raise ParseError("the arguments of a function have different names", name.position)
    if not head.sign:
        return Declaration(name.text, position=name.position, params=params)
    return replace(declared([name], head.sign, head.tail)[0], params=params)


def declared_map(tokens: Sequence[Token]) -> Declaration:
    """f: R^n -> R, or f: R^n x R^m -> R^k."""
    name, *rest = tokens
    texts = [token.text for token in rest]
    arrow = texts.index(ARROW) if ARROW in texts else 0
    if not arrow or texts[0] not in (":", "in", "∈"):
        raise ParseError("a colon is missing", name.position, f"{name.text}: R^n -> R")
    spaces: list[list[Token]] = [[]]
    for token, following in pairwise(rest[1 : arrow + 1]):
        if token.text in ("×", "x") and following.text in (*REALS, *CONES) and spaces[-1]:
            spaces.append([])
        else:
            spaces[-1].append(token)
    domain = tuple(declared([name], "∈", space)[0].shape or SCALAR for space in spaces)
    (value,) = declared([name], "∈", rest[arrow + 1 :])
    if len(domain) > LARGEST:
        raise LimitError(f"a function has at most {LARGEST} arguments", name.position)
    params: list[str] = []  # t a number, x a vector, X a matrix
    for shape in domain:
        letters = "tsu" if shape.is_scalar else "xyz" if shape.is_column else "XYZ"
        params.append(next(letter for letter in letters if letter not in params))
    return replace(value, params=tuple(params), domain=domain)


def name_list(tokens: Sequence[Token]) -> list[Token]:
    """Names separated by commas."""
    for token, due in zip(tokens, [Kind.NAME, Kind.SIGN] * len(tokens), strict=False):
        if token.kind is not due or (due is Kind.SIGN and token.text != ","):
            raise ParseError("names separated by commas are needed here", token.position)
    if not tokens or tokens[-1].kind is Kind.SIGN:
        raise ParseError("a name is missing", tokens[-1].position if tokens else None)
    return list(tokens[::2])


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
    if isinstance(given, tuple | list | Sequence):
        sizes = cast("Sequence[object]", given)
        if all(isinstance(size, str | int | Dim) for size in sizes):
            return cast("Sequence[str | int | Dim]", sizes)
    raise ShapeError(
        f"{name} has a shape that cannot be read", hint='for example ("m", "n"), ("n",) or ()'
    )


def plain_name(name: str) -> str:
    r"""The ASCII name of a symbol that may be written as answers print it, or as in LaTeX.

    >>> [plain_name(name) for name in ("λ", "ŷ", "W₁", "W⁽¹⁾", "W^{(1)}", r"\beta")]
    ['lambda', 'yhat', 'W1', 'W__1', 'W__1', 'beta']
    """
    name = re.sub(r"^\\(?=[a-zA-Z]+$)", "", name)
    name = "".join(first_letter(name))
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
            line.params or before.params, line.domain, line.axes or before.axes,
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
