"""Where the programs of a text are: between fences, as a def, as lines of code."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from textwrap import dedent

from matgrad.app.ask.programs.code import CODE
from matgrad.app.ask.programs.lines import lines_in
from matgrad.app.ask.programs.named_loss import READ_AS, named_loss
from matgrad.app.ask.programs.order import in_order
from matgrad.app.ask.programs.worded import with_told_loss, with_told_values
from matgrad.programs.listings.derivatives import PLAIN, derivative_of
from matgrad.programs.listings.parsing import parsed

_FENCED = re.compile(r"^[ \t]*```[^\n`]*\n(?P<code>.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_DEFINED = re.compile(
    r"^(?P<code>[ \t]*def \w+\([^\n]*:[ \t]*(?:#[^\n]*)?(?:[^\n]*)"
    r"(?:\n[ \t]+[^\n]*|\n(?=\n*[ \t]))*)",
    re.M,
)
_LAMBDA = re.compile(
    r"`(?P<code>\w+\s*=\s*lambda(?:\s+\w+(?:\s*,\s*\w+)*)?\s*:[^\n`]*)`"
    r"|^[ \t]*(?P<line>\w+\s*=\s*lambda(?:\s+\w+(?:\s*,\s*\w+)*)?\s*:[^\n`]*)$",
    re.M,
)
_IN_WORDS = re.compile(
    r"(?<![\w`.])(?P<head>[A-Za-z]\w*\s*=\s*lambda(?:\s+\w+(?:\s*,\s*\w+)*)?\s*:)(?P<body>[^\n`]+)"
)
_TICKED = re.compile(r"(?<!`)`(?P<code>[A-Za-z_]\w*\s*=(?!=)[^`\n]+)`(?!`)")


@dataclass(frozen=True)
class Found:
    """The program of a text and the words around it."""

    body: tuple[ast.stmt, ...]
    code: str
    words: str
    notes: tuple[str, ...] = ()  # what is told of how it is read


def program_in(text: str) -> Found | None:
    """The program of a text; None if it has none, or one in another language than Python."""
    blocks: list[str] = []

    def take(found: re.Match[str]) -> str:
        code = next(x for x in found.groups() if x is not None)
        if not CODE.search(code) or parsed(code) is None or _is_expression(code):
            return found[0]
        blocks.append(dedent(code))
        return "\n\n"

    words = text
    for pattern in (_FENCED, _DEFINED, _LAMBDA):
        words = pattern.sub(take, words)
    words, lambdas = _lambdas(words)
    blocks += lambdas
    words, lines = lines_in(words, blocks)
    blocks += lines
    words, values = with_told_values(words, "\n".join(blocks)) if blocks else (words, [])
    blocks += values
    words, inline = _inline(words, is_program=bool(blocks))
    blocks += inline
    if not blocks:
        return None
    words, losses = with_told_loss(words, "\n".join(blocks))
    named = "" if losses else named_loss(words, "\n".join(blocks))
    losses += [f"loss = {named}"] if named else []
    code = "\n".join(in_order([*blocks, *losses]))
    module = parsed(code)
    notes = (READ_AS.format(named),) if named else ()
    return Found(tuple(module.body), code, words, notes) if module else None


def _is_expression(code: str) -> bool:
    """Is this one formula, which stands between fences only to be seen?"""
    module = parsed(code)
    return module is not None and all(isinstance(x, ast.Expr) for x in module.body)


def _lambdas(words: str) -> tuple[str, list[str]]:
    """Functions without a name in a sentence: consider f = lambda x: np.sum(x**2) with …"""
    blocks: list[str] = []
    for found in reversed(list(_IN_WORDS.finditer(words))):
        ends = [x.end() for x in re.finditer(r"[\w)\]](?!\w)", found["body"])]
        tries = (f"{found['head']}{found['body'][:end]}" for end in reversed(ends))
        code = next((x for x in tries if _is_code(x)), "")
        if code:
            blocks.insert(0, code)
            words = f"{words[: found.start()]} {words[found.start() + len(code) :]}"
    return words, blocks


def _is_code(text: str) -> bool:
    """Is this an expression of a program, without the beginning of a sentence behind it?"""
    ends_inside = re.search(r"\.\s", text) is not None
    return not ends_inside and parsed(text) is not None and CODE.search(text) is not None


def _inline(words: str, *, is_program: bool) -> tuple[str, list[str]]:
    """Assignments between backticks that define something, if any of it is code."""
    found = [(each, parsed(each["code"])) for each in ticked(words)]
    code = " ".join(each["code"] for each, module in found if module)
    if not (is_program or CODE.search(code)):
        return words, []
    names = {
        x.id for _, module in found if module for x in ast.walk(module) if isinstance(x, ast.Name)
    }
    kept: list[str] = []
    for each, module in reversed(found):
        name = each["code"].partition("=")[0].strip()
        if module is None or derivative_of(name, names - {name}) or PLAIN.fullmatch(name):
            continue
        kept.insert(0, each["code"])
        words = f"{words[: each.start()]}`{name}`{words[each.end() :]}"
    return words, kept


def ticked(words: str) -> list[re.Match[str]]:
    """Assignments between backticks."""
    return list(_TICKED.finditer(words))
