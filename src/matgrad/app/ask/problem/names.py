"""What names in claims stand for: the symbols of the problem and the text's own definitions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from matgrad.app import api
from matgrad.app.ask.formulas.entrywise import entrywise
from matgrad.app.ask.formulas.lists import INDEX
from matgrad.app.ask.formulas.notation import Left, names_in, with_bases
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.columns import for_columns, open_matrices
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.habits import usual_name
from matgrad.app.ask.problem.read_sums import read_sums
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.judge.truth import named_in
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import Function, diag_matrix, differential_symbol, symbol_op
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.syntax.latex_problem import parse_latex, parse_latex_expression

INDICES = "ijkl"
WEIGHTS = "cvzqhgwu"  # letters for numbers that a sum is weighted with


@dataclass
class Names:
    """What names in claims stand for: the symbols of the problem and the text's own definitions."""

    known: dict[str, Expr]
    closed: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    definitions: list[Definition] = field(default_factory=list[Definition])
    functions: dict[str, Function | None] = field(default_factory=dict[str, Any])
    rows: list[str] = field(default_factory=list[str])  # matrices that may have columns as well
    shown: dict[str, str] = field(default_factory=dict[str, str])  # what made-up names stand for
    misfits: dict[str, str] = field(default_factory=dict[str, str])  # why definitions do not fit

    def unknown(self, *names: str) -> str:
        """That names stand for nothing, or for what does not fit."""
        if misfit := next((name for name in names if name in self.misfits), ""):
            return f"what {plain_name(misfit)} is defined as does not fit: {self.misfits[misfit]}"
        stand = "stands" if len(names) == 1 else "stand"
        return f"{' and '.join(map(plain_name, names))} {stand} for nothing that is known"

    def told(self, message: str) -> str:
        """A message with what the text has in the place of made-up names."""
        for name, written in self.shown.items():
            latex = latex_name(name)
            for spelled in (f"{{{latex}}}", latex, plain_name(name)):
                message = message.replace(spelled, written)
        return message

    def define(self, name: str, value: Expr) -> None:
        """Add a name for a formula."""
        part = make(symbol_op, (), Symbol(name, value.shape))
        self.known[name] = part
        self.closed[part] = substitute(value, self.closed)
        self.definitions.append(Definition(part, value))

    def with_differentials(self) -> dict[str, Expr]:
        """The names, and dX for each of them."""
        moved = {f"d{name}": differential_symbol(x) for name, x in self.known.items()}
        return {**{name: x for name, x in moved.items() if name not in self.known}, **self.known}


def names_for(found: Understood, problem: Problem) -> Names:
    """The names that claims may use."""
    functions = {**dict.fromkeys(found.meaning.unspecified), **named_in(problem)}
    symbols = {**problem.symbols, **_inside_held(found, problem)}
    names = Names(symbols, functions=functions, rows=open_matrices(problem))
    for each in problem.definitions:
        names.known[each.symbol.name] = each.symbol
        names.closed[each.symbol] = substitute(each.value, names.closed)
        names.definitions.append(each)
    waiting = [d for name, d in found.meaning.defined.items() if name not in names.known]
    waiting = [d for d in waiting if d.left.name != problem.name]
    valued = ((n, v) for n, v in found.reading.valued.items() if n not in names.known)
    waiting += [Defined(Left(name), name, (value,), -1) for name, value in valued]
    called = {*found.meaning.functions, *names.functions}
    called |= {d.left.name for d in found.meaning.defined.values() if d.left.arguments}
    known = -1
    while known != len(names.known):  # until no further one can be read
        known = len(names.known)
        waiting = [d for d in waiting if not _take(found, names, d, called)]
    if usual := usual_name(found, problem, substitute(problem.function, names.closed)):
        names.define(*usual)
    if found.said.has_capitals:
        _capitals(names)
    if problem.name not in names.known:  # a claim may use the value of the function
        value = make(symbol_op, (), Symbol(problem.name, problem.function.shape))
        names.known[problem.name] = value
        names.closed[value] = substitute(problem.function, names.closed)
    return names


def _inside_held(found: Understood, problem: Problem) -> dict[str, Expr]:
    """The names inside of what the text defines and holds fixed: a claim may write it out."""
    held = [x for x in found.kept if x in found.meaning.defined and x not in found.variables]
    if not held or found.function is None:
        return {}
    others = tuple(x for x in found.kept if x not in held)
    try:
        whole, _ = settled(script_of(found, found.function, found.is_scalar, others))
    except MatgradError:
        return {}
    both = [name for name in whole.symbols if name in problem.symbols]
    if any(whole.symbols[name].shape != problem.symbols[name].shape for name in both):
        return {}
    return {name: x for name, x in whole.symbols.items() if name not in problem.symbols}


