"""What a text says to depend on a number is a function of that number."""

import pytest

from matgrad.app.ask import ask

INVERSE = "-inv(A(t))*A'(t)*inv(A(t))"


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        ("let M(t) be an invertible matrix function of t. d/dt of M(t)^{-1}?", "t",
         INVERSE.replace("A", "M")),
        (r"With $A=A(t)$, what is $\frac{d}{dt}A^{-1}$?", "t", INVERSE),
        ("Let $Q(x)=x^TAx$ where $x=x(t)$. What is $dQ/dt$?", "t", "x'(t)'*(A + A')*x(t)"),
        (r"Let $f(X)=\operatorname{tr}(X^TX)$ where $X=X(t)$. What is $\frac{df}{dt}$?", "t",
         "2*tr(X'(t)*X(t)')"),
        (r"Let $A(\theta)$ be a matrix depending on a scalar $\theta$. Compute "
         r"$\frac{\partial}{\partial\theta}y^TA(\theta)^{-1}y$.", "theta",
         "-y'*inv(A(theta))*A'(theta)*inv(A(theta))*y"),
        (r"What is $\frac{d}{dx}\log\det A$ (A depends on the scalar x)?", "x",
         "tr(A'(x)*inv(A(x)))"),
    ],
)  # fmt: skip
def test_its_derivative_is_a_name(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {variable: answer}


def test_a_claim_may_contain_that_derivative() -> None:
    claim = r"\frac{d}{dt}A^{-1} = -A^{-1}\frac{dA}{dt}A^{-1}"
    assert ask(rf"With $A=A(t)$, is ${claim}$?").claims[0].is_right
    assert ask(rf"With $A=A(t)$, is ${claim.replace('-A', 'A')}$?").claims[0].is_wrong


def test_what_is_said_of_it_is_not_said_of_the_number() -> None:
    reply = ask("let M(t) be an invertible matrix function of t. d/dt of M(t)^{-1}?")
    assert "t: scalar (inferred)" in str(reply)


def test_what_depends_on_the_variable_itself_is_asked_about() -> None:
    reply = ask("Let $f(x)=x^TBx$ where $B$ depends on $x$. What is the gradient of $f$?")
    assert "How does B depend on x?" in reply.questions[0]


@pytest.mark.parametrize(
    ("by", "answer"), [(r"\mu", "kappa*x"), (r"\kappa", "C'(kappa)/C(kappa) + mu'*x")]
)
def test_a_constant_of_a_density_is_a_function_that_is_only_named(by: str, answer: str) -> None:
    text = r"$\log p(x|\mu,\kappa) = \kappa\mu^Tx + \log C(\kappa)$. Derivative with respect to "
    assert [str(x) for x in ask(f"{text}${by}$?").results.values()] == [answer]


ENERGY = r"$E(t)=\frac12 m\|\dot x(t)\|^2+\frac12k\|x(t)\|^2$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Let $A(t)$ be an invertible matrix depending smoothly on $t$. Why is $\frac{d}{dt}"
         r"\log\det A(t)=\operatorname{tr}\left(A(t)^{-1}\dot A(t)\right)$?", "right"),
        (r"With $A=A(t)$, is $\frac{d}{dt}A^{-1}=-A^{-1}\dot{A}\left(t\right)A^{-1}$?", "right"),
        ("Suppose A(t) is a square matrix depending on t. Is it true that "
         "d/dt tr(A(t)^3) = 3 tr(A(t)^2 A'(t))?", "right"),
        (ENERGY + r"Show $\dot E = \dot x^T(m\ddot x+kx)$", "right"),
        (ENERGY + r"Show $\dot E = \dot{x}(t)^T(m\ddot{x}(t)-kx(t))$", "wrong"),
    ],
    ids=range(5),
)  # fmt: skip
def test_a_dot_may_stand_over_what_is_called_with_the_number(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        "K depends on theta. L = 1/2 y' inv(K) y + 1/2 logdet(K). What is dL/dtheta?",
        "L(theta) = 1/2 y' inv(K(theta)) y + 1/2 logdet(K(theta)). dL/dtheta?",
        "K = K(theta); L = 1/2 y' inv(K) y + 1/2 logdet(K). derivative wrt theta?",
        "L = 1/2 y' inv(K(theta)) y + 1/2 logdet(K(theta)). Is dL/dtheta = "
        "1/2 tr(inv(K) dK/dtheta) - 1/2 y' inv(K) dK/dtheta inv(K) y?",
    ],
)
def test_typed_matrices_may_depend_on_a_greek_letter(text: str) -> None:
    reply = ask(text)
    assert "K(θ) is only named: n×n matrix" in reply.text("short")
    assert reply.results.keys() == {"theta"}
    assert all(claim.status == "right" for claim in reply.claims)


GP = (
    r"$\log p(y) = -\frac12y^TK^{-1}y - \frac12\log|K|$ with $K = K(\theta)$. Then "
    r"$\frac{\partial}{\partial\theta_j}\log p(y) = \frac12\operatorname{tr}\left("
    r"(\alpha\alpha^T - K^{-1})\frac{\partial K}{\partial\theta_j}\right)$ "
    r"where $\alpha = K^{-1}y$."
)


