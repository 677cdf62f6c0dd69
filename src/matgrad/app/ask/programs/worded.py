"""Values that only the words tell: the cost is `np.mean(e**2)`; where p = softmax(x)."""

from __future__ import annotations

import ast
import re

from matgrad.programs.listings.derivatives import PLAIN, derivative_of
from matgrad.programs.listings.library import MODULES, is_known
from matgrad.programs.listings.parsing import parsed

_TOLD = re.compile(
    r"\b(?:(?P<name>loss|cost|objective|energy|error|risk|criterion)(?:\s+(?:function|term))?"
    r"(?:\s+(?:is|was|be|equals)(?:\s+(?:just|simply))?\s*:?|\s*[:=])"
    r"|(?:minimi[sz](?:e|es|ing)|optimi[sz](?:e|es|ing)))"
    r"(?:\s*`(?P<code>[^`\n]+)`|[ \t]*\n\s*(?P<line>[^\n`]+?)[ \t]*(?=\n|$))",
    re.I,
)
_LOSS = re.compile(
    r"\w*(?:loss|cost|objective|nll|likelihood|elbo|energy|risk)\w*|J|L|E|mse|ce|bce|rss|sse|kl"
)
_WHERE = re.compile(
    r"\b(?:where|with|here|and)\s+`?(?P<name>[A-Za-z]\w*)\s*=(?!=)\s*(?P<value>[^\n`?!;]+)"
)


def with_told_values(words: str, code: str) -> tuple[str, list[str]]:
    """The words without the values that they define in names of the program, and lines for these.

    >>> with_told_values("dx = p * dout where p = tanh(x).", "def f(x):\\n    return tanh(x)")
    ('dx = p * dout where p.', ['p = tanh(x)'])
    """
    module = parsed(code)
    if module is None:
        return words, []
    lines: list[str] = []
    for found in reversed([*_WHERE.finditer(words)]):
        value = _value(found["value"], module)
        is_free = found["name"] not in _set(module) | _given(module)
        if value and is_free and not _is_derivative(found["name"], module):
            lines.insert(0, f"{found['name']} = {value}")
            end = found.start("value") + len(value)
            words = f"{words[: found.end('name')]}{words[end:]}"
    return words, lines


def _value(text: str, module: ast.Module) -> str:
    """The longest beginning of a text that calls a function with names of the program."""
    names = _names(module) | _given(module)
    routines = {x.name for x in ast.walk(module) if isinstance(x, ast.FunctionDef)}
    for end in reversed([x.end() for x in re.finditer(r"[\w)\]](?!\w)", text)]):
        made = parsed(text[:end]) if not re.search(r"\.\s", text[:end]) else None
        match made.body if made is not None else ():
            case [ast.Expr(value=ast.Call() | ast.BinOp() as value)]:
                called = {x.func.id for x in ast.walk(value) if isinstance(x, ast.Call)
                          and isinstance(x.func, ast.Name)}  # fmt: skip
                used = {x.id for x in ast.walk(value) if isinstance(x, ast.Name)} - called
                is_read = all(x in routines or is_known(x) for x in called)
                if is_read and used - MODULES and used <= names | MODULES:
                    return text[:end]
            case _:
                pass
    return ""


def _is_derivative(name: str, module: ast.Module) -> bool:
    known = _names(module) | _given(module)
    return PLAIN.fullmatch(name) is not None or derivative_of(name, known - {name}) is not None


def _given(module: ast.Module) -> set[str]:
    return {x.arg for x in ast.walk(module) if isinstance(x, ast.arg)}


def with_told_loss(words: str, code: str) -> tuple[str, list[str]]:
    """The words without the loss that they tell, and a line of code for it.

    >>> with_told_loss("My cost is `np.sum(e**2)`. Right?", "e = X @ w - y")
    ('My cost is `cost`. Right?', ['cost = np.sum(e**2)'])
    """
    found, module = _TOLD.search(words), parsed(code)
    names = _names(module) if module is not None else set[str]()
    if found is None or module is None or not names or has_loss(module):
        return words, []
    told = (found["code"] or found["line"]).strip().rstrip(".")
    value = parsed(told)
    match value.body if value is not None else ():
        case [ast.Expr(value=ast.BinOp() | ast.UnaryOp() | ast.Call())] if (
            value is not None and _names(value) & names
        ):
            name = (found["name"] or "loss").lower()
            start, end = found.span("code" if found["code"] else "line")
            return f"{words[:start]}{name}{words[end:]}", [f"{name} = {told}"]
        case _:
            return words, []


def has_loss(module: ast.Module) -> bool:
    """Does a program set something that is called loss, or so?"""
    return any(map(_LOSS.fullmatch, _set(module)))


def _names(module: ast.Module) -> set[str]:
    return {x.id for x in ast.walk(module) if isinstance(x, ast.Name)}


def _set(module: ast.Module) -> set[str]:
    """The names that a program sets, those of its functions among them."""
    nodes = [*ast.walk(module)]
    stored = {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    return stored | {x.name for x in nodes if isinstance(x, ast.FunctionDef)}
