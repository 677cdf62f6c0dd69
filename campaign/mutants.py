"""Breaking the program in hundreds of ways, one line at a time, to see that somebody notices.

`python -m campaign.mutants` makes each mutant in a copy of the source tree and runs the campaign
of the test run against it, the problems that touch the broken line first, until one fails.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "matgrad"
FACTS = ("adjoints", "partials", "derivative")
SECONDS = 300.0
NOTHING = ("filled(0", "number(0)", "zeros_of")  # zero with another sign is zero
# Facts about arguments that are constant: the indices of an entry and of a part.
EQUIVALENT = {
    ("entry", "scale(G, matmul(A, v))"),
    ("entry", "scale(G, matmul(A.T, u))"),
    ("part", "_between(A, T, G.T)"),
    ("part", "_between(A.T, S, G)"),
}


# Conditions that choose between two forms of one value, whichever way they fall.
CHOICES = {
    ("render/text.py", "len(over) == 1"),  # x/2 or 1/2*x
    ("render/text.py", "found.number.numerator == 1"),  # the same
    ("render/quotients.py", "piece.binds == SIGN"),  # brackets around a number, or none
    (
        "codegen/products.py",
        "factors[-1].shape.cols == ONE",
    ),  # from which end a chain is multiplied
    ("codegen/products.py", "factors[j].shape.cols == ONE"),  # the same, among equal costs
    # What an order of multiplication is taken to cost.
    ("codegen/products.py", "first == last"),
    ("codegen/products.py", "count == first"),
    ("codegen/products.py", "count == last"),
}


@dataclass(frozen=True)
class Mutant:
    """One change of one place in one file; `focus` names the operator or rule that it breaks."""

    file: str
    line: int
    kind: str
    old: str
    new: str
    start: int  # where the old text begins, in characters
    focus: str = ""

    def applied(self, text: str) -> str:
        """The text of the file with the change."""
        assert text[self.start :].startswith(self.old)
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


class File:
    """A source file with its syntax tree."""

    def __init__(self, path: Path) -> None:
        self.name = str(path.relative_to(SOURCE))
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.lines = [0]
        for line in self.text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def mutant(self, node: ast.expr, kind: str, pattern: str, focus: str = "") -> Mutant:
        """The expression replaced; {0} in the pattern stands for it."""
        old = ast.get_source_segment(self.text, node) or ""
        row = self.text.splitlines()[node.lineno - 1].encode()[: node.col_offset].decode()
        start = self.lines[node.lineno - 1] + len(row)
        new = pattern.replace("{0}", old)
        return Mutant(self.name, node.lineno, kind, old, new, start, focus)


# ---------------------------------------------------------------- derivative facts


def facts() -> Iterator[Mutant]:
    """Every derivative fact of every operator: with the wrong sign, doubled, not transposed."""
    for path in sorted((SOURCE / "ops").glob("*.py")):
        file = File(path)
        bodies = {n.name: n for n in ast.walk(file.tree) if isinstance(n, ast.FunctionDef)}
        for call in ast.walk(file.tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in (
                "operator",
                "function",
            ):
                yield from _facts_of(file, call, bodies)


def _facts_of(file: File, call: ast.Call, bodies: dict[str, ast.FunctionDef]) -> Iterator[Mutant]:
    focus = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
    given: list[ast.expr] = [k.value for k in call.keywords if k.arg in FACTS]
    if getattr(call.func, "id", "") == "function" and len(call.args) > 1:
        given.append(call.args[1])
    for value in given:
        for part in value.elts if isinstance(value, ast.Tuple) else [value]:
            yield from _fact(file, part, bodies, str(focus))


def _fact(
    file: File, part: ast.expr, bodies: dict[str, ast.FunctionDef], focus: str
) -> Iterator[Mutant]:
    if isinstance(part, ast.Lambda):
        results = [part.body]
    elif isinstance(part, ast.Name) and part.id in bodies:
        found = [n.value for n in ast.walk(bodies[part.id]) if isinstance(n, ast.Return)]
        results = [value for value in found if value is not None]
    else:
        return
    for result in results:
        source = ast.get_source_segment(file.text, result) or ""
        if source.startswith(NOTHING) or (focus, source) in EQUIVALENT:
            continue
        yield file.mutant(result, "fact: wrong sign", "(-({0}))", focus)
        yield file.mutant(result, "fact: doubled", "(({0}) + ({0}))", focus)
        if source.endswith(".T"):
            yield file.mutant(result, "fact: transposed", "({0}).T", focus)


# ---------------------------------------------------------------- rules


def rules() -> Iterator[Mutant]:
    """Every equation with the wrong sign on its right side, and what rewriting rules return."""
    for path in sorted((SOURCE / "rules").glob("*.py")):
        file = File(path)
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "equation":
                right = ast.get_source_segment(file.text, node.args[2]) or ""
                if not right.startswith(NOTHING):
                    yield file.mutant(
                        node.args[2], "rule: wrong sign", "(-({0}))", _named(node.args[0])
                    )
            elif isinstance(node, ast.FunctionDef):
                yield from _rule(file, node)


def _rule(file: File, node: ast.FunctionDef) -> Iterator[Mutant]:
    for mark in node.decorator_list:
        if not (isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "rewrite"):
            continue
        for inner in ast.walk(node):
            value = inner.value if isinstance(inner, ast.Return) else None
            source = ast.get_source_segment(file.text, inner) or ""
            if isinstance(value, ast.Call) and not source.removeprefix("return ").startswith(
                NOTHING
            ):
                yield file.mutant(value, "rule: wrong sign", "(-({0}))", _named(mark.args[0]))


def _named(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


# ---------------------------------------------------------------- parser, printers, code


def templates() -> Iterator[Mutant]:
    """The NumPy code of every operator: negated, or with its arguments exchanged."""
    paths = [*sorted((SOURCE / "ops").glob("*.py")), SOURCE / "codegen" / "targets" / "numpy.py"]
    for path in paths:
        file = File(path)
        for node in ast.walk(file.tree):
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            if "{0}" in node.value and "(" in node.value and "\n" not in node.value:
                source = ast.get_source_segment(file.text, node) or ""
                quote = source[:1]
                if quote not in "\"'" or source[:3] == quote * 3:
                    continue
                new = quote + "(0 - " + source[1:-1] + ")" + quote
                yield file.mutant(node, "code: wrong sign", new.replace("{0}", "{0}"))


CHANGES: tuple[tuple[str, str, str, str], ...] = (
    ("parser: binding", "syntax/parse.py", '"+": Level(SUM)', '"+": Level(PRODUCT)'),
    ("parser: binding", "syntax/parse.py", '"-": Level(SUM)', '"-": Level(INNER)'),
    ("parser: binding", "syntax/parse.py", '":": Level(INNER)', '":": Level(HADAMARD)'),
    ("parser: binding", "syntax/parse.py", '"*": Level(PRODUCT)', '"*": Level(SUM)'),
    ("parser: binding", "syntax/parse.py", '".*": Level(HADAMARD)', '".*": Level(SUM)'),
    ("parser: binding", "syntax/parse.py", '"/": Level(DIVISION)', '"/": Level(SUM)'),
    ("parser: binding", "syntax/parse.py", '"./": Level(DIVISION)', '"./": Level(SUM)'),
    ("parser: binding", "syntax/parse.py", '"^": Level(POWER', '"^": Level(SUM'),
    ("parser: binding", "syntax/parse.py", '".^": Level(POWER', '".^": Level(SUM'),
    ("parser: sign", "syntax/parse.py", '"-": SIGN', '"-": SUM'),
    ("parser: sign", "syntax/elaborate.py", 'if node.text == "-" else', 'if node.text == "+" else'),
    ("parser: transpose", "syntax/elaborate.py", "ops.transpose(args[0])", "args[0]"),
    ("parser: operand", "syntax/elaborate.py", "quotient(*args)", "quotient(*args[::-1])"),
    ("parser: operand", "syntax/elaborate.py", "times(*args, ", "times(*args[::-1], "),
    ("printer: brackets", "render/layout.py", "piece.binds > above", "piece.binds >= above"),
    ("printer: brackets", "render/layout.py", "return piece.binds > above", "return True"),
)  # fmt: skip


def changes() -> Iterator[Mutant]:
    """Changes of the parser and the printers, written out one by one."""
    for kind, name, old, new in CHANGES:
        text = (SOURCE / name).read_text(encoding="utf-8")
        start = text.find(old)
        if start < 0:
            raise AssertionError(f"{name} has no {old!r}; bring the list of changes up to date")
        yield Mutant(name, text.count("\n", 0, start) + 1, kind, old, new, start)


COMPARED = ("render/text.py", "render/quotients.py", "codegen/products.py", "codegen/arithmetic.py")


def comparisons() -> Iterator[Mutant]:
    """Comparisons of printers and code writers, the other way round."""
    for name in COMPARED:
        file = File(SOURCE / name)
        for node in ast.walk(file.tree):
            source = ast.get_source_segment(file.text, node) or ""
            if (name, source) in CHOICES:
                continue
            if isinstance(node, ast.Compare) and type(node.ops[0]) in (ast.Eq, ast.NotEq):
                yield file.mutant(node, f"{name.partition('/')[0]}: condition", "(not ({0}))")


def all_mutants() -> list[Mutant]:
    """Each mutant once."""
    found = [*facts(), *rules(), *templates(), *changes(), *comparisons()]
    return list({(m.file, m.start, m.new): m for m in found}.values())


# ---------------------------------------------------------------- running them


@dataclass(frozen=True)
class Verdict:
    """Was a mutant noticed, by which problem, and how long did it take?"""

    killed: bool
    by: str
    seconds: float


def tried(mutant: Mutant, tree: Path, order: dict[str, list[str]]) -> Verdict:
    """Make a mutant in a copy of the tree and run the campaign until a problem fails."""
    path = tree / "src" / "matgrad" / mutant.file
    original = path.read_text(encoding="utf-8")
    started = time.time()
    path.write_text(mutant.applied(original), encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "campaign.hunt", *order.get(mutant.focus, []), *order[""],
             *order["*"]],
            cwd=tree, env={**os.environ, "PYTHONPATH": "src", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        by = (done.stdout.strip() or done.stderr.strip()).splitlines()[-1:] or [""]
        return Verdict(done.returncode != 0, by[0][:200], time.time() - started)
    except subprocess.TimeoutExpired:
        return Verdict(True, "hang", time.time() - started)
    finally:
        path.write_text(original, encoding="utf-8")


def copies(number: int) -> Queue[Path]:
    """Trees to work in."""
    trees: Queue[Path] = Queue()
    for _ in range(number):
        tree = Path(tempfile.mkdtemp(prefix="mutant-"))
        for part in ("src", "campaign"):
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, tree / part, ignore=ignore)
        trees.put(tree)
    return trees


def run(chosen: list[Mutant], workers: int, out: Path) -> list[Mutant]:
    """Try mutants in parallel; returns the survivors and writes what came of each."""
    trees = copies(workers)
    subprocess.run(
        [sys.executable, "-m", "campaign.hunt", "--index", "index.json"],
        cwd=trees.queue[0], env={**os.environ, "PYTHONPATH": "src"}, check=True,
    )  # fmt: skip
    order = json.loads((trees.queue[0] / "index.json").read_text(encoding="utf-8"))

    def one(mutant: Mutant) -> Verdict:
        tree = trees.get()
        try:
            return tried(mutant, tree, order)
        finally:
            trees.put(tree)

    counts: Counter[str] = Counter()
    survivors: list[Mutant] = []
    with ThreadPoolExecutor(workers) as pool, out.open("w", encoding="utf-8") as log:
        for mutant, verdict in zip(chosen, pool.map(one, chosen), strict=True):
            counts["killed" if verdict.killed else "survived"] += 1
            if not verdict.killed:
                survivors.append(mutant)
            log.write(json.dumps(asdict(mutant) | asdict(verdict), ensure_ascii=False) + "\n")
            log.flush()
            print(f"\r{dict(counts)} of {len(chosen)}", end="", file=sys.stderr, flush=True)
    return survivors


def main() -> int:
    """Exit code 0 if every mutant was noticed."""
    parser = argparse.ArgumentParser(prog="campaign.mutants", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("build/mutants.jsonl"))
    parser.add_argument("--kind", default="", help="only kinds that begin so")
    parser.add_argument("--every", type=int, default=1, help="only each n-th mutant")
    parser.add_argument("--list", action="store_true", help="show them, run nothing")
    given = parser.parse_args()
    chosen = [m for m in all_mutants() if m.kind.startswith(given.kind)][:: given.every]
    if given.list:
        print(Counter(m.kind for m in chosen), len(chosen))
        return 0
    given.out.parent.mkdir(parents=True, exist_ok=True)
    survivors = run(chosen, given.workers, given.out)
    print(f"\n{len(chosen) - len(survivors)} of {len(chosen)} mutants were noticed")
    for m in survivors:
        print(f"{m.file}:{m.line} {m.kind}: {m.old[:60]!r} became {m.new[:60]!r}")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
