"""Random compositions against their certificates: `python -m campaign.convexity --cases 10000`.

Functions are put together at random from the operators, so that most are neither convex nor
concave. Each proof by composition is held against chords at many points: two points, and the value
halfway between them. A chord that contradicts a proof is a finding, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.core.steps import Problem
from matgrad.core.walk import symbols
from matgrad.derive.conditions import conditions_of
from matgrad.derive.curvature import composed
from matgrad.errors import MatgradError
from matgrad.verify.chords import contradicted, find_chord

LARGEST = 80  # nodes
EXPONENTS = (2, 2, 3, 4, -1, -2, Fraction(1, 2), Fraction(1, 3), Fraction(3, 2), Fraction(-1, 2))
NUMBERS = (1, 2, -1, -1, Fraction(1, 2), -2)
FUNCTIONS = (
    ops.exp, ops.log, ops.sqrt, ops.absolute, ops.relu, ops.softplus, ops.sigmoid, ops.ndtr,
    ops.tanh, ops.sinh, ops.cosh, ops.atan, ops.square, ops.sin, ops.erf, ops.erfc, ops.lgamma,
    ops.entr, ops.digamma,
)  # fmt: skip
OF_VECTORS = (
    ops.norm1, ops.norm2, ops.total, ops.mean, ops.max_entry, ops.min_entry, ops.logsumexp,
    ops.var, ops.prod,
)  # fmt: skip
OF_MATRICES = (
    ops.trace, ops.logdet, ops.eigmax, ops.normnuc, ops.normspec, ops.normF, ops.det, ops.total,
)  # fmt: skip
TO_MATRICES = (ops.inv, ops.sqrtm, ops.logm, ops.expm)


@dataclass
class Maker:
    """Draws numbers, vectors and square matrices with a given depth."""

    random: Random

    def __post_init__(self) -> None:
        def maybe(fact: str, chance: float) -> tuple[str, ...]:
            return (fact,) if self.random.random() < chance else ()

        self.x = ops.symbol("x", "n", facts=maybe("positive", 0.5))
        self.y = ops.symbol("y", "n", facts=maybe("positive", 0.5))
        self.t = ops.symbol("t", facts=maybe("positive", 0.7))
        kinds = (("positive_definite",), ("positive_definite",), ("symmetric",), ())
        self.X = ops.symbol("X", "n", "n", facts=self.random.choice(kinds))
        self.c = ops.symbol("c", facts=maybe("positive", 0.3))
        self.P = ops.symbol("P", "n", "n", facts=("positive_definite",))
        self.A = ops.symbol("A", "n", "n")
        self.a, self.b = ops.symbol("a", "n", facts=("positive",)), ops.symbol("b", "n")

    def scalar(self, depth: int) -> Expr:  # noqa: PLR0911
        """A number."""
        pick, number = self.random.random(), self.random.choice
        if depth <= 0:
            return self.t if pick < 0.6 else self.c if pick < 0.8 else ops.number(number(NUMBERS))
        below = depth - 1
        if pick < 0.3:
            return number(OF_VECTORS)(self.vector(below))
        if pick < 0.45:
            return number(OF_MATRICES)(self.matrix(below))
        if pick < 0.6:
            return number(FUNCTIONS)(self.scalar(below))
        if pick < 0.7:
            return ops.power(self.scalar(below), number((*EXPONENTS, self.c)))
        if pick < 0.8:
            return ops.scale(ops.number(number(NUMBERS)), self.scalar(below))
        if pick < 0.9:
            return self.scalar(below) + self.scalar(below)
        return number((self._product, self._form, self._larger))(below)

    def _product(self, depth: int) -> Expr:
        return ops.scale(self.scalar(depth), self.scalar(depth))

    def _form(self, depth: int) -> Expr:
        v = self.vector(depth)
        return ops.matmul(v.T, self.matrix(depth), v)

    def _larger(self, depth: int) -> Expr:
        op = self.random.choice((ops.maximum, ops.minimum))
        return op(self.scalar(depth), self.scalar(depth))

    def vector(self, depth: int) -> Expr:  # noqa: PLR0911
        """A vector."""
        pick, one_of = self.random.random(), self.random.choice
        if depth <= 0:
            return one_of((self.x, self.x, self.x, self.y, self.y, self.b, self.a))
        below = depth - 1
        if pick < 0.25:
            return one_of(FUNCTIONS)(self.vector(below))
        if pick < 0.4:
            return ops.power(self.vector(below), one_of((*EXPONENTS, self.c)))
        if pick < 0.55:
            return self.vector(below) + self.vector(below)
        if pick < 0.7:
            return ops.hadamard(self.vector(below), self.vector(below))
        if pick < 0.8:
            return ops.matmul(self.A, self.vector(below))
        if pick < 0.9:
            factor = self.scalar(below) if pick < 0.85 else ops.power(self.t, -1)
            return ops.scale(factor, self.vector(below))
        return ops.diag(self.matrix(below))

    def matrix(self, depth: int) -> Expr:  # noqa: PLR0911
        """A square matrix."""
        pick, one_of = self.random.random(), self.random.choice
        if depth <= 0:
            return one_of((self.X, self.X, self.P))
        below = depth - 1
        if pick < 0.25:
            return one_of(TO_MATRICES)(self.matrix(below))
        if pick < 0.4:
            return self.matrix(below) + self.matrix(below)
        if pick < 0.55:
            return ops.matmul(self.matrix(below), self.matrix(below))
        if pick < 0.7:
            return ops.matmul(self.A.T, self.matrix(below), self.A)
        if pick < 0.8:
            return ops.scale(self.scalar(below), self.matrix(below))
        if pick < 0.9:
            return ops.diag_matrix(self.vector(below))
        v = self.vector(below)
        return ops.matmul(v, v.T)


def case(seed: int, index: int) -> tuple[Problem, list[Expr]] | None:
    """A function and its variables, or None if nothing came out of this draw."""
    random = Random(f"{seed}:{index}")
    maker = Maker(random)
    try:
        f = maker.scalar(random.choice((2, 3, 3, 4)))
    except MatgradError:
        return None
    names = {"x", "y", "t", "X"}
    variables = [X for X in symbols(f) if X.name in names]
    if not variables or f.size > LARGEST:
        return None
    if len(variables) > 1 and random.random() < 0.5:
        variables = [random.choice(variables)]
    return Problem(f, "f", symbols={X.name: X for X in symbols(f)}), variables


def outcome(problem: Problem, variables: Sequence[Expr]) -> str:
    """What was certified, or what contradicts it."""
    try:
        conditions = conditions_of(problem, variables, Context())
        proof = composed(problem.function, variables, conditions)
    except MatgradError as error:
        return f"error {type(error).__name__}"
    if not proof.shape:
        return "nothing proved"
    claims = [(node, what) for word in proof.shape for node, what, _ in proof.proof(word)]
    wrong = contradicted(problem, variables, claims)
    if wrong is not None:
        return f"WRONG: {wrong[0]} is not {wrong[1]}"
    for word in proof.shape:
        chord = find_chord(problem, variables, word)
        if chord is not None:
            return f"WRONG: {chord}"
    return "affine" if len(proof.shape) == 2 else min(proof.shape)


def main() -> int:
    """Exit code 0 if no certificate is contradicted."""
    parser = argparse.ArgumentParser(prog="campaign.convexity", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tally: Counter[str] = Counter()
    for index in range(given.first, given.first + given.cases):
        found = case(given.seed, index)
        said = "no function" if found is None else outcome(*found)
        tally[said.partition(":")[0]] += 1
        if found is not None and said.startswith(("WRONG", "error")):
            facts = {X.name: sorted(X.data.facts) for X in found[0].symbols.values()}
            wrt = [X.name for X in found[1]]
            print(f"{given.seed}:{index}", found[0].function, wrt, facts, said, flush=True)
    print(dict(tally))
    return int("WRONG" in tally)


if __name__ == "__main__":
    sys.exit(main())
