"""What the words around formulas say: what a name is, what is asked, what is claimed."""

from __future__ import annotations

import re
from itertools import pairwise

from matgrad.app.ask.asking.called_behind import with_names_before
from matgrad.app.ask.asking.changes import hear_negatives, hear_unmade
from matgrad.app.ask.asking.described import without_descriptions
from matgrad.app.ask.asking.follow_ups import give_in_order, leave_told
from matgrad.app.ask.asking.forces import take_forces, tell_forces
from matgrad.app.ask.asking.hints import is_aside, leave_hinted, leave_parts
from matgrad.app.ask.asking.instead import tell_of_written
from matgrad.app.ask.asking.named_answers import name_answers, name_backward
from matgrad.app.ask.asking.of_what import apply_signs
from matgrad.app.ask.asking.place_words import carry_points
from matgrad.app.ask.asking.places import tell_places
from matgrad.app.ask.asking.point_claims import tell_points
from matgrad.app.ask.asking.precise import turn_to_precise
from matgrad.app.ask.asking.proportions import tell_proportions
from matgrad.app.ask.asking.proposals import tell_again, tell_derivatives
from matgrad.app.ask.asking.questions import listen_to_questions
from matgrad.app.ask.asking.signs import tell_signs
from matgrad.app.ask.asking.solutions import tell_solutions
from matgrad.app.ask.asking.tabled import with_told_tables
from matgrad.app.ask.asking.turns import (
    give_to_nearest,
    turn_to_another,
    turn_to_variable,
    with_ones_named,
)
from matgrad.app.ask.asking.unknowns import ask_for_solved
from matgrad.app.ask.facts.activations import listen_to_activations
from matgrad.app.ask.facts.apart import clause_by_clause
from matgrad.app.ask.facts.commuting import with_commuting
from matgrad.app.ask.facts.contradictions import settle_contradictions, settle_orthonormal
from matgrad.app.ask.facts.contrasts import with_contrasts
from matgrad.app.ask.facts.equations import listen_to_formulas
from matgrad.app.ask.facts.given_up import with_given_up
from matgrad.app.ask.facts.implied import square_in_cases
from matgrad.app.ask.facts.intervals import listen_to_intervals
from matgrad.app.ask.facts.names import listen_to_names
from matgrad.app.ask.facts.openings import limit_openings, tell_general, with_definitions
from matgrad.app.ask.facts.plurals import without_plurals
from matgrad.app.ask.facts.properties import NEEDED_BY
from matgrad.app.ask.facts.said import Given, Said
from matgrad.app.ask.facts.scopes import (
    carry_cases,
    keep_behind,
    leave_unclaimed,
    limit_facts,
    state_defining,
)
from matgrad.app.ask.facts.simple_words import flowing
from matgrad.app.ask.facts.sizes import (
    listen_to_all,
    listen_to_numbers,
    listen_to_sizes,
    without_orders,
)
from matgrad.app.ask.facts.special_cases import keep_cases, link_names
from matgrad.app.ask.facts.unbound import without_structure
from matgrad.app.ask.facts.unheard import (
    keep_free,
    keep_loose,
    keep_unreal,
    leave_to_others,
    quote_unheard,
)
from matgrad.app.ask.facts.unnamed import listen_to_general
from matgrad.app.ask.formulas.claimed import INNER, OPEN, laplacian_of
from matgrad.app.ask.formulas.notation import head_of, whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.outline import as_sentences
from matgrad.app.ask.text.sentences import sentences
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_GIVEN = r"(?:is|are|be|equals?|denotes?|is given by|is defined (?:as|by|to be)|reads|:)"
_OBJECTIVE = re.compile(
    r"\b(?:loss|cost|objective|criterion|error|energy|(?:log-?)?likelihood|risk|lagrangian"
    r"|hamiltonian|functional|barrier|potential|misfit|discrepancy|utility|function)"
    rf"\b(?:\s+function)?(?:\s+(?!of\b|{_GIVEN}\b)[a-z-]+){{0,3}}\s*(?:{M}\s+)?{_GIVEN}\s+"
    rf"(?:(?!of\b|gradient|derivative)[a-z-]+\s+){{0,6}}?({M})",
    re.I,
)
_MINIMISED = re.compile(  # we minimise the sum ⟦3⟧ over ⟦5⟧
    rf"\b(?:minim|maxim)i[sz](?:e[sd]?|ing)\s+(?:(?!over|with|by|w\.?r)[a-z-]+\s+){{0,4}}?({M})",
    re.I,
)
_MEANS = re.compile(
    rf"(?:^|[,.;:(?!]|\b(?:where|with|if|let|when|here|function|loss|cost|that|and|suppose|assume"
    rf"|say|define|for|objective))\s*({M})\s+{_GIVEN}\s+(?:(?:the|function|quantity|just|simply)"
    rf"\s+){{0,3}}({M})(?!\s*-)",
    re.I | re.M,
)
_VARIABLE = re.compile(  # the gradients with respect to ⟦1⟧ and ⟦3⟧ are ⟦5⟧
    rf"\b(?:{RESPECT}|{DERIVATIVE}s?\s+(?:by|in|for))\s+(?:[a-z]+\s+){{0,3}}?{M}(?:\s*,\s*{M}){{0,6}}"
    r"\s*,?\s*and\s*\Z",
    re.I,
)
_VALUE = re.compile(  # ⟦A⟧ is the 2×2 matrix ⟦…⟧
    rf"({M})\s+{_GIVEN}\s+(?:an?|the|our)\s+(?:(?:[a-z]+|\d+|{M})[\s-]+){{0,4}}?(?:matrix|vector)\s*:?"
    rf"\s*({M})",
    re.I,
)
_GRID = re.compile(
    r"\s*(?:\\left\s*[(\[]\s*)?\\begin\s*\{\s*(?:[bpBvV]?matrix|smallmatrix|array)\s*\}"
)
_EVERY = re.compile(
    r"\b(?:all|each|every|both|four|three|two|six)\s+(?:(?:of\s+)?the\s+)?(?:\w+\s+){0,3}?"
    r"(?:parameters?|weights?(?: matrices)?|biases|variables|arguments|gradients)"
    r"|\bback-?prop\w* (?:equations|formulas|rules)"
    r"|\b(?:do|perform|write(?: down| out)?|derive|compute|carry out|work out|give|show|find|need"
    r"|want|what is) (?:me )?(?:the |a |both |its |full |forward |and |entire )*"
    r"(?:back-?ward(?:s)? pass|back-?prop(?:agation)?)\b",
    re.I,
)
_EACH = re.compile(  # compute the gradients of ⟦1⟧; what are both partial derivatives
    r"\b(?:compute|computing|find|finding|deriv(?:e|ing)|calculat(?:e|ing)|determine|give|need|want"
    r"|what are|(?:looking|ask) for|get|obtain)\s+(?:me\s+)?(?:(?:both|the|all|its|two|three)\s+)"
    r"{0,2}(?:of\s+the\s+)?(?:first(?:[- ]order)?\s+)?(?:partial\s+)?"
    r"(?:gradients|derivatives|partials)\b",
    re.I,
)
_REJECTED = re.compile(
    rf"(?:\bnot|\bnever|n['’]t|\brather than|\binstead of|\bneither|\bnor"
    rf"|\bif\s+(?:the|its)\s+{DERIVATIVE}\s+(?:were|was|had\s+been))\s+(?:just\s+)?({M})",
    re.I,
)
_KNOWN = re.compile(
    r"\b(?:(?:I|we)\s+(?:already\s+|do\s+)?(?:know|remember|use)|using|recall|well[- ]known)\s+"
    rf"(?:that\s+)?({M})",
    re.I,
)
_MEMBER = re.compile(r"[a-z]_[i-n]")
NETWORK = re.compile(r"\bback-?\s?prop|\bforward (?:pass|prop)|\bbackward|\bneural|\bnetwork", re.I)
CAPITALS = re.compile(r"diagonal matri\w+[^.]*(?:upper-?case|capital)", re.I)


