r"""A letter that is differentiated is the only function with that letter: D of D_{KL} = …."""

import pytest

from matgrad.app.ask import ask

NORMAL = (
    r"The divergence is $D_{KL} = \frac12\sum_{j=1}^d(\mu_j^2 + \sigma_j^2 - \log\sigma_j^2)$. "
)
ERROR = r"The loss is $L_{\mathrm{MSE}} = \frac1n\|Xw - y\|^2$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (NORMAL + r"I get $\partial D/\partial\mu_j = \mu_j$.", "right"),
        (NORMAL + r"I get $\frac{\partial D}{\partial\sigma_j} = \sigma_j - 1/\sigma_j$.", "right"),
        (NORMAL + r"I get $\partial D/\partial\mu_j = 2\mu_j$.", "wrong"),
        (ERROR + r"Is $\nabla_w L = \frac2n X^T(Xw - y)$?", "right"),
        (ERROR + r"Is $\frac{dL}{dw} = \frac2n (Xw - y)^TX^T$?", "wrong"),
    ],
)
def test_a_derivative_may_drop_the_word_below(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert any("the only function of that letter" in note for note in reply.understood.notes)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $L_{tot}(w) = \|w\|^2 + \|Lw\|^2$. Is $\nabla_w L = 2w + 2L^TLw$?",
        r"Let $L_{CE} = -y^T\log(p)$ and $L_{MSE} = \|y-p\|^2$. What is $\frac{dL}{dp}$?",
        r"The step is $w_{new} = w_{old} - \eta\frac{\partial L}{\partial w}$. What is it?",
        r"Let $L_{ij} = a_ib_j$. What is $\frac{\partial L}{\partial a}$?",
    ],
)
def test_a_letter_that_may_be_something_else_is_not_taken(text: str) -> None:
    assert not any("the only function" in note for note in ask(text).understood.notes)
