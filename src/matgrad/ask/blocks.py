"""A text as pieces with places: words, marks, formulas, code. The only regular expressions.

LaTeX between dollars, brackets or in environments is one piece; so is a formula that is typed in
prose, `f(x) = x'Ax`, which is the longest run of names, numbers and signs between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from matgrad.ask.lexicon import ARTICLES_OF, FUNCTION_WORDS, is_word
from matgrad.syntax.tokens import GREEK


class Sort(Enum):
    """What a piece is."""

    WORD = "word"
    MARK = "mark"
    LATEX = "latex"
    TYPED = "typed"
    CODE = "code"
    BREAK = "break"  # between paragraphs and items


@dataclass(frozen=True)
class Piece:
    """A piece of the text, and where it stands."""

    sort: Sort
    text: str
    start: int
    end: int
    inner: int = -1  # where the formula itself begins, behind its dollars

    @property
    def inside(self) -> int:
        """Where the text begins."""
        return self.start if self.inner < 0 else self.inner

    @property
    def is_formula(self) -> bool:
        """Is this mathematics?"""
        return self.sort in (Sort.LATEX, Sort.TYPED)


ENVIRONMENTS = (
    "align aligned eqnarray equation gather multline displaymath math split alignat flalign dmath"
).split()
CLOSING = {"$$": "$$", "$": "$", r"\[": r"\]", r"\(": r"\)", "```": "```", "`": "`"}
_ENVIRONMENT = "|".join(ENVIRONMENTS)
_OPENING = re.compile(
    rf"```|`|\$\$|\$|\\\[|\\\(|\\begin\{{({_ENVIRONMENT})\*?\}}|\\eqalign|(?<![\w)\]'])\\[A-Za-z]+"
)
_LEXEME = re.compile(
    r"(?P<blank>[^\S\n]+)|(?P<break>\n[^\S\n]*(?:\n\s*)?(?:[-*•]|\d+[.)]|\([a-z]\))[^\S\n]+|\n[^\S\n]*\n\s*)"
    r"|(?P<line>\n)|(?P<url>https?://\S+|www\.\S+)"
    r"|(?P<library>(?:np|jnp|torch|numpy|tf|F|nn|math|scipy)(?:\.[A-Za-z_]\w*)+"
    r"|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?=\()|lambda\s+\w+(?:\s*,\s*\w+)*\s*:)"
    r"|(?P<method>\.[A-Za-z_]\w*(?=\())"
    r"|(?P<abbreviation>w\.?\s?r\.?\s?t\b\.?(?:\s?to\b)?|w\.r\.?\s?to\b|wr\.t\.?|i\.e\.|e\.g\.|s\.t\.|resp\.|eq\.|cf\.)"
    r"|(?P<ordinal>\d+(?:st|nd|rd|th|D|d)\b(?![/*^]))|(?P<by>\b\w-by-\w\b)|(?P<quoted>'[a-z]{2,}')"
    r"|(?P<short>(?:[A-Za-z]{2,}|I|i)['’](?:t|s|re|ve|m|ll|d)\b(?![(\w'*^]))"
    r"|(?P<compound>[A-Za-z]{2,}(?:-[A-Za-z]{2,})+)"
    r"|(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z]\w*\.(?=\()|[A-Za-z][A-Za-z0-9_]*[₀-₉ₐ-ₜᵢⱼ]*|[\u0370-\u03ffℓ𝟏𝟙µ](?:_?[A-Za-z0-9₀-₉]+)?[₀-₉ₐ-ₜᵢⱼ]*|ℝ)"
    r"|(?P<sign>[∑∏Σ][ᵢⱼₖₙₜₗ]+|\.'|\|\||\.\*|\./|\.\^|\.T\b|\.\+|\.-|\*\*|->|:=|<=|>=|!=|==|[⁰¹²³⁴-⁹⁻ᵀ⁺ⁿᵐᵏᵗ]+|[₀-₉ₐ-ₜᵢⱼ]+|\S)"
)
_INFIX = frozenset(
    "+ - * / = ^ .* ./ .^ .+ .- ** -> → := @ ⊙ ∘ ⊗ ⋅ · × − _ ∈ ≻ ⪰ > < ≥ ≤ >= <= : ⊘ \\".split()
)
_POSTFIX = frozenset(".' ' ᵀ .T ² ³ ⁻¹ ⁻ᵀ ′ ’ † ⁺ _ ⁿ ᵐ ᵏ ᵗ ⁴ ⁻² ₁ ₂ ₀ ₙ ᵢ ⱼ ₚ ₓ".split())
_PREFIX = frozenset("- + − ∇ ∂ √ ∑ ∏ Σ ½ ¼ ¾".split())
_OPEN, _CLOSED = "([{⟨", ")]}⟩"
_BARS = ("|", "||", "‖", "∥")
_SPELLED = {ord(k): v for k, v in {"ⁿ": "^n", "ᵐ": "^m", "ᵏ": "^k", "’": "'", "ᵗ": "'"}.items()}
_SIZE_LETTERS = frozenset("n m k p d q r l N M K D T P L s t c".split())
LONGEST_LIST = 16  # names and commas before what is said of all of them
_CODE_LINE = re.compile(
    r"\s*(?:def |class |import |from \w+ import|return\b|for .*:\s*$|if .*:\s*$|with \w+\(.*:\s*$|@\w"
    r"|print\(|In \[|Out\[|[A-Za-z_]\w*(?:\s*,\s*\w+)*\s*=\s*(?:np|jnp|torch|F|symbols|MatrixSymbol)\b"
    r"|\w+\s*=\s*lambda\b|lambda\s+\w+\s*:|\w+\.backward\(\))"
)
LIBRARIES = ("np.", "jnp.", "torch.", "numpy.", "F.", "nn.", "math.", "scipy.", "tf.")


def pieces(text: str) -> list[Piece]:
    """The pieces of a text in order.

    >>> [p.text for p in pieces("Let f(x) = x'Ax, where $A$ is square.") if p.is_formula]
    ["f(x) = x'Ax", 'A']
    """
    found: list[Piece] = []
    at = 0
    missing: set[str] = set()
    while at < len(text):
        opening = _opening(text, at, missing)
        end = opening[0].start if opening else len(text)
        found += _prose(text, at, end)
        if opening is None:
            break
        piece, at = opening
        found.append(piece)
    return [_respelled(piece) for piece in found]


def _respelled(piece: Piece) -> Piece:
    """The piece with small letters above and comparisons as the lexers know them."""
    is_typed = piece.sort is Sort.TYPED
    return replace(piece, text=piece.text.translate(_SPELLED)) if is_typed else piece


def _opening(text: str, at: int, missing: set[str]) -> tuple[Piece, int] | None:
    """The next piece that has marks of its own, and where the text goes on behind it."""
    while match := _OPENING.search(text, at):
        sign, start = match[0], match.start()
        escaped = start > 0 and text[start - 1] == "\\" and sign in ("$", "$$")
        closing = CLOSING.get(sign) or (rf"\end{{{match[1]}" if match[1] else "")
        if not closing:
            end = _command_end(text, start)
            return Piece(Sort.LATEX, text[start:end], start, end), end
        end = -1 if closing in missing or escaped else text.find(closing, match.end())
        while end > 0 and closing == "$" and text[end - 1] == "\\" and text[end - 2] != "\\":
            end = text.find(closing, end + 1)
        if end < 0:
            missing |= set() if escaped else {closing}
            at = match.end()
            continue
        stop = end + len(closing)
        if match[1]:
            stop = text.find("}", end) + 1 or len(text)
            return Piece(Sort.LATEX, text[start:stop], start, stop), stop
        inside = text[match.end() : end]
        inner = match.end()
        if sign == "```":
            inner += len(inside)
            inside = _without_language(inside)
            inner -= len(inside)
        sort = Sort.LATEX if sign[0] != "`" else Sort.CODE if is_code(inside) else Sort.TYPED
        return Piece(sort, inside, start, stop, inner), stop
    return None


def _command_end(text: str, start: int) -> int:
    r"""Where a formula ends that nobody put between dollars: \mathbf{x}, \hat{y}."""
    depth, at = 0, start
    while at < len(text):
        char = text[at]
        depth += (char == "{") - (char == "}")
        if depth < 0 or (depth == 0 and (char in " \n,.;?" or (char in "$`"))):
            break
        at += 1
    return max(at, start + 1)


def _without_language(code: str) -> str:
    first, _, rest = code.partition("\n")
    return rest if first.strip().isalpha() or not first.strip() else code


def is_code(text: str) -> bool:
    """Is this a program, or a formula in the spelling of one?"""
    return any(name in text for name in LIBRARIES) or any(map(_CODE_LINE.match, text.split("\n")))


# ---------------------------------------------------------------- prose


@dataclass(frozen=True)
class _Lexeme:
    kind: str  # the group that matched
    text: str
    start: int
    end: int
    is_apart: bool  # a blank stands before it


def _prose(text: str, start: int, end: int) -> list[Piece]:
    """Words and marks, and the formulas that are typed between them."""
    found: list[Piece] = []
    for begin, stop, code in _programs(text, start, end):
        if code:
            found.append(Piece(Sort.CODE, text[begin:stop], begin, stop))
        else:
            found += _typed(text, list(_lexemes(text, begin, stop)))
    return found


def _programs(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Runs of lines that are program, and what stands between them."""
    begin, at, was = start, start, False
    for line in text[start:end].split("\n"):
        is_now = bool(_CODE_LINE.match(line)) or (
            was and (line[:1] in " \t)" and bool(line.strip()))
        )
        if is_now != was:
            if at > begin:
                yield begin, at, was
            begin, was = at, is_now
        at += len(line) + 1
    if end > begin:
        yield begin, end, was


