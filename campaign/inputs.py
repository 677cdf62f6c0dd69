"""Inputs for parsers: formulas of the campaign and of people, cut up, spliced and spoilt."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random

from campaign.case import operator_case
from campaign.makers import makers
from campaign.words import WORDS
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError
from matgrad.ops import functions_of
from matgrad.render import latex

TEXT, LATEX, TYPED, UNICODE, CODE = "text", "LaTeX", "typed", "Unicode", "code"
SALAD = "words in any order"
ROUGHLY = 0.5  # how often an input is spoilt without regard to grammar
LONGEST, RARELY_LONGEST = 300, 4096  # characters; one input in a thousand may have as many
ODD = [
    "\n",
    "\t",
    " ",
    "\0",
    "\ufeff",
    "ⁿ",
    "²",
    "Ω",
    "′",
    "ᵀ",
    "−",
    "×",
    "\u202e",
    "é",
    "😀",
    "\\",
]
STATEMENTS = (
    "A: m x n\nx: n\nnorm2(A*x)^2",
    "S: n x n symmetric\nh = S*x\nx'*h",
    "function f(x): scalar\nf(A*x + b)",
    "y = relu(W1*x + b1)\nsum(square(W2*y - t))",
    "[A, b; 0, 1]*[x; 1]",
    "sum(A[1:2,:] .* B[:,1]')",
)
FORMULAS = (
    r"\frac{1}{2}\|Ax-b\|_2^2 + \lambda \|x\|_1",
    r"\operatorname{tr}\left(X^{\top} A X\right) - \log\det X",
    r"\sum_{i=1}^{n} \log\left(1 + e^{-y_i w^{\top} x_i}\right)",
    r"\begin{bmatrix} A & b \\ 0 & 1 \end{bmatrix} x",
    r"f(x) = \begin{cases} x & x > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"X \in \mathbb{R}^{m \times n}, \quad \|X\|_F^2",
    r"-\frac{1}{N}\sum_i \sum_j Y_{ij} \log \sigma(W x_i)_j",
    r"\nabla f(x)^{\top} \left[ \mathbf{h} \right]_{1}",
)
AS_TYPED = (
    "||Ax - b||^2 + lambda ||x||_1",
    "1/2 x^T A x - b^Tx + 1/2x'x",
    "sum_i log(1 + exp(-y_i w^T x_i)) + c/2 ||w||^2",
    "sum_{i=1}^n sum_j a_ij (x_i - x_j)^2",
    "tr AB + log det X - |x|^2",
    "sin x cos y + log_2 x + sin^2 x",
    "W_1 relu(W_2x + b_2) + b_1",
    "f(x) = e^(-x'x/2) + mean(x) + max_i x_i",
    "-(y log p + (1-y) log(1-p)) / n",
    "A^-1 b + A^{-T} c + A^+ d",
    "<x, Ay> + x_1 x_2 + X_ij^2",
)
IN_UNICODE = (
    "½‖Ax − b‖₂² + λ‖x‖₁",
    "∑ᵢ log(1 + exp(−yᵢ wᵀxᵢ))",
    "tr(AᵀB⁻¹) · √(x⊤x) ∘ y",
    "‖X‖_F² + μ ∏_{i=1}^n xᵢ − ⟨x, y⟩",
    "σ(W₁x + b₁) ⊙ tanh(W₂x) ⊗ z",
    "|Σ|^½ · exp(−½(x−μ)ᵀΣ⁻¹(x−μ))",
)
IN_CODE = (
    "np.sum((X @ w - y)**2) / n + lam*np.linalg.norm(w, 2)**2",
    "torch.clamp(1 - y*(X @ w), min=0).mean()",
    "h = np.tanh(W1 @ x + b1)\nloss = ((W2 @ h - y)**2).sum()\nloss",
    "def f(w):\n    z = X @ w\n    return jnp.mean(jnp.log1p(jnp.exp(-y * z)))",
    "lambda w: 0.5*w.T @ A @ w - b @ w",
    "x = X - X.mean(axis=0, keepdims=True)\nnp.trace(x.T @ x) / X.shape[0]",
    "sum((A*x - b).^2) + norm(x, 1) + A\\b",
    "F.softmax(X @ W + b, dim=1)[:, 0].sum()",
    "np.einsum('ij,j->i', A, x)[1:-1]",
)
# What people type for the same thing: pieces of a formula, and what may stand in their place.
SPELLINGS = {
    "'": ("^T", "ᵀ", ".T", "^t", "⊤", "^{\\top}", "^†"),
    "^": ("**", ".^", "^-", "²", "⁻¹", "^(", "^{"),
    "*": ("", " ", "@", "·", "×", "∘", ".*", " \\cdot "),
    "/": ("./", "÷", "\\", " / "),
    "-": ("−", "–", "±"),
    "(": ("[", "{", "|", "⟨", "||", "√("),
    ")": ("]", "}", "|", "⟩", "||", ")_1", ")_F"),
    "sum": ("sum_i ", "∑", "∑ᵢ ", "Σ_i", "np.sum", "mean_i", "prod_{i=1}^n ", "max_j "),
    "x": ("x_i", "xᵢ", "x[i]", "x_1", "x1", "x̂", "x(t)", "x'", "2x"),
    "A": ("A_ij", "A_{ij}", "A[i,j]", "A[:,j]", "A_1", "A*", "AB", "-A"),
    "=": (":=", "≡", "==", "→", "<-"),
    "sqrt": ("√", "sqrt ", "\\sqrt"),
    "log": ("ln", "log_2", "log ", "np.log", "log^2"),
    "+": ("-", " + c + ", "+ ... +", "∓"),
}
# What the readers look for, so that any few of them side by side may be taken for something.
SIGNIFICANT = r"""
{ } ( ) [ ] | || ‖ ⟨ ⟩ _ ^ ∂ ∇ d dx d/dx ∂f df/dx f' grad_x argmin_x Σ ∑ sum sum_i {i=1}^n
{i=1}^{n} for i=1:n x x_i xᵢ X A A_ij f(x) T(x) n m i 1 2 0.5 1e3 ₁ ₙ α λ ' ᵀ ^T .T ^-1 ⁻¹ ²
_{ij} ^{2} + - * / .* ./ .^ ⊗ ⊙ @ ∘ · × √ = := == ≥ < → ↦ : , ; . ... & \\ $ $$ # % ! ? \ in ∈
R R^n ℝ where symmetric is wrt of gradient function scalar log exp sin tr det sqrt norm norm2
diag max mean softmax[x] \frac \sum \partial \nabla \int \lVert \left( \right) \text{is} np.
torch. .sum() axis=0 lambda def return é ∞
""".split()
_PIECE = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z_]\w*|\d+(?:\.\d+)?|\s+|\.[*/^']|.", re.DOTALL)
Pieces = list[str]


@cache
def seeds() -> dict[str, tuple[str, ...]]:
    """Formulas in all spellings: of each operator by itself, and whole problems."""
    found: dict[str, list[str]] = {TEXT: [*STATEMENTS], LATEX: [*FORMULAS]}
    found |= {TYPED: [*AS_TYPED], UNICODE: [*IN_UNICODE], CODE: [*IN_CODE]}
    for name in makers():
        for kind in ("gradient", "jacobian"):
            case = operator_case(name, kind)
            found[TEXT].append(case.text)
            if functions_of(postorder(case.function)):
                continue  # LaTeX alone does not declare them
            try:
                found[LATEX].append(latex(case.function))
            except MatgradError:
                continue
    return {spelling: tuple(dict.fromkeys(some)) for spelling, some in found.items()}


def pieces(text: str) -> Pieces:
    """Words, numbers, commands and signs."""
    return _PIECE.findall(text)


# ---------------------------------------------------------------- changes


def _span(parts: Pieces, random: Random) -> tuple[int, int]:
    start = random.randrange(len(parts) + 1)
    return start, min(len(parts), start + random.choice((1, 1, 1, 2, 3, 5, 8)))


def _drop(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, stop = _span(parts, random)
    return parts[:start] + parts[stop:]


def _insert(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, _ = _span(parts, random)
    return [*parts[:start], random.choice(WORDS), *parts[start:]]


def _exchange(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, stop = _span(parts, random)
    return [*parts[:start], random.choice(WORDS), *parts[stop:]]


def _odd(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, _ = _span(parts, random)
    sign = random.choice(ODD) if random.random() < 0.7 else chr(random.randrange(32, 0x2FFF))
    return [*parts[:start], sign, *parts[start:]]


def _repeat(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, stop = _span(parts, random)
    return parts[:stop] + parts[start:stop] * random.choice((1, 1, 2, 3, 10, 40)) + parts[stop:]


def _respell(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    """A piece in another spelling, in one place or wherever it stands."""
    places = [place for place, piece in enumerate(parts) if piece in SPELLINGS]
    if not places:
        return parts
    place = random.choice(places)
    spelling = random.choice(SPELLINGS[parts[place]])
    everywhere = random.random() < 0.3
    is_changed = (parts[place] == piece and (everywhere or at == place)
                  for at, piece in enumerate(parts))  # fmt: skip
    changed = [spelling if new else piece for new, piece in zip(is_changed, parts, strict=True)]
    return [piece for piece in changed if piece]


def _move(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, stop = _span(parts, random)
    rest = parts[:start] + parts[stop:]
    place, _ = _span(rest, random)
    return rest[:place] + parts[start:stop] + rest[place:]


def _splice(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, stop = _span(parts, random)
    first, last = _span(other, random)
    return parts[:start] + other[first:last] + parts[stop:]


def _cross(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    return parts[: random.randrange(len(parts) + 1)] + other[random.randrange(len(other) + 1) :]


def _wrap(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    start, stop = _span(parts, random)
    opening, closing = random.choice(
        (("(", ")"), ("[", "]"), ("{", "}"), (r"\left(", r"\right)"), (r"\|", r"\|"), ("|", "|"))
    )
    return [*parts[:start], opening, *parts[start:stop], closing, *parts[stop:]]


def _sort(piece: str) -> str:
    """Pieces of one sort may stand in for each other."""
    if piece[0].isalpha() or piece[0].isdigit():
        return "function" if len(piece) > 3 else "operand"
    return "command" if piece[0] == "\\" and len(piece) > 2 else "sign" * (piece in "+-*/:^,;")


def _alike(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    """A piece for one of the same sort, which the grammar often allows."""
    if not parts:
        return parts
    place = random.randrange(len(parts))
    wanted = _sort(parts[place])
    found = [piece for piece in other if wanted and _sort(piece) == wanted]
    return [*parts[:place], random.choice(found), *parts[place + 1 :]] if found else parts


def _group(parts: Pieces, random: Random) -> tuple[int, int]:
    """Something in brackets with what stands before it, or one piece."""
    start, depth = random.randrange(len(parts)), 0
    for stop in range(start, len(parts)):
        depth += (parts[stop] in "([{") - (parts[stop] in ")]}")
        if depth < 0 or (depth == 0 and (stop > start or _sort(parts[stop]) == "operand")):
            return start, stop + (depth == 0)
    return start, start + 1


def _graft(parts: Pieces, other: Pieces, random: Random) -> Pieces:
    """A part of one formula in the place of a part of another."""
    if not parts or not other:
        return parts
    (start, stop), (first, last) = _group(parts, random), _group(other, random)
    return parts[:start] + other[first:last] + parts[stop:]


ROUGH: tuple[Callable[[Pieces, Pieces, Random], Pieces], ...] = (
    _drop, _insert, _exchange, _odd, _repeat, _move, _splice, _cross, _wrap, _respell,
)  # fmt: skip
GENTLE = (_alike, _alike, _graft, _respell)


class Inputs:
    """Draws inputs: known ones changed at a few places; what led somewhere new becomes known."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.known = {spelling: [*map(pieces, some)] for spelling, some in seeds().items()}
        self.seen: set[object] = set()
        self.last: tuple[str, Pieces] = (TEXT, [])

    def draw(self) -> tuple[str, str]:
        """A spelling and an input in it."""
        random = self.random
        spelling = random.choice([*self.known, SALAD])
        if spelling == SALAD:
            some = random.sample(SIGNIFICANT, random.choice((3, 6, 12, 40)))
            words = random.choices(some, k=random.choice((1, 2, 3, 4, 5, 6, 8, 12, 20)))
            self.last = SALAD, words
            return SALAD, random.choice(("", " ")).join(words)
        parts = random.choice(self.known[spelling])
        rough = random.random() < ROUGHLY
        for _ in range(random.choice((1, 1, 2, 2, 3, 4, 6))):
            lender = self.known[spelling if random.random() < 0.9 else random.choice([*self.known])]
            ways = ROUGH if rough else GENTLE
            parts = random.choice(ways)(parts, random.choice(lender), random)
        longest = RARELY_LONGEST if random.random() < 0.001 else LONGEST
        self.last = spelling, parts
        return spelling, "".join(parts)[:longest]

    def learn(self, outcome: object) -> None:
        """Keep the last input if nothing before came out like it, refused ones as well."""
        spelling, parts = self.last
        if spelling != SALAD and (spelling, outcome) not in self.seen and len(parts) <= LONGEST:
            self.seen.add((spelling, outcome))
            self.known[spelling].append(parts)
