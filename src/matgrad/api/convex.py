"""`mg.convex`: is a function convex? A proof that a person reads, or numbers against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from matgrad.api import pipeline as api
from matgrad.api.limits import bounded
from matgrad.api.pipeline import Assumptions, Shapes, Wrt
from matgrad.core.expr import Condition, Expr, make, number_value
from matgrad.core.facts import CURVED as BENT_SETS
from matgrad.core.facts import fact_words, facts_of
from matgrad.core.rule import Context
from matgrad.core.steps import Problem
from matgrad.core.walk import dependents, postorder, substitute
from matgrad.derive.bounds import bounds
from matgrad.derive.conditions import conditions_of
from matgrad.derive.convexity import HOLES, proof_of_sign
from matgrad.derive.curvature import Composition, composed, told
from matgrad.derive.definitions import closed_values
from matgrad.derive.signs import signs_of
from matgrad.derive.structure import convention
from matgrad.errors import MatgradError
from matgrad.ops import add, eye_op, frobenius, number, power_op, scale, sqrt, zeros_op
from matgrad.render.glyphs import plain_name
from matgrad.render.plain import plain
from matgrad.syntax import Limits
from matgrad.verify.chords import Chord, contradicted, find_chord

OPPOSITE = {"convex": "concave", "concave": "convex"}
BOTH = frozenset(OPPOSITE)
NOT_CONVEX_SET = "the set of all {0} that are {1} is not convex"
CONTRADICTED = "a sampled chord contradicts {0} being {1}, so the proof is withheld"
HALF = Fraction(1, 2)
LIMITS = ("positive", "positive_det", "inside_unit", "nonzero", "invertible")  # of a domain
LONG = 44  # letters of a part, beside which the reasons are not aligned
MOST = 6  # assumptions that are tried
FEW = 4  # variables whose second derivatives are looked at together


@dataclass(frozen=True)
class Step:
    """One line of a proof: what a part is, and why."""

    part: str
    says: str  # convex, ⪰ 0, …
    why: str

    def __str__(self) -> str:
        return f"{self.part}  is {self.says}: {self.why}"


@dataclass(frozen=True, repr=False)
class Convexity:
    """What is found of a function: convex, concave, affine, neither or undecided, and why.

    `where` is the set on which it holds, `steps` the proof; `counterexample` is a chord that shows
    that it is not convex, `counterexamples` one against each of convex and concave. `otherwise`
    says under which assumption more holds. `strong` and `smooth` are constants μ and L with
    μ I ⪯ ∂²f/∂x² ⪯ L I, if these follow.
    """

    status: str
    name: str
    variables: tuple[str, ...]
    function: str
    steps: tuple[Step, ...] = ()
    where: str = ""
    counterexamples: tuple[Chord, ...] = ()
    otherwise: str = ""
    words: str = ""  # why nothing is decided
    strong: str = ""
    smooth: str = ""
    problem: Problem | None = field(default=None, compare=False)

    @property
    def counterexample(self) -> Chord | None:
        """Two points and the one halfway, if there are any that show something."""
        return self.counterexamples[0] if self.counterexamples else None

    @property
    def is_convex(self) -> bool:
        """Is it proved to be convex? An affine function is."""
        return self.status in ("convex", "affine")

    @property
    def is_concave(self) -> bool:
        """Is it proved to be concave? An affine function is."""
        return self.status in ("concave", "affine")

    @property
    def verdict(self) -> str:
        """The answer in one sentence."""
        about = " and ".join(map(plain_name, self.variables))
        jointly = "jointly " if len(self.variables) > 1 and self.status in OPPOSITE else ""
        status = "neither convex nor concave" if self.status == "neither" else self.status
        said = f"{plain_name(self.name)} is {jointly}{status} in {about}"
        if self.status == "undecided":
            said = f"undecided: whether {plain_name(self.name)} is convex or concave in {about}"
        return said + (f", {self.where}" if self.where else "")

    def text(self, level: str = "normal", color: bool = False, width: int = 100) -> str:
        """The answer with its proof, for a terminal."""
        lines = [f"{plain_name(self.name)} = {self.function}", "", self.verdict]
        if self.words:
            lines += ["  " + self.words]
        if self.steps:
            short = [len(step.part) for step in self.steps if len(step.part) < LONG]
            wide = max(short, default=0)
            lines += ["", "Proof"]
            lines += [f"  {x.part:<{wide}}  {x.says}: {x.why}" for x in self.steps]
        if self.counterexamples:
            lines += ["", *map(str, self.counterexamples)]
        if self.strong or self.smooth:
            lines.append("")
        if self.strong:
            lines.append(f"strongly convex with μ = {self.strong}")
        if self.smooth:
            lines.append(f"its gradient has the Lipschitz constant L = {self.smooth}")
        if self.otherwise:
            lines += ["", self.otherwise]
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        """The same as data."""
        return {
            "status": self.status,
            "function": self.function,
            "wrt": list(self.variables),
            "where": self.where,
            "steps": [asdict(step) for step in self.steps],
            "counterexamples": [asdict(chord) for chord in self.counterexamples],
            "otherwise": self.otherwise,
            "reason": self.words,
            "strong": self.strong,
            "smooth": self.smooth,
        }


@bounded
def convex(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    limits: Limits | None = None,
    strict: bool = False,
) -> Convexity:
    """Is a function convex, concave, affine or neither, jointly in all variables that are named?

    >>> found = convex("||Ax - b||^2 + l ||x||_1", "x", assume={"l": ["positive"]})
    >>> found.status
    'convex'
    >>> print(found.steps[-1])
    ‖Ax − b‖² + l ‖x‖₁  is convex: a sum of what is convex
    >>> convex("x^3", "x").counterexample.values
    ('-1', '0', '-1/8')

    A certificate is a proof; what is not proved is "neither" if there are numbers that show it, or
    else "undecided".
    """
    problem = api.problem_of(f, shapes, assume, limits, scalar=True, wrt=wrt, strict=strict)
    names = api.variable_names(problem, wrt)
    api.defined(problem)
    return judged(problem, [api.variable_of(problem, name) for name in names])


def judged(problem: Problem, variables: Sequence[Expr]) -> Convexity:
    """What is found of a problem, in these variables."""
    task = _Task(problem, tuple(variables))
    for X in variables:
        bent = facts_of(X) & BENT_SETS
        if bent:
            words = NOT_CONVEX_SET.format(plain_name(X.name), fact_words(min(bent)))
            return task.answer("undecided", words=words)
    proved = task.by_composition() or task.by_hessian() or task.by_blocks()
    if proved is not None and proved.status in OPPOSITE and not proved.words:
        return task.with_constants(proved)
    if proved is not None:
        return proved
    against = tuple(c for word in OPPOSITE if (c := find_chord(problem, variables, word)))
    status = "neither" if len(against) == 2 else "undecided"
    words = (
        ""
        if len(against) == 2
        else "no rule proves it" + ("" if against else ", and no sampled chord speaks against it")
    )
    return replace(
        task.answer(status, words=words, otherwise=task.otherwise()),
        counterexamples=against,
        where=task.where if status == "neither" else "",
    )


class _Task:
    """One function in some variables, and the ways to prove that it is convex."""

    def __init__(self, problem: Problem, variables: tuple[Expr, ...]) -> None:
        self.problem, self.variables = problem, variables
        self.function = substitute(problem.function, closed_values(list(problem.definitions)))
        self.conditions = conditions_of(problem, variables, Context())
        self.composition = composed(self.function, variables, self.conditions)

    def answer(self, status: str, **rest: Any) -> Convexity:
        """An answer about this function."""
        names = tuple(X.name for X in self.variables)
        shown = plain(self.function)
        return Convexity(status, self.problem.name, names, shown, problem=self.problem, **rest)

    @property
    def where(self) -> str:
        """The set on which the function is looked at, in words."""
        moving = set(self.variables)
        found = [
            condition.words.format(plain(condition.subject))
            for condition in self.conditions
            if condition.predicate in LIMITS
            and moving & dependents((condition.subject,), moving)
            and not self._is_smoothness(condition)
        ]
        for X in self.variables:
            name, facts = plain_name(X.name), X.data.facts
            entries = {"positive": "> 0", "nonnegative": "≥ 0"}
            found += [f"{name} {entries[fact]}" for fact in entries if fact in facts]
            found += [f"{name} {fact_words(fact)}" for fact in sorted(facts) if fact not in entries]
        return "for " + " and ".join(dict.fromkeys(found)) if found else ""

    def _is_smoothness(self, condition: Condition) -> bool:
        """Is this needed for a derivative only, as x ≠ 0 is of √(x²) and of a product?"""
        if condition.predicate == "nonzero":
            return condition.words != "{0} ≠ 0"
        roots = [node for node in postorder(self.function) if condition.subject in node.args]
        if "≥0" not in signs_of(condition.subject):
            return False
        return bool(roots) and all(node.op in (sqrt, add) or _is_root(node) for node in roots)

    # ------------------------------------------------------------ proofs

    def by_composition(self) -> Convexity | None:
        """By the way the function is built."""
        shape = self.composition.shape
        if not shape:
            return None
        words = [word for word in OPPOSITE if word in shape]
        claims = [(node, what) for word in words for node, what, _ in self.composition.proof(word)]
        wrong = contradicted(self.problem, self.variables, claims)
        if wrong is not None:
            return self.answer("undecided", words=CONTRADICTED.format(plain(wrong[0]), wrong[1]))
        status = "affine" if len(words) == 2 else words[0]
        steps = tuple(_steps(self.composition, words[0]))
        if status == "affine":
            steps = (Step(plain(self.function), "affine", "each term has one factor that varies"),)
        return self.answer(status, steps=steps, where=self.where)

    def by_hessian(self) -> Convexity | None:
        """By the signs of the second derivative, where the function is smooth on a convex set."""
        if len(self.variables) > 1 or not self.function.is_scalar or not self._is_smooth():
            return None
        X = next(iter(self.variables))
        try:
            found = api.hessian(self.problem, X.name, structure="free")
        except MatgradError:
            return None
        if not found.verdict.ok:
            return None
        (H,) = (found.trace.forms["closed"] or found.trace.results).values()
        if H.op is zeros_op or number_value(H) == 0:
            steps = (Step(_second(self.problem, X, X), "0", "found and checked as a Hessian"),)
            return self.answer("affine", steps=steps, where=self.where)
        proved = proof_of_sign(H, self.conditions)
        if proved is None:
            return None
        shape, reasons = proved
        whole = Step(_second(self.problem, X, X), plain(H), "derived and checked as a Hessian")
        steps = (whole, *(Step(plain(part), says, why) for part, says, why in reasons))
        return self._unless_contradicted(shape, steps)

    def by_blocks(self) -> Convexity | None:
        """By the second derivatives in several variables, if they are numbers times I."""
        if not (1 < len(self.variables) <= FEW and self.function.is_scalar and self._is_smooth()):
            return None
        entries: dict[tuple[Expr, Expr], Fraction] = {}
        for X, Y in combinations_with_replacement(self.variables, 2):
            try:
                found = api.hessian(self.problem, [X.name, Y.name] if X is not Y else X.name)
            except MatgradError:
                return None
            (H,) = (found.trace.forms["closed"] or found.trace.results).values()
            value = _multiple(H)
            if not found.verdict.ok or value is None:
                return None
            entries[X, Y] = entries[Y, X] = value
        matrix = [[entries[X, Y] for Y in self.variables] for X in self.variables]
        for shape, sign in (("convex", 1), ("concave", -1)):
            if _is_semidefinite([[sign * x for x in row] for row in matrix]):
                rows = "; ".join(" ".join(map(str, row)) for row in matrix)
                relation = "⪰" if sign > 0 else "⪯"
                why = "all pivots of its Cholesky decomposition have this sign"
                steps = (
                    Step("the second derivatives", f"[{rows}] ⊗ I", "derived and checked"),
                    Step(f"[{rows}]", f"{relation} 0", why),
                )
                return self._unless_contradicted(shape, steps)
        return None

    def _unless_contradicted(self, shape: str, steps: tuple[Step, ...]) -> Convexity:
        wrong = contradicted(self.problem, self.variables, [(self.problem.function, shape)])
        if wrong is not None:
            words = CONTRADICTED.format(plain_name(self.problem.name), shape)
            return self.answer("undecided", words=words)
        return self.answer(shape, steps=steps, where=self.where)

    def _is_smooth(self) -> bool:
        """Is the function smooth everywhere on a convex set, so that its Hessian tells all?"""
        if any(_has_holes(X) for X in self.variables):
            return False
        moving = set(self.variables)
        structural = [convention(X, "free") for X in self.variables]
        return all(
            self._is_convex_set(condition)
            for condition in self.conditions
            if condition.words not in structural
            and moving & dependents((condition.subject,), moving)
        )

    def _is_convex_set(self, condition: Condition) -> bool:
        inner = Composition(condition.subject, self.variables, {})
        if condition.predicate == "positive":
            return "concave" in inner.shape
        return condition.predicate == "inside_unit" and len(inner.shape) == 2

    # ------------------------------------------------------------ what more can be said

    def with_constants(self, proved: Convexity) -> Convexity:
        """Add the constants of strong convexity and of smoothness, if they follow."""
        if proved.status != "convex" or len(self.variables) > 1 or not self.function.is_scalar:
            return proved
        X = next(iter(self.variables))
        f, words = self.composition.function, {"strong": "", "smooth": ""}
        for name, bound in zip(words, bounds(self.problem, self.composition), strict=True):
            if bound is not None:
                square = scale(number(HALF), bound.value, frobenius(X, X))
                remaining = f - square if name == "strong" else square - f
                if contradicted(self.problem, self.variables, [(remaining, "convex")]) is None:
                    known = name == "smooth" or bound.is_positive
                    words[name] = bound.words + ("" if known else ", if that is positive")
        return replace(proved, **words)

    def otherwise(self) -> str:
        """An assumption under which the function would be convex or concave."""
        named = [X for X in self.problem.symbols.values() if not X.data.axes]
        options = [(X, fact) for X in named if (fact := _assumable(X))][:MOST]
        trials = [(option,) for option in options]
        trials += [tuple(options)] if len(options) > 1 else []
        for trial in trials:
            found = self._supposing(trial)
            if found is not None:
                words = " and ".join(f"{plain_name(X.name)} is {fact_words(f)}" for X, f in trial)
                return f"If {words}, it is {found}."
        return ""

    def _supposing(self, trial: Sequence[tuple[Expr, str]]) -> str | None:
        new = {X: make(X.op, (), X.data._replace(facts=X.data.facts | {f})) for X, f in trial}
        problem = _renewed(self.problem, new)
        task = _Task(problem, tuple(new.get(X, X) for X in self.variables))
        found = task.by_composition()
        return found.status if found is not None and found.status in OPPOSITE else None


def _renewed(problem: Problem, new: dict[Expr, Expr]) -> Problem:
    given = tuple(replace(d, value=substitute(d.value, new)) for d in problem.definitions)
    symbols = {name: new.get(X, X) for name, X in problem.symbols.items()}
    function = substitute(problem.function, new)
    return replace(problem, function=function, definitions=given, symbols=symbols)


def _assumable(X: Expr) -> str:
    """What may be supposed of a variable that is not known of it."""
    facts = facts_of(X)
    if X.shape.is_square and not X.is_scalar:
        return "" if "positive_definite" in facts else "positive_definite"
    return "" if "positive" in facts else "positive"


def _has_holes(X: Expr) -> bool:
    facts = facts_of(X)
    holes = set(facts & HOLES)
    holes -= {"nonzero"} if "positive" in facts else set[str]()
    holes -= {"invertible"} if "positive_definite" in facts else set[str]()
    return bool(holes)


def _second(problem: Problem, X: Expr, Y: Expr) -> str:
    f, x, y = (plain_name(name) for name in (problem.name, X.name, Y.name))
    return f"∂²{f}/∂{x}²" if X is Y else f"∂²{f}/∂{x}∂{y}"


def _steps(proof: Composition, word: str) -> Iterator[Step]:
    """The lines of a proof; that a linear map is affine goes without saying."""
    for node, what, reason in proof.proof(word):
        if node in proof.varying and not proof.is_affine(node):
            affine = [plain(part) for part, _ in reason.premises if proof.is_affine(part)]
            inner = [
                part for part in dict.fromkeys(affine) if part not in map(_name, proof.variables)
            ]
            also = (
                f"; {', '.join(inner)} {'is' if len(inner) == 1 else 'are'} affine" if inner else ""
            )
            yield Step(plain(node), told(what), reason.why + also)


def _is_root(node: Expr) -> bool:
    k = number_value(node.args[1]) if node.op is power_op else None
    return k is not None and k > 0


def _name(X: Expr) -> str:
    return plain(X)


def _multiple(H: Expr) -> Fraction | None:
    """The c of c I, of a number c, or of zeros."""
    if H.op is zeros_op:
        return Fraction(0)
    body = H.args[-1] if H.op is scale and len(H.args) == 2 else H
    factor = number_value(H.args[0]) if body is not H else Fraction(1)
    if body.op is eye_op and factor is not None:
        return factor
    return number_value(H)


def _is_semidefinite(matrix: list[list[Fraction]]) -> bool:
    """Are all pivots ≥ 0, and what a pivot of 0 stands for 0 as well?"""
    rows = [row[:] for row in matrix]
    for k, pivot_row in enumerate(rows):
        pivot = pivot_row[k]
        if pivot < 0 or (pivot == 0 and any(pivot_row[k + 1 :])):
            return False
        for row in rows[k + 1 :] if pivot else ():
            factor = row[k] / pivot
            row[:] = [x - factor * y for x, y in zip(row, pivot_row, strict=True)]
    return True
