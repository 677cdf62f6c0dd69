"""Code of one line, and programs in languages other than Python: assignments are formulas.

Programs in Python are read elsewhere (ask.programs). A program in another language is read if it
has nothing but assignments, each of which is a formula of its own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.library import spelled
from matgrad.programs.listings.parsing import parsed

_FENCED = re.compile(
    r"(?P<lead>:[ \t]*\n\s*)?^[ \t]*```[^\n`]*\n(?P<code>.*?)^[ \t]*```[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_PROGRAM = re.compile(
    r"\blambda\b[^:\n]*:|^\s*def \w+\(|^\s*(?:import|from) \w|^\s*return\b|\b(?:np|jnp|torch|tf)\."
    r"|[\w)\]]\s@\s[\w(]|\w\s*\*\*\s*\w|%\*%|\w\.T\b|^\s*\w+\s*=[^=\n]*;\s*$"
    r"|^\s*(?:for|while|if)\b[^\n]*:\s*$|^\s*function\b",
    re.M,
)
_TICKED = re.compile(r"(?<!`)`(?P<code>[^`\n]*\w\.\w+\([^`\n]*)`(?!`)")
_OPENING = re.compile(r"\):[ \t]*\n(?=\s*```)")  # X is (n, d): and a program
_REMARK = re.compile(r"(?:#|%(?!\*%)|//)[^\n]*")
_ASSIGNED = re.compile(r"\s*(?P<name>[A-Za-z]\w*)\s*=(?!=)\s*(?P<value>[^=\n]+?)\s*;?\s*")
_FUNCTION = re.compile(  # of MATLAB, around its lines
    r"\s*function\s+(?:\[[\w\s,]*\]|\w+)\s*=\s*\w+\s*\([\w\s,]*\)\s*;?\s*\n(?P<body>.*?)"
    r"(?:^\s*(?:return\s*;?\s*)?end(?:function)?\s*;?)?\s*",
    re.DOTALL | re.MULTILINE,
)
_START = re.compile(r"0|zeros\(.*\)")  # what is set before it is computed
_SIZE = re.compile(
    r"\w+\.shape\[[01]\]|len\(\w+\)|\w+\.size(?:\([01]\))?|size\(\w+,\s*[12]\)|(?:length|numel)\(\w+\)"
)
_PAIR = re.compile("[A-Za-z][A-Za-z]|[A-Z][a-z]{2,8}")
READ = "code is read line by line, as formulas"
CODE = "code is not read; write the function as a formula, or hand it to matgrad.trace"


def with_listings(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with sentences for its programs, and what is told of them.

    >>> print(with_listings("```\\nr = A*x - b;\\nf = r'*r;\\n```")[0].strip())
    `r = A*x - b`.
    `f = r'*r`.
    """
    notes: dict[str, None] = {}

    def sentences(found: re.Match[str]) -> str:
        if not _PROGRAM.search(found["code"]):
            return found[0]
        lead = found["lead"] or ""
        if formula := _formula(found["code"]):
            return f"{lead} {formula} "
        lines = _lines(found["code"])
        notes[READ if lines else CODE] = None
        if len(lines) > 1:  # what stands before a program is a sentence of its own
            lead = lead.replace(":", ".")
        return f"{lead}\n\n" + "".join(f"{line}.\n" for line in lines) + "\n"

    text = _FENCED.sub(sentences, _OPENING.sub(").\n", text))
    return _TICKED.sub(_inline, text), tuple(notes)


def _formula(code: str) -> str:
    """What stands between fences if it is one expression that computes something."""
    program = parsed(code)
    match program.body if program else ():
        case [ast.Expr(value=ast.BinOp() | ast.UnaryOp() | ast.Attribute() as value)]:
            return f"`{_typed(value)}`"
        case _:
            return ""


def _inline(found: re.Match[str]) -> str:
    """Code of one line with the calls that are known, if it is an expression or an assignment."""
    program = parsed(found["code"].strip())
    match program.body if program else ():
        case [ast.Expr(value=value)]:
            return f"`{_typed(value)}`"
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            return f"`{name} = {_typed(value)}`"
        case _:
            return found[0]


def _typed(value: ast.expr) -> str:
    return ast.unparse(spelled(value)).replace(" ** ", "**")


def _is_start(found: re.Match[str], later: Sequence[re.Match[str] | None]) -> bool:
    """Is a name only set to zeros here, J = 0, and set anew before it is used?"""
    if not _START.fullmatch(found["value"]):
        return False
    name = found["name"]
    uses = (x for x in later if x and re.search(rf"(?<![\w.]){name}(?!\w)", x[0]))
    first = next(uses, None)
    return (
        first is not None
        and not re.search(rf"(?<![\w.]){name}(?!\w)", first["value"])
        and (first["name"] == name)
    )


def _lines(code: str) -> list[str]:
    """The assignments of a program, if it has nothing else but the head of a function."""
    code = _REMARK.sub("", code)
    function = _FUNCTION.fullmatch(code)
    code = function["body"] if function else code
    found = [_ASSIGNED.fullmatch(line) for line in code.splitlines() if line.strip()]
    found = [x for n, x in enumerate(found) if not (x and _is_start(x, found[n + 1 :]))]
    for name in {x["name"] for x in found if x and _PAIR.fullmatch(x["name"])} - {*SIGNS}:
        if name[0] != "d":
            code = re.sub(rf"(?<![\w.]){name}(?!\w)", f"{name[0]}_{name[1:]}", code)
            return _lines(code)
    typed = [(f"{x['name']} = {x['value']}", x["value"]) for x in found if x]
    return (
        [line if _SIZE.fullmatch(value) else f"`{line}`" for line, value in typed]
        if all(found)
        else []
    )
