"""What a text asks for or rests on that the answer leaves out: it is said, never passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from matgrad.app.ask.answer.further import other_functions
from matgrad.app.ask.asking import beyond
from matgrad.app.ask.asking.beyond import INFORMATION, asked_for, of_derivatives
from matgrad.app.ask.asking.conditions import is_zero
from matgrad.app.ask.claims.layouts import other_layout
from matgrad.app.ask.facts.said import Given
from matgrad.app.ask.formulas.claimed import is_about_derivatives
from matgrad.app.ask.formulas.notation import HESSIAN, left_side, names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.choosing import functions_in, is_same, reached, squeezed
from matgrad.app.ask.problem.doubts import said_again
from matgrad.app.ask.problem.names import functions_of
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.usual import is_lagrangian
from matgrad.app.ask.spelling.neighbours import NAMES
from matgrad.app.ask.text.sentences import is_asking
from matgrad.core.steps import Problem

MOST = 12  # formulas without a use that are listed
_IS = r"(?:(?:^|[.?!,;:])\s*|\b(?:and|or|so|but|why)\s+)(?:is|are)\b[^.?!]{0,80}?"
_WHETHER = r"\b(?:show|prove|whether|check|decide|determine if|why is|conclude)\b[^.?!]{0,80}?"
CONVEX = "Whether it is convex is told with the Hessian, where it can be decided; ask for that."
NOT_CONVEX = "Whether it is convex was not decided."
SUBGRADIENTS = "Subgradients are not computed."
ONE_OF_THEM = "at a kink one value is used, which the conditions name"
ALL_OF_THEM = "Not all subgradients at a kink are computed; the conditions name the one used."
_INDICES = re.compile(r"\(?[a-z](?:,[a-z])+\)?")
_KINK = re.compile(r"\bkink\b|\bdifferentiable\b|\bonly one entry\b")
LAGRANGIAN = "The Lagrangian is not formed; write it as an equation, such as L(x, λ) = …"
_FORMS = r"\b(?:form|write|set|construct|build|state|give|find|use)"
_WHERE = r"(?:^|[.,;]|\band)\s*(?:where|when) (?:is|does) (?:it|this|that|the)\b"
_TASK = re.compile(rf"{_FORMS}\b|{_IS}|{_WHETHER}|{_WHERE}", re.I)
OPTIMA = "Minima, maxima and stationary points are not computed, only derivatives."
CHANGED = (
    "“{}” changes the function; the answer is that without the change. Write the function out."
)
ALONG = "In which direction is the directional derivative taken?"
LAPLACIAN = "The Laplacian is not computed; it is the trace of the Hessian."
DIVERGENCE = "The divergence is not computed; it is the trace of the Jacobian."
MEAN = "The information matrix is not computed: it is the negative of the Hessian, or its mean."
TOLD = {
    LAPLACIAN: "Laplacian",
    DIVERGENCE: "Divergence",
    MEAN: "Observed information",
    ALONG: "Directional derivative",
}  # that they were answered after all
_PUT_IN = re.compile(r"∇²?\s?(\w+)(?:\([^()]*\))? is ")  # whose derivative stands elsewhere
_GRAPH = re.compile(r"\bgraph|\blaplacian matri", re.I)  # whose Laplacian is a matrix
ASKED = (
    (beyond.LAPLACIAN, LAPLACIAN),
    (rf"(?:{_IS}|{_WHETHER})\b(?:convex|concave)", CONVEX),
    (
        rf"{_IS}\b(?:positive|negative)[- ](?:semi-?)?definite\s*\?",
        CONVEX,
    ),
    (
        r"\b(?:minimi[sz]ers?|maximi[sz]ers?|arg\s?min|arg\s?max|(?:stationary|critical) points?"
        r"|optimal (?:solution|value|point))\b|\b(?:find|determine|compute|derive|give|what|which)"
        r"\b[^.?!]{0,90}\b(?:that|which) (?:[a-z]+ly )?(?:mini|maxi)mi[sz]es?\b"
        r"|\b(?:for which|at which|where (?:is|does|are)|when (?:is|does))\b[^.?!]{0,60}"
        r"\b(?:zero|vanish)",
        OPTIMA,
    ),
    (r"\bdirectional derivatives?\b", ALONG),
    (INFORMATION, MEAN),
    (r"\b(?:third|fourth)(?:[- ]order)? derivatives?\b", "Derivatives end with the second."),
    (r"\b(?:subgradients?|subdifferentials?)\b", SUBGRADIENTS),
    (
        r"\b(?:smooth|differentiable) (?:part|term)s?\s*(?:[.?!,;]|$)",
        "The smooth part is not told apart: the answer is that of the whole function.",
    ),
    (r"\b(?:proximal|prox) (?:operator|map\w*)\b", "Proximal operators are not computed."),
    (r"\b(?:divergence of|(?<!KL )divergence and)\b", DIVERGENCE),
    (r"\bcurl\b", "The curl is not computed."),
    (rf"{_FORMS}\s+(?:(?:down|up|the|an?|its|this)\s+)*(?:augmented\s+)?Lagrangian\b", LAGRANGIAN),
    (
        r"\bmarginal rates? of (?:substitution|technical substitution|transformation)\b",
        "Marginal rates are not computed: they are quotients of the partial derivatives.",
    ),
    (r"\b(?:eigenvalues?|condition number) of the\b[^.?!]*\?", "Eigenvalues are not computed."),
)
TOLD_OF = (  # claimed, not asked for
    (
        r"\b(?:minim(?:um|al)|maxim(?:um|al)|optim(?:um|al))(?:\s+(?:value|cost|loss))?\s+"
        r"(?:(?:is|equals?|=|to|just|simply|then)\s+)+[-−]?\s?\d",
        "The value that a function has at its minimum or maximum is not checked.",
    ),
)
LEFT_OUT = (
    (
        r"\bsubject to\b|\{\s*s\.\s?t\.\s*\}|\bunder the constraints?\b|\bconstrained\b"
        r"|\bLagrang\w+",
        "constraints are not taken into account: the derivative is that of the function alone",
    ),
    (
        r"\bcomplex(?:[- ]valued|\s+(?:matri|vector|number|variable|scalar|symmetric)\w*)"
        r"|(?<![Rr]eal )(?<!real and )\b[Hh]ermitian\b(?!,? (?:and )?real)|\bunitary\b"
        r"|\\mathbb\s*\{?\s*C\b|\\C\b|\\overline",
        "complex numbers are not known here: everything is read as real",
    ),
)


def _left_out(found: Understood, words: str) -> list[str]:
    """The lines about what is left out; a Lagrangian has its constraints in it, or none."""
    is_motion = any("by time is a variable" in note for note in found.notes)
    is_held = re.search(r"\bsubject to\b|\bconstrain", words) is not None
    is_free = (is_motion and not is_held) or is_lagrangian(found)
    rows = [row for row in LEFT_OUT if not (is_free and "Lagrang" in row[0])]
    return [line for pattern, line in rows if re.search(pattern, words)]


def say_what_is_left_out(
    found: Understood, remarks: Iterable[str] = (), conditions: Iterable[str] = ()
) -> None:
    """Add to the questions what is asked and not answered, and to the notes what is left out."""
    words = " ".join(" ".join(segment.text.split()) for segment in found.cut.segments)
    lines = _about_convexity(found, _asked_in(found, words), remarks)
    lines = _about_kinks(found, lines, words, [x for x in conditions if _KINK.search(x)])
    lines = [line for line in lines if line != LAGRANGIAN or not is_lagrangian(found)]
    lines = [line for line in lines if line != ALONG or not found.said.directions]
    lines = [line for line in lines if line != LAPLACIAN or not _GRAPH.search(words)]
    lines = [line for line in lines if line != OPTIMA or not found.said.solved]
    lines = [line for line in lines if TOLD.get(line) not in found.made]
    of_them = [x for x in of_derivatives(words) if not any(map(x.lower().count, _told(found)))]
    found.questions += [*lines, *of_them, *map(CHANGED.format, found.said.changes)]
    found.notes += [*_left_out(found, words), *other_layout(found)]
    known = {*found.problem.symbols} if found.problem else set[str]()
    known |= {d.symbol.name for d in found.problem.definitions} if found.problem else set()
    known |= {name for name, _ in found.cut.depends}
    unused_facts = dict.fromkeys(line for name, line in found.said.unknown if name in known)
    found.notes += [f"{line}: this was not used" for line in unused_facts]
    if found.function is not None:
        found.questions += list(dict.fromkeys([*not_answered(found), *said_again(found)]))


def _asked_in(found: Understood, words: str) -> list[str]:
    """The lines about what some sentence asks for and no derivative answers."""
    told = re.split(r"(?<=[.?!])\s+(?=\W*[A-Z])", words)
    asking = " ".join(x for x in told if is_asking(x) or _TASK.search(x))
    name = found.problem.name if found.problem else None
    lines = [line for pattern, line in ASKED if asked_for(pattern, asking, name)]
    lines += [line for pattern, line in TOLD_OF if re.search(pattern, words, re.I)]
    return list(dict.fromkeys(lines))


def _about_convexity(found: Understood, lines: list[str], remarks: Iterable[str]) -> list[str]:
    """Whether a function is convex is told with its Hessian, or not decided."""
    if any("definite" in x or "convex" in x or "concave" in x for x in remarks):
        return [line for line in lines if line != CONVEX]
    lines = lines if found.problem is not None else [line for line in lines if line != CONVEX]
    is_hessian = found.kind == HESSIAN
    return [NOT_CONVEX if line == CONVEX and is_hessian else line for line in lines]


def _about_kinks(
    found: Understood, lines: list[str], words: str, kinks: Sequence[str]
) -> list[str]:
    """Where there is no kink, the gradient is the only subgradient; at one, a value is chosen."""
    if SUBGRADIENTS not in lines or not (found.variables or found.questions):
        return lines
    is_set = re.search(r"\bsubdifferential|\ball (?:the |of the )?subgradients", words, re.I)
    found.notes += [ONE_OF_THEM] if kinks and not is_set else []
    new = [ALL_OF_THEM] if kinks and is_set else []
    return [*(line for line in lines if line != SUBGRADIENTS), *new]


def _told(found: Understood) -> list[str]:
    """What was made of derivatives, in the words for it."""
    return [words.lower() for words in found.made]


def unknown_tasks(words: str) -> list[str]:
    """The lines about what a text asks for and no derivative answers."""
    words = " ".join(words.split())
    rows = (*ASKED, *TOLD_OF)
    return list(dict.fromkeys(line for pattern, line in rows if re.search(pattern, words, re.I)))


def not_answered(found: Understood) -> list[str]:
    """The functions whose derivatives are asked for as well and that have no answer."""
    lines: list[str] = []
    for other, _ in other_functions(found):
        if not any(is_same(other, each) for each in found.answered):
            shown = quoted(other.latex if other.segment >= 0 else other.values[0]).plain
            lines.append(f"The derivative of {shown} is asked for as well; ask for it by itself.")
    return lines


def unused(found: Understood) -> list[str]:
    """Formulas of the text that were read and are neither the function, nor part of it, nor claims.

    They are shown, so that nobody believes them to be taken into account.
    """
    function = found.function
    if function is None or found.problem is None:
        return []
    functions = (function, *found.answered)
    used = {squeezed(value) for each in functions for value in each.values}
    inside = set[str]().union(*(reached(found, each) for each in functions))
    inside |= {each.left.name for each in found.answered}
    parts = {name for name in inside if name in found.meaning.defined}
    lines = [*_expressions(found, used), *_equations(found, found.problem, used)]
    whole = [*used, *(squeezed(d.values[0]) for d in found.reading.defined if d.left.name in parts)]
    lines = [latex for latex in dict.fromkeys(lines) if not _is_listed(latex, parts, whole)]
    solved = () if found.said.solved else found.reading.solved.values()
    return [*lines, *solved, *_defined_in_vain(found, inside, whole)][:MOST]


def _taken(found: Understood) -> set[int]:
    """The formulas that are claims, or of which derivatives are asked for."""
    values = (value for _, value in found.said.meant)
    return {*found.said.claims, *found.said.of, *found.said.mentioned, *values}


def _expressions(found: Understood, used: set[str]) -> list[str]:
    """Formulas without an equals sign of which no use is made."""
    taken = _taken(found)
    moving = {f"d{name}" for name in found.variables}  # in terms of ⟦dA⟧
    return [
        latex
        for number, latex in found.reading.bare.items()
        if number not in taken
        and squeezed(latex) not in moving
        and squeezed(latex) not in used
        and names_in(latex)
        and latex not in found.used
    ]


def _equations(found: Understood, problem: Problem, used: set[str]) -> list[str]:
    """Equations that define nothing and of which no use is made."""
    taken = _taken(found)
    functions = functions_of(found, problem)
    return [
        " = ".join(pieces)
        for number, pieces in found.reading.equal.items()
        if number not in taken
        and not is_about_derivatives(pieces, functions)
        and not {squeezed(piece) for piece in pieces} & used
        and not is_zero(found.reading, number)
        and Given(*pieces[:2]).shown not in found.used
    ]


def _defined_in_vain(found: Understood, inside: set[str], whole: Sequence[str]) -> list[str]:
    """Definitions of names of which neither the function nor anything else makes use."""
    function, reading = found.function, found.reading
    assert function is not None
    texts = [value for d in reading.defined for value in d.values]
    texts += [value for claim in reading.claimed for value in claim.values]
    texts += [claim.derivative.function for claim in reading.claimed]
    texts += [each.right for each in found.said.solved]
    texts += [*reading.bare.values(), *(each.function for each, _ in reading.asked)]
    used = inside.union(*(names_in(latex) for latex in texts if latex))
    taken = {function.left.name, *found.meaning.functions, *used}
    taken |= {put[1] for put in map(_PUT_IN.match, found.cut.notes) if put}
    symbols = {*found.problem.symbols} if found.problem else set[str]()
    known = {(d.segment, d.values) for d in reading.defined if d.left.name in taken}
    return [
        d.equation
        for d in functions_in(reading)
        if (
            d.equation not in found.used
            and not (
                {d.left.name, _whole(d.left.name)} & taken
                or (d.segment, d.values) in known  # the f of u = f(x) = …
                or any(squeezed(d.values[0]) in each for each in whole)  # r = Ax-b in \|Ax-b\|
            )
        )
        or _is_solution(d, found.variables, symbols)
    ]


def _whole(name: str) -> str:
    """What p_i is an entry of; x_next, the next point, is none of x."""
    stem, _, index = name.rpartition("_")
    return "" if index in NAMES.values() else stem


def _is_solution(each: Defined, variables: Sequence[str], symbols: set[str]) -> bool:
    """Does an equation say which value the variable has in what is given: x = A^{-1}b?"""
    is_variable = each.left.name in variables and each.left.arguments is None
    return is_variable and {*names_in(each.values[0])} <= symbols - {each.left.name}


def _is_listed(latex: str, parts: set[str], whole: Iterable[str]) -> bool:
    """Is this nothing but a name, a call of one, indices, or a part of what is used?"""
    left, inside = left_side(latex), squeezed(latex)
    if left is not None and (left.arguments is not None or left.name in parts):
        return True
    return _INDICES.fullmatch(inside) is not None or any(inside in each for each in whole)
