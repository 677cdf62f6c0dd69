"""Where an outcome of today stands beside the recorded one."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import matgrad as mg
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.lines import EXACT, REAL, equality, field_verdicts, report
from matgrad.verify.point import setting

SAME, EQUAL, BETTER, GUESS = "same", "equal", "better", "guess"
ASKS, REFUSES, ANSWERS, BY_GUESS = "asks", "refuses", "answers", "answers by guess"
DIFFERENT = "different"
SORTS = (SAME, EQUAL, BETTER, ASKS, REFUSES, ANSWERS, BY_GUESS, GUESS, DIFFERENT)  # worst last
JUDGED = ("right", "wrong")
COMPARED = ("function", "definitions", "functions", "shapes", "facts", "asked", "results")
_NAME = re.compile(r"[^\W\d]\w*")
Outcome = Mapping[str, Any]
Outcomes = list[Outcome]


class Finding(NamedTuple):
    """A sort, and in what an outcome differs."""

    sort: str
    words: str = ""


def findings(entry: str, old: Outcome, new: Outcome) -> Iterator[tuple[str, Finding]]:
    """The rows of a record: a reply has one for what is read and one for its claims."""
    yield entry, read_in_reply(old, new) if entry == "ask" else read(old, new)
    if entry == "ask" and ("claims" in old or "claims" in new):
        yield "claims", judged(old.get("claims", ()), new.get("claims", ()), "status" in new)


def read(old: Outcome, new: Outcome) -> Finding:
    """One problem, or one derivation, beside another."""
    if "error" in new:
        return Finding(SAME if "error" in old else refusal(new), new["error"])
    if "error" in old:
        return Finding(BY_GUESS if "status" in new else ANSWERS, new["function"])
    found = compared(old, new)
    if found.sort != DIFFERENT:
        return found
    unsure = ANSWERS if "doubt" in old else DIFFERENT
    return Finding(GUESS if "status" in new else unsure, found.words)


def refusal(new: Outcome) -> str:
    """Is a question asked where there is no answer?"""
    return ASKS if new.get("error") == "E_AMBIG" or "questions" in new else REFUSES


def read_in_reply(old: Outcome, new: Outcome) -> Finding:
    """The derivations of a reply beside those of another."""
    before, now = apart(old.get("derivations", [])), apart(new.get("derivations", []))
    if not now:
        words = new.get("error") or " ".join(new.get("questions", []))
        return Finding(refusal(new) if before else SAME, words)
    status = {"status": new["status"]} if "status" in new else {}
    more = BY_GUESS if status else ANSWERS
    if not before:
        return Finding(more, now[0]["function"])
    pairs, left, rest = paired(before, now)
    found = [read(one, {**other, **status}) for one, other in pairs]
    if left:
        less = GUESS if status else ASKS if "questions" in new else DIFFERENT
        found.append(Finding(less, f"not derived: {told(left)}; derived: {told(now)}"))
    elif rest:
        found.append(Finding(more, f"derived besides: {told(rest)}"))
    return max(found, key=lambda each: SORTS.index(each.sort))


def apart(derivations: Iterable[Outcome]) -> Outcomes:
    """The derivations by each variable alone, where there is a result for each."""
    return [
        {**each, "asked": [each["asked"][0], [name]], "results": {name: result}}
        if len(each["results"]) > 1
        else each
        for each in derivations
        for name, result in each["results"].items()
    ]


def paired(before: Outcomes, now: Outcomes) -> tuple[list[Outcomes], Outcomes, Outcomes]:
    """The derivations of one kind by the same variables, and those that are left over."""
    rest, pairs, left = [*now], list[Outcomes](), Outcomes()
    for one in before:
        fitting = [each for each in rest if each["asked"] == one["asked"]]
        other = min(fitting, key=lambda x: x["function"] != one["function"], default=None)
        if other is None:
            left.append(one)
        else:
            rest.remove(other)
            pairs.append([one, other])
    return pairs, left, rest


def told(derivations: Iterable[Outcome]) -> str:
    """What is derived, in words."""
    told = (
        f"{d['asked'][0]} of {d['function']} by {', '.join(d['asked'][1])}" for d in derivations
    )
    return "; ".join(told)


def judged(old: Sequence[Any], new: Sequence[Any], is_guess: bool = False) -> Finding:
    """The verdicts on claims: what was right must not be wrong, nor the other way round."""
    if Counter(map(tuple, old)) == Counter(map(tuple, new)):
        return Finding(SAME)  # the order is that of the text, or that of the formulas
    before, now = [status for status, _ in old], [status for status, _ in new]
    words = f"{', '.join(before) or 'none'} → {', '.join(now) or 'none'}"
    if before == now:
        return Finding(SAME)
    changes = [(one, other) for one, other in zip_longest(before, now) if one != other]
    if len(before) != len(now):  # nobody knows which claim is which
        gone, come = Counter(before) - Counter(now), Counter(now) - Counter(before)
        changes = [(one, other) for one in gone or [""] for other in come or [""]]
    if any(one in JUDGED and other in JUDGED for one, other in changes):
        return Finding(GUESS if is_guess else DIFFERENT, words)
    return Finding(ASKS if any(one in JUDGED for one, _ in changes) else ANSWERS, words)


# ---------------------------------------------------------------- one function beside another


def compared(old: Outcome, new: Outcome) -> Finding:
    """Same, equal or different: the function, its shapes and facts, what is asked, the results."""
    if in_order(old) == in_order(new):
        return Finding(SAME)
    alike = with_sizes_of(old, with_names_of(old, new))
    for part in ("asked", "facts", "shapes"):
        if (before := old.get(part)) != (now := alike.get(part)):
            return Finding(DIFFERENT, f"{part}: {before} → {now}; {new['function']}")
    words = f"{old['function']} → {alike['function']}"
    try:
        is_equal = all(map(equal, expressions(old), expressions(alike)))
    except (mg.MatgradError, Undecided) as error:
        return Finding(DIFFERENT, f"{words} ({str(error).splitlines()[0]})")
    return Finding(EQUAL if is_equal else DIFFERENT, words)


def in_order(data: Outcome) -> dict[str, Any]:
    """What is compared, the sizes named in the order in which the shapes show them."""
    names = {name: f"#{number}" for number, name in enumerate(sizes_in(data["shapes"]))}
    return renamed({part: data[part] for part in COMPARED if part in data}, names)


def with_names_of(old: Outcome, new: Outcome) -> Outcome:
    """The new outcome with variables spelled as in the old one: y_pred as ypred, varphi as phi."""
    spelled: dict[str, list[str]] = {}
    for name in {*old["shapes"]} - {*new["shapes"]}:
        spelled.setdefault(plain_name(name), []).append(name)
    own = [name for name in new["shapes"] if name not in old["shapes"]]
    found = {name: spelled.get(plain_name(name), []) for name in own}
    names = {name: others[0] for name, others in found.items() if len(others) == 1}
    if not names or len({*names.values()}) < len(names):
        return new
    text = json.dumps({part: new[part] for part in COMPARED if part in new})
    return {**new, **json.loads(_NAME.sub(lambda found: names.get(found[0], found[0]), text))}


def plain_name(name: str) -> str:
    """A name without marks and variants, and the letter of a matrix for that of its rows."""
    return name.removeprefix("var").replace("_", "").lower()


def sizes_in(shapes: Mapping[str, list[str]]) -> list[str]:
    """The names of sizes, in the order of the variables."""
    text = " ".join(" ".join(shapes[name]) for name in sorted(shapes))
    return list(dict.fromkeys(name for name in _NAME.findall(text) if name not in shapes))


def with_sizes_of(old: Outcome, new: Outcome) -> dict[str, Any]:
    """The new outcome with sizes called as in the old one, where they stand in the same places."""
    numbers = {
        n for n, sizes in new["shapes"].items() if not sizes and n in sizes_in(old["shapes"])
    }
    if numbers and numbers.isdisjoint(new.get("asked", ["", []])[1]):  # d of ∑ᵢ xᵢ / d is a size
        new = {**new, "shapes": {n: x for n, x in new["shapes"].items() if n not in numbers}}
    own, names = sizes_in(new["shapes"]), dict[str, str]()
    for variable, sizes in sorted(new["shapes"].items()):
        for size, wanted in zip(sizes, old["shapes"].get(variable, ()), strict=False):
            if size in own and _NAME.fullmatch(wanted):
                names.setdefault(size, wanted)
    times = Counter(names.values())
    kept = {one: other for one, other in names.items() if times[other] == 1}
    taken = {*new["shapes"], *numbers}
    apart = {name: f"{name}0" for name in kept.values() if name not in taken}
    return renamed(new, {**apart, **kept})


def renamed(data: Outcome, names: Mapping[str, str]) -> dict[str, Any]:
    """The same with other names of sizes, in formulas and in shapes."""

    def text(formula: str) -> str:
        return _NAME.sub(lambda found: names.get(found[0], found[0]), formula)

    changed = {
        "function": text(data["function"]),
        "definitions": [[name, text(value)] for name, value in data.get("definitions", [])],
        "shapes": {name: [*map(text, sizes)] for name, sizes in data["shapes"].items()},
        "results": {name: text(value) for name, value in data.get("results", {}).items()},
    }
    return {**data, **{part: value for part, value in changed.items() if part in data}}


def expressions(data: Outcome) -> list[Expr]:
    """The function and the results, read again with the shapes given, in the variables alone."""
    before = [f"function {name}" for name in data.get("functions", [])]
    before += [f"{name} = {value}" for name, value in data.get("definitions", [])]
    found: list[Expr] = []
    for _, formula in [("", data["function"]), *sorted(data.get("results", {}).items())]:
        problem = mg.parse("\n".join((*before, formula)), data["shapes"], data.get("facts"))
        whole = problem.function
        for part in reversed(problem.definitions):
            whole = substitute(whole, {part.symbol: part.value})
        found.append(whole)
    return found


def equal(one: Expr, other: Expr) -> bool:
    """Are two expressions equal at random points, by exact arithmetic?"""
    if one is other or one.shape != other.shape:
        return one is other
    place, wanted = setting(Problem(one), (), (), [other]), [equality("both", one, other)]
    exact = field_verdicts(place, wanted, 1)
    return report(place, wanted, exact, 1).statuses in ((EXACT,), (REAL,))
