r"""Formulas without LaTeX, as people type them in prose: x'Ax, W⁽¹⁾x + b⁽¹⁾, A ∈ R^(m×n).

They are found word by word and spelled in LaTeX, so that everything after this reads one language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import LETTERS

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᵏˡᵐ", "0123456789+-()nklm", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
NORMS = {"2": "_2", "1": "_1", "F": "_F", "nuc": "_*"}
ACCENTS = {"\N{COMBINING CIRCUMFLEX ACCENT}": "hat", "\N{COMBINING TILDE}": "tilde",
           "\N{COMBINING MACRON}": "bar"}  # fmt: skip
_RUN = re.compile(f"[{''.join(RAISED)}]+|[{''.join(LOWERED)}]+")
_WORD = re.compile(r"\S+")
_TOKEN = re.compile(r"\\[A-Za-z]+|[A-Za-z]+|\d+(?:\.\d+)?|\.\*|\./|\.T\b|\s+|.", re.DOTALL)
_STRONG = re.compile(r"[=+*^⊙∈∂∇‖|ᵀ⁰-⁹⁽₀-₉²³¹]|[A-Za-z)]'|\w\(|:=|-[\w(]")
_NAME = re.compile(r"[A-Za-zα-ωΑ-Ω](?:_?\d|_[A-Za-z]|\^?\(\d\)|\^\{\(\d\)\})?|ŷ|x̂|yhat")
_NORM = re.compile(r"\bnorm(2|1|F|nuc)?\(")
_STEM = re.compile(r"[A-Za-z]|\\[a-z]+ |\\hat\{\w\}")
_GREEK = re.compile(r"[α-ωΓΔΘΛΞΠΣΦΨΩ]")
BEFORE_NAME = frozenset(
    "to wrt w.r.t. respect of by in matrix vector scalar matrices vectors and weights biases bias "
    "weight parameters variable variables".split()
)
SHORT_WORDS = frozenset(
    "is in of to at if as or by so we it on be an do my no us me go he up am eg ie vs Is In Of To "
    "At If As Or By So We It On Be An Do My No".split()
)
SAFE = frozenset("sin cos tan exp log det tr Tr trace relu ReLU Relu tanh sigmoid softmax".split())
Words = list[tuple[int, int, str]]
_LETTERS = re.compile(r"[A-Za-z]+")
_CONTRACTION = re.compile(r"(?:[A-Za-z]{2,}|\bI)'(?:s|t|re|ll|ve|d|m)\W*$")
ENGLISH = frozenset({"a", "I", "A"})


def normal(text: str) -> str:
    r"""LaTeX for the marks of Unicode: W⁽¹⁾ is W^{(1)}, ŷ is \hat{y}."""
    text = unicodedata.normalize("NFD", text) if not text.isascii() else text
    for mark, command in ACCENTS.items():
        text = re.sub(f"(\\w){mark}", rf"\\{command}{{\1}}", text)

    def script(found: re.Match[str]) -> str:
        table, sign = (RAISED, "^") if found[0][0] in RAISED else (LOWERED, "_")
        return f"{sign}{{{''.join(table[c] for c in found[0])}}}"

    return _RUN.sub(script, text).replace("ᵀ", r"^{\top}").replace("→", r"\to ")


# ---------------------------------------------------------------- finding formulas


def formulas_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Where formulas stand in prose, and each of them in LaTeX."""
    words = [(found.start(), found.end(), found[0]) for found in _WORD.finditer(text)]
    names = known_names(text)
    index = 0
    while index < len(words):
        end = index
        while end < len(words) and is_formula(words, end, names, end > index):
            end += 1
            if words[end - 1][2].endswith((",", ";", "?", ".")) or ends_line(text, words, end):
                break
        if end == index:
            index += 1
            continue
        start, stop = words[index][0], words[end - 1][1]
        inside = text[start:stop].rstrip(".,;:?!")
        if is_worth(words, index, end, names):
            inside = balanced(inside)
            yield start, start + len(inside), to_latex(inside)
        index = end


def ends_line(text: str, words: Words, end: int) -> bool:
    """Does a formula end with its line? It does unless the next one begins with a sign."""
    if end >= len(words):
        return True
    is_broken = "\n" in text[words[end - 1][1] : words[end][0]]
    return is_broken and words[end][2][0] not in "=+-*:⊙"


def balanced(formula: str) -> str:
    """Without a closing bracket that belongs to the sentence."""
    while formula.endswith(")") and formula.count(")") > formula.count("("):
        formula = formula[:-1]
    return formula


def known_names(text: str) -> frozenset[str]:
    """Letters that stand beside a sign of arithmetic somewhere."""
    strong = [
        word for word in _WORD.findall(text) if _STRONG.search(word) and is_mathematical(word)
    ]
    short = (run for run in _LETTERS.findall(" ".join(strong)) if len(run) <= 2)
    return frozenset("".join(short))


