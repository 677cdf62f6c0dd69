"""Points and equations at which a text says that the gradient vanishes."""

import pytest

from matgrad.app.ask import ask

RIGHT, WRONG, UNDECIDED, NOT_READ = "right", "wrong", "undecided", "not checked"
SQUARES = r"Let $f(x)=\|Ax-b\|^2$."
RIDGE = r"Let $f(x)=\|Ax-b\|^2+\lambda\|x\|^2$ with $\lambda>0$."
FORM = r"Let $f(x)=\frac12x^TQx-c^Tx$ with $Q$ symmetric positive definite."
LIKELIHOOD = r"Let $f(X)=\log\det X-\operatorname{tr}(SX)$ with $S$ symmetric positive definite."
NUMBERS = "Let $f(x)=x^2-4x$ for scalar $x$."


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (rf"{SQUARES} Setting $\nabla f=0$ gives $x=(A^TA)^{{-1}}A^Tb$. Is that right?", RIGHT),
        (rf"{SQUARES} Setting $\nabla f=0$ gives $x=A^{{-1}}b$. Is that right?", UNDECIDED),
        (rf"{SQUARES} Setting $\nabla f=0$ gives $x=A^{{-1}}A^Tb$. Is that right?", WRONG),
        (rf"{SQUARES} Setting $\nabla f=0$ gives $x=(AA^T)^{{-1}}Ab$. Is that right?", WRONG),
        (rf"{RIDGE} The minimiser is $x=(A^TA+\lambda I)^{{-1}}Ab$, right?", WRONG),
        (rf"{SQUARES} The minimizer satisfies the normal equations $A^TAx=A^Tb$.", RIGHT),
        (rf"{SQUARES} Setting the gradient to zero yields $A^TAx=2A^Tb$.", WRONG),
        (rf"{RIDGE} The minimiser is $x=(A^TA+\lambda I)^{{-1}}A^Tb$, right?", RIGHT),
        (rf"{RIDGE} The minimiser is $x=(A^TA+\frac{{\lambda}}{{2}}I)^{{-1}}A^Tb$, right?", WRONG),
        (rf"{FORM} The optimum is $x^*=Q^{{-1}}c$. Is that true?", RIGHT),
        (rf"{FORM} I think $x^*=Q^{{-1}}c$ is the minimiser.", RIGHT),
        (rf"{FORM} I got $x^\star=2Q^{{-1}}c$. True?", WRONG),
        (rf"{FORM} Then the optimum would be $x=2Q^{{-1}}c$.", WRONG),
        (r"Let $f(b)=\sum_{i=1}^n(y_i-w^Tx_i-b)^2$. Setting $\partial f/\partial b=0$ gives "
         r"$b=\bar y-w^T\bar x$ where $\bar x=\frac1n\sum_{i=1}^nx_i$ and "
         r"$\bar y=\frac1n\sum_{i=1}^ny_i$.", RIGHT),
        (r"Let $E(t)=\sum_{i=1}^N\|Rp_i+t-q_i\|^2$. Setting the derivative to zero gives "
         r"$t=R\bar p-\bar q$ where $\bar p=\frac1N\sum_ip_i$ and $\bar q=\frac1N\sum_iq_i$.",
         WRONG),
        (rf"{FORM} The optimum is $x^*=-Q^{{-1}}c$. Is that true?", WRONG),
        (rf"{LIKELIHOOD} The maximum is at $X=S$.", WRONG),
        (rf"{NUMBERS} The minimum is at $x=2$. True?", RIGHT),
        (rf"{NUMBERS} The minimum is at $x=4$. True?", WRONG),
        ("Let $f(x)=x^3-3x$ for scalar $x$. The minimum is at $x=1$. True?", UNDECIDED),
        (r"Let $f(x)=\frac{x^TAx}{x^Tx}$ with $A$ symmetric. Setting the gradient to zero gives "
         r"$Ax=\lambda x$. Right?", RIGHT),
        (r"Let $f(\mu)=\sum_{i=1}^n\|x_i-\mu\|^2$. Setting the derivative to zero gives "
         r"$\mu=\frac1n\sum_{i=1}^nx_i$.", RIGHT),
        (r"Let $L(W)=\|WX-Y\|_F^2$. Setting the gradient to zero we get $W=YX^T(XX^T)^{-1}$.",
         RIGHT),
        (r"Minimize $f(x)=\|x\|^2$ subject to $Ax=b$. The minimizer is $x=A^T(AA^T)^{-1}b$.",
         NOT_READ),
    ],
)  # fmt: skip
def test_the_gradient_is_looked_at_there(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_what_is_solved_defines_nothing() -> None:
    reply = ask(rf"{SQUARES} I take the gradient $2A^T(Ax-b)$, set it to zero and get "
                r"$\hat x=(A^TA)^{-1}A^Tb$. Correct?")  # fmt: skip
    assert [claim.status for claim in reply.claims] == [RIGHT, RIGHT]
    assert reply.unused == []


def test_an_intermediate_that_solves_an_equation_stays_a_definition() -> None:
    reply = ask("Let $x = A^{-1}b$ be the solution of $Ax=b$ and $f(A)=c^Tx$. What is the gradient "
                "with respect to $A$?")  # fmt: skip
    assert {name: str(x) for name, x in reply.results.items()} == {"A": "-inv(A)'*c*b'*inv(A)'"}


def test_an_optimum_may_lie_on_the_border() -> None:
    text = r"Let $f(x)=x^2+x$ with $x\ge 1$, $x\in\mathbb{R}$. The minimizer is $x=1$. Right?"
    assert all(claim.status != WRONG for claim in ask(text).claims)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x)=\|Ax-b\|^2+\lambda\|x\|^2$. Setting $\lambda$ to zero gives "
        r"$x=(A^TA)^{-1}A^Tb$ as the minimizer. Right?",
        r"The maximum of $f(x)=a^Tx$ over the unit ball is attained at $x=a/\|a\|$. What is the "
        "gradient of $f$?",
        r"Let $f(x)=\|x\|^2$. The optimal step size is $\alpha=\frac12$. What is the gradient?",
        "Let $f(x)=x^TAx$. Numerically I get $f(x)=3$ at some point. What is the gradient of $f$?",
    ],
)
def test_what_is_said_of_something_else_is_not_called_wrong(text: str) -> None:
    reply = ask(text)
    assert list(reply.results) == ["x"]
    assert all(claim.status != WRONG for claim in reply.claims)


