"""Names of several letters that are typed in one word: Wf and bf of a gate, Wxh, h_prev, hnew.

They are written with an index, W_f and h_{prev}, which is one name everywhere. Two letters side by
side are a product in Ax and one name in Wf; it is a name where nothing else is possible:
differentiated by, called a weight, or a factor, Wf*x, of letters that do not stand alone. A gate
f = sigmoid(Wf*x + bf) cannot be a factor of what defines it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from matgrad.app.ask.text.letters import SHORT_WORDS
from matgrad.app.ask.text.remarks import MARKED, changed
from matgrad.app.ask.text.words import RESPECT
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import LETTERS
from matgrad.syntax.latex_tables import SHORT as MACROS

_GREEK = "|".join(sorted((x for x in LETTERS if len(x) > 1), key=len, reverse=True))
_BEGINS = r"(?<![A-Za-z\\_@`.])"
# h_prev, theta_new; A_ij has two indices, y_pred and x_hat are read elsewhere
_INDEX = r"(?:(?!in(?![A-Za-z]))[i-n]{2,3}|hat|bar|tilde|dot|pred|true|target|train|test|out)"
_WORDED = re.compile(
    rf"{_BEGINS}(?P<d>[d∂])?(?P<stem>{_GREEK}|[A-Za-z])_(?!{_INDEX}(?![A-Za-z]))"
    r"(?P<word>[A-Za-z]{2,12})(?![\w({])"
)
_STEPPED = re.compile(
    rf"{_BEGINS}(?P<d>[d∂])?(?P<stem>[hcxyzuvwpqs](?=prev|next|new)|[xyuvwpq](?=old))"
    r"(?P<word>prev|next|new|old)(?![\w({])"
)
_NAME = r"(?!d[A-Za-z](?![A-Za-z]))(?:[A-Z][a-z]{1,3}|[a-z]{2})(?![\w({])"
_LIST = rf"{_NAME}(?:(?:,\s*(?:and\s+)?|\s+and\s+|\s*/\s*){_NAME})*"
_NOUN = r"(?:weights?(?:\s+matri\w+)?|matrices|bias(?:es)?|parameters?)"
_SAID = re.compile(  # differentiated by, or called so
    rf"(?:\b{RESPECT}|\bgrad_|\b{_NOUN})\s*(?P<list>(?<=\s){_LIST}|(?<=_){_NAME})"
    rf"|/\s?[d∂](?P<below>{_NAME})|(?<!\w)[d∂](?P<left>{_NAME})(?=\s*=(?!=))"
)
_BY = r"(?:\s*(?:\*(?!\*)|@|\.\*)\s*|[ \t]+)"
_STARRED = r"\s*(?:\*(?!\*)|@)\s*"
_TURNED = r"(?:\.T\b|\^T|')?"
_OPERAND = r"(?![aI])[A-Za-z](?:_?\d|_[a-z]|_\{\w+\})?(?:[ \t]*(?:[-+),.;]|$)|'|\^)"
_LONG = r"(?:(?<=[(=+])|(?<=[=+] ))(?!Let|See|Set|Put|For|Use|The|Fix|And)[A-Z][a-z]{2}"
_FACTOR = re.compile(  # Wf*x, Wf x, lr*g, g*lr
    rf"(?<![\w'\\)\]}}^])(?P<name>[A-Z][a-z]|{_LONG}){_TURNED}"
    rf"(?:{_STARRED}(?=[A-Za-z(])|[ \t]+(?={_OPERAND}))(?=(?P<next>[A-Za-z](?!['^ᵀ\w]))?)"
    rf"|(?<![\w'\\)\]}}^])(?P<small>[a-ce-z][a-z])(?={_STARRED}[A-Za-z(])"
    r"|(?<=[\w)*@])(?:[*@]| [*@] )(?P<second>[a-ce-z][a-z])(?![\w({'^]|\.\w)"
)
_SECOND = re.compile(rf"(?<![\w\\])[A-Z](?:\^T|')?{_BY}(?P<name>[A-Z][a-z])(?![\w({{'^])")  # X Wq
_LEFT = re.compile(
    r"(?<![\w'\\)$])(?P<name>[A-Z][a-z]|[a-ce-z][a-z])\s*:?=(?![=>])(?=(?P<value>[^=;\n]*))"
)
_ANY = re.compile(rf"(?<![\w'\\)\]}}^$]){_NAME}")
_BESIDE = re.compile(r"[-+*(=@]\s*$")
NEAR = 6  # characters before a name in which a sign stands
_DEFINES = r"(?<![\w'])%s\s*=(?!=)(?P<value>[^=;\n]*?)(?:[;,.]?\s+[A-Za-z]\w*\s*=|[;\n?!]|\. |\.?$)"
_NO_NAMES = frozenset({*SHORT_WORDS, *FUNCTIONS, *MACROS, *LETTERS, "Id", "th", "st", "nd", "rd"})


def with_compound(text: str) -> tuple[str, list[str]]:
    """The text with W_f for Wf and h_{prev} for h_prev where that is one name, and notes on it."""
    text = changed(_WORDED, lambda found: _worded(text, found), text)
    text = changed(_STEPPED, _braced, text)
    typed = MARKED.sub(" ", text)
    names = _family(typed, _named(text, typed))
    for name in names:
        there = re.compile(rf"(?<![A-Za-z\\])(?P<d>[d∂]|grad_)?{name}(?![\w{{])(?P<of>\s*\()?")
        text = changed(there, lambda found: _split(found, name), text)  # noqa: B023
    return text, [_note(sorted(names))] if names else []


def _worded(text: str, found: re.Match[str]) -> str:
    """A name with a word as its index; f_xy beside f(x, y) is a derivative."""
    is_short = len(found["word"]) == 2 and found["word"].islower()
    is_call = re.search(rf"(?<![A-Za-z]){found['stem']}\(", text) is not None
    return found[0] if is_short and is_call else _braced(found)


def _braced(found: re.Match[str]) -> str:
    return f"{found['d'] or ''}{found['stem']}_{{{found['word']}}}"


def _note(names: list[str]) -> str:
    written = ", ".join(f"{name[0]}_{name[1:]}" for name in names)
    is_one = "is one name" if len(names) == 1 else "are one name each"
    return f"{', '.join(names)} {is_one}, written {written} here"


def _split(found: re.Match[str], name: str) -> str:
    index = name[1:] if len(name) == 2 else f"{{{name[1:]}}}"
    of = " * (" if found["of"] and name[0].isupper() else found["of"] or ""
    return f"{found['d'] or ''}{name[0]}_{index}{of}"


@lru_cache(maxsize=256)  # of one text, for each of its letters
def _stands_alone(letter: str, text: str) -> bool:
    """Is a letter a name in this text?"""
    no_word = r"(?!\s+(?!and\b|or\b|is\b)[A-Za-z]{2,})" if letter in "aI" else ""  # an article
    return re.search(rf"(?<![A-Za-z\\])[d∂]?{letter}(?![A-Za-z]){no_word}", text) is not None


def _named(text: str, typed: str) -> set[str]:
    """The names that the text differentiates by, declares, or has as factors."""
    said = {name for found in _SAID.finditer(typed) for name in _listed(found)}
    names = {name for name in said if not _stands_alone(name[0], text)}
    for found in _FACTOR.finditer(typed):
        name = found["name"] or found["small"] or found["second"]
        last = name[1:]
        is_own = found["name"] and (found["next"] == last or _defines(last, name, typed))
        if not _stands_alone(name[0], text) and (is_own or not _stands_alone(last, text)):
            names.add(name)
    for found in _LEFT.finditer(typed):  # Xc = X - mu, ht = tanh(…); Ax = b is an equation
        first, last = found["name"]
        is_own = first.islower() and not _stands_alone(first, text)
        is_own = is_own or (first.isupper() and _stands_alone(first, found["value"]))
        is_own = is_own and last not in "ijkl"  # which would be an index there
        names |= {found["name"]} if is_own and not _stands_alone(last, text) else set()
    seconds = {found["name"] for found in _SECOND.finditer(typed)}
    for name in seconds:
        others = {x for x in seconds if x[0] == name[0] and x != name}
        if others and not any(_stands_alone(letter, text) for letter in name):
            names.add(name)
    return names - _NO_NAMES


def _listed(found: re.Match[str]) -> Iterator[str]:
    inside = found["list"] or found["below"] or found["left"]
    yield from (each for each in re.findall(r"[A-Za-z]+", inside) if each != "and")


@lru_cache(maxsize=256)
def _defines(letter: str, name: str, typed: str) -> bool:
    """Is this name part of what defines the letter?"""
    found = re.finditer(_DEFINES % letter, typed, re.M)
    return any(re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])", each["value"]) for each in found)


def _family(typed: str, names: set[str]) -> set[str]:
    """With Wf, other names of the same letter or gate: Wi, Uf and, behind a sign, bf."""
    capitals = {name for name in names if name[0].isupper()}
    first, last = {name[0] for name in capitals}, {name[-1] for name in capitals}
    for found in _ANY.finditer(typed) if capitals else ():
        name = found[0]
        if name in names:
            continue
        beside = _BESIDE.search(typed[max(0, found.start() - NEAR) : found.start()]) is not None
        is_bias = name[0].islower() and name[1] in last and beside
        is_weight = name[0].isupper() and (name[0] in first or name[1:] in last)
        is_weight = is_weight and (beside or len(name) == 2) and not _stands_alone(name[0], typed)
        is_word = name in _NO_NAMES and not (beside and re.match(r"\s*[)+,]", typed[found.end() :]))
        names = names | {name} if not is_word and (is_bias or is_weight) else names
    return names
