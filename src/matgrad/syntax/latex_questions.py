r"""Derivatives that stand before a whole formula: \frac{\partial}{\partial X} F, \nabla_X F."""

from __future__ import annotations

from typing import NamedTuple

from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_meaning import Names
from matgrad.syntax.latex_names import Found, Written, read_name
from matgrad.syntax.latex_source import Range, Source
from matgrad.syntax.latex_tables import FONTS, FRACTIONS, TRANSPOSES, WORDS

INDICES_OF_ENTRIES = frozenset("ijklmnpqrst,")
_BETWEEN_TERMS = ("+", "-", "minus")


class Asked(NamedTuple):
    """The variables, how often, and where the function stands."""

    variables: tuple[str, ...]
    body: tuple[int, int]
    order: int = 1
    is_open: bool = False  # nothing says where it ends
    written: tuple[Written, ...] = ()  # the variables as they stand there
    position: tuple[int, int] = (0, 0)


def kind_of_question(asked: Asked, problem: Problem, source: Source) -> str:
    """What is asked of a problem: a derivative of a function whose value is a scalar, or is not."""
    by_numbers = all(problem.symbols[x].is_scalar for x in asked.variables if x in problem.symbols)
    if asked.is_open and by_numbers:
        _check_terms(source, *asked.body)
    if asked.order == 2:
        return "hessian"
    return "gradient" if problem.function.is_scalar else "jacobian"


def _check_terms(source: Source, lo: int, hi: int) -> None:
    r"""Ask about \frac{d}{dx}x^2 + x: of vectors, only the derivative of both can be meant."""
    first = source.skip_spaces(lo, hi)
    for at in top_level(source, lo, hi):
        if at > first and source.glyphs[at].text in _BETWEEN_TERMS:
            raise _unclear_end(source.glyphs[at].position)


class _Derivative(NamedTuple):
    variables: tuple[Found, ...]
    position: tuple[int, int]
    body: tuple[int, int]
    order: int
    is_open: bool = True


def asked_in(source: Source, names: Names, lo: int, hi: int) -> Asked | None:
    """What a formula asks for, if it is a derivative as a whole."""
    glyph = source.glyphs[lo]
    if glyph.is_command("nabla"):
        found = _nabla(source, names, lo, hi)
    elif glyph.kind == "command" and glyph.text in FRACTIONS:
        found = _quotient(source, names, lo, hi)
    else:
        return None
    if found is not None:
        _check_end(source, found)
    return found and _asked(source, names, found)


def _check_end(source: Source, found: _Derivative) -> None:
    r"""Refuse \frac{d}{dx}(x^2) + 3x: the derivative may end with the brackets."""
    lo, hi = found.body
    lo = source.skip_spaces(lo, hi)
    if lo >= hi or not source.is_call(lo, hi):
        return
    after = source.skip_spaces(source.inside(lo).after, hi)
    if after < hi and source.glyphs[after].text in _BETWEEN_TERMS:
        raise _unclear_end(source.glyphs[after].position)


def _unclear_end(position: tuple[int, int]) -> AmbiguousError:
    hint = "put all that is differentiated in brackets"
    return AmbiguousError("where does the derivative end?", position, hint)


# ---------------------------------------------------------------- how it is written


def _nabla(source: Source, names: Names, lo: int, hi: int) -> _Derivative | None:
    r"""\nabla_X F, \nabla^2_x F, and \nabla f(x) where the text itself says what f(x) is."""
    below, order, at = None, 1, lo + 1
    while at < hi and source.glyphs[at].kind in ("sub", "sup"):
        script = source.argument(at + 1, hi)
        if source.glyphs[at].kind == "sub":
            below = script
        elif source.word(script.lo, script.hi) != "2":
            return None
        else:
            order = 2
        at = script.after
    body = source.skip_spaces(at, hi), hi
    if below is None:
        variables = _arguments(source, names, *body)
        here = source.glyphs[lo].position
        return _Derivative(variables, here, body, order) if variables else None
    position = source.glyphs[below.lo].start, source.glyphs[below.hi - 1].end
    return _Derivative(_listed(source, below, position), position, body, order)


def _arguments(source: Source, names: Names, lo: int, hi: int) -> tuple[Found, ...] | None:
    r"""The names in the parentheses of f(x), where the text defines f; for \nabla f these go
    without saying."""
    found = read_name(source, lo, hi) if lo < hi else None
    if found is not None and found.after == hi:
        return tuple(Found(name, hi) for name in names.arguments.get(found.name, ()))
    if found is None or not _is_value(source, names, found, hi):
        return None
    return _listed(source, source.inside(found.after), source.glyphs[lo].position)


def _quotient(source: Source, names: Names, lo: int, hi: int) -> _Derivative | None:
    r"""\frac{\partial F}{\partial X}, \frac{d}{dx} F and \frac{\partial^2 F}{\partial x^2}."""
    top = source.argument(lo + 1, hi)
    bottom = source.argument(top.after, hi)
    if not (_begins_with_d(source, names, top) and _begins_with_d(source, names, bottom)):
        return None
    order, start = _order(source, top, _after_sign(source, names, top.lo, top.hi))
    position = source.glyphs[bottom.lo].start, source.glyphs[bottom.hi - 1].end
    variables = _below(source, names, bottom, order, position)
    start = source.skip_spaces(start, top.hi)
    if start == top.hi:
        return _Derivative(variables, position, (bottom.after, hi), order)
    if bottom.after != hi:
        return None
    return _Derivative(variables, position, (start, top.hi), order, is_open=False)


