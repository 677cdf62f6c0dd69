r"""Cross entropies that a text calls by name: J = CE(y, \hat y), where \hat y = softmax(θ).

The prediction is the argument that is a softmax or a sigmoid, by its definition or as it stands;
else the one with a hat, or p or q beside another letter. The other argument is the target. Where
that leaves it open which one is meant, or whether a softmax is still to be taken, nothing is done.
Divergences of vectors, D_{KL}(p \| q) in all their spellings, are \operatorname{KL}(p, q).
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut

_NAMED = re.compile(r"\bcross[- ]?\s?entrop", re.I)
_FONT = r"\\(?:mathrm|text|textrm|operatorname|mathsf|mathit|mathcal)\s*"
_WORD = r"(?:B?CE|(?:[Bb]inary)?[Cc]ross\\?_?[- ]?[Ee]ntropy|H)"
_OPEN, _CLOSE = (rf"\s*(?:\\{side}\s*|\\[Bb]ig+[lr]?\s*)?" for side in ("left", "right"))
_PART = r"(?:[^(),=]|\([^()]*\))+?"
_CALL = re.compile(
    rf"(?<![A-Za-z\\])(?:{_FONT}\{{\s*(?P<upright>{_WORD})\s*\}}|(?P<word>{_WORD}))"
    rf"{_OPEN}\(\s*(?P<a>{_PART})\s*,\s*(?P<b>{_PART}){_CLOSE}\)(?!\s*:?=)"
)
_ONE_SPELLING = r"\\left(\\operatorname{KL}(\g<p>, \g<q>)\\right)"
_BELOW = r"(?:\s*_\s*(?:\{\s*\\?\w+\s*\}|\\?\w+))?"
_VECTOR = rf"(?:\\?[A-Za-z]+{_BELOW}|(?:{_FONT}\{{\s*)?softmax\s*\}}?\s*\([^()]*\))"
_SPACE = r"(?:\s|\\[,;:! ])*"
_BARS = r"(?:\\middle\s*)?(?:\\\||\|\|?|\\[lr]?Vert|\\parallel|\\mid)|,"
_KL = re.compile(
    rf"(?<![A-Za-z\\])(?:D\s*_\s*(?:\{{\s*(?:{_FONT}\{{?)?\s*KL\s*\}}?\s*\}}|{_FONT}\{{\s*KL\s*\}})"
    rf"|{_FONT}\{{\s*KL\s*\}}|(?:D\s*_\s*)?KL){_OPEN}[(\[]{_SPACE}(?P<p>{_VECTOR}){_SPACE}(?:{_BARS}){_SPACE}"
    rf"(?P<q>{_VECTOR}){_SPACE}{_CLOSE}[)\]](?P<is>\s*:?=)?"
)
# sum(p * log(p/q)) of typed vectors; one q for all entries would be no divergence
_TYPED = re.compile(
    r"(?<![A-Za-z\\_])(?P<p>[a-z])\s*(?P<sign>\\(?:cdot|odot)(?![A-Za-z])\s*)"
    r"(?P<log>\\(?:log|ln)\s*(?:\\left\s*)?\()\s*(?P=p)\s*/\s*(?P<q>[a-z])\s*(?=(?:\\right\s*)?\))"
)
_SUM = re.compile(r"\\operatorname\s*\{\s*(?:sum|mean)\s*\}")
_SQUASHED = re.compile(r"\\?(?:softmax|sigmoid|sigma)(?![A-Za-z])|\{\s*(?:softmax|sigmoid)\s*\}")
_HAT = re.compile(r"\s*\\(?:wide)?hat(?![A-Za-z])")
_GUESS = re.compile(r"\s*[pq](?:_\w)?\s*")
NOTE = "{call} is read as {value}"


def with_entropies(cut: Cut) -> Cut:
    """The text with formulas for the cross entropies that it calls."""
    notes: list[str] = []

    def written(found: re.Match[str]) -> str:
        value = _value(found, cut)
        if value is None:
            return found[0]
        notes.append(NOTE.format(call=quoted(found[0]).plain, value=quoted(value).plain))
        return rf"\left({value}\right)"

    made = cut.rewritten(lambda latex: _CALL.sub(written, latex))
    return replace(made, notes=(*cut.notes, *dict.fromkeys(notes))) if notes else cut


def with_divergences(cut: Cut) -> Cut:
    """The text with one spelling for divergences, unless it says itself what they are."""
    cut = cut.rewritten(_of_entries)
    if any(found["is"] for text in cut.formulas for found in _KL.finditer(text)):
        return cut
    return cut.rewritten(lambda latex: _KL.sub(_ONE_SPELLING, latex))


def _of_entries(latex: str) -> str:
    """A formula with quotients of entries in a typed divergence."""
    if not _SUM.search(latex):
        return latex
    return _TYPED.sub(r"\g<p>\g<sign>\g<log>\g<p> \\oslash \g<q>", latex)


def _value(found: re.Match[str], cut: Cut) -> str | None:
    """The formula of a cross entropy, if it is clear which argument is the prediction."""
    word = found["word"] or found["upright"]
    if word == "H" and not _NAMED.search(cut.words):
        return None
    first, second = found["a"].strip(), found["b"].strip()
    for is_first, is_second in (
        (_is_squashed(first, cut), _is_squashed(second, cut)),
        (bool(_HAT.match(first)), bool(_HAT.match(second))),
        (bool(_GUESS.fullmatch(first)), bool(_GUESS.fullmatch(second))),
    ):
        if is_first != is_second:
            target, guess = (second, first) if is_first else (first, second)
            return _formula(target, guess, is_binary=word[0] in "Bb")
    return None


def _formula(target: str, guess: str, *, is_binary: bool) -> str:
    if is_binary:
        rest = rf"\left(1-{target}\right)\log\left(1-{guess}\right)"
        return rf"-{target}\log\left({guess}\right)-{rest}"
    return rf"-{target}^{{\top}}\log\left({guess}\right)"


def _is_squashed(latex: str, cut: Cut) -> bool:
    """Is it a softmax or a sigmoid, as it stands or as the text defines it?"""
    if _SQUASHED.search(latex):
        return True
    left = re.compile(rf"\s*&?\s*{re.escape(latex)}\s*&?\s*:?=(?P<value>.*)", re.S)
    defined = (left.match(text) for text in cut.formulas)
    return any(each and _SQUASHED.search(each["value"]) for each in defined)
