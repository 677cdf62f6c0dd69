"""Slashes with blanks around them divide all of what stands before: sin x / x is (sin x)/x.

Arguments get their brackets, so that nothing after this takes x / x for the argument. Where the
blanks tell nothing, as in e ^ x / 2, they are left out, and it is read or asked about as e^x/2.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.plain import SAFE

BLANK = r"[ \t]{1,3}"
_NAMES = sorted({*SAFE, "ln", "lg", "log2", "log10", "logdet", "softplus"}, key=len, reverse=True)
_FUNCTION = rf"(?:{'|'.join(_NAMES)})(?:\^\d+|\^\{{\d+\}}|[²³])?"
_FACTOR = rf"\d+(?:\.\d+)?{BLANK}(?=[A-Za-zα-ω])"
_PLAIN = rf"-?(?:{_FACTOR})?(?:[\w.'^ᵀ⁰¹²³₀-₉{{}}-]|‖|\|\|){{1,40}}"
_ARGUMENT = rf"(?!{_FUNCTION}[ \t])(?:[A-Za-z]\w*\([^()/]{{1,60}}\)|{_PLAIN})"
_BELOW = r"[\w^'.ᵀ²³\\]{1,40}(?:\([^()]{1,60}\))?|\([^()]{1,60}\)"
_APPLIED = re.compile(  # sin x / x, log det X / 2
    rf"(?<![\w\\.'])(?P<functions>{_FUNCTION}(?:{BLANK}{_FUNCTION})*){BLANK}"
    rf"(?P<argument>{_ARGUMENT}){BLANK}/{BLANK}(?P<below>{_BELOW})"
)
_SPACED = re.compile(  # e ^ x / 2
    rf"(?<=[\w)\]}}|‖]){BLANK}\^{BLANK}(?P<exponent>\S{{1,40}})(?P<slash>{BLANK}/{BLANK}(?=[\w(]))?"
)
_POWER = re.compile(  # e^x / 2, x^1 / 2
    rf"(?<![\w\\^.'])(?P<power>e\^-?[A-Za-zα-ω]\w?|[A-Za-zα-ω]\^-?1){BLANK}/{BLANK}"
    r"(?P<below>\w+)(?![\w(^])"
)
NEAR = 4  # characters before a function in which a slash stands
_CLEAR = re.compile(rf"(?:{_FUNCTION})(?!\w)")  # ln x / ln 2


def with_divided(text: str) -> tuple[str, list[str]]:
    """The text in which what a slash between blanks divides is clear, and what is told of it.

    >>> with_divided("sin x / x")
    ('sin(x) / x', ['sin x / x is read as (sin x)/x'])
    """
    if "/" not in text and "^" not in text:
        return text, []
    notes: list[str] = []
    text = _SPACED.sub(lambda found: f"^{found['exponent']}{'/' if found['slash'] else ''}", text)

    def bracketed(found: re.Match[str]) -> str:
        applied = f"{found['functions']}({found['argument'].strip()})"
        is_below = text[max(0, found.start() - NEAR) : found.start()].rstrip().endswith("/")
        if not is_below and not _CLEAR.match(found["below"]):
            notes.append(_note(f"{found['functions']} {found['argument']}", found["below"]))
        return applied + found[0][found.end("argument") - found.start() :]

    divided = _APPLIED.sub(bracketed, text)
    notes += (_note(each["power"], each["below"]) for each in _POWER.finditer(divided))
    return divided, notes


def _note(above: str, below: str) -> str:
    below = below.rstrip(".")
    return f"{above} / {below} is read as ({above})/{below}"
