"""A claim is not judged by a variable that is asked about only later."""

import pytest

import matgrad as mg

F = r"Let $f(w)=\|Xw-y\|^2$. "
RIGHT = [
    (F + r"I get $2X^T(Xw-y)$ for the gradient. And with respect to $y$?", "y"),
    (F + r"The Hessian is $2X^TX$. What is the gradient with respect to $y$?", "y"),
    (r"Let $f=\|Xw-y\|^2$. Then $\nabla f=2X^T(Xw-y)$. And with respect to $y$?", "y"),
    (r"For $f(w)=w^TAw$ the gradient is $(A+A^T)w$. But what is $\partial f/\partial A$?", "A"),
]


@pytest.mark.parametrize(("text", "asked"), RIGHT, ids=range(len(RIGHT)))
def test_a_claim_before_the_question_is_about_the_own_variable(text: str, asked: str) -> None:
    reply = mg.ask(text)
    assert [*reply.results] == [asked]
    assert [(each.status, each.words) for each in reply.claims] == [("right", "with respect to w")]


def test_a_wrong_claim_before_the_question_is_compared_with_the_own_variable() -> None:
    (claim,) = mg.ask(F + "The gradient is $X^T(Xw-y)$. And with respect to $y$?").claims
    assert claim.status == "wrong"
    assert claim.words.startswith("with respect to w; the claim is 1/2 times")


def test_a_claim_behind_the_question_is_about_what_is_asked() -> None:
    text = r"Let $f=x^TAx$. What is $\partial f/\partial A$? I think $(A+A^T)x$."
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_each_claim_has_the_variable_of_its_own_sentence() -> None:
    text = (
        r"For $f(A,x)=\|Ax\|^2$ the gradient in $x$ is $2A^TAx$. "
        r"What is it in $A$? I'd guess $2Axx^T$."
    )
    reply = mg.ask(text)
    assert [*reply.results] == ["x", "A"]
    assert [claim.status for claim in reply.claims] == ["right", "right"]


