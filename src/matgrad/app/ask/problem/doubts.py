"""What a text says of its function that no answer may pass over: it is asked about, or said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.formulas.notation import left_side, names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined, names_of
from matgrad.app.ask.problem.anew import defined_anew
from matgrad.app.ask.problem.choosing import reached, squeezed
from matgrad.app.ask.problem.dotted import unclear_dots
from matgrad.app.ask.problem.fixed import called_fixed
from matgrad.app.ask.problem.losses import unwritten_loss
from matgrad.app.ask.problem.one_of_many import one_of_many
from matgrad.app.ask.problem.rivals import rival
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.dependence import turned
from matgrad.app.ask.spelling.fixed_entries import is_variable
from matgrad.app.ask.spelling.jacobian_products import HELD
from matgrad.app.ask.text.marks import M, numbers
from matgrad.render.glyphs import plain_name
from matgrad.syntax.tokens import GREEK

# B depends on x, A(x) is a matrix depending on x
_DEPENDS = re.compile(
    rf"({M})(?P<between>[^.?!;{M[0]}]{{0,60}})\b(?:depend(?:s|ing|ent)? on|a function of)\s+({M})",
    re.I,
)
_MADE_OF = re.compile(  # ⟦S⟧ is the sample covariance of the columns of ⟦X⟧
    rf"({M})\s+(?:is|are|be|denotes?|being)\s+(?:the|an?)\s+(?:[a-z-]+\s+){{1,4}}of\s+"
    rf"(?:[a-z]+\s+){{0,5}}({M})",
    re.I,
)
_NOT = re.compile(r"\b(?:not|no|never|independent)\b|n['’]t\b", re.I)
# V(q), with nothing else between the brackets
_CALL = re.compile(
    r"(?<![A-Za-z\\_{^])(?P<V>[A-Z])\s*(?:\\left\s*)?\(\s*(?P<q>\\?[A-Za-z]+)\s*(?:\\right\s*)?\)"
)
# Wx, and not Ax^2 or At
_PRODUCT = re.compile(r"(?<![A-Za-z\\_{])(?P<W>[A-Z])\s*(?P<x>[b-dhp-ru-z])(?![A-Za-z_^(']|\s*\^)")
_LAYER = re.compile(r"\b(?:layer|network|neural|weight matri(?:x|ces))\b", re.I)
_EXPECTATION = re.compile(r"\s*\\mathbb\s*\{?\s*E\s*\}?(?![A-Za-z])")
_NORMALISED = re.compile(  # 1/Z, Z^{-1} beside an exponential
    r"(?=.*(?:\\exp|(?<![A-Za-z])e\s*\^))(?:.*\}\s*\{\s*Z\s*\}|.*/\s*Z(?![A-Za-z_(])|.*Z\s*\^\s*\{\s*-)",
    re.DOTALL,
)
_PRIME = re.compile(r"(?<![A-Za-z\\_])(?P<u>[a-z]|\\[a-z]+)\s*'(?=\s*(?:[-+)^=]|\\right|$))")
_UNIT = re.compile(r"e_(?P<k>\w) is the (?:unit )?vector with (?:its 1|a one) at")
_ENTRY = re.compile(r"([A-Za-z]+)_([a-z])")
_INDEX = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{?\s*([a-z])")


def doubts(found: Understood) -> list[str]:
    """The questions without whose answers the derivative would be that of something else."""
    kinds = (
        _dependent, _entries, _summed, _optimal, _of_number, _placed, _products, _calls,
        _normalised, _expected, _primed, _indexed, unwritten_loss, unclear_dots, one_of_many, rival,
    )  # fmt: skip
    return [*dict.fromkeys(line for kind in kinds for line in kind(found))]


def _indexed(found: Understood) -> Iterator[str]:
    """A matrix that has the variable as its index, K_θ, may depend on it."""
    assert found.problem is not None
    for name in found.problem.symbols:
        letter, _, index = name.partition("_")
        if letter and index in {*found.variables} & {*GREEK.values()}:
            K, theta = plain_name(letter), plain_name(index)
            yield f"Does {K}_{theta} depend on {theta}? If so, write {K}({theta})."


def _placed(found: Understood) -> Iterator[str]:
    """A variable with the index of an entry: by w_k, of -log y_k, is not by any row."""
    assert found.problem is not None
    for unit in filter(None, map(_UNIT.search, (*found.problem.notes, *found.notes))):
        if is_variable(found.cut, unit["k"]):
            yield (
                f"The derivative by one with the index {unit['k']} is not told apart from the "
                "others; ask for the whole, and take that row or column of it."
            )


def _of_number(found: Understood) -> Iterator[str]:
    """A product of a vector with the derivative of a number: v^T ∂f/∂x is no derivative of v^Tf."""
    assert found.problem is not None and found.function is not None
    inside = names_in(found.function.values[0])
    is_product = any(note.endswith(HELD) for note in found.notes)
    for each in found.problem.definitions if is_product else ():
        if each.symbol.name in inside and each.value.is_scalar:
            f = plain_name(each.symbol.name)
            yield f"{f} is a number; for its derivative along a direction v write ∇{f}(x)ᵀv."


def _primed(found: Understood) -> Iterator[str]:
    """A prime behind a number, as in u' + ku: of a number nobody writes the transpose."""
    assert found.problem is not None
    for each in (m for latex in _formulas(found) for m in _PRIME.finditer(latex)):
        symbol = found.problem.symbols.get(whole_name(each["u"]) or "")
        if symbol is not None and symbol.is_scalar:
            u = plain_name(symbol.name)
            yield f"Is {u}' a derivative of {u}? Say how {u} is given, or call it otherwise."


