"""For which claims a case is meant, who makes them, and what follows from them."""

import pytest

from matgrad.app.ask import ask

ROWS = [
    # The case is left where the text says that A is another kind of matrix.
    (r"Let $f(x) = x^TAx + b^Tx$. I know that when $A$ is symmetric the result is $2Ax + b$. In my "
     r"application $A$ is upper triangular. Would $\nabla f = 2Ax + b$ still hold?",
     [("wrong", ""), ("right", "")]),
    # A remark about a case behind all claims changes none of them.
    (r"Let $n(x)=\frac{x}{\|x\|}$. Claim: its Jacobian is $\frac{1}{\|x\|}(I-xx^T)$. I obtain "
     r"$\frac1{\|x\|}\left(I-\frac{xx^T}{\|x\|^2}\right)$. For unit vectors they agree of course.",
     [("wrong", ""), ("right", "")]),
    (r"Let $Q(x,u)=x^TQx+u^TRu+(Ax+Bu)^TP(Ax+Bu)$, where $Q,R,P$ are all symmetric positive "
     r"definite. Differentiate with respect to $u$. I get $2Ru+2B^TP(Ax+Bu)$ and therefore "
     r"$u=-(R+B^TPB)^{-1}B^TPAx$.", [("right", ""), ("right", "")]),
    (r"Let $f(x)=\frac12x^TQx-b^Tx$ with $Q$ symmetric positive definite, $g=Qx-b$ and "
     r"$\varphi(\alpha)=f(x-\alpha g)$. I expect $\varphi'(\alpha)=-g^Tg+\alpha\,g^TQg$, so the "
     r"exact step is $\alpha=\frac{g^Tg}{g^TQg}$.", [("right", ""), ("right", "")]),
    (r"I know the matrix determinant lemma gives $\det(I+uv^T)=1+v^Tu$. So the derivative of "
     r"$\det(I+uv^T)$ with respect to $u$ should be $v$, no? But applying Jacobi's formula I got "
     r"$\det(I+uv^T)(I+uv^T)^{-T}v$. Are these equal?", [("right", ""), ("right", "")]),
    (r"Is the gradient of $x^TAx$ equal to $2Ax$ when $A=A^T$, and $(A+A^T)x$ otherwise?",
     [("right", ""), ("right", "")]),
    (r"Suppose $f(x)=\|x\|^2$ and $g(x)=\|x\|$. My gradients: $2x$ for $f$ and $x/\|x\|$ for $g$.",
     [("right", ""), ("right", "")]),
    (r"I need $\nabla f$ and $\nabla^2f$ for $f(x)=e^{a^Tx}$. First: $e^{a^Tx}a$. Second: $aa^T$.",
     [("right", ""), ("wrong", "")]),
    (r'In my notes: "for symmetric $A$, $\nabla(x^TAx)=2Ax$". But my $A$ is not symmetric. What do '
     "I get then?", [("right", "")]),
    (r"Assume for the moment that $A$ is symmetric. Then $\nabla(x^TAx)=2Ax$. Now drop this "
     "assumption. Is it still $2Ax$?", [("right", ""), ("wrong", "")]),
    (r"Let $F(x)=Ax+b$. The Jacobian is $A$, and thus the Jacobian of $\frac12\|F\|^2$ is $F^TA$.",
     [("undecided", ""), ("right up to layout", "")]),
    (r"What is $\frac{d}{dx}(x^TAx)$ if $A$ is (a) symmetric, (b) skew-symmetric, (c) general? I "
     r"have (a) $2Ax$, (b) $0$, (c) $(A+A^T)x$.", [("right", ""), ("right", ""), ("right", "")]),
    (r"What is $\frac{d}{dx}(x^TAx)$ if $A$ is (a) symmetric or (b) orthogonal? I have (a) $2Ax$, "
     r"(b) $2x$.", [("right", ""), ("wrong", "")]),
    (r"Let $f(x)=x^TAx$. Andrew Ng's notes: $\nabla f=2Ax$; the docs: $\nabla f=(A+A^T)x$.",
     [("wrong", "Andrew Ng"), ("right", "the docs")]),
    (r"My prof wrote $\nabla f=2Ax$, $\nabla^2f=2A$ for $f(x)=x^TAx$. Right?",
     [("wrong", "my prof"), ("wrong", "my prof")]),
    (r"Let $f(x)=x^TAx$. My book has $2A$ for the Hessian and $(A+A^T)x$ for the gradient.",
     [("wrong", "my book"), ("right", "my book")]),
    (r"Let $f(x)=x^TAx$. TA's solution: $\nabla f=(A+A^T)x$; mine: $\nabla f=2Ax$.",
     [("right", "TA"), ("wrong", "")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "claims"), ROWS, ids=range(len(ROWS)))
def test_claims(text: str, claims: list[tuple[str, str]]) -> None:
    assert [(claim.status, claim.who) for claim in ask(text).claims] == claims


def test_an_identity_does_not_change_the_function() -> None:
    text = ask(
        r"The lemma gives $\det(I+uv^T)=1+v^Tu$. What is the derivative of $\det(I+uv^T)$ with "
        "respect to $u$?"
    ).text("short")
    assert "the function: f = det(I + uvᵀ)" in text


def test_the_normal_of_a_plane_is_no_normal_matrix() -> None:
    text = ask(
        r"The distance of $x$ to a plane is $\delta(a) = \frac{|a^Tx-b|}{\|a\|_2}$. I need the "
        "derivative with respect to the normal $a$."
    ).text("short")
    assert "aaᵀ" not in text


def test_the_same_for_another_variable() -> None:
    text = r"Let $f(x,y)=\|x-y\|^2$. What is the gradient with respect to $x$? I get $2(x-y)$, and "
    found = [claim.status for claim in ask(text + "for $y$ exactly the same thing.").claims]
    assert found == ["right", "wrong"]


def test_the_lagrangian_is_meant_where_its_multipliers_are_asked_for() -> None:
    reply = ask(
        r"In Markowitz's problem one minimises $\frac12 w^T\Sigma w$ subject to $w^T\mathbf 1=1$ "
        r"and $w^T\mu = m$. The Lagrangian is $L = \frac12w^T\Sigma w - \lambda(w^T\mathbf 1-1)"
        r"-\gamma(w^T\mu - m)$. Is $\partial L/\partial w = \Sigma w-\lambda\mathbf 1-\gamma\mu$ "
        r"and what are the derivatives with respect to $\lambda$ and $\gamma$?"
    )
    assert list(reply.results) == ["lambda", "gamma"]
    assert [claim.status for claim in reply.claims] == ["right"]
