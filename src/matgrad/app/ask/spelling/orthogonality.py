r"""What words say of vectors by an equation: orthogonal ones, eigenvectors, those of a null space.

“a and b are orthogonal”, a \perp b, “c is an eigenvector of A with eigenvalue 2” and “b lies in the
null space of A^T” become a^Tb = 0, Ac = 2c and A^Tb = 0, so that claims may use them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_LOOK = r"\\(?:mathbf|boldsymbol|bm|vec|hat|bar|tilde|mathrm)\s*"
_SMALL = r"(?:[a-z]|\\(?!in\b|perp\b)[a-z]+)"
_INDEX = r"(?:\s*_\s*(?:\w|\{\s*\w+\s*\}))?"
_NAME = rf"(?:{_LOOK}(?:\{{\s*{_SMALL}{_INDEX}\s*\}}|{_SMALL})|{_SMALL}){_INDEX}"
VECTOR = re.compile(rf"\s*{_NAME}\s*")
VECTORS = re.compile(rf"\s*{_NAME}(?:\s*,\s*{_NAME}){{0,5}}\s*")
_TURN = (
    r"(?:\s*\^\s*(?:T|\\top|\\intercal|\{\s*(?:T|\\top|\\intercal|\\mathsf\s*\{?\s*T\s*\}?)\s*\}))?"
)
_CAPITAL = r"(?:[A-Z]|\\(?:mathbf|boldsymbol|bm)\s*(?:\{\s*[A-Z]\s*\}|[A-Z])|\\[A-Z][a-z]+)"
MATRIX = re.compile(rf"\s*(?P<name>{_CAPITAL}{_INDEX})(?P<turn>{_TURN})\s*")
_PERP = re.compile(rf"\s*(?P<one>{_NAME})\s*\\(?:perp|bot)(?![A-Za-z])\s*(?P<other>{_NAME})\s*")
_NULL = (
    r"(?:\\ker|\\(?:operatorname|mathrm)\s*\*?\s*\{\s*(?:[Kk]er|[Nn]ull?|N)\s*\}"
    r"|\\(?:mathcal|mathscr)\s*(?:\{\s*N\s*\}|N))"
)
_KERNEL = re.compile(
    rf"\s*(?P<b>{_NAME})\s*\\in\s*{_NULL}\s*(?:\\left\s*)?[({{]?\s*(?P<A>{_CAPITAL}{_INDEX}{_TURN})"
    r"\s*(?:\\right\s*)?[)}]?\s*"
)
_FIRST = rf"(?:{ANY}|\ba(?=\s*(?:,|and\b)))"  # an “a” that is typed looks like a word
_LIST = rf"(?P<list>{_FIRST}(?:\s*,\s*{ANY}){{0,4}}(?:\s*,?\s*(?:and|&)\s*{ANY})?)"
_HOW = (
    r"(?:\s+(?:two|both|all|mutually|pairwise|each|fixed|given|constant|known"
    r"|nonzero|non-zero|real|unit))*"
)
_WORD = r"(?P<word>orthogonal|perpendicular|orthonormal)"
_NOUN = r"(?P<noun>(?:\s+unit)?\s+vectors)?"
_OTHER = r"(?:\s+to\s+(?:each other|one another))?"
_CALLED = r"(?:\b(?:the|an?|our|some|every|any)\s+(?:[a-z]+\s+){1,2})?"
_ENDS = r"(?=\s*(?:[.,;:?!)]|$|\n)|\s+(?:and|then|so|with|such|we|the|in|of|where|but|it)\b)"
_PAIR = re.compile(  # ⟦a⟧ and ⟦b⟧ are orthogonal vectors
    rf"{_LIST}\s+(?P<verb>(?:(?:which|that)\s+)?(?:are|be|being))(?P<how>{_HOW})\s+{_WORD}{_NOUN}{_OTHER}"
    rf"(?P<space>\s+(?:in|of)\s+{ANY})?{_ENDS}",
    re.I,
)
_SHORT = re.compile(  # with ⟦a⟧ and ⟦b⟧ orthogonal
    rf"\b(?P<lead>with|for|where|given|assuming|having)\s+{_LIST}(?P<how>{_HOW})\s+{_WORD}{_NOUN}{_ENDS}",
    re.I,
)
_BEFORE = re.compile(  # for orthogonal vectors ⟦a⟧ and ⟦b⟧, for orthonormal ⟦u⟧ and ⟦v⟧
    rf"\b{_WORD}(?P<noun>(?:\s+unit)?(?:\s+vectors)?)\s+{_LIST}(?!\s*(?:matri|column|row))", re.I
)
_TO = re.compile(  # the vector ⟦a⟧ is orthogonal to ⟦b⟧
    rf"{_CALLED}(?P<one>{ANY})\s+(?:(?:is|be|being)\s+)?(?P<how>(?:an?\s+)?(?:(?:unit|nonzero|fixed)\s+)?"
    r"(?:vector\s+)?(?:(?:that|which)\s+is\s+)?)(?:orthogonal|perpendicular|normal)\s+to\s+"
    r"(?:(?P<of>(?:(?:the|all|every|each)\s+)*(?:columns?|rows?|range|image|(?:column|row) space)"
    r"\s+of)\s+)?"
    rf"(?:the\s+(?:vector|matrix)\s+)?(?P<other>{ANY}){_ENDS}",
    re.I,
)
_IN_NULL = re.compile(  # ⟦b⟧ lies in the null space of ⟦A^T⟧
    rf"{_CALLED}(?P<one>{ANY})\s+(?:is|be|lies|lie|being|lying)\s+"
    r"(?:an?\s+(?:element|vector)\s+(?:in|of)|in|from)\s+the\s+"
    r"(?P<left>left\s+)?(?:null[- ]?space|kernel)\s+of\s+(?:the\s+matrix\s+)?"
    rf"(?P<other>{ANY}){_ENDS}",
    re.I,
)
_EIGEN = re.compile(  # ⟦c⟧ is a unit eigenvector of the symmetric matrix ⟦A⟧ with eigenvalue ⟦2⟧
    rf"(?P<one>{ANY})\s+(?P<verb>is|be|being)\s+(?:an?|the|some)\s+"
    r"(?P<how>(?:(?:unit|normali[sz]ed|corresponding|fixed|given)\s+)*)eigen-?vector\s+of\s+"
    rf"(?P<kind>(?:(?:the|an?|our|some)\s+)?(?:[a-z-]+\s+){{0,3}}?matrix\s+)?(?P<other>{ANY})"
    r"(?:\s*,?\s*(?:with|for|to|(?:corresponding|belonging|associated)\s+(?:to|with))\s+"
    r"(?:(?:the|its|an?)\s+)?"
    rf"eigen-?value\s+(?P<value>{ANY}|\d+\b|zero\b|one\b|two\b))?{_ENDS}",
    re.I,
)
_EIGENVECTOR = re.compile(r"(?P<c>.+?)\^T(?P=c)(?P<A>.+?)(?P=c)=(?P=c)\^T(?P=A)(?P=c)(?P=c)")
_PROJECTS = re.compile(  # ⟦P⟧ is the orthogonal projection onto the span of ⟦a⟧
    rf"(?P<one>{ANY})\s+(?P<verb>is|be|denotes?)\s+(?P<kind>(?:the|an?)\s+(?:orthogonal\s+)?"
    r"(?:projection|projector)(?:\s+matrix)?)\s+on(?:to)?\s+(?:the\s+)?(?:(?P<off>orthogonal\s+complement"
    r"|null[- ]?space|kernel)|(?:span|line|range|column\s+space|image))\s+(?:of|spanned\s+by"
    rf"|through)\s+(?P<other>{ANY})",
    re.I,
)
_NUMBERS = {"zero": "0", "one": "1", "two": "2"}


def with_orthogonality(cut: Cut) -> Cut:
    """The text with equations for these words."""
    cut = cut.rewritten(with_signs)
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    for pattern, written in _WORDS:
        for found in reversed([*pattern.finditer(writing.text)]):
            if (instead := written(found, writing)) is not None:
                writing.put(found.start(), found.end(), instead)
    return writing.recut(cut)


def with_signs(latex: str) -> str:
    r"""The formula with an equation for a \perp b and b \in \ker A.

    >>> with_signs(r"b\in\ker(A^T)")
    'A^T b = 0'
    """
    if found := _PERP.fullmatch(latex):
        return _orthogonal(found["one"], found["other"])
    if found := _KERNEL.fullmatch(latex):
        return f"{found['A'].strip()} {found['b'].strip()} = 0"
    return latex


def _orthogonal(one: str, other: str) -> str:
    return f"{one.strip()}^T {other.strip()} = 0"


def _names(marks: str, writing: Writing) -> list[str]:
    """The vectors that these formulas are; none if one of them is something else."""
    found = re.findall(_FIRST, marks)
    formulas = [mark if mark == "a" else writing.formula(mark) for mark in found]
    if not all(map(VECTORS.fullmatch, formulas)):
        return []
    return [name.strip() for latex in formulas for name in latex.split(",")]


def _equations(found: re.Match[str], writing: Writing, words: str) -> str | None:
    """That vectors are orthogonal, and of length one where the words say so."""
    names = _names(found["list"], writing)
    if len(names) < 2:
        return None
    is_unit = found["word"].lower() == "orthonormal" or "unit" in words.lower().split()
    lengths = [f"{name}^T {name} = 1" for name in names if is_unit]
    pairs = [_orthogonal(*pair) for pair in combinations(names, 2)]
    return " and ".join(map(writing.add, (*lengths, *pairs)))


def _pair(found: re.Match[str], writing: Writing) -> str | None:
    equations = _equations(found, writing, f"{found['how']} {found['noun']}")
    if equations is None or not found["space"]:
        return equations
    return f"{found['list']} {found['verb']} vectors{found['space']} with {equations}"


def _short(found: re.Match[str], writing: Writing) -> str | None:
    equations = _equations(found, writing, f"{found['how']} {found['noun']}")
    return None if equations is None else f"{found['lead']} {equations}"


def _before(found: re.Match[str], writing: Writing) -> str | None:
    equations = _equations(found, writing, found["noun"])
    return None if equations is None else f"{found['list']} with {equations}"


def _to(found: re.Match[str], writing: Writing) -> str | None:
    one, other = (writing.formula(found[each]) for each in ("one", "other"))
    if not VECTOR.fullmatch(one):
        return None
    name = one.strip()
    unit = f"{writing.add(f'{name}^T {name} = 1')} and " if "unit" in found["how"].split() else ""
    if not found["of"]:
        is_pair = VECTOR.fullmatch(other) is not None
        return unit + writing.add(_orthogonal(one, other)) if is_pair else None
    is_row = "row" in found["of"].lower()
    told = _mapped_to_zero(other, one, writing, is_turned=not is_row)
    return unit + told if told else None


def _mapped_to_zero(matrix: str, vector: str, writing: Writing, is_turned: bool) -> str | None:
    """The equation that a matrix, or its transpose, maps a vector to zero."""
    found = MATRIX.fullmatch(matrix)
    if found is None or not VECTOR.fullmatch(vector):
        return None
    turn = "^T" if is_turned != bool(found["turn"]) else ""
    return writing.add(f"{found['name'].strip()}{turn} {vector.strip()} = 0")


def _in_null(found: re.Match[str], writing: Writing) -> str | None:
    one, other = (writing.formula(found[each]) for each in ("one", "other"))
    return _mapped_to_zero(other, one, writing, is_turned=bool(found["left"]))


def _eigen(found: re.Match[str], writing: Writing) -> str | None:
    c, A = (writing.formula(found[each]).strip() for each in ("one", "other"))
    if not VECTOR.fullmatch(c) or not MATRIX.fullmatch(A):
        return None
    value = found["value"]
    if value is None:
        equation = f"{c}^T {c} {A} {c} = {c}^T {A} {c} {c}"
    else:
        number = _NUMBERS.get(value.lower(), value)
        number = writing.formula(number) if re.fullmatch(ANY, number) else number
        equation = f"{A} {c} = {number} {c}"
    unit = "unit " if found["how"].strip().lower() in ("unit", "normalized", "normalised") else ""
    of = f" and {found['kind']}{found['other']}" if found["kind"] else ""
    return f"{found['one']} {found['verb']} a {unit}vector with {writing.add(equation)}{of}"


def eigenvector_in(left: str, right: str) -> str:
    r"""What an equation says that words were spelled as, in words; nothing if it is another one.

    >>> eigenvector_in("x^T x A x", "x^T A x x")
    'x \\text{ is an eigenvector of } A'
    """
    found = _EIGENVECTOR.fullmatch(f"{left} = {right}".replace(" ", ""))
    return rf"{found['c']} \text{{ is an eigenvector of }} {found['A']}" if found else ""


def _projects(found: re.Match[str], writing: Writing) -> str | None:
    """What a projection does with the vectors, or columns, that it is called by."""
    P, a = (writing.formula(found[each]).strip() for each in ("one", "other"))
    if not MATRIX.fullmatch(P) or not (VECTOR.fullmatch(a) or MATRIX.fullmatch(a)):
        return None
    off = (found["off"] or "").lower()
    is_null = bool(off) and "complement" not in off
    if is_null and not MATRIX.fullmatch(a):
        return None
    equation = f"{a} {P} = 0" if is_null else f"{P} {a} = {'0' if off else a}"
    kind = found["kind"] if "matrix" in found["kind"].lower() else f"{found['kind']} matrix"
    return f"{found['one']} {found['verb']} {kind} with {writing.add(equation)}"


_WORDS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Writing], str | None]], ...] = (
    (_PAIR, _pair),
    (_SHORT, _short),
    (_BEFORE, _before),
    (_TO, _to),
    (_IN_NULL, _in_null),
    (_EIGEN, _eigen),
    (_PROJECTS, _projects),
)
