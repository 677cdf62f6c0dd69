from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.render import Names, fresh_name

VECTOR, MATRIX = shape_of("n"), shape_of("m", "n")


def test_vectors_and_scalars_are_lower_case_and_matrices_upper_case():
    assert fresh_name(VECTOR, ()).islower()
    assert fresh_name(SCALAR, ()).islower()
    assert fresh_name(MATRIX, ()).isupper()


def test_a_preferred_letter_is_taken_if_it_is_free():
    assert fresh_name(VECTOR, {"x"}, ["x", "z"]) == "z"


def test_a_name_whose_differential_is_in_use_is_not_free():
    assert fresh_name(VECTOR, {"da"}) == "b"


def test_the_differential_of_a_name_in_use_is_not_free():
    assert not Names({"x"}).is_free("dx")


def test_reserved_names_are_never_given():
    assert fresh_name(VECTOR, (), ["d", "e", "i", "pi", "I", "T", "u"]) == "u"


def test_numbers_are_appended_when_letters_run_out():
    names = Names()
    given_away = [names.fresh(VECTOR) for _ in range(40)]
    assert len(set(given_away)) == 40
    assert given_away[-1].startswith("t")
    assert given_away[-1][1:].isdigit()


@given(st.lists(st.sampled_from([SCALAR, VECTOR, MATRIX])), st.sets(st.sampled_from("abctuvMPQ")))
def test_fresh_names_are_new(shapes: list[Shape], taken: set[str]):
    names, seen = Names(taken), set(taken)
    for shape in shapes:
        name = names.fresh(shape)
        assert name not in seen
        seen.add(name)


def test_a_thousand_names_differ():
    names = Names()
    found = [names.fresh(MATRIX) for _ in range(1000)]
    assert all(a != b for a, b in pairwise(sorted(found)))
