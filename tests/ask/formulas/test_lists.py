"""Vectors and matrices that are written as lists, and sums over samples."""

import pytest

from matgrad.app.ask import ask

SUM = r"$f(A)=\sum_{i=1}^n x_i^TAx_i$"


@pytest.mark.parametrize(
    ("matrix", "result"),
    [
        (r"[x_1,\dots,x_n]", "X*X'"),
        (r"\begin{bmatrix} x_1 & \cdots & x_n \end{bmatrix}", "X*X'"),
        (r"[x_1,\dots,x_n]^T", "X'*X"),
        (r"\begin{bmatrix} x_1^T \\ \vdots \\ x_n^T \end{bmatrix}", "X'*X"),
    ],
)
def test_how_a_matrix_is_written_says_where_its_members_stand(matrix: str, result: str) -> None:
    reply = ask(rf"Let $X={matrix}$ and {SUM}. What is $\frac{{\partial f}}{{\partial A}}$?")
    assert str(reply.results["A"]) == result


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_n)$ and $f(x)=x^T\Lambda x$. "
         r"What is $\nabla f$?", {"x": "2*(lambda .* x)"}),
        (r"Let $b=(1,1)^T$ and $f(x)=b^Tx$. What is $\nabla f$?", {"x": "[1; 1]"}),
        (r"Let $f(x)=\|x\|$ for $x\in\mathbb R^n\setminus\{0\}$. What is $\nabla f$?",
         {"x": "x/norm2(x)"}),
        (r"Let $D_{KL}(p\|q)=\sum_i p_i\log\frac{p_i}{q_i}$. What is the gradient with respect to "
         r"$q$?", {"q": "-(p ./ q)"}),
        (r"Let $\ell(\beta)=\sum_i (y_ix_i^T\beta-e^{x_i^T\beta})$. What is the gradient with "
         r"respect to $\beta$?", {"beta": "X'*(y - exp(X*beta))"}),
        (r"Let $f(\beta)=\sum_i w_i(y_i-x_i^T\beta)^2$. What is the gradient with respect to "
         r"$\beta$?", {"beta": "-2*X'*(w .* (y - X*beta))"}),
    ],
)  # fmt: skip
def test_a_common_form_is_read(text: str, results: dict[str, str]) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == results
    assert not reply.questions


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        (r"Compute the Jacobian of $F(r,\theta)=(r\cos\theta, r\sin\theta)$.", ["r", "theta"]),
        (r"Let $f(x,y)=\left(x^2y, \sin y\right)$. What is the Jacobian?", ["x", "y"]),
        ("Dynamics: F(x,y) = (a x - b x y, -c y + d x y). Compute the Jacobian.", ["x", "y"]),
        ("Let $F(x,y)=(x(1-y), x+y)$. What is the Jacobian of $F$?", ["x", "y"]),
        ("Let $f(x_1,x_2)=(x_1x_2, x_1+x_2)$. Jacobian?", ["x1", "x2"]),
        ("Let $T(u,v)=(u+v, u-v)$. Compute the Jacobian of $T$.", ["u", "v"]),
        ("Let $f(x,y)=(x-y,x+y)$. Gradient?", []),
        ("Let $f(x,y)=(ax,y)$. Gradient?", []),
        ("Let $f(x)=(Ax,x)$ be the inner product. Gradient?", []),
        ("Let $f(x,y)=(x,y)$. Gradient?", []),
    ],
)
def test_a_list_of_formulas_is_a_map(text: str, variables: list[str]) -> None:
    assert list(ask(text).results) == variables


def test_products_of_arguments_are_those_of_numbers() -> None:
    reply = ask("F(x,y) = (a x - b x y, -c y + d x y). Compute the Jacobian of F.")
    assert {x: str(value) for x, value in reply.results.items()} == {
        "x": "[a - y*b; y*d]",
        "y": "[-x*b; x*d - c]",
    }


@pytest.mark.parametrize(
    ("entries", "laplacian"),
    [("x_0,x_1,x_2,x_3", "8"), (r"x_1,\dots,x_5", "10"), (r"x_0,\dots,x_n", "2(n + 1)")],
)
def test_entries_may_be_counted_from_zero(entries: str, laplacian: str) -> None:
    reply = ask(rf"Let $x=({entries})^T$ and $f(x)=x^Tx$. What is the Laplacian of $f$?")
    assert f"Δf = {laplacian}" in reply.text("short")


@pytest.mark.parametrize("value", ["(x + y, xy)^T", r"\left(x+y, xy\right)^\top", "[x + y, xy]^T"])
def test_a_transposed_list_is_a_column(value: str) -> None:
    reply = ask(f"What is the Jacobian of $f(x,y) = {value}$?")
    assert {x: str(each) for x, each in reply.results.items()} == {"x": "[1; y]", "y": "[1; x]"}
