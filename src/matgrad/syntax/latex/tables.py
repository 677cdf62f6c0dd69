r"""What each command of LaTeX stands for; functions come from the catalogue of operators.

The operators say how they are written (`\log`, `\operatorname{tr}`), so a new operator is read in
LaTeX without a line being added here.
"""

from __future__ import annotations

import re

from matgrad import ops
from matgrad.core.expr import catalogue
from matgrad.core.notation import Call
from matgrad.syntax.tokens import GREEK

# ---------------------------------------------------------------- signs

# Commands to the signs of the grammar.
SIGNS: dict[str, str] = {
    **{"cdot": "⋅", "times": "×", "ast": "*", "otimes": "⊗", "div": "/", "slash": "/"},
    **{"odot": ".*", "circ": ".*", "bullet": ".*", "oslash": "./", "colon": ":", "mid": "∣"},
    **dict.fromkeys("equiv triangleq coloneqq coloneq doteq defeq eqdef".split(), "="),
    **{"propto": "∝", "approx": "≈", "simeq": "≈", "sim": "∼", "in": "∈", "notin": "∉"},
    **{"le": "≤", "leq": "≤", "leqslant": "≤", "lt": "<", "ne": "≠", "neq": "≠", "ll": "≪"},
    **{"ge": "≥", "geq": "≥", "geqslant": "≥", "gt": ">", "gg": "≫"},
    **{"succ": "≻", "succeq": "⪰", "prec": "≺", "preceq": "⪯", "perp": "⊥"},
    **dict.fromkeys("to rightarrow longrightarrow".split(), "→"),
    **dict.fromkeys("mapsto longmapsto".split(), "↦"),
    **dict.fromkeys("implies Rightarrow Longrightarrow".split(), "⇒"),
    **dict.fromkeys("iff Leftrightarrow Longleftrightarrow".split(), "⇔"),
    **{"forall": "∀", "exists": "∃", "partial": "∂", "nabla": "∇", "infty": "∞", "star": "⋆"},
    **{"sum": "∑", "prod": "∏", "int": "∫", "prime": "'", "dagger": "†", "ddagger": "‡"},
    **dict.fromkeys("top intercal transp T".split(), "⊤"),
    **dict.fromkeys("ldots cdots dots vdots ddots dotsc dotsb dotsm dotso".split(), "…"),
    **{"{": "⦃", "lbrace": "⦃", "}": "⦄", "rbrace": "⦄", "lbrack": "[", "rbrack": "]"},
    **{"quad": ",", "qquad": ","},  # what such a gap parts is not multiplied
    **{"lparen": "(", "rparen": ")", "langle": "⟨", "rangle": "⟩"},
    **{"lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉"},
    **{"lvert": "⟮|", "rvert": "|⟯", "lVert": "⟮‖", "rVert": "‖⟯"},
    **{"vert": "|", "|": "‖", "Vert": "‖", "parallel": "‖"},
}
# Characters to the same signs; two beside each other come first.
CHARACTERS: dict[str, str] = {
    **{sign: sign for sign in "+-*/:=,!?<>()[]|⋅×⊗∝≈∼∈∉≤≥≠≪≫≻⪰≺⪯⊥→↦⇒⇔∀∃∂∇∞∑∏∫†‡…‖⟨⟩⌊⌋⌈⌉√"},
    **{":=": "=", "<=": "≤", ">=": "≥", "->": "→", "=>": "⇒", "||": "‖", "..": "…"},
    **{"'": "'", "′": "'", "−": "-", "·": "⋅", "∙": "⋅", "⊙": ".*", "∘": ".*", "⊘": "./"},
    **{"∥": "‖", "÷": "/", "∶": ":", "≡": "=", "≔": "=", "≜": "=", "⋯": "…", "∣": "∣", "∗": "*"},
}
LEFT = {"|": "⟮|", "‖": "⟮‖", "<": "⟨"}
RIGHT = {"|": "|⟯", "‖": "‖⟯", ">": "⟩"}
FENCES: dict[str, dict[str, str]] = {
    **dict.fromkeys("left bigl Bigl biggl Biggl mleft".split(), LEFT),
    **dict.fromkeys("right bigr Bigr biggr Biggr mright".split(), RIGHT),
    "middle": {"|": "∣"},
}

# ---------------------------------------------------------------- letters

LETTERS: dict[str, str] = {name: name for name in GREEK.values() if name != "R"} | {
    **{"ell": "ell", "R": "ℝ", "RR": "ℝ", "Reals": "ℝ", "reals": "ℝ", "Re": "ℝ", "E": "𝔼"},
}
DIFFERENTIALS = frozenset("dd dif diff d".split())  # names of an upright d
ACCENTS: dict[str, str] = {
    **{"hat": "hat", "widehat": "hat", "tilde": "tilde", "widetilde": "tilde", "bar": "bar"},
    **{"overline": "bar", "check": "check", "breve": "breve", "dot": "dot", "ddot": "ddot"},
}
FONTS: dict[str, str] = {
    **dict.fromkeys("mathbf boldsymbol bm pmb bf vec mathbfit symbf textbf boldmath".split(), "bf"),
    **dict.fromkeys("mathcal cal mathscr".split(), "cal"),
    **dict.fromkeys("mathbb mathds mathbbm".split(), "bb"),
    **dict.fromkeys("mathfrak frak".split(), "frak"),
    **dict.fromkeys("mathsf sf textsf".split(), "sf"),
    **dict.fromkeys("mathtt tt texttt".split(), "tt"),
    **{"vec": "vec", "underline": "ul", "mathnormal": "", "mathrm": "rm", "rm": "rm"},
    **{"operatorname": "op", "operatornamewithlimits": "op", "mathit": "it", "it": "it"},
}
SWITCHES = frozenset("bf cal sf tt boldmath".split())  # {\bf x}: the rest of the group
WORDS = frozenset({"rm", "op", "it"})  # fonts in which letters side by side are a word
UPRIGHT = frozenset({"bf", "sf", "tt", "rm", "op"})  # those in which functions are set
PROSE = frozenset("text textrm textit textnormal textup mbox hbox intertext".split())
CONSTANTS = {"1": "𝟏", "0": "𝟎"}  # in the fonts below
CONSTANT_FONTS = frozenset({"bf", "bb", "vec"})
# Words that say how formulas hang together; they are no names, whatever follows them.
PLAIN_WORDS = frozenset(
    "if for and where with when while or otherwise else elsewhere is are so then hence thus let "
    "given subject to since because all as by on at of the a an such that".split()
)

