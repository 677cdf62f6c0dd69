"""Forward and backward propagation, laid out as lectures do: equations in order, then gradients.

Everything here is read from the trace of a gradient; equations of layers that differ only in the
number of the layer are stated once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from matgrad.core.expr import Condition, Expr, number_value
from matgrad.core.notation import Spelling
from matgrad.core.steps import Definition, Trace
from matgrad.core.walk import fold, rebuild
from matgrad.ops import add, hadamard, matmul, power_op, scale, step, unspecified
from matgrad.render import latex, plain, text
from matgrad.render.document import Document, Equation, Row, Section
from matgrad.render.glyphs import SUPERSCRIPT, latex_name, plain_name
from matgrad.render.outline import condition_rows, function_row, shape_rows

ADJOINT = "adjoint"
DEEP = 3  # from this many layers on, equations that differ only in the number of the layer
FEWEST = 2  # are stated once, if there are at least so many of them
LISTED = 5  # layers that are named one by one
RAISED = re.compile(r"⁽([⁰¹²³⁴⁵⁶⁷⁸⁹]+)⁾")
RAISED_LATEX = re.compile(r"\^\{\((\d+)\)\}")
RAISED_TEXT = re.compile(r"__(\d+)")
_DIGITS = {raised: digit for digit, raised in SUPERSCRIPT.items()}


@dataclass(frozen=True)
class Stated:
    """An equation and the number of the layer it belongs to, if it has one."""

    left: Spelling
    right: Spelling
    layer: int | None
    words: str = ""


def propagation(trace: Trace, verdict_lines: Sequence[str] = (), level: str = "normal") -> Document:
    """Forward equations, backward equations with each δ named once, and the gradients."""
    forward = [stated(d) for d in trace.definitions if d.role != ADJOINT]
    backward = [stated(d) for d in trace.definitions if d.role == ADJOINT]
    deepest = max((layer_of(name) or 0 for name in trace.results), default=0)
    once = one_by_one if level == "full" or deepest < DEEP else said_once
    sections = [
        Section("Network", shape_rows(trace)),
        Section("Forward", (*rows(once(forward)), function_row(trace))),
        Section("Backward", rows(once(backward))),
        Section("Gradients", rows(once(gradients(trace)))),
        Section("Conditions", conditions(trace.conditions)),
        Section("Checked", tuple(Row(words=(line,)) for line in verdict_lines)),
    ]
    return Document(tuple(section for section in sections if section.rows))


def stated(definition: Definition) -> Stated:
    """A definition as an equation of its layer."""
    name = definition.symbol.name
    return Stated(named(name), spelled(definition.value), layer_of(name))


def gradients(trace: Trace) -> list[Stated]:
    """The gradients of all parameters, last layer first, as backward propagation finds them."""
    found = [
        Stated(nabla(name, trace.problem.name), spelled(value), layer_of(name))
        for name, value in trace.results.items()
    ]
    return sorted(found, key=lambda each: -(each.layer or 0))


def nabla(name: str, function: str) -> Spelling:
    """∇W⁽¹⁾, in LaTeX with the function."""
    by, of = latex_name(name), latex_name(function)
    return Spelling(f"grad {name}", f"∇{plain_name(name)}", rf"\nabla_{{{by}}} {of}")


def named(name: str) -> Spelling:
    """A name in the three spellings."""
    return Spelling(name, plain_name(name), latex_name(name))


def layer_of(name: str) -> int | None:
    """The number of the layer that a name belongs to."""
    found = RAISED_TEXT.search(name)
    return int(found[1]) if found else None


# ---------------------------------------------------------------- how lectures write it


def lectured(root: Expr) -> Expr:
    """relu′ for the step function, and what comes from the layer above before its factors."""

    def visit(node: Expr, args: list[Expr]) -> Expr:
        if node.op is step:
            return unspecified("relu", args[0], 1)
        if node.op is hadamard:
            return hadamard(*sorted(args, key=lambda arg: 0 if arg.op is matmul else 1))
        return rebuild(node, args)

    return fold(root, visit)


def spelled(root: Expr) -> Spelling:
    """An expression in three spellings; factors of ⊙ that are products stand in parentheses."""
    shown = lectured(root)
    if shown.op is not hadamard or any(map(_is_divisor, shown.args)):
        return Spelling(text(shown), plain(shown), latex(shown))
    return Spelling(
        text(shown),
        " ⊙ ".join(_closed(arg, plain, "(", ")") for arg in shown.args),
        r" \odot ".join(_closed(arg, latex, r"\left(", r"\right)") for arg in shown.args),
    )


def _is_divisor(node: Expr) -> bool:
    """Is this one over something, so that C ⊙ (1 ⊘ S) is written C ⊘ S?"""
    exponent = number_value(node.args[1]) if node.op is power_op else None
    return exponent is not None and exponent < 0


def _closed(node: Expr, spell: Callable[[Expr], str], left: str, right: str) -> str:
    shown = spell(node)
    return f"{left}{shown}{right}" if node.op in (matmul, add, scale) else shown


def conditions(needed: Iterable[Condition]) -> tuple[Row, ...]:
    """The conditions, with relu′(0) for step(0); those of many layers are said once."""
    groups: dict[tuple[str, str], list[Condition]] = {}
    for each in needed:
        subject = general_subject(each)
        groups.setdefault((each.words, subject.plain), []).append(each)
    found: list[Row] = []
    for group in groups.values():
        words = group[0].words.replace("step(0)", "relu′(0)")
        if len(group) < FEWEST:
            found += condition_rows([group[0]._replace(words=words)])
            continue
        layers = for_layers(layer_of(text(each.subject)) for each in group)
        before, _, after = words.partition("{0}")
        between = "; " if any(map(str.isalpha, after)) else " "
        row = (before, general_subject(group[0]), after, between, layers)
        found.append(Row(words=tuple(word for word in row if word)))
    return tuple(found)


def general_subject(condition: Condition) -> Spelling:
    """What a condition is about, with l for the number of its layer."""
    subject = spelled(condition.subject)
    return generalised(Stated(subject, subject, layer_of(subject.text))).right


# ---------------------------------------------------------------- one equation for many layers


def one_by_one(equations: Iterable[Stated]) -> list[Stated]:
    """Every equation by itself."""
    return list(equations)


def said_once(equations: Iterable[Stated]) -> list[Stated]:
    """Equations that differ only in the number of the layer as one, for the layers it holds for."""
    groups: dict[tuple[str, str], list[Stated]] = {}
    for equation in equations:
        general = generalised(equation)
        groups.setdefault((general.left.plain, general.right.plain), []).append(equation)
    result: list[Stated] = []
    for group in groups.values():
        if len(group) < FEWEST:
            result += group
            continue
        general = generalised(group[0])
        result.append(replace(general, words=for_layers(each.layer for each in group)))
    return result


def for_layers(layers: Iterable[int | None]) -> str:
    """For which layers something holds."""
    numbers = [layer or 0 for layer in layers]
    steps = {after - before for before, after in pairwise(numbers)}
    shown = [str(number) for number in numbers]
    if len(shown) > LISTED and steps in ({1}, {-1}):
        shown = [shown[0], shown[1], "…", shown[-1]]
    return "for l = " + ", ".join(shown)


def generalised(equation: Stated) -> Stated:
    """The equation with l for the number of its layer, l + 1 for the next, and so on."""
    if equation.layer is None:
        return equation
    left, right = (_generalise(side, equation.layer) for side in (equation.left, equation.right))
    return Stated(left, right, equation.layer)


def _generalise(side: Spelling, layer: int) -> Spelling:
    def raised(found: re.Match[str]) -> str:
        return f"⁽ˡ{_raised(int(found[1].translate(_DIGITS)) - layer)}⁾"

    def in_latex(found: re.Match[str]) -> str:
        return f"^{{(l{_offset(int(found[1]) - layer)})}}"

    def in_text(found: re.Match[str]) -> str:
        return f"__l{_offset(int(found[1]) - layer)}"

    return Spelling(
        RAISED_TEXT.sub(in_text, side.text),
        RAISED.sub(raised, side.plain),
        RAISED_LATEX.sub(in_latex, side.latex),
    )


def _offset(by: int) -> str:
    return f"{by:+d}" if by else ""


def _raised(by: int) -> str:
    return _offset(by).replace("+", "⁺").translate(SUPERSCRIPT)


def rows(equations: Iterable[Stated]) -> tuple[Row, ...]:
    """Equations as rows of a document."""
    return tuple(
        Row(Equation(each.left, each.right), words=(each.words,) if each.words else ())
        for each in equations
    )
