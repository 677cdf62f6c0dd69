"""Formulas with names of programs, as people type them: KL = -0.5*sum(1 + logvar - exp(logvar)).

They are marked as code, so that they are read whole: cut at such a word, what is left would be
another function. Words after d in a quotient, dKL/dlogvar and dL/dmu, are names as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.letters import is_mathematical
from matgrad.app.ask.text.plain import SAFE
from matgrad.app.ask.text.words import RESPECT
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import SHORT as MACROS

_NABLA = r"(?:(?<!\S)-)?∇²?(?:_\{[^{}]*\}|_[A-Za-zα-ω])?\s?"
_LEFT = re.compile(
    rf"(?<![\w`$\\.(=/∂∇])(?:{_NABLA})?(?P<name>[A-Za-z]+\d?)(?:\([A-Za-z, ]*\))?\s*:?=(?![=>])"
)
_TOKEN = re.compile(
    r"[ \t]*(?:(?P<sign>\*\*|\.\*|\./|\.\^|\^(?!T\b)|[-+*/@⊙])|(?P<open>\()"
    r"|(?P<close>\)(?:_[a-z]\b)?)|(?P<bars>\|\||‖)|(?P<comma>,)|(?P<operand>(?:sum|prod)_\{[^{}$]{1,20}\}(?:\^(?:\w|\{\w+\}))?"
    r"|[A-Za-z]+\d?(?:_[A-Za-z\d]|_\{[A-Za-z]+\})?(?![\w\\$])"
    r"|\d+(?:\.\d+)?(?:e-?\d+)?(?![\d_]))|(?P<turned>'|\.T\b|\^T\b))"
)
_WORD = re.compile(r"(?<!\{)[A-Za-z]{3,}(?!\})")  # and no index, h_{prev}
_FUNCTION = re.compile(  # huber(t) = …
    r"(?:(?<![\w\\.])(?P<typed>[a-z]{3,12})|\\operatorname\{(?P<marked>[a-z]{3,12})\})"
    r"\([a-z]\)\s*:?=(?!=)"
)
_KNOWN = frozenset({*FUNCTIONS, *MACROS, *SAFE, *SIGNS, "norm", "std", "eps", "yhat"})
_FACTORS = frozenset({*SIGNS, "lam", "eps"})
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
_VERBS = r"(?:is|are|be|was|as|gets?|got|says?|gives?|equals?|finds?|found|have|obtain(?:ed)?)\b"
_STARTS = re.compile(rf"(?<![\w`$\\.)^])-?(?:\(|(?=[A-Za-z\d])(?!{_VERBS}))")
# A formula goes on here: behind a sign, a bracket, a transpose, a number or a letter alone.
_INSIDE = re.compile(r"(?:[-+*/^=(|‖,⊙·'ᵀ)\]\d∇]|\.T|\^T|(?<![A-Za-z])[B-HJ-Zb-z])\s*$")
_VALUE = re.compile(r"\$\s*=\s*$")
_BELOW = re.compile(r"/[d∂](?P<word>[A-Za-z]{3,})(?![\w^])")
_ARTICLES = frozenset("aI")
_FACTOR = re.compile(r"[)\]'*+/(-]\s*\Z")  # before something that is part of a formula
_PRODUCT = re.compile(r"[A-Z]{1,3}[a-z]|[A-Z]{2,3}")  # 2 Ax
LONGEST = 400  # characters of one formula


def joined_names(text: str) -> tuple[str, list[str]]:
    """The text with log_var as one word: what stands behind the line is no index; and notes."""
    names = dict.fromkeys(
        found[0].removeprefix(found["d"] or "") for found in _JOINED.finditer(text)
    )
    notes = [f"{name} is one name, written {name.replace('_', '')} here" for name in names]
    return _JOINED.sub(lambda found: found[0].replace("_", ""), text), notes


def functions_of(text: str) -> frozenset[str]:
    """The functions of a number that a text defines under names of several letters."""
    found = (each["typed"] or each["marked"] for each in _FUNCTION.finditer(text))
    return frozenset(found) - _KNOWN


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
    """Where the formula ends that begins here, and its text; 0 if it is none, or is cut off."""
    at, opened, takes, last = start, "", True, ""
    while (found := _TOKEN.match(text, at)) and found.end() - start < LONGEST:
        sign = found[0].strip()[:2]
        is_bar = found["bars"] is not None
        closes = found["close"] or (is_bar and not takes and opened.endswith("|"))
        if takes and (closes or found["comma"] or found["turned"]):
            return 0, ""
        if (found["comma"] or closes) and not opened:
            break
        opens = found["open"] or (is_bar and not closes)
        if (found["operand"] or opens) and not takes and not _goes_on(text, found, last, names):
            if opened:
                return 0, ""
            break
        if closes and opened[-1] != ("|" if is_bar else "("):
            return 0, ""
        opened = opened + ("|" if is_bar else "(") if opens else opened[:-1] if closes else opened
        takes = bool(found["sign"] or opens or found["comma"])
        at, last = (
            found.end(),
            ")" if closes else sign if not found["operand"] else found["operand"],
        )
    return (at, text[start:at]) if not opened and not takes else (0, "")


def _goes_on(text: str, found: re.Match[str], last: str, names: frozenset[str]) -> bool:
    """Is an operand behind another one part of the formula: a call, or a product as in 1/2 (x)?"""
    if not found["operand"]:
        return True
    word, before = found["operand"].partition("_")[0], last.partition("_")[0]
    if found["operand"].startswith(("sum_", "prod_")):  # 1/n sum_{i=1}^n
        return before in _FACTORS or (len(before) == 1 and before not in _ARTICLES)
    if before in _KNOWN - _FACTORS - _ARTICLES:  # -log softmax(z), sum_j p_j
        return True
    is_name = word in names or word in _FACTORS or (len(word) == 1 and word not in _ARTICLES)
    is_glued = found[0] == found["operand"] and is_mathematical(word)  # 2Ax, A'Ax
    is_product = _PRODUCT.fullmatch(word) is not None and is_mathematical(word)
    is_name = is_name or is_glued or is_product
    is_call = word in _KNOWN and text[found.end() : found.end() + 2].strip()[:1] == "("
    if last[:1].isdigit() or last in ("'", ".T", "^T", ")") or before in _FACTORS:
        return is_name or is_call
    is_letter = len(before) == 1 and before.isalpha() and before not in _ARTICLES
    return is_name and (is_letter or before in names)


def _with_quotients(text: str, names: frozenset[str]) -> str:
    """The text with bars for dKL/dlogvar and dL/dmu_j, and with names behind “with respect to”."""
    own = "|".join(sorted(names, key=len, reverse=True)) or "(?!)"
    one = r"[A-Za-z](?:_[A-Za-z\d])?" if names else "(?!)"
    below = rf"(?P<word>{own})|(?P<greek>{_GREEK})(?P<index>_[A-Za-z\d])?|(?P<one>{one})"
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
        if _is_inside(before, names) and not _VALUE.search(before):
            continue  # of a formula that is not read whole
        end, made = _formula(text, found.start(), names)
        if end and _has(made, names) and _ENDS.match(text, end):
            is_value = _VALUE.search(before)
            before = before[: is_value.start() + 1] + " " if is_value else before
            parts += [before, f"`{'= ' if is_value else ''}{made.strip()}`"]
            position = end
    return "".join([*parts, text[position:]])


def _is_inside(before: str, names: frozenset[str]) -> bool:
    """Is a formula going on where this ends?"""
    last = re.search(r"(?<![A-Za-z])[A-Za-z]{2,}\s*\Z", before)
    return bool(_INSIDE.search(before)) or (last is not None and last[0].strip() in names | _KNOWN)


def _fraction(found: re.Match[str]) -> str:
    above = found["above"]
    is_inside = _FACTOR.search(found.string, 0, found.start()) is not None
    if is_inside and found["greek"] and len(above) == 1:  # tr(inv(K) dK/dtheta)
        return f"∂{above}/∂{SIGNS[found['greek']]}{found['index'] or ''}"
    above = above if len(above) == 1 else rf"\mathrm{{{above}}}"
    greek = rf"\{found['greek']} {found['index'] or ''}"
    below = rf"\mathrm{{{found['word']}}}" if found["word"] else found["one"] or greek
    return rf"$\frac{{\partial {above}}}{{\partial {below}}}$"
