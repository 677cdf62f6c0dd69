"""A fact is established only by a clause that is known from its first word to its last."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.facts.assumptions import standing
from matgrad.app.ask.facts.said import STATED

ESTABLISHING = (
    "Let $A$ be symmetric.",
    "Let $A$ be a symmetric matrix.",
    "Let $A$ be a real symmetric matrix.",
    r"Let $A\in\mathbb{R}^{n\times n}$ be symmetric.",
    r"Let $A\in\mathbb{R}^{n\times n}$ be a symmetric positive definite matrix.",
    "$A$ is symmetric.",
    "$A$ is a symmetric matrix.",
    r"$A$ is an $n\times n$ symmetric matrix.",
    r"$A$ is a symmetric $n\times n$ matrix.",
    "$A$ is real, symmetric and invertible.",
    "$A$ is real and symmetric.",
    "$A$ is symmetric and invertible.",
    "$A$ is invertible and symmetric.",
    "$A$ is symmetric, positive definite.",
    "Here $A$ is symmetric.",
    "Here, $A$ is symmetric.",
    "The matrix $A$ is symmetric.",
    "The square matrix $A$ is symmetric.",
    "Assume $A$ is symmetric.",
    "Assume that $A$ is symmetric.",
    "Assume that $A=A^T$.",
    "Suppose $A$ is symmetric.",
    "Suppose that the matrix $A$ is symmetric.",
    "We assume that $A$ is symmetric.",
    "We assume $A$ to be symmetric.",
    "We also assume that $A$ is symmetric.",
    "I assume $A$ is symmetric.",
    "Assume throughout that $A$ is symmetric.",
    "Note that $A$ is symmetric.",
    "Note $A$ is symmetric.",
    "Recall that $A$ is symmetric.",
    "It is given that $A$ is symmetric.",
    "It is known that $A$ is symmetric.",
    "We know that $A$ is symmetric.",
    "We are given that $A$ is symmetric.",
    "Moreover, $A$ is symmetric.",
    "Also, $A$ is symmetric.",
    "$A$ is assumed to be symmetric.",
    "$A$ is assumed symmetric.",
    "$A$ is known to be symmetric.",
    "$A$ is taken to be symmetric.",
    "$A$ is also symmetric.",
    "$A$ is symmetric throughout.",
    "$A$ is symmetric here.",
    "$A$ is symmetric by assumption.",
    "$A$ is a covariance matrix.",
    "$A$ is the covariance matrix of the data.",
    "$A$ is a Gram matrix.",
    "$A$ is Hermitian.",
    "$A$ is diagonal.",
    "$A$ is a diagonal matrix.",
    "$A$ is an SPD matrix.",
    r"$A$ is symmetric of size $n\times n$.",
    r"$A$ is a symmetric matrix of size $n\times n$.",
    "$A$ equals its transpose.",
    "$A$ is equal to its transpose.",
    "$A$ is idempotent and symmetric.",
    "$A$ is doubly stochastic and symmetric.",
    "(A symmetric)",
    "($A$ symmetric)",
    "($A$ is symmetric)",
    "[$A$ is symmetric]",
    "$A$ symmetric.",
    "Symmetry of $A$ is assumed.",
    "Assuming symmetry of $A$.",
    "Let $A$ be symmetric and $b$ a vector.",
    "Let $b$ be a vector and $A$ a symmetric matrix.",
    "Let $b$ be a vector and let $A$ be symmetric.",
    "Both $A$ and $b$ are given, and $A$ is symmetric.",
    r"Let $A\in\mathbb{S}^n$.",
    "Given a symmetric matrix $A$.",
    "Consider a symmetric matrix $A$.",
    "Take $A$ symmetric.",
    "Take a symmetric matrix $A$.",
    "The matrix $A$ satisfies $A=A^T$.",
    "$A$ satisfies $A^T=A$.",
    "$A$ is such that $A=A^T$.",
    "$A$ is a matrix with $A=A^T$.",
    "$A$ is a matrix that is symmetric.",
    "$A$ is square and symmetric.",
    "$A$ is fixed and symmetric.",
    "$A$ denotes a symmetric matrix.",
    "In this problem $A$ is symmetric.",
    "In my case $A$ is symmetric.",
    "For simplicity, assume $A$ is symmetric.",
    "For simplicity we assume that $A$ is symmetric.",
    "You may assume that $A$ is symmetric.",
    "You can assume that $A$ is symmetric.",
    "The problem states that $A$ is symmetric.",
    "All matrices are symmetric.",
    "Hint: $A$ is symmetric.",
    "Since $A$ is symmetric, I expect the answer to simplify.",
    "As usual, $A$ is symmetric.",
    "Remember that $A$ is symmetric.",
    "$A$ is a symmetric, positive semidefinite matrix.",
    "$A$ is symmetric positive semi-definite.",
    "$A$ is PSD.",
    "$A$ is always symmetric.",
    "Without loss of generality, $A$ is symmetric.",
    "WLOG $A$ is symmetric.",
    "W.l.o.g. assume $A$ symmetric.",
    "Let $A$ be some symmetric matrix.",
    "Let $A$ be any symmetric matrix.",
    "Let $A$ be an arbitrary symmetric matrix.",
    "$A$ is a constant symmetric matrix.",
    "$A$ is a known symmetric matrix.",
    "$A$ is symmetric ($A=A^T$).",
    "$A$ is symmetric, i.e. $A=A^T$.",
    "$A$ is symmetric: $A=A^T$.",
    "$A$ is symmetric and does not depend on $x$.",
    "$A$ is a symmetric matrix that does not depend on $x$.",
    "$A$ is a symmetric matrix and $x$ is a vector.",
    "$x$ is a vector and $A$ is a symmetric matrix.",
    r"$x\in\mathbb{R}^n$ and $A$ is symmetric.",
    "$A$ is the symmetric stiffness matrix of the system.",
    "$A$ is the covariance matrix of the asset returns.",
    "$A$ is the Hessian of some smooth function.",
    "$A$ is the Hessian matrix of some $C^2$ function at $x_0$.",
    "We know that $x$ is a vector and that $A$ is symmetric.",
    "My matrix $A$ happens to be symmetric.",
    "$A$ is symmetric and of full rank.",
    "$A$ is a symmetric real matrix and I want to simplify.",
    "We are working with a symmetric matrix $A$.",
    "$A$ shall be symmetric.",
    "$A$ is the mass matrix of the system and therefore symmetric.",
)
LEFT_OPEN = (
    "For $n=1$ the matrix $A$ is symmetric.",
    "For $n=1$, $A=A^T$.",
    "$A=A^T$ if $n=1$.",
    "$A=A^T$ only for $n=1$.",
    "Some $A$ are symmetric.",
    "$A$ has positive diagonal.",
    "$A$ is symmetric because my friend says so, but I doubt it.",
    "$A$ is a nearly symmetric matrix.",
    "The average of $A$ and $B$ is symmetric.",
    "They assume $A$ is symmetric.",
    "Symmetry of $A$ is lost.",
    "$A$ is anything but symmetric.",
    "$A$ is rarely symmetric.",
    "$A$ is seldom symmetric.",
    "$A$ is structurally symmetric.",
    "$A$ is block symmetric.",
    "$A$ is pseudo-symmetric.",
    "$A$ is quasi-symmetric.",
    "$A$ is semi-symmetric.",
    r"$A$ is skew-\emph{symmetric}.",
    "$A$ is *anti*symmetric.",
    "$A$ is positive definite (not nec. symmetric).",
    "$A$ is the product of two symmetric matrices.",
    "$A$ is similar to a symmetric matrix.",
    "$A$ is a square root of a covariance matrix.",
    "$A$ is a Cholesky factor of a covariance matrix.",
    "Nobody said that $A$ is symmetric.",
    "The sparsity pattern of $A$ is symmetric.",
    "$A$ has a symmetric sparsity pattern.",
    "Under what condition is $A$ symmetric?",
    "Suppose for contradiction that $A$ is symmetric.",
    "The claim that $A$ is symmetric is false.",
    "Wikipedia assumes $A$ is symmetric; I do not.",
    "Who says $A$ is symmetric?",
    "Were $A$ symmetric, things would be easy.",
    "$A$ is symmetric -- not!",
    "$A$ being symmetric is too strong.",
    "$A$ is symmetric only if $n=1$.",
    "$A$ is symmetric up to a sign.",
    "$A$ is more general than symmetric.",
    "$A$ is a submatrix of a symmetric matrix.",
    "$A$ is the difference of a symmetric matrix and a skew one.",
    "$A$ is a matrix whose square is symmetric.",
    "I know the answer for a symmetric matrix $A$.",
    "Recall that a matrix $A$ is symmetric if $A=A^T$.",
    "A matrix is symmetric iff $A=A^T$.",
    "My professor says $A=A^T$ must not be used.",
    "$A$ or $B$ is symmetric.",
    "At least one of $A$ and $B$ is symmetric.",
    "It would be nice if $A$ were symmetric.",
    "Some people think that $A$ is symmetric.",
    "My book treats the case of symmetric $A$.",
    "The proof only works for symmetric $A$.",
    "I cannot use that $A$ is symmetric.",
    "I was told to avoid assuming that $A$ is symmetric.",
    "$A$ is far from symmetric.",
    "$A$ is close to symmetric.",
    "$A$ is approximately symmetric.",
    "$A$ is symmetric in the limit.",
    "$A$ is symmetric with probability one half.",
    "$A$ is symmetric modulo permutation.",
    "$A$ is symmetric or so I hope.",
    "$A$ is symmetric, which I doubt.",
    "$A$ is symmetric, they claim.",
    "$A$ is symmetric for $n=1$.",
    "$A$ is symmetric unless $n>2$.",
    "$A$ is symmetric. Just kidding.",
    "$A$ is the inverse of a symmetric matrix times $D$.",
    "$A$ is obtained from a symmetric matrix by deleting a row.",
    "The matrix $A$ lacks the property of being symmetric.",
    "There is no reason for $A$ to be symmetric.",
    "In my thesis $A$ was always symmetric.",
    "Students often forget to check that $A$ is symmetric.",
    "The assumption that $A$ is symmetric is unnecessary.",
    "$A$ ceases to be symmetric after the update.",
    "$A$ stopped being symmetric.",
    "$A$ is no longer symmetric.",
    "$A$ is not known to be symmetric.",
    "I hope that $A$ is symmetric.",
    "Perhaps $A$ is symmetric.",
    "$A$ is half symmetric.",
    "The diagonal of $A$ is symmetric about its centre.",
    "The eigenvalues of $A$ are symmetric about zero.",
    "$A$ has symmetric blocks.",
    "Here $A^2$ is symmetric.",
    "$A + B$ is symmetric.",
    "Unlike the symmetric matrix $B$, $A$ is general.",
    "The symmetric part of $A$ is positive definite.",
    "$A$ minus its transpose is symmetric.",
    "If only $A$ were symmetric!",
    "Does anyone assume $A$ symmetric?",
    "Why would $A$ be symmetric?",
    "$A$ is falsely called symmetric.",
    "$A$ is so-called symmetric.",
    'What they call "symmetric" does not apply to $A$.',
    "$A$ is symmetric? No.",
    "$A$ is symmetric (hopefully).",
    "$A$ is symmetric in theory.",
    "$A$ is symmetric except for its last row.",
    "$A$ is a symmetric matrix plus noise.",
    "$A$ is the covariance matrix between $X$ and $Y$.",
    "$A$ is the kernel matrix of two point sets.",
    "Everyone knows that $A$ is symmetric.",
    "It would be wrong to think that $A$ is symmetric.",
    "We want $A$ to be symmetric.",
    "Make $A$ symmetric first.",
    "Prove or disprove: $A$ is symmetric.",
    "By definition, $A$ is symmetric if $A=A^T$.",
    "Symmetric matrices satisfy $A=A^T$.",
    "The condition $A=A^T$ is needed.",
    "The condition $A=A^T$ fails.",
    "I wonder about $A=A^T$.",
    "The matrix $A$ used to be symmetric.",
    "The case where $A$ is symmetric is easy.",
    "Textbooks only treat matrices $A$ with $A=A^T$.",
    "My friend's $A$ is symmetric.",
    "The matrix $A$ comes from a Gaussian process and is a kernel matrix.",
    "Question: $A$ is symmetric?",
    "Error: $A$ is symmetric.",
    "Claim: $A$ is symmetric.",
    "$A$ is symmetric, isn't it?",
    "Update: I was wrong, $A$ is symmetric.",
    r"$A\overset{?}{=}A^T$.",
    r"$\text{if }A=A^T$.",
    "It is wrong that $A$ is symmetric.",
    "Is it true that $A$ is symmetric?",
    "Here $A$ is symmetric on its diagonal.",
    "Here $A$ is a covariance matrix square root.",
    "Here $A$ is a covariance factor.",
    "Here $A$ is the covariance matrix inverse factor.",
    "Here $A$ is a diagonal dominant matrix.",
    "Here $A$ is a diagonal dominance matrix.",
    "Here $A$ is a diagonal scaled matrix.",
    "Here $A$ is a diagonal submatrix of something.",
    "Here $A$ is a symmetric looking matrix.",
    "Here $A$ is a symmetric game payoff matrix.",
    "Here $A$ is a symmetric half of the system.",
    "Here $A$ is a symmetric positive definite kernel factor.",
    "Here $A$ is a symmetric function of the data.",
    "Here $A$ is a symmetric permutation of the matrix.",
    "Here $A$ is a precision matrix column.",
    "Here $A$ is the kernel matrix $k(X,Y)$.",
    "Here $A$ is the correlation of $X$ and $Y$.",
    "Here $A$ is a kernel matrix of an asymmetric kernel.",
    "Here $A$ is the graph Laplacian of a directed graph.",
    "What would be the gradient if $A$ is symmetric?",
    "We have to show that $A$ is symmetric.",
    "$A$ is symmetric, right?",
    "Show that $A=A^T$.",
    "It is wrong that $A=A^T$.",
    "Is it true that $A=A^T$?",
    "$A=A^T$?",
    "Find all $A$ with $A=A^T$.",
    "Is there $A$ such that $A=A^T$?",
    "How can I determine that $A$ is symmetric?",
    "Do we need that $A$ is symmetric?",
    "The function is given, and it is wrong that $A$ is symmetric.",
    "What is the gradient if it is wrong that $A$ is symmetric?",
    "It is wrong that $B$ is diagonal and $A$ is symmetric.",
)
QUESTIONS = (  # as people ask them: what they say is needed, and the claim is right
    r"I am working on a project in which I have to minimise the energy $E(x) = x^TKx - "
    r"f^Tx$, where $K$ is the symmetric stiffness matrix. Is the gradient $2Kx - f$?",
    r"In my lecture notes there is the function $f(x)=\frac12 x^TQx+c^Tx$ with a symmetric "
    r"matrix $Q\in\mathbb{R}^{n\times n}$. The notes say that $\nabla f(x)=Qx+c$. Why?",
    r"Hello everybody, I am stuck on the following exercise. Let $A\in\mathbb R^{n\times n}$"
    r" be a symmetric matrix and $f:\mathbb R^n\to\mathbb R$, $f(x)=x^TAx$. Show that "
    r"$\nabla f(x)=2Ax$.",
    r"Consider the multivariate normal log-likelihood $\ell(\mu) = -\frac12 "
    r"(x-\mu)^T\Sigma^{-1}(x-\mu)$, where $\Sigma$ is the covariance matrix (so it is "
    r"symmetric). Is $\nabla_\mu \ell = \Sigma^{-1}(x-\mu)$?",
    r"Suppose we have data $y$ and a symmetric positive definite weight matrix $W$. The "
    r"weighted loss is $L(b) = (y-Xb)^TW(y-Xb)$. I get $-2X^TW(y-Xb)$ for the gradient. "
    r"Correct?",
    r"For a symmetric matrix $A$, I want to find the gradient of the Rayleigh quotient "
    r"$R(x)=\frac{x^TAx}{x^Tx}$. I think that it is $\frac{2}{x^Tx}(Ax-R(x)x)$.",
    r"Given: $P$ symmetric, $f(x) = x^TPx + q^Tx + r$. Claim: $\nabla f = 2Px + q$. Is it "
    r"true?",
    r"Let $V(x)=x^TPx$ be a Lyapunov function with $P=P^T\succ0$. Is $\nabla V = 2Px$?",
    r"If $Q$ is a symmetric matrix, how do I show that the gradient of $x^TQx$ is $2Qx$?",
    r"Say we have the quadratic form $x^TAx$ where $A$ is an $n$ by $n$ symmetric matrix of "
    r"real numbers. Is its gradient $2Ax$?",
    r"I'm reading a paper on optimal control where the cost is $J(u)=u^TRu+x^TQx$ with $R$ "
    r"and $Q$ symmetric. Is $\partial J/\partial u = 2Ru$?",
    r"Find $\nabla_x\, x^TAx$, $A$ being symmetric. I got $2Ax$.",
    r"What is the gradient of $f(x)=x^TAx$ at $x$, assuming symmetric $A$? Is it $2Ax$?",
    r"What is the derivative of $x^TAx$ with respect to $x$ given that $A$ is symmetric? Is "
    r"it $2Ax$?",
    r"Assume $A$ is a real symmetric $n \times n$ matrix and $x$ is a column vector of "
    r"length $n$. Is it true that the gradient of $x^TAx$ is $2Ax$?",
    r"Let $A$ be an $n\times n$ real symmetric matrix, let $b\in\mathbb{R}^n$, and define "
    r"$f(x)=\frac12x^TAx-b^Tx$. Is $\nabla f(x)=Ax-b$?",
    r"In linear regression with correlated errors we minimise "
    r"$(y-X\beta)^T\Omega(y-X\beta)$. The matrix $\Omega$ is symmetric because it is the "
    r"inverse of a covariance matrix. Is the gradient $-2X^T\Omega(y-X\beta)$?",
    r"Here's my question: for $f(x)=x^TAx$ (with $A$ symmetric), is $\nabla f=2Ax$?",
    r"Let $f(x)=x^TAx$, $A^T=A$. Is $\nabla f=2Ax$?",
    r"Let $f(x)=x^TAx$ for all $x\in\mathbb{R}^n$, with some fixed symmetric "
    r"$A\in\mathbb{R}^{n\times n}$. Is $\nabla f=2Ax$?",
    r"Let $f(x)=x^T\Sigma x$ where $\Sigma\in\mathbb{S}^n_{++}$ denotes the covariance of "
    r"the returns. Is $\nabla f=2\Sigma x$?",
    r"We approximate the loss by $m(p)=g^Tp+\frac12p^TBp$, where $B$ is a symmetric "
    r"approximation of the Hessian. Is $\nabla m=g+Bp$?",
    r"$A$ is a symmetric matrix with real entries. $f(x)=x^TAx$. $\nabla f = 2Ax$?",
    r"Suppose that $A$ is symmetric. Then, by the product rule, I get $\nabla (x^TAx) = "
    r"2Ax$. Is that right?",
    r"f(x) = x'Ax, A symmetric. Is the gradient 2Ax?",
    r"f(x) = x^T A x where A is a symmetric matrix. Is grad f = 2Ax?",
    r"Let A be symmetric and f(x) = x^T A x. Is df/dx = 2Ax?",
    r"Let $L$ be the Laplacian of an undirected graph and $f(x)=x^TLx$. Is $\nabla f=2Lx$?",
    r"Let $f(x)=\|Px\|^2$ with $P$ an orthogonal projection. Is $\nabla f=2Px$?",
    r"With symmetric invertible $A$ and $f(x)=x^TA^{-1}x$, is $\nabla f=2A^{-1}x$?",
)


def verdict(words: str) -> str:
    reply = ask(rf"Let $f(x)=x^TAx$. {words} Is $\nabla f=2Ax$?")
    (status,) = {each.status for each in reply.claims}
    return status


@pytest.mark.parametrize("words", ESTABLISHING)
def test_what_is_said_plainly_is_established(words: str) -> None:
    assert verdict(words) == "right"


@pytest.mark.parametrize("text", QUESTIONS)
def test_what_questions_say_in_passing_is_established(text: str) -> None:
    assert any(each.is_right for each in ask(text).claims)


@pytest.mark.parametrize("words", LEFT_OPEN)
def test_what_is_only_mentioned_is_not(words: str) -> None:
    assert verdict(words) in ("undecided", "wrong")


def test_what_is_mentioned_is_said_and_makes_a_claim_conditional() -> None:
    reply = ask(r"Let $f(x)=x^TAx$. $A$ is rarely symmetric. Is $\nabla f=2Ax$?")
    (claim,) = reply.claims
    assert claim.status == "undecided"
    assert claim.words.startswith("it is right if A is symmetric")
    assert any(
        line.startswith("A is not taken to be symmetric") for line in reply.to_json()["understood"]
    )


@pytest.mark.parametrize(
    ("words", "claim"),
    [
        ("where the diagonal of $X$ is zero", "-X^{-2}dX"),
        ("where $X$ is block diagonal", "-X^{-2}dX"),
    ],
)
def test_a_part_of_a_matrix_is_not_the_matrix(words: str, claim: str) -> None:
    reply = ask(rf"Let $f(X)=X^{{-1}}$ {words}. Is $df={claim}$?")
    assert not any(each.is_right for each in reply.claims)


def test_orthogonal_columns_do_not_make_a_matrix_orthogonal() -> None:
    reply = ask(r"Let $f(x)=\|Ax\|$ with $A$ having orthogonal columns. Is $\nabla f=x/\|x\|$?")
    assert not any(each.is_right for each in reply.claims)


@pytest.mark.parametrize(
    "words",
    [
        "where $A$ or $B$ is symmetric",
        "at least one of $A$ and $B$ is symmetric",
        "with exactly one of $A$, $B$ symmetric",
        "with all matrices but $B$ symmetric",
        "every matrix except $B$ is symmetric",
    ],
)
def test_one_of_two_is_not_both(words: str) -> None:
    reply = ask(rf"Let $f(x)=x^TAx+x^TBx$, {words}. Is $\nabla f=2Ax+2Bx$?")
    assert not any(each.is_right for each in reply.claims)
    assert str(reply.results["x"]) == "(A + A' + B + B')*x"


@pytest.mark.parametrize(
    "words",
    [
        "Show that $A$ is orthogonal.",
        "We have to show that $A^TA=I$.",
        "It is wrong that $A^TA=I$.",
        "How to find $A$ with $A^TA=I$?",
        "Here $A$ is a random rotation of $B$.",
        "Here $A$ is a permutation of $B$.",
        "Here $A$ is an orthogonal design matrix.",
        "Here $A$ is an orthogonal basis matrix.",
        "Here $A$ is an orthogonal iteration matrix.",
        "Here $A$ is a unitary invariant norm matrix.",
        "Here $A$ is a rotation averaged matrix.",
    ],
)
def test_what_is_not_said_to_be_orthogonal_is_not(words: str) -> None:
    reply = ask(rf"Let $f(x)=\|Ax\|^2$. {words} Is $\nabla f=2x$?")
    assert not any(each.is_right for each in reply.claims)


@pytest.mark.parametrize(
    "words",
    [
        "a positive and negative vector",
        "a positive example",
        "a positive sample",
        "a vector of the positive class",
    ],
)
def test_a_positive_example_is_no_positive_vector(words: str) -> None:
    reply = ask(rf"Let $f(x)=\|x\|_1$ where $x$ is {words}. Is $\nabla f=\mathbf 1$?")
    assert not any(each.is_right for each in reply.claims)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(s)=\|s\odot x\|^2$. If the entries of $s$ are $\pm1$, things are easy. "
        r"Is $\nabla_x f=2x$?",
        r"Let $f(x)=\|m\odot x\|^2$ where $m$ is a mask of weights. Is $\nabla_x f=2m\odot x$?",
    ],
)
def test_entries_are_only_what_the_text_says_of_them(text: str) -> None:
    assert not any(each.is_right for each in ask(text).claims)


@pytest.mark.parametrize("words", ["with skew $A$", "where $A$ is skew", "$A$ skew"])
def test_skew_is_skew_symmetric(words: str) -> None:
    (claim,) = ask(rf"Let $f(x)=x^TAx$, {words}. Is $\nabla f=0$?").claims
    assert claim.is_right


def test_each_name_of_a_list_is_looked_at_by_itself() -> None:
    text = "The loss is \N{LEFT WHITE SQUARE BRACKET}1\N{RIGHT WHITE SQUARE BRACKET} and "
    text += "\N{LEFT WHITE SQUARE BRACKET}3\N{RIGHT WHITE SQUARE BRACKET} is one-hot."
    begin = text.index("one-hot")
    places = [text.index("\N{LEFT WHITE SQUARE BRACKET}" + number) for number in "13"]
    found = [standing(text, place, begin, begin + len("one-hot")) == STATED for place in places]
    assert found == [False, True]


def test_what_a_loss_is_for_is_stated() -> None:
    reply = ask(
        r"With $p = \mathrm{softmax}(z)$ the loss is the cross entropy $L = -\sum_k y_k \log p_k$ "
        r"for a one-hot target $y$. What I have so far: $\frac{\partial L}{\partial z} = p - y$."
    )
    assert reply.claims[0].is_right


def test_a_function_of_a_supposed_network_is_one() -> None:
    reply = ask(
        r"Suppose we have a net $h = \sigma(Wx)$, with $\sigma$ applied elementwise, and loss "
        r"$L=\frac12\|h-y\|^2$. What is $\frac{\partial L}{\partial W}$?"
    )
    assert [*reply.results] == ["W"]


@pytest.mark.parametrize(
    "text",
    [
        "What is the gradient of $x^TAx$ by $x$? (a quadratic form; $A$ is symmetric.) I am lost.",
        "Lagrangian: $f(x) = x^TAx$ with A symmetric. Derivative with respect to x?",
        "Let $A$ be a symmetrical matrix. What is the gradient of $x^TAx$ by $x$?",
        "Portfolio variance $x^TAx$, $A$ symmetric. What is the gradient with respect to $x$?",
        "$f(x) = x^TAx$ (my oscillation), $A$ symmetric. What is the gradient by $x$?",
    ],
)
def test_titles_and_asides_leave_a_fact_as_it_is(text: str) -> None:
    assert str(ask(text).results["x"]) == "2*A*x"


RNN = r"\mathbb{R}^{n\times n}"
AB = "f(x)=x^TAx+x^TBx"


@pytest.mark.parametrize(
    "text",
    [
        rf"Let $A\in\mathbb{{R}}^{{n\times n}}$, $B$ symmetric, ${AB}$.",
        rf"Let $A,B\in\mathbb{{R}}^{{n\times n}}$, $B$ symmetric, and ${AB}$.",
        rf"Let ${AB}$, $A,B\in\mathbb{{R}}^{{n\times n}}$, $B$ symmetric.",
        rf"Let $A\in{RNN}$, $B\in{RNN}$ symmetric, ${AB}$.",
        rf"Let ${AB}$ with symmetric $B$, $A$ general.",
        rf"Let ${AB}$ with symmetric $B$ and $A$ arbitrary.",
        rf"Let ${AB}$ with symmetric $B$ and $A$ square.",
        rf"Let ${AB}$. $B$ is symmetric, unlike $A$.",
        rf"Let ${AB}$. $B$ is symmetric and so is not $A$.",
    ],
)
def test_what_is_said_of_one_name_is_not_said_of_its_neighbour(text: str) -> None:
    reply = ask(rf"{text} Is $\nabla f=2Ax+2Bx$?")
    assert not any(each.is_right for each in reply.claims)
    assert str(reply.results["x"]) == "(A + A' + 2*B)*x"


@pytest.mark.parametrize(
    "text",
    [
        rf"Let $A\in{RNN}$ and $B\in{RNN}$ be symmetric, ${AB}$.",
        rf"Let ${AB}$ with symmetric $A$ and $B$.",
        rf"Let ${AB}$ with $A$, $B$ symmetric.",
    ],
)
def test_what_is_said_of_two_names_is_said_of_both(text: str) -> None:
    assert str(ask(f"{text} What is the gradient by $x$?").results["x"]) == "2*(A + B)*x"


@pytest.mark.parametrize(
    "words",
    [r"\text{if }c=3", r"\text{unless }c=3"],
)
def test_a_condition_inside_of_a_formula_is_one(words: str) -> None:
    reply = ask(rf"Let $f(x)=cx^Tx$; ${words}$ things are easy. Is $\nabla f=6x$?")
    assert not any(each.is_right for each in reply.claims)


@pytest.mark.parametrize(
    "text",
    [
        "- $A$: symmetric matrix\n- $x$: vector\n\n",
        "| $A$ | $n\\times n$ symmetric |\n\n",
    ],
)
def test_a_list_of_names_says_what_they_are(text: str) -> None:
    (claim,) = ask(rf"{text}Let $f(x)=x^TAx$. Is $\nabla f=2Ax$?").claims
    assert claim.is_right


def test_a_property_that_is_beside_a_name_in_unknown_words_decides_nothing() -> None:
    reply = ask(r"Let $f(x)=x^TAx$. The matrix $A$ used to be symmetric. Is $\nabla f=2Ax$?")
    assert [each.status for each in reply.claims] == ["undecided"]


@pytest.mark.parametrize(
    "text",
    [r"Line search on $f(x)=\frac12x^TQx$ ($Q$ symmetric): put $g(t)=f(x+td)$. Then"
     " $g'(t)=d^TQ(x+td)$.",
     r"Line search on $f(x)=\frac12x^TQx$ with $Q$ symmetric: put $g(t)=f(x+td)$. Then"
     " $g'(t)=d^TQ(x+td)$.",
     r"Let $f(x)=x^TAx$ with $A$ symmetric; set $h(x)=f(x)/2$. Then $\nabla h=Ax$.",
     r"Let $f(x)=x^TAx$ ($A$ symmetric), write $g(x)=3f(x)$. Is $\nabla g=6Ax$?"],
)  # fmt: skip
def test_what_is_put_behind_a_fact_leaves_it(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]
