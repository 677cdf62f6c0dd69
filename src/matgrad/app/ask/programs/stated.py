"""What words and comments say of the arrays of a program: A is symmetric, M is a mask."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from matgrad.app.ask.facts.zeros_and_ones import made_of_both
from matgrad.app.ask.text.segments import cut
from matgrad.app.ask.understand import read_and_listen
from matgrad.errors import MatgradError

MASK = r"{0}\odot {0}"
Equations = tuple[tuple[str, str], ...]

_FACTS = {
    r"symmetric positive[- ](?:semi-?)?definite|SPD|PSD"
    r"|positive[- ](?:semi-?)?definite": "positive_definite",
    r"symmetric|covariance|cov(?=\s+matrix)|gram": "symmetric",
    r"orthogonal|orthonormal": "orthogonal",
    r"one[- ]?hot\s+(?:encoded\s+)?rows": "simplex_rows",
    r"one[- ]?hot": "onehot",
    r"diagonal": "diagonal",
    r"positive(?=\s+(?:scalar|number|constant)|\s*[.,;)]|$)": "positive",
}
# Not “never one-hot”, “not exactly one-hot”.
_DENIED = r"(?:not|never|no|hardly|un|without|isn['’]t|aren['’]t)(?![\w-])"
_GAP = rf"(?:(?!\b{_DENIED})[^.,;\n?!()]|\([^()]*\)){{{{0,40}}}}?(?<!non-)"
_BEHIND = (
    r"(?<![\w.])(?<!whether )[`$]?(?P<name>{1})[`$]?\s*(?:=|is|are|:|,|\(|the|being)"
    rf"{_GAP}\b(?:{{0}})\b"
)
_BEFORE = (
    r"(?<!not )(?<!non-)\b(?:{0})(?:[-\s]+(?:matri(?:x|ces)|labels?|targets?|encoded|coded"
    r"|encodings?|class(?:es)?|vectors?|rows))*\s+[`$]?(?P<name>{1})[`$]?(?!\w)"
)
_SIZES = r"[(\[][\w\s,×]{{1,30}}[)\]]"
# Y one-hot (n, k), Y (n, k) one-hot, and Y one-hot where nothing asks about it.
_BESIDE = (
    r"(?<![\w.])[`$]?(?P<name>{1})[`$]?\s*(?:[,:]\s*)?"
    rf"(?:{_SIZES}\s*,?\s*(?:{{0}})\b|(?:{{0}})(?:\s+encoded)?\s*,?\s*{_SIZES})"
)
_HELD = (  # Y holds one-hot rows
    r"(?<![\w.])[`$]?(?P<name>{1})[`$]?\s+(?:holds?|contains?|stores?|has|have|encodes?)\s+"
    r"(?:the\s+|a\s+|only\s+)*(?:{0})\b"
)
_ALONE = r"(?<![\w.])[`$]?(?P<name>{1})[`$]?\s+(?:{0})(?:[- ]encoded)?(?=\s*(?:[.,;)\n]|$))"
_STATING = (_BEHIND, _BEFORE)
_OF_LABELS = (_HELD, _ALONE)  # what is said of labels alone
_LABELS = re.compile(r"[YTyt]|labels?|targets?|[Yy]_?(?:true|train|onehot|one_hot|oh)|Y_\w+")
_ONE_HOT_LABELS = re.compile(
    r"\bone[- ]?hot(?:[- ](?:encoded|coded))?\s+(?:class\s+)?(?:labels|targets|vectors"
    r"|encodings?)\b|\b(?:labels|targets|classes)\s+are\s+(?:all\s+)?one[- ]?hot\b",
    re.I,
)
_DOUBT = re.compile(  # before what is asked, wanted or denied
    rf"\b(?:{_DENIED}|whether|unless|forg[eo]t\w*|should|needs?|must|would|could|were|do|does|is|are"
    r"|instead|rather|require\w*|expect\w*|what\s+if|n['’]t)\b[^.,;?!\n]*$",
    re.I,
)
_MASK = re.compile(
    r"(?<![\w.])[`$]?(?!(?i:the|this|some|with|and|an)\b)"
    r"(?P<a>[A-Za-z]\w{0,15})[`$]?\s{0,3}(?:is|=|:|,|in|∈)?\s{0,3}(?:the|an?)?\s{0,3}"
    r"(?:0\s*/\s*1|binary|boolean|\{0,\s*1\})"
    r"|\b(?:0\s*/\s*1|binary|boolean)\s+(?:mask|matrix|indicator)s?\s+[`$]?(?P<b>[A-Za-z]\w{0,15})"
    r"|\bmask\s+[`$]?(?P<c>[A-Z]\w{0,5})\b"
    r"|(?<![\w.])[`$]?(?P<d>[A-Z]\w{0,5})[`$]?\s+(?:is\s+)?(?:the|an?)\s+"
    r"(?:(?!additive|not)[\w-]+\s+){0,3}?mask\b"
    # M[i, j] is 1 where it is observed and 0 otherwise
    r"|(?<![\w.])[`$]?(?P<f>[A-Za-z]\w{0,15})[`$]?(?:\[[^\]]{1,10}\])?\s*(?:is|=|has|with)\s"
    r"(?:(?!\b(?:is|and|not)\b)[^.,;?!\n()]|\([^()]*\)){0,40}?\b(?:1|one)s?\s+(?:if|where|when|for|at)\b"
    r"[^.;?!\n]{1,60}?\b(?:0|zero)s?\s+(?:otherwise|else\w*|if|where|when|for)\b"
)
_ZEROS_AND_ONES = made_of_both(r"(?<![\w.])(?!(?:is|has|with|of|an?|the)\b)[A-Za-z]\w{0,15}")


def facts_in(words: str, names: Collection[str]) -> tuple[dict[str, list[str]], Equations]:
    """What is said of arrays: A is symmetric, M is a mask, of which M ⊙ M = M."""
    single = [x for x in names if re.fullmatch("[A-Za-z]", x) and x not in "aI"]
    marked = re.sub(rf"(?<![\w.$\\`'’])`?([{''.join(single)}])`?(?![\w$'’])", r"$\1$", words)
    try:
        said = read_and_listen(cut(marked if single else words)).said
    except MatgradError:
        return {}, ()
    facts = {name: sorted(x) for name, x in said.facts.items() if name in names and x}
    others = {in_case(x, names): x for x in (name.swapcase() for name in names) if x not in names}
    pairs = (
        (in_case(x, names), fact) for x, fact in stated_facts(words, {*names, *others.values()})
    )
    stated = {x: ["onehot"] for x in one_hot_labels(words, names)}
    stated |= {x: [fact] for x, fact in reversed([*pairs]) if x not in facts}
    masks = [(MASK.format(x), x) for x in masks_in(words) if x in names]
    return {**stated, **facts}, (*((x.left, x.right) for x in said.given), *masks)


def in_case(name: str, names: Collection[str]) -> str:
    """The name of the program that words write with a small letter, or with a capital."""
    other = name.swapcase()
    return other if name not in names and len(name) == 1 and other in names else name


def definite(body: Sequence[ast.stmt]) -> dict[str, list[str]]:
    """The matrices of which a Cholesky factor is taken, or that are called covariances."""
    facts: dict[str, list[str]] = {}
    for node in (node for statement in body for node in ast.walk(statement)):
        match node:
            case (
                ast.Call(
                    func=ast.Attribute(attr="cholesky" | "cho_factor"), args=[ast.Name(id=name), *_]
                )
                | ast.Name(id=("Sigma" | "cov" | "Cov" | "covariance") as name)
            ):
                facts[name] = ["positive_definite"]
            case ast.Name(
                id=("eps" | "epsilon" | "delta" | "sigma" | "tau" | "temperature") as name
            ):
                facts[name] = ["positive"]
            case _:
                pass
    return facts


def stated_facts(words: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """The names of arrays, and what is said of them."""
    one = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    for pattern, fact in _FACTS.items():
        short = (_BESIDE, *(_OF_LABELS if fact in ("onehot", "simplex_rows") else ()))
        for frame in (*_STATING, *short):
            for found in re.finditer(frame.format(pattern, one), words):
                if frame not in short or not _is_doubted(words, found.start()):
                    yield found["name"], fact
    for found in re.finditer(rf"(?<![\w.])(?P<name>{one})[`$]?\s*>\s*0(?![\w.])", words):
        yield found["name"], "positive"


def one_hot_labels(words: str, names: Collection[str]) -> list[str]:
    """The one array of labels, where words call them one-hot without its name."""
    labels = [x for x in names if _LABELS.fullmatch(x)]
    told = any(not _is_doubted(words, x.start()) for x in _ONE_HOT_LABELS.finditer(words))
    return labels if told and len(labels) == 1 else []


def _is_doubted(words: str, start: int) -> bool:
    """Is what begins here asked, wanted or denied?"""
    return _DOUBT.search(words[max(0, start - 120) : start]) is not None


def masks_in(words: str) -> list[str]:
    """The arrays whose entries are zeros and ones."""
    found = [each for match in _MASK.finditer(words) for each in match.groups() if each]
    found += [match["name"] for match in _ZEROS_AND_ONES.finditer(words)]
    return list(dict.fromkeys(found))
