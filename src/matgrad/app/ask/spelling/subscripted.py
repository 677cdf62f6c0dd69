r"""Derivatives by the letters below a function, inside of formulas: U_x/U_y beside U(x, y) = …

U_x is \frac{\partial U}{\partial x} there, and U_{xx} the second derivative. Alone, and before an
equals sign, such a name is read as it stands.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.app.ask.text.segments import Cut

_HEAD = re.compile(
    r"\s*(?P<f>\\[A-Za-z]+|[A-Za-z])\s*(?:\\left\s*)?"
    r"\((?P<of>\s*[A-Za-z](?:\s*,\s*[A-Za-z]){1,3})\s*(?:\\right\s*)?\)\s*:?="
)


def with_subscripted(cut: Cut) -> Cut:
    """The text with signs of derivatives for such names inside of formulas."""
    heads = [found for latex in cut.formulas if (found := _HEAD.match(latex))]
    for head in heads:
        if sum(head["f"] == other["f"] for other in heads) == 1:
            letters = "".join(
                x for x in re.findall("[A-Za-z]", head["of"]) if _is_open(cut, head, x)
            )
            cut = cut if not letters else _written(cut, head["f"], letters, head.string)
    return cut


def _is_open(cut: Cut, head: re.Match[str], letter: str) -> bool:
    """Does the text not say itself what L_W is? Of small letters that is a claim."""
    own = re.compile(rf"\s*{re.escape(head['f'])}\s*_\s*\{{?\s*{letter}\s*\}}?\s*:?=")
    return letter.islower() or not any(map(own.match, cut.formulas))


def _written(cut: Cut, name: str, letters: str, own: str) -> Cut:
    one = rf"(?P<b>[{letters}])(?!\s*[{letters}])"  # f_xy may be f_x times y
    below = rf"(?:\{{\s*(?P<a>[{letters}]\s*[{letters}]?)\s*\}}|{one})"
    sign = re.compile(rf"(?P<is>{re.escape(name)}\s*_\s*{below})|{COMMAND}")
    alone = re.compile(rf"\s*{re.escape(name)}\s*_\s*{below}\s*(?:=.*)?[.,;?]?", re.DOTALL)

    def put(found: re.Match[str]) -> str:
        if not found["is"]:
            return found[0]
        first, *second = re.findall("[A-Za-z]", found["a"] or found["b"])
        below = rf"\partial {first}"
        if second:
            below = rf"{below}^2" if second == [first] else rf"{below}\partial {second[0]}"
        power = "^2" if second else ""
        quotient = rf"\frac{{\partial{power} {name}}}{{{below}}}"
        is_power = re.match(r"\s*\^", found.string[found.end() :]) is not None
        return rf"\left({quotient}\right)" if is_power else f"{quotient} "

    def spelled(latex: str) -> str:
        places = [found for found in sign.finditer(latex) if found["is"]]
        is_alone = alone.fullmatch(latex) is not None and len(places) == 1
        return latex if latex == own or is_alone else sign.sub(put, latex)

    return cut.rewritten(spelled)
