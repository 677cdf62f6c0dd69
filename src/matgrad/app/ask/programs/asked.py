"""What the words around a program ask for: the variables, and the derivatives that are given."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator

from matgrad.app.ask.programs.layered import parts_named
from matgrad.programs.listings.derivatives import UPSTREAM, derivative_of
from matgrad.programs.listings.library import MODULES

_QUOTED = r"[`$*]{0,2}"
_ONE = rf"(?!(?:a|an|I)\s+[a-z]){_QUOTED}\\?[A-Za-z]\w*(?:\[['\"]\w+['\"]\])?{_QUOTED}"
_LIST = rf"{_ONE}(?:\s*(?:,\s*and|,\s*or|,|and|or|&)\s+(?:the\s+)?{_ONE}){{0,20}}"
_TO = r"(?:with\s+respect\s+to|w\.?\s?r\.?\s?t\.?|wrt|with\s+regard\s+to)\s+"
RESPECT = (
    rf"{_TO}(?:(?:both|the|all|input|weights?|parameters?|bias(?:es)?|vector|matrix|matrices)\s+)*"
    rf"(?P<list>{_LIST})"
)
_RESPECT = re.compile(RESPECT, re.I)
_BY = re.compile(
    r"\b(?:gradients?|derivatives?|jacobian|hessian|partials?)\s+(?:of\s+\S+\s+)?"
    rf"(?:by|for|in)\s+(?:the\s+)?(?P<list>{_LIST})",
    re.I,
)
_NO_NOUN = r"(?!(?:and|or|given|for|from|with|when|where|using|but|not|that|are|if|per)\b)"
_CALLED = re.compile(  # the gradient of the potential energy by the positions x
    rf"(?:{_TO}|\b(?:gradients?|derivatives?|jacobian|hessian|partials?)\s+"
    r"(?:of\s+(?:(?!product|quotient|ratio)[A-Za-z-]{3,}(?<!ed)\s+){1,4})?by\s+)"
    rf"(?:(?:the|its|my|our)\s+(?:{_NO_NOUN}[a-z-]{{3,}}\s+){{0,2}})?(?P<list>{_LIST})",
    re.I,
)
_ORDER = ("first", "second", "third", "fourth")
_PLACE = re.compile(
    rf"(?:{_TO}|\b(?:by|for|in)\s+)(?:only\s+)?(?:(?:the|its)\s+)?"
    rf"(?P<which>{'|'.join(_ORDER)}|last|both|(?P<several>first\s+two))\s+"
    r"(?:of\s+)?(?:(?:the|its)\s+)?(?:arguments?|parameters?|inputs?)\b",
    re.I,
)
_FINE = re.compile(  # the gradient for V passes the check
    r"\s+(?:passes|agrees|matches|works|checks\s+out|(?:is|are|looks?|seems?)\s+"
    r"(?:all\s+|already\s+|also\s+)?(?:fine|right|correct|ok|okay|good)\b)[^.?!,;]*",
    re.I,
)
_DOUBT = re.compile(
    r"\b(?:whether|if|check|verify|confirm|show|sure|think|believe|hope|that)\b[^.?!]*$", re.I
)
_QUOTIENT = re.compile(
    r"(?:d|∂|\\partial)\s*\w*(?:\([^()]*\))?\s*/\s*(?:d|∂|\\partial)\s*_?(?P<by>[A-Za-z]\w*)"
    r"|\\[dt]?frac\s*\{[^{}]*\}\s*\{\s*(?:\\partial|d)\s*(?P<below>[A-Za-z]\w*)\s*\}"
    r"|(?:\\nabla|∇)\s*_\s*\{?\s*(?P<under>[A-Za-z]\w*)|\bgrad_(?P<low>\w+)|\b(?P<own>\w+)\.grad\b"
)
_DERIVATIVE = re.compile(r"(?<![\w./\\])d_?[A-Za-z]\w*(?!\s*/)")
_GIVEN = re.compile(
    r"\b(?:given|receiv\w+|upstream|incoming)\s+(?:the\s+)?(?:upstream\s+|incoming\s+)?"
    r"(?:gradients?\s+|derivatives?\s+)?(?:of\s+)?(?:the\s+)?[`$]?(?P<a>d\w+|grad_\w+)"
    r"|[`$]?(?P<b>d\w+|grad_\w+)[`$]?\s+(?:is|be|denotes?|=)\s+(?:the\s+)?"
    r"(?:upstream|incoming|given|gradient\s+(?:flowing|coming)|\\?partial|∂)"
    r"|[`$]?(?P<c>d\w+|grad_\w+)[`$]?(?:\s*(?:,|and)\s+[`$]?(?:d\w+|grad_\w+)[`$]?){0,6}\s+"
    r"(?:comes?|flows?|arrives?|(?:is|are)\s+(?:passed|handed|coming|received?))\s+"
    r"(?:in\s+|down\s+|back\s+)?from\b",
    re.I,
)
_SHORT = re.compile(r"d_?[A-Z]\w*|d[a-z]")  # dY of an output that has no name
_AND = re.compile(r"(?:[`$]?\s+and\s+[`$]?d\w+)+")
_OF = re.compile(
    r"\b(?:gradients?|derivatives?|jacobian|hessian|partials?)\s+(?:of|for)\s+"
    r"(?:the\s+)?(?:function\s+)?[`$]?(?P<f>[A-Za-z]\w*)",
    re.I,
)
_TOP = re.compile(r"(?<![\w.])(?:d|∂)\s?(?P<f>[A-Za-z]\w*)\s*/\s*(?:d|∂)\s?\w")
_NAME = re.compile(r"[A-Za-z]\w*")
_PART_GRAD = re.compile(r"(?<![\w.\]])[A-Za-z]\w*(?:\.\w+|\[\d+\])+(?=\.grad\b)")
_EVERY = (
    r"\b(?:all|each|every)\b[^.?!]{0,30}\b(?:parameters?|weights?|inputs?|variables?|gradients?)"
    r"|\bthe\s+(?:parameters?|weights)\b"
)
EVERY = re.compile(_EVERY, re.I)  # also those of which the program has no derivative
ALL = re.compile(rf"{_EVERY}|\bback-?\s?(?:ward)?\s*(?:pass|prop\w*)|\bthe\s+gradients\b", re.I)
JACOBIAN = re.compile(r"\bjacobian", re.I)
HESSIAN = re.compile(r"\bhessian|\bsecond\s+derivative", re.I)


def variables(words: str, names: Collection[str]) -> list[str]:
    """The names of the program by which derivatives are asked for."""
    found: list[str] = []
    for pattern in (_RESPECT, _BY, _CALLED):
        for each in pattern.finditer(words):
            found += () if _is_fine(words, each) else _NAME.findall(each["list"])
    for each in _QUOTIENT.finditer(words):
        found += filter(None, each.groupdict().values())
    for each in _DERIVATIVE.finditer(words):
        found += filter(None, [derivative_of(each[0], names)])
    from_above = {derivative_of(x[0], names) for each in _GIVEN.finditer(words)
                  for x in _DERIVATIVE.finditer(each[0])}  # fmt: skip
    left_out = from_above | MODULES
    return [x for x in dict.fromkeys(found) if x in names and x not in left_out]


def _is_fine(words: str, found: re.Match[str]) -> bool:
    """Do the words only tell that a derivative is right: the gradient for V passes the check?"""
    told = _FINE.match(words, found.end())
    is_asked = told is not None and words[told.end() : told.end() + 1] == "?"
    return told is not None and not is_asked and not _DOUBT.search(words, 0, found.start())


def by_place(words: str, body: Iterable[ast.stmt]) -> list[str]:
    """The arguments of the only routine that the words name by their places: its first argument."""
    routines = [x for x in body if isinstance(x, ast.FunctionDef)]
    names = [x.arg for x in routines[0].args.args] if len(routines) == 1 else []
    found: list[str] = []
    for each in _PLACE.finditer(words):
        which = each["which"].lower()
        if each["several"] or which == "both":
            found += names[:2] if each["several"] or len(names) == 2 else []
        else:
            at = _ORDER.index(which) if which in _ORDER else len(names) - 1
            found += names[at : at + 1]
    return list(dict.fromkeys(found))


def function_in(words: str, names: Collection[str]) -> str:
    """The function that the words name: the gradient of loss, dJ/dw."""
    for found in (*_OF.finditer(words), *_TOP.finditer(words)):
        if found["f"] in names:
            return found["f"]
    return ""


def upstream_in(claims: Iterable[ast.expr], names: Collection[str]) -> list[str]:
    """The derivatives from above that claims use, by their names: dx = p * dout."""
    used = (x.id for each in claims for x in ast.walk(each) if isinstance(x, ast.Name))
    return [x for x in dict.fromkeys(used) if UPSTREAM.fullmatch(x) and x not in names]


def tracked(code: str, names: Collection[str]) -> list[str]:
    """The variables whose derivatives a program has worked out: those with .grad, requires_grad."""
    found = re.findall(r"(?<![\w.])(\w+)\.grad\b", code)
    found += parts_named(" ".join(_PART_GRAD.findall(code)))
    found += re.findall(r"(?m)^\s*(\w+)\s*=[^\n]*requires_grad\s*=\s*True", code)
    return [name for name in dict.fromkeys(found) if name in names or "." in name]


def given(words: str, code: str, names: Collection[str]) -> Iterator[str]:
    """The derivatives that come from above, by what the words say."""
    for each in _GIVEN.finditer(words):
        first = each["a"] or each["b"] or each["c"]
        group = next((x for x in "ac" if each[x]), "")
        others = _AND.match(words, each.end(group)) if group else None
        for name in (first, *(re.findall(r"\w+", others[0])[1::2] if others else ())):
            is_set = re.search(rf"(?m)^\s*{re.escape(name)}\s*=", code)
            is_one = (
                derivative_of(name, names) or UPSTREAM.fullmatch(name) or _SHORT.fullmatch(name)
            )
            if is_one and not is_set:
                yield name
