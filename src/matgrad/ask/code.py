"""Programs in a text, which are not prose: the program reader makes a problem of them."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.app.derivation import Derivation
from matgrad.app.listings.reading import problem_of_code
from matgrad.ask.acts import Said
from matgrad.ask.decide import Unclear
from matgrad.errors import MatgradError, ShapeError

Derive = Callable[[str], Callable[..., Derivation]]


def answer_code(said: Said, derive: Derive) -> tuple[list[Derivation], list[Unclear]]:
    """The derivations that a text asks for of its program, and what is not clear."""
    code = "\n".join(piece.text for piece in said.text.code)
    asked = [(kind, ask.by) for ask in said.asks for kind in ask.kinds if ask.by]
    if not asked:
        return [], [Unclear("by which variable of the program?")]
    found: list[Derivation] = []
    unclear: list[Unclear] = []
    for kind, by in dict.fromkeys(asked):
        try:
            found.append(_derived(said, code, kind, by, derive))
        except MatgradError as error:
            unclear.append(Unclear(error.message, (error.hint,) if error.hint else ()))
    return found, unclear


def _derived(
    said: Said, code: str, kind: str, by: tuple[str, ...], derive: Derive
) -> Derivation:
    shapes = {
        name: tuple(map(str, each.declaration().shape or ()))
        for name, each in said.symbols.by_name.items()
        if each.declaration().shape is not None and name in code
    }
    shapes = {name: _plain(sizes) for name, sizes in shapes.items()}
    try:
        problem = problem_of_code(code, shapes, None, by, kind in ("gradient", "hessian", ""))
    except ShapeError:
        if kind == "hessian":
            raise
        problem = problem_of_code(code, shapes, None, by, False)
    chosen = kind or "gradient"
    if chosen == "gradient" and not problem.function.is_scalar:
        chosen = "jacobian"
    return derive(chosen)(problem, list(by))


def _plain(sizes: tuple[str, ...]) -> tuple[str, ...]:
    """The axes of an array: () of a number, (n,) of a column."""
    while sizes and sizes[-1] == "1":
        sizes = sizes[:-1]
    return sizes
