"""The matrices that are meant where words name none: both matrices are symmetric."""

from __future__ import annotations

from matgrad.app.ask.facts.properties import not_used
from matgrad.app.ask.facts.said import CONDITIONAL, DENIED, MENTIONED
from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.function import declarations, read_function
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.facts import SQUARE_ONLY, fact_words, facts_of
from matgrad.core.walk import symbols
from matgrad.render.glyphs import plain_name


def name_general(found: Understood) -> None:
    """Find the matrices that are meant, which are those of the function, and read it again."""
    _leave_number(found)
    is_new = False
    for each in dict.fromkeys(found.said.general):
        names = matrices(found, each.fact)
        is_clear = each.is_all and each.only in (0, len(names))
        meant = names if is_clear or len(names) == 1 else []
        words = fact_words(each.fact)
        facts = [(name, each.fact) for name in meant if each.fact not in _known(found, name)]
        if each.how == CONDITIONAL:
            found.said.supposed += facts
            for segment in each.segments:
                found.said.cases.setdefault(segment, []).extend(facts)
        elif each.how == MENTIONED:
            found.said.doubtful += facts
            found.notes += found.said.not_taken(facts, MENTIONED)
        elif each.how != DENIED and facts:
            is_new = True
            for name, fact in facts:
                found.said.facts.setdefault(name, set()).add(fact)
            shown = " and ".join(plain_name(name) for name, _ in facts)
            found.notes.append(f"called {words} in the text: {shown}")
        elif each.how != DENIED and not meant:
            found.said.unknown += [(name, f"a matrix is {words}") for name in names]
    if is_new:
        read_function(found, found.is_scalar)
    _hold_described(found)
    for part in found.problem.definitions if found.problem else ():
        name = part.symbol.name
        for fact in sorted(_known(found, name) - facts_of(part.value)):
            found.said.unknown.append(not_used(name, fact_words(fact)))


def _leave_number(found: Understood) -> None:
    """What is mentioned of the function, a number, is meant of a matrix of it."""
    said, problem = found.said, found.problem
    if problem is None or not problem.function.is_scalar:
        return
    meant = [x for x in said.open_facts if x[0] == problem.name and x[1] in SQUARE_ONLY]
    for fact in meant:
        lines = [*said.not_taken([fact], MENTIONED), *said.not_taken([fact], CONDITIONAL)]
        found.notes = [note for note in found.notes if note not in lines]
        said.doubtful = [x for x in said.doubtful if x != fact]
        said.supposed = [x for x in said.supposed if x != fact]
        names = matrices(found, fact[1])
        if len(names) == 1:  # an energy with symmetric couplings
            said.doubtful.append((names[0], fact[1]))
            found.notes += said.not_taken([(names[0], fact[1])], MENTIONED)
        else:
            said.loose.append(fact[1])


def _hold_described(found: Understood) -> None:
    """Hold L = D - W fixed that the text calls symmetric, if nothing is asked of its parts."""
    reading, function = found.reading, found.function
    asked = [*(each for each, _ in (*reading.asked, *found.said.asked))]
    asked += [each.derivative for each in reading.claimed]
    moved = {name for each in asked for name in each.variables}
    moved |= {whole_name(part) or "" for part in (function and function.left.arguments) or ()}
    values = [value for each in reading.claimed for value in each.values]
    values += [reading.formula(segment) for segment in found.said.claims]
    moved |= {name for value in values for name in names_in(value)}
    held = [
        part.symbol.name
        for part in (found.problem.definitions if found.problem else ())
        if _known(found, part.symbol.name) - facts_of(part.value)
        and moved.isdisjoint(x.name for x in symbols(part.value))
    ]
    if held:
        found.kept += (*held,)
        for name in held:
            words = " and ".join(map(fact_words, sorted(_known(found, name))))
            given = found.meaning.defined.get(name)
            shown = quoted(given.equation).plain if given else "its definition"
            told = f"{plain_name(name)} is {words}, as the text says"
            found.notes.append(f"{told}; {shown}, which does not show this, is not put in")
        read_function(found, found.is_scalar)


def _known(found: Understood, name: str) -> set[str]:
    return found.said.facts.get(name, set())


def matrices(found: Understood, fact: str) -> list[str]:
    """The matrices of the function of which something can be said; symmetric ones are square."""
    known = found.problem.symbols if found.problem else {}
    names = [name for name, x in known.items() if not x.shape.is_vector and not x.is_scalar]
    if fact not in SQUARE_ONLY:
        return names
    fixed = {each.name for each in declarations(found)}
    square = [name for name in names if known[name].shape.is_square]
    return square or [name for name in names if name not in fixed]
