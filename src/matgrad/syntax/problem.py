"""From text to a problem: the whole way through the syntax layer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.reading import Guess, Reading
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import symbols as symbols_of
from matgrad.errors import (
    AmbiguousError,
    LimitError,
    MatgradError,
    ParseError,
    ShapeError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.ops import symbol_op
from matgrad.ops.families import merge_op, sum_op
from matgrad.rules.matrix_form import matrix_form
from matgrad.syntax.broadcast import reading
from matgrad.syntax.calls import curves, with_arguments, with_functions_applied
from matgrad.syntax.choices import Choices, likeliest, settle
from matgrad.syntax.declarations import Shapes, declare, merge
from matgrad.syntax.derivatives import DERIVATIVE
from matgrad.syntax.einsum import without_einsum
from matgrad.syntax.elaborate import expression, size_notes
from matgrad.syntax.functions import operands, values_first
from matgrad.syntax.indices import Indexed, check_repeated, with_units
from matgrad.syntax.inference import Inference
from matgrad.syntax.latex.hints import with_signs
from matgrad.syntax.latex.statements import statements_of
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.macros import expanded, is_function
from matgrad.syntax.matrix_functions import taken_of_entries
from matgrad.syntax.members import member_of, with_short_sums
from matgrad.syntax.options import with_options
from matgrad.syntax.parse import Known
from matgrad.syntax.printed import check_apart
from matgrad.syntax.ranges import COUNTS, with_averages, with_plain_sums
from matgrad.syntax.readings import describe, infer
from matgrad.syntax.runs import with_products
from matgrad.syntax.scope import (
    Declaration,
    flexible_sizes,
    letters_of_constants,
    misspelt,
    scope_of,
    visit,
)
from matgrad.syntax.statements import Lines, Script, Way, read_script, split
from matgrad.syntax.tokens import Kind, Token, tokenise
from matgrad.syntax.tree import Node, depth, has_index, postorder
from matgrad.syntax.typed import (
    check_open,
    entrywise,
    with_bars,
    with_diagonals,
)

COUNTERS = ("k", "idx", "numbers", "counts")  # for the numbers 1, 2, …, where they are an index
OPEN_SUMS = sum_op.bit | merge_op.bit
UNFORMED = 5  # what it costs if sums over entries and rows are no products of matrices
STRAIN = 2  # what it costs to read a letter otherwise than paper has it
MISSING = 50  # what it costs if a variable that is asked for does not occur
SCALAR_ONLY = ("gradient", "hessian")


def parse_problem(  # noqa: PLR0913, PLR0917
    text: str,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
    scalar: bool = False,
    wrt: Sequence[str] = (),
) -> Problem:
    """Read a problem: declarations, named parts, a function, and optionally what is asked.

    `scalar` says that the function must have one value, as for a gradient; it helps to tell
    scalars from vectors among undeclared names; `wrt` are names that are asked for.

    >>> parse_problem("norm2(A*x - b)^2").notes[0]
    'A: m×n matrix (inferred)'
    """
    way = Way(limits or GENEROUS, scalar, wrt=tuple(wrt))
    return _parse(text, shapes or {}, assume or {}, way)


def parse_latex(  # noqa: PLR0913, PLR0917
    text: str,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
    scalar: bool = False,
    wrt: Sequence[str] = (),
) -> Problem:
    r"""Read a function as people write it in LaTeX; shapes that are not given are inferred.

    >>> str(parse_latex(r"\|Ax-b\|_2^2").function)
    'norm2(A*x - b)^2'
    """
    way = Way(limits or GENEROUS, scalar, wrt=tuple(wrt), latex=True)
    return _parse(text, shapes or {}, assume or {}, way)


@dataclass(frozen=True)
class Named:
    """A formula in its own spelling, under a name, perhaps given by its entries: S_ij = …

    `own` are other names for some in it.
    """

    name: str
    text: str
    is_latex: bool = False
    entries: tuple[str, ...] = ()
    own: Mapping[str, str] = field(default_factory=dict[str, str])


def parse_together(
    named: Sequence[Named],
    function: str,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
) -> list[Problem]:
    """Read formulas as the parts of one problem, so that every name has one shape in all of them.

    What has no name is a statement, as A = A^T. Where several readings are equally likely, all are
    given.

    >>> pair = Named("one", "A*x"), Named("other", r"y^\top B")
    >>> str(parse_together(pair, "one - other'")[0].symbols["y"].shape)
    'k×1'
    """
    source, lines, notes = "", list[tuple[bool, list[Token]]](), list[str]()
    way = Way(
        limits or GENEROUS,
        latex=any(each.is_latex for each in named),
        kept=frozenset(each.name for each in named),
    )
    check_bytes("".join(each.text for each in named), way.limits)
    declared = declare(shapes or {}, assume or {}, way.limits)
    for each in named:
        met = {name: d for name, d in declared.items() if name in each.text}
        own, said = _lines(each.text, met, replace(way, latex=each.is_latex))
        if each.name and len(own) != 1:
            raise ParseError("one formula is expected", (0, len(each.text)), None, each.text)
        head = [Token(Kind.NAME, each.name, 0, 0), *_below(each.entries)]
        head = [*head, Token(Kind.SIGN, "=", 0, 0)] if each.name else []
        for value in own:
            line = [*head, *(t._replace(text=each.own.get(t.text, t.text)) for t in value)]
            start = len(source)
            line = [t._replace(start=t.start + start, end=t.end + start) for t in line]
            lines.append((each.is_latex, line))
        source += f"{each.text}\n"
        notes += said
    last = split(tokenise(function, way.limits))
    letters = {t.text for latex, line in lines if latex for t in line if t.kind is Kind.NAME}
    letters |= {*declared, *way.kept}

    def read(choices: Choices) -> Problem:
        known = Known(letters, is_function=is_function, source=source, choices=choices)
        every = [  # beside LaTeX runs of letters in text are products as well
            line if latex or not way.latex else with_products(line, known, choices)
            for latex, line in lines
        ]
        return _read([*every, *last], source, dict(declared), replace(way, choices=choices))

    try:
        problems = likeliest(read)
    except MatgradError as error:
        raise error.at(None, source) from None
    return [replace(problem, notes=(*problem.notes, *notes)) for problem in problems]


def _below(entries: Sequence[str]) -> list[Token]:
    """The tokens of the indices below a name."""
    names = [Token(Kind.NAME, index, 0, 0) for index in entries]
    opening, closing = (Token(Kind.SIGN, text, 0, 0) for text in "{}")
    return [Token(Kind.SIGN, "_", 0, 0), opening, *names, closing] if names else []


Declared = dict[str, Declaration]


def _parse(text: str, shapes: Shapes, assume: Mapping[str, Sequence[str]], way: Way) -> Problem:
    """Read a problem that was typed, in the way that is wanted."""

    def parsed(text: str) -> Problem:
        try:
            check_bytes(text, way.limits)
            declared = declare(shapes, assume, way.limits)
            lines, notes = _lines(text, declared, way)
            bold = {t.text for line in lines for t in line if t.font in ("bf", "vec")}
            own = replace(way, bold=frozenset(filter(str.islower, bold))) if bold else way

            def read(choices: Choices) -> Problem:
                return _read(lines, text, dict(declared), replace(own, choices=choices))

            problem = settle(read)
        except MatgradError as error:
            raise error.at(None, text) from None
        return replace(problem, notes=(*problem.notes, *notes)) if notes else problem

    try:
        return parsed(text)
    except AmbiguousError as error:
        if way.latex:
            error.ways = tuple(replace(each, text=with_signs(each.text)) for each in error.ways)
            error.hint = error.hint and with_signs(error.hint)
        raise with_options(error, text, parsed) from None


def _lines(text: str, declared: Declared, way: Way) -> tuple[Lines, Sequence[str]]:
    """The statements of a text in its spelling, and notes."""
    if way.latex:
        return statements_of(text, declared, way.limits)
    return split(tokenise(text, way.limits)), ()


def read_problem(tokens: Sequence[Token], source: str, declared: Declared, way: Way) -> Problem:
    """The problem that tokens of any spelling stand for; their positions are those in `source`."""
    return _read(split(tokens), source, declared, way)


def _read(lines: Lines, source: str, declared: Declared, way: Way) -> Problem:
    script = read_script(lines, way, declared, source)
    merge(declared, script.declarations)
    with_functions_applied(script)
    reader = _Reader(source, script, declared, way)
    reader.read_indices()
    return reader.problem()


def check_bytes(text: str, limits: Limits) -> None:
    """Refuse a text that is too long before anything looks at it."""
    size = len(text) if len(text) > limits.bytes else len(text.encode("utf-8", "surrogatepass"))
    if size > limits.bytes:
        raise LimitError(f"the input has more than {limits.bytes:,} bytes", hint="shorten it")


# ---------------------------------------------------------------- one problem


class _Reader:
    """One problem on its way from statements to expressions: its parts, and the function last."""

    def __init__(self, text: str, script: Script, declared: Declared, way: Way) -> None:
        self.text, self.script, self.way, self.limits = text, script, way, way.limits
        self.name, self.names, self.trees = _choose_function(script, text)
        own = [found for found in script.maps if found.name == self.name in script.defined]
        self.stated = own[-1] if own and own[-1].shape else None
        asked = script.asked[0] if script.asked else ""
        is_number = self.stated is not None and self.stated.shape == SCALAR
        self.scalar = way.scalar or asked in SCALAR_ONLY or is_number
        self.check_limits()
        self.check_order()
        functions = self.functions(declared)
        self.trees = self.written = self.rewritten(declared, functions)
        self.check_order()
        self.scope = scope_of(declared, functions, self.trees)
        self.scope.columns |= way.bold
        self.scope.vectors = letters_of_constants(self.trees, way.choices, way.latex)
        self.scope.tally, self.scope.limits = way.choices.tally, way.limits

    @property
    def function(self) -> Node:
        """What is differentiated."""
        return self.trees[-1]

    def parts(self) -> list[tuple[str, Node]]:
        """The definitions before the function."""
        return list(zip(self.names, self.trees, strict=False))

    def functions(self, declared: Declared) -> Declared:
        """The functions that are only named, taken from what is declared."""
        found = self.script.functions | {name: d for name, d in declared.items() if d.params}
        for name in found:
            declared.pop(name, None)
        return found | curves(self.trees, [*declared, *found, *self.script.defined])

    def rewritten(self, declared: Declared, functions: Declared) -> list[Node]:
        """The trees in the language of answers, but for sums over an index; one pass a line."""
        families = {name for name, each in declared.items() if each.axes}
        trees = [without_einsum(tree, families) for tree in self.trees]
        script, choices = self.script, self.way.choices
        taken = {*declared, *functions, *script.defined}
        if self.way.latex:
            _check_primes(trees, declared, self.text)
        check_open(trees, declared, self.text)
        free = {x.text for each in script.entries.values() for x in each}
        free |= {x for name in script.defined for x in name.partition("_")[2]}
        text = "" if self.way.latex else self.text
        trees = [with_short_sums(tree) for tree in trees]
        check_repeated(trees, {*declared, *script.defined}, free, text)
        indexed = Indexed(declared, script.defined, choices, self.way.latex)
        indexed.stated, indexed.asked = frozenset(script.members), frozenset(self.way.wrt)
        trees = indexed.rewritten(trees, not self.scalar, self.names)
        self.choose, self.families, self.open = indexed.choose, indexed.families, indexed.open
        self.capitals = indexed.capitals
        trees = [expanded(with_arguments(t, functions, script.params), taken) for t in trees]
        trees, notes = with_units(trees, declared)
        if any(n.text in COUNTS for tree in trees for n in postorder(tree)):
            trees, notes = with_averages(trees, notes, declared, taken)
        self.notes = [*notes, *indexed.notes]
        trees = with_diagonals(trees, choices) if self.way.latex else trees
        return with_bars(trees, choices, self.text)

    def read_indices(self) -> None:
        """Make every index run from 1, and note which sum binds it."""
        if not any(map(has_index, (n for tree in self.trees for n in postorder(tree)))):
            return
        pieces = [node for tree in self.trees for node in postorder(tree)]
        met, declared = {node.text for node in pieces}, self.scope.declared

        @cache
        def count(size: Dim) -> str:
            """The vector of the numbers 1, 2, … up to a size, where a letter is free for it."""
            taken = {*declared, *met, *self.scope.sizes}
            name = next((name for name in COUNTERS if name not in taken), "")
            if name:
                declared[name] = Declaration(name, shape_of(size), None, frozenset({"positive"}))
                self.scope.sizes |= size.names
                self.notes.append(f"{name} holds the numbers 1, …, {size}")
            return name

        def shape(name: str) -> Shape | None:
            return declared[name].shape if name in declared else None

        self.trees = with_plain_sums(self.trees, shape, self.choose, count)
        self.check_limits()
        self.scope.index(self.trees, self.choose, self.families)
        self.scope.flexible = flexible_sizes(self.trees, self.scope) | self.open

    def check_limits(self) -> None:
        """Refuse what is too large."""
        counts = [len(postorder(tree)) for tree in self.trees]
        self.limits.check("nodes", sum(counts))
        for tree, count in zip(self.trees, counts, strict=True):
            if count > self.limits.depth:
                self.limits.check("depth", depth(tree, operands), tree.position)

    def check_order(self) -> None:
        """Refuse a name that is used before it is defined."""
        later = {token.text for token, _ in self.script.definitions}
        named = dict(self.parts())
        for token, _ in self.script.definitions:
            for node in values_first(named.get(token.text, self.function)):
                if node.kind == "name" and node.text in later:
                    is_own = node.text == token.text
                    another = "give the new quantity another name"
                    message = f"{node.text} is used before it is defined"
                    raise UnknownNameError(
                        message, node.position, another if is_own else f"define {node.text} first"
                    )
            later.discard(token.text)

    def problem(self) -> Problem:
        """The expressions, with what is said of them."""
        for name, value in self.parts():
            visit(value, self.scope)
            self.scope.defined[name] = value
        visit(self.function, self.scope)
        self.limits.check("variables", len(self.scope.undeclared) + len(self.scope.declared))
        self.scope.signs = cache(
            partial(entrywise, self.trees, self.scalar, self.text, self.way.choices)
        )
        inference = infer(self.scope, self.parts(), self.function, self.text, self.scalar)
        for stem in sorted(self.capitals):
            if inference.known(inference.symbols[stem]).is_vector:
                place = self.function.position
                raise UnsupportedError(f"the {stem} of each index is no matrix", place)
        asked = {*map(self.stem, self.way.wrt)}
        missing = asked - inference.symbols.keys() - self.scope.defined.keys()
        self.way.choices.strain += STRAIN * inference.strain + MISSING * len(missing)
        parts: list[Definition] = []
        for name, value in self.parts():
            expr = matrix_form(expression(inference, value))
            letters = [*self.families.get(name, ())]
            axes = tuple(sorted(expr.axes, key=lambda axis: letters.index(axis.name)))
            symbol = Symbol(name, expr.shape, axes=axes)
            inference.defined[name] = make(symbol_op, (), symbol)
            parts.append(Definition(inference.defined[name], expr, given=True))
        function = matrix_form(expression(inference, self.function))
        if function.occurring & OPEN_SUMS and not self.families:
            self.way.choices.strain += UNFORMED
        check_apart([*self.variables(inference), *inference.defined])
        used = _used(function, parts, self.way.kept)
        self.check(function, used, inference)
        symbols = self.variables(inference)
        if self.scope.around:  # in the order of what was made of sums
            met = [each.name for each in symbols_of(*(part.value for part in parts), function)]
            symbols = {name: symbols[name] for name in dict.fromkeys((*met, *symbols))
                       if name in symbols}  # fmt: skip
        given = {name for name, d in self.scope.declared.items() if d.shape is not None}
        inferred = [name for name in symbols if name not in given]
        notes = [
            *(f"{name}: {describe(symbols[name].shape)} (inferred)" for name in inferred),
            *self.notes,
            *self.script.notes,
            *self.function_notes(inference),
            *size_notes(inference, self.written, self.way.latex),
            *inference.notes,
            *(f"{name} is defined but not used" for name in self.unused(used)),
        ]
        taken = {*symbols, *self.scope.functions}
        name = self.name if self.name not in taken else _free(taken)
        return Problem(
            function, name, tuple(used), symbols, tuple(notes),
            self.asked(function, symbols), self.text,
            reading=self.reading(function, parts, inference, symbols), inferred=frozenset(inferred),
        )  # fmt: skip

    def check(self, function: Expr, used: Sequence[Definition], inference: Inference) -> None:
        """Refuse, or ask about, what is hardly meant although its shapes fit."""
        place, own = self.function.position, self.function.text
        if self.stated is not None:
            _check_range(self.stated, function)
        for name in sorted(self.way.bold & self.scope.undeclared.keys()):
            if name in inference.variables and inference.variables[name].is_scalar:
                message = f"{name} is written as a vector, and would be a number here"
                raise AmbiguousError(message, place, f"declare {name}")
        inside = {node.text for tree in self.trees[:-1] for node in postorder(tree)}
        if self.script.definitions and not used and own in self.scope.undeclared.keys() - inside:
            hint = misspelt(own, self.script.defined)
            raise UnknownNameError(f"{own} is not defined", place, hint)
        if not self.way.latex:
            return
        given = [n for n, d in self.scope.declared.items() if d.position is None and d.shape]
        met = {node.text for tree in self.written for node in postorder(tree)}
        spare = [name for name in given if name not in met]
        new = [name for name in self.scope.undeclared if name in inference.variables]
        if spare and new:
            raise UnknownNameError(
                f"{new[0]} is not declared, and {spare[0]} is declared but does not occur",
                self.scope.undeclared[new[0]].position, "variables: " + ", ".join(given),
            )  # fmt: skip
        rivals = [name for name in self.unused(used) if name in self.script.params]
        if rivals and self.name in self.script.params:
            question = f"which is the function, {' or '.join((*rivals, self.name))}?"
            raise AmbiguousError(question, place, "leave the others out")

    def reading(
        self,
        function: Expr,
        parts: Sequence[Definition],
        inference: Inference,
        symbols: Mapping[str, Expr],
    ) -> Reading:
        """How sure this reading is; what stands at a place may be the other text."""
        roots = [function, *(part.value for part in parts)]
        own = taken_of_entries(self.written, roots, self.text, self.way.latex) + [
            Guess(words, _with_letters(self.text[slice(*other)]), place)
            for words, place, other in self.script.sides
        ]
        return Reading((*own, *reading(inference, symbols).guesses))

    def unused(self, used: Sequence[Definition]) -> list[str]:
        needed = {self.name, *(part.symbol.name for part in used)}
        return [token.text for token, _ in self.script.definitions if token.text not in needed]

    def function_notes(self, inference: Inference) -> list[str]:
        """How functions that are only named were read."""
        found: list[str] = []
        for declared, value, _ in inference.functions.values():
            called = f"{declared.name}({', '.join(declared.params)})"
            found.append(f"{called} is only named: {describe(inference.known(value))}")
        return found

    def stem(self, name: str) -> str:
        """A for A_i, if that is a family."""
        found = member_of(name, self.families)
        return name if found is None else found[0]

    def variables(self, inference: Inference) -> dict[str, Expr]:
        found = {name: inference.variables[name] for name in inference.variables}
        for name, declaration in self.scope.declared.items():
            if name not in found and declaration.shape is not None:
                found[name] = inference.variable(name)
            elif name in {f"d{known}" for known in inference.variables}:
                inference.note(f"{name} is a differential; assume it of {name[1:]} itself")
            elif name not in found and declaration.position is None:
                raise UnknownNameError(
                    f"{name} does not occur, so nothing can be assumed of it",
                    hint=misspelt(name, inference.variables),
                )
            elif name not in found:
                inference.note(f"{name} does not occur, so what is assumed of it has no effect")
        return found

    def asked(
        self, function: Expr, symbols: Mapping[str, Expr]
    ) -> tuple[str, tuple[str, ...]] | None:
        if self.script.asked is None:
            return None
        kind, tokens = self.script.asked
        only = next(iter(symbols)) if len(symbols) == 1 else None
        if kind == DERIVATIVE:
            kind = "gradient" if function.is_scalar else "jacobian"
        tokens = [token._replace(text=self.stem(token.text)) for token in tokens]
        for token in tokens:
            if token.text not in symbols:
                raise UnknownNameError(
                    f"{token.text} is not a variable of the function", token.position,
                    misspelt(token.text, symbols) or only,
                )  # fmt: skip
        return kind, tuple(token.text for token in tokens)


def _check_primes(trees: Sequence[Node], declared: Mapping[str, Declaration], text: str) -> None:
    """Ask about t' of a number t, which is no transpose."""
    for node in (node for tree in trees for node in postorder(tree) if node.kind == "postfix"):
        known = declared.get(node.args[0].text)
        is_number = known is not None and known.shape is not None and known.shape.is_scalar
        if is_number and text[slice(*node.at)] == "'":
            name = node.args[0].text
            hint = "give the other one a name without a prime"
            raise AmbiguousError(f"is {name}' another name, or {name} itself?", node.position, hint)


