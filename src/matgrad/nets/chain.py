"""The chain form laid out as the lecture does: one question a factor, then the product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple

from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.shape import Shape
from matgrad.core.walk import symbols
from matgrad.derive.chain import Chain, Link
from matgrad.nets.entries import LARGEST, entries, written
from matgrad.nets.propagation import lectured, nabla, named, said_once, spelled, stated
from matgrad.nets.propagation import rows as equations
from matgrad.ops import (
    add,
    diag_matrix,
    eye_op,
    hadamard,
    kron,
    matmul,
    scale,
    symbol_op,
    transpose,
)
from matgrad.render import latex, plain, text
from matgrad.render.boxes import beside, in_line
from matgrad.render.document import Document, Equation, Row, Section

LINE = 80  # a definition is written out in entries up to this length
Spell = Callable[[Expr], Spelling]
MATRICES = (diag_matrix, kron, eye_op)  # factors whose entries say more than their name
NOT_SMALL = f"entries are written out if all sizes are numbers up to {LARGEST}"
LOOSE = (add, hadamard, scale)  # parts that need parentheses in a product


def chain_document(
    chain: Chain, verdict_lines: Sequence[str] = (), with_entries: bool = False
) -> Document:
    """The factors one after the other, and their product step by step."""
    is_small = _is_small(chain)
    spell = in_entries if with_entries and is_small else symbolic
    remarks = [Row(words=(NOT_SMALL,))] if with_entries and not is_small else []
    total = partial(chain.links[0].upper, chain.variable)
    factors = product_of([partial(link.upper, link.lower) for link in chain.links], " · ", r" \, ")
    sections = [
        Section("Chain rule", (*_terms(chain), Row(Equation(total, factors)), *remarks)),
        *(_question(chain, link, spell) for link in chain.links),
        Section("Together", _product_rows(chain, total, factors, spell)),
        Section("Checked", tuple(Row(words=(line,)) for line in verdict_lines)),
    ]
    return Document(tuple(section for section in sections if section.rows))


def _terms(chain: Chain) -> list[Row]:
    """F = E + R: of the first term the chain form follows, the other is added at the end."""
    if chain.apart is None:
        return []
    part, rest = chain.apart.part, chain.apart.rest
    f = chain.apart.function
    both = (partial(each.symbol, chain.variable) for each in (part, rest))
    added = Spelling(*(" + ".join(pair) for pair in zip(*map(astuple, both), strict=True)))
    return [
        Row(Equation(named(f.name), spelled(part.symbol + rest.symbol))),
        Row(Equation(named(rest.symbol.name), spelled(rest.value))),
        Row(Equation(partial(f, chain.variable), added)),
    ]


def _is_small(chain: Chain) -> bool:
    shapes: list[Shape] = [s.shape for link in chain.links for s in (link.upper, link.lower)]
    return all(d.value is not None and d.value <= LARGEST for shape in shapes for d in shape)


def partial(upper: Expr, lower: Expr) -> Spelling:
    """∂h/∂z."""
    u, x = named(upper.name), named(lower.name)
    fraction = rf"\frac{{\partial {u.latex}}}{{\partial {x.latex}}}"
    return Spelling(f"d{u.text}/d{x.text}", f"∂{u.plain}/∂{x.plain}", fraction)


def product_of(parts: Sequence[Spelling], between: str, latex_between: str) -> Spelling:
    """Spellings one after the other."""
    return Spelling(
        "*".join(p.text for p in parts),
        in_line([p.plain for p in parts], between),
        latex_between.join(p.latex for p in parts),
    )


def _question(chain: Chain, link: Link, spell: Spell) -> Section:
    upper, lower = named(link.upper.name), named(link.lower.name)
    rows = [Row(Equation(upper, spelled(link.value)))]
    below = [Row(Equation(named(d.symbol.name), spelled(d.value))) for d in link.through[::-1]]
    label = partial(link.upper, link.lower)
    rows.append(Row(Equation(label, symbolic(link.jacobian))))
    if spell is in_entries and symbolic(link.jacobian) != written(link.jacobian):
        rows[1:1] = _each_entry(link)
        rows.append(Row(Equation(None, written(link.jacobian))))
    rows[1:1] = below
    rows += _where(chain, link.jacobian)
    return Section(f"How does {upper.plain} depend on {lower.plain}?", tuple(rows))


def _each_entry(link: Link) -> list[Row]:
    """h₁ = relu(z₁), h₂ = relu(z₂): the equation of a factor for each entry, if they are few."""
    if link.upper.is_scalar or link.upper.op is not symbol_op:
        return []
    left, right = (
        [lectured(x) for row in entries(side) for x in row] for side in (link.upper, link.value)
    )
    shown = [(symbolic(a), symbolic(b)) for a, b in zip(left, right, strict=True)]
    if len(shown) > LARGEST or any(len(b.plain) > LINE for _, b in shown):
        return []
    return [Row(Equation(a, b)) for a, b in shown]


def _product_rows(
    chain: Chain, total: Spelling, factors: Spelling, spell: Spell
) -> tuple[Row, ...]:
    rows = [Row(Equation(total, factors)), Row(Equation(None, spell(chain.product)))]
    gradient = chain.gradient
    shown = [step for step in chain.steps if step.rule != "read"]
    for step in shown:
        rows.append(Row(Equation(None, spell(step.after)), words=(step.why,) if step.why else ()))
    if spell is in_entries and shown and shown[-1].after.op is kron:
        rows.append(Row(Equation(None, written(shown[-1].after)), words=("entry by entry",)))
    is_outer = gradient.op is matmul and all(arg.shape.is_vector for arg in gradient.args)
    why = "the outer product, read row by row" if is_outer else "the same entries in its own shape"
    if not chain.links[0].upper.is_scalar:
        is_new = gradient is not chain.product
        rows += (
            [Row(Equation(None, spelled(gradient)), words=("multiplied out",))] if is_new else []
        )
        return (*rows, *_behind(chain, gradient))
    name = chain.links[0].upper.name
    if chain.apart is not None:
        own = partial(chain.apart.rest.symbol, chain.variable)
        words = ("in its own shape",)
        rows.append(Row(Equation(own, spelled(chain.apart.gradient)), words=words))
        name = chain.apart.function.name
        why = "the entries of both, in its own shape"
    rows.append(Row(Equation(nabla(chain.variable.name, name), spelled(gradient)), words=(why,)))
    return (*rows, *_behind(chain, gradient))


def _where(chain: Chain, shown: Expr) -> list[Row]:
    """The names that an expression uses and that are not parts of the function."""
    used = set(symbols(shown))
    return [
        Row(Equation(named(d.symbol.name), spelled(d.value)))
        for d in chain.names
        if d.symbol in used
    ]


def _behind(chain: Chain, shown: Expr) -> tuple[Row, ...]:
    """The same with the names that those use in turn; of many layers they are said once."""
    used = set(symbols(shown))
    for d in reversed(chain.names):
        if d.symbol in used:
            used.update(symbols(d.value))
    return equations(said_once(stated(d) for d in chain.names if d.symbol in used))


# ---------------------------------------------------------------- products, factor by factor


def symbolic(root: Expr) -> Spelling:
    """A product as it is."""
    shown = lectured(root)
    return Spelling(text(shown), plain(shown), latex(shown))


def in_entries(root: Expr) -> Spelling:
    """A product in which matrices that are mostly zeros, and named rows, are written out."""
    if root.op is kron:
        return symbolic(root)
    parts = root.args if root.op in (matmul, hadamard) else (root,)
    between = (" ⊙ ", r" \odot ") if root.op is hadamard else (" ", r" \, ")
    return product_of([_part(part, len(parts) > 1) for part in parts], *between)


def _part(node: Expr, among_others: bool) -> Spelling:
    if node.op in MATRICES or _is_row_of_entries(node):
        return written(node)
    if node.op is hadamard:
        return closed(in_entries(node))
    shown = symbolic(node)
    return closed(shown) if among_others and node.op in LOOSE else shown


def _is_row_of_entries(node: Expr) -> bool:
    """Is this a named row, or a function of one, such as relu′(z)ᵀ?"""
    if node.op is not transpose or not node.args[0].shape.is_column:
        return False
    inner = node.args[0]
    return inner.op is symbol_op or inner.op.derivative is not None


def closed(shown: Spelling) -> Spelling:
    """In parentheses."""
    inside = beside(beside("(", shown.plain), ")")
    return Spelling(f"({shown.text})", inside, rf"\left({shown.latex}\right)")
