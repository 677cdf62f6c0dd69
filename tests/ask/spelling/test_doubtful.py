"""Signs and letters with two meanings are asked about."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"Let $L=e^{e}$ where $e=w^Tx-y$. What is $\partial L/\partial w$?", "2.718"),
        (r"Let $a, x\in\mathbb{R}^3$ and $f(x)=\|a\times x\|^2$. What is the gradient?", "cross"),
        ("1-D convolution y = w * x, L = ½‖y − t‖². dL/dw?", "Convolutions"),
        ("Let $f(x)=x^TAx$. What is the gradient of $\\nabla f$?", "made of a derivative"),
        (r"$s(\theta)=\sin\theta$ with $\theta$ in degrees. Then $s'(\theta)=\cos\theta$.", "180"),
        ("Let h(t) = 3 cos(t), all angles are measured in degrees. Is h'(t) = -3 sin(t)?", "180"),
        (r"Let $f(\theta)=\sin\theta$ (angles in deg). Is $f'(\theta)=\cos\theta$?", "180"),
        (r"$f(\alpha)=\tan\alpha$, where we use degrees. $f'(\alpha)=1+\tan^2\alpha$?", "180"),
        (r"$f(x)=\sin x$, where $x$ is given in degrees, not radians. $f'(x)=\cos x$?", "180"),
    ],
)
def test_what_may_mean_two_things_is_asked_about(text: str, said: str) -> None:
    reply = ask(text)
    assert not reply.derivations
    assert said in reply.questions[0]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $e=y-Xw$ and $L=e^Te$. What is $\partial L/\partial w$?",
        r"Let $A\in\mathbb{R}^{m\times n}$ and $L=\|Aw\|^2$. What is $\partial L/\partial w$?",
        r"Let $L=\sin(\frac{\pi w}{180})$ with $w$ in degrees. What is $\partial L/\partial w$?",
        r"Let $L=\sin w$ with $w$ in radians, not in degrees. What is $\partial L/\partial w$?",
    ],
)
def test_what_is_clear_is_answered(text: str) -> None:
    assert "w" in ask(text).results
