r"""Texts in which all letters are numbers: x(t) = A\cos(\omega t + \phi), V(r) = D(1 - e^{-ar})^2.

A capital letter is a matrix where nothing else is known. In a text with functions that only
numbers have, and with nothing that speaks of vectors or matrices, it is a number as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.greek import GREEK_SIGNS
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import ENTRYWISE, QUANTITIES
from matgrad.render.glyphs import plain_name

NO_TRANSPOSE = "nothing is transposed"
_NOTHING_ELSE = "all letters are numbers: nothing in the text is a vector or a matrix"
# What only vectors and matrices have, or what is written for them.
_SIGNS = re.compile(
    r"\^\s*(?:\{\s*-?\s*)?(?:\\(?:top|intercal|mathsf|dagger)|[TH](?![A-Za-z]|\s*[/_\^(+-]))"
    r"|(?<!e)\^\s*T(?!\s*[/_\^(+-])"  # q^TMq
    r"|'\s*[A-Za-z]|\\\||\\[lr]?Vert|\|\||&"
    r"|\\(?:operatorname|mathrm|text)\s*\*?\{\s*(?:[tT]r|[dD]iag|vec|det|rank|expm|logm|dot|inv|norm"
    r"|softmax|sum|mean|max|min)"
    r"|\\(?:det|tr|Tr|mathbb|mathbf|boldsymbol|bm|vec|times|odot|oslash|otimes|langle|nabla|Sigma"
    r"|Lambda|Theta|max|min|prod)(?![A-Za-z])"
    r"|[A-Z](?:\s*_\s*\{?\w\}?)?\s*\^\s*\{\s*-\s*(?:1|\\frac)"
    r"|(?<![A-Za-z\\{])[XW](?![A-Za-z])"
)
_IDENTITY = re.compile(r"(?<![A-Za-z\\{])I(?![A-Za-z]|\s*[_('=])")
_BY_I = re.compile(r"(?:\\partial\s*|\bd)I(?![A-Za-z])")
_WORDS = re.compile(
    r"\b(?:matri(?:x|ces)|vectors?|tensors?|arrays?|norms?|traces?|transposed?|eigen\w*|columns?"
    r"|rows?|(?:inner|dot|cross|outer|kronecker|hadamard) products?|symmetric|definite|orthogonal"
    r"|orthonormal|diagonal|covariances?|layers?|weights?|neural|networks?|batch\w*|back-?prop\w*"
    r"|embeddings?|features?|(?<!one-)(?<!one )dimension(?:s|al)?|linear (?:map|system)s?"
    rf"|operators?|numpy|torch|pytorch|jax)\b|{ENTRYWISE}|[ℝ‖]",
    re.I,
)
_OF_VECTORS = re.compile(r"\b(?:gradients?|jacobians?|hessians?)\b", re.I)
_ALL = re.compile(  # what a text may say outright
    r"\ball\s+(?:the\s+|other\s+)?(?:letters|variables|quantities|symbols|constants)\s+(?:[a-z]+\s+)?are\s+"
    r"(?:real\s+)?(?:numbers|scalars)\b",
    re.I,
)
_ROOT = re.compile(r"\\sqrt\s*(?:\{[^{}]*[A-Z]|[A-Z])|π\s*(?:[A-Z]|\\sqrt)")  # \sqrt{L}, 4\pi R^2
_MAPPED = re.compile(  # Ax, W_1x, Ax_0: a matrix times a vector
    r"(?<![A-Za-z\\])[A-Z](?:\s*_\s*\{?\w\}?)?\s*(?P<x>[uvwxyz])(?![A-Za-z(])(?!\s*\^)"
)
_STARS = re.compile(r"\\cdot(?![A-Za-z])")
_DOTTED = re.compile(  # w\cdot x_i, and not \omega\cdot t
    r"(?:(?<![A-Za-z\\])[A-Za-z]|\\(?:theta|beta|phi|psi|mu|xi|eta))\s*(?:\\cdot(?![A-Za-z])|·)\s*[a-z]"
)
_OF_FACTORS = re.compile(  # A\cdot\sin(…): the dots of the text are those of numbers
    r"[A-Za-z}\d]\s*(?:\\cdot(?![A-Za-z])|·)\s*(?:\\(?:sin|cos|tan|exp|ln|log)(?![A-Za-z])|e\s*\^)"
)
_LIMITS = re.compile(r"\\sum\s*_\s*(?:\{[^{}]*\}|\w)(?:\s*\^\s*(?:\{[^{}]*\}|\w))?")
# Of formulas in which signs stand for Greek letters and fractions.
_LETTER = r"[a-zα-ωϕϵϑ]"
_INDEX = r"(?:\s*_\s*(?:\w|\{\s*\w{1,4}\s*\}))?"
_HEAD = re.compile(rf"\s*(?P<f>[A-Za-zα-ωϕϵϑ]){_INDEX}\s*\(\s*(?P<x>[A-Z]|{_LETTER})\s*\)\s*:?=")
_BRACES = r"(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*"
_ROUND = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
_CALLED = (
    rf"(?<!\\[lgn])e\s*\^\s*\{{(?P<a>{_BRACES})\}}"
    r"|\\(?:sin|cos|tan|exp|ln|log|sinh|cosh|tanh)(?![A-Za-z])\s*(?:\^\s*\{?\d\}?\s*)?"
    rf"\((?P<b>{_ROUND})\)"
)
_INSIDE = re.compile(_CALLED)
_ANGLE = re.compile(  # \cos\theta_1, \sin\omega t, \cos q_1
    r"\\(?:sin|cos|tan)(?![A-Za-z])\s*(?:\^\s*\{?\d\}?\s*)?(?:\(\s*)?(?:\d\s*)?"
    r"(?:[α-ωϕϑ]|[a-z]\s*_\s*\{?\d)"
)
_PRODUCT = re.compile(rf"{_LETTER}{_INDEX}\s*(?:(?:\\cdot|·)\s*)?\(?\s*{_LETTER}")
_BELOW = re.compile(
    rf"/\s*(?:\((?P<a>{_ROUND})\)|(?P<b>\d*\s*[A-Za-zα-ω]))|⁄\s*\{{{_BRACES}\}}\s*\{{(?P<c>{_BRACES})\}}"
)
_POWER = re.compile(rf"(?P<x>[A-Z]|{_LETTER})\s*\^\s*(?:\{{(?P<a>{_BRACES})\}}|(?P<b>{_LETTER}))")
_COEFFICIENT = re.compile(rf"[A-Z]{_INDEX}\s*(?=e\s*\^|\\(?:exp|sin|cos)(?![A-Za-z])|⁄)")
_MULTIPLIED = re.compile(  # AB, A^2, (A + tB)^2, A(B + tC)
    rf"[A-Z]{_INDEX}\s*(?:[A-Z](?!{_INDEX}\s*['(])|\^|\([^()]*[A-Z])|\([^()]*[A-Z][^()]*\)\s*(?:\^|\(|[A-Z])"
)
_CAPITAL = re.compile(r"(?<!\\)[A-Z]")
_MEASURED = re.compile(
    rf"\s*[A-Z]{_INDEX}\s*(?:/\s*[A-Z]{_INDEX}\s*)?"
)  # \log(T), of a temperature
_BETWEEN = re.compile(rf"(?<!\\)[A-Z]{_INDEX}\s*(?:{_CALLED})\s*[A-Z]")  # A\cos(t)B


def tell_numbers(said: Said, reading: Reading, cut: Cut) -> None:
    """Keep that all letters are numbers, in a text that is about numbers alone."""
    is_told = _ALL.search(cut.words) is not None
    if not is_told and (is_of_matrices(said, reading, cut) or not _speaks_of_numbers(cut)):
        return
    names = dict.fromkeys(name for latex in cut.formulas for name in names_in(latex))
    bounds = {*_bounds(cut.formulas)}
    entries = {name: below for name in names if (below := _index(name, bounds))}
    indexed = {name.partition("_")[0] for name in entries}
    others = {*reading.functions, *said.kinds, *bounds, *"".join(entries.values()), "e", "d", "pi"}
    others |= {each.left.name for each in reading.defined}
    numbers = [x for x in names if x not in others and x.partition("_")[0] not in indexed]
    said.kinds |= dict.fromkeys(numbers, "scalar")
    latin = [plain_name(x) for x in numbers if re.fullmatch(r"[A-Za-z](?:\d|_\w)?", x)]
    if indexed and latin:
        verb = "is a number" if len(latin) == 1 else "are numbers"
        said.implied.append(f"{', '.join(latin)} {verb}: {NO_TRANSPOSE}")
    elif any(name[0].isupper() for name in numbers):
        said.implied.append(_NOTHING_ELSE)


def _index(name: str, bounds: set[str]) -> str:
    """The index or the two indices of an entry, x_i or V_ij."""
    below = name.partition("_")[2]
    return below if len(below) < 3 and {*below} <= bounds | {*"ijklmn"} else ""


def _speaks_of_numbers(cut: Cut) -> bool:
    """Is there anything that only numbers have, in formulas or in words?"""
    signed = _signed(cut)
    if any(map(_is_of_numbers, signed)) or any(map(_ROOT.search, signed)) or _has_primes(signed):
        return True
    return QUANTITIES.search(cut.words) is not None and not _OF_VECTORS.search(cut.words)


def _bounds(formulas: Iterable[str]) -> Iterator[str]:
    """The letters of indices of sums, and of how many terms there are."""
    for latex in formulas:
        for found in _LIMITS.finditer(latex):
            yield from re.findall("[A-Za-z]", found[0].removeprefix(r"\sum"))


def _signed(cut: Cut) -> list[str]:
    """The formulas with signs for Greek letters and fractions, without what only makes space."""
    return [_with_signs(latex) for latex in cut.formulas]


def _with_signs(latex: str) -> str:
    r"""A formula with signs for commands.

    >>> _with_signs(r"\frac{p}{\epsilon}\sin\left(\omega t\right)")
    '⁄{p}{ϵ}\\sin(ω t)'
    """
    latex = re.sub(r"\\(?:left|right)\s*(?=[()\[\]])|\\[,;!]", "", latex)
    latex = re.sub(r"\\operatorname\s*\{\s*(\w+)\s*\}", r"\\\1", latex)
    latex = re.sub(r"\\[dt]?frac(?![A-Za-z])", "⁄", latex.replace(r"\ell", "l"))
    return re.sub(r"\\([A-Za-z]+)", lambda found: GREEK_SIGNS.get(found[1], found[0]), latex)


def is_of_matrices(said: Said, reading: Reading, cut: Cut) -> bool:
    """Does anything in the text speak of vectors or matrices?"""
    is_said = {*said.kinds.values()} - {"scalar"} or said.spaces or said.sizes or said.squares
    is_declared = any(each.kind != "scalar" for each in reading.declared)
    if is_said or is_declared or _WORDS.search(cut.words):
        return True
    text, signed = " ; ".join(map(_without_pieces, cut.formulas)), _signed(cut)
    inside = [part for latex in signed for part in _inside(latex)]
    if QUANTITIES.search(cut.words) and not _OF_VECTORS.search(cut.words):
        inside = [part for part in inside if not _MEASURED.fullmatch(part)]
    powers = {*re.findall(r"([u-z])\s*\^\s*\{?\s*[2-9]", text)}  # x^2, which no vector has
    is_product = any(m["x"] not in powers for m in _MAPPED.finditer(text))
    if cut.depends or is_product or _SIGNS.search(text) or any(map(_is_mapped, inside)):
        return True
    names = {name for latex in cut.formulas for name in names_in(latex)}
    defined = {each.left.name for each in reading.defined}
    dotted = _STARS.sub(" ", text) if cut.has_stars else text
    if _DOTTED.search(dotted) and not _OF_FACTORS.search(text):
        return True
    is_current = "I" in defined or _BY_I.search(text) or QUANTITIES.search(cut.words)
    if any(map(_BETWEEN.search, signed)) or (not is_current and _IDENTITY.search(text)):
        return True
    whole = names - defined - {*said.kinds}  # x beside x_1 is a vector
    if any(name[:-1] in whole and re.search("[a-z][1-9]$", name) for name in names):
        return True
    heads = {head["x"] for latex in signed if (head := _HEAD.match(latex))}
    moved = {x for part in inside for x in re.findall(r"(?<![\\A-Za-z])[xyz](?!\s*_)", part)}
    return _OF_VECTORS.search(cut.words) is not None and bool(moved | heads & {*"uvwxyz"})


def _without_pieces(latex: str) -> str:
    """A formula in which & stands between columns, not before the condition of a piece."""
    return latex.replace("&", " ") if r"\begin{cases}" in latex else latex


def _inside(latex: str) -> Iterator[str]:
    """What stands in exponents of e, and in functions of numbers."""
    for found in _INSIDE.finditer(latex):
        part = found["a"] or found["b"] or ""
        yield part
        yield from _inside(part)


def _is_mapped(inside: str) -> bool:
    """Does a capital stand there that no division makes a number, as in e^{At} and sin(Wx)?"""
    is_below = any(map(_CAPITAL.search, _below(inside)))
    return not is_below and _CAPITAL.search(_COEFFICIENT.sub("", inside)) is not None


def _below(latex: str) -> Iterator[str]:
    """What is divided by."""
    for found in _BELOW.finditer(latex):
        yield found["a"] or found["b"] or found["c"] or ""


def _is_of_numbers(latex: str) -> bool:
    r"""Does a formula have what only numbers have: e^{-\lambda t}, \cos\theta, p^{-\epsilon}?"""
    if any(map(_is_scaled, _inside(latex))) or _ANGLE.search(latex):
        return True
    head = _HEAD.match(latex)
    x, value = (head["x"], latex[head.end() :]) if head else ("", latex)
    value = re.sub(r"\\[A-Za-z]+", ";", value)
    if x and any(x in part for part in _below(value)):
        return True
    powers = [(m["x"], m["a"] or m["b"]) for m in _POWER.finditer(value) if m["x"] != "e"]
    return any(
        re.search("[α-ωϵ]", power) and (base == x or not base.isupper()) for base, power in powers
    )


def _has_primes(formulas: Sequence[str]) -> bool:
    """Does V'(x) stand beside a V(x) in which no product of capitals could be one of matrices?"""
    text = " ; ".join(formulas)
    heads = [head for latex in formulas if (head := _HEAD.match(latex)) and head["x"].islower()]
    primed = (rf"(?<!\\){x['f']}\s*'+\s*\(\s*{x['x']}\s*\)" for x in heads)
    return any(re.search(x, text) for x in primed) and not any(map(_MULTIPLIED.search, formulas))


def _is_scaled(inside: str) -> bool:
    """Is there a product of letters, or a letter that is divided by: λt, t/τ?"""
    inside = re.sub(r"\\(?!cdot)[A-Za-z]+", ";", inside)
    is_below = any(re.search("[A-Za-zα-ω]", part) for part in _below(inside))
    return is_below or _PRODUCT.search(inside) is not None
