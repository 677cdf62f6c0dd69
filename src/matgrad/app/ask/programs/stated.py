"""What words and comments say of the arrays of a program: A is symmetric, M is a mask."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_FACTS = {
    r"symmetric positive[- ](?:semi-?)?definite|SPD|PSD"
    r"|positive[- ](?:semi-?)?definite": "positive_definite",
    r"symmetric|covariance|cov(?=\s+matrix)|gram": "symmetric",
    r"orthogonal|orthonormal": "orthogonal",
    r"one-?hot": "onehot",
    r"diagonal": "diagonal",
    r"positive(?=\s+(?:scalar|number|constant)|\s*[.,;)]|$)": "positive",
}
_BEHIND = (
    r"(?<![\w.])[`$]?(?P<name>{1})[`$]?\s*(?:=|is|are|:|,|\(|the|being)"
    r"(?:[^.,;\n?!()]|\([^()]*\)){{0,40}}?(?<!not )(?<!non-)\b(?:{0})\b"
)
_BEFORE = (
    r"(?<!not )(?<!non-)\b(?:{0})(?:\s+matrix|\s+labels?|\s+targets?)?"
    r"\s+[`$]?(?P<name>{1})[`$]?(?!\w)"
)
_MASK = re.compile(
    r"(?<![\w.])[`$]?(?P<a>[A-Za-z]\w{0,15})[`$]?\s*(?:is|=|:|,)?\s*(?:the|an?)?\s*"
    r"(?:0\s*/\s*1|binary|boolean|\{0,\s*1\})"
    r"|\b(?:0\s*/\s*1|binary|boolean)\s+(?:mask|matrix|indicator)s?\s+[`$]?(?P<b>[A-Za-z]\w{0,15})"
    r"|\bmask\s+[`$]?(?P<c>[A-Z]\w{0,5})\b"
    r"|(?<![\w.])[`$]?(?P<d>[A-Z]\w{0,5})[`$]?\s+(?:is\s+)?(?:the|a)\s+mask\b"
    r"|(?<![\w.])(?P<e>mask)(?![\w])"
)


def stated_facts(words: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """The names of arrays, and what is said of them."""
    one = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    for pattern, fact in _FACTS.items():
        for frame in (_BEHIND, _BEFORE):
            for found in re.finditer(frame.format(pattern, one), words):
                yield found["name"], fact
    for found in re.finditer(rf"(?<![\w.])(?P<name>{one})[`$]?\s*>\s*0(?![\w.])", words):
        yield found["name"], "positive"


def masks_in(words: str) -> list[str]:
    """The arrays whose entries are zeros and ones."""
    found = (each for match in _MASK.finditer(words) for each in match.groups() if each)
    return list(dict.fromkeys(found))
