"""A question about a program, as it was understood."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from functools import partial

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, JACOBIAN
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.listen import NETWORK
from matgrad.app.ask.problem.calls import Meaning
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.programs import asked
from matgrad.app.ask.programs.finding import Found, program_in
from matgrad.app.ask.programs.judging import problem_of
from matgrad.app.ask.programs.reading import Reader, reader
from matgrad.app.ask.programs.roles import numbers_by_default
from matgrad.app.ask.programs.settling import settled
from matgrad.app.ask.programs.stated import masks_in, stated_facts
from matgrad.app.ask.programs.told import Told, remarks, told_of_all, told_shapes, told_sizes
from matgrad.app.ask.programs.typed import Typed, claims_in
from matgrad.app.ask.text.segments import cut
from matgrad.app.ask.understand import read_and_listen
from matgrad.app.listings.derivatives import derivative_of
from matgrad.app.listings.execution import Interpreter
from matgrad.app.listings.likely import COUNT, DATA, WEIGHTS
from matgrad.app.listings.naming import Naming
from matgrad.app.listings.shapes import Axes, Fit, Search
from matgrad.app.listings.values import Unread
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_shape

READ = "the program is read as its libraries compute; it is parsed, not run"
NOT_READ = "The program is not read{}: {}. Write the function as a formula, or leave that out."
WHICH = "With respect to which variable? The program has {}."
OTHERS = "shapes are not told: {} would fit as well; say which shapes it has if that is meant"
ABOVE = "{0} is the derivative by {1} of what comes behind it, called {2} here"
MOST_RIVALS = 3
CLOSE = 0.2
Equations = tuple[tuple[str, str], ...]
_DATA = re.compile(rf"{DATA.pattern}|y\w*|t|labels?|targets?", re.I)


def understand_program(text: str) -> Understood | None:
    """A question about a program in Python; None if there is no such program."""
    found = program_in(text)
    if found is None:
        return None
    told = _told(found)
    search = Search(partial(reader, found, told), told.shapes, all_are=told_of_all(found.words))
    fits = search.fits()
    made = Understood(cut(""), Reading(), Said(), Meaning(), text=text)
    made.said.is_network = NETWORK.search(found.words) is not None
    made.notes.append(READ)
    if not fits:
        made.questions.append(_why(search.failure))
        return made
    try:
        rivals = [x for x in fits if _is_rival(x, fits[0])][:MOST_RIVALS]
        ways = [settled(x.machine, partial(_again, found, told, search)) for x in rivals]
    except MatgradError as error:
        made.questions.append(_why(error))
        return made
    made.program = ways
    _fill(made, ways[0], told, found.words)
    made.notes += _rivals(rivals)
    return made


def _is_rival(fit: Fit[Reader], best: Fit[Reader]) -> bool:
    """Is this way to read a program about as likely as the best one?"""
    return fit.cost <= best.cost + CLOSE and fit.machine.misfits <= best.machine.misfits


def _again(found: Found, told: Told, search: Search[Reader], axes: Axes) -> Reader:
    return reader(found, told, axes, frozenset(search.used))


def _told(found: Found) -> Told:
    """What the words, the comments and the program itself tell before it is read."""
    names = _identifiers(found)
    told = {in_case(x, names): y for x, y in told_shapes(found.code, found.words).items()}
    shapes = {x: y for x, y in told.items() if x in names}
    for each in _routines(found):
        shapes |= {name: () for name in each if name not in shapes}
    variables = asked.variables(found.words, names) or asked.tracked(found.code, names)
    facts, equations = _facts("\n".join((found.words, *remarks(found.code))), names)
    above = tuple(asked.given(found.words, found.code, names))
    typed = tuple(claims_in(found.words, {*names, *above}))
    is_jacobian = asked.JACOBIAN.search(found.words) is not None
    return Told(
        shapes=shapes,
        sizes=told_sizes(shapes) | _counts(found, shapes, typed),
        facts={**_definite(found), **facts},
        equations=equations,
        words=found.words,
        asked=tuple(variables),
        started=frozenset({*variables, *_differentiated(found, names)}),
        of=asked.function_in(found.words, names),
        library=_library(found.code),
        given=above,
        typed=typed,
        wants_number=not is_jacobian,
    )


def _differentiated(found: Found, names: set[str]) -> set[str]:
    """The variables by which the program has derivatives."""
    stepped = {
        node.target.id
        for statement in found.body
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Sub)
        and isinstance(node.target, ast.Name)
    }  # w -= lr * grad
    named = {x for name in _assigned(found) if (x := derivative_of(name, names - {name}))}
    return named | {x for x in stepped if WEIGHTS.fullmatch(x)}


def _library(code: str) -> str:
    """The library whose methods arrays have: PyTorch's, unless NumPy is used as well."""
    is_torch = re.search(r"\btorch\b|\bnn\.|(?<![\w.])F\.", code) is not None
    return "torch" if is_torch and not re.search(r"\bnp\.|\bnumpy\b", code) else "numpy"


