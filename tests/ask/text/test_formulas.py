"""Formulas as they are typed: dots between vectors, fractions, extremes, names with an index."""

from __future__ import annotations

import pytest

import matgrad as mg

_RESULTS = {
    "f(x) = a·x b·x, vectors a, b, x. gradient wrt x?": {"x": "(a'*x)*b + (b'*x)*a"},
    "g(x) = (a·x) b·x for vectors a,b,x. gradient wrt x?": {"x": "(a'*x)*b + (b'*x)*a"},
    "f(x) = x·a |x|^2 for vectors a and x. Gradient?": {"x": "2*(a'*x)*x + (x'*x)*a"},
    "f(x) = |x|^2 x·a for x in R^3. Gradient?": {"x": "2*(a'*x)*x + (x'*x)*a"},
    "f(x) = a.x + b. gradient wrt x?": {"x": "a"},
    "f(x) = x^T A x ÷ 2. gradient?": {"x": "(A + A')*x/2"},
    "f = @(x) 0.5*x'*A*x - b'*x. gradient?": {"x": "(A + A')*x/2 - b"},
    "f(x)=max_i x_i. gradient?": {"x": "onehot_max(x)"},
    "E(w) = λ/2 wᵀw. gradient w.r.t. w please": {"w": "lambda*w"},
    "f = (1/2n)||y - Xb||^2. gradient wrt b?": {"b": "-X'*(y - X*b)/n"},
    "KL = -1/2 sum_j (1 + log(s_j) - m_j^2 - s_j). Gradient wrt m.": {"m": "m"},
    "v = Vmax*S/(Km + S). dv/dS?": {"S": "K_m*V_max/(K_m + S)^2"},
    "P = V^2/R. dP/dR?": {"R": "-V^2/R^2"},
    "What's the derivative of the product of x^T a and b^T x wrt x": {"x": "(a'*x)*b + (b'*x)*a"},
    "gradient of the distance between Ax and b wrt x": {"x": "A'*(A*x - b)/norm2(A*x - b)"},
    "loss = (1/n) ||y - Xw||^2. dloss/dw?": {"w": "-2*X'*(y - X*w)/n"},
    r"$f(x)=\max_{i}(a_i^Tx+b_i)$. gradient?": {"x": "A'*onehot_max(A*x + b)"},
    r"$V=\frac{1}{2}k(x-x_0)^2$; force $F=-\frac{dV}{dx}$?": {"x": "k*(x - x0)"},
    r"$E(w)=\frac12\sum_{n=1}^N(t_n-w^T\phi(x_n))^2$. $\nabla E$?": {"w": "Phi'*(Phi*w - t)"},
    r"$L=\sum_n(\hat y_n-y_n)^2$ where $\hat y_n=w^\top x_n$. $\partial L/\partial w$?": {
        "w": "2*X'*(X*w - y)"
    },
    "gradient of the ratio of x^TAx to x^Tx wrt x, A symmetric": {
        "x": "2*(A*x - (x'*A*x)*x/(x'*x))/(x'*x)"
    },
    "Gradient wrt x of the sum of exp(a_i^T x) over i": {"x": "A'*exp(A*x)"},
    "derivative of tr(X^{1/2}) for X spd": {"X": "inv(sqrtm(X))/2"},
    "S(ρ) = -tr(ρ log ρ) (matrix logarithm), ρ positive definite. ∇S?": {
        "rho": "-(logm(rho) + I(n))"
    },
    "f(X) = ln|X| − tr(SX), X,S ≻ 0. ∂f/∂X?": {"X": "inv(X) - S"},
    "gradient of the mean of (Xw-y)^2 w.r.t. w": {"w": "2*X'*(X*w - y)/m"},
    "Z = sum_j exp(-E_j/T). F = -T log Z. dF/dE?": {"E": "softmax(-E/T)"},
}


@pytest.mark.parametrize("text", _RESULTS)
def test_what_is_typed_is_read(text: str) -> None:
    results = {name: str(value) for name, value in mg.ask(text).results.items()}
    assert results == _RESULTS[text]


@pytest.mark.parametrize(
    "words",
    ["is one-hot encoded", "is a one hot encoded label", "is one hot", "is a onehot vector"],
)
def test_one_hot_is_spelled_in_several_ways(words: str) -> None:
    text = f"L = -y . log(softmax(z)), y {words}. dL/dz = softmax(z) - y."
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
