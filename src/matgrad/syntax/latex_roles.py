r"""What sentences of a text say about each other: f: \mathbb{R}^n \to \mathbb{R}, f(x) = …"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_names import Written, read_name
from matgrad.syntax.latex_source import Range, Source
from matgrad.syntax.latex_statements import ARROWS, Sentence
from matgrad.syntax.latex_tokens import Position, name_token
from matgrad.syntax.sums import BY_ENTRIES, INSIDE
from matgrad.syntax.tokens import Kind, Token

_OF_DERIVATIVES = ("nabla", "partial")
_INDICES = frozenset("ijkl")
_SUMS = ("sum", "prod")


def with_domains(source: Source, found: Sequence[Sentence]) -> list[Sentence]:
    r"""The sentences, where \mathbb{R}^n \to \mathbb{R} says where x of f(x) = … comes from."""
    defined = {s.names[0].name: s for s in found if s.kind == "definition" and s.args}
    result: list[Sentence] = []
    for sentence in found:
        definition = None
        if sentence.kind == "mapping":
            definition = defined.get(sentence.names[0].name)
        spaces = _domain(source, sentence.body) if definition else []
        if definition is None or len(spaces) != len(definition.args):
            result.append(sentence)
            continue
        result += [
            Sentence("declaration", (name,), sentence.at, space)
            for name, space in zip(definition.args, spaces, strict=True)
        ]
    return result


def _domain(source: Source, body: Range) -> list[Range]:
    """The sets between the signs of a product, up to the arrow."""
    spaces: list[Range] = []
    start = body.lo
    for at in top_level(source, body.lo, body.hi):
        if source.glyphs[at].is_command("times", *ARROWS):
            spaces.append(Range(start, at, at))
            start = at + 1
        if source.glyphs[at].is_command(*ARROWS):
            break
    return spaces


def own_names(found: Sequence[Sentence], summed: Collection[str]) -> set[Written]:
    """The names that a text itself declares or defines."""
    return {
        whole_name(each.name, summed) if sentence.kind == "definition" else each.name
        for sentence in found
        for each in sentence.names
        if sentence.kind != "function"
    }


def is_called(source: Source, sentence: Sentence, defined: Collection[Written]) -> bool:
    """Does the function that is defined here stand before other brackets in another sentence?

    f(x) = x^2, f(x) + b is about the value f, unless x is defined, too.
    """
    formal = sentence.args[0].name
    for inside in _calls(source, sentence):
        same = read_name(source, inside.lo, inside.hi)
        if same is None or (same.name, same.after) != (formal, inside.hi) or formal in defined:
            return True
    return False


def is_applied(source: Source, sentence: Sentence) -> bool:
    """Does the function that is defined here, with arguments, stand before brackets elsewhere?"""
    return bool(sentence.args) and any(True for _ in _calls(source, sentence))


def _calls(source: Source, sentence: Sentence) -> Iterator[Range]:
    """What stands in parentheses behind the name of this definition in other sentences."""
    name, own = sentence.names[0].name, range(sentence.at[0], sentence.body.hi)
    at, end = 0, len(source.glyphs)
    while at < end:
        is_start = source.glyphs[at].kind in ("letter", "command") and at not in own
        found = read_name(source, at, end) if is_start else None
        if found is None:
            at += 1
            continue
        asked = at > 0 and source.glyphs[at - 1].is_command(*_OF_DERIVATIVES)
        opens = source.before_brackets(found.after, end)
        if found.name == name and source.is_call(opens, end) and not asked:
            yield source.inside(opens)
        at = found.after


def as_alias(sentence: Sentence, called: str) -> Sentence:
    """The sentence that says which function a name stands for."""
    return replace(sentence, kind="alias", called=called)


# ---------------------------------------------------------------- matrices given by their entries


def summed_indices(source: Source) -> frozenset[str]:
    """The letters below the sums of a text."""
    found: set[str] = set()
    for at, glyph in enumerate(source.glyphs[:-2]):
        if glyph.is_command(*_SUMS) and source.glyphs[at + 1].kind == "sub":
            below = source.argument(at + 2, len(source.glyphs))
            inside = source.glyphs[below.lo : below.hi]
            end = next((k for k, g in enumerate(inside) if g.text == "="), len(inside))
            found |= {g.text for g in inside[:end] if g.kind == "letter"}
    return frozenset(found)


def entry_indices(name: Written, summed: Collection[str] = ()) -> list[str]:
    """The indices of a name that is defined entry by entry: i and j of S_{ij} = …

    Another letter than i, j, k, l is an index if a sum of the text runs over it.
    """
    letters = name.below.replace(",", "")
    known = _INDICES.union(summed)
    is_entry = letters and set(letters) <= known and len(set(letters)) == len(letters) <= 2
    return list(letters) if is_entry else []


def whole_name(name: Written, summed: Collection[str] = ()) -> Written:
    """What has the entries: S for S_{ij}."""
    return name._replace(below="") if entry_indices(name, summed) else name


def by_entries(indices: Sequence[str], here: Position) -> tuple[list[Token], list[Token]]:
    """What stands before and after the formula of an entry."""
    opening: list[Token] = []
    for number, index in enumerate(indices):
        opening += [
            name_token(INSIDE if number else BY_ENTRIES, here),
            Token(Kind.SIGN, "(", *here),
        ]
        opening += [name_token(index, here), Token(Kind.SIGN, ",", *here)]
    return opening, [Token(Kind.SIGN, ")", *here)] * len(indices)
