r"""Entries that are written with a small letter: \sum_{ij} a_{ij} x_i x_j is about a matrix A."""

from __future__ import annotations

import re
from collections.abc import Iterable

from matgrad.app.ask.text.segments import Cut

_COMMAND = re.compile(r"\\[A-Za-z]+")
_ENTRY = re.compile(
    rf"{_COMMAND.pattern}|(?P<stem>[a-z])\s*_\s*\{{\s*(?P<indices>[i-n]\s*,?\s*[i-n])\s*\}}"
)
_ALONE = re.compile(r"[A-Z]|[A-Z]\s*\\in\b[^,;=]*")  # the derivative by S, with entries s_ij
_BY = re.compile(r"\\nabla\s*_\s*\{?\s*[A-Z]\s*\}?|(?:\\partial|(?<![A-Za-z\\])d)\s*[A-Z]\s*\}")
_WHOLE = re.compile(  # A = (a_{ij})
    r"^\s*([A-Z])\s*:?=\s*(?:\\left\s*)?[(\[]\s*[a-z]\s*_\s*\{\s*[i-n]\s*,?\s*[i-n]\s*\}\s*"
    r"(?:\\right\s*)?[)\]]\s*(?:_\s*\{[^{}]*\}\s*)?$"
)
_SUM = re.compile(r"\\sum")
_SLOPE = re.compile(r"\\partial|\\nabla")
_STEM = (  # also right behind a letter, as in \sum_i^nr_{ik}
    r"(?P<stem>\\(?!(?:sum|prod|max|min)(?![A-Za-z]))[A-Za-z]+"
    r"|(?<!\\su)(?<!\\pro)(?<!\\ma)(?<!\\mi)(?<!\\)[A-Za-z])"
)


def with_letters(cut: Cut) -> Cut:
    r"""The text with \hat y_i = … and \sum_i for \hat y_n = … and \sum_n: n may be a size."""
    text = " ; ".join(cut.formulas)
    free = [x for x in "ijkl" if not re.search(rf"(?<![A-Za-z\\]){x}(?![A-Za-z])", text)]
    for index in "nmt":
        below = rf"_\s*(?:{index}|\{{\s*{index}\s*\}})"  # also in r_nx_n
        is_summed = re.search(rf"\\sum\s*{below}(?!\s*\^)", text)
        is_defined = any(re.match(rf"[^=]*?{below}\s*:?=", latex) for latex in cut.formulas)
        if free and is_summed and is_defined and not re.search(rf"[\^/]\s*\{{?\s*{index}", text):
            letter = free.pop(0)
            all_of = rf"_\s*\{{\s*{index}\s*(?P<limit>=[^{{}}]*)\}}|{below}"  # \sum_{{n=1}}^N
            cut = cut.rewritten(
                lambda latex, b=all_of, x=letter: re.sub(
                    b, lambda found: f"_{{{x}{found['limit'] or ''}}}", latex
                )
            )
    return cut


def with_fixed_index(cut: Cut) -> Cut:
    r"""The text with r_i for r_{ik} beside \mu_k, where only sums over i are taken."""
    text = " ; ".join(cut.formulas)
    for index in "kjc":
        entry = re.compile(rf"{_STEM}\s*_\s*\{{\s*(?P<i>[a-z])\s*,?\s*{index}\s*\}}")
        stems = dict.fromkeys(found["stem"].strip() for found in entry.finditer(text))
        given = [x for x in cut.formulas if entry.search(x) and not _SLOPE.search(x)]
        if not given or not _is_fixed(given[0], index, entry) or _is_bound(text, index, stems):
            continue
        shown = ", ".join(stem.removeprefix("\\") for stem in stems)
        note = f"{index} is fixed: the {shown} with two indices are written with the first alone"
        cut = cut.rewritten(lambda latex, e=entry: e.sub(r"\g<stem>_{\g<i>}", latex), note)
    return cut


def _is_fixed(latex: str, index: str, entry: re.Pattern[str]) -> bool:
    """Is an index that of a name of the same formula, and are the others of entries summed over?"""
    own = rf"[A-Za-z}}]\s*_\s*(?:{index}(?![A-Za-z])|\{{\s*{index}\s*\}})"
    letters = {found["i"] for found in entry.finditer(latex)}
    sums = (rf"\\sum\s*_\s*\{{?\s*{letter}(?![A-Za-z])" for letter in letters)
    return re.search(own, latex) is not None and all(re.search(each, latex) for each in sums)


def _is_bound(text: str, index: str, stems: Iterable[str]) -> bool:
    """Is something summed over an index, or do other entries of the same letters stand there?"""
    bound = rf"\\(?:sum|prod|max|min)(?![A-Za-z])\s*_\s*\{{?[^{{}}\s=]*{index}"
    entry = rf"_\s*\{{\s*[a-z]\s*,?\s*{index}\s*\}}"
    other = rf"(?<![A-Za-z\\])(?:{'|'.join(map(re.escape, stems))})\s*_(?!@)"
    return bool(re.search(bound, text) or re.search(other, re.sub(entry, "_@", text)))


def _is_beside(stem: str, formulas: list[str]) -> bool:
    """Does a formula with entries a_{ij} have an A as well?"""
    beside = (text for text in formulas if any(m["stem"] == stem for m in _ENTRY.finditer(text)))
    return any(stem.upper() in text for text in beside)


def with_matrices(cut: Cut) -> Cut:
    """The text with A_{ij} for a_{ij}, if no a has fewer indices and no A stands beside it."""
    cut = cut.rewritten(lambda latex: _WHOLE.sub(r"\1", latex))
    inside = [x for x in cut.formulas if not _ALONE.fullmatch(x.strip())]
    formulas = [_COMMAND.sub(" ", _BY.sub(" ", x)) for x in inside]
    stems = {found["stem"] for text in formulas for found in _ENTRY.finditer(text)}
    rest = " ".join(_ENTRY.sub(" ", text) for text in formulas)
    free = [stem for stem in sorted(stems) if stem not in rest and not _is_beside(stem, formulas)]
    if not free or not any(map(_SUM.search, cut.formulas)):
        return cut

    def large(found: re.Match[str]) -> str:
        stem = found["stem"]
        return f"{stem.upper()}_{{{found['indices']}}}" if stem and stem in free else found[0]

    notes = (f"the {stem} with two indices are the entries of {stem.upper()}" for stem in free)
    return cut.rewritten(lambda latex: _ENTRY.sub(large, latex), *notes)
