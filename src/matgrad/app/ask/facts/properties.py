"""The words for properties of matrices and vectors, and what each becomes: an assumption, an
equation that claims may use, or a line that says that it was not used."""

from __future__ import annotations

import re
from itertools import combinations

from matgrad.app.ask.facts.said import Given
from matgrad.app.ask.text.adjectives import FACTS, NOUNS
from matgrad.core.expr import NO_FACTS, Facts
from matgrad.core.facts import close
from matgrad.render.glyphs import latex_name, plain_name

OF_ENTRIES = (  # of which a small letter has to say that no matrix is meant
    (
        r"(?<!non-)(?<!non )\bpositive\b(?![- ]*(?:semi|def)|\s+(?:and|or|as well as) negative"
        r"|\s+(?:examples?|samples?|class|labels?|instances?|pairs?|part)\b)|\bstrictly positive\b",
        "positive",
    ),
    (r"\bnon-?\s?negative\b(?![- ]*(?:semi|def))", "nonnegative"),
    (
        r"\bentries that sum to one\b|(?<!row )(?<!rows )(?<!column )(?<!columns )(?<!that )"
        r"\bsums? (?:up )?to (?:one|1|unity)\b",
        "simplex",
    ),
)
UNKNOWN = re.compile(
    r"\b(?:(?<!row[- ])(?<!column[- ])(?<!doubly[- ])stochastic(?! gradient)|hankel"
    r"|vandermonde|nilpotent|tridiagonal|banded|sparse|low[- ]rank|rank[- ]deficient"
    r"|centrosymmetric|block[- ]diagonal|unimodular|unipotent"
    r"|companion matrix|hadamard matrix"
    r"|adjacency matrix(?! (?:of|for) (?:an?|the|some) (?:[\w-]+ )?undirected)"
    r"|irreducible|normali[sz]ed|standardi[sz]ed|whitened"
    r"|cent(?:er|re)ed|doubly cent(?:er|re)ed)\b",
    re.I,
)
SQUARE = re.compile(r"stochastic|nilpotent|unipotent|companion", re.I)
# What holds on a set that is thinner than the space and no subspace, unlike that of symmetric
# matrices: of a variable that moves it is a constraint.
CONSTRAINTS = frozenset("unit orthogonal simplex simplex_rows onehot".split())
NEEDED_BY = {"symmetric": ("positive_definite", "diagonal")}  # what is false without it
_OR = re.compile(r"\s*(?:matri\w+\s*)?,?\s*or\s+(?:else\s+)?(?:an?\s+)?", re.I)
_SQUARE_ONLY = re.compile(r"\^2|\\det|\\operatorname\{\{tr\}\}\(\{0\}\)")
_SQUARED = r"{0}\odot {0}"
_SUM = r"(?:that |which )?(?:all |each )?(?:sum|add)(?:s|m?ing)? (?:up )?to (?:one|1)\b"
_ROWS, _COLUMNS = rf"\brows? {_SUM}", rf"\bcolumns? {_SUM}"
GIVEN = (  # what is said by an equation for which there is no assumption
    (r"\borthonormal columns?|\bsemi-?orthogonal|\bcolumn[- ]orthonormal", "{0}^T{0}", "I"),
    (r"\borthonormal rows?", "{0}{0}^T", "I"),
    (r"\bidempotent|\bprojection matri|\bprojection(?= onto\b)|\bprojector"
     r"|\borthogonal projection|\bhat matri|\bcentering matri", "{0}^2", "{0}"),
    (r"\binvolut|\bhouseholder", "{0}^2", "I"),
    (r"\bbinary\b(?! (?:cross|class|log|entropy))|\bboolean\b|\bmasks?\b(?! of (?!zeros|ones|0))"
     r"|\bmasking matri|\bindicator (?:matri|vector|mask|array)"
     r"|\b(?:0[-/]1|zero-one)[- ](?:vector|matri|valued|mask)", _SQUARED, "{0}"),
    (r"(?<!diagonal )\bsigns? (?:vector|matri)|\bplus or minus (?:one|1)\b|\bRademacher",
     _SQUARED, "1"),
    (rf"{_ROWS}|\b(?:row|right)[- ]stochastic|\bdoubly[- ]stochastic|\bbistochastic",
     r"{0}\mathbf{{1}}", "1"),
    (rf"{_COLUMNS}|\b(?:column|left)[- ]stochastic|\bdoubly[- ]stochastic|\bbistochastic",
     r"\mathbf{{1}}^T{0}", "1"),
    (r"\bentries that sum to one\b", r"\mathbf{{1}}^T{0}", "1"),
    (r"\b(?:entries|columns) that sum to zero\b", r"\mathbf{{1}}^T{0}", "0"),
    (r"\brows that sum to zero\b", r"{0}\mathbf{{1}}", "0"),
    (r"\btraceless|\btrace[- ]?free|\b(?:zero|vanishing) trace\b",
     r"\operatorname{{tr}}({0})", "0"),
    (r"\bhollow\b", r"\operatorname{{diag}}({0})", "0"),
    (r"\bnormal(?=\s*(?:[.,;]|and\b|$))|\bnormal matri", "{0}{0}^T", "{0}^T{0}"),
    (r"(?<!non-)(?<!non)\bsingular(?! v)|\bdeterminant (?:zero|0)\b", r"\det({0})", "0"),
    (r"\bcirculant\b", r"{0}\mathbf{{1}}\mathbf{{1}}^T", r"\mathbf{{1}}\mathbf{{1}}^T{0}^T"),
    (r"\bcentering matri", r"\mathbf{{1}}^T\mathbf{{1}}\,{0}",
     r"\mathbf{{1}}^T\mathbf{{1}}\,I-\mathbf{{1}}\mathbf{{1}}^T"),
    (r"\brank[- ](?:one|1)\b", "{0}{0}^T{0}", r"\operatorname{{tr}}({0}^T{0}){0}"),
)  # fmt: skip
# What something is that words call by its name: the all-ones matrix, the identity matrix.
_ONES = r"(?:all[- ]?)?ones|(?:all )?1['’]?s"
NAMED = (
    (rf"\b(?:{_ONES})[- ]matrix\b|\bmatrix of (?:{_ONES})\b|\ball[- ]one matrix\b",
     r"\mathbf{1}\mathbf{1}^T"),
    (rf"\b(?:{_ONES})[- ]vector\b|\bvector of (?:{_ONES})\b|\ball[- ]one vector\b",
     r"\mathbf{1}"),
    (r"\bidentity matrix\b|\bidentity(?=\s*(?:[.,;?)]|and\b|$))", "I"),
    (r"\b(?:zero|null) (?:matrix|vector)\b|\b(?:matrix|vector) of (?:all )?zeros\b", "0"),
)  # fmt: skip
# Equations of some matrices that a property has for which there is none: what fails for them is
# wrong, what holds for them need not hold for all.
MEMBERS = (
    (r"stochastic", r"{0}\mathbf{{1}}", "1"),
    (r"stochastic", r"\mathbf{{1}}^T{0}", "1"),
    (r"nilpotent", "{0}^2", "0"),
    (r"unipotent", "{0}^2", "2{0}-I"),
    (r"low[- ]rank", "{0}{0}^T{0}", r"\operatorname{{tr}}({0}^T{0}){0}"),
    (r"rank[- ]deficient", r"\det({0})", "0"),
    (r"tridiagonal|banded|block[- ]diagonal", r"\operatorname{{Diag}}(\operatorname{{diag}}({0}))",
     "{0}"),
    (r"sparse", "{0}", "{0}"),
)  # fmt: skip
# What membership in a finite set says: each entry is its own square, or its square is one.
VALUES = {"binary": (_SQUARED, "{0}"), "signs": (_SQUARED, "1")}


