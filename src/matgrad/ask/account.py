"""What of a text was used. Whatever was not is a guess, so **read** means that all of it was.

Words of mathematics count wherever no form binds them: properties, operations, derivatives. In a
sentence that asks, states or has an equation every word counts that is not `NEUTRAL`. In others,
which tell of something, a word counts beside a name or in what is said of one ("A is nilpotent").
A formula has to be the function, a part of it, asked for, claimed, or known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from matgrad.api.derivation import Derivation
from matgrad.ask.acts import NOISE, Said, Spoken
from matgrad.ask.decide import Wanted
from matgrad.ask.join import Function, function_of, names_in, stem, used_by
from matgrad.ask.lexicon import DERIVATIVES, FACTS, IMPLIED, KINDS, NEUTRAL, OPERATIONS
from matgrad.ask.lexicon import is_word as is_prose
from matgrad.ask.sentences import Item
from matgrad.core.reading import Guess
from matgrad.syntax.statement import Statement, What
from matgrad.syntax.tokens import Kind

MOST = 8  # words and formulas that are shown


def unused(said: Said, found: Sequence[Wanted]) -> list[Guess]:
    """The guesses about words and formulas that no answer used."""
    places = [*dict.fromkeys(_formulas(said, found))]
    formulas = [said.text.source[start:end] for start, end in places]
    guesses = [_guess(formulas, "leave it out", places[0])] if places else []
    return unused_words(said, found) + guesses


def unused_words(said: Said, found: Sequence[Wanted | Derivation]) -> list[Guess]:
    """The guess about words that no answer used."""
    kinds = {each.kind for each in found} | {"", "gradient"}
    words = [item for spoken in said.spoken for item in _words(spoken, kinds)]
    if not words:
        return []
    texts = [said.text.source[item.start : item.end] for item in words]
    texts = [
        item.word if "$" in text or "\\" in text else text  # a word inside a formula
        for item, text in zip(words, texts, strict=True)
    ]
    place = words[0].start, words[0].end
    return [_guess([f"“{text}”" for text in texts], "say it of a name, or leave it out", place)]


def _guess(texts: Sequence[str], otherwise: str, place: tuple[int, int]) -> Guess:
    """One guess for all that is not used."""
    every = [*dict.fromkeys(" ".join(text.split()) for text in texts)]
    more = f" and {len(every) - MOST} more" if len(every) > MOST else ""
    return Guess(f"not used: {', '.join(every[:MOST])}{more}", otherwise, place)


# ---------------------------------------------------------------- words


def _words(spoken: Spoken, kinds: Collection[str]) -> Iterator[Item]:
    """The words that may say something, and that no form binds."""
    items = spoken.sentence.items
    is_plain = not spoken.bound and not spoken.sentence.is_question and not any(
        item.statement is not None and item.statement.what not in _PLAIN for item in items
    )  # fmt: skip
    is_of_formulas = not is_plain
    said_of = _said_of_names(items)
    for place, item in enumerate(items):
        is_sign = item.word in _OPERATORS and _is_beside_formula(items, place)
        if is_sign or (item.word == "a" and _is_before_formula(items, place)):
            yield item
        elif not item.word[:1].isalpha() or place in spoken.bound:
            continue
        words = [word for word in item.words or (item.word,) if word not in NEUTRAL]
        words = [w for w in words if FACTS.get(w) != () or w == "full-rank"]  # any, given, real
        words = [w for w in words if not w.startswith(("http", "www."))]
        words = [word for word in words if DERIVATIVES.get(word) not in kinds]
        may_say = is_of_formulas or place in said_of or _is_near(items, place)
        if any(may_say or _is_mathematical(word) for word in words):
            yield item


def _said_of_names(items: Sequence[Item]) -> set[int]:
    """The places behind `A is`, `the matrices have`, `it is`, up to the end of the sentence."""
    found: set[int] = set()
    for at, (one, two) in enumerate(pairwise(items)):
        is_subject = bool(one.names or one.classes & {"KIND", "NOUN"}) or one.word in _PRONOUNS
        if is_subject and two.word in _PREDICATES:
            found |= {*range(at + 2, len(items))}
    return found


def _is_near(items: Sequence[Item], place: int) -> bool:
    """Does a name or a formula stand right behind this word, or before it?

    What denies or supposes something may stand further away.
    """
    reach = 6 if items[place].word in _SCOPED else 2
    after = items[place + 1 : place + 1 + reach]
    before = items[max(0, place - 2) : place] if reach == 2 else ()
    if items[place].word in _SCOPED and after and after[0].word in _BENIGN:
        return False
    return any(
        item.statement is not None or "ADJ" in item.classes or item.word in ("matrix", "matrices")
        for item in (*before, *after)
    )


_PLAIN = (What.NAMES, What.SIZE, What.EXPRESSION, What.DECLARATION, What.MAP)
_PRONOUNS = frozenset("it they everything all both each one ones".split())
_PREDICATES = frozenset(
    "is are be being was were has have having satisfies satisfy commutes commute with must".split()
)
_SCOPED = frozenset(
    "not if when unless without except only neither nor never each every all some any whenever "
    "don't doesn't isn't aren't can't cannot no".split()
)
_BENIGN = frozenset(
    "sure know understand see able clear find get certain familiar know sure really anyone you "
    "possible i seem work figure".split()
)


_OPERATORS = frozenset("+-–−*/=%÷<>^∘")


def _is_beside_formula(items: Sequence[Item], place: int) -> bool:
    """Is this a sign of mathematics that no formula has taken in, as in `2 $x^Tx$ - $x$`?

    The hyphen of `3-layer` is none.
    """
    is_hyphen = items[place].word in ("-", "–")
    return any(not item.word for item in items[max(0, place - (not is_hyphen)) : place + 2])


def _is_before_formula(items: Sequence[Item], place: int) -> bool:
    """Is this a of `a $x^2$` a factor rather than an article?"""
    after = items[place + 1].statement if place + 1 < len(items) else None
    return after is not None and after.what in (What.EXPRESSION, What.CHAIN)


def _is_mathematical(word: str) -> bool:
    """Does a word speak of matrices, or of operations, wherever it stands?"""
    tables = (IMPLIED, KINDS, DERIVATIVES, OPERATIONS)
    return bool(FACTS.get(word)) or word == "full-rank" or any(word in each for each in tables)


# ---------------------------------------------------------------- formulas


@dataclass(frozen=True)
class _Used:
    """What the answers use: formulas, names, variables, and where claims begin."""

    said: Said
    named: dict[str, str]  # the names of the formulas that are used
    names: frozenset[str]
    by: frozenset[str]
    claimed: frozenset[int]

    @property
    def functions(self) -> set[str]:
        """The names of formulas, of which f_x and dF are derivatives."""
        return {*self.named.values()} - {""}

    def has(self, item: Item, statement: Statement) -> bool:
        """Is a statement the function, a part of it, known, asked for, or without effect?"""
        starts = {side[0].start for side in statement.sides} | {statement.tokens[0].start}
        if starts & self.claimed:
            return True
        what, is_known = statement.what, True  # declared, stated, a step of a derivation
        if {t.text for t in statement.tokens} <= {*"∘⊙‖|⋅()"}:
            return True
        if what is What.NAMES:
            heads = {name.removeprefix("d").partition("_")[0] for name in statement.names}
            is_known = {*statement.names} <= self.names | self.by or heads <= self.functions
        elif what is What.SIZE:
            is_known = len(statement.tokens) == 1  # the number of an item
        elif what is What.DEFINITION:
            is_known = self.is_formula(statement) or not self.defines(statement)
            is_known = is_known or not NOISE.isdisjoint(t.text for t in statement.tokens)
        elif what in (What.CHAIN, What.EXPRESSION, What.MINIMISATION):
            is_known = "V" in item.classes or self.is_formula(statement)  # V is C(t) alone
        elif what is What.DERIVATIVE:
            is_known = self.is_asked(statement)
        elif what is What.OTHER:
            names = [t.text for t in statement.tokens if t.kind is Kind.NAME][:1]
            is_known = not {*names, *(name.lower() for name in names)} & self.names
        elif what is What.WORKING:
            is_known = len(statement.sides) > 1  # else -∇f, which is not derived
        return is_known

    def is_formula(self, statement: Statement) -> bool:
        """Is this one of the formulas that are used, and no other function with the same value?"""
        own = function_of(self.said, statement)
        keys = {Function("", (), side).key for side in statement.sides}
        keys |= {own.key} if own else set[str]()
        named = {self.named[key] for key in keys if key in self.named}
        is_chain = statement.what is What.CHAIN  # which may redefine ‖x‖
        is_other = statement.params and own is not None and own.name not in named
        is_other = is_other or (is_chain and named - {""})
        return bool(keys & self.named.keys()) and not is_other

    def defines(self, statement: Statement) -> bool:
        """Is this another function, or something else for a name that the problem has?

        What a variable is at the end, x = …, and names for parts of an answer change nothing.
        """
        (name,) = statement.names[:1] or ("",)
        is_own = any(name in names_in(self.said, side) for side in statement.sides)
        return (
            bool(statement.params) or name in self.names - self.by or (is_own and name in self.by)
        )

    def is_asked(self, statement: Statement) -> bool:
        """Is this a derivative of the function, by the variables? One that is zero says nothing."""
        heads = {t.text for t in statement.head if t.kind is Kind.NAME}
        by = {stem(name) for name in statement.by}
        is_known = heads <= self.names | self.by
        return bool(statement.sides) or (is_known and by <= self.by)


def _formulas(said: Said, found: Sequence[Wanted]) -> Iterator[tuple[int, int]]:
    """Where the formulas stand that are neither known, nor asked, nor claimed."""
    functions = [each.function for each in found]
    for each in found:
        functions += used_by(said, each.function, each.by)
    names = {n for f in functions for n in (f.name, *f.params, *names_in(said, f.value))}
    stated = {n for n, symbol in said.symbols.by_name.items() if symbol.evidence}
    used = _Used(
        said, {f.key: f.name for f in functions}, frozenset({*names, *stated, *said.maps}),
        frozenset(stem(name) for each in found for name in each.by),
        frozenset(side[0].start for claim in said.claims for side in claim.sides),
    )  # fmt: skip
    for spoken in said.spoken:
        for place, item in enumerate(spoken.sentence.items):
            if item.statement is None:
                continue
            is_bound = place in spoken.bound and item.classes.isdisjoint("FCE")
            if item.statement.place in said.identities:
                continue
            is_open = _is_asked_besides(spoken, place, used.by) or _is_factor(spoken, place)
            is_open = is_open or _is_cut_off(item.statement) or item.start in said.special
            if is_open or (not is_bound and not used.has(item, item.statement)):
                yield item.statement.place


def _is_asked_besides(spoken: Spoken, place: int, by: Collection[str]) -> bool:
    """Is this y of `And with respect to $y$?`, by which nothing is differentiated?"""
    items = spoken.sentence.items
    names = items[place].names
    is_behind = place > 0 and items[place - 1].word in ("wrt", "by", "over")
    is_alone = spoken.sentence.is_question and place == len(items) - 1
    is_unbound = bool(names) and place not in spoken.bound and not {*names} <= {*by}
    return is_unbound and (is_behind or is_alone)


def _is_factor(spoken: Spoken, place: int) -> bool:
    """Is this the 2 of `2 $x^Tx$`, which stands beside a formula and not in it?"""
    items = spoken.sentence.items
    is_free = place + 1 < len(items) and place not in spoken.bound
    one, two = (items[place].statement, items[place + 1].statement) if is_free else (None, None)
    return one is not None and two is not None and one.what is What.SIZE


def _is_cut_off(statement: Statement) -> bool:
    """Does something stand behind ∂f/∂x that nobody read, as dy in d²f/dx dy?"""
    if statement.what is What.DERIVATIVE and not statement.sides:
        return not statement.is_whole
    is_word = len(statement.sides) == 1 and len(statement.sides[0]) == 1
    is_word = is_word and is_prose(statement.sides[0][0].text)
    return statement.what is What.DEFINITION and is_word  # y = label of x
