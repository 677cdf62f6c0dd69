"""From the function of a question to a problem: its definitions, declarations and signatures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.formulas.notation import head_of, left_side, names_in, whole_name, with_bases
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Declared, Defined
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.entries import settled_entries
from matgrad.app.ask.problem.factors import factors, own_bars, own_e
from matgrad.app.ask.problem.matrix_functions import ask_exponential, with_matrix_functions
from matgrad.app.ask.problem.powers import with_powers
from matgrad.app.ask.problem.script import Script
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.facts import SQUARE_ONLY
from matgrad.errors import AmbiguousError, MatgradError
from matgrad.render.glyphs import latex_name, plain_name

NUMBERS = ("t", "s", "alpha", "tau", "eta", "epsilon", "h")  # letters of steps along a line
_INVERTED = re.compile(r"\^\s*\{\s*-\s*1\s*\}\s*$")
_INVERSE = re.compile(  # of capital letters, with an index
    r"(?<![A-Za-z\\])((?:\\[A-Z][a-z]+|[A-Z])\s*_\s*\{?\d)\}?\s*\^\s*\{\s*-\s*1\s*\}"
)
_ENTRY = re.compile(r"[A-Za-z]+_(?!ii|jj)[ijkl]{1,2}")  # K_ij = …
_BELOW = re.compile(r"_\s*\{?\s*([ijkl]+)")
_SUMMED = re.compile(r"\\sum\s*_\s*(\{[^{}=]*|[a-z])")
_OF_TWO = re.compile(  # k(x_i, x_j)
    r"[A-Za-z]\s*\(\s*[^(),_]+_\s*\{?\s*[ijkl]\s*\}?\s*,[^(),_]+_\s*\{?\s*[ijkl]\s*\}?\s*\)"
)
_SLOPE = re.compile(r"\\nabla|\\partial|\\[dt]?frac\s*\{\s*d[^{}]*\}\s*\{\s*d\s*\\?[A-Za-z]")
_SUM = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*(\{[^{}]*\}|[a-z])")
_BARS = re.compile(r"(?<!\\)(?<!\|)\|([^|]{1,40}?)(?<!\\)\|(?!\||\s*_)")
OF_ONE_VECTOR = "acts on one vector"


def read_function(found: Understood, scalar: bool) -> None:
    """The function with its definitions, as a problem."""
    chosen = found.function
    assert chosen is not None
    script = script_of(found, chosen, scalar, found.kept)
    try:
        ask_exponential(script.function, found)
        found.problem, notes = settled_entries(script, found)
        found.notes += notes
    except MatgradError as error:
        if _read_otherwise(found, chosen, scalar):
            return
        if isinstance(error, AmbiguousError) and _take_number(found, chosen, error):
            read_function(found, scalar)
        else:
            keep_error(found, error)


def _read_otherwise(found: Understood, chosen: Defined, scalar: bool) -> bool:
    """Is the function given in another form as well, and can that be read?"""
    for other in _other_forms(found, chosen):
        try:
            script = script_of(found, other, scalar, found.kept)
            found.problem, notes = settled_entries(script, found)
        except MatgradError:
            continue
        form = quoted(other.values[0]).plain
        found.notes += [*notes, f"the function is read in the form {form}"]
        found.function = other
        return True
    return False


def _other_forms(found: Understood, chosen: Defined) -> Iterator[Defined]:
    """The function by what it is equal to besides, and as the text defines it another time.

    Behind a derivative it is a claim, as of the elasticity: e = dq/dp · p/q = -b.
    """
    if _SLOPE.search(chosen.values[0]) or _is_primed(chosen.values[0], found.reading.functions):
        return
    for at, value in enumerate(chosen.values[1:], start=1):
        yield replace(chosen, values=(value, *chosen.values[:at], *chosen.values[at + 1 :]))
    if chosen.segment >= 0:
        again = (each for each in found.reading.defined if each.left == chosen.left)
        yield from (each for each in again if each.values != chosen.values)


def _is_primed(latex: str, functions: Collection[str]) -> bool:
    """Does the derivative of a function of the text stand there as a prime, V'(r)?"""
    names = "|".join(re.escape(latex_name(name)) for name in functions) or "(?!)"
    return re.search(rf"(?<!\\)(?:{names})\s*(?:'|\^\s*\{{?\s*\\prime)", latex) is not None


def keep_error(found: Understood, error: MatgradError) -> None:
    """Keep why a function was not read, and ask what can be asked."""
    found.errors.append(error)
    question = f"{error.message[0].upper()}{error.message[1:]}"
    if isinstance(error, AmbiguousError):
        end = "" if error.message.endswith((".", "?", "!")) else "."
        hint = f"{end} {error.hint[0].upper()}{error.hint[1:]}." if error.hint else ""
        found.questions.append(question + hint)
    elif OF_ONE_VECTOR in error.message:
        found.questions.append(
            f"{question}: of each row? Then say in the text that it is taken row-wise."
        )


