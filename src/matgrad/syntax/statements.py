"""Lines of a problem: declarations, named parts, the function, and what is asked.

`NAME : SIZE` could be a declaration or a Frobenius product. It is a declaration when it can be
nothing else (two sizes, an integer, a kind such as scalar, an assumption), or when the name is
new and a formula follows later. On the last line it is a product. If the lines before already
give a function, that would be a guess, so it is a question (`E_AMBIG`).
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from matgrad.core.dims import Dim
from matgrad.core.facts import IMPLIES
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.errors import AmbiguousError, ParseError, ShapeError, UnknownNameError
from matgrad.syntax.parse import INFIX, parse
from matgrad.syntax.scope import Declaration, check_declared
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node

ASKED = ("gradient", "jacobian", "hessian", "differential")
KINDS = {"scalar": "scalar", "vector": "vector", "matrix": "matrix", "int": "scalar"}
_BETWEEN_SIZES = ("×", ",", "x")
_SIZE_SIGNS = ("×", ",", "+", "-", "*", "(", ")")


@dataclass
class Script:
    """The statements of a problem, sorted by what they are."""

    declarations: list[Declaration] = field(default_factory=list[Declaration])
    functions: list[Token] = field(default_factory=list[Token])
    definitions: list[tuple[Token, Node]] = field(default_factory=list[tuple[Token, Node]])
    function: Node | None = None
    asked: tuple[str, tuple[Token, ...]] | None = None

    def names(self) -> set[str]:
        """The names that have a meaning already."""
        return {d.name for d in self.declarations} | {t.text for t, _ in self.definitions}


def read_script(tokens: Sequence[Token], known: Collection[str] = ()) -> Script:
    """Sort the statements; `known` are names that were declared elsewhere."""
    statements = split(tokens)
    if not statements:
        raise ParseError("the function is missing", tokens[-1].position, "for example norm2(A*x-b)^2")
    script = Script()
    for index, statement in enumerate(statements):
        _read(statement, statements[index + 1 :], script, known)
    return script


def split(tokens: Sequence[Token]) -> list[list[Token]]:
    """Statements end at a line break or `;`, but not in brackets or after a sign."""
    statements: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind is Kind.SIGN:
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        current = statements[-1]
        if token.kind is Kind.BREAK:
            goes_on = current and current[-1].text in INFIX and current[-1].kind is Kind.SIGN
            if token.text == "\n" and (depth > 0 or goes_on):
                continue
            statements.append([])
        elif token.kind is not Kind.END:
            current.append(token)
    return [statement for statement in statements if statement]


def _read(
    statement: list[Token], later: list[list[Token]], script: Script, known: Collection[str]
) -> None:
    first = statement[0]
    names, sign = _head(statement)
    if first.text == "function" and len(statement) > 1 and statement[1].kind is Kind.NAME:
        script.functions += _name_list(statement[1:])
    elif first.text in ASKED and statement[1:2] and statement[1].text in ("of", "wrt", "with"):
        _read_question(statement, script)
    elif sign == "=":
        _read_definition(statement, names, script, known)
    elif sign in ("in", "∈"):
        _declare_member(statement[2 * len(names) :], names, script)
    elif sign == "is":
        _declare_facts(statement[2 * len(names) :], names, script)
    elif sign == ":" and _is_declaration(statement, names, later, script, known):
        _declare_shape(statement[2 * len(names) :], names, script)
    else:
        _set_function(formula(statement), script)


def _head(statement: list[Token]) -> tuple[list[Token], str]:
    """The names separated by commas that a statement begins with, and the sign after them."""
    names: list[Token] = []
    for index in range(0, len(statement) - 1, 2):
        name, sign = statement[index], statement[index + 1]
        if name.kind is not Kind.NAME:
            break
        names.append(name)
        if sign.text != ",":
            return names, sign.text
    return [], ""


def formula(tokens: Sequence[Token]) -> Node:
    """The tree of a formula made of these tokens."""
    end = tokens[-1].end if tokens else 0
    return parse([*tokens, Token(Kind.END, "", end, end)])


def _set_function(node: Node, script: Script) -> None:
    if script.function is not None:
        raise ParseError(
            "there is a function already, and this is a second one", node.position,
            "give parts a name (y = …) and let the last line be the function",
        )  # fmt: skip
    script.function = node


def _read_definition(
    statement: list[Token], names: list[Token], script: Script, known: Collection[str]
) -> None:
    name = statement[0]
    if len(names) != 1 or len(statement) < 3:
        raise ParseError("one name and a formula belong on the sides of =", statement[0].position)
    check_declared(name.text, name.position)
    if name.text in script.names() or name.text in known:
        raise UnknownNameError(f"{name.text} has a meaning already", name.position)
    if script.function is not None:
        raise ParseError("the function comes last", (name.start, statement[-1].end))
    script.definitions.append((name, formula(statement[2:])))


def _name_list(tokens: list[Token]) -> list[Token]:
    for token, due in zip(tokens, [Kind.NAME, Kind.SIGN] * len(tokens), strict=False):
        if token.kind is not due or (due is Kind.SIGN and token.text != ","):
            raise ParseError("names separated by commas are needed here", token.position)
    if not tokens or tokens[-1].kind is Kind.SIGN:
        raise ParseError("a name is missing", tokens[-1].position if tokens else None)
    return tokens[::2]


def _read_question(statement: list[Token], script: Script) -> None:
    """`gradient of f wrt V, W`; instead of f a formula may stand, and wrt may be missing."""
    if script.asked is not None:
        raise ParseError("one question at a time", (statement[0].start, statement[-1].end))
    texts = [token.text for token in statement]
    end = texts.index("wrt") if "wrt" in texts else len(statement)
    after = statement[end + 1 :]
    for index, words in enumerate(zip(texts, texts[1:], texts[2:], strict=False)):
        if words == ("with", "respect", "to"):
            end, after = index, statement[index + 3 :]
    variables = tuple(_name_list(after)) if end < len(statement) else ()
    body = statement[2:end]
    script.asked = texts[0], variables
    if texts[1] == "of" and body:
        _ask_of(body, script)
    elif texts[1] == "of":
        raise ParseError("of what?", statement[1].position, "gradient of f wrt x")


def _ask_of(body: list[Token], script: Script) -> None:
    node = formula(body)
    defined = {token.text for token, _ in script.definitions}
    if node.kind == "name" and node.text not in defined and script.function is not None:
        if node.text == "f":
            return  # the bare formula goes by the name f
        raise UnknownNameError(f"nothing is named {node.text}", node.position, "f = …")
    _set_function(node, script)


# ---------------------------------------------------------------- declarations


def _is_declaration(
    statement: list[Token],
    names: list[Token],
    later: list[list[Token]],
    script: Script,
    known: Collection[str],
) -> bool:
    tail = statement[2 * len(names) :]
    if len(names) > 1:
        return True
    if names[0].text in script.names() or names[0].text in known or not tail:
        return False
    if any(t.kind is Kind.SIGN and t.text not in _SIZE_SIGNS for t in tail):
        return False
    side_by_side = any(a.kind is Kind.NAME and b.kind is Kind.NAME for a, b in pairwise(tail))
    certain = any(t.text in ("×", ",") for t in tail) or side_by_side
    if certain or tail[0].text in KINDS or tail[0].text in IMPLIES or tail[0].kind is Kind.NUMBER:
        return True
    if any(token.kind is Kind.NUMBER for token in tail[:1]):
        return True
    if any(not _is_question(s) for s in later):
        return True
    if script.definitions:
        name, size = names[0].text, " ".join(t.text for t in tail)
        raise AmbiguousError(
            f"is this the size of {name}, or the Frobenius product?",
            (statement[0].start, statement[-1].end),
            f"{name} in R^{size} declares, ({name} : {size}) multiplies",
        )
    return False


def _is_question(statement: list[Token]) -> bool:
    return statement[0].text in ASKED and len(statement) > 1 and statement[1].kind is Kind.NAME


def _declare_member(tail: list[Token], names: list[Token], script: Script) -> None:
    """`A in R^(m x n)`: what follows `in`."""
    if not tail or tail[0].text not in ("R", "ℝ"):
        raise ParseError("R is needed here", (tail or names)[0].position, "A in R^(m x n), x in R^n")
    rest = tail[1:]
    if not rest or rest[0].text != "^":
        _declare(names, SCALAR, None, _facts(rest), script)
        return
    sizes, words = _split_words(rest[1:])
    if sizes and sizes[0].text == "(" and sizes[-1].text == ")" and _closes_last(sizes):
        sizes = sizes[1:-1]
    _declare(names, _shape(sizes, rest[0]), None, _facts(words), script)


def _closes_last(tokens: list[Token]) -> bool:
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            return index == len(tokens) - 1
    return False


def _declare_shape(tail: list[Token], names: list[Token], script: Script) -> None:
    """`A: m×n symmetric`, `c: scalar`: what follows the colon."""
    if not tail:
        raise ParseError("a size is missing", names[-1].position, "x: n, A: m×n, c: scalar")
    if tail[0].text in KINDS:
        kind = KINDS[tail[0].text]
        facts = _facts(tail[1:]) | ({"integer"} if tail[0].text == "int" else set[str]())
        _declare(names, SCALAR if kind == "scalar" else None, kind, facts, script)
        return
    sizes, words = _split_words(tail)
    _declare(names, _shape(sizes, tail[0]) if sizes else None, None, _facts(words), script)


def _declare_facts(tail: list[Token], names: list[Token], script: Script) -> None:
    if not tail:
        raise ParseError("an assumption is missing", names[-1].position, "A is symmetric")
    _declare(names, None, None, _facts(tail), script)


def _declare(
    names: list[Token], shape: Shape | None, kind: str | None, facts: frozenset[str], script: Script
) -> None:
    for name in names:
        check_declared(name.text, name.position)
        if name.text in {token.text for token, _ in script.definitions}:
            raise UnknownNameError(f"{name.text} is defined by a formula", name.position)
        script.declarations.append(Declaration(name.text, shape, kind, facts, name.position))


def _split_words(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """Sizes, and the assumption words after them."""
    end = len(tokens)
    while end and tokens[end - 1].kind is Kind.NAME and tokens[end - 1].text in IMPLIES:
        end -= 1
        while end and tokens[end - 1].text == ",":
            end -= 1
    return tokens[:end], tokens[end:]


def _facts(words: list[Token]) -> frozenset[str]:
    found: set[str] = set()
    for word in words:
        if word.text in (",", "and"):
            continue
        if word.text not in IMPLIES:
            near = difflib.get_close_matches(word.text, IMPLIES, 1)
            raise UnknownNameError(
                f"unknown assumption {word.text}", word.position,
                f"did you mean {near[0]}?" if near else "known: " + ", ".join(IMPLIES),
            )  # fmt: skip
        found.add(word.text)
    return frozenset(found)


def _shape(tokens: list[Token], before: Token) -> Shape:
    groups: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.text in _BETWEEN_SIZES and groups[-1]:
            groups.append([])
        else:
            groups[-1].append(token)
    sizes: list[Dim] = []
    for group in groups:
        if not group:
            raise ParseError("a size is missing", before.position, "x: n, A: m×n, c: scalar")
        for one, two in pairwise(group):
            if one.kind is Kind.NAME and two.kind is Kind.NAME:
                _facts([two])
        sizes.append(dimension(formula(group)))
    if len(sizes) > 2:
        raise ShapeError("a shape has at most two sizes", (tokens[0].start, tokens[-1].end))
    return shape_of(*sizes)
