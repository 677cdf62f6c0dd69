"""What is made of derivatives is worked out, or it is said that it is not."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "what", "value"),
    [
        (r"Let $f(x)=\exp(-\|x\|^2/2)$. What is its Laplacian?",
         "laplacian(f)", "exp(-1/2*x'*x)*(x'*x - n)"),
        (r"Let $f(x)=x^TAx$. Compute $\nabla f$ and $\Delta f$.", "laplacian(f)", "2*tr(A)"),
        (r"Let $u(x,y)=x^3y+y^2$. Find the Laplacian of $u$.", "laplacian(u)", "2*(3*x*y + 1)"),
        (r"Let $u(x,y)=x^3y+y^2$. Compute $\Delta u(x,y)$.", "laplacian(u)", "2*(3*x*y + 1)"),
        (r"Compute $\Delta u$ for $u(x) = \|x\|^4$.", "laplacian(u)", "4*(x'*x)*(n + 2)"),
        (r"What is the trace of the Hessian of $f(x)=x^TAx$?", "tr(hessian(f))", "2*tr(A)"),
        (r"Find the divergence of $F(x)=x\|x\|^2$.", "div(F)", "(x'*x)*(n + 2)"),
        (r"Let $s(x)=-\Lambda(x-\mu)$. Find the divergence of $s$.", "div(s)", "-tr(Lambda)"),
        (r"Let $F(x)=x\odot x$. Find the Jacobian and its determinant.",
         "det(jacobian(F))", "det(2*Diag(x))"),
        (r"Let $f(x)=(a^Tx)^3$. What is the Hessian-vector product with $d$?",
         "hessian(f)*d", "6*(a'*d)*(a'*x)*a"),
        (r"Let $f(X)=\operatorname{tr}(X^3)$. What is the Hessian-vector product with $V$?",
         "hessian(f)*V", "3*(X*V + V*X)'"),
        (r"Find the second derivative of $f(X)=\log\det X$ in the direction $V$.",
         "second(f, V)", "-tr(V*inv(X)*V*inv(X))"),
    ],
)  # fmt: skip
def test_words_for_it(text: str, what: str, value: str) -> None:
    reply = ask(text)
    assert {each.left.text: str(each.value) for each in reply.made} == {what: value}
    assert not reply.questions
    assert not reply.unused


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"Let $f(x)=x^TAx$. What is $\nabla^2f(x)v$?", "(A + A')*v"),
        (r"Let $f(x)=x^TAx$. Compute $v^T\nabla^2f(x)v$.", "2*v'*A*v"),
        (r"Let $f(x)=x^TAx$ and $A=A^T$. What is $x^T\nabla f(x)$?", "2*x'*A*x"),
        (r"Let $V(x)=x^TPx$ with $P=P^T$. Compute $\nabla V(x)^T(Bx)$.", "2*x'*P*B*x"),
    ],
)
def test_formulas_with_derivatives_inside(text: str, value: str) -> None:
    (made,) = ask(text).made
    assert str(made.value) == value


def test_a_determinant_of_what_is_not_square_is_not_worked_out() -> None:
    reply = ask(
        r"Let $A\in\mathbb{R}^{m\times n}$ and $F(x)=Ax$. Find the Jacobian and its determinant."
    )
    assert "determinant of the jacobian is not worked out" in reply.questions[0]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Let $f(x,y)=(1-x)^2+100(y-x^2)^2$. Is the gradient at $(1,1)$ equal to zero?", "right"),
        ("f(x,y) = (1-x)^2 + (y-x^2)^2. Is the gradient at (1,2) equal to zero?", "wrong"),
        (r"Let $f(x,y)=(1-x)^2+100(y-x^2)^2$. Is $\nabla f(1,1)=0$?", "right"),
        (r"Let $f(x,y)=(1-x)^2+100(y-x^2)^2$. Is $\nabla f(1,2)=0$?", "wrong"),
        (r"Let $f(x,y)=x^2+y^4$. At $(0,0)$, $\nabla f=0$. Right?", "right"),
        (r"Let $f(x)=x^TAx+b^Tx$. Does the gradient vanish at the origin?", "wrong"),
        (r"Let $f(x)=x^TAx$. Is the gradient zero at $x=0$?", "right"),
    ],
)
def test_a_gradient_that_is_zero_at_a_point(text: str, status: str) -> None:
    assert [each.status for each in ask(text).claims] == [status]


def test_gradient_and_hessian_at_a_point() -> None:
    reply = ask("Let $f(x,y)=x^2y$. Evaluate the gradient and the Hessian at $(1,2)$.")
    values = [[*map(str, each.values.values())] for each in reply.at]
    assert values == [["4", "1"], ["4"], ["2"], ["0"]]


@pytest.mark.parametrize(
    ("text", "kinds", "further"),
    [
        (r"Let $f(x,y)=x^TAy$. Give $\nabla_xf$, $\nabla_yf$ and the mixed Hessian.",
         ["hessian"], {"y": "A'*x"}),
        ("Let $f(x,y)=x^TAy$. Find the gradient of $f$ and the mixed second derivative.",
         ["hessian"], {"y": "A'*x"}),
        ("Let $f(x)=x^TAx$. What is the gradient with respect to $A$ and the Hessian with respect "
         "to $x$?", ["hessian"], {"A": "x*x'"}),
    ],
)  # fmt: skip
def test_gradients_beside_a_hessian(text: str, kinds: list[str], further: dict[str, str]) -> None:
    reply = ask(text)
    assert [d.kind for d in reply.derivations] == kinds
    assert {n: str(x) for d in reply.further for n, x in d.answers.items()} == further


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        (r"Let $f(x,y)=x^TAy+\|y\|^4$. What is $\nabla^2_{yy}f$?", ("y",)),
        (r"Let $f(x,y)=x^TAy+\|y\|^4$. What is $\nabla^2_{xy}f$?", ("x", "y")),
        (r"Give the block $(x,y)$ of the Hessian of $f(x,y)=x^TAy$.", ("x", "y")),
        (r"Let $f(x,y)=x^Tx\,y$. What is the $(x,x)$ block of the Hessian?", ("x",)),
    ],
)
def test_one_block_of_a_hessian(text: str, variables: tuple[str, ...]) -> None:
    reply = ask(text)
    assert reply.understood.variables == variables
    assert len(reply.derivations) == 1


def test_headings_say_of_what_they_are() -> None:
    reply = ask("Compute the Hessian of $f(x,y)=x^2y$ and the gradient of $g(x)=a^Tx$.")
    titles = [each.title for each in reply.document("short").sections]
    assert [x for x in titles if " of " in x] == [
        "Gradient of f by x, derived first",
        "Hessian of f by x",
        "Hessian of f by x and y",
        "Gradient of f by y, derived first",
        "Hessian of f by y",
        "Gradient of g by x",
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (r"Let $f(x)=|x-1|$ with $x\in\mathbb{R}$. (a) For $x>1$, what is $f'(x)$? (b) For $x<1$, "
         "what is $f'(x)$?", {"If x > 1": "1", "If x < 1": "-1"}),
        (r"Let $f(x)=x|x|$ with $x\in\mathbb{R}$. What is the derivative for $x\geq2$?",
         {"If x > 2": "2*x"}),
        (r"Let $f(x)=x^3$ with $x\in\mathbb{R}$. What is the derivative for $x>2$?", {}),
    ],
)  # fmt: skip
def test_on_one_side_of_a_bound(text: str, values: dict[str, str]) -> None:
    assert {each.title: str(each.value) for each in ask(text).made} == values


CLAIMS = [
    (r"planar flow: $f(z)=z+u\,h(w^Tz+b)$, $h=\tanh$. What is the jacobian of f wrt z, and is its "
     r"determinant $1+u^Tw\,h'(w^Tz+b)$?", "right"),
    (r"Let $f(z)=z+u\tanh(w^Tz+b)$. Find the Jacobian. Is its determinant "
     r"$1+u^Tw(1+\tanh^2(w^Tz+b))$?", "wrong"),
    (r"Newton's method on $f(x)=\|Ax-b\|^2$. Is the Newton step $-(A^TA)^{-1}A^T(Ax-b)$?", "right"),
    ("What is the Hessian determinant of $f(x,y)=x^2y+y^3$? I get $12y^2-4x^2$.", "right"),
    ("Let $f(x,y)=x^4+y^4-4xy$. Determinant of the Hessian at $(1,1)$? I get $144$.", "wrong"),
    (r"Is the Newton step for $f(x)=\|Ax-b\|^2$ equal to $-2(A^TA)^{-1}A^T(Ax-b)$?", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CLAIMS, ids=range(len(CLAIMS)))
def test_a_formula_for_it_is_judged(text: str, status: str) -> None:
    reply = ask(text)
    assert [each.status for each in reply.claims] == [status]
    assert not reply.unused


def test_the_newton_step() -> None:
    reply = ask(r"What is the Newton step for $f(x)=\frac12x^TAx-b^Tx$, A spd?")
    (made,) = reply.made
    assert (str(made.value), made.conditions) == ("inv(A)*b - x", ("the Hessian is invertible",))


def test_a_determinant_is_judged_as_that_and_not_as_the_jacobian() -> None:
    text = r"Jacobian determinant of polar coords: $x=r\cos\theta$, $y=r\sin\theta$. is it $r$?"
    assert [each.status for each in ask(text).claims] == ["right"]


def test_a_formula_with_other_names_is_not_judged() -> None:
    reply = ask(r"Let $f(x)=\|Ax-b\|^2$. Is the Newton step $-UVx$?")
    words = "U and V stand for nothing that is known"
    assert [(each.status, each.words) for each in reply.claims] == [("not checked", words)]


@pytest.mark.parametrize(
    "change", ["The update is $x + \\Delta x$.", "A step is $\\Delta t$ long."]
)
def test_a_change_of_something_else_is_no_laplacian(change: str) -> None:
    reply = ask(rf"Let $f(x) = x^TAx$. {change} What is the gradient of $f$ with respect to $x$?")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert not reply.made


U = r"Let $u(x,y,z)=\ln(x^2+y^2+z^2)$. "
ANSWERED = [
    (U + r"Find $\Delta u$. I get $\frac{2}{x^2+y^2+z^2}$.", ["right"]),
    (U + r"Find the Laplacian of $u$. I get $\frac{3}{x^2+y^2+z^2}$.", ["wrong"]),
    (r"Let $F(x,y)=(x^2y, xy^2)$. What is the divergence of $F$? I get $4xy$.", ["right"]),
    (r"Let $f(x)=\|x\|^4$ with $x\in\mathbb R^n$. Compute $\Delta f$. My result is "
     r"$4(n+2)\|x\|^2$.", ["right"]),
    (r"Let $u(x,y)=x^2+y^2$. Find the gradient and the Laplacian of $u$. I get $(2x,2y)$ and $4$.",
     ["right", "right"]),
    (r"Let $f(x)=\|x\|^4$. Compute $\Delta f$ and $\nabla f$. I get $4\|x\|^2x$ for the gradient.",
     ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), ANSWERED, ids=range(len(ANSWERED)))
def test_an_answer_is_one_to_what_is_asked(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_parts_about_one_point() -> None:
    reply = ask(
        U
        + r"(i) Find grad $u$ at the point $(1,2,-2)$. (ii) Find the directional derivative there "
        r"towards $v=(2,1,2)$. (iii) Find $\Delta u$. I obtained (i) "
        r"$(\frac29,\frac49,-\frac49)$ (ii) $0$ (iii) $\frac{2}{x^2+y^2+z^2}$."
    )
    assert [claim.status for claim in reply.claims] == ["right", "right", "right"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"Let $\mathcal L(x)=c^Tx$. Find $-\nabla_x\mathcal L(x)$.", "−∇_xL(x) = −c"),
        (r"Let $\mathcal{L}(x)=c^Tx$. What is $-\frac{\partial\mathcal{L}}{\partial x}$?", "= −c"),
        (r"Let $L_\rho(x)=\rho c^Tx$. Compute $-\nabla L_\rho(x)$.", "−∇L_ρ(x) = −ρc"),
    ],
)
def test_minus_a_gradient_is_worked_out_whatever_the_function_is_called(
    text: str, shown: str
) -> None:
    assert shown in ask(text).text("short")


CUBE = "Let $f(x)=x^3+2x$. "


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"Let $\ell(\theta)=n\log\theta-\theta s$. What is $-\ell''(\theta)$?", "= n/θ²"),
        (CUBE + "What is $-f'(x)$?", "−f'(x) = −(3x² + 2)"),
        (CUBE + "Find $xf''(x)-f'(x)$.", "= 3x² − 2"),
        (CUBE + r"What is $-\frac{df}{dx}$?", "−df/dx = −(3x² + 2)"),
        (r"Let $R(q)=10q-q^2$ and $C(q)=q^2+3$. What is $R'(q)-C'(q)$?", "= 2(5 − 2q)"),
        ("Let $y=x^3$. What's $y''$?", "y'' = 6x"),
        ("Suppose $y = e^{2x}$. Compute $y'' - 4y$.", "y'' − 4y = 0"),
        (r"$V(q)=\frac12kq^2$. What is the force, that is, $-V'(q)$?", "−V'(q) = −kq"),
        ("f(x) = x^2 + 1. What is -f'(x)?", "−f'(x) = −2x"),
        (r"Let $u(c)=\log c$. Compute $-cu''(c)/u'(c)$.", "−cu''(c)/u'(c) = 1"),
        ("Let $f(x)=x^2$. What is $1+f'(x)$?", "1 + f'(x) = 2x + 1"),
        ("Let $r(x)=Ax-b$. What is the gradient of $r'r$?", "∂f/∂x = 2Aᵀr"),
    ],
)
def test_a_prime_of_a_function_in_what_is_asked_for_is_its_derivative(
    text: str, shown: str
) -> None:
    assert shown in ask(text).text("short")


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (CUBE + "What is $-f''(x)$? I get $-6x$.", ["right"]),
        (CUBE + "What is $-f'(x)$? I get $-3x^2+2$.", ["wrong"]),
        (CUBE + r"What is $-\nabla f(x)$? I get $-3x^2-2$.", ["right"]),
        (CUBE + "I get $xf''(x)-f'(x)=3x^2-2$. Right?", ["right"]),
        (r"Let $u(c)=\log c$. Compute $-cu''(c)/u'(c)$. I get $1$.", ["right"]),
    ],
)
def test_an_answer_to_what_is_made_of_derivatives_is_judged_as_that(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