LEAST = f"{SQUARES} "
EQUIVALENT = [
    (r"$E(c)=c^THc$ with H symmetric. Show that $\nabla E(c)=0$ if and only if $Hc=0$.", "right"),
    (LEAST + r"Show that $\nabla f(x)=0$ is equivalent to $A^TAx=A^Tb$.", "right"),
    (LEAST + r"Show that $A^TAx=A^Tb$ iff $\nabla f(x)=0$.", "right"),
    (LEAST + r"If $\nabla f(x)=0$ then $A^TAx=2A^Tb$, right?", "wrong"),
    (
        r"Show that $\nabla f(x)=0$ implies $x=A^{-1}b$ for $f(x)=\frac12x^TAx-b^Tx$ "
        r"with symmetric $A$.",
        "right",
    ),
]


@pytest.mark.parametrize(("text", "status"), EQUIVALENT, ids=range(len(EQUIVALENT)))
def test_what_is_equivalent_to_a_zero_gradient_is_judged(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


CONDITIONS = [
    r"Show that $\nabla f(x)=0 \iff A^TAx=A^Tb$.",
    r"Show that $\nabla f(x)=0$ implies that the residual $Ax-b$ is orthogonal to the columns.",
    r"Show that $A^TAx=A^Tb$ implies $\nabla f(x)=0$.",
    r"Show that $\nabla f(x)=0$ holds if $Ax=b$.",
]


@pytest.mark.parametrize("words", CONDITIONS)
def test_a_zero_gradient_that_is_a_condition_is_no_claim(words: str) -> None:
    assert not any(claim.is_wrong for claim in ask(LEAST + words).claims)


FORMS = r"$f(x)=\frac12x^TQx-c^Tx$. "
SUPPOSED = [
    (r"If $Q$ is symmetric, show that $\nabla f(x)=0$ iff $Qx=c$.", RIGHT),
    (r"If $Q$ is symmetric then $\nabla f(x)=0$ is equivalent to $Qx=2c$.", WRONG),
    (r"If $Q$ is symmetric then setting $\nabla f(x)=0$ gives $x=Q^{-1}c$.", RIGHT),
]


@pytest.mark.parametrize(("words", "status"), SUPPOSED, ids=range(len(SUPPOSED)))
def test_what_a_sentence_supposes_holds_for_its_solution(words: str, status: str) -> None:
    (claim,) = ask(FORMS + words).claims
    assert claim.status == status
    assert claim.words.startswith("supposing that Q is symmetric")


def test_a_solution_that_is_right_in_a_case_of_the_text_is_not_called_wrong() -> None:
    text = r"The gradient is $Qx-c$ for symmetric $Q$. Show that $\nabla f=0$ means $x=Q^{-1}c$."
    assert [claim.status for claim in ask(FORMS + text).claims] == [RIGHT, UNDECIDED]


def test_that_a_zero_has_no_solution_is_no_claim_that_it_is_zero() -> None:
    (claim,) = ask("Let $f(x)=e^x$ with scalar $x$. $f'(x)=0$ has no solution. Right?").claims
    assert claim.status == NOT_READ


ASKED_BEFORE = [
    (rf"{FORM} Where is its gradient zero? I think $x=Q^{{-1}}c$.", [RIGHT]),
    (rf"{FORM} For which $x$ does the gradient vanish? I'd say $x=Qc$.", [WRONG]),
    (rf"{SQUARES} We look for $x$ such that $\nabla f(x)=0$. I get $A^TAx=A^Tb$.", [RIGHT]),
    (rf"{SQUARES} We look for $x$ such that $\nabla f(x)=0$. I get $A^TAx=2A^Tb$.", [WRONG]),
    (rf"{SQUARES} Find $\nabla f$. What equation does the minimiser satisfy? I obtain "
     "$A^TAx=A^Tb$.", [RIGHT]),
    (rf"{SQUARES} Find the stationary points. My answer: $x=(A^TA)^{{-1}}A^Tb$.", [RIGHT]),
    (rf"{SQUARES} Find the minimum. I get $x=0$.", [WRONG]),
    (rf"{SQUARES} For which $x$ is $f$ minimal? I claim $x^*=(A^TA)^{{-1}}A^Tb$.", [RIGHT]),
    (rf"{SQUARES} Find the gradient and the minimiser. I get $g=2A^T(Ax-b)$ and "
     "$x=(A^TA)^{-1}A^Tb$.", [RIGHT, RIGHT]),
    (r"Minimise $f(w)=\|Xw-y\|^2$ over $w$. I get $w=(X^TX)^{-1}X^Ty$.", [RIGHT]),
    (r"Let $f(u)=\frac12u^TRu+v^TBu$ with $R$ symmetric. What are $\partial f/\partial u$ and "
     r"$\partial f/\partial v$? Setting the first to zero gives $u=-R^{-1}B^Tv$.", [RIGHT]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), ASKED_BEFORE)
def test_the_sentence_before_may_ask_for_the_point(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_a_name_that_is_told_is_no_equation_for_the_variable() -> None:
    reply = ask(rf"{SQUARES} Find the minimum. I get $r=Ax-b$ for the residual.")
    assert all(claim.status != WRONG for claim in reply.claims)


def test_what_is_substituted_for_a_variable_is_no_solution() -> None:
    reply = ask("Let $f(x)=x^TAx$. We minimise $f$. I have $x=Bz$. What is the gradient with "
                "respect to $z$?")  # fmt: skip
    assert {name: str(x) for name, x in reply.results.items()} == {"z": "B'*(A + A')*B*z"}


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Is the minimizer $(X^TX)^{-1}X^Ty$?", RIGHT),
        ("The least squares solution is $(X^TX)^{-1}X^Ty$.", RIGHT),
        ("And is the minimiser $2(X^TX)^{-1}X^Ty$?", WRONG),
    ],
)
def test_a_formula_alone_is_the_point(words: str, status: str) -> None:
    reply = ask(rf"Let $f(w)=\|Xw-y\|^2$. What is the gradient? {words}")
    assert [claim.status for claim in reply.claims] == [status]


