"""Claims of textbooks as people type them: right, and wrong with one thing changed."""

import pytest

from matgrad import ask

KALMAN = r"\operatorname{tr}\left((I-KH)P(I-KH)^T + KRK^T\right)"
CASES = [  # the text, how many claims it has, and a change that makes the last one wrong
    ("Kalman filter: the posterior covariance is P(K) = (I - KH) P0 (I - KH)^T + K R K^T, with P0 "
     "and R covariance matrices. Is the derivative of tr P with respect to K equal to "
     "-2 (I - KH) P0 H^T + 2 K R?", 1, ("2 K R?", "K R?")),
    (f"In the Kalman update we minimise ${KALMAN}$ over $K$, where $P$ is the prior covariance and "
     "$R$ the noise covariance. I get the gradient $2K(HPH^T+R) - 2PH^T$. Correct?", 1,
     ("- 2PH^T", "- PH^T")),
    ("PCA: maximise w'Sw / w'w where S is the sample covariance. Is the gradient "
     "2/(w'w) (Sw - (w'Sw)/(w'w) w)?", 1, ("gradient 2/", "gradient 1/")),
    ("Reconstruction error of PCA: L(W) = ||X - W W^T X||_F^2. I get -4 X X^T W + 2 W W^T X X^T W "
     "+ 2 X X^T W W^T W. Is it right?", 1, ("-4 X", "-2 X")),
    ("Poisson regression: log likelihood l(b) = sum_i (y_i x_i^T b - exp(x_i^T b)). Is the score "
     "X^T (y - exp(Xb))? And the Hessian -X^T diag(exp(Xb)) X?", 2, ("Hessian -X", "Hessian X")),
    ("Negative log likelihood of a Gaussian: nll = 0.5 * sum(logvar + (y - mu)^2 / exp(logvar)). "
     "Is dnll/dmu = (mu - y) / exp(logvar) and dnll/dlogvar = "
     "0.5 * (1 - (y - mu)^2 / exp(logvar))?", 2, ("0.5 * (1", "(1")),
    ("Ridge: J(w) = 1/(2n) ||Xw - y||^2 + lambda/2 ||w||^2. Is the gradient "
     "1/n X^T (Xw - y) + lambda w?", 1, ("1/n X", "2/n X")),
    ("VAE: ELBO = -1/(2 s^2) ||x - W z||^2 - 1/2 (mu^T mu + sum(exp(logvar)) - d - sum(logvar)). "
     "Is dELBO/dmu = -mu and dELBO/dlogvar = 1/2 (1 - exp(logvar))?", 2, ("= 1/2 (", "= (")),
    (r"Reverse KL: $KL(q\|p) = \sum_i q_i\log\frac{q_i}{p_i}$ with $q = \mathrm{softmax}(z)$. Is "
     r"$\partial KL/\partial z = q\odot(\log q - \log p - KL)$?", 1, ("- KL)", "+ KL)")),
    ("Focal loss: FL = -(1 - p)^g log(p), p = sigmoid(z). Is dFL/dz = "
     "(1-p)^g (g p log(p) + p - 1)?", 1, ("(g p log(p)", "(p log(p)")),
    ("Temperature: loss = logsumexp(logits / T) - logits_k / T. Is dloss/dT = "
     "(logits_k - sum_j p_j logits_j)/T^2 with p = softmax(logits/T)?", 1,
     ("/T^2 with", "/T with")),
    ("Heat equation PINN: u(x,t) = v^T tanh(w x + a t + b) with scalars x, t. Is u_t = "
     "v^T (a ⊙ (1 - tanh^2(w x + a t + b)))?", 1, ("v^T (a", "v^T (w")),
    ("PINN for y' = -y: trial y(t) = 1 + t N(t), N(t) = v^T sigmoid(w t + b). Is y' = N + t v^T "
     "(w ⊙ s ⊙ (1-s)) where s = sigmoid(wt+b)?", 1, ("y' = N + t", "y' = N - t")),
    (r"GP hyperparameters: $L(\theta) = \frac12 y^T K^{-1} y + \frac12 \log\det K$ with "
     r"$K = K(\theta)$. I have $dL/d\theta = -\frac12 a^T K' a + \frac12 "
     r"\operatorname{tr}(K^{-1} K')$ with $a = K^{-1} y$. Right?", 1, (r"= -\frac12 a", "= -a")),
    ("Student-t likelihood: l(mu) = -(nu + d)/2 log(1 + (x-mu)^T S^{-1} (x-mu) / nu), S the scale "
     "matrix (symmetric). Is dl/dmu = (nu + d)/(nu + (x-mu)^T S^{-1}(x-mu)) S^{-1}(x-mu)?", 1,
     ("dmu = (nu + d)", "dmu = nu")),
    (r"Probabilistic PCA: $L = -\frac N2(\log|C| + \operatorname{tr}(C^{-1}S))$ with "
     r"$C = WW^T+\sigma^2I$ and sample covariance $S$. Is $\partial L/\partial W = "
     "N(C^{-1}SC^{-1}W - C^{-1}W)$?", 1, ("= N(", "= 2N(")),
    ("Robust loss: f(r) = sum_i log(1 + r_i^2). Is the gradient 2 r / (1 + r^2)?", 1,
     ("gradient 2 r", "gradient r")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "count", "_"), CASES, ids=range(len(CASES)))
def test_right_claims_are_right(text: str, count: int, _: tuple[str, str]) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"] * count


@pytest.mark.parametrize(("text", "count", "change"), CASES, ids=range(len(CASES)))
def test_a_small_change_is_found(text: str, count: int, change: tuple[str, str]) -> None:
    assert change[0] in text
    statuses = [claim.status for claim in ask(text.replace(*change)).claims]
    assert statuses == ["right"] * (count - 1) + ["wrong"]
