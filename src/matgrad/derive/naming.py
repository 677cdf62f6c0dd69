"""Names for the parts of an answer, as a person writes it: p = softmax(Kq), then Diag(p) − ppᵀ.

A part gets a name where it stands more than once, where it is a function with a long argument, or
where the answer would not fit on a line. The names belong to the printed form; the derivation and
its code stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context
from matgrad.core.steps import Definition, Phase
from matgrad.core.walk import moves, postorder, substitute, symbols
from matgrad.derive.cascade import Cascade, is_function, is_reciprocal
from matgrad.derive.definitions import closed_values
from matgrad.ops import diag_matrix, scale, symbol_op, transpose
from matgrad.ops.families import named_part
from matgrad.render import plain
from matgrad.rules import simplify

REPEATED = 7  # characters of a part that is named where it stands more than once
WORTH = 7  # characters that such a name must save
FUNCTION, ENTRYWISE = 10, 12  # characters of a function that is named although it stands once
LOOK_UP = 3  # characters that a name costs because it must be looked up
CLEARLY = 0.9  # what is substituted back must be this much shorter, or need fewer names
LINE = 72  # what does not fit on a line is written in parts …
PART = 48  # … which are shorter
MOST = 8  # names in one answer
SHORT = 60  # nodes of a value that is also known in its simplest form
LONGEST = 1_500  # nodes of an answer that is looked at
BARE = (transpose, diag_matrix, scale)  # with a symbol inside, as short as a name


def length(*roots: Expr) -> int:
    """How many characters are printed, without spaces."""
    return sum(len(plain(root).replace(" ", "")) for root in roots)


@dataclass
class Naming:
    """The answers as they stand, and the names given so far."""

    roots: list[Expr]
    parts: Cascade
    context: Context
    named: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # symbol -> value
    lengths: dict[Expr, int] = field(default_factory=dict[Expr, int])
    nameable: list[Expr] | None = None  # the parts that could have a name, once they are found

    def measure(self, node: Expr) -> int:
        """The printed length of a part."""
        if node not in self.lengths:
            self.lengths[node] = length(node)
        return self.lengths[node]

    def name(self, part: Expr) -> None:
        """Give a part a name, everywhere."""
        letters = part.op.letters + part.op.name[:1] * is_function(part)
        if not part.shape.is_vector:
            letters = letters.upper()
        name = self.parts.names.fresh(part.shape, letters)
        symbol, value, here = named_part(name, part)
        new = {part: here}
        self.roots = [substitute(root, new) for root in self.roots]
        self.named = {s: substitute(value, new) for s, value in self.named.items()}
        self.named[symbol] = value
        self.nameable = None

    def definitions(self) -> tuple[Definition, ...]:
        """The names, each after those that it uses."""
        ordered: dict[Expr, Definition] = {}
        waiting = dict(self.named)
        while waiting:
            for symbol, value in list(waiting.items()):
                if not any(s in waiting for s in symbols(value)):
                    ordered[symbol] = Definition(symbol, waiting.pop(symbol), "part")
        return tuple(ordered.values())


def name_parts(
    results: Mapping[str, Expr], closed: Mapping[str, Expr], parts: Cascade, context: Context
) -> tuple[dict[str, Expr], tuple[Definition, ...]]:
    """The answers in names, and the names they need beyond those of the derivation."""
    answers = dict(results)
    if parts.is_named or sum(G.size for G in answers.values()) > LONGEST:
        return answers, ()
    answers = {name: substitute(G, _simple_values(parts, context)) for name, G in answers.items()}
    values = _names_by_value(parts, context) if closed else {}
    for name, value in closed.items():
        if value.size <= LONGEST:
            again = substitute(value, values)
            before = answers[name]
            fewer = _looked_up(again, parts) < _looked_up(before, parts)
            if _cost(again, parts) < (1 if fewer else CLEARLY) * _cost(before, parts):
                answers[name] = again
    answers = _without_trivial(answers, parts)
    state = Naming(list(answers.values()), parts, context)
    for chosen in _choices(state):
        state.name(chosen)
    short = dict(zip(answers, state.roots, strict=True))
    for name, before in results.items():
        if short[name] is not before:
            why = "names for its parts"
            context.trail.record(Phase.FORM, before, short[name], "name parts", why)
    return short, state.definitions()


def _without_trivial(answers: dict[str, Expr], parts: Cascade) -> dict[str, Expr]:
    """Without names for what is as easy to read, such as log(x), if it stands only once."""
    counts = _occurrences(list(answers.values()))
    defined = {d.symbol for d in parts.definitions}
    trivial = {
        d.symbol: d.value
        for d in parts.definitions
        if counts.get(d.symbol) == 1
        and not d.given
        and is_function(d.value)
        and defined.isdisjoint(symbols(d.value))
        and length(d.value) < REPEATED
    }
    return {name: substitute(answer, trivial) for name, answer in answers.items()}


def _needed(answer: Expr, parts: Cascade) -> dict[Expr, Definition]:
    """The names that an answer uses, and those that they need."""
    defined = {d.symbol: d for d in parts.definitions}
    needed = {s: defined[s] for s in symbols(answer) if s in defined}
    waiting = list(needed.values())
    while waiting:
        for s in symbols(waiting.pop().value):
            if s in defined and s not in needed:
                needed[s] = defined[s]
                waiting.append(defined[s])
    return needed


def _looked_up(answer: Expr, parts: Cascade) -> int:
    """How many names of parts of the function a reader must know."""
    return sum(d.role != "adjoint" for d in _needed(answer, parts).values())


def _cost(answer: Expr, parts: Cascade) -> int:
    """The printed length of an answer together with what its names ask of the reader."""
    needed = _needed(answer, parts)
    adjoints = [d.value for d in needed.values() if d.role == "adjoint"]
    return length(answer, *adjoints) + LOOK_UP * len(needed)


def _simple_values(parts: Cascade, context: Context) -> dict[Expr, Expr]:
    """Names for scalar products as the answer has them: b where b = yᵀp and the answer has pᵀy."""
    given = [d for d in parts.definitions if d.symbol.is_scalar and d.value.size <= SHORT]
    values = {simplify(d.value, context): d.symbol for d in given}
    return {value: symbol for value, symbol in values.items() if value.args}


def _names_by_value(parts: Cascade, context: Context) -> dict[Expr, Expr]:
    """The names of the derivation by what they stand for, written in the given variables."""
    values = closed_values(parts.definitions)
    defined = [d.symbol for d in parts.definitions if values[d.symbol].args]
    found = {values[name]: name for name in defined}
    for name in defined:
        if values[name].size <= SHORT:
            found.setdefault(simplify(values[name], context), name)
    return found


def _choices(state: Naming) -> Iterator[Expr]:
    """One part after the other, until nothing is worth a name."""
    while len(state.named) < MOST:
        chosen = _repeated(state) or _function(state) or _long(state)
        if chosen is None:
            return
        yield chosen


def _everything(state: Naming) -> list[Expr]:
    return [*state.roots, *state.named.values()]


def _nameable(state: Naming) -> list[Expr]:
    """The parts that could have a name: not numbers, not constants, nothing with a dX."""
    if state.nameable is not None:
        return state.nameable
    roots = _everything(state)
    nodes, whole = postorder(*roots), set(roots)
    state.nameable = [
        node
        for node in nodes
        if node.args and not (moves(node) or node in whole or _is_bare(node) or is_reciprocal(node))
    ]
    return state.nameable


def _is_bare(node: Expr) -> bool:
    """Is this as short as a name, Diag(s) or −Xᵀ, or a constant such as I ⊗ 1?"""
    inner = node
    while inner.op in BARE and (inner.op is not scale or number_value(inner.args[0]) is not None):
        inner = inner.args[-1]
    return not inner.args or not inner.occurring & symbol_op.bit


def _occurrences(roots: Sequence[Expr]) -> dict[Expr, int]:
    """How often each part is printed."""
    found: dict[Expr, int] = dict.fromkeys(roots, 1)
    for node in reversed(postorder(*roots)):
        for arg in node.args:
            found[arg] = found.get(arg, 0) + found[node]
    return found


def _repeated(state: Naming) -> Expr | None:
    """The part whose repetition costs most."""
    counts = _occurrences(_everything(state))
    best: tuple[int, Expr] | None = None
    for node in _nameable(state):
        if counts[node] < 2:
            continue
        size = state.measure(node)
        saved = (counts[node] - 1) * (size - 1)
        if size >= REPEATED and saved >= WORTH and (best is None or saved > best[0]):
            best = saved, node
    return best and best[1]


def _function(state: Naming) -> Expr | None:
    """A function with a long argument, inside something longer."""
    for node in _nameable(state):
        if is_function(node):
            least = ENTRYWISE if node.op.derivative is not None else FUNCTION
            if state.measure(node) >= least:
                return node
    return None


def _long(state: Naming) -> Expr | None:
    """A part of what does not fit on a line, as near to half of it as there is."""
    for root in _everything(state):
        size = state.measure(root)
        if size > (PART if state.named else LINE):
            inside = set(postorder(root))
            fitting = [n for n in _nameable(state) if n in inside and state.measure(n) >= REPEATED]
            if fitting:
                return min(fitting, key=lambda n: abs(2 * state.measure(n) - size))
    return None
