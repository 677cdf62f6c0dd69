"""Programs in a text, which are not prose: they are read by whoever interprets programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent

from matgrad.api.code import array_axes
from matgrad.api.derivation import Derivation
from matgrad.api.judge import judge
from matgrad.ask.acts import Ask, Said
from matgrad.ask.claims import NOT_READ, Verdict, in_full
from matgrad.ask.derive import KINDS
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.programs.verdicts import CodeReport, CodeVerdict, check_code
from matgrad.syntax.declarations import Shapes

WHICH = "by which variable of the program? It has {}"
Answer = tuple[list[Derivation], list[Verdict]]


def answer_code(said: Said, text: str) -> Answer:
    """Verdicts on the derivatives that a program computes, and those that are asked for.

    They are by the variables that the words name, or by those that the program has derivatives
    for, or by the only one there is. The words around a program are a comment on it.
    """
    source = "\n".join(map(dedent, _blocks(said, text)))
    words = _words(said, text)
    asks = [ask for ask in said.asks if ask.by and ask.weight >= 0]
    ask = asks[-1] if asks else None
    named = {n: said.symbols.declaration(n) for n in said.symbols.by_name
             if re.search(rf"\b{re.escape(n)}\b", source)}  # fmt: skip
    shapes = {n: array_axes(d.shape) for n, d in named.items() if d and d.shape}
    assume = {n: sorted(d.facts) for n, d in named.items() if d and d.facts}
    by = ask.by if ask else ()
    try:
        report = check_code(source, wrt=by, shapes=shapes, assume=assume, words=words)
    except MatgradError:
        if ask is None:
            raise
        found = _derived(source, ask, by, shapes)
        return found, [*_in_words(said, found)]
    variables = _variables(report, by)
    if not variables and not report.verdicts:
        raise UnsupportedError(WHICH.format(", ".join(report.function.symbols)))
    is_alone = ask is not None and not report.verdicts  # then the function may have many values
    f = source if is_alone else report.function
    derivations = _derived(f, ask, variables, shapes if is_alone else None) if variables else []
    return derivations, [*map(_verdict, report.verdicts), *_in_words(said, derivations)]


def _in_words(said: Said, derivations: Sequence[Derivation]) -> Iterator[Verdict]:
    """Verdicts on what the words around a program say that a derivative is."""
    for claim in said.claims if derivations else ():
        tokens = [token for side in claim.sides for token in side]
        if len(tokens) == 1:
            continue  # dW, which the program computes
        start, end = min(t.start for t in tokens), max(t.end for t in tokens)
        text = in_full(said.text.source, start, end)
        fitting = [d for d in derivations if not claim.by or {*claim.by} <= {*d.answers}]
        if len(fitting) != 1 or len(fitting[0].answers) != 1:
            yield Verdict(text, NOT_READ, "it is not clear by which variable")
            continue
        (name,) = fitting[0].answers
        try:
            report = judge(fitting[0], None, text)
            yield Verdict(text, report.status, report.slip, f"∂/∂{name}", report)
        except MatgradError as error:
            yield Verdict(text, NOT_READ, error.message)


def _blocks(said: Said, text: str) -> list[str]:
    """The pieces of the program; what is indented behind a blank line goes on with the last."""
    blocks: list[str] = []
    end = 0
    for piece in said.text.code:
        if blocks and piece.text[:1].isspace() and not text[end : piece.start].strip():
            blocks[-1] += f"\n{piece.text}"
        else:
            blocks.append(piece.text)
        end = piece.end
    return blocks


def _words(said: Said, text: str) -> str:
    """The text without its programs."""
    for piece in said.text.code:
        text = text.replace(piece.text, "")
    return text.replace("`", "")


def _variables(report: CodeReport, by: Sequence[str]) -> tuple[str, ...]:
    """The variables of the function by which a derivative is meant."""
    known = report.function.symbols
    claimed = dict.fromkeys(x.variable for x in report.verdicts if x.variable in known)
    named = [x for x in by if x in known]
    return tuple(named or claimed or (known if len(known) == 1 else ()))


def _derived(
    f: Problem | str,
    ask: Ask | None,
    by: Sequence[str],
    shapes: Shapes | None = None,
) -> list[Derivation]:
    """The derivatives that are asked for; a gradient, or the Jacobian of what is no number."""
    found: list[Derivation] = []
    for kind in ask.kinds if ask else ("",):
        try:
            found.append(KINDS[kind or "gradient"](f, list(by), shapes=shapes))
        except ShapeError:
            if kind:
                raise
            found += [KINDS["jacobian"](f, [x], shapes=shapes) for x in by]
    return found


def _verdict(found: CodeVerdict) -> Verdict:
    where = f"line {found.line}: " if found.line else ""
    right = f"right: {found.right}" if found.status == "wrong" and found.right else ""
    words = "; ".join(filter(None, (found.words, right)))
    return Verdict(f"{where}{found.name} = {found.code}", found.status, words, found.wrt)
