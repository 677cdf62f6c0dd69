r"""Formulas without LaTeX, as people type them in prose: x'Ax, W⁽¹⁾x + b⁽¹⁾, A ∈ R^(m×n).

They are found word by word and spelled in LaTeX, so that everything after this reads one language.
"""

from __future__ import annotations

import re
import unicodedata

from matgrad.app.ask.text.characters import with_fractions
from matgrad.app.ask.text.keyboard import BASELESS, ELSEWHERE, OPERATORS, keys
from matgrad.app.ask.text.slashed import with_quotients
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_names import SHORT
from matgrad.syntax.latex_tables import LETTERS

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᵏˡᵐ", "0123456789+-()nklm", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx", strict=True))
NORMS = {"2": "_2", "1": "_1", "F": "_F", "nuc": "_*"}
ACCENTS = {"\N{COMBINING CIRCUMFLEX ACCENT}": "hat", "\N{COMBINING TILDE}": "tilde",
           "\N{COMBINING MACRON}": "bar"}  # fmt: skip
# 1/2 x, 1/2||x||, and 1/2x'Ax, in which x' cannot stand below
_HALF = re.compile(r"(?<![\w.)/^}])(\d+)/(\d+)(?=\s+[^\s/]|[A-Za-z](?:\^T|'|ᵀ)|\|\||‖|\\left\\\|)")
_GREEK_HALF = re.compile(r"(?<![\w.)/^}])([α-ω]|lambda|alpha|gamma|mu)/(\d+)(?=\s+[^\s/]|\|\||‖)")
_BELOW = re.compile(  # 2/n (x - y), 1/n 1'x
    r"(?<![\w.)/^}])(\d+)/(?:([A-EI-Za-ei-z])(?=\s+\()|([nmNMK])(?=\s+(?:1(?:\^T|'|ᵀ)|[A-Za-z](?:\^T|'|ᵀ))))"
)
_OVER = re.compile(r"(?<![\w.)/^}])(\w+)/\(([^()]{1,20})\)(?=\s+[^\s/+*=,.;:)-])")  # 1/(2n) ||x||
_MEAN = re.compile(  # 1/2n in brackets, or before what is added or a norm
    r"(?<![\w.)/^}])1/(\d?[nmN])(?=\)|\s*(?:\|\||‖|[Σ∑]|\\sum|\bsum\b|sum_))"
)
# a·x b·x are two products of vectors, q (p·r) is no call of q
_DOTTED = re.compile(
    r"(?<![\w·.)\]}])([a-z]\w?·[a-z](?:_?[a-z\d])?)(?=\s+[A-Za-z|‖(])(?!\s+[-+=])"
    r"|(?<=[\w|‖)\d] )([a-z]\w?·[a-z](?:_?[a-z\d])?)(?![\w·^(])"
)
_APART = re.compile(r"(?<=[=+*/\s(-])([A-Za-z])[ ]+\((?=[a-z]\w?·[a-z]\w?\))")
_FACTOR = re.compile(rf"(?<![\w\\])({'|'.join(SHORT)})\s*(?=\()")  # lam (…) is a product
_CONST = re.compile(  # a constant that nothing depends on
    r"\s*[-+]\s*(?:\\(?:text|mathrm|mbox|textrm|operatorname)\s*\{\s*(?:const|constant|cst)\s*\.?\s*\}"
    r"|\bconst(?:ant)?\b)(?!\s*[\w(\\^*·])\.?"
)
ORDERS = {"≻": r"\succ ", "⪰": r"\succeq ", "≽": r"\succeq ", "≺": r"\prec ",
          "⪯": r"\preceq ", "≼": r"\preceq "}  # fmt: skip
