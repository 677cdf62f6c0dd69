"""LaTeX becomes tokens: one row for each thing that is typeset in its own way."""

import random

import pytest

from matgrad.errors import MatgradError
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.limits import Limits
from matgrad.syntax.tokens import Kind

# LaTeX, and the texts of its tokens; words of prose stand in “ ”, a font behind a colon.
ROWS = [
    # letters, fonts, constants
    (r"Ax", "A x"),
    (r"\alpha\Sigma\varphi", "alpha Sigma varphi"),
    (r"σ(Wx)", "sigma ( W x )"),
    (r"\ell(w)", "ell ( w )"),
    (r"\hat y - \bar{x}_i", "yhat - xbar _ i"),
    (r"\tilde{\mathbf{x}_i}", "xtilde:bf _ i"),
    (r"\dot x + \vec v", "xdot + v:vec"),
    (r"\mathbf{x}^\top\bm A\pmb{b}", "x:bf ^ ⊤ A:bf b:bf"),
    (r"\mathbf{A^\top x}", "A:bf ^ ⊤ x:bf"),
    (r"{\bf x}^T {\bf Ax}", "x:bf ^ T A:bf x:bf"),
    (r"\mathcal{L} + \mathfrak g + \mathbb{S}", "L:cal + g:frak + S:bb"),
    (r"\mathbf{1}_n^\top\mathbb 1\bm{0}", "𝟏 _ n ^ ⊤ 𝟏 𝟎"),
    (r"\mathbf{11}^\top", "{ 𝟏 𝟏 } ^ ⊤"),
    (r"x\in\mathbb R^{m\times n}", "x ∈ ℝ ^ { m × n }"),
    (r"\R^n, \mathbb{E}, ℝ, 𝐱, 𝟏", "ℝ ^ n , 𝔼 , ℝ , x:bf , 𝟏"),
    (r"\mathrm{d}x + \mathrm e^x", "d:rm x + e:rm ^ x"),
    (r"\operatorname{d}\!f = {\rm d} x", "d:rm f = d:rm x"),
    # words
    (r"\operatorname{Tr}(A)\mathrm{tr}\,B", "tr ( A ) tr B"),
    (r"\mathit{tr}_1 + \mathbb{S} + \mathsf{relu}(x)", "tr:it _ 1 + S:bb + relu ( x )"),
    (r"{\rm tr}(A) + \rm{tr}A + \rm tr B", "tr ( A ) + tr A + tr B"),
    (r"\operatorname*{arg\,min}_x \arg\max", "argmin _ x argmax"),
    (r"\ln\det X + \Tr A", "log det X + tr A"),
    (r"\mathbf{tr(A)}", "tr ( A:bf )"),
    (r"\text{diag}(x)\text{ where }x\text{ is known}", "diag ( x ) “where” x “is known”"),
    (r"\text{loss}(w), \text{if } x", "loss ( w ) , “if” x"),
    (r"x_{\text{max}} + \|A\|_\mathrm{F}", "x _ { max } + ‖ A ‖ _ F"),
    (r"f = x \text{ if $x > 0$ holds}", "f = x “if” x > 0 “holds”"),
    # numbers and scripts
    (r"12.5x + .5", "12.5 x + .5"),
    (r"x_1^2 + x_{12}^{10}", "x _ 1 ^ 2 + x _ { 12 } ^ { 10 }"),
    (r"A^{-1} + A^+ + x^*", "A ^ { - 1 } + A ^ + + x ^ *"),
    (r"x^\frac12", "x ^ { { 1 } / { 2 } }"),
    (r"A^\top A^{\mathsf T} A^{\mathrm{T}} A^T", "A ^ ⊤ A ^ { ⊤ } A ^ { ⊤ } A ^ T"),
    (r"A^{\sf T} A^\textsf{T} A^\intercal", "A ^ { ⊤ } A ^ ⊤ A ^ ⊤"),
    (r"f'(x) + f^\prime + g^{''}", "f ' ( x ) + f ' + g ' '"),
    (r"X^{\circ 2} + X^{\odot 2}", "X ^ { .* 2 } + X ^ { .* 2 }"),
    (r"x₁₂ + A⁻¹ + x² + Aᵀ", "x _ { 12 } + A -1 + x 2 + A ^ ⊤"),
    (r"A⊤ B^⊤ x^{⊤}", "A ^ ⊤ B ^ ⊤ x ^ { ⊤ }"),
    (r"X^\dagger + X^\ast + w^\star", "X ^ † + X ^ * + w ^ *"),
    (r"W^{(1)}", "W ^ { ( 1 ) }"),
    # groups
    (r"{x} + {{y}} + {A B}^2 + {}", "x + y + { A B } ^ 2 +"),
    (r"{f = x}", "f = x"),
    (r"\boxed{a + b}\color{red} c", "{ a + b } c"),
    # fractions and roots
    (r"\frac{a}{b}", "{ { a } / { b } }"),
    (r"\tfrac12 x + \dfrac1n", "{ { 1 } / { 2 } } x + { { 1 } / { n } }"),
    (r"{a \over b + c}", "{ { a } / { b + c } }"),
    (r"\sqrt{x} + \sqrt2", "√ { x } + √ { 2 }"),
    (r"\sqrt[3]{x + y}", "{ x + y } ^ { 1 / { 3 } }"),
    # signs
    (r"a\cdot b\times c\odot d\circ e\oslash f", "a ⋅ b × c .* d .* e ./ f"),
    (r"a\otimes b * c\ast d / e \div f", "a ⊗ b * c * d / e / f"),
    (r"a := b \equiv c \triangleq d \stackrel{!}{=} e", "a = b = c = d = e"),
    (r"a\le b\geq c\neq d\succ e\succeq f\propto g", "a ≤ b ≥ c ≠ d ≻ e ⪰ f ∝ g"),
    (r"f\colon X\to Y, x\mapsto y\implies z", "f : X → Y , x ↦ y ⇒ z"),
    (r"\sum_{i=1}^n\prod_j\int\nabla\partial\infty", "∑ _ { i = 1 } ^ n ∏ _ j ∫ ∇ ∂ ∞"),
    (r"1, \ldots, n - ∑ ∇ ‖x‖", "1 , … , n - ∑ ∇ ‖ x ‖"),
    (r"n! - k", "n ! - k"),
    (r"\underset{x}{\min} f", "min _ { x } f"),
    # fences
    (r"\left(A\right)\bigl[b\bigr]\Big(c\Big)", "( A ) [ b ] ( c )"),
    (r"\{x\} + \langle a, b\rangle + \left<a\right>", "⦃ x ⦄ + ⟨ a , b ⟩ + ⟨ a ⟩"),
    (r"\left\|x\right\| + \lVert y\rVert", "⟮‖ x ‖⟯ + ⟮‖ y ‖⟯"),
    (r"\left|x\right| + \bigl|y\bigr| + \lvert z\rvert", "⟮| x |⟯ + ⟮| y |⟯ + ⟮| z |⟯"),
    (r"\left|\left|x\right|\right|^2", "⟮‖ x ‖⟯ ^ 2"),
    (r"\|x\| + ||y|| + |z| + \Vert w\Vert", "‖ x ‖ + ‖ y ‖ + | z | + ‖ w ‖"),
    (r"\left.f\right|_{x=0}", "f |⟯ _ { x = 0 }"),
    (r"\norm{x}^2", "⟮‖ x ‖⟯ ^ 2"),
    # environments
    (r"\begin{bmatrix}a & b\\ c & d\end{bmatrix}^\top", "[ a , b ; c , d ] ^ ⊤"),
    (r"\begin{array}{cc}1 & 2 \\ \end{array}", "[ 1 , 2 ]"),
    (r"\begin{vmatrix}a\end{vmatrix}", "⟮| [ a ] |⟯"),
    (
        r"\begin{cases}x, & \text{if }x > 0\\0 & \text{otherwise}\end{cases}",
        "cases ( x , “if” x > 0 ; 0 , “otherwise” )",
    ),
    (r"\left\{\begin{array}{ll}a & b\\c & d\end{array}\right.", "cases ( a , b ; c , d )"),
    (r"\begin{aligned}a &= b\\ &= c\end{aligned}", "a = b ⏎ = c"),
    (r"\[f(x) = x^2, \tag{1}\label{eq}\]", "f ( x ) = x ^ 2"),
    (r"$$x$$", "x"),
    # decoration, comments, abbreviations
    (r"\displaystyle\sum\limits_i x_i\,\phantom{x}\!y\quad z", "∑ _ i x _ i y z"),
    (r"\underbrace{Ax - b}_{r}", "A x - b"),
    (r"2\underbrace{(Ax)}_{n\times 1}\textcolor{red}{y}", "2 { ( A x ) } y"),
    ("x % a remark\n + y.", "x + y"),
    (r"\newcommand{\f}[1]{\mathbf{#1}}\f{x}\f y", "x:bf y:bf"),
    (r"\DeclareMathOperator{\rk}{rk}\let\a\alpha\def\b{B}\rk \a\b", "rk alpha B"),
]


