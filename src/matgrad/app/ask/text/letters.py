"""Which runs of letters are names side by side, Greek letters or functions, and which are words."""

from __future__ import annotations

import re

from matgrad.app.ask.text.plain import COORDINATES, SAFE, UNDERSCORED
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_names import SHORT
from matgrad.syntax.latex_tables import LETTERS
from matgrad.syntax.latex_tables import SHORT as MACROS

RUNS = re.compile(r"[A-Za-z]+")
_CONTRACTION = re.compile(r"(?:[A-Za-z]{2,20}|\bI)'(?:s|t|re|ll|ve|d|m)\W*$")
_ORDINAL = re.compile(r"-(?:th|st|nd|rd)\W*")  # behind a formula
_QUOTIENT = re.compile(
    r"(?:[d∂](?:[A-Z][A-Za-z]*|loss|cost|error|energy|obj)|∂[a-z]{2,12})"
    r"(?:\([\w,]*\))?/[d∂][A-Za-zα-ω]\w?(?![A-Za-z])"
)  # dRSS/db
_NABLA = re.compile(r"∇²?(?:_\{[^{}]*\})?[A-Za-z]{2,12}(?:\([\w,]*\))?\W*$")  # ∇_{w}loss
ASIDE = 400  # characters between brackets
_OPENS = re.compile(r"(?:(?<=\s)|^)[(\[]")
LONGEST = 300  # characters of a formula without spaces that is typed in prose
# Commands of LaTeX that begin formulas, also where nothing marks these.
COMMANDS = frozenset(
    "frac tfrac dfrac sqrt nabla partial sum prod log exp ln sin cos tan tanh det mathrm mathbf "
    "mathbb operatorname left right cdot odot oslash otimes times top hat bar tilde dot star ast "
    "langle rangle lVert rVert Vert infty circ max min in".split()
)
SHORT_WORDS = frozenset(
    "is in of to at if as or by so we it on be an do my no us me go he up am eg ie vs ok Is In Of "
    "To At If As Or By So We It On Be An Do My No OK PS".split()
)


def is_mathematical(word: str) -> bool:
    """Are all runs of letters in it names or functions?"""
    if len(word) > LONGEST or _CONTRACTION.search(word) or _ORDINAL.fullmatch(word):
        return False
    if _QUOTIENT.match(word) or _NABLA.match(word):
        return True
    word = UNDERSCORED.sub("sin(", word)
    return all(_is_run(word, found) for found in RUNS.finditer(word))


def _is_run(word: str, found: re.Match[str]) -> bool:
    """Can these letters be names side by side, a Greek letter or a function?"""
    run, rest, before = found[0], word[found.end() :], word[: found.start()]
    is_product = COORDINATES.fullmatch(run) is not None
    if (
        len(run) <= 2
        or is_product
        or run in LETTERS
        or run in SHORT
        or run in SAFE
        or run == "yhat"
    ):
        is_beside = bool(before) and before[-1] in "({'*^+=-/|‖ᵀ0123456789"
        signs = ("+", "*", "/", "^", "|", "‖") + (("-",) if run[0].isupper() else ())
        return run not in SHORT_WORDS or is_beside or rest[:1] in signs  # x^T By-k
    if before.endswith("\\"):
        return run in COMMANDS or run in LETTERS
    is_index = re.search(r"_\{?$", before) and re.fullmatch(r"[ijklmn]{2,3}", run)  # sum_{ijk}
    is_index = is_index or (before.endswith("_{") and rest.startswith("}"))  # V_{max}
    is_sum = run in ("sum", "max", "min", "prod") and rest.startswith("_")
    if is_index or is_sum or (not before and re.match(r"\([\w,]*\):?=", rest)):  # GELU(x)=…
        return True
    is_marked = (
        rest[:1] in ("'", "^", "ᵀ") or before[-1:] in ("'", "^", "ᵀ") or before[-2:-1] == "^"
    )
    is_argument = re.search(r"(\w+)\(-?\d*$", before)
    in_call = is_argument is not None and is_argument[1] in {*FUNCTIONS, "norm"}
    if len(run) <= 4 and run != run.lower() and (is_marked or in_call):
        return True
    is_function = run in FUNCTIONS or run in MACROS or run in ("norm", "std")
    return is_function and re.match(r"[\dF]?\(", rest) is not None


def without_brackets(text: str) -> str:
    """Spaces in the place of brackets around words, as those of “(A is symmetric)”."""
    found = list(text)
    for place in _OPENS.finditer(text):
        begin, depth = place.start(), 0
        for end in range(begin, min(begin + ASIDE, len(text))):
            depth += (text[end] in "([") - (text[end] in ")]")
            if depth == 0:
                inside = text[begin + 1 : end]
                if any(map(is_prose, inside.split())):
                    found[begin] = found[end] = " "
                break
    return "".join(found)


def is_prose(word: str) -> bool:
    """Is this a word of a sentence?"""
    bare = word.strip(".,;:?!()[]")
    return bare.isalpha() and not is_mathematical(bare)
