"""The campaign of the test run as a program that stops at the first problem that fails.

Problems are cases, each operator by itself, the examples of each rule, the code of each operator
in each language that runs here, and answers in all their spellings, as they were before.

With `--index FILE` it notes instead which problems each operator and each rule takes part in, what
answers look like, and which lines of the program they reach.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import matgrad as mg
from campaign.case import FIXED, Case, case, network_case, operator_case
from campaign.judge import PASSES, UNDECIDED, judge, same
from campaign.makers import makers
from campaign.oracles import value_in
from campaign.shown import FAMILIES, SHOWN, Shown
from matgrad.core.rule import Context, Rule
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError
from matgrad.rules.simplify import TABLES

CASES = 200  # of the fixed campaign
NETWORKS = 6  # in it, besides
FIRST = 12  # problems that are put first for a mutant
LANGUAGES = ("numpy", "torch", "jax", "array_api", "c")
ROOMS_SHOWN = (
    *("layout", "remarks", "conditions", "entries", "Unicode", "text", "LaTeX", "reading"),
    "documents",
)


# Spellings that printers and code writers choose between, each with what it is derived by.
CHOSEN = (
    ("s^(t + 1)", "s"), ("sum(x.^(t + 1))", "x"), ("sum(x.^(2/3))", "x"), ("s^(-t)", "t"),
    ("s/2*t", "s"), ("-s/2", "s"), ("-3/4*s*t", "t"), ("-(x'*y)/2", "x"), ("y'*x/2", "x"),
    ("1/(2*s)", "s"), ("1/s^2", "s"), ("t/(s*(s + t))", "s"), ("-1/s", "s"), ("3/(4*s*t)", "s"),
    ("sum(x .* y ./ z)", "y"), ("sum(1 ./ x ./ y)", "x"), ("sum(-x ./ (2*y))", "x"),
    ("x'*A*y*(y'*x)", "x"), ("x'*A*(B*y)", "x"), ("sum(A*(x*y'))", "x"), ("tr(x*y'*A)", "A"),
    ("sum(x*(y'*x))", "x"), ("sum(Diag(x)*A*Diag(y))", "x"), ("sum(x*y'*z)", "y"),
    ("(x'*y)*(y'*z)*s", "y"), ("norm2(x - y - z)", "y"), ("sum(x - (y - z))", "y"),
)  # fmt: skip

# Texts that rely on how tightly signs bind, each with brackets that say so.
READ_ALIKE = (
    ("s - x : y", "s - (x : y)"), ("s + x : y", "s + (x : y)"), ("-x : y", "(-x) : y"),
    ("s^-t*2", "(s^(-t))*2"), ("-s^2", "-(s^2)"), ("s - t - 2", "(s - t) - 2"),
    ("s/t/2", "(s/t)/2"), ("s - t*2", "s - (t*2)"), ("x : A*y", "x : (A*y)"),
    ("s/t*2", "(s/t)*2"), ("s^t^2", "s^(t^2)"), ("x .* y + z", "(x .* y) + z"), ("A*B'", "A*(B')"),
    ("x - y .* z", "x - (y .* z)"), ("x ./ y .* z", "(x ./ y) .* z"), ("-A'*x", "-((A')*x)"),
    ("2*x .* y", "(2*x) .* y"), ("x .^ 2 .* y", "(x .^ 2) .* y"), ("x' * y - s", "((x')*y) - s"),
)  # fmt: skip

SHAPES_OF_CHOSEN = {
    "s": (), "t": (), "x": ("n",), "y": ("n",), "z": ("n",), "A": ("n", "n"), "B": ("n", "n"),
}  # fmt: skip


RECORDED: dict[str, str] = {}  # how each answer looks, as the index has it
REMARKS = ("suffice", "holds at no point", "not read back")  # of a check that fails


def problem(name: str) -> Case:
    """A problem of the campaign by its name."""
    kind, _, which = name.partition(":")
    if kind == "chosen":
        text, wrt = CHOSEN[int(which)]
        return Case("gradient", (wrt,), mg.parse(text, SHAPES_OF_CHOSEN).function)
    if kind == "network":
        return network_case(Random(f"{FIXED}:{which}"))
    return case(FIXED, int(which)) if kind == "case" else operator_case(which, kind)


def names() -> list[str]:
    """All problems: each operator by itself, spellings, networks, then random ones."""
    alone = [f"{kind}:{name}" for name in makers() for kind in ("gradient", "jacobian")]
    chosen = [f"chosen:{index}" for index in range(len(CHOSEN))]
    networks = [f"network:{index}" for index in range(NETWORKS)]
    alike = [f"reads:{index}" for index in range(len(READ_ALIKE))]
    return alone + chosen + networks + alike + [f"case:{index}" for index in range(CASES)]


def index() -> dict[str, Any]:
    """For each operator and each rule, problems that pass and in which it takes part."""
    found: dict[str, list[str]] = {}
    passing: list[str] = []
    for name in names():
        if name.startswith("reads:"):
            passing.append(name)
            continue
        drawn = problem(name)
        if judge(drawn).status not in PASSES:
            continue
        passing.append(name)
        for part in _parts(drawn):
            found.setdefault(part, []).append(name)
    chosen = {part: some[:FIRST] for part, some in found.items()}
    for rule in (rule for table in TABLES for rule in table.rules):
        chosen[rule.name] = [f"rule:{rule.name}", *chosen.get(rule.name, [])][:FIRST]
    for part, some in found.items():
        for language in LANGUAGES:
            chosen[f"{language}:{part}"] = [f"value:{language}:{name}" for name in some[:2]]
    few = list(dict.fromkeys(n for some in found.values() for n in some[:1]))
    recorded, reached = _looks()
    looks, checked = [*recorded], [f"checked:{name.partition(':')[2]}" for name in recorded]
    rooms = {f"room {room}": [*checked, *looks] for room in (*ROOMS_SHOWN,)}
    whole = [*checked[: len(FAMILIES)], *few, *checked, *passing, *looks]
    return chosen | rooms | {"*": whole, "recorded": recorded, "reached": reached}


def _looks() -> tuple[dict[str, str], dict[str, list[int]]]:
    """How each answer looks, and which lines of the program were run for it."""
    lines: dict[str, set[int]] = {}
    source = str(Path(mg.__file__).parent) + "/"

    def call(frame: FrameType, event: str, _: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(source):
            return None
        seen = lines.setdefault(name.removeprefix(source), set())

        def line(frame: FrameType, event: str, _: object) -> Any:
            seen.add(frame.f_lineno)
            return line

        return line

    sys.settrace(call)
    try:
        recorded = {f"looks:{number}": looks(each) for number, each in enumerate(SHOWN)}
    finally:
        sys.settrace(None)
    return recorded, {name: sorted(some) for name, some in lines.items()}


def looks(shown: Shown) -> str:
    """A word for an answer in all its spellings."""
    return blake2b("\n".join(shown.spellings()).encode(), digest_size=12).hexdigest()


def _parts(drawn: Case) -> set[str]:
    parts = {node.op.name for node in postorder(*drawn.roots)}
    try:
        d = getattr(mg, drawn.kind)(
            mg.parse(drawn.text, drawn.shapes, drawn.assume), list(drawn.wrt), check=False
        )
    except MatgradError:
        return parts
    return parts | {step.rule for step in d.trace.steps}


def main(arguments: list[str]) -> int:
    """Exit code 1 at the first problem that no longer passes."""
    if arguments[:1] == ["--index"]:
        Path(arguments[1]).write_text(json.dumps(index()), encoding="utf-8")
        return 0
    name, wrong = first(arguments)
    print(f"{name}: {wrong}" if name else "", end="\n" * bool(name))
    return int(bool(name))


def first(names: Iterable[str]) -> tuple[str, str]:
    """The first problem that does not pass, and what is wrong with it."""
    for name in dict.fromkeys(names):
        if wrong := failure(name):
            return name, wrong
    return "", ""


def failure(name: str) -> str:
    """What is wrong with a problem, or with the examples of a rule; an empty string if nothing."""
    kind, _, which = name.partition(":")
    if kind == "rule":
        return next(filter(None, map(_changed, _rules(which))), "")
    if kind == "reads":
        return misread(*READ_ALIKE[int(which)])
    if kind == "looks":
        return "" if looks(SHOWN[int(which)]) == RECORDED[name] else "it looks otherwise"
    if kind == "checked":
        return _unchecked(SHOWN[int(which)])
    if kind == "value":
        language, _, case_name = which.partition(":")
        return value_in(language, problem(case_name))
    outcome = judge(problem(name))
    fails = outcome.is_finding or outcome.status == UNDECIDED
    return f"{outcome.status} {outcome.details}" if fails else ""


def _unchecked(shown: Shown) -> str:
    """What the checks of the program itself say against an answer."""
    try:
        d = shown.answer()
    except MatgradError as error:
        return f"{error.code} {error.message}"
    words = (d.verdict.status, *d.verdict.details)
    told = [each for each in words if any(remark in each for remark in REMARKS)]
    return "; ".join(told) if told or d.verdict.ok else d.verdict.status


def misread(text: str, bracketed: str) -> str:
    """In which way two texts differ that mean the same; an empty string if they do not."""
    try:
        left, right = (mg.parse(each, SHAPES_OF_CHOSEN).function for each in (text, bracketed))
    except MatgradError as error:
        return f"{text} is refused: {error.message}"
    alike = left.shape == right.shape and same(left, right)
    return "" if alike else f"{text} is read as {left}"


def _rules(name: str) -> list[Rule]:
    return [rule for table in TABLES for rule in table.rules if rule.name == name]


def _changed(rule: Rule) -> str:
    """An example of a rule whose value the rule changes, in words."""
    for before in rule.examples:
        after = rule.apply(Context(), before)
        if after is None or after.shape != before.shape or not same(before, after):
            return f"{before} became {after}"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