def shown(latex: str) -> str:
    marks = {Kind.WORDS: "“{}”", Kind.BREAK: "{}"}
    texts = [
        marks.get(token.kind, "{}").format(token.text) + (token.font and f":{token.font}")
        for token in tokens_of(latex)[:-1]
    ]
    return " ".join(texts).replace("\n", "⏎")


@pytest.mark.parametrize(("latex", "texts"), ROWS, ids=[latex for latex, _ in ROWS])
def test_latex_becomes_these_tokens(latex: str, texts: str):
    assert shown(latex) == texts


# What is refused, the code of the error, and what stands at its place.
REFUSED = [
    (r"x^10", "E_AMBIG", "10"),
    (r"A^-1", "E_PARSE", "-1"),
    (r"a \pm b", "E_UNSUP", r"\pm"),
    (r"a \star b", "E_UNSUP", r"\star"),
    (r"\binom nk", "E_UNSUP", r"\binom"),
    (r"x + \foo", "E_PARSE", r"\foo"),
    (r"\frac{a}", "E_PARSE", r"\frac"),
    (r"{a", "E_PARSE", "{"),
    (r"a}", "E_PARSE", "}"),
    (r"\hat{xy}", "E_UNSUP", r"\hat{xy}"),
    (r"\underbrace{Ax}_{r} + r", "E_UNSUP", "r"),
    (r"\def\a{\a\a}\a", "E_LIMIT", r"\a"),
    ("a \u200b b", "E_PARSE", "\u200b"),
]


