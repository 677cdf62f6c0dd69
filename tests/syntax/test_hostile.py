"""Inputs that broke other tools, and texts nobody would write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render import text as text_of
from matgrad.syntax import Limits, parse_problem
from tests.cases import Record, records
from tests.syntax.reading import outcome

CODES = ("E_PARSE", "E_NAME", "E_SHAPE", "E_AMBIG", "E_UNSUP", "E_LIMIT", "E_DOMAIN")


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').getpid()",
        "().__class__.__mro__",
        "(lambda:1)()",
        'eval("1")',
        "print(hello)",
        "open('f')",
        "globals()",
        'f"{x.__class__}"',
        '"{0.__class__}".format(x)',
        "x.real",
        "x[0].__doc__",
        "<script>alert(1)</script>",
        "x\x1b[2J",
        "x\nINFO fake log line",
        "x'); DROP TABLE links;--",
        *(f"a{chr(code)}b" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    ],
)
def test_injections_are_not_sentences(text: str):
    assert outcome(text) == "E_PARSE"


def test_blocks_without_commas_are_asked_about():
    assert outcome("[A b]") == "E_AMBIG"
    assert outcome("[c for c in ()]") == "E_PARSE"


@pytest.mark.parametrize(
    "name",
    [
        "x;import os",
        "x\nimport os",
        'x"""',
        "x*/",
        "x]]>",
        "x}}",
        "x\\end{document}",
        "__builtins__",
        "np",
        "self",
        "x--",
        "${x}",
        "",
        "é",
        "exp",
    ],
)
def test_names_of_variables_are_plain(name: str):
    assert outcome("x'*x", shapes={name: ("n",)}) == "E_NAME"


@pytest.mark.parametrize("word", "T lambda class import None end function NULL".split())
def test_words_of_other_languages_are_ordinary_names(word: str):
    assert isinstance(outcome(word), Problem)


@pytest.mark.parametrize("word", ["_", "__class__", "x_"])
def test_names_begin_and_end_with_a_letter(word: str):
    assert outcome(word) == "E_PARSE"


def _parsing(record: Record) -> bool:
    return record["id"][0] in "RSP" and record.get("mode") != "latex" and "in" in record


@pytest.mark.parametrize("record", [*filter(_parsing, records("hostile"))], ids=lambda r: r["id"])
def test_hostile_records_end_in_a_problem_or_an_error(record: Record):
    given_texts = record["in"] if isinstance(record["in"], list) else [record["in"]]
    declared = str(record.get("decl", "")).partition(" (")[0]
    for text in given_texts:
        result = outcome(f"{declared};{text}" if declared else text)
        if record["expect"].startswith("E_") and record["expect"] in CODES[:3]:
            assert result == record["expect"]
        else:
            assert isinstance(result, Problem) or result in CODES


@pytest.mark.parametrize(
    "record", [*records("questions"), *records("identities")], ids=lambda r: r["id"]
)
def test_every_case_is_read_or_named_as_unsupported(record: Record):
    result = outcome(record["expr"], shapes=record["shapes"], assume=record["assume"])
    assert isinstance(result, Problem) or result == "E_UNSUP"


PIECES = st.sampled_from(
    "x y A B c lam 1 0 2.5 + - * / ^ .* ./ .^ : ' ( ) [ ] , ; = sin( tr( inv( norm2( max( ones( "
    "I( I e pi f gradient of wrt in R x: n m × symmetric is function ‖ ² ⁻¹ ᵀ ⊗ diag( vector( "
    "1e3".split()
)


@given(st.lists(PIECES, max_size=25).map(" ".join))
def test_any_words_give_a_problem_or_an_error(text: str):
    _read(text)


@given(st.text(max_size=40))
def test_any_text_gives_a_problem_or_an_error(text: str):
    _read(text)


@given(st.text(alphabet="xdAB12+-*/^.:'()[]{}|_\\∂∇Σ,;= \n", max_size=40))
def test_any_signs_give_a_problem_or_an_error(text: str):
    _read(text)


def _read(text: str) -> None:
    try:
        problem = parse_problem(text, limits=Limits())
    except MatgradError as caught:
        assert caught.code in CODES
        assert str(caught)
        if caught.position is not None:
            assert 0 <= caught.position[0] <= caught.position[1] <= len(text)
    else:
        assert text_of(problem.function)


@pytest.mark.parametrize(
    "text",
    [
        "{{",
        r"\left( =",
        r"\frac.5",
        "x,→",
        "in→,",
        "1ₙ^T^Tₙ",
        r"\begin{bmatrix} A* & b \end{bmatrix}",
    ],
)
def test_texts_that_are_cut_off_are_errors_with_a_place(text: str):
    _read(text)


def test_a_colon_by_itself_is_an_error_with_a_place():
    assert outcome("[1:2,:]") == "E_PARSE"
