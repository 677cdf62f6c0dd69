r"""A question cut into prose and formulas; abbreviations such as \def\op#1{…} are taken out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from matgrad.app.ask.text.abbreviations import LONGEST, longest_expansion, without_abbreviations
from matgrad.app.ask.text.accents import with_accents
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.arrays import with_arrays
from matgrad.app.ask.text.backward import with_backward
from matgrad.app.ask.text.bars import without_bars, without_sets
from matgrad.app.ask.text.bracketed import with_rows
from matgrad.app.ask.text.capitals import capitals_in
from matgrad.app.ask.text.characters import keyed
from matgrad.app.ask.text.comments import without_comments
from matgrad.app.ask.text.compound import with_compound
from matgrad.app.ask.text.counts import with_counts
from matgrad.app.ask.text.emphasis import without_emphasis
from matgrad.app.ask.text.exponents import exponents_in
from matgrad.app.ask.text.finding import formulas_in
from matgrad.app.ask.text.greek import greek_in, in_commands, with_signs, with_told
from matgrad.app.ask.text.identifiers import (
    functions_of,
    joined_names,
    names_of_programs,
    with_identifiers,
)
from matgrad.app.ask.text.inside import with_words_apart, without_reasons
from matgrad.app.ask.text.keyboard import loose_powers, with_cases
from matgrad.app.ask.text.lines import without_breaks
from matgrad.app.ask.text.listings import with_listings
from matgrad.app.ask.text.literals import with_literals
from matgrad.app.ask.text.marginals import with_marginals
from matgrad.app.ask.text.marks import mark_of
from matgrad.app.ask.text.minus import with_minus
from matgrad.app.ask.text.mixed import with_joined, with_mixed
from matgrad.app.ask.text.nablas import with_nablas
from matgrad.app.ask.text.own_lines import with_own_lines, with_remarks_as_words
from matgrad.app.ask.text.partials import with_partials
from matgrad.app.ask.text.plain import normal, to_latex
from matgrad.app.ask.text.programs import with_formulas, with_vectors
from matgrad.app.ask.text.runs import runs_in
from matgrad.app.ask.text.samples import with_typed_samples
from matgrad.app.ask.text.sizes import declared, with_sizes
from matgrad.app.ask.text.slashed import on_one_line
from matgrad.app.ask.text.slopes import with_slopes
from matgrad.app.ask.text.spoken import with_spoken, without_constants
from matgrad.app.ask.text.stars import with_stars
from matgrad.app.ask.text.stops import with_stops
from matgrad.app.ask.text.sums import with_sums
from matgrad.app.ask.text.titles import with_titles
from matgrad.app.ask.text.totals import with_totals
from matgrad.app.ask.text.tuples import tuples_in
from matgrad.app.ask.text.words import RESPECT

_DISPLAYS = r"align|equation|gather|multline|eqnarray|aligned|displaymath|split|alignat"
MATH = re.compile(
    r"\$\$(?P<a>.+?)\$\$|\\\[(?P<b>.+?)\\\]|\\\((?P<c>.+?)\\\)"
    rf"|(?P<d>\\begin\{{(?P<env>(?:{_DISPLAYS})\*?)\}}.+?\\end\{{(?P=env)\}})"
    r"|(?<!\\)\$(?P<e>[^$]+?)\$|`(?P<f>[^`\n]+)`",
    re.DOTALL,
)
BROKEN = re.compile(r"(?<![A-Za-z\\])abla(?=\s*[_{^A-Z])")
_BOLD = re.compile(r"(?<!\w)\*\*(\w[^*\n]{0,12})\*\*")
_EQUALS = re.compile(  # the gradient = …, gradient wrt W = …
    rf"\b((?:gradient|derivative|answer|result|hessian|jacobian)(?:\s+{RESPECT}\s+[A-Za-z]\d?)?)\s*=\s+",
    re.I,
)
_IS = re.compile(  # $C$ = covariance matrix, $L$ = mean of
    r"^\s*=\s+(?=(?:the |an? )?(?:[a-z-]+ ){0,3}(?:matri|vector|scalar|number|constant|weight|cov)"
    r"|(?:the )?(?:[a-z-]{3,} ){1,3}(?:of|over|between) )"
)
_UNSPACED = re.compile(  # with Q,R symmetric
    rf"(?<![\w(])([A-Za-z]),(?=[A-Za-z](?:,[A-Za-z])*\s+(?:are|be|both|all|real|square|matrices"
    rf"|vectors|scalars|{ANY_FACT})\b)"
)
_STARS = re.compile(r"[A-Za-z)]\d? ?\*(?!\*) ?[A-Za-z(]")
_CALLED = re.compile(  # tr(A) in LaTeX, for which people forget the command
    r"(?<![A-Za-z\\{])(tr|(?<!\^)Tr|det|diag|vec|log|exp)(?=\s*(?:\(|\\left\s*\())"
)
_OR = re.compile(r"(?:\\q?quad|\s)*\\(?:text|mbox|textrm)\s*\{\s*,?\s*or\s*\}(?:\\q?quad|\s)*")
_WORDS = re.compile(  # what is no letter: commands, and the KL of D_{KL}
    r"\\(?:[A-Za-z]+)(?:\s*\{[A-Za-z]{2,}\*?\})?|_\s*\{\s*[A-Z]{2,}\s*\}"
)
_TYPED_BAR = re.compile(
    r"(?<=[\w)\]])\s?\|_(?:\{([^{}=|]{1,20}=[^{}|]{1,40})\}|\(([^()=|]{1,20}=[^()|]{1,40})\))"
)
NABLA = r"“abla” is read as \nabla: the text lost a line break and a letter"


@dataclass(frozen=True)
class Segment:
    """A stretch of prose, or a formula in LaTeX."""

    is_math: bool
    text: str


@dataclass(frozen=True)
class Cut:
    """The segments of a text, its abbreviations, and what was repaired."""

    segments: tuple[Segment, ...]
    abbreviations: str
    notes: tuple[str, ...]
    has_stars: bool = False  # between typed letters, as in a program
    has_shapes: bool = False  # dY is a derivative that has the shape of Y, as in a program
    depends: tuple[tuple[str, str], ...] = ()  # names of what depends on a number, and on which
    named: tuple[tuple[str, str], ...] = ()  # formulas in the place of names, and these names

    @cached_property
    def marked(self) -> str:
        """The prose with ⟦3⟧ in the place of the fourth segment if that is a formula."""
        parts: list[str] = []
        for i, segment in enumerate(self.segments):
            verb = " is " if segment.text.lstrip().startswith("=") and parts else ""
            parts.append(verb + mark_of(i) if segment.is_math else segment.text)
        return "".join(parts)

    @cached_property
    def formulas(self) -> tuple[str, ...]:
        """The formulas alone."""
        return tuple(segment.text for segment in self.segments if segment.is_math)

    @cached_property
    def words(self) -> str:
        """The prose alone."""
        return " ".join(segment.text for segment in self.segments if not segment.is_math)

    def rewritten(self, change: Callable[[str], str], *notes: str) -> Cut:
        """The text with changed formulas, and why."""
        segments = (
            Segment(True, change(each.text)) if each.is_math else each for each in self.segments
        )
        return replace(self, segments=tuple(segments), notes=(*self.notes, *notes))


def cut(text: str) -> Cut:
    """Cut a text into prose and formulas."""
    source = text
    text, programs = with_listings(text.replace("\r\n", "\n"))
    text, comments = without_comments(with_marginals(with_titles(text)))
    text, counts = with_counts(text)
    text, powers = with_arrays(text, in_typed)
    text = with_minus(keyed(without_breaks(with_stops(text, MATH))))
    text, compound = with_compound(with_vectors(with_literals(text)))
    text, constants = without_constants(text)
    text, _ = in_typed(text, lambda typed: (with_spoken(typed), []))
    text, abbreviations = without_abbreviations(with_totals(with_sums(text)))
    notes = [*counts, *powers, *programs, *comments, *compound, *constants]
    if longest_expansion(abbreviations) > LONGEST:
        abbreviations = ""
        notes.append("the abbreviations of the text expand to too much and are left out")
    text, broken = BROKEN.subn(r"\\nabla", with_slopes(with_cases(text)))
    tuples = tuples_in(text)
    text, _ = in_typed(text, lambda typed: (with_formulas(with_accents(tuples(typed))), []))
    text, _ = in_typed(text, lambda typed: (with_nablas(with_partials(typed, text)), []))
    text, has_shapes = with_backward(text, MATH)
    text, _ = in_typed(text, lambda typed: (on_one_line(typed), []))
    text, _ = in_typed(text, with_typed_samples)
    text, _ = in_typed(text, runs_in(text))
    text, joined = in_programs(text)
    stars = _STARS.search(MATH.sub(lambda found: found["f"] or " ", text)) is not None
    text, loose = in_typed(with_stars(text, in_typed), exponents_in(text))
    notes += (*joined, *loose, *loose_powers(MATH.sub(" ", text)), *([NABLA] if broken else []))
    text = with_mixed(with_greek(with_joined(text)))
    segments = tuple(with_words(pieces(text, letters_in(text)), source))
    return Cut(segments, abbreviations, tuple(notes), stars, has_shapes).rewritten(in_commands)


def in_typed(
    text: str, change: Callable[[str], tuple[str, list[str]]]
) -> tuple[str, tuple[str, ...]]:
    """The text with what is typed changed, not what is marked as LaTeX; and what is told of it."""
    parts: list[str] = []
    notes: list[str] = []
    position = 0
    for found in (*MATH.finditer(text), None):
        typed, told = change(text[position : found.start() if found else len(text)])
        inside, more = change(found[0]) if found and found["f"] else (found[0] if found else "", [])
        parts += [typed, inside]
        notes += (*told, *more)
        position = found.end() if found else position
    return "".join(parts), tuple(dict.fromkeys(notes))


def in_programs(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with its formulas with names of programs marked as code, and notes on names."""
    text, notes = in_typed(text, joined_names)
    names = names_of_programs(MATH.sub("\0", text).split("\0")) | functions_of(text)
    text, _ = in_typed(text, lambda x: (x if x[:1] == "`" else with_identifiers(x, names), []))
    return text, notes


