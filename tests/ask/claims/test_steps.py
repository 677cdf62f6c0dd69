"""A chain of which a step could not be read is not called right."""

from matgrad.app.ask import ask


def test_a_step_that_could_not_be_read_leaves_the_chain_undecided() -> None:
    text = r"Let $E=e^Te$. I get $dE=2e^Tde=2e^TX\,dw$. Is that right?"
    (claim,) = ask(text).claims
    assert claim.status == "undecided"
    assert "step 2 could not be read" in claim.words


def test_a_hessian_may_be_typed_by_its_short_name() -> None:
    reply = ask(r"Let $f(x)=\frac12x^TAx$ with $A$ symmetric. Then Hess f = A. Correct?")
    assert [claim.status for claim in reply.claims] == ["right"]
    wrong = ask(r"Let $f(x)=x^TAx$ with $A$ symmetric. Then Hess f = A. Correct?")
    assert [claim.status for claim in wrong.claims] == ["wrong"]


def test_powers_of_functions_in_steps_are_those_of_entries_where_only_they_fit() -> None:
    text = r"""Find the gradient of $f(x)=\frac12\|y-\tanh(Wx)\|_2^2$. My steps:
\begin{align}
e&=y-\tanh(Wx)\\
df&=e^Tde\\
&=-e^T\operatorname{Diag}(1-\tanh^2(Wx))W\,dx\\
\nabla f&=-W\operatorname{Diag}(1-\tanh^2(Wx))e
\end{align}"""
    steps, gradient = ask(text).claims
    assert steps.status == "right"
    assert gradient.status == "wrong"
    assert "cannot multiply W" in gradient.words


def test_a_transpose_that_a_step_lacks_is_named() -> None:
    text = (
        r"Let $f(x) = \|Bx-c\|^2$. \begin{align} df &= 2(Bx-c)^TB\,dx \\ &= 2B(Bx-c):dx"
        r" \end{align} Is this right?"
    )
    (claim,) = ask(text).claims
    assert claim.status == "wrong"
    assert "a transpose is missing: 2Bᵀ(Bx − c) : dx would be right" in claim.words