def _take_number(found: Understood, chosen: Defined, error: AmbiguousError) -> bool:
    """Take the one argument t of a function to be a number, where several readings fit."""
    given = chosen.left.arguments or ()
    name = whole_name(given[0]) if len(given) == 1 else None
    is_open = name in NUMBERS and name not in found.said.kinds
    if name is None or not is_open or f"{name} as a scalar" not in error.message:
        return False
    found.said.kinds[name] = "scalar"
    found.notes.append(f"{plain_name(name)} is taken to be a number")
    return True


def take_integers(found: Understood) -> None:
    """Read tr(X^k) again with an integer k, which is what people mean by it."""
    powers = [e for e in found.errors if "symbolic power" in e.message]
    function = found.function
    if found.problem is not None or not powers or function is None:
        return
    names = re.findall(r"\^\s*\{?\s*([kmnpqrs])(?![A-Za-z])", function.values[0])
    for name in dict.fromkeys(names):
        found.said.facts.setdefault(name, set()).add("integer")
        found.notes.append(f"{name} is taken to be an integer")
    found.errors.clear()
    found.questions.clear()
    read_function(found, found.is_scalar)


def script_of(
    found: Understood, chosen: Defined, scalar: bool = True, kept: Collection[str] = ()
) -> Script:
    """What is known about a function; `kept` are names that stay variables though defined."""
    value = with_determinants(applied(chosen.values[0], found.meaning), found)
    value = with_matrix_functions(value, found)
    used = needed(found, value, {chosen.left.name, *kept})
    spelled = ((each, with_determinants(meant, found)) for each, meant in used)
    parts = [(each, with_matrix_functions(meant, found)) for each, meant in spelled]
    value, parts = with_powers(value, parts)
    return Script(
        value,
        head_of(chosen.latex),
        tuple((found.reading.spelled.get(x := d.left.name, latex_name(x)), v) for d, v in parts),
        declarations(found),
        found.said.kinds,
        found.said.facts,
        tuple(found.meaning.unspecified),
        scalar,
        signatures(found, [value, *(v for _, v in parts)]),
        (
            *filter(None, map(whole_name, chosen.left.arguments or ())),
            *factors(found),
            *own_e(found),
            *own_bars(found),
        ),
        frozenset(found.said.squares),
        frozenset(d.left.name.partition("_")[0] for d in found.reading.defined),
        dict(found.cut.depends),
    )


def signatures(found: Understood, formulas: list[str]) -> dict[str, str]:
    r"""The functions f: \mathbb{R}^n \to \mathbb{R} that formulas call and nothing defines."""
    known = {*found.meaning.functions, *found.meaning.defined}
    used = {name for latex in formulas for name in names_in(latex)}
    return {
        name: latex
        for name, latex in found.reading.signatures.items()
        if name in used and name not in known
    }


def with_determinants(latex: str, found: Understood) -> str:
    """|X| is a determinant where X is said to be a matrix."""
    inverses = {_stem(x[1].lstrip(chr(92))) for x in _INVERSE.finditer(latex)}

    def instead(bars: re.Match[str]) -> str:
        left = left_side(_INVERTED.sub("", bars[1]))  # X, or K(t)
        name = left.name if left else None
        facts = found.said.facts.get(name or "", set())
        is_matrix = found.said.kinds.get(name or "") == "matrix" or facts & SQUARE_ONLY
        inverted = re.escape(bars[1].strip()) + r"\s*\^\s*\{?\s*-\s*1"
        is_matrix = is_matrix or (name is not None and re.search(inverted, latex) is not None)
        is_matrix = is_matrix or (name is not None and _stem(name) in inverses)  # Σ₁ beside Σ₂⁻¹
        is_matrix = is_matrix or bool(name and name[0].isupper() and _is_traced(bars[1], latex))
        if not is_matrix and name is not None and _is_vector(found, name, latex):
            note = f"|{plain_name(name or '')}| is read as the length"
            found.notes += [note] if note not in found.notes else []
            return rf"\|{bars[1]}\|"
        if not is_matrix:
            return bars[0]
        note = f"|{plain_name(name or '')}| is read as the determinant"
        found.notes += [note] if note not in found.notes else []
        return rf"\det({bars[1]})"

    return _BARS.sub(instead, latex)


