"""Claims about entries of a gradient and about directional derivatives; sizes in plain words."""

import pytest

from matgrad.app.ask import ask

QUADRATIC = "Let $f(x) = x^TAx$."
TRACE = r"Let $f(X) = \operatorname{tr}(X^TAX)$."


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (rf"{QUADRATIC} Is $\frac{{\partial f}}{{\partial x_k}} = \sum_j (a_{{kj}}+a_{{jk}})x_j$?",
         "right"),
        (rf"{QUADRATIC} Is $\frac{{\partial f}}{{\partial x_k}} = 2\sum_j a_{{kj}}x_j$?", "wrong"),
        (rf"{TRACE} Is $\frac{{\partial f}}{{\partial X_{{ij}}}} = "
         r"\sum_k (A_{ik}+A_{ki})X_{kj}$?", "right"),
        (r"Let $f(x) = \log\sum_i e^{x_i}$. I get $\frac{\partial f}{\partial x_k} = "
         r"\frac{e^{x_k}}{\sum_j e^{x_j}}$.", "right"),
        (r"Let $f = x^TAy$. I think $\frac{\partial f}{\partial a_{ij}} = x_iy_j$.", "right"),
        (r"Let $f = x^TAy$. I think $\frac{\partial f}{\partial a_{ij}} = y_ix_j$.", "wrong"),
        (rf"{QUADRATIC} I get $\langle\nabla f(x), h\rangle = x^T(A+A^T)h$.", "right"),
        (rf"{QUADRATIC} Then $\nabla f(x)^Th = 2x^TAh$.", "wrong"),
        (r"Let $f(x) = \|Ax-b\|^2$. I get $Df(x)[h] = 2(Ax-b)^TAh$.", "right"),
        (r"Let $f(X) = \log\det X$. I get $Df(X)[H] = \operatorname{tr}(X^{-1}H)$.", "right"),
        (r"Let $f(X) = X^{-1}$. I get $Df(X)[H] = -X^{-1}HX^{-1}$.", "right"),
        (r"Let $f(X) = X^{-1}$. I get $Df(X)[H] = X^{-1}HX^{-1}$.", "wrong"),
        ("Let RSS(b) = ||y - Xb||^2. Then dRSS/db = -2X'(y - Xb).", "right"),
        (r"Let $RSS(b) = \|y - Xb\|^2$. Then $\frac{\partial RSS}{\partial b} = 2X^T(y - Xb)$.",
         "wrong"),
    ],
)  # fmt: skip
def test_a_claim_about_a_part_of_the_derivative_is_checked(text: str, status: str) -> None:
    assert [claim.status for claim in ask(f"{text} Is it right?").claims] == [status]


def test_a_directional_derivative_is_given_besides() -> None:
    reply = ask(r"What is the directional derivative of $f(x) = x^TAx$ along $v$?")
    assert [str(d.answers["x"]) for d in reply.along] == ["x'*A'*v + x'*A*v"]
    assert "Directional derivative\n  f′(x; v) = " in str(reply)
    assert not reply.questions


def test_the_direction_of_a_directional_derivative_is_asked_for() -> None:
    reply = ask("What is the directional derivative of $f(x) = x^TAx$?")
    assert reply.questions == ["In which direction is the directional derivative taken?"]


@pytest.mark.parametrize(
    ("words", "shape"),
    [
        ("Let A be 2x3.", "2×3"),
        ("A is a 3 by 2 matrix.", "3×2"),
        ("Here A is an m-by-k matrix.", "m×k"),
        ("Let $A$ be in $\\mathbb{R}^{m\\times k}$.", "m×k"),
        ("$b$ is in $\\mathbb{R}^3$ and $x$ is a $2$-dimensional vector.", "3×2"),
        ("Let b be in R^3 and x in R^5.", "3×5"),
        ("Let x have length k.", "n×k"),
    ],
)
def test_sizes_are_read_in_plain_words(words: str, shape: str) -> None:
    reply = ask(f"{words} What is the gradient of ||Ax - b||^2 with respect to x?")
    assert reply.problem is not None
    assert str(reply.problem.symbols["A"].shape) == shape


