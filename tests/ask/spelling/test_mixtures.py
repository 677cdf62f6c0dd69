"""Numbers of each kind, and what mixtures have that is not read."""

from matgrad.app.ask import ask


def test_how_many_there_are_of_each_kind_is_a_number() -> None:
    reply = ask(r"Let $Q = \sum_k N_k \log \pi_k$. What is the derivative by $\pi_k$?")
    assert str(reply.results["pi"]) == "n ./ pi"
    assert "N_k is a number for each k, called n_k" in reply.text("short")


def test_a_claim_with_them() -> None:
    text = r"$Q = \sum_k N_k \log \theta_k + \lambda(1 - \sum_k\theta_k)$. Is "
    claim = r"$\frac{\partial Q}{\partial\theta_k} = \frac{N_k}{\theta_k} - \lambda$?"
    assert [each.status for each in ask(text + claim).claims] == ["right"]


def test_another_matrix_for_each_member_is_asked_about() -> None:
    text = r"$\ell = \sum_{i} \log \sum_k \pi_k \mathcal{N}(x_i; \mu_k, \Sigma_k)$. Find "
    reply = ask(text + r"$\partial\ell/\partial x_i$.")
    assert not reply.results
    assert "Σ_k is another matrix for each k" in reply.questions[0]