def _is_traced(inside: str, latex: str) -> bool:
    """Does a matrix stand in a trace as well?"""
    trace = r"(?:\\(?:operatorname|mathrm|text)\s*\{\s*[tT]r(?:ace)?\s*\}|\\[tT]r(?![A-Za-z]))"
    return re.search(rf"{trace}[^+=]*?(?<![a-z\\]){re.escape(inside.strip())}", latex) is not None


def _is_vector(found: Understood, name: str, latex: str) -> bool:
    """Is a name called a vector, or multiplied with a dot in a text about vectors?"""
    x = rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z_^])"
    letter = r"(?<![A-Za-z\\])[a-z](?![A-Za-z_^])"
    dotted = rf"{x}\s*\\cdot\s*{letter}|{letter}\s*\\cdot\s*{x}"
    is_dotted = re.search(dotted, latex) and re.search(r"\bvectors?\b", found.cut.words, re.I)
    return found.said.kinds.get(name) == "vector" or bool(is_dotted)


def _stem(name: str) -> str:
    """A name without its index."""
    return re.sub(r"\s*_?\d+$|\s*_.*$", "", name)


def declarations(found: Understood) -> tuple[Declared, ...]:
    """The declarations as formulas, and those in words: an m×n matrix A."""
    reading, said = found.reading, found.said
    worded = [
        Declared(name, reading.spelled.get(name, name), rf"\mathbb{{R}}^{{{sizes}}}", -1)
        for name, sizes in said.sizes.items()
    ]
    worded += [
        Declared(name, reading.spelled.get(name, name), space, -1)
        for name, space in said.spaces.items()
    ]
    depends = dict(found.cut.depends)
    told = [each for each in (*reading.declared, *worded) if each.name not in depends]
    return (*told, *_siblings(found, told))


def _siblings(found: Understood, told: Sequence[Declared]) -> Iterator[Declared]:
    """Members with the other index of a sum, r_j beside r_i of which the text says what it is."""
    known = {each.name for each in told}
    formulas = [value for each in found.reading.defined for value in each.values]
    formulas += found.reading.bare.values()
    for latex in (x for x in formulas if _SUM.search(x)):
        running = {index for limits in _SUM.findall(latex) for index in re.findall("[a-z]", limits)}
        for name in dict.fromkeys(names_in(latex)):
            stem, _, index = name.partition("_")
            is_free = index in running and name not in known
            same = [x for x in told if is_free and re.fullmatch(rf"{stem}_[i-n]", x.name)]
            if len(same) == 1 and same[0].kind in ("vector", "row"):
                known.add(name)
                written = re.sub(r"_\s*\{?\s*[a-z]\s*\}?\s*$", f"_{index}", same[0].latex)
                yield replace(same[0], name=name, latex=written)


def needed(found: Understood, value: str, but: Collection[str]) -> list[tuple[Defined, str]]:
    """The definitions that a formula uses, directly or not, with calls filled in."""
    chosen: dict[str, tuple[Defined, str]] = {}
    by_entries = _by_entries(found, value)
    waiting = with_bases(names_in(value))
    while waiting:
        name = waiting.pop(0)
        definition = found.meaning.defined.get(name) or by_entries.get(name)
        if definition is None or name in chosen or {name, definition.left.name} & {*but}:
            continue
        is_known = any(definition is each for each, _ in chosen.values())  # p_i and p, one formula
        meant = applied(definition.values[0], found.meaning)
        if is_known or name in names_in(meant):
            continue
        chosen[name] = definition, meant
        waiting += with_bases(names_in(meant))
        by_entries |= _by_entries(found, meant)
    return list(chosen.values())


def _by_entries(found: Understood, latex: str) -> dict[str, Defined]:
    """What a formula uses as a whole and the text defines by its entries: K by K_ij = …"""
    declared = {each.name for each in found.reading.declared}
    made: dict[str, Defined] = {}
    for each in found.reading.defined:
        name, _, indices = each.left.name.partition("_")
        is_entry = _ENTRY.fullmatch(each.left.name) and each.left.arguments is None
        bound = {i for below in _BELOW.findall(each.values[0]) for i in below}
        is_whole = _is_used(name, indices, latex) and name not in declared
        is_whole = is_whole and not _OF_TWO.search(applied(each.values[0], found.meaning))
        if is_entry and is_whole and {*indices} <= bound:
            made.setdefault(name, each)
    return made


def _is_used(name: str, indices: str, latex: str) -> bool:
    """Does a formula use something as a whole, or its entries below a sum: p_k after p_i = …?"""
    used = names_in(latex)
    summed = {index for below in _SUMMED.findall(latex) for index in re.findall("[a-z]", below)}
    entries = (x.removeprefix(f"{name}_") for x in used if x.startswith(f"{name}_"))
    return name in used or any(len(x) == len(indices) and {*x} <= summed for x in entries)
