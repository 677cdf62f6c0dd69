"""Claims in the forms that people write: several variables, bars, entries, scaled and turned."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.claims.steps import NOT_READ, Verdict

RIGHT, LAYOUT, WRONG, UNDECIDED = "right", "right up to layout", "wrong", "undecided"
QUADRATIC = "Let $f(x) = x^TAx$."
SQUARES = r"Let $f(w) = \frac12\|Xw-y\|^2$."
TWO = "Let $f(x,y) = 3x^2 + xy$."
BILINEAR = r"Find $\frac{\partial^2 f}{\partial x\partial y^T}$ for $f(x,y)=x^TAy$."
LIKELIHOOD = r"Let $L(W,H)=\sum_{ij}(-V_{ij}\log (WH)_{ij} + (WH)_{ij})$."


def verdicts(text: str) -> list[Verdict]:
    return ask(text).claims


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (rf"{TWO} Is $\nabla f = \begin{{pmatrix}}6x+y\\ x\end{{pmatrix}}$?", [RIGHT]),
        (rf"{TWO} Is $\nabla f = \begin{{pmatrix}}6x+y\\ y\end{{pmatrix}}$?", [WRONG]),
        (rf"{TWO} Is the Hessian $\begin{{pmatrix}}6&1\\1&0\end{{pmatrix}}$?", [RIGHT]),
        (rf"{TWO} Is the Hessian $\begin{{pmatrix}}6&1\\1&2\end{{pmatrix}}$?", [WRONG]),
        (rf"{TWO} Is $\frac{{\partial^2 f}}{{\partial x\partial y}} = 1$?", [RIGHT]),
        (rf"{TWO} Is $\frac{{\partial^2 f}}{{\partial x\partial y}} = 6$?", [WRONG]),
        (r"Let $f(x,y)=x^2y$. What is $\frac{\partial^2 f}{\partial x\partial y}$? Is it $2x$?",
         [RIGHT]),
        (r"Let $f(x,y)=x^2y$. What is $\frac{\partial^2 f}{\partial x\partial y}$? Is it $2y$?",
         [WRONG]),
        (r"Let $f(x,y)=x^2y$. What is $\frac{\partial^2 f}{\partial x\partial y}$? Is the Hessian "
         r"$\begin{pmatrix}2y&2x\\2x&0\end{pmatrix}$?", [RIGHT]),
        (f"{BILINEAR} Is it $A$?", [RIGHT]),
        (f"{BILINEAR} Is it $A^T$?", [LAYOUT]),
    ],
)  # fmt: skip
def test_a_claim_with_several_variables_is_compared_with_what_it_means(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in verdicts(text)] == statuses


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Let $X \in \mathbb{R}^{n\times n}$. Is $\frac{\partial |X|}{\partial X} = "
         r"|X| (X^{-1})^T$?", RIGHT),
        (r"Let $f(X)=\det(X)$. Is $\frac{\partial f}{\partial X}=|X|X^{-T}$?", RIGHT),
        (r"Let $f(X)=\det(X)$. Is $\frac{\partial f}{\partial X}=|X|X^{-1}$?", WRONG),
        (r"Let $f(X)=\det(X^TX)$, $X\in\mathbb{R}^{m\times n}$. "
         r"Is $\nabla f=2|X^TX|X(X^TX)^{-1}$?", RIGHT),
        (r"Let $f(x)=\|x\|$. Then $\nabla f=\frac{x}{|x|}$.", RIGHT),
        (r"Let $f(x)=\|x\|$. Then $\nabla f=\frac{2x}{|x|}$.", WRONG),
    ],
)  # fmt: skip
def test_bars_in_a_claim_mean_what_they_mean_in_the_function(text: str, status: str) -> None:
    assert [claim.status for claim in verdicts(text)] == [status]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x)=\|x\|_p^p$. I get $\nabla f = p\,|x|^{p-1}\odot \operatorname{sign}(x)$.",
        r"Let $f(x)=\sum_i\sqrt{x_i^2+c}$. I get $\nabla f = \frac{x}{\sqrt{x^2+c}}$.",
        r"Let $f(q)=-\sum_i p_i\log q_i$. Then $\nabla f = -p/q$.",
        r"Let $f(q)=-\sum_i p_i\log q_i$. Then the Hessian is $\operatorname{diag}(p/q^2)$.",
        r"Let $f(x)=\sum_i \log x_i$. Is $\nabla f = x^{-1}$ (elementwise)?",
        r"Let $f(x)=c^T\tanh(Wx)$. Is $\nabla f = W^T(c\odot(1-h^2))$ with $h=\tanh(Wx)$?",
        r"Let $f(x)=\|x\|_1$. Then $\nabla f=\frac{x}{|x|}$.",
    ],
)
def test_a_claim_that_only_fits_element_by_element_is_read_so_and_says_so(text: str) -> None:
    (claim,) = verdicts(text)
    assert (claim.status, claim.words) == (RIGHT, "element by element")


def test_an_elementwise_quotient_by_a_product_is_read_as_it_is_printed() -> None:
    claim = r"$\nabla_H L = W^T\mathbf 1-W^T(V\oslash WH)$"
    assert [claim.status for claim in verdicts(f"{LIKELIHOOD} Is {claim}?")] == [RIGHT]


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (f"{QUADRATIC} The gradient with respect to $A$ is $xx^T$, and with respect to $x$ it is "
         "$2Ax$.", [RIGHT, WRONG]),
        (r"$L=\frac12\|AB-C\|_F^2$. Is $\partial_A L=(AB-C)B^T$?", [RIGHT]),
        (r"Let $\mathcal L(\mathbf W)=\|\mathbf W\mathbf x\|^2$. I have "
         r"$\partial\mathcal L/\partial\mathbf W = 2\mathbf W\mathbf x\mathbf x^T$.", [RIGHT]),
        (rf"{SQUARES} Is $2\nabla f = X^T(Xw-y)$?", [WRONG]),
        (rf"{SQUARES} Is $\frac12\nabla f = \frac12 X^T(Xw-y)$?", [RIGHT]),
        (rf"{SQUARES} Is $-\nabla f = X^T(y-Xw)$?", [RIGHT]),
        (rf"{SQUARES} Is $(\nabla f)^T = (Xw-y)^TX$?", [RIGHT]),
        (rf"{SQUARES} Is $X^T(Xw-y) = \nabla f$?", [RIGHT]),
        (rf"{SQUARES} Is $\|\nabla f\|^2 = 3$?", [WRONG]),
        (rf"{QUADRATIC} Then $\nabla f = {{2Ax$ and $\nabla f = \frac{{1}}$.",
         [NOT_READ, NOT_READ]),
        ("Let $f(x)=x^3$. Is $f'(1)=3$? Is $f'(1)=2$?", [RIGHT, WRONG]),
        (rf"{QUADRATIC} Is $\nabla f(y)=(A+A^T)x$?", [WRONG]),
        (rf"{QUADRATIC} Is $\nabla f(y)=(A+A^T)y$?", [RIGHT]),
        (r"Let $f(x)=\sum_i x_i^3$. Is $\frac{\partial^2 f}{\partial x_i^2}=6x_i$?", [RIGHT]),
        (r"Let $f(x)=\sum_i x_i^3$. Is $\frac{\partial^2 f}{\partial x_i^2}=3x_i^2$?", [WRONG]),
        (rf"{QUADRATIC} Is $\frac{{\partial^2 f}}{{\partial x_i\partial x_j}}=A_{{ij}}+A_{{ji}}$?",
         [RIGHT]),
    ],
)  # fmt: skip
def test_each_form_of_a_claim_gets_its_verdict(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in verdicts(text)] == statuses


def test_a_step_that_is_still_to_be_differentiated_is_checked() -> None:
    text = r"Is $\nabla_w \frac12\|y-Xw\|^2 = \nabla_w (\frac12 y^Ty - w^TX^Ty + {}w^TX^TXw) = {}$?"
    (right,) = verdicts(text.replace("{}", r"\frac12 ", 1).replace("{}", "X^T(Xw-y)"))
    (wrong,) = verdicts(text.replace("{}", "", 1).replace("{}", "X^T(Xw-y)"))
    assert (right.status, wrong.status, wrong.line) == (RIGHT, WRONG, 1)


def test_a_derivation_with_a_step_that_was_not_read_is_not_called_right() -> None:
    (claim,) = verdicts(r"Is $\nabla_W \|Wx\|^2 = 2(Wx)\nabla_W(Wx) = 2Wxx^T$ right?")
    assert claim.status == UNDECIDED


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        ("Let $f(a,b)=a^Tb$. Is the gradient $(b,a)$?", [RIGHT]),
        (r"Let $f(a,b)=a^Tb$. Is $\nabla f = (a,b)$?", [WRONG]),
        (r"Let $L(m,s)=\frac12(m^2+s^2)-\log s$. I get $m$ and $s-1/s$.",
         [RIGHT, RIGHT]),
        (r"$f(U,V)=\|UV^T-R\|_F^2$. Gradient wrt $U$: $2(UV^T-R)V$; wrt $V$: $2(UV^T-R)U$.",
         [RIGHT, WRONG]),
        (r"Let $f(x)=\tanh(Wx)$. Is the Jacobian $J=\operatorname{diag}(1-\tanh(Wx)^2)W$?",
         [RIGHT]),
        ("Let $f(x)=x^TAx$. The Hessian is $H = 2A$.", [WRONG]),
        (r"The loss is $f(w)=\max(0,1-yw^Tx)$. The gradient is $-yx$ if $yw^Tx<1$.", [RIGHT]),
        (r"Let $L$ be lower triangular. What is the gradient of $\log\det(LL^T)$ with respect to "
         r"$L$? I get $2\operatorname{diag}(1/L_{ii})$.", [NOT_READ]),
    ],
)  # fmt: skip
def test_lists_names_and_cases_in_claims_are_heard(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in verdicts(text)] == statuses


def test_a_slip_does_not_speak_of_weights_that_the_text_does_not_have() -> None:
    text = "Let $W$ be square and $E = \\sum_i (\\sum_j W_{ij}x_j)^2$. "
    (claim,) = verdicts(rf"{text} Then $\frac{{\partial E}}{{\partial W_{{kl}}}} = 2(Wx)_lx_k$.")
    assert (claim.status, claim.words) == (WRONG, "the claim is the transpose of the right answer")


@pytest.mark.parametrize(
    "text",
    [
        r"I have $\delta=\frac{\partial L}{\partial z}=p-t$ and "
        r"$\frac{\partial L}{\partial W}=\delta x^T$.",
        r"Let $\delta=\frac{\partial L}{\partial z}$. Then $\delta=p-t$ and "
        r"$\frac{\partial L}{\partial W}=\delta x^T$.",
    ],
)
def test_a_derivative_with_a_name_is_a_claim_and_its_name_may_be_used(text: str) -> None:
    given = r"Let $z=Wx$, $p=\mathrm{softmax}(z)$, $L=-t^T\log p$ with one-hot $t$."
    reply = ask(f"{given} {text}")
    assert [claim.status for claim in reply.claims] == [RIGHT, RIGHT]
    assert not reply.questions


def test_what_follows_when_may_be_the_function_and_no_case() -> None:
    assert [c.status for c in verdicts(r"I think $\nabla f=2Ax$ when $f(x)=x^TAx$.")] == [WRONG]


def test_a_wrong_claim_that_fits_element_by_element_has_numbers() -> None:
    (claim,) = verdicts(r"Let $f(x)=\sum_i\log x_i$. Is $\nabla f=x^{-2}$?")
    assert (claim.status, claim.words) == (WRONG, "element by element")
    assert claim.report is not None
    assert claim.report.counterexample is not None


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Suppose X is a matrix. Is d(X^2)=2X dX?", "wrong"),
        (r"Is $d(X^2) = X\,dX + dX\,X$ for a matrix $X$?", "right"),
        (r"Is it true that $d\log\det X = \operatorname{tr}(X^{-1}dX)$?", "right"),
        (r"Is $\mathrm{d}X^{-1} = -X^{-1}\,\mathrm{d}X\,X^{-1}$ correct?", "right"),
        (r"Is $d\left(X^TX\right) = 2X^T dX$?", "wrong"),
        (r"Is $d\|x\|^2 = 2x^Tdx$?", "right"),
    ],
)
def test_the_differential_of_a_formula_is_about_that_formula(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert [d.kind for d in reply.derivations] == ["differential"]
    assert not reply.questions


def test_a_distance_is_no_differential() -> None:
    reply = ask(r"Let $d(x,y) = \|x-y\|^2$. What is the gradient of $d$ with respect to $x$?")
    assert str(reply.results["x"]) == "2*(x - y)"


LINES = "$f = x^TAx$ {0} $df = dx^TAx + x^TA\\,dx$ {0} $= (Ax)^Tdx + x^TA\\,dx$ {0} $= 2x^TA\\,dx$"


@pytest.mark.parametrize(
    "text",
    [
        LINES.format("\n"),
        LINES.format("\n\n"),
        LINES.replace("$", "$$").format("\n"),
        LINES.format(", and so"),
        LINES.format(", which, since each term is a number, becomes"),
    ],
)
def test_every_line_that_carries_a_derivation_on_is_a_step(text: str) -> None:
    (claim,) = ask(f"Find my mistake. {text}").claims
    assert (claim.status, "step 3" in claim.words) == (WRONG, True)


def test_a_reason_with_a_name_does_not_end_a_derivation() -> None:
    text = LINES.format("\n").replace("$= 2x", "so by the symmetry of A we get $= 2x")
    (claim,) = ask(f"Is this right? {text}").claims
    assert (claim.status, claim.words) == (RIGHT, "all 3 steps hold")


def test_the_variable_of_a_chain_is_that_of_its_differentials() -> None:
    reply = ask(r"$f=\|Ax-b\|^2$, $df = 2(Ax-b)^Td(Ax-b) = 2(Ax-b)^TA\,dx$. Right?")
    assert [*reply.results] == ["x"]


def test_a_missing_transpose_is_named_where_shapes_do_not_fit() -> None:
    text = r"Let $f(\beta) = \|y-X\beta\|^2$. Is $\nabla f = 2X(X\beta-y)$?"
    reply = ask(text)
    assert reply.claims[0].words.endswith("a transpose is missing: 2Xᵀ(Xβ − y) would be right")
    assert "by (Xβ − y) (m×1)" in reply.text("short")
    assert r"\beta" not in reply.text("short")


HINGE = r"Let $f(x)=\max(0, 1-w^Tx)$. What is the gradient by $x$?"


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (f"{HINGE} I think when active it is $-w$.", [RIGHT]),
        (f"{HINGE} If the margin is violated, the gradient is $-w$.", [RIGHT]),
        (f"{HINGE} If the sample is hard, the gradient is $-w$.", [UNDECIDED]),
        (f"{HINGE} When I differentiate it is $-w$.", [WRONG]),
        (r"Let $f(X) = \operatorname{tr}(2AX)$. Is the gradient $2A$? Or $2A^T$?", [LAYOUT, RIGHT]),
        (r"Let $f(x) = g(h(x))$ with $g:\mathbb{R}^m\to\mathbb{R}$ and "
         r"$h:\mathbb{R}^n\to\mathbb{R}^m$. Is $\nabla f(x) = J_h(x)^T\nabla g(h(x))$?", [RIGHT]),
        (r"Is $\frac{\partial}{\partial w}\frac{1}{1+e^{-w^Tx}} = \frac{-e^{-w^Tx}}"
         r"{(1+e^{-w^Tx})^2}x$?", [WRONG]),
    ],
)  # fmt: skip
def test_claims_of_cases_and_alternatives_get_their_verdicts(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in verdicts(text)] == statuses


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (f"{QUADRATIC} Its gradient is $(A+A^T)x$, its Hessian is $2A$. True?", [RIGHT, WRONG]),
        (f"{QUADRATIC} The gradient is $2Ax$ and the Hessian is $A+A^T$?", [WRONG, RIGHT]),
        (f"{QUADRATIC} Which is the gradient? a) $2Ax$ b) $(A+A^T)x$", [WRONG, RIGHT]),
        (r"What is $\nabla_x x^TAx$? (i) $2Ax$ (ii) $(A+A^T)x$ (iii) $Ax$", [WRONG, RIGHT, WRONG]),
        (f"{QUADRATIC} The Matrix Cookbook, eq. 81, says $(A+A^T)x$.", [RIGHT]),
    ],
)
def test_every_formula_that_is_called_an_answer_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in verdicts(text)] == statuses


def test_a_size_beside_another_property_is_one() -> None:
    reply = ask(r"Let $f(\beta) = \|y-X\beta\|^2$. X is tall, n x p. Gradient?")
    assert reply.problem is not None and str(reply.problem.symbols["X"].shape) == "n×p"


@pytest.mark.parametrize(
    "claim",
    [
        "(2xy, x^2)^T",
        r"\left(2xy,\; x^2\right)",
        "[2xy, x^2]^T",
        r"\left[2xy,\; x^2\right]",
        r"\langle 2xy, x^2\rangle",
    ],
)
def test_a_list_in_any_brackets_holds_the_components(claim: str) -> None:
    text = f"Let $f(x,y) = x^2 y$. The gradient is ${claim}$."
    assert [each.status for each in ask(text).claims] == ["right"]
    wrong = text.replace("2xy", "3xy")
    assert [each.status for each in ask(wrong).claims] == ["wrong"]


@pytest.mark.parametrize("brackets", ["({})", "[{}]^T", r"\langle {}\rangle"])
def test_a_list_is_a_vector_of_known_length(brackets: str) -> None:
    text = r"Let $f(x) = \|x\|^2$ with $x\in\mathbb{R}^2$. Gradient? I get "
    right, wrong = brackets.format("2x_1, 2x_2"), brackets.format("2x_1, 3x_2")
    assert [each.status for each in ask(f"{text}${right}$.").claims] == ["right"]
    assert [each.status for each in ask(f"{text}${wrong}$.").claims] == ["wrong"]


def test_inner_products_are_no_lists_where_they_are_right() -> None:
    text = (
        r"Let $f(a, b) = a u^Tv + b w^Tw$. The gradients with respect to $a$ and $b$ are "
        r"$\langle u, v\rangle$ and $\langle w, w\rangle$."
    )
    reply = ask(text)
    assert [each.status for each in reply.claims] == ["right", "right"]
    assert reply.problem is not None
    assert not reply.problem.definitions


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"W^T\operatorname{sech}^2(Wx)", "right"),
        (r"W^T\mathrm{sech}^2\left(Wx\right)", "right"),
        (r"W^T\operatorname{sech}(Wx)", "wrong"),
    ],
)
def test_a_power_of_a_function_that_is_a_word_is_one_of_each_entry(claim: str, status: str) -> None:
    text = rf"Let $f(x)=\mathbf{{1}}^T\tanh(Wx)$. I get ${claim}$."
    assert [each.status for each in ask(text).claims] == [status]
