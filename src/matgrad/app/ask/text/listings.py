"""Programs of several lines: every assignment is a formula of its own.

A program that only computes, line by line, is read as if its lines stood in sentences, and a loop
that adds something up is a sum. One with other loops, branches or classes is not read, and neither
is one that is no Python and has more than assignments. A program is parsed, never run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import dedent

from matgrad.app.ask.text.broadcasting import told_kinds, with_broadcasts
from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.library import put, spelled
from matgrad.app.ask.text.loops import Unread, added, is_zero

_FENCED = re.compile(r"^[ \t]*```[^\n`]*\n(?P<code>.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_ARGUMENT = r"\*{0,2}\w+(?:\s*:\s*[\w.]+)?(?:\s*=\s*[\w.]+)?"
_DEFINED = re.compile(
    r"^(?P<code>[ \t]*def \w+\([^\n]*:[ \t]*(?:#[^\n]*)?(?:\n[ \t]+[^\n]*|\n(?=\n*[ \t]))+)", re.M
)
_LAMBDA = re.compile(  # f = lambda x, y: …, not the number λ of dR/dw = lambda |w|
    rf"`?(?P<code>\b\w+\s*=\s*lambda(?:\s+{_ARGUMENT}(?:\s*,\s*{_ARGUMENT})*)?\s*:[^\n`]*)`?"
)
_PROGRAM = re.compile(
    r"\blambda\b[^:\n]*:|^\s*def \w+\(|^\s*(?:import|from) \w|^\s*return\b|\b(?:np|jnp|torch|tf)\."
    r"|[\w)\]]\s@\s[\w(]|\w\s*\*\*\s*\w|%\*%|\w\.T\b|^\s*\w+\s*=[^=\n]*;\s*$"
    r"|^\s*(?:for|while|if)\b[^\n]*:\s*$",
    re.M,
)
_TICKED = re.compile(r"(?<!`)`(?P<code>[^`\n]*\w\.\w+\([^`\n]*)`(?!`)")
_OPENING = re.compile(r"\):[ \t]*\n(?=\s*```)")  # X is (n, d): and a program
_REMARK = re.compile(r"(?:#|%(?!\*%)|//)[^\n]*")
_ASSIGNED = re.compile(r"\s*(?P<name>[A-Za-z]\w*)\s*=(?!=)\s*(?P<value>[^=\n]+?)\s*;?\s*")
_SIZE = re.compile(
    r"\w+\.shape\[[01]\]|len\(\w+\)|\w+\.size(?:\([01]\))?|size\(\w+,\s*[12]\)|(?:length|numel)\(\w+\)"
)
# Names that mean something else in formulas, and letters for them.
_TAKEN = {"var": "vs", "std": "sv", "mean": "mu", "e": "ruq", "norm": "nq", "max": "mq"}
_LETTERS = "pqruvszhgck"
_SHORT = re.compile(r"[A-Za-z]\d?|[A-Z][a-z]|[A-Za-z]_[A-Za-z]+")
_PAIR = re.compile("[A-Za-z][A-Za-z]|[A-Z][a-z]{2,8}")
_WORD = re.compile("[a-z]{3,9}(?<!hat)")
_KEPT = frozenset("loss cost out pred logits scores res resid err total".split())
_OBJECTIVES = frozenset("loss cost objective energy risk nll error".split())
LONGEST = 4096  # characters of a program
LARGEST = 400  # parts of one value, in which earlier ones may stand
DEEPEST = 60  # brackets inside of each other
READ = "code is read line by line, as formulas"
CODE = "code is not read; write the function as a formula, or hand it to matgrad.trace"
CALLED = "{0} of the code is written {1} here"
ANEW = "{0} is set anew in the code; what it is then is called {1}"


def with_listings(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with sentences for its programs, and what is told of them.

    >>> print(with_listings("```\\nr = A @ x - b\\nloss = r @ r\\n```")[0].strip())
    `r = A @ x - b`.
    `loss = r @ r`.
    """
    notes: dict[str, None] = {}
    kinds, whole = told_kinds(text), text

    def sentences(found: re.Match[str]) -> str:
        if not _PROGRAM.search(found["code"]):
            return found[0]
        if formula := _formula(found["code"]):
            return f" {formula} "
        program = _read(found["code"])
        try:
            lines = program.sentences(kinds, whole) if program else []
        except Unread:
            program, lines = None, list[str]()
        notes.update(dict.fromkeys((READ, *program.notes) if program else (CODE,)))
        return "\n\n" + "".join(f"{line}.\n" for line in lines) + "\n"

    text = _OPENING.sub(").\n", text)
    for pattern in (_FENCED, _DEFINED, _LAMBDA):
        text = pattern.sub(sentences, text)
    return _TICKED.sub(_inline, text), tuple(notes)


