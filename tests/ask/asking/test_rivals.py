"""Several people and programs propose answers to one question: each gets its own verdict."""

import pytest

from matgrad.app.ask import ask

RIGHT, WRONG, LAYOUT = "right", "wrong", "right up to layout"
FORM = "Let $f(x)=x^TAx$."
SQUARES = r"Let $f(x)=\|Ax-b\|^2$ (here $A$ is $m\times n$ and $b\in\mathbb{R}^m$)."
RIVALS = [
    (rf"{SQUARES} I expected a gradient of $2A^T(Ax-b)$, my code returns $A^T(Ax-b)$. Which one "
     "is it?", [RIGHT, WRONG]),
    (f"{FORM} Bob gets $2Ax$, Alice gets $(A+A^T)x$. Who is right?", [WRONG, RIGHT]),
    (f"{FORM} My professor wrote $2Ax$ and I have $(A+A^T)x$.", [WRONG, RIGHT]),
    (f"{FORM} The book says $2Ax$ but I get $(A+A^T)x$. Is it a typo?", [WRONG, RIGHT]),
    (f"{FORM} Autograd gives $(A+A^T)x$. Wolfram says $2Ax$. I am confused.", [RIGHT, WRONG]),
    (f"{FORM} Why isn't it $2Ax$?", [WRONG]),
    (f"{FORM} Why is the gradient not $2Ax$?", [WRONG]),
    (f"{FORM} Couldn't the gradient be $Ax+A^Tx$?", [RIGHT]),
    (f"{FORM} Shouldn't it be $2Ax$?", [WRONG]),
    (f"{FORM} I believe the gradient is not $2Ax$ but $(A+A^T)x$.", [WRONG, RIGHT]),
    (f"{FORM} Somebody on the forum insisted on $2Ax$. My own result, $Ax+A^Tx$, differs.",
     [WRONG, RIGHT]),
    (f"{FORM} Alice thinks the Hessian is $2A$, Bob $A+A^T$.", [WRONG, RIGHT]),
    (f"{FORM} Some say it's $2Ax$, others that it's $(A+A^T)x$.", [WRONG, RIGHT]),
    (r"Let $f(x)=\frac{x^TAx}{x^Tx}$, $A$ symmetric. Bob: $\frac{2Ax}{x^Tx}$. Alice: "
     r"$\frac{2}{x^Tx}(Ax-f(x)x)$.", [WRONG, RIGHT]),
    (r"Let $f(X)=\operatorname{tr}(AX)$. Mathematica returns $A$ while my lecturer writes $A^T$.",
     [LAYOUT, RIGHT]),
    ("derivative of log(det(X)) : inv(X) or inv(X)' ?", [WRONG, RIGHT]),
    ("gradient of x'Ax: 2Ax or (A+A')x?", [WRONG, RIGHT]),
    (r"Is $\frac{\partial}{\partial A}\log\det A=A^{-1}$ or $A^{-T}$ or $2A^{-1}$?",
     [WRONG, RIGHT, WRONG]),
    (r"Why is the gradient of $\frac12\|x\|_2^2$ equal to $x$ and not $x^T$?", [RIGHT, LAYOUT]),
    ("f(x) = 1/(1+x^T x). gradient? i think 2x/(1+x^T x)^2", [WRONG]),
    ("Let f(x) = ||Ax - b||^2. numpy says 2A'(Ax-b), i say A'(Ax-b). who is right?",
     [RIGHT, WRONG]),
    (r"Let $f(x)=\|x\|x$. I tried the product rule: $J=\|x\|I+\frac{xx^T}{\|x\|}$. Is this right?",
     [RIGHT]),
    ("What is the derivative of $x^TAx$ with respect to $A$? I expect a matrix: $xx^T$.", [RIGHT]),
    (r"For $f(X)=a^TX^{-1}b$ I was told $-X^{-T}ab^TX^{-T}$. Another source: $-X^{-1}ab^TX^{-1}$.",
     [RIGHT, WRONG]),
    (r"Let $f(W)=\|WX-Y\|_F^2$. My hand calculation gives $2(WX-Y)X^T$; JAX gives the same up to "
     "transposition: $2X(WX-Y)^T$.", [RIGHT, LAYOUT]),
    (r"Let $h(x)=\|Ax-b\|^2+\lambda\|x\|^2$. Finite differences agree with $2A^T(Ax-b)+2\lambda "
     r"x$. My code has $2A^T(Ax-b)+\lambda x$.", [RIGHT, WRONG]),
    ("Which is the gradient of $x^TBx$: (i) $2Bx$, (ii) $(B+B^T)x$, (iii) $x^T(B+B^T)$?",
     [WRONG, RIGHT, LAYOUT]),
    (r"I computed the gradient of $f(x)=\frac12\|x-c\|^2$ numerically and it agrees with $x-c$, "
     "not with $c-x$ as my notes say.", [RIGHT, WRONG]),
    (r"For $f(X)=\operatorname{tr}(X^{-1}A)$, $\nabla f=-(X^{-1}AX^{-1})^T$; somebody else wrote "
     "$-X^{-1}AX^{-1}$.", [RIGHT, WRONG]),
    (r"Let $f(x)=x^Tx$; my gradient descent uses $x\leftarrow x-\eta x$. Is the gradient $x$ "
     "correct?", [RIGHT, WRONG]),
    (r"Let $f(x)=\log\sum_ie^{x_i}$ and let $p$ be the softmax with $p_i=\frac{e^{x_i}}"
     r"{\sum_je^{x_j}}$. The Hessian is $\operatorname{diag}(p)-pp^T$.", [RIGHT]),
    (r"For the matrix exponential, is $\frac{d}{dt}e^{tA}=Ae^{tA}$, and also $e^{tA}A$?",
     [RIGHT, RIGHT]),
    (r"Let $f(x)=\sum_i x_i^3$. The answer key: $3x^2$. I have $x\odot x$.", [RIGHT, WRONG]),
    (r"$f(x)=x^TAx$. I get $(A+A^T)x$, my friend $2Ax$. Who is right?", [RIGHT, WRONG]),
    (r"$f(x)=x^TAx$. The book has $(A+A^T)x$ and the student $2Ax$. Who is right?",
     [RIGHT, WRONG]),
    (r"Logistic loss: $L(w)=\sum_i\log(1+\exp(-y_iw^Tx_i))$ and $\sigma(t)=1/(1+e^{-t})$. I derive "
     r"$\nabla L=-\sum_i y_i\,\sigma(y_iw^Tx_i)\,x_i$, my friend $-\sum_i y_i(1-\sigma(y_iw^Tx_i))"
     "x_i$. Who is right?", [WRONG, RIGHT]),
    (r"L(w) = (r + \gamma w^T u - w^T v)^2, and this time the gradient DOES flow through the "
     r"target. A colleague still uses $-2(r+\gamma w^Tu-w^Tv)v$. Is he right?", [WRONG]),
    ("Network: h = tanh(W x + b), out = v^T h, L = 1/2 (out - t)^2.\nMy backprop: dL/dW = "
     "(out - t) (v ⊙ (1 - h^2)) x^T, dL/db = (out - t) v ⊙ (1 - h), dL/dv = (out - t) h\n"
     "Which are right?", [RIGHT, WRONG, RIGHT]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), RIVALS)
