"""Problems that a campaign found, each once withheld, undecided or misread, now answered."""

import pytest

import matgrad as mg
from campaign.judge import watched
from matgrad.errors import DomainError, ShapeError, UnsupportedError
from matgrad.ops import constant, number, pinv, symbol, transpose
from matgrad.render import latex, text
from matgrad.verify import code
from matgrad.verify.ball import precision
from matgrad.verify.check import answer_of
from matgrad.verify.code import run_code
from matgrad.verify.point import real_points
from matgrad.verify.result import setting_of
from matgrad.verify.sizes import UNFIT
from tests.equality import equal

N, M, E = ("n", "n"), ("m", "m"), constant("e")
FOUND: list[tuple[str, str, str, dict[str, tuple[str | int, ...]], dict[str, list[str]]]] = [
    ("gradient", "tr(sqrtm(P)^(-2))", "P", {"P": (3, 3)}, {}),  # the power of a rule is matched
    ("jacobian", "A*cosh(x)", "x", {"A": (1, "n"), "x": ("n",)}, {}),
    ("differential", "A.^2*x", "A", {"A": (1, "m"), "x": ("m",)}, {}),
    ("differential", "logdet(M*M')", "M", {"M": N}, {"M": ["positive_definite"]}),
    ("gradient", "expm(s)", "s", {"s": ()}, {}),
    ("gradient", "sylvester(2, 1/2, s)", "s", {"s": ()}, {}),
    ("differential", "adj(A*x)", "x,A", {"A": (1, "k"), "x": ("k",)}, {}),
    ("hessian", "A*x", "x", {"A": (1, 3), "x": (3,)}, {}),
    ("jacobian", "floor(sum(A))", "A", {"A": ("n", 3)}, {}),
    ("differential", "step(sin(x/s))", "x", {"x": (3,), "s": ()}, {}),
    ("gradient", "sum(M*(3/2*ones(m,n)))", "M", {"M": ("m", "m")}, {}),
    ("gradient", "frechet_expm(M, M, M) : M", "M", {"M": N}, {}),
    ("gradient", "y : A*M*x", "A", {"y": ("n",), "A": ("n", "m"), "M": M, "x": ("m",)}, {}),
    ("hessian", "sum(inv(M))", "M", {"M": N}, {"M": ["skew"]}),
    ("hessian", "tr(softmax_rows(M))", "M", {"M": N}, {"M": ["positive_definite"]}),
    ("gradient", "G : polar(A)", "A", {"G": (2, 3), "A": (2, 3)}, {}),  # the case of a wide matrix
    ("jacobian", "eigproj_max(M .* M)", "M", {"M": (2, 2)}, {"M": ["lower_triangular"]}),
    ("gradient", "function F(x): 1 x m\nsum(sin(kron(x, F(zeros(n)))))", "x", {"x": ("k",)}, {}),
    ("gradient", "function s\nh = s(B)\nk = kron(A, M)\nh : k", "M",
     {"B": (9, 6), "A": (3, 2), "M": (3, 3)}, {}),  # 9 is not small if it is 3·3
    ("jacobian", "pinv(polar(B))", "B", {"B": ("k", "m")}, {}),
    ("jacobian", "onehot_max(1)*gelu(A)", "A", {"A": ("m", "n")}, {}),
    ("gradient", "sqrtm(exp(max((A*x).^4)))", "A", {"A": ("m", "k"), "x": ("k",)}, {}),
    ("gradient", "h = tanh(expm(kron(A, x)))\nsum(square(inv(acos(h) + I(k))))", "x,A",
     {"A": (1, "k"), "x": ("k",)}, {"A": ["nonzero"]}),
    ("differential", "-relu(A)", "A", {"A": ("m", "n")}, {}),  # minus a truth value is no number
    ("hessian", "2 - logdet((3/2*ones(m))*u'*((3/2*ones(m))*u')' + I(m))", "u", {"u": ("m",)}, {}),
    ("hessian", "tr(sqrt(exp(x*y')))", "x", {"x": ("n",), "y": ("n",)}, {}),  # Diag(vec(Diag(v)))
    ("hessian", "prod(square(eigvals_sym(M)) + 1)", "M", {"M": ("m", "m")}, {}),
    ("hessian", "adj(silu(M)) : adj(silu(M))", "M", {"M": (3, 3)}, {}),
    # Doubles lose all of 1 − tanh(x)² where the checks draw their first point.
    ("differential", "acos(tanh(kron_right(A*M, N)))", "A",
     {"A": ("m", "k"), "M": ("k", "k"), "N": ("k*m", "k*m")}, {}),
    # A reading that does not fit its variable is no reason while another one does.
    ("gradient", "polar(B) : relu(A)'", "B,A", {"B": ("k", "m"), "A": ("m", "k")}, {}),
    # f'(x) [A]_{1,2} is a product with an entry, not a derivative along A.
    ("differential", "function f(x): scalar\nf(M[1,2])", "M", {"M": ("k", "k")}, {}),
    ("gradient", "function f(x): scalar\nB : [x, hess_f(x)*x, A]", "x",
     {"B": ("k", "n+2"), "x": ("k",), "A": ("k", "n")}, {}),
    # An exponent that begins with an entry is no index above.
    ("gradient", "(square(s) + 1)^(x[2])", "s", {"s": (), "x": ("n",)}, {}),
    ("hessian", "logm(exp(pi*s*t))", "t", {"s": (), "t": ()}, {}),  # 10^300 per unit of t
    ("jacobian", "kron_right(A, B)", "B", {"A": (3, 2), "B": (9, 6)}, {}),
    ("gradient", "polar([A, s]) : [A, s]", "A", {"A": (1, "k"), "s": ()}, {"A": ["positive"]}),
    # Exponents that are integers by accident do not make negative numbers fit for powers.
    ("gradient", "M.^eigvecs_sym(s) : M.^eigvecs_sym(s)", "s", {"M": M, "s": ()}, {}),
    ("jacobian", "A.^toeplitz(t, s)", "s", {"A": (1, "n"), "t": (), "s": ()}, {}),
    ("gradient", "toeplitz(M*ones(m), softmax_rows(s)) : toeplitz(M*ones(m), softmax_rows(s))",
     "s,M", {"M": M, "s": ()}, {}),
    ("jacobian", "[x, B', A]", "x", {"x": ("k",), "B": (1, "k"), "A": ("k", "n")}, {}),
    ("differential", "relu(square(A))", "A", {"A": (1, "n")}, {"A": ["full_column_rank"]}),
    # Sizes of 4·4·4·3 would take a minute.
    ("jacobian", "function F(x): n*n x m*n\nkron_left(triu(M), pinv(F(s) + C))", "C",
     {"M": N, "s": (), "C": ("n*n", "m*n")}, {"M": ["positive_definite"]}),
    # An adjugate of integers is whole, but its code may round it to what lies below.
    ("differential", "trilhalf(M) .* floor(adj(ones(n,n)))", "M", {"M": N}, {}),
    # Constant unless three entries differ, so the small sizes say nothing.
    ("differential", "layernorm(relu(y))", "y", {"y": ("n",)}, {}),
    # Defined where few numbers are that one would draw first.
    ("jacobian", "acos(3 + s)", "s", {"s": ()}, {}),
    ("gradient", "sqrt(s - t - 100)", "s", {"s": (), "t": ()}, {}),
    # A sum is symmetric if it has the transpose of each term as often as the term.
    ("gradient", "sum(square(M + M + M'))", "M", {"M": N}, {}),
    ("gradient", "exp(s + s)*exp(-s)", "s", {"s": ()}, {}),
    # LAPACK loses the small column of a matrix that is large elsewhere.
    ("differential", "polar(softplus(M*tanh(A)*N))", "A,M", {"M": M, "A": ("m", "n"), "N": N}, {}),
    # Near the identity the entries of a positive matrix are positive, too.
    ("gradient", "sum(frechet_expm(zeros(k,k), abs(M), M))", "M", {"M": ("k", "k")},
     {"M": ["positive"]}),
    # The pseudoinverse of a row has no mark that a transpose could join.
    ("gradient", "sum(pinv(A))", "A", {"A": (1, "k")}, {}),
    ("differential", "pinv(x)", "x", {"x": ("n",)}, {}),
    # Where sigmoid is 1 to all digits the ball of its derivative holds zero, but is no zero map.
    ("gradient", "h__1 = sigmoid(W__1*x + b__1)\nh__2 = h__1 + softmax(W__2*h__1 + b__2)\n"
     "h__3 = h__2 + relu(W__3*h__2)\nh__4 = m__4 .* softplus(W__4*h__3 + b__4)\n"
     "yhat = h__4*W__5 + b__5\nsum(relu(1 - (y .* yhat)))", "b__1",
     {"W__1": (1, "k"), "x": ("k",), "b__1": (), "W__2": (), "b__2": (), "W__3": (), "W__4": (),
      "b__4": (), "m__4": (), "W__5": ("n",), "b__5": ("n",), "y": ("n",)}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "wrt", "shapes", "assume"), FOUND)
