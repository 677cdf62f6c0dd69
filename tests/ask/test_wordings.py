"""Questions as they were typed, which had been misread or asked back."""

import pytest

import matgrad as mg

SOFTMAX = "P = softmax(XW) (row-wise). L = -1/N sum(Y ⊙ log P)."
ANSWERS = [
    (f"{SOFTMAX} Y is one-hot. What is dL/dW?", {"W": "X'*(softmax_rows(X*W) - Y)/N"}),
    (f"{SOFTMAX} The rows of Y sum to one. What is dL/dW?", {"W": "X'*(softmax_rows(X*W) - Y)/N"}),
    (f"{SOFTMAX} What is dL/dW?", {"W": "X'*(Diag(Y*ones(k))*softmax_rows(X*W) - Y)/N"}),
    ("h = tanh(Wx) (applied elementwise), L = ||h - t||^2. Find dL/dW.",
     {"W": "2*((tanh(W*x) - t) .* (1 - tanh(W*x).^2))*x'"}),
    ("what's the jacobian of x -> A relu(Bx + c)?", {"x": "A*Diag(step(B*x + c))*B"}),
    (r"gradient of $X \to tr(AXB)$", {"X": "(B*A)'"}),
    (r"Find $\frac{d}{dt} e^{tA}b$.", {"t": "A*expm(t*A)*b"}),
    (r"Find $\frac{d}{dt} \det(e^{tA})$.", {"t": "tr(A)*exp(t*tr(A))"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answers"), ANSWERS, ids=range(len(ANSWERS)))
def test_the_answer(text: str, answers: dict[str, str]) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == answers


CLAIMS = [
    (r"If $Y = \operatorname{softmax}(X)$ row-wise, and $L$ a scalar with $\partial L/\partial Y = "
     r"G$, show that $\partial L/\partial X = Y\odot(G - (G\odot Y)\mathbf 1\mathbf 1^T)$",
     ["right"]),
    ("P = (I-KH)S(I-KH)^T + KRK^T. Show dtr(P)/dK = -2(I-KH)SH^T + 2KR. (S, R symmetric)",
     ["right"]),
    ("Is dlog(det(X))/dX = inv(X)?", ["wrong"]),
    ("dtr(AX)/dX = A'?", ["right"]),
    ("What is d/dt of exp(tA)x0? I think it's A exp(tA) x0.", ["right"]),
    (r"Let $x(t)=\exp(tA)x_0$. Is $x'(t) = A\exp(tA)x_0$?", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_the_verdict(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_a_verb_is_nobody_who_says_so() -> None:
    reply = mg.ask(r"Prove: $\nabla_X \operatorname{tr}(AX) = A^T$.")
    assert "(Prove)" not in reply.text()


def test_a_determinant_before_a_colon_is_the_function() -> None:
    reply = mg.ask(r"Determinant of the 2x2 matrix $\begin{bmatrix} a & b\\ c & d\end{bmatrix}$: "
                   "derivative with respect to $a$?")  # fmt: skip
    assert str(reply.problem and reply.problem.function) == "det([a, b; c, d])"


FURTHER = [
    (r"What is the derivative of $X \mapsto X^TX$? And of $X\mapsto XX^T$?", 2),
    (r"Gradient of $\log\det X$ by $X$? And $\operatorname{tr}(X^{-1})$?", 2),
    (r"Let $f(x,y)=x^TAy$. What is the gradient with respect to $x$? And $y$?", 1),
]


@pytest.mark.parametrize(("text", "count"), FURTHER, ids=range(len(FURTHER)))
def test_a_question_that_only_names_another_formula_is_answered(text: str, count: int) -> None:
    reply = mg.ask(text)
    assert len([*reply.derivations, *reply.further]) == count
    assert "Not used" not in reply.text()


def test_a_number_written_in_two_ways_is_the_function() -> None:
    reply = mg.ask(r"$\|AXB\|_F^2=\operatorname{tr}(B^TX^TA^TAXB)$. So the derivative by $X$ "
                   r"should be $2A^TAXBB^T$?")  # fmt: skip
    assert [claim.status for claim in reply.claims] == ["right", "right"]


UPSTREAM = [
    ("Linear layer: Y = X W^T + 1 b^T, X is N x d, W is k x d, b in R^k. Upstream gradient G = "
     "dL/dY (N x k). I have dL/dX = G W, dL/dW = G^T X, dL/db = G^T 1. Correct?", ["right"] * 3),
    ("In attention with O = A V and A = softmax(S) applied to each row, S = QK^T, I believe dL/dV "
     "= A^T G where G is the upstream gradient dL/dO. Can you confirm?", ["right"]),
    ("GCN: Z = A X W, A symmetric, G is dL/dZ. dL/dX = A G W^T, dL/dW = A G X^T. check",
     ["right", "wrong"]),
    ("Residual block: y = x + W2 relu(W1 x). Given g = dL/dy I'd say dL/dx = g + W1^T (W2^T g ⊙ "
     "1[W1 x > 0]). Right?", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), UPSTREAM, ids=range(len(UPSTREAM)))
def test_upstream_gradients_with_their_sizes(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


LOSSES = [
    ("Kernel ridge: J(α) = ||y - Kα||² + λ α'Kα, K kernel matrix. grad: -2K(y - Kα) + 2λKα.", "J"),
    ("Deep linear net f = W3 W2 W1 x, L = 1/2||f - y||^2. For W2 I get W3^T (f - y) (W1 x)^T; for "
     "W1: W3^T W2^T (f-y) x^T. right?", "L"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name"), LOSSES, ids=["J", "L"])
def test_what_is_called_a_loss_by_its_letter_is_the_function(text: str, name: str) -> None:
    reply = mg.ask(text)
    assert reply.problem and reply.problem.name == name
    assert reply.claims[0].status == "right"


def test_a_norm_is_that_of_a_vector() -> None:
    text = "Score matching loss L(W) = 1/2 ||W(x + σε) + ε/σ||^2, σ scalar. dL/dW?"
    found = {name: str(value) for name, value in mg.ask(text).results.items()}
    assert found == {"W": "(W*(sigma*epsilon + x) + epsilon/sigma)*(sigma*epsilon + x)'"}
