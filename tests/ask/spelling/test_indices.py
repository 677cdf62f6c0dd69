import pytest

import matgrad as mg


def test_small_letters_with_two_indices_are_entries_of_a_matrix() -> None:
    text = (
        r"Let $f(x)=\sum_{i=1}^n\sum_{j=1}^na_{ij}x_ix_j$. "
        r"Then $\frac{\partial f}{\partial x_k}=\sum_ja_{kj}x_j+\sum_ia_{ik}x_i$."
    )
    reply = mg.ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_vector_with_the_same_letter_keeps_it() -> None:
    text = (
        r"What is the gradient of $\sum_{ij} x_i B_{ij} x_j + \sum_i a_i x_i$ with respect to $x$?"
    )
    assert "a" in mg.ask(text).problem.symbols  # type: ignore[union-attr]


def test_the_matrix_itself_may_stand_alone() -> None:
    loss = r"-\sum_i \log \frac{\exp(s_{ii})}{\sum_j \exp(s_{ij})}"
    reply = mg.ask(rf"Let $L = {loss}$. Gradient with respect to $S$?")
    assert list(reply.results) == ["S"]
    reply = mg.ask(r"Let $A = (a_{ij})$ and $f = \sum_{i,j} a_{ij}^2$. Gradient by $A$?")
    assert str(reply.results["A"]) == "2*A"


SAMPLES = (
    r"Let $J(\theta) = \frac{1}{2m}\sum_{i=1}^m (h_\theta(x^{(i)})-y^{(i)})^2$ with "
    r"$h_\theta(x)=\theta^Tx$. Then $\frac{\partial J}{\partial\theta_j} = "
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\frac1m\sum_{i=1}^m(h_\theta(x^{(i)})-y^{(i)})x_j^{(i)}", "right"),
        (r"\frac1m\sum_{i=1}^m(h_\theta(x^{(i)})-y^{(i)})x^{(i)}_j", "right"),
        (r"\frac2m\sum_{i=1}^m(h_\theta(x^{(i)})-y^{(i)})x_j^{(i)}", "wrong"),
    ],
)
def test_an_index_below_a_member_is_that_of_its_entry(claim: str, status: str) -> None:
    assert [each.status for each in mg.ask(f"{SAMPLES}{claim}$.").claims] == [status]


def test_an_index_that_nothing_binds_is_fixed() -> None:
    reply = mg.ask(
        r"In the M-step one maximises $$Q(\mu_k)=-\frac12\sum_{i=1}^n r_{ik}(x_i-\mu_k)^T"
        r"\Sigma_k^{-1}(x_i-\mu_k)$$ over $\mu_k$. I found $\frac{\partial Q}{\partial\mu_k}"
        r"=\Sigma_k^{-1}\sum_{i=1}^nr_{ik}(x_i-\mu_k)$ (of course $\Sigma_k$ is symmetric). "
        r"Setting this to zero gives $\mu_k=\frac{\sum_ir_{ik}x_i}{\sum_ir_{ik}}$. Right?"
    )
    assert [claim.status for claim in reply.claims] == ["right", "right"]
    assert "k is fixed" in reply.text("short")


def test_an_index_that_is_summed_over_is_not_fixed() -> None:
    reply = mg.ask(
        r"Let $Q = \sum_i\sum_k \gamma_{ik}\|x_i - \mu_k\|^2$. What is the gradient by $\mu_k$?"
    )
    assert "k is fixed" not in reply.text("short")


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"Let $f(w) = \sum_{n=1}^N(y_n - w^Tx_n)^2$ and $r_n = y_n - w^Tx_n$. "
         r"Is $\nabla f = -2\sum_n r_nx_n$?", ["right"]),
        (r"Let $f(w) = \sum_{n=1}^N(y_n - w^Tx_n)^2$ and $r_n = y_n - w^Tx_n$. "
         r"Is $\nabla f = -\sum_n r_nx_n$?", ["wrong"]),
        (r"Let $L = \sum_{t=1}^T(s_t - a^Tx_t)^2$ and $r_t = s_t - a^Tx_t$. "
         r"Is $\nabla_a L = -2\sum_t r_tx_t$?", ["right"]),
        (r"Let $E(w) = -\sum_{n=1}^N\{t_n\ln y_n + (1-t_n)\ln(1-y_n)\}$ with $y_n = "
         r"\sigma(w^T\phi_n)$. Is $\nabla E(w) = \sum_n(y_n - t_n)\phi_n$?", ["right"]),
    ],
)  # fmt: skip
def test_one_index_has_sums_with_and_without_limits(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses
