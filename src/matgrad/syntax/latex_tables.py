r"""What each command of LaTeX stands for; functions come from the catalogue of operators.

The operators say how they are written (`\log\det`, `\operatorname{tr}`, `^{-1}`, `\right\|_F`), so
a new operator is read in LaTeX without a line being added here.
"""

from __future__ import annotations

import re

from matgrad.core.expr import catalogue
from matgrad.core.notation import Call, Fence, Postfix
from matgrad.errors import AmbiguousError, MatgradError, UnsupportedError
from matgrad.syntax.functions import FUNCTIONS, LATER
from matgrad.syntax.macros import ALIASES, FORMULAS

SPACES = frozenset({",", ";", ":", "!", " ", ">", "/", "quad", "qquad", "thinspace", "enspace"})
SIZING = frozenset(
    "big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm displaystyle "
    "textstyle scriptstyle limits nolimits nonumber notag allowbreak smash mathstrut strut".split()
)
UNSEEN = (
    "label",
    "tag",
    "phantom",
    "hphantom",
    "vphantom",
    "hspace",
    "mspace",
)  # with what they hold
# Delimiters by their canonical sign: what opens, what closes, and what does both.
DELIMITERS: dict[str, str] = {
    **{"(": "(", "lparen": "(", ")": ")", "rparen": ")"},
    **{"[": "[", "lbrack": "[", "]": "]", "rbrack": "]"},
    **{"\\{": "{", "lbrace": "{", "\\}": "}", "rbrace": "}"},
    **{"langle": "⟨", "rangle": "⟩", "lVert": "‖(", "rVert": ")‖", "lvert": "|(", "rvert": ")|"},
    **{"lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉"},
    **{"|": "|", "vert": "|", "\\|": "‖", "Vert": "‖", ".": "."},
}
CHARACTERS: dict[str, str] = {
    **{"×": "times", "⋅": "cdot", "·": "cdot", "⊙": "odot", "∘": "circ", "⊗": "otimes"},
    **{"⊘": "oslash", "⊤": "top", "∈": "in", "−": "minus", "‖": "Vert", "∥": "Vert", "ᵀ": "top"},
    **{"⟨": "langle", "⟩": "rangle", "∑": "sum", "√": "sqrt", "∂": "partial", "∇": "nabla"},
    **{"ℝ": "R", "∞": "infty", "≥": "ge", "≤": "le"},
}
# Commands to the canonical signs of the grammar.
SIGNS: dict[str, str] = {
    **{"+": "+", "-": "-", "minus": "-", "*": "*", "ast": "*", "cdot": "⋅", "times": "×"},
    **{"odot": ".*", "circ": ".*", "oslash": "./", "otimes": "⊗", "/": "/", "div": "/"},
    **{":": ":", "colon": ":", "=": "=", "coloneqq": "=", "triangleq": "=", "in": "∈"},
}
BESIDE = frozenset({".*", "./", "⊗", "/"})  # signs beside which an invisible product is unclear

LETTERS: frozenset[str] = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega "
    "varepsilon vartheta varphi varrho varsigma ell".split()
)
PLAIN_LETTER = {"ell": "l", **{f"var{word}": word for word in "epsilon theta phi rho".split()}}
PLAIN_LETTER["varsigma"] = "sigma"
ACCENTS = {"hat": "hat", "widehat": "hat", "tilde": "tilde", "widetilde": "tilde", "bar": "bar"}
ACCENTS |= {"overline": "bar", "check": "check", "breve": "breve"}
FONTS: dict[str, str] = {
    **dict.fromkeys("mathbf boldsymbol bm pmb bf vec mathbfit symbf".split(), "bf"),
    **dict.fromkeys("mathcal cal mathscr".split(), "cal"),
    **dict.fromkeys("mathbb mathds mathbbm".split(), "bb"),
    **dict.fromkeys("mathfrak".split(), "frak"),
    **dict.fromkeys("mathsf sf".split(), "sf"),
    **dict.fromkeys("mathtt tt".split(), "tt"),
    "underline": "ul",
}
ELSE = frozenset({"otherwise", "else", "elsewhere"})  # words beside the values of cases
FILLERS = frozenset({"if", "for", "when", "where"})
WORDS = frozenset(
    "mathrm text textrm mathit operatorname textit textnormal rm mathop it mbox".split()
)
PROSE = frozenset("text textrm textit textnormal mbox".split())  # words, not names
SWITCHES = frozenset("bf cal sf tt rm it boldmath".split())  # {\bf x}: the rest of the group
FRACTIONS = frozenset("frac tfrac dfrac cfrac nicefrac sfrac".split())
TRANSPOSES = frozenset({"T", "top", "intercal", "prime"})

