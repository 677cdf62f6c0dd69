"""Lines of a problem: declarations, named parts, the function, and what is asked.

`NAME : SIZE` could be a declaration or a Frobenius product. It is a declaration when it can be
nothing else (two sizes, an integer, a kind such as scalar, an assumption), or when the name is
new and a formula follows later. On the last line it is a product. If the lines before already
give a function, that would be a guess, so it is a question (`E_AMBIG`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from matgrad.errors import AmbiguousError, Option, ParseError, UnknownNameError, UnsupportedError
from matgrad.syntax.choices import Choices
from matgrad.syntax.declarations import (
    ARROW,
    FUNCTION,
    Head,
    can_be_size,
    declared,
    declared_function,
    declared_functions,
    declared_map,
    head_of,
    is_surely_shape,
    name_list,
)
from matgrad.syntax.derivatives import DERIVATIVE, Question, question_of
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.macros import is_function
from matgrad.syntax.members import family_of, with_axes
from matgrad.syntax.parse import EXAMPLE, INFIX, Known, by_entries, formula, single
from matgrad.syntax.runs import with_products
from matgrad.syntax.scope import Declaration, check_declared
from matgrad.syntax.statement import fact_of
from matgrad.syntax.tidy import is_bracket, parted, script
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node

DECLARING = ("in", "∈", ":", "is")
INDICES = frozenset("ijkl")
SIZES = frozenset("mndNM")  # letters that hardly are the second factor in x : n
FACTS_OF_CAPITALS = frozenset({"symmetric", "positive_definite"})
LOGISTIC = "sigma"  # of which people write σ(Wx + b), without saying so
LETTERS = (LOGISTIC, "Phi")  # functions, unless they stand without an argument somewhere
Lines = Sequence[Sequence[Token]]
Place = tuple[int, int]
ASKED = ("gradient", "jacobian", "hessian", "differential", "derivative", DERIVATIVE)
WRT = (("wrt",), ("with", "respect", "to"))


@dataclass(frozen=True)
class Way:
    """How a problem is to be read, whatever its spelling."""

    limits: Limits = GENEROUS
    scalar: bool = False  # the function must have one value
    choices: Choices = field(default_factory=Choices)  # what is taken where several things fit
    wrt: tuple[str, ...] = ()  # names that are asked for, so they are variables
    latex: bool = False
    bold: frozenset[str] = frozenset()  # small letters of LaTeX that look like vectors
    kept: frozenset[str] = frozenset()  # parts that are wanted also where nothing uses them


@dataclass
class Script:
    """The statements of a problem, sorted by what they are."""

    way: Way
    source: str
    outside: Mapping[str, Declaration]  # what is declared elsewhere
    declarations: list[Declaration] = field(default_factory=list[Declaration])
    functions: dict[str, Declaration] = field(default_factory=dict[str, Declaration])  # of entries
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
    letters: set[str] = field(default_factory=set[str])  # i of `for i = 1..N`
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

    def define(self, names: Sequence[Token], value: Sequence[Token]) -> None:
        """Note a formula that has a name."""
        name = names[0]
        if len(names) != 1 or not value:
            raise ParseError("one name and a formula belong on the sides of =", name.position)
        check_declared(name.text, name.position)
        if name.text in self.defined or name.text in self.declared or name.text in self.given:
            raise UnknownNameError(f"{name.text} has a meaning already", name.position)
        self.defined.add(name.text)
        self.values.append((name, [*value]))

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
    statements: Lines, way: Way, outside: Mapping[str, Declaration], source: str
) -> Script:
    """Sort the statements; some names may be declared elsewhere."""
    found = Script(way, source, outside)
    if not statements:
        raise ParseError("the function is missing", (len(source), len(source)), EXAMPLE)
    questions: list[Question] = []
    others: list[Sequence[Token]] = []
    for statement in _with_one_name(statements, outside):
        question = question_of(statement, found.given, found.notes) or _question(statement)
        questions += [question] if question else []
        others += [] if question else [statement]
    for index, statement in enumerate(others, start=1):
        _read(statement, index == len(others), found)
    for question in questions:
        _ask(question, found)
    _add_maps(found)
    _add_aliases(found)
    _parse(found)
    return found


# ---------------------------------------------------------------- one statement after another


def split(tokens: Sequence[Token]) -> list[list[Token]]:
    """Statements end at a line break or `;`, but not in brackets or after a sign."""
    if all(token.kind is not Kind.BREAK for token in tokens):
        return split_declarations([t for t in tokens if t.kind is not Kind.END])
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
    return [part for statement in statements for part in split_declarations(statement)]


def split_declarations(statement: list[Token]) -> list[list[Token]]:
    """`x in R^n, y in R^m` is two declarations on one line."""
    names, _, sign, _ = head_of(statement)
    if sign not in DECLARING:
        return [statement] if statement else []
    cuts = [
        at
        for at in range(2 * len(names), len(statement) - 2)
        if statement[at].text == "," and statement[at + 1].kind is Kind.NAME
        and statement[at + 2].text in DECLARING
    ]  # fmt: skip
    return [statement[a + 1 : b] for a, b in pairwise([-1, *cuts, len(statement)])]


def _read(statement: Sequence[Token], is_last: bool, found: Script) -> None:
    """Note what a statement says; which of the forms it has is decided in this order."""
    first = statement[0]
    is_named = first.text == FUNCTION and len(statement) > 1 and statement[1].kind is Kind.NAME
    if any(token.text == ARROW for token in statement):
        found.maps.append(declared_map(statement[is_named:]))
        return
    if is_named:
        functions = declared_functions(statement[1:])
        found.functions |= {each.name: each for each in functions if not each.params}
        found.declare([each for each in functions if each.params])
        return
    if found.way.latex and (member := _stated_member(statement)):
        found.members |= {member[0]} if member[1] else set()
        return
    statement, axes = with_axes(statement)
    found.letters |= {axis.name for axis in axes}
    statement = _with_entries(statement, found)
    whole, *values = parted(statement, "=")
    is_call = first.kind is Kind.NAME and len(whole) > 3 and is_bracket(whole[1:], "(")
    if values and is_call and not found.is_called(first.text):
        found.params[first.text] = tuple(t.text for t in name_list(whole[2:-1]))
        statement = [first, *statement[len(whole) :]]
    head = head_of(statement)
    names, params, sign, tail = head
    if _declares_function(head, is_last, found):
        found.declare([declared_function(head)])
    elif facts := _facts(statement, found, is_last):
        found.declare(facts)
    elif sign == "=" and not params:
        found.define(names, tail)
    elif _declares(statement, head, is_last, found):
        said = declared(names, sign, tail)
        found.declare([family_of(each, axes) for each in said] if axes else said)
    else:
        found.set_function(_first_side(statement, found) if found.way.latex else statement)
        if found.sides and found.values:
            place = (statement[0].start, statement[-1].end)
            message = "an equation that states something of a formula is not read"
            raise UnsupportedError(message, place, "leave it out, or define a name by it")


def _declares_function(head: Head, is_last: bool, found: Script) -> bool:
    """Does this line declare a function, as `x(t): n` does?

    `F(X) : C` is a Frobenius product where F is known, or where C is no size, or on the last line.
    """
    if not head.params or head.names[0].text in FUNCTIONS:
        return False
    if head.sign != ":":
        return head.sign in ("in", "∈")
    is_open = head.names[0].text not in found.given | found.declared and not is_last
    return is_surely_shape(head.tail) or (is_open and can_be_size(head.tail))


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


def _stated_member(statement: Sequence[Token]) -> tuple[str, bool] | None:
    """The x of x_i ∈ R^d and of x_i ∈ R, and whether every x_i is a vector."""
    texts = [token.text for token in statement if token.text not in "(){}"]
    is_member = texts[1:2] == ["_"] and texts[3:5] == ["∈", "ℝ"]
    is_letter = is_member and len(texts[2]) == 1 and texts[2].islower()
    return (texts[0], len(texts) > 5) if is_letter and "×" not in texts else None


def _with_entries(statement: Sequence[Token], found: Script) -> Sequence[Token]:
    """The S of `S_{ij} = …` and of `S_ij = …`, which gives all entries."""
    name, head = statement[0], parted(statement, "=")[0]
    if name.kind is not Kind.NAME or len(head) == len(statement):
        return statement
    stem, _, index = name.text.partition("_")
    below = [Token(Kind.NAME, index, name.end - len(index), name.end)] if index else []
    if head[1:2] and head[1].text == "_":
        end, inside = script(head, 2)
        below = [t for t in inside if t.text != ","] if end == len(head) else []
    elif len(head) > 1:
        return statement
    rest = statement[len(head) :]
    letters = {letter for t in below for letter in t.text}
    scripts = (script(rest, n + 1)[1] for n, t in enumerate(rest[:-1]) if t.text in "_^")
    used = {x for inside in scripts for t in inside for x in t.text}
    used |= {x for t in rest for x in t.text.partition("_")[2] if t.kind is Kind.NAME}
    if not letters or not letters <= (INDICES | found.letters) & used:
        return statement
    found.entries[stem] = [t for t in below for t in single(t)]
    return [name._replace(text=stem), *rest]


def _with_one_name(statements: Lines, declared: Collection[str]) -> Lines:
    """The statements with one name for the K_y of `K_y = …` and the σ² of `f(μ, σ²) = …`."""
    names: dict[tuple[str, ...], str] = {}
    for statement in statements:
        head, *values = parted(statement, "=")
        is_call = len(head) > 3 and is_bracket(head[1:], "(")
        for part in map(list, (parted(head[2:-1], ",") if is_call else [head]) if values else []):
            if [t.kind for t in part[:2]] != [Kind.NAME, Kind.SIGN] or part[1].text not in "_^":
                continue
            end, inside = script(part, 2)
            index, whole = "".join(t.text for t in inside), tuple(t.text for t in part[:end])
            if part[1].text == "_" and index and not {*index} <= INDICES:
                if end == len(part) or part[end].text == "(":
                    names[whole] = part[0].text + (index if index.isdigit() else f"_{index}")
            elif index == "2" and end == len(part):
                names[whole] = f"{part[0].text}_sq"
    names |= _without_index(statements, {key[0] for key in names if key[1] == "_"} & {*declared})
    return [_renamed(statement, names) for statement in statements] if names else statements


def _without_index(statements: Lines, stems: Collection[str]) -> dict[tuple[str, ...], str]:
    """K for the K_f of `K_y = K_f + …` where K is declared, and has no other index."""
    found: dict[tuple[str, ...], str] = {}
    for stem in stems:
        after = [(t.text, *(u.text for u in s[at + 1 : at + 3]))
                 for s in statements for at, t in enumerate(s) if t.text == stem]  # fmt: skip
        heads = {(s[0].text, *(u.text for u in s[1:3])) for s in statements}
        others = {*after} - heads
        if len(others) == 1 and next(iter(others))[1:2] == ("_",):
            found |= dict.fromkeys(others, stem)
    return found


def _renamed(statement: Sequence[Token], names: Mapping[tuple[str, ...], str]) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(statement):
        token = statement[at]
        texts = tuple(t.text for t in statement[at:])
        whole = next((key for key in names if texts[: len(key)] == key), texts[:1])
        if whole not in names and any(key[:2] == (token.text, "^") for key in names):
            message = f"{token.text} stands without its square, which alone is defined"
            raise UnsupportedError(message, token.position, f"define {token.text} itself")
        end = at + len(whole)
        text = names.get(whole, token.text)
        found.append(token._replace(text=text, end=statement[end - 1].end))
        at = end
    return found


def _first_side(statement: Sequence[Token], found: Script) -> Sequence[Token]:
    """What stands before the first sign of equality between two formulas: a guess."""
    first, *others = parted(statement, "=")
    if not first or not others or not others[0]:
        return statement
    whole = statement[0].start, statement[-1].end
    words = "the function is what stands before the sign of equality"
    found.sides.append((words, whole, (others[0][0].start, statement[-1].end)))
    return first


def _declares(statement: Sequence[Token], head: Head, is_last: bool, found: Script) -> bool:
    """Does this line say something of names, and is it no Frobenius product?"""
    if head.params or head.sign != ":":
        return not head.params and head.sign in DECLARING
    tail, name = head.tail, head.names[0].text
    if len(head.names) > 1 or (is_surely_shape(tail) and tail):
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


def _question(statement: Sequence[Token]) -> Question | None:
    """`gradient of f wrt V, W`; instead of f a formula may stand, and wrt may be missing."""
    texts = tuple(token.text for token in statement)
    if texts[0] not in ASKED or texts[1:2] not in (("of",), ("wrt",), ("with",)):
        return None
    marks = [
        (at, at + len(w)) for w in WRT for at in range(len(texts)) if texts[at:][: len(w)] == w
    ]
    end, begin = max(marks, default=(len(texts), len(texts)))
    body = statement[2:end] if texts[1] == "of" else ()
    if texts[1] == "of" and not body:
        raise ParseError("of what?", statement[1].position, "gradient of f wrt x")
    place = statement[0].start, statement[-1].end
    return Question(texts[0], body, name_list(statement[begin:]) if marks else (), place)


def _ask(question: Question, found: Script) -> None:
    """Note what is asked, and of what."""
    if found.asked is not None:
        raise ParseError("one question at a time", question.place)
    found.asked = question.kind, tuple(question.by)
    if not question.of:
        return
    name, *rest = question.of
    params = found.params.get(name.text)
    if params is not None:  # ∇f or ∇f(x), where f(x) = … is defined
        if rest and tuple(t.text for t in rest[1:-1] if t.text != ",") != params:
            place = (name.start, rest[-1].end)
            hint = f"{name.text}({', '.join(params)}), or a function of its own for this argument"
            raise UnsupportedError("a derivative at another argument is not read", place, hint)
        by_params = tuple(Token(Kind.NAME, param, *name.position) for param in params)
        found.asked = question.kind, found.asked[1] or by_params
        if not found.body:
            found.set_function([name])
    elif rest or name.kind is not Kind.NAME or name.text in found.defined or not found.body:
        found.set_function(question.of)
    elif name.text != "f":  # the bare formula goes by the name f
        raise UnknownNameError(f"nothing is named {name.text}", name.position, "f = …")


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
    """Definitions after those that they use, otherwise as they stand; a circle is told later."""
    waiting, found = list(values), list[tuple[Token, list[Token]]]()
    used = {name.text: {token.text for token in value} - {name.text} for name, value in values}
    while waiting:
        open_ = {name.text for name, _ in waiting}
        ready = next((v for v in waiting if not used[v[0].text] & open_), waiting[0])
        found.append(ready)
        waiting.remove(ready)
    return found


def _known(found: Script) -> Known:
    functions = {*found.params, *found.functions}
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
    if not any(token.text in LETTERS for token in tokens):
        return set()
    named, called = Counter[str](), Counter[str]()
    for at, token in enumerate(tokens):
        if token.kind is Kind.NAME:
            behind = [each.text for each in tokens[at + 1 : at + 3]]
            named[token.text] += 1
            called[token.text] += behind[:1] == ["("] or behind == ["'", "("]  # σ'(z), too
    return {name for name in LETTERS if named[name] > called[name]}
