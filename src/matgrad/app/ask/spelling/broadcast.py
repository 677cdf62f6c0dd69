r"""What people leave out where functions act on rows or numbers on vectors: written out.

- “softmax(QK^T/√d)V, where the softmax is row-wise” is softmax_rows(QK^T/√d)V.
- In x − μ, with μ the mean of the entries of x, the number μ is taken from each entry.
- In q = (1 - ε)y + ε/K, whose entries q_k are used, the number ε/K is added to each entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import LETTER, ONES
from matgrad.app.ask.text.segments import Cut, Segment

_ROWS = (
    r"(?:row-?\s?wise|by\s+rows?|row\s+by\s+row|(?:each|every|per)[\s-]row"
    r"|(?:over|along|across|on|to)\s+(?:the\s+|all\s+|its\s+)?rows)"
)
_BEHIND = (
    r"\s*,?\s*\(?(?:(?:is\s+)?(?:taken|applied|computed|acting|acts|understood|normali[sz]ed"
    rf"|where it acts)\s+)?(?:to\s+)?{_ROWS}\)?"
)
_BY_ROWS = re.compile(
    rf"\bsoftmax\b[^.?!]{{0,60}}?\b{_ROWS}|\b{_ROWS}\s+(?:[a-z]+\s+){{0,2}}softmax\b"
    rf"|§S{_BEHIND}",
    re.I,
)
_SOFTMAX = re.compile(
    r"\\(?:operatorname|mathrm|text|textrm|mathbf)\s*\{\s*[sS]oftmax\s*\}|\\softmax(?![A-Za-z])"
    r"|(?<![A-Za-z\\{])softmax(?=\s*(?:\(|\\left))"
)
_SIZE = r"(?:\{\s*(?P<a>[A-Za-z])\s*\}|(?P<b>[A-Za-z]))"
_MEAN = re.compile(
    rf"(?P<mean>{LETTER})\s*:?=\s*\\[dt]?frac\s*(?:\{{\s*1\s*\}}|1)\s*{_SIZE}\s*(?:"
    r"\\sum\s*(?:\\limits)?\s*_\s*(?:\{\s*(?P<i>[ijkl])(?:\s*=\s*1)?\s*\}|(?P<j>[ijkl]))"
    r"(?:\s*\^\s*(?:\w|\{\s*\w\s*\}))?\s*"
    rf"(?P<x>{LETTER})\s*_\s*\{{?\s*(?P=i)?(?P=j)?\s*\}}?"
    rf"|{ONES}(?:_\s*(?:\w|\{{\w+\}}))?\s*\^\s*\{{?\s*(?:T|\\top)\s*\}}?\s*(?P<y>{LETTER}))"
    r"\s*(?:$|[.,;&\\])"
)
_WORDED = re.compile(
    r"\\operatorname\s*\{\s*mean\s*\}\s*\\left\(\s*(?P<x>[^()]{1,20}?)\s*\\right\)"
)
_PART = rf"(?:\d+|{LETTER})"
_ADDED = re.compile(  # q = (1 - ε) y + ε/K
    rf"\s*(?P<first>(?P<q>{LETTER})(?P<i>\s*_\s*\{{?\s*[ijk]\s*\}}?)?\s*:?=\s*\(\s*1\s*-\s*{LETTER}\s*\)"
    rf"\s*(?P<y>{LETTER})(?:\s*_\s*\{{?\s*[ijk]\s*\}}?)?)\s*\+\s*"
    rf"(?:(?P<a>{_PART})\s*/\s*(?P<b>{_PART})|\\[dt]?frac\s*\{{\s*(?P<c>{_PART})\s*\}}\s*"
    rf"\{{\s*(?P<d>{_PART})\s*\}})\s*[.,;]?\s*"
)
_ONE_HOT = re.compile(r"\bone-?\s?hot\b|\bsimplex\b", re.I)
_SIMPLEX = " is on the probability simplex."
_IS = re.compile(r"\s*(?:is|be|denotes?|equals?|being)\s+(?:the\s+)?")
_ROWS_OF = r"\operatorname{softmax\_rows}"
BY_ROWS = "softmax acts on each row, as the text says"
# softmax(QK^T/√d)V: attention weighs the rows of V by the rows of what is in brackets.
_ATTENTION = re.compile(r"\battention\b", re.I)
_WEIGHING = re.compile(
    rf"(?:{_SOFTMAX.pattern})(?=\s*(?:\\left|\\big[lg]?)?\s*\(?[^=]*[A-Z]\s*(?:_\w\s*)?[A-Z][^=]*"
    r"\)\s*[A-Z])"
)


def written_out(cut: Cut) -> Cut:
    """The text with what is left out of its formulas."""
    return with_centres(with_added(with_rows(cut)))


def with_rows(cut: Cut) -> Cut:
    """The text with the softmax of each row in the place of softmax, where it says so."""
    prose = " ".join(_outside(each) for each in cut.segments)
    if _BY_ROWS.search(prose):
        written, note = _SOFTMAX, BY_ROWS
    elif _ATTENTION.search(prose):
        written, note = _WEIGHING, "softmax acts on each row, as it does in attention"
    else:
        return cut
    made = cut.rewritten(lambda latex: written.sub(lambda _: _ROWS_OF, latex), note)
    return cut if made.segments == cut.segments else replace(made, segments=tuple(_told(made)))


def with_added(cut: Cut) -> Cut:
    """The text with ones behind quotients that are added to what has entries, as to labels."""
    text = " ; ".join(cut.formulas)
    for latex in cut.formulas:
        found = _ADDED.fullmatch(latex)
        if not found or not re.search(rf"(?<![A-Za-z\\]){re.escape(found['q'])}\s*_", text):
            continue
        above, below = (found["a"], found["b"]) if found["a"] else (found["c"], found["d"])
        y, size = found["y"], f"_{{{below}}}" if below.isalpha() else ""
        ones = "" if found["i"] else rf"\mathbf{{1}}{size}"
        instead = rf"{found['first']} + \frac{{{above}}}{{{below}}}{ones}"
        note = f"{quoted(f'{above}/{below}').plain} is added to each entry of {quoted(y).plain}"
        cut = cut.rewritten(lambda x, a=latex, b=instead: b if x == a else x, note)
        more = [Segment(False, "\n\nHere "), Segment(True, rf"{y} \in \mathbb{{R}}^{{{below}}}")]
        more += [Segment(False, ".")] if size else []
        if re.search(r"\blabels?\b", cut.words, re.I) and not _ONE_HOT.search(cut.words):
            more += [Segment(False, " Here "), Segment(True, y), Segment(False, _SIMPLEX)]
        cut = replace(cut, segments=(*cut.segments, *(more if size else more[3:])))
    return cut


def _told(cut: Cut) -> Iterator[Segment]:
    """The segments without the words “row-wise” behind a formula, which says so now."""
    before = ""
    for each in cut.segments:
        is_behind = not each.is_math and _ROWS_OF in before
        yield replace(each, text=re.sub(f"^{_BEHIND}", "", each.text)) if is_behind else each
        before = each.text if each.is_math else ""


def _outside(segment: Segment) -> str:
    """Words, or a mark that tells which formulas contain a softmax."""
    if not segment.is_math:
        return segment.text
    return "§S" if _SOFTMAX.search(segment.text) else "§"


def with_centres(cut: Cut) -> Cut:
    """The text with ones behind the means that are taken from their vectors."""
    formulas = cut.formulas
    for found in [found for text in formulas for found in _MEAN.finditer(text)]:
        cut = _centred(cut, found["mean"], found["x"] or found["y"], found["a"] or found["b"])
    for name, verb, value in zip(cut.segments, cut.segments[1:], cut.segments[2:], strict=False):
        found = _WORDED.fullmatch(value.text.strip())
        if found and name.is_math and _IS.fullmatch(verb.text):  # m is the mean of x
            cut = _centred(cut, name.text.strip(), found["x"], "")
    return cut


def _centred(cut: Cut, mean: str, vector: str, size: str) -> Cut:
    x, m = re.escape(vector), re.escape(mean)
    whole = re.compile(rf"(?<![A-Za-z\\])({x})\s*-\s*{m}(?![A-Za-z]|\s*[_^]|\s*\\math)")
    below = f"_{{{size}}}" if size else ""

    def instead(found: re.Match[str]) -> str:
        return rf"{found[1]} - {mean} \mathbf{{1}}{below}"

    note = f"{mean.lstrip(chr(92))} is taken from each entry of {vector.lstrip(chr(92))}"
    made = cut.rewritten(lambda latex: whole.sub(instead, latex), note)
    if made.segments == cut.segments:
        return cut
    declared = rf"{vector} \in \mathbb{{R}}^{{{size}}}"
    is_known = any(re.search(rf"{x}\s*\\in\b", latex) for latex in made.formulas)
    more = () if is_known or not size else (Segment(False, " Here "), Segment(True, declared))
    return replace(made, segments=(*made.segments, *more))
