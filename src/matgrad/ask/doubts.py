"""Readings that paper writes in the same way as something else: each doubt is a row, and a guess.

The grammar reads one formula; here it is known what else the text says, as which names stand for
functions, of which letters there are entries, and what a function is said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from matgrad.ask.acts import Said
from matgrad.ask.join import Function, names_in, stem, used_by
from matgrad.ask.symbols import STATED
from matgrad.core.facts import IMPLIES
from matgrad.core.reading import Guess
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.syntax.macros import is_function
from matgrad.syntax.matrix_functions import VERSIONS
from matgrad.syntax.tokens import GREEK, Kind, Token


@dataclass(frozen=True)
class Read:
    """A function, what it was read as, and the tokens of all formulas in it."""

    said: Said
    function: Function
    by: tuple[str, ...]
    problem: Problem
    used: Sequence[Function]

    @property
    def tokens(self) -> list[Token]:
        """The tokens of the function and of its parts."""
        return [t for f in (*self.used, self.function) for t in f.value]

    @property
    def texts(self) -> list[str]:
        """The same, as words."""
        return [t.text for t in self.tokens]

    @property
    def source(self) -> str:
        """The formulas as the text has them."""
        parts = [f.value for f in (*self.used, self.function)]
        return " ".join(self.said.text.source[part[0].start : part[-1].end] for part in parts)

    @property
    def open_names(self) -> dict[str, Shape]:
        """The shapes of names of which the text says nothing."""
        given = {n for n, s in self.said.symbols.by_name.items() if s.shape or s.kind}
        return {n: x.shape for n, x in self.problem.symbols.items() if n not in given}

    @property
    def values(self) -> list[str]:
        """The function and its parts, printed."""
        return [str(self.problem.function), *(str(d.value) for d in self.problem.definitions)]


def doubts(said: Said, function: Function, by: tuple[str, ...], problem: Problem) -> list[Guess]:
    """Everything about a reading that may have been meant otherwise."""
    read = Read(said, function, by, problem, list(used_by(said, function, by)))
    return [guess for doubt in DOUBTS for guess in doubt(read)]


def _entries_and_wholes(read: Read) -> Iterator[Guess]:
    """x_i beside a sum, or beside X: is it a vector of its own, or the row of a matrix?"""
    has_sum = not {"∑", "sum", "mean", "Σ"}.isdisjoint(t.partition("_")[0] for t in read.texts)
    indexed = {t.partition("_")[0] for t in read.texts if stem(t) != t}
    indexed |= {a for a, b in pairwise(read.texts) if b == "_" and len(a) == 1}
    plain = {*read.texts} - {a for a, b in pairwise(read.texts) if b == "_"}
    names = read.problem.symbols
    for name in names:
        other = name.swapcase()
        if stem(name) != name and has_sum:
            yield Guess(f"{name} is one vector or number for all terms", f"rows of {name[0]}")
        elif name.islower() and name in indexed and other != name and other in names:
            yield Guess(f"{name} has nothing to do with {other}", f"rows of {other}")
        elif name.isupper() and other in indexed & plain and name not in plain:
            yield Guess(f"{name} has the rows {other}_i, and {other} is another name", f"{name}")


def _bars(read: Read) -> Iterator[Guess]:
    """x̄ beside x may be its mean."""
    names = read.problem.symbols
    for name in names:
        if name.endswith("bar") and name.removesuffix("bar") in names:
            yield Guess(f"{name} is constant", f"{name} = mean({name.removesuffix('bar')})")


def _models(read: Read) -> Iterator[Guess]:
    """Of y = Xw + v and ‖y - Xw‖² it is not clear whether y is data."""
    own = names_in(read.said, read.function.value)
    for part in read.used:
        names = names_in(read.said, part.value)
        if {*read.by} & names & own and len(names - own) < 2 and names & own - {*read.by}:
            yield Guess(f"{part.name} is put in", f"{part.name} is given")


def _primes(read: Read) -> Iterator[Guess]:
    """u' of a function u(t) is rather its derivative than a transpose."""
    for name, mark in pairwise(read.texts):
        definition = read.said.definition(name)
        if mark == "'" and definition is not None and definition.params:
            yield Guess(f"{name}' is the transpose of {name}", f"the derivative of {name}")


