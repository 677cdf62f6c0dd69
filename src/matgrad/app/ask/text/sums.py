r"""Sums that are typed with a Greek letter, Σ_i x_i, and sums whose index is not written, ∑ x_i.

A capital sigma is a matrix, too. It is the sign of a sum where an index with bounds stands below
it, or where what follows it has its index; not where anything is done to it as to a matrix.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.letters import is_mathematical

LOWERED = dict(zip("ᵢⱼₖₗₘₙₜ", "ijklmnt", strict=True))
_INDEX = rf"(?:_(?P<a>[a-z])(?![A-Za-z0-9])|_\{{\s*(?P<b>[a-z])\s*\}}|(?P<c>[{''.join(LOWERED)}]))"
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵐᵏᵈᵖᴺᴹᴷᴰᵀ", "0123456789nmkdpNMKDT", strict=True))
_SMALL = re.compile(  # ∑ᵢ₌₁ⁿ
    rf"[Σ∑](?P<index>[{''.join(LOWERED)}])₌(?P<from>[₀-₉]+)(?P<to>[{''.join(_RAISED)}]+)"
)
_BOUNDED = re.compile(
    r"Σ(?=\s*_\s*(?:\{\s*[a-z]\s*(?:[=<≠]|\\ne|!=)|\(\s*[a-z]\s*=|[a-z]=)|[ₐ-ₜᵢ]+₌)"
)
_INDEXED = re.compile(rf"Σ(?P<index>{_INDEX})(?!\s*(?:\^|[⁻ᵀ'/+*=),.;:?!-]|$))")
_BARE = re.compile(r"(?P<sign>Σ|∑|\\sum(?![A-Za-z]))(?!\s*(?:\\limits|[_^⁻ᵀ'ᵢ-ᵪₐ-ₜ₀-₉ⱼ]))\s*")
_GLUED = r"(?:(?<![A-Za-zα-ω_\\])|(?<=\^T)|(?<=(?<![A-Za-z\\])[A-Z]))"  # w^Tx_i, Wx_i
_MEMBER = re.compile(
    rf"{_GLUED}(?:\\[a-z]+|[A-Za-zα-ω]){_INDEX}|[A-Za-zα-ω](?P<d>[{''.join(LOWERED)}])"
)
_ENTRY = re.compile(  # X_ij, X_{i,j}
    r"(?<![\w\\])(?:\\[a-z]+|[A-Za-zα-ω])_(?:([a-z])([a-z])(?![A-Za-z0-9])"
    r"|\{\s*([a-z])\s*,?\s*([a-z])\s*\})"
)
# What ends the terms that a sum runs over.
_END = re.compile(r"[=;?!$\n]|[.,](?:\s|$)|\b(?:where|with|for|and|is|wrt|gradient)\b")
_MATRIX = re.compile(
    r"Σ\s*(?:\^|⁻|ᵀ|'|\|)|\|\s*Σ|Σ\s+(?:is|are|be|denotes|a|the|∈|\\in)\b|[,(]\s*Σ\s*[,)]"
)
_WORDED = re.compile(  # sum x_i^2, the sum of the x_i^2
    r"(?<![\w\\{])(?:the )?sum (?:of )?(?:all )?(?:the )?(?=[-(\[|‖]*[A-Za-zα-ω\d])"
)
_CALLED = re.compile(r"[A-Za-z]{2,}\Z")
LONGEST = 400  # characters of the terms of a sum
_TERM = re.compile(r"[=+;,\n([$-]")


def with_sums(text: str) -> str:
    """The text with ∑ for each Σ that is the sign of a sum, and with the indices of sums."""
    text = _SMALL.sub(_written, text)
    if "Σ" in text:
        text = _BOUNDED.sub("∑", text)
        text = _INDEXED.sub(lambda found: _sum(text, found), text)
    is_matrix = _MATRIX.search(text) is not None

    def indexed(found: re.Match[str]) -> str:
        if found["sign"] == "Σ" and is_matrix:
            return found[0]
        index = only_index(terms_of(text, found.end()))
        sign = found["sign"].replace("Σ", "∑")
        return f"{sign}_{index} " if index else found[0]

    text = _BARE.sub(indexed, text)
    return _WORDED.sub(lambda found: _told(text, found), text)


def _written(found: re.Match[str]) -> str:
    """A sum with its bounds in signs of full size."""
    start = found["from"].translate({0x2080 + k: str(k) for k in range(10)})
    end = "".join(_RAISED[each] for each in found["to"])
    return f"∑_{{{LOWERED[found['index']]}={start}}}^{{{end}}} "


def _told(text: str, found: re.Match[str]) -> str:
    """The sign of a sum for the word, where all that follows has one index: sum of x_i^2."""
    terms = terms_of(text, found.end())
    index = only_index(terms)
    goes_on = re.match(r"and\b", text[found.end() + len(terms) :])
    if index is None or goes_on or re.search(r"\b(?:over|from)\b", terms):
        return found[0]
    member = _MEMBER.search(terms) or _ENTRY.search(terms)
    before = terms[: member.end()] if member else terms
    is_formula = all(is_mathematical(word.strip("()[]")) for word in before.split())
    return f"sum_{index} " if is_formula else found[0]


def _sum(text: str, found: re.Match[str]) -> str:
    """The sign of a sum, if what follows has its index and no factor before it has."""
    index = _letter(found)
    before = _TERM.split(text[max(0, found.start() - LONGEST) : found.start()])[-1]
    is_member = index in _indices(before)
    is_sum = index in _indices(terms_of(text, found.end())) and not is_member
    return ("∑" if is_sum else "Σ") + found["index"]


def terms_of(text: str, at: int) -> str:
    """What a sum runs over: all up to the end of the formula; max(0, x_i) goes on at its comma."""
    rest = text[at : at + LONGEST]
    ends = (found for found in _END.finditer(rest) if not _is_between(rest, found))
    return rest[: next((found.start() for found in ends), len(rest))]


def _is_between(text: str, found: re.Match[str]) -> bool:
    """Is a comma one between the arguments of a function that is called before it?"""
    depth, before = 0, text[: found.start()]
    for at in range(len(before) - 1, -1, -1):
        depth += (before[at] == ")") - (before[at] == "(")
        if depth < 0:
            return found[0][0] == "," and _CALLED.search(before, 0, at) is not None
    return False


def _indices(text: str) -> list[str]:
    entries = [letter for found in _ENTRY.finditer(text) for letter in found.groups() if letter]
    return [_letter(found) for found in _MEMBER.finditer(text)] + entries


def _letter(found: re.Match[str]) -> str:
    below = found["c"] or found.groupdict().get("d", "")
    return found["a"] or found["b"] or LOWERED.get(below, "")


def only_index(terms: str) -> str | None:
    """The index of the first factor, if no other index stands in the terms."""
    indices = {*_indices(terms)}
    return indices.pop() if len(indices) == 1 else None
