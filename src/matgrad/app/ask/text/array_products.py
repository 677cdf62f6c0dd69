"""Products of programs: a * b is that of entries, a @ b that of matrices or an inner product.

A typed star is written .* where both sides are arrays, and x @ y of vectors is x^T * y. Both bind
alike in programs and from left to right, and so brackets are put around what comes first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from matgrad.app.ask.text.array_kinds import (
    MATRIX,
    NUMBER,
    OPEN,
    VECTOR,
    is_entrywise,
    letters,
    told,
    usual,
)

_TOKEN = re.compile(
    r"(?P<space>[ \t]+)|(?P<number>\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]*\w))"
    r"|(?P<post>\.T\b|\^T\b|\^\{T\}|'(?![\w])|(?:\*\*|\.?\^)\s?-?(?:\d+(?:\.\d+)?|\{[^{}]*\}))"
    r"|(?P<method>\.(?P<called>[a-z]+)\()"
    r"|(?P<name>(?:(?:np|numpy|jnp|torch|tf|scipy|F)\.(?:[a-z]+\.)*)?[A-Za-zα-ω]\w*)"
    r"|(?P<op>\.\*|\*(?!\*)|@|/|[-+])|(?P<open>\()|(?P<close>\))|(?P<comma>,)|(?P<other>[\s\S])"
)
_REDUCED = re.compile(
    r"sum|mean|average|norm(?:[12F]|nuc|inf)?|det|logdet|trace|tr|dot|vdot|inner|var|std|len|max|min|prod"
    r"|logsumexp|slogdet"
)
_TURNED = (".T", "^T", "^{T}", "'")
_SUMMED = re.compile(r"sum|mean|average|diag|softmax|var|std|logsumexp|norm[12]?")  # of vectors
_SUM = re.compile(r"[-\s]*(?:np\.|torch\.)?sum\((?:(?!axis|dim)[^()]|\([^()]*\))*\)")  # alone
_FUNCTION = re.compile(r"[a-z]\w+")
_BESIDE = re.compile(r"=\s*[A-Z]\d?\s?[A-Z]\d?(?:\^T|')?(?!\w)")  # S = A B
IN_SUMS = "* is the product of each entry inside of a sum: products of matrices have no sign here"
STARS = "* is the product of each entry, as in programs"
PASSES = 3
SAID = "* is the product of each entry, as the text says"


@dataclass
class _Products:
    """A typed text in which products are read."""

    text: str
    kinds: dict[str, int]
    default: int
    is_strict: bool = True  # the star of a matrix and a vector is one of entries as well
    only_sums: bool = False  # of matrices, whose products have no sign
    is_summed: bool = False
    inserted: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    replaced: dict[int, str] = field(default_factory=dict[int, str])

    def __post_init__(self) -> None:
        self.tokens = [m for m in _TOKEN.finditer(self.text) if m["space"] is None]

    # ------------------------------------------------------------ sums, products, factors

    def read(self, at: int, inside: bool) -> tuple[int, int]:
        """Behind the sum that begins here, and its kind; inside of brackets up to their end."""
        kind = OPEN if not inside else NUMBER
        terms: list[tuple[int, int, int]] = []  # where each begins and ends, and its kind
        while at < len(self.tokens):
            token = self.tokens[at]
            if token["close"] and inside:
                break
            is_next = token["op"] is not None and token["op"] in "+-"
            behind, found = self._product(at)
            if not is_next and not (at and self.tokens[at - 1]["op"] == "+"):
                terms = self._added(terms)
            if behind == at:  # a sign, a comma or something else
                at += 1
                continue
            at, kind = behind, max(kind, found)
            terms.append((token.start(), self.tokens[at - 1].end(), found))
            following = self.tokens[at] if at < len(self.tokens) else None
            if not inside and not (following and following["op"]):
                self._define(token, found)
        self._added(terms)
        return at, kind

    def _added(self, terms: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """Write ones beside sums that are added to vectors: c - sum(c * p) is c - sum(c .* p) 1."""
        if max((kind for *_, kind in terms), default=OPEN) == VECTOR and not self.only_sums:
            for start, end, kind in terms:
                if kind == NUMBER and _SUM.fullmatch(self.text[start:end]):
                    self._put(end, " 1")
        return []

    def _product(self, at: int) -> tuple[int, int]:
        """Behind the product that begins here, and its kind."""
        first = at
        at, kind = self._factor(at)
        is_signed = at > first + 1 and self.tokens[first]["op"] is not None
        start = self.tokens[first + is_signed].start()  # the sign is that of the whole product
        if at == first:
            return at, OPEN
        sign, row = "", None
        while at + 1 < len(self.tokens) and (op := self.tokens[at]["op"]) and op not in "+-":
            behind, other = self._factor(at + 1)
            if behind == at + 1:
                break
            end = self.tokens[at - 1].end()
            of_entries = op == "*" and self._is_of_entries(kind, other)
            if op == "/" and other > OPEN and self._is_quotient(at):
                self.replaced[self.tokens[at].start()] = "./"
            if of_entries:
                self.replaced[self.tokens[at].start()] = ".*"
                self._learn(first, at)
                self._learn(at + 1, behind)
            is_apart = sign == ".*" if not of_entries else sign not in ("", ".*", "*")
            self._group(start, end, is_apart)
            row = (row or (start, end)) if op == "@" and kind == VECTOR else None
            is_outer = row is not None and other == VECTOR and self._is_turned(behind)
            is_number = row is not None and other == VECTOR and not is_outer
            if row and is_number:
                self._turn(*row)
            sign = ".*" if of_entries else op
            kind = MATRIX if is_outer else NUMBER if is_number else _of(op, kind, other)
            at = behind
        return at, kind

    def _is_turned(self, behind: int) -> bool:
        """Ends a factor with a transpose: r @ x.T has columns, and is their outer product?"""
        return (self.tokens[behind - 1]["post"] or "") in _TURNED

    def _is_quotient(self, at: int) -> bool:
        """Is this a quotient of entries, and not the bar of dL/dx?"""
        is_bar = re.match(r"/\s*[d∂]\w", self.text[self.tokens[at].start() :]) is not None
        return not (is_bar or self.only_sums)

    def _is_of_entries(self, left: int, right: int) -> bool:
        if self.only_sums:
            return self.is_summed and left == right == MATRIX
        is_array = NUMBER not in (left, right) and max(left, right) > OPEN
        return is_array and (self.is_strict or {left, right} != {VECTOR, MATRIX})

    def _learn(self, start: int, end: int) -> None:
        """Note that a name of which nothing is said is multiplied entry by entry."""
        name = self.tokens[start]["name"] if end == start + 1 else None
        if name and self._kind(name) == OPEN:
            self.kinds[name] = VECTOR

    def _group(self, start: int, end: int, is_needed: bool) -> None:
        if is_needed:
            self._put(start, "(")
            self._put(end, ")")

    def _turn(self, start: int, end: int) -> None:
        """Transpose what stands before @: it is a row there."""
        if self.text[:end].endswith(_TURNED):
            return
        is_one = re.fullmatch(r"\w+|\((?:[^()]|\([^()]*\))*\)", self.text[start:end])
        self._group(start, end, not is_one)
        self._put(end, "^T")

    def _put(self, place: int, text: str) -> None:
        here = self.inserted.setdefault(place, [])
        here.insert(0, text) if text == "(" else here.append(text)

    def _factor(self, at: int) -> tuple[int, int]:
        """Behind a name, a number, a call or brackets with what stands behind, and its kind."""
        token = self.tokens[at]
        start = at
        kind = OPEN
        if token["op"] == "-" and at + 1 < len(self.tokens):
            behind, kind = self._factor(at + 1)
            return (behind, kind) if behind > at + 1 else (start, OPEN)
        if token["number"]:
            at, kind = at + 1, NUMBER
        elif token["open"]:
            at, kind = self._brackets(at + 1)
        elif token["name"]:
            at, kind = self._named(at)
        while at > start and at < len(self.tokens):
            behind = self.tokens[at]
            is_beside = behind.start() == self.tokens[at - 1].end()
            if behind["post"] and is_beside:
                at += 1
            elif behind["method"] and is_beside:
                at, inside = self._brackets(at + 1)
                kind = _called(behind["called"], max(kind, inside))
            else:
                break
        return at, kind

    def _brackets(self, at: int) -> tuple[int, int]:
        at, kind = self.read(at, True)
        return min(at + 1, len(self.tokens)), kind

    def _named(self, at: int) -> tuple[int, int]:
        name = self.tokens[at]["name"].rpartition(".")[2]
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        is_call = following and following["open"] and following.start() == self.tokens[at].end()
        if not is_call:
            return at + 1, self._kind(name)
        was, self.is_summed = self.is_summed, self.is_summed or bool(_SUMMED.fullmatch(name))
        at, kind = self._brackets(at + 2)
        self.is_summed = was
        return at, _called(name, kind)

    def _kind(self, name: str) -> int:
        kind = self.kinds.get(name, usual(name, self.default))
        is_open = kind == OPEN or (name == "c" and name not in self.kinds)
        if is_open and self.is_summed and len(name) < 8:
            kind = self.kinds[name] = VECTOR
        return kind

    def _define(self, token: re.Match[str], kind: int) -> None:
        """Note the kind of what is defined as this product: z = a * b."""
        left = re.search(r"(?<![\w.])([A-Za-z]\w*)\s*=\s*\Z", self.text[: token.start()])
        if left and kind != OPEN and left[1] not in self.kinds:
            self.kinds[left[1]] = kind

    @property
    def written(self) -> str:
        """The text with these products."""
        parts: list[str] = []
        at = 0
        while at <= len(self.text):
            parts += self.inserted.get(at, [])
            parts.append(self.replaced.get(at, self.text[at : at + 1]))
            at += 1
        return "".join(parts)


def _of(op: str, left: int, right: int) -> int:
    if op == "@" and VECTOR in (left, right):
        return VECTOR
    return max(left, right)


def _called(name: str, kind: int) -> int:
    """The kind of what a function gives."""
    if _REDUCED.fullmatch(name):
        return NUMBER
    if name in ("diag", "outer"):
        return MATRIX
    return kind if _FUNCTION.fullmatch(name) else OPEN


def with_sums(typed: str) -> tuple[str, list[str]]:
    """What is typed, with products of entries of matrices in sums: A B is that of matrices there.

    >>> with_sums("S = A B, L = sum(S * C)")[0]
    'S = A B, L = sum(S .* C)'
    """
    products = _Products(typed, {}, OPEN, only_sums=True)
    if _BESIDE.search(typed):
        products.read(0, False)
    return products.written, [IN_SUMS] if products.replaced else []


def with_products(typed: str, text: str) -> tuple[str, list[str]]:
    """What is typed, with the products that its stars and @ are in a text of a program.

    >>> with_products("np.sum(a * x) * (W.T @ d * g)", "W.T @ d")[0]
    'np.sum(a .* x) * ((W.T @ d) .* g)'
    """
    said = is_entrywise(text)
    default = VECTOR if said else OPEN
    kinds = {**(letters(text) if said else {}), **told(text)}
    products = _Products(typed, kinds, default, is_strict="@" in text)
    for _ in range(PASSES):  # the first ones find what is summed or defined
        products = replace(products, inserted={}, replaced={})
        products.read(0, False)
    has_stars = ".*" in products.replaced.values()
    notes = [SAID if said else STARS] if has_stars else []
    return products.written, notes
