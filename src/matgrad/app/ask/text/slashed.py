r"""Derivatives on one line, with a bar: df/dx, ∂L/∂W, d^2L/dW^2, d(x'Ax)/dx."""

from __future__ import annotations

import re

from matgrad.app.ask.text.greek import SIGNS

_ONE = (
    r"(?:\\(?:hat|bar|tilde|dot|mathbf|mathcal|boldsymbol|bm|vec)\s*(?:\{[^{}]*\}|\\[a-z]+|[A-Za-z](?![A-Za-z]))|\\[A-Za-z]+|[A-Za-zα-ωΑ-Ω])"
    r"(?:_\{(?:[a-z][-+]\d|[-+])\}|_\{?[A-Za-z\d]+\}?|\^\{[(\[]\w+[)\]]\}|\d"
    r"|_\{\s*\\(?:text|mathrm|textrm)\s*\{\w+\}\s*\}|\^(?:\*|\\(?:star|ast)\b|\{\s*(?:\*|\\star|\\ast)\s*\})"
    r"){0,3}(?:\([a-zA-Z,\s]{0,40}\))?"
)
_BY = rf"{_ONE}(?:\s*\^\s*(?:2|\{{\s*(?:2|-\s*[12])\s*\}}))?"  # by σ²
_WORD = r"(?:[A-Z][A-Za-z]{1,7}|loss|cost|error|energy|obj)(?:\([a-zA-Z,\s]{0,40}\))?"  # dRSS/db
# ∂f/∂x, df/dx, d/dx on one line
_SLASHED = re.compile(
    rf"(?<![A-Za-z\\])(?:(\\partial\b|∂)\s*({_WORD}|(?<=∂)[a-z]{{2,12}}(?=/∂)|{_ONE})?\s*/\s*(?:\\partial\b|∂)\s*({_BY})"
    rf"|(?:d|\\mathrm\s*\{{d\}})\s*({_WORD}|{_ONE})?\s*/\s*(?:d|\\mathrm\s*\{{d\}})\s*({_BY}))"
)
_D = r"(?:\\partial(?![A-Za-z])\s*|∂\s*|d)"
_VARIABLE = r"(?:\\[A-Za-z]+|[A-Za-zα-ωΑ-Ω])(?:_\{?[A-Za-z\d]+\}?)?"
_TWICE = r"\s*(?:\^\s*(?:2|\{\s*2\s*\})|²)"
_TURNED = r"(?:'|ᵀ|\^\s*(?:T(?![A-Za-z])|\{\s*(?:T|\\top)\s*\}|\\top(?![A-Za-z])))?"
_BOTH = (  # dx dy, or dx^2
    rf"{_D} ?(?P<x{{0}}>{_VARIABLE})(?:(?:\s|\\[,;])*{_D}(?P<y{{0}}>{_VARIABLE}){_TURNED}|{_TWICE})"
)
_SECOND = re.compile(  # d^2L/dW^2, ∂^2f/∂x∂y, d^2/dx^2, d^2f/(dx dy)
    rf"(?<![A-Za-z\\]){_D}{_TWICE}\s*(?P<f>{_WORD}|{_ONE})?\s*/\s*"
    rf"(?:{_BOTH.replace('{0}', '')}|\(\s*{_BOTH.replace('{0}', '2')}\s*\))"
)
_OPENS = re.compile(rf"(?<![A-Za-z\\}}]){_D}(?P<two>{_TWICE})?\s*(?=\(|\[)")
_APPLIED = re.compile(  # d tr(AX)/dX, d||Ax-b||^2/dx
    rf"(?<![A-Za-z\\}}]){_D}\s*(?P<f>(?:\|\||‖|\\\||\\[lV]|(?:tr|det|log|ln|exp|sin|cos|norm\w?|trace"
    rf"|\\(?:operatorname|mathrm|log|det|exp|sin|cos|tr))(?![A-Za-z]))[^=/;?\n]{{1,120}}?)"
    rf"\s*/\s*{_D}(?P<x>{_VARIABLE})(?![A-Za-z(])"
)
_BELOW = re.compile(rf"\s*/\s*{_D}(?P<x>{_VARIABLE})(?P<two>{_TWICE})?(?![A-Za-z(])")
_WHOLE = re.compile(  # ∂ tr(AX) / ∂X, d x^T A x / dx: a space makes it a word of its own
    r"(?<![\w\\^])[∂d] (?P<f>(?![-+=/])"
    r"(?:(?!\. |\b(?:and|is|are|where|with|the|or)\b)[^=/;:,?!\n∂$]){2,120}?) ?/ ?[∂d] ?"
    rf"(?P<x>{_VARIABLE})(?![A-Za-z(^])"
)
_WORDED = rf"(?:(?:{'|'.join(SIGNS)})(?:_\{{?[A-Za-z\d]+\}}?)?|{_VARIABLE})"
# d RSS / d b, d(loss)/d(w), dnll/dw, of words that the text defines
_NAMED = re.compile(
    r"(?<![\w\\^])[∂d] ?(?P<open>\()?\s?"
    r"(?P<f>(?(open)[A-Za-z]{1,12}|[A-Za-z]{2,12})(?:\([\w, ]*\))?)"
    rf"(?(open)\s?\)) ?/ ?[∂d] ?(?:(?P<x>{_WORDED})(?![A-Za-z(^])|\(\s?(?P<y>{_WORDED})\s?\))"
)
_TWO_LETTERS = re.compile(r"(?<![\w\\`$.])(?P<name>[a-z]{2})\s*:?=(?!=)")
_DEFINED = r"(?<![\w\\]){0}(?:\([^()=]*\))?\s*:?=(?!=)"
_JOINED = re.compile(  # dtr(AX)/dX, dlogdet(X)/dX
    r"(?<![\w\\])d(?=(?:tr|trace|det|log|ln|logdet|norm)\([^=/;:,?!\n∂$]{1,120}\)"
    rf" ?/ ?d ?{_VARIABLE})"
)
_BRACKETED = re.compile(r"\([^()]*\)|\|\|[^|]*\|\||‖[^‖]*‖")
_ADDED = re.compile(r"[^\s(\[{^*/]\s*[-+]")
_VEC = r"\s*(?:\\[,;!]\s*)?(?:\\(?:operatorname|mathrm|text)\s*\{\s*vec\s*\}|vec(?![A-Za-z]))\s*"
_OF = (
    r"(?:(?:\\left\s*)?\(\s*(?P<{0}>[^()=/]{{1,60}}?)\s*(?:\\right\s*)?\)"
    r"|(?P<{1}>[A-Za-z])(?![A-Za-z]))"
)
_STACKED = re.compile(  # ∂vec(F)/∂vec(X)^T
    rf"(?<![A-Za-z\\]){_D}{_VEC}{_OF.format('f', 'g')}\s*/\s*{_D}"
    rf"(?:\(\s*{_VEC}{_OF.format('x', 'y')}\s*\)|{_VEC}{_OF.format('z', 'w')}){_TURNED}"
)
LONGEST = 300  # characters in the brackets of what is differentiated