def facts_in(name: str, kind: str | None = None) -> tuple[tuple[str, str], ...]:
    """The words for facts, with those that say something of capital or of small letters only.

    A capital that is a number is no matrix either.
    """
    return (*FACTS, *(NOUNS if name[0].isupper() and kind != "scalar" else OF_ENTRIES))


def shared_by(words: str) -> Facts:
    """What follows from each of two facts of which one holds: from “symmetric or diagonal”."""
    found = [(m.start(), m.end(), f) for p, f in FACTS for m in re.finditer(p, words, re.I)]
    if len(found) != 2:
        return NO_FACTS
    (_, end, first), (begin, _, second) = sorted(found)
    is_either = _OR.fullmatch(words[end:begin]) is not None
    return close(frozenset({first})) & close(frozenset({second})) if is_either else NO_FACTS


def not_used(name: str, words: str) -> tuple[str, str]:
    """A property for which there is no assumption, as a line about a name."""
    article = ("an " if words[0] in "aeiou" else "a ") if words.endswith("matrix") else ""
    return name, f"{plain_name(name)} is {article}{words.lower()}"


def given_by(left: str, right: str, name: str) -> Given:
    """An equation about a name; Q^TQ = I may make it orthogonal."""
    latex = latex_name(name)
    turned = name if right == "I" and "^2" not in left else ""
    return Given(left.format(latex), right.format(latex), turned)


def is_of_square(left: str, right: str) -> bool:
    """Does an equation say that its matrix is square?"""
    is_normal = {left, right} == {"{0}{0}^T", "{0}^T{0}"}
    return is_normal or _SQUARE_ONLY.search(left) is not None


def members_of(name: str, words: str) -> list[Given]:
    """Equations that only matrices of this kind obey, not all of them."""
    found = ((left, right) for kind, left, right in MEMBERS if re.search(kind, words, re.I))
    return [given_by(left, right, name) for left, right in found]


def commuting(names: list[str]) -> list[Given]:
    """The equations AB = BA."""
    pairs = combinations(map(latex_name, names), 2)
    return [Given(f"{one} {other}", f"{other} {one}") for one, other in pairs]
