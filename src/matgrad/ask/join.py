"""A function, the definitions that it uses and what is known of its names, as one Problem."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from matgrad.ask.acts import NOISE, Facts, Said
from matgrad.core.reading import Guess, Reading
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError, ShapeError
from matgrad.syntax.choices import Choices, settle
from matgrad.syntax.macros import is_function
from matgrad.syntax.parse import Known
from matgrad.syntax.problem import read_problem
from matgrad.syntax.runs import parts
from matgrad.syntax.scope import Declaration
from matgrad.syntax.statement import Statement, Tokens, What
from matgrad.syntax.statements import Way
from matgrad.syntax.tokens import Kind, Token


@dataclass(frozen=True)
class Function:
    """A function that a text speaks of: its name, its arguments, and the formula."""

    name: str
    params: tuple[str, ...]
    value: Tokens

    @property
    def key(self) -> str:
        """The formula as one word, to tell functions apart."""
        return " ".join(t.text for t in self.value)


def function_of(said: Said, statement: Statement, by: Sequence[str] = ()) -> Function | None:
    """The function that a statement is, or names; of equal formulas one that has the variables."""
    if statement.what is What.DEFINITION and statement.sides:
        return Function(statement.names[0], statement.params, statement.sides[0])
    tokens = statement.sides[0] if statement.sides else statement.tokens
    value = _equal_to(said, tokens)
    if value and statement.what is not What.CHAIN:
        return Function("", (), value)
    called, arguments = _called(said, tokens)
    if called is not None and _are_its_own(said, called, arguments):
        return function_of(said, called)
    is_open = called is not None and (not called.params or tokens[0].text != called.names[0])
    what = What.OTHER if is_open else statement.what  # f(Ax) where only f = x'x is known
    if what is What.CHAIN and by:
        sides = [s for s in statement.sides if {*by} <= names_in(said, s)]
        return Function("", (), sides[0] if sides else tokens)
    if what in (What.EXPRESSION, What.CHAIN, What.MINIMISATION):
        by = statement.by if what is What.MINIMISATION else ()  # w of min_w f
        return Function("", by, tokens)
    return None


def _equal_to(said: Said, tokens: Tokens) -> Tokens:
    """The formula that a chain says σ² or ‖x‖ is equal to, where only that is differentiated."""
    key = Function("", (), tokens).key
    chains = [s for s, _ in said.functions if s.what is What.CHAIN and len(s.sides) > 1]
    return next((s.sides[1] for s in chains if Function("", (), s.sides[0]).key == key), ())


def _called(said: Said, tokens: Tokens) -> tuple[Statement | None, Tokens]:
    """The definition of f where a formula is f, f(x) or log p(x), and the arguments."""
    first = tokens[0]
    name = (
        "logp" if first.text in ("log", "ln") and len(tokens) > 2 and tokens[2].text == "(" else ""
    )
    name = name or (first.text if first.kind is Kind.NAME else "")
    params = tuple(t.text for t in tokens[2:-1] if t.kind is Kind.NAME)
    found = said.definition(name, params) if name else None
    rest = tokens[2:] if name == "logp" else tokens[1:]
    is_whole = not rest or (rest[0].text == "(" and rest[-1].text == ")" and _is_one(rest))
    return (found, rest[1:-1]) if is_whole else (None, ())


def _are_its_own(said: Said, called: Statement, arguments: Tokens) -> bool:
    """Is this f(x) of the definition of f(x), and not f(Ax), f(x, x) or f(y)?

    Names may stand behind the parameters, as in L(w; X, y). Where f has no parameters the arguments
    are names that its value has.
    """
    texts = [t.text for t in arguments]
    if texts and [t.text for t in called.head[-len(texts) - 2 :]] == ["(", *texts, ")"]:
        return True  # as it is defined, whatever stands in the brackets
    names = [t.text for t in arguments[::2] if t.kind is Kind.NAME]
    marks = texts[1::2]
    if len(names) + len(marks) < len(arguments) or not {*marks} <= _BETWEEN_ARGUMENTS:
        return False
    if called.params:
        return all(name == param for name, param in zip(names, called.params, strict=False))
    return not names or {*map(stem, names)} <= reached(said, called.sides[0])


_BETWEEN_ARGUMENTS = frozenset(",;|∣")


def reached(said: Said, tokens: Tokens) -> set[str]:
    """The names of a formula, and those of what is defined of them."""
    found: set[str] = set()
    waiting = [*names_in(said, tokens)]
    while waiting:
        name = waiting.pop()
        definition = said.definition(name) if name not in found else None
        found.add(name)
        if definition is not None and definition.sides:
            waiting += names_in(said, definition.sides[0])
    return found


def _is_one(tokens: Sequence[Token]) -> bool:
    """Does the first bracket close at the end?"""
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.text in "([{") - (token.text in ")]}") if token.kind is Kind.SIGN else 0
        if depth == 0:
            return at == len(tokens) - 1
    return False


def problem_of(  # noqa: PLR0913
    said: Said, function: Function, by: Sequence[str], *, scalar: bool, supposed: Facts = (),
    given: Mapping[str, Declaration] | None = None, beside: Function | None = None,
) -> Problem:  # fmt: skip
    """The problem that the real grammar reads from all this; it raises what the grammar raises.

    `given` are names that are known already, as those of a problem are to a claim about it;
    `beside` is a function that is read with it, so that both have the same sizes.
    """
    used = list(used_by(said, function, [*by, *(given or ())]))
    if beside is not None:
        others = [*used_by(said, beside, by), replace(beside, name=beside.name or BESIDE)]
        used = _together(said, [*used, *others])
    tokens: list[Token] = []
    for each in used:
        tokens += [*_head(each), *each.value, _break(each.value)]
    own = function.name if function.name and function.name not in by else ""
    tokens += [*_head(replace(function, name=own)), *function.value] if own else function.value
    defined = {each.name for each in used} | ({own} if own else set[str]())
    more = _facts(supposed)
    declared = dict(given or _declarations(said, tokens, defined, more, by))
    declared |= {d.name: d for d in _named_maps(said, tokens, defined)}
    functions = {n for n, what in said.symbols.named.items() if not what}
    tokens = _of_matrices(said, _renamed(said, _entrywise(said, tokens), defined))
    tokens = _with_arguments_first(tokens, declared)
    tokens = [*_function_lines(functions & {t.text for t in tokens}, tokens), *tokens]
    tokens.append(Token(Kind.END, "", tokens[-1].end, tokens[-1].end))

    def read(choices: Choices) -> Problem:
        way = Way(scalar=scalar, choices=choices, wrt=tuple(by))
        return read_problem(tokens, said.text.source, dict(declared), way)

    try:
        return settle(read)
    except MatgradError as error:
        raise error.at(None, said.text.source) from None


def with_guesses(problem: Problem, guesses: Sequence[Guess]) -> Problem:
    """The problem with more guesses in its reading."""
    every = dict.fromkeys((*problem.reading.guesses, *guesses))
    return replace(problem, reading=Reading(tuple(every)))


def _facts(supposed: Facts) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, fact in supposed:
        found.setdefault(name, set()).add(fact)
    return found


def _break(tokens: Tokens) -> Token:
    return Token(Kind.BREAK, ";", tokens[-1].end, tokens[-1].end)


def _head(function: Function) -> list[Token]:
    """f(x) = , with the arguments that are plain names."""
    at = function.value[0].start, function.value[0].start
    name, equals = Token(Kind.NAME, function.name, *at), Token(Kind.SIGN, "=", *at)
    if not function.params:
        return [name, equals]
    inside: list[Token] = []
    for param in function.params:
        inside += [Token(Kind.SIGN, ",", *at)] if inside else []
        inside.append(Token(Kind.NAME, param, *at))
    return [name, Token(Kind.SIGN, "(", *at), *inside, Token(Kind.SIGN, ")", *at), equals]


def used_by(said: Said, function: Function, by: Collection[str]) -> Iterator[Function]:
    """The definitions that a function needs, the first ones first; what is asked by is free."""
    found: dict[str, Function] = {}
    waiting = [function]
    order: list[str] = []
    while waiting:
        current = waiting.pop()
        for name in sorted(names_in(said, current.value)):
            definition = said.definition(name)
            is_open = name in by or name == function.name or name in current.params
            if definition is None or is_open or name == current.name:
                continue
            value = names_in(said, definition.sides[0]) if definition.sides else {name}
            is_held = said.symbols.is_fixed(name) and bool(value & {*by})  # for fixed y = Bx
            if name in value or value & NOISE or is_held:
                continue
            if name not in found:
                found[name] = Function(name, definition.params, definition.sides[0])
                waiting.append(found[name])
            if name in order:
                order.remove(name)
            order.append(name)
    yield from (found[name] for name in _sorted(said, found))


BESIDE = "value0"  # a function without a name


def _together(said: Said, functions: Sequence[Function]) -> list[Function]:
    """Functions without repeats, in an order in which they can be read."""
    found = {f.name: f for f in functions}
    return [found[name] for name in _sorted(said, found)]


def _sorted(said: Said, found: Mapping[str, Function]) -> list[str]:
    """Names so that each stands behind those that it uses."""
    needs = {name: names_in(said, f.value) & found.keys() - {name} for name, f in found.items()}
    done: list[str] = []
    while len(done) < len(found):
        ready = [n for n in found if n not in done and needs[n] <= {*done}]
        done += ready or [n for n in found if n not in done]
    return done


@dataclass(frozen=True)
class _Names(Collection[str]):
    """The names of a text, in which a name is looked up without a copy being made."""

    symbols: Collection[str]
    defined: Collection[str]

    def __contains__(self, name: object) -> bool:
        return name in self.symbols or name in self.defined

    def __iter__(self) -> Iterator[str]:
        return iter((*self.symbols, *self.defined))

    def __len__(self) -> int:
        return len(self.symbols) + len(self.defined)


def names_in(said: Said, tokens: Sequence[Token]) -> set[str]:
    """The names that stand in a formula, where runs of letters are taken apart."""
    known = Known(_Names(said.symbols.by_name.keys(), said.defined.keys()))
    found: set[str] = set()
    for token in tokens:
        if token.kind is Kind.NAME:
            pieces = [token.text] if is_function(token.text) else parts(token.text, known)
            found.update((token.text, *pieces, *map(stem, pieces)))
    return found


def stem(name: str) -> str:
    """x of x_i: the vector or matrix of which this is an entry or a row."""
    before, _, index = name.partition("_")
    return before if index and {*index} <= {*"ijkln"} else name


def _declarations(
    said: Said, tokens: Sequence[Token], defined: Collection[str],
    more: Mapping[str, set[str]], by: Collection[str],
) -> Iterator[tuple[str, Declaration]]:  # fmt: skip
    """What is known of the names of these formulas, and of the arguments of declared maps."""
    names = names_in(said, tokens) | {*by}
    names |= {name.partition("_")[0].rstrip("0123456789") for name in names if len(name) > 1}
    mapped = dict(_from_maps(said, defined))
    spelled = names_in(said, tokens)
    for name in sorted(names - {*defined} - ({"T", "I", "e", "d"} - said.symbols.by_name.keys())):
        found = said.symbols.declaration(name, more.get(name, ()))
        if found is None and more.get(name):
            found = Declaration(name, facts=frozenset(more[name]))
        if name in mapped and (found is None or found.shape is None):
            facts = found.facts if found else frozenset[str]()
            found = replace(mapped[name], name=name, facts=facts)
        if found is None:
            continue
        if found.params and not {*found.params} & {*by}:
            found = replace(found, params=())
        if found.params:
            is_turned = any(
                one.text == name and "".join(t.text for t in pair)[:2].lstrip("^") in _TURNS
                for one, *pair in zip(tokens, tokens[1:], tokens[2:], strict=False)
            )
            shape = found.shape or _open_shape(name, found, names, is_turned)
            found = replace(found, shape=shape)
        if found.shape or ((found.kind or found.facts or found.params) and name in spelled):
            yield name, found


def _named_maps(
    said: Said, tokens: Sequence[Token], defined: Collection[str]
) -> Iterator[Declaration]:
    """Functions that are only named, f: ℝⁿ → ℝ, where a formula calls them."""
    called = {a.text for a, b in pairwise(tokens) if a.kind is Kind.NAME and b.text == "("}
    for name, spaces in said.maps.items():
        if name in called and name not in defined and len(spaces) == 2 and spaces[0].shape:
            param = "t" if spaces[0].shape.is_scalar else "x" if spaces[0].shape.is_vector else "X"
            yield Declaration(
                name, spaces[1].shape or SCALAR, params=(param,), domain=(spaces[0].shape,)
            )


def _from_maps(said: Said, defined: Collection[str]) -> Iterator[tuple[str, Declaration]]:
    """The shapes of the arguments of f where f: ℝⁿ → ℝ was said."""
    for name, spaces in said.maps.items():
        definition = said.definition(name)
        if name not in defined or definition is None or len(spaces) != len(definition.params) + 1:
            continue
        yield from zip(definition.params, spaces[:-1], strict=True)


def _renamed(said: Said, tokens: Sequence[Token], defined: Collection[str]) -> list[Token]:
    """The tokens with letters for known functions replaced, as σ by relu."""
    known = {n: what for n, what in said.symbols.named.items() if what and what[0].isalpha()}
    found: list[Token] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        is_call = after is not None and after.text in ("(", "{")
        is_known = token.kind is Kind.NAME and token.text in known and token.text not in defined
        found.append(token._replace(text=known[token.text]) if is_known and is_call else token)
    return found


def _entrywise(said: Said, tokens: Sequence[Token]) -> list[Token]:
    """The tokens with powers and quotients of entries, where the text says so."""
    found: list[Token] = []
    is_on = False
    for token in tokens:
        is_on = token.start in said.entrywise or (is_on and token.kind is not Kind.BREAK)
        is_meant = (
            token.kind is Kind.SIGN
            and token.text in ("^", "/", "*")
            and (is_on or -1 in said.entrywise)
        )
        is_raised = token.kind is Kind.RAISED and (is_on or -1 in said.entrywise)
        if is_raised:
            found += [Token(Kind.SIGN, ".^", *token.position), token._replace(kind=Kind.NUMBER)]
        else:
            found.append(token._replace(text=f".{token.text}") if is_meant else token)
    return [
        t._replace(text="^") if t.text == ".^" and after.text in ("T", "'", "⊤") else t
        for t, after in zip(found, [*found[1:], found[-1]], strict=True)
    ]


def _open_shape(name: str, found: Declaration, taken: Collection[str], is_turned: bool) -> Shape:
    """A shape for a function of which only the kind is known.

    Capitals are square matrices; a small letter that is transposed is a vector, others are numbers.
    """
    is_small = found.kind is None and not name[:1].isupper()
    if found.kind == "scalar" or (is_small and not is_turned):
        return SCALAR
    size = next(letter for letter in "nmpqkl" if letter not in taken)
    return shape_of(size) if found.kind == "vector" or is_small else shape_of(size, size)


_TURNS = ("T", "'", "⊤", "{T", "{⊤")


def _with_arguments_first(
    tokens: Sequence[Token], declared: Mapping[str, Declaration]
) -> list[Token]:
    """C^{-1}(θ) of a function C(θ) is its inverse, C(θ)^{-1}; C alone is C(θ)."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token, texts = tokens[at], [t.text for t in tokens[at + 1 : at + 9]]
        is_function = (
            token.kind is Kind.NAME and token.text in declared and declared[token.text].params
        )
        marks = (
            5
            if texts[:5] == ["^", "{", "-", "1", "}"]
            else 1
            if texts[:1] in (["-1"], ["'"])
            else 0
        )
        end = at + 1 + marks
        if is_function and texts[marks : marks + 1] != ["("]:
            found += [token, *_in_brackets(declared[token.text].params, token)]
            at += 1
        elif (
            is_function
            and marks
            and texts[marks : marks + 1] == ["("]
            and texts[marks + 2 : marks + 3] == [")"]
        ):
            found += [token, *tokens[end : end + 3], *tokens[at + 1 : end]]
            at = end + 3
        else:
            found.append(token)
            at += 1
    return found


