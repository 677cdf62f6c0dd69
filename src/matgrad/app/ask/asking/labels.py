"""What the words around a formula call it: the gradient by x, the inverse Hessian."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.asking.by_what import new_variables
from matgrad.app.ask.asking.tellers import NAME
from matgrad.app.ask.formulas.notation import DIFFERENTIAL, GRADIENT, HESSIAN, JACOBIAN, names_in
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST, M, mark_of, numbers
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

ASKED = (
    (r"\bhessians?\b|\bsecond derivatives?\b", HESSIAN),
    (r"\bjacobians?\b", JACOBIAN),
    (
        r"\b(?:sub-?)?gradients?\b|\bderivatives?\b|\bdifferentiat\w*|\bback-?prop\w*|\bpartials?\b",
        GRADIENT,
    ),
    (
        rf"\bdifferentials?\b(?=\s*(?:[.,;:?!)]|$|{M}|(?:of|with|wrt|in|by|is|and|for|at|equals?)\b))",
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
_BY = rf"\b(?:{RESPECT}|{_NOUN}\s+(?:in(?!\s+terms\b)|by))\s+(?:[a-z]+\s+){{0,3}}?({LIST})"
_RESPECT = re.compile(_BY, re.I)
_WHAT = r"(?:(?:the\s+)?(?:weights?|bias|matrix|vector|variable|parameter|scalar|one)\s+)?"
_SAYS = r"(?:I|we|one|it|this|that|he|she|they|is|are|was|['’]s|get|gets|got|have|has|find|found"
_SAYS += r"|obtain|obtained|becomes?|gives?|should|would|must|be|the|answer|result|gradient"
_SAYS += r"|derivative|equals?|just|simply|similarly|then|,|:)"
_WHO = rf"(?:(?:my|our|an?|the)\s+[a-z]+\s+|{NAME}\s+)?"
_LEADS = re.compile(  # for ⟦0⟧ I got ⟦1⟧; for ⟦∇_y f⟧ a friend has ⟦1⟧; the one in ⟦0⟧ is ⟦1⟧
    rf"\b(?:for|in|by)\s+{_WHAT}({M})\s*,?\s*{_WHO}(?:{_SAYS}\s*){{1,6}}$", re.I
)
_BEHIND = re.compile(  # ⟦1⟧ with respect to ⟦0⟧; ⟦1⟧ is the gradient with respect to ⟦0⟧
    rf"{M}\s*,?\s*(?:(?:is|equals)\s+(?:the|its)\s+(?={_NOUN})(?:\w+\s+(?:of\s+{M}\s+)?(?=with|w))?)?"
    rf"{_BY}(?!\s*(?:[,:]\s*)?(?:it\b|is\b|are\b|equals?\b|gives?\b|yields?\b|:|{M}|(?:I|we)\s))",
    re.I,
)
_FOR = re.compile(  # I got ⟦1⟧ for ⟦0⟧; I got ⟦1⟧ (⟦0⟧)
    rf"{M}\s*(?:,?\s*\b(?:for|in|by)\s+{_WHAT}|\(\s*(?={M}\s*\)))({M})(?=\s*(?:[.,;?!)]|$|(?:and|while|but|or)\b(?!\s+{M}(?!\s+(?:for|in|by)\b))))",
    re.I,
)

_FOR_ONE = re.compile(  # ⟦1⟧ for ⟦f⟧ and ⟦3⟧ for ⟦g⟧; not: for ⟦f⟧ and ⟦g⟧
    rf"{M}\s+for\s+(?:the\s+function\s+)?({M})(?!\s*(?:,|and)\s*{M}\s*(?:[.?!;,]|$))", re.I
)

_FOR_NEW = re.compile(rf"\bfor\s+({M})", re.I)  # for ⟦g(x) = …⟧ it is ⟦3⟧


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
    behind = [_BEHIND.match(sentence, len(before)), _FOR.match(sentence, len(before))]
    by = [found for found in behind if found and _is_variable(found, reading)] or [
        found
        for pattern in (_RESPECT, _LEADS)
        for found in pattern.finditer(before)
        if _is_variable(found, reading)
    ]
    last = max(by, key=lambda found: found.end(1), default=None)
    names = _variables(last[1], reading) if last else ()
    names = names or [x.left.name for x in new_variables(last[0], reading)] if last else ()
    return names[0] if len(names) == 1 else ""


def _variables(marks: str, reading: Reading) -> Sequence[str]:
    """The names of a list, or those below a derivative that it is: for ⟦∇_y f⟧."""
    (first, *_) = numbers(marks)
    asked = next((each.variables for each, segment in reading.asked if segment == first), ())
    return names_of(marks, reading) or asked


def _is_variable(found: re.Match[str], reading: Reading) -> bool:
    """Do words name a variable here? “for A = A^T” names a case."""
    facts = {each.segment for each in reading.stated}
    return found.re in (_RESPECT, _BEHIND) or not facts & {*numbers(found[1])}


def of_before(sentence: str, claim: int, reading: Reading, segment: int) -> int:
    """The function that is named right beside a formula: … and of ⟦3⟧ equal to ⟦5⟧."""
    before = _before(sentence, claim)
    own = re.search(rf"\bof\s+(?:the\s+)?({M}){_EQUALS}\s+$", before)
    of = next(numbers(own[1])) if own else segment
    named = _FOR_ONE.match(sentence, len(before))
    if named and {*names_of(named[1], reading)} & reading.functions:
        return next(numbers(named[1]))
    inner = {name for each in reading.defined for value in each.values for name in names_in(value)}
    functions = {
        x.segment for x in reading.defined if x.left.arguments and x.left.name not in inner
    }
    leads = [n for lead in _FOR_NEW.findall(before) for n in numbers(lead) if n in functions]
    if of < 0 and leads and len(functions) > 1:
        return leads[-1]
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
