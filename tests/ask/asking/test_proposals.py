"""Which formulas are proposed as the answer, and which are told of something else."""

import pytest

import matgrad as mg


def judged(text: str) -> list[tuple[str, str]]:
    return [(claim.latex, claim.status) for claim in mg.ask(text).claims]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (r"How to compute the gradient of $\|Ax\|_2$ with respect to $x$? I know for the squared "
         r"norm it's $2A^TAx$, so by chain rule $\frac{A^TAx}{\|Ax\|_2}$?", r"\|Ax\|_2"),
        (r"Gradient of $\log\|x\|$? For the norm itself it is $x/\|x\|$, so by the chain rule "
         r"$x/\|x\|^2$.", r"x/\|x\|^2"),
        (r"Derivative of $\|Ax-b\|_2$ wrt x: for the squared norm we have $2A^T(Ax-b)$, hence with "
         r"the chain rule $A^T(Ax-b)/\|Ax-b\|_2$?", r"\|Ax-b\|_2"),
        (r"Let $f(x)=x^TAx$. In the scalar case it's $2ax$; here I get $(A+A^T)x$.", "(A+A^T)x"),
    ],
)  # fmt: skip
def test_what_holds_for_another_function_is_no_claim_about_this_one(text: str, claim: str) -> None:
    ((latex, status),) = judged(text)
    assert status == "right"
    assert claim in latex


@pytest.mark.parametrize(
    "text",
    [
        "differentiate the quadratic form x^T A x + b^T x w.r.t. x, A not necessarily symmetric",
        "gradient of x^T A x with respect to x, A need not be symmetric",
        "gradient of x^T A x with respect to x, A nonsymmetric",
    ],
)
def test_a_name_with_a_word_about_it_is_no_further_variable(text: str) -> None:
    assert list(mg.ask(text).results) == ["x"]


def test_an_equation_beside_the_variable_is_no_variable() -> None:
    reply = mg.ask("Derivative of $e^{-x^TAx}$ with respect to the vector $x$, $A=A^T$?")
    assert list(reply.results) == ["x"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (r"$KL=-\frac12\sum_j(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2)$. Derivative wrt $\mu$?", "KL"),
        (r"$CE=-y^T\log p$, $p=\mathrm{softmax}(z)$; $\partial CE/\partial z$?", "CE"),
    ],
)
def test_capitals_that_stand_nowhere_else_are_one_name(text: str, name: str) -> None:
    problem = mg.ask(text).problem
    assert problem is not None
    assert problem.name == name


def test_a_product_of_matrices_is_no_name() -> None:
    reply = mg.ask("Let $AB=BA$ and $f(x)=x^TABx$. Gradient wrt $x$?")
    assert str(reply.results["x"]) == "((A*B)' + A*B)*x"


def test_the_nuclear_norm_may_be_typed() -> None:
    assert str(mg.ask("Let f(X) = ||X||_*. What is df/dX?").results["X"]) == "polar(X)"


def test_what_a_text_only_recalls_is_not_what_it_asks_about() -> None:
    reply = mg.ask(
        r"I know that $\frac{d}{dx}\ln x = 1/x$. For matrices, the cookbook says that "
        r"$\frac{\partial \ln|\det X|}{\partial X}=(X^{-1})^T$. Could you show me the steps?"
    )
    assert str(reply.results["X"]) == "inv(X)'"
    assert [claim.status for claim in reply.claims] == ["right", "right"]


def test_a_function_that_is_written_twice_is_read_the_way_that_can_be_read() -> None:
    reply = mg.ask(
        r"The loss is $\ell(W)=\sum_{i=1}^{N}\|y_i - W\phi(x_i)\|^2$, which is "
        r"$\ell(W)=\|Y-W\Phi\|_F^2$. Find $\nabla_W\ell$."
    )
    assert str(reply.results["W"]) == "-2*(Y - W*Phi)*Phi'"
    assert any("read in the form" in note for note in reply.understood.notes)