def test_the_function_is_where_the_variable_stands() -> None:
    reply = ask(r"Weighted least squares: $\sum_i w_i(y_i-x_i^T\beta)^2$. What's the derivative "
                r"wrt $\beta$? And is the minimiser $(X^TWX)^{-1}X^TWy$ with "
                r"$W=\operatorname{diag}(w)$?")  # fmt: skip
    assert list(reply.results) == ["beta"]
    assert [claim.status for claim in reply.claims] == [UNDECIDED]  # w may be negative
    assert reply.unused == []


@pytest.mark.parametrize("words", ["The minimum is $0$.", "Minimum is 0. Right?"])
def test_the_value_at_a_minimum_is_not_passed_over(words: str) -> None:
    reply = ask(rf"Let $f(x)=\|x\|^2$. What is the gradient? {words}")
    assert "The value that a function has at its minimum or maximum is not checked." in (
        reply.questions
    )


def test_solving_another_equation_is_no_claim_about_the_gradient() -> None:
    reply = ask(r"There are two equations. Solving the first for $y$ gives $y=Ax$, and "
                r"$f(x)=\|y-b\|^2$. What is the gradient of $f$ with respect to $x$?")  # fmt: skip
    assert {name: str(x) for name, x in reply.results.items()} == {"x": "2*A'*(A*x - b)"}
    assert reply.claims == []