def _many_values(read: Read) -> Iterator[Guess]:
    """A function into the real numbers that has many values as read."""
    spaces = read.said.maps.get(read.function.name, ())
    value = spaces[-1].shape if spaces else None
    if value is not None and value.is_scalar and not read.problem.function.is_scalar:
        yield Guess(f"{read.function.name} has many values", "shapes for which it has one")


def _arguments(read: Read) -> Iterator[Guess]:
    """V(r) with r = ‖x‖: is it differentiated by r, or by x?"""
    for name in read.by:
        if name in read.function.params and read.said.definition(name) is not None:
            yield Guess(f"{name} is the variable", f"with respect to what {name} depends on")


def _of_entries(read: Read) -> Iterator[Guess]:
    """Products, quotients and functions of entries that no sign, index or word speaks of."""
    texts = {*read.texts}
    has_indices = any("_" in t or t[:1] in ("∑", "Σ") for t in texts)
    said = has_indices or read.said.entrywise or "." in "".join(texts - {"."})
    for sign, plain in ((" .* ", "product"), (" ./ ", "quotient")):
        signs = {"⊙", "∘", "⊘", sign.strip()} & texts
        if not said and not signs and any(sign in value for value in read.values):
            yield Guess(f"a {plain} is that of entries", "numbers, or matrices, by declarations")
    matrices = [n for n, x in read.problem.symbols.items() if not x.shape.is_vector]
    powers = [n for n in matrices for value in read.values if f"{n}^" in value]
    if powers and texts & {"sum", "mean"} and "^" in read.source:
        yield Guess(f"{powers[0]}^… is a product of matrices", f"{powers[0]}.^… for its entries")
    has_entries = any(" .* " in value for value in read.values)
    is_code = "@" in read.source or "**" in read.source
    arrays = [x for x in read.problem.symbols.values() if not x.shape.is_scalar]
    if is_code and "*" in read.source.replace("**", "") and arrays and not has_entries:
        yield Guess("* is a product of matrices", "write .* for a product of entries")
    if ("@" in read.source and not arrays) or (not has_entries and {"⊙", "∘", ".*"} & texts):
        yield Guess("a product is that of numbers", "vectors, by declarations")


def _numbers(read: Read) -> Iterator[Guess]:
    """A small letter as a number in sum(…), as an array beside an index, as an entry of a list."""
    texts, names = {*read.texts}, read.open_names
    claimed = [t.text for claim in read.said.claims for side in claim.sides for t in side]
    turned = {a for a, b, c in zip(claimed, claimed[1:], claimed[2:], strict=False)
              if b == "'" or (b, c) == ("^", "T")}  # fmt: skip
    for name in sorted(turned & names.keys()):
        if names[name].is_scalar:
            yield Guess(f"{name} is a number", f"{name} is a vector")
    small = {n: shape for n, shape in names.items() if len(n) == 1 and n.islower()}
    arrays = [n for n, x in read.problem.symbols.items() if not x.shape.is_scalar]
    if arrays and texts & {"sum", "mean"}:
        for name in (n for n, shape in small.items() if shape.is_scalar and n in "efghuvwxyz"):
            yield Guess(f"{name} is a number", f"{name} is a vector")
    has_dots = "⋅" in read.source or "·" in read.source or r"\cdot" in read.source
    for name, shape in small.items():
        is_size = (
            name in "nmNM" or name == "t" in read.by or str(read.problem.function).startswith("[")
        )
        is_in_sum = has_dots and any("_" in text for text in texts)
        if not shape.is_scalar and (is_size or (is_in_sum and name in "abc")):
            yield Guess(f"{name} is an array", f"{name} is a number")
    if any("idx" in value and "log(" in value for value in read.values):
        yield Guess("what has powers x^k in a sum is positive", "write the terms of the sum out")
    if any(a.kind is Kind.NAME and b.text == "1" for a, b in pairwise(read.tokens)):
        yield Guess("1 is a number", "ones(n) for a vector of ones")
    f = read.problem.function
    by = [x for n, x in read.problem.symbols.items() if n in read.by]
    is_matrix = not f.shape.is_vector and not f.is_scalar
    if is_matrix and arrays and any(x.shape.is_scalar and x.name in names for x in by):
        yield Guess(f"{read.by[0]} is a number", f"{read.by[0]} is a vector")


