"""What a text says: the acts of its forms and statements, in order, and what no form binds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from matgrad.ask import forms
from matgrad.ask.lexicon import (
    FACTS,
    IMPLIED,
    KINDS,
    OPERATIONS,
    classes_of,
)
from matgrad.ask.match import EXCEPTING, Match, clause_is_question, matches
from matgrad.ask.sentences import Item, Sentence, Text, kinds_of
from matgrad.ask.symbols import DENIED, OF_ENTRIES, STATED, Symbols
from matgrad.ask.symbols import IMPLIED as IMPLIED_EVIDENCE
from matgrad.core.facts import IMPLIES
from matgrad.core.reading import Guess
from matgrad.core.shape import shape_of
from matgrad.errors import MatgradError
from matgrad.syntax.declarations import declared
from matgrad.syntax.scope import Declaration
from matgrad.syntax.statement import Statement, Tokens, What, derivative
from matgrad.syntax.tokens import Kind, Token

Facts = tuple[tuple[str, str], ...]  # name and fact, of a supposition


@dataclass(frozen=True)
class Ask:
    """A derivative that is asked for; without a function it is that of the text."""

    kinds: tuple[str, ...]
    of: Statement | None
    by: tuple[str, ...]
    place: int
    weight: int  # 2 in a question, 1 in a sentence, 0 in a title
    supposed: Facts = ()
    is_mixed: bool = False  # ∂²f/∂x∂y, one block of a Hessian


@dataclass(frozen=True)
class Claim:
    """What somebody says a derivative is."""

    kind: str
    of: Statement | None
    by: tuple[str, ...]
    sides: tuple[Tokens, ...]
    place: tuple[int, int]
    order: int = 1
    supposed: Facts = ()
    is_differential: bool = False
    is_sure: bool = True  # the text says that it is the derivative
    head: Tokens = ()  # df of a differential
    is_asked: bool = False  # is it so, if …? Show that it is so, if …


@dataclass(frozen=True)
class Spoken:
    """A sentence, and the places of its items that forms bind."""

    sentence: Sentence
    bound: frozenset[int]
    inside: frozenset[int]  # places between those that a question or a claim binds


@dataclass
class Said:
    """All that a text says."""

    text: Text
    spoken: list[Spoken] = field(default_factory=list[Spoken])
    symbols: Symbols = field(default_factory=Symbols)
    functions: list[tuple[Statement, int]] = field(default_factory=list[tuple[Statement, int]])
    asks: list[Ask] = field(default_factory=list[Ask])
    claims: list[Claim] = field(default_factory=list[Claim])
    maps: dict[str, tuple[Declaration, ...]] = field(
        default_factory=dict[str, tuple[Declaration, ...]]
    )
    guesses: list[Guess] = field(default_factory=list[Guess])
    retracted: tuple[str, ...] = ()
    entrywise: set[int] = field(default_factory=set[int])  # formulas whose powers are of entries
    of_matrices: set[str] = field(default_factory=set[str])  # exp or log of a matrix
    has_diagonals: bool = False  # Y stands for Diag(y)
    unread: list[Item] = field(default_factory=list[Item])

    @property
    def is_general(self) -> bool:
        """Is what holds in general spoken of?"""
        return any(i.word == "generally" for s in self.spoken for i in s.sentence.items)

    @property
    def last_items(self) -> tuple[Item, ...]:
        """The words of the sentence before."""
        return self.spoken[-1].sentence.items if self.spoken else ()

    identities: frozenset[tuple[int, int]] = frozenset()  # equations that always hold
    special: set[int] = field(default_factory=set[int])  # where A = I is a case, `for A = I`
    defined: dict[str, list[Statement]] = field(default_factory=dict[str, list[Statement]])

    def add(self, statement: Statement, place: int) -> None:
        """Take a formula that may be a function, or a part of one."""
        self.functions.append((statement, place))
        if statement.what is What.DEFINITION:
            for name in statement.names:
                self.defined.setdefault(name, []).append(statement)

    def definition(self, name: str, params: tuple[str, ...] = ()) -> Statement | None:
        """The first definition of a name, with these arguments if there is one."""
        named = self.defined.get(name, [])
        fitting = [s for s in named if s.params == params]
        return next(iter((*fitting, *named)), None)


def said_in(text: Text) -> Said:
    """Everything that the sentences of a text say.

    >>> from matgrad.ask.sentences import read_text
    >>> said = said_in(read_text("Find the gradient of $x^TAx$ if $A$ is symmetric."))
    >>> said.asks[0].supposed
    (('A', 'symmetric'),)
    """
    said = Said(text)
    said.guesses += text.guesses
    supposed: Facts = ()
    for sentence in text.sentences:
        supposed = _Reader(said, sentence, supposed).read()
    return said


class _Reader:
    """One sentence on its way to acts."""

    def __init__(self, said: Said, sentence: Sentence, before: Facts) -> None:
        self.said, self.sentence = said, sentence
        self.items = sentence.items
        self.before = before  # what the sentences before suppose for this one
        self.supposed: list[tuple[str, str]] = []
        self.bound: set[int] = set()
        self.inside: set[int] = set()
        self.first_ask, self.first_claim = len(said.asks), len(said.claims)
        self.scope: Facts = ()
        self.is_elsewhere = any(item.word in _ELSEWHERE for item in self.items)

    def read(self) -> Facts:
        """Add what the sentence says; the answer is what it supposes for the next ones."""
        found = matches(self.sentence)
        claimed = {id(c) for m in found if m.form.act == forms.CLAIM for c in m.of("C")}
        for match in found:
            if match.form.act in _FACTUAL and (
                self.is_unreal(match.start) or self.is_of_part(match)
            ):
                continue
            self.bound |= set(match.bound)
            if match.form.act in (forms.ASK, forms.CLAIM, forms.DEFINE):
                self.inside |= {*range(match.start, match.end)}
            ACTS[match.form.act](self, match)
        for place, item in enumerate(self.items):
            if item.statement is not None and id(item) not in claimed:
                self.statement(item, place)
            elif item.error is not None:
                self.said.unread.append(item)
                shown = self.said.text.source[item.start : item.end]
                self.said.guesses.append(Guess(f"{shown} is not used", item.error.message))
        self.kinds_beside()
        self.variables_elsewhere()
        self.variables_of_claims()
        self.suppose()
        bound, inside = frozenset(self.bound), frozenset(self.inside)
        self.said.spoken.append(Spoken(self.sentence, bound, inside))
        return self.scope

    # ------------------------------------------------------------ moods

    def is_unreal(self, start: int) -> bool:
        """Do words before this say that it is not so: a wish, a doubt, a denial, a proof?"""
        if self.is_elsewhere:
            return True
        for place in range(start - 1, max(start - 7, -1), -1):
            item = self.items[place]
            if not item.word or item.word in (",", ";", ":"):
                return False
            if item.word == "but" and place and "KIND" in self.items[place - 1].classes:
                return True  # all matrices but B are symmetric
            if item.word in _UNREAL or classes_of(item.word) & {"NOT", "UNREAL"}:
                return True
        return False

    def is_of_part(self, match: Match) -> bool:
        """Is it said of the entries of A, or of its rows, and not of A?"""
        before = [item.word for item in self.items[max(0, match.start - 2) : match.start]]
        return (before[-1:] == ["of"] and "V" in self.items[match.start].classes) or (
            self.is_of_one(match)
        )

    def is_of_one(self, match: Match) -> bool:
        """Is it said of A or B, of one of A and B, or of the product of A and B?"""
        source = self.said.text.source
        for item in match.of("V"):
            if len(item.names) > 1 and " or " in source[item.start : item.end]:
                return True
        place = match.start
        while place and (self.items[place].names or self.items[place].word in _IN_LISTS):
            place -= 1
        if not 0 < place < match.start or self.items[place].word != "of":
            return False
        noun, is_list = self.items[place - 1].word, self.items[match.start - 1].word == "and"
        return noun in _QUANTITIES or (is_list and noun not in _ALL)

    def kinds_beside(self) -> None:
        """`Find ∇f and the Hessian` asks for a Hessian, too."""
        asks = self.said.asks
        is_asked = len(asks) > self.first_ask and asks[-1].weight > 1
        for place, item in enumerate(self.items):
            before = [self.items[at].word for at in range(max(0, place - 2), place)]
            if is_asked and "D" in item.classes and place not in self.bound and "and" in before:
                asks.append(Ask(kinds_of(item.words), None, (), place, self.weight))
                self.bound.add(place)

    def variables_elsewhere(self) -> None:
        """`gradient of F, with s = …, with respect to w`: the variable stands further on."""
        asks = self.said.asks
        open_ones = [at for at in range(self.first_ask, len(asks)) if not asks[at].by]
        places = [at for at, item in enumerate(self.items) if item.word == "wrt"]
        if not places or not (open_ones or len(asks) == self.first_ask):
            return
        behind = self.items[places[-1] + 1 : places[-1] + 5]
        names = [i.names for i in behind if i.names]
        names = [] if any(i.word in EXCEPTING for i in behind) else names
        if not names:
            for at in open_ones:
                asks[at] = _with_names(asks[at], UNKNOWN)
        elif open_ones:
            for at in open_ones:
                asks[at] = _with_names(asks[at], names[0])
        elif asks and not self.bound & {*places} and not asks[-1].by:
            asks[-1] = _with_names(asks[-1], names[0])

    def variables_of_claims(self) -> None:
        """`For $W$ I got …`, `the one in $y$ is …`: by what the nearest claim is."""
        claims = self.said.claims
        for at in range(self.first_claim, len(claims)):
            start, end = claims[at].place
            found = [
                item for before, item in pairwise(self.items)
                if before.word in ("for", "in", "wrt", "by") and item.names
                and item.statement is not None and item.statement.what is What.NAMES
                and (item.end < start or self.said.text.source[end : before.start].isspace())
                and not self.said.symbols.is_fixed(item.names[0])
            ] if not claims[at].by and claims[at].of is None else []  # fmt: skip
            if found and len(found[-1].names) == 1:
                is_of = self.said.definition(found[-1].names[0]) is not None  # 2x for f
                more = {"of": found[-1].statement} if is_of else {"by": found[-1].names}
                claims[at] = replace(claims[at], **more)

    def suppose(self) -> None:
        """Give what is supposed to the claims and questions of this sentence."""
        facts = (*self.before, *self.supposed)
        claims, asks = self.said.claims, self.said.asks
        if not facts:
            return
        if len(claims) > self.first_claim:
            self.share(claims)
        elif len(asks) > self.first_ask:
            for at in range(self.first_ask, len(asks)):
                asks[at] = replace(asks[at], supposed=tuple(self.supposed))
        elif self.supposed and not self.before and not self.scope:
            formulas = [i.statement.what for i in self.items if i.statement is not None]
            whole = {What.DEFINITION, What.EXPRESSION, What.CHAIN, What.MINIMISATION}
            if whole.isdisjoint(formulas):
                self.said.guesses += map(not_taken, self.supposed)
                return
            names = {name for name, _ in self.supposed}
            for name in names:
                new = [fact for other, fact in self.supposed if other == name]
                self.said.symbols.add_facts((name,), new, "supposed", (0, 0))
            self.said.guesses += map(taken, self.supposed)

    def share(self, claims: list[Claim]) -> None:
        """Each claim has the supposition that stands nearest to it, or that of the sentence."""
        new = range(self.first_claim, len(claims))
        places = self.places
        for at in new:
            facts = (*self.before, *self.supposed)
            if len(new) + len(places) > 2 and self.supposed:
                source = self.said.text.source
                nearest = min(places, key=lambda p: _distance(source, p[0], claims[at].place))
                is_own = len(places) > 1 or _clause(
                    self.said.text.source, nearest[0], claims[at].place
                )
                facts = (*self.before, *nearest[1]) if is_own else self.before
                between = self.said.text.source[nearest[0] : claims[at].place[0]]
                facts = self.before if any(w in between for w in _AGAIN) else facts
            claims[at] = replace(claims[at], supposed=facts, is_asked=self.weight > 1)

    places: tuple[tuple[int, Facts], ...] = ()

    # ------------------------------------------------------------ acts

    @property
    def weight(self) -> int:
        """How strongly this sentence asks."""
        if self.sentence.is_title:
            return 0
        asks = any(
            classes_of(item.word) & {"FIND"} and item.word != "is" for item in self.items[:14]
        )
        return 2 if self.sentence.is_question or asks else 1

    def ask(self, match: Match) -> None:
        """A derivative is asked for."""
        derivatives, functions = match.of("D"), match.of("F") + match.of("P") + match.of("M")
        by = tuple(name for item in match.of("V") for name in item.names)
        by += tuple(self.names_behind(match.end)) if by else ()
        kinds = kinds_of([w for item in derivatives for w in item.words]) or ("",)
        if (kinds == ("",) and "MIN" in match.form.pattern) or match.of("M"):
            kinds = ("gradient",)
        functions = [f for f in functions if f.names != by or not by] or functions[:1]
        functions = [f for f in functions if not self.is_pointed_at(f)]
        statement = functions[0].statement if functions else None
        weight = self.weight - ("MIN" in match.form.pattern)
        if statement is None or statement.what is not What.DERIVATIVE:
            self.said.asks += [
                Ask(kinds, each, by, match.start, weight) for each in _each(statement)
            ]
        elif not statement.sides:  # else it is claimed
            kinds = kinds if kinds != ("",) else _kinds_of(statement)
            self.said.asks.append(
                Ask(kinds, self.function_of(statement), by or self.by_of(statement), match.start,
                    weight, (), _is_mixed(statement))
            )  # fmt: skip

    def is_pointed_at(self, item: Item) -> bool:
        """Is this the A of `for this A`, which is given, and nothing to differentiate?"""
        before = self.items[max(0, self.items.index(item) - 1)].word
        return before in _POINTING and item.statement is not None and bool(item.names)

    def names_behind(self, place: int) -> Iterator[str]:
        """More variables: `…, the scalar $b$, and the vector $c$`."""
        at = place
        while at < len(self.items) and self.items[at].word in _LISTING:
            at += 1
        if place < at < len(self.items) and self.items[place].word in (",", "and"):
            item = self.items[at]
            is_said = at + 1 < len(self.items) and self.items[at + 1].classes & {
                "ADJ",
                "KIND",
                "BE",
            }
            if item.statement is not None and item.statement.what is What.NAMES and not is_said:
                self.bound |= {*range(place, at + 1)}
                yield from (*item.names, *self.names_behind(at + 1))

    def by_of(self, statement: Statement) -> tuple[str, ...]:
        """The variables of a derivative: x of f'(x), but also of f'(0) and f'(a) if f(x) is known.

        A derivative at a point, and one by σ², is only guessed to be that by σ.
        """
        inner = {t.start for side in (statement.head, *statement.sides) for t in side}
        outer = [t.text for t in statement.tokens if t.start not in inner]
        powers = [a for a, b in pairwise(outer) if a in statement.by and b in ("^", "-1")]
        params = self.params_at_point(statement)
        if params or _is_at_point(statement):
            self.said.guesses.append(AT_POINT)
        if powers and statement.order == 1:
            name = powers[0]
            self.said.guesses.append(Guess(f"{name} is the variable", f"another name for {name}^…"))
        return params if params and statement.tokens[1].text == "'" else statement.by

    def function_of(self, statement: Statement) -> Statement | None:
        """The function that a derivative is of; of ∇f(c) it is f, of ∂f(Ax)/∂x it is f(Ax)."""
        of = _function_of(statement)
        is_primed = statement.tokens[1].text == "'"
        is_point = of is not None and (is_primed or not statement.by)
        if of is None or not is_point or not self.params_at_point(statement):
            return of
        head = of.tokens[:1]
        return Statement(What.NAMES, head, names=(head[0].text,))

    def params_at_point(self, statement: Statement) -> tuple[str, ...]:
        """The arguments of f where f'(0), f'(a) or ∇f(c) is not the derivative at just these."""
        tokens = statement.tokens[: len(statement.tokens) - sum(map(len, statement.sides))]
        is_primed = tokens[1].text == "'"
        texts = [t.text for t in (tokens if is_primed else statement.head) if t.text != "="]
        named = self.said.definition(texts[0]) if texts else None
        params = named.params if named is not None else ()
        inside = texts[texts.index("(") + 1 : -1] if texts[-1:] == [")"] and "(" in texts else []
        is_whole = not inside or [t for t in inside if t != ","] == [*params]
        heads = (
            ([t.text for t in d.head] for d in self.said.defined.get(texts[0], ())) if texts else ()
        )
        is_defined = any(head[-len(inside) - 2 :] == ["(", *inside, ")"] for head in heads)
        return () if is_whole or is_defined else params

    def claim(self, match: Match) -> None:
        """A derivative is said to be something."""
        values = match.of("C") or match.of("V")
        functions = match.of("F")
        derivatives = match.of("D")
        kinds = kinds_of([w for item in derivatives for w in item.words])
        value = values[-1]
        by = tuple(name for item in match.of("V") for name in item.names if item is not value)
        if value.statement is None or len(value.names) > 1:
            return
        is_aimed = any(i.word in _AIMS - {"zero", "setting"} for i in self.said.last_items)
        is_aimed = is_aimed and not any(ask.weight > 0 for ask in self.said.asks)
        if (is_aimed and not derivatives) or any(
            item.word == "without" or item.word in _AIMS for item in self.items
        ):
            return  # it is said of another function, or of where the gradient is zero
        if derivatives and not functions and self.is_of_words(match, value):
            return
        of = functions[0].statement if functions else None
        sides = value.statement.sides or (value.statement.tokens,)
        kind = kinds[0] if kinds else ""
        if kind == "hessian":
            self.said.asks.append(Ask(("hessian",), functions[0].statement if functions else None,
                                      by, match.start, -1))  # fmt: skip
        is_sure = bool(derivatives)
        self.said.claims.append(
            Claim(kind, of, by, sides, (value.start, value.end), 2 if kind == "hessian" else 1,
                  is_sure=is_sure)
        )  # fmt: skip

    def is_of_words(self, match: Match, value: Item) -> bool:
        """Is the function only told in words: the derivative of the inverse of a matrix is …?"""
        words = [
            item.word for item in self.items[match.start : match.end] if item.start < value.start
        ]
        if "of" not in words:
            return False
        after = words[words.index("of") + 1 :]
        return not any(w in _SAME or not w for w in after[:4])

    def facts(self, match: Match) -> list[tuple[str, str]]:
        """What the adjectives of a match say of its names."""
        words = [w for item in match.of("ADJ") for w in item.words]
        names = self.names(match)
        return [
            (n, f) for n in names for w in words for f in (*FACTS.get(w, ()), *IMPLIED.get(w, ()))
        ]

    def names(self, match: Match) -> tuple[str, ...]:
        """The names of a match; of `the matrix A and x` it is the first one that is a matrix."""
        names = tuple(name for item in match.of("V") for name in item.names)
        letters = [letter for letter, _ in match.caught if letter in ("V", "KIND")]
        kind = next((item.word for item in match.of("KIND")), "s")
        return names[:1] if letters[:2] == ["KIND", "V"] and not kind.endswith("s") else names

    def assume(self, match: Match) -> None:
        """Something is so, and names may get a size or a kind."""
        if clause_is_question(self.sentence, match):
            self.bound -= set(match.bound)
            return
        if self.items[match.start].word == "assuming" and self.is_claimed(match.start):
            self.suppose_it(match)  # for that claim alone
            return
        names = self.names(match)
        words = [w for item in match.of("ADJ") for w in item.words]
        place = (self.items[match.start].start, self.items[match.end - 1].end)
        implied = [f for w in words for f in IMPLIED.get(w, ())]
        stated = [f for w in words for f in FACTS.get(w, ())]
        self.said.symbols.add_facts(names, stated, STATED, place)
        self.said.symbols.add_facts(names, implied, IMPLIED_EVIDENCE, place)
        self.kinds(match, names, place)

    def is_claimed(self, end: int) -> bool:
        """Does a claim stand before this place?"""
        before = [item.statement for item in self.items[:end] if item.statement is not None]
        signs = any(s.what is What.DERIVATIVE and s.sides for s in before)
        return signs or len(self.said.claims) > self.first_claim

    def kinds(self, match: Match, names: tuple[str, ...], place: tuple[int, int]) -> None:
        """The kinds and sizes of a match."""
        sizes = match.of("S")
        shaped = [n for n in names if not sizes or n not in sizes[-1].names]
        for item in match.of("KIND"):
            self.said.symbols.add_kind(shaped, KINDS[item.word], place)
        is_column = any(KINDS[item.word] == "vector" for item in match.of("KIND"))
        for item in sizes:
            if item.statement is not None:
                for found in _shapes(item.statement, shaped, is_column):
                    self.said.symbols.declare(found, place)

    def declare(self, match: Match) -> None:
        """Names get a size or a kind, and perhaps facts."""
        names = self.names(match)
        place = (self.items[match.start].start, self.items[match.end - 1].end)
        if match.of("S") and len(match.of("V")) == 0:
            return
        facts = [fact for _, fact in self.facts(match)]
        self.said.symbols.add_facts(names, facts, STATED, place)
        self.kinds(match, names, place)

    def deny(self, match: Match) -> None:
        """Something is not so."""
        names = tuple(name for item in match.of("V") for name in item.names)
        facts = [f for item in match.of("ADJ") for w in item.words for f in FACTS.get(w, ())]
        self.said.symbols.add_facts(names, facts, DENIED, (0, 0))
        self.last_denied = facts

    last_denied: Sequence[str] = ()

    def suppose_it(self, match: Match) -> None:
        """Something is so for a claim, or for a question."""
        facts: list[tuple[str, str]] = []
        place = (self.items[match.start].start, self.items[match.end - 1].end)
        for name, fact in self.facts(match):
            if fact in IMPLIES:
                facts.append((name, fact))
            else:  # a square A, a fixed y
                self.said.symbols.add_facts((name,), (fact,), STATED, place)
        for item in match.of("FACT"):
            if item.statement is not None:
                facts += [(d.name, f) for d in item.statement.declared for f in d.facts]
        self.places = (*self.places, (place[0], tuple(facts)))
        self.supposed += facts
        if match.form.pattern.startswith("first"):
            self.scope = tuple(facts)

    def depend(self, match: Match) -> None:
        """One name depends on another."""
        heads, others = match.of("V")[0], match.of("V")[-1]
        self.said.symbols.depends(heads.names, others.names)

    def denote(self, match: Match) -> None:
        """A letter stands for a known function, or for one that acts on each entry."""
        words = [OPERATIONS[item.word] for item in match.of("OPNAME")]
        for item in match.of("V"):
            for name in item.names:
                self.said.symbols.named[name] = words[0] if words else ""

    def every(self, match: Match) -> None:
        """Something is so of all matrices."""
        if clause_is_question(self.sentence, match):
            self.bound -= set(match.bound)
            return
        words = [w for item in match.of("ADJ") for w in item.words]
        self.said.symbols.every |= {f for w in words for f in FACTS.get(w, ())}

    def copy(self, match: Match) -> None:
        """`and so is B`: B is what was said last."""
        stated = [
            e for s in self.said.symbols.by_name.values() for e in s.evidence if e.what in IMPLIES
        ]
        last = max((e.place for e in stated), default=(0, 0))
        is_before = match.start > 0 or bool(
            self.said.spoken and last[1] == self.said.last_items[-1].end
        )
        if not is_before:
            shown = self.said.text.source[self.items[0].start : self.items[match.end - 1].end]
            self.said.guesses.append(Guess(f"{shown} is not used", "say what it is"))
            return
        facts = list(self.last_denied) or [e.what for e in stated if e.place == last]
        names = tuple(name for item in match.of("V") for name in item.names)
        self.said.symbols.add_facts(names, facts, STATED, (0, 0))

    def retract(self, match: Match) -> None:
        """What was asked before is not meant."""
        by = tuple(name for item in match.of("V") for name in item.names)
        self.said.asks = [_with_names(ask, by) for ask in self.said.asks]

    def define(self, match: Match) -> None:
        """`where f is …` defines f."""
        name, value = match.of("V")[0], match.of("C")[0].statement
        size = value if value is not None and any(t.text == "×" for t in value.tokens) else None
        if size is not None:
            tokens = list(size.tokens)
            heads = [Token(Kind.NAME, n, *tokens[0].position) for n in name.names]
            for found in declared(heads, ":", tokens):
                self.said.symbols.declare(found, size.place)
        elif value is not None and value.what is What.EXPRESSION and len(name.names) == 1:
            new = replace(value, what=What.DEFINITION, names=name.names, sides=(value.tokens,))
            self.said.add(new, name.start)
        else:
            self.bound -= set(match.bound)

    def elementwise(self, match: Match) -> None:
        """Powers and quotients of the formula before act on each entry; or those of all."""
        before = [i for i in self.items[: match.start] if i.statement is not None]
        formulas = [i.statement for i in before if i.classes & {"F", "E", "C"} and not i.names[1:]]
        last = formulas[-1] if formulas else None
        if last is not None and last.what in (What.DEFINITION, What.EXPRESSION):
            self.said.entrywise.add((last.sides or (last.tokens,))[0][0].start)
        else:
            self.said.entrywise.add(-1)

    def asked_all(self, match: Match) -> None:
        """`for symmetric matrices` in a question."""
        if len(self.said.asks) > self.first_ask:
            self.every(match)
        else:
            self.bound -= set(match.bound)

    def differential(self, match: Match) -> None:
        """`Find dF` asks for the differential of F, `find f_xy` for a second derivative."""
        name = match.of("V")[0].names[0]
        head, _, below = name.partition("_")
        of = self.said.definition(head)
        if of is not None and below and {*below} <= {*of.params}:
            kind, by = ("hessian" if below[1:] else "gradient"), tuple(dict.fromkeys(below))
            self.said.asks.append(Ask((kind,), of, by, match.start, 2, (), bool(by[1:])))
        elif name[0] == "d" and self.said.definition(name[1:]) is not None:
            of = self.said.definition(name[1:])
            self.said.asks.append(Ask(("differential",), of, (), match.start, 2))
        else:
            self.bound -= set(match.bound)

    def matrix_function(self, match: Match) -> None:
        """`the matrix exponential`: exp and e^X are no longer those of each entry."""
        words = {self.items[place].word for place in match.bound}
        self.said.of_matrices.add("exp" if "exponential" in words else "log")

    def noun(self, match: Match) -> None:
        """`Let H be the Hessian` may say something of H."""
        name = match.of("V")[0].names[0]
        self.said.guesses.append(Guess(f"nothing is known of {name}", f"{name} is symmetric"))

    def diagonals(self, match: Match) -> None:
        """Y is Diag(y) for each vector y, where nothing else says what Y is."""
        self.said.has_diagonals = True

    def bind(self, match: Match) -> None:
        """The words mean nothing that has to be known."""

    # ------------------------------------------------------------ statements

    def statement(self, item: Item, place: int) -> None:
        """What a formula says by itself."""
        statement = item.statement
        assert statement is not None
        match statement.what:
            case What.DECLARATION:
                self.declaration(statement)
            case What.MAP:
                self.said.maps[statement.names[0]] = statement.declared
            case What.DEFINITION:
                self.definition(item, statement, place)
            case What.EXPRESSION if "V" in item.classes:
                params = [t.text for t in statement.tokens[2:-1] if t.kind is Kind.NAME]
                self.said.symbols.depends(item.names, params)
            case What.CHAIN | What.EXPRESSION | What.MINIMISATION:
                self.said.add(statement, item.start)
            case What.DERIVATIVE:
                self.derivative_sign(statement, place)
                self.differentiated(statement, item.start)
            case What.DIFFERENTIAL:
                self.said.claims.append(
                    Claim("differential", None, (), statement.sides, statement.place,
                          is_differential=True, head=statement.head)
                )  # fmt: skip
            case What.FACT:
                self.fact(item, statement, place)
            case What.OTHER:
                self.other(item, statement)
            case _:
                pass

    def definition(self, item: Item, statement: Statement, place: int) -> None:
        """f = … defines f; x = [x₁, x₂] gives a size, and `for A = I` is only a case."""
        size = _entries_of(statement)
        if size is not None:
            self.said.symbols.declare(size, statement.place)
            return
        if self.is_special(statement, place):
            self.said.special.add(item.start)
            return
        statement = self.with_derivative(statement, place)
        self.said.add(statement, item.start)
        for noise in _noises(statement):
            self.said.defined.setdefault(noise.names[0], []).append(noise)
        last = statement.sides[-1:]
        for side in statement.sides[:-1]:  # A = B = I defines B, too
            if len(side) == 1 and side[0].kind is Kind.NAME:
                names = (side[0].text,)
                new = replace(statement, head=side, names=names, params=(), sides=last)
                self.said.add(new, item.start)
        is_map = any(t.text in ("↦", "→") for t in statement.tokens)
        if is_map and any("elementwise" in i.word for i in self.items):
            self.said.entrywise.add(statement.sides[0][0].start)

    def with_derivative(self, statement: Statement, place: int) -> Statement:
        """δ = ∂L/∂z = p - t claims a derivative, and defines δ by what stands behind it."""
        for at, side in enumerate(statement.sides[:-1]):
            found = derivative(side)
            if found is not None and found.what is What.DERIVATIVE:
                rest = statement.sides[at + 1 :]
                self.derivative_sign(replace(found, tokens=statement.tokens, sides=rest), place)
                return replace(statement, sides=rest)
        return statement

    def is_special(self, statement: Statement, place: int) -> bool:
        """Is this A = I of `for A = I`, a case of what the text speaks of, and no definition?"""
        before = self.items[place - 1].word if place else ""
        name = statement.names[0]
        uses = (names_of(other) - {*other.names} for other, _ in self.said.functions)
        is_case = before in ("for", "if", "when", "whenever", "at", "case")
        return is_case and not statement.params and any(name in use for use in uses)

    def declaration(self, statement: Statement) -> None:
        """What a formula says of names and what they depend on."""
        for found in statement.declared:
            self.said.symbols.declare(found, statement.place)
        if statement.params:
            self.said.symbols.depends(statement.names, statement.params)

    def derivative_sign(self, statement: Statement, place: int) -> None:
        """∂f/∂x = … claims something; ∂f/∂x alone is asked for, unless words speak of it."""
        if statement.sides:
            self.derivative(statement)
        elif place not in self.bound:
            of, by, kinds = self.function_of(statement), self.by_of(statement), _kinds_of(statement)
            mixed = _is_mixed(statement)
            self.said.asks.append(Ask(kinds, of, by, place, self.weight, (), mixed))

    def other(self, item: Item, statement: Statement) -> None:
        """An equation or inequality that nothing here reads: it may matter."""
        names = {t.text for t in statement.tokens if t.kind is Kind.NAME}
        is_range = statement.tokens[0].kind is Kind.NUMBER or any(
            t.text in ("…", "→", "↦", "∀") for t in statement.tokens
        )
        is_set = statement.tokens[0].text == "(" and statement.tokens[-1].text == ")"
        if (names and not is_range) or is_set:
            shown = self.said.text.source[statement.place[0] : statement.place[1]]
            self.said.guesses.append(Guess(f"{shown} is not used", "leave it out", statement.place))

    def differentiated(self, statement: Statement, place: int) -> None:
        """What stands in a derivative is a function, too, if it is a formula."""
        of = self.function_of(statement)
        if of is not None and of.what is What.EXPRESSION:
            self.said.add(of, place)

    def fact(self, item: Item, statement: Statement, place: int) -> None:
        """An equation that says something of a matrix, if nothing takes it back."""
        before = self.items[place - 1].word if place else ""
        is_asked = self.sentence.is_question and place == len(self.items) - 1
        if place in self.bound:
            return
        if before in ("if", "when", "unless"):
            return
        if self.is_unreal(place) or is_asked:
            shown = self.said.text.source[item.start : item.end]
            self.said.guesses.append(Guess(f"{shown} is not used", "say it in a sentence", None))
            return
        for found in statement.declared:
            name, _, index = found.name.partition("_")
            is_entry = index in ("i", "j", "k") and found.facts <= OF_ENTRIES  # d_i > 0
            new = replace(found, name=name) if is_entry else found
            self.said.symbols.declare(new, statement.place)

    def derivative(self, statement: Statement) -> None:
        """∂f/∂x = …: a claim, unless it is only set to zero."""
        of = self.function_of(statement)
        kinds = _kinds_of(statement)
        sides = [s for s in statement.sides if not _is_working(s)]
        if self.params_at_point(statement):
            sides = []
        by, mixed = self.by_of(statement), _is_mixed(statement)
        self.said.asks.append(Ask(kinds, of, by, 0, -1, (), mixed))
        is_asked = self.sentence.is_question or bool(self.supposed)
        for side in statement.sides:  # ∇(½yᵀy) in the midst of a chain
            inner = derivative(side) if sides else None
            is_whole = inner is not None and inner.head[-1:] == side[-2:-1]
            if inner is not None and inner.by == statement.by and is_whole:
                value = (sides[-1],)
                self.said.claims.append(
                    Claim(kinds[0], _function_of(inner), statement.by, value, statement.place)
                )
        if not sides or (_is_zero(sides[-1]) and not is_asked) or _is_at_point(statement):
            return
        self.said.claims.append(
            Claim(kinds[0], of, statement.by, tuple(sides), statement.place, statement.order)
        )


ACTS: dict[str, Callable[[_Reader, Match], None]] = {
    forms.ASK: _Reader.ask,
    forms.CLAIM: _Reader.claim,
    forms.DECLARE: _Reader.declare,
    forms.ASSUME: _Reader.assume,
    forms.SUPPOSE: _Reader.suppose_it,
    forms.DENY: _Reader.deny,
    forms.DEPEND: _Reader.depend,
    forms.DENOTE: _Reader.denote,
    forms.RETRACT: _Reader.retract,
    forms.BIND: _Reader.bind,
    forms.ALL: _Reader.every,
    forms.COPY: _Reader.copy,
    forms.DEFINE: _Reader.define,
    forms.ELEMENTWISE: _Reader.elementwise,
    forms.ASKED_ALL: _Reader.asked_all,
    forms.DIFFERENTIAL: _Reader.differential,
    forms.MATRIX_FUNCTION: _Reader.matrix_function,
    forms.NOUN: _Reader.noun,
    forms.DIAGONALS: _Reader.diagonals,
}
_FACTUAL = frozenset({forms.ASSUME, forms.SUPPOSE, forms.ALL, forms.DECLARE, forms.DENY})
FAR = 1000
_AGAIN = ("general", "otherwise", "if not", "If not")  # what was supposed holds no longer
AT_POINT = Guess("the derivative is not taken at a point", "say at which point")
_LISTING = frozenset(", and to wrt the scalar vector matrix number variable parameter".split())
_IN_LISTS = frozenset("and or , the these our matrix matrices vector vectors".split())
_QUANTITIES = frozenset("one either neither none any some most two".split())
_ALL = frozenset("each both all".split())  # of A and B, and not of their product
_POINTING = frozenset("this these such any every".split())
_AIMS = frozenset("setting zero vertex minimiser minimizer vanishes vanish solution".split())
_SAME = frozenset("it this that function loss cost objective expression above f".split())
UNKNOWN = ("?",)  # a variable that the text names in words
_ELSEWHERE = frozenset("contrary wrongly falsely incorrectly mistakenly previous unlike".split())
_UNREAL = frozenset(
    "wrong false cannot can't don't doesn't didn't won't couldn't doubt unlike unless without "
    "except only if verify check subject constraint".split()
)


def taken(fact: tuple[str, str]) -> Guess:
    """The guess that what a text supposes of a name is so."""
    name, what = fact
    return Guess(f"{name} is taken to be {what}, as the text supposes", f"{name} is not {what}")


def not_taken(fact: tuple[str, str]) -> Guess:
    """The guess that what a text supposes of a name, and of nothing that it asks, is not so."""
    name, what = fact
    return Guess(f"{name} is not taken to be {what}, which is only supposed", f"{name} is {what}")


def _entries_of(statement: Statement) -> Declaration | None:
    """The size that x = [x₁, x₂] gives to x."""
    side, name = statement.sides[0], statement.names[0]
    inner = [t for t in side[1:-1] if t.kind is Kind.NAME]
    is_list = len(side) > 4 and side[0].text == "[" and len(side) == 2 * len(inner) + 1
    if not is_list or not all(t.text.rstrip("0123456789") == name for t in inner):
        return None
    return Declaration(name, shape_of(len(inner)))


def _noises(statement: Statement) -> Iterator[Statement]:
    """ε = y - (Xβ) of the model y = Xβ + ε."""
    side = statement.sides[0]
    if len(side) < 3 or side[-1].text not in NOISE or side[-2].text != "+":
        return
    name, plus = side[-1], side[-2]
    opening, closing = (plus._replace(text=text) for text in "()")
    value = (*statement.head, plus._replace(text="-"), opening, *side[:-2], closing)
    yield Statement(What.DEFINITION, value, (name,), (name.text,), (), (value,))


def names_of(statement: Statement) -> set[str]:
    """The names in a formula, and the letters of short runs such as Ax."""
    names = {t.text for t in statement.tokens if t.kind is Kind.NAME}
    return names.union(*(name for name in names if len(name) < MOST_LETTERS))


NOISE = frozenset({"epsilon", "varepsilon", "eps", "noise"})  # y = Xβ + ε is a model
MOST_LETTERS = 4


def _each(statement: Statement | None) -> list[Statement | None]:
    """The functions that are named: f and g of the gradients of f and g."""
    if statement is None or statement.what is not What.NAMES:
        return [statement]
    return [replace(statement, names=(name,)) for name in statement.names]


def _is_mixed(statement: Statement) -> bool:
    return statement.order > 1 and len(statement.by) > 1


def _with_names(ask: Ask, by: tuple[str, ...]) -> Ask:
    return replace(ask, by=by)


def _distance(source: str, place: int, claim: tuple[int, int]) -> int:
    """How far a supposition stands from a claim; one of another clause stands far away."""
    is_behind = place >= claim[1]
    between = source[claim[1] : place] if is_behind else source[place : claim[0]]
    is_apart = " and " in between or ";" in between or (is_behind and "," in between)
    return len(between) + FAR * is_apart


def _clause(source: str, start: int, place: tuple[int, int]) -> bool:
    """Do these stand in one clause: is there neither `and` nor a comma between them?"""
    between = source[min(start, place[1]) : max(start, place[0])]
    return " and " not in between and ";" not in between


def _kinds_of(statement: Statement) -> tuple[str, ...]:
    if statement.order > 1 or len(statement.by) > 1:
        return ("hessian",)
    return ("gradient",) if statement.tokens[0].text in ("∇", "grad") else ("",)


def _function_of(statement: Statement) -> Statement | None:
    """The function that a derivative is of, as a statement of its own."""
    head = statement.head
    if not head:
        return None
    if len(head) == 1 and head[0].kind is Kind.NAME:
        return Statement(What.NAMES, head, names=(head[0].text,))
    return Statement(What.EXPRESSION, head, head, sides=(head,))


def _is_at_point(statement: Statement) -> bool:
    """Is this ∇f(0) or ∂f/∂x(1, 2), the derivative at a point?"""
    end = statement.tokens.index(statement.sides[0][0]) if statement.sides else None
    side = statement.tokens[:end]
    texts = [t.text if t.kind is not Kind.NUMBER else "0" for t in side if t.text != "="]
    starts = [two == ("(", "0") for two in pairwise(texts)]
    return any(starts) and texts[-2:] in (["0", ")"], ["0", "}"]) and texts[-3:-2] != ["^"]


def _is_working(side: Tokens) -> bool:
    marks = any(t.kind is Kind.SIGN and t.text in ("∂", "∇", "…") for t in side)
    return marks or any(a.text == "d" and b.kind is Kind.NAME for a, b in pairwise(side))


def _is_zero(side: Tokens) -> bool:
    return len(side) == 1 and side[0].text in ("0", "𝟎")


def _shapes(size: Statement, names: Sequence[str], is_column: bool) -> list[Declaration]:
    sides = size.sides or (size.tokens,)
    tokens: list[Token] = []
    for side in sides:
        cross = Token(Kind.SIGN, "×", *side[0].position)
        tokens += [cross, *side] if tokens else side
    if len(sides) == 1 and not is_column and size.what is not What.SIZE and len(sides[0]) > 1:
        return []
    heads = [Token(Kind.NAME, name, *tokens[0].position) for name in names]
    try:
        return declared(heads, ":", tokens)
    except MatgradError:
        return []
