"""C as text: standard C99 but for what is named here, and all that a caller must know."""

import re
import subprocess

import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler

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


_DRIVER = """
void *malloc(unsigned long);
int main(void)
{
    for (long m = 1; m < 10; m++)
        for (long n = 1; n < 22; n++) {
            const long k = 3;
            double *A = malloc(8 * m * k), *B = malloc(8 * k * n), f;
            for (long i = 0; i < m * k; i++) A[i] = 1;
            for (long i = 0; i < k * n; i++) B[i] = 1;
            value(m, k, n, A, B, &f, malloc(8 * m * n));
        }
    return 0;
}
"""


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_nothing_is_read_beyond_its_end_by_any_compiler(tmp_path):
    """Not even what is thrown away, as an optimising compiler does without."""
    shapes = {"A": ("m", "k"), "B": ("k", "n")}
    source = mg.gradient("sum(sin(A*B))", "A", shapes, check=False).compile_value("c").source
    flags = "-std=c99 -w -O0 -fsanitize=address -x c - -lm -o".split()
    line = [compiler() or "cc", *flags, str(tmp_path / "run")]
    made = subprocess.run(line, input=source + _DRIVER, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip("the compiler has no sanitizer")
    told = {"ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run([tmp_path / "run"], env=told, capture_output=True, text=True, check=False)
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