def test_what_is_told_is_not_asked() -> None:
    reply = mg.ask(F + r"The Hessian is $2X^TX$. What is the gradient with respect to $y$?")
    assert reply.derivations[0].kind == "gradient"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $$f(A)=\|AB-C\|_F^2.$$ According to my notes, $$\nabla f(A) = 2A^T(AB-C).$$",
        r"With $f(X)=\|Xb-a\|^2$, differentiating gives $2X^T(Xb-a)$, which seems off to me.",
    ],
)
def test_the_gradient_of_a_function_with_arguments_is_none_by_another_variable(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_answers_by_parts_of_the_function_are_judged_in_their_order() -> None:
    reply = mg.ask(
        r"Let $y=Ax$, $z=\tanh(y)$ and $E=\frac12\|z-t\|^2$. What are $\partial E/\partial z$, "
        r"$\partial E/\partial y$, $\partial E/\partial A$? I have $2(z-t)$, $(z-t)\odot(1-z^2)$ "
        r"and $((z-t)\odot(1-z^2))x^T$."
    )
    assert [each.status for each in reply.claims] == ["wrong", "right", "right"]
    assert [each.words.partition(";")[0][-1] for each in reply.claims] == ["z", "y", "A"]


# A matrix that is symmetric by its definition: its gradient is the usual one, and another is not.
DEFINED = [
    (r"Let $\Sigma = LL^T$ and $f = \log\det\Sigma$. The gradient with respect to $\Sigma$ is {}.",
     r"$\Sigma^{-1}$", r"$\Sigma$"),
    (r"Let $K = XX^T + \sigma^2I$ and $\ell = -\frac12y^TK^{{-1}}y$. Then "
     r"$\frac{{\partial\ell}}{{\partial K}} = {}$.",
     r"\frac12K^{-1}yy^TK^{-1}", "K^{-1}yy^TK^{-1}"),
    (r"Let $K = K_0 + \sigma^2I$ and $f(\sigma) = \log\det K$, with $K_0$ symmetric. Then "
     r"$\frac{{\partial f}}{{\partial K}} = {}$.", "K^{-1}", "2K^{-1}"),
    (r"Define $S = \frac12(W + W^T)$ and $f(W) = \|S\|_F^2 + x^TS^2x$. Then "
     r"$\frac{{\partial f}}{{\partial S}} = {}$.", "2S + Sxx^T + xx^TS", "2S + 2Sxx^T"),
    (r"Let $\Sigma = LL^T$ and $f = \log\det\Sigma + \operatorname{{tr}}(S\Sigma^{{-1}})$ with $S$ "
     r"symmetric. With respect to $\Sigma$: {}.",
     r"$\Sigma^{-1} - \Sigma^{-1}S\Sigma^{-1}$", r"$\Sigma^{-1} + \Sigma^{-1}S\Sigma^{-1}$"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "right", "wrong"), DEFINED, ids=range(len(DEFINED)))
def test_a_derivative_by_what_is_defined_is_compared_where_the_definition_holds(
    text: str, right: str, wrong: str
) -> None:
    assert [claim.status for claim in mg.ask(text.format(right)).claims] == ["right"]
    assert [claim.status for claim in mg.ask(text.format(wrong)).claims] == ["wrong"]


def test_a_product_without_symmetry_stays_the_transpose() -> None:
    text = (
        r"Let $M = AB$ and $f = \operatorname{tr}(M^2)$. Then $\frac{\partial f}{\partial M} = 2M$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


CHANGED = [
    (r"$\ell = -n\log\sigma - \frac{1}{2\sigma^2}\sum_{i=1}^n(x_i-\mu)^2$. With respect to "
     r"$v = \sigma^2$ I get", r"-\frac{n}{2v} + \frac{1}{2v^2}\sum_i(x_i-\mu)^2",
     r"-\frac{n}{2v} + \frac{1}{v^2}\sum_i(x_i-\mu)^2"),
    ("Let $f(x) = x^4 + x^2$. The derivative with respect to $u = x^2$ is", "2u + 1", "4x^3 + 2x"),
    (r"Let $f(x) = \frac12x^Tx$. With respect to $y = 2x$ I get", r"\frac14y", "x"),
    (r"Let $f(\lambda) = n\log\lambda - \lambda s$. With respect to $\theta = 1/\lambda$ I get",
     r"-\frac n\theta + \frac{s}{\theta^2}", r"\frac n\theta - \frac{s}{\theta^2}"),
    (r"Let $f(\sigma) = \log\sigma + \frac{a}{\sigma^2}$. W.r.t. the precision $\tau = 1/\sigma^2$ "
     "the derivative is", r"a - \frac1{2\tau}", r"a + \frac1{2\tau}"),
    (r"With respect to $s = \log\sigma$, the derivative of $f(\sigma) = -\log\sigma - "
     r"\frac{r}{2\sigma^2}$ is", r"-1 + \frac{r}{\sigma^2}", r"-\frac1\sigma + \frac{r}{\sigma^3}"),
    (r"$f(X)=\log\det(X)$. The gradient with respect to $Y = X^{-1}$ is", "-Y^{-T}", "Y^{-T}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "right", "wrong"), CHANGED, ids=range(len(CHANGED)))
def test_a_derivative_by_a_new_variable_is_one_by_the_chain_rule(
    text: str, right: str, wrong: str
) -> None:
    assert [claim.status for claim in mg.ask(f"{text} ${right}$.").claims] == ["right"]
    assert [claim.status for claim in mg.ask(f"{text} ${wrong}$.").claims] == ["wrong"]


def test_a_definition_that_is_not_read_may_be_that_of_a_symmetric_matrix() -> None:
    text = (
        r"Let $\Sigma = \sum_i x_ix_i^T$ and $f = a^T\Sigma^{-1}a$. The gradient with respect to "
        r"$\Sigma$ is $-\Sigma^{-1}aa^T\Sigma^{-1}$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["undecided"]


BESIDE = [
    (r"Let $g(X)=\|AX-B\|_F^2$. Then $\nabla g(X)=2A^T(AX-B)$. And for $h(A)=\|AX-B\|_F^2$, "
     r"$\nabla h=2(AX-B)X^T$.", ["right", "right"]),
    (r"Let $Q$ be orthogonal and $g(X)=\|QX-B\|_F^2$. Then $\nabla g(X)=2(X-Q^TB)$. And for "
     r"$h(Q)=\|QX-B\|_F^2$, by $Q$ as a free matrix, $\nabla h=2(QX-B)X^T$.", ["right", "right"]),
    (r"Let $g(x)=x^Ty$. Then $\nabla g=y$. And for $h(y)=x^Ty$, $\nabla h=x$.", ["right", "right"]),
    (r"Let $f(x)=x^TAy$ and $g(y)=x^TAy$. I claim $\nabla f=Ay$ and $\nabla g=Ax$.",
     ["right", "wrong"]),
    (r"Let $f(x)=x^TAy$ and $g(y)=y^TA^Tx$. I claim $\nabla f=Ay$ and $\nabla g=A^Tx$.",
     ["right", "right"]),
    (r"Let $f(x)=x^Tx$ and $g(y)=y^Ty$. Is $\nabla f=2x$ and $\nabla g=2y$?", ["right", "right"]),
    (r"Let $F(U)=\|M-UV^T\|_F^2$ and $G(V)=\|M-UV^T\|_F^2$. For $F$ I get $-2(M-UV^T)V$ and for "
     r"$G$ I get $-2(M-UV^T)^TU$.", ["right", "right"]),
    (r"Let $f(x)=a^TAx$ and $g(x)=x^TAx$. Differentiate with respect to $A$. The gradient of $g$ "
     "is $xx^T$.", ["right"]),
    (r"Let $f(x)=\|Ax-b\|^2$ and $\phi(t)=\|A(x+td)-b\|^2$. Then $\nabla f=2A^T(Ax-b)$ and "
     r"$\phi'(0)=2d^TA^T(Ax-b)$.", ["right", "right"]),
    (r"Let $f(x)=x^3$ and $g(y)=y^2$. Is $f'(1)=3$ and $g'(3)=9$?", ["right", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), BESIDE, ids=range(len(BESIDE)))
def test_a_function_beside_the_main_one_has_its_own_variable(
    text: str, statuses: list[str]
) -> None:
    assert [each.status for each in mg.ask(text).claims] == statuses