@pytest.mark.parametrize(
    "words",
    ["with A, B symmetric", "for symmetric A, B", "with A and B both symmetric"],
)
def test_a_fact_is_said_of_all_in_a_list(words: str) -> None:
    reply = ask(f"What is the gradient of x'Ax + x'Bx with respect to x {words}?")
    assert str(reply.results["x"]) == "2*(A + B)*x"


FACTORS = r"$L=\sum_{i,j}(M_{ij}-u_i^Tv_j)^2+\lambda\sum_i\|u_i\|^2$"


@pytest.mark.parametrize(
    ("text", "variable", "status"),
    [
        (rf"{FACTORS}. $\partial L/\partial u_i=-2\sum_j(M_{{ij}}-u_i^Tv_j)v_j+2\lambda u_i$?",
         "U", "right"),
        (rf"{FACTORS}. $\partial L/\partial u_i=-2\sum_j(M_{{ij}}-u_i^Tv_j)v_j+\lambda u_i$?",
         "U", "wrong"),
        (rf"{FACTORS}, where $u_i$ are the rows of $U$ and $v_j$ the rows of $V$. "
         r"$\partial L/\partial v_j=-2\sum_i(M_{ij}-u_i^Tv_j)u_i$?", "V", "right"),
        (r"k-means: $J=\sum_{i=1}^n\sum_{k=1}^Kr_{ik}\|x_i-\mu_k\|^2$. Show "
         r"$\frac{\partial J}{\partial\mu_k}=2\sum_ir_{ik}(\mu_k-x_i)$.", "M", "right"),
        (r"$E=\sum_{i=1}^n\|x_i-\mu\|^2$ with $x_i$ the columns of $X$. "
         r"$\partial E/\partial x_i=2(x_i-\mu)$?", "X", "right"),
        (r"Let $f=\sum_k\log(1+\exp(-y_kw^Tx_k))$. What's the gradient wrt $x_k$? I get "
         r"$-\frac{y_kw}{1+\exp(y_kw^Tx_k)}$.", "X", "right"),
        (r"$S=\sum_{i,j}w_{ij}\|x_i-x_j\|^2$ with $w$ symmetric. Show "
         r"$\partial S/\partial x_i=4\sum_jw_{ij}(x_i-x_j)$.", "X", "right"),
        (r"$S=\sum_{i,j}w_{ij}\|x_i-x_j\|^2$ with $w$ symmetric. Show "
         r"$\partial S/\partial x_i=2\sum_jw_{ij}(x_i-x_j)$.", "X", "wrong"),
    ],
)  # fmt: skip
def test_a_claim_about_a_member_of_a_sum_is_checked(text: str, variable: str, status: str) -> None:
    reply = ask(text)
    assert list(reply.results) == [variable]
    assert [claim.status for claim in reply.claims] == [status]


ENTRIES = [
    (r"Let $p=\mathrm{softmax}(z)$. Is it true that $\frac{\partial p_i}{\partial z_i}=p_i(1-p_i)$ "
     r"and $\frac{\partial p_i}{\partial z_j}=-p_ip_j$ for $i\ne j$?", ["right", "right"]),
    ("p_i = exp(z_i)/sum_j exp(z_j). Then ∂p_i/∂z_i = p_i(1-p_i) and ∂p_i/∂z_j = p_i p_j for "
     "i ≠ j. Correct?", ["right", "wrong"]),
    (r"Softmax $p_i=\frac{e^{z_i}}{\sum_k e^{z_k}}$. $\frac{\partial p_i}{\partial z_i}=p_i^2$?",
     ["wrong"]),
    (r"Let $f(x)=\sum_i x_i^2+(\sum_i x_i)^2$. Then $\frac{\partial^2f}{\partial x_i\partial x_j}"
     r"=2$ for $i\neq j$.", ["right"]),
    (r"Let $f(x)=\sum_i x_i^2+(\sum_i x_i)^2$. Then $\frac{\partial^2f}{\partial x_i\partial x_j}"
     r"=4$ for $i\neq j$.", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), ENTRIES, ids=range(len(ENTRIES)))