def listen(marked: str, reading: Reading) -> Said:
    """Read the words of a text in which formulas are marked by their numbers."""
    marked = with_contrasts(as_sentences(with_told_tables(marked, reading)))
    marked, unbound = without_structure(without_orders(marked, reading), reading)
    marked = flowing(with_given_up(marked, reading))
    marked = without_descriptions(marked, reading)
    marked = without_plurals(with_definitions(marked, reading), reading)
    marked = with_names_before(clause_by_clause(marked, reading), reading)
    marked = with_ones_named(with_commuting(marked, reading), reading)
    said = Said(
        unbound=unbound,
        wants_all=_EVERY.search(marked) is not None,
        wants_each=_EACH.search(marked) is not None,
        is_network=NETWORK.search(marked) is not None,
        has_capitals=CAPITALS.search(marked) is not None,
    )
    marked = _hear_facts(said, marked, reading)
    _hear_sentences(said, marked, reading)
    _settle(said, marked, reading)
    return said


def _hear_facts(said: Said, marked: str, reading: Reading) -> str:
    """What is said of names and formulas; the text without the points that it names."""
    link_names(reading)
    keep_cases(said, marked, reading)
    listen_to_names(said, marked, reading)
    listen_to_general(said, marked)
    listen_to_activations(said, marked, reading)
    quote_unheard(said, marked, reading)
    keep_loose(said, marked)
    for before, sentence in pairwise(["", *sentences(marked)]):
        tell_solutions(said, sentence, reading, before)
    tell_signs(said, marked, reading)
    marked = tell_places(said, marked, reading)
    carry_points(said, marked)
    listen_to_formulas(said, marked, reading)
    listen_to_intervals(said, marked, reading)
    keep_unreal(said, marked)
    keep_free(said, marked, reading)
    take_back(said, reading)
    listen_to_sizes(said, marked, reading)
    listen_to_all(said, marked, reading)
    listen_to_numbers(said, marked, reading)
    listen_to_definitions(said, marked, reading)
    return marked


