r"""A base of logarithms that words state is that of every \log; one in doubt is asked."""

from __future__ import annotations

import pytest

import matgrad as mg

_ENTROPY = r"H(p) = -\sum_{i=1}^n p_i\log p_i"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [(rf"All logarithms are to base 2. Let ${_ENTROPY}$."
      r" Is $\frac{\partial H}{\partial p_i} = -(\log p_i + 1)$?", "wrong"),
     (rf"All logarithms are to base 2. Let ${_ENTROPY}$."
      r" Is $\frac{\partial H}{\partial p_i} = -(\log p_i + \log e)$?", "right"),
     (rf"Let ${_ENTROPY}$ with logs in base 2. Is $\nabla H = -\log p - 1$?", "wrong"),
     (rf"Let ${_ENTROPY}$ (in bits, i.e. log base 2). I claim $\nabla H = -\log p - 1$.", "wrong"),
     (rf"Using base-2 logarithms, the entropy is ${_ENTROPY}$. Is $\nabla H=-\log p-1$?", "wrong"),
     (r"Information is measured in bits, so $\log=\log_2$. $I(p)=-\log p$ gives $I'(p)=-1/p$.",
      "wrong"),
     (r"Let $f(x)=\log(1+x^2)$ with log to base 10. $f'(x)=\frac{2x}{1+x^2}$.", "wrong"),
     (r"Let f(x) = log(1+x^2), log base 10. Is f'(x) = 2x/(1+x^2)?", "wrong"),
     (r"Gain in dB: $G(x) = 20\log x$ (decadic logarithm). $G'(x) = 20/x$?", "wrong"),
     (r"Let $f(x)=\log^2x$, logs are decadic. I get $f'(x)=2\log x/x$.", "wrong"),
     (r"We use $\log$ for $\log_{10}$. $f(x)=\log x$; $f'(x)=1/x$.", "wrong"),
     (r"Let $f(x)=\log x$ (base 2). Is $f'(x)=\frac{1}{x\log 2}$?", "right"),
     (r"Let $f(x)=x\log x$ with $\log$ to base two. Is $f'(x)=\log x+\frac1{\ln 2}$?", "right"),
     (r"H(p) = -p log p - (1-p) log(1-p), where log is the binary logarithm."
      r" I get H'(p) = log((1-p)/p).", "right"),
     (r"We use $\log$ for the natural and $\log_2$ for the binary logarithm. $f(x)=\log x$. Is"
      r" $f'(x)=1/x$?", "right"),
     (r"Let $f(x)=\log x$ with the natural logarithm, not base 2. Is $f'(x)=1/x$?", "right"),
     (r"Let $f(x)=2^x\log x$, an exponential with base 2. Is $f'(x)=2^x\ln(2)\log x+2^x/x$?",
      "right")],
)  # fmt: skip
def test_a_stated_base_is_that_of_every_logarithm(text: str, verdict: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [verdict]


@pytest.mark.parametrize(
    "text",
    [r"Let $f(x)=\log x$. Is $f'(x)=1/x$? If the log is to base 2, is it $\frac{1}{x\ln 2}$?",
     r"Let $f(x)=\log x$, so $f'(x)=1/x$. With log base 2 one gets $\frac{1}{x\ln 2}$.",
     r"Let $f(x)=\log x$ where $\log$ is to the base $b$. Is $f'(x)=1/x$?",
     r"Let $f(x)=\log x$ (base 2). Is $f'(x)=\frac{\log_2 e}{x}$ and not $\log_2(x)$?",
     r"The decibel value is $D(x)=10\log(x)$. Is $D'(x)=10/x$?",
     r"H(p) = -p log p - (1-p) log(1-p) in bits. I get H'(p) = log((1-p)/p)."],
)  # fmt: skip
def test_a_base_that_is_not_settled_is_asked_about(text: str) -> None:
    reply = mg.ask(text)
    assert "base" in reply.questions[0]
    assert not {claim.status for claim in reply.claims} & {"right", "wrong"}
    assert "not given by an equation" not in reply.text("short")


def test_a_base_that_is_asked_about_last_changes_nothing_before() -> None:
    reply = mg.ask(r"Let $f(x)=\log x$. Is $f'(x)=1/x$? What changes if the log is to base 2?")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "not answered: “What changes if the log is to base 2?”" in reply.text("short")
