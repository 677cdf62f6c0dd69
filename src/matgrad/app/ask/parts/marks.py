r"""Where the numbered parts of a text begin: (a), 1., \item, Exercise 2, first … second …"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from matgrad.app.ask.text.marks import M, mark_of
from matgrad.app.ask.text.segments import MATH

CALLED = r"exercise|problem|question|task|part|example|case|ex|q"
_NUMBER = r"\d{1,2}|[a-h]|i{1,3}|iv|vi{0,3}"
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_LINE = r"(?:(?<=\n)|^)[ \t]*(?:[*#_>-]+[ \t]*)?"  # the beginning of a line
_SENTENCE = rf"(?:{_LINE}|(?<=[.?!:;])\s+[*_]*)"
_BEHIND = r"[*_]*[ \t]*"
_DO = r"(?:please\s+)?(?:find|compute|calculate|derive|determine|differentiate|show|give|what|is)\b"
# Words before a number in brackets that refer to a part, and do not begin one.
_REFERS = re.compile(
    rf"(?<!\w)(?:{CALLED}|parts|in|of|from|see|by|to|as|with|than|using|equations?|eqs?\.?)\s*$",
    re.I,
)


@dataclass(frozen=True)
class Mark:
    """The number of a part, and where it stands."""

    start: int
    end: int
    value: int
    label: str
    is_apart: bool = False  # an exercise of its own


@dataclass(frozen=True)
class Style:
    """A way of numbering."""

    pattern: re.Pattern[str]
    is_apart: bool = False
    may_refer: bool = False


STYLES = (
    Style(
        re.compile(
            rf"{_SENTENCE}(?P<called>{CALLED})\.?\s*\(?(?P<n>\d{{1,2}}\.\d{{1,2}}|{_NUMBER})(?![\w'])"
            rf"\)?[*_]*(?:[.:)]+|(?=[ \t]*\n)|[ \t]+[–—-](?=\s)|(?=[ \t]+[A-Z({M[0]}])){_BEHIND}",
            re.I,
        ),
        is_apart=True,
    ),
    Style(
        re.compile(rf"(?:(?<=[\s,;:.])|^)\((?P<n>{_NUMBER})\)(?=[\s:]){_BEHIND}"), may_refer=True
    ),
    Style(re.compile(rf"(?:(?<=[\s,;:.])|^)(?P<n>{_NUMBER})\)(?=\s){_BEHIND}"), may_refer=True),
    Style(re.compile(rf"{_SENTENCE}\((?P<n>[A-H])\)(?=[\s:]){_BEHIND}")),
    Style(re.compile(rf"{_SENTENCE}(?P<n>\d{{1,2}})\.[*_]*(?=[ \t\n]+\S){_BEHIND}")),
    Style(re.compile(rf"{_LINE}(?P<n>{_NUMBER})\.[*_]*(?=[ \t]+\S){_BEHIND}")),
    Style(
        re.compile(
            rf"{_SENTENCE}(?:the\s+)?(?P<n>{'|'.join(_ORDINALS)})(?:ly)?"
            rf"(?:\s+(?:{CALLED})\b)?(?:\s*[,:]|\s+(?={_DO})){_BEHIND}",
            re.I,
        )
    ),
)
_BULLET = re.compile(r"(?:(?<=\n)|^)[ \t]*[-*•+–][ \t]+(?=\S)")
_LISTING = re.compile(r"\b(?:following|each of|these|tasks?|compute|find)\b[^.?!]*:\s*$", re.I)
_OF_EACH = re.compile(  # (a) … (b) … Find the gradient in each case.
    rf"\s*(?P<task>{_DO}[^.?!:{M[0]}]{{0,80}}?\b(?:gradient|derivative|hessian|jacobian)s?)\s+"
    r"(?:in|for|of)\s+(?:each|all|every|these|both)(?:\s+(?:of\s+)?(?:case|cases|them|these|one|function"
    r"|functions|the above))?\s*(?:above\s*)?[.?!:]\s*",
    re.I,
)
_ITEM = re.compile(r"\s*\\item\b(?!\s*\[\s*\])(?:\s*\[(?P<label>[^\]]*)\])?\s*")
_OWN_LABEL = re.compile(rf"\W{{0,10}}(?:{CALLED})?\s*\(?(?P<n>{_NUMBER})\)?\.?\W{{0,10}}", re.I)
_LIST = re.compile(r"\s*\\(?P<what>begin|end)\s*\{(?:enumerate|itemize)\}\s*(?:\[[^\]]*\])?\s*")


@dataclass(frozen=True)
class Part:
    """A part of a text, in which formulas are marked."""

    label: str
    words: str
    is_apart: bool = False


@dataclass(frozen=True)
class Parts:
    """The parts of a text, and what stands before and behind all of them."""

    before: str
    parts: tuple[Part, ...]
    after: str
    formulas: tuple[str, ...]

    def written(self, words: str) -> str:
        """Words as they stand in the text, with their formulas."""
        return re.sub(M, lambda mark: self.formulas[int(mark[0][1:-1])], words)


def marked_formulas(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with marks in the place of its formulas, and these."""
    formulas: list[str] = []

    def mark(found: re.Match[str]) -> str:
        formulas.append(found[0])
        return mark_of(len(formulas) - 1)

    return MATH.sub(mark, text), tuple(formulas)


def parts_in(text: str) -> Parts | None:
    """The numbered parts of a text, if it has any; of nested ones, the outer."""
    words, formulas = marked_formulas(text)
    if M[0] in text:
        return None
    found = _items(words) or _numbered(words) or _bulleted(words)
    if found is None:
        return None
    before, parts, after = _led(*found)
    return Parts(before, tuple(parts), after, formulas)


