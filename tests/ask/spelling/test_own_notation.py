"""Signs and sums whose meaning only words tell are asked about, unless it is the usual one."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    "text",
    [r"Let $|A|$ denote the sum of the absolute values of the entries. $f(A)=|A|$. Is"
     r" $\nabla f=|A|A^{-T}$?",
     r"Throughout, $A^{-1}$ denotes the elementwise inverse. Let $f(A)=\operatorname{sum}(A^{-1})$."
     r" Is $\nabla f=-A^{-2}$?",
     r"Let $\langle x,y\rangle$ denote $x^TWy$ with $W$ symmetric. $f(x)=\langle x,x\rangle$. Is"
     r" $\nabla f=2x$?",
     r"Let $f(x)=[x]^2$ where $[\cdot]$ denotes the integer part. Is $f'(x)=2x$?",
     r"Let $f(x)=\{x\}^2$, the fractional part squared. Is $f'(x)=2x$?",
     r"Let $\exp$ denote the function $2^x$. $f(x)=\exp(x)$. Is $f'(x)=\exp(x)$?",
     r"The sum runs over $i\ne j$. Let $f(x)=\sum_{i,j}x_ix_j$. Is"
     r" $\nabla f=2(\sum_ix_i)\mathbf 1$?",
     r"Let $f(x)=\sum_ix_i^2$, where the sum is only over $i\in S$. Is $\nabla f=2x$?",
     r"Let $f(x)=\|Ax-b\|^2$ with $A$ replaced by $2A$. Is $\nabla f=2A^T(Ax-b)$?",
     r"Let $f(w)=\sum_i(w^Tx_i-y_i)^2$, averaged over the $n$ samples. Is the gradient"
     r" $2\sum_i(w^Tx_i-y_i)x_i$?",
     r"Let $f(x)=\sum_ix_i^2$, omitting the first term. Is $\nabla f=2x$?"],
)  # fmt: skip
def test_a_meaning_that_only_words_tell_is_asked_about(text: str) -> None:
    reply = mg.ask(text)
    assert reply.questions
    assert not {claim.status for claim in reply.claims} & {"right", "wrong"}


@pytest.mark.parametrize(
    "text",
    [r"Let $|A|$ denote the determinant of $A$. $f(A)=\log|A|$. Is $\nabla f=A^{-T}$?",
     r"Let $|x|$ denote the Euclidean norm of the vector $x$. $f(x)=|x|^2$. Is $\nabla f=2x$?",
     r"Let $\langle x,y\rangle$ denote the standard inner product, $f(x)=\langle a,x\rangle$. Is"
     r" $\nabla f=a$?",
     r"Let $A^{-1}$ denote the inverse of $A$, $f(A)=\log\det A$. Is $\nabla f=(A^{-1})^T$?",
     r"Here $X^2$ denotes the elementwise square. Let $f(X)=\operatorname{sum}(X^2)$. Is"
     r" $\nabla f=2X$?",
     r"Let $[a,b]$ denote an interval and $f(x)=x^2$ on $[a,b]$. Is $f'(x)=2x$?",
     r"Let $f(x)=\sum_ix_i^2$ where the sum is over all $i$. Is $\nabla f=2x$?"],
)  # fmt: skip
def test_the_usual_meaning_is_read(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
