"""What the program makes of a record, as data: the functions it reads, or why it reads none.

Only names that `import matgrad` offers are used here, so that a program with another reader gives
its outcomes in the same form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matgrad as mg
from matgrad.core.expr import Expr
from matgrad.core.walk import postorder
from matgrad.ops import functions_of

Record = Mapping[str, Any]
Outcome = dict[str, Any]  # without what is empty
INDEX = "idx"  # counts the terms of a sum, and is positive


def outcome(record: Record) -> Outcome:
    """What comes of a record; an error is an outcome as well."""
    try:
        if record["entry"] == "ask":
            return reply_data(mg.ask(record["text"]))
        data = problem_data(problem_of(record))
        return {"error": "E_AMBIG"} if data.get("status") == "unclear" else data
    except mg.MatgradError as error:
        return {"error": error.code}
    except Exception as error:
        return {"error": type(error).__name__}


def problem_of(record: Record) -> Any:
    """The problem; where a scalar function is meant, as `gradient` reads it."""
    given: dict[str, Any] = {"shapes": record.get("shapes"), "assume": record.get("assume")}
    is_latex = record["entry"] == "latex"
    if not record.get("scalar"):
        return (mg.parse_latex if is_latex else mg.parse)(record["text"], **given)
    wrt = record.get("wrt")
    if is_latex:
        return mg.gradient(mg.parse_latex(record["text"], **given), wrt, check=False).problem
    return mg.gradient(record["text"], wrt, check=False, **given).problem


def problem_data(problem: Any, wrt: tuple[str, ...] = ()) -> Outcome:
    """A problem as texts that can be read again, without the variables that nothing uses."""
    values = [each.value for each in problem.definitions]
    nodes = postorder(problem.function, *values)
    occurring = {*nodes}
    used = {*wrt, *(problem.asked[1] if problem.asked else ())}
    symbols = {n: x for n, x in problem.symbols.items() if x in occurring or n in used}
    functions = functions_of(nodes)
    named = {f"{n}({', '.join(f.params)})": f for n, f in functions.items() if f}
    shapes = {n: array_shape(x) for n, x in (symbols | named).items()}
    facts = {n: sorted(x.data.facts) for n, x in symbols.items()}
    facts |= {n: sorted(f.facts) for n, f in named.items()}
    data = {
        "function": str(problem.function),
        "definitions": [[each.symbol.name, str(each.value)] for each in problem.definitions],
        "shapes": shapes,
        "functions": [name for name, f in functions.items() if not f],
        "facts": {n: words for n, words in facts.items() if words and n != INDEX},
        "asked": problem.asked and [problem.asked[0], list(problem.asked[1])],
        "doubt": getattr(problem, "doubt", None) is not None,
        "status": status_of(problem),
    }
    return {name: value for name, value in data.items() if value or name == "shapes"}


def reply_data(reply: Any) -> Outcome:
    """The derivations of a reply, its verdicts on claims, and what it asks."""
    data = {
        "derivations": [
            *map(derivation_data, [*reply.derivations, *getattr(reply, "further", ())])
        ],
        "claims": [[claim.status, claim.words] for claim in reply.claims],
        "questions": list(reply.questions),
        "status": status_of(reply),
    }
    return {name: value for name, value in data.items() if value}


def derivation_data(d: Any) -> Outcome:
    """The function of a derivation, what it is differentiated by, and the results."""
    wrt = tuple(X.name for X in d.trace.wrt)
    asked = {"asked": [d.kind, [*wrt]], "results": {n: str(x) for n, x in d.answers.items()}}
    return problem_data(d.trace.origin.problem, wrt) | asked


def array_shape(x: Expr | Any) -> list[str]:
    """The sizes that an array has: none for a number, one for a column."""
    rows, cols = map(str, x.shape)
    return [rows, cols] if cols != "1" else [rows] if rows != "1" else []


def status_of(answer: Any) -> str:
    """How sure the reading is; nothing where it is sure, or where nothing is said of it."""
    status = getattr(getattr(answer, "reading", answer), "status", "read")
    return "" if status == "read" else status