def test_entries_on_and_beside_the_diagonal(text: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert not reply.unused


@pytest.mark.parametrize(("given", "status"), [
    (r"\sum_{i}P_{ij} = 1", "undecided"),
    (r"P\mathbf{1} = \mathbf{1}", "wrong"),  # of the rows; the entry is the sum of a column
    (r"P^T\mathbf{1} = \mathbf{1}", "right"),
])  # fmt: skip
def test_an_entry_that_rests_on_an_equation_is_compared_with_it(given: str, status: str) -> None:
    claim = r"\frac{\partial g}{\partial x_j} = 1"
    text = rf"$g(x) = \sum_{{i,j}} P_{{ij}} x_j$ where ${given}$. Is ${claim}$?"
    assert [each.status for each in ask(text).claims] == [status]


def test_the_sum_of_all_entries_is_not_that_of_each_row() -> None:
    text = r"$g(c) = \sum_{i,j} P_{ij} c$ where $\sum_{i,j} P_{ij} = 1$. Is $g'(c) = 1$?"
    reply = ask(text)
    assert "simplex" not in reply.text("short")
    assert [each.status for each in reply.claims] != ["wrong"]


def test_no_matrix_is_supposed_to_be_on_the_simplex_of_vectors() -> None:
    q = r"\frac{(1+\|y_i-y_j\|^2)^{-1}}{\sum_{k\neq l}(1+\|y_k-y_l\|^2)^{-1}}"
    claim = r"4\sum_j (p_{ij}-q_{ij})(y_i-y_j)(1+\|y_i-y_j\|^2)^{-1}"
    text = (
        rf"$C = \sum_{{i\ne j}} p_{{ij}}\log\frac{{p_{{ij}}}}{{q_{{ij}}}}$, $q_{{ij}} = {q}$, with "
        r"$P$ symmetric with $\sum_{i\ne j} p_{ij} = 1$. Show $\frac{\partial C}{\partial y_i} "
        rf"= {claim}$."
    )
    assert [each.status for each in ask(text).claims] == ["undecided"]


EXAMPLES = [
    (rf"{TRACE} Then $\frac{{\partial f}}{{\partial X_{{ij}}}} = 2\sum_k A_{{ik}}X_{{kj}}$.", "ij"),
    (r"Let $f(x) = \sum_i x_i^3$. Is $\frac{\partial f}{\partial x_k} = 2x_k^2$?", "k"),
    (rf"{QUADRATIC} Is $\frac{{\partial^2 f}}{{\partial x_i\partial x_j}} = A_{{ij}}$?", "ij"),
    (r"Let $f = \sum_i \|x_i - \mu\|^2$ with $x_i\in\mathbb{R}^d$. Then "
     r"$\frac{\partial f}{\partial x_k} = x_k - \mu$.", "k"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "indices"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_a_wrong_formula_for_entries_is_shown_at_one_of_them(text: str, indices: str) -> None:
    (claim,) = ask(text).claims
    assert claim.is_wrong
    assert claim.report
    assert claim.report.counterexample
    inputs = claim.report.counterexample.inputs
    assert [name for name in inputs if name in indices] == [*indices]
    assert not {"v", "V"} & {*inputs}
    assert "weights" not in claim.words


SHIFTED = [
    (r"Let $f(x)=\sum_{k=1}^{n-1}(x_{k+1}-x_k)^2$. For interior $k$ I get "
     r"$\frac{\partial f}{\partial x_k} = 2(2x_k - x_{k-1} - x_{k+1})$.", "right", "for 1 < k < n"),
    (r"$V(q)=\frac12\sum_{i=1}^{n-1}(q_{i+1}-q_i)^2$. I think $\frac{\partial V}{\partial q_j}"
     r"=2q_j-q_{j+1}-q_{j-1}$ for $1<j<n$.", "right", "for 1 < j < n"),
    (r"Let $f(x)=\sum_{i=1}^{n-1}x_ix_{i+1}$. Then $\frac{\partial f}{\partial x_k} = "
     r"x_{k-1}-x_{k+1}$ for $2\le k\le n-1$.", "wrong", "for 1 < k < n"),
    ("f(x) = sum_{k=2}^n (x_k - x_{k-1})^2. I think df/dx_k = 2(x_k - x_{k-1}) - "
     "2(x_{k+1} - x_k).", "right", "for 1 < k < n"),
    ("S = sum_{t=2}^T (b_t - b_{t-1})^2. I think the derivative of S wrt b_t is 2(b_t - b_{t-1}).",
     "wrong", "for 1 < t"),
    (r"Let $f(x)=\sum_{i=1}^{n-1} x_i x_{i+1}$. Then $\partial f/\partial x_i = x_{i+1}$.",
     "wrong", "for i < n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status", "words"), SHIFTED, ids=range(len(SHIFTED)))
def test_shifted_indices_are_judged_where_they_exist(text: str, status: str, words: str) -> None:
    (claim,) = ask(text).claims
    assert (claim.status, claim.words.partition(";")[0]) == (status, words)


FREE = [
    (r"$p=\operatorname{softmax}(z)$. What is the Jacobian? I think it is $p_i(\delta_{ij}-p_j)$.",
     "right", "as the entry in row i and column j"),
    (r"$p=\operatorname{softmax}(z)$. What is the Jacobian? I think it is $p_i(\delta_{ij}-p_i)$.",
     "wrong", "as the entry in row i and column j"),
    (r"$p=\operatorname{softmax}(z)$. $\partial p_i/\partial z_j$ has to be "
     r"$p_i(\delta_{ij}-p_j)$.", "right", ""),
    (r"$f(x)=\sum_ix_i^4$. What is the gradient? I think it is $4x_i^3$.", "right",
     "as the entry i"),
    (r"$f(x)=x^TAx$. What is the gradient? I get $\sum_j(A_{ij}+A_{ji})x_j$.", "right",
     "as the entry i"),
    (r"$\mu=\frac1N\sum_ix_i$, $y_i=\gamma(x_i-\mu)$, $\delta_i=\frac{\partial L}{\partial y_i}$. "
     r"Is $\frac{\partial L}{\partial x_i}=\gamma(\delta_i-\frac1N\sum_j\delta_j)$?", "right", ""),
    (r"Let $f(X)=\operatorname{tr}(AX)$. The gradient is $A_{ij}$.", "undecided",
     "it is the entry in row j and column i, and not that in row i and column j"),
    (r"$f(w)=\sum_i(y_i-w^Tx_i)^2$. I get $\nabla f=-2(y_i-w^Tx_i)x_i$.", "not checked",
     "y_i is not declared"),  # one sample of many
]  # fmt: skip


@pytest.mark.parametrize(("text", "status", "words"), FREE, ids=range(len(FREE)))
def test_formulas_with_free_indices_are_those_of_entries(
    text: str, status: str, words: str
) -> None:
    (claim,) = ask(text).claims
    assert (claim.status, claim.words.partition(";")[0]) == (status, words)


SCALED = r"Temperature scaling: $p_k = \exp(z_k/T)/\sum_j \exp(z_j/T)$. Is "


@pytest.mark.parametrize(
    ("claim", "status", "words"),
    [
        (r"$\frac{\partial p_k}{\partial T} = -\frac{1}{T^2} p_k (z_k - \sum_j p_j z_j)$", "right",
         ""),
        (r"$\frac{\partial p_k}{\partial T} = \frac{p_k}{T^2}(z_k - \sum_j p_j z_j)$", "wrong",
         "the sign is wrong"),
        (r"$\frac{\partial p_k}{\partial z_j} = \frac1T p_k(\delta_{kj} - p_j)$", "right", ""),
        (r"$\frac{\partial p_k}{\partial z_j} = p_k(\delta_{kj} - p_j)$", "wrong",
         "the factor 1/T is missing"),
    ],
    ids=range(4),
)  # fmt: skip
def test_a_softmax_by_entries_with_a_temperature(claim: str, status: str, words: str) -> None:
    (found,) = ask(f"{SCALED}{claim}?").claims
    assert (found.status, found.words) == (status, words)
