"""df(x) and Df(x) are derivatives at x, not along it."""

import pytest

import matgrad as mg

QUADRATIC = "Let $f(x)=x^TAx$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (QUADRATIC + "I get $df(x) = x^T(A+A^T)dx$.", "right"),
        (QUADRATIC + r"Is $\mathrm{d}f(x) = x^T(A+A^T)\,\mathrm{d}x$?", "right"),
        (QUADRATIC + "I get $df(x) = 2Ax$.", "wrong"),
        (QUADRATIC + "Is $Df(x) = x^T(A+A^T)$?", "right up to layout"),
        (QUADRATIC + "Is $Df = 2x^TA$?", "wrong"),
        (QUADRATIC + "Is $Df(x)[h] = h^T(A+A^T)x$?", "right"),
        (QUADRATIC + "Is $df[h] = h^T(A+A^T)x$?", "right"),
        (r"Let $f(x)=\sin(Wx)$. Then $Df(x) = \operatorname{diag}(\cos(Wx))W$.", "right"),
    ],
)
def test_claims(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_a_matrix_called_d_is_one() -> None:
    text = r"Let $f(x)=Dx$ with $D$ diagonal. Gradient of $g(x) = \|Df(x)\|^2$ w.r.t. $x$?"
    assert str(mg.ask(text).results["x"]) == "2*D^4*x"


DECIMALS = [
    (r"Let $f(x)=\ln x$. The derivative at $x=3$ is $0.333$.", "right"),
    (r"Let $f(x)=\sin x$. $f'(1)=0.54$.", "right"),
    (r"Let $f(x)=\sin x$. $f'(1)=0.55$.", "wrong"),
    (r"Let $f(x)=\sin x$. The derivative at $x=1$ is $0.5404$.", "wrong"),
    ("Let f(x) = ln(x). The derivative at x = 3 is 0.33.", "right"),
    ("Let f(x) = x^2. The derivative at x = 3 is 6.1.", "wrong"),
    (r"Let $f(x)=\ln x$. The derivative at $x=7$ is about $0.143$.", "right"),
    (r"Let $f(x)=e^x$. The derivative at $x=2$ is roughly $7$.", "undecided"),
    (r"Let $f(x)=\sin x$. Then $f'(1)\approx 0.54$.", "right"),
    (r"Let $f(x)=\sin x$. Then $f'(1)\approx 0.541$.", "undecided"),
    (r"Let $f(x)=\sin x$. Its derivative at $x=1$ is $\approx 0.84$.", "wrong"),
    ("f(x) = a/x + b*x^2, evaluate f' at x = 2 for a = 4, b = 3. I get 11.", "right"),
    ("$f(x) = a/x + bx^2$, evaluate $f'$ at $x = 2$ for $a = 4$, $b = 3$. I get $12$.", "wrong"),
    ("f(x) = a*x^2 + b*x, what is f' at x = 1 for a = 2, b = 1? I get 5.", "right"),
]


@pytest.mark.parametrize(("text", "status"), DECIMALS, ids=range(len(DECIMALS)))
def test_numbers_are_answers_and_may_be_rounded(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