def with_quotients(text: str) -> str:
    """The text with bars in the place of the slashes of derivatives."""
    text = _STACKED.sub(_stacked, _SECOND.sub(_second, text))
    text = _APPLIED.sub(_applied, with_brackets(text))
    return _SLASHED.sub(_fraction, text)


def _applied(found: re.Match[str]) -> str:
    inside = found["f"]
    is_whole = inside.count("(") == inside.count(")")
    return rf"\frac{{\partial}}{{\partial {found['x']}}} {inside}" if is_whole else found[0]


def _fraction(found: re.Match[str]) -> str:
    above, below = (found[2], found[3]) if found[1] else (found[4], found[5])
    return rf"\frac{{\partial {_upright(above)}}}{{\partial {below}}} "


def _upright(above: str | None) -> str:
    """What is differentiated, a word in capitals as one name."""
    return re.sub(r"^[A-Z][A-Za-z]+", lambda word: rf"\mathrm{{{word[0]}}}", above or "")


def _both(found: re.Match[str]) -> tuple[str, str]:
    """What is stacked above the bar and below it."""
    return found["f"] or found["g"], next(filter(None, found.group("x", "y", "z", "w")))


def _stacked(found: re.Match[str]) -> str:
    over, below = (rf"\partial \operatorname{{vec}}({each})" for each in _both(found))
    return rf"\frac{{{over}}}{{{below}}} "