def _formula(code: str) -> str:
    """What stands between fences if it is one expression that computes something."""
    program = _parsed(code)
    match program.body if program else ():
        case [ast.Expr(value=ast.BinOp() | ast.UnaryOp() | ast.Attribute() as value)]:
            return f"`{_typed(value)}`"
        case _:
            return ""


def _inline(found: re.Match[str]) -> str:
    """Code of one line with the calls that are known, if it is an expression or an assignment."""
    program = _parsed(found["code"].strip())
    match program.body if program else ():
        case [ast.Expr(value=value)]:
            return f"`{_typed(value)}`"
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            return f"`{name} = {_typed(value)}`"
        case _:
            return found[0]


def _typed(value: ast.expr) -> str:
    return _unparsed(spelled(value))


def _unparsed(value: ast.expr) -> str:
    return ast.unparse(value).replace(" ** ", "**")


def _parsed(code: str) -> ast.Module | None:
    """The parts of a program, if it is Python and not too large."""
    if len(code) > LONGEST or _depth(code) > DEEPEST:
        return None
    try:
        return ast.parse(dedent(code))
    except (SyntaxError, ValueError, RecursionError):
        return None


@dataclass
class _Program:
    """The values of names, in the order of the assignments, and what is told of them."""

    values: dict[str, ast.expr] = field(default_factory=dict[str, ast.expr])
    inputs: set[str] = field(default_factory=set[str])
    called: dict[str, str] = field(default_factory=dict[str, str])  # inputs that are set anew
    ready: list[str] = field(default_factory=list[str])  # lines as they are: n, d = X.shape
    notes: list[str] = field(default_factory=list[str])

    def sentences(self, kinds: Mapping[str, int], text: str) -> list[str]:
        """The assignments as they are typed in a text."""
        self._rename(text)
        values = {name: spelled(value) for name, value in self.values.items()}
        values = with_broadcasts(values, kinds)
        return [*self.ready, *(f"`{name} = {_unparsed(x)}`" for name, x in values.items())]

    def _rename(self, text: str) -> None:
        """Give names that would be read otherwise in formulas another one: var, e, xnext, Kinv."""
        for name in [*self.values]:
            new = self._other_name(name, text)
            if new == name:
                continue
            called = {name: new}
            if f"d{name}" in self.values:
                called[f"d{name}"] = f"d{new}"
            put_in = {x: ast.Name(y, ast.Load()) for x, y in called.items()}
            self.values = {called.get(x, x): put(y, put_in) for x, y in self.values.items()}
            self.notes.append(CALLED.format(name, new))

    def _other_name(self, name: str, text: str) -> str:
        """What a name is called in formulas."""
        if name in _TAKEN or (f"d{name}" in self.values and not _SHORT.fullmatch(name)):
            letters = _TAKEN.get(name, _LETTERS)
            free = (x for x in letters if not re.search(rf"(?<![A-Za-z]){x}(?![A-Za-z])", text))
            if (letter := next(free, None)) is None:
                raise Unread
            return letter
        used = {x.id for key, y in self.values.items() for x in ast.walk(y)
                if isinstance(x, ast.Name) and not key.startswith("d")}  # fmt: skip
        if name.startswith("d") and (name[1:] in self.values or name[1:] in self.inputs):
            return f"d_{name[1:]}" if name in used else name  # a step, or a derivative
        if re.fullmatch("[A-Za-z]_hat", name):
            return name.replace("_", "")
        is_begun = name[0] in self.inputs | {*self.values} and name not in _KEPT
        if name in SIGNS or not (_PAIR.fullmatch(name) or (is_begun and _WORD.fullmatch(name))):
            return name
        return f"{name[0]}_{name[1:]}"

    def set(self, name: str, value: ast.expr) -> None:
        """Keep what is assigned; the value that a name had before stands where it is used."""
        value = put(value, {x: ast.Name(y, ast.Load()) for x, y in self.called.items()})
        name = self.called.get(name, name)
        if (old := self.values.pop(name, None)) is not None:
            self.values = {n: put(each, {name: old}) for n, each in self.values.items()}
            value = put(value, {name: old})
        if sum(1 for _ in ast.walk(value)) > LARGEST:
            raise Unread
        self.inputs |= {x.id for x in ast.walk(value) if isinstance(x, ast.Name)} - {*self.values}
        if name in self.inputs:
            new = f"{name}_new"
            self.called[name] = new
            self.notes.append(ANEW.format(name, new))
            name = new
        self.values[name] = value