# Commands that read or write or run something when a page or a document is made of them.
FORBIDDEN = frozenset(
    "href url htmlData htmlClass htmlId htmlStyle html unicode input include includegraphics write "
    "read openin openout closein closeout immediate csname endcsname catcode special usepackage "
    "documentclass import loop repeat expandafter directlua luaexec ShellEscape shell "
    "verbatiminput lstinputlisting jobname everypar output require let futurelet global edef "
    "xdef gdef afterassignment aftergroup uppercase lowercase string meaning the number".split()
)

_NOT_YET = "this is not a function of matrices that is read"
REFUSED: dict[str, tuple[type[MatgradError], str, str | None]] = {
    **{
        name: (UnsupportedError, f"\\{name} is not read", hint)
        for names, hint in (
            ("color textcolor colorbox", "leave the colour out"),
            ("overset underset", "leave out what stands above or below"),
            ("prod int iint oint lim limsup liminf sup inf bigcup bigcap", _NOT_YET),
            ("partial nabla dot ddot", "give the function itself"),
            ("ldots cdots dots vdots ddots dotsc dotsb", "write the sum with its index"),
            ("infty Re Im imath jmath forall exists mapsto to rightarrow Rightarrow", None),
            ("argmin argmax arg Pr", "give the function itself"),
            ("le leq leqslant ge geq geqslant ne neq approx sim equiv propto", "this compares"),
            ("cup cap subset subseteq wedge vee oplus ominus star bullet succeq preceq", None),
            ("text textrm textit textnormal mbox", "leave the words out"),
            ("tag label ref eqref cite footnote", "leave it out"),
        )
        for name in names.split()
    },
    "pm": (AmbiguousError, "plus or minus?", "write one of them"),
    "mp": (AmbiguousError, "minus or plus?", "write one of them"),
    **{
        name: (AmbiguousError, f"the base of \\{name} is not clear", r"write \log_{10} or \log_2")
        for name in ("lg", "lb")
    },
    "dagger": (
        AmbiguousError,
        "a dagger is the adjoint or the pseudo-inverse",
        r"write ^\top or ^{+}",
    ),
}

# ---------------------------------------------------------------- what the operators say

_NAME = re.compile(r"\\(?:operatorname|mathrm)\{(?P<name>[^{}]*)\}|\\(?P<command>[A-Za-z]+)")


def _words(spelling: str) -> tuple[str, ...]:
    r"""The names in a spelling: `\log\det` is (log, det)."""
    return tuple(
        (found["name"] or found["command"]).replace("\\", "") for found in _NAME.finditer(spelling)
    )


def _calls() -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for op in catalogue.values():
        notation = op.notation
        if isinstance(notation, Call) and notation.name.latex:
            has_index = "_{" in notation.name.latex
            words = (notation.name.text,) if has_index else _words(notation.name.latex)
            found[words] = notation.name.text
    return found


def _with_index() -> dict[tuple[str, str], str]:
    r"""The functions with an index below their name: (L, exp) is that of L_{\exp}."""
    names = (op.notation.name for op in catalogue.values() if isinstance(op.notation, Call))
    indexed = [name for name in names if re.match(r"\\operatorname\{\w+\}_", name.latex)]
    return {(_words(name.latex)[0], _words(name.latex)[-1]): name.text for name in indexed}


# Function names as they stand in LaTeX, longest first: (log, det) before (log,).
CALLS: dict[tuple[str, ...], str] = {
    **{(name,): name for name in (*FUNCTIONS, *LATER) if name.isalpha() and len(name) > 1},
    **{("Tr",): "tr", ("Trace",): "tr", ("ln", "det"): "logdet", ("sgn",): "sign"},
    **{("arcsin",): "asin", ("arccos",): "acos", ("arctan",): "atan", ("sqrt",): "sqrt"},
    **{("log", "sum", "exp"): "logsumexp"},
    **_calls(),
}
WITH_INDEX: dict[tuple[str, str], str] = _with_index()
# Functions that are short for a formula; single letters beside each other do not spell them.
SHORT = frozenset({*ALIASES, *FORMULAS})
ENTRYWISE = frozenset(
    name for op in catalogue.values() if op.derivative is not None for name in op.spellings
)
# Functions of a matrix whose value is a scalar.
OF_MATRIX = frozenset({"tr", "trace", "det", "logdet"})
MARKS: dict[str, str] = {
    op.notation.mark.latex.removeprefix("^"): op.name
    for op in catalogue.values()
    if isinstance(op.notation, Postfix)
}
# Norms by their subscript.
NORMS: dict[str, str] = {
    op.notation.latex[1].removeprefix(r"\right\|").lstrip("_").strip("{}"): op.notation.name
    for op in catalogue.values()
    if isinstance(op.notation, Fence) and op.notation.latex[0] == r"\left\|"
}
CONSTANTS = frozenset({"const", "constant", "cst"})  # terms that say: what does not matter
PLAIN_WORDS = frozenset({"const", "loss", "if", "for", "and", "where", "with", "dim", "rank"})
