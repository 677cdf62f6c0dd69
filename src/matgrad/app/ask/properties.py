"""The words for properties of matrices and vectors, and what each becomes: an assumption, an
equation that claims may use, or a line that says that it was not used."""

from __future__ import annotations

import re
from itertools import combinations

from matgrad.app.ask.said import Given
from matgrad.render.glyphs import latex_name, plain_name

_GRAPH = r"(?:[\w-]+ ){0,4}?(?<!\bdirected )(?:graph|network)"
FACTS = (
    (r"skew[- ]?symmetric|antisymmetric", "skew"),
    (r"(?<!skew-)(?<!skew )(?<!anti)\bsymmetric|\bsemi-?definite|\bPSD\b", "symmetric"),
    (r"positive[- ]definite|\bSPD\b", "positive_definite"),
    (r"\bdiagonal\b", "diagonal"),
    (r"\borthogonal projection|\borthogonal projector", "symmetric"),
    (r"\b(?:permutation|rotation|reflection|unitary) matri|\bunitary\b|\bhouseholder\b",
     "orthogonal"),
    (r"\blower[- ]triangular", "lower_triangular"),
    (r"\bupper[- ]triangular", "upper_triangular"),
    (r"\bToeplitz\b", "toeplitz"),
    (r"\b(?:on|in) the (?:probability |unit )?simplex", "simplex"),
    (r"\binvertible|non-?singular", "invertible"),
    (r"\bfull[- ]column[- ]rank", "full_column_rank"),
    (r"\bfull[- ]row[- ]rank", "full_row_rank"),
    (r"\bone-?hot\b", "onehot"),
    (r"\bunit vector", "unit"),
    (r"\bpositive (?:scalar|number|real|constant)", "positive"),
    (r"(?<!cross-)(?<!cross )\b(?:co-?variance|correlation|precision|gram|kernel|scatter"
     r"|(?:fisher )?information) (?:\(\w+\) |or \w+ )?matri|\bgramian\b|\bhermitian\b"
     r"|\bhouseholder\b|\bself-?adjoint\b|\b(?:is|be|denotes?) (?:the|its|a) (?:\w+ )?hessian\b",
     "symmetric"),
    (r"(?<!\bdirected )\bgraph laplacian|\blaplacian (?:matrix )?(?:of|for) "
     rf"(?:an?|the|some|our) {_GRAPH}|\blaplacian matrix\b(?! (?:of|for)\b)"
     r"|\badjacency matrix (?:of|for) (?:an?|the|some) (?:[\w-]+ )?undirected", "symmetric"),
)  # fmt: skip
NOUNS = (  # of which the letter has to say that they are matrices
    (r"\b(?:rotation|permutation|reflection)\b(?! (?:angle|axis|speed|group))"
     r"|\borthogonal\b(?! (?:proj|to\b|vector))"
     r"|\borthonormal\b(?! (?:columns?|rows?|bas|set|vectors|frame|system))", "orthogonal"),
    (r"(?<!cross-)(?<!cross )\b(?:co-?variance|correlation)s?\b(?! matri)", "symmetric"),
)  # fmt: skip
UNKNOWN = re.compile(
    r"\b((?:doubly |row[- ]|column[- ])?stochastic(?! gradient)|bistochastic|circulant|hankel"
    r"|vandermonde|nilpotent|tridiagonal|banded|sparse|low[- ]rank|rank[- ](?:one|1|deficient)"
    r"|singular(?! v)|centrosymmetric|block[- ]diagonal|unimodular|traceless|unipotent"
    r"|normal(?=\s*(?:[.,;]|and\b|$))|normal matrix"
    r"|companion matrix|centering matrix|hadamard matrix|adjacency matrix|irreducible"
    r"|normali[sz]ed|standardi[sz]ed|whitened|cent(?:er|re)ed|doubly cent(?:er|re)ed)\b",
    re.I,
)
SQUARE = re.compile(r"stochastic|circulant|nilpotent|^normal\b|traceless|unipotent|companion", re.I)
# What holds on a set that is thinner than the space and no subspace, unlike that of symmetric
# matrices: of a variable that moves it is a constraint.
CONSTRAINTS = frozenset("unit orthogonal simplex simplex_rows onehot".split())
NEEDED_BY = {"symmetric": ("positive_definite", "diagonal")}  # what is false without it
_SQUARED = r"{0}\odot {0}"
GIVEN = (  # what is said by an equation for which there is no assumption
    (r"\borthonormal columns?|\bsemi-?orthogonal|\bcolumn[- ]orthonormal", "{0}^T{0}", "I"),
    (r"\borthonormal rows?", "{0}{0}^T", "I"),
    (r"\bidempotent|\bprojection matri|\bprojector|\borthogonal projection|\bhat matri"
     r"|\bcentering matri", "{0}^2", "{0}"),
    (r"\binvolut|\bhouseholder", "{0}^2", "I"),
    (r"\bbinary\b(?! (?:cross|class|log|entropy))|\bboolean\b|\bmasks?\b|\bmasking matri"
     r"|\b(?:0[-/]1|zero-one)[- ](?:vector|matri|valued|mask)", _SQUARED, "{0}"),
    (r"\bsigns? (?:vector|matri)|\bplus or minus (?:one|1)\b|\bRademacher", _SQUARED, "1"),
)  # fmt: skip
# What membership in a finite set says: each entry is its own square, or its square is one.
VALUES = {"binary": (_SQUARED, "{0}"), "signs": (_SQUARED, "1")}


def facts_in(name: str) -> tuple[tuple[str, str], ...]:
    """The words for facts, with those that only say something of a capital letter."""
    return (*FACTS, *NOUNS) if name[0].isupper() else FACTS


def not_used(name: str, words: str) -> tuple[str, str]:
    """A property for which there is no assumption, as a line about a name."""
    article = ("an " if words[0] in "aeiou" else "a ") if words.endswith("matrix") else ""
    return name, f"{plain_name(name)} is {article}{words.lower()}"


def given_by(left: str, right: str, name: str) -> Given:
    """An equation about a name; Q^TQ = I may make it orthogonal."""
    latex = latex_name(name)
    turned = name if right == "I" and "^2" not in left else ""
    return Given(left.format(latex), right.format(latex), turned)


def commuting(names: list[str]) -> list[Given]:
    """The equations AB = BA."""
    pairs = combinations(map(latex_name, names), 2)
    return [Given(f"{one} {other}", f"{other} {one}") for one, other in pairs]
