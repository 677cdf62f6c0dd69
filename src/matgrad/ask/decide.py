"""What is asked: functions, variables and kinds by their evidence; several questions are several.

If the best function cannot be read, that is a question; nothing falls through to the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from matgrad.ask.acts import UNKNOWN, Ask, Said, taken
from matgrad.ask.join import Function, function_of, names_in, reached, stem
from matgrad.core.reading import Guess
from matgrad.syntax.macros import is_function
from matgrad.syntax.statement import Statement, What
from matgrad.syntax.tokens import GREEK, Kind

NO_FUNCTION = "which function is meant?"
NO_VARIABLE = "by which variable?"
# Letters that are variables where nothing else says so, the likeliest first.
VARIABLES = ("x", "w", "theta", "beta", "W", "X", "z", "u", "v", "A", "t", "y")
NO_VARIABLES = frozenset("TIedE")  # letters that are rarely variables
_DEFAULT = ("gradient of x'*A*x with respect to x",)


@dataclass(frozen=True)
class Wanted:
    """One derivative to derive."""

    kind: str  # "" where the text says only: derivative
    function: Function
    by: tuple[str, ...]
    ask: Ask
    guesses: tuple[Guess, ...] = ()


@dataclass(frozen=True)
class Unclear:
    """A question back, with texts that work when they are sent."""

    words: str
    options: tuple[str, ...] = _DEFAULT


def wanted(said: Said) -> tuple[list[Wanted], list[Unclear]]:
    """The derivatives that a text asks for, and the questions where that is not clear."""
    asks = [ask for ask in said.asks if ask.weight >= 0] or said.asks
    asks = asks or [
        Ask((c.kind,), c.of, c.by, c.place[0], 1) for c in said.claims if not c.is_differential
    ]
    supposed = {claim.supposed for claim in said.claims}
    if len(supposed) == 1 and not said.is_general and all(ask.weight < 0 for ask in said.asks):
        (facts,) = supposed  # nothing else is spoken of
        asks = [replace(ask, supposed=facts) for ask in asks]
        if not all(claim.is_asked for claim in said.claims):
            said.guesses += map(taken, facts)
    exact = [ask for ask in asks if ask.of is not None or ask.by or ask.weight < 0] or asks
    best = max((ask.weight for ask in exact), default=0)
    chosen = [ask for ask in exact if ask.weight == best]
    chosen += _of_the_same(asks, chosen)
    if not chosen and said.claims:
        chosen = [Ask(("",), None, (), 0, 0)]
    if not chosen:
        return [], [Unclear("what is asked? No derivative of a formula is mentioned")]
    found: list[Wanted] = []
    unclear: list[Unclear] = []
    for ask in _without_repeats(said, chosen):
        for each in _by_blocks(_decided(said, ask)):
            if isinstance(each, Unclear):
                unclear += [each] if each not in unclear else []
            elif not any(_is_same(each, other) for other in found):
                found.append(each)
    return _joined(said, found), unclear if not found else []


def _of_the_same(asks: Sequence[Ask], chosen: Sequence[Ask]) -> list[Ask]:
    """`find ∇f and the Hessian`: another kind of derivative of what is asked for exactly."""
    had = {kind for ask in chosen for kind in ask.kinds}
    vague = [a for a in asks if a.of is None and not a.by and a.weight > 1 and a not in chosen]
    found: list[Ask] = []
    for ask in vague:
        kinds = tuple(k for k in ask.kinds if k in ("hessian", "jacobian") and k not in had)
        had.update(kinds)
        if kinds and chosen:
            before = [each for each in chosen if each.place <= ask.place] or chosen
            found.append(replace(ask, kinds=kinds, of=before[-1].of, by=before[-1].by))
    return found


def _by_blocks(found: Iterator[Wanted | Unclear]) -> Iterator[Wanted | Unclear]:
    """A Hessian by several variables, block by block; ∂²f/∂x∂y is one block."""
    for each in found:
        if isinstance(each, Wanted) and each.kind == "hessian" and not each.ask.is_mixed:
            pairs = combinations_with_replacement(each.by, 2)
            yield from (replace(each, by=tuple(dict.fromkeys(pair))) for pair in pairs)
        else:
            yield each


def _is_same(one: Wanted, other: Wanted) -> bool:
    kinds = one.kind == other.kind or not one.kind or not other.kind
    return kinds and one.function.key == other.function.key and one.by == other.by


def _joined(said: Said, found: list[Wanted]) -> list[Wanted]:
    """Gradients of one function by several variables are one derivation."""
    result: list[Wanted] = []
    for each in found:
        for at, other in enumerate(result):
            same = other.function.key == each.function.key and other.kind == each.kind
            same = same and not any(said.definition(name) for name in (*each.by, *other.by))
            if same and each.kind in ("gradient", "") and other.ask.supposed == each.ask.supposed:
                by = tuple(dict.fromkeys((*other.by, *each.by)))
                guesses = tuple(dict.fromkeys((*other.guesses, *each.guesses)))
                result[at] = replace(other, by=by, guesses=guesses)
                break
        else:
            result.append(each)
    return result


def _without_repeats(said: Said, asks: Sequence[Ask]) -> list[Ask]:
    """The questions without those that another one says more exactly."""
    found: list[Ask] = []
    of = [(a.kinds, function_of(said, a.of)) for a in asks if a.of is not None and a.by]
    exact = {(kind, f.name) for kinds, f in of if f is not None for kind in kinds}
    for ask in asks:
        others = [other for other in asks if other is not ask]
        names = ask.of.names if ask.of is not None and not ask.by else ()
        if names and all((kind, name) in exact for kind in ask.kinds for name in names):
            continue  # the gradients of f, behind those by V and W
        is_vague = ask.of is None and not ask.by
        if is_vague and any(
            other.of is not None or other.by for other in others
            if {*ask.kinds} <= {*other.kinds} or ask.kinds == ("",)
        ):  # fmt: skip
            continue
        found.append(ask)
    return found


def _decided(said: Said, ask: Ask) -> Iterator[Wanted | Unclear]:
    guesses: list[Guess] = []
    function = function_of(said, ask.of, ask.by) if ask.of is not None else None
    if function is not None and not function.name and _is_unknown_call(said, function):
        yield Unclear(f"what is {function.value[0].text}? It is not defined")
        return
    if function is None and ask.of is not None:
        if ask.of.what is What.NAMES and not ask.by:
            is_by = _is_used(said, ask.of) and not said.symbols.is_fixed(ask.of.names[0])
            ask = replace(ask, of=None, by=ask.of.names if is_by else ())
        elif ask.of.what is not What.NAMES:
            yield Unclear(NO_FUNCTION)
            return
    unknown = _undefined(said, ask)
    if function is None:
        function, guesses = _likeliest(said, ask)
        if function is not None and unknown and (guesses or function.name):
            yield Unclear(f"what is {unknown}? It is not defined")
            return
    if function is None:
        yield _missing(said)
        return
    by, more = _variables(said, ask, function)
    if not by or by == UNKNOWN:
        yield Unclear(NO_VARIABLE, _options(said, function))
        return
    for kind in ask.kinds:
        yield Wanted(kind, function, by, ask, (*guesses, *more))


def _is_used(said: Said, statement: Statement) -> bool:
    return any(statement.names[0] in names_in(said, s.tokens) for s, _ in said.functions)


def _missing(said: Said) -> Unclear:
    if said.unread:
        error = said.unread[0].error
        words = error.message if error is not None else ""
        return Unclear(f"a formula cannot be read: {words}")
    return Unclear(NO_FUNCTION)


def _likeliest(said: Said, ask: Ask) -> tuple[Function | None, list[Guess]]:
    """The function of the text: one that no other uses, and that has the variables asked for."""
    candidates = _candidates(said)
    parts = {name for each in candidates for name in names_in(said, each.value) - {each.name}}
    whole = [each for each in candidates if each.name not in parts or not each.name]
    with_variables = [each for each in whole if _reaches(said, each, ask.by)] if ask.by else whole
    named = [each for each in with_variables if each.name]
    best = named or with_variables or ([] if ask.by else whole)
    best = [each for each in best if each.name in _differentiated(said)] or best
    if not best:
        best = [each for each in candidates if not ask.by or _reaches(said, each, ask.by)]
    if not best:
        return None, []
    chosen = (
        best[-1]
        if len({f.params != () for f in best}) == 1
        else next(f for f in best[::-1] if f.params)
    )
    if ask.by == () and len(best) > 1:
        chosen = best[-1]
    rivals = [each for each in best if each is not chosen and each.key != chosen.key]
    shown = [
        each.name or said.text.source[each.value[0].start : each.value[-1].end] for each in rivals
    ]
    guesses = [
        Guess(f"{chosen.name or 'the last formula'} is differentiated, not {other}",
              f"the derivative of {other}") for other in shown[:3]
    ]  # fmt: skip
    return chosen, guesses


def _differentiated(said: Said) -> set[str]:
    """The names of the functions of which the text writes derivatives: L of ∂L/∂x = …"""
    of = [c.of for c in said.claims if c.of is not None and not c.is_differential]
    return {statement.names[0] for statement in of if statement.what is What.NAMES}


def _candidates(said: Said) -> list[Function]:
    """The functions of a text: its definitions, each name once, and its formulas."""
    found: list[Function] = []
    for statement, _ in said.functions:
        each = function_of(said, statement)
        if each is None or (not each.name and (len(each.value) < 2 or _is_call(each))):
            continue
        if not any(_is_rival_name(each, other) for other in found):
            found.append(each)
    return found


def _undefined(said: Said, ask: Ask) -> str:
    """The name of a function that is differentiated in the text and never defined."""
    asks = [ask] if ask.of is not None else said.asks
    names = [a.of.names[0] for a in asks if a.of is not None and a.of.what is What.NAMES and a.by]
    return next((n for n in names if said.definition(n) is None and n not in said.maps), "")


def _is_unknown_call(said: Said, function: Function) -> bool:
    """Is this S(A), where nothing says what S is?"""
    texts = [t.text for t in function.value]
    is_call = len(texts) == 4 and texts[1] == "(" and texts[3] == ")"
    known = is_function(texts[0]) or texts[0] in said.maps or texts[0] in said.symbols.by_name
    known = known or said.definition(texts[0]) is not None
    return is_call and function.value[0].kind is Kind.NAME and not known


def _is_call(function: Function) -> bool:
    """Is this N(μ, Σ), the name of something with its arguments?"""
    texts = [t.text for t in function.value]
    return len(texts) > 3 and texts[1] == "(" and "," in texts and texts[-1] == ")"


def _is_rival_name(one: Function, other: Function) -> bool:
    return bool(one.name) and one.name == other.name


def _reaches(said: Said, function: Function, by: Sequence[str]) -> bool:
    """Does a function depend on one of these names, through what is defined?"""
    seen = reached(said, function.value)
    return bool(seen & {*by}) or bool({*function.params} & {*by})


def _variables(said: Said, ask: Ask, function: Function) -> tuple[tuple[str, ...], list[Guess]]:
    """By what is differentiated: what is said, the arguments, or the likeliest letter."""
    if ask.by:
        return _in_function(said, ask.by, function), []
    names = _free(said, function)
    surest = _surest(said, function, names)
    likely = [name for name in VARIABLES if name in names]
    if surest or not likely:
        return surest, []
    first = likely[0]
    constants = {n for n, s in said.symbols.by_name.items() if s.shape or s.kind or s.facts}
    others = ", ".join(sorted(names - {first, *constants})) or "another name"
    return (first,), [Guess(f"{first} is the variable", f"with respect to {others}")]


def _surest(said: Said, function: Function, names: set[str]) -> tuple[str, ...]:
    """The variables that nobody doubts though they are not said; () where there are none."""
    own = names_in(said, function.value)
    claimed = {
        c.of.names for c in said.claims if c.of is not None and c.of.what is What.NAMES and not c.by
    }
    variables = [n for n in claimed if n[0] in own and said.definition(n[0]) is None]
    if len(variables) == 1:
        return variables[0]  # the gradient of W is said to be …
    if function.params:
        free = tuple(name for name in function.params if not said.symbols.is_fixed(name))
        return free or function.params
    letters = {n for n in map(stem, own) if len(n) == 1} - NO_VARIABLES
    by = {name for claim in said.claims for name in claim.by} & names
    candidates = [set[str]() if function.name else letters, by, names]
    return next((tuple(each) for each in candidates if len(each) == 1), ())


def _free(said: Said, function: Function) -> set[str]:
    """The names that a function has in the end, where runs of letters are single ones."""
    names: set[str] = set()
    seen: set[str] = set()
    waiting = [function]
    while waiting:
        for token_name in names_in(said, waiting.pop().value):
            definition = said.definition(token_name)
            if token_name in seen:
                continue
            seen.add(token_name)
            if definition is not None and definition.sides and token_name != function.name:
                waiting.append(Function(token_name, (), definition.sides[0]))
            else:
                names.add(stem(token_name))
    greek = {*GREEK.values()}
    letters = {n for n in names if len(n.rstrip("0123456789").partition("_")[0]) == 1}
    return (letters | (names & greek)) - NO_VARIABLES


def _in_function(said: Said, by: tuple[str, ...], function: Function) -> tuple[str, ...]:
    """The variables as the function spells them: theta for theta_k, where only theta stands."""
    names = names_in(said, function.value)
    found: list[str] = []
    for name in by:
        base = stem(name)
        whole = next((n for n in (base, base.upper()) if n in names), name)
        found.append(whole if name not in names and base != name else name)
    return tuple(found)


def _options(said: Said, function: Function) -> tuple[str, ...]:
    text = said.text.source[function.value[0].start : function.value[-1].end]
    names = sorted(_free(said, function))[:3]
    return tuple(f"gradient of {text} with respect to {name}" for name in names)
