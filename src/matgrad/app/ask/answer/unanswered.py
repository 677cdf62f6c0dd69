"""What a text asks for or rests on that the answer leaves out: it is said, never passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from matgrad.app.ask.answer.further import other_functions
from matgrad.app.ask.asking import beyond
from matgrad.app.ask.asking.beyond import INFORMATION, asked_for, of_derivatives
from matgrad.app.ask.claims.layouts import other_layout
from matgrad.app.ask.formulas.claimed import INNER
from matgrad.app.ask.formulas.notation import HESSIAN, JACOBIAN
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.choosing import is_same
from matgrad.app.ask.problem.doubts import said_again
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.usual import is_lagrangian
from matgrad.app.ask.text.orders import HIGHER
from matgrad.app.ask.text.sentences import is_asking

_IS = r"(?:(?:^|[.?!,;:])\s*|\b(?:and|or|so|but|why)\s+)(?:is|are)\b[^.?!]{0,80}?"
_WHETHER = r"\b(?:show|prove|whether|check|decide|determine if|why is|conclude)\b[^.?!]{0,80}?"
CONVEX = "Whether it is convex is told with the Hessian, where it can be decided; ask for that."
NOT_CONVEX = "Whether it is convex was not decided."
SUBGRADIENTS = "Subgradients are not computed."
ONE_OF_THEM = "at a kink one value is used, which the conditions name"
ALL_OF_THEM = "Not all subgradients at a kink are computed; the conditions name the one used."
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
RATES = "Marginal rates are not computed: they are quotients of the partial derivatives."
TOLD = {
    LAPLACIAN: "Laplacian",
    DIVERGENCE: "Divergence",
    MEAN: "Observed information",
    ALONG: "Directional derivative",
}  # that they were answered after all
_GRAPH = re.compile(r"\bgraph|\blaplacian matri", re.I)  # whose Laplacian is a matrix
RESIDUALS = "The Jacobian of the residuals is asked for as well; ask for it by itself."
ASKED = (
    (beyond.LAPLACIAN, LAPLACIAN),
    (rf"(?:{_IS}|{_WHETHER})\b(?:convex|concave)", CONVEX),
    (
        rf"{_IS}\b(?:positive|negative)[- ](?:semi-?)?definite\s*\?",
        CONVEX,
    ),
    (
        r"\b(?:minimi[sz]ers?|maximi[sz]ers?|arg\s?min|arg\s?max|(?:stationary|critical) points?"
        r"|optimal (?:solution|value|point))\b"
        r"|(?:\b(?:find|compute|derive|determine|give|and|what is)|,)\s+(?:the|its)\s+"
        r"(?:MLE|maximum[- ]likelihood\s+(?:estimat(?:e|or)|solution))s?\b"
        r"|\b(?:find|determine|compute|and|are|is)\s+(?:(?:the|its|all|any|stable|unstable)\s+)*"
        r"equilibri(?:um\s+(?:points?|positions?|distances?|values?|states?)|a)\b|\b(?:find|determine|compute|derive|give|what|which)"
        r"\b[^.?!]{0,90}\b(?:that|which) (?:[a-z]+ly )?(?:mini|maxi)mi[sz]es?\b"
        r"|\b(?:for which|at which|where (?:is|does|are)|when (?:is|does))\b[^.?!]{0,60}"
        r"\b(?:zero|vanish)",
        OPTIMA,
    ),
    (
        r"\b(?:when|where|(?:for|at) which \S+) (?:is|are|does|do) (?:the )?"
        r"(?:derivatives?|gradients?)\b[^.?!]{0,60}\bequals?\b",
        "Where derivatives are equal is not computed, only the derivatives are.",
    ),
    (r"\bdirectional derivatives?\b", ALONG),
    (INFORMATION, MEAN),
    (HIGHER, beyond.ORDERS),
    (r"\band (?:the )?jacobian (?:matrix )?of (?:the|its) residuals?\b", RESIDUALS),
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
        RATES,
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
    lines = [line for line in lines if line != RESIDUALS or found.kind != JACOBIAN]
    lines = [line for line in lines if line != OPTIMA or not found.said.solved]
    lines = [line for line in lines if line != RATES or not _has_quotient(found)]
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


def _has_quotient(found: Understood) -> bool:
    """Does the text write a formula that is made of two derivatives, which is worked out?"""
    formulas = (*found.reading.products.values(), *(x[0] for x in found.reading.equal.values()))
    return any(len(INNER.findall(latex)) > 1 for latex in formulas)


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
