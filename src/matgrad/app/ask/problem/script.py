"""What is known of a function before its shapes are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from matgrad.app.ask.formulas.notation import names_in, whole_name, with_bases
from matgrad.app.ask.formulas.reading import Declared


@dataclass(frozen=True)
class Script:
    """What is known of a function before its shapes are: formulas in LaTeX, and words."""

    function: str
    name: str  # of the function, in LaTeX
    definitions: tuple[tuple[str, str], ...]  # in LaTeX
    declared: tuple[Declared, ...]
    kinds: Mapping[str, str]
    facts: Mapping[str, set[str]]
    functions: tuple[str, ...]
    scalar: bool = True  # a function of which there is a gradient
    signatures: Mapping[str, str] = field(default_factory=dict[str, str])  # of functions in LaTeX
    variables: tuple[str, ...] = ()  # names that are no functions
    squares: frozenset[str] = frozenset()  # names of square matrices
    depends: Mapping[str, str] = field(default_factory=dict[str, str])  # A(t): on which number

    @property
    def called(self) -> str:
        """What the function is called, unless a function that it uses has this name."""
        if self.name not in self.signatures:
            return self.name
        return next(name for name in ("F", r"\phi", "h", "G") if name not in self.names)

    def kind(self, name: str) -> str | None:
        """What the text calls a name: a matrix, perhaps a square one, a vector or a number."""
        kind = self.kinds.get(name)
        is_square = name in self.squares and (kind == "matrix" or (not kind and name[0].isupper()))
        return "square" if is_square else kind

    @property
    def defined(self) -> set[str | None]:
        """The names with a definition."""
        return {whole_name(latex) for latex, _ in self.definitions}

    @property
    def formulas(self) -> list[str]:
        """The function and what its definitions stand for."""
        return [self.function, *(value for _, value in self.definitions)]

    @property
    def names(self) -> list[str]:
        """All names that occur in the formulas."""
        return with_bases(name for latex in self.formulas for name in names_in(latex))
