"""LaTeX becomes tokens: one row for each thing that is typeset in its own way."""

import pytest

from matgrad.errors import MatgradError
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.tokens import Kind
from tests.syntax.latex.rows import Row, rows


def shown(latex: str) -> str:
    """The texts of the tokens; words of prose stand in “ ”, a font behind a colon."""
    marks = {Kind.WORDS: "“{}”", Kind.BREAK: "{}"}
    texts = [
        marks.get(token.kind, "{}").format(token.text) + (token.font and f":{token.font}")
        for token in tokens_of(latex)[:-1]
    ]
    return " ".join(texts).replace("\n", "⏎")


@pytest.mark.parametrize("row", rows("tokens"))
def test_latex_becomes_tokens_or_is_refused_at_its_place(row: Row) -> None:
    latex = row["latex"]
    if "tokens" in row:
        assert shown(latex) == row["tokens"]
        return
    with pytest.raises(MatgradError) as refusal:
        tokens_of(latex)
    start, end = refusal.value.position or (0, 0)
    assert (refusal.value.code, latex[start:end]) == (row["code"], row["place"])