def test_means_that_the_text_defines_stand_in_claims() -> None:
    text = (
        r"Let $f(\mu)=\sum_{i=1}^n\|x_i-\mu\|^2$. Then the gradient is $2n(\mu-\bar x)$ with "
        r"$\bar x=\frac1n\sum_ix_i$."
    )
    assert [claim.status for claim in ask(text).claims] == [RIGHT]


@pytest.mark.parametrize(
    ("words", "status"),
    [("Therefore $x=Q^{-1}c$.", RIGHT), ("Hence, $x=2Q^{-1}c$.", UNDECIDED)],
)
def test_what_is_said_to_follow_is_looked_at_and_not_called_wrong(words: str, status: str) -> None:
    claims = ask(rf"{FORM} I get $\nabla f=Qx-c$. {words}").claims
    assert [claim.status for claim in claims] == [RIGHT, status]


def test_a_step_that_follows_is_no_solution() -> None:
    text = rf"{FORM} I get $\nabla f=Qx-c$. So $x_{{k+1}}=x_k-\eta(Qx_k-c)$."
    assert [claim.status for claim in ask(text).claims] == [RIGHT]


MINIMA = [
    (r"GLS minimises $(y-Xb)'\Omega^{-1}(y-Xb)$ over $b$. FOC: $X'\Omega^{-1}(y-Xb)=0$. so "
     r"$b=(X'\Omega^{-1}X)^{-1}X'\Omega^{-1}y$. Omega symmetric pd. Is it ok?", ["right", "right"]),
    (r"Tikhonov: minimize $\|Ax-b\|^2+\|\Gamma x\|^2$. Setting the gradient to zero gives "
     r"$x=(A^TA+\Gamma\Gamma^T)^{-1}A^Tb$, right?", ["wrong"]),
    (r"Tikhonov: minimize $\|Ax-b\|^2+\|\Gamma x\|^2$. Setting the gradient to zero gives "
     r"$x=(A^TA+\Gamma^T\Gamma)^{-1}A^Tb$, right?", ["right"]),
    (r"Given $\hat x=\arg\min_x\|Ax-b\|^2+\lambda\|x\|^2$, I get "
     r"$\hat x=(A^TA+\lambda I)^{-1}A^Tb$. Correct?", ["right"]),
    (r"Let $S(\beta)=(y-X\beta)^T(y-X\beta)$. "
     r"$$\frac{\partial S}{\partial\beta}=-2X^Ty+X^TX\beta$$ "
     r"Setting to zero, $\hat\beta=2(X^TX)^{-1}X^Ty$. Where is my mistake?", ["wrong", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), MINIMA, ids=range(len(MINIMA)))
def test_where_the_gradient_vanishes_may_be_all_that_names_the_variable(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


PROFIT = r"Let $\Pi(K,L) = pAK^{a}L^{b} - rK - wL$."
TWO = r"Let $J(u,v)=\|u\|^2 + \|v\|^2 + u^Tv - a^Tu - c^Tv$. Setting the gradients to zero gives"
SEVERAL = [
    (rf"{PROFIT} First-order conditions: $paAK^{{a-1}}L^b = r$ and $pbAK^aL^{{b-1}} = w$.",
     [RIGHT, RIGHT]),
    (rf"{PROFIT} First-order conditions: $paAK^{{a-1}}L^b - r=0$ and $pbAK^aL^{{b-1}} -w=0$.",
     [RIGHT, RIGHT]),
    ("Let $f(x,y) = x^2 + xy^3$. First-order conditions: $2x + y^3 = 0$ and $3xy^2 = 0$.",
     [RIGHT, RIGHT]),
    ("Let $f(x,y) = x^2+xy+y^2-x$. First-order conditions: $2x + y = 1$ and $x + 3y = 1$.",
     [RIGHT, WRONG]),
    (rf"{TWO} $2u + v = a$ and $2v + u = c$.", [RIGHT, RIGHT]),
    (rf"{TWO} $2u + v = a$ and $2v + u = c + a$.", [RIGHT, WRONG]),
    (rf"{TWO} $u = \frac13(2a-c)$ and $v = \frac13(2c-a)$.", [RIGHT, RIGHT]),
    (rf"{TWO} $u = \frac13(2a-c)$ and $v = \frac13(2c+a)$.", [RIGHT, WRONG]),
    (r"For least squares $f(a,b)=\sum_i(y_i-ax_i-b)^2$ the normal equations are "
     r"$\sum_i y_i=a\sum_ix_i+nb$ and $\sum_ix_iy_i=a\sum_ix_i^2+b\sum_ix_i$.", [RIGHT, RIGHT]),
    (r"$L(w,b)=\|Xw+b1-y\|^2$. The normal equations are $X^T(Xw+b1-y)=0$ and "
     r"$1^T(Xw+b1-y)=0$.", [RIGHT, RIGHT]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), SEVERAL, ids=range(len(SEVERAL)))
def test_conditions_for_several_variables_are_tried_with_each_gradient(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_an_example_against_one_of_several_conditions_is_a_zero_of_all_gradients() -> None:
    (_, claim) = ask(rf"{TWO} $2u + v = a$ and $2v + u = c + a$.").claims
    assert claim.words == "it does not hold where all gradients are zero"


WEIGHTED = (
    r"We have $X\in\mathbb{R}^{N\times p}$, a diagonal weight matrix $W$, response $y$ and "
    r"minimise $$RSS(\beta) = (y - X\beta)^T W (y-X\beta).$$ I think "
    r"$\frac{\partial RSS}{\partial\beta} = -2X^TW(y-X\beta)$, and so "
    r"$\hat\beta = (X^TWX)^{-1}X^TWy$. Is this right?"
)


def test_a_property_in_a_list_of_what_there_is_is_stated() -> None:
    assert [claim.status for claim in ask(WEIGHTED).claims] == [RIGHT, RIGHT]


def test_a_point_is_as_symmetric_as_its_variable() -> None:
    text = (
        r"Let $\ell(\Theta) = \log\det\Theta - \operatorname{tr}(S\Theta)$ be the Gaussian "
        r"log-likelihood in terms of the precision matrix $\Theta$. Then the gradient is "
        r"$\Theta^{-1} - S$, and setting it to zero gives $\Theta = S^{-1}$."
    )
    assert all(claim.status.startswith(RIGHT) for claim in ask(text).claims)
    assert ask(text.replace("S^{-1}$.", "2S^{-1}$.")).claims[-1].status == WRONG


LAGRANGIAN = [
    (r"The Lagrangian is $L(x,\lambda)=\frac12x^TPx+q^Tx+\lambda^T(Ax-b)$, $P$ symmetric. The "
     r"optimality conditions are $Px+q+A^T\lambda=0$ and $Ax=b$.", [RIGHT, RIGHT]),
    (r"The Lagrangian is $L(x,\lambda)=\frac12x^TPx+q^Tx+\lambda^T(Ax-b)$, $P$ symmetric. The "
     r"optimality conditions are $Px-q+A^T\lambda=0$ and $Ax=b$.", [WRONG, RIGHT]),
    (r"Minimise $\|x - a\|^2$ subject to $Cx = d$. The Lagrangian is $\|x-a\|^2+\nu^T(Cx-d)$. "
     r"Stationarity: $2(x-a)+C\nu=0$. So what's wrong with the dimensions?", [WRONG]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), LAGRANGIAN, ids=range(len(LAGRANGIAN)))
def test_conditions_of_a_lagrangian_have_its_constraints(text: str, statuses: list[str]) -> None:
    assert sorted(claim.status for claim in ask(text).claims) == sorted(statuses)


def test_the_gradient_of_a_lagrangian_is_set_to_zero() -> None:
    text = (
        r"Consider the augmented Lagrangian $L_\rho(x,z,u)=\frac12\|Ax-b\|^2+\lambda\|z\|_1"
        r"+\frac\rho2\|x-z+u\|^2$. The $x$-update sets $\nabla_xL_\rho=A^T(Ax-b)+\rho(x-z+u)$ "
        r"to zero, which gives $x=(A^TA+\rho I)^{-1}(A^Tb+\rho(z-u))$."
    )
    assert [claim.status for claim in ask(text).claims] == ["right", "right"]
    wrong = text.replace(r"(A^Tb+\rho(z-u))", r"(A^Tb+\rho(z+u))")
    assert [claim.status for claim in ask(wrong).claims] == ["right", "wrong"]


STARRED = [
    (r"Let $f(x) = \|Ax-b\|^2$. At the minimum, $A^TAx^*=A^Tb$.", "right"),
    (r"Let $f(x) = \|Ax-b\|^2$. The optimum $\hat x$ satisfies $A^TA\hat x=A^Tb$.", "right"),
    (r"Let $f(x) = \frac12x^TQx + c^Tx$ with $Q \succ 0$. Prove that $\nabla f(x^*) = 0$ iff "
     "$Qx^* = -c$.", "right"),
    (r"Let $f(x) = \|Ax-b\|^2$. A minimiser $x^*$ satisfies $A^TAx^*=b$.", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), STARRED, ids=range(len(STARRED)))
def test_equations_at_an_optimum_that_has_a_name(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_the_minimiser_of_another_function_is_one_of_that() -> None:
    reply = ask(
        r"Let $f(x) = \|x-c\|^2$ and $g(x) = \|x+c\|^2$. Then $\nabla f(x) = 2(x-c)$. "
        "The minimiser of $g$ is $x = -c$."
    )
    assert [claim.status for claim in reply.claims] == ["right", "right"]


LEAST = r"Minimise $f(x)=\|Ax-b\|^2$. "
PLANE = r"Minimise $f(x)=(a^Tx-c)^2$. "
ZEROS = [
    (r"Minimise $f(x)=(x-c)^4$. First-order condition: $x - c=0$.", ["right"]),  # a triple root
    (r"Minimise $f(x)=\|x-b\|^4$. Setting the gradient to zero gives $x-b = 0$.", ["right"]),
    (PLANE + "Setting the gradient to zero gives $a^Tx=c$.", ["right"]),  # a = 0 is special
    (PLANE + "First-order condition: $a^Tx-c=0$.", ["right"]),
    (PLANE + "Setting the gradient to zero gives $a^Tx=2c$.", ["wrong"]),
    (r"Minimise $f(x)=x^3-3x$. First-order condition: $x - 1=0$.", ["wrong"]),
    (LEAST + "Setting the gradient to zero gives $Ax=b$.", ["wrong"]),
    (LEAST + "Setting the gradient to zero gives $A^TAx-A^Tb=0$.", ["right"]),
    (LEAST + "Setting the gradient to zero gives $A^TAx+A^Tb=0$.", ["wrong"]),
    (LEAST + "The gradient vanishes if $A^TAx-A^Tb=0$.", ["right"]),
    (LEAST + "Setting the gradient to zero we get $A^T(Ax-b)=0$, so $x = (A^TA)^{-1}A^Tb$.",
     ["right", "right"]),
    (r"Minimise $f(x)=\|Ax\|^2 + \|x\|^2$. Setting the gradient to zero gives $x=0$.", ["right"]),
    ("Let $f(x, y) = x^2 + xy + y^2$. Setting the partials to zero gives $2x + y = 0$ and "
     "$x + 2y = 0$.", ["right", "right"]),
    (LEAST + "I set the gradient to zero on the plane $c^Tx - 1 = 0$.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), ZEROS, ids=range(len(ZEROS)))
def test_what_follows_from_a_zero_gradient(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


MULTIPLIED = [
    (r"We maximise $w^TCw$ subject to $w^Tw=1$, $C$ symmetric. The Lagrangian is "
     r"$L(w,\lambda)=w^TCw+\lambda(1-w^Tw)$. Is $\frac{\partial L}{\partial\lambda}=w^Tw-1$?",
     ["wrong"]),
    (r"Minimise $a^Tx$ subject to $\mathbf{1}^Tx=1$. With "
     r"$L(x,\nu)=a^Tx+\nu(\mathbf{1}^Tx-1)$ I claim "
     r"$\frac{\partial L}{\partial\nu}=2(\mathbf{1}^Tx-1)$.", ["wrong"]),
    ("maximise uᵀSu subject to uᵀu = 1, so L(u, λ) = uᵀSu − λ(uᵀu − 1).\n* ∂L/∂u = 2Su − 2λu\n"
     "* ∂L/∂λ = 1 − uᵀu\nAre both derivatives correct? S is symmetric.", ["right", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), MULTIPLIED, ids=range(len(MULTIPLIED)))
def test_the_constraint_does_not_excuse_a_wrong_derivative_of_a_lagrangian(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_what_a_gradient_gives_is_a_solution() -> None:
    reply = ask(rf"{FORM} I have $\nabla f = Qx-c$, which gives $\hat x=Q^{{-1}}c$.")
    assert [each.status for each in reply.claims] == [RIGHT, RIGHT]


RATE = r"Let $\ell(\lambda)=n\log\lambda-\lambda\sum_{i=1}^n x_i$. (a) Compute $\ell'(\lambda)$. "
RATE += r"(b) Compute $\ell''(\lambda)$. (c) "


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (r"Show that the maximum likelihood estimate is $\hat\lambda=n/\sum_i x_i$.", RIGHT),
        (r"Conclude that the maximum-likelihood estimator of $\lambda$ is "
         r"$\hat\lambda=\sum_i x_i/n$.", WRONG),
        (r"Deduce that the ML estimate is $n/\sum_i x_i$.", RIGHT),
    ],
)  # fmt: skip
def test_an_estimate_makes_a_part_worth_judging(words: str, status: str) -> None:
    reply = ask(RATE + words)
    assert [claim.status for claim in reply.claims] == [status]
    assert reply.questions == []


def test_the_ridge_estimator_is_where_the_gradient_vanishes() -> None:
    text = rf"{RIDGE} (a) Find the gradient. (b) Show that the ridge estimator is "
    assert [c.status for c in ask(rf"{text}$(A^TA+\lambda I)^{{-1}}A^Tb$.").claims] == [RIGHT]
    assert [c.status for c in ask(rf"{text}$(A^TA-\lambda I)^{{-1}}A^Tb$.").claims] == [WRONG]


GAUSSIAN = r"""The log-likelihood of observations $x_1,\dots,x_n\in\mathbb{R}^d$ from a Gaussian is
$$\ell(\mu,\Sigma)=-\frac n2\log\det\Sigma-\frac12\sum_{i=1}^n(x_i-\mu)^T\Sigma^{-1}(x_i-\mu).$$
Compute $\nabla_\mu\ell$. Conclude that the maximum likelihood estimate of the mean is """


@pytest.mark.parametrize(
    ("value", "status"), [(r"\frac1n\sum_{i=1}^n x_i", RIGHT), (r"\sum_{i=1}^n x_i", WRONG)]
)
def test_the_covariance_of_a_normal_density_makes_it_concave(value: str, status: str) -> None:
    (claim,) = ask(rf"{GAUSSIAN}$\hat\mu={value}$.").claims
    assert claim.status == status
    assert ("concave, as Σ is positive definite" in claim.words) is (status == RIGHT)


QUOTIENT = r"Let $R(x)=\frac{x^TAx}{x^Tx}$ with $A=A^T$. "
ENOUGH = [
    (SQUARES + " Show that the gradient is zero if $Ax=b$.", RIGHT),
    (SQUARES + r" Show that $\nabla f(x)=0$ whenever $A^TAx=A^Tb$.", RIGHT),
    (SQUARES + r" Show that $\nabla f(x)=0$ if $Ax=2b$.", WRONG),
    (SQUARES + " If $Ax=b$, then the gradient vanishes. Right?", RIGHT),
    (SQUARES + r" If $Ax=b$ then $\nabla f(x)=0$. Right?", RIGHT),
    (SQUARES + " Is the gradient zero if $Ax=b$?", RIGHT),
    (SQUARES + " The gradient vanishes exactly when $Ax=b$. Right?", WRONG),
    ("f(x) = x'Ax - b'x, A symmetric. is the gradient zero if Ax = b?", WRONG),
    ("f(x) = x'Ax - b'x, A symmetric. when 2Ax = b the gradient is zero, right?", RIGHT),
    (QUOTIENT + "Show that the gradient vanishes if $x$ is an eigenvector of $A$.", RIGHT),
    (QUOTIENT + r"Show that $\nabla R(x)=0$ if $Ax=\lambda x$.", RIGHT),
    (QUOTIENT + r"1. Compute the gradient. 2. Show that it is zero if $Ax=\lambda x$.", RIGHT),
    (QUOTIENT.replace("R(x)", "f(x)").replace("x^Tx", "b^Tb")
     + "Show that the gradient vanishes if $x$ is an eigenvector of $A$.", WRONG),
    ("Let $f(x,y)=(x-y)^2$ with numbers. Show that the gradient vanishes if $x=y$.", RIGHT),
    (rf"{NUMBERS} Show that the derivative vanishes if $x=3$.", WRONG),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), ENOUGH, ids=range(len(ENOUGH)))
def test_a_condition_may_only_be_enough_for_the_gradient_to_vanish(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert reply.unused == []


def test_what_is_said_of_an_eigenvector_is_shown_in_words() -> None:
    reply = ask(QUOTIENT + "Show that the gradient vanishes if $x$ is an eigenvector of $A$.")
    assert "gradient = 0 if x is an eigenvector of A    right" in reply.text("short")


def test_the_zero_vector_is_no_eigenvector() -> None:
    text = "Let $f(x)=x^TAx-b^Tx$ with $A$ symmetric. The gradient vanishes if $x$ is an "
    (claim,) = ask(text + "eigenvector of $A$.").claims
    assert claim.report is not None and claim.report.counterexample is not None
    assert {"0"} != {value for row in claim.report.counterexample.inputs["x"] for value in row}
