"""The conversation: one line in, one answer out, and what was said before stays known.

> f = norm2(A*x - b)^2
f: scalar, with A: m×n, x: n, b: m
> gradient x
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import reduce

import matgrad as mg
from matgrad.api.data import FACTS, NAMES, plain_name, shapes_in_words
from matgrad.api.derivation import Derivation, Expr, Problem
from matgrad.api.judge import KINDS as CHECKED
from matgrad.api.judge import ClaimText, derived, nearest_of
from matgrad.api.pipeline import is_latex_or_code
from matgrad.ask.reply import ask
from matgrad.errors import MatgradError, ShapeError, UnknownNameError

KINDS = ("gradient", "jacobian", "hessian", "differential")
SHORT = {"grad": "gradient", "jac": "jacobian", "hess": "hessian", "diff": "differential"}
HELP = """\
A: m×n symmetric        say what a variable is; shapes that are not said are inferred
r = A*x - b             give a part a name
f = r'*r                the last line is the function; also in LaTeX, or a line of NumPy
gradient x              or jacobian, hessian, differential; several variables: gradient U, V
explain                 the steps with numbers; explain 2 shows everything that happened in step 2
check 2*A'*r            is this the last answer?
code, code jax          the answer as code; also latex, markdown
shapes, history         what is known of the variables; the lines that count now
ask …                   a question in prose
undo, clear, quit"""
_WORD = re.compile(r"[A-Za-z]{2,}")
_VARIABLES = re.compile(r"\s*\w[\w\s,⁰-⁾₀-₉²³¹]*")


@dataclass
class Session:
    """What has been said, and the last answer."""

    lines: list[str] = field(default_factory=list[str])
    last: Derivation | None = None
    asked: tuple[str, list[str], list[str]] | None = None  # kind, variables, and of which lines
    heard: Derivation | None = None  # the answer to a question in words
    past: list[tuple[str, list[str]]] = field(default_factory=list[tuple[str, list[str]]])
    made: set[str] = field(default_factory=set[str])  # lines that LaTeX or code became
    limits: mg.Limits = field(default_factory=mg.Limits)

    def answer(self, line: str) -> str:
        """The answer to one line; errors are answers, too."""
        text = line.strip()
        if not text:
            return ""
        word, _, rest = text.partition(" ")
        word = SHORT.get(word, word) if _VARIABLES.fullmatch(rest) else word
        try:
            if word in COMMANDS:
                return COMMANDS[word](self, rest.strip())
            self.heard = None
            if word in KINDS:
                return self.derive(word, rest.partition("#")[0].strip())
            return self.learn(text)
        except MatgradError as error:
            near = get_close_matches(word, [*KINDS, *COMMANDS], 1, 0.75) if rest else []
            meant = f"    did you mean {near[0]} {rest}?" if near and word not in near else ""
            return "\n".join(filter(None, (str(error), meant, HINT if is_prose(text) else "")))

    # ------------------------------------------------------------ the function

    def learn(self, text: str) -> str:
        """A declaration, a definition, or a function, as it is typed, in LaTeX or in code."""
        if is_latex_or_code(text):
            return self.learn_whole(text)
        if _WORD.fullmatch(text) and not any(re.search(rf"\b{text}\b", x) for x in self.lines):
            near = get_close_matches(text, [*KINDS, *COMMANDS, *QUIT], 1)
            hint = f"did you mean {near[0]}?" if near else "help says what can be typed"
            raise UnknownNameError(f"{text} is no command and stands for nothing so far", hint=hint)
        lines = self.with_lines(text)
        problem = self.problem(lines)
        self.made -= {*pieces(text)}
        self.keep(text, lines)
        return "noted" if problem is None else shapes_in_words(problem)

    def keep(self, text: str, lines: list[str]) -> None:
        """Take over lines; what was there before comes back with `undo`."""
        self.past.append((text, self.lines))
        self.lines = lines

    def with_lines(self, text: str) -> list[str]:
        """The lines with those that were typed, which semicolons part."""
        return reduce(with_line, pieces(text), self.lines)

    def learn_whole(self, text: str) -> str:
        """A function in LaTeX or code, with what is declared of its variables, and no more."""
        said = [line for line in self.lines if is_declaration(line) and line not in self.made]
        problem = read_whole(text, said, self.limits)
        formulas = [f"{d.symbol.name} = {d.value}" for d in problem.definitions]
        formulas.append(f"{problem.name} = {problem.function}")
        shapes = [f"{name}: {_declared(x)}" for name, x in problem.symbols.items()]
        brought = [] if self.has_shapes([*said, *formulas], problem) else shapes
        self.keep(text, [*said, *(line for line in brought if line not in said), *formulas])
        self.made |= {*brought, *formulas}.difference(said)
        if problem.asked is None:
            return shapes_in_words(problem)
        kind, variables = problem.asked
        return self.derive(kind, ", ".join(variables))

    def has_shapes(self, lines: list[str], problem: Problem) -> bool:
        """Are these the shapes that are found without being told?"""
        try:
            found = self.problem(lines)
        except MatgradError:
            return False
        return found is not None and found.symbols == problem.symbols

    def problem(self, lines: list[str] | None = None) -> Problem | None:
        """The function so far; None if there are only declarations."""
        known = self.lines if lines is None else lines
        is_open = all(map(is_declaration, known))
        script = [*known, "0"] if is_open else counted(known, self.made)
        found = mg.parse("\n".join(script), limits=self.limits)
        return None if is_open else found

    def derive(self, kind: str, rest: str) -> str:
        """A derivative of the function, or of a formula on the same line."""
        formula, by, names = rest.rpartition(" wrt ") if " wrt " in rest else ("", "", rest)
        formula = formula.removeprefix("of ").strip()
        if by and formula:
            self.learn(formula)
        problem = self.problem()
        if problem is None:
            raise UnknownNameError("there is no function yet", hint="f = norm2(A*x - b)^2")
        wrt = [name for name in re.split(r"[\s,]+", names) if name]
        if len(wrt) > 1 and wrt[0] == problem.name:  # gradient f x
            wrt = wrt[1:]
        if not wrt and len(problem.symbols) == 1:
            wrt = list(problem.symbols)
        return self.derived(kind, wrt).text().rstrip()

    def derived(self, kind: str, wrt: list[str]) -> Derivation:
        """A derivative of the function as it is now, which is the last answer."""
        script = "\n".join(counted(self.lines, self.made))
        d: Derivation = getattr(mg, kind)(script, wrt or None, limits=self.limits)
        self.last, self.asked = d, (kind, wrt, self.lines)
        return d

    # ------------------------------------------------------------ commands

    def answered(self) -> Derivation:
        """The last answer, or what it is now that something else was said."""
        if self.heard is not None:
            return self.heard
        if self.last is None or self.asked is None or self.problem() is None:
            raise UnknownNameError("there is no answer yet", hint="gradient x")
        kind, wrt, lines = self.asked
        return self.last if lines == self.lines else self.derived(kind, wrt)

    def hear(self, rest: str) -> str:
        """The answer to a question in words; its first derivation can be explained."""
        reply = ask(rest)
        self.heard = next(iter(reply.derivations), None)
        return reply.text().rstrip()

    def explain(self, rest: str) -> str:
        """The steps with numbers, or one of them with everything inside of it."""
        return self.answered().explain(rest)

    def check(self, rest: str) -> str:
        """Is a formula the last answer, by any of its variables?"""
        d = self.answered()
        own = None if self.heard is not None else self.problem()
        problem, kind = own or d.problem, d.kind if d.kind in CHECKED else ""
        names = [X.name for X in d.trace.wrt]
        true = [derived(problem, name, kind=kind, limits=self.limits) for name in names]
        about, found = nearest_of(true, ClaimText(rest, d.trace.definitions), self.limits)
        by = about.trace.wrt[0].name
        told = f", by {plain_name(by)}" if len(names) > 1 else ""
        return str(replace(found, status=found.status + told))

    def shapes(self, rest: str) -> str:
        """What is known of the variables."""
        problem = self.problem()
        return "nothing yet" if problem is None else shapes_in_words(problem)

    def history(self, rest: str) -> str:
        """The lines that count, in the order in which they are read."""
        return "\n".join(counted(self.lines, self.made)) or "nothing yet"

    def undo(self, rest: str) -> str:
        """Forget the last line."""
        if not self.past:
            return "nothing to forget"
        text, self.lines = self.past.pop()
        return f"forgotten: {text}"

    def clear(self, rest: str) -> str:
        """Forget everything."""
        self.lines, self.last, self.asked, self.heard, self.past = [], None, None, None, []
        return "forgotten"

    # ------------------------------------------------------------ while someone types

    def preview(self, text: str) -> str:
        """The shapes in a line that is not finished yet, or nothing."""
        word = text.strip().partition(" ")[0]
        if not text.strip() or word in KINDS or word in COMMANDS:
            return ""
        try:
            problem = self.problem(self.with_lines(text.strip()))
        except ShapeError as error:
            return error.message
        except MatgradError:
            return ""
        return "" if problem is None else shapes_in_words(problem)

    def complete(self, typed: str) -> list[str]:
        """The words that may go on from here."""
        start = re.search(r"\w*$", typed)
        begun = start[0] if start else ""
        names = {name for line in self.lines for name in re.findall(r"\b[A-Za-z]\w*", line)}
        words = {*KINDS, *COMMANDS} if begun == typed.strip() else {*FACTS, "wrt"}
        found = sorted(
            w for w in {*words, *NAMES, *names} if w.startswith(begun) and w.isidentifier()
        )
        return found if begun else self.variables(typed)

    def variables(self, typed: str) -> list[str]:
        """The variables that may follow “gradient” and a space."""
        word = typed.split(maxsplit=1)[0] if typed.split() else ""
        try:
            problem = self.problem() if SHORT.get(word, word) in KINDS else None
        except MatgradError:
            return []
        return [] if problem is None else sorted(problem.symbols)


def is_open(line: str) -> bool:
    """Do brackets wait for their end?"""
    return line.count("(") + line.count("[") > line.count(")") + line.count("]")


def _declared(x: Expr) -> str:
    shape = "scalar" if x.is_scalar else str(x.shape)
    return " ".join([shape, *sorted(x.data.facts)])


def spelled(kind: str) -> Callable[[Session, str], str]:
    """A command that prints the last answer in another spelling."""
    return lambda session, rest: getattr(session.answered(), kind)().rstrip()


COMMANDS: dict[str, Callable[[Session, str], str]] = {
    "help": lambda session, rest: HELP,
    "explain": Session.explain,
    "check": Session.check,
    "code": lambda session, rest: session.answered().compile(rest or "numpy").source.rstrip(),
    "latex": spelled("latex"),
    "markdown": spelled("markdown"),
    "shapes": Session.shapes,
    "history": Session.history,
    "ask": Session.hear,
    "undo": Session.undo,
    "clear": Session.clear,
}
QUIT = frozenset({"quit", "exit", "q"})


HINT = "    a question in words begins with ask: ask What is the gradient of $x^TAx$ by $x$?"
DEFINES = re.compile(r"^\w+\s*(?:\([^=]*\))?\s*=[^=]")
DECLARES = re.compile(r"^[\w\s,]+(?::(?!=)|\bin\b|\bis\b|∈)")


# What a line speaks of: the name that it defines or declares. “A is symmetric” only adds to A: n×n.
_OLD = re.compile(r"\w+\s*(?=[=:(]|\bin\b|\bis\b|∈)")
_NEW = re.compile(r"\w+\s*(?=[=:(]|\bin\b|∈)")


def is_declaration(line: str) -> bool:
    """Does a line only say what a variable is?"""
    return bool(DECLARES.match(line)) and not DEFINES.match(line)


def pieces(text: str) -> list[str]:
    """The lines that semicolons part, brackets aside."""
    found, depth = [""], 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == ";" and depth <= 0:
            found.append("")
        else:
            found[-1] += char
    return [each.strip() for each in found if each.strip()]


def with_line(lines: Sequence[str], text: str) -> list[str]:
    """The lines with a new one: a part before what uses it, a function in the place of the old."""
    name = _NEW.match(text)
    if is_declaration(text) and not name:
        return [*lines, text]  # A is symmetric
    if not name or not (DEFINES.match(text) or is_declaration(text)):
        return [*filter(_is_named, lines), text]
    old = [(found := _OLD.match(line)) and found[0].strip() == name[0].strip() for line in lines]
    kept = [line for line, is_old in zip(lines, old, strict=True) if not is_old]
    if is_declaration(text):
        return [*kept, text]
    users = [i for i, line in enumerate(kept) if not is_declaration(line) and _has(line, name[0])]
    if not users:
        return [*filter(_is_named, kept), text]
    at = min([users[0], *(i for i, is_old in enumerate(old) if is_old)])
    return [*kept[:at], text, *kept[at:]]


def counted(lines: Sequence[str], made: Container[str] = ()) -> list[str]:
    """Declarations, then the parts that the last line uses, and that line, which is the function.

    Declarations that LaTeX or code brought along (`made`) count as long as that formula does.
    """
    formulas = [line for line in lines if not is_declaration(line)]
    used: list[str] = []
    for line in reversed(formulas):
        name = re.match(r"\w+", line)
        if not used or (name and any(_has(other, name[0]) for other in used)):
            used.insert(0, line)
    brought = any(line in made for line in used)
    said = [x for x in lines if is_declaration(x) and (brought or x not in made)]
    return [*said, *used]


def _is_named(line: str) -> bool:
    return bool(DEFINES.match(line) or DECLARES.match(line))


def _has(line: str, name: str) -> bool:
    return re.search(rf"\b{name.strip()}\b", line) is not None


def read_whole(text: str, lines: Sequence[str], limits: mg.Limits) -> Problem:
    r"""A function in LaTeX or code; declarations may say what it means: X: n×d for \sum_i x_i."""
    known = declared(lines, limits)
    try:
        problem = mg.parse(text, limits=limits)
    except MatgradError:
        if not known:
            raise
    else:
        known = {name: x for name, x in known.items() if name in problem.symbols}
        if not known:
            return problem
    shapes = {name: tuple(map(str, x.shape)) for name, x in known.items()}
    assume = {name: sorted(x.data.facts) for name, x in known.items() if x.data.facts}
    return mg.parse(text, shapes, assume, limits)


def declared(lines: Sequence[str], limits: mg.Limits) -> dict[str, Expr]:
    """The variables that declarations speak of."""
    spoken = [line for line in lines if DECLARES.match(line) and not DEFINES.match(line)]
    heads = (re.split(r":|\bin\b|\bis\b|∈", line)[0] for line in spoken)
    names = {name for head in heads for name in re.findall(r"\w+", head)}
    found: dict[str, Expr] = {}
    for name in sorted(names):
        symbols = mg.parse("\n".join([*spoken, name]), limits=limits).symbols
        found |= {name: symbols[name]} if name in symbols else {}
    return found


def is_prose(text: str) -> bool:
    """Does someone ask in words, without the word ask in front?"""
    words = re.findall(r"(?<![\\\w])[a-z]{2,}(?!\w|\()", text.replace("$", " "), re.I)
    return text.rstrip().endswith("?") or len([w for w in words if w not in NAMES]) > 3
