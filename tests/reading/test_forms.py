"""The table of forms: every row is tested by its own examples and counter-examples."""

from pathlib import Path

import pytest

from matgrad.ask.forms import FORMS, Form
from matgrad.ask.match import matches
from matgrad.ask.page import page
from matgrad.ask.sentences import read_text

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = [(form, text) for form in FORMS for text in form.examples]
COUNTERS = [(form, text) for form in FORMS for text in form.counters]


def found_in(text: str) -> list[Form]:
    return [match.form for sentence in read_text(text).sentences for match in matches(sentence)]


@pytest.mark.parametrize(
    ("form", "text"), EXAMPLES, ids=[f"{form.pattern}: {text}" for form, text in EXAMPLES]
)
def test_a_row_has_its_examples(form: Form, text: str):
    assert form in found_in(text)


@pytest.mark.parametrize(
    ("form", "text"), COUNTERS, ids=[f"{form.pattern}: {text}" for form, text in COUNTERS]
)
def test_a_row_has_none_of_its_counter_examples(form: Form, text: str):
    assert form not in found_in(text)


def test_the_page_of_documentation_is_that_of_the_table():
    assert (ROOT / "docs" / "ask.md").read_text(encoding="utf-8") == page()
