"""The loss of a program that has none, where the words tell it: the cost is `np.mean(e**2)`."""

from __future__ import annotations

import ast
import re

from matgrad.app.ask.text.parsing import parsed

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


def with_told_loss(words: str, code: str) -> tuple[str, list[str]]:
    """The words without the loss that they tell, and a line of code for it.

    >>> with_told_loss("My cost is `np.sum(e**2)`. Right?", "e = X @ w - y")
    ('My cost is `cost`. Right?', ['cost = np.sum(e**2)'])
    """
    found, module = _TOLD.search(words), parsed(code)
    names = _names(module) if module is not None else set[str]()
    if found is None or not names or any(map(_LOSS.fullmatch, _set(module) if module else ())):
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


def _names(module: ast.Module) -> set[str]:
    return {x.id for x in ast.walk(module) if isinstance(x, ast.Name)}


def _set(module: ast.Module) -> set[str]:
    """The names that a program sets, those of its functions among them."""
    nodes = [*ast.walk(module)]
    stored = {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    return stored | {x.name for x in nodes if isinstance(x, ast.FunctionDef)}
