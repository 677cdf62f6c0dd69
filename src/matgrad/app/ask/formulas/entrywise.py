"""Formulas in which quotients and powers of vectors are meant entry by entry."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from matgrad.app.ask.formulas.notation import names_in, source_of, text_of, whole_name
from matgrad.core.expr import Expr
from matgrad.ops import diag_matrix
from matgrad.syntax.latex_tables import FRACTIONS

_RAISED = re.compile(  # \tanh^2(x), \operatorname{sech}^2(x)
    r"(\\(?:operatorname|mathrm|text)\s*\{\s*[a-z]+\s*\}|\\[a-z]+)\s*"
    r"\^\s*(\{\s*\d+\s*\}|\d)\s*((?:\\left\s*)?\((?:[^()]|\([^()]*\))*\))"
)
_DIAG = re.compile(
    r"(?:\\(?:operatorname|mathrm|text|textrm)\s*\{\s*[dD]iag\s*\}|\\[dD]iag(?![A-Za-z]))\s*"
    r"(?:\\left\s*)?\("
)
_TOKEN = re.compile(  # brackets, names with what stands over and below them, and single signs
    r"\\left\s*\(|\\right\s*\)|[()]|\s+"
    r"|(?:\\[A-Za-z]+\s*(?:\{\s*\\?[A-Za-z]+\s*\})?|[A-Za-z])(?:_(?:\{\w+\}|\w))?|."
)
_FACTOR = r"(?:\d+|\\[A-Za-z]+|[A-Za-z])(?:_(?:\{\w+\}|\w))?(?:\s*\^\s*(?:\d|\{[^{}]*\}))?\s*"
_TERM = re.compile(  # all of a term that has no bracket
    rf"(?:(?<=[({{])|[-+])\s*(?P<term>(?:{_FACTOR}){{1,4}})(?=[-+)}}]|\\right|\\oslash|/|$)"
)
_RAISED_BEFORE = re.compile(r"\^\s*(?:\d|\{\s*\d\s*\})\s*$")
_RAISED_BEHIND = re.compile(r"[-+][^-+{}]*\^\s*(?:\d|\{\s*\d)")
_OFFSET = re.compile(r"(\+\s*\\(?:var)?epsilon)(?=\s*(?:[)}]|\\right|/|$))")

# A power, also that of a norm, \|x\|_4^4, which is a number.
_OF_ENTRIES = tuple(
    re.compile(
        r"(?P<norm>(?:\\\||\|\||‖|\\[lr]?Vert(?![A-Za-z]))\s*(?:_\s*(?:\{[^{}]*\}|\w)\s*)?)?"
        rf"\^\s*(?:\{{\s*(?P<a>{sign}\d+)\s*\}}|(?P<b>\d))"
    )
    for sign in ("", r"-?\s*")
)


def with_offsets(latex: str) -> str:
    r"""The formula with \epsilon times ones, where \sqrt{v} + \epsilon is one of entries."""
    return _OFFSET.sub(r"\1 \\mathbf{1}", latex)


def with_numbers_added(latex: str, known: Mapping[str, Expr]) -> str:
    r"""The formula with ones for numbers with a name beside powers: (Du)^2 + \epsilon^2.

    In X^TX + \lambda, where nothing is raised, people forget I.
    """
    numbers = {name for name, x in known.items() if x.is_scalar}

    def times_ones(found: re.Match[str]) -> str:
        names = {*names_in(found["term"])}
        is_number = names and names <= numbers
        before, after = latex[: found.start()], latex[found.end() :]
        is_beside = _RAISED_BEFORE.search(before) or _RAISED_BEHIND.match(after)
        return rf"{found[0].rstrip()} \mathbf{{1}} " if is_number and is_beside else found[0]

    return _TERM.sub(times_ones, latex)


def entrywise(latex: str, inverse: bool = False) -> str:
    """The formula with quotients and powers of entries, with those below zero if `inverse`."""
    latex = _RAISED.sub(r"\1\3^\2", with_quotients(latex))
    power = _OF_ENTRIES[inverse]

    def of_entries(found: re.Match[str]) -> str:
        return found[0] if found["norm"] else rf"^{{\odot {found['a'] or found['b']}}}"

    return power.sub(of_entries, latex)


def with_raised(latex: str) -> str:
    r"""The formula with powers of entries where a function is raised: \tanh^2(x)."""

    def of_entries(found: re.Match[str]) -> str:
        power = found[2].strip("{} ")
        return rf"{found[1]}{found[3]}^{{\odot {power}}}"

    return _RAISED.sub(of_entries, latex)


def with_products(latex: str, known: Mapping[str, Expr]) -> str:
    r"""The formula with products of entries where vectors stand beside each other in a diag.

    >>> from matgrad.ops import symbol
    >>> with_products(r"\operatorname{diag}(p(1-p))", {"p": symbol("p", "n")})
    '\\operatorname{diag}(p\\odot (1-p))'
    """
    vectors = {name for name, x in known.items() if x.shape.is_column and not x.is_scalar}
    for found in reversed([*_DIAG.finditer(latex)]):
        depth, start = 1, found.end()
        for end in range(start, len(latex)):
            depth += {"(": 1, ")": -1}.get(latex[end], 0)
            if depth == 0:
                latex = latex[:start] + _beside(latex[start:end], vectors) + latex[end:]
                break
    return latex


def _beside(latex: str, vectors: Collection[str]) -> str:
    """With a sign between factors, the first of which is a vector or ends with a bracket."""
    parts: list[str] = []
    is_behind = False  # a factor
    for token in _TOKEN.findall(latex):
        if token.isspace():
            parts.append(token)
            continue
        is_vector = whole_name(token) in vectors
        opens, closes = token.endswith("("), token.endswith(")")
        parts += [r"\odot ", token] if is_behind and (is_vector or opens) else [token]
        is_behind = is_vector or closes
    return "".join(parts)


def with_quotients(latex: str) -> str:
    """The formula with quotients of entries."""
    while (source := source_of(latex)) is not None:
        places = [i for i, g in enumerate(source.glyphs) if g.is_command(*FRACTIONS)]
        if not places:
            break
        end = len(source.glyphs)
        top = source.argument(places[-1] + 1, end)
        bottom = source.argument(top.after, end)
        above, below = (text_of(source, part.lo, part.hi, latex) for part in (top, bottom))
        start, stop = source.glyphs[places[-1]].start, source.glyphs[bottom.after - 1].end
        quotient = rf"\left(\left({above}\right)\oslash \left({below}\right)\right)"
        latex = latex[:start] + quotient + latex[stop:]
    return latex.replace("/", r"\oslash ")


def on_diagonal(claimed: Expr, true: Expr) -> Expr | None:
    """The Jacobian that has the entries of a claim on its diagonal, if it would be as large."""
    is_column = claimed.shape.is_column and not claimed.is_scalar
    is_fitting = is_column and true.shape.is_square and claimed.shape.rows == true.shape.rows
    return diag_matrix(claimed) if is_fitting else None