def test_what_a_campaign_found_is_answered(kind, text, wrt, shapes, assume):
    assert getattr(mg, kind)(text, wrt, shapes, assume).verdict.ok


def test_a_map_without_a_matrix_is_not_taken_for_a_gradient():
    shapes = {"M": N, "N": N, "p": ()}
    assume = {"p": ["integer"], "N": ["upper_triangular"]}
    with pytest.raises(UnsupportedError):
        mg.jacobian("frechet_power(M, p, N)", "N", shapes, assume, structure="independent")


@pytest.mark.parametrize(
    "inner", [E, E + symbol("s"), symbol("s") - E], ids=["alone", "added", "subtracted"]
)
@pytest.mark.parametrize("turned", [transpose, pinv], ids=["transposed", "inverted"])
def test_eulers_number_is_not_written_as_a_vector(inner, turned):
    assert "exp(1)" in text(turned(inner))
    assert r"\exp(1)" in latex(turned(inner))


@pytest.mark.parametrize("value", [1, 0, 2])
def test_a_transposed_number_is_not_written_as_a_vector_of_ones(value):
    f = transpose(number(value)) * symbol("s")
    assert equal(mg.parse_latex(latex(f), {"s": ()}).function, f)


@pytest.mark.parametrize(
    "text", ["abs(abs(s) - t)", "abs(abs(s)*t)", "abs(s - abs(t))", "abs(abs(s*t))"]
)
def test_bars_inside_of_bars_are_no_norm_unless_all_four_belong_together(text):
    shapes = {"s": (), "t": ()}
    f = mg.parse(text, shapes).function
    assert mg.parse_latex(latex(f), shapes).function is f


