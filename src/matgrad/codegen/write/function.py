"""The function around generated lines, for every target that is written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import wrap
from typing import Any, NamedTuple

from matgrad.codegen.helpers import needed
from matgrad.codegen.plan.operations import PAIRWISE, PASSED
from matgrad.codegen.plan.program import Program, grouped, identifier
from matgrad.codegen.plan.values import Value, ordered
from matgrad.codegen.write.lines import Line, Lines, Listing, Text, freed
from matgrad.codegen.write.python import (
    ATOM,
    Writer,
    Written,
    fill,
    named,
    polynomial,
    read_sizes,
    repeated,
    used,
)
from matgrad.codegen.write.table import code_of
from matgrad.core.dims import Dim
from matgrad.core.expr import catalogue

_LINE = 88  # characters of the line with the parameters


class Placed(NamedTuple):
    """Results that are computed in arrays: statements in place of lines, and at the end."""

    lines: dict[Value, list[str]]
    last: list[str]


Place = Callable[[Lines, Sequence[Value], Sequence[str]], Placed]  # results, names of arrays


@dataclass(frozen=True)
class Dialect:
    """A Python library that programs are written for.

    The table of operations says under `name` how they are written, but for those in `table`.
    `imports` and `helpers` stand above the function if such code holds the mark they are filed
    under.
    """

    name: str
    head: str
    table: Mapping[str, Writer | str] = field(default_factory=dict[str, Any])
    imports: Mapping[str, str] = field(default_factory=dict[str, str])
    helpers: Mapping[str, str] = field(default_factory=dict[str, str])
    static: Mapping[str, str] = field(default_factory=dict[str, str])  # functions of plain numbers
    # A plain number as an array, for functions that take arrays only.
    lifted: Callable[[Program, str], str] | None = None
    # A matrix of zeros and ones in the precision wanted.
    sized: Callable[[Program, str], str] = lambda program, code: code
    # What holes with names stand for in templates.
    own: Callable[[Program], Mapping[str, str]] = lambda program: {}
    like: Dialect | None = None  # the dialect that this one is a spelling of
    spelling: Callable[[str], str] = str
    frees: bool = False  # does it pay to delete arrays that are not used any more?
    opening: Callable[[Program], list[str]] = lambda program: []  # lines at the top of the function
    # What is done to the right-hand side of a line.
    line: Callable[[Program, Value, str], str] = lambda program, value, code: code

    def code(self, op: str) -> Writer | str:
        """How an operation is written: a template or a function; UnsupportedError if not at all."""
        if op in self.table:
            return self.table[op]
        if op == "by_rows":
            return self._by_rows
        if op == "for_each":
            return self._for_each
        return code_of(op, self.name, *([self.like.name] if self.like else []))

    def written(
        self, program: Program, value: Value, parts: list[Text], number: str | None = None
    ) -> Written:
        """The code of a value from that of its arguments; `number` is that of a plain number."""
        code = number or self.code(value.op)
        made = code if isinstance(code, str) else code(program, value, parts)
        if not isinstance(made, str):
            return made
        if value.op in _CONSTANT and value.axes and "{kind}" not in made and "{like}" not in made:
            made = self.sized(program, made)
        return fill(named(program, value, made, lambda: self.own(program)), parts)

    def _by_rows(self, program: Program, value: Value, parts: list[Text]) -> Written:
        """A sum over blocks of rows of one expression, in which arrays have names of the whole."""
        count, last = value.data
        texts = dict(zip(value.args, parts, strict=True))
        for each in ordered((last,), texts):
            texts[each] = Text(*self.written(program, each, [texts[arg] for arg in each.args]))
        names = ", ".join(part.code for part in parts[:count])
        return f"by_rows(lambda {names}: {texts[last].code}, {names})", ATOM

    def _for_each(self, program: Program, value: Value, parts: list[Text]) -> Written:
        """A function of members, which stand in the last axes of arrays."""
        one, free = value.data, program.allocate.copy()
        names = [free.take(f"m{i + 1}") for i in range(len(parts))]
        texts = {arg: Text(names[arg.data], ATOM) for arg in one.args if arg.op == "member_of"}
        for arg in one.args:
            if arg not in texts:
                texts[arg] = Text(*self.written(program, arg, []))
        code, _ = self.written(program, one, [texts[arg] for arg in one.args])
        axes = [len(arg.axes) for arg in one.args if arg.op == "member_of"]
        given = ", ".join(part.code for part in parts)
        xp = "xp, " if self.name == "array_api" else ""
        function = f"lambda {', '.join(names)}: {code}"
        return f"for_each({xp}{function}, {tuple(axes)}, {len(one.axes)}, {given})", ATOM


def layout(dialect: Dialect, program: Program, together: bool = True) -> Lines:
    """How a program falls into lines; results are returned together, or are lines of their own."""
    plain = _plain_numbers(program) if dialect.static or dialect.lifted else frozenset[Value]()

    def render(value: Value, parts: list[Text]) -> Written:
        number = dialect.static.get(value.op) if value in plain else None
        if dialect.lifted is not None and number is None:
            parts = _lifted(dialect.lifted, program, value, parts, plain)
        written, binds = dialect.written(program, value, parts, number)
        return dialect.spelling(written), binds

    def names_needed(value: Value) -> frozenset[int]:
        return repeated(dialect.code(value.op))

    return Lines(program, render, names_needed, ATOM, together)


def listing(dialect: Dialect, program: Program, found: Lines | None = None) -> Listing:
    """The lines of a program, without the function around them."""
    found = found or layout(dialect, program)
    lines = [
        each._replace(code=dialect.line(program, each.value, each.code)) for each in found.lines
    ]
    return Listing(program, lines, [found.texts[value].code for value in program.results])


def write(dialect: Dialect, program: Program, place: Place | None = None) -> str:
    """The source of a module with one function.

    With `place`, results are written into arrays that are given: it says how.
    """
    lines = layout(dialect, program, together=place is None)
    _, parts, codes = listing(dialect, program, lines)
    written = [*(line.code for line in parts), *codes]
    names = program.allocate.copy()
    outs = [names.take(f"out{i + 1}") for i in range(len(codes))] if place else []
    returned = f"return {_returned(program, codes)}" + _comment(*program.results)
    placed = place(lines, program.results, outs) if place else Placed({}, [returned])
    body = [
        *_docstring(program),
        *dialect.opening(program),
        *used(read_sizes(program), written),
        *_statements(program, parts, codes if dialect.frees else None, placed.lines),
        *placed.last,
    ]
    head = _head(program.name, parameters(program, outs))
    function = "\n".join([head, *("    " + line if line else "" for line in body)])
    return "\n\n\n".join([*_header(dialect, written), function]) + "\n"


def _statements(
    program: Program,
    lines: list[Line],
    results: list[str] | None,
    placed: Mapping[Value, list[str]],
) -> Iterator[str]:
    """The assignments; what is large goes where it is not used any more, if results are given."""
    others = [line.name for line in lines if line.value in placed]  # not ours to free
    gone = {} if results is None else freed(program, lines, [*results, *others])
    for place, line in enumerate(lines):
        made = placed.get(line.value, [f"{line.name} = {line.code}"])
        yield from (*made[:-1], made[-1] + _comment(line.value))
        if place in gone:
            yield f"del {', '.join(gone[place])}"


def _plain_numbers(program: Program) -> frozenset[Value]:
    """The values that depend on no array: Python numbers, which some libraries do not accept."""
    found: set[Value] = set()
    for value in program.values:
        if value.is_scalar and value.op != "symbol" and all(arg in found for arg in value.args):
            found.add(value)
    return frozenset(found)


# Matrices that sizes alone decide.
_CONSTANT = frozenset(name for name, op in catalogue.items() if op.is_leaf)
# Operations on numbers, those that take numbers only, and those with numbers after one array.
_ON_NUMBERS = (
    _CONSTANT | PASSED | frozenset("add mul div neg power full placed diagonals counted".split())
)
_LENGTHS = frozenset("reshape spread_out tensor unvec identity_blocks entry add_diagonal".split())


def _lifted(
    lift: Callable[[Program, str], str],
    program: Program,
    value: Value,
    parts: list[Text],
    plain: frozenset[Value],
) -> list[Text]:
    """The arguments, with numbers as arrays where only arrays will do."""
    if value.op in _ON_NUMBERS:
        return parts
    count = 1 if value.op in _LENGTHS else len(parts)
    needed = [i < count and arg in plain for i, arg in enumerate(value.args)]
    if value.op in PAIRWISE:  # one of two may be a literal
        needed = [n and (arg.op != "number" or (all(needed) and i == 0))
                  for i, (n, arg) in enumerate(zip(needed, value.args, strict=True))]  # fmt: skip
    return [
        Text(lift(program, part.code), ATOM, part.operations) if lifted else part
        for lifted, part in zip(needed, parts, strict=True)
    ]


def _head(name: str, parameters: str) -> str:
    head = f"def {name}({parameters}):"
    if len(head) <= _LINE:
        return head
    wrapped = wrap(parameters, _LINE - 4, break_long_words=False)
    return "\n".join([f"def {name}(", *(f"    {line}" for line in wrapped), "):"])


def parameters(program: Program, outs: Sequence[str] = ()) -> str:
    """What a function is given: arrays, then by keyword functions and sizes."""
    keywords = [parameter.name for parameter in (*program.functions, *program.sizes)]
    names = [*(given.name for given in program.inputs), *outs]
    return ", ".join([*names, *(["*", *keywords] if keywords else [])])


def _returned(program: Program, codes: list[str]) -> str:
    if program.groups is None:
        return codes[0]
    found = grouped(codes, program.groups)
    parts = [part if isinstance(part, str) else _tuple(part) for part in found]
    return ", ".join(parts) if len(parts) > 1 else _tuple(parts)


def _tuple(codes: Sequence[str]) -> str:
    return f"({', '.join(codes)}{',' if len(codes) == 1 else ''})"


def _comment(*values: Value) -> str:
    if not any(value.axes for value in values) or len(values) > 4:
        return ""
    return "  # " + ", ".join(_axes(value.axes) for value in values)


@lru_cache(1024)
def _axes(axes: tuple[Dim, ...]) -> str:
    sizes = [polynomial(size, {n: identifier(n) for n in size.names})[0] for size in axes]
    return _tuple([size.replace(" ", "") for size in sizes])


_WIDEST = 200  # characters of a formula in the docstring


def _docstring(program: Program) -> list[str]:
    shapes = [f"{given.name} {_axes(given.axes)}" for given in program.inputs]
    said = [_harmless(line) for line in program.docstring.splitlines()]
    said += ["", "Inputs: " + ", ".join(shapes)] if shapes and len(shapes) <= 12 else []
    if not any(said):
        return []
    while not said[0]:
        said.pop(0)
    return [f'"""{said[0]}', *said[1:], '"""'] if len(said) > 1 else [f'"""{said[0]}"""']


def _harmless(line: str) -> str:
    """A line of text that is not too long and cannot end the string it stands in."""
    line = line if len(line) <= _WIDEST else line[:_WIDEST] + " …"
    shown = "".join(letter if letter.isprintable() else " " for letter in line)
    return shown.replace("\\", "\\\\").replace('"', "'").rstrip()


def _header(dialect: Dialect, codes: Sequence[str]) -> list[str]:
    """The imports and helpers whose marks occur in the code; helpers may need them as well."""
    helpers = needed(dialect.helpers, "\n".join(codes))
    used = [*codes, *helpers]
    imports = [t for mark, t in dialect.imports.items() if any(mark in code for code in used)]
    return ["\n".join([dialect.head, *imports]), *helpers]