def test_each_proposal_has_its_verdict(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x)=\|Ax-b\|^2$. Expanding gives $x^TA^TAx-2b^TAx+b^Tb$. What is the gradient?",
        r"Let $g(x)=\log f(x)$ with $f(x)=x^Tx$. Hint: $\|x\|^2$. What is the gradient of $g$?",
    ],
)
def test_a_step_on_the_way_is_no_proposal(text: str) -> None:
    assert all(claim.status != WRONG for claim in ask(text).claims)


GIVEN = r"Let $g(x)=\frac12x^TAx$ with $A$ symmetric."


def test_a_formula_is_called_the_derivative() -> None:
    assert [claim.status for claim in ask(f"{GIVEN} $A$ is the Hessian of $g$. Right?").claims] == [
        RIGHT
    ]


@pytest.mark.parametrize(
    "claim",
    ["$AB$ is the Hessian of $g$ times $B$.", "The gradient of $g$ plus $b$ is $Ax+b$."],
)
def test_what_belongs_to_the_function_is_asked(claim: str) -> None:
    reply = ask(f"{GIVEN} {claim} Right?")
    assert reply.claims == []
    assert "is not understood here" in reply.questions[0]


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        ("Let $f(x)=a^Tx$; the gradient is $a$. Now let $f(x)=x^TAx$; the gradient is $(A+A^T)x$.",
         [RIGHT, RIGHT]),
        ("For $f(x)=x^Tx$ I get $2x$. For $f(x)=x^Tx+b^Tx$ I get $2x+b$. Correct?", [RIGHT, RIGHT]),
        ("For $f(x)=x^Tx$ I get $2x$. For $f(x)=x^Tx+b^Tx$ I get $2x$. Correct?", [RIGHT, WRONG]),
        (r"Find the gradient of $f(w)=\|Xw-y\|_1$. In matlab: grad = X'*sign(X*w-y). And for "
         "f(w)=sum(max(0,X*w)): grad = X'*(X*w>0).", [RIGHT, RIGHT]),
    ],
)  # fmt: skip
def test_an_answer_is_about_the_function_as_it_is_defined_last(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


BOTH = [
    (r"The derivative of $\log\det X$ with respect to $X$: I have seen both $X^{-1}$ and $X^{-T}$, "
     "which is right?", ["wrong", "right"]),
    ("What is d log|X| / dX? I have seen both X^{-1} and X^{-T}, which is right?",
     ["wrong", "right"]),
    (r"What is the derivative of $\operatorname{tr}(AX)$ by $X$? I've come across both $A$ and "
     "$A^T$. Which one is correct?", ["right up to layout", "right"]),
    ("Derivative of $a^TXb$ w.r.t. $X$. I've seen $ab^T$ and $ba^T$ in different places, which one "
     "is right?", ["right", "right up to layout"]),
    (r"Let $f(X) = \operatorname{tr}(X^{-1}A)$. One source has $-X^{-1}AX^{-1}$, another one "
     "$-X^{-T}A^TX^{-T}$, a third $-(X^{-1}AX^{-1})^T$. Which ones are correct?",
     ["wrong", "right", "right"]),
    (r"Wikipedia: $\frac{\partial}{\partial X}\operatorname{tr}(AXB) = A^TB^T$. The Matrix "
     "Cookbook: $BA$. Me: $(BA)^T$.", ["right", "right up to layout", "right"]),
    (r"For $f(W)=\|WX-Y\|_F^2$ I tried two ways. First way: $2(WX-Y)X^T$. "
     "Second way: $2X^T(WX-Y)$. Which one?", ["right", "wrong"]),
    ("Gradient of tr(X^T A X) wrt X: Wikipedia has (A + A^T) X, but I have also seen "
     "X^T (A + A^T). Which is right?", ["right", "right up to layout"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), BOTH, ids=range(len(BOTH)))
def test_formulas_that_one_has_seen_are_judged_each(text: str, wanted: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == wanted


def test_the_transpose_of_a_gradient_names_the_layout_that_it_is_right_in() -> None:
    assert "right in numerator layout only" in ask(BOTH[0][0]).claims[0].words
