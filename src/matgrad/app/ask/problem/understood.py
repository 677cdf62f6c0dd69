"""A question as it was understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import GRADIENT, Derivative
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.problem.calls import Meaning
from matgrad.app.ask.text.segments import Cut
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError


@dataclass
class Understood:
    """A question as it was understood; `questions` is what has to be asked back."""

    cut: Cut
    reading: Reading
    said: Said
    meaning: Meaning
    function: Defined | None = None
    beside: list[Defined] = field(default_factory=list[Defined])  # it as well, as the text has it
    problem: Problem | None = None
    is_scalar: bool = (
        True  # a function of which there is a gradient, unless a Jacobian is asked for
    )
    kind: str = GRADIENT
    variables: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()  # names with a definition that are variables all the same
    asked: list[Derivative] = field(default_factory=list[Derivative])  # of the function
    whole: str = ""  # a name with a definition that claims take for the variable, perhaps
    others: list[str] = field(default_factory=list[str])  # such names that are asked about as well
    answered: list[Defined] = field(default_factory=list[Defined])  # further functions
    made: list[str] = field(default_factory=list[str])  # what is made of derivatives, and told
    notes: list[str] = field(default_factory=list[str])
    questions: list[str] = field(default_factory=list[str])
    used: set[str] = field(default_factory=set[str])  # equations that made a claim right
    errors: list[MatgradError] = field(default_factory=list[MatgradError])
    text: str = ""  # the question as it was written
    program: Any = None  # of a question about a program: how it was read, the likeliest way first
