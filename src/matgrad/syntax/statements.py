"""Lines of a problem: declarations, named parts, the function, and what is asked.

`NAME : SIZE` could be a declaration or a Frobenius product. It is a declaration when it can be
nothing else (two sizes, an integer, a kind such as scalar, an assumption), or when the name is
new and a formula follows later. On the last line it is a product. If the lines before already
give a function, that would be a guess, so it is a question (`E_AMBIG`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

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
    declared_member,
    declared_shape,
    is_surely_shape,
)
from matgrad.syntax.function_lines import declared_functions, is_function, name_list
from matgrad.syntax.parse import (
    CASES,
    EXAMPLE,
    INFIX,
    OPENS,
    SHUTS,
    TRANSPOSES,
    Known,
    by_entries,
    formula,
    single,
)
from matgrad.syntax.questions import DERIVATIVE, closing, with_question
from matgrad.syntax.runs import with_products
from matgrad.syntax.scope import Declaration, check_declared
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node

DECLARING = ("in", "∈", ":", "is")
INDICES = frozenset("ijkl")
SIZES = frozenset("mndNM")  # letters that hardly are the second factor in x : n
# What a sign before 0 says of a capital and of any other letter.
STATED = {("≻", True): "positive_definite", (">", False): "positive", ("≠", False): "nonzero"}
STATED |= {("≥", False): "nonnegative", ("⪰", True): "symmetric"}
TURNED = {"≺": "≻", "⪯": "⪰", "<": ">", "≤": "≥"}
LOGISTIC = "sigma"  # of which people write σ(Wx + b), without saying so
LETTERS = (LOGISTIC, "Phi")  # functions, unless they stand without an argument somewhere
_BRACKETS = frozenset("( ) { }".split())
Place = tuple[int, int]
ASKED = ("gradient", "jacobian", "hessian", "differential", "derivative", DERIVATIVE)


@dataclass(frozen=True)
class Typed:
    """How what people type is read: the names they ask for, and who decides where in doubt."""

    is_function: Callable[[str], bool]
    wrt: Collection[str] = ()
    latex: bool = False
    source: str = ""
    choices: Choices | None = None


@dataclass
class Script:
    """The statements of a problem, sorted by what they are."""

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


def read_script(
    tokens: Sequence[Token], known: Collection[str] = (), typed: Typed | None = None
) -> Script:
    """Sort the statements; `known` are names that were declared elsewhere."""
    script = Script()
    statements = [with_question(part, known, script.notes) for part in split(tokens)]
    if not statements:
        raise ParseError("the function is missing", tokens[-1].position, EXAMPLE)
    questions = [statement for statement in statements if _is_question(statement)]
    others = [statement for statement in statements if not _is_question(statement)]
    for index, statement in enumerate(others, start=1):
        _read(statement, index == len(others), script, known, typed)
    for question in questions:
        _read_question(question, script)
    if typed is not None:
        _add_maps(script)
        _add_aliases(script, typed)
    _parse(script, known, typed)
    return script


def _add_maps(script: Script) -> None:
    """A function that a formula defines has arguments of these shapes; others are only named."""
    for found in script.maps:
        if found.name not in script.defined:
            _declare(script, [found])
            continue
        for name, shape in zip(script.params.get(found.name, ()), found.domain, strict=False):
            if name not in script.declared:
                _declare(script, [Declaration(name, shape, position=found.position)])


def _add_aliases(script: Script, typed: Typed) -> None:
    """`f = sigmoid` gives a function of the language another name."""
    for name, value in list(script.values):
        if len(value) == 1 and value[0].kind is Kind.NAME and _is_word(value[0].text, typed):
            script.called[name.text] = value[0].text
            script.values.remove((name, value))
            script.defined.discard(name.text)
            script.notes.append(f"{name.text} is {value[0].text}")


def _is_word(name: str, typed: Typed) -> bool:
    return len(name) > 1 and name not in LETTERS and typed.is_function(name)


def _parse(script: Script, given: Collection[str], typed: Typed | None) -> None:
    """Parse the formulas, now that every name that is declared or defined is known."""
    known = None if typed is None else _known(script, given, typed)

    def tree(tokens: Sequence[Token]) -> Node:
        if known is None or typed is None:
            return formula(tokens)
        return formula(with_products(tokens, known, typed.choices or Choices()), known)

    values = script.values if typed is None else _in_order(script.values)
    script.definitions = [
        (name, by_entries(tree(value), script.entries.get(name.text, ()))) for name, value in values
    ]
    script.function = tree(script.body) if script.body else None


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


def _known(script: Script, given: Collection[str], typed: Typed) -> Known:
    functions = {*script.params, *(token.text for token in script.functions)}
    functions |= {d.name for d in script.declarations if d.params}
    variables = {*given, *script.declared, *script.defined, *typed.wrt} - functions
    variables |= {param for params in script.params.values() for param in params}
    tokens = [token for _, value in script.values for token in value] + script.body
    variables |= _alone(tokens)
    is_named = LOGISTIC in {*variables, *functions}
    renamed = {**({} if is_named else {LOGISTIC: "sigmoid"}), **script.called}
    if (
        not is_named
        and LOGISTIC not in script.called
        and any(token.text == LOGISTIC for token in tokens)
    ):
        script.notes.append(f"{LOGISTIC}(…) is read as the logistic function")
    return Known(
        variables, functions | renamed.keys(), typed.is_function, renamed, typed.latex,
        typed.source, typed.choices, script.defined - functions,
    )  # fmt: skip


def _alone(tokens: Sequence[Token]) -> set[str]:
    """The names of functions that nowhere have an argument: they are variables, as gamma may be."""
    named, called = Counter[str](), Counter[str]()
    for token, following in zip(tokens, [*tokens, None][1:], strict=True):
        if token.kind is Kind.NAME:
            named[token.text] += 1
            called[token.text] += following is not None and following.text == "("
    return {name for name in LETTERS if named[name] > called[name]}


def split(tokens: Sequence[Token]) -> list[list[Token]]:
    """Statements end at a line break or `;`, but not in brackets or after a sign."""
    statements: list[list[Token]] = [[]]
    opened: list[bool] = []  # the brackets around, and whether `;` ends a row of blocks in them
    before = ""
    for token in tokens:
        if token.kind is Kind.SIGN and token.text in ("(", "["):
            opened.append(token.text == "[" or before in ("blocks", CASES))
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
    parts: list[list[Token]] = [statement[: 2 * len(names)]]
    depth = 0
    for index in range(2 * len(names), len(statement)):
        token = statement[index]
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        after = statement[index + 1 : index + 3]
        begins = len(after) == 2 and after[0].kind is Kind.NAME and after[1].text in DECLARING
        if depth == 0 and token.text == "," and begins:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _read(
    statement: list[Token],
    is_last: bool,
    script: Script,
    known: Collection[str],
    typed: Typed | None,
) -> None:
    if is_function(statement, is_last, {*known, *script.declared}):
        _declare_functions(statement, script, typed)
        return
    is_typed, is_latex = typed is not None, typed is not None and typed.latex
    if is_typed:
        statement = _with_index(_turned(statement), script)
    if typed is None or not typed.is_function(statement[0].text):
        statement = _without_arguments(statement, script)
    if is_latex and (member := _stated_member(statement)):
        script.members |= {member[0]} if member[1] else set()
        return
    names, sign = _head(statement)
    facts = _stated(statement, sign) if is_typed else frozenset[str]()
    if facts:
        _declare(script, [Declaration(statement[0].text, None, None, facts, statement[0].position)])
    elif sign == "=":
        _read_definition(statement, names, script, known, typed)
    elif sign in ("in", "∈"):
        _declare(script, declared_member(statement[2 * len(names) :], names))
    elif sign == "is":
        _declare(script, declared_facts(statement[2 * len(names) :], names))
    elif sign == ":" and _is_declaration(statement, names, is_last, script, known):
        _declare(script, declared_shape(statement[2 * len(names) :], names))
    else:
        _set_function(_first_side(statement, script) if is_latex else statement, script)
        _check_sides(statement, script)


def _declare_functions(statement: list[Token], script: Script, typed: Typed | None) -> None:
    elementwise, declared = declared_functions(statement)
    script.functions += elementwise
    if typed is not None and any(token.text == "→" for token in statement):
        script.maps += declared
    else:
        _declare(script, declared)


def _check_sides(statement: list[Token], script: Script) -> None:
    """Refuse an equation between formulas where names are defined, too."""
    if script.sides and script.values:
        place = (statement[0].start, statement[-1].end)
        message = "an equation that states something of a formula is not read"
        raise UnsupportedError(message, place, "leave it out, or define a name by it")


def _stated_member(statement: list[Token]) -> tuple[str, bool] | None:
    """The x of x_i ∈ R^d and of x_i ∈ R, and whether every x_i is a vector."""
    texts = [token.text for token in statement if token.text not in _BRACKETS]
    is_member = texts[1:2] == ["_"] and texts[3:5] == ["∈", "ℝ"]
    is_letter = is_member and len(texts[2]) == 1 and texts[2].islower()
    return (texts[0], len(texts) > 5) if is_letter and "×" not in texts else None


def _stated(statement: list[Token], sign: str) -> frozenset[str]:
    """What `A ≻ 0`, `x > 0` and `A = A^T` state of a name."""
    name, texts = statement[0].text, [token.text for token in statement]
    is_zero = len(statement) == 3 and statement[2].kind is Kind.NUMBER and not statement[2].value
    fact = STATED.get((sign, name[:1].isupper())) if is_zero else None
    if sign == "=" and texts[-1] in TRANSPOSES:
        sides = [text for text in texts[2:-1] if text != "^"]
        fact = {name: "symmetric", f"- {name}": "skew"}.get(" ".join(sides))
    return frozenset({fact} if fact else ())


def _turned(statement: list[Token]) -> list[Token]:
    """`A ≻ 0` for `0 ≺ A`."""
    texts = [token.text for token in statement]
    is_mark = texts[1:2] == ["^"] and {*texts[2:3]} <= {*TRANSPOSES}
    if is_mark and texts[3:] == ["=", texts[0]]:
        return [*statement[4:], statement[3], *statement[:3]]  # A = A^T for A^T = A
    is_turned = len(statement) == 3 and statement[1].text in TURNED and (
        statement[2].kind is Kind.NAME and statement[0].kind is Kind.NUMBER
    )  # fmt: skip
    if not is_turned:
        return statement
    return [statement[2], statement[1]._replace(text=TURNED[statement[1].text]), statement[0]]


def _without_arguments(statement: list[Token], script: Script) -> list[Token]:
    """`f(x, y) = …` names the function f; its variables are those of the formula."""
    texts = [token.text for token in statement]
    end = texts.index("=") if "=" in texts else 0
    if end < 4 or texts[1] != "(" or texts[end - 1] != ")":
        return statement
    given = name_list(statement[2 : end - 1])
    script.params[statement[0].text] = tuple(token.text for token in given)
    return [statement[0], *statement[end:]]


def _with_index(statement: list[Token], script: Script) -> list[Token]:
    """The name K_y of `K_y = …` as one token; S of `S_{ij} = …`, which gives all entries."""
    texts = [token.text for token in statement]
    is_name = len(texts) > 3 and statement[0].kind is Kind.NAME and texts[1] == "_"
    if not is_name:
        return statement
    end = closing(texts, 2) if texts[2] == "{" else 2
    below = [t for t in statement[2 : end + 1] if t.text not in ("{", "}", ",")]
    if texts[end + 1 : end + 2] not in (["="], ["("]) or any(t.kind is Kind.SIGN for t in below):
        return statement
    name, rest = statement[0], statement[end + 1 :]
    letters = [letter for t in below for letter in t.text]
    used = {x for t, u in pairwise(rest) if t.text in ("_", "{") for x in u.text}
    if set(letters) <= INDICES and set(letters) <= used:
        script.entries[name.text] = [t for t in below for t in single(t)]
        return [name, *rest]
    index = "".join(t.text for t in below)
    joined = name.text + (index if index.isdigit() else f"_{index}")
    return [name._replace(text=joined, end=statement[end].end), *rest]


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


def _first_side(statement: list[Token], script: Script) -> list[Token]:
    """What stands before the first sign of equality between two formulas: a guess."""
    depth = 0
    for at, token in enumerate(statement):
        is_sign = token.kind is Kind.SIGN
        depth += is_sign * ((token.text in OPENS) - (token.text in SHUTS))
        if is_sign and token.text == "=" and not depth and 0 < at < len(statement) - 1:
            whole = statement[0].start, statement[-1].end
            words = "the function is what stands before the sign of equality"
            script.sides.append((words, whole, (statement[at + 1].start, statement[-1].end)))
            return statement[:at]
    return statement


def _set_function(body: list[Token], script: Script) -> None:
    if script.body:
        raise ParseError(
            "there is a function already, and this is a second one",
            (body[0].start, body[-1].end),
            "give parts a name (y = …) and let the last line be the function",
        )  # fmt: skip
    script.body = body


def _read_definition(
    statement: list[Token],
    names: list[Token],
    script: Script,
    known: Collection[str],
    typed: Typed | None,
) -> None:
    name = statement[0]
    if len(names) != 1 or len(statement) < 3:
        raise ParseError("one name and a formula belong on the sides of =", statement[0].position)
    check_declared(name.text, name.position)
    if name.text in script.defined or name.text in script.declared or name.text in known:
        raise UnknownNameError(f"{name.text} has a meaning already", name.position)
    if script.body and typed is None:
        raise ParseError("the function comes last", (name.start, statement[-1].end))
    script.defined.add(name.text)
    script.values.append((name, statement[2:]))


def _declare(script: Script, declarations: list[Declaration]) -> None:
    for declaration in declarations:
        if declaration.name in script.defined:
            raise UnknownNameError(
                f"{declaration.name} is defined by a formula", declaration.position
            )
        script.declared.add(declaration.name)
        script.declarations.append(declaration)


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
    variables = tuple(name_list(after)) if end < len(statement) else ()
    body = statement[2:end]
    script.asked = texts[0], variables
    if texts[1] == "of" and body:
        _ask_of(body, script)
    elif texts[1] == "of":
        raise ParseError("of what?", statement[1].position, "gradient of f wrt x")


def _ask_of(body: list[Token], script: Script) -> None:
    (name, *rest) = body
    if name.text in script.params:
        _ask_of_defined(name, rest, script)
        return
    if not rest and name.kind is Kind.NAME and name.text not in script.defined and script.body:
        if name.text == "f":
            return  # the bare formula goes by the name f
        raise UnknownNameError(f"nothing is named {name.text}", name.position, "f = …")
    _set_function(body, script)


def _ask_of_defined(name: Token, rest: Sequence[Token], script: Script) -> None:
    """∇f or ∇f(x), where f(x) = … is defined; not ∇f(Ax), which is no derivative by x."""
    params = script.params[name.text]
    inside = [token.text for token in rest[1:-1] if token.text != ","]
    if rest and tuple(inside) != params:
        place = (name.start, rest[-1].end)
        hint = f"{name.text}({', '.join(params)}), or a function of its own for this argument"
        raise UnsupportedError("a derivative at another argument is not read", place, hint)
    kind, wrt = script.asked or ("", ())
    by_params = tuple(Token(Kind.NAME, param, *name.position) for param in params)
    script.asked = kind, wrt or by_params
    if not script.body:
        _set_function([name], script)


# ---------------------------------------------------------------- size or Frobenius product?


def _is_declaration(
    statement: list[Token],
    names: list[Token],
    is_last: bool,
    script: Script,
    known: Collection[str],
) -> bool:
    tail = statement[2 * len(names) :]
    if len(names) > 1:
        return True
    name = names[0].text
    if not tail or (name in script.defined and not is_surely_shape(tail)):
        return False
    if is_surely_shape(tail) or (can_be_size(tail) and not is_last):
        return True
    if not can_be_size(tail) or name in script.declared or name in known:
        return False
    is_pair = name[0].isupper() and tail[0].text.isupper()  # M : N
    if not script.values and len(tail) == 1 and tail[0].text in SIZES and not is_pair:
        place = statement[0].start, statement[-1].end
        message = f"the function is missing; this line gives the size of {name}"
        raise ParseError(message, place, f"({name} : {tail[0].text})")
    if script.values:
        size = " ".join(t.text for t in tail)
        raise AmbiguousError(
            f"is this the size of {name}, or the Frobenius product?",
            (statement[0].start, statement[-1].end),
            ways=[
                Option(f"{name} in R^({size})", "a size"),
                Option(f"({name} : {size})", "a product"),
            ],
        )
    return False


def _is_question(statement: list[Token]) -> bool:
    asked = statement[0].text in ASKED and len(statement) > 1
    return asked and statement[1].text in ("of", "wrt", "with")