def _optimal(found: Understood) -> Iterator[str]:
    r"""A function that is itself an optimum over something else: f(x) = \max_y x^TAy."""
    function = found.function
    assert function is not None
    given = {whole_name(part) for part in function.left.arguments or ()}
    over = [name for name in found.reading.over if given and name not in {*given, *"ijkl"}]
    if over and re.search(r"\\(?:min|max|inf|sup)\b|\bm(?:in|ax)\b", function.values[0]):
        f, y = plain_name(function.left.name), plain_name(over[0])
        yield f"{f} is the least or largest value over {y}, which is not differentiated."


def _products(found: Understood) -> Iterator[str]:
    """W and x of Wx that fit as numbers only, where the text says of something else that it is one.

    In u = Wx, v = u - μ “with scalar μ” the mean is taken from each entry of a vector.
    """
    assert found.problem is not None
    symbols, said = found.problem.symbols, found.said
    told = {*said.kinds, *said.facts, *(each.name for each in found.reading.declared)}
    is_said = "scalar" in said.kinds.values() or _LAYER.search(found.cut.marked)
    for latex in _formulas(found) if is_said else ():
        for pair in _PRODUCT.finditer(latex):
            names = [pair["W"], pair["x"]]
            if not told & {*names} and all(n in symbols and symbols[n].is_scalar for n in names):
                W, x = names
                yield (
                    f"Are {W} and {x} numbers? {W}{x} looks like a matrix times a vector; say what "
                    f"they are, and write a number times a vector of ones where it is added to one."
                )


def _calls(found: Understood) -> Iterator[str]:
    """V(q), which fits as a product of numbers, but looks like a function that is not given."""
    assert found.problem is not None
    symbols = found.problem.symbols
    told = {*found.said.kinds, *found.said.facts, *(each.name for each in found.reading.declared)}
    for call in (call for latex in _formulas(found) for call in _CALL.finditer(latex)):
        V, q = call["V"], whole_name(call["q"])
        if V in symbols and V not in told and q in found.variables and symbols[V].is_scalar:
            yield f"How does {V} depend on {plain_name(q)}? Write it as an equation, {V} = …"


def _expected(found: Understood) -> Iterator[str]:
    r"""A term \mathbb{E}_q[…] of which the text may speak where it names no function."""
    is_named = found.said.of or any(each.function for each in found.asked)
    alone = [x for x in found.reading.bare.values() if _EXPECTATION.match(x)]
    if alone and not is_named:
        yield f"{quoted(alone[0]).plain} is not differentiated; which function is meant?"


def _normalised(found: Understood) -> Iterator[str]:
    """The Z of a density e^{-E(x)}/Z: it has no x in it, but it may have the parameters."""
    assert found.problem is not None and found.function is not None
    names = {*reached(found, found.function), found.function.left.name}
    parts = [d for d in (found.function, *found.reading.defined) if d.left.name in names]
    own = [d for d in parts if _NORMALISED.search(d.values[0]) and d.left.arguments]
    is_number = "Z" in found.problem.symbols and found.problem.symbols["Z"].is_scalar
    if not own or not is_number or "Z" in (*found.variables, *called_fixed(found)):
        return
    left = own[0].left
    given = [whole_name(x) for x in (left.arguments or ())[: left.before or None]]
    if other := [name for name in found.variables if name not in given]:
        x = plain_name(other[0])
        yield f"Does Z depend on {x}? Write it as an equation, Z = …, or say that Z is constant."
    else:
        found.notes.append(f"Z is a constant: it does not depend on {plain_name(given[0] or '')}")


