"""What the words of a question say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from matgrad.app.ask.formulas.notation import Derivative
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined
from matgrad.core.facts import close, fact_words
from matgrad.render.glyphs import plain_name

# How a text speaks of a fact.
STATED, DENIED = "", "the text denies it"
CONDITIONAL = "the text only speaks of that case"
MENTIONED = "the text mentions it in words that do not say so plainly"
LIFTED = "the text asks what if not"


@dataclass(frozen=True)
class Told:
    """A formula that words call the answer: of which kind, and of which formula, if they say so."""

    segment: int
    kind: str = ""
    of: int = -1
    by: str = ""  # the variable, if the words name one for this formula
    made: str = ""  # what the words make of the derivative before: the inverse of it


@dataclass(frozen=True)
class Placed:
    """Where a formula stands among several answers: the second of two, by y if that is said."""

    place: int
    count: int
    by: str = ""
    is_strict: bool = False  # “respectively”
    of: int = -1  # the function in its place: the gradients of ⟦1⟧ and ⟦3⟧ are …
    kind: str = ""  # what the words in its place call it: the gradient and the Hessian are …


@dataclass(frozen=True)
class Given:
    """An equation in LaTeX that the text states; if `turned` is square, it makes it orthogonal."""

    left: str
    right: str
    turned: str = ""

    @property
    def shown(self) -> str:
        """The equation in plain characters."""
        return f"{quoted(self.left).plain} = {quoted(self.right).plain}"


@dataclass(frozen=True)
class Point:
    """A claim that a derivative is zero, or what it is at a number; `latex` is all of it."""

    segment: int
    latex: str
    derivative: Derivative
    at: str
    value: str
    is_elsewhere: bool = False  # at points that another formula gives
    is_there: bool = False  # at the point that its clause names


@dataclass(frozen=True)
class Signed:
    """A claim that a derivative is positive, or negative, everywhere."""

    kind: str
    words: str  # what the text calls it
    sign: str


@dataclass(frozen=True)
class Solved:
    """A claim that a gradient vanishes where an equation holds, perhaps one for its variable."""

    segment: int
    left: str
    right: str
    name: str = ""  # the variable, if the equation gives its value
    aim: str = ""  # minimum, maximum or optimum, if the text calls the point so
    is_open: bool = False  # only said to follow, so that it may be about something else
    of: str = ""  # the function whose gradient it is, if words name one
    is_enough: bool = False  # it may be zero elsewhere as well


@dataclass(frozen=True)
class General:
    """What words say of matrices that they do not name, and for which formulas if it is a case."""

    fact: str
    is_all: bool  # of all matrices, not of one
    how: str
    segments: tuple[int, ...] = ()
    only: int = 0  # how many of them there are, where it is of some kind of matrices


@dataclass
class Said:
    """What the words say."""

    facts: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    denied: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    supposed: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    lifted: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])  # what if not?
    doubtful: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])  # mentioned
    usual: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])  # and not said
    doubtful_given: list[Given] = field(default_factory=list[Given])
    implied: list[str] = field(default_factory=list[str])  # lines about what words imply
    used: set[str] = field(default_factory=set[str])  # formulas that say such things
    left_out: list[str] = field(default_factory=list[str])  # lines about definitions
    cases: dict[int, list[tuple[str, str]]] = field(
        default_factory=dict[int, list[tuple[str, str]]]
    )  # what a sentence supposes, for each of its formulas
    stated_at: dict[tuple[str, str], list[int]] = field(
        default_factory=dict[tuple[str, str], list[int]]
    )
    places: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    given: list[Given] = field(default_factory=list[Given])  # what no assumption covers
    given_at: dict[Given, list[int]] = field(default_factory=dict[Given, list[int]])
    given_for: dict[Given, frozenset[int]] = field(
        default_factory=dict[Given, frozenset[int]]
    )  # the claims for which some of these hold alone
    imposed: list[Given] = field(default_factory=list[Given])  # of these, what is no result
    bounds: dict[int, str] = field(default_factory=dict[int, str])  # how inequalities are said
    bounded: dict[int, frozenset[int]] = field(
        default_factory=dict[int, frozenset[int]]
    )  # the formulas for which one is supposed
    constraints: list[tuple[str, str]] = field(
        default_factory=list[tuple[str, str]]
    )  # on variables
    unbound: set[str] = field(default_factory=set[str])  # “treat Σ as unconstrained”; "" for all
    unknown: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])  # C is circulant
    general: list[General] = field(default_factory=list[General])  # both matrices are symmetric
    special: list[tuple[Defined, frozenset[int]]] = field(
        default_factory=list[tuple[Defined, frozenset[int]]]
    )  # definitions of a case, and the formulas for which it is made
    points: list[Point] = field(default_factory=list[Point])  # claims at points
    signs: list[Signed] = field(default_factory=list[Signed])  # of derivatives, everywhere
    solved: list[Solved] = field(default_factory=list[Solved])  # where gradients vanish
    conditions: list[int] = field(default_factory=list[int])  # first-order conditions, … = 0
    at: dict[str, str] = field(default_factory=dict[str, str])  # t = 0, where it is asked for
    at_in: dict[int, dict[str, str]] = field(
        default_factory=dict[int, dict[str, str]]
    )  # the same by the clause that names the point
    only_in: set[int] = field(default_factory=set[int])  # clauses with “only at …”
    clause_of: dict[int, int] = field(default_factory=dict[int, int])  # of each formula
    everywhere: set[int] = field(default_factory=set[int])  # clauses that say “in general”
    points_called: set[str] = field(default_factory=set[str])  # “at the point a”
    loose: list[str] = field(default_factory=list[str])  # facts that words give to nothing named
    behind: dict[tuple[str, str], set[int]] = field(
        default_factory=dict[tuple[str, str], set[int]]
    )  # the claims that follow the case of a fact
    free: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])  # need not hold
    unreal: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])  # “if A were …”
    generally: set[int] = field(default_factory=set[int])  # formulas beside “in general”
    heard: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # words of facts
    lists: list[frozenset[str]] = field(default_factory=list[frozenset[str]])  # “A and B are …”
    named_as: dict[str, str] = field(default_factory=dict[str, str])  # J is the all-ones matrix
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    functions: dict[str, str] = field(default_factory=dict[str, str])
    squares: set[str] = field(default_factory=set[str])
    spaces: dict[str, str] = field(default_factory=dict[str, str])
    sizes: dict[str, str] = field(default_factory=dict[str, str])
    asked: list[tuple[Derivative, int]] = field(default_factory=list[tuple[Derivative, int]])
    named: list[tuple[Derivative, int]] = field(
        default_factory=list[tuple[Derivative, int]]
    )  # spoken of, not asked for
    told: list[Told] = field(default_factory=list[Told])
    of: list[int] = field(default_factory=list[int])  # segments whose derivative is asked for
    mentioned: list[int] = field(default_factory=list[int])  # as of, but nothing is asked there
    stating: list[Derivative] = field(default_factory=list[Derivative])  # of asked: told, not asked
    unnamed: set[int] = field(default_factory=set[int])  # formulas before any variable is named
    several: set[int] = field(default_factory=set[int])  # of these: “the gradients are ⟦1⟧ and ⟦2⟧”
    in_order: dict[int, Placed] = field(default_factory=dict[int, Placed])  # “they are ⟦1⟧ and ⟦2⟧”
    proportional: dict[int, str] = field(
        default_factory=dict[int, str]
    )  # formulas beside “proportional to”, and the factor if one is named
    forces: set[int] = field(default_factory=set[int])  # formulas that are called the force
    changed: dict[int, str] = field(default_factory=dict[int, str])  # claims of another function
    roughly: dict[int, str] = field(default_factory=dict[int, str])  # for large x it is ⟦3⟧
    changes: list[str] = field(default_factory=list[str])  # of the function, that words ask for
    partial: set[int] = field(default_factory=set[int])  # beside “without the penalty”
    instead: dict[int, int] = field(default_factory=dict[int, int])  # “if I use ⟦1⟧, is it ⟦3⟧?”
    known: set[int] = field(default_factory=set[int])  # “I know that ⟦1⟧”
    rejected: set[int] = field(default_factory=set[int])  # “not ⟦3⟧ but …”
    objectives: list[int] = field(default_factory=list[int])  # “the loss is …”
    meant: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # “f is …”
    conditional: set[int] = field(default_factory=set[int])  # formulas with “if …” behind them
    active: dict[int, bool] = field(default_factory=dict[int, bool])  # “when the hinge is active”
    of_sign: dict[int, int] = field(default_factory=dict[int, int])  # if ⟦f(x) > 0⟧, ⟦1⟧: where
    elementwise: set[int] = field(default_factory=set[int])  # formulas in sentences that say so
    directions: list[str] = field(default_factory=list[str])  # of directional derivatives
    by_formula: list[int] = field(default_factory=list[int])  # “with respect to X^{-1}”
    over: list[str] = field(default_factory=list[str])  # variables that something is minimised over
    wants_all: bool = False
    wants_each: bool = False  # “the partial gradients”: more than one
    is_network: bool = False
    has_capitals: bool = False

    @property
    def claims(self) -> list[int]:
        """The formulas that are said to be the answer."""
        return [each.segment for each in self.told]

    def first_of(self, segment: int) -> int:
        """The formula with which the list begins in which one stands among several answers."""
        if segment not in self.in_order:
            return segment
        begun = [n for n, each in self.in_order.items() if each.place == 0 and n <= segment]
        return max(begun, default=segment)

    @property
    def open_facts(self) -> list[tuple[str, str]]:
        """Facts that may hold in the case that is meant, and that are not taken as given."""
        return [
            pair
            for pair in dict.fromkeys((*self.supposed, *self.doubtful, *self.usual))
            if pair not in self.denied and not self.is_stated(*pair)
        ]

    def state(self, fact: tuple[str, str], at: int) -> None:
        """Keep a fact that is stated, and where."""
        self.facts.setdefault(fact[0], set()).add(fact[1])
        self.stated_at.setdefault(fact, []).append(at)

    def give(self, each: Given, at: int) -> None:
        """Keep an equation that is stated, and where."""
        self.given.append(each)
        self.given_at.setdefault(each, []).append(at)

    def suppose(self, fact: tuple[str, str], segments: Iterable[int]) -> None:
        """Take a fact that is stated only as the case of some formulas."""
        self.facts[fact[0]].discard(fact[1])
        self.supposed += [fact] if fact not in self.supposed else []
        for segment in segments:
            self.cases.setdefault(segment, []).append(fact)

    def keep(self, how: str, fact: tuple[str, str]) -> None:
        """Keep a fact that is not stated under how the text speaks of it."""
        others = {CONDITIONAL: self.supposed, MENTIONED: self.doubtful, LIFTED: self.lifted}
        kept = others.get(how, self.denied)
        kept += [fact] if fact not in kept else []

    @property
    def not_assumed(self) -> list[str]:
        """Facts that the text mentions and that are not taken as given."""
        mentioned = [(pair, DENIED) for pair in self.denied]
        mentioned += [(pair, CONDITIONAL) for pair in self.supposed if pair not in self.denied]
        known = {pair for pair, _ in mentioned}
        mentioned += [(pair, MENTIONED) for pair in self.doubtful if pair not in known]
        lines = [line for pair, why in mentioned for line in self.not_taken([pair], why)]
        doubtful = [each.shown for each in self.doubtful_given if each not in self.given]
        lines += [f"{shown} is not used: {MENTIONED}" for shown in doubtful]
        return lines + self.left_out

    def not_taken(self, facts: Iterable[tuple[str, str]], why: str) -> list[str]:
        """The lines that say which facts are not taken as given."""
        return [
            f"{plain_name(name)} is not taken to be {fact_words(fact)}: {why}"
            for name, fact in facts
            if not self.is_stated(name, fact)
        ]

    def is_stated(self, name: str, fact: str) -> bool:
        """Is a fact taken as given, or does it follow from what is?"""
        return fact in close(frozenset(self.facts.get(name, ())))
