"""Normal distributions that a text speaks of: their covariance and its inverse are symmetric."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.phrases import DOUBTS
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import left_side, whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.render.glyphs import plain_name

_OF_ONE = r"(?:distribution|density|densities|likelihood|pdf|law|random|vector|noise|prior|model)"
_NORMAL = re.compile(  # the Gaussian density, a multivariate normal
    r"\b(?:gaussians?\b(?! (?:elimination|quadrature|kernel|curvature))|(?-i:GPs?)\b"
    rf"|(?:multivariate|multidimensional) normal\b|log-?normal\b|normally distributed"
    rf"|normal (?:probability )?(?:log-?\s?)?{_OF_ONE})",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:if|unless|whether|were|would|could|might|instead|rather than|no longer|like"
    r"|special case|generali[sz]\w+|similar|analog\w+|looks)\b",
    re.I,
)
_LIKELY = re.compile(r"\b(?:densit|(?:log-?)?likelihood|(?:log-?)?pdf|log-?prob|posterior)", re.I)
_DENSITY = re.compile(r"\\exp|(?<![A-Za-z])e\^")
_NAME = (
    r"(?:\\mathbf\{[A-Z]\}|\\boldsymbol\{\\[A-Z][a-z]+\}|\\[A-Z][a-z]+|[A-Z])"
    r"(?:_(?:\w|\{\w+\}))?"
)
_DRAWN = re.compile(  # x ∼ N(μ, Σ), the samples of N(μ, Σ)
    r"(?:\\(?:mathcal|mathrm|operatorname|mathbb)\s*\{?\s*N\s*\}?|\bN|\\mathrm\{MVN\})"
    r"(?:_\{?\w\}?)?\((?:[^(),;]|\([^()]*\))+[,;|](?P<name>[^(),;]+)\)"
)
_LEFT = r"(?P<left>\((?:[^()]|\([^()]*\))+\)|\\?[a-zA-Z]+(?:_(?:\w|\{\w+\}))?)"
_SANDWICH = re.compile(  # (x - μ)ᵀΣ⁻¹(x - μ)
    rf"(?={_LEFT}(?:\^\{{?(?:T|\\top|\\intercal|\\mathsf\{{T\}}|\\mathrm\{{T\}})\}}?|')"
    rf"(?P<name>{_NAME})(?:\^\{{-1\}})?(?P=left))"
)
_WEIGHING = re.compile(  # (x - μ)ᵀΣ⁻¹(x - μ), with Σ itself
    rf"(?={_LEFT}(?:\^\{{?(?:T|\\top|\\intercal|\\mathsf\{{T\}}|\\mathrm\{{T\}})\}}?|')"
    rf"(?P<name>{_NAME})\^\{{-1\}}(?P=left))"
)
_MAHALANOBIS = re.compile(r"\bmahalanobis\b", re.I)
_PORTFOLIO = re.compile(r"\b(?:markowitz|portfolios?|mean[- ]variance|efficient frontier)\b", re.I)
_PRINCIPAL = re.compile(r"(?-i:\bPCA\b)|\bprincipal components?\b|\bprincipal axes\b", re.I)
_T = r"\s*(?:\^\s*\{{?\s*(?:T|\\top|\\intercal|\\prime)\s*\}}?|')\s*"
_BOLD = r"\\(?:mathbf|boldsymbol|bm|mathrm)\s*\{{\s*"
_FORM = (
    rf"(?P<left>[a-z]|{_BOLD}[a-z]\s*\}}}}){_T}"
    rf"(?P<name>(?:(?:{{0}})|{_BOLD}(?:{{0}})\s*\}}}})(?:\s*_\s*\w)?)\s*(?P=left)"
)
_VARIANCE = re.compile(  # the variance of the portfolio is ⟦1⟧, ⟦1⟧ is the variance
    rf"(?<![\w-])(?<!is the )variance\b(?:\s+of\s+(?:[a-z]+\s+){{0,3}}(?:[a-z]+|{M}))?\s*,?\s*"
    rf"(?:(?:is|equals|as|by|given|then|just|simply|:)\s+)*({M})"
    rf"|({M})\s*,?\s+(?:(?:is|as|denotes|be)\s+)?(?:the|its|their|a|our)\s+(?:[a-z]+\s+)?variance\b",
    re.I,
)
_MULTIPLE = re.compile(  # θ_1 K_1, σ^2 I
    rf"(?:(?:\\[a-z]+|[a-z0-9]|\^\{{?\d\}}?|_(?:\w|\{{\w+\}}))*\s?)(?P<name>{_NAME})"
)
_SUM_INVERSE = re.compile(r"\((?P<sum>[^()]+\+[^()]+)\)\^\{-1\}")
_TRACED = re.compile(  # tr(Σ⁻¹S), tr(SΣ⁻¹)
    r"(?:\\[tT]r(?![A-Za-z])|\{\s*[tT]r(?:ace)?\s*\})\("
    rf"(?:(?P<a>{_NAME})\^\{{-1\}}(?P<s>{_NAME})?|(?P<t>{_NAME})(?P<b>{_NAME})\^\{{-1\}})"
)
_CALLED = re.compile(rf"({_NAME})\((?:\\[a-z]+|[a-z])\)")  # K(θ)
_INVERSE = re.compile(rf"(?P<name>{_NAME})\^\{{-1\}}")
_IF = re.compile(rf"\b(?:if|when)\s+(?={M})", re.I)  # if x ∼ N(μ, Σ), its density is …
_BESIDE_LOG = re.compile(  # words for what has log det Σ beside Σ⁻¹ only if it is Gaussian
    rf"{_NORMAL.pattern}|{_LIKELY.pattern}|\b(?:KL|kullback|kernel|co-?variance|evidence)\b", re.I
)
_DIVERGENCE = re.compile(r"\bKL\b|\bkullback|\bdivergence", re.I)
_DETERMINANT = re.compile(
    rf"(?:\\det|\{{(?:log)?det\}})\s*\(?(?P<name>{_NAME})|(?:\||\\lvert)(?P<bars>{_NAME})(?:\||\\rvert)"
)
COVARIANCE = "{} is symmetric, as the covariance of a normal distribution"
OF_RETURNS = "{} is symmetric, as the covariance of the returns of a portfolio"
OF_DATA = "{} is symmetric, as the covariance of which principal components are taken"
OF_VARIANCE = "{} is symmetric, as the covariance matrix in what is called a variance"
# Words, the letters of covariances in wᵀΣw beside them, and why these are symmetric.
_CONTEXTS = (
    (_PORTFOLIO, re.compile(_FORM.format(r"\\Sigma")), OF_RETURNS),
    (_PRINCIPAL, re.compile(_FORM.format(r"\\Sigma|[SC]")), OF_DATA),
)
_QUADRATIC = re.compile(_FORM.format(r"\\Sigma"))
INSIDE = "{} is symmetric, as the matrix in the logarithm of a normal density"


def tell_covariances(said: Said, reading: Reading, cut: Cut) -> None:
    """The matrix of a quadratic form in a density that is called Gaussian is symmetric."""
    names = (*_drawn(said, reading, cut), *_inside(reading, cut.marked), *_beside(reading, cut))
    names += tuple(_weighing(reading, cut))
    told = dict.fromkeys(_in_variances(reading, cut.marked), OF_VARIANCE)
    told |= dict(_by_context(reading, cut))
    told |= dict.fromkeys(_log_beside(reading), INSIDE) | dict.fromkeys(names, COVARIANCE)
    given = (each for each in reading.defined if left_side(each.values[0]) is None)  # not K = K(θ)
    defined = {each.left.name for each in given}
    told |= {x: words for name, words in told.items() for x in _addends(reading, name)}
    for name, words in told.items():
        is_known = "symmetric" in said.facts.get(name, ()) or (name, "symmetric") in said.denied
        if not is_known and name != "I" and name not in defined:
            said.implied.append(words.format(plain_name(name)))
            said.facts.setdefault(name, set()).add("symmetric")


def _addends(reading: Reading, name: str) -> list[str]:
    """The matrices of which a covariance is the sum: K = θ_1 K_1 + θ_2 I."""
    values = [each.values[0] for each in reading.defined if each.left.name == name]
    return _multiples(squeezed(values[0])) if values else []


def _multiples(latex: str) -> list[str]:
    """The matrices of a sum of multiples of them, but for the identity; of other sums none."""
    parts = latex.split("+")
    found = [_MULTIPLE.fullmatch(part) for part in parts]
    names = [whole_name(each["name"]) for each in found if each]
    return [x for x in names if x and x != "I"] if len(names) == len(parts) else []


def _drawn(said: Said, reading: Reading, cut: Cut) -> Iterator[str]:
    """What stands second in N(μ, Σ)."""
    marked = cut.marked
    for number, segment in enumerate(cut.segments):
        drawn = [*_DRAWN.finditer(squeezed(segment.text))] if segment.is_math else []
        names = [*filter(None, (whole_name(found["name"]) for found in drawn))]
        at = marked.find(mark_of(number)) if any(name[0].isupper() for name in names) else -1
        if at >= 0 and not _is_open(marked, at):
            said.used |= {reading.bare.get(number, ""), " ".join(segment.text.split())}
            yield from (name for name in names if name[0].isupper())


def _inside(reading: Reading, marked: str) -> Iterator[str]:
    """What stands between a vector and itself, in the density that a sentence calls normal."""
    formulas = _formulas(reading)
    matrices = {n: [*_matrices(squeezed(latex))] for n, latex in formulas.items()}
    logarithms = {each.segment for each in reading.defined if each.left.name.startswith("log")}
    densities = {n for n, latex in formulas.items() if _DENSITY.search(latex)} | logarithms
    for found in _NORMAL.finditer(marked):
        start, stop = sentence_around(marked, found.start())
        marks = "".join(re.findall(M, marked[start:stop]))
        inside = [n for n in numbers(marks) if matrices.get(n)]
        is_called = len(inside) == 1 and _LIKELY.search(marked, start, stop)
        if not _is_open(marked, found.start()):
            for n in inside if is_called else densities.intersection(inside):
                yield from matrices[n]


def _beside(reading: Reading, cut: Cut) -> Iterator[str]:
    """The matrices of likelihoods and divergences, which have log det Σ beside Σ⁻¹."""
    marked = cut.marked
    words = [x for x in _BESIDE_LOG.finditer(marked) if not _is_open(marked, x.start())]
    is_normal = any(_NORMAL.match(x[0]) for x in words)
    is_divergence = is_normal and _DIVERGENCE.search(" ".join((marked, *cut.formulas)))
    for latex in map(squeezed, _formulas(reading).values() if words else ()):
        called = _CALLED.sub(r"\1", latex)
        found = (x["name"] or x["bars"] for x in _DETERMINANT.finditer(called))
        under = {*filter(None, map(whole_name, found))}
        if under & {*_matrices(latex)} or is_divergence:
            yield from (name for name in (*_matrices(latex), *sorted(under)))
        sums = (x["sum"] for x in _SUM_INVERSE.finditer(latex))
        yield from (name for x in sums if latex.count(x) > 1 for name in _multiples(x))


def _log_beside(reading: Reading) -> Iterator[str]:
    """The Λ of log |Λ| − ½(x − μ)ᵀΛ(x − μ) or of its inverse, which only a normal density has.

    So have Σ and S of log |Σ| + tr(Σ⁻¹S), and K of log p(y) = −½yᵀK⁻¹y − ½ log |K|.
    """
    densities = {each.segment for each in reading.defined if each.left.name.startswith("log")}
    for n, formula in _formulas(reading).items():
        latex = squeezed(formula)
        latex = _CALLED.sub(r"\1", latex) if n in densities else latex
        under = {whole_name(x["name"] or x["bars"]) for x in _DETERMINANT.finditer(latex)}
        within = [x for x in _SANDWICH.finditer(latex) if "log" in latex]
        within = [x for x in within if "-" in x["left"] or n in densities]
        yield from (name for x in within if (name := whole_name(x["name"])) in under and name)
        for found in _TRACED.finditer(latex):
            name = whole_name(found["a"] or found["b"]) or ""
            if name in under and name.startswith("Sigma"):
                yield from filter(None, (name, whole_name(found["s"] or found["t"] or "")))


def _weighing(reading: Reading, cut: Cut) -> Iterator[str]:
    """The Σ of (x − μ)ᵀΣ⁻¹(x − μ), and any matrix there in a distance called Mahalanobis'."""
    is_named = _MAHALANOBIS.search(cut.words) is not None
    for latex in map(squeezed, _formulas(reading).values()):
        weighed = (found for found in _WEIGHING.finditer(latex) if "-" in found["left"])
        names = (whole_name(found["name"]) or "" for found in weighed)
        yield from (name for name in names if is_named or name.partition("_")[0] == "Sigma")