def _formulas(found: Understood) -> list[str]:
    """The function, and the definitions that it uses."""
    assert found.function is not None
    known = found.meaning.defined
    parts = [known[name] for name in reached(found, found.function) if name in known]
    return [value for each in (found.function, *parts) for value in each.values[:1]]


def _dependent(found: Understood) -> Iterator[str]:
    """What depends on a variable, in a way that is not said."""
    function = found.function
    assert function is not None
    inside = reached(found, function)
    marked = " ".join(found.cut.marked.split())
    told = [(x[1], x[3]) for x in _DEPENDS.finditer(marked) if not _NOT.search(x["between"])]
    for what, on in (*told, *((what, by) for what, _, by in turned(marked) if what[0] == M[0])):
        by = [name for name in names_of(on, found.reading) if name in found.variables]
        for name in _called(found, next(numbers(what))):
            is_open = name in inside and name not in found.meaning.defined and name not in by
            is_open = is_open and name not in dict(found.cut.depends)
            if by and is_open and name not in found.meaning.functions:
                shown, x = plain_name(name), plain_name(by[0])
                yield f"How does {shown} depend on {x}? Write it as an equation, {shown} = …"


def made_of(found: Understood, missing: str) -> str | None:
    """The question for a part that words call the covariance, or the like, of a variable."""
    for match in _MADE_OF.finditer(" ".join(found.cut.marked.split())):
        if missing not in names_of(match[2], found.reading) or found.function is None:
            continue
        for name in _called(found, next(numbers(match[1]))):
            if name in reached(found, found.function) and name not in found.meaning.defined:
                shown, x = plain_name(name), plain_name(missing)
                return f"How does {shown} depend on {x}? Write it as an equation, {shown} = …"
    return None


def _called(found: Understood, segment: int) -> list[str]:
    """The names that a formula is, or that it calls: A for A(x)."""
    left = left_side(found.reading.bare.get(segment, ""))
    return [*found.reading.names.get(segment, []), *([left.name] if left else [])]


def _entries(found: Understood) -> Iterator[str]:
    """Entries of what the text defines that became names of their own: p_y, with p = …"""
    assert found.problem is not None
    given = {each.name for each in found.reading.declared} | {*found.kept}
    numbers = {name for name, kind in found.said.kinds.items() if kind == "scalar"}  # T_a of T(t)
    known = found.meaning.defined
    for name in found.problem.symbols.keys() - given - numbers:
        entry = _ENTRY.fullmatch(name)
        if entry is not None and (entry[1] in known or name in known):
            shown, whole = plain_name(name), plain_name(entry[1])
            yield (
                f"{shown} is an entry of {whole} at a place that is a letter; write it with a "
                f"vector that has a one there, as e^T {whole}."
            )


def _summed(found: Understood) -> Iterator[str]:
    """Numbers whose entries are added: in x - \\mu, with \\mu = \\sum_i x_i, x would be one."""
    assert found.problem is not None
    for latex in _formulas(found):
        indices = {*_INDEX.findall(latex)}
        members = (_ENTRY.fullmatch(name) for name in names_in(latex))
        for entry in filter(None, members):
            symbol = found.problem.symbols.get(entry[1])
            if symbol is not None and symbol.is_scalar and entry[2] in indices:
                shown = plain_name(entry[1])
                yield (
                    f"The entries of {shown} are added, but it stands beside numbers; write a "
                    "number times a vector of ones where it is added to a vector."
                )


def said_again(found: Understood) -> list[str]:
    """Other definitions of the function, in other variables: the answer is for the first."""
    chosen = found.function
    assert chosen is not None
    same = [d for d in found.reading.defined if _is_rival(found, chosen, d)]
    return [
        f"{plain_name(chosen.left.name)} is defined again, as {quoted(d.values[0]).plain}; "
        f"the answer is for {quoted(chosen.values[0]).plain}."
        for d in same[:1]
    ]


def _is_rival(found: Understood, chosen: Defined, other: Defined) -> bool:
    if chosen.segment < 0 or other is chosen or other.left != chosen.left:
        return False
    if squeezed(other.values[0]) in map(squeezed, chosen.values):
        return False
    if defined_anew(found, other.left.name, other.segment + 1) is other:
        return True
    parts = found.meaning.defined.keys()
    new = reached(found, other) - reached(found, chosen) - parts
    return any(name not in chosen.values[0] for name in new)  # as Σ in the index of a norm
