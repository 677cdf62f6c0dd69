"""Claims in LaTeX, for `mg.check` and `matgrad check --latex`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from matgrad.app.claims import Functions, Reading, judge
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr, is_differential
from matgrad.core.steps import Definition
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, UnknownNameError
from matgrad.optional import part
from matgrad.render.glyphs import plain_name
from matgrad.syntax import latex_repairs, parse_latex, parse_latex_expression
from matgrad.verify.claim import ClaimReport

# What a claim begins with: \nabla f(x), \nabla_x f, \frac{\partial f}{\partial x}, df/dx
_LABEL = re.compile(
    r"\s*(?:\\nabla(?:\s*\^\s*\{?\s*2\s*\}?)?(?:\s*_\s*(?:\w|\\\w+|\{[^{}]*\}))?[^=]{0,60}"
    r"|\\[dt]?frac\s*\{\s*(?:\\partial|d)[^{}]*\}\s*\{\s*(?:\\partial|d)[^{}]*\}[^=]{0,20}"
    r"|(?:\\partial|d)\s*\w+\s*/\s*(?:\\partial|d)\s*\w+)\s*"
)


def read_sums(latex: str, known: Mapping[str, Expr], named: Sequence[str] = ()) -> Expr:
    """A formula with sums over an index, in which every name is known."""
    shapes = {name: tuple(map(str, x.shape)) for name, x in known.items()}
    read = parse_latex(latex, shapes, named=named, in_text=True)
    for name in read.symbols:
        if name not in known:
            raise UnknownNameError(f"{plain_name(name)} stands for nothing that is known")
    return substitute(read.function, {x: known[name] for name, x in read.symbols.items()})


def _formula(latex: str, known: Mapping[str, Expr], functions: Functions) -> Expr:
    if r"\sum" in latex or r"\prod" in latex:
        return read_sums(latex, {name: x for name, x in known.items() if not is_differential(x)})
    return parse_latex_expression(latex, known, functions)


LATEX = Reading(_formula, latex_repairs, _LABEL, " dq_{1} ")


def judge_latex(d: Derivation, latex: str, also: Sequence[Definition] = ()) -> ClaimReport:
    """Compare a claim in LaTeX with the derivative that it is about; it may be aligned."""
    layout = part("matgrad.app.ask.formulas.lines")
    lines: list[str] = [layout.unaligned(line) for line in layout.display_lines(latex)]
    return judge(d, "\n".join(" ".join(line.split()) for line in lines), LATEX, also)


def judge_either(d: Derivation, claim: str, also: Sequence[Definition] = ()) -> ClaimReport:
    """Compare a claim in the language, or in LaTeX where it cannot be read so."""
    try:
        return judge(d, claim, also=also)
    except MatgradError as error:
        try:
            return judge_latex(d, claim.strip("$"), also)
        except MatgradError as other:
            raise (other if "\\" in claim or "$" in claim else error) from None
