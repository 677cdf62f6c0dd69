"""Documents on paper: the source for Typst, and LaTeX that can be compiled as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

from matgrad.render.fitting import Fitting, fitted, shrunk, with_low_brackets
from matgrad.render.formula import Machine
from matgrad.render.listing import narrowed
from matgrad.render.page import Page
from matgrad.render.ruler import RELATION, width
from matgrad.render.typeset import latex_math, latex_words
from matgrad.render.typst import quoted, typst_math

# ---------------------------------------------------------------- Typst

SETTING = """#set page(paper: "a4", margin: 2.2cm, numbering: "1")
#set text(size: 10.5pt)
#set par(leading: 0.6em)
#show heading.where(level: 1): set text(size: 14pt)
#show heading.where(level: 2): set text(size: 11pt, fill: luma(70))
#show heading: set block(above: 1.3em, below: 0.7em)
#let tall(body) = pad(y: 0.45em, body)
// Formulas reach out of their lines by 0.7 of the leading: those of a negative one keep apart.
#let apart(leading, top, bottom, body) = {
  set par(leading: leading)
  set text(top-edge: top, bottom-edge: bottom)
  body
}
#let long(body) = pad(top: -0.45em, bottom: -0.35em, block(apart(-0.4em, 0.95em, -0.6em, body)))
// A formula and its reason stay on one page, unless they fill it.
#let together(body) = context {
  block(breakable: measure(block(width: 14cm, body)).height > 15cm, body)
}
#let why(body) = text(size: 8.5pt, fill: luma(100), body)
#let cell(width, body) = box(width: width, baseline: 50% - 0.3em,
  apart(-0.1em, 0.85em, -0.35em, body))
#let fit(room, body) = context {
  let part = room.to-absolute() / measure(body).width
  if part >= 1 { body }
  else { box(baseline: 50% - 0.4em, scale(100% * part, reflow: true, body)) }
}
"""

LINE, HANGING = 42.0, 5.0  # ems of a line, and what its continuations are shorter
ROOM = LINE - HANGING
IN_ONE_LINE = 0.8 * LINE  # ems that surely fit there, beside the left side
TEXT_WIDTH = 470.0  # points, of an A4 page with these margins
LINES = 40  # of code, that fit on a page below other things
_LARGE = re.compile(r"\\frac|\\begin")
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
        return f"#block(above: 0.8em, below: 0.8em)[{setting}\n{shown}]"

    def equations(self, rows: Sequence[str]) -> str:
        """Rows of equations below each other."""
        grid = "#grid(columns: (auto, 1fr), column-gutter: 0.4em, row-gutter: 0.85em,"
        return "\n".join([grid, "  align: (right, left),", *rows, ")"])

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

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\fi
\usepackage{amsmath,amssymb,graphicx,textcomp}
% straight quotes in code
\makeatletter
\begingroup\catcode`'=\active \catcode``=\active
\gdef\straight{\let`\textasciigrave \let'\textquotesingle}\endgroup
\g@addto@macro\@noligs{\straight}
\makeatother
\usepackage[margin=2.2cm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{2pt}
\setlength{\lineskip}{3pt}
\setlength{\lineskiplimit}{2pt}
\setcounter{MaxMatrixCols}{100}
\renewcommand{\arraystretch}{1.2}
\emergencystretch=8em
\raggedright
\allowdisplaybreaks
% a reason at the right end of the line, or of the next one if there is no room
\newcommand{\why}[1]{\unskip\nobreak\hfil\penalty50\hskip1.5em\hbox{}\nobreak\hfill
  \mbox{\footnotesize #1}}
% a long reason, below its line
\newcommand{\whybelow}[1]{\par{\leftskip=8em plus 1fil \rightskip=0pt \parfillskip=0pt
  \footnotesize #1\par}}
% a place where a product may go on in the next line
\newcommand{\orbreak}{\penalty800 }
% what is made as small as there is room for, and an entry of a matrix of a given width
\newsavebox{\tried}
\newcommand{\fit}[2]{\vcenter{\hbox{\sbox{\tried}{$\displaystyle #2$}%
  \ifdim\wd\tried>#1em \resizebox{#1em}{!}{\usebox{\tried}}\else\usebox{\tried}\fi}}}
\newcommand{\cell}[2]{\parbox{#1em}{\raggedright\vspace{3pt}$#2$\vspace{3pt}}}
"""
FOREIGN = r"""\newcommand{\foreign}[2]{\ifPDFTeX
  \ifcsname u8:\detokenize{#1}\endcsname\else\DeclareUnicodeCharacter{#2}{\texttt{[U+#2]}}\fi
  \else\iffontchar\font"#2 \else\begingroup\lccode`~="#2 \lowercase{\endgroup\protected\def~}%
  {\texttt{[U+#2]}}\catcode"#2=\active\fi\fi}
"""
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
