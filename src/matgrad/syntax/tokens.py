"""The signs of the text spelling, and the loop that cuts text into tokens.

A token carries a canonical sign, so the grammar never sees which spelling was used: `⊙` and `.*`
are one token, and another spelling (LaTeX) needs only another table and cutter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from string import ascii_letters
from typing import NamedTuple
from unicodedata import normalize

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
    **{
        "**": "^",
        ".+": "+",
        ".-": "-",
        ".'": "'",
        "†": "†",
        "⁺": "†",
        "∞": "∞",
        "∇": "∇",
        "∂": "∂",
    },
    **{"@": "*", "⋅": "⋅", "·": "⋅", "∙": "⋅", "−": "-", "⊙": ".*", "÷": "/", "∶": ":"},
    **{"∘": ".*", "⊘": "./", "..": "…", "...": "…", "…": "…"},
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
FRACTIONS: dict[str, tuple[int, int]] = {
    **{"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4)},
    **{"⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6)},
    **{"⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)},
}

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
    "∞": ("∞ is no number", "max(abs(x)) is the ∞-norm"),
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

_LOW, _BELOW, _GREEKS = LOWERED_SIGNS, "".join(LOWERED_LETTERS), "".join(GREEK) + ONES
_INDEX = f"[{_LOW}]*(?:[{_BELOW}]+|⁽[⁰-⁹¹²³]+⁾)?"  # W₁ is W1, xᵢ is x_i, and W⁽¹⁾ is W__1
_MARKS = {"\N{COMBINING CIRCUMFLEX ACCENT}": "hat", "\N{COMBINING MACRON}": "bar"}
_MARKS |= {"\N{COMBINING TILDE}": "tilde"}
# Letters with an accent, of one character or two: ŷ is yhat.
ACCENTED = {
    normalize("NFC", letter + mark): GREEK.get(letter, letter) + word
    for letter in (*ascii_letters, *GREEK)
    for mark, word in _MARKS.items()
}
_ONE = "".join(each for each in ACCENTED if len(each) == 1)
_HIGH = f"[{_ONE}]|[A-Za-z{''.join(GREEK)}][{''.join(_MARKS)}]"
_BEHIND = f"(?:[A-Za-z0-9_]*[A-Za-z0-9](?![{''.join(_MARKS)}]))?"
_BY_LENGTH = sorted((SIGNS.keys() | REFUSED.keys()) - {".T"}, key=len, reverse=True)
_PIECE = re.compile(
    rf"(?P<space>[{SPACES}]+)|(?P<comment>\#[^\n]*)|(?P<ends>[{BREAKS}])"
    r"|(?P<number>(?:[0-9]+(?:\.(?![*/^T.])[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    # Behind a Greek letter only an index goes on with the name: λx is a product, not a name.
    rf"|(?P<name>(?:{_HIGH}|[A-Za-z]{_BEHIND}|[{_GREEKS}](?:(?=[0-9_]){_BEHIND})?){_INDEX})"
    rf"|(?P<lowered>[{_LOW}{_BELOW}])|(?P<raised>(?!⁻ᵀ)[{RAISED_SIGNS}][{RAISED_SIGNS[:-1]}]*)"
    rf"|(?P<fraction>[{''.join(FRACTIONS)}])"
    rf"|(?P<sign>\.T(?![A-Za-z0-9_])|{'|'.join(map(re.escape, _BY_LENGTH))})|(?P<unknown>.)",
    re.DOTALL,
)
_SUBSCRIPTS = r"[A-Za-z]*(?:,[A-Za-z]*)*(?:->[A-Za-z]*)?"  # of einsum
_QUOTED = re.compile(
    rf"([{QUOTES}])((?=[A-Za-z])(?:[A-Za-z0-9]{{1,{MAX_NAME - 2}}}|{_SUBSCRIPTS}))\1"
)


def tokenise(text: str, limits: Limits = GENEROUS) -> list[Token]:
    """Cut text into tokens, ending with an END token, in one pass over the characters."""
    tokens: list[Token] = []
    position, length = 0, len(text)
    while position < length:
        word = _QUOTED.match(text, position) if tokens and tokens[-1].text in ("(", ",") else None
        piece = _PIECE.match(text, position)
        if word is not None:  # norm(X, 'fro')
            tokens.append(Token(Kind.NAME, f"'{word[2]}'", *word.span()))
            position = word.end()
            continue
        if piece is None:
            raise _unknown(text[position], position)
        kind, position = piece.lastgroup or "", piece.end()
        if kind == "comment":
            for at in range(*piece.span()):
                if not text[at].isprintable() and text[at] not in SPACES:
                    raise _unknown(text[at], at)  # no hidden characters, even in comments
        elif kind != "space" and not (piece[0] == "." and _is_applied(text, tokens, position)):
            tokens.append(_token(text, piece, limits))
            position = tokens[-1].end
            if len(tokens) > limits.tokens:
                limits.check("tokens", len(tokens), tokens[-1].position)
    tokens.append(Token(Kind.END, "", length, length))
    return tokens


def _is_applied(text: str, tokens: Sequence[Token], end: int) -> bool:
    """Is this the point of exp.(x), which is exp(x) in Julia?"""
    is_name = bool(tokens) and tokens[-1].kind is Kind.NAME and tokens[-1].end == end - 1
    return is_name and text.startswith("(", end)


def _token(text: str, piece: re.Match[str], limits: Limits) -> Token:
    kind, spelled, place = piece.lastgroup, piece[0], piece.span()
    if spelled[0] == "Σ" and _begins_sum(text, place[0]):
        return Token(Kind.SIGN, "∑", place[0], place[0] + 1)
    if kind in ("number", "name"):
        return _number(text, piece, limits) if kind == "number" else _name(spelled, place)
    if kind == "lowered":  # behind a bracket or a sign: ‖x‖₂, ∑ᵢ
        sign = LOWERED_LETTERS.get(spelled, spelled.translate(LOWERED))
        return Token(Kind.LOWERED, sign, *place)
    if kind == "raised":
        digits = spelled.translate(RAISED)
        if digits == "-" or len(digits) > MAX_NAME:
            raise ParseError("this superscript is not an integer", place, "A⁻¹, x²")
        return Token(Kind.RAISED, digits, *place, Fraction(int(digits)))
    if spelled in REFUSED:
        message, hint = REFUSED[spelled]
        raise ParseError(message, place, hint)
    if kind == "unknown":
        raise _unknown(spelled, place[0])
    if kind == "fraction":
        return Token(Kind.NUMBER, spelled, *place, Fraction(*FRACTIONS[spelled]))
    return Token(Kind.BREAK if kind == "ends" else Kind.SIGN, SIGNS.get(spelled, spelled), *place)


def is_digit(char: str) -> bool:
    """Is this one of 0 to 9? (`str.isdigit` accepts digits of every script.)"""
    return "0" <= char <= "9"


def is_letter(char: str) -> bool:
    """Is this one of A to Z or a to z?"""
    return char.isascii() and char.isalpha()


def _unknown(char: str, start: int) -> ParseError:
    shown = f"{char} " if char.isprintable() else ""
    return ParseError(
        f"the character {shown}(U+{ord(char):04X}) is not part of the language",
        (start, start + 1),
        INSTEAD.get(char),
    )


def _number(text: str, piece: re.Match[str], limits: Limits) -> Token:
    (start, end), (mantissa, _, power) = piece.span(), piece[0].lower().partition("e")
    count = len(mantissa) - mantissa.count(".")
    limits.check("digits", count, (start, end), f"a number of {count:,} digits")
    following = text[end : end + 2]
    below = LOWERED_SIGNS, RAISED_SIGNS, LOWERED_LETTERS  # 3e₁, 2e²
    is_name = any(following[1:] in each for each in below if following[1:])
    is_name = is_name or is_letter(following[1:] or " ")
    if not power and following[:1] in ("e", "E") and not is_name:
        end += 1 + (following[1:] in ("+", "-"))
        raise ParseError("the exponent of this number is missing", (start, end))
    if power and (len(power) > len(str(MAX_EXPONENT)) + 1 or abs(int(power)) > MAX_EXPONENT):
        raise ParseError(f"exponents go up to {MAX_EXPONENT} in a number", (start, end))
    if following[:1] == "_" and text[start - 1 : start] != "^":  # ‖x‖^2_2
        while end < len(text) and (is_digit(text[end]) or text[end] == "_"):
            end += 1
        whole = text[start:end].replace("_", "")
        raise ParseError("digits are not grouped with _", (start, end), whole)
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(int(whole + decimals))
    if power or decimals:
        value *= Fraction(10) ** (int(power or 0) - len(decimals))
    return Token(Kind.NUMBER, piece[0], start, end, value)


def first_letter(name: str) -> tuple[str, str]:
    """What the first letter of a name is called, and the rest: λ₁ is lambda, ŷ is yhat."""
    size = 2 if name[:2] in ACCENTED else 1
    return ACCENTED.get(name[:size]) or GREEK.get(name[:1], name[:1]), name[size:]


def _name(spelled: str, place: tuple[int, int]) -> Token:
    """A name with its index, which answers print in small digits."""
    if spelled.isascii() and len(spelled) <= MAX_NAME:
        return Token(Kind.NAME, spelled, *place)
    name, _, layer = spelled.rstrip(CLOSES_LAYER).partition(OPENS_LAYER)
    stem = name.rstrip(_BELOW)
    below = "".join(LOWERED_LETTERS[char] for char in name[len(stem) :])
    letter, rest = first_letter(stem)
    stem = letter + rest.translate(LOWERED)
    stem += (below and f"_{below}") + (layer and f"__{layer.translate(RAISED)}")
    if len(stem) > MAX_NAME:
        raise UnknownNameError(f"a name has at most {MAX_NAME} characters", place)
    return Token(Kind.NAME, stem, *place)


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
