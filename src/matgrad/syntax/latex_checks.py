r"""Names whose look is not clear: f(x), sin x without a backslash, \mathbb{E}, \bar x."""

from __future__ import annotations

import difflib

from matgrad.errors import AmbiguousError, MatgradError, UnknownNameError, UnsupportedError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.glossary import written as written_out
from matgrad.syntax.hints import HINTS
from matgrad.syntax.latex_factors import is_factor, is_multiplier, is_turned_factor
from matgrad.syntax.latex_names import Found, Written
from matgrad.syntax.latex_reader import Reader, Scripts, Span
from matgrad.syntax.latex_scripts import above, index_parts, is_integer, is_transpose
from matgrad.syntax.latex_tables import CALLS, CONSTANTS, LETTERS, PLAIN_WORDS
from matgrad.syntax.latex_tokens import Position

_OF_FUNCTIONS = frozenset("f g h k F G H phi varphi psi sigma rho ell l g T".split())


def check_call(reader: Reader, span: Span, found: Found, text: str, position: Position) -> None:
    """Refuse f(x) where nothing says whether f is a function or a factor."""
    after = found.after
    while after < span.end and reader.glyphs[after].kind == "prime":
        after += 1  # f'(x) may be a derivative
    if not reader.source.is_call(after, span.end) or reader.setting.strict:
        return
    if found.is_word and not reader.names.is_variable(found.name):
        raise _unknown_function(text, position)
    opening = reader.glyphs[after].text
    name = found.name
    if index_parts(reader, name.below):
        name = name._replace(below="")
    is_capital = name == Written(name.stem) and name.stem.isupper() and len(name.stem) == 1
    is_capital = is_capital and not reader.names.arguments.get(name)  # R(t) = tA defines R(t)
    is_indexed = name != found.name and reader.names.is_known(name._replace(stem=name.stem.upper()))
    if opening != "(" or is_indexed or reader.names.is_variable(name):
        return
    if is_capital and (not reader.setting.alone or is_factor(reader, span, after)):
        return
    is_primed = after > found.after and name.stem not in _OF_FUNCTIONS
    if is_primed and not reader.names.arguments.get(name) and is_turned_factor(reader, after):
        return
    if is_multiplier(reader, found.name, after):
        reader.notes.append(f"{text}(…) is read as a product")
        return
    if name != found.name and _is_factor(reader, found, after):
        return
    raise AmbiguousError(
        f"is {text}(…) a function of what follows, or a product?", position,
        rf"write {shown(found)}{_index(found)}\cdot(…) for the product; "
        r"a function has to be one that is known, such as \operatorname{sigmoid}(…), or defined: "
        rf"add {shown(found)}(z) = …",
    )  # fmt: skip


def _is_factor(reader: Reader, found: Found, at: int) -> bool:
    """Is w_i a factor of what follows: no letter of a function, and a sum with the index i?"""
    if found.name.stem in _OF_FUNCTIONS:
        return False
    inside = reader.source.inside(at)
    texts = [glyph.text for glyph in reader.glyphs[inside.lo : inside.hi]]
    indices = [*found.name.below.replace(",", "")]
    return bool({"+", "-"} & {*texts[1:]}) and any(index in texts for index in indices)


def _unknown_function(text: str, position: Position) -> MatgradError:
    near = difflib.get_close_matches(text.lower(), FUNCTIONS, 1, cutoff=0.75)
    hint = HINTS.get(text.lower()) or (f"did you mean {near[0]}?" if near else None)
    instead = written_out(text)
    hint = f"write {instead}" if instead else hint
    return UnknownNameError(f"unknown function {text}", position, hint)


def check_operator(reader: Reader, span: Span, found: Found, position: Position) -> None:
    r"""Refuse \operatorname{cond} A: an operator that is not known is no factor."""
    word = found.name.stem
    own = reader.names.is_known(found.name) or found.name in reader.names.own
    if reader.setting.strict or own or not found.is_word or len(word) < 2 or word in CONSTANTS:
        return
    is_operator = reader.glyphs[span.at].text in ("operatorname", "mathop")
    is_function = word != word.lower() and (word.lower(),) in CALLS  # \mathrm{Det}
    if is_operator or is_function:
        raise _unknown_function(word, position)


def check_order(reader: Reader, span: Span, found: Found, position: Position) -> None:
    """Refuse O(x^3), which is no product."""
    name = found.name
    is_order = name.stem == "O" and name == Written("O", font=name.font)
    if not is_order or reader.setting.strict or reader.names.is_known(name):
        return
    if reader.source.is_call(found.after, span.end) and name not in reader.names.own:
        raise UnsupportedError(
            "terms of higher order are not read", position, "leave them out, or declare O"
        )


