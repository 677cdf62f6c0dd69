r"""Members x_i that words or a list call the columns or rows of a matrix X.

The matrix is declared by that: d×n with columns, n×d with rows, and the sums over its members end
with n. Without such words the members of a sum are rows. Members that are called row vectors are
written as x_i^T.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from matgrad.app.ask.spelling.patterns import TURNED
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_SMALL = (
    r"(?:(?:the|an?|its|our)\s+(?:[a-z-]+\s+){0,3}matrix\s+"
    r"|(?:(?:the|a|its|all|vectors?|samples?|points?|data|design|matrix|denoted|by)\s+){0,4})"
)
_ARE = r"(?:are|is|be|being|denotes?|forms?)"
_SQUARE = re.compile(
    rf"\b(?:square|symmetric|orthogonal|invertible)\s+(?:[a-z-]+\s+){{0,2}}(?P<name>{M})", re.I
)
_HOLDS = r"(?:contains|has|having|holds|stacks|collects|stores|with)"
_WHICH = r"(?P<which>columns?|rows?)"
# Members and their matrix, or the matrix and its members.
_TOLD = (
    re.compile(
        rf"(?P<members>{M})(?:['’]?s)?,?\s+(?:{_ARE}\s+)?(?:the\s+)?(?:(?:{M}|\w+)[-\s]?th\s+)?"
        rf"{_WHICH}(?:\s+vectors?)?\s+(?:of|in)\s+{_SMALL}(?P<matrix>{M})",
        re.I,
    ),
    re.compile(  # with rows a_i^T in A
        rf"{_WHICH}\s+(?P<members>{M})\s+(?:{_ARE}\s+)?(?:\w+ed\s+)?(?:of|in)\s+{_SMALL}(?P<matrix>{M})",
        re.I,
    ),
    re.compile(
        rf"{_WHICH}\s+of\s+{_SMALL}(?P<matrix>{M})\s+{_ARE}\s+{_SMALL}(?P<members>{M})", re.I
    ),
    re.compile(
        rf"(?P<matrix>{M})\s*,?\s+(?:whose|with)\s+{_WHICH}\s+(?:{_ARE}\s+)?{_SMALL}(?P<members>{M})",
        re.I,
    ),
    re.compile(
        rf"(?P<matrix>{M})\s+{_HOLDS}\s+(?:\w+\s+){{0,4}}?(?P<members>{M})\s+(?:as|per|in|for\s+each"
        rf"|on)\s+(?:(?:its|the|each|every|a)\s+)?{_WHICH}\b",
        re.I,
    ),
)  # fmt: skip
_ROW_VECTORS = re.compile(
    rf"(?P<members>{M})(?:['’]?s)?\s+(?:{_ARE}|as)\s+(?:(?:an?|the)\s+)?row\s+vectors?"
    rf"|row\s+vectors?\s+(?P<named>{M})",
    re.I,
)
_STEM = r"(?P<stem>\\?[A-Za-z]+|\\(?:mathbf|boldsymbol|bm|vec)\s*\{?\s*(?:[A-Za-z]|\\[a-z]+)\s*\}?)"
_MEMBER = re.compile(rf"\s*{_STEM}\s*_\s*\{{?\s*(?P<index>[a-z])\s*\}}?(?:{TURNED})?\s*")
_LETTER = re.compile(r"[A-Za-z]|\\[A-Za-z]+")
_FONT = re.compile(r"\\(?:mathbf|boldsymbol|bm|vec|mathrm)(?![A-Za-z])")
_SPACE = r"\s*\\in\s*\\(?:mathbb\s*\{?\s*R\s*\}?|R\b|Reals\b)\s*\^\s*"
_SIZES = r"\{\s*(?P<rows>[^{}]+?)\s*\\times\s*(?P<columns>[^{}]+?)\s*\}"
_LISTED = re.compile(  # X = [x_1, \dots, x_n] \in R^{d \times n}
    r"\s*(?P<whole>[A-Z]|\\[A-Z][a-z]+|\\(?:mathbf|boldsymbol|bm)\s*\{\s*[A-Z]\s*\})\s*:?=\s*"
    rf"(?P<list>[^=]*?\\[lcvd]?dots[^=]*?){_SPACE}{_SIZES}\s*[.,;]?\s*",
    re.DOTALL,
)
_FIRST = re.compile(
    r"(?P<stem>\\?[A-Za-z]+|\\(?:mathbf|boldsymbol|bm|vec)\s*\{?\s*[A-Za-z]\s*\}?)\s*_\s*\{?\s*1"
)
SIZES, LENGTHS = "dpqrs", "nNmTKL"
BACKSLASH = "\\"


class Family(NamedTuple):
    """A matrix in LaTeX, the letter of its members, their index, and whether they are columns."""

    whole: str
    stem: str
    letter: str  # the index
    in_columns: bool


def with_members(cut: Cut) -> Cut:
    """The text with a declaration of each matrix whose columns or rows words name."""
    cut = _with_rows_turned(cut)
    lengths: dict[str, str] = {}  # of the members
    for family in (*_told(cut), *_listed(cut)):
        if _letters(family.stem) == [x.lower() for x in _letters(family.whole)]:
            cut = _declared(cut, family, lengths)
    return cut


def _letters(latex: str) -> list[str]:
    return _LETTER.findall(_FONT.sub(" ", latex))


def _told(cut: Cut) -> Iterator[Family]:
    """What words say of matrices and their members."""
    for pattern in _TOLD:
        for found in pattern.finditer(cut.marked):
            matrix, members = next(numbers(found["matrix"])), next(numbers(found["members"]))
            member = _MEMBER.fullmatch(cut.segments[members].text)
            whole = cut.segments[matrix].text.strip()
            whole = whole.partition(r"\in")[0].strip()
            if member and len(_letters(whole)) == 1:
                is_column = found["which"].lower().startswith("column")
                yield Family(whole, member["stem"], member["index"], is_column)


def _listed(cut: Cut) -> Iterator[Family]:
    """The lists of members that are declared where they stand."""
    for latex in cut.formulas:
        found = _LISTED.fullmatch(latex)
        first = _FIRST.search(found["list"]) if found else None
        if found is None or first is None:
            continue
        below = r"\\" in found["list"]
        is_turned = re.search(rf"[\])]\s*{TURNED}\s*$", found["list"]) is not None
        stem = re.escape(first["stem"])
        below_sums = rf"{stem}\s*_\s*\{{?\s*([a-z])(?![A-Za-z])"
        indices = [
            i for text in cut.formulas for i in re.findall(below_sums, text) if i not in "nNmT"
        ]
        for index in dict.fromkeys(indices):
            yield Family(found["whole"], first["stem"], index, below == is_turned)


def _declared(cut: Cut, family: Family, lengths: dict[str, str]) -> Cut:
    """The text with the matrix as d×n or n×d, and with sums that end with n."""
    whole, _, _, in_columns = family
    given = _given(cut.formulas, whole)
    length, size = _sizes(cut.formulas, family)
    size = next((n for stem, n in lengths.items() if _fit(cut.formulas, stem, family.stem)), size)
    factors = _factors(cut.formulas, family.stem)
    size = next(filter(None, (_length(cut.formulas, x) for x in factors)), size)
    lengths.setdefault(family.stem, size)
    is_square = _is_square(cut.formulas, whole) or _is_called_square(cut, whole)
    if given:
        length = given["columns"] if in_columns else given["rows"]
        is_square = given["rows"] == given["columns"]
    which = "columns" if in_columns else "rows"
    note = f"the {which} of {whole.lstrip(BACKSLASH)} are the members of the sum, as the text says"
    made = cut.rewritten(lambda latex: _written(latex, family, length, is_square), note)
    if given:
        return made
    size = length if is_square else size
    shape = (size, length) if in_columns else (length, size)
    space = rf"{whole} \in \mathbb{{R}}^{{{shape[0]} \times {shape[1]}}}"
    let = [Segment(False, "\n\nLet "), Segment(True, space), Segment(False, ".")]
    for letter in (x for x in factors if x[0] == BACKSLASH and not _length(cut.formulas, x)):
        let += [Segment(False, "\n\nHere "), Segment(True, letter), Segment(False, " is a vector.")]
    return replace(made, segments=(*made.segments, *let))


def _factors(formulas: Sequence[str], stem: str) -> list[str]:
    r"""The letters that members are multiplied by: w of x_i^Tw."""
    member = rf"{re.escape(stem)}\s*_\s*(?:\w|\{{\s*\w\s*\}})\s*{TURNED}\s*"
    product = re.compile(rf"{member}(?P<by>\\(?:beta|theta)(?![A-Za-z_])|[a-z](?!\s*_))")
    return [*dict.fromkeys(m["by"] for text in formulas for m in product.finditer(text))]


def _length(formulas: Sequence[str], letter: str) -> str:
    r"""The length that a text declares, as p of w \in \mathbb{R}^p."""
    space = re.compile(
        rf"\s*{re.escape(letter)}\s*{_SPACE}\{{?\s*(?P<n>[A-Za-z])\s*\}}?\s*[.,;]?\s*"
    )
    return next((found["n"] for text in formulas if (found := space.fullmatch(text))), "")


def _is_called_square(cut: Cut, whole: str) -> bool:
    """Do words before the name call it a matrix that is square: the symmetric matrix A?"""
    called = (cut.segments[next(numbers(x["name"]))].text for x in _SQUARE.finditer(cut.marked))
    return any(text.strip() == whole for text in called)


def _fit(formulas: Sequence[str], one: str, other: str) -> bool:
    """Are the members of two families of one length: u_i^T v_j, x_i - c_k?"""
    pair = r"{}\s*_\s*(?:\w|\{{\s*\w\s*\}}){}\s*(?:[-+]|\\cdot)?\s*{}\s*_"
    stems = re.escape(one), re.escape(other)
    ways = (pair.format(a, f"(?:{TURNED})?", b) for a, b in (stems, stems[::-1]))
    return any(re.search(way, text) for way in ways for text in formulas)


def _given(formulas: Sequence[str], whole: str) -> re.Match[str] | None:
    """The sizes that the text itself declares."""
    sizes = re.compile(rf"{re.escape(whole)}\s*(?:=[^=]*)?{_SPACE}{_SIZES}")
    return next((found for text in formulas if (found := sizes.search(text))), None)


def _sizes(formulas: Sequence[str], family: Family) -> tuple[str, str]:
    """How many members there are, and how long each is: letters of the text, or free ones."""
    index = family.letter
    letters = " ".join(re.sub(r"\\[A-Za-z]+", " ", text) for text in formulas)
    free = [x for x in LENGTHS + SIZES if x not in letters]
    limit = re.compile(rf"_\s*\{{\s*{index}\s*=\s*1\s*\}}\s*\^\s*(?:\{{([^{{}}]+)\}}|(\w))")
    limits = [found[1] or found[2] for text in formulas for found in limit.finditer(text)]
    length = limits[0] if limits else next((x for x in free if x in LENGTHS), "n")
    stem = re.escape(family.stem)
    long = re.compile(rf"{stem}\s*_\s*\{{?\s*{index}\s*\}}?{_SPACE}\{{?\s*(\w+)")
    told = [found[1] for text in formulas for found in long.finditer(text)]
    return length, told[0] if told else next((x for x in free if x in SIZES), "d")


def _is_square(formulas: Sequence[str], whole: str) -> bool:
    """Does a text take the determinant or the inverse of a matrix?"""
    one = re.escape(whole)
    square = re.compile(
        rf"\\det\s*[({{]?\s*{one}(?!\s*[A-Za-z\\^])|{one}\s*\^\s*\{{\s*-|\|\s*{one}\s*\|"
    )
    return any(map(square.search, formulas))


def _written(latex: str, family: Family, length: str, is_square: bool) -> str:
    """A formula with the ends of its sums; with rows W_{i,:} where the sizes do not tell them."""
    whole, stem, index, in_columns = family
    one = _any_member(stem)
    alone = one.fullmatch(latex.strip())
    if alone and alone["x"]:
        return alone["x"]

    def member(x: re.Match[str]) -> str:
        at = x["a"] or x["b"]
        if not at or not is_square:
            return x[0]
        part = f"{whole}_{{:,{at}}}" if in_columns else f"{whole}_{{{at},:}}"
        return part if bool(x["turned"]) != in_columns else rf"{{{part}}}^{{\top}}"

    indices = {index, *(x["a"] or x["b"] for x in one.finditer(latex) if x["x"])}
    ends = re.compile(
        rf"(\\sum\s*(?:\\limits\s*)?)_\s*(?:\{{\s*(?P<a>{'|'.join(indices)})\s*\}}"
        rf"|(?P<b>{'|'.join(indices)}))(?!\s*\^)"
    )
    ended = ends.sub(
        lambda found: rf"{found[1]}_{{{found['a'] or found['b']}=1}}^{{{length}}} ", latex
    )
    return one.sub(member, ended)


def _any_member(stem: str) -> re.Pattern[str]:
    """A member of a family, or a command or an index of something else, which is none."""
    return re.compile(
        rf"(?P<x>{re.escape(stem)}\s*_\s*(?:\{{\s*(?P<a>[a-z])\s*\}}|(?P<b>[a-z])))"
        rf"(?P<turned>{TURNED})?|\\[A-Za-z]+|_\s*(?:\{{[^{{}}]*\}}|\w)"
    )


def _with_rows_turned(cut: Cut) -> Cut:
    """The text with x_i^T for members x_i that it calls row vectors."""
    for found in _ROW_VECTORS.finditer(cut.marked):
        where = next(numbers(found["members"] or found["named"]))
        member = _MEMBER.fullmatch(cut.segments[where].text)
        if member is None:
            continue
        stem = member["stem"]
        one = _any_member(stem)

        def turned(x: re.Match[str]) -> str:
            if not x["x"]:
                return x[0]
            return x["x"] if x["turned"] else rf"{x['x']}^{{\top}}"

        note = f"the row vectors {stem.lstrip(BACKSLASH)} are written as the transposes of columns"
        segments = [
            replace(each, text=one.sub(turned, each.text)) if each.is_math and i != where else each
            for i, each in enumerate(cut.segments)
        ]
        cut = replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
    return cut