def is_mathematical(word: str) -> bool:
    """Are all runs of letters in it names or functions?"""
    if _CONTRACTION.search(word):
        return False
    return all(_is_run(found[0], word[found.end() :]) for found in _LETTERS.finditer(word))


def _is_run(run: str, rest: str) -> bool:
    """Can these letters be names side by side, a Greek letter or a function?"""
    if len(run) <= 2 or run in LETTERS or run in SAFE or run == "yhat":
        return run not in SHORT_WORDS
    return (run in FUNCTIONS or run == "norm") and re.match(r"[\dF]?\(", rest) is not None


def is_formula(  # noqa: PLR0911
    words: Words, at: int, names: frozenset[str], inside: bool
) -> bool:
    """Can this word be part of a formula?"""
    word = words[at][2].strip(".,;:?!") or words[at][2]
    if not re.search(r"\w", word):
        follows = at + 1 < len(words) and is_mathematical(words[at + 1][2])
        return (inside and follows and word not in ("–", "—", "•")) or word in ("=", ":=")
    if word == "in":
        return inside and is_set(words, at)
    if not is_mathematical(word):
        return False
    if _STRONG.search(word) or _GREEK.search(word) or "×" in word:
        return True
    if word.isdigit():
        return inside
    if word in ENGLISH and not inside:
        return word == "A" and "A" in names
    bare = word.strip("()")
    is_pair = re.fullmatch(r"[A-Za-z]{2}", bare) is not None
    is_known = inside or set(bare) <= names
    return bool(_NAME.fullmatch(bare)) or (inside and bare in SAFE) or (is_pair and is_known)


def is_set(words: Words, at: int) -> bool:
    """Does R^n follow?"""
    return at + 1 < len(words) and words[at + 1][2][:1] in ("R", "ℝ")


def is_worth(words: Words, start: int, end: int, names: frozenset[str]) -> bool:
    """Is a run of words a formula, or a name where a name may stand?"""
    run = [word for _, _, word in words[start:end]]
    if any(_STRONG.search(w) or w in ("=", ":=", "in", "×", "-", "+") for w in run) or len(run) > 2:
        return True
    word = run[0].strip("().,;:?!")
    before = words[start - 1][2].strip(",;").lower() if start else ""
    if word in ENGLISH:
        return (before in BEFORE_NAME and before not in ("of", "in")) or (
            word == "A" and "A" in names
        )
    return bool(names) or before in BEFORE_NAME or not word.isascii()


# ---------------------------------------------------------------- spelling them


def to_latex(formula: str) -> str:
    """A formula of the plain language, or close to it, in LaTeX."""
    formula = re.sub(r"\bin (?=[Rℝ](?:\b|\^))", "∈ ", formula)
    formula = re.sub(r"∈\s*[Rℝ]\b", r"\\in \\mathbb{R}", formula)
    formula = re.sub(r"(?<=\^)\(([^()]*)\)", r"{\1}", formula)
    formula = re.sub(r"(\\mathbb\{R\}\^\{?[^\s{}]*)(?: x |x)(?=\w)", r"\1\\times ", formula)
    formula = re.sub(r"(?<=\w) x (?=\w+\})", r"\\times ", formula)
    parts: list[str] = []
    for found in _TOKEN.finditer(normal(with_bars(formula))):
        parts.append(spelled(found[0], parts[-1] if parts else ""))
    return "".join(parts)


def with_bars(formula: str) -> str:
    """Norms with bars in the place of their names."""
    while found := _NORM.search(formula):
        depth, end = 1, found.end()
        while end < len(formula) and depth:
            depth += {"(": 1, ")": -1}.get(formula[end], 0)
            end += 1
        inside = formula[found.end() : end - (not depth)]
        bars = rf"\left\| {inside} \right\|{NORMS.get(found[1], '')}"
        formula = formula[: found.start()] + bars + formula[end:]
    return formula


def spelled(token: str, before: str) -> str:
    """One token in LaTeX."""
    if token.isalpha() and token.isascii() and len(token) > 1:
        return _word(token)
    if token.isdigit() and _STEM.fullmatch(before):
        return f"_{{{token}}}"
    signs = {".*": r"\odot ", "./": r"\oslash ", "*": r"\cdot ", ".T": r"^{\top}", "×": r"\times "}
    return signs.get(token, token)


def _word(word: str) -> str:
    if word in LETTERS:
        return f"\\{word} "
    if word.endswith("hat") and len(word) == 4:
        return rf"\hat{{{word[0]}}}"
    lower = {"Tr": "tr", "trace": "tr", "ReLU": "relu", "Relu": "relu"}.get(word, word)
    if lower in FUNCTIONS:
        return rf"\operatorname{{{lower}}}"
    return word
