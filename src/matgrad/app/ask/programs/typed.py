"""Formulas in the words around a program that are claimed to be derivatives, in code or LaTeX."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from matgrad.app.ask.programs.asked import RESPECT
from matgrad.app.ask.programs.code import CODE
from matgrad.app.ask.programs.finding import ticked
from matgrad.programs.listings.derivatives import PLAIN, derivative_of
from matgrad.programs.listings.library import MODULES, is_known
from matgrad.programs.listings.parsing import parsed
from matgrad.programs.listings.python import BUILTINS

SENTENCE = re.compile(r"(?<=[?!])\s+|(?<=[.])\s+(?=[A-Z`$])|\n\s*\n")
_CUE = re.compile(
    rf"(?:=|:|,|`|\b(?:get|got|have|is|be|gives?|obtain(?:ed)?|derived?|computed?|as|find|found|expect"
    rf"|think|wrote|use|using|to|equals?|are|and|it|it['’]s|return(?:s|ing)?|{RESPECT})(?![\w'’]))\s*[`$]?",
    re.I,
)
_LABEL = re.compile(
    r"(?P<name>[A-Za-z]\w*)\s*[`$]?\s*(?:=|:|\bis|\bas)\s*[`$]?\s*$"
    r"|(?:d|∂)\s*\w*\s*/\s*(?:d|∂)\s*_?(?P<by>\w+)\s*[`$]?\s*(?:=|:|\bis)\s*[`$]?\s*$"
)
_BY_LIBRARY = re.compile(
    r"\b(?:all|is)close\(|\b(?:value_and_)?grad\(|\.grad\b|\bprint\(|check\w*\("
    r"|\b(?:hessian|jacobian|jacfwd|jacrev)\("
)
_GOES_ON = re.compile(
    r"[`$]?\s*(?:[@*/+^%(\[]|\.[A-Za-z]|-\s*[A-Za-z(]|,?\s*(?:and\s+(?:then\s+)?)?"
    r"(?:times|divided|multiplied|plus|minus|over|squared|transposed?|scaled|per|without|except"
    r"|up to|summed|averaged|with an?\s+(?:extra|additional))\b)"
)
_ABOUT = re.compile(
    r"gradient|derivative|\bgrads?\b|jacobian|hessian|backward|\bd_?[A-Za-z]\w*\s*(?:=|:|/)|∂"
    r"|\bI\s+(?:get|got|have|found|obtain\w*|derived|think)\b"
    r"|\bI['’]?d?\s+(?:would\s+)?expect(?:ed)?\s+[`$]?(?:g|grads?|it|d[A-Z]?\w{0,3})[`$]?\s+(?:to|=)"
    r"|\bis it\b|\bshould(?:n['’]t)?\s+(?:it\s+|this\s+|that\s+)?(?:not\s+)?be\b"
    r"|\banswer\b|\bresult\b|\bcorrect|\bright\b",
    re.I,
)
_NOT_IT = re.compile(
    r"\b(?:loss|cost|objective|residuals?|errors?|predictions?|model|outputs?"
    r"|logits|scores?|function|likelihood|data)\s+"
    r"(?:function\s+)?(?:is|are|=|:|as|be)\s*[`$]?$"
    r"|\b(?:not|n['’]t|instead of|rather than)\s+[`$]?$",
    re.I,
)
_AT = re.compile(
    r"\b(?:at|when|where|for)\s+[`$]?\w+\s*=\s*[-\d\[(]"
    r"|\bat\s+(?:the\s+)?(?:origin|zero|start|init\w*)|\bevaluated\s+at",
    re.I,
)
_FORMULA = re.compile(
    r"\$\$?(?P<latex>[^$]+)\$\$?|\\\[(?P<shown>.+?)\\\]|\\\((?P<inside>.+?)\\\)", re.S
)
_DERIVED = re.compile(
    r"(?:\\nabla\s*_\s*\{?\s*(?P<under>[A-Za-z]\w*)\s*\}?|\\[dt]?frac\s*\{[^{}]*\}\s*\{\s*(?:\\partial|d)\s*"
    r"(?P<below>[A-Za-z]\w*)\s*\}|(?:d|\\partial)\s*\w+\s*/\s*(?:d|\\partial)\s*(?P<by>\w+)|\\nabla\s*\w*)"
    r"[^=]{0,20}$"
)
_PROPOSED = re.compile(
    r"\b(?:I\s+(?:get|got|have|find|found|think|obtain\w*|derived)|is\s+it|gradient\s+(?:\S+\s+){0,6}?(?:is|be|equals?|=)"
    r"|should\s+be|answer\s+is|it\s+is|which\s+is|gives)\b[^.?!]{0,60}$",
    re.I,
)


@dataclass(frozen=True)
class Typed:
    """A formula of the text that is claimed to be a derivative, in code."""

    node: ast.expr | None
    written: str
    target: str = ""  # by what, if the words say so
    is_latex: bool = False


def claims_in(words: str, names: Collection[str]) -> Iterator[Typed]:
    """The formulas that the words claim, with the variable if they name it."""
    for found in ticked(words):
        module = parsed(found["code"])
        match module.body if module else ():
            case [ast.Assign(targets=[ast.Name(id=name)], value=node)]:
                target = derivative_of(name, names)
                if target or PLAIN.fullmatch(name):
                    yield Typed(node, found["code"], target or "")
            case _:
                pass
    plain = re.sub(r"(?<!`)`[A-Za-z_]\w*\s*=(?!=)[^`\n]+`(?!`)", " ", words)
    yield from _in_latex(plain, names)
    for sentence in SENTENCE.split(_FORMULA.sub(" ", plain)):
        yield from _in_code(sentence, names)


def _in_code(sentence: str, names: Collection[str]) -> Iterator[Typed]:
    """The expressions of a program in a sentence."""
    end = 0
    by = ""
    if not _ABOUT.search(sentence):
        return
    for cue in _CUE.finditer(sentence):
        listed = [x for x in re.findall(r"\w+", cue["list"] or "") if x in names]
        by = listed[0] if len(listed) == 1 else by
        if cue.end() < end:
            continue
        if _NOT_IT.search(sentence, 0, cue.end()):
            continue
        expression = longest(sentence[cue.end() :], names)
        if not expression or _AT.search(sentence):
            continue
        label = _LABEL.search(sentence[: cue.end()])
        name = label and (label["by"] or label["name"])
        target = (
            (derivative_of(name, names) or (name if label and label["by"] in names else ""))
            if name
            else ""
        )
        node = parsed(expression)
        if label and _sets_a_value(label, by, names):
            continue
        if node is not None and isinstance(node.body[0], ast.Expr):
            yield Typed(node.body[0].value, expression, target or by)
            end = cue.end() + len(expression)


def _sets_a_value(label: re.Match[str], by: str, names: Collection[str]) -> bool:
    """Is this s = …, a value of the program, and no derivative?"""
    name = label["name"]
    if not name or name == by or "=" not in label[0]:
        return False
    is_derivative = PLAIN.fullmatch(name) or derivative_of(name, names)
    return name in names and not is_derivative


def longest(text: str, names: Collection[str]) -> str:
    """The longest beginning of a text that is an expression in names that are known."""
    ends = [
        found.end() for found in re.finditer(r"[\w)\]]", text.split("\n\n", maxsplit=1)[0][:400])
    ]
    for end in reversed(ends):
        is_inside = end < len(text) and (text[end].isalnum() or text[end] in "_([")
        if is_inside or re.search(r"\.\s", text[:end]):  # a sentence ends there
            continue
        module = parsed(text[:end].strip().replace("\n", " "))
        match module.body if module else ():
            case [ast.Expr(value=node)] if _is_formula(node, names):
                return "" if _GOES_ON.match(text, end) else text[:end].strip()
            case _:
                pass
    return ""


def _is_formula(node: ast.expr, names: Collection[str]) -> bool:
    """Does an expression compute something from names that are known?"""
    if isinstance(node, ast.Name | ast.Constant | ast.Tuple | ast.Compare | ast.BoolOp):
        return False
    if _BY_LIBRARY.search(ast.unparse(node)):
        return False
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    functions = {
        x.func.id
        for x in ast.walk(node)
        if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)
    }
    others = used - {*names} - MODULES - BUILTINS.keys() - {x for x in functions if is_known(x)}
    is_code = CODE.search(ast.unparse(node)) is not None
    return bool(used & {*names}) and (is_code or not others)


def _in_latex(words: str, names: Collection[str]) -> Iterator[Typed]:
    """The formulas in LaTeX that are said to be derivatives."""
    for found in _FORMULA.finditer(words):
        latex = next(x for x in found.groups() if x is not None)
        left, sign, right = latex.partition("=")
        label = _DERIVED.search(left) if sign else None
        if label:
            target = next(filter(None, label.groupdict().values()), "")
            yield Typed(None, right.strip(), target if target in names else "", is_latex=True)
        elif not sign and re.search(r"[A-Za-z].*[-+({^\\].*", latex):
            before = words[: found.start()]
            if _PROPOSED.search(before[-160:]):
                yield Typed(None, latex.strip(), _by(before, names), is_latex=True)


def _by(before: str, names: Collection[str]) -> str:
    """The one variable that the sentence before names."""
    sentence = SENTENCE.split(before)[-1]
    found = re.findall(RESPECT, sentence, re.I)
    listed = [x for part in found for x in re.findall(r"\w+", part) if x in names]
    return listed[0] if len(listed) == 1 else ""
