"""Sentences as items: words with their classes, marks, and formulas cut into statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from matgrad.ask.blocks import equations, pieces, without_marks
from matgrad.ask.lexicon import (
    DERIVATIVES,
    FACTS,
    IMPLIED,
    LONGEST,
    PHRASES,
    PRODUCT_SIGNS,
    classes_of,
    corrected,
)
from matgrad.ask.pieces import Piece, Sort
from matgrad.ask.repairs import repaired
from matgrad.core.reading import Guess
from matgrad.errors import MatgradError
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.tables import DEFINING
from matgrad.syntax.statement import Statement, What, statements, tidied
from matgrad.syntax.tokens import Kind, Token, tokenise

NOISE = frozenset('*#`"“”„_•~|%') | {"**"}
ENDS = frozenset(".?!")
MACROS = tuple(f"\\{name}" for name in DEFINING)  # what begins an abbreviation


@dataclass(frozen=True)
class Item:
    """A word, a mark or one statement of a formula, at its place in the text."""

    word: str
    start: int
    end: int
    classes: frozenset[str] = frozenset()
    statement: Statement | None = None
    names: tuple[str, ...] = ()  # of a formula that lists names
    words: tuple[str, ...] = ()  # several adjectives, or several kinds of derivatives
    error: MatgradError | None = None  # of a formula that cannot be read


@dataclass(frozen=True)
class Sentence:
    """The items up to a full stop; `is_question` says whether it ends with a question mark."""

    items: tuple[Item, ...]
    is_question: bool = False
    is_title: bool = False


@dataclass
class Text:
    """A text that has been taken apart."""

    source: str
    sentences: list[Sentence] = field(default_factory=list[Sentence])
    code: list[Piece] = field(default_factory=list[Piece])
    guesses: list[Guess] = field(default_factory=list[Guess])
    preamble: str = ""  # the abbreviations so far
    primed: frozenset[str] = frozenset()  # letters x of which x' is another name


def read_text(source: str) -> Text:
    """The sentences of a text, and its programs.

    >>> [len(s.items) for s in read_text("Let $x$ be a vector. Find $\\nabla f$.").sentences]
    [5, 2]
    """
    every = pieces(source)
    primed = primed_names(p for p in every if p.sort is Sort.LATEX)
    reader = _Reader(Text(source, primed=primed))
    for piece in every:
        reader.read(piece)
    reader.finish()
    return reader.text


@dataclass
class _Reader:
    """A text that is read piece by piece."""

    text: Text
    current: list[Item] = field(default_factory=list[Item])  # of the sentence that goes on
    is_broken: bool = False  # does a break stand before this piece?

    def read(self, piece: Piece) -> None:
        """Add a piece to the sentence, or begin another one."""
        if self.is_broken and not piece.is_formula and piece.sort is not Sort.BREAK:
            if not _is_continued(self.current, piece):
                self.finish()
            self.is_broken = False
        is_of_program = bool(self.text.code) and piece.sort is Sort.TYPED
        if piece.sort is Sort.CODE or (is_of_program and _is_gradient_of_program(piece.text)):
            self.text.code.append(piece)
            self.current.append(Item("code", piece.start, piece.end))
        elif piece.is_formula:
            for part in equations(piece):
                self.formula(part)
        elif piece.sort is Sort.BREAK:
            self.is_broken = True
        elif piece.text in ENDS and piece.sort is Sort.MARK:
            self.finish(is_question=piece.text == "?")
        elif piece.text not in NOISE:
            self.word(piece)

    def formula(self, piece: Piece) -> None:
        """Add a formula, and the mark at its end."""
        if any(word in piece.text for word in MACROS):
            self.text.preamble += f" {piece.text} "
        new = list(_formula(piece, self.text, self.text.preamble if "\\" in piece.text else ""))
        is_apart = self.is_broken and not _goes_on(self.current)
        if self.current and (is_apart or _is_new(self.current, new)):
            self.finish()
        self.is_broken = False
        self.current += new
        mark = _last_mark(piece)
        if mark in ENDS:
            self.finish(is_question=mark == "?")
        elif mark:
            self.current.append(Item(mark, piece.end, piece.end))

    def word(self, piece: Piece) -> None:
        """Add a word or a mark."""
        if self.current and _begins_after_display(self.current, piece, self.text.source):
            self.finish()
        self.current.append(Item(_plain(piece.text, self.text), piece.start, piece.end))

    def finish(self, is_question: bool = False) -> None:
        """End the sentence."""
        text, items = self.text, self.current
        if items:
            is_title = not text.sentences and len(text.source) > 2 * items[-1].end
            text.sentences.append(Sentence(tuple(_merged(items)), is_question, is_title))
        items.clear()


def _is_gradient_of_program(text: str) -> bool:
    """Is this dW = … beside a program, which is a line of it?"""
    name, equals, _ = text.partition("=")
    is_name = name.strip().isidentifier() and name.strip().startswith(("d", "grad"))
    return bool(equals) and is_name


def _last_mark(piece: Piece) -> str:
    """The mark of a sentence that a formula ends with, as displays have it."""
    plain = without_marks(piece).text
    return piece.text.rstrip()[len(plain) :].strip()[-1:]


def _is_new(current: list[Item], new: list[Item]) -> bool:
    """Do two formulas stand side by side, each with an equals sign of its own?"""
    one, two = current[-1].statement, new[0].statement if new else None
    kinds = (What.DEFINITION, What.DERIVATIVE, What.CHAIN)
    return one is not None and two is not None and one.what in kinds and two.what in kinds


def _goes_on(current: list[Item]) -> bool:
    """Does a sentence go on behind an empty line, as before a display?"""
    last = current[-1] if current else None
    return last is not None and (
        last.word in _OPEN_ENDS or (last.statement is None and last.word == ":")
    )


def _is_continued(current: list[Item], piece: Piece) -> bool:
    """Does a small letter behind a display go on with the sentence?"""
    is_formula = bool(current) and current[-1].statement is not None
    return is_formula and piece.sort is Sort.WORD and piece.text[:1].islower()


_OPEN_ENDS = frozenset(
    "is are of be by as , : where and or with get that equal find compute minimise minimize wrt "
    "function following below".split()
)


def _begins_after_display(current: list[Item], piece: Piece, source: str) -> bool:
    """Does a capital behind a display begin a sentence?"""
    is_capital = piece.text[:1].isupper() and piece.text[1:2].islower()
    before = source[current[-1].end : piece.start]
    return is_capital and current[-1].statement is not None and (
        "\n" in before or source[current[-1].end - 1 : current[-1].end] in "$]"
        or before.startswith(("$$", "\\]"))
    )  # fmt: skip


def _plain(word: str, text: Text) -> str:
    """The word in small letters and well spelt; a property that is read so is told."""
    lower = word.lower().replace("’", "'")
    found = corrected(lower)
    if found != lower and facts_of((found,)):
        text.guesses.append(Guess(f"“{word}” is read as {found}", f"{found}, or another word"))
    return found


# ---------------------------------------------------------------- formulas


def formula_tokens(piece: Piece, preamble: str = "") -> list[Token]:
    """The tokens of a formula in its spelling, with their places in the text."""
    if piece.sort is Sort.LATEX or not {*"⪰≻"}.isdisjoint(piece.text):
        text = without_marks(piece).text
        whole = preamble + text if _uses(text, preamble) else text
        shift = piece.inside + (len(text) - len(whole))
        tokens = tidied(tokens_of(whole))
    else:
        text = without_marks(piece).text
        tokens, shift = tokenise(text), piece.inside
    return [t._replace(start=t.start + shift, end=t.end + shift) for t in tokens]


def primed_names(formulas: Iterable[Piece]) -> frozenset[str]:
    """The letters of which a text declares x', as in `x, x' ∈ ℝⁿ`, `k(x, x')` or `x' = Ax`."""
    found: set[str] = set()
    turned: set[str] = set()
    for piece in formulas:
        if "'" not in piece.text:
            continue
        try:
            tokens = formula_tokens(piece)
        except MatgradError:
            continue
        texts = ["", *(t.text for t in tokens), ""]
        for at in range(1, len(texts) - 2):
            is_between = texts[at - 1] in ("", ",", "(", "{") and texts[at + 2] in (
                "",
                ",",
                ")",
                "=",
                "∈",
                "}",
            )
            is_argument = texts[at - 1] not in ("(", "{") or texts[at - 2 : at - 1] != ["tr"]
            is_alone = len(texts) == 4 or "," in texts or texts[at + 2] in ("=", "∈")
            is_letter = len(texts[at]) == 1 and texts[at].islower()
            if texts[at + 1] == "'" and is_letter and _begins_factor(texts[at + 2]):
                turned.add(texts[at])
            if texts[at + 1] == "'" and is_letter and is_between and is_argument and is_alone:
                found.add(texts[at])
    return frozenset(found - turned)


def _begins_factor(text: str) -> bool:
    """Does a factor begin so, before which x' is a transpose?"""
    return text == "(" or text[:1].isalpha()


def _uses(text: str, preamble: str) -> bool:
    return bool(preamble) and "\\" in text and not any(word in text for word in MACROS)


def _formula(piece: Piece, text: Text, preamble: str) -> Iterator[Item]:
    try:
        tokens, guesses = repaired(formula_tokens(piece, preamble), text.primed)
        if len(tokens) == 1 and tokens[0].text in PRODUCT_SIGNS:
            yield Item(PRODUCT_SIGNS[tokens[0].text], piece.start, piece.end)
            return
        found = statements(tokens)
    except MatgradError as error:
        yield Item("", piece.start, piece.end, frozenset({"UNREAD"}), error=error)
        return
    text.guesses += guesses
    for number, each in enumerate(found):
        if isinstance(each, str):
            for inner in pieces(each):
                if not inner.is_formula:
                    yield Item(_plain(inner.text, text), piece.start, piece.end)
            continue
        if number and not isinstance(found[number - 1], str):
            yield Item(",", piece.start, piece.start)
        named = _depending(each)
        letters = LETTERS[each.what] | ({"V"} if named else set[str]())
        is_glued = len(each.tokens) == 2 and each.tokens[-1].text[1:].isalpha()  # 2xy is none
        is_size = each.what is What.SIZE and len(each.sides) > 1 and not is_glued
        letters -= {"C"} if is_size else set[str]()
        yield Item("", each.place[0], piece.end, frozenset(letters), each, each.names or named)


def _depending(statement: Statement) -> tuple[str, ...]:
    """C of C(t), a matrix that depends on something, where this stands alone."""
    texts = [t.text for t in statement.tokens]
    is_call = (
        len(texts) > 3 and texts[1] == "(" and texts[-1] == ")" and set(texts[3:-1:2]) <= {","}
    )
    is_matrix = texts[0][:1].isupper() and all(
        t.kind is Kind.NAME for t in statement.tokens[0::2][:-1]
    )
    return (texts[0],) if statement.what is What.EXPRESSION and is_call and is_matrix else ()


# What a statement may stand for in a pattern: names, sizes, functions, claims, derivatives.
LETTERS: dict[What, frozenset[str]] = {
    What.NAMES: frozenset("VFCS"),
    What.SIZE: frozenset("SC"),
    What.DECLARATION: frozenset("V"),
    What.MAP: frozenset({"MAP"}),
    What.DEFINITION: frozenset("FE"),
    What.DERIVATIVE: frozenset("P"),
    What.DIFFERENTIAL: frozenset("E"),
    What.FACT: frozenset({"FACT"}),
    What.MINIMISATION: frozenset("FM"),
    What.CHAIN: frozenset("FCE"),
    What.EXPRESSION: frozenset("FC"),
    What.WORKING: frozenset({"WORKING"}),
    What.OTHER: frozenset({"OTHER"}),
}


# ---------------------------------------------------------------- words that belong together


def _merged(items: Sequence[Item]) -> Iterator[Item]:
    """The items with phrases, lists of names and lists of adjectives made one."""
    return iter(_lists(_with_classes(_phrases(items))))


def _phrases(items: Sequence[Item]) -> list[Item]:
    found: list[Item] = []
    at = 0
    while at < len(items):
        for length in range(min(LONGEST, len(items) - at), 0, -1):
            part = items[at : at + length]
            if all(p.word for p in part) and (
                phrase := PHRASES.get(" ".join(p.word for p in part))
            ):
                found += [Item(word, part[0].start, part[-1].end) for word in phrase.split(" ")]
                at += length
                break
        else:
            found.append(items[at])
            at += 1
    return found


def _with_classes(items: Sequence[Item]) -> list[Item]:
    found: list[Item] = []
    for item in items:
        if not item.word:
            found.append(item)
            continue
        word = item.word
        classes = classes_of(word)
        words = (word,) if classes & {"ADJ", "D"} else ()
        found.append(Item(word, item.start, item.end, classes, None, (), words))
    return found


def _lists(items: list[Item]) -> list[Item]:
    """A, B and C is one item; so is symmetric, positive definite; so is gradient and Hessian."""
    found: list[Item] = []
    at = 0
    while at < len(items):
        item, end = items[at], at + 1
        kind = _listed(item)
        while kind:
            gap = end
            while gap < len(items) and gap - end < 2 and items[gap].word in _BETWEEN.get(kind, ()):
                gap += 1
            is_next = gap < len(items) and (gap > end or kind == "ADJ")
            is_next = is_next and (
                _listed(items[gap]) == kind or (kind == "V" and _declares(items, gap))
            )
            if not is_next:
                break
            if kind == "D" and at > 0 and items[at - 1].word == "its":
                break  # its Hessian, and the gradient of g
            is_by = kind == "V" and at > 0 and items[at - 1].word in ("wrt", "by")
            if _declares(items, gap):
                if not is_by:
                    item, end = _declared_together(item, items[gap]), gap + 1
                break
            if _is_apposition(items, end, gap, kind) or (is_by and _is_said(items, gap)):
                break
            item = _together(item, items[gap])
            end = gap + 1
        found.append(item)
        at = end
    return found


_BETWEEN = {"V": (",", "and", "or", "&", "respectively", "the"), "ADJ": (",", "and", "&", "or"),
            "D": (",", "and", "&", "the", "or", "/")}  # fmt: skip


def _listed(item: Item) -> str:
    if item.statement is not None and item.statement.what is What.NAMES:
        return "V"
    return "D" if "D" in item.classes else "ADJ" if "ADJ" in item.classes else ""


def _is_apposition(items: list[Item], end: int, gap: int, kind: str) -> bool:
    """Is `x, y is …` rather two clauses than a list?"""
    between = [item.word for item in items[end:gap]]
    if kind == "ADJ":
        return "or" in between  # symmetric or skew-symmetric says neither
    after = items[gap + 1] if gap + 1 < len(items) else None
    if kind != "V" or after is None or "or" in between:
        return False
    if after.word == "is":
        return True  # the weights are w and b is a scalar
    is_first = items[end - 1].names[0][0].isupper() == items[gap].names[0][0].isupper()
    is_said = after.word in ("be", ":") or (not is_first and "ADJ" in after.classes)
    return between == [","] and is_said


def _declares(items: Sequence[Item], place: int) -> bool:
    """Is this B ∈ ℝⁿ, one name and its size?"""
    statement = items[place].statement if place < len(items) else None
    is_size = statement is not None and statement.what is What.DECLARATION
    return is_size and len(items[place].names) == 1 and bool(items[place].statement)


def _declared_together(one: Item, two: Item) -> Item:
    """A and B ∈ ℝⁿ: what is said of the last name of a list is so of all."""
    assert two.statement is not None
    first = two.statement.declared
    declared = tuple(replace(d, name=n) for n in (*one.names, *two.names) for d in first)
    names = (*one.names, *two.names)
    statement = replace(two.statement, names=names, declared=declared)
    return replace(two, start=one.start, statement=statement, names=names)


def _is_said(items: Sequence[Item], place: int) -> bool:
    """Is something said of these names, `by $w$, $y$ scalar`, so that they begin a clause?"""
    following = (i for i in items[place:] if _listed(i) != "V" and i.word not in (",", "and"))
    after = next(following, None)
    later = next((i for i in following if i.word not in ("a", "an", "the", "both")), after)
    said = later if after is not None and after.word in ("is", "are", "be", "being") else after
    return said is not None and ("KIND" in said.classes or bool(facts_of(said.words)))


def _together(one: Item, two: Item) -> Item:
    names = (*one.names, *two.names)
    classes = one.classes & two.classes if one.statement else one.classes | two.classes
    classes = classes - {"C", "S"} | ({"V", "F"} if one.statement else set[str]())
    return Item(
        one.word and f"{one.word} {two.word}", one.start, two.end, frozenset(classes),
        one.statement, names, (*one.words, *two.words),
    )  # fmt: skip


def facts_of(words: Sequence[str]) -> tuple[str, ...]:
    """The facts that adjectives say."""
    return tuple(f for word in words for f in (*FACTS.get(word, ()), *IMPLIED.get(word, ())))


def kinds_of(words: Sequence[str]) -> tuple[str, ...]:
    """The kinds of derivatives that words say; of several, a plain derivative is none."""
    return tuple(dict.fromkeys(DERIVATIVES[word] for word in words if word in DERIVATIVES))
