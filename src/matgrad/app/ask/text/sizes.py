"""Sizes and spaces as they are typed: A is n x n, A: m by n matrix, x: R^n, b (m x 1).

They are spelled n×n and x in R^n, so that no x of a size is taken for a factor.
"""

from __future__ import annotations

import re

_SIZE = re.compile(  # X is an n x p matrix, y is n x 1, A is 3 by 2, an n-by-n matrix
    r"(?:(?<= is )|(?<= be )|(?<= an )|(?<= a )|(?<= are )|(?<= of )|(?<= size )|(?<= two )"
    r"|(?<= real )|(?<= symmetric )|(?<= square )|(?<= the )|(?<= with )|(?<=: )"
    r"|(?<= tall, )|(?<= wide, )|(?<= square, )|(?<= real, )|(?<= symmetric, )|(?<= matrix, ))"
    r"(?:([a-zNMDKBT]|\d{1,4})(?: x | by |-by-|-x-|×)([a-zNMDKBT]|\d{1,4})"
    r"|(\d{1,4}|[a-z])x(\d{1,4}|[a-z]))"
    r"(?=\s*(?:[.,;?)]|$|(?:and|where|with|real|symmetric|invertible|square|matri\w+|vectors?"
    r"|data|design|positive|orthogonal|diagonal|dense|random|weight|covariance|full|constant)\b))"
)
# Letters that are usual for sizes, with an x or a word between: n x n is no product of three.
_USUAL = r"([nmdkpqrNMDKBTPL]|\d{1,4})"
_BARE = re.compile(
    rf"(?<![\w^'_\\]){_USUAL}(?: x | by |-by-|-x-| × )(?!x)(?:{_USUAL})"
    r"(?=\s*(?:[.,;:?!)]|$)|\s+(?!wrt\b)[A-Za-z]{3,}|\s+(?:is|in|of|or)\b)"
)
# Sides that are sums or multiples: (n-1) x n, n x (n+1), 2n x n, an (n-1)-by-n matrix.
_SUM = r"[nmdkpqrNMDKBTPL]\s?[-+]\s?(?:\d{1,2}|[nmdkpqNMDKP])"
_MADE = rf"(?:\(\s?{_SUM}\s?\)|\d[nmdkpNMDK])"
_PLAIN = r"(?:[nmdkpqrNMDKBTPL]|\d{1,4})"
_TIMES = r"(?:\s?[x×]\s?| by |-by-|-x-)"
_COMPOUND = re.compile(
    rf"(?<![\w^'_\\)])(?P<rows>{_MADE}(?={_TIMES}(?:{_MADE}|{_PLAIN}))|{_PLAIN}(?={_TIMES}{_MADE})"
    rf"|(?:(?<= is )|(?<= an )|(?<= be )|(?<= size ))(?P<sum>{_SUM})(?= x {_PLAIN}))"
    rf"{_TIMES}(?P<columns>{_MADE}|{_PLAIN})"
    r"(?=\s*(?:[.,;:?!)]|$)|\s+(?!wrt\b)[A-Za-z]{3,}|\s+(?:is|in|of|or)\b)"
)
_SIGN = re.compile(r"(?:[-=+*/^'·⊙<>|∈&\\$]|\b(?:of|to|wrt|by|d))\s*$")
_INSIDE = rf"\(\s*{_USUAL}\s?[x×]\s?{_USUAL}\s*\)"
_ASIDE = re.compile(rf"(?<=\w ){_INSIDE}")  # a (n×n) matrix
_NAMED = re.compile(  # A (m×n) is symmetric, A (m×n, m < n) has orthonormal rows
    rf"(?<![\w\\'])([A-Za-z]\d?) \(\s*{_USUAL}\s?[x×]\s?{_USUAL}\s*"
    rf"(?:(?:,| with|, with|, where)\s*(?P<order>{_PLAIN}\s*[<>≤≥]=?\s*{_PLAIN})\s*)?\)"
    r"(?=\s*(?:[.,;:?!)]|$)|\s+(?:is|are|and|be|with|where|has|denotes)\b)"
)
_ORDER = re.compile(  # with k<n, which has to be found as a formula
    rf"(?<=\b(?:with|have|case) )({_PLAIN})\s*([<>≤≥]=?)\s*({_PLAIN})(?=[\s.,;:?!)]|$)"
)
_NUMBERED = re.compile(r"(?<=[\s,(])([A-Z]) (?=\d{1,4}x\d{1,4}\s*(?:[.,;?)]|$|and\b))")  # A 3x4
_WITHIN = re.compile(  # b is in R^3, x lies in R^n
    r"\b([A-Za-z]\d?) (?:is|are|lies?|be|belongs?|lives?|an element|a vector|a matrix|vectors?) ?"
    r"(?:an element |a vector |a matrix |vectors |matrices )?(?:in|of|from|to) (?=[Rℝ]\^)"
)
_LISTED = re.compile(  # y and z in R^N; the b of Ax - b, x in R^n is none of them
    r"(?:^|(?<=\n)|(?<=[.;:?!,(] )|(?<=\()|(?<=\b(?:let|for|all|and) )|(?<=\b(?:Let|For) )"
    r"|(?<=\b(?:with|both|when|With) )|(?<=\b(?:where|given|Given|Where) )|(?<=\bvectors ))"
    r"(?P<names>(?:[A-Za-z]\d?(?:, ?(?:and )?| and )){1,6})(?P<last>[A-Za-z]\d?)"
    r" (?P<space>(?:in|∈) [Rℝ](?:\^(?:\w+|\([^()]*\)|\{[^{}]*\})|[ⁿᵐᵏᵈ²³]))(?!\s*[x×])"
)
_COLON_SPACE = re.compile(r"(?<![\w\\])([A-Za-z]\d?)\s?: ?(?=[Rℝ](?:\^|[ⁿᵐᵏ²³]))")  # x: R^n
_NOUNS = r"(?:real|symmetric|square|invertible|diagonal|orthogonal|matri|vector|scalar|column|row)"
_COLON = re.compile(  # …, A: n×n symmetric matrix; at the beginning of a line it is a list
    r"(?<=[\w,;.)] )([A-Za-z]\d?)\s?: (?=(?:an? )?"
    rf"(?:\w{{1,4}}×\w{{1,4}} {_NOUNS}|[a-z\d]-(?:vectors?|dimensional)|{_NOUNS}))"
)
_DIM = r"[nmdkpqrlhNMDKBTCHP]"
_TUPLE = re.compile(  # X is (n, d), W of shape (3, 4), b has shape (k,), y: (n,); not: x is (1, 2)
    r"(?<![\w\\'])(?P<name>[A-Za-z]\d?)(?:(?:(?: is|:)? ?(?:of |has |with )?(?:the )?shape"
    rf"|\.shape ?(?:==?|is)):? (?=\()(?P<told>)|(?: is|:)? )\(\s*(?P<rows>{_DIM}|(?(told)\d+|(?!)))"
    rf"\s*,\s*(?P<columns>{_DIM}|(?(told)\d+|(?!)))?\s*\)"
    r"(?=\s*(?:[.,;?)]|$|(?:and|where|with|is|are|array|matrix|vector)\b))"
)
_SEVERAL = re.compile(r"(?:^|[\s(])[A-Za-z]\d?\s?(?:,|and|, and)\s$")
_LETTER = r"(?:\\(?:mathbf|boldsymbol|bm)\s*\{\s*\w\s*\}|\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?"
_DECLARED = re.compile(  # A: n\times n, x \colon \mathbb{R}^n
    rf"\s*(?P<names>{_LETTER}(?:\s*,\s*{_LETTER}){{0,6}})\s*(?::|\\colon(?![A-Za-z]))\s*"
    r"(?:(?P<size>\w{1,4}\s*\\times\s*\w{1,4})|(?P<space>\\(?:mathbb\s*\{?\s*R\s*\}?|R)\s*\^\s*"
    r"(?:\w|\{[^{}]*\})))\s*[.,;]?\s*"
)