def _hear_sentences(said: Said, marked: str, reading: Reading) -> None:
    """What is asked and claimed, sentence by sentence."""
    apply_signs(marked, reading)
    leave_hinted(marked, reading)
    for before, sentence in pairwise(["", *sentences(marked)]):
        name_answers(sentence, reading, bool(said.asked or reading.asked))
        name_backward(sentence, reading)
        tell_derivatives(sentence, reading)
        tell_again(sentence, reading)
        tell_forces(said, sentence, reading)
        tell_points(said, sentence, reading)
        tell_proportions(said, sentence, reading)
        tell_solutions(said, sentence, reading, before)
        if not is_aside(said, sentence, reading):
            listen_to_questions(said, sentence, reading, before)
    ask_for_solved(said, reading)
    hear_negatives(said, marked, reading)
    hear_unmade(said, marked, reading)
    take_forces(said, marked)
    tell_of_written(said, marked, reading)
    turn_to_another(said, marked, reading)
    turn_to_variable(said, marked, reading)
    turn_to_precise(said, marked, reading)
    leave_told(said, reading)
    leave_parts(said, marked, reading)
    give_in_order(said, reading)
    give_to_nearest(said, reading)
    said.over += reading.over
    put_known_last(said, marked, reading)


def _has_derivatives(each: Given, functions: set[str]) -> bool:
    """Does a derivative stand in an equation? Then it is a claim, and states nothing of letters."""
    latex = f"{each.left} = {each.right}"
    primed = [found["primed"] for found in INNER.finditer(latex)]
    is_one = any(name is None or whole_name(name) in functions for name in primed)
    return is_one or OPEN.search(latex) is not None


