"""Functions of matrices, which formulas write like those of numbers and words tell apart."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.words import ENTRYWISE
from matgrad.core.facts import SQUARE_ONLY
from matgrad.errors import AmbiguousError
from matgrad.render.glyphs import plain_name

MATRIX_FUNCTIONS = (
    (
        r"\bmatrix log(?:arithm)?\b",
        r"\\(?:log\b|ln\b|operatorname\s*\{\s*(?:log|ln)\s*\})"
        r"(?!\s*(?:\\det|\||\\l?vert|\\left\s*\||\\operatorname\s*\{\s*det))",
        "logm",
    ),
    (r"\bmatrix exponential", r"\\(?:exp\b|operatorname\s*\{\s*exp\s*\})", "expm"),
    (r"\bmatrix square root", r"\\(?:sqrt\b|operatorname\s*\{\s*sqrt\s*\})", "sqrtm"),
)
# Nobody takes the roots of the entries of such a matrix.
_ROOTED = re.compile(
    r"\b(?:spd|psd|positive[- ](?:semi-?)?definite|covariance|square roots?|density matri\w+)\b",
    re.I,
)
_ROOT = re.compile(
    r"(?<![A-Za-z\\])(?P<X>(?:[A-Z]|\\(?:Sigma|Omega|Lambda|Gamma|rho))(?:_\s*(?:\w|\{\w+\}))?)"
    r"\s*\^\s*\{\s*(?P<sign>-?)\s*(?:1\s*/\s*2|\\[dt]?frac\s*\{?1\}?\s*\{?2\}?|0?\.5)\s*\}"
)
_DIAGONAL = re.compile(
    r"\s*\\(?:operatorname\s*\{\s*)?[dD]iag(?:\s*\})?\s*(?:\\left\s*)?\(\s*(?P<d>\\[a-z]+|[a-z])\s*(?:\\right\s*)?\)\s*"
)
# In a trace, the logarithm of a positive definite matrix is not that of its entries.
_TRACED = re.compile(r"\\operatorname\s*\{\s*[tT]r(?:ace)?\s*\}|\\[tT]r(?![A-Za-z])")
_LOG = re.compile(
    r"\\(?:log|ln)(?![A-Za-z])\s*(?:\(\s*(?P<a>\\?[A-Za-z]+)\s*\)|(?P<b>\\[A-Za-z]+|[A-Z])(?![A-Za-z_^]))"
)
OF_MATRIX = "is that of the matrix, not of its entries"
_SCALED = re.compile(  # At, -tA/2, (A + B)t
    r"[-+\d./\s]*(?:[a-z]|\\(?:tau|epsilon|alpha))?\s*(?:[A-Z]|\(\s*[A-Z](?:\s*[-+]\s*[A-Z])+\s*\))\s*"
    r"(?:[a-z]|\\(?:tau|epsilon|alpha))?(?:\s*/\s*\d+)?\s*"
)
# e^{tA}x_0, \\det(e^{tA}): such an exponential with a number is no other
_ACTS = re.compile(r"\s*(?:\\math(?:bf|rm)\s*\{|\\(?:boldsymbol|vec)|[a-z](?![A-Za-z(]))")
_TAKEN = re.compile(
    r"(?:\\(?:det|[tT]r)|\\(?:operatorname|mathrm)\s*\{\s*(?:[tT]r(?:ace)?|det)\s*\}|\\\||\\Vert)"
    r"\s*(?:\\left\s*)?\(?\s*\Z"
)
_MOVED = re.compile(r"[-+]?\s*(?:[st]\s*[A-Z]|[A-Z]\s*[st])\s*")
_DOT = re.compile(r"\\cdot(?![A-Za-z])")
_EULER = re.compile(r"\\[A-Za-z]+|e\s*\^\s*(?:\{([^{}]*)\}|([A-Za-z]))")


_EXP = re.compile(
    r"\\(?:exp(?![A-Za-z])|operatorname\s*\{\s*exp\s*\})\s*(?:\\left\s*)?\(([^()]*?)(?:\\right\s*)?\)"
)


def with_matrix_functions(latex: str, found: Understood) -> str:
    """The logarithm of a matrix where the words call it so, not the one of its entries."""
    words = found.cut.words
    for pattern, command, name in MATRIX_FUNCTIONS:
        if re.search(pattern, words, re.I):
            latex = re.sub(command, rf"\\operatorname{{{name}}}", latex)
            latex = _raised_e(latex, found, is_told=True) if name == "expm" else latex
    if not re.search(ENTRYWISE, words, re.I):
        latex = _raised_e(latex, found, is_told=False)
    is_definite = any("positive_definite" in facts for facts in found.said.facts.values())
    latex = _ROOT.sub(lambda root: _of_diagonal(root, found), latex)
    if is_definite or _ROOTED.search(words):
        latex = _ROOT.sub(_rooted, latex)
    is_traced = _TRACED.search(latex) or any(note.endswith(OF_MATRIX) for note in found.notes)
    if is_definite and is_traced and not re.search(ENTRYWISE, words, re.I):
        latex = _LOG.sub(lambda log: _logarithm(log, found), latex)
    return latex


def _logarithm(log: re.Match[str], found: Understood) -> str:
    """The logarithm of a matrix that is known to have one."""
    name = log["a"] or log["b"]
    if "positive_definite" not in found.said.facts.get(name.lstrip("\\"), ()):
        return log[0]
    note = f"log of {plain_name(name.lstrip(chr(92)))} {OF_MATRIX}"
    found.notes += [note] if note not in found.notes else []
    return rf"\operatorname{{logm}}({name})"


def _of_diagonal(root: re.Match[str], found: Understood) -> str:
    r"""The roots of the entries for D^{1/2} with D = diag(d)."""
    defined = found.meaning.defined.get(names_in(root["X"])[0])
    entries = _DIAGONAL.fullmatch(defined.values[0]) if defined else None
    if entries is None:
        return root[0]
    made = rf"\operatorname{{diag}}(\sqrt{{{entries['d']}}})"
    return rf"({made})^{{-1}}" if root["sign"] else made


def _rooted(found: re.Match[str]) -> str:
    r"""The matrix root for X^{1/2}, its inverse for X^{-1/2}."""
    root = rf"\operatorname{{sqrtm}}({found['X']})"
    return rf"({root})^{{-1}}" if found["sign"] else root


def _is_flow(power: re.Match[str], inside: str) -> bool:
    """Does e^{tA}, with a letter that is called nothing, act on a vector, or stand in a trace?"""
    before, behind = power.string[: power.start()], power.string[power.end() :]
    acts = _ACTS.match(behind) or _TAKEN.search(before)
    return acts is not None and _MOVED.fullmatch(inside) is not None


def _raised_e(latex: str, found: Understood, is_told: bool) -> str:
    r"""\operatorname{expm}(A) for e^A, where a matrix stands in the exponent.

    Without words for it, that is one which the text calls a matrix, with numbers as in e^{At}.
    """
    matrices = _called(found)

    def instead(power: re.Match[str]) -> str:
        inside = power[1] or power[2] or ""
        names = names_in(inside)
        is_matrix = any(name[0].isupper() or name in matrices for name in names)
        note = f"e^({quoted(inside).plain}) {OF_MATRIX}"
        if not is_told:
            is_matrix = _SCALED.fullmatch(inside) is not None and bool(matrices & {*names})
            is_matrix = is_matrix or _is_flow(power, inside) or note in found.notes
        if not is_matrix:
            return power[0]
        found.notes += [note] if note not in found.notes and not is_told else []
        return rf"\operatorname{{expm}}({inside})"

    return _EXP.sub(lambda call: _flow(call, found), _EULER.sub(instead, latex))


def _called(found: Understood) -> set[str]:
    """The names that the text calls matrices."""
    matrices = {each.name for each in found.reading.declared if each.kind == "matrix"}
    matrices |= {name for name, kind in found.said.kinds.items() if kind == "matrix"}
    matrices |= {name for name, sizes in found.said.sizes.items() if r"\times" in sizes}
    matrices |= {name for name, facts in found.said.facts.items() if facts & SQUARE_ONLY}
    return matrices | {*found.said.squares}


def _flow(call: re.Match[str], found: Understood) -> str:
    r"""\operatorname{expm}(tA) for \exp(tA) beside a vector, or a matrix if A is called one."""
    inside = _DOT.sub(" ", call[1]).strip()
    is_flow = _is_flow(call, inside) or (
        _is_called(inside, found) and _is_multiplied(inside, found)
    )
    kinds = {found.said.kinds.get(name) for name in names_in(inside) if name[0].isupper()}
    if not is_flow or kinds == {"scalar"}:
        return call[0]
    note = f"exp({quoted(inside).plain}) {OF_MATRIX}"
    found.notes += [note] if note not in found.notes else []
    return rf"\operatorname{{expm}}({inside})"


def _is_called(inside: str, found: Understood) -> bool:
    """Is this a number times what the text calls a matrix, as in exp(tA)?"""
    return _MOVED.fullmatch(inside) is not None and bool(_called(found) & {*names_in(inside)})


def ask_exponential(latex: str, found: Understood) -> None:
    """Ask what exp(tA) is, where it is all of a function, and A is called a matrix."""
    call = _EXP.fullmatch(latex.strip())
    inside = _DOT.sub(" ", call[1]).strip() if call else ""
    if call and _is_called(inside, found) and not re.search(ENTRYWISE, found.cut.words, re.I):
        raise AmbiguousError(
            f"exp({quoted(inside).plain}): the matrix exponential, or of each entry?",
            hint="say “matrix exponential” or “elementwise”",
        )


def _is_multiplied(inside: str, found: Understood) -> bool:
    """Does this exponential stand beside a matrix or a vector somewhere, as in A exp(tA)?"""
    before = re.compile(r"(?<![A-Za-z\\])[A-Z]\s*(?:\\cdot\s*)?\Z")
    behind = re.compile(r"\s*(?:\\cdot\s*)?(?:[A-Z]|[a-z](?![A-Za-z(]))")
    calls = [m for latex in found.cut.formulas for m in _EXP.finditer(latex)]
    return any(
        before.search(m.string[: m.start()]) or behind.match(m.string, m.end())
        for m in calls
        if _DOT.sub(" ", m[1]).split() == inside.split()
    )
