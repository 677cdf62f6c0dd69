"""What can be sent instead of an input that is in doubt: all of it, with one thing said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from matgrad.core.reading import Guess
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, LimitError, MatgradError, Option, hint_of
from matgrad.syntax.scope import Declaration
from matgrad.syntax.statements import DECLARING, Way, read_script, split
from matgrad.syntax.tokens import Kind, tokenise

Read = Callable[[str], Problem]
Place = tuple[int, int] | None
_OPEN, _CLOSED = "([{=;\n,", ")]};\n,#"
_END = re.compile(r"[;\n]")
_CALL = re.compile(r"\w+(\([^()]*\)|\[[^][]*\])")


def with_said(text: str, said: str, place: Place) -> str:
    """The input with a declaration before it, or with a formula in the place of a piece.

    >>> with_said("norm2(x*y)", "x'*y", (6, 9)), with_said("x*y", "x: scalar", None)
    ("norm2(x'*y)", 'x: scalar; x*y')
    """
    if is_declaration(said):
        return f"{said}{chr(10) if chr(10) in text else '; '}{text}"
    start, end = place or (0, len(text))
    before, after = text[:start].rstrip(" ")[-1:], text[end:].lstrip(" ")[:1]
    loose = "" if set("+-") & set(said) else "+-"
    is_free = before in _OPEN + loose and after in _CLOSED + loose
    is_sign = not any(map(str.isalnum, said)) or said[0] in "^'" or said.isalnum()
    shown = said if is_free or is_sign or _CALL.fullmatch(said) else f"({said})"
    gaps = [" " * (_is_word(pair[:1]) and _is_word(pair[1:]))
            for pair in (text[:start][-1:] + shown[:1], shown[-1:] + text[end:][:1])]  # fmt: skip
    after_bracket = " " * (shown.endswith(")") and _is_word(text[end:][:1]))
    return f"{text[:start]}{gaps[0]}{shown}{gaps[1]}{after_bracket}{text[end:]}"


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def is_declaration(said: str) -> bool:
    """Is this `b: m` or `A is symmetric`, and no formula?"""
    name, sign = tokenise(said)[:2]
    return name.kind is Kind.NAME and (sign.text in DECLARING or name.text == "function")


def declared_before(text: str) -> tuple[list[Declaration], str]:
    r"""What stands before a formula in another spelling, and the formula: x: n; \|x\|^2.

    Only what says a shape or a fact is taken; the rest of the text is left as it stands.
    """
    found: list[Declaration] = []
    while (end := _END.search(text)) is not None:
        try:
            said = _declared(text[: end.start()])
        except MatgradError:
            break
        if not said or any(x.params or not (x.shape or x.facts) for x in said):
            break
        found += said
        text = text[end.end() :]
    return found, text


def _declared(said: str) -> list[Declaration]:
    if not said.strip() or not is_declaration(said):
        return []
    return [*read_script(split(tokenise(f"{said}; 0")), Way(), {}, said).declarations]


def those_that_work(options: Iterable[Option], text: str, place: Place, read: Read) -> list[Option]:
    """The options as whole inputs, without those that would end in another question."""
    found: dict[str, Option] = {}
    for option in options:
        try:
            whole = with_said(text, option.text, place)
            read(whole)
        except LimitError:
            break
        except MatgradError:
            continue
        found.setdefault(whole, Option(whole, option.words or option.text))
    return list(found.values())


def with_options(error: AmbiguousError, text: str, read: Read) -> AmbiguousError:
    """A question about a text, with options that can be sent as they are, and a hint of these."""
    tried = [(way, those_that_work([way], text, error.position, read)) for way in error.ways]
    error.options = tuple({each.text: each for _, found in tried for each in found}.values())
    if error.options and error.hint == hint_of(error.ways):
        error.hint = hint_of([way for way, found in tried if found])
    return error


def otherwise(guesses: Iterable[Guess], text: str, read: Read) -> list[Option]:
    """The inputs that say otherwise, one for each guess where there is one."""
    found: list[Option] = []
    for guess in guesses:
        ways = [Option(guess.alternative)] if guess.alternative else []
        options = those_that_work(ways, text, guess.place, read)
        found += [each for each in options if not _is_guessed(guess, read(each.text))]
    return found


def _is_guessed(guess: Guess, problem: Problem) -> bool:
    """Is the same still guessed of a problem?"""
    return guess.words in {each.words for each in problem.reading.guesses}