def _lexemes(text: str, start: int, end: int) -> Iterator[_Lexeme]:
    is_apart = True
    for match in _LEXEME.finditer(text, start, end):
        kind = match.lastgroup or "sign"
        if kind in ("blank", "line"):
            is_apart = True
            continue
        yield _Lexeme(kind, match[0], match.start(), match.end(), is_apart)
        is_apart = kind == "break"


class _Spans:
    """Where formulas stand among the lexemes of prose."""

    def __init__(self, text: str, lexemes: list[_Lexeme]) -> None:
        self.text, self.all = text, lexemes
        last = lexemes[-1].end if lexemes else len(text)
        self.is_before_formula = bool(text[last:].strip())  # in LaTeX, behind these words
        self.partner = self._partners()

    def _partners(self) -> dict[int, int]:
        """Brackets that belong together, and those with nothing but mathematics inside."""
        found: dict[int, int] = {}
        opened: list[int] = []
        for at, lexeme in enumerate(self.all):
            if lexeme.kind == "break":
                opened.clear()
            elif lexeme.text in _OPEN:
                opened.append(at)
            elif lexeme.text in _CLOSED and opened:
                found[opened.pop()] = at
            elif lexeme.text == ">":
                found |= dict.fromkeys(self._angle(at), at)
        return found

    def _angle(self, at: int) -> list[int]:
        """The < that makes <x, y> with this >."""
        texts = [x.text for x in self.all[max(0, at - 30) : at]]
        if "<" not in texts:
            return []
        place = at - 1 - texts[::-1].index("<")
        return [place] if "," in texts[place - at :] else []

    def at(self, place: int) -> _Lexeme | None:
        """The lexeme at a place, if there is one in this paragraph."""
        inside = 0 <= place < len(self.all)
        return self.all[place] if inside and self.all[place].kind != "break" else None

    def is_sign(self, place: int, signs: frozenset[str] | tuple[str, ...] | str) -> bool:
        """Does one of these signs stand here?"""
        found = self.at(place)
        return found is not None and found.kind == "sign" and found.text in signs

    def is_joined(self, place: int) -> bool:
        """Does a sign of mathematics join this to what stands beside it?"""
        before, after = self.at(place - 1), self.at(place + 1)
        tight = frozenset("* / ^ .* ./ .^ ** @ ⊙ ∘ = := + _".split())
        return (after is not None and after.text in tight and after.kind == "sign") or (
            before is not None and before.text in tight and before.kind == "sign"
        )

    def is_atom(self, place: int, is_inside: bool) -> bool:
        """Is this a name or a number of a formula? `is_inside` one that has begun."""
        lexeme = self.at(place)
        if lexeme is None:
            return False
        if lexeme.kind in ("number", "library"):
            return True
        if lexeme.kind == "quoted":
            return is_inside
        if lexeme.kind == "compound":
            return False
        if lexeme.kind != "name":
            return False
        return self._is_name(lexeme, place, is_inside)

    def _is_name(self, lexeme: _Lexeme, place: int, is_inside: bool) -> bool:
        text = lexeme.text
        after = self.at(place + 1)
        is_call = after is not None and after.text == "(" and not after.is_apart
        is_marked = (
            after is not None
            and after.text in ("'", "^", "_", "²", "ᵀ", ".T")
            and not after.is_apart
        )
        if text.rstrip(".") in FUNCTION_WORDS:
            is_argument = (
                after is not None
                and (after.text in _BARS or (after.kind == "name" and after.text != "of"))
                and (self.is_atom(place + 1, True) or after.text in _BARS)
            )
            return is_call or is_marked or is_argument or self.is_joined(place)
        if text == "grad":
            return self.is_atom(place + 1, False)
        if is_inside and not lexeme.is_apart and (len(text) < 4 or not is_word(text)):
            return True
        if text in ("a", "A", "I"):
            return self._is_letter(text, place, after, is_inside or is_call or is_marked)
        if not is_word(text):
            return True
        return (
            len(text) > 1
            and not text[0].isupper()
            and ((is_call and is_inside) or self._is_defined(place))
        )

    def _is_defined(self, place: int) -> bool:
        """Is this word a name: loss = …, 2*lam*x?"""
        lexeme = self.at(place)
        return (
            lexeme is not None and self.is_joined(place) and lexeme.text.lower() not in ARTICLES_OF
        )

    def _is_letter(self, text: str, place: int, after: _Lexeme | None, is_inside: bool) -> bool:
        """Is this letter a name, rather than an article or a pronoun?"""
        is_prose = (
            after is not None
            and after.kind in ("name", "compound", "short")
            and is_word(after.text)
        )
        if self.is_joined(place) or (is_inside and not is_prose):
            return True
        if after is None:
            return text != "I" and (not self.is_before_formula or (text == "A" and place > 0))
        if after.kind == "sign":
            is_minus = after.text in ("-", "−") and text == "a" and after.is_apart
            return (text != "I" and not is_minus) or after.text in ("-", "−", ")")
        before = self.at(place - 1)
        is_listed = after.kind == "short" or after.text in (
            "and",
            "is",
            "are",
            "be",
            "or",
            "as",
            "to",
            "has",
            "with",
            "but",
            "so",
            "in",
            "where",
            "by",
            "such",
            "being",
            "were",
            "was",
            "denotes",
            "depends",
            "only",
            "must",
            "can",
            "which",
            "itself",
        )
        is_first = before is None or before.text in (".", "?", "!", ":")
        if text == "A" and after.text == "of":
            return True
        if text == "A":
            return is_listed or (not is_first and before is not None and before.kind == "name")
        return is_listed and text == "a"

    # ------------------------------------------------------------ growing

    def end_of(self, place: int) -> int:
        """Where a formula ends that begins here; the place itself if none does."""
        at, due, end = place, True, place
        bars: list[str] = []
        while (lexeme := self.at(at)) is not None:
            text = lexeme.text
            if lexeme.kind in ("library", "method") and self.is_sign(at + 1, "("):
                if lexeme.kind == "method" and (due or lexeme.is_apart):
                    break
                at, due = self.partner.get(at + 1, at) + 1, False
            elif lexeme.kind == "sign" and text == "[" and not due and not lexeme.is_apart:
                at, due = self.partner.get(at, at) + 1, False
            elif lexeme.kind == "sign" and text in _BARS:
                if bars and bars[-1] == text and not due:
                    bars.pop()
                    at, due = at + 1, False
                elif self._has_closing_bar(at, text):
                    bars.append(text)
                    at, due = at + 1, True
                else:
                    break
            elif due and lexeme.kind == "sign" and (text in _PREFIX or text[0] in "∑∏"):
                due = not (text == "∂" and self.is_sign(at + 1, "/"))
                at += 1
                continue
            elif lexeme.kind == "sign" and (text in _OPEN or (text == "<" and due)):
                close = self._closed(at, due)
                if not close or (not due and lexeme.is_apart and not self._is_factor(at, close)):
                    break
                at, due = close + 1, False
            elif not due and lexeme.kind == "sign" and text in _POSTFIX and not lexeme.is_apart:
                at += 1
                due = text == "_"
            elif not due and lexeme.kind == "sign" and text in _INFIX:
                if not self._goes_on(at):
                    break
                at, due = at + 1, True
            elif self.is_atom(at, at > place) and (at == place or due or self._follows(at)):
                at, due = at + 1, False
            elif (not due and text == "in" and self._is_space(at + 1)) or (
                not due and self._is_cross(at)
            ):
                at, due = at + 1, True
            else:
                break
            if not due and not bars:
                end = at
        return self._with_list(place, end)

    def _with_list(self, place: int, end: int) -> int:
        """x, y ∈ ℝⁿ is one formula, which begins with names."""
        at = end
        while end > place and self.is_sign(at, ",") and self.is_atom(at + 1, False):
            if at - end > LONGEST_LIST:
                return end
            following = self.at(at + 2)
            if following is None:
                return end
            if following.text in ("∈", "in", ":") and self._is_space(at + 3):
                return self.end_of(at + 1)
            at += 2
        return end

    def _follows(self, at: int) -> bool:
        """Is this atom a factor of what stands before it, as in x^T A x?"""
        lexeme = self.at(at)
        return lexeme is not None

    def _closed(self, at: int, due: bool) -> int:
        """The bracket that closes this one, if nothing but mathematics stands between them."""
        close = self.partner.get(at, 0)
        if not close:
            return 0
        place = at + 1
        while place < close:
            end = self.end_of(place) if not self.is_sign(place, (",", ";", ":", "|")) else place + 1
            if end == place and self.is_atom(place, True):
                end = place + 1
            if end <= place or end > close:
                return 0
            place = end
        return close if close > at + 1 else 0

    def _is_factor(self, at: int, close: int) -> bool:
        """Is a bracket behind a blank a factor, rather than a remark: (y - Hx)' R (y - Hx)?"""
        inside = self.all[at + 1 : close]
        signs = (_INFIX | _POSTFIX) - {":", "=", "×"}
        return any(x.kind == "sign" and x.text in signs for x in inside)

    def _has_closing_bar(self, at: int, bar: str) -> bool:
        """Does a bar of this kind follow soon?"""
        for lexeme in self.all[at + 1 : at + 60]:
            if lexeme.kind == "break" or lexeme.text in ("?", "!"):
                return False
            if lexeme.text == bar:
                return True
        return False

    def _goes_on(self, at: int) -> bool:
        """Does mathematics follow an operator?"""
        sign, following = self.all[at], self.at(at + 1)
        if following is None:
            return False
        if sign.text == ":" and not self._is_colon(at):
            return False
        if sign.text in ("-", "*") and sign.is_apart != following.is_apart and sign.text == "*":
            return False
        if following.kind == "sign":
            opens = following.text in _OPEN and bool(self._closed(at + 1, True))
            bars = following.text in _BARS and self._has_closing_bar(at + 1, following.text)
            is_mark = sign.text == "^" and following.text in ("'", "*", "+")
            signed = following.text in _PREFIX and (
                self.is_atom(at + 2, True) or self.is_sign(at + 2, (*_OPEN, *_BARS, "_", *_PREFIX))
            )
            return opens or bars or signed or is_mark
        return self.is_atom(at + 1, True)

    def _is_colon(self, at: int) -> bool:
        """Is this colon a Frobenius product or a declaration, not that of a sentence?"""
        if self.all[at].is_apart and self.all[at + 1].is_apart:
            return self.is_atom(at + 1, False)
        if self._is_space(at + 1):
            return True
        return self.is_atom(at + 1, False) and self._is_cross(at + 2)

    def _is_cross(self, at: int) -> bool:
        """Is this the letter between two sizes, m x n or n by n?"""
        lexeme, before, after = self.at(at), self.at(at - 1), self.at(at + 1)
        if lexeme is None or before is None or after is None or lexeme.text not in ("x", "by", "×"):
            return False
        ends = [x.kind == "number" or x.text in _SIZE_LETTERS for x in (before, after)]
        return all(ends) and (lexeme.is_apart or lexeme.text == "×")

    def _is_space(self, at: int) -> bool:
        """Is this ℝ, or R with a power?"""
        lexeme = self.at(at)
        if lexeme is None or lexeme.text not in ("R", "ℝ"):
            return False
        return (
            lexeme.text == "ℝ"
            or self.is_sign(at + 1, ("^", "→", "->"))
            or self.at(at + 1) is None
            or (not self.is_atom(at + 1, False))
        )


