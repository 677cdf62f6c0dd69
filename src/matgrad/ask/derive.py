"""From what is wanted to a derivation: the problem is read, and what was guessed is listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from matgrad.api import pipeline as api
from matgrad.api.derivation import Derivation
from matgrad.ask.acts import Facts, Said
from matgrad.ask.decide import Wanted
from matgrad.ask.doubts import doubts
from matgrad.ask.join import Function, fits, problem_of, with_guesses
from matgrad.ask.symbols import IMPLIED, ORTHONORMAL
from matgrad.core.facts import IMPLIES
from matgrad.core.reading import Guess
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, MatgradError
from matgrad.ops import transpose
from matgrad.syntax.statement import What

KINDS: dict[str, Callable[..., Derivation]] = {
    "gradient": api.gradient,
    "jacobian": api.jacobian,
    "hessian": api.hessian,
    "differential": api.differential,
}


ROW = Guess("the function is a row; it is differentiated as a column", "its transpose")
JACOBIAN = Guess("the gradient of a function with many values is its Jacobian", "Jacobian of f")


def derivation(said: Said, each: Wanted) -> Derivation:
    """The derivation of what is wanted, with all that was guessed for it."""
    guesses = (*each.guesses, *said.guesses, *_conflicts(said, each))
    return derived(said, each.function, each.kind, each.by, each.ask.supposed, guesses)


def _conflicts(said: Said, each: Wanted) -> list[Guess]:
    """Names for which the text gives two shapes, facts that a shape forbids, and structures."""
    symbols = said.symbols.by_name.values()
    found = [
        Guess(f"{s.name} is {s.shape}", f"say once what {s.name} is") for s in symbols if s.conflict
    ]
    texts = [t.text for t in each.function.value]
    for at in range(len(texts) - 7):
        is_inverse = texts[at + 1 : at + 7] == ["^", "{", "-", "1", "}", "("]
        if is_inverse and texts[at + 8 : at + 9] == [")"] and not said.symbols.of(texts[at]).params:
            argument = texts[at + 7]
            found.append(
                Guess(
                    f"{texts[at]} is multiplied by {argument}", f"{texts[at]} depends on {argument}"
                )
            )
    for chain in _unused_equations(said, each):
        found.append(Guess(f"{chain} is not used", "leave it out, or say what it means"))
    for name, fact in each.ask.supposed:
        if name in each.by and name not in said.symbols.by_name and fact in STRUCTURES:
            found.append(Guess(f"{name} moves among those that are {fact}", f"{name} is any"))
    for symbol in symbols:
        supposed = {fact for name, fact in each.ask.supposed if name == symbol.name}
        kept = symbol.declaration(supposed).facts
        is_square = symbol.shape is not None or "square" in symbol.facts
        is_square = is_square or "orthogonal_columns" in kept
        if ORTHONORMAL in symbol.facts and not (is_square and kept & ORTHOGONAL):
            use = "is used" if "orthogonal" in kept else "is not used"
            words = f"{symbol.name}ᵀ{symbol.name} = I {use}, of a square matrix"
            found.append(Guess(words, f"{symbol.name}: n x n"))
        found += [
            Guess(f"{fact} is not used of {symbol.name}", f"{symbol.name} is not {fact}")
            for fact in sorted((symbol.facts & IMPLIES.keys()) - symbol.denied - kept)
        ]
        found += [
            Guess(f"{symbol.name} is {e.what}, as such are", f"{symbol.name} is not {e.what}")
            for e in symbol.evidence if e.how == IMPLIED
        ]  # fmt: skip
        if symbol.name in each.by and kept & STRUCTURES:
            words = (
                f"{symbol.name} moves among those that are {', '.join(sorted(kept & STRUCTURES))}"
            )
            found.append(Guess(words, f"{symbol.name} is any {symbol.kind or 'matrix or vector'}"))
    return found


ORTHOGONAL = frozenset({"orthogonal", "orthogonal_columns"})


def _unused_equations(said: Said, each: Wanted) -> list[str]:
    """Equations between formulas that are neither the function nor claimed."""
    claimed = {side[0].start for claim in said.claims for side in claim.sides}
    found: list[str] = []
    for statement, _ in said.functions:
        is_known = statement.place in said.identities
        if statement.what is not What.CHAIN or len(statement.sides) < 2 or is_known:
            continue
        if any(t.text == "d" for t in statement.tokens):
            continue  # a step with differentials
        starts = {side[0].start for side in statement.sides}
        keys = {Function("", (), side).key for side in statement.sides}
        if not starts & claimed and each.function.key not in keys:
            found.append(said.text.source[statement.place[0] : statement.place[1]])
    return found


STRUCTURES = frozenset(
    "symmetric skew diagonal orthogonal positive_definite unit lower_triangular upper_triangular "
    "onehot simplex toeplitz".split()
)


def derived(  # noqa: PLR0913, PLR0917
    said: Said, function: Function, kind: str, by: tuple[str, ...], supposed: Facts,
    guesses: Sequence[Guess],
) -> Derivation:  # fmt: skip
    """The derivation of a kind; a derivative is a gradient where the function has one value."""
    problem = _problem(said, function, kind, by, supposed)
    chosen = kind or ("gradient" if problem.function.is_scalar else "jacobian")
    if chosen == "gradient" and not problem.function.is_scalar:
        chosen = "jacobian"
        guesses = (*guesses, JACOBIAN)
    if problem.function.shape.is_vector and not problem.function.shape.is_column:
        problem = replace(problem, function=transpose(problem.function))
        guesses = (*guesses, ROW)
    guesses = (*guesses, *doubts(said, function, by, problem))
    return KINDS[chosen](with_guesses(problem, guesses), list(by))


def _problem(
    said: Said, function: Function, kind: str, by: tuple[str, ...], supposed: Facts
) -> Problem:
    """The problem, with one value if it is read so without more guesses."""
    if kind in ("gradient", "hessian"):
        try:
            found = problem_of(said, function, by, scalar=True, supposed=supposed)
        except MatgradError as error:
            if kind == "hessian" or not fits(error):
                raise
            return problem_of(said, function, by, scalar=False, supposed=supposed)
        return _with_doubt(found, said, function, by, supposed)
    if kind:
        return problem_of(said, function, by, scalar=False, supposed=supposed)
    readings: list[Problem] = []
    errors: list[MatgradError] = []
    for scalar in (True, False):
        try:
            readings.append(problem_of(said, function, by, scalar=scalar, supposed=supposed))
        except MatgradError as error:
            errors.append(error)
    if not readings:
        raise errors[-1]
    if len(readings) > 1 and all(x.shape.is_scalar for x in readings[0].symbols.values()):
        return _as_numbers(said, *readings)
    return min(readings, key=_strain)


def _with_doubt(
    found: Problem, said: Said, function: Function, by: tuple[str, ...], supposed: Facts
) -> Problem:
    """The problem, with a guess if only the gradient makes a letter a number."""
    symbols = found.symbols.values()
    is_mixed = not all(x.shape.is_scalar for x in symbols)
    if not _strain(found)[1] and not (is_mixed and any(x.shape.is_scalar for x in symbols)):
        return found
    try:
        other = problem_of(said, function, by, scalar=False, supposed=supposed)
    except AmbiguousError:
        return _as_numbers(said, found, None)
    except MatgradError:
        return found
    is_as_good = is_mixed and not other.function.is_scalar and not other.reading.guesses
    is_doubt = is_as_good or _strain(other) < _strain(found)
    return _as_numbers(said, found, other) if is_doubt else found


def _as_numbers(said: Said, found: Problem, other: Problem | None) -> Problem:
    """The problem, with a guess for each number that another reading takes for a vector."""
    given = {n for n, s in said.symbols.by_name.items() if s.shape or s.kind}
    new = [
        n for n, x in found.symbols.items()
        if x.shape.is_scalar and n not in given and (
            n in "efghuvwxyz" if other is None
            else n in other.symbols and not other.symbols[n].shape.is_scalar)
    ]  # fmt: skip
    return with_guesses(found, [Guess(f"{n} is a number", f"{n} is a vector") for n in new])


def _strain(problem: Problem) -> tuple[int, int]:
    """What speaks against a reading: its guesses, and letters read otherwise than on paper."""
    against = [
        name for name, x in problem.symbols.items()
        if x.shape.is_scalar and len(name) == 1 and name not in "abcdkmnpqrstN"
    ]  # fmt: skip
    return len(problem.reading.guesses), len(against)
