"""The tools: a function for each, from its arguments to its answer, both as data.

An error about the input is an answer as well, with options to choose from where a text has several
meanings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import matgrad as mg
from matgrad.api.derivation import Derivation
from matgrad.api.judge import derived, judge, of_kind
from matgrad.api.limits import LIMITS
from matgrad.ask.reply import ask
from matgrad.errors import MatgradError, ParseError, UnknownNameError
from matgrad.mcp.schemas import BY_NAME, Tool

Data = dict[str, Any]
TYPES: dict[str, type] = {
    "string": str, "array": list, "object": dict, "integer": int, "boolean": bool,
}  # fmt: skip


def answered(name: str, given: Data) -> Data:
    """The answer of a tool; what is wrong with the input is one, too."""
    texts = (given.get(each) for each in ("function", "text", "a", "question"))
    source = next((text for text in texts if isinstance(text, str)), "")
    try:
        tool = BY_NAME.get(name)
        if tool is None:
            raise UnknownNameError(f"there is no tool {name}", hint=", ".join(BY_NAME))
        _check(tool, given)
        return {"ok": True, "error": None, **ANSWERS[name](given)}
    except MatgradError as error:
        return {"ok": False, "error": {"options": [], **error.to_json(error.source or source)}}


def _check(tool: Tool, given: Data) -> None:
    """Refuse arguments that are missing, unknown, or of another type."""
    missing = [each for each in tool.needed if each not in given]
    unknown = [each for each in given if each not in tool.takes]
    if missing or unknown:
        words = f"{missing[0]} is missing" if missing else f"there is no argument {unknown[0]}"
        raise ParseError(words, hint="arguments: " + ", ".join(tool.takes))
    for name in given:
        schema = tool.takes[name]
        known: list[str] = schema.get("enum", [])
        if not _has_type(given[name], schema["type"]):
            raise ParseError(f"{name} has to be of type {schema['type']}")
        if known and given[name] not in known:
            raise ParseError(f"{name} is one of {', '.join(known)}, not {given[name]}")
        if schema["type"] == "object" and not _holds_words(given[name]):
            raise ParseError(f"the values of {name} are lists of words")


def _has_type(value: object, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name != "integer" or not isinstance(value, bool))


def _holds_words(value: Mapping[str, object]) -> bool:
    lists = (cast("list[object]", x) if isinstance(x, list) else [None] for x in value.values())
    return all(isinstance(word, str) for words in lists for word in words)


# ---------------------------------------------------------------- the answers


def _known(given: Data) -> Data:
    limits = mg.Limits()
    return {"shapes": given.get("shapes"), "assume": given.get("assume"), "limits": limits}


def _derived(given: Data, derive: Callable[..., Derivation] = of_kind) -> Derivation:
    d = derive(given["function"], given.get("wrt"), kind=given.get("kind", ""), **_known(given))
    LIMITS.check_answer(d)
    LIMITS.check_forms(d)
    return d


def _steps(d: Derivation) -> list[Data]:
    return [{"number": n, **step} for n, step in enumerate(d.to_json()["answers"][0]["steps"], 1)]


def read_problem(given: Data) -> Data:
    """How a text is read."""
    found = mg.read(given["text"], wrt=given.get("wrt"), **_known(given))
    return {**found.to_json(), "form": str(found)}


def derive(given: Data) -> Data:
    """A derivative, of a function or as a question asks for it."""
    if ("question" in given) == ("function" in given):
        raise ParseError("give a function, or a question in words")
    if "question" in given:
        reply = ask(given["question"], limits=mg.Limits())
        found = reply.to_json()
        ds = reply.derivations
        answers = {"answers": found["answers"], "claims": found["claims"]}
        told = {"questions": found["questions"], "options": found["options"]}
        read = {"status": found["status"], "guesses": found["guesses"]}
        shapes = found["shapes"]
    else:
        ds = [_derived(given)]
        found = ds[0].to_json()
        answers: Data = {"answers": found["answers"], "claims": []}
        told: Data = {"questions": [], "options": []}
        read, shapes = found["reading"], found["shapes"]
    made = {"certificates": _certificates(ds)} if given.get("certificate", True) else {}
    return {**answers, **told, "reading": read, "shapes": shapes, **made}


def _certificates(ds: list[Derivation]) -> list[Data]:
    """What `matgrad.recheck` confirms without the engine; some derivations have none."""
    found: list[Data] = []
    for d in ds:
        try:
            found.append(d.certificate())
        except MatgradError as error:
            found.append({"missing": error.message})
    return found


def check_claim(given: Data) -> Data:
    """The verdict on a derivative that is claimed."""
    d = _derived(given, derived)
    found = judge(d, None, given["claim"], limits=mg.Limits())
    (answer,) = d.to_json()["answers"]
    return {**found.to_json(), "answer": answer["result"], "latex": answer["latex"]}


def same(given: Data) -> Data:
    """Are two formulas equal?"""
    return mg.same(given["a"], given["b"], **_known(given)).to_json()


def convex(given: Data) -> Data:
    """Is a function convex?"""
    return mg.convex(given["function"], given["wrt"], **_known(given)).to_json()


def explain_step(given: Data) -> Data:
    """One line of a derivation, with the rule that made it."""
    steps = _steps(_derived(given))
    number: int = given["number"]
    if not 1 <= number <= len(steps):
        raise UnknownNameError(
            f"there is no step {number}", hint=f"the derivation has {len(steps)} steps"
        )
    return {**steps[number - 1], "of": len(steps)}


def code(given: Data) -> Data:
    """Code that computes a derivative."""
    fn = _derived(given).compile(given.get("target", "numpy"))
    return {"source": fn.source, "inputs": list(fn.inputs)}


ANSWERS: dict[str, Callable[[Data], Data]] = {
    "read_problem": read_problem,
    "derive": derive,
    "check_claim": check_claim,
    "same": same,
    "convex": convex,
    "explain_step": explain_step,
    "code": code,
}
