r"""Derivatives by a power of a letter: \frac{\partial}{\partial\sigma^2}, “with respect to Σ⁻¹”.

The power is a variable of its own then, and is written with a name of its own: σ_sq for σ², Σ_inv
for Σ⁻¹. What is left of the letter itself is a power of that, σ = √σ_sq and Σ = Σ_inv⁻¹.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import COMMAND, D
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT
from matgrad.syntax.tokens import GREEK

_COMMANDS = "|".join(sorted({*GREEK.values(), "varepsilon"}, key=len, reverse=True))
_INDEX = r"(?:\s*_\s*(?:(?P<one>\w)|\{\s*(?P<more>\w+)\s*\}))?"
LETTER = rf"(?P<stem>\\(?:{_COMMANDS})(?![A-Za-z])|(?<![A-Za-z\\])[A-Za-z]){_INDEX}"
_POWER = r"\s*\^\s*(?:(?P<p>2)|\{\s*(?P<q>2|-\s*[12])\s*\})"
_QUANTITY = rf"{LETTER}{_POWER}"
_BELOW = (  # what stands below in a first derivative, and below a nabla
    re.compile(
        rf"\\[dt]?frac\s*\{{\s*{D}(?!\s*\^)[^{{}}]*\}}\s*\{{\s*{D}\s*\(?\s*{_QUANTITY}\s*\)?\s*\}}"
    ),
    re.compile(rf"\\nabla\s*_\s*\{{\s*{_QUANTITY}\s*\}}"),
)
_ARGUMENT = re.compile(rf"(?<=[(,;|])\s*{_QUANTITY}\s*(?=[),;|])")
_CALL = re.compile(
    r"^\s*(?!d\s*(?:\\left\s*)?\()(?:\\?[A-Za-z]+|\\math\w+\s*\{\w+\})\s*(?:\\left\s*)?\([^()=]*\)\s*:?="
)
_GAP = r"(?:\s|\\q?quad(?![A-Za-z])|\\[,;:!])*"
_DEFINED = re.compile(  # σ² = …, which is more than a number or a letter
    rf"(?:^|[,;&]|\\\\|\\qquad(?![A-Za-z])){_GAP}{_QUANTITY}\s*&?\s*:?=(?=\s*\\?\w+\s*[^\s.,;\w])"
)
_ALONE = re.compile(rf"\s*{_QUANTITY}\s*[.,;]?\s*")
_RESPECT = re.compile(
    rf"(?:{RESPECT}|derivatives? (?:by|in))\s+"
    rf"(?:[a-z]+\s+){{0,4}}(?:{M}\s*(?:,\s*and|,|and|or)\s*)*$",
    re.I,
)
_POWERS = r"(?:\s*\^\s*(?:(?P<one>\d|T|\\top\b)|\{\s*(?P<more>[^{}]*?)\s*\}))?"
BACKSLASH = "\\"
_SIGN = re.compile(f"[{''.join(GREEK)}]")
_GREEK_SQUARE = re.compile(rf"\s*{_SIGN.pattern}\s*\^\s*\{{?\s*2\s*\}}?\s*:?=")  # σ² = …
_ESTIMATE = r"\s*_\s*\{\s*(?:\\(?:text|mathrm|rm)\s*\{?)?\s*(?:MLE?|LS|OLS|MAP)\s*\}{1,2}"
NAMES = {2: "sq", -1: "inv", -2: "invsq"}

_FRACTION = re.compile(
    r"\\[dtc]?frac\s*(?:\d|[A-Za-z]|\{[^{}]*\})?\s*\Z"
)  # before σ in \frac1\sigma


@dataclass(frozen=True)
class Quantity:
    """A power of a letter that something is differentiated by."""

    stem: str
    index: str
    power: int

    @classmethod
    def found(cls, match: re.Match[str]) -> Quantity:
        """The one that a pattern found."""
        power = re.sub(r"\s", "", match["p"] or match["q"])
        return cls(match["stem"], match["one"] or match["more"] or "", int(power))

    @property
    def letter(self) -> str:
        """A pattern for the letter itself, as a group, past all commands that are another one."""
        stem = re.escape(self.stem) + ("(?![A-Za-z])" if len(self.stem) > 1 else "")
        below = rf"\s*_\s*(?:{self.index}|\{{\s*{self.index}\s*\}})" if self.index else r"(?!\s*_)"
        return stem + below

    def places(self, latex: str, tail: str = "") -> list[re.Match[str]]:
        """Where the letter stands in a formula, and behind it what the tail is a pattern for."""
        found = re.finditer(rf"(?P<letter>{self.letter}){tail}|{COMMAND}", latex)
        return [each for each in found if each["letter"]]

    @property
    def name(self) -> str:
        """What it is called, in LaTeX."""
        return rf"{self.stem}_{{{self.below}}}"

    @property
    def below(self) -> str:
        """The index of its name."""
        return f"{self.index}{NAMES[self.power]}"

    @property
    def estimate(self) -> re.Pattern[str]:
        r"""A pattern for what it is estimated to be, \hat\sigma^2 or \widehat{\sigma^2}."""
        stem, index = re.escape(self.stem), self.index
        power = rf"\s*\^\s*(?:{self.power}(?!\d)|\{{\s*{self.power}\s*\}})"
        below = rf"\s*_\s*(?:{index}|\{{\s*{index}\s*\}})" if index else _ESTIMATE
        over = rf"(?:\{{\s*{stem}\s*\}}|\s*{stem}(?![A-Za-z]))"
        ways = rf"{over}(?:{below})?{power}(?:{below})?|\{{\s*{stem}{power}\s*\}}"
        return re.compile(rf"\\(?:wide)?hat\s*(?:{ways})")

    @property
    def note(self) -> str:
        """What is said of it."""
        below = f"_{{{self.index}}}" if self.index else ""
        written = quoted(f"{self.stem}{below}^{{{self.power}}}").plain
        return f"{written} is a variable of its own here, called {quoted(self.name).plain}"


def with_quantities(cut: Cut) -> Cut:
    """The text with names for the powers that it differentiates by."""
    if any(map(_GREEK_SQUARE.match, cut.formulas)):
        cut = cut.rewritten(lambda latex: _SIGN.sub(lambda m: rf"\{GREEK[m[0]]} ", latex))
    for quantity in dict.fromkeys(quantities(cut)):
        if is_free(cut, quantity):
            cut = renamed(cut, quantity)
    return cut


def quantities(cut: Cut) -> list[Quantity]:
    """The powers of letters that a text differentiates by, or that its functions are ones of."""
    found: list[Quantity] = []
    for at, segment in enumerate(cut.segments):
        if not segment.is_math:
            continue
        text = segment.text
        found += [Quantity.found(m) for pattern in _BELOW for m in pattern.finditer(text)]
        found += powers_defined(text)
        if head := _CALL.match(text):
            found += [Quantity.found(m) for m in _ARGUMENT.finditer(head[0])]
        alone = _ALONE.fullmatch(text)
        if alone and _RESPECT.search(before(cut, at)):
            found.append(Quantity.found(alone))
    return found


def powers_defined(latex: str) -> list[Quantity]:
    """The squares of numbers that a formula defines."""
    return [Quantity.found(m) for m in _DEFINED.finditer(latex) if is_number(m)]


def is_number(found: re.Match[str]) -> bool:
    """Is the letter whose square is defined one of numbers? P² = P is said of a matrix."""
    stem = found["stem"].lstrip(BACKSLASH)
    return stem[0].islower() and (found["p"] or found["q"]) == "2"


def before(cut: Cut, at: int) -> str:
    """The text before a segment."""
    return replace(cut, segments=cut.segments[:at]).marked


def is_free(cut: Cut, quantity: Quantity) -> bool:
    """Does the function have this power, and is nothing asked, defined or summed by the letter?"""
    formulas = cut.formulas
    letter = quantity.letter
    asked = rf"\{{\s*{D}\s*\(?\s*{letter}\s*\)?\s*\}}|\\nabla\s*_\s*\{{?\s*{letter}(?!\s*\^)"
    asked += rf"|^\s*{letter}\s*:?=(?!\s*{letter})"
    if quantity.index:
        asked += rf"|\\sum\s*(?:\\limits)?\s*_\s*\{{?\s*{quantity.index}(?![A-Za-z])"
    if any(re.search(asked, text) for text in formulas):
        return False
    for at, each in enumerate(cut.segments):
        is_alone = each.is_math and re.fullmatch(rf"\s*{letter}\s*", each.text)
        if is_alone and _RESPECT.search(before(cut, at)):
            return False
    tail = r"\s*\^\s*(?:\d|\{\s*-?\s*\d)" if quantity.power % 2 == 0 else ""
    is_defined = any(quantity in powers_defined(text) for text in formulas)
    tail = "" if is_defined else tail
    others = (
        _CALL.sub("", _DEFINED.sub("", _BELOW[0].sub("", x)))
        for x in formulas
        if is_defined or not _ALONE.fullmatch(x)
    )
    return any(quantity.places(text, tail) for text in others)


def renamed(cut: Cut, quantity: Quantity) -> Cut:
    """The text with the name of a quantity in the place of the powers of its letter."""
    told: list[str] = [quantity.note]
    hat, name = quantity.estimate, rf"\hat{{{quantity.stem}}}_{{{quantity.below}}}"
    made = cut.rewritten(
        lambda latex: name.join(rewritten(part, quantity, told) for part in hat.split(latex))
    )
    return replace(made, notes=(*made.notes, *dict.fromkeys(told)))


def rewritten(latex: str, quantity: Quantity, told: list[str]) -> str:
    """A formula with the name of a quantity; what is said of the letter is said of that."""
    head = _CALL.match(latex)
    start = head.end() if head else 0
    stated = rf"\s*{quantity.letter}\s*(?:$|[,.;]|>|\\(?:in|succ|geq?|gt)\b|=\s*{quantity.letter})"
    start = len(latex) if re.match(stated, latex) else start
    parts: list[str] = []
    position = 0
    for found in quantity.places(latex, _POWERS):
        power = re.sub(r"\s", "", found["one"] or found["more"] or "")
        is_stated = found.start() < start and not re.fullmatch(r"-?\d+", power)
        made = quantity.name + ("^T" if power else "") if is_stated else ""
        made = made or powered(quantity, power, told)
        is_argument = not power and _FRACTION.search(latex, 0, found.start()) is not None
        parts += [latex[position : found.start()], f"{{{made}}}" if is_argument else made]
        position = found.end()
    made = "".join([*parts, latex[position:]])
    name = re.escape(quantity.name)
    made = re.sub(rf"({D})\s*\(\s*({name})\s*\)", r"\1 \2", made)  # d(x²)
    is_matrix = quantity.power == -1 and quantity.stem.lstrip(BACKSLASH)[0].isupper()
    bars = re.compile(rf"(?<![\\|])\|\s*({name}(?:\^\{{-1\}})?)\s*\|(?!\|)")
    return bars.sub(r"\\det(\1)", made) if is_matrix else made  # it is square


def powered(quantity: Quantity, power: str, told: list[str]) -> str:
    """A power of the letter as one of the quantity; the square root is the positive one."""
    name = quantity.name
    if power in ("T", r"\top", "-T", r"-\top"):
        is_inverted = power.startswith("-") == (quantity.power > 0)
        return rf"{name}^{{{'-' if is_inverted else ''}\top}}"
    if not re.fullmatch(r"-?\d+|", power):
        return rf"{powered(quantity, '', told)}^{{{power}}}"
    whole, rest = divmod(int(power or "1"), quantity.power)
    if rest == 0:
        return name if whole == 1 else rf"{name}^{{{whole}}}"
    told.append(f"{quantity.stem.lstrip(BACKSLASH)} is taken to be positive")
    exponent = int(power or "1") * (1 if quantity.power > 0 else -1)
    return rf"\sqrt{{{name}}}" if exponent == 1 else rf"\sqrt{{{name}^{{{exponent}}}}}"
