r"""What a piece of a formula is: a name, or a call; how derivatives are written down."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from matgrad.errors import MatgradError
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_glyphs import Glyph, glyphs
from matgrad.syntax.latex_names import Found, Written, read_name
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_tables import CALLS, ELSE, FILLERS, TRANSPOSES
from matgrad.syntax.macros import FORMULAS

_BASE = re.compile(r"(?<!_)_[a-z]{1,2}$")
_LOGARITHM = re.compile(
    r"^\s*(?P<minus>-)?\s*(?:\\(?:log|ln)\b|\\operatorname\s*\{(?:log|ln)\})\s*"
    r"(?:\\(?:mathrm|mathbf|mathcal)\s*)?\{?(?P<name>[A-Za-z]|\\pi(?![A-Za-z]))\s*\}?"
    r"(?P<below>_\s*(?:\w|\\[A-Za-z]+|\{\s*\\?\w+\s*\}))?\s*(?=\(|\\left)"
)
_ALONE = re.compile(_LOGARITHM.pattern.replace(r"(?=\(|\\left)", "$"))
DENSITIES = ("p", "q", "P", "L", r"\pi")  # whose logarithms have names without arguments, too
VEC = r"\\(?:operatorname|mathrm|text)\s*\{\s*vec\s*\}\s*"
# Functions of numbers that are short for a formula, as sec; entropy may well be a name.
OF_NUMBERS = frozenset(
    name for name, (count, _) in FORMULAS.items() if count == 1 and name not in ("entropy", "std")
)
GRADIENT, HESSIAN, DIFFERENTIAL, JACOBIAN = "gradient", "hessian", "differential", "jacobian"


@dataclass(frozen=True)
class Derivative:
    """A derivative as it is written: of which function, by which variables."""

    kind: str
    function: str  # in LaTeX; empty if it is not said
    variables: tuple[str, ...] = ()
    direction: str = ""  # the name of that along which it is taken


# Letters that people give to what is estimated, and to what it is estimated from.
PARAMETERS = frozenset("w W theta Theta beta mu phi b".split())
DATA = frozenset("t x y z X Y D T data".split())


def _plain(latex: str) -> str:
    """A letter without its command, font and index."""
    return re.sub(
        r"\\(?:math\w+|bm|boldsymbol|text\w*|operatorname)\b|_\{?\w+(?::\w+)?\}?|[\\{}\s]",
        "",
        latex,
    )


@dataclass(frozen=True)
class Left:
    """The left side of a definition: a name, and in f(x, y) what it is a function of."""

    name: str
    arguments: tuple[str, ...] | None = None  # in LaTeX
    before: int = 0  # how many of them stand before a bar or a semicolon, if there is one

    @property
    def variables(self) -> tuple[str, ...]:
        """Those by which it is differentiated: parameters of a density p(x | w), of an L(w | x).

        Of a posterior, p(w | x), they stand before the bar.
        """
        given = self.arguments or ()
        if not self.before or not (self.name.startswith("log") or self.name[0] in "pqPlL"):
            return given
        first, last = given[: self.before], given[self.before :]
        is_likelihood = self.name[0] in "lL" and "og" not in self.name[:3]
        is_posterior = {*map(_plain, first)} <= PARAMETERS and {*map(_plain, last)} <= DATA
        return first if is_likelihood or is_posterior else last


@lru_cache(maxsize=4096)  # every reader looks at the same few formulas again
def source_of(latex: str) -> Source | None:
    """The formula with its brackets matched, unless they do not match or an argument is missing."""
    try:
        source = Source(glyphs(latex))
        for at, glyph in enumerate(source.glyphs):
            if glyph.kind in ("sup", "sub", "command"):
                source.argument(at + (glyph.kind != "command"), len(source.glyphs))
    except MatgradError:
        return None
    return source


def text_of(source: Source, lo: int, hi: int, latex: str) -> str:
    """A range of glyphs as it is written."""
    return latex[source.glyphs[lo].start : source.glyphs[hi - 1].end].strip() if lo < hi else ""


def key(name: Written) -> str:
    """The name of the language that a written name gets."""
    stem, accent, below, above = name.form
    index = below if below.isdigit() or not below else f"_{below}"
    return stem + accent + index + (f"__{above}" if above else "")


def any_name(source: Source, lo: int, hi: int) -> Found | None:
    """The name or the word that stands here."""
    try:
        return read_name(source, lo, hi)
    except MatgradError:
        return None


def is_known_function(found: Found) -> bool:
    """Is it the name of a function that everybody knows, or a word between cases?"""
    word = found.name.stem
    return found.is_word and ((word,) in CALLS or word in ELSE | FILLERS | OF_NUMBERS)


def name_at(source: Source, lo: int, hi: int) -> Found | None:
    """The name that stands here, if it is not the name of a function that everybody knows."""
    found = any_name(source, lo, hi)
    return None if found is None or is_known_function(found) else found


def whole_name(latex: str) -> str | None:
    """The name that a formula is, if it is nothing else."""
    source = source_of(latex)
    if source is None or not source.glyphs:
        return None
    end = len(source.glyphs)
    found = name_at(source, 0, end)
    return key(found.name) if found and found.after == end else None


@lru_cache(maxsize=4096)
def names_in(latex: str) -> tuple[str, ...]:
    """The names of a formula, in order, each once."""
    source = source_of(latex)
    found: dict[str, None] = {}
    at = 0
    while source is not None and at < len(source.glyphs):
        after = after_transpose(source, at) or after_norm(source, at)
        if after is not None:
            at = after
            continue
        is_start = source.glyphs[at].kind in ("letter", "command", "group")
        name = any_name(source, at, len(source.glyphs)) if is_start else None
        if name is not None and not is_known_function(name):
            found[key(name.name)] = None
        at = at + 1 if name is None else name.after
    return tuple(found)


def after_transpose(source: Source, at: int) -> int | None:
    """Behind ^T, if it stands here."""
    end = len(source.glyphs)
    if source.glyphs[at].kind != "sup" or at + 1 == end:
        return None
    mark = source.argument(at + 1, end)
    texts = {g.text for g in source.glyphs[mark.lo : mark.hi] if g.kind not in ("group", "end")}
    return mark.after if texts & TRANSPOSES and texts <= TRANSPOSES | {"mathsf", "-"} else None


def after_norm(source: Source, at: int) -> int | None:
    """Behind the index of a norm, if it stands here."""
    if not at or source.glyphs[at].kind != "sub" or at + 1 == len(source.glyphs):
        return None
    is_norm = source.glyphs[at - 1].text in ("\\|", "|", "Vert", "rVert", "‖")
    return source.argument(at + 1, len(source.glyphs)).after if is_norm else None


def with_bases(names: Iterable[str]) -> list[str]:
    """The names, and y for each y_k."""
    both = (each for name in names for each in (name, _BASE.sub("", name)))
    return list(dict.fromkeys(both))


def with_log_name(latex: str) -> str:
    """Log p(x) as a call of one function."""
    return _LOGARITHM.sub(_log_name, latex)


def with_log_alone(latex: str) -> str:
    """Log L alone, as the name of a function that a text defines."""
    found = _ALONE.fullmatch(latex)
    return _log_name(found) if found and found["name"] in DENSITIES else latex


def _log_name(found: re.Match[str]) -> str:
    """Call log p(x) logp, and −log p(x) nlogp."""
    below = re.sub(r"[\\{}_\s]", "", found["below"] or "")
    stem = f"{'n' if found['minus'] else ''}log{found['name'].lstrip(chr(92))}"
    return rf"\mathrm {{{stem}}}" + (f"_{{{below}}}" if below else "")


def left_side(latex: str) -> Left | None:
    """A name or a call, such as f(x), as the left side of a definition.

    The logarithm of a density, as in log p(x) = …, is a function called logp.
    """
    latex = with_log_name(latex)
    source = source_of(latex)
    if source is None or not source.glyphs:
        return None
    end = len(source.glyphs)
    found = name_at(source, 0, end)
    if found is None:
        return None
    after = source.skip_spaces(found.after, end)
    if after == end:
        return Left(key(found.name))
    bracket = source.brackets.get(after)
    if bracket is None or bracket.sign not in ("(", "{") or bracket.close != end - 1:
        return None
    if source.glyphs[after].kind == "group":
        return None
    bars = [i for i in top_level(source, after + 1, end - 1) if is_bar(source.glyphs[i])]
    before = len(listed(source, after + 1, bars[0], latex)) if bars else 0
    return Left(key(found.name), tuple(listed(source, after + 1, end - 1, latex)), before)


def is_bar(glyph: Glyph) -> bool:
    """Do the parameters of a function begin behind this, as in p(x | w) and f(x; w)?"""
    return glyph.text in (";", "mid")


def listed(source: Source, lo: int, hi: int, latex: str) -> list[str]:
    """What stands between commas."""
    parts: list[str] = []
    start = lo
    for index in top_level(source, lo, hi):
        if source.glyphs[index].text in (",", ";", "mid"):
            parts.append(text_of(source, start, index, latex))
            start = index + 1
    return [*parts, text_of(source, start, hi, latex)]


def without_group(latex: str) -> str:
    """{x} is x."""
    source = source_of(latex)
    if source is not None and source.glyphs and source.glyphs[0].kind == "group":
        close = source.brackets[0].close
        if close == len(source.glyphs) - 1:
            return latex[source.glyphs[0].end : source.glyphs[close].start].strip()
    return latex


def head_of(latex: str) -> str:
    """A left side without its arguments: f for f(x), a^{(2)} for itself."""
    left, source = left_side(latex), source_of(latex)
    if source is None or left is None or left.arguments is None:
        return latex.strip()
    last = len(source.glyphs) - 1
    opening = next(at for at, bracket in source.brackets.items() if bracket.close == last)
    return latex[: source.glyphs[opening].start].replace(r"\left", "").strip()


def is_called_between(left: Left, values: tuple[str, ...]) -> bool:
    """Does a call of names, as f(x), stand between what is defined and what it is?"""
    call = left_side(values[0]) if len(values) > 1 else None
    if call is None or not call.arguments or call.name == left.name:
        return False
    return all(map(whole_name, call.arguments))