_ORDERS = re.compile(f"[{''.join(ORDERS)}]")
_RUN = re.compile(f"[{''.join(RAISED)}]+|[{''.join(LOWERED)}]+")
_TOKEN = re.compile(r"@\w+@|\\[A-Za-z]+|[A-Za-z]+|\d+(?:\.\d+)?|\.\*|\./|\.T\b|\s+|.", re.DOTALL)
_NORM = re.compile(r"\bnorm(2|1|F|nuc)?\(")
_STEM = re.compile(r"[A-Za-zδ]|\\(?!(?:times|cdot|odot|oslash|in|to) )[a-z]+ |\\hat\{\w\}")
CONSTANTS = {"I": "I", "eye": "I", "ones": r"\mathbf 1", "zeros": r"\mathbf 0"}
_SIZED = re.compile(r"\b(I|eye|ones|zeros|e(?=\([^()]*,))\((\s*\w+\s*(?:,\s*\w+\s*)?)\)")
# Functions whose names are more than one run of letters.
UNDERSCORED = re.compile(rf"\b({'|'.join(n for n in sorted(FUNCTIONS) if '_' in n)})\(")
# What an equation defines, or the gradient of which it gives: loss(w) = …, ∇_{w}loss = …
_LEFT = re.compile(r"^(?P<d>∇²?(?:_\{[^{}]*\})?)?(?P<word>[A-Za-z]{2,})(?=(?:\([\w,\s]*\))?\s*:?=)")
GREEK = re.compile(r"[α-ωΓΔΘΛΞΠΣΦΨΩ]")
SAFE = frozenset(
    "sin cos tan exp log det tr Tr trace relu ReLU Relu tanh sigmoid softmax sinh cosh sec csc cot "
    "arcsin arccos arctan sqrt arctg ctg lgamma digamma trigamma".split()
)
LONG = 3  # letters of a word that is one name
# … but x, y and z beside each other are a product: 2xyz, xyw
COORDINATES = re.compile(r"(?!waxy|mazy)(?=\w*([xyz])\w*(?!\1)[xyz])[abckmnrstuvwxyz]{3,4}")


_FONT = re.compile(r"\\(math(?:cal|scr|frak|sf))\s+([A-Za-z])(?![A-Za-z])")  # \mathcal L


def normal(text: str) -> str:
    r"""LaTeX for the marks of Unicode: W⁽¹⁾ is W^{(1)}, ŷ is \hat{y}."""
    text = text.replace("≠", r"\ne ")  # which is two characters below
    text = unicodedata.normalize("NFD", text) if not text.isascii() else text
    text = with_fractions(text, r"\frac{{{}}}{{{}}}").replace("∑", r"\sum ").replace("ℓ", r"\ell ")
    text = _FONT.sub(r"\\\1{\2}", _CONST.sub("", text))
    text = re.sub(r"(?<=\d)\s*\.\.\.?\s*(?=[A-Za-z\d])", r",\\dots,", text)  # i=1..n
    text = text.replace("⟨", r"\langle ").replace("⟩", r"\rangle ")
    text = text.replace("\N{EN DASH}", "-").replace("∘", r"\circ ")
    text = re.sub(r"\\colon(?![A-Za-z])", ":", text)
    text = _ORDERS.sub(lambda found: ORDERS[found[0]], text)
    for mark, command in ACCENTS.items():
        text = re.sub(f"(\\w){mark}", rf"\\{command}{{\1}}", text)

    def script(found: re.Match[str]) -> str:
        table, sign = (RAISED, "^") if found[0][0] in RAISED else (LOWERED, "_")
        return f"{sign}{{{''.join(table[c] for c in found[0])}}}"

    text = re.sub(r"\\nabla\s*\\nabla(?:\s*\^\s*\{?\s*(?:T|\\top)\s*\}?)?", r"\\nabla^2", text)
    text = (
        _RUN.sub(script, text)
        .replace("ᵀ", r"^{\top}")
        .replace("→", r"\to ")
        .replace("↦", r"\mapsto ")
    )
    return with_quotients(text)


# ---------------------------------------------------------------- spelling them


