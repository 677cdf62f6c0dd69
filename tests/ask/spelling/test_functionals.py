"""Functions with square brackets, or with the name of one that everybody knows."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (r"Let $J[w] = \|Xw-y\|^2$. What is the gradient with respect to $w$?",
         {"w": "2*X'*(X*w - y)"}),
        (r"$\mathbb{E}_q[\log p] = m^T\eta-\frac12 m^T\Lambda m$, $\Lambda$ a symmetric matrix. "
         "What is the gradient with respect to $m$?", {"m": "eta - Lambda*m"}),
        (r"We have $E[\|x\|^2] = \operatorname{tr}(S) + m^Tm$. Gradient with respect to $m$?",
         {"m": "2*m"}),
        (r"The variance is $\operatorname{Var}[w^Tx] = w^TSw$. Its gradient with respect to $w$?",
         {"w": "(S + S')*w"}),
        (r"Let $\cos(u,v) = \frac{u^Tv}{\|u\|\|v\|}$ and $f(u)=1-\cos(u,v)$. "
         r"What is $\frac{\partial f}{\partial u}$?",
         {"u": "((u'*v)*u/(u'*u) - v)/(norm2(u)*norm2(v))"}),
    ],
)  # fmt: skip
def test_what_a_text_defines_is_the_function(text: str, results: dict[str, str]) -> None:
    assert {name: str(x) for name, x in mg.ask(text).results.items()} == results


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Differentiate $\cos(u,v) = \frac{u^Tv}{\|u\|\|v\|}$ with respect to $u$. The forum says:"
         r" $\frac{v}{\|u\|\|v\|} - \cos(u,v)\frac{u}{\|u\|^2}$.", "right"),
        (r"Let $\operatorname{Var}[w^Tx] = w^TSw$ with $S$ symmetric. "
         r"Is $\nabla_w\operatorname{Var}[w^Tx] = Sw$?", "wrong"),
    ],
)  # fmt: skip
def test_claims_may_call_it(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_several_values_of_one_functional_are_no_function() -> None:
    text = r"Let $\mathbb{E}[x]=m$ and $\mathbb{E}[xx^T]=S+mm^T$. Gradient of $m^TSm$ by $m$?"
    assert {name: str(x) for name, x in mg.ask(text).results.items()} == {"m": "(S + S')*m"}


def test_a_cosine_of_a_number_stays_what_it_is() -> None:
    reply = mg.ask(r"Let $f(x)=\cos(a^Tx)$. What is the gradient with respect to $x$?")
    assert str(reply.results["x"]) == "-sin(a'*x)*a"
