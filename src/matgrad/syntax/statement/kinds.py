"""What a statement is, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from matgrad.syntax.scope import Declaration
from matgrad.syntax.tokens import Token

Tokens = tuple[Token, ...]


class What(Enum):
    """What a statement is."""

    NAMES = "names"  # x, or A, B
    SIZE = "size"  # m×n
    DECLARATION = "declaration"  # A ∈ ℝ^{m×n}
    MAP = "map"  # f: ℝⁿ → ℝ
    DEFINITION = "definition"  # f(x) = …
    DERIVATIVE = "derivative"  # ∇f, ∂f/∂x = …
    DIFFERENTIAL = "differential"  # df = …
    FACT = "fact"  # Aᵀ = A
    MINIMISATION = "minimisation"  # min_x …
    CHAIN = "chain"  # a = b = c, where a is a formula
    EXPRESSION = "expression"
    WORKING = "working"  # formulas with derivatives in them: steps that lead somewhere
    OTHER = "other"


@dataclass(frozen=True)
class Statement:
    """One statement: its head (what is named, or differentiated), and what it is equal to."""

    what: What
    tokens: Tokens
    head: Tokens = ()  # the function of a derivative, what a minimisation minimises
    names: tuple[str, ...] = ()  # declared or defined
    params: tuple[str, ...] = ()  # of a defined function, or of what depends on them
    sides: tuple[Tokens, ...] = ()
    by: tuple[str, ...] = ()
    order: int = 1
    declared: tuple[Declaration, ...] = ()  # with the facts of a fact
    is_whole: bool = True  # of a derivative: not that of a side of a product

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands."""
        return self.tokens[0].start, self.tokens[-1].end
