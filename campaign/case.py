"""One problem of a campaign, repeatable from its seed and number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any

from campaign.expressions import Garden, chosen, drawn, is_slow, is_symbol, rarity
from campaign.makers import makers
from campaign.networks import question
from matgrad.core.expr import Expr
from matgrad.core.shape import SCALAR, Shape
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import count, postorder, substitute, symbols
from matgrad.derive.layout import LAYOUTS, ORDERS
from matgrad.ops import Function, constant, exp, frobenius, functions_of, number, symbol
from matgrad.render import latex, text

SCALAR_KINDS = ("gradient", "hessian")
# In the small campaign of the tests, and in large ones: a Hessian takes as long as five gradients.
FEW = ("gradient",) * 5 + ("differential",) * 2 + ("jacobian",) * 2 + ("hessian",)
MANY = ("gradient",) * 18 + ("differential",) * 9 + ("jacobian",) * 6 + ("hessian",)
BUDGETS = {"": (1, 1, 2, 2, 3, 4, 6), "hessian": (1, 1, 2)}  # operators, about
LARGEST = {"gradient": 60, "differential": 60, "jacobian": 40, "hessian": 25}  # nodes
FIXED = 0  # the seed of the small campaign, whose cases hardly change when operators are added
TEXT, LATEX = "text", "LaTeX"  # spellings of the input
CONVENTIONS = {
    "gradient": ("projected", "independent", "free"),
    **dict.fromkeys(("jacobian", "hessian"), ("independent", "free")),
}
FIXED_FACTS = frozenset({"integer", "onehot"})  # nobody differentiates by these
NETWORKS = 50  # one case in so many is a network
LARGEST_MATRIX = 1_000  # entries of a Jacobian whose sizes are all 3
NAMES = ("h1", "h2", "h3")  # of intermediates; no other symbol is called so


def _shown(function: Function) -> str:
    shape = function.shape
    return "scalar" if shape.is_scalar else f"{shape.rows} x {shape.cols}"


@dataclass(frozen=True)
class Case:
    """A function with named parts, what is asked of it, and with respect to what."""

    kind: str
    wrt: tuple[str, ...]
    function: Expr
    definitions: tuple[Definition, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    spelling: str = TEXT
    problem: Problem | None = None  # asked about instead of what the text reads as

    @property
    def roots(self) -> tuple[Expr, ...]:
        """All expressions of the case."""
        return (*(d.value for d in self.definitions), self.function)

    @property
    def symbols(self) -> dict[str, Expr]:
        """The variables, by name."""
        named = {d.symbol for d in self.definitions}
        return {s.name: s for s in symbols(*self.roots) if s not in named}

    @property
    def text(self) -> str:
        """What a user would type."""
        functions = [
            f"function {name}" if f is None else f"function {name}(x): {_shown(f)}"
            for name, f in functions_of(postorder(*self.roots)).items()
        ]
        lines = [f"{d.symbol.name} = {typed(d.value)}" for d in self.definitions]
        return "\n".join([*functions, *lines, self._named(typed(self.function))])

    def _named(self, last: str) -> str:
        """The formula, as f = … where it would be read as a declaration: s : 2, f(s) : 2."""
        return f"f = {last}" if re.match(r"\w+(\(\w+\))? : ", last) else last

    @property
    def written(self) -> str:
        """The input in the spelling of the case."""
        if self.spelling != LATEX:
            return self.text
        return self._named(latex(self.function))

    @property
    def shapes(self) -> dict[str, list[str | int]]:
        """The declarations of the variables."""
        return {name: sizes(s.shape) for name, s in self.symbols.items()}

    @property
    def assume(self) -> dict[str, list[str]]:
        """What is assumed of the variables."""
        return {n: sorted(s.data.facts) for n, s in self.symbols.items() if s.data.facts}

    def inlined(self) -> Case:
        """The same function without named parts."""
        values: dict[Expr, Expr] = {}
        for d in self.definitions:
            values[d.symbol] = substitute(d.value, values)
        whole = substitute(self.function, values)
        return replace(self, function=whole, definitions=(), problem=None)

    def spelled(self) -> str:
        """The text, or a name for it if the printer is what fails."""
        try:
            return self.written
        except Exception as error:  # this is what a campaign looks for
            return f"cannot be printed: {error!r}"

    def record(self) -> dict[str, Any]:
        """The case as data, for a file."""
        return {
            "expr": self.spelled(),
            "shapes": self.shapes,
            "assume": self.assume,
            "kind": self.kind,
            "wrt": list(self.wrt),
            **({"options": dict(self.options)} if self.options else {}),
        }


def typed(value: Expr) -> str:
    """What a user would type: an e that is added to something is read as a letter."""
    return text(substitute(value, {constant("e"): exp(number(1))}))


def sizes(shape: Shape) -> list[str | int]:
    """A shape as it is declared."""
    written: list[str | int] = [d.value if d.value is not None else str(d) for d in shape]
    if shape.is_scalar:
        return []
    return written[:1] if shape.is_column else written


@cache
def operator_pairs() -> tuple[tuple[str, str], ...]:
    """Every ordered pair of operators, in a scattered order."""
    found = list(product(makers(), makers()))
    Random(0).shuffle(found)
    return tuple(found)


def case(seed: int, index: int) -> Case:
    """The case with this number; a pure function of its arguments."""
    if seed != FIXED and index % NETWORKS == 0:
        return network_case(Random(f"{seed}:{index}"))
    for i in range(200):
        random = Random(f"{seed}:{index}:{i}")
        pair = _pair(index + i * 7) if seed != FIXED else (chosen(random), chosen(random))
        garden = Garden(random) if seed == FIXED else Garden(random, choose=drawn)
        kinds = FEW if seed == FIXED else MANY
        if (found := _attempt(garden, pair, kinds)) is not None:
            return _spelled(found, Random(f"{seed}:{index}:spelling"))
    raise AssertionError("two hundred draws without a problem")


def network_case(random: Random) -> Case:
    """A case about a network."""
    kind, wrt, net, as_built = question(random)
    return Case(kind, wrt, net.function, net.definitions, problem=net if as_built else None)


def _spelled(plain: Case, random: Random) -> Case:
    """Options of the question, and now and then LaTeX."""
    options: tuple[tuple[str, str], ...] = ()
    if plain.kind in ("jacobian", "hessian") and random.random() < 0.4:
        options = (("order", random.choice([*ORDERS])), ("layout", random.choice([*LAYOUTS])))
    simple = not plain.definitions and not _unknown(plain.function)
    spelling = LATEX if simple and random.random() < 0.25 else TEXT
    options += _convention(plain, random)
    return replace(plain, options=options, spelling=spelling)


def _convention(plain: Case, random: Random) -> tuple[tuple[str, str], ...]:
    """What the derivative by a structured variable is, where that is not left to the default."""
    structured = any(plain.symbols[name].data.facts for name in plain.wrt)
    if plain.kind not in CONVENTIONS or not structured or random.random() < 0.4:
        return ()
    return (("structure", random.choice(CONVENTIONS[plain.kind])),)


def _unknown(root: Expr) -> bool:
    return bool(functions_of(postorder(root)))


def operator_case(name: str, kind: str) -> Case:
    """A short problem in which an operator stands; depends on nothing else in the catalogue."""
    for i in range(200):
        random = Random(f"{name}:{kind}:{i}")
        garden = Garden(random, corner=0)
        value = garden.apply(name, None, 1)
        if value is None or len(set(value.args)) < len(value.args):
            continue
        if i < 100 and all(arg.is_scalar for arg in value.args):
            continue  # so much is easier with numbers
        weight = symbol("G", *value.shape)
        function = frobenius(weight, value) if kind in SCALAR_KINDS else value
        variables = [s.name for s in symbols(value) if "integer" not in s.data.facts]
        if variables and _has_its_sizes(function):
            wrt = variables[:2] if kind == "gradient" else [random.choice(variables)]
            return Case(kind, tuple(wrt), function)
    raise AssertionError(f"two hundred draws without a problem for {name}")


def _pair(index: int) -> tuple[str, str]:
    """Every pair of operators in turn; those that are slow to check, in some rounds only."""
    round_, place = divmod(index, len(operator_pairs()))
    pair = operator_pairs()[place]
    if round_ % max(map(rarity, pair)) == 0:
        return pair
    return _quick_pairs()[index * 7919 % len(_quick_pairs())]


@cache
def _quick_pairs() -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in operator_pairs() if max(map(rarity, pair)) == 1)


def cases(seed: int, start: int, stop: int) -> Iterator[tuple[int, Case]]:
    """The cases of a range, with their numbers."""
    return ((index, case(seed, index)) for index in range(start, stop))


def _attempt(garden: Garden, pair: tuple[str, str], kinds: Sequence[str]) -> Case | None:
    random = garden.random
    kind = random.choice(kinds)
    budget = random.choice(BUDGETS["hessian" if kind == "hessian" else ""])
    if random.random() < 0.6:
        value = garden.apply(pair[0], None, budget, pair[1])
    else:
        shape = random.choice((SCALAR, Shape(garden.size(), garden.size())))
        value = garden.grow(shape, budget)
    if value is None:
        return None
    if kind in SCALAR_KINDS:
        value = garden.scalar_of(value, budget // 2)
    variables = [s.name for s in symbols(value) if s.data.facts.isdisjoint(FIXED_FACTS)]
    if not variables or count(value) > LARGEST[kind] or not _has_its_sizes(value):
        return None
    if kind == "hessian" and any(is_slow(node.op.name) for node in postorder(value)):
        return None
    several = kind in ("gradient", "differential") and random.random() < 0.15
    wrt = random.sample(variables, min(len(variables), 2 if several else 1))
    if kind in ("jacobian", "hessian") and _entries(value, wrt, kind) > LARGEST_MATRIX:
        return None
    return _with_names(Case(kind, tuple(wrt), value), random)


def _entries(value: Expr, wrt: Sequence[str], kind: str) -> int:
    """How large the matrix of the derivative is if all sizes are 3."""
    given = {s.name: s.shape for s in symbols(value)}
    shapes = [given[name] for name in wrt]
    both = [value.shape, *shapes] if kind == "jacobian" else shapes * 2
    return prod(d.evaluate(dict.fromkeys(d.names, 3)) for shape in both for d in shape)


def _has_its_sizes(value: Expr) -> bool:
    """Is every size positive, and one that stands as a number that of a variable?"""
    known = {name for s in symbols(value) for d in s.shape for name in d.names}
    nodes = postorder(value)
    sizes = {d for node in nodes for d in node.shape}
    if any(d.evaluate(dict.fromkeys(d.names, 3)) < 1 for d in sizes):
        return False  # correlate(s, x) has 2 − m entries
    return all(n.data.names <= known for n in nodes if n.op.name == "size")


def _with_names(plain: Case, random: Random) -> Case:
    """Some parts get names, the way people write long functions."""
    inner = [n for n in postorder(plain.function) if n.size > 3 and n is not plain.function]
    if not inner or random.random() < 0.7:
        return plain
    chosen = sorted(random.sample(inner, min(len(inner), random.choice((1, 2, 3)))), key=_size)
    renamed: dict[Expr, Expr] = {}
    definitions: list[Definition] = []
    for name, part in zip(NAMES, chosen, strict=False):
        value = substitute(part, renamed)
        if is_symbol(value):
            continue
        new = symbol(name, *part.shape)
        definitions.append(Definition(new, value, given=True))
        renamed[part] = new
    function = substitute(plain.function, renamed)
    named = replace(plain, function=function, definitions=tuple(definitions))
    return named if set(plain.wrt) <= set(named.symbols) else plain


def _size(node: Expr) -> int:
    return node.size
