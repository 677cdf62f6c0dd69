"""A text as pieces with places: words, marks, formulas, code. The only regular expressions.

LaTeX between dollars, brackets or in environments is one piece; so is a formula that is typed in
prose, `f(x) = x'Ax`, which is the longest run of names, numbers and signs between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad import programs
from matgrad.ask.pieces import Lexeme, Piece, Sort
from matgrad.ask.spans import BARS, OPEN, PREFIX, Spans

ENVIRONMENTS = (
    "align aligned eqnarray equation gather multline displaymath math split alignat flalign dmath"
).split()
EQALIGN = "\\eqalign{"
CLOSING = {"$$": "$$", "$": "$", r"\[": r"\]", r"\(": r"\)", "```": "```", "`": "`"}
_ENVIRONMENT = "|".join(ENVIRONMENTS)
_OPENING = re.compile(
    rf"(?m:^)[^\S\n]*%.*|```|`|\$\$|\$|\\\[|\\\(|\\begin\{{({_ENVIRONMENT})\*?\}}|\\eqalign|(?<![\w)\]'])\\[A-Za-z]+"
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
_SPELLED = {
    ord(k): v for k, v in {"ⁿ": "^n", "ᵐ": "^m", "ᵏ": "^k", "’": "'", "ᵗ": "'", "≽": "⪰"}.items()
}
_CODE_LINE = re.compile(
    r"\s*(?:def |class |import |from \w+ import|return\b|for .*:\s*$|if .*:\s*$"
    r"|with \w+\(.*:\s*$|@\w"
    r"|print\(|In \[|Out\[|[A-Za-z_]\w*(?:\s*,\s*\w+)*\s*=\s*"
    r"(?:np|jnp|torch|F|symbols|MatrixSymbol)\b"
    r"|\w+\s*=\s*lambda\b|lambda\s+\w+\s*:|\w+\.backward\(\))"
)
DERIVATIVES = (r"\frac{\partial", r"\frac{d", r"\partial", r"\nabla")
_PARAGRAPH = re.compile(r"\n(?=[^\S\n]*\n)")
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
        if sign.lstrip()[0] == "%":
            return Piece(Sort.MARK, "%", start, match.end()), match.end()  # a comment of LaTeX
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
        is_program = is_code(inside)
        plain = inside.strip()
        if plain.startswith(EQALIGN) and plain.endswith("}"):
            inner += inside.index(EQALIGN) + len(EQALIGN)
            inside = plain[len(EQALIGN) : -1]
        if sign == "```":
            inner += len(inside)
            inside = _without_language(inside)
            inner -= len(inside)
            is_program = is_program or programs.is_code(inside)
        sort = Sort.LATEX if sign[0] != "`" else Sort.CODE if is_program else Sort.TYPED
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
    """Runs of lines that are program, and what stands between them.

    Several lines without a blank line between them are a program if they can be read as one.
    """
    begin, at, was = start, start, False
    for paragraph in _PARAGRAPH.split(text[start:end]):
        is_program = "\n" in paragraph.strip() and programs.is_code(paragraph)
        for line in paragraph.split("\n"):
            is_now = is_program or bool(_CODE_LINE.match(line)) or (
                was and (line[:1] in " \t)" and bool(line.strip()))
            )  # fmt: skip
            if is_now != was:
                if at > begin:
                    yield begin, at, was
                begin, was = at, is_now
            at += len(line) + 1
    if end > begin:
        yield begin, end, was


def _lexemes(text: str, start: int, end: int) -> Iterator[Lexeme]:
    is_apart = True
    for match in _LEXEME.finditer(text, start, end):
        kind = match.lastgroup or "sign"
        if kind in ("blank", "line"):
            is_apart = True
            continue
        yield Lexeme(kind, match[0], match.start(), match.end(), is_apart)
        is_apart = kind == "break"


def _typed(text: str, lexemes: list[Lexeme]) -> list[Piece]:
    spans = Spans(text, lexemes)
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
                lexeme.text in PREFIX
                or lexeme.text[0] in "∑∏<"
                or lexeme.text in OPEN
                or lexeme.text in BARS
            )
        )
        end = spans.end_of(at) if is_start else at
        if is_start and lexeme.text in OPEN and end > at and not _is_group(spans, at, end):
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


def _is_group(spans: Spans, at: int, end: int) -> bool:
    """Is a bracket at the start of a formula part of it: (A+B)x, not (x)?"""
    close = spans.partner.get(at, at)
    if spans.all[at].text in "<⟨":
        return True
    return close < end - 1 or spans.is_factor(at, close)


def _word(lexeme: Lexeme) -> Piece:
    if lexeme.kind == "break":
        return Piece(Sort.BREAK, lexeme.text, lexeme.start, lexeme.end)
    if lexeme.kind == "abbreviation" and lexeme.text[0] == "w":
        return Piece(Sort.WORD, "wrt", lexeme.start, lexeme.end)
    is_mark = lexeme.kind == "sign"
    return Piece(Sort.MARK if is_mark else Sort.WORD, lexeme.text, lexeme.start, lexeme.end)


def equations(piece: Piece) -> list[Piece]:
    """The equations of a display in which each line begins with a derivative of its own."""
    found: list[Piece] = []
    at = piece.inside
    is_plain = piece.sort is Sort.LATEX and "\\\\" not in piece.text and "\\begin" not in piece.text
    for line in piece.text.split("\n") if is_plain else ():
        if line.strip().startswith(DERIVATIVES) and "=" in line:
            found.append(replace(piece, text=line, inner=at))
        elif found:
            found[-1] = replace(found[-1], text=f"{found[-1].text}\n{line}")
        at += len(line) + 1
    is_all = len(found) > 1 and piece.text.strip().startswith(DERIVATIVES)
    return found if is_all else [piece]


def without_marks(piece: Piece) -> Piece:
    """The piece without the marks of a sentence at its end, as displays have them."""
    text = piece.text.rstrip()
    while text and (text[-1] in ".,:?" or (text[-1] == ";" and text[-2:-1] != "\\")):
        text = text[:-1].rstrip()
    return replace(piece, text=text)


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
