"""The distribution function and the density of the standard normal, named in words."""

import pytest

import matgrad as mg

PROBIT = r"$\ell(\beta)=\sum_i y_i\ln %s(x_i'\beta)+(1-y_i)\ln(1-%s(x_i'\beta))$ "
SAID = [
    r"Probit: " + PROBIT % (r"\Phi", r"\Phi") + "where Φ is the standard normal cdf. Score?",
    PROBIT % (r"\Phi", r"\Phi") + r"with $\Phi(\cdot)$ the CDF of the standard normal. Gradient?",
    PROBIT % ("F", "F") + "with F the standard normal distribution function. Gradient?",
    PROBIT % (r"\Phi", r"\Phi") + r"where $\Phi$ denotes the cdf of $N(0,1)$. Gradient?",
    PROBIT % (r"\Phi", r"\Phi")
    + r"with $\Phi$ the standard normal cdf, $\phi$ its density. Score?",
]
CLAIMS = [
    (
        r"Let $\ell(\beta) = \log\Phi(x^T\beta)$ with Φ the cumulative distribution function of "
        r"N(0,1) and φ its density. Then $\nabla\ell=\frac{\phi(x^T\beta)}{\Phi(x^T\beta)}x$?",
        "right",
    ),
    (
        r"GELU: $f(x)=x\Phi(x)$ where Φ is the standard normal cdf and φ the pdf. Is "
        r"$f'(x)=\Phi(x)+\phi(x)$?",
        "wrong",
    ),
    *(
        (
            rf"Let $\ell(\beta) = \log\Phi(x^T\beta)$, {words}. The score is "
            r"$\frac{\varphi(x^T\beta)}{\Phi(x^T\beta)}x$.",
            "right",
        )
        for words in (
            r"$\Phi$ the standard normal cdf, $\varphi$ its density",
            r"with $\Phi$ the standard normal cdf and $\varphi$ the corresponding density",
            r"where $\varphi$ is the standard normal density and $\Phi$ its cdf",
        )
    ),
]
OPEN = [
    r"$f(x)=x\Phi(x)$. Derivative?",
    r"$f(x)=x\Phi(x)$ where Φ is the cdf of $N(0,\sigma^2)$. Derivative?",
]


@pytest.mark.parametrize("text", SAID, ids=range(len(SAID)))
def test_a_letter_for_the_distribution_function(text: str) -> None:
    assert "exp(-(X*beta).^2/2)" in str(mg.ask(text).results["beta"])


@pytest.mark.parametrize(("text", "verdict"), CLAIMS, ids=range(len(CLAIMS)))
def test_claims(text: str, verdict: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [verdict]


@pytest.mark.parametrize("text", OPEN, ids=range(len(OPEN)))
def test_any_other_function_is_asked_for(text: str) -> None:
    reply = mg.ask(text)
    assert reply.questions
    assert not reply.results
