r"""Capital letters that are numbers or vectors, and letters between bars that are vectors.

G and M in GM/\|x\| are numbers: as matrices they would make a matrix of a potential. The x of
x/\|x\|^3 is a vector, although a number would make that a number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from matgrad.app.ask.facts.scalars import NO_TRANSPOSE
from matgrad.app.ask.formulas.reading import Declared
from matgrad.app.ask.problem.script import Script, read_script
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, MatgradError
from matgrad.render.glyphs import latex_name, plain_name

_CAPITAL = re.compile(r"[A-Z](?:_?\d|_[a-z]{1,4})?")
_TURNED = r"\s*(?:_\s*\{{?\d\}}?)?\s*(?:'|\^\s*\{{?\s*(?:T\b|\\top|\\intercal|\\mathsf|-))"
_OF_MATRICES = re.compile(  # what has a meaning only for matrices
    r"\\(?:det|operatorname\s*\{(?:tr|Tr|diag|Diag|vec|det|trace|rank)\}|otimes|odot|Tr|tr)(?![A-Za-z])"
    r"|\\\|[^|]*\\\|\s*_\s*\{?\s*[F*]|\{\s*tr\s*\}"
)
_MASKED = re.compile(
    r"(?P<M>[A-Z])\s*\\odot\s*(?:\\left\s*)?\(?\s*[a-z]|[a-z]\s*(?:\\right\s*)?\)?\s*\\odot\s*(?P<N>[A-Z])"
)
_COLUMN = re.compile(r"\\begin\s*\{[bp]matrix\}(.*)\\end\s*\{[bp]matrix\}", re.DOTALL)
_MADE = re.compile(r"\\(?:sin|cos|tan|exp|ln|log|sqrt|frac)(?![A-Za-z])|\^\s*\{?\d|e\s*\^")
_WHOLE = re.compile(  # what speaks of vectors or matrices
    r"\\begin|\\\||\^\s*\{?\s*(?:T|\\top)|\\(?:odot|mathbf|boldsymbol|otimes|langle)|[A-Z]|'"
)
_LIMIT = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{[^{}]*\}\s*\^\s*(\{[^{}]*\}|\w)")
_PER_INDEX = re.compile(r"number for each index are added|these vectors cannot be multiplied")
_AS_MATRIX = re.compile(r"rows or the columns|capitals are matrices")
_POWER_OF_MATRIX = re.compile(r"matrix to a symbolic power|fractional power of a matrix")
_POWER = re.compile(r"(?P<K>[A-Z])\s*\^\s*(?:\{(?P<a>[^{}]*)\}|(?P<b>\\[A-Za-z]+|[A-Za-z]|\d))")
_WHOLE_POWER = re.compile(r"\s*-?\s*\d+\s*|\s*(?:T|\\top|\*|\\star)\s*")
_OF_VECTORS = re.compile(r"'|\^\s*\{?\s*(?:T|\\top)|\\\||\\(?:langle|mathbf|boldsymbol|odot|vec)")
_NORM = re.compile(r"(?:\\\||\\lVert|\|\|)\s*(?P<x>[a-z])\s*(?:\\\||\\rVert|\|\|)")


def with_numbers(script: Script, declared: Sequence[Declared], other: Problem) -> Problem | None:
    """The problem with numbers for the capital letters of a function that else is a matrix."""
    if other.function.is_scalar or any(map(_OF_MATRICES.search, script.formulas)):
        return None
    names = [name for name in _free(script, declared) if _CAPITAL.fullmatch(name)]
    names = [name for name in names if name in other.symbols]
    if not names or any(_is_turned(name, script) for name in names):
        return None
    vectors = [x for x in _free(script, declared) if x in other.symbols]
    vectors = [x for x in vectors if not other.symbols[x].is_scalar]
    behind = [x for x in vectors if _is_behind(x, names, script)]
    for some in (names, [*names, *behind])[: 1 + bool(behind)]:  # GM, GMm
        found = _attempt(script, declared, some, "scalar", scalar=True)
        if found is not None and _are_alike(found, other, some):
            return found
    return None


def _is_behind(name: str, capitals: Sequence[str], script: Script) -> bool:
    """Does a small letter that is no variable only stand right behind such capitals?"""
    if len(name) != 1 or not name.islower() or name in script.variables:
        return False
    alone = rf"(?<![A-Za-z\\]){name}(?![A-Za-z])|{name}\s*[\^_']"
    product = rf"(?:{'|'.join(capitals)})\s*{name}(?![A-Za-z\^_'])"
    formulas = [latex for latex in script.formulas if name in latex]
    is_factor = any(re.search(product, latex) for latex in formulas)
    return is_factor and not any(re.search(alone, latex) for latex in formulas)


def of_numbers(script: Script, declared: Sequence[Declared], error: MatgradError) -> Problem | None:
    """The problem with numbers for x, y, z of F(x, y, z), or t of φ(t), if it is clear then."""
    free = _free(script, declared)
    given = [name for name in script.variables if name in free and len(name) == 1]
    members = indexed_capitals(script, declared)
    if "several readings fit" in error.message and (len(given) > 2 or {*given} & {*"ts"}):
        return _attempt(script, declared, given, "scalar", scalar=True) or _attempt(
            script, declared, given, "scalar", scalar=False
        )
    if _PER_INDEX.search(error.message) and (found := _of_factors(script, declared, free)):
        return found
    if _POWER_OF_MATRIX.search(error.message) and (found := _of_powers(script, declared, free)):
        return found
    if _AS_MATRIX.search(error.message) and members:  # energies E_j, which are numbers
        return _attempt(script, declared, members, "vector", scalar=True)
    return None


def indexed_capitals(script: Script, declared: Sequence[Declared]) -> list[str]:
    """The capitals of which nothing is said and that never stand without an index: E_j, Y_i."""
    capitals = {x[0] for x in _free(script, declared) if re.fullmatch(r"[A-Z]_[a-z]", x)}
    return [x for x in sorted(capitals) if not any(_alone(x, latex) for latex in script.formulas)]


def _of_powers(script: Script, declared: Sequence[Declared], free: Sequence[str]) -> Problem | None:
    """The problem with numbers for the capitals of K^α L^β: nobody multiplies such matrices."""
    text = " ; ".join(script.formulas)
    bases = {m["K"] for m in _POWER.finditer(text) if not _WHOLE_POWER.fullmatch(m["a"] or m["b"])}
    names = [name for name in free if _CAPITAL.fullmatch(name)]
    is_of_matrices = _OF_MATRICES.search(text) or _OF_VECTORS.search(text)
    if is_of_matrices or len(bases & {*names}) < 2 or not bases <= {*names}:
        return None
    found = _attempt(script, declared, names, "scalar", scalar=True)
    if found is None:
        return None
    shown, powers = ", ".join(map(plain_name, names)), " and ".join(sorted(bases))
    note = f"{shown} are numbers: of {powers} there are powers that are not whole"
    return replace(found, notes=(*found.notes, note))


def _of_factors(
    script: Script, declared: Sequence[Declared], free: Sequence[str]
) -> Problem | None:
    """The problem with numbers for m and b of y_i - (m x_i + b), where nothing is transposed."""
    if any(map(_OF_VECTORS.search, script.formulas)):
        return None
    text = " ; ".join(script.formulas)
    indices = {*re.findall(r"\\sum\s*(?:\\limits\s*)?_\s*\{?\s*([a-z])", text)}
    indices |= {x for found in _LIMIT.finditer(text) for x in re.findall("[A-Za-z]", found[1])}
    text = text.replace(r"\sum", "")
    below = r"\s*_\s*\{?\s*[a-z]"
    names = [x for x in free if x[0].islower() and "_" not in x and x not in {*indices, "e"}]
    names = [name for name in names if not re.search(re.escape(latex_name(name)) + below, text)]
    found = _attempt(script, declared, names, "scalar", scalar=True) if names else None
    if found is None:
        return None
    shown = ", ".join(map(plain_name, names))
    note = f"{shown} {'is a number' if len(names) == 1 else 'are numbers'}: {NO_TRANSPOSE}"
    return replace(found, notes=(*found.notes, note))


def with_entries(script: Script, declared: Sequence[Declared], other: Problem) -> Problem | None:
    """The problem with numbers for the letters of a column that is written out entry by entry."""
    names = [name for name in _free(script, declared) if name in other.symbols]
    is_open = any(not other.symbols[name].is_scalar for name in names)
    inside = _COLUMN.fullmatch(script.function.strip())
    is_written = inside is not None and _MADE.search(inside[1]) and not _WHOLE.search(inside[1])
    if not is_open or not is_written or any(name[0].isupper() for name in names):
        return None
    return _attempt(script, declared, names, "scalar", scalar=False)


def _alone(letter: str, latex: str) -> bool:
    """Does a letter stand somewhere without an index?"""
    return re.search(rf"(?<![a-z\\{{]){letter}(?![a-z}}]|\s*_)", latex) is not None


def with_vectors(script: Script, declared: Sequence[Declared], other: Problem) -> Problem | None:
    """The problem with vectors for numbers whose norm is taken, or that are transposed."""
    free = [name for name in _free(script, declared) if name in other.symbols]
    numbers = [name for name in free if other.symbols[name].is_scalar]
    normed = {m["x"] for latex in script.formulas for m in _NORM.finditer(latex)}
    if names := [name for name in numbers if name in normed]:
        return _attempt(script, declared, names, "vector", scalar=False)
    names = [name for name in numbers if name[0].islower() and _is_transposed(name, script)]
    if not names:
        return beside_products(script, declared, other, scalar=True) or _with_masks(
            script, declared, other
        )
    found = _attempt(script, declared, names, "vector", scalar=True)
    if found is None:
        shown = plain_name(names[0])
        raise AmbiguousError(
            f"is {shown} a number, though {shown}ᵀ stands there?", hint=f"say what {shown} is"
        )
    return found


def _with_masks(script: Script, declared: Sequence[Declared], other: Problem) -> Problem | None:
    r"""The problem with vectors for M and x of M \odot (x - y), if x was a number."""
    masks = {m["M"] or m["N"] for latex in script.formulas for m in _MASKED.finditer(latex)}
    free = _free(script, declared)
    numbers = [
        name
        for name in script.variables
        if name in free and name.islower() and len(name) == 1 and name in other.symbols
    ]
    if not masks <= {*free} or not masks or not numbers:
        return None
    is_number = all(other.symbols[name].is_scalar for name in numbers)
    return (
        _attempt(script, declared, (*masks, *numbers), "vector", scalar=True) if is_number else None
    )


def _is_transposed(name: str, script: Script) -> bool:
    letter = latex_name(name)
    end = r"(?![A-Za-z])" if letter.startswith("\\") else ""
    turned = re.compile(
        rf"(?P<is>{re.escape(letter)}{end}\s*\^\s*(?:\{{\s*)?(?:T|\\top|\\intercal|\\mathsf))|\\[A-Za-z]+"
    )
    return any(found["is"] for latex in script.formulas for found in turned.finditer(latex))


def beside_products(
    script: Script, declared: Sequence[Declared], other: Problem, scalar: bool
) -> Problem | None:
    """The problem with vectors for numbers that are multiplied entry by entry."""
    free = [name for name in _free(script, declared) if name in other.symbols]
    numbers = [name for name in free if other.symbols[name].is_scalar]
    beside = [name for name in numbers if _is_beside_product(name, script)]
    return _attempt(script, declared, beside, "vector", scalar=scalar) if beside else None


def _is_beside_product(name: str, script: Script) -> bool:
    r"""Does a letter stand alone beside \odot, which nobody writes for a number: \gamma\odot x?"""
    letter = rf"(?<![A-Za-z\\_^{{]){re.escape(latex_name(name))}(?![A-Za-z_^])"
    beside = re.compile(rf"{letter}\s*\\odot(?![A-Za-z])|\\odot\s*{letter}")
    return any(map(beside.search, script.formulas))


def with_columns(script: Script, declared: Sequence[Declared]) -> Problem | None:
    r"""The problem with a vector for the capital Y of (Y - X\beta)^T(Y - X\beta).

    It is a term of a sum, and \beta may have to be a vector for it.
    """
    free = _free(script, declared)
    greek = [name for name in script.variables if name in free and len(name) > 1]
    terms = [name for name in free if len(name) == 1 and name.isupper() and name != "I"]
    terms = [name for name in terms if name not in script.variables and _is_term(name, script)]
    tried = [
        (name, _attempt(script, declared, (name, *more), "vector", scalar=True))
        for name in terms
        for more in ([], greek)[: 1 + bool(greek)]
    ]
    fitting = {name: problem for name, problem in tried if problem is not None}
    if len(fitting) != 1:
        return None
    ((name, problem),) = fitting.items()
    note = f"{name} is read as a vector: as a matrix it does not fit"
    return replace(problem, notes=(*problem.notes, note))


def _is_term(name: str, script: Script) -> bool:
    """Does a letter stand alone before or behind a sign?"""
    alone = rf"(?<![A-Za-z\\_^{{]){name}(?![A-Za-z_^'])"
    term = rf"(?:^|[(\[|{{=]|\\\|)\s*{alone}\s*[-+]|[-+]\s*{alone}\s*(?:$|[)\]|}}]|\\\||\\right)"
    return any(re.search(term, latex) for latex in script.formulas)


def _free(script: Script, declared: Sequence[Declared]) -> list[str]:
    """The names of which nothing is said."""
    given = {each.name for each in declared} | {*script.kinds, *script.facts, *script.squares}
    given |= {*script.functions, *script.depends} | {x for x in script.defined if x}
    return [name for name in script.names if name not in given]


def _is_turned(name: str, script: Script) -> bool:
    pattern = rf"(?<![A-Za-z\\]){re.escape(name[0])}{_TURNED.format()}"
    return any(re.search(pattern, latex) for latex in script.formulas)


def _attempt(
    script: Script, declared: Sequence[Declared], names: Collection[str], kind: str, scalar: bool
) -> Problem | None:
    known = replace(script, kinds={**script.kinds, **dict.fromkeys(names, kind)})
    try:
        return read_script(known, declared, scalar=scalar)
    except MatgradError:
        return None


def _are_alike(found: Problem, other: Problem, but: Collection[str]) -> bool:
    """Are all other names what they were, one of them a vector, or a capital a number anyway?

    Beside coordinates x and y capitals are numbers, while A + tB is a matrix.
    """
    both = [
        (symbol, other.symbols[name])
        for name, symbol in found.symbols.items()
        if name not in but and name in other.symbols
    ]
    same = all(a.is_scalar == b.is_scalar for a, b in both)
    numbers = [name for name in but if name in other.symbols and other.symbols[name].is_scalar]
    coordinates = {a.name for a, b in both if a.is_scalar and b.is_scalar} >= {"x", "y"}
    return same and (bool(numbers) or coordinates or any(not a.is_scalar for a, _ in both))
