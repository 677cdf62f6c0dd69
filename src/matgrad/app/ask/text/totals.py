r"""Sums, means and products whose index words tell, or a call: sum over i of x_i^2, mean(x_i^2).

They are written with their index below, sum_i x_i^2, as all else reads them. In sum(x_i^2) the
only index that occurs is the one that is summed over: x_i is one number, of which there is no sum.
"""

from __future__ import annotations

import re
from functools import lru_cache

from matgrad.app.ask.text.calls import close_of
from matgrad.app.ask.text.sums import only_index, terms_of

_SIGNS = {"product": "prod", "average": "mean", "maximum": "max", "minimum": "min", "avg": "mean"}
_WHAT = r"(?P<what>sum|mean|average|avg|product|max(?:imum)?|min(?:imum)?)"
_TO = r"\s*(?:\.\.\.?|…|,\s*(?:\.\.\.|…),|,\s|\bto\b|\bthrough\b)\s*"
_RANGE = rf"(?P<low>\d|[a-z])(?:{_TO})(?P<high>[A-Za-z](?:-1)?|\d+)(?!\w)"
_INDEX = r"(?P<i>[a-z])(?:(?:\s*,\s*|\s+and\s+)(?P<j>[a-z]))?(?![\w'^])"
_OVER = re.compile(  # sum over all i of, mean over i = 1, ..., n of, sum from i=1 to n of
    rf"(?<![\w\\])(?:the )?{_WHAT}\s+(?:taken\s+|running\s+)?(?:over|from|for)\s+"
    r"(?:all\s+|each\s+|every\s+)?(?:the\s+)?(?:(?:index|indices|samples?|examples?)\s+)?"
    rf"{_INDEX}(?:\s*(?:=|from|in)\s*{_RANGE})?\s*(?:,?\s+of\s+(?:all\s+)?(?:the\s+)?|:\s*|\s+)"
    r"(?=[-(\[|‖]*(?:[A-Za-zα-ω](?:_|\^|')|[a-z]{2,9}\(|(?:log|exp|ln|sqrt|sin|cos)\b|[\[(|‖\d]|[A-Za-zα-ω]\s))"
)
# the mean over the batch of, a sum over all training examples of
AMONG = (
    r"(?:(?:all|each|every)\s+)?(?:(?:of\s+)?(?:the|our|my)\s+)?(?:training\s+|data\s+|mini-?)?"
    r"(?:batch|samples?|examples?|points?|observations?|data(?:\s?set)?|set|instances?|sample\s+points"
    r"|training\s+(?:set|data))"
)
_AMONG = re.compile(rf"(?<![\w\\])(?:the )?(?P<what>sum|mean|average|avg)\s+over\s+{AMONG}\s+of\s+")
_GLUED = re.compile(r"(?<![\w\\])(sum|prod)_([a-z])\s?=\s?(\d)\s?(?:\^|\.\.|to )\s?(\w)(?![\w(])")
_CALL = re.compile(
    r"(?:\\(?:operatorname|mathrm|text|textrm)\s*\{\s*(?P<marked>sum|mean|avg|average)\s*\}"
    r"|(?<![\w\\{_])(?P<typed>sum|mean|avg|average|[Ss]um(?=\[)))(?P<open>\s*\\left\s*\(|\(|\[)"
)
_BELOW = re.compile(  # mean_i, \operatorname{mean}_{i}
    r"(?:(?P<marked>\\(?:operatorname|mathrm|text|textrm)\s*\{\s*(?:mean|avg|average)\s*\})"
    r"|(?<![\w\\{_])(?:mean|avg))\s*_\s*(?:\{\s*(?P<i>[a-z])\s*\}|(?P<j>[a-z])(?![A-Za-z]))"
)
_LIMITS = re.compile(  # sum(x_i^2, i=1..n), Sum[x_i^2, {i, 1, n}]
    rf"\s*(?:(?P<i>[a-z])\s*(?:=|from)\s*{_RANGE}"
    r"|\{\s*(?P<a>[a-z])\s*,\s*(?P<b>\d)\s*,\s*(?P<c>[A-Za-z]|\d+)\s*\})\s*"
)
_SUMMED = re.compile(r"sum|∑|Σ|mean|prod|avg|average|max|min", re.I)
_SAMPLES = re.compile(  # of n samples, N training examples
    r"(?<![\w\\])\$?([A-Za-z])\$?\s+(?:[a-z]+\s+)?(?:samples|examples|points|observations|data)\b"
)
_IN = r"(?:∈|\\in|in)\s*(?:R|ℝ|\\R|\\mathbb\s*\{?R\}?)"
_COUNTS = "nNmMK"
_POWER = re.compile(r"\s*(?:\^|\*\*|[²³])")
_LETTERS = "ijklmnt"