def pieces(text: str, given: str) -> list[Segment]:
    """Prose and formulas in turn; reasons inside of a formula follow it as prose."""
    segments: list[Segment] = []
    position = 0
    for found in MATH.finditer(text):
        segments += prose(text[position : found.start()], given)
        inside = next(found[key] for key in "abcdef" if found[key] is not None)
        if found["f"] is None:
            inside = with_rows(with_remarks_as_words(with_own_lines(inside)))
        inside, places = without_bars(inside)
        inside, spaces = without_sets(inside)
        is_typed = found["f"] is not None
        inside, reasons = (inside, "") if is_typed else without_reasons(inside)
        parts = [inside] if is_typed or "{cases}" in inside else _OR.split(inside)
        for part in parts:
            segments += [Segment(False, " or ")] if part is not parts[0] else []
            segments += [Segment(True, to_latex(part))] if is_typed else _formulas(part)
        segments += pieces(f" {reasons}", given) if reasons else []
        for each in spaces:
            segments += [Segment(False, " where "), Segment(True, normal(each))]
        for place in places:
            segments += [Segment(False, " at "), Segment(True, normal(place))]
        position = found.end()
    return [*segments, *prose(text[position:], given)]


def _formulas(latex: str) -> Iterator[Segment]:
    """A formula, and what it says in words."""
    for is_math, text in with_words_apart(latex):
        formula = normal(declared(_CALLED.sub(r"\\operatorname{\1}", text))) if is_math else text
        yield Segment(is_math, formula)