def _read(code: str) -> _Program | None:
    """What a program computes, or nothing if it is not read."""
    parsed, program = _parsed(code), _Program()
    if parsed is None:
        return _read_lines(code)
    try:
        for statement in parsed.body:
            _take(program, statement)
    except Unread:
        return None
    return program if program.values else None


def _depth(code: str) -> int:
    depth = deepest = 0
    for sign in code:
        depth += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _take(program: _Program, statement: ast.stmt, function: str = "") -> None:
    """One statement of a program."""
    match statement:
        case ast.FunctionDef(name=name, body=body) if not function:
            for each in body:
                _take(program, each, name)
        case ast.Assign(targets=[target], value=value):
            _assign(program, target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            _assign(program, target, value)
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
            is_first = isinstance(op, ast.Add) and is_zero(program.values.get(name))
            old = ast.Name(name, ast.Load())
            program.set(name, value if is_first else ast.BinOp(old, op, value))
        case ast.For(target=target, iter=over, body=body):
            for each in added(target, over, body):
                _take(program, each, function)
        case ast.Return(value=ast.expr() as value) if not _is_known(program, value):
            program.set(_called(function), value)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if name.endswith("_"):
            raise Unread  # h.relu_() changes h
        case (
            ast.Return() | ast.Import() | ast.ImportFrom() | ast.Expr() | ast.Assert() | ast.Pass()
        ):
            pass
        case _:
            raise Unread


def _assign(program: _Program, target: ast.expr, value: ast.expr) -> None:
    """Keep what is assigned, or which size it is."""
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    shown = ast.unparse(value)
    match target, value:
        case (ast.Name(), _) if _SIZE.fullmatch(shown):
            program.ready.append(f"{ast.unparse(target)} = {shown}")
        case ast.Tuple(), ast.Attribute(attr="shape"):
            program.ready.append(f"{', '.join(map(ast.unparse, names))} = {shown}")
        case ast.Name(id=name), _:
            program.set(name, value.body if isinstance(value, ast.Lambda) else value)
        case _:
            raise Unread


def _called(function: str) -> str:
    """The name for what a function returns: its own, if that is one word."""
    words = function.split("_")
    return next((x for x in words if x in _OBJECTIVES), words[0] if len(words) == 1 else "f") or "f"


def _is_known(program: _Program, value: ast.expr) -> bool:
    """Is what is returned a name, or several, that the program defines?"""
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return all(isinstance(x, ast.Name) and x.id in program.values for x in parts)


def _read_lines(code: str) -> _Program | None:
    """The assignments of a program in another language, if it has nothing else."""
    lines = [line for line in _REMARK.sub("", code).splitlines() if line.strip()]
    found = [_ASSIGNED.fullmatch(line) for line in lines]
    for name in {x["name"] for x in found if x and _PAIR.fullmatch(x["name"])} - {*SIGNS}:
        if name[0] != "d":
            code = re.sub(rf"(?<![\w.]){name}(?!\w)", f"{name[0]}_{name[1:]}", code)
            return _read_lines(code)
    typed = [(f"{x['name']} = {x['value']}", x["value"]) for x in found if x]
    spelled = [line if _SIZE.fullmatch(value) else f"`{line}`" for line, value in typed]
    return _Program(ready=spelled) if spelled and all(found) else None
