"""How large words say that vectors and matrices are: an m×n matrix A, x in R^n, of length n."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.facts.subjects import first_alike
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.render.glyphs import latex_name

_SIZED = re.compile(rf"({LIST})\s*,?\s*(?:is|are|be|being|also)\s+(?:[A-Za-z-]+,?\s+){{0,7}}?({M})")
_SIZED_BEFORE = re.compile(rf"({M})[\s-]+((?:[A-Za-z-]+,?\s+){{0,5}}?matri(?:x|ces))\s+({LIST})")
_SIZED_BESIDE = re.compile(  # X an n×p matrix
    rf"({M})\s*,?\s+an?\s+(?:[a-z-]+\s+){{0,3}}?({M})[\s-]+(?:[a-z-]+\s+){{0,3}}?(?:matrix|vector)\b"
)
_SIZED_ASIDE = re.compile(  # Y (n×q), X (an n×p matrix)
    rf"({M})\s*\(\s*(?:(?:an?|of size|size|of shape|shape|is|real)\s+){{0,3}}({M})"
    r"(?:\s+(?:[a-z-]+\s+){0,3}?(?:matrix|vector))?\s*[,)]"
)
_SIZED_COLON = re.compile(rf"({LIST})\s*:\s*({M})(?=\s*(?:[.,;?!)]|$|and\b))")  # X: n×p
_OF_SIZE = re.compile(
    rf"({LIST})\s*,?\s+(?:\w+\s+){{0,2}}?(?:of|has|have|with)\s+(?:size|dimensions?|shape|order)\s+({M})"
)
_WITHIN = re.compile(
    rf"({LIST})\s*,?\s+(?:(?:is|are|be|lies?|lives?|belongs?|both|an?|vectors?|matri(?:x|ces)|element"
    rf"|real|column|fixed|given|any|some)\s+){{0,4}}(?:in|of|from|to)\s+(?:the\s+space\s+)?({M})"
)
_LONG_AS = (
    "(?:of|has|have|having|with|the|same|common|equal|whose|fixed|given|some|arbitrary|finite|full)"
)
_LONG = (  # names, and the length of these vectors
    re.compile(rf"({LIST})\s+(?:(?!and\b)[a-z]+\s+){{1,3}}?({M})[- ](?:dimensional\b|vectors?\b)"),
    # not: of mass ⟦1⟧ and length ⟦3⟧; a rest length is that of another thing
    re.compile(
        rf"({LIST})\s+(?!and\b)(?:[a-z]+\s+){{0,4}}?(?:{_LONG_AS}\s+length|[a-z]+\s+dimension)\s+({M})"
    ),
)
_LONG_BEFORE = re.compile(rf"({M})-dimensional\s+(?:[a-z]+\s+){{0,2}}?vectors?\s+({LIST})")


_EXTENT = r"(?:length|radius|width|height|thickness|diameter|depth)"
_MEASURE = rf"(?:{_EXTENT}|mass|stiffness|density|volume|area|charge|temperature|speed|angle)"
_MEASURED = re.compile(  # of mass ⟦1⟧ and length ⟦3⟧, of stiffness ⟦1⟧ and rest length ⟦3⟧: numbers
    rf"\b{_MEASURE}\s+{M}(?:(?:\s*,\s*|\s+)(?:(?:and|with)\s+)?(?:(?!of\b)[a-z]+\s+)?{_MEASURE}\s+{M}){{1,4}}",
    re.I,
)
_ALL = re.compile(  # everything is n×n; all matrices are square of size n; dimensions are all n×n
    r"\b(?:everything|all(?:\s+(?:the\s+|of\s+(?:the\s+|these\s+)?)?(?:matrices|dimensions|sizes|them))?"
    r"|dimensions|sizes|matrices)\s+(?:(?:here|below|above|involved|in question)\s+)?"
    r"(?:(?:is|are|being|have)\s+)?(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:(?:size|shape|dimensions?)\s+)?"
    rf"(?:real\s+)?(?:square(?:\s*,?\s*(?:of\s+)?(?:size|order|dimension)\s+(?P<n>{M}|[a-z]))?"
    rf"|(?P<size>{M}))(?=\s*(?:[.;,?!)]|$|and\b|matrices\b))",
    re.I,
)
_NUMBERS = re.compile(  # all numbers; where all letters are scalars; everything is scalar
    r"\b(?:everything|all(?:\s+(?:the\s+|of\s+(?:the\s+|these\s+)?)?(?:letters|variables|quantities"
    r"|symbols|them|parameters and variables))?)\s+(?:(?:here|below|above|involved)\s+)?"
    r"(?:(?:is|are|being)\s+)?(?:all\s+)?(?:real\s+)?(?:scalars?|numbers)(?=\s*(?:[.;,?!)]|$))",
    re.I,
)
_COUNTS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_COUNT = rf"(?P<n>{'|'.join(_COUNTS)}|\d{{1,2}})"
_DIMENSIONS = re.compile(  # in two dimensions, in 3D, in the three-dimensional case
    rf"(?<!than )(?<!not )(?<!except )\bin\s+(?:the\s+|just\s+|exactly\s+)?{_COUNT}"
    r"(?:\s+(?:space\s+|spatial\s+)?dimensions\b|[\s-]?D\b|[\s-]dimensional\s+(?:case|space)\b)",
    re.I,
)
_LENGTH = r"\s*([A-Za-z]|\d{1,4})\s*"
_SIGN = r"(<|>|\\(?:leq?slant|geq?slant|leq?|geq?|ll|gg|lt|gt)(?![A-Za-z]))"
_ORDER = re.compile(f"{_LENGTH}{_SIGN}{_LENGTH}")  # k < n
_ORDERED = re.compile(  # ⟦V ∈ R^{k×n}⟧ with ⟦k < n⟧ has …; a ⟦k×n⟧ matrix with ⟦k < n⟧ and …
    rf"(?P<what>{M}(?:\s+matrix)?)(?:\s*,\s*(?:(?:with|where|for)\s+)?|\s+(?:with|where|for)\s+|\s*\(\s*)"
    rf"(?P<order>{M})(?:\s*[,)](?=\s+(?:has|have|be|is|are|with)\b)|\s*\)|(?P<and>\s+and(?=\s+[a-z]))|"
    r"(?=\s+(?:has|have|be|is|are)\b))",
    re.I,
)
_OPEN = re.compile(r"\b(?:if|when|unless|whether|not|never|nobody|or|some)\b|n['’]t\b", re.I)


def shorter_in(latex: str) -> tuple[str, str] | None:
    """The two sizes that a formula compares, the shorter one first.

    >>> shorter_in("n > k")
    ('k', 'n')
    """
    found = _ORDER.fullmatch(latex)
    if found is None:
        return None
    is_less = found[2] == "<" or found[2].startswith(r"\l")
    return (found[1], found[3]) if is_less else (found[3], found[1])


def is_wide(within: str, reading: Reading) -> bool:
    """Has a matrix of this space fewer rows than columns, by its numbers or by what is told?"""
    sides = tuple(re.sub(r"\\mathbb\s*\{\w\}|[{}^\s]", "", within).split(r"\times"))
    if len(sides) == 2 and all(map(str.isdigit, sides)):
        return int(sides[0]) < int(sides[1])
    return sides in {shorter_in(latex) for latex in reading.bare.values()}


def without_orders(marked: str, reading: Reading) -> str:
    """The text without which side of a matrix is longer, where that parts it from what it is."""
    within = {each.segment: each.within for each in reading.declared} | reading.sizes

    def joined(found: re.Match[str]) -> str:
        (what, *_), (order,) = numbers(found["what"]), numbers(found["order"])
        pair = shorter_in(reading.bare.get(order, "")) or ()
        sides = re.findall(r"[A-Za-z]+|\d+", within.get(what, ""))
        is_order = bool(pair) and all(x in sides or x.isdigit() for x in pair)
        return found["what"] + (" with" if found["and"] else "") if is_order else found[0]

    return _ORDERED.sub(joined, marked)


def listen_to_all(said: Said, marked: str, reading: Reading) -> None:
    """Keep the one size that words give to all matrices, or that they are square."""
    for found in _ALL.finditer(marked):
        start, stop = sentence_around(marked, found.start())
        size = reading.sizes.get(next(numbers(found["size"])), "") if found["size"] else ""
        n = found["n"] or ""
        n = reading.formula(next(numbers(n))) if n.startswith(M[0]) else n
        size = size or (rf"{n} \times {n}" if n else "")
        if _OPEN.search(marked, start, stop) or (found["size"] and not size):
            continue
        for name in _matrices(reading):
            said.squares |= {name} if not size or len({*size.split(r"\times")}) == 1 else set()
            if size and name not in {each.name for each in reading.declared}:
                said.sizes.setdefault(name, size)


def dimension_in(words: str) -> str:
    """The one number of dimensions that words speak of; none if they compare several."""
    found = {_COUNTS.get(n := each["n"].lower(), n) for each in _DIMENSIONS.finditer(words)}
    return found.pop() if len(found) == 1 else ""


_HOW = r"(?:(?:positive|real|given|fixed|known|non-?zero|some|arbitrary|negative|unknown)\s+)*"
_CONSTANTS = (  # with positive constants ⟦K, C, r⟧; ⟦M⟧ and ⟦k⟧ are constants
    re.compile(rf"\b{_HOW}constants?\s+({LIST})", re.I),
    re.compile(
        rf"({LIST})\s*,?\s+(?:is|are|be|being)\s+(?:(?:an?|some|the|all|both)\s+)?{_HOW}"
        r"(?:[a-z]+\s+)?constants?\b(?!\s+(?:matri|vector))",
        re.I,
    ),
)
_OF_MATRICES = re.compile(
    r"\^\s*\{?\s*(?:T|\\top|\\intercal|\\mathsf)|'\s*[A-Za-z]|\\\||\\[lr]?Vert|\\(?:operatorname|mathrm)\s*\{\s*[tT]r"
    r"|\\det|\\mathbb|\\mathbf|\\boldsymbol|\\bm|\\times|\\odot|\^\s*\{\s*-1\s*\}"
)
_MATRIX_WORDS = re.compile(r"\b(?:matri(?:x|ces)|vectors?)\b", re.I)


def listen_to_numbers(said: Said, marked: str, reading: Reading) -> None:
    """Keep that all letters are numbers, where words say so of all of them."""
    _listen_to_constants(said, marked, reading)
    found = _NUMBERS.search(marked)
    if found and not _OPEN.search(marked, *sentence_around(marked, found.start())):
        declared = {each.name for each in reading.declared}
        for name in _letters(reading):
            if name not in declared and name not in reading.functions:
                said.kinds.setdefault(name, "scalar")


def _listen_to_constants(said: Said, marked: str, reading: Reading) -> None:
    """Take constants for numbers, capitals as well, in a text that has nothing of matrices."""
    formulas = (*_values(reading), *(each.within for each in reading.declared))
    if any(map(_OF_MATRICES.search, formulas)) or _MATRIX_WORDS.search(marked):
        return
    for found in (x for way in _CONSTANTS for x in way.finditer(marked)):
        for name in names_of(found[1], reading):
            if name not in reading.functions:
                said.kinds.setdefault(name, "scalar")


def _values(reading: Reading) -> list[str]:
    """What the formulas say."""
    latex = [value for each in reading.defined for value in each.values]
    latex += [value for each in reading.claimed for value in (each.latex, *each.values)]
    return [*latex, *reading.bare.values()]


def _letters(reading: Reading) -> Iterator[str]:
    """The names of the formulas."""
    return (name.partition("_")[0] for value in _values(reading) for name in names_in(value))


def _matrices(reading: Reading) -> list[str]:
    """Capital letters of the formulas."""
    is_other = {*reading.functions, "I", "T"}
    return [
        x
        for x in dict.fromkeys(_letters(reading))
        if re.fullmatch("[A-Z]", x) and x not in is_other
    ]


def listen_to_sizes(said: Said, marked: str, reading: Reading) -> None:
    """Keep the sizes that words give."""
    found = [(m[1], m[2]) for m in _SIZED.finditer(marked)]
    found += [(m[1], m[2]) for m in _SIZED_ASIDE.finditer(marked)]
    found += [(m[1], m[2]) for m in _SIZED_COLON.finditer(marked)]
    found += [(m[1], m[2]) for m in _OF_SIZE.finditer(marked)]
    found += [(m[1], m[2]) for m in _SIZED_BESIDE.finditer(marked)]
    found += [(m[3], m[1]) for m in _SIZED_BEFORE.finditer(marked)]
    for subject, sizes in found:
        size = reading.sizes.get(next(numbers(sizes)))
        for name in _undeclared(subject, reading) if size else ():
            said.sizes.setdefault(name, size or "")
    measured = [m[0] for m in _MEASURED.finditer(marked) if re.search(_EXTENT, m[0], re.I)]
    for name in (x for words in measured for x in _undeclared(words, reading)):
        said.kinds.setdefault(name, "scalar")
    for within in _WITHIN.finditer(marked):
        _keep(said, names_of(within[1], reading), reading.spaces.get(next(numbers(within[2]))))
    long = [(m[1], m[2]) for pattern in _LONG for m in pattern.finditer(marked)]
    long += [(m[2], m[1]) for m in _LONG_BEFORE.finditer(marked)]
    for subject, length in long:
        number = next(numbers(length))
        name = next(iter(reading.names.get(number, ())), None)
        size = latex_name(name) if name else reading.lengths.get(number)
        space = rf"\mathbb{{R}}^{{{size}}}" if size else None
        _keep(said, names_of(subject, reading), space)


def _undeclared(marks: str, reading: Reading) -> list[str]:
    """The names that the marked formulas are; of ⟦x in R^n⟧ and ⟦A⟧, the last is meant."""
    segments = [*numbers(marks)]
    return [x for i in segments[first_alike(segments, reading) :] for x in reading.names.get(i, ())]


def _keep(said: Said, names: list[str], space: str | None) -> None:
    for name in names if space else ():
        said.spaces.setdefault(name, space or "")