def _identifiers(found: Found) -> set[str]:
    """The names of a program."""
    nodes = [node for statement in found.body for node in ast.walk(statement)]
    names = {x.id for x in nodes if isinstance(x, ast.Name)} | {
        x.arg for x in nodes if isinstance(x, ast.arg)
    }
    keys = {
        x.slice.value
        for x in nodes
        if isinstance(x, ast.Subscript) and isinstance(x.slice, ast.Constant)
    }
    own = {x.attr for x in nodes if isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name)
           and x.value.id == "self"}  # fmt: skip
    return names | {x for x in keys if isinstance(x, str)} | own


def _counts(found: Found, told: Collection[str], typed: Sequence[Typed]) -> frozenset[str]:
    """Names for numbers of samples, if nothing is done with them that is done with arrays."""
    arrays: set[str] = set()
    for node in (node for statement in found.body for node in ast.walk(statement)):
        match node:
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                arrays |= {x.id for x in (left, right) if isinstance(x, ast.Name)}
            case ast.Attribute(value=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)):
                arrays.add(name)
            case _:
                pass
    claimed = {x.id for each in typed if each.node for x in ast.walk(each.node)
               if isinstance(x, ast.Name)}  # fmt: skip
    free = (_identifiers(found) | claimed) - arrays - {*told} - _assigned(found)
    return frozenset(x for x in free if COUNT.fullmatch(x))


def _assigned(found: Found) -> set[str]:
    """The names that statements set."""
    nodes = (node for statement in found.body for node in ast.walk(statement))
    return {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}


def _routines(found: Found) -> list[list[str]]:
    """The parameters of each routine that are numbers by default."""
    machine = Interpreter(axes={}, naming=Naming())
    machine.run([x for x in found.body if isinstance(x, ast.FunctionDef)], machine.main)
    return [numbers_by_default(each) for each in machine.routines.values()]


def _facts(words: str, names: Collection[str]) -> tuple[dict[str, list[str]], Equations]:
    """What is said of arrays: A is symmetric, M is a mask, of which M ⊙ M = M."""
    single = [x for x in names if re.fullmatch("[A-Za-z]", x) and x not in "aI"]
    marked = re.sub(rf"(?<![\w.$\\`'’])`?([{''.join(single)}])`?(?![\w$'’])", r"$\1$", words)
    try:
        said = read_and_listen(cut(marked if single else words)).said
    except MatgradError:
        return {}, ()
    facts = {name: sorted(x) for name, x in said.facts.items() if name in names and x}
    others = {in_case(x, names): x for x in (name.swapcase() for name in names) if x not in names}
    pairs = (
        (in_case(x, names), fact) for x, fact in stated_facts(words, {*names, *others.values()})
    )
    stated = {x: [fact] for x, fact in pairs if x not in facts}
    masks = [(rf"{x}\odot {x}", x) for x in masks_in(words) if x in names]
    return {**stated, **facts}, (*((x.left, x.right) for x in said.given), *masks)