def _check_range(stated: Declaration, function: Expr) -> None:
    """Is the value of a function what f: R^n → R says of it?"""
    assert stated.shape is not None
    kinds = [(shape.is_scalar, shape.is_column) for shape in (stated.shape, function.shape)]
    if kinds[0] != kinds[1]:
        message = f"{stated.name} is stated to be {describe(stated.shape)}"
        found = describe(function.shape)
        raise ShapeError(f"{message}, but its formula is a {found}", stated.position)


def _used(function: Expr, parts: Sequence[Definition], kept: Collection[str]) -> list[Definition]:
    needed = set(symbols_of(function)) if parts else set[Expr]()
    used: list[Definition] = []
    for part in reversed(parts):
        if part.symbol in needed or part.symbol.name in kept:
            needed.update(symbols_of(part.value))
            used.append(part)
    return used[::-1]


def _choose_function(script: Script, text: str) -> tuple[str, list[str], list[Node]]:
    """The name of the function, the names of the parts before it, and the trees of all."""
    names = [token.text for token, _ in script.definitions]
    values = [value for _, value in script.definitions]
    if script.function is None:
        if not names:
            raise ParseError("the function is missing", (len(text), len(text)), "add f = …")
        return names[-1], names[:-1], values
    name = script.function.text if script.function.kind == "name" else ""
    if name in names:
        at = names.index(name)
        return name, names[:at], values[: at + 1]
    return _free(names), names, [*values, script.function]


def _with_letters(text: str) -> str:
    """A formula in which there is something to differentiate by, or nothing."""
    return text if any(map(str.isalpha, text)) else ""


def _free(taken: Collection[str]) -> str:
    """A name for a function that has none."""
    return next(n for n in ("f", "F", "phi", "value", "f0") if n not in taken)
