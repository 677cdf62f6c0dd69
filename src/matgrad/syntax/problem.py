"""From text to a problem: the whole way through the syntax layer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import shape_of
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import symbols as symbols_of
from matgrad.errors import (
    LimitError,
    MatgradError,
    ParseError,
    ShapeError,
    UnknownNameError,
)
from matgrad.ops import symbol_op
from matgrad.syntax.elaborate import Elaborator
from matgrad.syntax.functions import operands
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.readings import describe, infer
from matgrad.syntax.scope import Declaration, Scope, check_declared, flexible_sizes, visit
from matgrad.syntax.sizes import read_size
from matgrad.syntax.statements import Script, formula, read_script
from matgrad.syntax.tokens import GREEK, tokenise
from matgrad.syntax.tree import Node, depth, postorder

Shapes = Mapping[str, Sequence[str | int | Dim]]
SCALAR_ONLY = ("gradient", "hessian")


def parse_problem(
    text: str,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
    scalar: bool = False,
) -> Problem:
    """Read a problem: declarations, named parts, a function, and optionally what is asked.

    `scalar` says that the function must have one value, as for a gradient; it helps to tell
    scalars from vectors among undeclared names.

    >>> parse_problem("norm2(A*x - b)^2").notes[0]
    'A: m×n matrix (inferred)'
    """
    limits = limits or GENEROUS
    try:
        _check_bytes(text, limits)
        declared = declare(shapes or {}, assume or {}, limits)
        script = read_script(tokenise(text, limits), [n for n, d in declared.items() if d.shape])
        _merge(declared, script.declarations)
        return _Reader(text, script, declared, limits, scalar).problem()
    except MatgradError as error:
        raise error.at(None, text) from None


def parse_expression(
    text: str, symbols: Mapping[str, Expr], functions: Collection[str] = ()
) -> Expr:
    """Read one formula in which every name is given.

    >>> from matgrad import ops
    >>> parse_expression("A*x", {"A": ops.symbol("A", "m", "n"), "x": ops.symbol("x", "n")}).op
    <matmul>
    """
    try:
        tree = formula(tokenise(text)[:-1]) if text.strip() else formula([])
        declared = {name: Declaration(name, expr.shape) for name, expr in symbols.items()}
        scope = _scope(declared, frozenset(functions), [tree])
        scope.strict = True
        visit(tree, scope)
        inference = infer(scope, (), tree, text, scalar=False)
        return Elaborator(inference, GENEROUS, symbols).formula(tree)
    except MatgradError as error:
        raise error.at(None, text) from None


def _check_bytes(text: str, limits: Limits) -> None:
    size = len(text) if len(text) > limits.bytes else len(text.encode("utf-8", "surrogatepass"))
    if size > limits.bytes:
        raise LimitError(f"the input has more than {limits.bytes:,} bytes", hint="shorten it")


# ---------------------------------------------------------------- what is declared


def declare(
    shapes: Shapes, assume: Mapping[str, Sequence[str]], limits: Limits = GENEROUS
) -> dict[str, Declaration]:
    """Declarations from shapes and assumptions given as data."""
    declared: dict[str, Declaration] = {}
    for given, sizes in shapes.items():
        name = _plain(given)
        check_declared(name, None)
        shape = shape_of(*(read_size(size, limits) for size in sizes))
        declared[name] = Declaration(name, shape)
    for given, words in assume.items():
        name = _plain(given)
        check_declared(name, None)
        facts = frozenset([words] if isinstance(words, str) else words)
        close(facts)
        declared[name] = replace(declared.get(name, Declaration(name)), facts=facts)
    for declaration in declared.values():
        check_facts(declaration)
    return declared


def _plain(name: str) -> str:
    return "".join(GREEK.get(char, char) for char in name[:1]) + name[1:]


def _merge(declared: dict[str, Declaration], lines: Sequence[Declaration]) -> None:
    for line in lines:
        before = declared.get(line.name, Declaration(line.name))
        shape = line.shape or before.shape
        if (before.shape or before.kind) and (line.shape or line.kind) and before.shape != shape:
            raise UnknownNameError(f"{line.name} is declared twice", line.position)
        declared[line.name] = Declaration(
            line.name, shape, line.kind or before.kind, before.facts | line.facts, line.position
        )
        check_facts(declared[line.name])


def check_facts(declaration: Declaration) -> None:
    """Refuse assumptions that the shape contradicts."""
    shape = declaration.shape
    if shape is None:
        return
    facts = close(declaration.facts)
    for wrong, needed in (
        (facts & SQUARE_ONLY if not shape.is_square else (), "a square matrix"),
        (facts & VECTOR_ONLY if not shape.is_vector else (), "a vector"),
    ):
        for fact in sorted(wrong):
            raise ShapeError(
                f"{declaration.name} is {shape}, but {fact} needs {needed}", declaration.position
            )


def _scope(
    declared: dict[str, Declaration], functions: frozenset[str], trees: Sequence[Node]
) -> Scope:
    sizes = {name for d in declared.values() if d.shape for size in d.shape for name in size.names}
    scope = Scope(declared, functions, frozenset(sizes))
    scope.flexible = flexible_sizes(trees, scope)
    return scope


# ---------------------------------------------------------------- one problem


class _Reader:
    """One problem on its way from statements to expressions."""

    def __init__(
        self,
        text: str,
        script: Script,
        declared: dict[str, Declaration],
        limits: Limits,
        scalar: bool,
    ) -> None:
        self.text, self.script, self.limits = text, script, limits
        for token in script.functions:
            check_declared(token.text, token.position)
        self.name, self.function, self.definitions = _choose_function(script, text)
        self.trees = [*(value for _, value in self.definitions), self.function]
        self.check_limits()
        functions = frozenset(token.text for token in script.functions)
        self.scope = _scope(declared, functions, self.trees)
        self.scalar = scalar or (script.asked is not None and script.asked[0] in SCALAR_ONLY)

    def check_limits(self) -> None:
        nodes = sum(len(postorder(tree)) for tree in self.trees)
        self.limits.check("nodes", nodes)
        for tree in self.trees:
            self.limits.check("depth", depth(tree, operands), tree.position)

    def problem(self) -> Problem:
        for name, value in self.definitions:
            visit(value, self.scope)
            self.scope.defined[name] = value
        visit(self.function, self.scope)
        variables = len(self.scope.undeclared) + len(self.scope.declared)
        self.limits.check("variables", variables)
        inference = infer(self.scope, self.definitions, self.function, self.text, self.scalar)
        builder = Elaborator(inference, self.limits)
        definitions: list[Definition] = []
        for name, value in self.definitions:
            expr = builder.formula(value)
            part = make(symbol_op, (), Symbol(name, expr.shape))
            builder.parts[name] = part
            definitions.append(Definition(part, expr, given=True))
        function = builder.formula(self.function)
        return self.finish(function, definitions, builder)

    def finish(self, function: Expr, parts: list[Definition], builder: Elaborator) -> Problem:
        used = _used(function, parts)
        symbols = self.variables(builder, used)
        notes = [
            *(f"{n}: {describe(builder.inference, n)} (inferred)" for n in symbols if self.is_open(n)),
            *self.size_notes(builder),
            *builder.notes,
            *(f"{d.symbol.name} is defined but not used" for d in parts if d not in used),
        ]
        return Problem(
            function, self.name, tuple(used), symbols, tuple(notes), self.asked(symbols), self.text
        )

    def is_open(self, name: str) -> bool:
        declared = self.scope.declared.get(name)
        return declared is None or declared.shape is None

    def variables(self, builder: Elaborator, used: list[Definition]) -> dict[str, Expr]:
        found = {name: builder.symbols[name] for name in builder.symbols}
        for name, declaration in self.scope.declared.items():
            if name not in found and declaration.shape is not None:
                found[name] = builder.symbol(name)
            elif name not in found:
                builder.note(f"{name} does not occur, so what is assumed of it has no effect")
        return found

    def size_notes(self, builder: Elaborator) -> list[str]:
        sizes = builder.inference.sizes
        clash = sorted(self.scope.sizes & set(self.scope.declared))
        return [
            *(
                f"the size {name} is {sizes.resolve(value).substitute(builder.names)} (inferred)"
                for name, value in sizes.solution.items()
                if name in self.scope.flexible
            ),
            *(f"{name} is a size and a variable; in formulas it is the variable" for name in clash),
        ]

    def asked(self, symbols: Mapping[str, Expr]) -> tuple[str, tuple[str, ...]] | None:
        if self.script.asked is None:
            return None
        kind, tokens = self.script.asked
        for token in tokens:
            if token.text not in symbols:
                raise UnknownNameError(
                    f"{token.text} is not a variable of the function", token.position,
                    "variables: " + ", ".join(symbols),
                )  # fmt: skip
        return kind, tuple(token.text for token in tokens)


def _used(function: Expr, parts: Sequence[Definition]) -> list[Definition]:
    needed = set(symbols_of(function))
    used: list[Definition] = []
    for part in reversed(parts):
        if part.symbol in needed:
            needed.update(symbols_of(part.value))
            used.append(part)
    return used[::-1]


def _choose_function(script: Script, text: str) -> tuple[str, Node, list[tuple[str, Node]]]:
    """The function, its name, and the parts named before it."""
    parts = [(token.text, value) for token, value in script.definitions]
    if script.function is None:
        if not parts:
            raise ParseError("the function is missing", (len(text), len(text)), "add f = …")
        return parts[-1][0], parts[-1][1], parts[:-1]
    named = {name: value for name, value in parts}
    if script.function.kind == "name" and script.function.text in named:
        name = script.function.text
        return name, named[name], [part for part in parts if part[0] != name]
    free = next(n for n in ("f", "F", "phi", "value", "f0") if n not in named)
    return free, script.function, parts
