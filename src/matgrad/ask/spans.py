"""Where formulas that are typed in prose begin and end, among the lexemes of the prose."""

from __future__ import annotations

from matgrad.ask.lexicon import ARTICLES_OF, FUNCTION_WORDS, is_word
from matgrad.ask.pieces import Lexeme

Step = tuple[int, bool] | None  # where a formula goes on, and whether an operand is due there
INFIX = frozenset(
    "+ - * / = ^ .* ./ .^ .+ .- ** -> → := @ ⊙ ∘ ⊗ ⋅ · × − _ ∈ ≻ ⪰ ≽ > < ≥ ≤ >= <= : ⊘ \\".split()
)
POSTFIX = frozenset(".' ' ᵀ .T ² ³ ⁻¹ ⁻ᵀ ′ ’ † ⁺ _ ⁿ ᵐ ᵏ ᵗ ⁴ ⁻² ₁ ₂ ₀ ₙ ᵢ ⱼ ₚ ₓ".split())
PREFIX = frozenset("- + − ∇ ∂ √ ∑ ∏ Σ ½ ¼ ¾".split())
OPEN, CLOSED = "([{⟨", ")]}⟩"
BARS = ("|", "||", "‖", "∥")
SIZE_LETTERS = frozenset("n m k p d q r l N M K D T P L s t c".split())
LONGEST_LIST = 16  # names and commas before what is said of all of them
DEEPEST = 60  # brackets in brackets
# Words behind a letter that is a name, as `a and b`, not behind an article.
LISTED = frozenset(
    "and is are be or as to has with but so in where by such being were was denotes depends only "
    "must can which itself".split()
)