def _typed(text: str, lexemes: list[_Lexeme]) -> list[Piece]:
    spans = _Spans(text, lexemes)
    found: list[Piece] = []
    at = 0
    while at < len(lexemes):
        lexeme = lexemes[at]
        if lexeme.kind == "by":
            found.append(
                Piece(Sort.TYPED, lexeme.text.replace("-by-", " x "), lexeme.start, lexeme.end)
            )
            at += 1
            continue
        is_start = spans.is_atom(at, False) or (
            lexeme.kind == "sign"
            and (
                lexeme.text in _PREFIX
                or lexeme.text[0] in "∑∏<"
                or lexeme.text in _OPEN
                or lexeme.text in _BARS
            )
        )
        end = spans.end_of(at) if is_start else at
        if is_start and lexeme.text in _OPEN and end > at and not _is_group(spans, at, end):
            end = at
        if end > at:
            start, stop = lexeme.start, lexemes[end - 1].end
            inside = text[start:stop]
            is_program = any(x.kind in ("library", "method") for x in lexemes[at:end])
            sort = Sort.CODE if is_program or is_code(inside) else Sort.TYPED
            found.append(Piece(sort, inside, start, stop))
            at = end
        else:
            found.append(_word(lexeme))
            at += 1
    return found


def _is_group(spans: _Spans, at: int, end: int) -> bool:
    """Is a bracket at the start of a formula part of it: (A+B)x, not (x)?"""
    close = spans.partner.get(at, at)
    if spans.all[at].text in "<⟨":
        return True
    return close < end - 1 or spans._is_factor(at, close)