def test_an_integer_of_the_function_is_no_variable() -> None:
    reply = mg.ask(r"What is the gradient of $\mathrm{Tr}(X^k)$ for integer $k$? Is it $kX^{k-1}$?")
    assert list(reply.results) == ["X"]
    assert [claim.status for claim in reply.claims] == ["wrong"]


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        ("l(w) = sum_i [ y_i w'x_i - exp(w'x_i) ], gradient wrt w?", "w", "X'*(y - exp(X*w))"),
        ("f(x) = ( a^T x ) / ( b^T b ). gradient wrt x?", "x", "a/(b'*b)"),
        ("f(b) = 1/(2n) ||y - Xb||^2. gradient w.r.t. b?", "b", "-X'*(y - X*b)/n"),
    ],
)
def test_typed_brackets_stand_apart(text: str, variable: str, answer: str) -> None:
    assert {name: str(x) for name, x in mg.ask(text).results.items()} == {variable: answer}


TOLD = [
    (r"Let $A(\eta)=\log\sum_k e^{\eta_k}$. The gradient of $A$ is the mean "
     r"$\operatorname{softmax}(\eta)$. And its Hessian?", ["right"]),
    (r"Let $f(x)=x^TAx$. The Hessian of $f$ is the matrix $A+A^T$, the gradient is the vector "
     "$2Ax$. Right?", ["right", "wrong"]),
    ("Let $f(x)=x^TAx$. The Hessian of $f$ is $2A$, the gradient is $(A+A^T)x$.",
     ["wrong", "right"]),
    ("Let $f(x)=x^TAx$ with $A$ symmetric. The derivative is the row vector $2x^TA$.",
     ["right up to layout"]),
    (r"Let $\Phi(f)=\langle f,a\rangle-\sum_{ij}e^{f_i+g_j-C_{ij}}$. Find $\nabla_f\Phi$. I have "
     r"$a-P\mathbf{1}$ with $P_{ij}=e^{f_i+g_j-C_{ij}}$.", ["right"]),
    (r"Let $\Phi(f)=\langle f,a\rangle-\sum_{ij}e^{f_i+g_j-C_{ij}}$. Find $\nabla_f\Phi$. I have "
     r"$a+P\mathbf{1}$ where $P_{ij}=e^{f_i+g_j-C_{ij}}$.", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), TOLD)
def test_what_words_give_is_found(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_the_gradient_of_a_function_is_a_vector_not_the_function() -> None:
    reply = mg.ask("Let $f(x)=x^TAx$. The gradient of $f$ is the vector $(A+A^T)x$. Right?")
    assert "is called" not in str(reply)


SEVERAL = r"Derivative of $\ln|X|$ with respect to $X$, and of $|X|$ with respect to $X$? "
TRACES = (r"Find the gradients of $\operatorname{tr}(AX)$, $\operatorname{tr}(X^TX)$ and "
          r"$\operatorname{tr}(X^2)$ with respect to $X$. ")  # fmt: skip


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (SEVERAL + "I recall $X^{-T}$ and $|X|X^{-T}$.", ["right", "right"]),
        (SEVERAL + "I get $X^{-T}$ and $|X|X^{-1}$.", ["right", "wrong"]),
        (SEVERAL + "I get $|X|X^{-T}$ and $X^{-T}$.", ["wrong", "wrong"]),
        (SEVERAL + "I think it is $|X|X^{-T}$.", ["right"]),
        (TRACES + "I remember $A^T$, $2X$ and $2X^T$.", ["right", "right", "right"]),
        (TRACES + "I remember $A^T$, $2X$ and $2X$.", ["right", "right", "wrong"]),
        (
            "Give the gradients of $a^Tx$, $x^Tx$ and $x^TAx$ by $x$. My answers: $a$, "
            "$2x$, and $2Ax$.",
            ["right", "right", "wrong"],
        ),
    ],
)
def test_several_functions_have_their_answers_in_order(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_what_is_recalled_of_something_else_is_no_answer() -> None:
    text = "I recall that $x^Tx$ is the squared length. What is the gradient of $x^TAx$ by $x$?"
    assert judged(text) == []


@pytest.mark.parametrize(
    "text",
    [
        r"Show that the gradient of $f(x)=\|x\|^4$ is $4\|x\|^2x$ and that the Hessian is"
        r" $4\|x\|^2I+8xx^T$.",
        r"Prove that the gradient of $f(x)=\|x\|^4$ with respect to $x$ equals $4\|x\|^2x$ and its"
        r" Hessian is $4\|x\|^2I+8xx^T$.",
    ],
)
def test_two_claims_of_one_sentence_are_both_judged(text: str) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == ["right", "right"]
    assert not reply.unused


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Let $M$ be an arbitrary square matrix. Gradient of $g(U)=\frac14\|UU^T-M\|_F^2$ - paper "
         "says $(UU^T-M)U$.", "wrong"),
        ("Gradient of g(U) = 1/4 ||U U^T - M||_F^2 with M symmetric. Should be (UU^T-M)U.",
         "right"),
        ("What is the gradient of $x^TAx$ wrt $x$ - I get $2Ax$.", "wrong"),
    ],
    ids=range(3),
)  # fmt: skip
def test_answers_behind_a_dash_or_without_a_subject(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_entries_that_are_called_the_jacobian_name_it() -> None:
    text = r"""Let $p = \text{softmax}(z)$. Jacobian: $J_{ij} = p_i(\delta_{ij}-p_j)$.
    In matrix form: $J=\operatorname{diag}(p)-pp^T$?"""
    reply = mg.ask(text)
    assert [*reply.results] == ["z"]
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        ("If $f(x)=x^TAx$ then $H=A+A^T$. Right?", ["right"]),
        ("If $f(x)=x^TAx$, then $H=2A$. Right?", ["wrong"]),
        ("If $f(x)=x^TAx$ for $A$ not symmetric, then $H=A+A^T$; for symmetric $A$ it is $2A$.",
         ["right", "right"]),
        ("If $H=A^TA$ then $f(x)=x^THx$ has the gradient $2Hx$.", ["right"]),
    ],
    ids=range(4),
)  # fmt: skip
def test_what_follows_from_a_function_by_its_usual_letter(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_what_somebody_insists_on_is_about_the_derivative_named_last() -> None:
    text = (
        r"I got $\frac{\partial\, x^Tx}{\partial x} = 2x^T$, my colleague insists it is $2x$. Also "
        r"$\frac{\partial Ax}{\partial x}$: $A$ or $A^T$?"
    )
    first, second = mg.ask(text).claims
    assert first.status.startswith("right")
    assert (second.status, second.who) == ("right", "my colleague")


def test_another_form_of_the_function_is_no_gradient() -> None:
    text = (
        r"Derivative of $\operatorname{vec}(X)^T(B\otimes A)\operatorname{vec}(X)$ w.r.t. $X$. "
        r"Isn't this the same as $\operatorname{tr}(X^TAXB^T)$, giving $AXB^T + A^TXB$?"
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    "words", ["I'd write", "I was expecting", "I'd put", "I would write", "I keep getting"]
)
def test_what_somebody_would_write_is_a_claim(words: str) -> None:
    assert judged(f"What's the derivative of $x^Tx$? {words} $3x$.") == [
        (r"\text{gradient} = 3x", "wrong")
    ]


@pytest.mark.parametrize(
    "words", ["I came across {} and need its derivative", "I found {} and want its gradient"]
)
def test_the_only_formula_is_the_function(words: str) -> None:
    reply = mg.ask(words.format(r"$\log\det X$") + " with respect to $X$.")
    assert [str(each) for each in reply.results.values()] == ["inv(X)'"]
    assert not reply.claims


J = r"Let $J(w) = \|Xw - y\|^2$. "


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (J + "Student A writes $2X^T(Xw - y)$, student B writes $X^T(Xw - y)$. Who is right?",
         ["right", "wrong"]),
        ("The loss is ||y - X w||^2, and for the gradient wrt w I have X^T(X w - y).", ["wrong"]),
        ("Let $f(x) = Ax$. Find the Jacobian. Bob answers $J = 2A$.", ["wrong"]),
    ],
    ids=range(3),
)  # fmt: skip
def test_students_and_answers_are_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


