r"""A whole LaTeX text as tokens: declarations, then definitions, then the function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from matgrad.core.steps import Problem
from matgrad.core.walk import symbols
from matgrad.errors import MatgradError, ParseError, UnknownNameError, UnsupportedError
from matgrad.syntax.latex_aliases import identified
from matgrad.syntax.latex_asked import with_question
from matgrad.syntax.latex_atoms import HANDLERS
from matgrad.syntax.latex_choices import Choices
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_doubts import Primed
from matgrad.syntax.latex_meaning import Names, counted, lengths
from matgrad.syntax.latex_names import Written, is_only_above, written_names
from matgrad.syntax.latex_questions import Asked, asked_in
from matgrad.syntax.latex_reader import Reader, Setting
from matgrad.syntax.latex_readings import TIGHTLY, loosely, ordered, product_question, with_meanings
from matgrad.syntax.latex_roles import (
    as_alias,
    by_entries,
    entry_indices,
    is_applied,
    is_called,
    own_names,
    summed_indices,
    whole_name,
    with_domains,
)
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_spaces import space
from matgrad.syntax.latex_statements import (
    ARROWS,
    Sentence,
    check_one_function,
    sentences,
)
from matgrad.syntax.latex_tokens import name_token
from matgrad.syntax.latex_wholes import check_entries
from matgrad.syntax.limits import Limits
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tokens import Kind, Token


class Text:
    """The sentences of a text, and what its names stand for."""

    def __init__(self, source: Source, declared: Mapping[str, Declaration], limits: Limits) -> None:
        self.source, self.declared, self.limits = source, declared, limits
        self.sentences = with_domains(source, sentences(source))
        check_one_function(self.sentences, source)
        self.summed = summed_indices(source)
        self.shaped = {name: d.shape for name, d in declared.items() if d.shape is not None}
        self.names, self.notes = self._named()
        self.notes += [_objective(s) for s in self.sentences if s.over]
        self.setting = self._setting()
        self.asked: Asked | None = None
        self.places: dict[str, tuple[int, int]] = {}
        self.readings: list[str] = []  # notes of one way of reading
        self.primed: list[Primed] = []
        self.is_alone = False  # of several formulas any may be the function
        self.sentences = [self.with_alias(sentence) for sentence in self.sentences]
        aliases = {s.names[0].name: s.called for s in self.sentences if s.kind == "alias"}
        self.notes += [f"{name.stem} is read as {called}" for name, called in aliases.items()]
        self.setting = replace(self.setting, aliases=aliases)
        self._check_remarks()

    def _check_remarks(self) -> None:
        """Refuse that f is applied to each entry, where the formula of f does not say that."""
        for sentence in self.sentences:
            if sentence.kind == "remark" and sentence.names[0].name not in self.setting.aliases:
                raise UnsupportedError(
                    "a function of each entry has to be one that is known",
                    self.position(sentence.at), r"f = \tanh",
                )  # fmt: skip

    def name(self, functions: Iterable[str]) -> None:
        """Take elementwise functions of which only the name is known for such."""
        named = {name: Declaration(name) for name in functions}
        self.setting = replace(self.setting, functions={**self.setting.functions, **named})

    def _named(self) -> tuple[Names, list[str]]:
        """The names of the text, and what had to be decided about them."""
        sizes = {name for shape in self.shaped.values() for size in shape for name in size.names}
        written = written_names(self.source)
        written.pop(Written("R", font="bb"), None)  # the real numbers leave the letter R free
        names = Names(dict.fromkeys([*self.declared, *sizes]))
        names.own, names.indices = own_names(self.sentences, self.summed), self.summed
        definitions = [s for s in self.sentences if s.kind == "definition"]
        defined = {whole_name(s.names[0].name, self.summed) for s in definitions}
        marks = {Written("T")} if is_only_above(self.source, "T") else set[Written]()
        notes = names.adopt([*written.keys() - defined - marks], [*self.declared])
        names.assign(written)
        names.arguments = {s.names[0].name: [found.name for found in s.args] for s in definitions}
        names.bare = {name for name, is_bare in written.items() if is_bare}
        names.members = defined - {s.names[0].name for s in definitions}
        names.applied = {s.names[0].name for s in definitions if is_applied(self.source, s)}
        return names, notes

    def _setting(self) -> Setting:
        """The functions and the numbers that are known before anything is read."""
        maps = [s for s in self.sentences if s.kind == "mapping"]
        mapped = [self.names.text(found.name, (0, 0)) for s in maps for found in s.names]
        numbers = frozenset(name for name, shape in self.shaped.items() if shape.is_scalar)
        return Setting(
            functions={
                **{name: d for name, d in self.declared.items() if d.params},
                **{name: Declaration(name, params=("x",)) for name in mapped},
            },
            scalars=numbers | self.numbers(),
            matrices=[name for name, shape in self.shaped.items() if not shape.is_vector],
            counted=counted(self.shaped),
            lengths=lengths(self.shaped),
        )

    def numbers(self) -> frozenset[str]:
        r"""The names that the text declares to be numbers: T \in \mathbb{R}."""
        declared = (s for s in self.sentences if s.kind == "declaration")
        return frozenset(
            self.names.text(found.name, (0, 0))
            for s in declared
            if not any(
                g.kind in ("sup", "raised") for g in self.source.glyphs[s.body.lo : s.body.hi]
            )
            for found in s.names
        )

    def with_alias(self, sentence: Sentence) -> Sentence:
        r"""The sentence, or what it says of the name of a function: \sigma(z) = \max(0, z)."""
        is_function = sentence.kind == "definition" and len(sentence.args) == 1
        if not is_function or not is_called(self.source, sentence, self.names.own):
            return sentence
        try:
            tokens = loosely(self.reader().read(sentence.body.lo, sentence.body.hi))
        except MatgradError:
            return sentence  # read again, with all that is known then
        (argument,) = sentence.args
        called = identified(tokens, self.names.text(argument.name, (0, 0)))
        return as_alias(sentence, called) if called else sentence

    # ------------------------------------------------------------ tokens

    def tokens(self, choices: Choices) -> list[Token]:
        """The tokens of the whole text, as one way of reading has them."""
        found: dict[str, list[list[Token]]] = {"declaration": [], "definition": [], "function": []}
        unclear: list[tuple[int, int]] = []
        self.readings, self.primed = [], []
        for sentence in self.sentences:
            if sentence.kind in ("alias", "remark"):
                continue
            reader = self.reader(choices)
            kind = "declaration" if sentence.kind in ("mapping", "fact") else sentence.kind
            found[kind].append(self.read(sentence, reader))
            unclear += reader.unclear
            self.readings += reader.notes
            self.primed += reader.primed
            self.check_free(reader)
            vectors = (reader.indexed & reader.places.keys()) - {*self.setting.vectors}
            if vectors:  # x_k beside \sum_j x_j
                self.setting = replace(self.setting, vectors={*self.setting.vectors, *vectors})
                return self.tokens(choices)
        definitions = ordered(found["definition"], is_last=self.is_alone and not found["function"])
        parts = [*found["declaration"], *definitions, *found["function"]]
        self.places = {t.text: t.position for part in parts for t in part if t.kind is Kind.NAME}
        joined: list[Token] = []
        if not parts or not all(parts):
            raise ParseError("a formula is empty", (0, 0))
        for tokens in parts:
            end = tokens[-1].end
            joined += [*tokens, Token(Kind.BREAK, ";", end, end)]
        joined = with_meanings(joined, choices)
        if unclear and choices.choose(product_question(unclear[0])) == TIGHTLY:
            return [*joined, Token(Kind.END, "", joined[-1].end, joined[-1].end)]
        loose = loosely(joined)
        return [*loose, Token(Kind.END, "", loose[-1].end, loose[-1].end)]

    def check_free(self, reader: Reader) -> None:
        """Refuse e^{x_i}/\\sum_j e^{x_j}: an entry of x stands where a value is needed."""
        for base in sorted(reader.indexed & reader.free.keys()):
            message = f"an index of {base} is bound by no sum here, so this has many values"
            hint = "give the whole, as in \\operatorname{softmax}(x)"
            raise UnsupportedError(message, reader.free[base], hint)

    def reader(self, choices: Choices | None = None) -> Reader:
        """A reader for one formula of this text."""
        reader = Reader(self.source, self.names, self.setting, HANDLERS, self.limits)
        reader.choices = choices
        return reader

    def read(self, sentence: Sentence, reader: Reader) -> list[Token]:
        """The tokens of one sentence."""
        lo, hi, _ = sentence.body
        if sentence.over:
            variables = [self.names.text(found.name, (0, 0)) for found in sentence.over]
            self.asked = Asked(tuple(dict.fromkeys(variables)), (lo, hi))
        match sentence.kind:
            case "declaration":
                return self.declaration(sentence, reader)
            case "mapping":
                return self.mapping(sentence)
            case "fact":
                here = self.position(sentence.at)
                name = name_token(self.names.text(sentence.names[0].name, here), here)
                return [name, Token(Kind.SIGN, ":", *here), name_token(sentence.called, here)]
            case "definition":
                (name,) = sentence.names
                here = self.position(sentence.at)
                head = [name_token(self.names.text(whole_name(name.name, self.summed), here), here)]
                head += self.arguments(sentence, here)
                indices = entry_indices(name.name, self.summed)
                reader.bound.extend(indices)
                opening, closing = by_entries(indices, here)
                body = [*opening, *reader.read(lo, hi), *closing]
                return [*head, Token(Kind.SIGN, "=", *here), *body]
            case _:
                asked = asked_in(self.source, self.names, lo, hi)
                if asked is not None:
                    self.asked, (lo, hi) = asked, asked.body
                return reader.read(lo, hi)

    def arguments(self, sentence: Sentence, here: tuple[int, int]) -> list[Token]:
        """(x) of a function h(x) = … that is applied to something else in this text."""
        tokens: list[Token] = []
        if sentence.names[0].name in self.names.applied:
            for found in sentence.args:
                tokens.append(Token(Kind.SIGN, "," if tokens else "(", *here))
                tokens.append(name_token(self.names.text(found.name, here), here))
            tokens.append(Token(Kind.SIGN, ")", *here))
        return tokens

    def position(self, at: tuple[int, int]) -> tuple[int, int]:
        """Where glyphs stand in the text."""
        return self.source.glyphs[at[0]].start, self.source.glyphs[at[1] - 1].end

    def declaration(self, sentence: Sentence, reader: Reader) -> list[Token]:
        r"""A, B \in \mathbb{R}^{m \times n}."""
        here = self.position(sentence.at)
        tokens: list[Token] = []
        for found in sentence.names:
            tokens += [Token(Kind.SIGN, ",", *here)] if tokens else []
            tokens.append(name_token(self.names.text(found.name, here), here))
        lo, hi, _ = sentence.body
        return [*tokens, Token(Kind.SIGN, "∈", *here), *space(reader, lo, hi, here)]

    def mapping(self, sentence: Sentence) -> list[Token]:
        r"""f: \mathbb{R}^n \times \mathbb{R}^m \to \mathbb{R}."""
        here = self.position(sentence.at)
        (found,) = sentence.names
        tokens = [name_token(self.names.text(found.name, here), here), Token(Kind.SIGN, ":", *here)]
        start, end, _ = sentence.body
        for at in [*top_level(self.source, start, end), end]:
            glyph = self.source.glyphs[at] if at < end else None
            if glyph is None or glyph.is_command("times", *ARROWS):
                tokens += space(self.reader(), start, at, here)
                start = at + 1
            if glyph is not None and glyph.is_command("times", *ARROWS):
                tokens.append(Token(Kind.SIGN, "×" if glyph.text == "times" else "→", *here))
        return tokens

    # ------------------------------------------------------------ after reading

    def finished(self, problem: Problem) -> Problem:
        """The problem with notes about names, and with what is asked for."""
        roots = [problem.function, *(d.value for d in problem.definitions)]
        used = {node.name for node in symbols(*roots)}
        given = {name for name, d in self.declared.items() if d.shape and not d.params}
        unused = sorted((given & problem.symbols.keys()) - used)
        inferred = sorted(used - given - {d.symbol.name for d in problem.definitions})
        written = problem.symbols.keys() & self.places.keys()
        inferred = [name for name in inferred if name in written and self.is_new(name)]
        if unused and inferred:
            raise UnknownNameError(
                f"{inferred[0]} is not declared, and {unused[0]} is declared but does not occur",
                self.places.get(inferred[0]), f"declare {inferred[0]}, or leave {unused[0]} out",
            )  # fmt: skip
        if self.is_alone:  # words around a formula may tell what x_1 is
            check_entries(problem, self.names, self.places)
        if self.asked is not None:
            problem = with_question(
                problem, self.asked, self.source, self.names, alone=self.is_alone
            )
        notes = dict.fromkeys([*problem.notes, *self.notes, *self.readings])
        return replace(problem, notes=tuple(notes))

    def is_new(self, name: str) -> bool:
        """Was this name declared nowhere, neither in data nor in the text?"""
        declared = (f for s in self.sentences if s.kind == "declaration" for f in s.names)
        if any(name in d.params for d in self.declared.values()):
            return False
        return name not in {self.names.text(found.name, (0, 0)) for found in declared}


def _objective(sentence: Sentence) -> str:
    variables = ", ".join(found.name.stem for found in sentence.over)
    return f"the function to be optimised is read, and its derivative by {variables}"
