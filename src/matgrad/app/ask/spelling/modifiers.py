"""Words right before a formula that nothing took in: do they name the function, or change it?

“The gradient of the quadratic form ⟦1⟧” names it, “the gradient of weighted ⟦1⟧” is another one. A
noun with an article names, and so does one that is known, has a capital, or stands before a name or
an equation; a noun for something that the formula does not have, “the mean ⟦exp(x)⟧”, does not.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.defining import NAME

ARTICLES = frozenset(
    "the a an this that these those my our its their your his her following above some any each "
    "such whole entire full".split()
)
_NOUNS = frozenset(
    "function functions functional loss losses cost costs objective objectives value values energy "
    "error errors risk likelihood loglikelihood expression expressions formula form forms equation "
    "output outputs result term terms part case criterion penalty regression squares matrix vector "
    "vectors scalar product products quotient ratio polynomial map mapping field model layer curve "
    "network potential utility divergence entropy density distance kernel metric surface problem "
    "example system action lagrangian hamiltonian gradient derivative hessian jacobian fit sum "
    "sums series parabola line cubic quartic gaussian logistic sigmoid softmax hinge ridge lasso "
    "huber residual residuals components entries elements coordinates variable parameter input "
    "numerator denominator integrand constraint score profit revenue demand population".split()
)
_DESCRIBING = frozenset(  # adjectives that leave a function as it is
    "simple usual standard ordinary basic general generic linear quadratic bilinear affine convex "
    "nonconvex nonlinear smooth real complicated composite scalar-valued vector-valued classic "
    "classical famous same original first second third last next new old other entire complete "
    "both all following resulting corresponding multivariate univariate bivariate rational "
    "trigonometric elementary again now here once".split()
)
_NOUN = re.compile(r"(?:[ts]ion|ity|ment|[ae]nce|[^l]or|[iy][sz]er|ness|ism|ogy|gram)s?")
_DONE = re.compile(
    r"(?!(?:need|seed|speed|feed|bed|red|led|shed|so-called|named|called|given|above|mentioned"
    r"|defined|stated|displayed|unnamed|fixed|nested|implied)$)\w{2,}ed"
)
_ACTING = frozenset("arg neg total minus reciprocal inverse opposite expected".split())
_NEEDS = {  # what a noun says of a formula, and how that is written there
    r"norm|length|magnitude": r"\\\||\\[lr]?[vV]ert|\||norm|\\sqrt|\^",
    r"trace": r"tr",
    r"(?:log-?)?determinant": r"det|\|",
    r"log|logarithm|ln": r"log|ln",
    r"exponential|exp": r"exp|e\s*\^",
    r"sine?|cosine?|tangent|tan": r"sin|cos|tan",
    r"square|cube|power": r"\^|\\odot|\|",
    r"root|sqrt": r"sqrt|\^",
    r"transpose": r"\^|'",
    r"reciprocal|inverse": r"\^\s*\{?\s*-|frac|/|inv",
    r"sum|total": r"sum|\+|-|1|tr|dots|,",
    r"mean|average": r"sum|mean|frac|/|bar|1|\\mu|E",
    r"maximum|max": r"max",
    r"minimum|min": r"min",
    r"negative|neg": r"-",
    r"regulari[sz]ed|penali[sz]ed|added": r"\+|-",
    r"normali[sz]ed|divided": r"/|frac|\^\s*\{?\s*-",
    r"weighted": r"W|w_|\\(?:Omega|Lambda|lambda|Sigma|alpha)|[Dd]iag",
}
_NEEDED = tuple((re.compile(words), re.compile(way)) for words, way in _NEEDS.items())


def changing(lead: str, formula: str) -> str | None:
    """Words before the function that may make another one of it; nothing if they only name it."""
    words = re.sub(r"[()\"“”‘’*,:]", " ", lead).split()
    named = [word for word in words if word.lower() not in ARTICLES]
    if not named or "of" in words or "=" in formula:
        return None
    if acts(named[-1], formula):
        return " ".join(named)
    last = named[-1].rpartition("-")[2] or named[-1]
    is_known = {last.lower(), named[-1].lower()} & (_NOUNS | _DESCRIBING)
    is_noun = is_known or last != last.lower() or last.endswith("ly") or _NOUN.search(last)
    is_called = words[0].lower() in ARTICLES or NAME.fullmatch(formula) or _ways(last)
    return None if is_noun or is_called else " ".join(named)


def acts(word: str, formula: str) -> bool:
    """Does a word do something, or name what is not in the formula: weighted, arg, the mean?"""
    is_done = _DONE.fullmatch(word.lower()) is not None
    if NAME.fullmatch(formula) and not is_done:
        return False
    if ways := _ways(word):
        return not any(way.search(formula) for way in ways)
    return is_done or word.lower() in _ACTING


def _ways(word: str) -> list[re.Pattern[str]]:
    """How what a noun says of a formula is written there."""
    return [way for words, way in _NEEDED if words.fullmatch(word.lower())]
