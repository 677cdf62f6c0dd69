"""What is set in a case, “when A = I I get 2x”, holds for the claims of this case alone."""

import pytest

from matgrad.app.ask import ask

ROWS = [
    ("What is the gradient of $x^TABx$? When $A=B=I$ I get $2x$.",
     "((A*B)' + A*B)*x", ("right", "for A = I and B = I")),
    ("What is the gradient of $x^TAx$ with respect to $x$? For $A=B=I$ I get $2x$.",
     "(A + A')*x", ("right", "for A = I")),
    ("What is the gradient of $x^TAx$ with respect to $x$? If $A=I$ it is $3x$.",
     "(A + A')*x", ("wrong", "for A = I; the claim is 3/2 times the right answer")),
    (r"Let $f(v)=\frac12v^TMv$. For $M=mI$ I get $mv$. What is the gradient?",
     "(M + M')*v/2", ("right", "for M = mI")),
    (r"Let $f(x)=\frac12\|Ax-b\|^2$. In case $A=Q$ is orthogonal, I get "
     r"$\nabla f(x)=x-Q^Tb$. What's the gradient in general?",
     "A'*(A*x - b)", ("right", "supposing that A is orthogonal")),
    ("Let $f(x)=x^TAx$. What is the gradient? If $A=B^TB$, I get $2B^TBx$.",
     "(A + A')*x", ("right", "for A = BᵀB")),
    (r"Let $f(x)=\frac12\|Ax-b\|^2+\lambda\|x\|^2$. Without regularisation, i.e. for "
     r"$\lambda=0$, the gradient becomes $A^T(Ax-b)$.",
     "A'*(A*x - b) + 2*lambda*x", ("right", "for λ = 0")),
    (r"Let $f(x)=\frac12\|Ax-b\|^2+\lambda\|x\|^2$. For $\lambda=1$ the gradient is $A^T(Ax-b)+x$.",
     "A'*(A*x - b) + 2*lambda*x", ("wrong", "for λ = 1; the claim has 1/2 times the term 2x")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer", "claim"), ROWS, ids=range(len(ROWS)))
def test_a_case_is_no_definition(text: str, answer: str, claim: tuple[str, str]) -> None:
    reply = ask(text)
    assert [str(x) for x in reply.results.values()] == [answer]
    assert [(x.status, x.words) for x in reply.claims] == [claim]


def test_a_case_for_one_of_two_claims() -> None:
    reply = ask(
        r"Need help: derivative of $\operatorname{tr}(AXBX^TC)$ with respect to $X$. The Matrix "
        r"Cookbook (eq. 118 or so) says $A^TC^TXB^T+CAXB$. When $A=C=I$ I get $X(B+B^T)$."
    )
    assert [(x.status, x.who) for x in reply.claims] == [
        ("right", "the Matrix Cookbook"),
        ("right", ""),
    ]


def test_what_is_made_of_the_variable_is_defined() -> None:
    reply = ask("Let $f=y^Ty$. When $y=Ax$ I get $2A^TAx$. What is the gradient wrt $x$?")
    assert str(reply.results["x"]) == "2*A'*A*x"
    assert [x.status for x in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Let $A=B=I$. What is the gradient of $x^TABx$ with respect to $x$?", "2*x"),
        (r"Let $z=y=Wx$ and $f=\|z\|^2$. What is the gradient with respect to $x$?", "2*W'*W*x"),
        ("Let $f(x)=x^TAx$ with $A=I$. Find the gradient.", "2*x"),
    ],
)
def test_a_chain_of_names_defines_each_of_them(text: str, answer: str) -> None:
    assert str(ask(text).results["x"]) == answer


def test_what_is_only_tried_is_no_definition() -> None:
    reply = ask(r"For $f(x)=x^n$ show $f'(x)=3x^{n-1}$. (Try $n=3$ first.)")
    assert [claim.status for claim in reply.claims] == ["wrong"]


def test_a_fixed_letter_that_begins_the_name_of_the_variable_does_not_vary() -> None:
    text = r"Let $f(\Sigma)=\operatorname{tr}(\Sigma S)$. Then $df=\operatorname{tr}(S\,d\Sigma)$."
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]


def test_two_sizes_that_are_equal_in_a_case_are_no_function() -> None:
    reply = ask(
        r"Let $X\in\mathbb{R}^{m\times n}$ have full column rank, $f(X) = \log\det(X^TX)$. "
        r"The answer is $2X(X^TX)^{-1}$. A comment says it simplifies to $2X^{-T}$ for $m=n$."
    )
    assert [claim.status for claim in reply.claims] == ["right", "undecided"]
