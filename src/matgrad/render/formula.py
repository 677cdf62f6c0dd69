r"""LaTeX formulas, as the printers write them, taken apart once for every other notation.

A formula is read from left to right with a stack; a `Notation` says what a fraction, a script or a
matrix is in its language. Only what our own printers use is known; the rest is set as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from matgrad.render.glyphs import GREEK

SIGNS: dict[str, str] = {
    **{"odot": "⊙", "oslash": "⊘", "otimes": "⊗", "cdot": "⋅", "times": "×", "partial": "∂"},
    **{"nabla": "∇", "top": "⊤", "infty": "∞", "neq": "≠", "leq": "≤", "geq": "≥", "in": "∈"},
    **{"implies": "⟹", "mapsto": "↦", "to": "→", "cdots": "⋯", "dots": "…", "ldots": "…"},
    **{"sum": "∑", "circ": "∘", "approx": "≈", "Rightarrow": "⇒", "vdots": "⋮", "ddots": "⋱"},
    **{"succ": "≻", "mid": "|", "ell": "ℓ", "pm": "±", "le": "≤", "ge": "≥", "colon": ":"},
    **{"succeq": "⪰", "prec": "≺", "preceq": "⪯", "equiv": "≡", "sim": "∼", "propto": "∝"},
    **{"perp": "⊥", "subset": "⊂", "subseteq": "⊆", "notin": "∉", "cup": "∪", "cap": "∩"},
    **{"forall": "∀", "exists": "∃", "iff": "⟺", "prod": "∏", "int": "∫", "oplus": "⊕"},
    **{"star": "⋆", "ast": "∗", "dagger": "†", "bullet": "∙", "prime": "′", "ll": "≪", "gg": "≫"},
    **{"mp": "∓", "wedge": "∧", "triangleq": "≜", "therefore": "∴", "setminus": "∖"},
    **{"Leftrightarrow": "⇔", "leftarrow": "←", "intercal": "⊺"},
}
LETTERS = {**GREEK, "ell": "ℓ", "varepsilon": "ε", "varphi": "φ", "vartheta": "ϑ"}
FUNCTIONS = frozenset(
    "sin cos tan exp log ln det max min arcsin arccos arctan sinh cosh tanh tr".split()
)
SPACES = {",": "thin", ":": "medium", ";": "medium", " ": "medium", "quad": "wide", "qquad": "wide"}
SPACES |= {"orbreak": "break"}  # our own: no space, but a line may end there
DELIMITERS = {"|": "‖", "{": "{", "}": "}", "langle": "⟨", "rangle": "⟩", "lVert": "‖"}
DELIMITERS |= {"rVert": "‖", "Vert": "‖", "lvert": "|", "rvert": "|", "vert": "|"}
OVER = {"overset": "top", "stackrel": "top", "underset": "bottom"}  # what the first argument is
ACCENTS = {
    **{"hat": "^", "bar": "¯", "tilde": "~", "vec": "→", "dot": "˙", "ddot": "¨", "overline": "¯"},
    **{"widehat": "^", "widetilde": "~"},
}
BRACES = {"underbrace": "⏟", "overbrace": "⏞", "underline": "_"}
ARITY = {"frac": 2, "tfrac": 2, "dfrac": 2, "binom": 2, "sqrt": 1}
ARITY |= {**dict.fromkeys(OVER, 2), **dict.fromkeys((*ACCENTS, *BRACES), 1)}
ARITY |= {"fit": 2, "cell": 2}  # our own: a width, and what has at most so much room; see fitting
_SIZES = (f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", *"lrm"))
IGNORED = frozenset({*_SIZES, "displaystyle", "textstyle", "scriptstyle", "limits", "nonumber"})
IGNORED |= {"notag", "nolimits", "hfill", "!"}
RAW = (
    "operatorname text mathit mathrm mathbf textbf mathsf mathbb mathcal textrm boldsymbol".split()
)
_TOKEN = re.compile(
    rf"\\(?P<raw>{'|'.join(RAW)})\s*\*?\s*\{{(?P<inside>[^{{}}]*)\}}"
    r"|\\(?P<fence>left|right|middle)\s*(?P<delimiter>\\[A-Za-z]+|\\.|.)"
    r"|\\(?P<own>fit|cell)\{(?P<width>[\d.]+)\}"
    r"|\\(?P<frame>begin|end)\s*\{(?P<environment>\w+)\*?\}"
    r"|\\(?P<command>[A-Za-z]+|.)|(?P<number>\d+(?:\.\d+)?)|(?P<space>\s+)|(?P<sign>.)",
    re.DOTALL,
)


class Notation:
    """A language for formulas; every part is a string in that language."""

    def row(self, parts: Sequence[str]) -> str:
        """Parts side by side."""
        raise NotImplementedError

    def letter(self, text: str) -> str:
        """A name of one letter."""
        raise NotImplementedError

    def word(self, text: str, look: str) -> str:
        """A name of several letters: a function, a word of text, bold or script letters."""
        raise NotImplementedError

    def number(self, text: str) -> str:
        """Digits."""
        raise NotImplementedError

    def sign(self, text: str) -> str:
        """An operator or relation."""
        raise NotImplementedError

    def space(self, width: str) -> str:
        """A space: thin, medium or wide; or a place where a line may end."""
        raise NotImplementedError

    def scripts(self, base: str, below: str | None, above: str | None) -> str:
        """A base with what stands below and above it."""
        raise NotImplementedError

    def command(self, name: str, args: Sequence[str]) -> str:
        """A fraction, a root or an accent."""
        raise NotImplementedError

    def fence(self, left: str, inside: str, right: str) -> str:
        """Delimiters that grow with what they hold; an empty one is invisible."""
        raise NotImplementedError

    def table(self, rows: Sequence[Sequence[str]], left: str, right: str) -> str:
        """A matrix."""
        raise NotImplementedError


@dataclass
class Frame:
    """Something that has begun: a row, the arguments of a command, or a matrix."""

    kind: str  # row, fence, table or command
    name: str = ""
    parts: list[str] = field(default_factory=list[str])
    script: str = ""  # the sign of the script that comes next
    base: tuple[str, str | None, str | None] | None = None
    rows: list[list[str]] = field(default_factory=lambda: [[]])


BRACKETS = {
    **{"bmatrix": ("[", "]"), "pmatrix": ("(", ")"), "cases": ("{", ""), "vmatrix": ("|", "|")},
    **{"matrix": ("", ""), "smallmatrix": ("", ""), "Bmatrix": ("{", "}"), "Vmatrix": ("‖", "‖")},
}


class Machine:
    """Reads one formula."""

    def __init__(self, notation: Notation) -> None:
        self.to = notation
        self.stack = [Frame("row")]

    def run(self, latex: str) -> str:
        """The formula in the other notation."""
        for found in _TOKEN.finditer(latex):
            kind = found.lastgroup or ""
            if found["raw"]:
                self.emit(self.to.word(found["inside"].replace("\\", ""), found["raw"]))
            elif found["fence"]:
                self.fence(found["fence"], found["delimiter"])
            elif found["own"]:
                self.stack.append(Frame("command", found["own"], [found["width"]]))
            elif found["frame"]:
                self.frame(found["frame"], found["environment"])
            elif kind == "command":
                self.command(found["command"])
            elif kind == "number":
                self.number(found["number"])
            elif kind == "sign":
                self.sign(found["sign"])
        while len(self.stack) > 1:
            self.close()
        return self.finished(self.stack[0])

    # ------------------------------------------------------------ what stands where

    def emit(self, atom: str) -> None:
        """A part is complete: it is a script, an argument, or the next part of a row."""
        while True:
            top = self.stack[-1]
            if top.kind == "command":
                top.parts.append(atom)
                if len(top.parts) < ARITY[top.name]:
                    return
                self.stack.pop()
                atom = self.to.command(top.name, top.parts)
                continue
            if top.script:
                base, below, above = top.base or ("", None, None)
                is_below = top.script == "_"
                top.base = (base, atom, above) if is_below else (base, below, atom)
                top.script = ""
            else:
                self.settle(top)
                top.base = (atom, None, None)
            return

    def number(self, digits: str) -> None:
        """Digits; an argument or a script without braces is the first of them: \\frac12, x^23."""
        while digits and (self.stack[-1].kind == "command" or self.stack[-1].script):
            self.emit(self.to.number(digits[0]))
            digits = digits[1:]
        if digits:
            self.emit(self.to.number(digits))

    def settle(self, frame: Frame) -> None:
        """The last part of a row gets no more scripts."""
        if frame.base is not None:
            base, below, above = frame.base
            is_bare = below is None and above is None
            frame.parts.append(base if is_bare else self.to.scripts(base, below, above))
            frame.base = None

    def finished(self, frame: Frame) -> str:
        """A row as one part."""
        self.settle(frame)
        return self.to.row(frame.parts)

    def close(self) -> None:
        """The innermost thing that has begun ends here."""
        frame = self.stack.pop()
        if frame.kind == "command":
            self.emit(self.to.row(frame.parts))
        elif frame.kind == "table":
            frame.rows[-1].append(self.finished(frame))
            rows = [row for row in frame.rows if any(row)]
            self.emit(self.to.table(rows, *BRACKETS.get(frame.name, ("", ""))))
        elif frame.kind == "fence":
            self.emit(self.to.fence(frame.name, self.finished(frame), ""))
        else:
            self.emit(self.finished(frame))

    # ------------------------------------------------------------ tokens

    def sign(self, sign: str) -> None:
        """One character."""
        top = self.stack[-1]
        if sign == "{":
            self.stack.append(Frame("row", "{"))
        elif sign == "}":
            if len(self.stack) > 1:
                self.close()
        elif sign in "^_":
            top.script = sign
        elif sign == "'":
            base, below, above = top.base or ("", None, None)
            top.base = (base, below, (above or "") + self.to.sign("′"))
        elif sign == "&":
            if top.kind == "table":
                top.rows[-1].append(self.finished(top))
                top.parts = []
        elif sign.isalpha():
            self.emit(self.to.letter(sign))
        else:
            self.emit(self.to.sign({"-": "−"}.get(sign, sign)))

    def command(self, name: str) -> None:
        """A command without an argument in raw text."""
        if name == "\\":
            if self.stack[-1].kind == "table":
                top = self.stack[-1]
                top.rows[-1].append(self.finished(top))
                top.parts, top.rows = [], [*top.rows, []]
        elif name in ARITY:
            self.stack.append(Frame("command", name))
        elif name in SPACES:
            self.emit(self.to.space(SPACES[name]))
        elif name in LETTERS:
            self.emit(self.to.letter(LETTERS[name]))
        elif name in FUNCTIONS:
            self.emit(self.to.word(name, "operatorname"))
        elif name in DELIMITERS:
            self.emit(self.to.sign(DELIMITERS[name]))
        elif name not in IGNORED:
            self.emit(self.to.sign(SIGNS.get(name, name)))

    def fence(self, side: str, delimiter: str) -> None:
        """A delimiter that grows."""
        sign = delimiter.removeprefix("\\")
        sign = "" if sign == "." else DELIMITERS.get(sign, sign) if delimiter != sign else sign
        if side == "left":
            self.stack.append(Frame("fence", sign))
            return
        while len(self.stack) > 1 and self.stack[-1].kind != "fence":
            self.close()
        if len(self.stack) > 1:
            frame = self.stack.pop()
            self.emit(self.to.fence(frame.name, self.finished(frame), sign))

    def frame(self, side: str, environment: str) -> None:
        """A matrix begins or ends."""
        if side == "begin":
            self.stack.append(Frame("table", environment))
            return
        while len(self.stack) > 1 and self.stack[-1].kind != "table":
            self.close()
        if len(self.stack) > 1:
            self.close()