HALF = r"Let $f(x) = \frac12\|x\|^2$. "
LETTERS = [
    (HALF + "Is the gradient $x$ or $2x$?", ["right", "wrong"]),
    (HALF + "Is the gradient $2x$ or $x$?", ["wrong", "right"]),
    (r"Let $J(w)=\|w\|_1$. Ann: $\operatorname{sign}(w)$; Ben: $w$; Carl: $\mathbf 1$.",
     ["right", "wrong", "wrong"]),
    (HALF + "Is the gradient just $x$, or half of $x$?", ["right", "wrong"]),
    (HALF + "What is the gradient? I get $2x$. Shouldn't it be $x$?", ["wrong", "right"]),
    ("Let $f(x) = x^Tx$. I say the gradient is $2x$. My brother says it's just $x$.",
     ["right", "wrong"]),
    ("Let $f(x) = x^Tx$. I say the gradient is $2x$. Ann thinks that it is only $x$.",
     ["right", "wrong"]),
    ("Let $f(x) = x^Tx$. Are we sure that the gradient is $2x$ rather than $x$?",
     ["right", "wrong"]),
    (r"Let $f(x) = \frac12x^TAx$ with symmetric $A$. I thought the gradient would be $x$, he got"
     " $Ax$.", ["wrong", "right"]),
    ("Let f(x) = 0.5 x'x. What is the gradient? My sister claims it is x.", ["right"]),
    ("Let $f(x)=a^Tx$. What is the gradient? Somebody wrote that the answer is simply $a$.",
     ["right"]),
    (HALF + "What is the gradient? I don't know which variable to use, my friend says it is $x$.",
     []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), LETTERS, ids=range(len(LETTERS)))
def test_a_letter_alone_is_an_answer_where_words_call_it_one(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


BESIDE = [
    (r"Let $f(x)=a^Tx\,b^Tx$. How does $f$ change with $x$? My solution $a\,b^Tx+b\,a^Tx$, the"
     r" model solution $2ab^Tx$ (they argue $a^Tx\,b^Tx=x^Tab^Tx$).", ["right", "wrong"]),
    ("Gradient of $f(x)=x^TAx$: my answer $2Ax$ vs. the official solution $(A+A^T)x$.",
     ["wrong", "right"]),
    ("f(x) = x'Ax. My answer (A+A')x, his answer 2Ax.", ["right", "wrong"]),
    ("Let $f(x)=x^Tx$. Which one is correct: $2x$ or $x$?", ["right", "wrong"]),
    ("Let $f(x)=x^Tx$. In gradient descent, the gradient is $x$.", ["wrong"]),
    (r"Let $f(x)=x^Tx$. The gradient is $2x$, so one step of gradient descent with rate $\frac14$"
     r" gives $\frac12x$.", ["right"]),
    (r"Let $f(x)=\|Ax-b\|^2$. Setting the gradient to zero we find our solution"
     " $(A^TA)^{-1}A^Tb$.", ["undecided"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), BESIDE, ids=range(len(BESIDE)))
def test_an_answer_may_stand_right_behind_what_it_is_called(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


@pytest.mark.parametrize(
    ("claim", "statuses"), [("2X^T(XW - T)", ["right"]), ("X^T(XW - T)", ["wrong"])]
)
def test_whether_dw_is_right_is_no_claim_of_its_own(claim: str, statuses: list[str]) -> None:
    reply = mg.ask(rf"Let $L = \|XW - T\|_F^2$ and $dW = {claim}$. Is $dW$ right?")
    assert [claim.status for claim in reply.claims] == statuses


@pytest.mark.parametrize(
    ("words", "statuses"),
    [
        (r"I would expect $\nabla f(x)$ to be $2Ax$.", ["wrong"]),
        (r"My friend believes $\nabla f(x)$ to equal $(A + A^T)x$.", ["right"]),
        (r"For $\nabla f(x)$ to be $2Ax$, what must hold?", []),
    ],
)
def test_what_a_derivative_is_held_to_be_is_claimed(words: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(f"Let $f(x) = x^TAx$. {words}").claims] == statuses


NORM = r"Let $f = \|Ax-b\|^2$ and $g = {}$. "
CODE = "```matlab\nf = norm(A*x - b)^2;\ng = {}A'*(A*x - b);\n```\n"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (NORM.format("2A^T(Ax-b)") + "Is $g$ the gradient of $f$ with respect to $x$?", "right"),
        (NORM.format("A^T(Ax-b)") + "Is g really the gradient of f wrt x?", "wrong"),
        (CODE.format("2*") + "is g the gradient of f with respect to x?", "right"),
        (CODE.format("") + "Is g the gradient of f?", "wrong"),
        (r"Let $f(x) = \|Ax-b\|^2$ and $H = 2A^TA$. Is H the Hessian of f?", "right"),
    ],
)
def test_a_name_of_a_formula_is_proposed_as_the_gradient(text: str, status: str) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert not reply.unused