def to_latex(formula: str) -> str:
    """A formula of the plain language, or close to it, in LaTeX."""
    formula = re.sub(r"\b(?:np|numpy|jnp|torch)\.(?=[a-z])", "", formula).replace("!=", "≠")
    formula = keys(re.sub(r"(?<=[\w)\]}'])\s*@\s*(?=[\w(])", " * ", formula))
    formula = _SIZED.sub(_constant, formula)
    formula = UNDERSCORED.sub(lambda found: rf"\operatorname @{found[1]}@(", formula)
    formula = re.sub(r"\bin (?=[Rℝ](?:\b|\^))", "∈ ", formula)
    formula = re.sub(r"∈\s*[Rℝ]\b", r"\\in \\mathbb{R}", formula)
    formula = _LEFT.sub(_named, formula)
    formula = re.sub(r"^([A-Za-z]_)([a-z]{2})(?=(?:\([\w,\s]*\))?\s*=)", r"\1{\2}", formula)  # f_xy
    formula = re.sub(r"(?<=[\w)])\[([\w,:\s]+)\]", r"_{\1}", formula)  # x[i]
    formula = re.sub(r"(?<=\^)\(([^()]*)\)", r"{\1}", formula)
    formula = re.sub(r"\.\^\s*(\{[^{}]*\}|\w+)", _entrywise_power, formula)
    formula = re.sub(
        r"\bsum_([ijklmnt]{2,3}(?![A-Za-z])|\w|\{[^{}]*\}|\([^()]*\))(?:\^(\w|\{[^{}]*\}))?",
        _sum,
        formula,
    )
    formula = re.sub(r"\b(max|min|prod)_([ijkl])(?![A-Za-z])", r"\\\1_{\2} ", formula)
    formula = _DOTTED.sub(_grouped, _APART.sub(r"\1\\cdot (", formula))
    formula = _FACTOR.sub(r"\1*", formula)
    formula = re.sub(
        r"(?<=[A-Za-zα-ω])_([ijklmn]{2}|[r-z]{2})(?![A-Za-z])", r"_{\1}", formula
    )  # A_ij
    formula = re.sub(r"\^-(\w)", r"^{-\1}", formula)
    formula = re.sub(r"\^Tr(?![A-Za-z(])", "^T r", formula)  # a residual, no trace
    for fraction in (_HALF, _GREEK_HALF):
        formula = fraction.sub(r"\\frac{\1}{\2}", formula)
    formula = _BELOW.sub(lambda x: rf"\frac{{{x[1]}}}{{{x[2] or x[3]}}}", formula)
    formula = _with_fractions(_MEAN.sub(r"\\frac{1}{\1}", formula))
    formula = _OVER.sub(r"\\frac{\1}{\2}", formula)
    formula = re.sub(r"(\\mathbb\{R\}\^\{?[^\s{}]*)(?: x |x)(?=\w)", r"\1\\times ", formula)
    formula = re.sub(r"(?<=\w) x (?=\w+\})", r"\\times ", formula)
    parts: list[str] = []
    for found in _TOKEN.finditer(normal(with_bars(formula))):
        parts.append(spelled(found[0], parts[-1] if parts else ""))
    return "".join(parts)


_OPERAND = re.compile(r"\s+(?:[(\[|‖\\]|[^\W\d_])")
_FRACTION = re.compile(r"(?<=[)\w'])\s?/\s?(?=[\w(])")
# The operand is part of an exponent, or of an argument without brackets: e ^ x / 2, log x y / 2.
_WITHIN = re.compile(
    rf"\^\s*$|(?<![\w\\])(?:{'|'.join(sorted({*SAFE, 'ln'}))})(?:\^\S+|[²³])?\s+(?:[\w.'^]+\s+)*$"
)
NEAR = 60  # characters before an operand in which its function stands
_COMPACT = re.compile(r"(?:(?<=[\s(=+*-])|^)[A-Za-z][\w'^]*$")


def _with_fractions(formula: str) -> str:
    """Bars for slashes beside brackets or between spaces: (a + b)/2 log(x), w'Sw / w'w."""
    for found in reversed([*_FRACTION.finditer(formula)]):
        left, right = formula[: found.start()], formula[found.end() :]
        begin, end = _opening(left), _closing(right)
        is_one = not re.match(r"\s*/", right[end:]) and not re.search(r"/\s*$", left[:begin])
        is_apart = found[0] == " / " and not _OPERAND.match(right[end:])
        is_bracketed = left[begin : begin + 1] == "(" or right[:1] == "("
        is_factor = is_bracketed and "/" in found[0].strip() and _OPERAND.match(right, end)
        is_one = is_one and not _WITHIN.search(left[max(0, begin - NEAR) : begin])
        if end and begin < len(left) and is_one and (is_apart or is_factor):
            above, below = left[begin:], right[:end]
            formula = f"{left[:begin]}\\frac{{{above}}}{{{below}}}{right[end:]}"
    return formula


