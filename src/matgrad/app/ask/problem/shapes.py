"""The shapes of a function, where declarations of the text contradict each other or are missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice, product

from matgrad.app.ask.formulas.reading import Declared
from matgrad.app.ask.problem.declared_shapes import ambiguous, in_numbers, shown, told
from matgrad.app.ask.problem.numbers import (
    beside_products,
    indexed_capitals,
    of_numbers,
    with_columns,
    with_entries,
    with_numbers,
    with_vectors,
)
from matgrad.app.ask.problem.rows import (
    attempt,
    beside_wholes,
    has_products,
    of_known_number,
    stem_of,
    undeclared,
    whole_of,
)
from matgrad.app.ask.problem.script import Script, read_script
from matgrad.app.ask.problem.single_outputs import with_single_rows
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, MatgradError, ParseError, ShapeError, UnsupportedError
from matgrad.render.glyphs import latex_name

_MEMBER = re.compile(
    r"(?:[a-z]|alpha|beta|gamma|delta|theta|mu|nu|xi|eta|phi|psi|omega|lambda|rho|tau|zeta)_[a-z]"
)
_SIZE = re.compile(r"\b(?!R\b)[A-Za-z]\b")
MOST_MEMBERS = 4  # names with an index that are tried as vectors
MOST_WAYS = 64  # ways to settle a contradiction that are tried


def settled(script: Script) -> tuple[Problem, list[str]]:
    """The problem, and in words how contradictions of the text were settled."""
    own = [each for each in script.declared if each.name in script.defined]
    free = tuple(each for each in script.declared if each not in own)
    script, rows = with_single_rows(script)
    script = replace(script, declared=free)
    stems = {stem_of(each) for each in script.names if _MEMBER.fullmatch(each)}
    try:
        problem, notes = _settled(script)
    except ParseError:
        if script.name.lower() not in stems - {script.name}:
            raise
        name = next(each for each in "FGHK" if each.lower() not in stems)
        problem, notes = _settled(replace(script, name=name))
        notes = [*notes, f"{script.name} is called {name}, to tell it from the parts of the sum"]
    return problem, [*rows, *notes, *_of_defined(problem, own)]


def _of_defined(problem: Problem, declared: Iterable[Declared]) -> Iterator[str]:
    """Where the declared size of a name is not that of its definition: z in R^n, z = Ax."""
    symbols = {each.symbol.name: each.symbol for each in problem.definitions}
    for each in declared:
        size = shown(each.within)
        shape = str(symbols[each.name].shape) if each.name in symbols else size
        if shape in (size, f"{size}×1") or (size == "a number" and shape == "1×1"):
            continue
        words = f"{each.name} is declared as {size}, and its definition is {shape}"
        if in_numbers(each.within) and shape.replace("×", "").isdigit():
            raise AmbiguousError(words, hint="correct the size or the definition")
        yield words


def _settled(script: Script) -> tuple[Problem, list[str]]:
    needed = script.names
    wholes = {whole_of(name) for name in needed if _MEMBER.fullmatch(name)}
    wholes |= {each.name for each in script.declared if each.name == "T" and "^" not in each.within}
    declared = _once([each for each in script.declared if each.name in {*needed, *wholes}])
    twice = [d for d in declared if sum(e.name == d.name for e in declared) > 1]
    if twice:
        return _choose(script, declared, twice, needed)
    try:
        return _scalar_first(script, declared), []
    except ShapeError as error:
        return _without_one(script, declared, error)


def _scalar_first(script: Script, declared: Sequence[Declared]) -> Problem:
    if not script.scalar:
        return _any_value(script, declared)
    try:
        problem = read_script(script, declared)
        if r"\odot" in script.function and all(x.is_scalar for x in problem.symbols.values()):
            return read_script(script, declared, scalar=False)  # nobody writes ⊙ between numbers
        return with_vectors(script, declared, problem) or problem
    except (AmbiguousError, UnsupportedError) as error:
        problem = of_numbers(script, declared, error)
        return problem or _with_members(script, declared, error)
    except ShapeError as error:
        problem = of_numbers(script, declared, error) or with_columns(script, declared)
        return problem or _vector_or_members(script, declared, error)


def _vector_or_members(script: Script, declared: Sequence[Declared], error: ShapeError) -> Problem:
    """The problem of a function that is no number, or of one with vectors x_i below its sums."""
    if has_products(script):
        with suppress(MatgradError):
            return _with_members(script, declared, error)
    try:
        problem = _any_value(script, declared)
    except ShapeError:
        return _with_members(script, declared, error)
    return with_numbers(script, declared, problem) or problem


def _any_value(script: Script, declared: Sequence[Declared]) -> Problem:
    """The problem of a function that may be a vector or a matrix."""
    try:
        problem = read_script(script, declared, scalar=False)
        problem = beside_products(script, declared, problem, scalar=False) or problem
        return with_entries(script, declared, problem) or problem
    except AmbiguousError as error:
        if problem := of_numbers(script, declared, error):
            return problem
        raise


def _with_members(script: Script, declared: Sequence[Declared], error: MatgradError) -> Problem:
    """The reading in which some x_i below sums are vectors, the fewest, if there is just one."""
    known = {each.name.partition("_")[0] for each in declared}
    members = [name for name in script.names if _MEMBER.fullmatch(name)]
    members = [name for name in members if not {stem_of(name), whole_of(name)} & known]
    own = {stem_of(name) for name in script.defined if name and _MEMBER.fullmatch(name)}
    members = [name for name in members if stem_of(name) not in own]  # a_k = … says what it is
    sizes = {size for each in declared for size in re.findall(r"\w+", each.within)}
    free, *others = [
        size for size in "dpkqr" if size not in {*script.names, *script.taken, *sizes}
    ] or ["d"]
    latin = [
        name for name in members if len(stem_of(name)) == 1
    ]  # a Greek letter is a number first
    has_sum = any(re.search(r"\\(?:sum|prod|max|min)\s*_", latex) for latex in script.formulas)
    has_sum = has_sum or any(re.search(r"_\s*\{?\s*[ijkl]", name) for name, _ in script.definitions)
    for some in (latin, members) if has_sum else ():
        fitting = _fewest(script, declared, some[:MOST_MEMBERS], [free, *others])
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            break
    if more := {x: "vector" for x in indexed_capitals(script, declared) if x not in script.kinds}:
        numbered = replace(script, kinds={**script.kinds, **more})  # Y_i is a number
        return _with_members(numbered, declared, error)
    raise error


def _fewest(
    script: Script, declared: Sequence[Declared], members: Sequence[str], sizes: Sequence[str]
) -> list[Problem]:
    """The readings in which as few members as possible are vectors."""
    for count in range(1, len(members) + 1):
        tried = (_first_fitting(script, declared, m, sizes) for m in combinations(members, count))
        if fitting := {problem.function: problem for problem in tried if problem is not None}:
            return [*fitting.values()]  # x_i and x_j may be rows of the same X
    return []


def _first_fitting(
    script: Script, declared: Sequence[Declared], members: Sequence[str], sizes: Sequence[str]
) -> Problem | None:
    """The problem with some members as vectors, of different lengths if that fits."""
    vectors = [re.search(r"\^\s*\{?\s*(\w+)\s*\}?$", d.within) for d in declared]
    given = [found[1] for found in vectors if found]  # as that of w in w^Tx_i
    given += [size for d in declared for size in _SIZE.findall(d.within)]  # of U in UU^Tx_i
    alike = [[size] * len(members) for size in dict.fromkeys((sizes[0], *given))]
    different = [sizes[: len(members)]] if len(members) <= len(sizes) else []
    two = product(dict.fromkeys(given), repeat=2) if len(members) == 2 else ()  # y_i^TWx_i
    for lengths in (*different, *alike, *two):
        more = [
            replace(_of_length(name, size), latex=name if len(name) == 3 else rf"\{name}")
            for name, size in zip(members, lengths, strict=True)
        ]
        if problem := attempt(script, [*declared, *more]):
            return problem
        greek = [_of_length(name, lengths[0]) for name in undeclared(script, declared)]
        fitting = [attempt(script, [*declared, *more, each]) for each in greek]
        fitting = [problem for problem in fitting if problem is not None]
        if len(fitting) == 1:
            return fitting[0]
    known = of_known_number(script, declared, members, given, sizes[0])
    return known or beside_wholes(script, declared, members, sizes[0])


def _of_length(name: str, size: str) -> Declared:
    return Declared(name, latex_name(name), rf"\mathbb{{R}}^{{{size}}}", -1)


def _once(declared: Iterable[Declared]) -> list[Declared]:
    found: dict[tuple[str, str], Declared] = {}
    for each in declared:
        found.setdefault((each.name, shown(each.within)), each)
    return list(found.values())


def _choose(
    script: Script, declared: list[Declared], twice: list[Declared], needed: Sequence[str]
) -> tuple[Problem, list[str]]:
    """Keep one declaration of each name; the others belong to names without one, or to nothing."""
    sure = [d for d in declared if d not in twice]
    known = {d.name for d in declared}
    free = [name for name in needed if name not in known and name not in script.functions]
    fitting: list[tuple[int, Problem, list[str]]] = []
    failed: MatgradError | None = None
    for way in islice(product(*([d.name, *free, None] for d in twice)), MOST_WAYS):
        if not (moved := _moved(twice, way)):
            continue
        try:
            problem = _scalar_first(script, [*sure, *moved])
        except MatgradError as error:
            failed = error
            continue
        fitting.append((len(moved), problem, list(told(twice, way))))
    if not fitting:
        raise failed or AmbiguousError(f"{twice[0].name} is declared in several ways", None, None)
    most = max(count for count, _, _ in fitting)
    (problem, notes), *others = [(p, notes) for count, p, notes in fitting if count == most]
    if any(other.symbols != problem.symbols for other, _ in others):
        raise ambiguous(twice)
    return problem, notes


def _moved(twice: Sequence[Declared], way: Sequence[str | None]) -> list[Declared]:
    """The declarations with the names that a way gives them; none if it gives one name to two."""
    pairs = list(zip(twice, way, strict=True))
    kept = [name for name in way if name is not None]
    own = {d.name for d, name in pairs if name == d.name}
    if len(set(kept)) < len(kept) or own != {d.name for d in twice}:
        return []
    return [
        replace(d, name=name, latex=d.latex if name == d.name else name)
        for d, name in pairs
        if name is not None
    ]


def _without_one(
    script: Script, declared: list[Declared], error: ShapeError
) -> tuple[Problem, list[str]]:
    """Leave out the one size that does not fit, if there is exactly one; a matrix stays one."""
    fitting: list[tuple[Declared, Problem]] = []
    for each in declared:
        try:
            others = [d for d in declared if d is not each]
            called = replace(script, kinds={**script.kinds, each.name: each.kind})
            fitting.append((each, _scalar_first(called, others)))
        except MatgradError:
            continue
    if len(fitting) != 1:
        raise error
    ((wrong, problem),) = fitting
    shape = problem.symbols[wrong.name].shape if wrong.name in problem.symbols else "nothing"
    words = f"{wrong.name} is declared as {shown(wrong.within)}, which does not fit"
    if in_numbers(wrong.within):  # which nobody writes for other sizes
        raise AmbiguousError(f"{words}: {error.message}", hint="correct the size or the function")
    return problem, [f"{words}; what does is {shape}"]