class Spans:
    """Where formulas stand among the lexemes of prose."""

    def __init__(self, text: str, lexemes: list[Lexeme]) -> None:
        self.text, self.all = text, lexemes
        last = lexemes[-1].end if lexemes else len(text)
        self.is_before_formula = bool(text[last:].strip())  # in LaTeX, behind these words
        self.partner = self._partners()
        self.closed: dict[int, int] = {}
        self.depth = 0

    def _partners(self) -> dict[int, int]:
        """Brackets that belong together, and those with nothing but mathematics inside."""
        found: dict[int, int] = {}
        opened: list[int] = []
        for at, lexeme in enumerate(self.all):
            if lexeme.kind == "break":
                opened.clear()
            elif lexeme.text in OPEN:
                opened.append(at)
            elif lexeme.text in CLOSED and opened:
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

    def at(self, place: int) -> Lexeme | None:
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

    def _is_name(self, lexeme: Lexeme, place: int, is_inside: bool) -> bool:
        text = lexeme.text
        after = self.at(place + 1)
        is_open = after is not None and after.text == "("
        is_call = after is not None and is_open and not after.is_apart
        is_marked = (
            after is not None
            and after.text in ("'", "^", "_", "²", "ᵀ", ".T")
            and not after.is_apart
        )
        if text.rstrip(".") in FUNCTION_WORDS:
            is_argument = (
                after is not None
                and (after.text in BARS or (after.kind == "name" and after.text != "of"))
                and (self.is_atom(place + 1, True) or after.text in BARS)
            )
            is_argument = is_argument or (is_open and bool(self._closed(place + 1)))
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
        """Is this word a name: loss = …, 2*lam*x? Not in element-wise/Hadamard product."""
        lexeme = self.at(place)
        if lexeme is None or lexeme.text.lower() in ARTICLES_OF:
            return False
        for sign, beside in ((place - 1, place - 2), (place + 1, place + 2)):
            other = self.at(beside)
            if self.is_sign(sign, "/") and other is not None and is_word(other.text):
                return False
        return self.is_joined(place)

    def _is_letter(self, text: str, place: int, after: Lexeme | None, is_inside: bool) -> bool:
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
        is_listed = after.kind == "short" or after.text in LISTED
        is_first = before is None or before.text in (".", "?", "!", ":")
        if text == "A" and after.text == "of":
            return True
        if text == "A":
            return is_listed or not is_first
        return is_listed and text == "a"

    # ------------------------------------------------------------ growing

    def end_of(self, place: int) -> int:
        """Where a formula ends that begins here; the place itself if none does."""
        at, due, end = place, True, place
        bars: list[str] = []
        while self.at(at) is not None:
            step = self._step(at, due, bars, is_first=at == place)
            if step is None:
                break
            at, due = step
            end = at if not (due or bars) else end
        return self._with_list(place, end)

    def _step(self, at: int, due: bool, bars: list[str], *, is_first: bool) -> Step:
        """Where a formula goes on behind this lexeme, and whether an operand is due there."""
        lexeme, text = self.all[at], self.all[at].text
        if lexeme.kind in ("library", "method") and self.is_sign(at + 1, "("):
            is_apart = lexeme.kind == "method" and (due or lexeme.is_apart)
            return None if is_apart else (self.partner.get(at + 1, at) + 1, False)
        if lexeme.kind != "sign":
            return self._operand(at, due, is_first)
        if text in BARS:
            return self._bar(at, due, bars)
        if text in OPEN or (text == "<" and due):
            return self._bracket(at, due)
        return self._before(at) if due else self._after(at)

    def _before(self, at: int) -> Step:
        """Behind a sign where an operand is due: a minus, a sum, the ∂ of ∂/∂x."""
        text = self.all[at].text
        is_whole = text == "∂" and self.is_sign(at + 1, "/")
        return (at + 1, not is_whole) if text in PREFIX or text[0] in "∑∏" else None

    def _after(self, at: int) -> Step:
        """Behind a sign that follows an operand: a prime, a plus."""
        lexeme, text = self.all[at], self.all[at].text
        if text == "_" and self.is_sign(at + 1, "*") and not lexeme.is_apart:
            return at + 2, False  # the nuclear norm ‖X‖_*
        if text in POSTFIX and not lexeme.is_apart:
            return at + 1, text == "_"
        goes_on = (text in INFIX and self._goes_on(at)) or self._is_cross(at)
        return (at + 1, True) if goes_on else None

    def _operand(self, at: int, due: bool, is_first: bool) -> Step:
        is_new = self.all[at].kind == "number" and self.all[at].is_apart and not (due or is_first)
        if is_new and not (self.all[at - 1].text in FUNCTION_WORDS or self._is_cross(at - 1)):
            return None  # the gradient of x^T A x 2Ax: numbers stand before their factors
        if self.is_atom(at, not is_first):
            return at + 1, False
        is_between = self._is_cross(at) or (self.all[at].text == "in" and self.is_space(at + 1))
        return (at + 1, True) if is_between and not due else None

    def _bar(self, at: int, due: bool, bars: list[str]) -> Step:
        text = self.all[at].text
        if bars and bars[-1] == text and not due:
            bars.pop()
            return at + 1, False
        if not self._has_closing_bar(at, text):
            return None
        bars.append(text)
        return at + 1, True

    def _bracket(self, at: int, due: bool) -> Step:
        lexeme = self.all[at]
        if lexeme.text == "[" and not due and not lexeme.is_apart:
            return self.partner.get(at, at) + 1, False
        close = self._closed(at)
        is_called = self.all[at - 1].text in FUNCTION_WORDS
        is_remark = not (due or is_called) and lexeme.is_apart and not self.is_factor(at, close)
        return (close + 1, False) if close and not is_remark else None

    def _with_list(self, place: int, end: int) -> int:
        """x, y ∈ ℝⁿ is one formula, which begins with names."""
        at = end
        while end > place and self.is_sign(at, ",") and self.is_atom(at + 1, False):
            if at - end > LONGEST_LIST:
                return end
            following = self.at(at + 2)
            if following is None:
                return end
            is_space = following.text in ("∈", "in", ":") and self.is_space(at + 3)
            if is_space or (following.text in ("≻", "⪰", ">") and self.is_atom(at + 3, True)):
                return self.end_of(at + 1)
            at += 2
        return end

    def _closed(self, at: int) -> int:
        """The bracket that closes this one, if nothing but mathematics stands between them."""
        if at not in self.closed:
            self.closed[at] = 0  # of brackets that are nested too deeply, too
            self.depth += 1
            self.closed[at] = self._close(at) if self.depth < DEEPEST else 0
            self.depth -= 1
        return self.closed[at]

    def _close(self, at: int) -> int:
        close = self.partner.get(at, 0)
        place = at + 1
        while place < close:
            is_mark = self.is_sign(place, (",", ";", ":", "|"))
            end = place + 1 if is_mark else self.end_of(place)
            if end == place and self.is_atom(place, True):
                end = place + 1
            if end <= place or end > close:
                return 0
            place = end
        return close if close > at + 1 else 0

    def is_factor(self, at: int, close: int) -> bool:
        """Is a bracket behind a blank a factor, rather than a remark: (y - Hx)' R (y - Hx)?"""
        inside = self.all[at + 1 : close]
        signs = (INFIX | POSTFIX) - {":", "=", "×"}
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
            opens = following.text in OPEN and bool(self._closed(at + 1))
            bars = following.text in BARS and self._has_closing_bar(at + 1, following.text)
            is_mark = sign.text == "^" and following.text in ("'", "*", "+")
            signed = following.text in PREFIX and (
                self.is_atom(at + 2, True) or self.is_sign(at + 2, (*OPEN, *BARS, "_", *PREFIX))
            )
            return opens or bars or signed or is_mark
        return self.is_atom(at + 1, True)

    def _is_colon(self, at: int) -> bool:
        """Is this colon a Frobenius product or a declaration, not that of a sentence?"""
        if self.all[at].is_apart and self.all[at + 1].is_apart:
            return self.is_atom(at + 1, False)
        if self.is_space(at + 1):
            return True
        return self.is_atom(at + 1, False) and self._is_cross(at + 2)

    def _is_cross(self, at: int) -> bool:
        """Is this the letter between two sizes, m x n or n by n?"""
        lexeme, before, after = self.at(at), self.at(at - 1), self.at(at + 1)
        if lexeme is None or before is None or after is None or lexeme.text not in ("x", "by", "×"):
            return False
        ends = [x.kind == "number" or x.text in SIZE_LETTERS for x in (before, after)]
        return all(ends) and (lexeme.is_apart or lexeme.text == "×")

    def is_space(self, at: int) -> bool:
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
