"""LaTeX that does things, grows, is nested deeply, or is no LaTeX at all."""

import random

import pytest

from matgrad.errors import LimitError, MatgradError
from matgrad.syntax import Limits, parse_latex
from matgrad.syntax.latex.lexer import tokens_of

PIECES = (
    r"x A 1 . , ; + - = | || ' ^ _ { } ( ) [ ] & \\ $ ~ % # \frac \sqrt \left \right \mathbf \bf "
    r"\hat \text \mathrm \rm \sum \begin{cases} \end{cases} \begin{bmatrix} \end{bmatrix} \over "
    r"\underbrace \def \newcommand \operatorname \norm \label \| \, \vec \let \not ² ᵀ ₁ 𝐱 é \x00"
).split()


def texts(count: int, longest: int) -> list[str]:
    chance = random.Random(7)
    pieces = [*PIECES, " ", "\n"]
    return ["".join(chance.choices(pieces, k=chance.randrange(1, longest))) for _ in range(count)]


def has_place(error: MatgradError, latex: str) -> bool:
    start, end = error.position or (-1, -1)
    return 0 <= start <= end <= len(latex)


def test_any_text_gives_tokens_or_an_error_at_a_place() -> None:
    for latex in texts(1500, 40):
        try:
            tokens = tokens_of(latex, Limits())
        except MatgradError as refusal:
            assert has_place(refusal, latex)
        else:
            assert all(0 <= token.start <= token.end <= len(latex) for token in tokens)


def test_any_text_is_read_or_refused_with_a_place() -> None:
    for latex in texts(200, 14):
        try:
            parse_latex(latex)
        except MatgradError as refusal:
            assert refusal.source == latex
            assert has_place(refusal, latex), latex


@pytest.mark.parametrize("latex", ["x" * 5000, "1" * 50, "(" * 300 + "x" + ")" * 300 + "+x" * 900])
def test_limits_hold(latex: str) -> None:
    with pytest.raises(LimitError):
        parse_latex(latex, limits=Limits())


@pytest.mark.parametrize(
    "piece", ["{", "(", r"\hat", r"\frac", r"\mathrm{", "x_{", r"\sqrt[", r"\text{", r"\sqrt{"]
)
def test_deep_nesting_needs_no_deep_stack(piece: str) -> None:
    closing = {"{": "}", "(": ")"}.get(piece[-1], "")
    latex = piece * 20_000 + "x" + closing * 20_000
    try:
        tokens_of(latex)
    except MatgradError as refusal:
        assert has_place(refusal, latex)
