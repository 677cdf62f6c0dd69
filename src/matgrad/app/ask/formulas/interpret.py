"""Every formula of a question read: declarations, definitions, derivatives, expressions."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.aliases import aliased, is_update, names_derivative
from matgrad.app.ask.formulas.chaining import chained
from matgrad.app.ask.formulas.claimed import called_name, claim_in, is_open
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.directions import directed
from matgrad.app.ask.formulas.lists import as_column, as_map, diagonal, entries_of, stacked
from matgrad.app.ask.formulas.mapping import mapped, unnamed, without_map
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    GRADIENT,
    VEC,
    head_of,
    is_called_between,
    left_side,
    source_of,
    whole_name,
    with_log_alone,
    with_log_name,
    without_group,
)
from matgrad.app.ask.formulas.products import take_laplacians, take_primes, take_products
from matgrad.app.ask.formulas.reading import Declared, Defined, Reading
from matgrad.app.ask.formulas.relations import (
    Stated,
    above_zero,
    in_chain,
    in_comparison,
    in_entries,
    in_equation,
    in_set,
    left_of,
    side,
)
from matgrad.app.ask.formulas.statements import BELOW_SUM, Statement, spell, statements
from matgrad.app.ask.formulas.subscripts import take_logarithms, take_subscripts
from matgrad.app.ask.text.segments import Cut
from matgrad.core.facts import SQUARE_ONLY


def read(cut: Cut) -> Reading:
    """Read every formula of a text."""
    reading = Reading()
    for statement in chained(cut):
        _take(reading, statement)
    take_subscripts(reading)
    take_logarithms(reading)
    _take_differentials(reading)
    _take_operators(reading)
    take_products(reading)
    take_laplacians(reading)
    take_primes(reading)
    _stack(reading)
    for index, segment in enumerate(cut.segments):
        over = _OVER.findall(segment.text) if segment.is_math else ()
        reading.over += filter(None, (whole_name(each.strip("{} ")) for each in over))
        if segment.is_math and _SUBJECT.search(segment.text):
            reading.constrained.add(index)
        if segment.is_math and _SUPPOSING.search(segment.text):
            reading.supposing.add(index)
        known = index in reading.names or index in reading.bare or index in reading.sizes
        known = known or index in reading.spaces
        if segment.is_math and not known and not statements(segment.text, cut.abbreviations, 0):
            reading.unread.append(" ".join(segment.text.split()))
    return reading


def _take_differentials(reading: Reading) -> None:
    """What is asked by dF alone, where F is defined, is its derivative; no product with d."""
    known = {each.left.name for each in reading.defined}
    for where, latex in list(reading.bare.items()):
        found = derivative(latex)
        is_asked = found is not None and found.kind == DIFFERENTIAL
        if found is not None and is_asked and whole_name(found.function) in known:
            reading.asked.append((found, where))
            reading.written[where] = reading.bare.pop(where)


def _take_operators(reading: Reading) -> None:
    r"""Leave \nabla x alone where x is what a function of the text is a function of."""
    given = {whole_name(x) for each in reading.defined for x in each.left.arguments or ()}
    given -= {each.left.name for each in reading.defined}
    for each, where in list(reading.asked):
        is_plain = each.kind == GRADIENT and not each.variables and not each.direction
        if is_plain and whole_name(each.function) in given:
            reading.asked.remove((each, where))
            reading.unread.append(reading.written.pop(where))


_OVER = re.compile(
    r"\\(?:min|max|inf|sup|operatorname\s*\*?\s*\{[^{}]*(?:min|max)\s*\})\s*(?:\\limits\s*)?_\s*"
    r"(\{[^{}]{1,20}\}|[A-Za-z]|\\[A-Za-z]+)"
)
_SUBJECT = re.compile(r"\{\s*(?:subject to|such that|s\.?\s?t\.?)[\s:~]*\}")
_SUPPOSING = re.compile(
    r"\\(?:Rightarrow|Longrightarrow|implies|impliedby|Leftarrow|iff|Leftrightarrow"
    r"|Longleftrightarrow)(?![A-Za-z])|\\(?:overset|stackrel)\s*\{\s*\?"
    r"|\\(?:text|mathrm|textrm|mbox)\s*\{[^{}]*\b(?:if|iff|when|unless|not|or|whether|never)\b"
)
_UPDATE = re.compile(r"\\(?:left|longleft)arrow(?![A-Za-z])|\\gets(?![A-Za-z])")
_SIGNATURE = re.compile(r"(?:\\colon|:).*\\(?:to|rightarrow)\b")
_SIDE = r"(?:[\w\\{} ]+|\s*\(\s*[a-zA-Z]\s*(?:[-+]\s*\d+|\+\s*[a-zA-Z])\s*\)\s*)"  # n, (n-1), (m+n)
_SIZES = re.compile(rf"^{_SIDE}\\times(?![A-Za-z]){_SIDE}$")
_VEC = re.compile(rf"{VEC}(?:\\left)?\s*\(?(\w+)(?:\\right)?\s*\)?")
_SPACE = re.compile(r"(?:\\mathbb\s*\{?\s*R\s*\}?|\\R\b|\\Reals|R)\s*\^\s*(?:\w|\{[^{}]*\})")
_POWER = re.compile(r"\^\s*\{?\s*(\w+)\s*\}?\s*$")
_REMOVED = re.compile(r"\\(?:setminus|backslash)\s*(?:\\?\{.*\}|\\lbrace.*)\s*$")  # without 0
_REALS = re.compile(r"\\mathbb\s*\{?\s*R|\\R\b|\\Reals|^R\b")


def _take(reading: Reading, statement: Statement) -> None:
    pieces = without_map([without_group(spell(piece)) for piece in statement.pieces])
    first, where = pieces[0], statement.segment
    if r"\mapsto" in first:
        _map(reading, first, where)
    elif len(pieces) == 1 and _SIGNATURE.search(first):
        name = whole_name(re.split(r"\\colon|:", first)[0].strip())
        if name is not None and _REALS.search(first):
            reading.signatures[name] = first
    elif r"\in " in BELOW_SUM.sub("", first) + " ":
        _declare(reading, first, where)
    elif len(pieces) == 1:
        _alone(reading, first, where)
    else:
        _equation(reading, pieces, where)


def _map(reading: Reading, latex: str, where: int) -> None:
    """A function by what it does; without a name it gets a letter that is free."""
    name, x, value = mapped(latex)
    if name:
        reading.mapped[name] = x, value
        reading.names.setdefault(where, []).append(name)
    elif left := unnamed(x, {each.left.name for each in reading.defined}):
        reading.defined.append(Defined(left, f"{left.name}({x})", (value,), where))


def _declare(reading: Reading, latex: str, where: int) -> None:
    names, _, within = latex.partition(r"\in ")
    within = _REMOVED.sub("", within).strip()
    known = in_set(within)
    if known is None and not _REALS.search(within):
        reading.identities.append(latex)
        reading.intervals.setdefault(where, []).append(latex)
        return
    space, fact = known or (within.strip(), "")
    for part in names.split(","):
        written = without_group(part.strip())
        name = whole_name(written)
        if name is None or (fact in SQUARE_ONLY and name[0].islower() and len(name) == 1):
            continue
        reading.declared += [Declared(name, written, space, where)] if space else []
        reading.names.setdefault(where, []).append(name)
        reading.spelled.setdefault(name, written)
        reading.stated += [Stated(name, fact, where)] if fact else []


def _alone(reading: Reading, latex: str, where: int) -> None:
    name = whole_name(latex)
    found = directed(latex) or derivative(latex) if name is None else None
    if name is not None:
        reading.names.setdefault(where, []).append(name)
        reading.spelled.setdefault(name, latex)
    elif found is not None and found.kind != "differential":
        reading.asked.append((found, where))
        reading.written[where] = latex
    elif _take_density(reading, latex, where):
        pass
    elif _SIZES.match(latex):
        reading.sizes[where] = latex
    elif _SPACE.fullmatch(latex):
        reading.spaces[where] = latex
    elif stated := in_comparison(latex, where):
        for name in reading.listed(stated):
            reading.state(replace(stated, name=name))
    elif latex.isdigit():
        reading.lengths[where] = latex
    elif source_of(latex) is None or _UPDATE.search(latex):  # x \gets x - g is a step
        (reading.broken if is_open(latex) else reading.unread).append(latex)
    elif len(latex) > 1:
        reading.bare.setdefault(where, latex)
        if name := above_zero(latex):  # Q > 0 is symmetric
            reading.names.setdefault(where, []).append(name)
        inside = _VEC.fullmatch(latex)
        name = whole_name(inside[1]) if inside else None
        if name is not None:  # by vec(X) is by X
            reading.names.setdefault(where, []).append(name)


def _take_density(reading: Reading, latex: str, where: int) -> bool:
    r"""Of p(x) \propto … the logarithm is known up to a constant, and so its derivative is."""
    name, sign, value = latex.partition(r"\propto")
    left = left_side(rf"\log {name}") if sign else None
    if left is None or left.arguments is None or not value.strip():
        return False
    first = with_log_name(rf"\log {name}")
    reading.spelled.setdefault(left.name, head_of(first))
    reading.defined.append(Defined(left, first, (rf"\log\left({value}\right)",), where))
    return True


def _equation(reading: Reading, pieces: list[str], where: int) -> None:
    pieces = _without_sets(reading, pieces, where)
    first, *rest = pieces
    equation = in_equation(pieces, where)
    if stated := in_entries(pieces, where) or ([equation] if equation else []):
        for each in stated:
            reading.state(each)
        return
    values = tuple(value for value in rest if value)
    if values and set(values) == {"0"}:  # a condition, not what something is
        reading.equal.setdefault(where, tuple(pieces))
        return
    known = {each.left.name for each in reading.defined} if len(values) > 1 else ()
    if values and (alias := aliased(first, values[0], known)):
        reading.aliases.setdefault(*alias)
        first, values = (values[0], values[1:]) if len(values) > 1 else (first, values)
    if not _claim(reading, pieces[0], (first, *values), where):
        _define(reading, pieces, (first, *values), where)


def _without_sets(reading: Reading, pieces: list[str], where: int) -> list[str]:
    """An equation without the set or the inequality at its end, which is kept."""
    if r"\in " in pieces[-1] and _REALS.search(pieces[-1]):  # A = A^T \in R^{n \times n}
        _declare(reading, pieces[0] + pieces[-1][pieces[-1].index(r"\in ") :], where)
        pieces = [*pieces[:-1], pieces[-1].partition(r"\in ")[0].strip()]
    if compared := in_chain(pieces, where):  # K = K^T \succeq 0
        reading.state(compared)
        pieces = [*pieces[:-1], left_of(pieces[-1])]
    return pieces


def _claim(reading: Reading, name: str, sides: tuple[str, ...], where: int) -> bool:
    """Does an equation say what a derivative is? It may have a name, and a zero at its end."""
    first, *values = sides
    solved = values[-2:] if len(values) > 1 and values[-1] == "0" else ()  # ∇f = 2X^T(Xw - y) = 0
    given = tuple(values[:-1] if solved else values)
    claim = claim_in(first, given, where, reading.aliases) if given else None
    if claim is None:
        return False
    reading.claimed.append(claim)
    reading.solved |= {where: " = ".join(solved)} if solved else {}
    if (alias := called_name(name)) in reading.aliases:
        reading.valued[alias] = given[-1]
    return True


def _define(reading: Reading, pieces: list[str], sides: tuple[str, ...], where: int) -> None:
    """An equation that defines a name, or that holds of names that are known."""
    first, *given = with_log_alone(sides[0]), *sides[1:]
    left = left_side(first)
    if left is not None and given and (entries := entries_of(left.name, given[0])):
        _declare(reading, rf"{first} \in {entries}", where)
        return
    if left is not None and given and (members := stacked(left.name, given[0])):
        reading.stacked.append((first, members, where))
        return
    if len(given) == 1 and names_derivative(reading, first, given[0], where):
        return
    values = tuple(_whole_list(reading, value, where) for value in given)
    values = tuple(as_map(x, left) for x in values) if left and left.arguments else values
    is_own = side(first) == (left and left.name, "A") and side(pieces[1])[0] == (left and left.name)
    if left and values and is_update(left, values[0]):  # w := w - \eta\nabla J says what to do
        return
    if left is None or not values or is_own:  # P = P^2 defines nothing
        zero = reading.hold(tuple(pieces), where)
        if where in reading.solved or (zero[1:] == ("0",) and derivative(zero[0])):
            reading.following.setdefault(where, []).append(tuple(pieces))
        return
    if is_called_between(left, values):  # u = f(x) = x^2 defines both
        _define(reading, [*values], values, where)
        values = values[1:]
    first = with_log_name(first)
    reading.spelled.setdefault(left.name, head_of(first))
    reading.defined.append(Defined(left, first, values, where))


def _whole_list(reading: Reading, latex: str, where: int) -> str:
    """A list of numbers as a column, a diagonal of letters as that of a vector."""
    if found := diagonal(latex):
        latex, stem, length = found
        _declare(reading, rf"{stem} \in \mathbb{{R}}^{{{length}}}", where)
    return as_column(latex)


def _stack(reading: Reading) -> None:
    """Declare X = [x_1, …, x_n] with the x_i as its columns, or as its rows if it is transposed."""
    for latex, members, where in reading.stacked:
        of = [d.within for d in reading.declared if d.name.partition("_")[0] == members.stem]
        length = next((_POWER.search(within) for within in of if r"\times" not in within), None)
        size = length[1] if length else next(d for d in "dpq" if d != members.length)
        sizes = (size, members.length) if members.in_columns else (members.length, size)
        _declare(reading, rf"{latex} \in \mathbb{{R}}^{{{sizes[0]} \times {sizes[1]}}}", where)