def _by_context(reading: Reading, cut: Cut) -> Iterator[tuple[str, str]]:
    """The Σ of wᵀΣw in a text about portfolios or principal components, and why."""
    for words, form, why in _CONTEXTS:
        for latex in _formulas(reading).values() if words.search(cut.words) else ():
            yield from ((whole_name(found["name"]) or "", why) for found in form.finditer(latex))


def _in_variances(reading: Reading, marked: str) -> Iterator[str]:
    """The Σ of quadratic forms that words call a variance."""
    formulas = _formulas(reading)
    for found in _VARIANCE.finditer(marked):
        for n in numbers(found[1] or found[2]) if not _is_open(marked, found.start()) else ():
            names = (each["name"] for each in _QUADRATIC.finditer(formulas.get(n, "")))
            yield from filter(None, map(whole_name, names))


def _formulas(reading: Reading) -> dict[int, str]:
    made: dict[int, str] = {}
    for each in reading.defined:  # a density, and its logarithm
        made[each.segment] = " ".join((made.get(each.segment, ""), *each.values))
    return made | reading.bare


def _matrices(latex: str) -> Iterator[str]:
    """The matrices of quadratic forms, and those that are inverted."""
    latex = _CALLED.sub(r"\1", latex)
    names = (found["name"] for p in (_SANDWICH, _INVERSE) for found in p.finditer(latex))
    return filter(None, map(whole_name, names))


def _is_open(marked: str, at: int) -> bool:
    """Does the sentence around a place doubt something, or suppose what is not?"""
    start, stop = sentence_around(marked, at)
    words = _IF.sub("", marked[start:stop])
    return DOUBTS.search(words) is not None or _OPEN.search(words) is not None


def squeezed(latex: str) -> str:
    """LaTeX without spaces and the sizes of brackets."""
    latex = re.sub(r"\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])|\\[,;!:]", "", latex)
    return re.sub(r"(?<!\\)(?<![A-Za-z])\s+|\s+(?![A-Za-z])", "", latex)
