"""Shapes that words, comments and docstrings tell: X is (n, d), w has length d, y is a vector."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from matgrad.app.ask.programs.listed import SIZE as _SIZE
from matgrad.app.ask.programs.listed import shapes_of_lists
from matgrad.app.ask.programs.typed import Typed

_NAME = r"(?<![\w.\\])[`$*]{0,2}(?P<name>[A-Za-z]\w{0,20})[`$*]{0,2}"
_PAIR = rf"(?P<first>{_SIZE})\s*(?:,|x|×|\\times|by|-by-|\*)\s*(?P<second>{_SIZE})"
_POWER = _PAIR.replace("first", "rows").replace("second", "columns")
_SHAPE = re.compile(
    _NAME + r"\s*(?:[,:]\s*)?(?:(?:is|are|has|have|be|with|of|in|∈|\\in|the|an?|array|matrix|vector"
    r"|tensor"
    r"|shape|size|sizes|one-?hot|binary|labels?|targets?|dimensions?|data|input|weights?"
    r"|numpy|\d-?[dD]|:|real|design|its)\s*){0,8}[`$]{0,2}"
    rf"(?:[(\[]\s*(?:{_PAIR}|(?P<only>{_SIZE})\s*,)\s*[)\]]"
    rf"|(?:\\?mathbb\{{R\}}|R|ℝ)\s*\^\s*[{{(]?\s*(?:{_POWER}"
    rf"|(?P<length>{_SIZE})))(?!\s*=)"  # f(x, c) = … has arguments
)
_LISTED = re.compile(  # Q, K and V are all (n, d)
    r"(?<![\w.\\])(?P<list>[`$]?[A-Za-z]\w{0,9}[`$]?(?:\s*(?:,\s*and|,|and)\s+[`$]?[A-Za-z]\w{0,9}[`$]?){1,9})"
    r"\s+(?:are|have)\s+(?:all\s+|both\s+)?(?:(?:of\s+)?shapes?\s+|arrays?\s+of\s+shape\s+)?"
    rf"[(\[]\s*(?P<first>{_SIZE})\s*,\s*(?P<second>{_SIZE})?\s*[)\]]"
)
_ROW = re.compile(  # h, c: (n,)
    r"(?<![\w.\\])(?P<list>[`$]?[A-Za-z]\w{0,9}[`$]?(?:\s*,\s*[`$]?[A-Za-z]\w{0,9}[`$]?){1,9})"
    r"\s*:\s*"
    rf"(?:(?:of\s+)?shapes?\s+)?[(\[]\s*(?P<first>{_SIZE})\s*,\s*(?P<second>{_SIZE})?\s*[)\]]"
    r"(?!\s*(?:,|and|,\s*and)\s*[(\[])"  # one for each of them
)
_ONE_SHAPE = rf"[(\[]\s*(?:{_SIZE})\s*,\s*(?:{_SIZE})?\s*[)\]]"
_EACH = re.compile(  # X, y: (n, d), (n,)
    r"(?<![\w.\\])(?P<list>[`$]?[A-Za-z]\w{0,9}[`$]?"
    r"(?:\s*(?:,\s*and|,|and)\s+[`$]?[A-Za-z]\w{0,9}[`$]?){1,9})"
    r"(?:\s*:\s*|\s+(?:are|have|with)\s+(?:of\s+)?(?:shapes?\s+)?)"
    rf"(?P<shapes>{_ONE_SHAPE}(?:\s*(?:,\s*and|,|and)\s*{_ONE_SHAPE}){{1,9}})"
)
_WORD = re.compile(r"[A-Za-z]\w*")
_DESCRIBED = re.compile(  # v: centre vector, shape (d,); W is the weight matrix of shape (d, k)
    _NAME + r"(?:\s*(?::|--?|–)\s*|\s+(?:is|are)\s+(?:the|an?)\s+)[^\n:;.?!()]{1,60}?"
    rf"\b(?:shape|size)s?\s*[=:]?\s*[(\[]\s*(?:{_PAIR}|(?P<only>{_SIZE})\s*,)\s*[)\]]"
)
_TIMES = re.compile(
    _NAME + r"\s+(?:is|has|be)\s+(?:an?\s+)?(?:shape\s+|size\s+)?"
    rf"(?P<first>{_SIZE})\s*(?:x|×|by|-by-)\s*(?P<second>{_SIZE})\b"
)
_LENGTH = re.compile(
    _NAME + r"(?P<others>(?:\s*(?:,\s*and|,|and)\s*[`$]?[A-Za-z]\w{0,20}[`$]?){0,6})"
    r"\s+(?:is|are|has|have)\s+(?:an?\s+|the\s+|both\s+)?"
    r"(?P<kind>(?:column |row |1-?[dD] |target |label |real |weight |bias |parameter |data "
    r"|input )*"
    r"(?:vectors?|matri(?:x|ces)|scalars?|numbers?|floats?|ints?|integers?|length"
    r"|1-?[dD] arrays?|2-?[dD] arrays?))"
    rf"(?:\s+(?:of\s+length\s+|with\s+|of\s+size\s+)?(?P<size>{_SIZE})(?=\s+entries|\s*[.,;)]|$))?",
    re.I,
)
_RANKS = {"vector|length|1-?d": 1, "matri|2-?d": 2, "scalar|number|float|int": 0}
_NUMBER = (
    r"(?:margin|temperature|threshold|learning\s+rate|step\s+size|bandwidth|weight\s+decay"
    r"|(?:regulari[sz]ation|penalty)\s+(?:strength|parameter|constant|coefficient|factor))"
)
_SETTING = re.compile(  # m the margin, the temperature T
    _NAME
    + r"(?<!\band)(?<!\bor)(?<!\bwith)(?<!\bby)(?<!\bis)\s*(?:,|:|=|is|being)?\s*(?:the|an?)\s+"
    rf"(?:(?:fixed|scalar|constant|positive|given)\s+)?{_NUMBER}(?![\w-])"
    rf"|\bthe\s+{_NUMBER}\s+[`$*]{{0,2}}(?P<behind>[A-Za-z]\w{{0,20}})[`$*]{{0,2}}"
    r"(?=\s*(?:[.,;:)=]|$|is\b|and\b))"
)
COLUMN = ("", "?")  # a column: a vector, or a matrix of one
_ALL = re.compile(r"(?:all|\()\s*(?:are\s+)?(?P<kind>column\s+vectors|scalars|numbers)\b", re.I)
_COMMENT = re.compile(
    r"^\s*(?P<name>[A-Za-z_]\w*)\s*(?:=[^#\n]*|:[^=#\n]*|,\s*)?#[^\n]*?[\[(]\s*"
    rf"(?P<first>{_SIZE})\s*(?:,|x|×)\s*(?P<second>{_SIZE})?\s*[\])]",
    re.M,
)
_SET = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?:=.*|:[^=]*|,\s*)?")
_PYTHON = frozenset("is has shape of in and the for with return def".split())


@dataclass(frozen=True)
class Told:
    """What the text tells of a program."""

    shapes: Mapping[str, tuple[str, ...]]
    sizes: frozenset[str]
    facts: Mapping[str, Sequence[str]]
    equations: tuple[tuple[str, str], ...]  # that hold, in LaTeX
    words: str
    asked: tuple[str, ...]  # the variables
    started: frozenset[str]  # variables, also where they are set to numbers at first
    of: str  # the function, if the words name it
    library: str  # whose methods arrays have
    given: tuple[str, ...]  # derivatives from above
    typed: tuple[Typed, ...]
    wants_number: bool  # is a gradient asked for?
    wants_second: bool = False  # is a Hessian?
    outside: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )  # names that routines set and others use


def told_shapes(code: str, words: str) -> dict[str, tuple[str, ...]]:
    """The sizes that are told of each name; an empty one is not told."""
    found: dict[str, tuple[str, ...]] = {}
    prose = "\n".join((words, *remarks(code)))
    for each in _LENGTH.finditer(prose):
        rank = next(r for word, r in _RANKS.items() if re.search(word, each["kind"], re.I))
        sizes = (each["size"] or "",) if rank == 1 else ("",) * rank
        if rank == 1 and re.match("column", each["kind"], re.I):
            sizes = COLUMN
        others = [x for x in re.findall(r"[A-Za-z]\w*", each["others"]) if x != "and"]
        for name in (each["name"], *others):
            found[name] = sizes
    found |= {x: () for each in _SETTING.finditer(prose) for x in each.groups() if x}
    for each in (*_LISTED.finditer(prose), *_ROW.finditer(prose)):
        sizes = tuple(x for x in (each["first"], each["second"]) if x)
        found |= {x: sizes for x in re.findall(r"[A-Za-z]\w*", each["list"]) if x != "and"}
    found |= dict(shapes_of_lists(prose))
    for pattern in (_DESCRIBED, _TIMES, _SHAPE):
        for each in pattern.finditer(prose):
            names = ("first", "second", "rows", "columns", "only", "length")
            parts = each.groupdict()
            sizes = tuple(x for n in names if (x := parts.get(n)))
            is_interval = re.fullmatch(r"[^(\[]*\bin\s*[(\[].*", each[0]) and all(
                map(str.isdigit, sizes)
            )
            if "0" not in sizes and not is_interval:
                found[each["name"]] = sizes
    for each in _EACH.finditer(prose):
        listed = [x for x in _WORD.findall(each["list"]) if x != "and"]
        shapes = [tuple(re.findall(_SIZE, x)) for x in re.findall(_ONE_SHAPE, each["shapes"])]
        found |= dict(zip(listed, shapes, strict=True)) if len(listed) == len(shapes) else {}
    for each in _COMMENT.finditer(code):
        if "@" not in each[0].partition("#")[2]:
            found[each["name"]] = tuple(x for x in (each["first"], each["second"]) if x)
    return {name: sizes for name, sizes in found.items() if name not in _PYTHON}


def remarks(code: str) -> list[str]:
    """Docstrings, and comments that stand in lines of their own."""
    docs = re.findall(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', code, re.DOTALL)
    lines = re.findall(r"^\s*#\s*([^\n]*)$", code, re.M)
    return [x or y for x, y in docs] + lines


def beside(code: str) -> list[str]:
    """Comments behind code, with the name that their line sets or declares before them."""
    parts = (line.partition("#") for line in code.split("\n"))
    pairs = [(_SET.fullmatch(head), said.strip()) for head, _, said in parts if head.strip()]
    return [f"{x['name']}: {said}" if x else said for x, said in pairs if said]


def told_of_all(words: str) -> str:
    """What is said of all letters at once: (column vectors), these are scalars."""
    found = _ALL.search(words) or re.search(
        r"\b(?:these|they|everything)\s+(?:are|is)\s+(?P<kind>scalars?|numbers)", words
    )
    return "" if found is None else "c" if "column" in found["kind"].lower() else "s"


def told_sizes(told: dict[str, tuple[str, ...]]) -> frozenset[str]:
    """The names of sizes."""
    sizes = {size for each in told.values() for size in each}
    return frozenset(size for size in sizes if size and size != "?" and not size.isdigit())
