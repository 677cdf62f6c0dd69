"""Functions that are only named: A(t), f(X), F(X), and chains of them."""

import pytest

import matgrad as mg
from matgrad.errors import MatgradError

ANSWERS = [
    # functions of a scalar
    (
        "gradient",
        "x(t)'*A(t)*x(t)",
        "t",
        "x'(t)'*(A(t) + A(t)')*x(t) + x(t)'*A'(t)*x(t)",
    ),
    (
        "gradient",
        "A(t): n x n symmetric; x(t)'*A(t)*x(t)",
        "t",
        "2*x'(t)'*A(t)*x(t) + x(t)'*A'(t)*x(t)",
    ),
    ("gradient", "det(A(t))", "t", "tr(A'(t)*adj(A(t)))"),
    ("gradient", "logdet(A(t))", "t", "tr(A'(t)*inv(A(t)))"),
    ("gradient", "norm2(A*x(t) - b)^2/2", "t", "x'(t)'*A'*(A*x(t) - b)"),
    ("gradient", "x(t): n; A(t): n x n; x'*A*x/2 - x'*A*x/2", "t", "0"),
    ("jacobian", "inv(A(t))", "t", "-inv(A(t))*A'(t)*inv(A(t))"),
    ("jacobian", "A(t)*B(t)", "t", "A'(t)*B(t) + A(t)*B'(t)"),
    ("jacobian", "expm(t*A)*x(t)", "t", "A*expm(t*A)*x(t) + expm(t*A)*x'(t)"),
    ("jacobian", "expm(A(t))", "t", "frechet_expm(A(t), A'(t))"),
    ("hessian", "x(t)'*A*x(t)", "t", "x'(t)'*(A + A')*x'(t) + x''(t)'*(A + A')*x(t)"),
    (
        "hessian",
        "A(t): n x n positive_definite; logdet(A(t))",
        "t",
        "tr(A''(t)*inv(A(t))) - tr(A'(t)*inv(A(t))*A'(t)*inv(A(t)))",
    ),
    ("gradient", "A(t) = t*B + C; det(A(t))", "t", "tr(adj(t*B + C)*B)"),
    # functions of vectors and matrices
    ("gradient", "function f(X); f(A*X*B)", "X", "A'*grad_f(A*X*B)*B'"),
    ("gradient", "function f(x); f(A*x + b)", "x", "A'*grad_f(A*x + b)"),
    ("hessian", "function f(x); f(A*x + b)", "x", "A'*hess_f(A*x + b)*A"),
    ("hessian", "function f(X); f(A*X*B)", "X", "A'*D_grad_f(A*X*B, A*dX*B)*B'"),
    ("gradient", "function f(x); log(f(A*x))", "x", "A'*grad_f(A*x)/f(A*x)"),
    ("gradient", "function phi(u); phi(x'*A*x)", "x", "phi'(x'*A*x)*(A + A')*x"),
    ("gradient", "function g(x): m; g(x)'*g(x)", "x", "2*jac_g(x)'*g(x)"),
    (
        "hessian",
        "function g(x): m; g(x)'*g(x)",
        "x",
        "2*(jac_g(x)'*jac_g(x) + hess_g(x, g(x)))",
    ),
    (
        "hessian",
        "g: R^n -> R^m; f: R^m -> R; f(g(x))",
        "x",
        "jac_g(x)'*hess_f(g(x))*jac_g(x) + hess_g(x, grad_f(g(x)))",
    ),
    ("hessian", "g(x, y): m; c'*g(x, y)", "x,y", "hess_x_y_g(x, y, c)"),
    ("jacobian", "g(x): m; h(u): k; h(g(x))", "x", "jac_h(g(x))*jac_g(x)"),
    ("jacobian", "function F(X): m x n; F(A*X)", "X", "D_F(A*X, A*dX)"),
    ("gradient", "function F(X): m x n; tr(C'*F(A*X))", "X", "A'*adjoint_F(A*X, C)"),
    ("gradient", "F(X): m x n; normF(F(A*X))^2", "X", "2*A'*adjoint_F(A*X, F(A*X))"),
    (
        "hessian",
        "F(X): m x n; normF(F(X))^2",
        "X",
        "2*(adjoint2_F(X, F(X), dX) + adjoint_F(X, D_F(X, dX)))",
    ),
    ("gradient", "f: R^m -> R; f(A*x + b)", "x", "A'*grad_f(A*x + b)"),
    ("gradient", "g: R^n → R^m; g(x)'*g(x)", "x", "2*jac_g(x)'*g(x)"),
    ("jacobian", "A: R -> R^(n x n); inv(A(t))", "t", "-inv(A(t))*A'(t)*inv(A(t))"),
    # several arguments
    (
        "gradient",
        "f: R^n x R^m -> R; f(x, A*x)",
        "x",
        "A'*grad_y_f(x, A*x) + grad_x_f(x, A*x)",
    ),
    (
        "gradient",
        "function f(t, x); x(t): n; f(t, x(t))",
        "t",
        "x'(t)'*grad_x_f(t, x(t)) + d_t_f(t, x(t))",
    ),
    (
        "gradient",
        "function f(x, y); f(A*x, B*x)",
        "x",
        "A'*grad_x_f(A*x, B*x) + B'*grad_y_f(A*x, B*x)",
    ),
    ("hessian", "function f(x, y); f(A*x, B*y)", "x,y", "A'*hess_x_y_f(A*x, B*y)*B"),
]


