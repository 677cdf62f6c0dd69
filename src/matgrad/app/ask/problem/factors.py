r"""Letters that are names: factors before brackets, \lambda(…), w_i(…); an e, a bar of its own."""

from __future__ import annotations

import re
from functools import lru_cache

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.problem.understood import Understood

COEFFICIENTS = "lambda alpha beta gamma mu eta rho tau kappa nu".split()
_MEMBER = re.compile(
    r"(?:[a-z]|alpha|beta|gamma|delta|lambda|mu|nu|xi|eta|omega|pi|rho)_[ijkn]"
)  # w_i(…) is a product, too
_CONSTANT = re.compile(  # ½k(x - x_0)^2
    r"(?<=[\d}])\s*(?P<k>[kcmab])\s*(?:\\left\s*)?\((?=[^(),]*[-+][^(),]*\)\s*\^\s*\{?\s*2)"
)
_BARRED = re.compile(r"(?P<of>[A-Za-z]+)bar(?:_?\d+|_\w+)?")
_CONJUGATE = re.compile(r"\b(?:complex|conjugates?|mean|average)\b", re.I)
_EULER = re.compile(r"\b(?:Euler|bases?|power|folds?|exponential|natural)\b|2\.71", re.I)
_MATRIX = re.compile(r"(?:[A-Z]|Lambda|Sigma|Theta|Omega)(?:_?\d|_[a-z]{1,3})?")
_OPERATORS = "FGHNT"  # letters of functions that map vectors
_TURNED = r"\s*\^\s*(?:T|\\top|\{\s*(?:T|\\top|-\s*(?:1|T|\\top))\s*\})"
_SUM = r"\s*(?:\\left\s*)?\((?=[^()]*[^(\s][^()]*[-+][^()]*\))"


def factors(found: Understood) -> list[str]:
    """Letters of numbers and matrices that are factors unless functions are meant."""
    functions = {*found.meaning.functions, *found.meaning.defined, *found.reading.signatures}
    formulas = [value for d in found.reading.defined for value in d.values]
    formulas += found.reading.bare.values()
    members = [name for latex in formulas for name in names_in(latex) if _MEMBER.fullmatch(name)]
    constants = [x["k"] for latex in formulas for x in _CONSTANT.finditer(latex)]
    matrices = _matrices((*formulas,), (*found.cut.formulas,))
    names = (*COEFFICIENTS, *members, *constants, *matrices)
    return [name for name in names if name not in functions]


def own_e(found: Understood) -> list[str]:
    """The letter e where the text has its own: held fixed, or spoken of and not as a base."""
    if "e" in found.meaning.defined:
        return ["e"] if "e" in found.kept else []
    is_named = ["e"] in found.reading.names.values()
    return ["e"] if is_named and not _EULER.search(found.cut.words) else []


def own_bars(found: Understood) -> list[str]:
    r"""The letters with a bar that the text never has without one: \bar\alpha is no mean then."""
    if _CONJUGATE.search(found.cut.words):
        return []
    names = dict.fromkeys(name for latex in found.cut.formulas for name in names_in(latex))
    plain = {re.split(r"[_\d]", name)[0] for name in names}
    barred = ((name, _BARRED.fullmatch(name)) for name in names)
    return [name for name, bar in barred if bar and bar["of"] not in plain]


@lru_cache(8)  # for each function of a text it is the same
def _matrices(formulas: tuple[str, ...], everywhere: tuple[str, ...]) -> tuple[str, ...]:
    """The capitals that the text transposes or inverts, or that stand before a sum."""
    found: list[str] = []
    names = dict.fromkeys(name for latex in formulas for name in names_in(latex))
    marked = [name for name in names if _MATRIX.fullmatch(name) and len(name) > 1]  # A(…) is clear
    for name in marked:
        letter = _written(name)
        ways = [_TURNED] if name[0] in _OPERATORS and "_" in name else [_TURNED, _SUM]
        if any(re.search(letter + way, latex) for latex in everywhere for way in ways):
            found.append(name)
    return tuple(found)


def _written(name: str) -> str:
    """The pattern of a name as formulas have it."""
    stem = re.split(r"[_\d]", name)[0]
    below = name.removeprefix(stem).lstrip("_")
    letter = rf"\\{stem}(?![A-Za-z])" if len(stem) > 1 else stem
    index = rf"\s*_\s*(?:{below}(?![a-z])|\{{\s*(?:\\[a-z]+\s*\{{)?\s*{below}\s*\}}+)"
    return letter + (index if below else r"(?!\s*_)")
