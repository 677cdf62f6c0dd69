"""Functions that words name without a letter: σ(Wx) in a text that speaks of the sigmoid."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.phrases import DOUBTS
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.words import ENTRYWISE, RECTIFIED, RELU

_WHAT = r"(?:\s+(?:activation|non-?linearit|function|unit|layer|transform|output|gate)\w*)"
_NAMED = (  # the words for a function, alone or before what it is the function of
    (r"\bsigmoid\b|\bsigmoidal\b|\blogistic function", "sigmoid"),
    (rf"\b{ENTRYWISE} logistic\b(?!\s+(?:regr|loss|classif))", "sigmoid"),
    (rf"{RELU}|{RECTIFIED}\w+{_WHAT}", "relu"),
    (r"\btanh\b|\bhyperbolic tangent", "tanh"),
    (r"\bsoftplus\b", "softplus"),
    (r"\bsoft-?max\b", "softmax"),
)
_LOGISTIC = re.compile(r"\blogistic (?:regression|classif|model|loss)", re.I)
_CALL = re.compile(r"(\\(?:sigma|phi|varphi|psi|rho))\s*(?:\\left\s*|\\[bB]igg?l?\s*)?\(")
_SIGMA = re.compile(r"\\sigma\s*(?:\\left\s*)?\(")
# Around these words σ(…) is no product; beside classes it may be a softmax.
_MODEL = re.compile(
    r"\b(?:model|neural|network|neurons?|perceptron|hidden|layers?|activations?|units?)\b", re.I
)
_CLASSES = re.compile(r"\bclass(?:es|if\w+)?\b|\bprobabilit|\bentropy\b|\bone-?hot\b", re.I)
_NUMBER = re.compile(r"\\sigma(?![A-Za-z])(?!\s*(?:'\s*|\\left\s*|\\[bB]igg?l?\s*)*\()")
_OPEN = re.compile(r"\b(?:if|unless|whether|instead|rather|or|vs|versus|other|another)\b", re.I)


def listen_to_activations(said: Said, marked: str, reading: Reading) -> None:
    """Take the one function that words name for the one letter that stands for a function."""
    letters = _letters(said, reading)
    functions = _functions(marked)
    is_logistic = _LOGISTIC.search(marked) or _is_logistic(reading)
    if len(letters) == 1 and "sigma" in letters and not functions and is_logistic:
        functions = {"sigmoid"}
    if len(letters) == len(functions) == 1:
        said.functions[letters.pop()] = functions.pop()
    elif letters == {"sigma"} and not functions and _is_general(marked, reading):
        said.functions.setdefault("sigma", "")


def _is_general(marked: str, reading: Reading) -> bool:
    """Does σ stand before brackets only, in a text about a model: any function of entries?"""
    is_model = _MODEL.search(marked) is not None and not _CLASSES.search(marked)
    return is_model and not any(map(_NUMBER.search, _formulas(reading)))


def _is_logistic(reading: Reading) -> bool:
    r"""Do formulas make sense of the logistic function alone: \sigma(1 - \sigma), \log(1 - p)?"""
    formulas = _formulas(reading)
    known = [d.latex for d in reading.defined for x in d.values if _SIGMA.match(x.strip())]
    parts = "|".join(re.escape(latex.strip()) for latex in (*known, r"\sigma"))
    own = re.compile(
        rf"\\(?:log|ln)\s*(?:\\left\s*)?\(\s*1\s*-\s*(?:{parts})(?![A-Za-z])"
        r"|\\sigma\s*(?:\([^()]*\)\s*)?(?:\\left\s*)?\(\s*1\s*-\s*\\sigma(?![A-Za-z])"
        rf"|(?P<of>{parts})\s*(?:\\odot\s*)?(?:\\left\s*)?\(\s*1\s*-\s*(?P=of)(?![A-Za-z])"
        r"|\\(?:log|ln)\s*\\sigma\s*(?:\\left\s*)?\(\s*-"  # log σ(-x), of negative samples
        r"|(?:\\|\{\s*)(?:log|ln)\s*\}?\s*(?:\\left\s*)?\(\s*1\s*\+\s*"
        r"(?:e\s*\^|\\exp|\\operatorname\s*\{\s*exp)"  # the logarithm of 1 + e^x
    )
    return any(map(own.search, formulas))


def _formulas(reading: Reading) -> list[str]:
    """The formulas in which functions are called."""
    found = [value for each in reading.defined for value in each.values]
    found += [value for each in reading.claimed for value in (each.latex, *each.values)]
    return [*found, *reading.bare.values()]


def _letters(said: Said, reading: Reading) -> set[str]:
    """The Greek letters that stand before brackets and of which nothing else is known."""
    called = {x for latex in _formulas(reading) for x in _CALL.findall(latex)}
    names = {whole_name(latex) or "" for latex in called} - {""}
    known = {each.left.name for each in reading.defined} | {each.name for each in reading.declared}
    known |= {*reading.mapped, *said.kinds} | {x for x, value in said.functions.items() if value}
    return names - known


def _functions(marked: str) -> set[str]:
    """The functions that words name, unless a sentence leaves open which."""
    found = [(m, f) for pattern, f in _NAMED for m in re.finditer(pattern, marked, re.I)]
    for each, _ in found:
        words = marked[slice(*sentence_around(marked, each.start()))]
        if DOUBTS.search(words) or _OPEN.search(words):
            return set()
    return {function for _, function in found}