def declared(latex: str) -> str:
    r"""A \in \mathbb{R}^{n\times n} for A: n\times n; other formulas as they are.

    >>> declared(r"A: m \times n")
    'A \\in \\mathbb{R}^{m \\times n}'
    """
    found = _DECLARED.fullmatch(latex)
    if found is None:
        return latex
    space = found["space"] or rf"\mathbb{{R}}^{{{found['size']}}}"
    return rf"{found['names']} \in {space}"


def with_sizes(text: str) -> str:
    """The text with n×n for n x n, and what a colon says of a name as a sentence."""
    text = re.sub(r"(?<=\^[{(])(\w+) (?:x|by) (?=\w+[})])", r"\1×", text)  # R^{n x n}
    text = _TUPLE.sub(_tuple, _COMPOUND.sub(_compound, text))
    text = _SIZE.sub(_sized, _NUMBERED.sub(r"\1 is ", text))
    text = _ASIDE.sub(r"( \1×\2 )", _NAMED.sub(_named, text))
    text = _BARE.sub(_bare, _ORDER.sub(r"\1 \2 \3", text))
    text = _COLON_SPACE.sub(r"\1 in ", text)
    return _LISTED.sub(_each, _WITHIN.sub(r"\1 in ", _COLON.sub(_said, text)))


def _tuple(found: re.Match[str]) -> str:
    size = f"({found['rows']}×{found['columns']})" if found["columns"] else found["rows"]
    return f"{found['name']} in R^{size}"


def _named(found: re.Match[str]) -> str:
    """A name and its space, with which side is longer where that is said."""
    order = f" with {found['order']}" if found["order"] else ""
    return f"{found[1]} ∈ R^({found[2]}×{found[3]}){order}"


def _compound(found: re.Match[str]) -> str:
    """A size with brackets around sums, unless a sign before it makes it a product."""
    if _SIGN.search(found.string, 0, found.start()):
        return found[0]
    rows = f"({found['sum']})" if found["sum"] else found["rows"]
    return f"{rows}×{found['columns']}"


def _sized(found: re.Match[str]) -> str:
    return f"{found[1] or found[3]}×{found[2] or found[4]}"


def _each(found: re.Match[str]) -> str:
    """The space behind each of the names that are in it: vectors, or matrices."""
    names = re.findall(r"\b[A-Za-z]\d?\b", found["names"])
    is_same = all(name.isupper() == found["last"].isupper() for name in names)
    each = (f"{name} {found['space']}" for name in (*names, found["last"]))
    return ", ".join(each) if is_same else found[0]


def _said(found: re.Match[str]) -> str:
    """What a colon says of a name, or of the last of several."""
    return f"{found[1]} {'are' if _SEVERAL.search(found.string, 0, found.start()) else 'is'} "


def _bare(found: re.Match[str]) -> str:
    """A size, unless a sign before it makes it a product."""
    return found[0] if _SIGN.search(found.string, 0, found.start()) else f"{found[1]}×{found[2]}"