def _begins_with_d(source: Source, names: Names, side: Range) -> bool:
    return side.lo < side.hi and bool(_after_sign(source, names, side.lo, side.hi))


def _after_sign(source: Source, names: Names, at: int, end: int) -> int:
    r"""Behind the \partial or d that stands here; 0 if none does."""
    if source.glyphs[at].is_command("partial"):
        return at + 1
    return 0 if names.is_name("d") else after_d(source, at, end)


def after_d(source: Source, at: int, end: int) -> int:
    """Behind a d that stands here, upright or not; 0 if there is none."""
    first = source.glyphs[at]
    upright = first.kind == "command" and (first.text in FONTS or first.text in WORDS)
    inside = source.argument(at + upright, end)
    after = inside.after if upright else at + 1
    return after if [g.text for g in source.glyphs[inside.lo : inside.hi]] == ["d"] else 0


def _order(source: Source, top: Range, at: int) -> tuple[int, int]:
    r"""The order of \partial^2, whose sign ends here, and where what is differentiated begins."""
    if at + 1 < top.hi and source.glyphs[at].kind == "sup":
        script = source.argument(at + 1, top.hi)
        if source.word(script.lo, script.hi) == "2":
            return 2, script.after
    return 1, at


def _below(
    source: Source, names: Names, bottom: Range, order: int, position: tuple[int, int]
) -> tuple[Found, ...]:
    r"""The variables of \partial x \partial x^\top, \partial x^2 or \partial x_i \partial x_j."""
    found: list[Found] = []
    at = bottom.lo
    while at < bottom.hi:
        at = source.skip_spaces(at, bottom.hi)
        after = _after_sign(source, names, at, bottom.hi) if at < bottom.hi else 0
        after = source.skip_spaces(after, bottom.hi)
        name = read_name(source, after, bottom.hi) if 0 < after < bottom.hi else None
        if name is None:
            raise _many(position)
        found.append(name)
        at = _after_marks(source, name.after, bottom.hi, order)
    if len(found) > order or (order == 1 and len(found) != 1):
        raise _many(position)
    return tuple(found)


def _after_marks(source: Source, at: int, end: int, order: int) -> int:
    """After a transpose and a 2, which belong to the notation of second derivatives."""
    while order == 2 and at < end:
        glyph = source.glyphs[at]
        if glyph.kind == "prime":
            at += 1
        elif glyph.kind == "sup":
            script = source.argument(at + 1, end)
            word = "".join(g.text for g in source.glyphs[script.lo : script.hi])
            if word != "2" and not any(word.endswith(mark) for mark in TRANSPOSES):
                return at
            at = script.after
        else:
            return source.skip_spaces(at, end)
    return at


def _listed(source: Source, found: Range, position: tuple[int, int]) -> tuple[Found, ...]:
    """Names separated by commas, or only by being written one after the other."""
    names: list[Found] = []
    at = source.skip_spaces(found.lo, found.hi)
    while at < found.hi:
        name = read_name(source, at, found.hi)
        if name is None:
            raise _many(position)
        names.append(name)
        at = source.skip_spaces(name.after, found.hi)
        if at < found.hi and source.glyphs[at].text == ",":
            at = source.skip_spaces(at + 1, found.hi)
    return tuple(names)


def _many(position: tuple[int, int]) -> UnsupportedError:
    return UnsupportedError("only derivatives by one variable are read", position)


# ---------------------------------------------------------------- what it means


def _asked(source: Source, names: Names, found: _Derivative) -> Asked:
    texts = [_whole(names, each.name, found.position) for each in found.variables]
    variables = tuple(dict.fromkeys(texts))
    if not variables or (found.order == 2 and len(variables) > 1):
        raise UnsupportedError(
            "only second derivatives by one variable are read", found.position,
            "ask for one variable at a time",
        )  # fmt: skip
    lo, hi = found.body
    whole = read_name(source, lo, hi) if lo < hi else None
    if whole is not None and _is_value(source, names, whole, hi):
        hi = whole.after
    is_name = whole is not None and whole.after == hi
    is_given = whole is not None and (whole.name in names.own or names.is_known(whole.name))
    if lo == hi or (is_name and not is_given):
        raise UnsupportedError(
            "a derivative of something that is not given",
            found.position,
            "give the function itself",
        )
    written = tuple(each.name for each in found.variables)
    return Asked(variables, (lo, hi), found.order, found.is_open, written, found.position)


def _is_value(source: Source, names: Names, whole: Found, hi: int) -> bool:
    """Is this f(x) and no more, where the text defines f or f(x)?"""
    formal = names.arguments.get(whole.name)
    if formal is None or not source.is_call(whole.after, hi):
        return False
    inside = source.inside(whole.after)
    if inside.after != hi:
        return False
    at, actual = inside.lo, list[Written]()
    while at < inside.hi:
        found = read_name(source, at, inside.hi)
        if found is None:
            return False
        actual.append(found.name)
        at = source.skip_spaces(found.after, inside.hi)
        at = source.skip_spaces(at + 1, inside.hi) if at < inside.hi else at
    return not formal or actual == formal


def _whole(names: Names, name: Written, position: tuple[int, int]) -> str:
    """The variable whose entries are X_{ij}: its derivative has one entry for each of them."""
    base = name._replace(below="")
    is_entry = bool(name.below) and set(name.below) <= INDICES_OF_ENTRIES
    is_own = names.is_known(name) or name in names.own
    if is_entry and not is_own and (names.is_variable(base) or base in names.own):
        name = base
    return names.text(name, position)
