"""Problems of matrix calculus by seed and level, each with its solution, certificate and grader.

A problem is drawn from a small grammar: vectors and matrices around the variable, and numbers made
of them. Its solution is derived and checked. Claims are solutions in another form, or solutions
with a slip that has a name; the judge of claims confirms each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from matgrad.api.derivation import Derivation
from matgrad.api.judge import Claim, judge, of_kind
from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.core.walk import postorder, substitute
from matgrad.errors import LimitError, MatgradError
from matgrad.ops import add, hadamard, matmul, transpose
from matgrad.rules.simplify import multiplied_out
from matgrad.verify.found import RIGHT
from matgrad.verify.lines import WRONG

FORMAT = "matgrad bench-set 1"
LEVELS = (1, 2, 3)
MOST = 100_000  # problems of one set
TRIES = 200  # draws for one problem
LONGEST = 400  # letters of a solution
SIZES: dict[str, tuple[str, ...]] = {
    "x": ("n",), "b": ("m",), "c": ("m",), "a": ("n",), "u": ("p",), "A": ("m", "n"),
    "B": ("p", "m"), "S": ("n", "n"), "W": ("m", "m"), "X": ("n", "k"), "Z": ("n", "n"),
    "C": ("n", "n"), "D": ("n", "n"), "E": ("m", "k"), "lam": (),
}  # fmt: skip
FUNCTIONS = (("exp", "sin"), ("tanh", "sigmoid", "exp", "cos"), ("tanh", "sigmoid", "softplus"))
WORDS = {
    "gradient": "the gradient of", "jacobian": "the Jacobian of", "hessian": "the Hessian of",
}  # fmt: skip
ASKED = (*["gradient"] * 4, "jacobian", "jacobian", "hessian", "claim", "claim", "claim")


@dataclass
class _Draw:
    """A problem that is being drawn: a level, and what is random."""

    random: Random
    level: int
    assume: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def one(self, *ways: str) -> str:
        """One of these."""
        return self.random.choice(ways)

    def function(self) -> str:
        """A function of entries."""
        return self.one(*FUNCTIONS[self.level - 1])

    def vector(self, depth: int) -> str:
        """A vector of m entries that depends on x."""
        inner = self.one("A*x", "A*x - b", "A*x + c")
        if depth <= 1:
            return inner
        return self.one(
            f"{self.function()}({inner})", f"W*{self.function()}({inner})",
            f"softmax({inner})", f"({inner}) .* c",
            f"{self.function()}(W*{self.function()}({inner}))",
        )  # fmt: skip

    def of_x(self) -> str:
        """A number that depends on x."""
        v = self.vector(self.level - 1)
        simple = [
            "a'*x", "x'*S*x", f"norm2({v})^2", f"c'*({v})", f"sum({self.function()}({v}))",
            "x'*S*x - 2*a'*x", f"norm2({v})^2 + lam*norm2(x)^2",
        ]  # fmt: skip
        harder = [
            f"logsumexp({v})", f"({v})'*W*({v})", f"log(1 + norm2({v})^2)", "a'*x/norm2(x)",
            f"exp(-norm2({v})^2)", "norm2(x)^3", f"c'*({v}) + lam*x'*S*x", "(x'*S*x)/(x'*x)",
        ]  # fmt: skip
        return self.one(*(simple if self.level == 1 else [*simple[2:], *harder]))

    def of_matrix(self) -> tuple[str, str]:
        """A number that depends on a matrix, and the matrix."""
        rectangular = [
            "tr(X'*C*X)", "normF(A*X - E)^2", "a'*X*X'*a", "normF(X)^2", "tr(E'*A*X)",
        ]  # fmt: skip
        square = ["tr(C*Z*D)", "a'*Z*a", "tr(Z*C*Z')", "tr(Z^2)", "normF(Z - C)^2"]
        if self.level > 1:
            rectangular += [
                "logdet(X'*X)", f"sum({self.function()}(A*X))", "normF(A*X - E)^2 + lam*normF(X)^2",
                "tr(X'*C*X*X'*X)",
            ]  # fmt: skip
            square += ["logdet(Z)", "a'*inv(Z)*a", "tr(C*inv(Z)*D)", "det(Z)", "tr(Z^3)"]
        if self.level > 2:
            square += ["logdet(Z + C'*C)", "tr(C*inv(Z*D))", "a'*inv(Z'*Z)*a", "tr(expm(Z))"]
            rectangular += ["logdet(C + X*X')", "normF(tanh(A*X) - E)^2", "log(det(X'*C*X))"]
        if self.random.random() < 0.5:
            return self.one(*rectangular), "X"
        return self.one(*square), "Z"

    def problem(self, kind: str) -> tuple[str, str]:
        """A function and its variable."""
        if kind == "jacobian":
            return self.vector(self.level), "x"
        if kind == "hessian":
            return self.of_x(), "x"
        return (self.of_x(), "x") if self.random.random() < 0.5 else self.of_matrix()


def bench_set(number: int, seed: int = 0, level: int = 1) -> Iterator[dict[str, Any]]:
    """As many problems, the same ones for the same seed and level.

    >>> row = next(bench_set(1, seed=1))
    >>> row["format"], row["id"]
    ('matgrad bench-set 1', 'seed 1, level 1, 1')
    """
    if level not in LEVELS or not 0 <= number <= MOST:
        raise LimitError(f"levels are {LEVELS}, and a set has at most {MOST:,} problems")
    met: set[tuple[str, ...]] = set()
    for count in range(1, number + 1):
        name = f"seed {seed}, level {level}, {count}"
        random = Random(f"{FORMAT}, {name}")
        for attempt in range(TRIES):
            row = _row(random, level, is_new=attempt < TRIES - 1, met=met)
            if row is not None:
                yield {"format": FORMAT, "id": name, "level": level, **row}
                break


def _row(
    random: Random, level: int, *, is_new: bool, met: set[tuple[str, ...]]
) -> dict[str, Any] | None:
    """A problem that was not met before, or None; a small grammar may have no more of them."""
    asked = random.choice(ASKED)
    kind = random.choice(ASKED[:7]) if asked == "claim" else asked
    draw = _Draw(random, level)
    function, wrt = draw.problem(kind)
    symmetric = {"S": ("symmetric",)} if "S" in function and random.random() < 0.5 else {}
    shapes = {name: SIZES[name] for name in SIZES if _has(function, name)}
    try:
        d = of_kind(function, wrt, shapes, symmetric, kind=kind)
        if not d.verdict.ok or len(str(d.result)) > LONGEST:
            return None
        made: Mapping[str, Any] = _claim(d, random) if asked == "claim" else _solution(d)
        if not made:
            return None
        certificate = d.certificate()
    except MatgradError:
        return None
    grader = {"function": function, "wrt": wrt, "kind": kind, "shapes": _lists(shapes)}
    grader |= {"assume": _lists(symmetric)}
    grader |= {"claim": made["claim"]} if "claim" in made else {}
    key = (function, wrt, kind, str(symmetric), str(made.get("claim")))
    if key in met and is_new:
        return None
    met.add(key)
    return {
        "kind": "claim" if "claim" in made else kind,
        "question": _question(d, shapes, symmetric, made),
        "grader": grader,
        **made,
        "certificate": certificate,
    }


def _has(function: str, name: str) -> bool:
    marks = "".join(c if c.isalnum() else " " for c in function)
    return name in marks.split()


def _lists(given: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {name: list(words) for name, words in given.items()}


def _question(
    d: Derivation,
    shapes: Mapping[str, tuple[str, ...]],
    facts: Mapping[str, tuple[str, ...]],
    made: Mapping[str, Any],
) -> str:
    """The problem in words and LaTeX."""
    names = {name: x.latex() for name, x in d.problem.symbols.items()}
    sizes = {name: r" \times ".join(shape) for name, shape in shapes.items()}
    spaces = (
        rf"${names[name]} \in \mathbb{{R}}" + (rf"^{{{size}}}$" if size else "$")
        for name, size in sizes.items()
    )
    given = "Let " + ", ".join(spaces) + "."
    known = "".join(f" ${names[name]}$ is {' and '.join(words)}." for name, words in facts.items())
    function = d.trace.origin.problem.function  # a Hessian is derived from the gradient
    about = f"{WORDS[d.kind]} ${function.latex()}$ with respect to ${names[d.trace.wrt[0].name]}$"
    if "claim" in made:
        return f"{given}{known} Is ${made['claim_latex']}$ {about}? Answer right or wrong."
    return f"{given}{known} Find {about}."


def _solution(d: Derivation) -> dict[str, Any]:
    return {"solution": str(d.result), "solution_latex": d.result.latex()}


# ---------------------------------------------------------------- claims


def _claim(d: Derivation, random: Random) -> dict[str, Any]:
    """A claim about a derivative, right or wrong, as the judge confirms."""
    wants_right = random.random() < 0.5
    ways = list(_forms(d.result) if wants_right else _slips(d.result))
    random.shuffle(ways)
    names = [*dict.fromkeys(name for name, _ in ways)]  # every slip is as likely as others
    random.shuffle(names)
    ways.sort(key=lambda way: names.index(way[0]))
    for slip, formula in ways:
        found = judge(d, None, str(formula))
        if found.status == (RIGHT if wants_right else WRONG):
            return _claimed(formula, slip, found)
    return {}


def _claimed(formula: Expr, slip: str, found: Claim) -> dict[str, Any]:
    example = found.counterexample
    return {
        "claim": str(formula),
        "claim_latex": formula.latex(),
        "solution": "right" if found.right else "wrong",
        "slip": slip,
        "reason": found.slip,
        "counterexample": None if example is None else dict(vars(example)),
    }


def _forms(result: Expr) -> Iterator[tuple[str, Expr]]:
    """The same in other forms."""
    yield "", result
    yield "", multiplied_out(result, Context())


def _slips(result: Expr) -> Iterator[tuple[str, Expr]]:
    """The result with one of the usual slips."""
    yield "factor", 2 * result
    yield "sign", -result
    for node in postorder(result):
        for name, other in _slipped(node):
            if other.shape == node.shape:
                yield name, substitute(result, {node: other})


def _slipped(node: Expr) -> Iterator[tuple[str, Expr]]:
    """A part with a slip in it, and the name of that."""
    if node.op is transpose and node.shape.is_square:
        yield "transpose", node.args[0]
    elif node.shape.is_square and not node.is_scalar and not node.args:
        yield "transpose", transpose(node)
    if node.op is add:
        for at in range(len(node.args)):
            rest = (*node.args[:at], *node.args[at + 1 :])
            yield "missing term", rest[0] if len(rest) == 1 else add(*rest)
            yield "sign of a term", add(*node.args[:at], -node.args[at], *node.args[at + 1 :])
    if node.op is matmul:
        shapes = {arg.shape for arg in node.args}
        if len(shapes) == 1:
            yield "order", matmul(*node.args[::-1])
            yield "elementwise", hadamard(*node.args)
        if node.args[0].shape.is_square:
            yield "missing factor", node.args[1] if len(node.args) == 2 else matmul(*node.args[1:])
    if node.op is hadamard:
        yield "missing factor", node.args[0] if len(node.args) == 2 else hadamard(*node.args[1:])
