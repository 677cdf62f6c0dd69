"""What each name of a formula is: a variable, a size, a function, a constant, a named part."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from matgrad.core.expr import Axes, Facts
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import (
    ParseError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.ops import Label, labels
from matgrad.syntax.choices import Choice, Choices, Option, Tally
from matgrad.syntax.functions import (
    FUNCTIONS,
    INDEX,
    SIZE,
    has_prime,
    nature,
    operands,
    playing,
    values_first,
)
from matgrad.syntax.hints import MORE_ARGUMENTS, hint_for
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.sizes import dimension, polynomial
from matgrad.syntax.tokens import MAX_NAME, is_letter
from matgrad.syntax.tree import EXPONENTIAL, Node, bound, has_index, is_sum, postorder, terms

IDENTITIES = ("I", "eye")  # of the size that the formula needs
EULER = "e"
CONSTANTS = ("pi", EULER, *IDENTITIES)
LETTERS = ("Phi",)  # functions whose names are letters where no argument follows
VARIABLES = ("e", "I", *LETTERS)  # functions whose names people also give to variables
_ITSELF: Label = Label((), "", ())
# Names of the libraries that generated code talks to; as variables they would only confuse.
RESERVED = frozenset({"np", "self"})
WORD = "wrt"  # of the language: gradient of f wrt x
# Is broadcasting read? As on paper, where a matrix plus a number is asked about, or as in NumPy.
Broadcasting = Literal["none", "paper", "numpy"]
Signs = tuple[frozenset[Node], frozenset[Node]]


@dataclass(frozen=True)
class Declaration:
    """What the user said of a variable; a kind without a shape leaves the sizes open."""

    name: str
    shape: Shape | None = None
    kind: str | None = None  # scalar, vector, row, matrix or square
    facts: Facts = frozenset()
    position: tuple[int, int] | None = None
    params: tuple[str, ...] = ()  # of a function that is only named, such as x(t)
    domain: tuple[Shape, ...] = ()  # their shapes, where they are known
    axes: Axes = ()  # of a family, in the order in which its index is written


@dataclass
class Scope:
    """The names in force while formulas are read."""

    declared: dict[str, Declaration] = field(default_factory=dict[str, Declaration])
    # Functions that are only named; those without parameters act on each entry.
    functions: Mapping[str, Declaration] = field(default_factory=dict[str, Declaration])
    sizes: frozenset[str] = frozenset()  # names of sizes in declared shapes
    flexible: frozenset[str] = frozenset()  # names of sizes that only the formulas use
    defined: dict[str, Node] = field(default_factory=dict[str, Node])
    undeclared: dict[str, Node] = field(default_factory=dict[str, Node])  # where each is met first
    transposed: set[str] = field(default_factory=set[str])
    dotted: set[str] = field(default_factory=set[str])  # names whose entries have powers: x.^2
    gridded: set[str] = field(default_factory=set[str])  # names with two indices below sums
    tables: list[frozenset[str]] = field(default_factory=list[frozenset[str]])  # [a, b; c, d]
    strict: bool = False  # every name must be declared
    vectors: frozenset[str] = frozenset()  # letters of constants that mean something else
    columns: set[str] = field(default_factory=set[str])  # Greek letters that are rather vectors
    summands: set[str] = field(default_factory=set[str])  # names in sums over an index
    broadcasting: Broadcasting = "paper"
    printed: bool = False  # as answers are: x² of what is not square is taken of each entry
    # Finds the signs that act on each entry; it is asked where a vector makes that a question.
    signs: Callable[[], Signs] = lambda: (frozenset(), frozenset())
    # The sums around each piece, by their indices; empty where nothing has an index.
    around: Mapping[Node, Mapping[str, Node]] = field(default_factory=dict[Node, dict[str, Node]])
    # The letters of definitions that are families.
    families: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    choose: Callable[[Node], str] = lambda base: "rows"  # do members of a matrix stand in its rows?
    tally: Tally = field(default_factory=Tally)
    limits: Limits = GENEROUS

    @cached_property
    def entrywise(self) -> frozenset[Node]:
        """The signs between vectors that act on each entry."""
        return self.signs()[0]

    @cached_property
    def summed(self) -> frozenset[Node]:
        """Those of them below a sum or a mean."""
        return self.signs()[1]

    def index(
        self,
        trees: Sequence[Node],
        choose: Callable[[Node], str],
        families: Mapping[str, Sequence[str]],
    ) -> None:
        """Note which sum binds each index, and what the indices say of names."""
        self.around, self.choose, self.families = bound(*trees), choose, families
        for node in self.around:
            if is_sum(node):
                self.summands |= {n.text for n in postorder(node) if n.kind == "name"}
            if node.kind in ("index", "postfix") and node.args[0].kind == "name":
                self.transposed.add(node.args[0].text)  # nobody does that to a scalar
                self.gridded.update(node.args[0].text for _ in node.args[2:])  # a_ij

    def derived(self, name: str) -> tuple[Declaration, Label] | None:
        """The function with arguments that a name is, or is a derivative of: grad_f of f."""
        if name in self.functions:
            return (self.functions[name], _ITSELF) if self.functions[name].params else None
        for declared in self.functions.values():
            found = labels(declared.name, declared.params).get(name) if declared.params else None
            if found is not None:
                return declared, found
        return None

    def is_called(self, name: str, kind: str) -> bool:
        """Is a name declared to be of this kind?"""
        return name in self.declared and self.declared[name].kind == kind

    @property
    def broadcasts(self) -> bool:
        """May smaller things stand beside larger ones at all?"""
        return self.broadcasting != "none"

    def is_number(self, name: str) -> bool:
        """Is a name declared to be a number?"""
        known = self.declared.get(name)
        return known is not None and (known.kind == "scalar" or known.shape == SCALAR)

    def meaning(self, name: str) -> str:
        """What a name stands for: part, variable, size, constant or undeclared."""
        if name in self.defined:
            return "part"
        if name in self.declared:
            return "variable"
        if name in self.sizes or name in self.flexible:
            return "size"
        if name in CONSTANTS and (self.strict or name not in self.vectors):
            return "constant"
        return "undeclared"


def check_name(name: str, position: tuple[int, int] | None) -> None:
    """Refuse what cannot be the name of a variable."""
    plain = name.isascii() and name.replace("_", "a").isalnum() and is_letter(name[:1] or " ")
    if not plain or len(name) > MAX_NAME:
        raise UnknownNameError(
            f"{_shown(name)} cannot be a name",
            position,
            f"a name begins with a letter and has at most {MAX_NAME} letters, digits and _",
        )
    if name == WORD:
        raise UnknownNameError("wrt is no variable", position, "gradient of x'*A*x wrt x")
    if name in FUNCTIONS and name not in VARIABLES:
        raise UnknownNameError(f"{name} is a function and cannot name a variable", position)


def _shown(name: str) -> str:
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return text if len(text) <= MAX_NAME else text[:MAX_NAME] + "…"


def check_declared(name: str, position: tuple[int, int] | None) -> None:
    """Refuse what cannot be the name of a declared variable."""
    check_name(name, position)
    if name in RESERVED:
        raise UnknownNameError(f"{name} is a name of generated code", position, "choose another")


def flexible_sizes(trees: Collection[Node], scope: Scope) -> frozenset[str]:
    """The sizes that are named in I(n), ones(m,n), … but in no declaration."""
    found: set[str] = set()
    for tree in trees:
        for node in postorder(tree):
            if node.kind == "call" and node.text in FUNCTIONS:
                given = playing(SIZE, node)
                found.update(*(dimension(arg).names for arg in given))
            if is_sum(node) and len(node.args) == 4:
                found.update(polynomial(node.args[2]).names)
            for bounds in (index.args for index in indices(node) if index.is_infix(":")):
                found.update(*(dimension(bound).names for bound in bounds))
    return frozenset(found - scope.sizes)


def letters_of_constants(
    trees: Collection[Node], choices: Choices, is_open: bool
) -> frozenset[str]:
    """The e and π that are letters: transposed, or e added or summed up, and never a base.

    Where e is a base as well, or where any e is_open, it is a choice.
    """
    found: set[str] = set()
    every = [node for tree in trees for node in postorder(tree)]
    for name in {node.text for node in every if node.kind == "name"} & {EULER, "pi"}:
        around = [n for n in every if any(p.kind == "name" and p.text == name for p in operands(n))]
        is_base = any(n.is_infix("^", ".^") for n in around)
        is_base = is_base or any(n.text == EXPONENTIAL for n in every)
        is_many = any(n.kind == "postfix" for n in around) or (
            name == EULER and any(n.is_infix("+", "-") or nature(n).is_reduction for n in around)
        )
        if name == EULER and (is_base if is_many else is_open):
            ways = Option("number", hint="exp(1)"), Option("letter", hint="e: vector")
            question = "is e the number, or a variable?"
            place = next(n.position for n in every if n.kind == "name" and n.text == name)
            choice = Choice(name, ways, question, place, is_even=True)
            found |= {name} if choices.choose(choice) == "letter" else set()
        elif is_many:
            found.add(name)
    return frozenset(found)


def indices(node: Node) -> tuple[Node, ...]:
    """The indices of an entry, a part or a unit vector."""
    if node.kind == "index":
        return node.args[1:]
    if node.kind == "call" and node.text in FUNCTIONS:
        return playing(INDEX, node)
    return ()


def visit(tree: Node, scope: Scope) -> None:
    """Check every name of a formula, and note the variables that nobody declared."""
    for node in sorted(values_first(tree), key=lambda n: (n.start, -n.end)):
        if node.kind == "call" and not (node in scope.around and has_index(node)):
            _check_terms(node, scope)
            check_call(node, scope)
        if node.kind == "name":
            _check_variable(node, scope)
        if node.kind == "postfix" or node.is_infix("+", "-"):
            whole = node.args[0] if node.kind == "postfix" else node
            names = {term.text: term for _, term in terms(whole) if term.kind == "name"}
            scope.transposed.update(names if node.kind == "postfix" else ())
        if node.is_infix(".^") and node.args[0].kind == "name":
            scope.dotted.add(node.args[0].text)
        if node.kind == "grid" and node.text == "rows":
            scope.tables.append(_entries(node))


def _check_terms(node: Node, scope: Scope) -> None:
    """Refuse f(x_i) of an f that is only named, but for functions of each entry."""
    sums = scope.around.get(node)
    is_named = scope.derived(node.text) or node.text not in {*FUNCTIONS, *scope.functions}
    if sums and is_named and not sums.keys().isdisjoint(n.text for n in postorder(node)):
        message = f"{node.text} of each term has no matrix form, unless it is one of each entry"
        raise UnsupportedError(message, node.position, f"function {node.text}")


def _entries(grid: Node) -> frozenset[str]:
    """The small letters of a table with rows and columns and nothing else: they are its entries."""
    if len(grid.args) < 2 or any(len(row.args) < 2 for row in grid.args):
        return frozenset()
    inside = [node for node in postorder(grid) if node is not grid and node.kind != "grid"]
    names = frozenset(node.text for node in inside if node.kind == "name")
    is_plain = all(node.kind in ("name", "number", "prefix") for node in inside)
    return names if is_plain and not any(name[0].isupper() for name in names) else frozenset()


def _check_variable(node: Node, scope: Scope) -> None:
    name, is_open = node.text, scope.meaning(node.text) == "undeclared"
    if name in scope.around.get(node, ()):  # the index of a sum, as a number
        return
    is_letter_here = name in LETTERS or name in scope.vectors
    is_function = name in FUNCTIONS and not is_letter_here
    if name in scope.functions or (is_open and is_function):
        message = f"{name} is a function and needs an argument"
        raise UnknownNameError(message, node.position, f"write it as in {name}(x)")
    if not is_open:
        return
    check_name(name, node.position)
    known = [*scope.declared, *scope.defined]
    if scope.strict:
        near = difflib.get_close_matches(name, known, 1)
        raise UnknownNameError(f"unknown name {name}", node.position, next(iter(near), None))
    scope.undeclared.setdefault(name, node)


def check_call(node: Node, scope: Scope) -> None:
    """Refuse calls of what is not a function, and wrong numbers of arguments."""
    name, count = node.text, len(node.args)
    if (derived := scope.derived(name)) is not None:
        check_arguments(node, *derived)
        return
    if name in scope.functions:
        if count != 1:
            raise ParseError(f"{name} takes one argument, not {count}", node.position)
        return
    if node.primes and not (node.primes == 1 and name not in scope.declared and has_prime(name)):
        raise _not_a_function(node, scope)
    if name in scope.declared or name in scope.defined or name not in FUNCTIONS:
        raise _not_a_function(node, scope)
    if count not in FUNCTIONS[name]:
        several = sorted(FUNCTIONS[name])
        takes = f"{several[0]} or more" if len(several) > 3 else " or ".join(map(str, several))
        hint = MORE_ARGUMENTS.get(name) if count > max(several) else None
        message = f"{name} takes {takes} argument{'s' * (several != [1])}, not {count}"
        raise ParseError(message, node.position, hint)


def check_arguments(node: Node, declared: Declaration, label: Label) -> None:
    """Refuse wrong numbers of arguments, and primes where there is no single argument."""
    params = declared.params
    wanted = len(params) + len(label.directions)
    weights = len(label.by) == 2 and not label.kind  # hess_g(x, w) of a vector function
    if len(node.args) != wanted and not (weights and len(node.args) == wanted + 1):
        message = f"{node.text} takes {wanted} argument{'s' * (wanted != 1)}, not {len(node.args)}"
        hint = f"it was declared as {declared.name}({', '.join(params)})"
        raise ParseError(message, node.position, hint)
    if node.primes and (len(params) > 1 or label != _ITSELF):
        raise ParseError(
            f"a prime says not by which argument {node.text} is differentiated",
            node.position,
            f"the derivative by the first one is d_{next(iter(params), '')}_{declared.name}",
        )


def _not_a_function(node: Node, scope: Scope) -> Exception:
    name = node.text
    known = name in scope.declared or name in scope.defined or len(name) == 1
    instead = None if known else hint_for(name)
    if instead is not None:
        return UnsupportedError(f"{name} is not a function here", node.at, instead)
    near = misspelt(name, [*FUNCTIONS, *scope.functions])
    if near and not known:
        return UnknownNameError(f"unknown function {name}", node.at, near)
    params = ", ".join("xyzuvw"[: max(1, len(node.args))])
    each = f", or function {name}" if len(node.args) == 1 and not node.primes else ""
    hint = f"function {name}({params}){each}"
    return ParseError(f"{name} is not a function that is known", node.position, hint)


def misspelt(name: str, known: Iterable[str]) -> str | None:
    """The name that was meant; sinm is not sin with a letter too much, but another function."""
    names = [*known]
    same = [each for each in names if each.lower() == name.lower()]
    near = difflib.get_close_matches(name, names, 1, cutoff=0.8)
    return next((each for each in same or near if not name.startswith(each)), None)


def scope_of(
    declared: dict[str, Declaration], functions: dict[str, Declaration], trees: Sequence[Node]
) -> Scope:
    """The names in force for formulas: declared ones, functions, and the names of sizes."""
    every = (*declared.values(), *functions.values())
    sizes = {name for d in every for size in (*(d.shape or ()), *(axis.size for axis in d.axes))
             for name in size.names}  # fmt: skip
    scope = Scope(declared, functions, frozenset(sizes))
    scope.flexible = flexible_sizes(trees, scope)
    return scope