@pytest.mark.parametrize(("kind", "text", "wrt", "answer"), ANSWERS)
def test_chain_rule(kind: str, text: str, wrt: str, answer: str) -> None:
    d = getattr(mg, kind)(text, wrt)
    assert str(d.result) == answer
    assert d.verdict.ok, d.verdict


def test_the_answer_is_written_as_people_write_it() -> None:
    d = mg.gradient("function f(X); f(A*X*B)", "X")
    assert "Aᵀ ∇f(AXB) Bᵀ" in d.text()
    assert d.result.latex() == r"A^{\top} \nabla f\left(A X B\right) B^{\top}"
    d = mg.jacobian("function F(X): m x n; F(A*X)", "X")
    assert "F′(AX)[A dX]" in d.text()


def test_code_takes_the_functions() -> None:
    d = mg.gradient("function g(x): m; g(A*x)'*g(A*x)", "x")
    fn = d.compile("numpy")
    assert set(fn.functions) == {"g", "jac_g"}
    value = fn(A=[[2.0]], x=[3.0], g=lambda y: y**2, jac_g=lambda y: 2 * y.reshape(1, 1))
    assert value.tolist() == [2 * 2 * 12 * 36]


def test_functions_are_declared_as_data() -> None:
    d = mg.gradient("x'*A*x", "t", shapes={"x(t)": "n", "A(t)": ("n", "n")})
    assert str(d.result) == "x'(t)'*(A(t) + A(t)')*x(t) + x(t)'*A'(t)*x(t)"
    for latex in (r"x(t)^T A(t) x(t)", "x^T A x"):
        f = mg.parse_latex(latex, shapes={"x(t)": "n", "A(t)": ("n", "n")})
        assert str(mg.gradient(f, "t").result) == str(d.result)


def test_what_no_random_function_models_is_not_called_checked() -> None:
    d = mg.gradient("Q(t): n x n orthogonal; tr(Q(t)*A)", "t")
    assert str(d.result) == "tr(Q'(t)*A)"
    assert not d.verdict.ok
    assert d.verdict.status.startswith("not verified")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("function f(x, y); f(x)", "takes 2 arguments"),
        ("function f(x, x); f(x, x)", "different names"),
        ("function f(x, y); f'(x, y)", "by which argument"),
        ("function f(x); x: n; A: m x n; f(x) + f(A*x)", "f takes"),
        ("function f(X): 3 x", "a size is missing"),
        ("f(A*x + b)", "function f(x)"),
    ],
)
def test_errors_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(MatgradError) as caught:
        mg.gradient(text, "x")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"x(t)^\top A(t)\,x(t)", "x(t)'*A(t)*x(t)"),
        (r"x(t)^\top A x(t)", "x(t)'*A*x(t)"),
        (r"\det(A(t))", "det(A(t))"),
        (r"A(t)^{-1}", "inv(A(t))"),
        (r"\log\det(I + tA)", "logdet(I(n) + t*A)"),
    ],
)
def test_latex_knows_functions_of_time(latex: str, text: str) -> None:
    assert str(mg.parse_latex(latex).function) == text


def test_a_matrix_function_is_no_number_only_to_have_a_gradient() -> None:
    with pytest.raises(MatgradError) as caught:
        mg.gradient("inv(A(t))", "t")
    assert "a gradient needs a scalar function" in str(caught.value)


def test_a_function_of_each_row_is_not_taken_entry_by_entry() -> None:
    with pytest.raises(MatgradError) as caught:
        mg.gradient("function f(x); X: N x d; sum(i, 1, N, f(X[i,:]'))", "X")
    assert "no matrix form" in str(caught.value)


def test_claims_may_use_the_functions_and_their_derivatives() -> None:
    assert mg.check("function f(x); f(A*x)", "x", "A'*grad_f(A*x)").right
    assert not mg.check("function f(x); A: n x n; f(A*x)", "x", "A*grad_f(A*x)").right
    asked = mg.ask(
        r"Let $f = x(t)^T A x(t)$. Is $\frac{df}{dt} = \dot{x}^T A x + x^T A \dot{x}(t)$?"
    )
    assert "right" in str(asked).split("Claims in the text")[1]


@pytest.mark.parametrize(
    ("latex", "note"),
    [
        (
            r"g: \mathbb{R}^n \to \mathbb{R}^m,\ \|g(x)\|^2",
            "g(x): vector of length m",
        ),
        (
            r"f\colon \mathbb{R}^{m \times n} \rightarrow \mathbb{R}, f(AX)",
            "f(X): scalar",
        ),
        (
            r"f: \mathbb{R}^n \times \mathbb{R}^m \to \mathbb{R}, f(x, Ax)",
            "f(x, y): scalar",
        ),
    ],
)
def test_latex_declares_functions_by_their_spaces(latex: str, note: str) -> None:
    assert note.replace(":", " is only named:") in mg.parse_latex(latex).notes


def test_questions_declare_functions_by_their_spaces() -> None:
    asked = mg.ask(
        r"Let $f:\mathbb{R}^m\to\mathbb{R}$ be differentiable and $A \in \mathbb{R}^{m\times n}$. "
        r"What is the gradient of $f(Ax+b)$ with respect to $x$?"
    )
    assert "∂F/∂x = Aᵀ ∇f(Ax + b)" in str(asked)