def _settle(said: Said, marked: str, reading: Reading) -> None:
    """Which facts hold where: those that are open, contradicted or of one case only do not."""
    chains = [pieces for pieces in reading.equal.values() if laplacian_of(pieces[0])]
    open_ones = {left for pieces in chains for left in pieces}
    said.doubtful_given = [
        x
        for x in said.doubtful_given
        if x.left not in open_ones and not _has_derivatives(x, reading.functions)
    ]
    leave_to_others(said)
    reject(said, marked)
    settle_contradictions(said, marked, reading)
    settle_orthonormal(said, marked, reading)
    state_defining(said, marked, reading)
    limit_openings(said, marked, reading)
    tell_general(said, marked)
    leave_unclaimed(said, marked, reading)
    limit_facts(said, marked, reading)
    keep_behind(said, marked, reading)
    square_in_cases(said, reading)
    carry_cases(said, marked, reading)


def put_known_last(said: Said, marked: str, reading: Reading) -> None:
    """What a text only recalls comes after what it is about: I know that ⟦1⟧. Is ⟦3⟧?"""
    said.known = known = {n for found in _KNOWN.finditer(marked) for n in numbers(found[1])}
    of = {head_of(c.derivative.function) for c in reading.claimed if c.segment in known}
    reading.claimed.sort(key=lambda c: (head_of(c.derivative.function) in of, c.segment in known))


def reject(said: Said, marked: str) -> None:
    """Keep which formulas the text rejects: the gradient is not ⟦3⟧. None is the function."""
    said.rejected |= {n for found in _REJECTED.finditer(marked) for n in numbers(found[1])}
    for kept in (said.of, said.mentioned, said.objectives):
        kept[:] = [n for n in kept if n not in said.rejected]


def take_back(said: Said, reading: Reading) -> None:
    """Drop what something else in the text excludes: what is denied, and numbers called σ."""
    entries = [each.left for each in reading.defined if each.left.arguments is None]
    for name in {left.name.partition("_")[0] for left in entries if "_" in left.name}:
        said.functions.pop(name, None)  # the softmax p with p_i = …
    for name in [x for x in said.functions if _MEMBER.fullmatch(x)]:
        del said.functions[name]  # p_i is the softmax of the scores: a number, no function
    for name, latex in reading.signatures.items():
        if not said.functions.get(name) and "^" in latex.partition(r"\to")[0]:
            said.functions.pop(name, None)  # a function of vectors acts on no entries
    for name in said.functions:
        said.kinds.pop(name, None)  # with scalar t, σ logistic
    said.denied += [(name, fact) for name, fact in said.lifted if not said.is_stated(name, fact)]
    for name, fact in said.denied:
        said.facts.get(name, set()).difference_update((fact, *NEEDED_BY.get(fact, ())))
    spoken = [(name, fact) for name, facts in said.facts.items() for fact in facts]
    for name, fact in (*spoken, *said.open_facts):  # of a number nobody says \|\mu\| = 1
        if fact == "unit" and not name[0].isupper():
            said.kinds.setdefault(name, "vector")


def listen_to_definitions(said: Said, marked: str, reading: Reading) -> None:
    """Keep which formulas words call the function: the loss is ⟦1⟧, where ⟦1⟧ is ⟦3⟧."""
    called = (*_OBJECTIVE.finditer(marked), *_MINIMISED.finditer(marked))
    objectives = [n for found in called for n in numbers(found[1])]
    said.objectives += [n for n in objectives if n in reading.bare]
    for found in _MEANS.finditer(marked):
        (name,), (value,) = numbers(found[1]), numbers(found[2])
        is_variable = _VARIABLE.search(marked, 0, found.start(1)) is not None
        if name in reading.names and value in reading.bare and not is_variable:
            said.meant.append((name, value))
    for found in _VALUE.finditer(marked):
        (name,), (value,) = numbers(found[1]), numbers(found[2])
        if len(reading.names.get(name, ())) == 1 and _GRID.match(reading.bare.get(value, "")):
            said.meant.append((name, value))