def with_words(segments: list[Segment], source: str) -> list[Segment]:
    r"""Words of capitals that formulas define, as RSS(\beta) = …, are names, not products."""
    words = capitals_in([segment.text for segment in segments if segment.is_math], source)
    if not words:
        return segments
    name = re.compile(rf"(?<![A-Za-z\\{{])({'|'.join(words)})(?![A-Za-z])")
    return [
        Segment(True, name.sub(r"\\mathrm{\1}", each.text)) if each.is_math else each
        for each in segments
    ]


def with_greek(text: str) -> str:
    """The text with signs for the Greek letters that its prose spells as words."""
    parts: list[tuple[bool, str]] = []
    position = 0
    for found in MATH.finditer(text):
        parts += [(False, text[position : found.start()]), (True, found[0])]
        position = found.end()
    parts.append((False, text[position:]))
    known = greek_in((x for is_math, x in parts if is_math), (x for is_m, x in parts if not is_m))
    return "".join(x if is_math else with_signs(x, known) for is_math, x in parts)


def letters_in(text: str) -> str:
    """The letters that stand alone in the formulas of a text."""
    inside = " ".join(found[0] for found in MATH.finditer(text))
    inside = _WORDS.sub(" ", inside)
    return "".join(sorted(set(re.findall("[A-Za-z]", inside))))


def prose(text: str, given: str = "") -> list[Segment]:
    """Prose, in which people write formulas without any mark, too."""
    found: list[Segment] = []
    position = 0
    text = _BOLD.sub(r"\1", without_emphasis(text))
    text = _TYPED_BAR.sub(r" at \1\2", _IS.sub(" is ", text))
    text = with_sizes(_EQUALS.sub(r"\1 is ", _UNSPACED.sub(r"\1, ", text)))
    text = with_told(text)
    for start, end, formula in formulas_in(text, given):
        found += [Segment(False, text[position:start]), Segment(True, formula)]
        position = end
    return [segment for segment in [*found, Segment(False, text[position:])] if segment.text]