def _parts(read: Read) -> Iterator[Guess]:
    """A part that is said to be a number and is none; a derivative inside of a formula."""
    for part in read.problem.definitions:
        symbol = read.said.symbols.by_name.get(part.symbol.name)
        is_number = symbol is not None and symbol.kind == "scalar"
        if is_number and not part.value.is_scalar:
            yield Guess(f"{part.symbol.name} is no number", f"{part.symbol.name} is one")
    known = {*read.said.defined, *read.problem.symbols}
    if any(t[:1] == "d" and t[1:] in known for t in read.texts if t not in known):
        yield Guess("d is a factor", "write derivatives out")
    head = read.said.definition(read.function.name)
    if head is not None and any(t.text == "^" for t in head.head) and read.function.params:
        yield Guess("a power is no variable", "another name for it")


def _depending(read: Read) -> Iterator[Guess]:
    """y of "where y depends on x" is a number only because nothing says what it is."""
    turned = {one for one, two in pairwise(read.texts) if two in ("^", "'")}
    for name, symbol in read.said.symbols.by_name.items():
        is_open = symbol.params and not symbol.shape and not symbol.kind and name[:1].islower()
        if is_open and name in {*read.texts} - turned and name not in GREEK.values():
            yield Guess(f"{name} is a number", f"{name} is a vector")


def _of_matrices(read: Read) -> Iterator[Guess]:
    """exp(tA) may be the exponential of the matrix."""
    f = read.problem.function
    is_power = ("e", "^") in pairwise(read.texts)  # of a matrix, on paper, not of its entries
    for node in postorder(f) if is_power else (f, *f.args):
        is_vector = node.shape.is_vector or node.is_scalar
        if node.op.name in VERSIONS and not is_vector and not read.said.entrywise:
            yield Guess(f"{node.op.name} is taken of each entry", VERSIONS[node.op.name])
            return


def _gammas(read: Read) -> Iterator[Guess]:
    """Γ(x) may be the gamma function."""
    if any(one == "Gamma" and two == "(" for one, two in pairwise(read.texts)):
        yield Guess("Γ is a factor", "lgamma(x) for the logarithm of the gamma function")


def _given_names(read: Read) -> Iterator[Guess]:
    """p that the text says is ∇f, theta0 and theta1 of two shapes, one f of two exercises."""
    names = {n: x.shape for n, x in read.problem.symbols.items()}
    for name, shape in names.items():
        definition = read.said.definition(name)
        sides = definition.sides if definition is not None else ()
        if any(t.text in ("∇", "∂") for side in sides for t in side):
            yield Guess(
                f"{name} is any vector or matrix", f"{name} is the derivative, by a formula"
            )
        other = name[:-1] + {"0": "1"}.get(name[-1], "")
        if len(other) > 1 and names.get(other, shape) != shape:
            yield Guess(f"{name} and {other} have different shapes", f"{name}: scalar")
    texts = [part.tokens for part in read.said.defined.get(read.function.name, ())]
    if len(texts) > 1 and any(
        e.how == STATED
        for s in read.said.symbols.by_name.values()
        for e in s.evidence
        if e.what in IMPLIES
    ):
        yield Guess("what is said once is so in the whole text", "ask for one function at a time")


def _slashes(read: Read) -> Iterator[Guess]:
    """x^-1/2, e^-x^2/2 and log x / 2: how much stands in the exponent, or behind the log?"""
    for one, name, sign in zip(read.tokens, read.tokens[1:], read.tokens[2:], strict=False):
        is_called = one.kind is name.kind is Kind.NAME and is_function(one.text)
        if is_called and sign.text == "/" and one.text not in ("tr", "trace"):
            yield Guess(f"{one.text} is that of {name.text}/…", f"({one.text} {name.text})/…")
    tokens = [*read.tokens, None, None]
    for at, token in enumerate(tokens[:-2]):
        is_power = token is not None and token.text == "^" and tokens[at + 1] is not None
        if not is_power or tokens[at + 1].text != "-":  # type: ignore[union-attr]
            continue
        rest = [t for t in tokens[at + 2 : at + 14] if t is not None]
        slash = next((i for i, t in enumerate(rest) if t.text == "/"), 0)
        if slash and all(t.kind is not Kind.SIGN or t.text in "^()-" for t in rest[:slash]):
            yield Guess("only what stands before the slash is an exponent", "brackets")
            return


DOUBTS: tuple[Callable[[Read], Iterator[Guess]], ...] = (
    _entries_and_wholes, _of_matrices, _bars, _models, _primes, _many_values, _arguments,
    _of_entries, _numbers, _depending, _parts, _gammas, _given_names, _slashes,
)  # fmt: skip
