"""What is known of a function before its shapes are, and the problem that it becomes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from matgrad.app.ask.formulas.notation import names_in, whole_name, with_bases
from matgrad.app.ask.formulas.reading import Declared
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError, ShapeError
from matgrad.syntax.declarations import check_facts
from matgrad.syntax.latex_choices import Choices
from matgrad.syntax.latex_glyphs import glyphs
from matgrad.syntax.latex_problem import agreed, declared_functions
from matgrad.syntax.latex_readings import rows_or_columns
from matgrad.syntax.latex_script import Text
from matgrad.syntax.latex_source import Source
from matgrad.syntax.limits import GENEROUS
from matgrad.syntax.problem import read_problem
from matgrad.syntax.scope import EULER, LETTERS, Declaration
from matgrad.syntax.tokens import Token
from matgrad.syntax.way import Way
from matgrad.verify.sizes import UNFIT, assignments, why_none


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
    taken: frozenset[str] = frozenset()  # names that no size may have
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


def read_script(script: Script, declared: Sequence[Declared], scalar: bool = True) -> Problem:
    """The problem that a script is, with these declarations."""
    text, words = _text(script, declared), _words(script, declared)
    try:
        for declaration in words.values():
            check_facts(declaration)
        content = Text(Source(glyphs(text)), words, GENEROUS)
        chosen = content.names.chosen.items()
        factors = {written for written, name in chosen if name in script.variables}
        content.names.bare |= factors | {written._replace(below="") for written in factors}
        content.name(script.functions)

        def build(tokens: list[Token], choices: Choices) -> Problem:
            read = [*declared_functions(script.functions), *tokens]
            choose, bold = rows_or_columns(choices), content.names.bold()
            way = Way(GENEROUS, scalar, choose, bold, broadcasting="none")
            return content.finished(read_problem(read, text, dict(words), way))

        problem = agreed(content, text, build)
        _check_sizes(problem)
        return problem
    except MatgradError as error:
        raise error.at(None, text) from None


def _check_sizes(problem: Problem) -> None:
    """Refuse shapes that nothing can have: of [x; y] with one row, x would be 1 − n."""
    sizes = {d for x in problem.symbols.values() for d in x.shape}
    if all(d.name or d.value for d in sizes):
        return
    roots = (problem.function, *(each.value for each in problem.definitions))
    if not assignments(roots) and why_none(postorder(*roots)) == UNFIT:
        raise ShapeError("there are no sizes for which its parts fit together")


def _text(script: Script, declared: Sequence[Declared]) -> str:
    """The script as one text of declarations and equations in LaTeX."""
    sentences = list(script.signatures.values())
    sentences += [rf"{each.latex} \in {each.within}" for each in declared]
    if "l" not in script.names:  # the size \ell is called l
        sentences = [sentence.replace(r"\ell", "l") for sentence in sentences]
    sentences += [f"{name} = {value}" for name, value in script.definitions]
    return ", ".join([*sentences, f"{script.called} = {script.function}"])


def _words(script: Script, declared: Sequence[Declared]) -> dict[str, Declaration]:
    """What words say of names: their kinds, unless formulas declare them, and facts."""
    given = {each.name: each for each in declared}
    words = {
        name: Declaration(name, None, None if name in given else script.kind(name),
                          _fitting(script.facts.get(name, set()), given.get(name)))
        for name in script.names
        if (name in script.facts or (script.kind(name) and name not in given))
        and name not in script.defined
    }  # fmt: skip
    words |= {name: _depending(script, name) for name in script.depends if name in script.names}
    for name in ("pi", EULER):
        has_weights = name == "pi" and any(map(_WEIGHTS.search, script.formulas))
        is_variable = name in script.variables or has_weights
        if (
            is_variable and name in script.names
        ):  # f(\pi) is no function of a constant, nor is π_k or 1 - π
            words.setdefault(name, Declaration(name))
    for name in script.variables:
        if "bar" in name and name in script.names and name not in {*script.defined, *given}:
            words.setdefault(name, Declaration(name))  # a name of its own, and no mean
    for name in LETTERS:
        if name in script.names and not any(_called(name, latex) for latex in script.formulas):
            words.setdefault(name, Declaration(name))  # a letter, not the function of that name
    return words


_WEIGHTS = re.compile(r"\\pi\s*_|1\s*-\s*\\pi(?![A-Za-z])")


def _depending(script: Script, name: str) -> Declaration:
    """A function of a number of which the sizes may be open."""
    facts = frozenset(script.facts.get(name, ()))
    return Declaration(name, None, script.kind(name), facts, params=(script.depends[name],))


def _called(name: str, latex: str) -> bool:
    """Do brackets follow a letter that is also a function?"""
    return re.search(rf"\\{name}\s*(?:\(|\\left\s*\()", latex) is not None


def _fitting(facts: set[str], declared: Declared | None) -> frozenset[str]:
    """What can be said of something in this set: no vector is symmetric, no matrix one-hot."""
    if declared is None:
        return frozenset(facts)
    unfit = SQUARE_ONLY if r"\times" not in declared.within else frozenset[str]()
    return frozenset(facts - unfit - (VECTOR_ONLY if declared.kind == "matrix" else frozenset()))
