"""Derivations as people read them."""

from dataclasses import replace

import pytest

import matgrad as mg
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition, Phase, Step
from matgrad.ops import hadamard, number, scale, sin, symbol, tanh
from matgrad.render import as_latex, as_markdown, as_plain, document
from matgrad.render.typeset import latex_words
from tests.render.seeds import sine_of_cosine, two_layers

TWO_LAYERS = """\
f = A square(BV relu(Wz))

where
  A: 1×l, B: l×m, V: m×k, W: k×d, z: d
  square and relu act on each entry

Let
  x = Wz       ⟹  dx = dW z
  h = step(x)
  r = relu(x)  ⟹  dr = h ⊙ dx
  y = BVr      ⟹  dy = B dV r + BV dr

Then
  df = 2(y ⊙ Aᵀ) : dy                                     elementwise: (x²)′ = 2x
     = 2(y ⊙ Aᵀ) : (B dV r + BV dr)                       substitute dy
     = 2Bᵀ(y ⊙ Aᵀ)rᵀ : dV + 2VᵀBᵀ(y ⊙ Aᵀ) : dr            C : A B = AᵀC : B = C Bᵀ : A
     = 2Bᵀ(y ⊙ Aᵀ)rᵀ : dV + 2(h ⊙ VᵀBᵀ(y ⊙ Aᵀ))zᵀ : dW    substitute dr and dx

Gradients
  ∂f/∂V = 2Bᵀ(y ⊙ Aᵀ)rᵀ
  ∂f/∂W = 2(h ⊙ VᵀBᵀ(y ⊙ Aᵀ))zᵀ

With diagonal matrices
      H = Diag(h)
  ∂f/∂V = 2Bᵀ(y ⊙ Aᵀ)rᵀ
  ∂f/∂W = 2HVᵀBᵀ(y ⊙ Aᵀ)zᵀ

Conditions
  x ≠ 0 for relu to be differentiable

Checked
  every line, exactly
"""

SHORT = """\
L = ‖sin(W₂ cos(W₁x))‖²

where
  W₁: r×n, W₂: n×r, x: n

Let
  a = W₁x
  s = sin(a)
  y = cos(a)
  b = W₂y
  c = cos(b)
  z = sin(b)

Gradient
  ∂L/∂x = −2W₁ᵀ(s ⊙ W₂ᵀ(c ⊙ z))
"""


def test_the_first_seed_reads_as_on_paper():
    assert as_plain(document(two_layers(), ["every line, exactly"])) == TWO_LAYERS


def test_the_second_seed_in_short():
    assert as_plain(document(sine_of_cosine(), level="short")) == SHORT


def test_details_are_shown_at_the_highest_level_only():
    trace = sine_of_cosine()
    assert "· W₁ dx = da" in as_plain(document(trace, level="full"))
    assert "· W₁ dx = da" not in as_plain(document(trace, level="normal"))


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="short, normal, full"):
        document(two_layers(), level="loud")


def test_the_forms_that_equal_the_result_are_left_out():
    assert "cascade" not in as_plain(document(two_layers()))


def test_color_only_adds_escape_sequences():
    doc = document(two_layers())
    colored = as_plain(doc, color=True)
    assert "\x1b[" in colored
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[0m"):
        colored = colored.replace(code, "")
    assert colored == as_plain(doc)


@pytest.mark.parametrize("width", [40, 60, 100])
def test_long_lines_are_broken(width: int):
    text = as_plain(document(sine_of_cosine(), level="full"), width=width)
    assert max(map(len, text.splitlines())) <= width + 20
    assert "".join(text.split()).count("∂L/∂x=") == 2


def test_latex_aligns_the_lines_and_gives_reasons():
    text = as_latex(document(two_layers()))
    assert r"x &= W z &&\implies & dx &= dW \, z \\" in text
    assert r"df &= 2 \left(y \odot A^{\top}\right) : dy && \text{" in text
    assert (
        r"\frac{\partial f}{\partial V} &= 2 B^{\top} \left(y \odot A^{\top}\right) r^{\top}"
        in text
    )
    assert text.isascii()


def test_markdown_has_the_same_mathematics_as_latex():
    doc = document(two_layers())
    lines = [line for line in as_latex(doc).splitlines() if "&=" in line]
    assert all(line in as_markdown(doc) for line in lines)
    assert as_markdown(doc).count("$$") % 2 == 0


def test_sentences_become_text_with_mathematics():
    assert latex_words("d(X⁻¹) = −X⁻¹ dX") == "d(X$^{-1}$) = $-$X$^{-1}$ dX"
    assert latex_words("50% of A_1") == r"50\% of A\_1"
    assert latex_words("β\u0302 → ⅓") == r"$\hat{\beta}$ $\to$ $\tfrac{1}{3}$"


def test_conditions_are_listed_once():
    trace = two_layers()
    doubled = replace(trace, conditions=trace.conditions * 3)
    assert document(doubled) == document(trace)


def test_columns_of_an_identity_are_told():
    shown = mg.gradient("sum((x[2:n] - x[1:n-1]).^2)", "x", shapes={"x": "n"}).text("short")
    assert "e[2:n] are the columns 2 to n of the identity" in " ".join(shown.split())


def test_names_of_the_answer_stand_beside_it():
    trace, g = two_layers(), symbol("g", "m")
    more = (*trace.definitions, Definition(g, scale(number(2), g), role="adjoint"))
    used = {**trace.results, "V": scale(number(3), g)}
    named = replace(trace, definitions=more, results=used, forms={})
    assert "Gradients\n      g = 2g\n" in as_plain(document(named))
    unused = replace(trace, definitions=more)
    assert "g = 2g" not in as_plain(document(unused))


def test_a_chain_that_starts_anew_shows_its_left_side():
    trace, q = sine_of_cosine(), symbol("q")
    more = Step(Phase.LINE, q, scale(number(2), q), "", "")
    assert "   q = 2q" in as_plain(document(replace(trace, steps=(*trace.steps, more))))


def test_an_answer_of_many_pages_is_described():
    trace = two_layers()
    huge: Expr = symbol("u", "n")
    for _ in range(40):
        huge = hadamard(tanh(huge), sin(huge))
    text = as_plain(document(replace(trace, results={"V": huge})))
    assert "∂f/∂V = …" in text
    assert "too long to print" in text