@pytest.mark.parametrize(("text", "wrt", "shapes", "assume"), [
    ("eigres_max(eigproj_max(M .* N))", "N", {"M": N, "N": N}, {"M": ["skew"]}),
    ("function F(x): 1 x n\npinv((F(s) + C)')", "s", {"s": (), "C": (1, "n")}, {}),
    ("pinv((A + B)') : (-t*(A + B))", "t", {"A": ("n", "m"), "B": ("n", "m"), "t": ()}, {}),
    ("norm1(pinv(unvec(x, 1, n) + A*y*x'))", "A", {"x": ("n",), "A": (1, "m"), "y": ("m",)}, {}),
])  # fmt: skip
def test_rules_do_not_go_in_a_circle(text, wrt, shapes, assume):
    with watched() as contexts:
        mg.differential(text, wrt, shapes, assume, check=False)
    assert not [circle for context in contexts for circle in context.circles]


def test_an_inner_product_binds_more_tightly_than_a_difference():
    f = mg.parse("s - x : y", {"s": (), "x": ("n",), "y": ("n",)})
    assert equal(f.function, mg.parse("s - x'*y", {"s": (), "x": ("n",), "y": ("n",)}).function)


@pytest.mark.parametrize(("fact", "shape"), [
    ("full_row_rank", (3, 2)), ("full_row_rank", ("3*n", "2*n")), ("full_column_rank", (1, 2)),
])  # fmt: skip
def test_a_rank_that_no_matrix_of_this_shape_has_is_refused(fact, shape):
    with pytest.raises(ShapeError, match=f"but {fact} needs no more"):
        mg.parse("A*x", {"A": shape}, {"A": [fact]})


def test_an_eigenvector_without_a_largest_entry_has_no_sign():
    """Those of a symmetric Toeplitz matrix are (u, 0, −u): the code may choose the other sign."""
    verdict = mg.differential("softmax_rows(eigvecs_sym(toeplitz(x, x)))", "x").verdict
    assert not verdict.wrong
    assert verdict.status.endswith("where n = 1 and at no larger sizes")


def test_an_input_keeps_its_name_where_a_definition_becomes_it():
    d = mg.gradient("h = S'\ntr(h*A*h)", "S", {"S": N}, {"S": ["symmetric"]})
    assert d.verdict.status.endswith("code")


def test_small_sizes_are_found_where_ranks_leave_little_room():
    d = mg.gradient("sum(X.^2)", "X", {"X": ("k+m", "n")}, {"X": ["full_row_rank"]})
    assert d.verdict.ok


def test_a_sum_over_a_diagonal_is_no_product_of_matrices():
    d = mg.jacobian("tril(eigres_max(I(k).*M))", "M", {"M": ("k", "k")}, {"M": ["diagonal"]},
                    structure="independent")  # fmt: skip
    assert d.verdict.status.endswith("code")


def test_a_rank_that_no_entry_allows_is_the_reason_why_nothing_is_checked():
    d = mg.gradient("A[1,2]", "A", {"A": (1, "n")}, {"A": ["full_column_rank"]})
    assert not d.verdict.ok and d.verdict.status.endswith(UNFIT)


def test_the_array_of_a_map_that_vanishes_may_have_an_image_for_each_entry():
    """sylvester(M, M, M) is I/2, but only the closed form says so."""
    d = mg.jacobian("h = sylvester(M, M, M)\nlogm(h*h' + I(m))", "M", {"M": M})
    answer = answer_of(d.trace)
    with precision():
        at = next(real_points(setting_of(answer, list(answer.results.values())), 1))
        at.evaluate(list(answer.results.values()))
        assert run_code(d.compile("numpy"), at, answer.wrt, answer.results) is None


@pytest.mark.parametrize(("text", "shapes"), [
    ("h1 = 1/logm(exp(0))\nh1*s", {"s": ()}),
    ("softmax_rows(eigvecs_sym(s)/(A*zeros(n)))", {"s": (), "A": (1, "n")}),
])  # fmt: skip
def test_dividing_by_what_the_rules_know_to_be_zero_is_refused(text, shapes):
    with pytest.raises(DomainError, match="at no point: division by zero"):
        mg.differential(text, "s", shapes)


def test_functions_that_are_only_named_are_not_called_without_end(monkeypatch):
    text = "function f(x): scalar\nf(A*x)"
    assert mg.gradient(text, "x").verdict.status.endswith("code")
    monkeypatch.setattr(code, "MOST_WORK", 1)
    verdict = mg.gradient(text, "x").verdict
    assert verdict.ok and not verdict.status.endswith("code")
