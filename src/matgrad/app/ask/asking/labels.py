"""What the words around a formula call it: the gradient by x, the inverse Hessian."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import DIFFERENTIAL, GRADIENT, HESSIAN, JACOBIAN
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST, M, mark_of, numbers
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

ASKED = (
    (r"\bhessians?\b|\bsecond derivatives?\b", HESSIAN),
    (r"\bjacobians?\b", JACOBIAN),
    (r"\bgradients?\b|\bderivatives?\b|\bdifferentiat\w*|\bback-?prop\w*|\bpartials?\b", GRADIENT),
    (
        r"\bdifferentials?\b(?!\s+(?:equation|operator|geometr|calculus|privacy|form|rule|notation))",
        DIFFERENTIAL,
    ),
)
# What a formula for it says of the derivative itself; nothing where that cannot be said.
OF_IT = {
    r"negative|minus|opposite": r"-\left({}\right)",
    r"inverse|inverted": r"\left({}\right)^{-1}",
    r"transposed?": r"\left({}\right)^T",
    r"half|one half": r"2\left({}\right)",
    r"twice|two times": r"\frac{1}{2}\left({}\right)",
    r"squared|(?:squared\s+)?norm|length|magnitude|direction|trace|determinant|log-?determinant|rank"
    r"|square|logarithm|sum|eigenvalues?|normali[sz]ed|expected|average|mean|natural|projected"
    r"|riemannian|conjugate|proximal|preconditioned|scaled": "",
}
_NOUN = rf"{DERIVATIVE}s?\b"
_MADE = re.compile(rf"\b(?P<made>{'|'.join(OF_IT)})(?:\s+of)?(?:\s+(?:the|its))?\s+{_NOUN}", re.I)
_EQUALS = r"\s+(?:is\s+)?(?:equals?|equal to|is)"
_LAST = re.compile(_NOUN, re.I)


def kind_before(sentence: str, claim: int) -> str:
    """What the last word before a formula calls it: the gradient is ⟦1⟧ and the Hessian ⟦2⟧."""
    places = [
        (found.end(), kind)
        for word, kind in ASKED
        for found in re.finditer(word, _before(sentence, claim), re.I)
    ]
    return max(places)[1] if places else ""


def by_before(sentence: str, claim: int, reading: Reading) -> str:
    """The one variable that is named right behind a formula, or before it: w.r.t. ⟦0⟧ it is ⟦1⟧."""
    before = _before(sentence, claim)
    respect = rf"\b(?:{RESPECT}|{_NOUN}\s+(?:in(?!\s+terms\b)|by))\s+(?:[a-z]+\s+){{0,3}}?({LIST})"
    behind = re.compile(rf"{M}\s*,?\s*{respect}", re.I).match(sentence, len(before))
    by = [behind] if behind else [*re.finditer(respect, before, re.I)]
    names = names_of(by[-1][1], reading) if by else []
    return names[0] if len(names) == 1 else ""


def of_before(sentence: str, claim: int, reading: Reading, segment: int) -> int:
    """The function that is named right before a formula: … and of ⟦3⟧ equal to ⟦5⟧."""
    own = re.search(rf"\bof\s+(?:the\s+)?({M}){_EQUALS}\s+$", _before(sentence, claim))
    of = next(numbers(own[1])) if own else segment
    return of if of in reading.bare else segment


def made_before(sentence: str, claim: int) -> str:
    """The word that makes something else of the derivative that is named last."""
    words = _before(sentence, claim)
    made, named = [*_MADE.finditer(words)], [*_LAST.finditer(words)]
    return made[-1]["made"].lower() if made and made[-1].end() == named[-1].end() else ""


def _before(sentence: str, claim: int) -> str:
    return sentence[: max(sentence.find(mark_of(claim)), 0)]


def form_of(made: str) -> str:
    """What a formula for the derivative is, if one for what is made of it is {}."""
    return next(form for words, form in OF_IT.items() if re.fullmatch(words, made))
