"""Facts at the beginning, at the end, in brackets, in lists and behind remarks."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.understand import understand


@pytest.mark.parametrize(
    "text",
    [
        r"Hi, in my lecture notes there is $f(x)=\frac{1}{2}x^TQx+c^Tx$ with "
        r"$Q\in\mathbb{R}^{n\times n}$ symmetric, $c\in\mathbb{R}^n$. It says $\nabla "
        "f(x)=Qx+c$.",
        r"Let $Q\in\mathbb{R}^{n\times n}$ (symmetric), $c\in\mathbb{R}^n$ and "
        r"$f(x)=\frac12x^TQx+c^Tx$. Is $\nabla f=Qx+c$?",
        "Let f(x)=x'Ax. A is symmetric!! So grad f = 2Ax, right?",
        r"Assumptions: (i) $A$ is symmetric; (ii) $x\ne0$. Let "
        r"$R(x)=\frac{x^TAx}{x^Tx}$. Is $\nabla R=\frac{2(Ax-R(x)x)}{x^Tx}$?",
        r"Rayleigh quotient $R(x)=\frac{x^TAx}{x^Tx}$ for a symmetric matrix $A$. Show "
        r"$\nabla R=\frac{2}{x^Tx}(Ax-R(x)x)$.",
        r"We consider the energy functional $E(u)=\frac12u^TAu-b^Tu$ with a symmetric "
        "positive-definite system matrix $A$. Its gradient is $Au-b$, I believe.",
        "In PCA we maximise $J(w)=w^TSw$ where $S$ is the scatter matrix of the "
        r"centered data. Is $\nabla J=2Sw$?",
        r"LDA: $J(w)=\frac{w^TS_Bw}{w^TS_Ww}$ with between-class scatter matrix $S_B$ "
        r"and within-class scatter matrix $S_W$. Is $\nabla "
        r"J=\frac{2S_Bw-2J(w)S_Ww}{w^TS_Ww}$?",
        r"Let $S_1$ and $S_2$ be symmetric matrices. $f(w)=w^TS_1w-w^TS_2w$. $\nabla "
        "f=2(S_1-S_2)w$?",
        r"Let $A_1,A_2$ be symmetric and $f(x)=x^TA_1x+x^TA_2x$. Is $\nabla "
        "f=2A_1x+2A_2x$?",
        r"Let $\mathbf{A}$ be a symmetric matrix and "
        r"$f(\mathbf{x})=\mathbf{x}^T\mathbf{A}\mathbf{x}$. Is $\nabla "
        r"f=2\mathbf{A}\mathbf{x}$?",
        "Consider the quadratic programming problem with symmetric $H$: minimize "
        r"$q(x)=\frac12x^THx+f^Tx$. The gradient is $Hx+f$?",
        r"$q(x)=\frac12x^THx+f^Tx$ [$H$ symmetric]. Gradient: $Hx+f$. Correct?",
        r"Suppose $H$ is symmetric w.l.o.g. and $q(x)=\frac12x^THx$. Is $\nabla q=Hx$?",
        "We may assume without loss of generality that $H$ is symmetric. Let "
        r"$q(x)=\frac12x^THx$. Is $\nabla q=Hx$?",
        r"(All matrices here are symmetric.) Let $f(X)=\operatorname{tr}(AXBX)$ with "
        "$X$ unrestricted square. Let me ask something simpler: $g(x)=x^TAx$. Is "
        r"$\nabla g=2Ax$?",
        r"Let $g(x)=\frac12\|x\|_M^2=\frac12x^TMx$ where $M\succ0$. Then $\nabla "
        "g=Mx$?",
        "with M symmetric positive definite, let g(x) = 0.5*x'*M*x. gradient = M*x ?",
        "M - symmetric matrix, x - vector. g(x) = x'Mx. Is its gradient 2Mx?",
        "where M denotes a symmetric matrix, g(x)=x^T M x, find gradient. I got 2Mx.",
        r"Given matrix $A$ which is symmetric, $f(x)=x^TAx$. I obtained $\nabla "
        "f=2Ax$.",
        "Given that the matrix $A$ is symmetric, is the gradient of $f(x)=x^TAx$ equal to $2Ax$?",
        "Since $A$ is symmetric, the gradient of $f(x)=x^TAx$ is $2Ax$, correct?",
        r"Because the Hessian matrix $H$ is symmetric, the gradient of $\frac12p^THp$ "
        "with respect to $p$ is $Hp$?",
        r"If I have a symmetric matrix $A$ and $f(x)=x^TAx$, is $\nabla f=2Ax$?",
        "My matrix $A$ is symmetric. My function is $f(x)=x^TAx$. My gradient is $2Ax$. Is it OK?",
        "A is a symmetric matrix (A=A^T). Let f(x)=x^T A x. Then df/dx=2Ax.",
        r"$A$ is real and symmetric, $b$ real. $f(x)=x^TAx+b^Tx$. $\nabla f=2Ax+b$.",
        "f(x)=x^T A x where A satisfies A^T=A. is gradient 2Ax?",
        "Let $A$ be positive semidefinite, $f(x)=x^TAx$. Then the gradient equals $2Ax$.",
        r"Let $A\succeq 0$ and $f(x)=x^TAx$, so $\nabla f=2Ax$.",
        r"Let $0\prec A$ be symmetric and $f(x)=x^TAx$, so $\nabla f=2Ax$.",
        r"Let $C$ be a PSD matrix, $f(x)=x^TCx$. $\nabla f=2Cx$.",
        r"Let $A$ be an $n\times n$ Hermitian real matrix, $f(x)=x^TAx$. $\nabla "
        "f=2Ax$.",
        "Let $f(x)=x^TAx$. Here, the coefficient matrix $A$ can be taken symmetric. "
        r"Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$. Note: $A$ is symmetric. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$. Edit: A is symmetric. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$. I forgot to mention that $A$ is symmetric. Is $\nabla "
        "f=2Ax$?",
        r"Is $\nabla(x^TAx)=2Ax$? (A is symmetric.)",
        r"Is $\nabla(x^TAx)=2Ax$ given that $A$ is symmetric?",
        r"Verify: $\nabla_x(x^TAx)=2Ax$, $A=A^T$.",
        r"Let $p(x)\propto\exp(-\frac12x^T\Lambda x)$ be a Gaussian with precision "
        r"matrix $\Lambda$. Let $E(x)=\frac12x^T\Lambda x$. Is $\nabla E=\Lambda x$?",
        r"Score function of the Gaussian: $\log "
        r"p(x)=-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)+\text{const}$ so $\nabla_x\log "
        r"p(x)=-\Sigma^{-1}(x-\mu)$. Right?",
        "Consider a Gaussian distribution with density "
        r"$p(x)=c\exp(-\frac12(x-\mu)^TP(x-\mu))$, $c$ constant. Is "
        r"$\nabla_xp=-p(x)P(x-\mu)$?",
        "Multivariate normal: "
        r"$f(x)=(2\pi)^{-k/2}\det(\Sigma)^{-1/2}\exp(-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu))$. "
        r"Is $\nabla f=-f(x)\Sigma^{-1}(x-\mu)$?",
        r"If $X$ has a $N_p(\mu,\Sigma)$ distribution, its log density is, up to a "
        r"constant, $l(x)=-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)$. Is $\nabla "
        r"l=-\Sigma^{-1}(x-\mu)$?",
        r"Langevin dynamics with potential $U(x)=\frac12(x-m)^TC^{-1}(x-m)$ ($C$ = "
        r"covariance matrix). Is $\nabla U=C^{-1}(x-m)$?",
        r"$C$ = covariance matrix, $U(x)=x^TCx$, $\nabla U=2Cx$?",
        r"Let $\Sigma_{xx}$ be the covariance matrix of $x$ and "
        r"$f(a)=a^T\Sigma_{xx}a$. Is $\nabla f=2\Sigma_{xx}a$?",
        r"$L(W)=-\frac1n\operatorname{tr}(Y^T\log S)$, $S=\mathrm{softmax}(XW)$ "
        r"row-wise, rows of $Y$ one-hot. $\nabla_WL=\frac1nX^T(S-Y)$. Right?",
        "Let P be the inverse of a covariance matrix. f(x) = x^T P x /2. ∇f = Px.",
        r"$\frac{\partial \ln|\det(X^TX)|}{\partial X} = 2(X^+)^T$, where $X^+$ is the "
        "pseudoinverse and X has full column rank. Right?",
        "D is diagonal with entries d_i; f(x) = x^T D x. ∂f/∂x = 2Dx?",
        r"Let $L(W)=-\frac1n\operatorname{tr}(Y^T\log S)$ with "
        r"$S=\mathrm{softmax}(XW)$ taken over rows, where the rows of $Y$ are one-hot "
        r"vectors. Is $\nabla_WL=\frac1nX^T(S-Y)$?",
        r"Let $f(m)=a^Tm+(Am-b)^T(Am-b)$. Is $\nabla f=a+2A^T(Am-b)$?",
        "h(d) = g^Td + 1/2 (Ad - b)^T(Ad - b). Is grad h = g + A^T(Ad - b)?",
    ],
)
def test_a_fact_is_taken_wherever_it_stands(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


@pytest.mark.parametrize("words", ["a tall n by p", "a thin", "a rectangular"])
def test_the_form_of_a_matrix_leaves_what_is_said_of_it(words: str) -> None:
    said = f"X is {words} matrix with full column rank"
    text = f"What is the gradient of log det(X'X) w.r.t. X, when {said}?"
    assert understand(text).said.facts == {"X": {"full_column_rank"}}
