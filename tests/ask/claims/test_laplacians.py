r"""A number that is given for \nabla^2 f is the Laplacian."""

import pytest

import matgrad as mg
from matgrad.app.ask.answer.several import Several

ROWS = [
    (r"$f(x)=\|x\|^2$, $x\in\mathbb{R}^3$. Laplacian $\nabla^2 f(x) = 6$.", "right"),
    (r"$f(x)=\|x\|^2$. The Laplacian is $\nabla^2 f(x) = 2n$.", "right"),
    (r"$f(x)=\|x\|^2$. The Laplacian is $\nabla^2 f(x) = 2$.", "wrong"),
    (r"$f(x)=x^TAx$. Then $\nabla^2 f(x) = 2\operatorname{tr}(A)$.", "right"),
    (r"$f(x)=\|x\|^2$. Then $\nabla^2 f(x) = 2$.", "wrong"),
    (r"$f(x,y)=x^2+3y^2$. Then $\nabla^2 f = 8$.", "right"),
    (r"$f(x)=x^TAx$. Then $\nabla^2 f(x) = A + A^T$.", "right"),
    (r"$u(x,y)=x^2-y^2$. Show that $\nabla^2 u = 0$.", "right"),
    (r"$u(x,y)=x^2+y^2$. Show that $\nabla^2 u = 0$.", "wrong"),
    (r"$u(x)=\|x\|^{-1}$, $x\in\mathbb{R}^3$. Is $\nabla^2 u = 0$?", "right"),
    (r"$f(x)=x^TAx$. Is $\nabla^2 f = 0$?", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), ROWS, ids=range(len(ROWS)))
def test_a_number_for_the_second_nabla_is_the_laplacian(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"Let $f(x)=\|x\|^4$ with $x\in\mathbb{R}^n$. Is $\Delta f=(4n+8)\|x\|^2$?", ["right"]),
        ("f(x,y) = x^2 y + y^3. I get Δf = 2y + 6y = 8y.", ["right", "right"]),
        (r"Let $u(x,y)=\log(x^2+y^2)$. Is $\Delta u(x,y)=\frac{1}{x^2+y^2}$?", ["wrong"]),
        (r"The Laplacian of $f=x^2+y^2+z^2$: is $\Delta f=6$?", ["right"]),
        (r"Let $f(x)=x^2$ and $\Delta f=f(x+h)-f(x)$. What is the derivative of $f$?", []),
    ],
)
def test_the_laplacian_may_be_written_with_a_delta(text: str, statuses: list[str]) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert not any("mentions" in note for note in reply.understood.notes)


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"Let $u(x,y)=x^2y$. Find $\Delta u$. I get $2y$.", ["right"]),
        (r"Let $u(x,y)=x^2y$. Find the Laplacian of $u$. I get $2y$.", ["right"]),
        (r"Let $u(x,y)=x^2y$. What is $\Delta u$? Is it $2x$?", ["wrong"]),
        (r"Let $u(x,y)=x^2y$. Find the gradient and the Laplacian. I get $(2xy, x^2)$ and $2y$.",
         ["right", "right"]),
    ],
)  # fmt: skip
def test_an_answer_for_the_laplacian_is_not_judged_as_a_gradient(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_answers_behind_the_parts_for_a_gradient_a_direction_and_the_laplacian() -> None:
    reply = mg.ask(
        r"$u(x,y,z)=\ln(x^2+y^2+z^2)$. (i) Find grad $u$ at the point $(1,2,-2)$. (ii) Find the"
        r" directional derivative there towards $v=(2,1,2)$. (iii) Find $\Delta u$. I obtained (i)"
        r" $(\frac29,\frac49,-\frac49)$ (ii) $0$ (iii) $\frac{2}{x^2+y^2+z^2}$."
    )
    assert isinstance(reply, Several)
    claims = [[claim.status for claim in each.reply.claims] for each in reply.parts if each.reply]
    assert claims == [["right"], ["right"], ["right"]]


TOLD = [
    (r"Let $f(x) = \log\|x\|$. Show that $\Delta f = 0$ in two dimensions.", "right"),
    (r"Let $f(x) = 1/\|x\|$. In three dimensions $\Delta f = 0$. Right?", "right"),
    (r"Let $f(x) = 1/\|x\|$. In 2D, is $\Delta f = 0$?", "wrong"),
    (r"Let $f(x) = \|x\|^2$. In three dimensions, $\nabla^2 f = 6$. Correct?", "right"),
    (r"Let $f(x) = \log\|x-a\|$ for $n=2$. Show that $\Delta f = 0$.", "right"),
    (r"Let $\phi(x) = e^{-\|x\|^2}$. Then $\Delta\phi = (4\|x\|^2 - 2n)e^{-\|x\|^2}$.", "right"),
    (r"Let $f(x,y) = x^2 - y^2$. In two dimensions $\Delta f = 0$?", "right"),
    (r"Let $f(x) = \log\|x\|$. In more than two dimensions $\Delta f = 0$.", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), TOLD, ids=range(len(TOLD)))
def test_the_dimension_that_words_tell_is_used(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


HARMONIC = [
    (r"Show that $g(x,y)=x^2-y^2$ is harmonic.", ["right"]),
    (r"Let $g(x,y)=\ln(x^2+y^2)$. Show that $g$ is harmonic, i.e. $\Delta g=0$.", ["right"]),
    (r"Let $f(x)=\|x\|^2$. Is $f$ harmonic?", ["wrong"]),
    (r"Let $f(x,y)=x^2-y^2$. What is the gradient of $f$? If $f$ is harmonic, so is $2f$.", []),
    (r"The energy is $E(x)=\frac12kx^2$ (harmonic). What is $E'(x)$?", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), HARMONIC, ids=range(len(HARMONIC)))
def test_a_harmonic_function_has_the_laplacian_zero(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_a_nabla_belongs_to_the_first_term_alone() -> None:
    wave = r"Let $u(x,y) = \sin(kx)$. Show that $\nabla^2u {} k^2u = 0$."
    assert [claim.status for claim in mg.ask(wave.format("+")).claims] == ["right"]
    assert [claim.status for claim in mg.ask(wave.format("-")).claims] == ["wrong"]
