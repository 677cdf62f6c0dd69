"""What a request is about: text, LaTeX or a whole question, read into a problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import matgrad as mg
from matgrad.api.derivation import Derivation
from matgrad.api.limits import FILE_BYTES
from matgrad.api.pipeline import Problem, is_code, problem_in_latex, problem_of
from matgrad.ask.reply import Reply, ask
from matgrad.errors import (
    AmbiguousError,
    LimitError,
    MatgradError,
    ParseError,
    ShapeError,
    UnknownNameError,
    UnsupportedError,
)

Request = Mapping[str, Any]
FENCE = "```"  # around a program in a text
# Names that are usually the unknown, the likeliest first.
USUAL = "x w theta beta W X z u v U V Q p q s t".split()

_MATH = re.compile(r"\$\$.+?\$\$|\$[^$]+?\$|\\\[.+?\\\]|\\\(.+?\\\)", re.DOTALL)
_PROSE = re.compile(
    r"(?<![\\\w])(?:the|of|with|respect|what|is|are|find|gradients?|derivatives?|compute|where|let"
    r"|and|for|how|given|show|that|calculate|differentiate|function|can|want|hessian|jacobian)\b",
    re.IGNORECASE,
)
# The words of our own language: A is symmetric; gradient of x'*A*x wrt x
_OWN = re.compile(
    r"(?:^|[;\n])\s*(?:gradient|jacobian|hessian|differential)\s+(?:of\b)?|"
    r"\bwith respect to\b|\bis\b"
)
_BY = re.compile(r"[\w)\]'|²]\s+(?:wrt|w\.r\.t\.?)\s")  # says enough alone: x'*A*x wrt x


@dataclass(frozen=True)
class Given:
    """A problem as it was read, and what is asked of it."""

    mode: str
    problem: Problem
    kind: str
    wrt: tuple[str, ...]
    reply: Reply | None = None  # of a question in words

    def as_asked(self) -> Derivation | None:
        """The derivation of a question, if nothing else is asked for than it does itself."""
        found = self.reply.derivations if self.reply is not None else []
        for d in found:
            by = tuple(X.name for X in d.trace.wrt)
            if d.trace.origin.problem is self.problem and (d.kind, by) == (self.kind, self.wrt):
                return d
        return None


def read(request: Request) -> Given:
    """Read the problem of a request; the kind and the variables are chosen where none are given."""
    text: str = request["input"]
    mode: str = request.get("mode") or "auto"
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > FILE_BYTES:
        raise LimitError(f"the input has {size:,} bytes; the limit is {FILE_BYTES:,}")
    chosen = guess(text) if mode == "auto" else mode
    try:
        return READERS[chosen](text, request)
    except MatgradError as error:
        vars(error).setdefault("mode", SHOWN.get(chosen, chosen))
        raise


# What a guess is called in an answer.
SHOWN = {"prose": "question", "plain": "text", "program": "text"}


# ---------------------------------------------------------------- which language it is


def guess(text: str) -> str:
    """Text, LaTeX, a program or a question, from what it looks like."""
    if FENCE in text:
        return "question"
    if is_code(text):
        return "program"
    outside = _MATH.sub(" ", text)
    is_prose = "?" in outside or len(_PROSE.findall(outside)) > 1 or bool(_BY.search(outside))
    if "$" in text or "\\" in text:
        alone = not outside.strip(" .,;\n\t")
        return "latex" if alone or not is_prose else "question"
    return "prose" if is_prose else "plain"


def _program(text: str, request: Request) -> Given:
    """A program: one that computes derivatives by hand gets a verdict on each of them."""
    with suppress(MatgradError):
        report = mg.check_code(text, limits=mg.Limits(bytes=FILE_BYTES))
        if report.verdicts:
            return _question(text, request)
    return _text(text, request)


def _prose(text: str, request: Request) -> Given:
    """Words without any mark of LaTeX: our own language has some, a question has more."""
    if _PROSE.search(_OWN.sub("\n", text)):  # no product of letters
        return _question(text, request)
    try:
        return _text(text, request)
    except (ParseError, UnknownNameError, UnsupportedError, AmbiguousError):
        return _question(text, request)


# ---------------------------------------------------------------- reading it


def _text(text: str, request: Request) -> Given:
    return _formula("text", problem_of, text, request)


def _latex(text: str, request: Request) -> Given:
    return _formula("latex", problem_in_latex, text, request)


def _formula(mode: str, parse: Callable[..., Problem], text: str, request: Request) -> Given:
    limits = mg.Limits()
    shapes, assume, kind = (request.get(name) for name in ("shapes", "assume", "kind"))
    if kind in ("jacobian", "differential"):
        return settled(mode, parse(text, shapes, assume, limits, False), request)
    try:
        problem = parse(text, shapes, assume, limits, True)
    except ShapeError:
        problem = parse(text, shapes, assume, limits, False)
    except AmbiguousError:
        if kind is None:  # the options for a Jacobian are more
            parse(text, shapes, assume, limits, False)
        raise
    if kind is None and problem.asked is None and _has_numbers_only(problem):
        problem = _with_vectors(lambda: parse(text, shapes, assume, limits, False), problem)
    return settled(mode, problem, request)


def _has_numbers_only(problem: Problem) -> bool:
    return all(x.is_scalar for x in problem.symbols.values())


def _with_vectors(read_again: Callable[[], Problem], numbers: Problem) -> Problem:
    """x and y of sin(x), x*y' are vectors, as letters are, and numbers only where they must be."""
    try:
        return read_again()
    except MatgradError:
        return numbers