# ---------------------------------------------------------------- environments

# What opens a table, and what closes it.
TABLES: dict[str, tuple[str, str]] = {
    **dict.fromkeys("matrix pmatrix bmatrix Bmatrix smallmatrix array".split(), ("[", "]")),
    **dict.fromkeys("psmallmatrix bsmallmatrix".split(), ("[", "]")),
    **{"vmatrix": ("⟮| [", "] |⟯"), "Vmatrix": ("⟮‖ [", "] ‖⟯")},
}
ALIGNED = frozenset(
    "align aligned alignat alignedat gather gathered split equation multline displaymath math "
    "eqnarray flalign dmath subequations".split()
)
WITH_COLUMNS = frozenset({"array", "alignat", "alignedat"})  # \begin{array}{cc}
DEFINING = frozenset("def newcommand renewcommand providecommand DeclareMathOperator let".split())

# ---------------------------------------------------------------- decoration

# Commands that put together what they take: how many arguments, and the signs that they stand
# for. What stands in brackets before the arguments comes first, as #1.
ABBREVIATIONS: dict[str, tuple[int, str]] = {
    **dict.fromkeys("frac tfrac dfrac cfrac nicefrac sfrac".split(), (2, "{ {#1} / {#2} }")),
    **{"sqrt": (1, "√ {#1}"), "sqrt[": (2, "{#2} ^ { 1 / {#1} }")},
    **{"stackrel": (2, "#2"), "overset": (2, "#2"), "underset": (2, "#2 _ {#1}")},
    **{"norm": (1, "⟮‖ #1 ‖⟯"), "abs": (1, "⟮| #1 |⟯")},
}
LEFT_OUT = frozenset(
    "label tag phantom hphantom vphantom hspace vspace mspace color textcolor colorbox "
    "cline".split()
)
BRACES = frozenset({"underbrace", "overbrace"})
# Commands that say nothing about the formula, though what they hold does.
IGNORED = frozenset(
    ", ; : ! > / [ ] ( ) - thinspace enspace enskip hfill noindent "
    "big Big bigg Bigg bigm Bigm biggm Biggm displaystyle textstyle scriptstyle "
    "scriptscriptstyle limits nolimits displaylimits nonumber notag allowbreak smash mathstrut "
    "strut boxed fbox mathop mathrel mathbin mathord mathopen mathclose mathpunct mathinner "
    "ensuremath substack hline bigstrut relax protect normalsize small large Large "
    "centering par".split()
) | {" ", "\n", "\t", "\r"}
# ---------------------------------------------------------------- functions

assert ops  # the catalogue is filled by it
_SINGLE = re.compile(r"\\(?:operatorname\{)?(\w+)\}?")
# Words before an argument, or before what stands below them, that are no functions of matrices.
_WORDS_OF_ANALYSIS = (
    "arg argmin argmax dim rank ker im lim limsup liminf sup inf Pr gcd sec csc cot coth "
    "dot outer solve vech sum_rows sum_cols std cov prob const"
).split()


def _functions() -> dict[str, str]:
    """The words that spell functions, with the name that the grammar has for each."""
    found = {word: word for word in _WORDS_OF_ANALYSIS}
    for op in catalogue.values():
        words = list(op.spellings)
        if isinstance(op.notation, Call) and (word := _SINGLE.fullmatch(op.notation.name.latex)):
            words = [op.notation.name.text, *words, word[1]]
        found |= dict.fromkeys(words, words[0] if words else "")
    return found | {"sgn": "sign", "Tr": "tr"}


FUNCTIONS: dict[str, str] = _functions()
_INDEXED = re.compile(r"\\(?:operatorname\{(\w+)\}|(\w+))_\{\\(?:mathrm\{(\w+)\}|([a-z]+))\}")


def _indexed() -> dict[tuple[str, str], str]:
    r"""The functions with a word below: \operatorname{softmax}_{\mathrm{rows}}, \lambda_{\max}."""
    found: dict[tuple[str, str], str] = {}
    for op in catalogue.values():
        spelled = op.notation.name.latex if isinstance(op.notation, Call) else ""
        if parts := _INDEXED.fullmatch(spelled):
            found[parts[1] or parts[2], parts[3] or parts[4]] = op.spellings[0]
    return found


INDEXED = _indexed() | {("sigma", "max"): "normspec"}
# Constant matrices that answers write with their sizes below.
SIZED = {("K", 2): "commutation", ("D", 1): "duplication", ("E", 1): "diagonal_selection"}
SIZED |= {("L", 1): "elimination", ("C", 2): "toeplitz_columns", ("R", 2): "toeplitz_rows"}


def function(word: str) -> str | None:
    """The function that a word spells, in whatever capitals: Tr, ReLU, log-det."""
    word = word.replace("-", "")
    name = FUNCTIONS.get(word) or FUNCTIONS.get(word.lower())
    return name if len(word) > 1 else None
