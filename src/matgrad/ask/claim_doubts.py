"""Why a verdict on a claim is not sure: each reason is a row, and makes the claim undecided.

A wrong verdict is a statement about what somebody wrote. It is given only where the claim cannot
well be read in another way, and nothing that is commonly left out would make it right. A right one
is taken back where signs of the claim may mean something else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from matgrad.ask.acts import Claim, Said
from matgrad.ask.join import Function, used_by
from matgrad.core.steps import Problem
from matgrad.syntax.tokens import Kind, Token


@dataclass(frozen=True)
class Judged:
    """What a claim was compared with: the problem, its function, the variable; and the slip."""

    problem: Problem
    function: Function
    by: str
    slip: str
    status: str


def doubtful(said: Said, claim: Claim, about: Judged) -> str:
    """The first reason for which a verdict is not sure, in words; "" if there is none."""
    reasons = REASONS if about.status == "wrong" else REASONS[:2]
    return next(filter(None, (reason(said, claim, about) for reason in reasons)), "")


def _tokens(claim: Claim) -> list[Token]:
    return [token for side in claim.sides for token in side]


def _unknown_supposition(said: Said, claim: Claim, about: Judged) -> str:
    names = [name for name, _ in claim.supposed if name not in about.problem.symbols]
    return f"what is supposed of {names[0]} is not used" if names else ""


def _derivatives_by_primes(said: Said, claim: Claim, about: Judged) -> str:
    """A' of A(t), and g' of a function g."""
    is_wrong, function = about.status == "wrong", str(about.problem.function)
    for name, mark in pairwise(t.text for t in _tokens(claim)):
        symbol, definition = said.symbols.by_name.get(name), said.definition(name)
        is_function = bool(definition and definition.params)
        is_open = (symbol is not None and bool(symbol.params)) or f"{name}(" in function
        if mark == "'" and (is_function or (is_open and is_wrong)):
            return f"{name}' may be a derivative of {name}"
    return ""


def _fonts(said: Said, claim: Claim, about: Judged) -> str:
    """ℒ and L in one text are two names, and one here."""
    plain = {t.text for s, _ in said.functions for t in s.tokens if t.font != "cal"}
    mixed = [t.text for t in _tokens(claim) if t.font == "cal" and t.text in plain]
    return f"{mixed[0]} stands in two fonts" if mixed else ""


def _ones(said: Said, claim: Claim, about: Judged) -> str:
    """A bold 1 may be a vector or a matrix of ones; [a & b] is a row of two entries."""
    source = said.text.source[slice(*claim.place)]
    is_cut = "[" in source and "&" in source and "begin" not in source
    is_open = any(t.text == "𝟏" for t in _tokens(claim)) and about.slip.startswith(
        "the shapes do not fit"
    )
    return "it is read otherwise than it is written" if is_cut or is_open else ""


def _sizes(said: Said, claim: Claim, about: Judged) -> str:
    """n in a claim is a size of the text, and not that which has this name here."""
    shapes = [x.shape for x in about.problem.symbols.values()]
    given = " ".join(str(s.shape) for s in said.symbols.by_name.values() if s.shape)
    sizes = {str(size) for shape in shapes for size in (shape.rows, shape.cols)}
    names = {t.text for t in _tokens(claim) if t.kind is Kind.NAME} - about.problem.symbols.keys()
    free = sorted(name for name in names & sizes if name not in given)
    numbers = {n for n, x in about.problem.symbols.items() if x.shape.is_scalar and n in "dmnNK"}
    parts = (*used_by(said, about.function, (about.by,)), about.function)
    texts = [t.text for part in parts for t in part.value]
    if not free and ("𝟏" in texts or ("1", "^") in pairwise(texts)):
        free = sorted(numbers - said.symbols.by_name.keys())  # (1/d) 𝟏ᵀx
    return f"what size is {free[0]}?" if free else ""


def _members(said: Said, claim: Claim, about: Judged) -> str:
    """X of a claim, where the text has only x_i: they may be its rows or its columns."""
    parts = (*used_by(said, about.function, (about.by,)), about.function)
    known = {t.text for part in parts for t in part.value}
    names = {t.text for t in _tokens(claim) if t.kind is Kind.NAME} & about.problem.symbols.keys()
    made = sorted(n for n in names - known if n.isupper() and n.lower() in "".join(known))
    return f"are the {made[0].lower()}_i rows or columns of {made[0]}?" if made else ""


def _left_out(said: Said, claim: Claim, about: Judged) -> str:
    """Covariances are symmetric, and labels sum to one, where nobody says so."""
    is_covariance = any(name.startswith("Sigma") for name in about.problem.symbols)
    is_turned = "symmetric" in about.slip or "transpose" in about.slip
    is_common = "sum to one" in about.slip or (is_covariance and is_turned)
    return about.slip if is_common else ""


def _laplacian(said: Said, claim: Claim, about: Judged) -> str:
    is_number = all(t.kind is Kind.NUMBER for t in claim.sides[-1])
    return "a Laplacian, or a Hessian?" if claim.order > 1 and is_number else ""


def _defined_variable(said: Said, claim: Claim, about: Judged) -> str:
    is_defined = said.definition(about.by) is not None
    return f"{about.by} is not free: the text defines it" if is_defined else ""


def _precedence(said: Said, claim: Claim, about: Judged) -> str:
    """A'u ⊙ v is read as (A'u) ⊙ v, and may be A'(u ⊙ v); so are products of Kronecker."""
    tokens = _tokens(claim)
    signs = [t.text for t in tokens]
    is_unsure = ("⊗" in signs and "I" in signs) or (
        {"⊙", "∘", "⊘", ".*"} & {*signs}
        and any(a.kind is Kind.NAME and b.kind is Kind.NAME for a, b in _touching(tokens))
    )
    return "the order of its products is not clear" if is_unsure else ""


def _touching(tokens: list[Token]) -> list[tuple[Token, Token]]:
    """Factors side by side, without a sign between them, but for transposes."""
    kept = [t for t in tokens if t.text not in ("'", "^", "T", "{", "}", "(", ")")]
    return [*pairwise(kept)]


def _shapes(said: Said, claim: Claim, about: Judged) -> str:
    """A number or an array of certain sizes, where the variable may have been meant as such."""
    sizes = about.slip.removeprefix("the claim is ").partition(",")[0].split("×")
    symbol = said.symbols.by_name.get(about.by)
    is_open = symbol is None or not (symbol.shape or symbol.kind)
    is_exact = len(sizes) == 2 and all(size.isdigit() for size in sizes)
    is_small = about.by in "abcdmst" and sizes == ["1", "1"]
    is_array = is_exact and sizes != ["1", "1"]
    return about.slip if is_exact and is_open and (is_small or is_array) else ""


def _other_arguments(said: Said, claim: Claim, about: Judged) -> str:
    """f(a) in a claim about f(x)."""
    f = about.function
    for (one, two), after in zip(pairwise(_tokens(claim)), _tokens(claim)[2:], strict=False):
        if one.text == f.name and two.text == "(" and f.params and after.text not in f.params:
            return f"the value of {f.name} at another point"
    return ""


REASONS: tuple[Callable[[Said, Claim, Judged], str], ...] = (
    _derivatives_by_primes, _fonts, _unknown_supposition, _sizes, _members, _ones, _left_out,
    _laplacian, _defined_variable, _precedence, _shapes, _other_arguments,
)  # fmt: skip
