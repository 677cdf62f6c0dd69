"""Breaking the program in hundreds of ways, one place at a time, to see that somebody notices.

`python -m campaign.mutants` breaks each place in the memory of a process of its own, and there runs
the problems of `campaign.hunt`, those that touch the place first, until one of them fails. Places
that none of these problems reaches are left out, and counted.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from campaign import hunt
from matgrad.codegen.c.native import compiler
from matgrad.core.expr import Expr, catalogue
from matgrad.core.notation import INNER, POWER, PRODUCT, SUM
from matgrad.core.rule import Rule
from matgrad.optional import available, load
from matgrad.rules.simplify import TABLES
from matgrad.syntax.stack import INFIX, Level

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "matgrad"
FACTS = ("adjoints", "partials", "derivative", "linear_in")
SECONDS = 120  # of processor time for one mutant
PACKAGES = ("numpy", "flint", "scipy.linalg", "scipy.special")
NOTHING = ("filled(0", "number(0)", "zeros_of")  # zero with another sign is zero
# What is broken in every way below, by what people see of it.
ROOMS: dict[str, tuple[str, ...]] = {
    "layout": ("derive/layout.py",),
    "remarks": ("derive/convexity.py", "derive/hessian_form.py", "derive/hessian.py"),
    "conditions": ("derive/conditions.py",),
    "entries": ("nets/entries.py", "api/entries.py"),
    "Unicode": ("render/plain.py",),
    "text": ("render/text.py", "render/quotients.py", "render/layout.py"),
    "LaTeX": ("render/latex.py",),
    "reading": ("core/reading.py", "syntax/broadcast.py", "syntax/runs.py"),
    "documents": (
        "render/outline.py", "render/results.py", "render/html.py", "render/paper.py",
        "render/typeset.py", "render/terminal.py",
    ),
}  # fmt: skip
# Facts about arguments that are constant: the indices of an entry and of a part.
CONSTANT = {
    ("entry", "scale(G, matmul(A, v))"), ("entry", "scale(G, matmul(A.T, u))"),
    ("part", "_between(A, T, G.T)"), ("part", "_between(A.T, S, G)"),
}  # fmt: skip
# Changes that change nothing, by where they are, with the reason.
EQUIVALENT: dict[tuple[str, str], str] = {}


@dataclass(frozen=True)
class Mutant:
    """One change of one place: what is broken, where, and which problems are tried first."""

    kind: str
    where: str
    change: str
    apply: Callable[[], None]
    focus: str = ""


# ---------------------------------------------------------------- functions, changed in memory


class File:
    """A source file with its syntax tree and its compiled code."""

    def __init__(self, name: str) -> None:
        self.name, self.path = name, SOURCE / name
        self.text = self.path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.rows = [0]
        for line in self.text.splitlines(keepends=True):
            self.rows.append(self.rows[-1] + len(line))

    def source(self, node: ast.AST) -> str:
        """What is written there."""
        return ast.get_source_segment(self.text, node) or ""

    def mutant(self, node: ast.expr, kind: str, pattern: str, focus: str = "") -> Mutant:
        """An expression replaced; {0} in the pattern stands for it."""
        old = self.source(node)
        new = pattern.replace("{0}", old)
        before = self.text.splitlines()[node.lineno - 1].encode()[: node.col_offset].decode()
        start = self.rows[node.lineno - 1] + len(before)
        text = self.text[:start] + new + self.text[start + len(old) :]
        where = f"{self.name}:{node.lineno}"
        return Mutant(kind, where, f"{old} → {new}", lambda: self.replace(text), focus)

    def replace(self, text: str) -> None:
        """Give all functions of the file the code that they have in another text."""
        pairs = zip(_codes(self.text, self.path), _codes(text, self.path), strict=True)
        changed = {old: new for old, new in pairs if old != new}
        for each in gc.get_objects():
            if type(each) is FunctionType and each.__code__ in changed:
                each.__code__ = changed[each.__code__]


def _codes(text: str, path: Path) -> list[CodeType]:
    """The code of all functions in a text, in the order of the text."""
    found, waiting = list[CodeType](), [compile(text, str(path), "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        found.append(code)
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found


def _inside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """What is computed when a function is called, and not when the module is loaded."""
    heads = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Lambda)]
    seen = set[int]()
    for head in heads:
        for part in head.body if isinstance(head.body, list) else [head.body]:
            for node in ast.walk(part):
                if id(node) not in seen and not isinstance(node, ast.arguments):
                    seen.add(id(node))
                    yield node


def rooms(reached: Mapping[str, Sequence[int]]) -> Iterator[Mutant]:
    """Conditions the other way round, transposes and signs left out, in all that people see."""
    for room, names in ROOMS.items():
        for file in map(File, names):
            lines = set(reached.get(file.name, ()))
            for node in _inside_functions(file.tree):
                if isinstance(node, ast.expr) and node.lineno in lines:
                    yield from _broken(file, node, room)


def _broken(file: File, node: ast.expr, room: str) -> Iterator[Mutant]:
    match node:
        case ast.Compare():
            yield file.mutant(node, f"{room}: condition", "(not ({0}))")
        case ast.IfExp():
            yield file.mutant(node.test, f"{room}: choice", "(not ({0}))")
        case ast.BoolOp():
            other = " or " if isinstance(node.op, ast.And) else " and "
            parts = other.join(f"({file.source(value)})" for value in node.values)
            yield file.mutant(node, f"{room}: condition", f"({parts})")
        case ast.UnaryOp(op=ast.Not()):
            yield file.mutant(node, f"{room}: condition", f"({file.source(node.operand)})")
        case ast.Attribute(attr="T"):
            yield file.mutant(node, f"{room}: transpose", f"({file.source(node.value)})")
        case ast.Constant(value=str(value)) if value.strip() and not value.isascii():
            if file.source(node)[:1] in ("'", '"'):
                yield file.mutant(node, f"{room}: sign", '""')
        case _:
            pass


def facts() -> Iterator[Mutant]:
    """Every derivative fact of every operator: with the wrong sign, doubled, not transposed."""
    for path in sorted((SOURCE / "ops").glob("*.py")):
        file = File(f"ops/{path.name}")
        bodies = {n.name: n for n in ast.walk(file.tree) if isinstance(n, ast.FunctionDef)}
        for call in ast.walk(file.tree):
            if isinstance(call, ast.Call) and _called(call) in ("operator", "function"):
                yield from _facts_of(file, call, bodies)


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", "")


def _facts_of(file: File, call: ast.Call, bodies: dict[str, ast.FunctionDef]) -> Iterator[Mutant]:
    focus = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
    given: list[ast.expr] = [k.value for k in call.keywords if k.arg in FACTS]
    if _called(call) == "function" and len(call.args) > 1:
        given.append(call.args[1])
    for value in given:
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        parts = [*value.values] if isinstance(value, ast.Dict) else parts
        for part in parts:
            results: list[ast.expr] = []
            if isinstance(part, ast.Lambda):
                results = [part.body]
            elif isinstance(part, ast.Name) and part.id in bodies:
                found = [n.value for n in ast.walk(bodies[part.id]) if isinstance(n, ast.Return)]
                results = [each for each in found if each is not None]
            for result in results:
                source = file.source(result)
                if not source.startswith(NOTHING) and (focus, source) not in CONSTANT:
                    yield from _fact(file, result, str(focus))


def _fact(file: File, result: ast.expr, focus: str) -> Iterator[Mutant]:
    yield file.mutant(result, "fact: wrong sign", "(-({0}))", focus)
    yield file.mutant(result, "fact: doubled", "(({0}) + ({0}))", focus)
    if file.source(result).endswith(".T"):
        yield file.mutant(result, "fact: transposed", "({0}).T", focus)


# ---------------------------------------------------------------- tables, changed in memory


def rules() -> Iterator[Mutant]:
    """Every rule with the wrong sign on what it gives."""
    for rule in dict.fromkeys(rule for table in TABLES for rule in table.rules):
        yield Mutant("rule: wrong sign", rule.name, "−", lambda rule=rule: _negate(rule), rule.name)


def _negate(rule: Rule) -> None:
    before = rule.apply

    def negated(context: Any, node: Expr) -> Expr | None:
        after = before(context, node)
        return None if after is None else -after

    object.__setattr__(rule, "apply", negated)


def templates() -> Iterator[Mutant]:
    """The code of every operator in every language that runs here, with the wrong sign."""
    for name, op in catalogue.items():
        seen = set[str]()
        for language in languages():
            template = op.code.get(language)
            if isinstance(template, str) and "{" in template and template not in seen:
                seen.add(template)
                yield Mutant(
                    f"code: {language}", name, template,
                    lambda op=op, language=language: _flip(op, language), f"{language}:{name}",
                )  # fmt: skip


def _flip(op: Any, language: str) -> None:
    op.code[language] = f"(0 - {op.code[language]})"


def languages() -> list[str]:
    """Those whose code can be run."""
    packages = {"torch": "torch", "jax": "jax", "array_api": "array_api_compat"}
    found = ["numpy", *(each for each, package in packages.items() if available(package))]
    return [*found, *(["c"] if compiler() else [])]


BINDS = {
    "+": PRODUCT, "-": INNER, ":": PRODUCT + 5, "*": SUM, ".*": SUM, "/": SUM, "./": SUM,
    "^": SUM, ".^": SUM, "⊗": SUM,
}  # fmt: skip


def bindings() -> Iterator[Mutant]:
    """Signs that bind otherwise."""
    for sign, binds in BINDS.items():
        change = f"binds at {binds}"
        yield Mutant("parser: binding", sign, change, lambda s=sign, b=binds: _bind(s, b))
    yield Mutant("parser: binding", "^", "from the left", lambda: _bind("^", POWER))


def _bind(sign: str, binds: int) -> None:
    INFIX[sign] = Level(binds)


def all_mutants(reached: Mapping[str, Sequence[int]]) -> list[Mutant]:
    """Each mutant once."""
    found = [*facts(), *rules(), *templates(), *bindings(), *rooms(reached)]
    unique = {(m.kind, m.where, m.change): m for m in found}
    return [m for m in unique.values() if (m.where, m.change) not in EQUIVALENT]


# ---------------------------------------------------------------- running them


def tried(mutant: Mutant, names: Sequence[str]) -> tuple[str, str]:
    """The problem that notices a mutant, and what is wrong; it lives in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        found = ("something", "it ends in a crash")
        try:
            mutant.apply()
            found = hunt.first(names)
        finally:
            os.write(writing, "\t".join(found).encode()[:4000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        name, _, wrong = pipe.read().decode(errors="replace").partition("\t")
    _, status = os.waitpid(child, 0)
    return (name, wrong) if status == 0 else ("something", "it does not end")


class Trial:
    """Mutants against the problems that pass without any."""

    def __init__(self, order: Mapping[str, Sequence[str]]) -> None:
        self.order = order
        self.sound: dict[str, bool] = {"something": True}  # does it pass as the program is?

    def of(self, mutant: Mutant) -> tuple[str, str]:
        """Who noticed it, and what is wrong."""
        order, room = self.order, mutant.kind.partition(":")[0]
        # A function that only its declaration describes is held against the libraries by its code.
        own = (*order.get(mutant.focus, ()), *order.get(f"numpy:{mutant.focus}", ()))
        every = order.get(f"room {room}") or (*own, *order["*"])
        names = [name for name in dict.fromkeys(every) if self.sound.get(name, True)]
        while names:
            name, wrong = tried(mutant, names)
            if not name or self.is_sound(name):
                return name, wrong
            names = names[names.index(name) + 1 :]
        return "", ""

    def is_sound(self, name: str) -> bool:
        """Does a problem pass where nothing is broken?"""
        if name not in self.sound:
            self.sound[name] = not tried(Mutant("", "", "", lambda: None), [name])[0]
        return self.sound[name]


def main() -> int:
    """Exit code 0 if every mutant was noticed."""
    parser = argparse.ArgumentParser(prog="campaign.mutants", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/mutants.jsonl"))
    parser.add_argument("--kind", default="", help="only kinds that begin so")
    parser.add_argument("--part", default="1/1", help="the first of four parts is 1/4")
    parser.add_argument("--list", action="store_true", help="show them, run nothing")
    given = parser.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    index = given.out.with_suffix(".index")
    if not index.exists():
        subprocess.run([sys.executable, "-m", "campaign.hunt", "--index", str(index)], check=True)
    order = json.loads(index.read_text(encoding="utf-8"))
    hunt.RECORDED.update(order.pop("recorded"))
    which, parts = map(int, given.part.split("/"))
    reached = order.pop("reached")
    chosen = [m for m in all_mutants(reached) if m.kind.startswith(given.kind)]
    chosen = chosen[which - 1 :: parts]
    if given.list:
        print(Counter(m.kind for m in chosen), len(chosen))
        return 0
    counts, trial, done = Counter[tuple[str, bool]](), Trial(order), set[tuple[str, str, str]]()
    for line in given.out.read_text(encoding="utf-8").splitlines() if given.out.exists() else ():
        row = json.loads(line)  # what was tried before goes on
        counts[row["kind"], row["noticed"]] += 1
        done.add((row["kind"], row["where"], row["change"]))
    for package in PACKAGES:
        load(package)  # once, and not for each mutant
    with given.out.open("a", encoding="utf-8") as log:
        for number, mutant in enumerate(chosen, 1):
            if (mutant.kind, mutant.where, mutant.change) in done:
                continue
            start = time.time()
            by, wrong = trial.of(mutant)
            noticed = bool(by)
            counts[mutant.kind, noticed] += 1
            row = {"kind": mutant.kind, "where": mutant.where, "change": mutant.change}
            row |= {
                "noticed": noticed,
                "by": by,
                "wrong": wrong[:300],
                "seconds": round(time.time() - start, 2),
            }
            log.write(json.dumps(row, ensure_ascii=False) + "\n")
            log.flush()
            if not noticed:
                print(f"not noticed: {mutant.kind}, {mutant.where}: {mutant.change}", flush=True)
            print(f"\r{number} of {len(chosen)}", end="", file=sys.stderr, flush=True)
    for kind in sorted({kind for kind, _ in counts}):
        print(f"{kind:24} {counts[kind, True]:5} noticed {counts[kind, False]:5} not")
    return int(any(not noticed for _, noticed in counts))


if __name__ == "__main__":
    sys.exit(main())