def _opening(left: str) -> int:
    """Where the operand begins that ends here; the end of the text if it is none."""
    if not left.endswith(")"):
        found = _COMPACT.search(left)
        return found.start() if found else len(left)
    depth = 0
    for at in range(len(left) - 1, -1, -1):
        depth += (left[at] == ")") - (left[at] == "(")
        if depth == 0:
            return at if not re.search(r"[\w)^/]$", left[:at]) else len(left)
    return len(left)


def _closing(right: str) -> int:
    """Where the operand ends that begins here; 0 if it is none, or goes on with a power."""
    depth = 0
    for at, sign in enumerate(right if right[:1] == "(" else ""):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at + 1 if right[at + 1 : at + 2] not in ("^", "(", "'", "/") else 0
    found = re.match(r"[A-Za-z][\w']*(?:\^[\dT])?|\d+", right)
    return found.end() if found and not re.match(r"[\^(/.]", right[found.end() :]) else 0


def _constant(found: re.Match[str]) -> str:
    """A constant with its sizes below: I(n), ones(m,n), e(1,n)."""
    parts = [part.strip() for part in found[2].split(",")]
    if found[1] == "e":
        return rf"\left[I_{{{parts[1]}}}\right]_{{:,{parts[0]}}}"
    sizes = r" \times ".join(parts)
    return rf"{CONSTANTS[found[1]]}_{{{sizes}}}"


def _named(found: re.Match[str]) -> str:
    """A word that is defined: one name, not a product of letters."""
    word = found["word"]
    is_accented = word[1:] in ("hat", "bar", "tilde")
    is_other = is_accented or len(word) == 2 or word in LETTERS or word in FUNCTIONS
    return (found["d"] or "") + (word if is_other else f"@{word}@")


def _entrywise_power(found: re.Match[str]) -> str:
    return rf"^{{\odot {found[1].strip('{}')}}}"


def _grouped(found: re.Match[str]) -> str:
    return f"({found[0]})"


def _sum(found: re.Match[str]) -> str:
    below, above = found[1].strip("{}()"), found[2]
    below = ",".join(below) if re.fullmatch(r"[ijklmnt]{2,3}", below) else below
    return rf"\sum_{{{below}}}" + (f"^{{{above.strip('{}')}}} " if above else " ")


def with_bars(formula: str) -> str:
    """Norms with bars in the place of their names."""
    while found := _NORM.search(formula):
        depth, end = 1, found.end()
        while end < len(formula) and depth:
            depth += {"(": 1, ")": -1}.get(formula[end], 0)
            end += 1
        if depth:  # cut off: what is missing is refused, not closed
            return formula
        inside = formula[found.end() : end - 1]
        bars = rf"\left\| {inside} \right\|{NORMS.get(found[1], '')}"
        formula = formula[: found.start()] + bars + formula[end:]
    return formula


def spelled(token: str, before: str) -> str:
    """One token in LaTeX."""
    if token[0] == "@" and len(token) > 1:
        word = token[1:-1].replace("_", r"\_")
        return f"{{{word}}}" if before.isspace() else rf"\mathrm{{{word}}}"
    if token.isalpha() and token.isascii() and len(token) > 1:
        return _word(token)
    if token.isdigit() and _STEM.fullmatch(before):
        return f"_{{{token}}}"
    if token == "*" and before in ("_", "^"):
        return token  # of ‖X‖_*, x^*
    signs = {".*": r"\odot ", "./": r"\oslash ", "*": r"\cdot ", ".T": r"^{\top}", "×": r"\times "}
    return signs.get(token, token)


def _word(word: str) -> str:
    if word in LETTERS:
        return f"\\{word} "
    if word.endswith("hat") and len(word) == 4:
        return rf"\hat{{{word[0]}}}"
    if word in BASELESS:
        return f"\\{word} "
    lower = {"Tr": "tr", "trace": "tr", "ReLU": "relu", "Relu": "relu", **ELSEWHERE}.get(word, word)
    if lower in FUNCTIONS or lower in SAFE or word in OPERATORS:
        return rf"\operatorname{{{lower}}}"
    is_name = word in SHORT or (len(word) >= LONG and word == word.lower())
    is_name = is_name and not COORDINATES.fullmatch(word)
    return rf"\mathrm{{{word}}}" if is_name else word
