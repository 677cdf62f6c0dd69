"""What is made of derivatives by a formula of the text: p/Q dQ/dp, or F = −∇U, asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from matgrad.app.ask.claims.along import shortest
from matgrad.app.ask.claims.asked_products import asked_products, named_products
from matgrad.app.ask.claims.evaluated import readable, shown, valued
from matgrad.app.ask.claims.inner_derivatives import value_of
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.named_products import named_as
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.walk import symbols
from matgrad.errors import MatgradError
from matgrad.render.document import Equation, Row, Section

AT = "At "  # of titles


@dataclass(frozen=True)
class Made:
    """What was made of a derivative, and under which conditions."""

    title: str
    left: Spelling
    value: Expr
    conditions: tuple[str, ...]
    words: str = ""  # the pattern of the words that ask for it

    @property
    def key(self) -> str:
        """Its name among data, with the point at which it is taken."""
        return f"{self.left.text} {self.title}" if self.title.startswith(AT) else self.left.text

    @property
    def section(self) -> Section:
        """It, for reading."""
        needed = [Row(words=(words,)) for words in self.conditions]
        return Section(self.title, (Row(Equation(self.left, self.value)), *needed))


def formulas_of(subject: Subject) -> Iterator[Made]:
    """The formulas of the text with derivatives inside that are no claims, also at its point."""
    found, x = subject.found, subject.problem.symbols[subject.found.variables[0]]
    products = [(named_as(found.cut, x), x) for x in asked_products(found).values()]
    products += [(each.latex, each.values[0]) for each in named_products(found)]
    place = readable(found, subject.problem)
    for name, latex in dict.fromkeys(products):
        written = quoted(name)
        found.used.add(latex)
        try:
            value = shortest(subject.problem, x, value_of(subject, latex))
        except MatgradError as error:
            found.questions.append(f"{written.plain} is not worked out: {error.message}.")
            continue
        yield Made("Asked for as well", written, value, ())
        if place and {*place} & {*symbols(value)}:
            yield Made(f"{AT}{shown(place)}", written, valued(value, place), ())
