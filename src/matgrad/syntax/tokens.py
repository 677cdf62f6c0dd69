"""The signs of the text spelling, and the loop that cuts text into tokens.

A token carries a canonical sign, so the grammar never sees which spelling was used: `⊙` and `.*`
are one token, and another spelling (LaTeX) needs only another table and cutter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from matgrad.errors import ParseError, UnknownNameError
from matgrad.syntax.limits import GENEROUS, Limits


class Kind(Enum):
    """What a token is to the grammar."""

    NUMBER = "number"
    NAME = "name"
    SIGN = "sign"  # an operator, a bracket, a comma
    RAISED = "superscript"  # a number written as a superscript
    LOWERED = "subscript"  # a letter or digit written as a subscript behind no name
    WORDS = "words"  # prose inside a formula, as in LaTeX: "where"
    BREAK = "end of statement"
    END = "end of input"


class Token(NamedTuple):
    """A piece of input: its kind, its canonical sign or name, and where it stands."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Fraction = Fraction(0)
    font: str = ""  # of a name in LaTeX: bf, cal, bb, frak, sf, tt, vec, rm

    @property
    def position(self) -> tuple[int, int]:
        """The half-open range of characters."""
        return self.start, self.end


INVERSE_TRANSPOSE = "⁻ᵀ"
# Spelling to canonical sign; the longest spelling wins.
SIGNS: dict[str, str] = {
    **{sign: sign for sign in ("+", "-", "*", ".*", "/", "./", "^", ".^", ":", "=")},
    **{sign: sign for sign in ("(", ")", "[", "]", ",", "'", "×", "⊗", "‖", "∈")},
    **{sign: sign for sign in ("{", "}", "|", "<", ">", "⟨", "⟩", "_", "√", "∑", "∏", "\\", "⊥")},
    **{"**": "^", ".+": "+", ".-": "-", ".'": "'", "†": "†", "⁺": "†", "∇": "∇", "∂": "∂"},
    **{"@": "*", "⋅": "⋅", "·": "⋅", "∙": "⋅", "−": "-", "⊙": ".*", "÷": "/", "∶": ":"},
    **{"∘": ".*", "⊘": "./"},
    **{"||": "‖", "∥": "‖", "->": "→", "→": "→", "⁻ᵀ": INVERSE_TRANSPOSE},
    **{".T": "'", "ᵀ": "'", "′": "'", "⊤": "'"},
}
BREAKS = ";\n"
SPACES = " \t\r\N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}"
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
RAISED_SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
LOWERED_SIGNS = "₀₁₂₃₄₅₆₇₈₉"
LOWERED = str.maketrans(LOWERED_SIGNS, "0123456789")
LOWERED_LETTERS = dict(zip("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "aehijklmnoprstuvx", strict=True))
ONES = "𝟏𝟙"
QUOTES = "'\""
OPENS_LAYER, CLOSES_LAYER = "⁽⁾"
FRACTIONS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅛": (1, 8)}

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho "
    "varsigma sigma tau upsilon phi chi psi omega"
).split()
# Greek letters stand for their names, so λ and lambda are one variable.
GREEK: dict[str, str] = {
    **{chr(0x3B1 + i): name for i, name in enumerate(_GREEK)},
    **{chr(0x391 + i): name.capitalize() for i, name in enumerate(_GREEK) if name != "varsigma"},
    # The other form of a letter is another name, as in LaTeX: φ and ϕ may stand in one formula.
    **{"ϵ": "varepsilon", "ϕ": "varphi", "ϑ": "vartheta", "ϱ": "varrho", "µ": "mu", "ℝ": "R"},
}

# Things people write that mean something elsewhere: what to say, and what to write instead.
REFUSED: dict[str, tuple[str, str | None]] = {
    "==": ("== asks a question; a function is needed", "name a function with a single ="),
    "//": ("// is not a sign of this language", "division is /, a comment begins with #"),
    **{
        s: (f"{s} compares; a function is needed", "step(x) is 1 where x > 0; <x, y> is x'*y")
        for s in (">=", "<=", "!=")
    },
    "%": ("% is not a sign of this language", "a comment begins with #"),
    "!": ("! is not a sign of this language", None),
    "$": ("$ belongs to LaTeX", "leave it out, or write $…$ around the whole formula"),
    ".": ("a lone point means nothing here", "elementwise signs are .* ./ .^, transpose is .T"),
}
# Signs that only what people type has; answers are printed without them.
TYPED: dict[str, tuple[str, str | None]] = {
    "|": ("| has several meanings", "write abs(x), det(X) or norm2(x)"),
    **dict.fromkeys("{}", ("braces are not used here", "write ( and )")),
    **{
        s: (f"{s} compares; a function is needed", "step(x) is 1 where x > 0; <x, y> is x'*y")
        for s in "<>"
    },
    **dict.fromkeys("∂∇", ("a derivative is asked for, not written", "give the function itself")),
    "\\": ("a backslash divides from the left", "solve(A, b)"),
    "_": ("an index stands behind a name", "x_1 is a name, x[1] an entry"),
    "√": ("a root is written sqrt(x)", "sqrt(x)"),
    "∑": ("a sum is written sum(x)", "sum(x), or sum(i, 1, n, …) with an index"),
    "∏": ("a product is written prod(x)", "prod(x)"),
    "†": ("the pseudoinverse is written pinv(A)", "pinv(A)"),
}
# Characters that have no place here, and what to write for them.
INSTEAD: dict[str, str] = {
    **dict.fromkeys("–—", "-"),
    **{"ⁿ": "^n", "ᵗ": "'", "⊕": "the block diagonal matrix is block_diag(A, B)"},
}
_SUM_WITHOUT_INDEX = re.compile("Σ +[A-Za-z](?:_[ijk]\\b|[ᵢⱼₖ])")  # Σ x_i, at the start of a term
MAX_NAME = 32
MAX_EXPONENT = 350


def tokenise(text: str, limits: Limits = GENEROUS) -> list[Token]:
    """Cut text into tokens, ending with an END token, in one pass over the characters."""
    tokens: list[Token] = []
    position, length = 0, len(text)
    while position < length:
        char = text[position]
        if char in SPACES:
            position += 1
        elif char == "#":
            position = _skip_comment(text, position)
        elif (
            char in QUOTES
            and tokens
            and tokens[-1].text in ("(", ",")
            and (word := _quoted(text, position))
        ):
            tokens.append(word)
            position = word.end
        elif char == "." and text.startswith("(", position + 1) and _ends_name(tokens, position):
            position += 1  # exp.(x) of Julia is exp(x)
        else:
            token = _token(text, position, limits)
            tokens.append(token)
            limits.check("tokens", len(tokens), token.position)
            position = token.end
    tokens.append(Token(Kind.END, "", length, length))
    return tokens


def _quoted(text: str, start: int) -> Token | None:
    """A word in quotes, as in norm(X, 'fro')."""
    end = text.find(text[start], start + 1, start + MAX_NAME)
    is_word = end > 0 and text[start + 1 : end].isalnum()
    return Token(Kind.NAME, f"'{text[start + 1 : end]}'", start, end + 1) if is_word else None


def _ends_name(tokens: Sequence[Token], position: int) -> bool:
    return bool(tokens) and tokens[-1].kind is Kind.NAME and tokens[-1].end == position


def _token(text: str, start: int, limits: Limits) -> Token:
    char = text[start]
    if is_digit(char) or (char == "." and is_digit(text[start + 1 : start + 2])):
        return _number(text, start, limits)
    is_sum = char == "Σ" and _begins_sum(text, start)
    if not is_sum and (is_letter(char) or char in GREEK or char in ONES):
        return _name(text, start)
    if char in LOWERED_SIGNS or char in LOWERED_LETTERS:
        return _lowered(text, start)
    if char in RAISED_SIGNS and not text.startswith(INVERSE_TRANSPOSE, start):
        return _raised(text, start)
    return _alone(char, start) or _sign(text, start)


def _alone(char: str, start: int) -> Token | None:
    """What one character says by itself: the sum Σ, the end of a line, a fraction such as ½."""
    if char == "Σ":
        return Token(Kind.SIGN, "∑", start, start + 1)
    if char in BREAKS:
        return Token(Kind.BREAK, char, start, start + 1)
    if char in FRACTIONS:
        return Token(Kind.NUMBER, char, start, start + 1, Fraction(*FRACTIONS[char]))
    return None


def is_digit(char: str) -> bool:
    """Is this one of 0 to 9? (`str.isdigit` accepts digits of every script.)"""
    return "0" <= char <= "9"


def is_letter(char: str) -> bool:
    """Is this one of A to Z or a to z?"""
    return char.isascii() and char.isalpha()


def _continues(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def _sign(text: str, start: int) -> Token:
    for length in (2, 1):
        spelling = text[start : start + length]
        if spelling in REFUSED and not _is_transpose(text, start):
            message, hint = REFUSED[spelling]
            raise ParseError(message, (start, start + len(spelling)), hint)
        if spelling in SIGNS and (spelling != ".T" or _is_transpose(text, start)):
            return Token(Kind.SIGN, SIGNS[spelling], start, start + len(spelling))
    raise _unknown(text[start], start)


def _is_transpose(text: str, start: int) -> bool:
    return text.startswith(".T", start) and not _continues(text[start + 2 : start + 3] or " ")


def _unknown(char: str, start: int) -> ParseError:
    shown = f"{char} " if char.isprintable() else ""
    return ParseError(
        f"the character {shown}(U+{ord(char):04X}) is not part of the language",
        (start, start + 1),
        INSTEAD.get(char),
    )


def _skip_comment(text: str, start: int) -> int:
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    for position in range(start, end):
        if not text[position].isprintable() and text[position] not in SPACES:
            raise _unknown(text[position], position)  # no hidden characters, even in comments
    return end


def _digits(text: str, start: int) -> int:
    while start < len(text) and is_digit(text[start]):
        start += 1
    return start


def _number(text: str, start: int, limits: Limits) -> Token:
    end = _digits(text, start)
    if text[end : end + 1] == "." and text[end + 1 : end + 2] not in ("*", "/", "^", "T", "."):
        end = _digits(text, end + 1)
    count = end - start - text.count(".", start, end)
    limits.check("digits", count, (start, end), f"a number of {count:,} digits")
    mantissa, exponent = text[start:end], 0
    if text[end : end + 1] in ("e", "E"):
        sign = text[end + 1 : end + 2] in ("+", "-")
        stop = _digits(text, end + 1 + sign)
        if stop > end + 1 + sign:
            exponent = _exponent(text, start, end + 1, stop)
            end = stop
        elif not is_letter(text[end + 1 : end + 2] or " "):
            raise ParseError("the exponent of this number is missing", (start, end + 1 + sign))
    if text[end : end + 1] == "_" and text[start - 1 : start] != "^":  # ‖x‖^2_2
        while end < len(text) and (is_digit(text[end]) or text[end] == "_"):
            end += 1
        whole = text[start:end].replace("_", "")
        raise ParseError("digits are not grouped with _", (start, end), whole)
    return Token(Kind.NUMBER, text[start:end], start, end, _exact(mantissa, exponent))


def _exponent(text: str, start: int, begin: int, end: int) -> int:
    if end - begin > len(str(MAX_EXPONENT)) + 1 or abs(int(text[begin:end])) > MAX_EXPONENT:
        raise ParseError(f"exponents go up to {MAX_EXPONENT} in a number", (start, end))
    return int(text[begin:end])


def _exact(mantissa: str, exponent: int) -> Fraction:
    whole, _, decimals = mantissa.partition(".")
    return Fraction(int(whole + decimals)) * Fraction(10) ** (exponent - len(decimals))


def _name(text: str, start: int) -> Token:
    end = start + 1
    # After a Greek letter only an index goes on with the name: λx is a product, not a name.
    greek = text[start] in GREEK or text[start] in ONES
    if not greek or (text[end : end + 1] == "_" or is_digit(text[end : end + 1])):
        while end < len(text) and _continues(text[end]):
            end += 1
    while text[end - 1] == "_":  # x_{i+1} has an index that is no part of the name
        end -= 1
    name = GREEK.get(text[start], text[start]) + text[start + 1 : end]
    index, end = _index_of_name(text, end)
    name += index
    if len(name) > MAX_NAME:
        raise UnknownNameError(f"a name has at most {MAX_NAME} characters", (start, end))
    return Token(Kind.NAME, name, start, end)


def _index_of_name(text: str, start: int) -> tuple[str, int]:
    """The index that answers print in small digits: W₁ is W1, and W⁽¹⁾ is W__1."""
    end = start
    while end < len(text) and text[end] in LOWERED_SIGNS:
        end += 1
    index = text[start:end].translate(LOWERED)
    below = end
    while end < len(text) and text[end] in LOWERED_LETTERS:
        end += 1
    if end > below:
        return f"{index}_" + "".join(LOWERED_LETTERS[c] for c in text[below:end]), end
    close = text.find(CLOSES_LAYER, end, end + MAX_NAME)
    layer = text[end + 1 : close] if text[end : end + 1] == OPENS_LAYER and close > 0 else ""
    if layer and all(char in RAISED_SIGNS[:-1] for char in layer):
        return f"{index}__{layer.translate(RAISED)}", close + 1
    return index, end


def _lowered(text: str, start: int) -> Token:
    """An index in small letters behind a bracket or a sign: ‖x‖₂, ∑ᵢ."""
    sign = LOWERED_LETTERS.get(text[start], text[start].translate(LOWERED))
    return Token(Kind.LOWERED, sign, start, start + 1)


def _begins_sum(text: str, start: int) -> bool:
    """Is this capital sigma a sum? It has an index that stands below another letter, too."""
    if _SUM_WITHOUT_INDEX.match(text, start):
        before = text[:start].rstrip()[-1:]
        return not before or before in "(=+-−,/*;\n" or is_digit(before) or before in FRACTIONS
    index = text[start + 1 : start + 2]
    index = text[start + 2 : start + 3] if index == "_" else index
    if index == "{":
        return True
    letter = LOWERED_LETTERS.get(index, index)
    after = text[start + (3 if text[start + 1 : start + 2] == "_" else 2) :]
    lowered = next((low for low, plain in LOWERED_LETTERS.items() if plain == letter), letter)
    is_index = letter in LOWERED_LETTERS.values()
    return is_index and (f"_{letter}" in after or lowered in after)


def _raised(text: str, start: int) -> Token:
    end = start + 1
    while end < len(text) and text[end] in RAISED_SIGNS[:-1]:
        end += 1
    digits = text[start:end].translate(RAISED)
    if digits == "-" or end - start > MAX_NAME:
        raise ParseError("this superscript is not an integer", (start, end), "A⁻¹, x²")
    return Token(Kind.RAISED, digits, start, end, Fraction(int(digits)))
