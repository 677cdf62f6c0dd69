"""Text is cut into tokens by an explicit table; everything else is refused by its code point."""

from fractions import Fraction

import pytest

from matgrad.errors import LimitError, ParseError, UnknownNameError
from matgrad.syntax.tokens import Kind, tokenise


def texts(text: str) -> list[str]:
    return [token.text for token in tokenise(text)[:-1]]


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2), (".5", "1/2"), ("5.", 5), ("1e-3", "1/1000"), ("1.25E2", 125), ("½", "1/2")],
)
def test_numbers_are_exact(text: str, value: int | str):
    (number, _) = tokenise(text)
    assert number.value == Fraction(value)


@pytest.mark.parametrize("text", ["1e400", "1_000", "1e", "1e+", "1e-99999999999999999999"])
def test_malformed_numbers_are_refused_where_they_stand(text: str):
    with pytest.raises(ParseError) as caught:
        tokenise("x + " + text)
    assert caught.value.position is not None
    assert caught.value.position[0] == 4


def test_a_number_of_a_thousand_digits_is_refused_even_without_limits():
    with pytest.raises(LimitError):
        tokenise("1" * 50_000)


@pytest.mark.parametrize(
    ("unicode", "plain"),
    [
        ("x⊙y", "x.*y"),
        ("Aᵀ", "A'"),
        ("A.T*x", "A'*x"),
        ("x·y", "x⋅y"),
        ("x−y", "x-y"),
        ("A@B", "A*B"),
        ("λ*x", "lambda*x"),
        ("σ_1", "sigma_1"),
        ("Σ", "Sigma"),
        ("π", "pi"),
    ],
)
def test_unicode_is_another_spelling(unicode: str, plain: str):
    assert texts(unicode) == texts(plain)


def test_a_superscript_is_an_integer():
    assert [t.value for t in tokenise("A⁻¹x²³") if t.kind is Kind.RAISED] == [-1, 23]


@pytest.mark.parametrize("char", "☃\x00\x1b\u202e\u2066\u200b\ud800")
def test_an_unknown_character_is_named_by_its_code_point(char: str):
    with pytest.raises(ParseError, match=f"U\\+{ord(char):04X}"):
        tokenise(f"x{char}y")


def test_hidden_characters_are_refused_in_comments_too():
    with pytest.raises(ParseError, match=r"U\+202E"):
        tokenise("x # harmless \u202e")


@pytest.mark.parametrize(("sign", "hint"), [("//", "#"), ("==", "=")])
def test_signs_of_other_languages_get_a_hint(sign: str, hint: str):
    with pytest.raises(ParseError) as caught:
        tokenise(f"x{sign}2")
    assert caught.value.position == (1, 3)
    assert hint in (caught.value.hint or "")


def test_names_have_at_most_32_characters():
    assert texts("x" * 32)
    with pytest.raises(UnknownNameError):
        tokenise("x" * 33)


def test_a_greek_letter_ends_where_a_latin_one_begins():
    assert texts("λx") == ["lambda", "x"]
