"""Lines of a problem: declarations, named parts, the function, and what is asked.

`NAME : SIZE` could be a declaration or a Frobenius product. It is a declaration when it can be
nothing else (two sizes, an integer, a kind such as scalar, an assumption), or when the name is
new and a formula follows later. On the last line it is a product. If the lines before already
give a function, that would be a guess, so it is a question (`E_AMBIG`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from matgrad.errors import (
    AmbiguousError,
    Option,
    ParseError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.syntax.choices import Choices
from matgrad.syntax.declarations import (
    can_be_size,
    declared_facts,
    declared_functions,
    declared_member,
    declared_shape,
    declares_function,
    is_surely_shape,
    name_list,
)
from matgrad.syntax.derivatives import DERIVATIVE, with_question
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.macros import is_function
from matgrad.syntax.parse import EXAMPLE, INFIX, Known, by_entries, formula, single
from matgrad.syntax.runs import with_products
from matgrad.syntax.scope import Declaration, check_declared
from matgrad.syntax.statement import fact_of
from matgrad.syntax.tidy import parted, script
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node

DECLARING = ("in", "∈", ":", "is")
INDICES = frozenset("ijkl")
SIZES = frozenset("mndNM")  # letters that hardly are the second factor in x : n
FACTS_OF_CAPITALS = frozenset({"symmetric", "positive_definite"})
LOGISTIC = "sigma"  # of which people write σ(Wx + b), without saying so
LETTERS = (LOGISTIC, "Phi")  # functions, unless they stand without an argument somewhere
Place = tuple[int, int]
ASKED = ("gradient", "jacobian", "hessian", "differential", "derivative", DERIVATIVE)


@dataclass(frozen=True)
class Way:
    """How a problem is to be read, whatever its spelling."""

    limits: Limits = GENEROUS
    scalar: bool = False  # the function must have one value
    choices: Choices = field(default_factory=Choices)  # what is taken where several things fit
    wrt: tuple[str, ...] = ()  # names that are asked for, so they are variables
    latex: bool = False
    bold: frozenset[str] = frozenset()  # small letters of LaTeX that look like vectors


@dataclass
class Script:
    """The statements of a problem, sorted by what they are."""

    way: Way
    source: str
    outside: Mapping[str, Declaration]  # what is declared elsewhere
    declarations: list[Declaration] = field(default_factory=list[Declaration])
    functions: list[Token] = field(default_factory=list[Token])
    definitions: list[tuple[Token, Node]] = field(default_factory=list[tuple[Token, Node]])
    function: Node | None = None
    asked: tuple[str, tuple[Token, ...]] | None = None
    defined: set[str] = field(default_factory=set[str])
    params: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    declared: set[str] = field(default_factory=set[str])
    # What has to be parsed when all names are known: the right sides, and the function.
    values: list[tuple[Token, list[Token]]] = field(default_factory=list[tuple[Token, list[Token]]])
    entries: dict[str, list[Token]] = field(default_factory=dict[str, list[Token]])  # i, j of S_ij
    body: list[Token] = field(default_factory=list[Token])
    notes: list[str] = field(default_factory=list[str])
    members: set[str] = field(default_factory=set[str])  # x of x_i ∈ R^d
    maps: list[Declaration] = field(default_factory=list[Declaration])  # f: R^n → R
    called: dict[str, str] = field(default_factory=dict[str, str])  # f = sigmoid
    # What was guessed of a statement, its place, and the part of it that may be meant instead.
    sides: list[tuple[str, Place, Place]] = field(default_factory=list[tuple[str, Place, Place]])

    def __post_init__(self) -> None:
        self.given = {n for n, d in self.outside.items() if d.shape and not d.params}

    def is_called(self, name: str) -> bool:
        """Is this a function that was declared elsewhere, or one of the language?"""
        return (name in self.outside and bool(self.outside[name].params)) or is_function(name)

    def declare(self, declarations: Sequence[Declaration]) -> None:
        """Note what a line says of names."""
        for declaration in declarations:
            if declaration.name in self.defined:
                message = f"{declaration.name} is defined by a formula"
                raise UnknownNameError(message, declaration.position)
            self.declared.add(declaration.name)
            self.declarations.append(declaration)

    def define(self, names: Sequence[Token], value: list[Token]) -> None:
        """Note a formula that has a name."""
        name = names[0]
        if len(names) != 1 or not value:
            raise ParseError("one name and a formula belong on the sides of =", name.position)
        check_declared(name.text, name.position)
        if name.text in self.defined or name.text in self.declared or name.text in self.given:
            raise UnknownNameError(f"{name.text} has a meaning already", name.position)
        self.defined.add(name.text)
        self.values.append((name, value))

    def set_function(self, body: Sequence[Token]) -> None:
        """Note the function, of which there is one."""
        if self.body:
            raise ParseError(
                "there is a function already, and this is a second one",
                (body[0].start, body[-1].end),
                "give parts a name (y = …) and let the last line be the function",
            )  # fmt: skip
        self.body = [*body]


def read_script(
    tokens: Sequence[Token],
    way: Way,
    declared: Mapping[str, Declaration] = MappingProxyType({}),
    source: str = "",
) -> Script:
    """Sort the statements; some names may be declared elsewhere."""
    found = Script(way, source, declared)
    statements = [with_question(part, found.given, found.notes) for part in split(tokens)]
    if not statements:
        raise ParseError("the function is missing", tokens[-1].position, EXAMPLE)
    questions = [statement for statement in statements if _is_question(statement)]
    others = [statement for statement in statements if not _is_question(statement)]
    for index, statement in enumerate(others, start=1):
        _read(statement, index == len(others), found)
    for question in questions:
        _read_question(question, found)
    _add_maps(found)
    _add_aliases(found)
    _parse(found)
    return found


# ---------------------------------------------------------------- one statement after another


def split(tokens: Sequence[Token]) -> list[list[Token]]:
    """Statements end at a line break or `;`, but not in brackets or after a sign."""
    statements: list[list[Token]] = [[]]
    opened: list[bool] = []  # the brackets around, and whether `;` ends a row of blocks in them
    before = ""
    for token in tokens:
        if token.kind is Kind.SIGN and token.text in ("(", "["):
            opened.append(token.text == "[" or before == "blocks")
        elif token.kind is Kind.SIGN and token.text in (")", "]") and opened:
            opened.pop()
        before, current = token.text, statements[-1]
        if token.kind is Kind.BREAK:
            goes_on = current and current[-1].text in INFIX and current[-1].kind is Kind.SIGN
            if token.text == "\n" and (opened or goes_on):
                continue
            if token.text == ";" and opened and opened[-1]:
                current.append(token)
            else:
                statements.append([])
        elif token.kind is not Kind.END:
            current.append(token)
    return [part for statement in statements for part in _split_declarations(statement)]


def _split_declarations(statement: list[Token]) -> list[list[Token]]:
    """`x in R^n, y in R^m` is two declarations on one line."""
    names, sign = _head(statement)
    if sign not in DECLARING:
        return [statement] if statement else []
    cuts = [
        at
        for at in range(2 * len(names), len(statement) - 2)
        if statement[at].text == "," and statement[at + 1].kind is Kind.NAME
        and statement[at + 2].text in DECLARING
    ]  # fmt: skip
    return [statement[a + 1 : b] for a, b in pairwise([-1, *cuts, len(statement)])]


def _head(statement: Sequence[Token]) -> tuple[list[Token], str]:
    """The names separated by commas that a statement begins with, and the sign after them."""
    names: list[Token] = []
    for name, sign in zip(statement[::2], statement[1::2], strict=False):
        if name.kind is not Kind.NAME:
            break
        names.append(name)
        if sign.text != ",":
            return names, sign.text
    return [], ""


def _read(statement: list[Token], is_last: bool, found: Script) -> None:
    if declares_function(statement, is_last, found.given | found.declared):
        elementwise, declared = declared_functions(statement)
        found.functions += elementwise
        if any(token.text == "→" for token in statement):
            found.maps += declared
        else:
            found.declare(declared)
        return
    if found.way.latex and (member := _stated_member(statement)):
        found.members |= {member[0]} if member[1] else set()
        return
    statement = _with_index(statement, found)
    if not found.is_called(statement[0].text):
        statement = _without_arguments(statement, found)
    names, sign = _head(statement)
    tail = statement[2 * len(names) :]
    if facts := _facts(statement, found, is_last):
        found.declare(facts)
    elif sign == "=":
        found.define(names, tail)
    elif sign in ("in", "∈"):
        found.declare(declared_member(tail, names))
    elif sign == "is":
        found.declare(declared_facts(tail, names))
    elif sign == ":" and _is_declaration(statement, names, is_last, found):
        found.declare(declared_shape(tail, names))
    else:
        found.set_function(_first_side(statement, found) if found.way.latex else statement)
        if found.sides and found.values:
            place = (statement[0].start, statement[-1].end)
            message = "an equation that states something of a formula is not read"
            raise UnsupportedError(message, place, "leave it out, or define a name by it")


def _stated_member(statement: Sequence[Token]) -> tuple[str, bool] | None:
    """The x of x_i ∈ R^d and of x_i ∈ R, and whether every x_i is a vector."""
    texts = [token.text for token in statement if token.text not in (*"(){}",)]
    is_member = texts[1:2] == ["_"] and texts[3:5] == ["∈", "ℝ"]
    is_letter = is_member and len(texts[2]) == 1 and texts[2].islower()
    return (texts[0], len(texts) > 5) if is_letter and "×" not in texts else None


def _facts(statement: Sequence[Token], found: Script, is_last: bool) -> list[Declaration]:
    """What `A ≻ 0`, `x > 0`, `A = A^T` and `Q^T Q = I` state of names, beside a formula."""
    stated = fact_of(tuple(statement))
    if stated is None or (is_last and not found.body and not found.values):
        return []
    names, fact = stated
    is_compared = all(token.text not in ("=", "det") for token in statement)
    if is_compared and any(n[0].isupper() is not (fact in FACTS_OF_CAPITALS) for n in names):
        return []
    places = {token.text: token.position for token in statement}
    return [Declaration(n, facts=frozenset({fact}), position=places[n]) for n in names]


def _without_arguments(statement: list[Token], found: Script) -> list[Token]:
    """`f(x, y) = …` names the function f; its variables are those of the formula."""
    texts = [token.text for token in statement]
    end = texts.index("=") if "=" in texts else 0
    if end < 4 or texts[1] != "(" or texts[end - 1] != ")":
        return statement
    given = name_list(statement[2 : end - 1])
    found.params[statement[0].text] = tuple(token.text for token in given)
    return [statement[0], *statement[end:]]


def _with_index(statement: list[Token], found: Script) -> list[Token]:
    """The name K_y of `K_y = …` as one token; S of `S_{ij} = …`, which gives all entries."""
    name = statement[0]
    if len(statement) < 3 or name.kind is not Kind.NAME:
        return statement
    stem, _, index = name.text.partition("_")
    if statement[1].text == "=" and index:
        below = [Token(Kind.NAME, index, name.end - len(index), name.end)]
        rest = statement[1:]
    elif statement[1].text == "_":
        end, inside = script(statement, 2)
        below, rest = [t for t in inside if t.text != ","], statement[end:]
    else:
        return statement
    if not rest or rest[0].text not in ("=", "(") or any(t.kind is Kind.SIGN for t in below):
        return statement
    letters = {letter for t in below for letter in t.text}
    used = {x for t, u in pairwise(rest) if t.text in ("_", "{") for x in u.text}
    used |= {x for t in rest for x in t.text.partition("_")[2] if t.kind is Kind.NAME}
    if letters <= INDICES and letters <= used:
        found.entries[stem] = [t for t in below for t in single(t)]
        return [name._replace(text=stem), *rest]
    if index:
        return statement
    index = "".join(t.text for t in below)
    joined = name.text + (index if index.isdigit() else f"_{index}")
    return [name._replace(text=joined, end=rest[0].start), *rest]


def _first_side(statement: list[Token], found: Script) -> list[Token]:
    """What stands before the first sign of equality between two formulas: a guess."""
    first, *others = parted(statement, "=")
    if not first or not others or not others[0]:
        return statement
    whole = statement[0].start, statement[-1].end
    words = "the function is what stands before the sign of equality"
    found.sides.append((words, whole, (others[0][0].start, statement[-1].end)))
    return [*first]


def _is_declaration(
    statement: list[Token], names: list[Token], is_last: bool, found: Script
) -> bool:
    """Is this a size, or a Frobenius product?"""
    tail, name = statement[2 * len(names) :], names[0].text
    if len(names) > 1 or (is_surely_shape(tail) and tail):
        return True
    if not tail or name in found.defined or not can_be_size(tail):
        return False
    if not is_last:
        return True
    if name in found.declared or name in found.given:
        return False
    place = statement[0].start, statement[-1].end
    is_pair = name[0].isupper() and tail[0].text.isupper()  # M : N
    if not found.values and len(tail) == 1 and tail[0].text in SIZES and not is_pair:
        message = f"the function is missing; this line gives the size of {name}"
        raise ParseError(message, place, f"({name} : {tail[0].text})")
    if found.values:
        size = " ".join(t.text for t in tail)
        question = f"is this the size of {name}, or the Frobenius product?"
        ways = Option(f"{name} in R^({size})", "a size"), Option(f"({name} : {size})", "a product")
        raise AmbiguousError(question, place, ways=ways)
    return False


# ---------------------------------------------------------------- what is asked


def _is_question(statement: Sequence[Token]) -> bool:
    asked = statement[0].text in ASKED and len(statement) > 1
    return asked and statement[1].text in ("of", "wrt", "with")


def _read_question(statement: list[Token], found: Script) -> None:
    """`gradient of f wrt V, W`; instead of f a formula may stand, and wrt may be missing."""
    if found.asked is not None:
        raise ParseError("one question at a time", (statement[0].start, statement[-1].end))
    texts = [token.text for token in statement]
    end, begin = len(texts), len(texts)
    for sign in (["wrt"], ["with", "respect", "to"]):
        for at in range(len(texts)):
            if texts[at : at + len(sign)] == sign:
                end, begin = at, at + len(sign)
    variables = tuple(name_list(statement[begin:])) if end < len(statement) else ()
    body = statement[2:end]
    found.asked = texts[0], variables
    if texts[1] == "of" and not body:
        raise ParseError("of what?", statement[1].position, "gradient of f wrt x")
    if texts[1] == "of":
        _ask_of(body, found)


def _ask_of(body: list[Token], found: Script) -> None:
    (name, *rest) = body
    if name.text in found.params:
        _ask_of_defined(name, rest, found)
    elif rest or name.kind is not Kind.NAME or name.text in found.defined or not found.body:
        found.set_function(body)
    elif name.text != "f":  # the bare formula goes by the name f
        raise UnknownNameError(f"nothing is named {name.text}", name.position, "f = …")


def _ask_of_defined(name: Token, rest: Sequence[Token], found: Script) -> None:
    """∇f or ∇f(x), where f(x) = … is defined; not ∇f(Ax), which is no derivative by x."""
    params = found.params[name.text]
    inside = [token.text for token in rest[1:-1] if token.text != ","]
    if rest and tuple(inside) != params:
        place = (name.start, rest[-1].end)
        hint = f"{name.text}({', '.join(params)}), or a function of its own for this argument"
        raise UnsupportedError("a derivative at another argument is not read", place, hint)
    kind, wrt = found.asked or ("", ())
    by_params = tuple(Token(Kind.NAME, param, *name.position) for param in params)
    found.asked = kind, wrt or by_params
    if not found.body:
        found.set_function([name])


# ---------------------------------------------------------------- formulas, when names are known


def _add_maps(found: Script) -> None:
    """A function that a formula defines has arguments of these shapes; others are only named."""
    for each in found.maps:
        if each.name not in found.defined:
            found.declare([each])
            continue
        for name, shape in zip(found.params.get(each.name, ()), each.domain, strict=False):
            if name not in found.declared:
                found.declare([Declaration(name, shape, position=each.position)])


def _add_aliases(found: Script) -> None:
    """`f = sigmoid` gives a function of the language another name."""
    for name, value in list(found.values):
        word = value[0].text if len(value) == 1 and value[0].kind is Kind.NAME else ""
        if len(word) > 1 and word not in LETTERS and found.is_called(word):
            found.called[name.text] = word
            found.values.remove((name, value))
            found.defined.discard(name.text)
            found.notes.append(f"{name.text} is {word}")


def _parse(found: Script) -> None:
    """Parse the formulas, now that every name that is declared or defined is known."""
    known = _known(found)

    def tree(tokens: Sequence[Token]) -> Node:
        return formula(with_products(tokens, known, found.way.choices), known)

    found.definitions = [
        (name, by_entries(tree(value), found.entries.get(name.text, ())))
        for name, value in _in_order(found.values)
    ]
    found.function = tree(found.body) if found.body else None


def _in_order(values: Sequence[tuple[Token, list[Token]]]) -> list[tuple[Token, list[Token]]]:
    """Definitions after those that they use, otherwise as they stand."""
    waiting, found = list(values), list[tuple[Token, list[Token]]]()
    open_ = Counter(name.text for name, _ in values)
    used = {name: {t.text for t in value} & open_.keys() - {name.text} for name, value in values}
    while waiting:
        ready = next((v for v in waiting if not any(open_[x] for x in used[v[0]])), None)
        if ready is None:
            return [*found, *waiting]  # a circle, which is told later
        found.append(ready)
        waiting.remove(ready)
        open_[ready[0].text] -= 1
    return found


def _known(found: Script) -> Known:
    functions = {*found.params, *(token.text for token in found.functions)}
    functions |= {d.name for d in found.declarations if d.params}
    variables = {*found.given, *found.declared, *found.defined, *found.way.wrt} - functions
    variables |= {param for params in found.params.values() for param in params}
    tokens = [token for _, value in found.values for token in value] + found.body
    variables |= _alone(tokens)
    renamed = dict(found.called)
    if LOGISTIC not in {*variables, *functions, *found.called}:
        renamed[LOGISTIC] = "sigmoid"
        if any(token.text == LOGISTIC for token in tokens):
            found.notes.append(f"{LOGISTIC}(…) is read as the logistic function")
    return Known(
        variables, functions | renamed.keys(), found.is_called, renamed, found.way.latex,
        found.source, found.way.choices, found.defined - functions,
    )  # fmt: skip


def _alone(tokens: Sequence[Token]) -> set[str]:
    """The names of functions that nowhere have an argument: they are variables, as gamma may be."""
    named, called = Counter[str](), Counter[str]()
    for token, following in zip(tokens, [*tokens, None][1:], strict=True):
        if token.kind is Kind.NAME:
            named[token.text] += 1
            called[token.text] += following is not None and following.text == "("
    return {name for name in LETTERS if named[name] > called[name]}