def _question(text: str, request: Request) -> Given:
    found = ask(text, limits=mg.Limits(bytes=FILE_BYTES))
    problem = found.problem
    if problem is None:
        raise AmbiguousError(
            "the question could not be read",
            hint="; ".join(found.questions) or "write the function as an equation, f(x) = …",
        )
    if request.get("shapes") or request.get("assume"):
        problem = _changed(problem, request)
    return settled("question", problem, request, found)


def _changed(problem: Problem, request: Request) -> Problem:
    """The same problem with other shapes or assumptions, read again from its own text."""
    lines = [f"{d.symbol.name} = {d.value}" for d in problem.definitions]
    script = "\n".join([*lines, f"{problem.name} = {problem.function}"])
    shapes = {name: tuple(map(str, x.shape)) for name, x in problem.symbols.items()}
    facts = {name: sorted(x.data.facts) for name, x in problem.symbols.items() if x.data.facts}
    supposed: dict[str, Any] = request.get("assume") or {}
    assume = {**facts, **supposed}
    limits = mg.Limits(bytes=FILE_BYTES)
    chosen: dict[str, Any] = request.get("shapes") or {}
    try:
        return problem_of(script, {**shapes, **chosen}, assume, limits)
    except ShapeError:  # what was chosen goes before what was read
        return problem_of(script, chosen, assume, limits)


READERS: dict[str, Callable[[str, Request], Given]] = {
    "text": _text,
    "latex": _latex,
    "question": _question,
    "prose": _prose,
    "program": _program,
    "plain": _text,
}


# ---------------------------------------------------------------- what is asked


def settled(mode: str, problem: Problem, request: Request, found: Reply | None = None) -> Given:
    """Choose the kind of derivative and the variables where the request leaves them open."""
    kind, wrt = suggested(problem, found)
    chosen = request.get("kind") or kind
    names = tuple(request.get("wrt") or ())
    return Given(mode, problem, chosen, names or wrt, found)


def suggested(problem: Problem, found: Reply | None = None) -> tuple[str, tuple[str, ...]]:
    """What the text asks for, or else a good guess."""
    if found is not None and found.derivations:
        first = found.derivations[0]
        return first.kind, tuple(X.name for X in first.trace.wrt)
    if problem.asked is not None:
        return problem.asked
    kind = "gradient" if problem.function.is_scalar else "jacobian"
    return kind, likeliest(problem)


def likeliest(problem: Problem) -> tuple[str, ...]:
    """The variable that people most often mean."""
    symbols = problem.symbols
    free = [name for name, x in symbols.items() if "constant" not in x.data.facts] or list(symbols)
    usual = [name for name in USUAL if name in free]
    vectors = [name for name in free if not symbols[name].is_scalar]
    return tuple([*usual, *vectors, *free][:1])
