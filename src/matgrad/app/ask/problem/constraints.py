"""What a text says of the very variable that moves: x is a unit vector, subject to QᵀQ = I.

It holds at the points that are asked about, not beside them, so nothing may be simplified with it
before the derivative is taken. The derivative is that of the function of a free variable; a claim
about it may hold at these points only, or within the constraint.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from matgrad.app.ask.facts.properties import CONSTRAINTS
from matgrad.app.ask.facts.unbound import FORGOTTEN
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.usual import is_lagrangian
from matgrad.core.expr import Expr, make
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, fact_words
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.derive.structure import STRUCTURES, within
from matgrad.render.glyphs import plain_name
from matgrad.syntax.declarations import CONTRADICTIONS
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import Case, check_claim
from matgrad.verify.counterexamples import counterexample
from matgrad.verify.found import CONVENTION, RIGHT, ClaimReport

Fact = tuple[str, str]  # a name and what is supposed of it


def constraint_words(name: str, fact: str) -> str:
    """A constraint as what something stays while it moves."""
    said = STRUCTURES[fact].name if fact in STRUCTURES else fact_words(fact)
    return f"{plain_name(name)} stays {said}"


def assuming(problem: Problem, facts: Iterable[Fact]) -> Problem:
    """The same problem, and something supposed of its variables, if it can hold of them."""
    new: dict[Expr, Expr] = {}
    for name, fact in facts:
        old = problem.symbols.get(name)
        if old is None or (fact in VECTOR_ONLY and not old.shape.is_vector):
            continue
        if old.shape.is_square or fact not in SQUARE_ONLY:
            known = new.get(old, old).data.facts
            known = known.difference(*(pair for pair in CONTRADICTIONS if fact in pair))
            new[old] = make(old.op, (), old.data._replace(facts=known | {fact}))
    return with_symbols(problem, new)


def with_symbols(problem: Problem, new: dict[Expr, Expr]) -> Problem:
    """The same problem with other symbols in the place of some."""
    return replace(
        problem,
        function=substitute(problem.function, new),
        definitions=tuple(replace(d, value=substitute(d.value, new)) for d in problem.definitions),
        symbols={name: new.get(x, x) for name, x in problem.symbols.items()},
    )


def freed(
    problem: Problem, variables: Iterable[str], facts: frozenset[str] = CONSTRAINTS
) -> tuple[Problem, dict[Expr, Expr]]:
    """The problem in which these variables may move freely, and what each of them was before."""
    held = [problem.symbols[name] for name in variables if name in problem.symbols]
    held = [x for x in held if x.data.facts & facts]
    free = {x: make(x.op, (), x.data._replace(facts=x.data.facts - facts)) for x in held}
    return with_symbols(problem, free), {y: x for x, y in free.items()}


def release(found: Understood) -> None:
    """Let the variables move freely that the text holds by constraints, and say so."""
    if found.problem is None:
        return
    said, names = found.said, (*found.variables, *found.others)
    held = list(said.constraints)
    _assume_of_others(found, found.problem, _moving(found, names))
    if is_lagrangian(found):  # which has its constraints in it, for all that it is a function of
        said.constraints.clear()
        names = tuple(found.problem.symbols)
    found.problem, _ = freed(found.problem, names)
    _forget_structure(found, found.problem, names)
    for name in names:
        stated = sorted(said.facts.get(name, set()) & CONSTRAINTS)
        said.facts.get(name, set()).difference_update(stated)
        turned = [each for each in said.given if each.turned == name]
        is_square = name in found.problem.symbols and found.problem.symbols[name].shape.is_square
        stated += ["orthogonal"] if turned and is_square and "orthogonal" not in stated else []
        said.constraints += [
            (name, fact) for fact in stated if (name, fact) not in said.constraints
        ]
        shown = [constraint_words(name, fact).replace(" stays ", " is ") for fact in stated]
        for words in shown or [each.shown for each in turned]:
            found.notes.append(
                f"{words}: the derivative is that of a free {plain_name(name)}, "
                "which this does not simplify"
            )
    kept = [c for c in said.constraints if c[0] in names and c[1] in CONSTRAINTS | FORGOTTEN]
    said.constraints = [] if is_lagrangian(found) else kept
    _tell_unused(found, held)


def _tell_unused(found: Understood, held: Iterable[Fact]) -> None:
    """Name the constraints of which no use is made: x is nonnegative, and moves freely."""
    said = found.said
    for name, fact in dict.fromkeys(held):
        is_used = (name, fact) in said.constraints or fact in said.facts.get(name, ())
        if not is_used and fact not in CONSTRAINTS:
            words = f"{plain_name(name)} is {fact_words(fact)}"
            found.notes.append(f"{words}: a constraint, which is not used")


def _moving(found: Understood, names: tuple[str, ...]) -> tuple[str, ...]:
    """What the function is of, besides what is asked: a Lagrangian is of its multipliers too."""
    given = found.function.left.variables if found.function and is_lagrangian(found) else ()
    return (*names, *(name for x in given if (name := whole_name(x))))


def _forget_structure(found: Understood, problem: Problem, names: Iterable[str]) -> None:
    """Let the variables move freely whose structure the text tells to forget."""
    said = found.said
    unbound = [name for name in names if name in said.unbound or "" in said.unbound]
    found.problem, held = freed(problem, unbound, FORGOTTEN)
    for x in held.values():
        facts = sorted(x.data.facts & FORGOTTEN)
        said.facts.get(x.name, set()).difference_update(facts)
        said.constraints += [(x.name, fact) for fact in facts]
        shown = " and ".join(fact_words(fact) for fact in facts)
        found.notes.append(
            f"{plain_name(x.name)} is {shown}, which the derivative forgets, as the text says: "
            "it is taken over all matrices"
        )


def _assume_of_others(found: Understood, problem: Problem, variables: Iterable[str]) -> None:
    """What follows “subject to” and is about something that does not move is no constraint."""
    known = {name: x for name, x in problem.symbols.items() if name not in variables}
    facts = [(name, fact) for name, fact in found.said.constraints if name in known]
    facts = [c for c in facts if known[c[0]].shape.is_square or c[1] not in SQUARE_ONLY]
    if is_lagrangian(found):  # x^Tx = 1 is in it, and makes no number of its multiplier's factor
        facts = [c for c in facts if c[1] not in CONSTRAINTS]
    for name, fact in facts:
        found.said.facts.setdefault(name, set()).add(fact)
    found.problem = assuming(problem, facts)


def constrained(
    found: Understood, problem: Problem, variable: str, claim: Expr, true: Expr
) -> ClaimReport | None:
    """The verdict on a claim that is right only where the constraints hold, or within them."""
    facts = [each for each in found.said.constraints if each[0] in problem.symbols]
    if not facts:
        return None
    held = assuming(problem, facts)
    new = {x: held.symbols[name] for name, x in problem.symbols.items()}
    x, claim, true = held.symbols[variable], substitute(claim, new), substitute(true, new)
    words = " and ".join(constraint_words(*each) for each in facts)
    # By convention much is right: whatever is added along x moves x out of the unit sphere.
    result = check_claim(held, x, claim, true)
    if result.right and result.status != CONVENTION:
        return ClaimReport(result.status, f"where {words.replace(' stays ', ' is ')}")
    if true.shape != x.shape:
        return None
    result = check_claim(held, x, claim, within(true, x, "projected")[0])
    is_linear = {fact for _, fact in facts} <= FORGOTTEN  # in which nothing else is right
    is_right = result.right if is_linear else result.status == RIGHT
    return ClaimReport(CONVENTION, f"if {words}") if is_right else None


def obeying(
    found: Understood, problem: Problem, variable: str, pair: tuple[Expr, Expr], wrong: ClaimReport
) -> ClaimReport:
    """The verdict on a wrong claim with numbers that the constraints allow, if there are such."""
    facts = [each for each in found.said.constraints if each[0] in problem.symbols]
    if not facts or wrong.counterexample is None:
        return wrong
    held = assuming(problem, facts)
    new = {x: held.symbols[name] for name, x in problem.symbols.items()}
    claim, true = (substitute(each, new) for each in pair)
    try:
        place = Case(held, held.symbols[variable], claim, true).place()
        example = counterexample(place, claim, true, 1) if claim.shape == true.shape else None
    except Undecided:
        return wrong
    return replace(wrong, counterexample=example or wrong.counterexample)