def with_totals(text: str) -> str:
    """The text with sum_i, prod_i and 1/n sum_{i=1}^n for what words or calls say."""
    if not _SUMMED.search(text):
        return text
    whole = text
    text = _OVER.sub(lambda found: _over(whole, found), text)
    text = _AMONG.sub(lambda found: _among(whole, found), text)
    text = _BELOW.sub(lambda found: _below(whole, found), text)
    text = _GLUED.sub(r"\1_{\2=\3}^\4 ", text)
    position = 0
    while found := _CALL.search(text, position):
        close = close_of(text, found.end())
        made = _called(whole, found, text[found.end() : close]) if close else None
        position = found.end()
        if made is not None:
            after = text[close + 1 :]
            made = f"({made})" if _POWER.match(after) else made  # of the sum, not of what is added
            text = text[: found.start()] + made + after
            position = found.start() + 1
    return text


def _over(text: str, found: re.Match[str]) -> str:
    sign = _SIGNS.get(found["what"], found["what"])
    i, j, low, high = (found[x] or "" for x in ("i", "j", "low", "high"))
    is_index = re.search(rf"_\{{?\w?{i}", text) is not None
    if (sign == "mean" and j) or (sign in ("min", "max") and not is_index):
        return found[0]  # the min over b of a function of b
    below = ",".join(filter(None, (i, j)))
    return _signed(sign, below, low, high or _count(text, i) if sign == "mean" else high)


def _among(text: str, found: re.Match[str]) -> str:
    """The sign of a sum over samples, whose index is the only one of what follows."""
    index = only_index(terms_of(text, found.end()))
    if index is None or index not in _LETTERS:
        return found[0]
    sign = _SIGNS.get(found["what"], found["what"])
    return _signed(sign, index, "", _count(text, index) if sign == "mean" else "")


def _below(text: str, found: re.Match[str]) -> str:
    index = found["i"] or found["j"]
    return _signed("mean", index, "1", _count(text, index), "\\" if found["marked"] else "")


def _signed(sign: str, below: str, low: str, high: str, mark: str = "") -> str:
    """The sign of a sum with what stands below and above it; that of a mean before it."""
    if not high:
        return f"{mark}{sign}_{{{below}}} " if "," in below else f"{mark}{sign}_{below} "
    limits = f"_{{{below}={low or 1}}}^{{{high}}} "
    if sign != "mean":
        return f"{mark}{sign}{limits}"
    return rf"\frac{{1}}{{{high}}} \sum{limits}" if mark else f"1/{high} sum{limits}"


@lru_cache(maxsize=32)  # of one text, for each of its means
def _count(text: str, index: str) -> str:
    """The letter for the number of members: that of the text, or n, or one that is free."""
    sized = re.compile(rf"_\s*\{{\s*{index}\s*=\s*1\s*\}}\s*\^\s*\{{?\s*(\w)(?!\w)")
    told = [*sized.findall(text), *_SAMPLES.findall(text)]
    members = dict.fromkeys(re.findall(rf"([A-Za-z])_\{{?{index}(?!\w)", text))
    for x in members:
        declared = rf"(?<!\w)(?:{x}|{x.upper()})\$?\s*{_IN}\^\s*[{{(]?\s*([A-Za-z])(?!\w)"
        told += re.findall(declared, text)
    free = (x for x in _COUNTS if not re.search(rf"(?<![A-Za-z\\]){x}(?![A-Za-z])", text))
    return told[0] if told else next(free, "n")


def _called(text: str, call: re.Match[str], inside: str) -> str | None:
    """A call as a sum with its index, if it has one."""
    word = (call["marked"] or call["typed"]).lower()
    sign, mark = _SIGNS.get(word, word), "\\" if call["marked"] else ""
    if found := _limited(inside):
        body, index, low, high = found
        is_mean = sign == "mean" and low != "1"
        return None if is_mean else f"{_signed(sign, index, low, high, mark)}({body})"
    index = only_index(inside)
    if call["open"] == "[" or index is None or index not in _LETTERS or _SUMMED.search(inside):
        return f"mean({inside})" if call["typed"] in ("avg", "average") else None
    high = _count(text, index) if sign == "mean" else ""
    bracket = r"\left(" if inside.endswith(r"\right") else "("
    return f"{_signed(sign, index, '', high, mark)}{bracket}{inside})"


def _limited(inside: str) -> tuple[str, str, str, str] | None:
    """What is added, its index and its limits, where a comma sets them apart."""
    for comma in re.finditer(",", inside):
        if found := _LIMITS.fullmatch(inside, comma.end()):
            either = (("i", "a"), ("low", "b"), ("high", "c"))
            index, low, high = (found[a] or found[b] for a, b in either)
            return inside[: comma.start()], index, low, high
    return None