@pytest.mark.parametrize(("latex", "code", "place"), REFUSED, ids=[row[0] for row in REFUSED])
def test_latex_is_refused_at_its_place(latex: str, code: str, place: str):
    with pytest.raises(MatgradError) as refusal:
        tokens_of(latex)
    start, end = refusal.value.position or (0, 0)
    assert (refusal.value.code, latex[start:end]) == (code, place)


PIECES = (
    r"x A 1 . , ; + - = | || ' ^ _ { } ( ) [ ] & \\ $ ~ % # \frac \sqrt \left \right \mathbf \bf "
    r"\hat \text \mathrm \rm \sum \begin{cases} \end{cases} \begin{bmatrix} \end{bmatrix} \over "
    r"\underbrace \def \newcommand \operatorname \norm \label \| \, \vec \let \not ² ᵀ ₁ 𝐱 é \x00"
).split()


def test_any_text_gives_tokens_or_an_error_at_a_place():
    chance = random.Random(7)
    for _ in range(2000):
        latex = "".join(chance.choices([*PIECES, " ", "\n"], k=chance.randrange(1, 40)))
        try:
            tokens = tokens_of(latex, Limits())
        except MatgradError as refusal:
            assert refusal.position is not None
        else:
            assert all(0 <= token.start <= token.end <= len(latex) for token in tokens)


@pytest.mark.parametrize(
    "piece", ["{", r"\hat", r"\frac", r"\mathrm{", "x_{", r"\sqrt[", r"\text{"]
)
def test_deep_nesting_needs_no_deep_stack(piece: str):
    closing = "}" * 50_000 if piece.endswith("{") else ""
    latex = piece * 50_000 + "x" + closing
    try:
        tokens_of(latex)
    except MatgradError as refusal:
        assert refusal.position is not None