Found = tuple[str, list[Part], str]


def _led(before: str, parts: list[Part], after: str) -> Found:
    """What stands behind all parts and is said of each of them leads over to them."""
    task = _OF_EACH.match(after)
    if task is None:
        return before, parts, after
    return f"{before}\n\n{task['task'].strip()}:\n", parts, after[task.end() :]


def _items(words: str) -> Found | None:
    r"""The items of the first list in LaTeX."""
    opening = _LIST.search(words)
    if opening is None or opening["what"] != "begin":
        return None
    depth, close, end = 1, len(words), len(words)
    begins: list[re.Match[str]] = []
    place = opening.end()
    while depth and (found := _next(words, place)):
        place = found.end()
        if found.re is _ITEM:
            begins += [found] if depth == 1 else []
            continue
        depth += 1 if found["what"] == "begin" else -1
        close, end = (found.start(), found.end()) if not depth else (close, end)
    ends = [each.start() for each in begins[1:]] + [close]
    pieces = [words[each.end() : stop] for each, stop in zip(begins, ends, strict=True)]
    parts = [Part(label, piece) for label, piece in zip(_labels(begins), pieces, strict=True)]
    return (words[: opening.start()], parts, words[end:]) if len(parts) > 1 else None


def _labels(begins: list[re.Match[str]]) -> list[str]:
    r"""What the items of a list are called: by their own labels, \item[(a)], if all have one."""
    found = [_OWN_LABEL.fullmatch(each["label"] or "") for each in begins]
    own = [_label(each) for each in found if each]
    is_own = len({*own}) == len(begins)
    return own if is_own else [f"Part {i}" for i in range(1, len(begins) + 1)]


def _next(words: str, place: int) -> re.Match[str] | None:
    """The next item, or beginning or end of a list."""
    both = [each for each in (_ITEM.search(words, place), _LIST.search(words, place)) if each]
    return min(both, key=lambda each: each.start(), default=None)


def _numbered(words: str) -> Found | None:
    """The parts that numbers or letters begin, of the way of numbering that begins first."""
    ways = [[*_sequence(style, words)] for style in STYLES]
    ways = [marks for marks in ways if len(marks) > 1]
    if not ways:
        return None
    marks = min(ways, key=lambda marks: (marks[0].start, -len(marks)))
    ends = [each.start for each in marks[1:]] + [len(words)]
    pieces = [words[each.end : stop] for each, stop in zip(marks, ends, strict=True)]
    last, after = _without_end(pieces)
    parts = [
        Part(mark.label, piece, mark.is_apart)
        for mark, piece in zip(marks, [*pieces[:-1], last], strict=True)
    ]
    return words[: marks[0].start], parts, after


def _bulleted(words: str) -> Found | None:
    """The lines that begin with a bullet, behind words about all of them."""
    lines = [*_BULLET.finditer(words)]
    before = words[: lines[0].start()] if lines else ""
    if len(lines) < 2 or not _LISTING.search(before):
        return None
    ends = [each.start() for each in lines[1:]] + [len(words)]
    pieces = [words[each.end() : stop] for each, stop in zip(lines, ends, strict=True)]
    last, after = _without_end(pieces)
    return before, [Part(f"Part {i}", x) for i, x in enumerate([*pieces[:-1], last], 1)], after


def _without_end(pieces: list[str]) -> tuple[str, str]:
    """The last part, and what stands behind it in a paragraph of its own if no part has two."""
    is_of_lines = all("\n" not in piece.strip() and "\n" in piece for piece in pieces[:-1])
    end = "\n" if is_of_lines else "\n\n"
    first, gap, rest = pieces[-1].lstrip().partition(end)
    has_gaps = any(end in piece.strip() for piece in pieces[:-1])
    return (pieces[-1], "") if has_gaps or not gap else (first, rest)


def _sequence(style: Style, words: str) -> Iterator[Mark]:
    """The marks of one style that count on from one."""
    for kind in (_as_digit, _as_letter, _as_roman, _as_ordinal):
        marks = [*_counted(style, words, kind)]
        if len(marks) > 1:
            yield from marks
            return


def _counted(style: Style, words: str, value: Callable[[str], int]) -> Iterator[Mark]:
    expected = 0 if style.is_apart else 1
    for found in style.pattern.finditer(words):
        may_refer = style.may_refer and expected > 1  # to the first, nothing before can
        begin = max(found.start() - 20, 0)
        is_reference = may_refer and _REFERS.search(words, begin, found.start())
        number = value(found["n"].lower())
        if number and number == (expected or number) and not is_reference:
            yield Mark(found.start(), found.end(), number, _label(found), style.is_apart)
            expected = number + 1


def _label(found: re.Match[str]) -> str:
    called = found.groupdict().get("called") or "part"
    called = {"q": "question", "ex": "exercise"}.get(called.lower(), called.lower())
    n = found["n"].lower()
    number = str(_as_ordinal(n) or n)
    return f"{called.capitalize()} {number if number[0].isdigit() else f'({number})'}"


def _index(names: Iterable[str], name: str) -> int:
    return next((i for i, each in enumerate(names, 1) if each == name), 0)


def _as_digit(n: str) -> int:
    last = n.rpartition(".")[2]  # of 4.2
    return int(last) if last.isdigit() else 0


def _as_letter(n: str) -> int:
    return _index("abcdefgh", n)


def _as_roman(n: str) -> int:
    return _index(_ROMAN, n)


def _as_ordinal(n: str) -> int:
    return _index(_ORDINALS, n)
