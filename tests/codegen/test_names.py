"""Names in generated code are ASCII identifiers, unique and not reserved."""

import keyword

from hypothesis import given
from hypothesis import strategies as st

from matgrad.codegen.plan.program import RESERVED, Names, identifier


@given(st.text())
def test_every_text_has_an_identifier(text):
    assert identifier(text).isidentifier()
    assert identifier(text).isascii()


@given(st.lists(st.text() | st.sampled_from(["x", "lambda", "σ", "t1", "np", "x_"])))
def test_names_are_unique_and_free(texts):
    names = Names()
    taken = [name for text in texts for name in (names.take(text), names.fresh())]
    assert len(set(taken)) == len(taken)
    assert not RESERVED.intersection(taken)
    assert not any(keyword.iskeyword(name) for name in taken)


def test_a_plain_name_stays_as_it_is():
    assert Names().take("W1") == "W1"