def _take(found: Understood, names: Names, definition: Defined, called: set[str]) -> bool:
    """Add a definition if it can be read; one with unknown names, of many in a text, cannot."""
    is_sum = r"\sum" in definition.values[0]
    for name in names_in(definition.values[0]):
        forms = (*_forms(name), name.removeprefix("d"))
        is_letter = len(name) == 1 and (name in "IT" or name.islower() or is_sum)  # sizes, indices
        is_letter = is_letter or name == "pi"  # the number
        if not is_letter and not any(form in names.known or form in called for form in forms):
            return False
    return _stack(found, names, definition) or _define(found, names, definition)


def _define(found: Understood, names: Names, definition: Defined) -> bool:
    value = applied(definition.values[0], found.meaning)
    ways = [value, entrywise(value)]  # 1/(1 + e^{-Xb}) of a vector is one of its entries
    ways += [for_columns(value, names.rows, ())] if names.rows else []
    for latex in ways:
        try:
            names.define(definition.left.name, _read(latex, names))
        except ShapeError as error:
            names.misfits.setdefault(definition.left.name, error.message)
        except MatgradError:
            continue
        else:
            return True
    return False


def _read(latex: str, names: Names) -> Expr:
    """What a definition stands for, which may be a sum over an index."""
    if r"\sum" in latex:
        return read_sums(latex, names.known)
    return parse_latex_expression(latex, names.known, names.functions)


def _stack(found: Understood, names: Names, definition: Defined) -> bool:
    r"""The vector d of d_i = e^{a_i^Tx}: the derivative of \sum_i c_i d_i by c is d.

    The matrix P of P_{ij} = … is the derivative of \sum_{i,j} C_{ij} P_{ij} by C.
    """
    stem, _, index = definition.left.name.partition("_")
    is_index = re.fullmatch(rf"([{INDICES}])(?!\1)[{INDICES}]?|n", index)
    if not is_index or stem in names.known or definition.left.arguments is not None:
        return False
    letters = WEIGHTS if len(index) == 1 else WEIGHTS.upper()
    weight = next((x for x in letters if x not in names.known), "")
    value = applied(definition.values[0], found.meaning)
    over = ",".join(index)
    latex = rf"\sum_{{{over}}} {weight}_{{{index}}} \cdot \left({value}\right)"
    known = ([x for x in _forms(name) if x in names.known] for name in names_in(latex))
    used = {forms[0] for forms in known if forms}  # f of f_i, where F is the function
    shapes = {n: tuple(map(str, x.shape)) for n, x in names.known.items() if n in used}
    try:
        problem = parse_latex(latex, shapes, in_text=True)
        if not {*problem.symbols} <= {*names.known, weight} or not problem.function.is_scalar:
            return False
        made = api.gradient(problem, weight).answers[weight]
    except MatgradError:
        return False
    same = {x: names.known[name] for name, x in problem.symbols.items() if name in names.known}
    names.define(stem, substitute(made, same))
    return True


def _capitals(names: Names) -> None:
    """Diag(y) is called Y, as the text says."""
    for name, vector in list(names.known.items()):
        upper = name.upper()
        if name != upper and upper not in names.known and vector.shape.is_column:
            names.define(upper, diag_matrix(vector))


def functions_of(found: Understood, problem: Problem) -> set[str]:
    """What may have a prime: functions of arguments, and a number that depends on numbers."""
    is_number = all(x.is_scalar for x in (problem.function, *problem.symbols.values()))
    return found.reading.functions | ({problem.name} if is_number else set())


def missing(value: str, found: Understood, names: Names) -> list[str]:
    """The names of a formula that stand for nothing."""
    known = {
        *names.with_differentials(),
        *found.meaning.functions,
        *names.functions,
        *(f"J_{name}" for name in names.functions),
        "T",
        "d",
        "I",
        "e",
        "pi",
    }
    sizes = {n for x in names.known.values() for size in x.shape for n in size.names}
    told = _told(found) - names.known.keys()
    sizes, known = sizes - told, known - (told & {"d", "T"})
    used = names_in(applied(value, found.meaning))
    if r"\sum" in value:
        known |= {*INDICES, *INDEX.findall(value)}
    return [name for name in used if not {*_forms(name)} & known and name not in sizes]


def _told(found: Understood) -> set[str]:
    """What the text says of letters that sizes may have, too: d is a vector there."""
    defined = {name for each in found.reading.defined for name in with_bases([each.left.name])}
    declared = {each.name for each in found.reading.declared if each.kind != "scalar"}
    return defined | declared | {first for first, _, _ in found.reading.stacked}


def _forms(name: str) -> list[str]:
    """What may be known of a name: x_i, or x, or the matrix X of all of them."""
    base = with_bases([name])[-1]
    return [name, base, base.capitalize() if base != name else name]