def _in_brackets(params: Sequence[str], at: Token) -> list[Token]:
    """(θ), where a text leaves out what a function depends on."""
    inside: list[Token] = []
    for param in params:
        inside += [Token(Kind.SIGN, ",", *at.position)] if inside else []
        inside.append(Token(Kind.NAME, param, *at.position))
    return [Token(Kind.SIGN, "(", *at.position), *inside, Token(Kind.SIGN, ")", *at.position)]


def _of_matrices(said: Said, tokens: Sequence[Token]) -> list[Token]:
    """exp and log of matrices, where the text says that they are no functions of entries."""
    found: list[Token] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        is_power = after is not None and after.text == "^"
        if "exp" in said.of_matrices and token.text == "e" and is_power:
            found.append(token._replace(text="expm"))
        elif found and found[-1].text == "expm" and token.text == "^":
            continue
        elif token.text in said.of_matrices and token.kind is Kind.NAME:
            found.append(token._replace(text=f"{token.text}m"))
        else:
            found.append(token)
    return found


def _function_lines(names: Collection[str], tokens: Sequence[Token]) -> list[Token]:
    """`function phi;` for each letter that stands for some function of entries."""
    at = tokens[0].start, tokens[0].start
    found: list[Token] = []
    for name in sorted(names):
        found += [
            Token(Kind.NAME, "function", *at),
            Token(Kind.NAME, name, *at),
            _break(tuple(tokens[:1])),
        ]
    return found


def fits(error: MatgradError) -> bool:
    """May another kind of derivative help: is it only that the function has many values?"""
    return isinstance(error, ShapeError) and "scalar function" in error.message
