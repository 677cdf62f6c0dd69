"""The campaign of the test run as a program that stops at the first problem that fails.

Problems are cases, each operator by itself, and the examples of each rule.

With `--index FILE` it notes instead which problems each operator and each rule takes part in.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import matgrad as mg
from campaign.case import FIXED, Case, case, network_case, operator_case
from campaign.judge import PASSES, UNDECIDED, judge, same
from campaign.makers import makers
from matgrad.core.rule import Context, Rule
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError
from matgrad.rules.simplify import TABLES

CASES = 200  # of the fixed campaign
NETWORKS = 6  # in it, besides
FIRST = 12  # problems that are put first for a mutant


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


def index() -> dict[str, list[str]]:
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
    few = list(dict.fromkeys(n for some in found.values() for n in some[:1]))
    return chosen | {"": few, "*": passing}


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
    for name in dict.fromkeys(arguments):
        wrong = failure(name)
        if wrong:
            print(f"{name}: {wrong}")
            return 1
    return 0


def failure(name: str) -> str:
    """What is wrong with a problem, or with the examples of a rule; an empty string if nothing."""
    if name.startswith("rule:"):
        return next(filter(None, map(_changed, _rules(name.removeprefix("rule:")))), "")
    if name.startswith("reads:"):
        return misread(*READ_ALIKE[int(name.removeprefix("reads:"))])
    outcome = judge(problem(name))
    fails = outcome.is_finding or outcome.status == UNDECIDED
    return f"{outcome.status} {outcome.details}" if fails else ""


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