def in_case(name: str, names: Collection[str]) -> str:
    """The name of the program that words write with a small letter, or with a capital."""
    other = name.swapcase()
    return other if name not in names and len(name) == 1 and other in names else name


def _definite(found: Found) -> dict[str, list[str]]:
    """The matrices of which a Cholesky factor is taken, or that are called covariances."""
    facts: dict[str, list[str]] = {}
    for node in (node for statement in found.body for node in ast.walk(statement)):
        match node:
            case (
                ast.Call(
                    func=ast.Attribute(attr="cholesky" | "cho_factor"), args=[ast.Name(id=name), *_]
                )
                | ast.Name(id=("Sigma" | "cov" | "Cov" | "covariance") as name)
            ):
                facts[name] = ["positive_definite"]
            case ast.Name(
                id=("eps" | "epsilon" | "delta" | "sigma" | "tau" | "temperature") as name
            ):
                facts[name] = ["positive"]
            case _:
                pass
    return facts


def _why(error: MatgradError | None) -> str:
    if error is None:
        return NOT_READ.format("", "no shapes fit")
    line = error.line if isinstance(error, Unread) else 0
    return NOT_READ.format(f" (line {line})" if line else "", error.message)


# ---------------------------------------------------------------- the question


def _fill(made: Understood, m: Reader, told: Told, words: str) -> None:
    """The problem, and what is asked about it."""
    made.notes += [*m.naming.notes, *m.notes]
    for name, (target, _) in m.upstream.items():
        made.notes.append(ABOVE.format(name, target, m.inputs[name].expr.name))
    names = _wanted(m, told, words)
    computed = [name for name in names if name not in m.inputs and name in told.asked]
    made.problem = problem_of(m)
    assert m.function is not None
    whole = m.function.expr
    symbols = {name: x.expr.name for name in names if (x := m.version(name, whole)) is not None}
    made.kind = _kind(m, words)
    made.variables = tuple(x for x in symbols.values() if x in made.problem.symbols)
    made.others = [x for x in computed if x in symbols]
    made.is_scalar = made.problem.function.is_scalar
    if not names:
        made.notes += [f"{x.name}: {plain_shape(x.shape)}" for x in made.problem.symbols.values()]
        inputs = ", ".join(x for x in m.inputs if x not in m.upstream)
        made.questions.append(WHICH.format(inputs))


def _kind(m: Reader, words: str) -> str:
    assert m.function is not None
    if m.function.axes:
        return JACOBIAN
    return HESSIAN if asked.HESSIAN.search(words) else GRADIENT


def _wanted(m: Reader, told: Told, words: str) -> list[str]:
    """The names by which derivatives are asked for: those named, those claimed, or all weights."""
    assert m.function is not None
    known = [x for x in m.known if m.version(x, m.function.expr) is not None]
    named = [x for x in told.asked if x in known]
    claimed = [x.target for x in m.claims if x.target in known]
    found = list(dict.fromkeys(named or claimed))
    inputs = [x for x in m.inputs if x in known and x not in m.upstream]
    weights = [
        x for x in inputs if not _DATA.fullmatch(x) and not COUNT.fullmatch(x) and m.inputs[x].axes
    ]
    if named or (found and not asked.ALL.search(words)):
        return found
    return (
        list(dict.fromkeys([*found, *weights]))
        if asked.ALL.search(words)
        else _only(inputs) or _only([x for x in m.parameters if x in inputs])
    )


def _only(names: list[str]) -> list[str]:
    """The one name there is, if there is one."""
    return names if len(names) == 1 else []


def _rivals(fits: list[Fit[Reader]]) -> list[str]:
    """What else would fit, in words."""
    words = {"s": "a number", "v": "a vector", "m": "a matrix", "r": "one row", "c": "one column"}
    best = fits[0].kinds
    lines: list[str] = []
    for other in fits[1:MOST_RIVALS]:
        differ = [f"{x} as {words[kind]}" for x, kind in other.kinds.items()
                  if best.get(x) != kind and kind in words]  # fmt: skip
        lines += [OTHERS.format(" with ".join(differ))] if differ else []
    return lines
