"""The function as a cascade of short definitions, the way a person prepares a derivation.

x = Wz, r = relu(x), y = BVr: the user's own names first; then the argument of every function that
is not linear, the values of elementwise functions, and parts that are used more than once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from matgrad.core.expr import Expr, number_value
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import dependents, postorder, rebuild, symbols
from matgrad.ops import add, entry_op, power_op, scale, square, symbol_op, transpose
from matgrad.ops.families import named_part, renamed, symbol_of, with_letters
from matgrad.render.names import Names

# x_i is the i-th row of X: x is a letter of the text.
_MEMBER = re.compile(r"\b([A-Za-z]+)_\w+ is the")

PLAIN = (power_op, square)  # elementwise, but short enough to differentiate where they stand
SHARED = 4  # a part used twice is named from this size on
INSIDE = "xabcpqw"  # names for what stands inside a function
OUTSIDE = "yzuvw"  # names for values of functions, and for other parts


@dataclass
class Cascade:
    """Definitions in order of use, the function in their symbols, and the names taken so far."""

    variables: tuple[Expr, ...]
    names: Names
    is_named: bool = False  # the names that are given are enough
    definitions: list[Definition] = field(default_factory=list[Definition])
    by_value: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    varying: set[Expr] = field(default_factory=set[Expr])  # symbols that depend on the variables

    def name(self, value: Expr, role: str, letters: str = "") -> Expr:
        """The symbol that stands for a value, defined now if it is new; in sums a member of it."""
        places = with_letters(value)
        here = {letter: place for place, letter in places.items()}
        value = renamed(value, places)
        if value not in self.by_value:
            matrix = not value.shape.is_vector
            name = self.names.fresh(value.shape, letters.upper() if matrix else letters)
            self.define(named_part(name, value).symbol, value, role)
        return renamed(self.by_value[value], here)

    def define(self, name: Expr, value: Expr, role: str, given: bool = False) -> Expr:
        """Give a value a name."""
        self.names.taken.add(name.name)
        self.definitions.append(Definition(name, value, role, given))
        self.by_value.setdefault(value, name)
        return name


def cascade(problem: Problem, wrt: Iterable[Expr]) -> tuple[Cascade, Expr]:
    """Name the parts of a function; returns the cascade and the function in its symbols."""
    variables = tuple(wrt)
    result = Cascade(variables, Names(_taken(problem)), is_named=problem.is_named)
    result.varying.update(variables)
    renamed: dict[Expr, Expr] = {}
    given = [*((d.value, d.symbol) for d in problem.definitions), (problem.function, None)]
    roots = {root for root, _ in given}
    ordered = [root for root, _ in given]
    varying = dependents(ordered, _varying_symbols(problem, variables))
    wanted = {} if problem.is_named else _wanted(ordered, varying)
    begun = {} if problem.is_named else _begun_sums(ordered, varying)
    wanted |= {sum_: add.letters + OUTSIDE for sum_ in begun.values() if sum_ not in wanted}
    for root, name in given:
        for node in postorder(root, skip=renamed):
            value = _rebuilt(node, begun.get(node), renamed)
            if node in varying and node in wanted and node not in roots:
                value = result.name(value, "intermediate", wanted[node])
                result.varying.add(symbol_of(value))
            renamed[node] = value
        if name is not None:
            result.define(name, renamed[root], "intermediate", given=True)
            if root in varying:
                result.varying.add(name)
    return result, renamed[problem.function]


def _begun_sums(roots: Sequence[Expr], varying: set[Expr]) -> dict[Expr, Expr]:
    """Sums that go on where another sum of the function ends: x + y + z after x + y.

    Sums are flat, so the steps of a residual network, h + tanh(W h) and on, are found again here.
    """
    sums = {node.args: node for node in postorder(*roots) if node.op is add and node in varying}
    found: dict[Expr, Expr] = {}
    for args, node in sums.items():
        shorter = (sums.get(args[:k]) for k in range(len(args) - 1, 1, -1))
        first = next((s for s in shorter if s is not None), None)
        if first is not None:
            found[node] = first
    return found


def _rebuilt(node: Expr, first: Expr | None, renamed: dict[Expr, Expr]) -> Expr:
    """The node in the names given so far."""
    if first is None or first not in renamed:
        return rebuild(node, (renamed[arg] for arg in node.args))
    return add(renamed[first], *(renamed[arg] for arg in node.args[len(first.args) :]))


def _taken(problem: Problem) -> set[str]:
    roots = [problem.function, *(d.value for d in problem.definitions)]
    names = {problem.name, *problem.symbols, *(d.symbol.name for d in problem.definitions)}
    names |= {*problem.adjoints.values(), *problem.reserved}
    names |= {stem for note in problem.notes for stem in _MEMBER.findall(note)}
    for node in symbols(*roots):
        names.add(node.name)
        for dimension in node.shape:
            names.update(dimension.names)
    return names | {"d" + name for name in names}


def _varying_symbols(problem: Problem, variables: tuple[Expr, ...]) -> set[Expr]:
    """The variables and the user's intermediates that depend on them."""
    found = set(variables)
    for definition in problem.definitions:
        if definition.value in dependents((definition.value,), found):
            found.add(definition.symbol)
    return found


def _wanted(roots: Sequence[Expr], varying: set[Expr]) -> dict[Expr, str]:
    """The nodes worth a name, with letters that suit them, by how they are used."""
    whole = set(roots)
    uses: dict[Expr, int] = {}
    deeper: set[Expr] = set()  # used by something other than the whole function
    wanted: dict[Expr, str] = {}
    for node in postorder(*roots):
        for arg in node.args:
            uses[arg] = uses.get(arg, 0) + 1
            if node not in whole:
                deeper.add(arg)
            is_inside = node.op.partials is not None and arg.size > 2 and arg in varying
            if is_inside and not _is_given_entry(arg):
                wanted[arg] = OUTSIDE if node.op in PLAIN else INSIDE
    for node, count in uses.items():
        if node in varying and node.args and not _is_near(node):
            function = is_function(node)
            if (function and (count > 1 or node in deeper)) or (count > 1 and node.size >= SHARED):
                wanted[node] = OUTSIDE
    return {node: node.op.letters + letters for node, letters in wanted.items()}


def _is_near(node: Expr) -> bool:
    """Is this Aᵀ, 1/y, −y or x[1]? What is inside has a name, and this is as easy to read."""
    is_multiple = (
        node.op is scale and len(node.args) == 2 and number_value(node.args[0]) is not None
    )
    return node.op is transpose or is_multiple or is_reciprocal(node) or _is_given_entry(node)


def _is_given_entry(node: Expr) -> bool:
    """Is this x[1], an entry of a variable?"""
    return node.op is entry_op and node.args[0].op is symbol_op


def is_reciprocal(node: Expr) -> bool:
    """Is this 1/y? The y has a name of its own, and y² next to 1/y is easier to read."""
    return node.op is power_op and number_value(node.args[1]) == -1


def is_function(node: Expr) -> bool:
    """Is this a function with a name of its own, such as tanh or softmax, rather than a power?"""
    op = node.op
    return op not in PLAIN and (op.derivative is not None or bool(op.partials and op.letters))