def check_defined(reader: Reader, span: Span, found: Found, position: Position) -> None:
    r"""Ask about f^2(x), f^\top(x), f[x] and f\circ f, where the text defines f(x)."""
    if not reader.names.arguments.get(found.name) or reader.setting.strict:
        return
    scripts = reader.scripts(found.after, span.end)
    opens = reader.source.before_brackets(scripts.after, span.end)
    is_call = reader.source.is_call(opens, span.end)
    name = shown(found)
    if scripts.above is not None and is_call:
        is_power = is_integer(above(reader, scripts.above)) is not None
        raise AmbiguousError(
            f"the power of {name}(…), or {name} applied again?" if is_power
            else f"is this {name}(…) with a mark, or a product with {name}?", position,
            rf"write \left({name}(x)\right)^… for the value with its mark",
        )  # fmt: skip
    if is_call and reader.source.brackets[opens].sign != "(":
        raise AmbiguousError(
            f"is this {name} of what stands in the brackets, or a product?", position,
            rf"{name}(…), or {name} \cdot (…)",
        )  # fmt: skip
    if _is_beside_circle(reader, span.at, scripts.after, span.end):
        raise AmbiguousError(
            "functions one after the other, or a product entry by entry?", position,
            rf"{name}({name}(x)), or {name} \odot {name}",
        )  # fmt: skip


def check_value(reader: Reader, found: Found, end: int) -> None:
    r"""Ask about \sigma^2 without brackets where the text says that \sigma is a function."""
    scripts = reader.scripts(found.after, end)
    opens = reader.source.before_brackets(scripts.after, end)
    if scripts.above is not None and not reader.source.is_call(opens, end):
        name = shown(found)
        raise AmbiguousError(
            f"a power of the function {name}, or of a number {name}?",
            (reader.glyphs[found.after - 1].start, reader.glyphs[scripts.after - 1].end),
            rf"{name}^2(x) for the function; a number needs a name of its own",
        )  # fmt: skip


def _is_beside_circle(reader: Reader, at: int, after: int, end: int) -> bool:
    """Does the small circle stand before or behind this name?"""
    after = reader.source.skip_spaces(after, end)
    while at and reader.glyphs[at - 1].kind == "space":
        at -= 1
    beside = [*reader.glyphs[max(at - 1, 0) : at], *reader.glyphs[after : min(after + 1, end)]]
    return any(glyph.is_command("circ") for glyph in beside)


def shown(found: Found) -> str:
    """A letter as LaTeX writes it."""
    return rf"\{found.name.stem}" if found.name.stem in LETTERS else found.name.stem


def _index(found: Found) -> str:
    below = found.name.below
    return "" if not below else f"_{below}" if len(below) == 1 else f"_{{{below}}}"


def check_pi(reader: Reader, written: Written, scripts: Scripts, position: Position) -> None:
    r"""Refuse \pi^\top x and \pi_i where π is not declared: a number has no entries."""
    base, names = written._replace(below=""), reader.names
    own = any(names.is_known(name) or name in names.own for name in (base, written))
    if reader.setting.strict or own or base != Written("pi"):
        return
    raised = scripts.above is not None and is_transpose(reader, scripts.above)
    is_entry = bool(index_parts(reader, written.below)) if written.below else False
    if scripts.primes or raised or is_entry:
        raise AmbiguousError(
            "is pi the number, or a vector of your own?", position, "declare pi, as in pi: n"
        )


def check_look(reader: Reader, written: Written, position: Position) -> None:
    """Refuse bars and blackboard letters, which mean something of their own."""
    if written.font == "bb" and not reader.names.is_known(written):
        inside = "; give what stands inside, or its average over samples"
        raise UnsupportedError(
            f"the blackboard letter {written.stem} is a set or an expectation, not a variable"
            f"{inside if written.stem == 'E' else ''}",
            position,
            r"give what stands inside, or its average \frac{1}{N}\sum_{i=1}^N over samples"
            if written.stem == "E"
            else None,
        )
    is_own = reader.names.is_known(written) or written in reader.names.own
    if written.accent == "bar" and not is_own:
        raise AmbiguousError(
            f"a bar means the mean, the conjugate, or another name than {written.stem}", position,
            rf"\operatorname{{mean}}({written.stem}), or declare {written.stem}bar",
        )  # fmt: skip


def check_word(reader: Reader, span: Span, found: Found) -> None:
    """Refuse letters that run together to the name of a function: sin(x) without a backslash."""
    at = span.at
    if found.is_word or reader.glyphs[at].kind != "letter" or _continues(reader, at):
        return
    end = at + 1
    while end < span.end and reader.glyphs[end].kind == "letter" and _continues(reader, end):
        end += 1
    word = "".join(glyph.text for glyph in reader.glyphs[at:end])
    if len(word) < 2 or ((word,) not in CALLS and word not in PLAIN_WORDS):
        return
    if not all(reader.names.is_name(letter) for letter in word):
        raise AmbiguousError(
            f"is {word} one word, or a product of letters?",
            (reader.glyphs[at].start, reader.glyphs[end - 1].end),
            rf"write \operatorname{{{word}}}, or {'*'.join(word)}",
        )


def _continues(reader: Reader, at: int) -> bool:
    before = reader.glyphs[at - 1] if at else None
    return before is not None and before.kind == "letter" and before.end == reader.glyphs[at].start
