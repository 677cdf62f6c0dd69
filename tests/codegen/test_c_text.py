"""C as text: standard C99 but for what is named here, and all that a caller must know."""

import re
import subprocess

import pytest

import matgrad as mg
from matgrad.codegen.native import compiler

STRICT = (
    "-std=c99 -O2 -pedantic -Wall -Wextra -Werror -fopenmp-simd -c -o /dev/null -x c -"
).split()
DEFINITE = {"S": ["positive_definite"]}
ASKED = [
    ("gradient", "a'*inv(X)*b + det(X) + sum(X*X)", "X", {}),
    ("gradient", "logdet(S) + x'*inv(S)*x", "S", {"assume": DEFINITE}),
    ("gradient", "sum(log(1 + exp(-y.*(X*w)))) + max(w) + norm2(w)", "w", {}),
    ("hessian", "sum(square(tanh(tanh(X*W1)*W2) - Y))", "W1", {}),
    ("jacobian", "softmax(A*x)", "x", {}),
    ("value_and_grad", "normF(T - U*V')^2 + x'*x", "U,V", {}),
    ("gradient", "x'*x", "x", {"shapes": {"x": (3,), "y": ("n",)}}),
]


def _source(kind, text, wrt, more, **options):
    return getattr(mg, kind)(text, wrt, check=False, **more).compile("c", **options).source


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("asked", ASKED, ids=[text for _, text, _, _ in ASKED])
@pytest.mark.parametrize("options", [{}, {"dtype": "float32"}, {"blas": True}], ids=str)
def test_a_strict_compiler_has_nothing_to_say(asked, options):
    source = _source(*asked, **options)
    done = subprocess.run(
        [compiler() or "cc", *STRICT], input=source, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


def test_the_room_to_work_in_is_stated():
    source = _source("gradient", "sum(sin(A*x))", "x", {})
    (said,) = re.findall(r"work: room for (.*) doubles", source)
    assert said == "2 * m"
    assert "room for 2 * m floats" in _source("gradient", "sum(sin(A*x))", "x", {}, dtype="float32")


def test_a_status_is_returned_only_where_something_can_fail():
    assert "void gradient(" in _source("gradient", "sum(sin(A*x))", "x", {})
    singular = _source("gradient", "tr(inv(X)*A)", "X", {})
    assert "int gradient(" in singular
    assert "Returns 0, or 1 if a matrix is singular" in singular


def test_lines_are_short_enough_to_read():
    source = _source("value_and_grad", "a'*square(B*V*relu(W*z))", "V,W", {})
    assert max(map(len, source.splitlines())) <= 110
