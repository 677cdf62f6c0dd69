r"""Formulas of the text as they are quoted: for a terminal, signs in the place of commands."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.dress import undressed
from matgrad.app.ask.formulas.spaced import spaced
from matgrad.app.ask.formulas.typeset import can_be_set, is_settable, repaired
from matgrad.core.notation import Spelling
from matgrad.render.document import Verbatim
from matgrad.render.formula import (
    ACCENTS,
    ARITY,
    BRACKETS,
    DELIMITERS,
    FUNCTIONS,
    IGNORED,
    LETTERS,
    RAW,
    SIGNS,
    SPACES,
)
from matgrad.syntax.tokens import GREEK

SHORT = 400  # characters of a formula that is quoted
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_GREEK = {**LETTERS, **{name: sign for sign, name in reversed(GREEK.items())}}  # θ, not ϑ
_SIGNS = {
    **{"partial": "∂", "nabla": "∇", "odot": " ⊙ ", "otimes": " ⊗ ", "cdot": "·", "times": "×"},
    **{
        "top": "ᵀ",
        "in": " ∈ ",
        "sim": " ∼ ",
        "mid": "|",
        "sum": "∑",
        "Vert": "‖",
        "lVert": "‖",
        "rVert": "‖",
        "ell": "ℓ",
    },
    **{
        "sim": " ∼ ",
        "mid": "|",
        "langle": "⟨",
        "rangle": "⟩",
        "circ": " ∘ ",
        "infty": "∞",
        "oslash": " ⊘ ",
        "operatorname": "",
        "text": "",
    },
    **{"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "dots": "…", "pm": "±"},
    **{"ldots": "…", "cdots": "…", "vdots": "⋮", "to": "→", "mapsto": "↦", "int": "∫", "prod": "∏"},
    **{
        "dagger": "†",
        "dag": "†",
        "ast": "*",
        "star": "⋆",
        "prime": "′",
        "mathop": "",
        "norm": "norm",
    },
    **{"succ": " ≻ ", "succeq": " ⪰ ", "approx": "≈", "propto": "∝", "lt": "<", "gt": ">"},
    **{
        "mathcal": "",
        "mathbf": "",
        "boldsymbol": "",
        "mathsf": "",
        "mathbb": "",
        "mathrm": "",
        "rm": "",
        "tfrac": "frac",
        "dfrac": "frac",
    },
}
_FUNCTION = re.compile(rf"\\operatorname\s*\{{\s*({'|'.join(sorted(FUNCTIONS))})\s*\}}")
HARMLESS = {*SIGNS, *LETTERS, *FUNCTIONS, *SPACES, *DELIMITERS, *ARITY, *RAW, "left", "right"}
COMMON = frozenset(
    "diag tr Tr rank vec grad Hess relu sgn sign softmax argmin argmax trace".split()
)
_TOKEN = re.compile(
    r"\\text(?:rm|bf|it)?\s*\{(?P<words>[^{}]*)\}"
    r"|\\(?:begin|end)\s*\{(?P<environment>\w+)\*?\}|\\(?P<name>[A-Za-z]+)|\\.|.",
    re.DOTALL,
)
_INSIDE = (  # {…}, or one sign
    r"(?:\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}|(\w|\\(?!frac|left|right)[A-Za-z]+(?![A-Za-z{])))"
)
_FRACTION = re.compile(rf"\\[td]?frac(?![A-Za-z])\s*{_INSIDE}\s*{_INSIDE}")
_ROOT = re.compile(rf"\\sqrt\s*{_INSIDE}")
_ONES = re.compile(r"\\(?:mathbf|mathbb|boldsymbol|bm)\s*(?:\{\s*1\s*\}|1(?!\d))")
_LOOK = re.compile(r"\\(?:mathbf|boldsymbol|bm|mathit)\s*\{\s*(\w+)\s*\}")
_ACCENT = re.compile(
    r"\\(hat|dot|ddot|bar|tilde|overline|widehat|widetilde)(?![A-Za-z])\s*(?!is not\b)(\{\s*)?"
    r"(\w|\\[a-zA-Z]+)(?(2)\s*\})"
)
_ABOVE = {"hat": "\N{COMBINING CIRCUMFLEX ACCENT}", "dot": "\N{COMBINING DOT ABOVE}"}
_ABOVE |= {"ddot": "\N{COMBINING DIAERESIS}", "widehat": _ABOVE["hat"]}
_ABOVE |= dict.fromkeys(("bar", "overline"), "\N{COMBINING MACRON}")
_ABOVE |= dict.fromkeys(("tilde", "widetilde"), "\N{COMBINING TILDE}")
_RAISED = re.compile(
    r"\^(\{\s*(?:\\odot\s+(?=-?\d))?)?(\(\d+\)|\d+|-\s*\d+|-?\s*(?:T|\\top|⊤))(?(1)\s*\})"
)
_UPPER = "\ue007"  # T as the upper limit of a sum, which is no transpose
_LIMIT = re.compile(
    r"(\\(?:sum|prod|int)\s*(?:\\limits\s*)?_\s*(?:\{[^{}]*\}|\w)\s*)\^\s*(?:\{\s*T\s*\}|T)"
)
_SCRIPT = re.compile(r"(?P<sum>[∑∏])?(?P<how>[_^])\s*\{(?P<inside>[^{}]*)\}")
_SCRIPTS = r"(?:\s*[_^]\s*(?:\{[^{}]*\}|\w|\\[A-Za-z]+)|[\u0300-\u036f²³¹⁰-⁹₀-₉⁻ᵀ′'])*"
_ONE = re.compile(  # what needs no brackets below a stroke
    rf"\s*(?:(?:\\partial\s*|d)?(?:\\[A-Za-z]+|[^\W\d_]|\d+){_SCRIPTS}"
    rf"|\\\|[^|]*\\\|{_SCRIPTS}|(?:\\[A-Za-z]+\s*)?\([^()]*\))\s*"
)
_BELOW = re.compile(r"_(?:\{\s*(\d)\s*\}|(\d))")
_LETTER = re.compile(r"(?<!\\frac )(?<![}A-Za-z])\{([A-Za-z]\N{COMBINING CIRCUMFLEX ACCENT}?)\}")
_SUM = re.compile(r"[-+−]")
_MATRIX = re.compile(r"(?:ᵀ|⁻¹|(?<![A-Za-z\\])[A-Z])(?:\s|\\,)*\Z")  # before a fraction
_QUOTIENT = re.compile(r"\s*(?:\\partial|∂|d\s*[A-Za-z\\]|\d+\s*\Z)")
_BRACES = "\ue000\ue001"  # those that are shown, while those that group are taken away


def quoted(latex: str) -> Spelling:
    """A formula as it stands in the text."""
    short = latex if len(latex) <= SHORT else latex[:SHORT] + " …"
    return Spelling(short, spaced(readable(undressed(short))), tame(undressed(latex)))


def shown(latex: str) -> Spelling | Verbatim:
    """A formula of the text, or sign by sign what is broken, so that one sees where."""
    return quoted(latex) if can_be_set(undressed(latex)) else Verbatim(quoted(latex).text)


def tame(latex: str) -> str:
    r"""LaTeX of a stranger with nothing but formulas in it: no command that does something else.

    >>> tame(r"\input{secret} x & y")
    '\\text{input}{secret} x \\; y'
    """
    depth = 0
    parts: list[str] = []
    for found in _TOKEN.finditer(latex):
        token = found[0]
        if found["environment"] and found["environment"] not in BRACKETS:
            continue
        depth += token.startswith(r"\begin") - token.startswith(r"\end")
        if found["words"] is not None:
            parts.append(rf"\text{{{_words(found['words'])}}}")
        elif found["name"] in IGNORED:
            continue
        elif found["name"] and found["name"] not in HARMLESS:
            parts.append(rf"\text{{{found['name']}}}")
        else:
            bare = not depth and (token in ("&", r"\\") or token in "#%$~")
            parts.append(r"\;" if bare else token)
    return closed("".join(parts))


def _words(inside: str) -> str:
    """What TeX sets as words."""
    return re.sub(r"(?=[&%#_])", r"\\", re.sub(r"[\\^~$]", "", inside))


def closed(latex: str) -> str:
    """A formula whose brackets match, or else its text."""
    latex = repaired(latex)
    if is_settable(latex):
        return latex
    words = re.sub(r"[^\w =+,.()-]", " ", readable(latex))
    return rf"\text{{{words.replace('_', chr(92) + '_')}}}"


def readable(latex: str) -> str:
    r"""LaTeX that is easier on the eyes in a terminal.

    >>> print(readable(r"\frac {\partial L}{\partial x} = -2W_1^T\left( s\odot y\right)"))
    ∂L/∂x = -2W₁ᵀ(s ⊙ y)
    """
    text = _ONES.sub("𝟏", latex.replace(r"\{", _BRACES[0]).replace(r"\}", _BRACES[1]))
    text = _FUNCTION.sub(r"\\\1 ", text)  # a cos(x) is no acos(x)
    text = _LOOK.sub(r"\1", re.sub(r"\\mathbb\s*\{\s*R\s*\}|\\mathbb\s*R", "ℝ", text))
    text = re.sub(r"\{\{([^{}]*)\}\}", r"{\1}", text)
    text = _ACCENT.sub(_accented, text)
    text = _LIMIT.sub(rf"\1^{{{_UPPER}}}", text)
    text = re.sub(r"\^\s*\{?\s*\\(?:mathsf|mathrm)\s*\{\s*T\s*\}\s*\}?", "ᵀ", text)
    text = _RAISED.sub(lambda m: _mark(m[2]), text)
    text = _BELOW.sub(lambda m: (m[1] or m[2]).translate(_LOWERED), text)
    text = re.sub(r"\\begin\s*\{\w+\}", "[", re.sub(r"\\end\s*\{\w+\}", "]", text))
    text = re.sub(r"\s*&\s*", ", ", re.sub(r"&(?=\s*=)", "", text.replace(r"\\", ";")))
    text = _ROOT.sub(lambda m: f"√({m[1]})" if m[1] and len(m[1]) > 1 else f"√{m[1] or m[2]}", text)
    while (found := _FRACTION.sub(_over, text)) != text:
        text = found
    text = _LETTER.sub(r"\1", text)
    text = re.sub(r"\\(?:left|right|big|Big|bigl|bigr)\b\s*", "", text)
    text = re.sub(r"\\([A-Za-z]+)(\s*)", _command, text)
    text = re.sub(r"\\[,;:!> ]", " ", text)
    text = re.sub(r"\\[|]", "‖", text)
    while (found := _SCRIPT.sub(_script, text)) != text:
        text = found
    text = text.replace("{", "").replace("}", "")
    text = re.sub(r"\(\s+", "(", re.sub(r"\s+\)", ")", text))
    text = text.replace(_UPPER, "T").replace(_BRACES[0], "{").replace(_BRACES[1], "}")
    return " ".join(text.split())


def _accented(found: re.Match[str]) -> str:
    r"""A letter with its accent; what is no letter keeps its command."""
    letter = _GREEK.get(found[3].lstrip("\\"), "") if found[3][0] == "\\" else found[3]
    return letter + _ABOVE[found[1]] if letter else found[0]


def _over(found: re.Match[str]) -> str:
    top, bottom = found[1] or found[2] or "", found[3] or found[4] or ""
    top = f"({top})" if _SUM.search(top[1:]) else top
    over = f"{top}/{bottom if _ONE.fullmatch(bottom) else f'({bottom})'}"
    is_product = _MATRIX.search(found.string, 0, found.start()) and not _QUOTIENT.match(top)
    return f"({over})" if is_product else f"{over} "  # Dᵀ(Dx/r) divides the entries of Dx


def _mark(text: str) -> str:
    """An exponent of which all signs can be raised."""
    text = re.sub(r"\\top|⊤", "T", text).replace(" ", "")
    return text.translate(str.maketrans("0123456789()-T", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾⁻ᵀ"))


def _script(found: re.Match[str]) -> str:
    """What stands above or below, in brackets if it is more than one name."""
    inside = found["inside"].strip()
    is_whole = inside.startswith("(") and inside.endswith(")") and inside.count("(") == 1
    is_name = re.fullmatch(r"\w+", inside) and found["how"] == "_" and not found["sum"]
    is_plain = is_whole or is_name or len(inside) < 2
    return f"{found['sum'] or ''}{found['how']}{inside if is_plain else f'({inside})'}"


def _command(found: re.Match[str]) -> str:
    """The sign of a command; a word keeps the space between it and a letter, or another word."""
    name, after = found[1], found.string[found.end() :]
    sign = " " if name in SPACES else _SIGNS.get(name, _GREEK.get(name, SIGNS.get(name, "")))
    if name in _SIGNS or sign:
        return sign + (" " if found[2] and re.match(r"[a-z]{2,} ", after) else "")
    space = " " if re.match(r"[^\W_²³¹⁰]" if found[2] else r"\\[A-Za-z]", after) else ""
    if name not in COMMON and (name not in HARMLESS or name in ACCENTS):
        return rf"\{name}" + space
    before = found.string[: found.start()]
    is_factor = re.search(r"(?:[^\W_]|[)\]}])$(?<!partial)(?<!nabla)", before)
    return (" " if is_factor else "") + name + space
