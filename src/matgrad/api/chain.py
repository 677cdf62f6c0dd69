"""The chain form of a derivation: factors, product, and how it was checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from matgrad.api.pages import Readable, Sheet
from matgrad.core.expr import Expr
from matgrad.core.reading import Reading
from matgrad.core.steps import Trace
from matgrad.derive.chain import Chain, chain, factor_steps
from matgrad.errors import MatgradError, UnknownNameError, UnsupportedError, VerifyError
from matgrad.nets.chain import chain_document
from matgrad.nets.network import layer_name, short_name
from matgrad.render.document import Document
from matgrad.render.outline import assumed_section
from matgrad.verify.lines import LinesReport, check_lines

LONGEST = 60  # names of a cascade for which the chain form is worked out without being asked for


@dataclass(frozen=True)
class ChainForm(Readable):
    """A gradient as a product of Jacobians, in rows, and the product multiplied out."""

    chain: Chain
    report: LinesReport  # of the product, line by line down to the gradient
    of_factors: LinesReport  # of each factor against the differential it is read from
    entries: bool = False
    reading: Reading = field(default=Reading(), compare=False)

    @property
    def factors(self) -> tuple[Expr, ...]:
        """The Jacobians, from that of the function down to that by the variable."""
        return tuple(link.jacobian for link in self.chain.links)

    @property
    def product(self) -> Expr:
        """The product of the factors, and what is added to it: the gradient in one row."""
        return self.chain.whole

    def document(self, level: str = "normal") -> Document:
        """The chain laid out for reading; it has one level of detail."""
        end = "gradient" if self.chain.links[0].upper.is_scalar else "Jacobian"
        checked = [
            f"factors, each against its differential: {self.of_factors.summary}",
            f"lines of the product, down to the {end}: {self.report.summary}",
        ]
        whole = chain_document(self.chain, checked, self.entries)
        assumed = assumed_section(self.reading, [])
        return Document((assumed, *whole.sections)) if assumed.rows else whole


def together(forms: Iterable[ChainForm]) -> Sheet:
    """Several chains below each other."""
    return Sheet(Document(tuple(each for form in forms for each in form.document().sections)))


def chain_form(trace: Trace, variable: str | None, entries: bool = False) -> ChainForm:
    """The chain form of one gradient, each line of it checked."""
    known = {X.name: X for X in trace.wrt}
    if variable is None and len(known) == 1:
        variable = next(iter(known))
    name = layer_name(variable or "", known)
    if trace.kind != "gradient" and not _is_of_vectors(trace):
        raise UnsupportedError(
            "the chain form is that of a gradient, or of the Jacobian of a vector by a vector",
            hint="ask for the gradient, or in another form and numerator layout",
        )
    if name not in known:
        missing = f"there is no gradient by {variable}" if variable else "which gradient?"
        raise UnknownNameError(
            f"{missing}: the chain form is that of one gradient",
            hint="there are " + ", ".join(map(short_name, known)),
        )
    found = chain(trace, name)
    bare = replace(trace, results={}, forms={}, maps={})
    lines, factors = (
        check_lines(replace(bare, steps=steps)) for steps in (found.steps, factor_steps(found))
    )
    if lines.wrong or factors.wrong:
        raise VerifyError("the chain form failed its checks, so it is withheld")
    return ChainForm(found, lines, factors, entries, trace.origin.problem.reading)


def _is_of_vectors(trace: Trace) -> bool:
    """Is this the Jacobian of a column by columns, in the layout that the product has?"""
    f = trace.function
    if trace.kind != "jacobian" or f is None or f.is_scalar or trace.arranged:
        return False
    return all(shape.is_column for shape in (f.shape, *(X.shape for X in trace.wrt)))


def chain_products(trace: Trace) -> dict[str, Expr]:
    """The product of Jacobians for every variable, as far as there is one and it is checked."""
    if trace.kind != "gradient" or len(trace.definitions) > LONGEST:
        return {}
    found: dict[str, Expr] = {}
    for name in trace.results:
        try:
            form = chain_form(trace, name)
        except MatgradError:
            continue
        if form.report.ok and len(form.factors) > 1:
            found[name] = form.product
    return found
