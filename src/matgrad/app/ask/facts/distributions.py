"""Labels of a softmax cross-entropy, -Σ y_k log p_k: their entries sum to one, as those of p do."""

from __future__ import annotations

import re
from itertools import chain

from matgrad.app.ask.facts.normal import squeezed
from matgrad.app.ask.facts.properties import given_by
from matgrad.app.ask.facts.said import Given, Said
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.segments import Cut
from matgrad.render.glyphs import plain_name

_NAME = r"(?:\\mathbf\{[A-Za-z]\}|\\boldsymbol\{\\?[A-Za-z]+\}|\\(?:pi|tau)|[A-Za-z])"
_INDEX = r"_(?:(?P<i>[a-z])|\{(?P<ij>[a-z],?[a-z]?)\})"
_TURNED = r"\^\{?(?:T|\\top|\\intercal|\\mathsf\{T\}|\\mathrm\{T\})\}?|'"
_LOG = r"(?:\\(?:log|ln)(?![A-Za-z])|\\operatorname\{(?:log|ln)\})"
_ENTROPY = re.compile(  # y_k log p_k, y^T log p, y_i^T log p_i, y ⊙ log p
    rf"(?:(?<![A-Za-z\\_])|(?<=[_^][A-Za-z]))(?P<y>{_NAME})"
    rf"(?:{_INDEX}(?P<turned>{_TURNED})?(?:\\cdot)?|(?:{_TURNED})(?:\\cdot)?|\\odot|\\cdot){_LOG}"
)
_DIVERGENCE = re.compile(rf"\\operatorname\{{KL\}}\((?P<y>{_NAME}),(?P<ij>)")
_JOINT = re.compile(  # p_{ij} log(p_{ij}/q_{ij})
    r"(?<![A-Za-z\\])(?P<p>[A-Za-z])_\{(?P<ij>[a-z],?[a-z])\}\\log(?:\\left)?\(?\\[dt]?frac\{(?P=p)_\{(?P=ij)\}\}"
)
_EXP = r"(?:\\exp|\{exp\}|e\^)"
_SOFTMAX = re.compile(rf"softmax|{_EXP}[^=]{{1,60}}?(?:/|\}}\{{)\(?\\sum[^=]{{1,20}}?{_EXP}")
OTHER_LABELS = (
    re.compile(  # words with which the weights need not sum to one, or that say what they do
        r"\b(?:arbitrary|unnormali[sz]ed|not (?:necessarily )?normali[sz]ed|multi-?label|counts?"
        r"|(?:any|general) (?:vector|weights)|sums? (?:up )?to)\b",
        re.I,
    )
)
_LABELS = re.compile(  # words for what sums to one
    r"\bone-?hot|\blabel|\bprobabilit|\bdistribution|\bcross-?\s?entrop|\bclass(?:es|if\w*)?\b"
    r"|\bcategor|\bmultinomial|\btargets?\b|\bsoft-?max\s+(?:loss|regression|classif)|\bdistill"
    r"|\bsimplex|\blikelihood|\bNLL\b|\bsupervis|\battention|\bKL\b|\bdivergence|\bSNE\b",
    re.I,
)
_SUMMED = frozenset({"simplex", "onehot"})
SUMS = "{} is taken to sum to one, as labels of a softmax do"
NOT_SAID = "{} is not said to sum to one, as labels do; what the answer is then is given besides"
ROWS = "the rows of {} are taken to sum to one, as labels of a softmax do"
ROWS_BESIDE = "where the rows of {0} sum to one, as those of labels do, {0}𝟏 is 𝟏"
ALL = "{} is taken to sum to one, as the probabilities of a divergence do"


def tell_joint(said: Said, reading: Reading) -> None:
    """What is compared with another by p_{ij} log(p_{ij}/q_{ij}) is a distribution, for claims."""
    known = {each.left.name.partition("_")[0] for each in reading.defined}
    for latex in (x for each in reading.defined for x in each.values):
        found = _JOINT.search(written := squeezed(latex))
        if found and found["p"] not in known and not _is_generalised(written, found):
            known.add(found["p"])
            below = ",".join(found["ij"].replace(",", ""))
            said.give(Given(rf"\sum_{{{below}}} {found['p']}_{{{found['ij']}}}", "1"), 0)
            said.implied.append(ALL.format(plain_name(found["p"])))


def _is_generalised(latex: str, found: re.Match[str]) -> bool:
    """Is p taken away as well, as in p log(p/q) - p + q? That is for what does not sum to one."""
    entry = re.escape(f"{found['p']}_{{{found['ij']}}}")
    return re.search(rf"[-+]{entry}(?=[-+)\]]|\\right|$)", latex) is not None


def tell_labels(said: Said, reading: Reading, cut: Cut) -> None:
    """What weighs the logarithms of a softmax is a distribution, if the text says nothing else.

    Without a word for labels, and without a claim that may rest on it, it is only a case.
    """
    is_claimed = bool(reading.claimed or said.told)
    is_told = is_claimed or _LABELS.search(cut.words) is not None
    whole = " ".join((cut.words, *map(squeezed, cut.formulas)))
    if not _SOFTMAX.search(whole) or OTHER_LABELS.search(cut.words):
        return
    moved = {name for each in reading.claimed for name in each.derivative.variables}
    moved |= {name for each, _ in (*reading.asked, *said.asked) for name in each.variables}
    defined = {each.left.name for each in reading.defined}
    known = moved | defined | {name.partition("_")[0] for name in defined}  # q_k = …
    formulas = [x for each in reading.defined for x in each.values]
    formulas += [*reading.bare.values(), *(each.function for each, _ in reading.asked)]
    for latex in formulas:
        entropies = (pattern.finditer(squeezed(latex)) for pattern in (_ENTROPY, _DIVERGENCE))
        for found in chain.from_iterable(entropies):
            name = _weight(found)
            if name and name not in known:
                known.add(name)
                is_double = len((found["ij"] or "").replace(",", "")) == 2
                is_matrix = is_double or name[0].isupper()
                is_one = is_told or found.re is _DIVERGENCE
                _tell(said, name, is_matrix, is_claimed if is_matrix else is_one)


def _weight(found: re.Match[str]) -> str | None:
    """What weighs the logarithms: y, or one y_i for each sample."""
    turned = found.groupdict().get("turned")
    return whole_name(f"{found['y']}_{found['i']}" if turned and found["i"] else found["y"])


def _tell(said: Said, name: str, is_matrix: bool, is_told: bool) -> None:
    facts = said.facts.setdefault(name, set())
    if any(each == name and fact in _SUMMED for each, fact in (*said.open_facts, *said.denied)):
        return  # y was one-hot before
    if is_matrix and not any(name in each.left for each in said.given):
        said.give(given_by(r"{0}\mathbf{{1}}", "1", name), 0)
        said.implied.append((ROWS if is_told else ROWS_BESIDE).format(plain_name(name)))
    elif not is_matrix and facts.isdisjoint(_SUMMED) and not is_told:
        said.usual.append((name, "simplex"))
        said.implied.append(NOT_SAID.format(plain_name(name)))
    elif not is_matrix and facts.isdisjoint(_SUMMED):
        facts.add("simplex")
        said.implied.append(SUMS.format(plain_name(name)))
