"""The spelling of the terminal: no sign is lost, and what belongs together stands together."""

import pytest

import matgrad as mg
from matgrad.render.plain import plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("u .* (-1 ./ b)", "u ⊙ (−1 ⊘ b)"),
        ("sum(u .* y .* (-1 ./ b))", "sum(u ⊙ y ⊙ (−1 ⊘ b))"),
        ("u .* (1 ./ b)", "u ⊘ b"),
        ("logdet(S)^2", "(log det(S))²"),
        ("1/logdet(S)", "1/(log det(S))"),
    ],
)
def test_signs_and_brackets_are_kept(text: str, shown: str) -> None:
    assert plain(mg.parse(text).function) == shown


@pytest.mark.parametrize("text", ["1/logdet(S)", "logdet(S)^2", "logdet(S)*det(S)"])
def test_answers_with_a_logarithm_of_a_determinant_read_back(text: str) -> None:
    assert mg.gradient(text, "S").verdict.ok