def _word(lexeme: _Lexeme) -> Piece:
    if lexeme.kind == "break":
        return Piece(Sort.BREAK, lexeme.text, lexeme.start, lexeme.end)
    if lexeme.kind == "abbreviation" and lexeme.text[0] == "w":
        return Piece(Sort.WORD, "wrt", lexeme.start, lexeme.end)
    is_mark = lexeme.kind == "sign"
    return Piece(Sort.MARK if is_mark else Sort.WORD, lexeme.text, lexeme.start, lexeme.end)


def without_marks(piece: Piece) -> Piece:
    """The piece without the marks of a sentence at its end, as displays have them."""
    text = piece.text.rstrip()
    while text and (text[-1] in ".,:?" or (text[-1] == ";" and text[-2:-1] != "\\")):
        text = text[:-1].rstrip()
    return replace(piece, text=text)


def is_greek(name: str) -> bool:
    """Is this the name of a Greek letter?"""
    return name.lower() in GREEK.values()


def title_in(text: str) -> str:
    r"""The title that a text begins with, in Markdown or LaTeX; "" if it has none.

    >>> title_in("# Ridge regression\n\nLet …"), title_in(r"\title{Notes}")
    ('Ridge regression', 'Notes')
    """
    first = text.lstrip().partition("\n")[0].strip()
    for command in ("\\title{", "\\section{", "\\section*{"):
        if first.startswith(command) and first.endswith("}"):
            return first.removeprefix(command)[:-1].strip()
    return first.lstrip("#").strip() if first.startswith("#") else ""
