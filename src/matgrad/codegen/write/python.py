"""Python expressions: what binds how strongly, and what all Python targets share."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from matgrad.codegen.plan.program import PASSED, Program, Reading
from matgrad.codegen.plan.values import Value, ordered
from matgrad.codegen.write.lines import Text
from matgrad.core.dims import Dim
from matgrad.core.expr import catalogue
from matgrad.errors import LimitError, UnsupportedError

# How strongly Python's operators bind; `@` is kept apart from `*` so that 2 * (A @ x) is written
# with parentheses, which is faster than (2 * A) @ x.
ANY, ADD, MATMUL, DIV, MUL, NEG, POWER, ATOM = 0, 10, 20, 21, 22, 30, 40, 50
_PRECEDENCE: dict[type[ast.AST], int] = {
    ast.Add: ADD, ast.Sub: ADD, ast.MatMult: MATMUL, ast.Div: DIV, ast.Mult: MUL, ast.Pow: POWER,
    ast.UnaryOp: NEG, ast.Call: ATOM, ast.Attribute: ATOM, ast.Subscript: ATOM, ast.Name: ATOM,
    ast.Constant: ATOM,
}  # fmt: skip

Written = tuple[str, int]
Writer = Callable[[Program, Value, list[Text]], Written | str]  # the code, or a template of it


def wrap(text: Text, *allowed: int) -> str:
    """The code, in parentheses unless it binds as tightly as a power or in an allowed way."""
    return text.code if text.binds >= POWER or text.binds in allowed else f"({text.code})"


def atom(text: Text) -> str:
    """The code as something that can be called, indexed or raised to a power."""
    return text.code if text.binds == ATOM else f"({text.code})"


# ---------------------------------------------------------------- arithmetic


def number(value: Fraction) -> Written:
    """A number as a literal where that is exact, else as a quotient."""
    if value.denominator == 1 and abs(value) < 1 << 53:
        code = str(value.numerator)
    else:
        try:
            near = float(value)
        except OverflowError:
            raise LimitError("a number is too large for floating point") from None
        if value in (Fraction(near), Fraction(repr(near))) or value.denominator > 10**6:
            code = repr(near)
        else:
            return f"{value.numerator} / {value.denominator}", DIV
    return code, NEG if value < 0 else ATOM


def _add(program: Program, value: Value, parts: list[Text]) -> Written:
    (first_minus, *signs), (first, *rest) = value.data, parts
    code = f"-{wrap(first, MUL)}" if first_minus else wrap(first, MUL, DIV, MATMUL, NEG)
    for minus, term in zip(signs, rest, strict=True):
        code += f" {'-' if minus else '+'} {wrap(term, MUL, DIV, MATMUL)}"
    return code, ADD


def _mul(program: Program, value: Value, parts: list[Text]) -> Written:
    first, *rest = parts
    return " * ".join([wrap(first, MUL, NEG), *(wrap(part) for part in rest)]), MUL


def _div(program: Program, value: Value, parts: list[Text]) -> Written:
    top, below = parts
    return f"{wrap(top, MUL, NEG)} / {wrap(below)}", DIV


def _neg(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"-{wrap(parts[0], MUL, DIV)}", NEG if parts[0].binds >= POWER else MUL


def _power(program: Program, value: Value, parts: list[Text]) -> Written:
    base, exponent = parts
    return f"{atom(base)} ** {atom(exponent)}", POWER


def _unspecified(program: Program, value: Value, parts: list[Text]) -> Written:
    arguments = ", ".join(part.code for part in parts)
    return f"{program.function_names[value.data]}({arguments})", ATOM


def polynomial(size: Dim, names: dict[str, str], quotient: str = "//") -> Written:
    """A size as code; `quotient` is the sign for a division of integers that leaves no rest."""
    code = ""
    for monomial, coefficient in (size * size.denominator).terms:
        factors = [str(abs(coefficient))] if abs(coefficient) != 1 or not monomial else []
        sign = "-" if coefficient < 0 else "+"
        term = " * ".join(factors + [names[name] for name in monomial])
        code += f" {sign} {term}" if code else f"-{term}" if coefficient < 0 else term
    if size.denominator != 1:
        return f"({code}) {quotient} {size.denominator}", MUL
    return code or "0", ATOM if code.isidentifier() else MUL if len(size.terms) == 1 else ADD


def bound(clip: str, side: str, whole: str) -> Writer:
    """max or min of two, in libraries that take a number on one side by another function."""

    def write_bound(program: Program, value: Value, parts: list[Text]) -> Written:
        for number, other in ((1, 0), (0, 1)):  # of two numbers the first is an array
            if value.args[number].op == "number":
                return f"{clip}({parts[other].code}, {side}={parts[number].code})", ATOM
        return f"{whole}({parts[0].code}, {parts[1].code})", ATOM

    return write_bound


ARITHMETIC: Mapping[str, Callable[[Program, Value, list[Text]], Written]] = {
    "number": lambda program, value, parts: number(value.data),
    "size": lambda program, value, parts: polynomial(value.data, program.size_names),
    "add": _add,
    "mul": _mul,
    "div": _div,
    "neg": _neg,
    "power": _power,
    **dict.fromkeys(PASSED, _unspecified),
}


# ---------------------------------------------------------------- operators' own code


def no_code(op: str, target: str) -> UnsupportedError:
    """The error for an operator that a target lacks: the user may know it by another name."""
    doc = catalogue[op].doc.partition(";")[0] if op in catalogue else ""
    hint = f"{op} is the {doc.removeprefix('the ')}" if doc else None
    return UnsupportedError(f"operator {op!r} has no {target} code", hint=hint)


@lru_cache(4096)
def _holes(template: str) -> tuple[int, dict[int, int], frozenset[int]]:
    """How a template binds, how often each argument occurs, and which stand beside an operator."""
    tree = ast.parse(template.format(*(f"_{i}" for i in range(9))), mode="eval")
    counts: dict[int, int] = {}
    bare: set[int] = set()
    for parent in ast.walk(tree):
        apart = _apart(parent)
        for child in ast.iter_child_nodes(parent):
            if isinstance(child, ast.Name) and child.id[:1] == "_":
                index = int(child.id[1:])
                counts[index] = counts.get(index, 0) + 1
                if child not in apart:
                    bare.add(index)
    return _binding(tree.body), counts, frozenset(bare)


def _apart(parent: ast.AST) -> Sequence[ast.AST | None]:
    """The parts of some code that need no parentheses, such as the arguments of a call."""
    match parent:
        case ast.Call(args=parts) | ast.Compare(comparators=parts):
            return parts
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return parts
        case ast.keyword(value=part) | ast.Subscript(slice=part):
            return [part]
        case ast.Slice(lower, upper):
            return [lower, upper]
        case _:
            return []


def _binding(tree: ast.expr) -> int:
    kind = type(tree.op) if isinstance(tree, ast.BinOp) else type(tree)
    return _PRECEDENCE.get(kind, ANY)


@lru_cache(4096)
def repeated(code: Any) -> frozenset[int]:
    """The arguments that occur more than once in the code of an operator."""
    if not isinstance(code, str):
        return frozenset()
    return frozenset(i for i in range(9) if code.count(f"{{{i}}}") > 1)


_NAMED = re.compile(r"\{([a-z]+)\}")


def named(template: str, value: Value, own: Callable[[], Mapping[str, str]]) -> str:
    """A template whose holes with names are filled, by `own` or from what is known of a value.

    {all} are all arguments, {sizes} those after the first, {shape}, {tuple} and {column} these
    as a shape, {back} these from the last on; {data} is what the value says, {place} this from 0,
    {next} one more.
    """
    if not _NAMED.search(template):
        return template
    every = [f"{{{i}}}" for i in range(len(value.args))]
    sizes, is_one = ", ".join(every[1:]), len(every) == 2
    known: dict[str, Any] = {
        "all": ", ".join(every),
        "sizes": sizes,
        "shape": sizes if is_one else f"({sizes})",
        "tuple": f"({sizes},)" if is_one else f"({sizes})",
        "column": f"{sizes}, 1" if is_one else sizes,
        "back": ", ".join(every[:0:-1]),
        "axes": ", ".join(map(str, reversed(range(len(every) - 1)))),
        "data": value.data,
        "place": value.data - 1 if value.op == "unit" else "{1}",
        "next": value.data + 1 if isinstance(value.data, int) else "",
    }
    # A program may have many inputs, so these are not looked at without need.
    return _NAMED.sub(
        lambda found: str(known[found[1]] if found[1] in known else own()[found[1]]), template
    )


def fill(
    template: str, value: Value, parts: list[Text], own: Callable[[], Mapping[str, str]]
) -> Written:
    """The code of an operator with its arguments in place, in parentheses where they need them."""
    template = named(template, value, own)
    binds, _, bare = _holes(template)
    names = [atom(part) if i in bare else part.code for i, part in enumerate(parts)]
    return template.format(*names), binds


def declared(code: Any) -> Writer:
    """A function that an operator declares as its code, which takes the expression."""

    def write_declared(program: Program, value: Value, parts: list[Text]) -> Written:
        written = code(value.node, [atom(part) for part in parts])
        return written, _binding(ast.parse(written, mode="eval").body)

    return write_declared


def either(when: Callable[[Value], Any], yes: str, no: str) -> Writer:
    """One of two templates."""
    return lambda program, value, parts: yes if when(value) else no


def said(value: Value) -> Any:
    """Is a value told more than its arguments, as that a matrix is turned, or lower triangular?"""
    return value.data


def is_beside(value: Value) -> bool:
    """Are arrays put together side by side?"""
    return bool(value.data) and value.args[0].is_matrix


def of_matrix(value: Value) -> bool:
    """Is this made of a matrix?"""
    return value.args[0].is_matrix


def filled_with(parts: list[Text], ones: str, zeros: str, other: str) -> str:
    """The template for an array of equal entries."""
    return {"1": ones, "0": zeros}.get(parts[0].code, other)


def by_rows(
    write: Callable[[Program, Value, list[Text]], Written],
    program: Program,
    value: Value,
    parts: list[Text],
) -> Written:
    """A sum over blocks of rows of one expression, in which arrays have the names of the whole."""
    count, last = value.data
    texts = dict(zip(value.args, parts, strict=True))
    for each in ordered((last,), texts):
        texts[each] = Text(*write(program, each, [texts[arg] for arg in each.args]))
    names = ", ".join(part.code for part in parts[:count])
    return f"by_rows(lambda {names}: {texts[last].code}, {names})", ATOM


# ---------------------------------------------------------------- sizes

# Sizes read off the shapes of arrays, in targets that are written in Python.


def read_sizes(program: Program) -> list[str]:
    """Lines that read sizes off the shapes of arrays."""
    lines: list[str] = []
    names = program.size_names
    for axis, reading in program.read:
        source = f"{program.inputs[axis.source].name}.shape[{axis.axis}]"
        lines.append(f"{names[reading.name]} = {_solved(source, reading, names)}")
    return lines


def used(assignments: Sequence[str], codes: Sequence[str]) -> list[str]:
    """Without the sizes that no code mentions."""
    words = set(re.findall(r"\w+", "\n".join(codes)))
    kept: list[str] = []
    for line in reversed(assignments):
        name, _, code = line.partition(" = ")
        if name in words:
            words |= set(re.findall(r"\w+", code))
            kept.append(line)
    return kept[::-1]


def _solved(source: str, reading: Reading, names: dict[str, str]) -> str:
    rest, rest_binds = polynomial(reading.rest, names)
    factor, factor_binds = polynomial(reading.factor, names)
    code = source
    if rest != "0":
        plus = rest[0] == "-" and rest[1:].isdigit()
        code = f"{source} - {rest if rest_binds > ADD else f'({rest})'}"
        code = f"{source} + {rest[1:]}" if plus else code
    if factor == "1":
        return code
    top = code if rest == "0" else f"({code})"
    return f"{top} // {factor if factor_binds == ATOM or factor.isdigit() else f'({factor})'}"


# ---------------------------------------------------------------- sums over small indices

# Sums over indices of small arrays in NumPy: by entries or by one product of matrices.
#
# np.einsum reads its indices and np.tensordot its axes in every call, which takes longer than to
# compute so little.


def turned(array: Text, names: Sequence[Any], wanted: Sequence[Any]) -> Text:
    """An array with its axes in another order."""
    order = [names.index(name) for name in wanted]
    if order == sorted(order):
        return array
    if order == [1, 0]:
        return Text(f"{atom(array)}.T", ATOM)
    return Text(f"{atom(array)}.transpose({', '.join(map(str, order))})", ATOM)


def spread(array: Text, names: str, shown: str) -> str:
    """An array with an axis of size one for each name it lacks, but for those at the front."""
    places = [":" if name in names else "None" for name in shown]
    places = places[places.index(":") :]
    return atom(array) if "None" not in places else f"{atom(array)}[{', '.join(places)}]"


def small_einsum(program: Program, value: Value, parts: list[Text]) -> Written | None:
    """Two arrays without a diagonal of which nothing is summed, or one index; None for others."""
    given, shown = value.data.split("->")
    if given.count(",") != 1:
        return None
    words = given.split(",")
    summed = [name for name in words[0] if name not in shown]
    if any(len({*word}) < len(word) for word in words) or {*given} - {",", *shown, *summed}:
        return None
    if not summed:
        ordered = [sorted(word, key=shown.index) for word in words]
        arrays = [turned(*each) for each in zip(parts, words, ordered, strict=True)]
        codes = [spread(*each, shown) for each in zip(arrays, words, strict=True)]
        return " * ".join(codes), MUL
    is_product = len(summed) == 1 and summed[0] in words[1]
    return _product(parts, words, summed[0], shown) if is_product else None


def _product(parts: list[Text], words: list[str], summed: str, shown: str) -> Written | None:
    rest = [[name for name in word if name != summed] for word in words]
    if {*rest[0]} & {*rest[1]}:
        return None
    first = [turned(part, word, [summed, *names])
             for part, word, names in zip(parts, words, rest, strict=True)]  # fmt: skip
    done = Text(f"summed({first[0].code}, {first[1].code})", ATOM)
    return turned(done, [*rest[0], *rest[1]], shown).code, ATOM
