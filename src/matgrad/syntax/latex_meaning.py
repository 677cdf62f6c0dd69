"""Which name of the language each name of a LaTeX text is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from matgrad.core.shape import Shape
from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_names import Form, Written, form_of
from matgrad.syntax.latex_tables import LETTERS, PLAIN_LETTER


def counted(shapes: Mapping[str, Shape]) -> dict[str, list[int]]:
    """The vectors and matrices whose sizes are numbers, larger than one, and these."""
    found: dict[str, list[int]] = {}
    for name, shape in shapes.items():
        sizes = [size.value for size in ([shape.rows] if shape.is_column else shape)]
        if all(size is not None and size > 1 for size in sizes):
            found[name] = [int(size) for size in sizes if size is not None]
    return found


def lengths(shapes: Mapping[str, Shape]) -> dict[str, list[str]]:
    """The vectors and matrices whose sizes are letters, and these."""
    found: dict[str, list[str]] = {}
    for name, shape in shapes.items():
        sizes = [str(size) for size in ([shape.rows] if shape.is_column else shape)]
        if all(len(size) == 1 and size.isalpha() for size in sizes):
            found[name] = sizes
    return found


PI: Form = ("pi", "", "", "")
BOLD = ("bf", "vec")


class Names:
    """Which name of the language each written name is."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known: dict[Form, list[str]] = {}
        for name in known:
            self.known.setdefault(form_of(name), []).append(name)
        self.chosen: dict[Written, str] = {}
        self.own: set[Written] = set()  # names that the text itself defines or declares
        self.arguments: dict[Written, list[Written]] = {}  # x of f(x) = …, or none of f = …
        self.members: set[Written] = set()  # names whose entries or members the text defines
        self.applied: set[Written] = set()  # functions h(x) = … that stand before other brackets
        self.indices: Collection[str] = ()  # of the sums of the text
        self.bare: set[Written] = set()  # names that stand somewhere without parentheses after them

    def adopt(self, written: Collection[Written], variables: Collection[str]) -> list[str]:
        """Read a letter as a declared name that occurs nowhere else, if only one can be meant.

        In declarations people spell sigma as s and U as u; pi is a number, and no p. The result
        says what was adopted.
        """
        missing = [name for name in written if not self.given(name) and name.form != PI]
        used = {name.form for name in written}
        used |= {name._replace(below="", above="").form for name in written}
        used |= {(form[0].capitalize(), *form[1:]) for form in used if not form[2]}
        spare = [name for name in variables if form_of(name) not in used]
        notes: list[str] = []
        for name in missing:
            mine = [other for other in spare if self._fits(form_of(other), name)]
            rivals = [w for w in missing if mine and self._fits(form_of(mine[0]), w)]
            if len(mine) == 1 and len(rivals) == 1:
                self.chosen[name] = mine[0]
                self.known[name.form] = mine
                notes.append(
                    f"{_shown(name)} is read as the declared {mine[0]}, which occurs nowhere else"
                )
        return notes

    def _fits(self, form: Form, name: Written) -> bool:
        """Could a declared name be this one: short for a Greek letter, or Wh for W_h?"""
        joined = name.form[0] + name.below, *name.form[1:2], "", name.above
        base = name._replace(below="", above="")
        is_joined = bool(name.below) and form == joined and form[0] not in LETTERS
        is_index = name.below in self.indices
        return _resembles(form, name) or (is_joined and not is_index and not self.given(base))

    def assign(self, written: Collection[Written]) -> None:
        """Give every written name its own name; plain ones choose first."""
        taken = set(self.chosen.values())
        for name in sorted(written, key=_fancy):
            if name not in self.chosen:
                self.chosen[name] = next(c for c in self._candidates(name) if c not in taken)
                taken.add(self.chosen[name])

    def given(self, name: Written) -> list[str]:
        """The given names that a written name can be; W1 may be written W^{(1)}."""
        form = stem, accent, below, above = name.form
        spare = (stem, accent, above, "") if above and not below else form
        own = self.known.get((name.stem, *form[1:]))  # varepsilon, where that is a name besides
        return own or self.known.get(form) or self.known.get(spare, [])

    def is_name(self, text: str) -> bool:
        """Is this text one of the names that were given?"""
        return text in self.known.get(form_of(text), ())

    def is_variable(self, name: Written) -> bool:
        """Was this name given, or does it also stand somewhere without parentheses after it?"""
        return self.is_known(name) or name in self.bare

    def literal(self, text: str) -> Written:
        """A written name that stands for exactly this name."""
        written = Written(text, above="literal")
        self.chosen[written] = text
        return written

    def is_known(self, name: Written) -> bool:
        """Is this one of the names that were given?"""
        given = self.given(name)
        if not given:
            return False
        if name not in self.chosen:
            self.assign([name])
        return self.chosen[name] in given

    def text(self, name: Written, position: tuple[int, int]) -> str:
        """The name of the language that a written name stands for."""
        given = self.given(name)
        if len(given) > 1:
            ways = " or ".join(sorted(given))
            raise AmbiguousError(f"which name is meant, {ways}?", position, "they look alike here")
        if name not in self.chosen:
            self.assign([name])
        return self.chosen[name]

    def bold(self) -> frozenset[str]:
        """The names that are written as vectors and matrices are."""
        return frozenset(text for name, text in self.chosen.items() if name.font in BOLD)

    def _candidates(self, name: Written) -> Iterable[str]:
        yield from self.given(name)[:1]
        stem, accent, below, above = name.form
        index = below if below.isdigit() or not below else f"_{below}"
        index += f"__{above}" if above else ""
        yield stem + accent + index
        yield name.stem + accent + name.font + index
        number = 1
        while True:
            number += 1
            yield f"{name.stem}{accent}{name.font}v{number}{index}"


def _shown(name: Written) -> str:
    return f"{name.stem}_{name.below}" if name.below else name.stem


def _resembles(form: Form, name: Written) -> bool:
    """Could a declared name be short for a Greek letter, or the same letter in the other case?"""
    stem = name.form[0]
    if form[1:] != name.form[1:]:
        return False
    return (stem in LETTERS and stem.startswith(form[0])) or stem.swapcase() == form[0]


def _fancy(name: Written) -> tuple[bool, bool, bool, Written]:
    return bool(name.font), bool(name.above), name.stem in PLAIN_LETTER, name