def _second(found: re.Match[str]) -> str:
    x, y = found["x"] or found["x2"], found["y"] or found["y2"]
    below = rf"\partial {x}\partial {y}" if y else rf"\partial {x}^2"
    return rf"\frac{{\partial^2 {_upright(found['f'])}}}{{{below}}} "


def on_one_line(text: str) -> str:
    """The text with ∂²f/∂x∂y and ∂/∂X (tr(AX)) as one word, or few, however they are spaced."""
    text = _in_capitals(text)
    text = _SECOND.sub(_in_signs, _STACKED.sub(_stacked_in_signs, text))
    return _WHOLE.sub(_apart, _JOINED.sub("d ", _NAMED.sub(_named, text)))


def _in_capitals(text: str) -> str:
    """The text with KL for a name kl that it defines and differentiates: no product k l."""
    for name in {found["name"] for found in _TWO_LETTERS.finditer(text)}:
        slope = rf"(?<![\w\\])[∂d] ?{name} ?/ ?[∂d]|(?<![\w\\]){name}\s*=\s*-?\s*[∂d] ?\w+ ?/ ?[∂d]"
        if re.search(slope, text):
            text = re.sub(rf"(?<![A-Za-z\\])([∂d] ?)?{name}(?![A-Za-z])", _capitals, text)
    return text


def _capitals(found: re.Match[str]) -> str:
    return (found[1] or "") + found[0].removeprefix(found[1] or "").upper()


def _named(found: re.Match[str]) -> str:
    """The derivative of a name that an equation of the text defines."""
    name = found["f"].partition("(")[0]
    is_known = len(name) == 1 or re.search(_DEFINED.format(name), found.string)
    return f"∂{found['f']}/∂{found['x'] or found['y']}" if is_known else found[0]


def _stacked_in_signs(found: re.Match[str]) -> str:
    over, below = (f"∂vec({each.replace(' ', '')})" for each in _both(found))
    return f"{over}/{below}"


def _in_signs(found: re.Match[str]) -> str:
    x, y = found["x"] or found["x2"], found["y"] or found["y2"]
    return f"∂^2{found['f'] or ''}/∂{x}" + (f"∂{y}" if y else "^2")


def _apart(found: re.Match[str]) -> str:
    """The derivative before what is differentiated, unless signs leave its reach open."""
    inside, by = found["f"].strip(), found["x"]
    if re.fullmatch(_ONE, inside):
        return f"∂{inside}/∂{by}"
    is_whole = all(inside.count(a) == inside.count(b) for a, b in ("()", "[]", "{}"))
    is_sum = _ADDED.search(_BRACKETED.sub("x", inside)) is not None
    return f"∂/∂{by} ({inside})" if is_whole and not is_sum else found[0]


def with_brackets(text: str) -> str:
    """The text with the derivative before the brackets of d(x'Ax)/dx."""
    position = 0
    while found := _OPENS.search(text, position):
        position = found.end()
        close = _close(text, found.end())
        below = _BELOW.match(text, close) if close else None
        if below is None or bool(below["two"]) != bool(found["two"]):
            continue
        power = "^2" if found["two"] else ""
        bar = rf"\frac{{\partial{power}}}{{\partial {below['x']}{power}}} "
        inside = text[found.end() : close]
        text = text[: found.start()] + bar + inside + text[below.end() :]
        position = found.start() + len(bar)
    return text


def _close(text: str, at: int) -> int:
    """Behind the bracket that opens here; 0 if it does not close."""
    depth = 0
    for end in range(at, min(len(text), at + LONGEST)):
        depth += (text[end] in "([") - (text[end] in ")]")
        if depth == 0:
            return end + 1
    return 0
