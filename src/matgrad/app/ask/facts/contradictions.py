"""Facts that contradict each other: each may belong to a case of its own, with its own claims."""

from __future__ import annotations

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.said import MENTIONED, Given, Said
from matgrad.app.ask.facts.sizes import is_wide
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import mark_of
from matgrad.render.glyphs import latex_name
from matgrad.syntax.declarations import CONTRADICTIONS

Place = tuple[int, str]  # in the text, and the fact that is stated there


def settle_contradictions(said: Said, marked: str, reading: Reading) -> None:
    """Give each claim the one of two opposed facts that it stands beside."""
    claims = claim_places(said, marked, reading)
    for name in {name for name, _ in said.places}:
        for pair in CONTRADICTIONS:
            places = [
                (said.places[name, fact], fact) for fact in pair if (name, fact) in said.places
            ]
            stated = [fact in said.facts.get(name, ()) for _, fact in places]
            supposed = [(name, fact) in said.supposed for _, fact in places]
            if len(places) == 2 and (all(stated) or all(supposed)):
                _divide(said, name, sorted(places), _ranges(marked, sorted(places), claims))


def settle_orthonormal(said: Said, marked: str, reading: Reading) -> None:
    """What “V is orthonormal” says beside “V has orthonormal rows”: not that V is square.

    Of a semi-orthogonal matrix with fewer rows than columns the rows are orthonormal.
    """
    within = {each.name: each.within for each in reading.declared} | said.sizes
    for each, places in [*said.given_at.items()]:
        name, words = each.turned, {marked[at : at + 11].lower() for at in places}
        stated = said.stated_at.get((name, "orthogonal"), [])
        is_again = all(marked.startswith("orthonormal", at) for at in stated)
        if words == {"orthonormal"} and stated and is_again and name not in within:
            said.facts[name].discard("orthogonal")
            said.keep(MENTIONED, (name, "orthogonal"))
        is_semi = all(word.startswith("semi") for word in words)
        if name and is_semi and is_wide(within.get(name, ""), reading):
            other = Given(f"{(x := latex_name(name))}{x}^T", "I", name)
            said.given = [other if known == each else known for known in said.given]


def claim_places(said: Said, marked: str, reading: Reading) -> dict[int, int]:
    """Where the formulas stand that are claimed."""
    segments = {c.segment for c in reading.claimed} | {p.segment for p in said.points}
    return {n: marked.find(mark_of(n)) for n in (*segments, *said.claims)}


def _divide(said: Said, name: str, places: list[Place], beside: list[list[int]]) -> None:
    """Suppose each of two facts for the claims beside it; without claims both stay as they are."""
    if not all(beside):
        return
    facts = [(name, fact) for _, fact in places]
    for known in said.cases.values():
        known[:] = [fact for fact in known if fact not in facts]
    for fact, segments in zip(facts, beside, strict=True):
        said.facts.get(name, set()).discard(fact[1])
        said.supposed += [fact] if fact not in said.supposed else []
        for segment in segments:
            said.cases.setdefault(segment, []).append(fact)


def _ranges(marked: str, places: list[Place], claims: dict[int, int]) -> list[list[int]]:
    """The claims that belong to the first of two places, and those that belong to the second."""
    (first, _), (second, _) = places
    start, stop = sentence_around(marked, first)
    if second >= stop:  # in another sentence
        middle = sentence_around(marked, second)[0]
        ends = (start, middle, len(marked))
    elif any(start <= at < first for at in claims.values()):  # it is 2Ax if …, and 0 if …
        ends = (start, first, second)
    else:  # if …, it is 2Ax, and if …, it is 0
        ends = (first, second, stop)
    pairs = ((ends[0], ends[1]), (ends[1], ends[2]))
    return [[n for n, at in claims.items() if low <= at < high] for low, high in pairs]
