"""Documents on paper: the source for Typst, and LaTeX that can be compiled as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

from matgrad.render.fitting import Fitting, fitted, shrunk, with_low_brackets
from matgrad.render.formula import Machine
from matgrad.render.listing import narrowed
from matgrad.render.page import Page
from matgrad.render.preambles import FOREIGN, PREAMBLE, SETTING
from matgrad.render.ruler import RELATION, width
from matgrad.render.typeset import latex_math, latex_words
from matgrad.render.typst import quoted, typst_math

# ---------------------------------------------------------------- Typst

LINE, HANGING = 42.0, 5.0  # ems of a line, and what its continuations are shorter
ROOM = LINE - HANGING
IN_ONE_LINE = 0.8 * LINE  # ems that surely fit there, beside the left side
TEXT_WIDTH = 470.0  # points, of an A4 page with these margins
LINES = 40  # of code, that fit on a page below other things
ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
_BREAKS = re.compile(r"(?<=[})\]&])(?=[^\s})\]])|(?<=\w)(?=\\)")  # in source, between commands
_LARGE = re.compile(r"\\frac|\\begin")
_SUM = re.compile(r"\\(?:sum|prod|int)(?![A-Za-z])")
PIXEL = 0.75  # points
SMALLEST = 2.2  # times that a picture is made smaller at most


class Typst(Page):
    """The source of a document that Typst sets."""

    def math(self, source: str) -> str:
        """A formula inside of a line."""
        shown = shrunk(fitted(source, ROOM, opens=False), ROOM)
        return f"${typst_math(shown)}$" if source else ""

    def display(self, source: str, beside: float = 0.0) -> str:
        """A formula with large fractions, which may break."""
        if not _LARGE.search(source):
            return self.math(source)
        room = min(ROOM, LINE - beside)
        source = shrunk(fitted(source, room - RELATION, opens=False), room - RELATION)
        shown = f"$display({typst_math(source)})$"
        return f"#long[{shown}]" if width(source) > room + 0.1 else shown

    def words(self, text: str) -> str:
        """Plain words."""
        return f"#{quoted(text)}" if text else ""

    def source(self, text: str) -> str:
        """Words in the type of code, in which lines end between commands."""
        return f"#raw({quoted(_BREAKS.sub(ZERO_WIDTH, text))})"

    def bold(self, text: str) -> str:
        """Words in bold type."""
        return f"#strong({quoted(text)})"

    def heading(self, text: str, level: int) -> str:
        """The title of the document, a chapter or a section."""
        if level == 0:
            return f'#block(below: 1.6em, text(size: 18pt, weight: "bold", {quoted(text)}))'
        return f"#heading(level: {level}, {quoted(text)})"

    def equation(self, left: str, right: str, reason: str) -> str:
        """A row of equations."""
        below = f"#why[{reason}]" if reason else ""
        below = below if not below or right.endswith("]") else rf" \ {below}"
        shown = f"#together[{right}{below}]" if below else right
        if "mat(" in right and "#long" not in right:
            return f"  grid.cell(align: right + horizon)[{left}], tall[{shown}],"
        if "display(" in left + right:
            return f"  tall[{left}], tall[{shown}],"
        return f"  [{left}], [{shown}],"

    def detail(self, shown: str, reason: str) -> str:
        """A rewrite that explains the line above."""
        return f"  [], [#h(1.5em) {shown} #h(0.8em) #why[{reason}]],"

    def line(self, shown: str) -> str:
        """A row of words.

        Formulas may reach out of their line by 0.7 of the space between lines: where a tall one
        stands by itself this space is small, among words it is large.
        """
        if "frac(" not in shown and "mat(" not in shown:
            return f"#block(above: 0.55em, below: 0.55em)[{shown}]"
        leading = "0.2em" if shown.startswith("$") and shown.count("$") == 2 else "1.1em"
        setting = f"#set par(leading: {leading})"
        room = "1.1em" if "mat(" in shown else "0.8em"
        return f"#block(above: {room}, below: {room})[{setting}\n{shown}]"

    def equations(self, rows: Sequence[str]) -> str:
        """Rows of equations below each other."""
        grid = "#grid(columns: (auto, 1fr), column-gutter: 0.4em, row-gutter: 0.85em,"
        return "\n".join([grid, "  align: (right, left),", *rows, ")"])

    def displays(self, lines: Sequence[tuple[str, str]]) -> str:
        """The lines of displayed formulas."""
        rows = self.equations([self.displayed(left, right) for left, right in lines])
        return f"#block(above: 1em, below: 1em, inset: (left: 1.4em))[{rows}]"

    def displayed(self, left: str, right: str) -> str:
        """A line of a display; the limits of sums stand below and above them."""
        shown = self.display(right, width(left))
        if not _SUM.search(right) or "#long" in shown:
            return self.equation(self.display(left), shown, "")
        if not _LARGE.search(right):
            shown = f"$display({shown[1:-1]})$"
        middle = "grid.cell(align: {} + horizon)[{}],"
        return f"  {middle.format('right', self.display(left))} {middle.format('left', shown)}"

    def code(self, source: str) -> str:
        """Source code, on one page if it fits there, below its title."""
        raw = f'raw(block: true, lang: "python", {_lines(source)})'
        fits = source.count("\n") < LINES
        return f"#block(breakable: false, {raw})" if fits else f"#{raw}"

    def picture(self, svg: str) -> str:
        """A picture, as wide as the text at most; one that could not be read then is left out."""
        natural = re.search(r'<svg[^>]* width="([0-9.]+)', svg)
        wanted = float(natural[1]) * PIXEL if natural else TEXT_WIDTH
        if wanted > SMALLEST * TEXT_WIDTH:
            return ""
        width = min(TEXT_WIDTH, wanted)
        return f'#align(center, image(bytes({_lines(svg)}), format: "svg", width: {width:.0f}pt))'

    def whole(self, title: str, body: str) -> str:
        """The page around everything."""
        return f"#set document(title: {quoted(title)}, date: none)\n{SETTING}\n{body}\n"


def _lines(source: str) -> str:
    return quoted(source).replace("\n", "\\n")


# ---------------------------------------------------------------- LaTeX

LATIN = 0x7F  # the last sign that needs no declaration
# How many letters of a size fit into a line.
CODE_SIZES = (
    (82, ""),
    (89, r"\small"),
    (99, r"\footnotesize"),
    (111, r"\scriptsize"),
    (147, r"\tiny"),
)
_TALL_ENTRY = re.compile(r"\\begin\{bmatrix\}(?:(?!\\end\{).)*\\frac", re.DOTALL)
LONGEST_REASON = 90  # characters that surely fit into a line


class Tex(Page):
    """A LaTeX document that can be compiled as it is."""

    def math(self, source: str) -> str:
        """A formula inside of a line; brackets that do not grow let a long one break."""
        shown = latex_math(source)
        if width(shown) <= IN_ONE_LINE:
            shown = with_low_brackets(shown)
        else:
            shown = shrunk(Machine(Fitting(ROOM, opens=True)).run(shown), ROOM)
        room = r"\def\arraystretch{1.7}" if _TALL_ENTRY.search(shown) else ""
        return f"${room}{shown}$" if source else ""

    def display(self, source: str, beside: float = 0.0) -> str:
        """A formula with large fractions, which may break."""
        return self.math(source).replace("$", r"$\displaystyle ", 1)

    def words(self, text: str) -> str:
        """Plain words."""
        return latex_words(text)

    def source(self, text: str) -> str:
        """Words in the type of code, in which lines end between commands."""
        pieces = (latex_words(piece) for piece in _BREAKS.split(text))
        shown = r"\allowbreak ".join(pieces).replace("'", r"\textquotesingle{}")
        return rf"{{\ttfamily {shown}}}"

    def bold(self, text: str) -> str:
        """Words in bold type."""
        return rf"\textbf{{{latex_words(text)}}}"

    def heading(self, text: str, level: int) -> str:
        """The title of the document, a chapter or a section."""
        if level == 0:
            return f"{{\\LARGE\\bfseries {latex_words(text)}\\par}}\\bigskip"
        command = "section*" if level == 1 else "subsection*"
        return f"\\{command}{{{latex_words(text)}}}"

    def equation(self, left: str, right: str, reason: str) -> str:
        """A row of equations: it hangs, and may break."""
        indent = "" if left else r"\hspace*{2em}"
        is_long = len(reason) >= LONGEST_REASON
        below = rf"\{'whybelow' if is_long else 'why'}{{{reason}}}" if reason else ""
        room = r"\smallskip " if r"\frac" in left else ""
        return rf"{room}\hangindent=4em\hangafter=1 {indent}{left} {right}{below}\par"

    def detail(self, shown: str, reason: str) -> str:
        """A rewrite that explains the line above."""
        return rf"{{\small\hangindent=6em\hangafter=1\hspace*{{3em}}{shown}\quad {reason}\par}}"

    def line(self, shown: str) -> str:
        """A row of words."""
        return shown + r"\par"

    def equations(self, rows: Sequence[str]) -> str:
        """Rows of equations below each other."""
        return "\n".join(rows)

    def displays(self, lines: Sequence[tuple[str, str]]) -> str:
        """The lines of displayed formulas, aligned at their signs where they fit into lines."""
        if any(width(left) + width(right) > IN_ONE_LINE for left, right in lines):
            return super().displays(lines)
        rows = (f"{self.aligned(left)} &{self.aligned(right)}" for left, right in lines)
        return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"

    def aligned(self, source: str) -> str:
        """One side of a line of a display."""
        return with_low_brackets(latex_math(source))

    def code(self, source: str) -> str:
        """Source code, in letters so small that its longest line fits, or with that line broken."""
        source = narrowed(source, CODE_SIZES[0][0], CODE_SIZES[-1][0])
        longest = max(map(len, source.splitlines()), default=0)
        size = next((size for width, size in CODE_SIZES if longest <= width), CODE_SIZES[-1][1])
        return f"{{{size}\\begin{{verbatim}}\n{source}\n\\end{{verbatim}}}}"

    def picture(self, svg: str) -> str:
        """LaTeX by itself cannot read an SVG."""
        return ""

    def whole(self, title: str, body: str) -> str:
        """The page around everything."""
        body = "".join(sign for sign in body if sign in "\n\t" or category(sign) != "Cc")
        return f"{PREAMBLE}{_foreign(body)}\\begin{{document}}\n{body}\n\\end{{document}}\n"


def _foreign(body: str) -> str:
    """Lines for signs that pdfLaTeX has no glyph for: it shows their numbers, and goes on."""
    signs = sorted({sign for sign in body if ord(sign) > LATIN})
    lines = (rf"\foreign{{{sign}}}{{{ord(sign):04X}}}" + "\n" for sign in signs)
    return FOREIGN + "".join(lines) if signs else ""
