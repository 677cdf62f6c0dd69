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
_NUMBERED = re.compile(r"(?P<stem>[a-z]|[a-z]{2,7})_?\d")  # k_2(x - a), c_1(y + z)
_PLAIN = frozenset("a b c d m n q r s w".split()) | {*COEFFICIENTS, "delta", "omega", "theta"}
_KERNEL = re.compile(r"\bkernels?\b|\bfunctions?\b", re.I)
_EULER = re.compile(r"\b(?:Euler|bases?|power|folds?|exponential|natural)\b|2\.71", re.I)
_MATRIX = re.compile(r"(?:[A-Z]|Lambda|Sigma|Theta|Omega)(?:_?\d|_[a-z]{1,3})?")
_OPERATORS = "FGHNT"  # letters of functions that map vectors
_TURNED = r"\s*\^\s*(?:T|\\top|\{\s*(?:T|\\top|-\s*(?:1|T|\\top))\s*\})"
_UNCALLED = r"(?!\s*(?:\\left\s*)?[(\[=',])"
_SQUARED = r"\s*(?:\\left\s*)?\([^(),]*[-+][^(),]*\)\s*\^\s*\{?\s*2"
_SUM = r"\s*(?:\\left\s*)?\((?=[^()]*[^(\s][^()]*[-+][^()]*\))"


def factors(found: Understood) -> list[str]:
    """Letters of numbers and matrices that are factors unless functions are meant."""
    functions = {*found.meaning.functions, *found.meaning.defined, *found.reading.signatures}
    formulas = [value for d in found.reading.defined for value in d.values]
    formulas += found.reading.bare.values()
    members = [name for latex in formulas for name in names_in(latex) if _MEMBER.fullmatch(name)]
    constants = [x["k"] for latex in formulas for x in _CONSTANT.finditer(latex)]
    everywhere = (*found.cut.formulas,)
    matrices = _matrices((*formulas,), everywhere)
    is_of_kernels = _KERNEL.search(found.cut.words) is not None
    numbered = _numbered((*formulas,), everywhere, is_of_kernels)
    names = (*COEFFICIENTS, *members, *constants, *matrices, *numbered)
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


@lru_cache(8)
def _numbered(
    formulas: tuple[str, ...], everywhere: tuple[str, ...], is_of_kernels: bool
) -> tuple[str, ...]:
    """The small letters with a number that stand before a sum: k_2(x - a).

    Of a letter that is one of functions as well, as k, it takes ½k_2(x - a)^2, or that k_1 stands
    somewhere without a bracket behind it.
    """
    names = dict.fromkeys(name for latex in formulas for name in names_in(latex))
    found: list[str] = []
    for name in (x for x in names if (m := _NUMBERED.fullmatch(x)) and m["stem"] != "pi"):
        letter, stem = _written(name), re.split(r"[_\d]", name)[0]
        if not any(re.search(letter + _SUM, latex) for latex in everywhere):
            continue
        alone = rf"(?<![A-Za-z\\]){_written(stem + '0')}".replace("0", r"\d") + _UNCALLED
        ways = (alone, rf"{letter}{_SQUARED}")
        is_number = any(re.search(way, latex) for way in ways for latex in everywhere)
        if stem in _PLAIN or (is_number and not is_of_kernels):
            found.append(name)
    return tuple(found)


def _written(name: str) -> str:
    """The pattern of a name as formulas have it."""
    stem = re.split(r"[_\d]", name)[0]
    below = name.removeprefix(stem).lstrip("_")
    letter = rf"\\{stem}(?![A-Za-z])" if len(stem) > 1 else stem
    index = rf"\s*_\s*(?:{below}(?![a-z])|\{{\s*(?:\\[a-z]+\s*\{{)?\s*{below}\s*\}}+)"
    return letter + (index if below else r"(?!\s*_)")