@pytest.mark.parametrize(
    ("text", "status"), [(GP, "right"), (GP.replace("- K^{-1})", "+ K^{-1})"), "wrong")]
)
def test_the_derivative_by_one_entry_is_that_by_a_number(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert "θ is written for the number θ_j" in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        "derivative of inv(A) wrt a parameter t that A depends on? I got -inv(A) dA/dt inv(A)",
        r"Differentiate $A^{-1}$ with respect to the time $t$ on which $A$ depends. Is it "
        r"$-A^{-1}\frac{dA}{dt}A^{-1}$?",
        "derivative of inv(A) wrt the scalar t of which A is a function? -inv(A) dA/dt inv(A)?",
    ],
)
def test_the_number_may_stand_before_what_depends_on_it(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["t"]) == INVERSE
    assert [claim.status for claim in reply.claims] == ["right"]


KERNEL = (
    r"Let $\ell = \log|K|$, where {0}. Is the derivative with respect to $\theta$ equal to ${1}$?"
)


@pytest.mark.parametrize(
    "words",
    [
        r"$K$ is the kernel matrix that depends on a scalar hyperparameter $\theta$",
        r"$K$ is the kernel matrix, which depends on a hyper-parameter $\theta$",
        r"$K$ is a covariance matrix depending on the length scale $\theta$",
        r"the kernel matrix $K$ is parametrised by a scalar $\theta$",
    ],
)
@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\operatorname{tr}(K^{-1}\frac{\partial K}{\partial\theta})", "right"),
        (r"\operatorname{tr}(K\frac{\partial K}{\partial\theta})", "wrong"),
    ],
)
def test_a_matrix_may_depend_on_a_hyperparameter(words: str, claim: str, status: str) -> None:
    reply = ask(KERNEL.format(words, claim))
    assert [each.status for each in reply.claims] == [status]


def test_how_a_matrix_depends_on_several_is_not_known() -> None:
    words = r"$K$ is the kernel matrix that depends on hyperparameters $\theta$"
    assert ask(KERNEL.format(words, r"\operatorname{tr}(K^{-1})")).questions


@pytest.mark.parametrize("words", ["that $A$ depends on", "on which $A$ depends"])
def test_a_matrix_that_depends_on_a_vector_is_asked_about(words: str) -> None:
    reply = ask(f"What is the gradient of $x^TAx$ with respect to the vector $x$ {words}?")
    assert reply.questions == ["How does A depend on x? Write it as an equation, A = …"]


@pytest.mark.parametrize(
    "how",
    [
        "which depends differentiably on $t$",
        "that depends continuously on a parameter $t$",
        "depending analytically on $t$",
        "which is a smooth function of $t$",
    ],
)
@pytest.mark.parametrize(
    ("claim", "status"), [("-A^{-2}A'", "wrong"), ("-A^{-1}A'A^{-1}", "right")]
)
def test_how_it_depends_leaves_the_fact_stated(how: str, claim: str, status: str) -> None:
    reply = ask(
        rf"Suppose $A(t)$ is an invertible matrix {how}. I'd expect $\frac{{d}}{{dt}}A(t)^{{-1}}$ "
        f"to be ${claim}$."
    )
    assert [claim.status for claim in reply.claims] == [status]
    assert not any("not taken to be" in note for note in reply.understood.notes)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"$\log p(y|\theta)=-\frac12y^TK_\theta^{-1}y-\frac12\log|K_\theta|$. The book gives "
         r"$$\frac{\partial}{\partial\theta}\log p=\frac12y^TK^{-1}"
         r"\frac{\partial K}{\partial\theta}K^{-1}y"
         r"-\frac12\mathrm{tr}(K^{-1}\frac{\partial K}{\partial\theta}).$$ Why?", "right"),
        (r"$f(\theta)=y^TK_\theta^{-1}y$. What is the derivative with respect to $\theta$? I get "
         r"$y^TK_\theta^{-1}\frac{\partial K_\theta}{\partial\theta}K_\theta^{-1}y$.", "wrong"),
    ],
)  # fmt: skip
def test_a_matrix_with_the_variable_as_its_index_depends_on_it(text: str, status: str) -> None:
    reply = ask(f"Let {text}")
    assert [each.status for each in reply.claims] == [status]
    assert "K_θ depends on θ" in str(reply)


@pytest.mark.parametrize(
    "text",
    [
        r"$K_\theta=\theta C+I$, $f(\theta)=y^TK_\theta^{-1}y$. Find $\frac{df}{d\theta}$.",
        r"$f(x)=x^TK_\theta x$. What is the gradient with respect to $x$?",
    ],
)
def test_a_matrix_that_is_defined_or_held_fixed_keeps_its_index(text: str) -> None:
    assert "depends on" not in str(ask(f"Let {text}"))


def test_whether_a_matrix_with_a_vector_as_its_index_depends_on_it_is_asked() -> None:
    text = (
        r"Let $f(\theta)=x^TK_\theta x+\theta^T\theta$. What is the gradient with respect to $\{}$?"
    )
    (question,) = ask(text.replace("{}", "theta")).questions
    assert question == "Does K_θ depend on θ? If so, write K(θ)."
    assert str(ask(text.replace(r"\{}", "x")).results["x"]) == "(K_theta + K_theta')*x"
