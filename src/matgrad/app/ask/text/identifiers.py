"""Formulas with names of programs, as people type them: KL = -0.5*sum(1 + logvar - exp(logvar)).

They are marked as code, so that they are read whole: cut at such a word, what is left would be
another function. Words after d in a quotient, dKL/dlogvar and dL/dmu, are names as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.plain import SAFE
from matgrad.app.ask.text.words import RESPECT
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import SHORT as MACROS

_LEFT = re.compile(r"(?<![\w`$\\.(=/∂])(?P<name>[A-Za-z]+\d?)(?:\([A-Za-z, ]*\))?\s*:?=(?![=>])")
_TOKEN = re.compile(
    r"[ \t]*(?:(?P<sign>\*\*|\.\*|\./|\.\^|\^(?!T\b)|[-+*/@])|(?P<open>\()"
    r"|(?P<close>\)(?:_[a-z]\b)?)|(?P<comma>,)|(?P<operand>[A-Za-z]+\d?(?:_[A-Za-z\d])?(?![\w\\$])"
    r"|\d+(?:\.\d+)?(?:e-?\d+)?(?!\w))|(?P<turned>'|\.T\b|\^T\b))"
)
_WORD = re.compile(r"[A-Za-z]{3,}")
_KNOWN = frozenset({*FUNCTIONS, *MACROS, *SAFE, *SIGNS, "norm", "std", "eps", "yhat"})
_ENDS = re.compile(
    r"\s*(?:$|[.,;:?!)\n]|(?:with|where|and|or|for|wrt|when|if|using|is|the|then|right|correct|at)\b)"
)
_ABOVE = r"[A-Z][A-Za-z]{0,7}|[a-z]|loss|cost|error|energy|obj"
_GREEK = "|".join(sorted(SIGNS, key=len, reverse=True))
# Names that nobody means as a product or as a function of a name.
_USUAL = frozenset(
    "logvar logvars logsigma logstd logscale logit logits logprob logprobs logalpha preds".split()
)
_JOINED = re.compile(  # log_var, weight_decay, y_pred; not sum_ij, mu_max and grad_theta
    rf"(?<![\w\\`@.])(?P<d>(?<=/)[d∂])?(?!(?:sum|prod|max|min|mean|argm\w+|grad|nabla|hess|jac|norm|partial"
    rf"|{_GREEK})_)(?:[A-Za-z]{{2,}}(?:_[A-Za-z]{{2,}})+"
    r"|[a-z]_(?:pred|true|target|train|test|out))(?![\w(])"
)
_STARTS = re.compile(r"(?<![\w`$\\.)^])-?(?:\(|(?=[A-Za-z\d]))")
_BELOW = re.compile(r"/[d∂](?P<word>[A-Za-z]{3,})(?![\w^])")
_ARTICLES = frozenset("aAI")
LONGEST = 400  # characters of one formula


def joined_names(text: str) -> tuple[str, list[str]]:
    """The text with log_var as one word: what stands behind the line is no index; and notes."""
    names = dict.fromkeys(
        found[0].removeprefix(found["d"] or "") for found in _JOINED.finditer(text)
    )
    notes = [f"{name} is one name, written {name.replace('_', '')} here" for name in names]
    return _JOINED.sub(lambda found: found[0].replace("_", ""), text), notes


def names_of_programs(typed: Iterable[str]) -> frozenset[str]:
    """The words of a text that are names in what is typed as in a program."""
    found: set[str] = set()
    texts = list(typed)
    for text in texts:
        words = set(_WORD.findall(text))
        found |= words & _USUAL
        below = {each["word"] for each in _BELOW.finditer(text)} - _KNOWN
        found |= {word for word in below if any(_occurs(word, each) for each in texts)}
        for each in _LEFT.finditer(text):
            end, made = _formula(text, each.end(), frozenset(found))
            inside = _names(made) if end and _ENDS.match(text, end) else set[str]()
            found |= inside | ({each["name"]} & words if inside else set())
    return frozenset(found)


def _occurs(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w∂]){word}(?![a-z])", text) is not None


def with_identifiers(text: str, names: frozenset[str] | None = None) -> str:
    """The text with its formulas with names of programs marked as code."""
    names = names_of_programs([text]) if names is None else names
    parts: list[str] = []
    position = 0
    for found in _LEFT.finditer(text) if names else ():
        end, made = _formula(text, found.end(), names) if found.start() >= position else (0, "")
        if end and _has(made, names) and _ENDS.match(text, end):
            left = text[found.start() : found.end()].rstrip()
            parts += [text[position : found.start()], f"`{left} {made.strip()}`"]
            position = end
    return _with_quotients("".join([*parts, text[position:]]), names)


def _has(formula: str, names: frozenset[str]) -> bool:
    """Is a formula made of signs and of some name of a program?"""
    is_made = re.search(r"[-+*/^('_]", formula.strip()) is not None
    return is_made and not names.isdisjoint(re.findall("[A-Za-z]+", formula))


def _names(expression: str) -> set[str]:
    """The words of an expression that are no functions."""
    is_made = re.search(r"[-+*/^(]", expression) is not None
    return {w for w in _WORD.findall(expression) if w not in _KNOWN} if is_made else set()


def _formula(text: str, start: int, names: frozenset[str]) -> tuple[int, str]:
    """Where the formula ends that begins here, and its text with a sign for each product.

    The end is 0 if it is none, or goes on in another way.
    """
    at, depth, takes, last, before = start, 0, True, "", ""
    made: list[str] = []
    while (found := _TOKEN.match(text, at)) and found.end() - start < LONGEST:
        if takes and (found["close"] or found["comma"] or found["turned"]):
            return 0, ""
        if (found["comma"] or found["close"]) and not depth:
            break
        if (found["operand"] or found["open"]) and not takes:
            is_below = before == "/" and found[0][0] == " "  # 2/n (x - y)
            sign = " * " if is_below and len(last) == 1 else _between(text, found, last, names)
            if sign is None and not depth:
                break
            if sign is None:
                return 0, ""
            made.append(sign)
        depth += bool(found["open"]) - bool(found["close"])
        takes = bool(found["sign"] or found["open"] or found["comma"])
        at, last, before = found.end(), found[0].strip(), last
        made.append(found[0])
    is_whole = not depth and not takes
    return (at, "".join(made)) if is_whole else (0, "")


def _between(text: str, found: re.Match[str], last: str, names: frozenset[str]) -> str | None:
    """What stands between two operands: nothing in a call, a sign in 1/2 (x); None if it ends."""
    is_factor = last[:1].isdigit() or last in ("'", ".T", "^T") or last.startswith(")")
    if found["open"]:
        return " * " if is_factor else ""
    word = found["operand"].partition("_")[0]
    if last in _KNOWN and last not in SIGNS:  # -log softmax(z)
        return ""
    is_name = word in names or word in SIGNS or (len(word) == 1 and word not in _ARTICLES)
    is_call = word in _KNOWN and text[found.end() : found.end() + 2].strip()[:1] == "("
    return " * " if is_factor and (is_name or is_call) else None


def _with_quotients(text: str, names: frozenset[str]) -> str:
    """The text with bars for dKL/dlogvar and dL/dmu_j, and with names behind “with respect to”."""
    own = "|".join(sorted(names, key=len, reverse=True)) or "(?!)"
    below = rf"(?P<word>{own})|(?P<greek>{_GREEK})(?P<index>_[A-Za-z\d])?"
    quotient = re.compile(rf"(?<![\w\\$`])[d∂](?P<above>{_ABOVE}|{own})/[d∂](?:{below})(?![\w^])")
    named = re.compile(rf"(?P<before>\b{RESPECT}\s+)(?P<word>{own})(?!\w)")
    text = named.sub(lambda found: f"{found['before']}`{found['word']}`", text)
    return _with_values(quotient.sub(_fraction, text), names)


def _with_values(text: str, names: frozenset[str]) -> str:
    """The text with what else is made of the names marked, also behind an equals sign."""
    parts: list[str] = []
    position = 0
    for found in _STARTS.finditer(text) if names else ():
        before = text[position : found.start()]
        if found.start() < position or before.count("`") % 2 or before.count("$") % 2:
            continue
        end, made = _formula(text, found.start(), names)
        if end and _has(made, names) and _ENDS.match(text, end):
            is_value = re.search(r"\$\s*=\s*$", before)
            before = before[: is_value.start() + 1] + " " if is_value else before
            parts += [before, f"`{'= ' if is_value else ''}{made.strip()}`"]
            position = end
    return "".join([*parts, text[position:]])


def _fraction(found: re.Match[str]) -> str:
    above = found["above"]
    above = above if len(above) == 1 else rf"\mathrm{{{above}}}"
    greek = rf"\{found['greek']} {found['index'] or ''}"
    below = rf"\mathrm{{{found['word']}}}" if found["word"] else greek
    return rf"$\frac{{\partial {above}}}{{\partial {below}}}$"
