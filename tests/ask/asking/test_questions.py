"""Which function a text asks about, and which formulas are claims about it."""

import pytest

from matgrad.app.ask import ask

F = "Let $f(x) = x^T A x$."


@pytest.mark.parametrize(
    ("text", "claim", "status"),
    [
        (f"{F} I believe the gradient is $2Ax$. Is this correct?", "2Ax", "wrong"),
        (f"{F} The Hessian is $2A$, right?", "2A", "wrong"),
        (f"{F} Is the gradient $(A+A^T)x$?", "(A+A^T)x", "right"),
        (f"{F} Is the gradient of $f$ $(A+A^T)x$?", "(A+A^T)x", "right"),
        (f"{F} Is $2Ax$ the gradient?", "2Ax", "wrong"),
        (f"{F} I think that its gradient should be $2Ax$.", "2Ax", "wrong"),
    ],
)
def test_a_claim_does_not_replace_the_function(text: str, claim: str, status: str) -> None:
    reply = ask(text)
    assert str(reply.problem and reply.problem.function) == "x'*A*x"
    (verdict,) = reply.claims
    assert verdict.latex.replace(" ", "").endswith(f"={claim}")
    assert verdict.status == status


def test_a_claim_about_least_squares() -> None:
    (claim,) = ask(r"Let $f(x) = \|Ax-b\|^2$. Is the gradient $2A^T(Ax-b)$?").claims
    assert claim.status == "right"


def test_a_claim_about_the_gradient_is_not_compared_with_the_hessian() -> None:
    reply = ask(f"{F} The gradient is $(A+A^T)x$. What is the Hessian of $f$ with respect to $x$?")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("text", "function", "kind"),
    [
        (
            r"I know the gradient of $x^TAx$ wrt $x$. What is the Hessian of $\log(x^TAx)$?",
            "log(x'*A*x)",
            "hessian",
        ),
        (
            r"I know the Hessian of $x^TAx$ wrt $x$. What is the gradient of $\log(x^TAx)$?",
            "log(x'*A*x)",
            "gradient",
        ),
        (
            r"The gradient of $x^TAx$ is $(A+A^T)x$. "
            r"What is the gradient of $x^TA^2x$ with respect to $x$?",
            "x'*A^2*x",
            "gradient",
        ),
    ],
)
def test_the_function_in_the_question_is_meant(text: str, function: str, kind: str) -> None:
    reply = ask(text)
    assert str(reply.problem and reply.problem.function) == function
    assert [d.kind for d in reply.derivations] == [kind]


def test_a_claim_about_another_function_is_judged_by_that_function() -> None:
    reply = ask(r"The gradient of $x^TAx$ is $(A+A^T)x$. What is the gradient of $x^TA^2x$ by $x$?")
    assert [claim.status for claim in reply.claims] == ["right"]
    (claim,) = ask(
        r"Is $\frac{\partial \|x\|_2}{\partial x} = \frac{x}{\|x\|_2}$? "
        r"And what is $\frac{\partial \|x\|_2^2}{\partial x}$?"
    ).claims
    assert claim.status == "right"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Find the Hessian of $f(x)=x^TAx$. I get $H = 2A$.", "wrong"),
        (r"Find the Hessian of $f(x)=x^TAx$. I think that $H = A + A^T$.", "right"),
        (r"Find the gradient of $f(x)=x^TAx$. My answer is $g = (A+A^T)x$.", "right"),
    ],
)
def test_an_answer_may_have_a_name(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_a_before_an_equals_sign_is_a_name_not_the_article() -> None:
    reply = ask("The layer computes a = W x + b and L = ||a||^2. Gradient with respect to W and b?")
    assert set(reply.results) == {"W", "b"}


def test_a_condition_on_one_name_says_nothing_of_another() -> None:
    reply = ask(r"$f(x)=x^TQx$. The derivative with respect to $x$ is $2Qx$ for symmetric $Q$.")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "x: n, Q: n×n symmetric" in reply.text("short")


def test_what_two_sources_say_is_judged_both() -> None:
    reply = ask(
        r"Let $X$ be an invertible matrix. Find the derivative of $\log\det X$ by $X$. "
        r"The cookbook says it's $X^{-T}$, my professor says $X^{-1}$."
    )
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


@pytest.mark.parametrize("link", ["; ", " and ", ", while "])
def test_each_of_two_functions_in_one_sentence_has_its_own_claim(link: str) -> None:
    reply = ask(
        rf"The gradient of $x^TBx$ w.r.t. $x$ is $2Bx${link}the gradient of $x^TA^TAx$ is $2A^TAx$."
    )
    assert {c.latex.split("=")[1].strip(): c.status for c in reply.claims} == {
        "2Bx": "wrong",
        "2A^TAx": "right",
    }


def test_sizes_may_be_typed_with_the_letter_x() -> None:
    reply = ask(
        "X is an n x p matrix, b is p x 1 and y is n x 1. "
        "r(b) = (y - Xb)'(y - Xb). Is dr/db = -2X'y + 2X'Xb?"
    )
    assert "y: n, X: n×p, b: p" in reply.text("short")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_number_behind_a_sign_of_multiplication_is_a_factor() -> None:
    reply = ask("What is the gradient of x'x*2 with respect to x? I get x*4.")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "said", [r"$A = A^T$", r"$A^\top = A$", r"$\mathbf{A} = {\mathbf A}^\intercal$"]
)
def test_an_equation_says_that_a_matrix_is_symmetric(said: str) -> None:
    reply = ask(rf"Let $f(x)=x^TAx$, where {said}. Is the gradient by $x$ equal to $2Ax$?")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_symmetry_by_an_equation_may_be_a_case_and_is_about_one_name() -> None:
    reply = ask(r"The gradient of $x^TAx$ wrt $x$ is $2Ax$ if $A=A^T$.")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [claim.status for claim in reply.claims] == ["right"]
    reply = ask(r"$A, B\in\mathbb{R}^{n\times n}$, $A^T=A$. Gradient of $x^T(A+B)x$ wrt $x$?")
    assert "A: n×n symmetric, B: n×n" in reply.text("short")


def test_a_function_is_named_beside_its_letter() -> None:
    reply = ask(
        r"$y = \sigma(w^Tx)$, $L = (y-t)^2$ with scalar $t$, $\sigma$ logistic. "
        r"Is $\frac{\partial L}{\partial w} = 2(y-t)y(1-y)x$?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]


def test_the_name_of_a_function_in_upright_letters_is_no_word_between_formulas() -> None:
    reply = ask(r"Let $f(x) = a^T\text{softmax}(x)$, gradient wrt $x$?")
    assert str(reply.problem and reply.problem.function) == "a'*softmax(x)"
    assert not ask(r"Let $f(x) = x^T\text{foo}(x)$, gradient wrt $x$?").derivations


def test_what_is_set_to_zero_is_a_condition_not_a_definition() -> None:
    reply = ask(
        r"$f(x)=x^TAx$ with $A$ symmetric. If $\nabla f(x)=0$ then $x=0$. What is $\nabla f$?"
    )
    assert str(reply.results["x"]) == "2*A*x"
    assert not reply.claims and "x = 0" in reply.text("short")


def test_the_square_of_a_vector_in_a_claim_is_that_of_its_entries() -> None:
    reply = ask(
        r"Let $h=\tanh(Ux)$ and $L=\|h\|^2$. Is $\partial L/\partial U = (2h\odot(1-h^2))x^T$?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]
    reply = ask(
        r"Let $h=\tanh(Ux)$ and $L=\|h\|^2$. Is $\partial L/\partial U = (h\odot(1-h^2))x^T$?"
    )
    assert [claim.status for claim in reply.claims] == ["wrong"]


def test_a_product_beside_a_hadamard_product_in_a_claim_is_read_as_it_fits() -> None:
    reply = ask(
        r"Let $h=\tanh(Ux)$ and $L=\|Wh-t\|^2$. "
        r"Is $\partial L/\partial U = 2(W^T(Wh-t)\odot(1-h^2))x^T$?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("What is the gradient of $x^TAx$ with respect to $x$? What about $A$?", "xA"),
        ("What is the gradient of $x^TAx$ with respect to x? And with respect to A?", "xA"),
        ("gradient of x'Ax wrt x? and wrt A?", "xA"),
        ("Find the gradient of $x^TAy$ wrt $x$. Then find it with respect to $y$.", "xy"),
        (r"What is $\nabla_x x^TAy$? Same for $y$?", "xy"),
        (r"Let $V = \pi r^2 h$. How fast does V change with r, dV/dr? And with h?", "rh"),
        ("f(a, b) = a^2 b + b^3. df/da? And with b?", "ab"),
        (r"Gradient of $\|Wx + b - y\|^2$ in $W$? And in the bias $b$?", "Wb"),
        ("What is the gradient of $x^TAx$ with respect to $x$? And by $A$?", "xA"),
        ("What is the gradient of $x^TAx$ with respect to $x$? And for symmetric $A$?", "x"),
        ("What is the gradient of $x^TAx$ with respect to $x$? And with $A = I$?", "x"),
        ("Gradient of $x^TAx$ with respect to $x$? With respect to $A$ I get $xx^T$.", "x"),
        ("What is the gradient of $x^TAx$ with respect to $x$? What about a symmetric $A$?", "x"),
    ],
)  # fmt: skip
def test_a_question_that_carries_another_on_is_about_the_same_function(
    text: str, answers: str
) -> None:
    assert "".join(ask(text).results) == answers


def test_what_about_another_formula_is_a_question_about_it() -> None:
    reply = ask(r"What is the gradient of $x^TAx$ with respect to $x$? What about $\|x\|^2$?")
    assert [str(x) for d in reply.further for x in d.answers.values()] == ["2*x"]


def test_an_information_matrix_that_is_asked_for_is_not_passed_over() -> None:
    text = r"Let $\ell(\mu) = -\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)$. Score and information matrix?"
    assert [made.title for made in ask(text).made] == ["Observed information"]


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        (r"Consider $\min_x \|Ax-b\|^2$. What is the gradient?", "x"),
        (r"Solve $\arg\min_{x} x^TAx + b^Tx$. What is the gradient?", "x"),
        (
            r"We solve $\min_{w\in\mathbb{R}^d} \|Xw-y\|^2 + \lambda\|w\|^2$. Find the gradient.",
            "w",
        ),
    ],
)
def test_the_variable_may_stand_below_a_minimum(text: str, variable: str) -> None:
    reply = ask(text)
    assert [*reply.results] == [variable]
    assert not reply.questions


def test_an_optimum_over_something_else_is_not_differentiated() -> None:
    reply = ask(r"Let $f(x)=\max_{y} x^TAy$. What is the gradient?")
    assert not reply.derivations
    assert reply.questions == [
        "f is the least or largest value over y, which is not differentiated."
    ]


def test_what_holds_is_no_variable() -> None:
    reply = ask(r"Gradient of $\sqrt{x^TAx}$ for $A \succeq 0$ with respect to $x$?")
    assert [*reply.results] == ["x"]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (r"What is the Jacobian of $x\mapsto xx^Ta$?", {"x": "(a'*x)*I(n) + x*a'"}),
        (r"Derivative of the map $X\mapsto \operatorname{tr}(AX)$?", {"X": "A'"}),
        (r"Let $\phi\colon x\mapsto x^2$. Gradient of $1^T\phi(x)$ by $x$?", {"x": "2*x"}),
        ("gradient of 1/2x^TAx wrt x", {"x": "(A + A')*x/2"}),
        (r"Derivative of the quadratic form $\sum_{i,j}a_{ij}x_ix_j$ w.r.t. $x$?",
         {"x": "(A + A')*x"}),
        ("Gradient of the inner product $a^Tx$ with respect to $x$", {"x": "a"}),
        (r"Gradient of $\sum_{n=1}^N\|x_n-Wx_n\|^2$ by $W$, where $W\in\mathbb{R}^{D\times D}$",
         {"W": "-2*(X' - W*X')*X"}),
    ],
)  # fmt: skip
def test_the_function_is_found_however_it_is_given(text: str, answers: dict[str, str]) -> None:
    assert {name: str(value) for name, value in ask(text).results.items()} == answers


def test_a_map_is_differentiated_at_the_point_that_is_named() -> None:
    reply = ask(r"What is the derivative of $t\mapsto\log\det(X+tH)$ at $t=0$?")
    assert [str(x) for each in reply.at for x in each.values.values()] == ["tr(H*inv(X))"]


def test_for_skew_and_for_this_name_no_variable() -> None:
    text = "Let $f(x)=x^TAx$. For symmetric A the gradient is $2Ax$; for skew A it is $0$."
    reply = ask(text)
    assert [*reply.results] == ["x"]
    assert [claim.status for claim in reply.claims] == ["right", "right"]
    assert [*ask("Let $f(x)=x^TAx$. Compute the Hessian for this A.").results] == ["x"]


def test_what_stands_behind_with_is_not_the_function() -> None:
    reply = ask("Let $f(x)=x^TAx+b^Tx$. Compute the gradient with b = 0. I get $(A+A^T)x$.")
    assert [*reply.results] == ["x"]
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize("words", ["for fixed $y$", "holding $y$ fixed", "for $y$ fixed"])
def test_an_argument_that_is_held_fixed_is_no_variable(words: str) -> None:
    reply = ask(f"Let $f(x,y)=x^TAy$. Compute the gradient {words}; I get $A^Tx$.")
    assert [*reply.results] == ["x"]
    assert [claim.status for claim in reply.claims] == ["wrong"]


def test_both_gradients_are_given_where_one_argument_is_fixed_in_a_remark() -> None:
    text = "Let $f(x,y)=x^TAy$. It is linear in $x$ for fixed $y$. What are both gradients?"
    assert [*ask(text).results] == ["x", "y"]


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        (r"$L = \|\alpha a + \beta b - c\|^2$. Find the partial derivatives with respect to the "
         r"scalar $\alpha$, the scalar $\beta$, and the vector $c$.", ["alpha", "beta", "c"]),
        ("Let $f(x,y)=x^TAy$. Find the derivative w.r.t. the vector x and the vector y.",
         ["x", "y"]),
        (r"triplet loss $L=\max(0,\|a-p\|^2-\|a-n\|^2+m)$. Gradients w.r.t. anchor a, positive p, "
         "negative n when the loss is positive?", ["a", "p", "n"]),
        (r"Gradient of $\|Ax+b\|^2$ with respect to $x$ as well as the offset $b$.", ["x", "b"]),
        (r"Gradient of $\|Ax+b\|^2$ with respect to $x$ as well as $b$.", ["x", "b"]),
        (r"Minimise $\|AX-B\|_F^2$ alternately over $A$ and over $X$. What are the gradients?",
         ["A", "X"]),
        (r"Minimise $\|AX-B\|_F^2$ over $X$ and then over $A$. What are the gradients?",
         ["X", "A"]),
        (r"Gradient of $\|Ax+b\|^2$ with respect to $x$, and likewise for $b$.", ["x", "b"]),
        (r"Derivative of $\|Ax+b\|^2$ in $x$ and then in $b$?", ["x", "b"]),
        (r"Gradient of $\|Ax+b\|^2$ with respect to $x$, along with the one for $b$?", ["x", "b"]),
        (r"Gradient of $\|Ax+b\|^2$ with respect to $x$, and the same with $b$ fixed?", ["x"]),
        ("Derivative of $x^TAx+b^Tx$ with respect to $x$, the matrix $A$ is symmetric.", ["x"]),
        ("Derivative of $x^TAx+b^Tx$ with respect to $x$, given the vector $b$.", ["x"]),
        ("grad of exp(-x'Ax/2) wrt x, A sym", ["x"]),
        ("gradient of $x^TAx$ wrt $x$, $A$ pd", ["x"]),
    ],
    ids=range(15),
)  # fmt: skip
def test_each_variable_of_a_list_may_have_a_noun(text: str, variables: list[str]) -> None:
    assert [*ask(text).results] == variables


def test_properties_are_abbreviated() -> None:
    assert str(ask("grad of x'Ax wrt x, A sym").results["x"]) == "2*A*x"


def test_a_jacobian_that_is_written_out_names_its_variable() -> None:
    reply = ask("y = softmax(W x). Jacobian dy/dx = (diag(y) - y y^T) W. ok?")
    assert [claim.status for claim in reply.claims] == ["right"]


QUADRATIC = "$f(x)=x^TAx$. "


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"$g(x)=(a^Tx)^2$. Is $\nabla g=2a^Tx$? or $2(a^Tx)a$?", ["wrong", "right"]),
        (r"Let $S(a)=(x-a)^2$. What's $\frac{\partial S}{\partial a}$? $-2(x-a)$, or $2(x-a)$?",
         ["right", "wrong"]),
        (r"$E=\frac12mv^2$. What is $\frac{\partial E}{\partial m}$, is that $v^2$?", ["wrong"]),
        (f"{QUADRATIC}Bishop writes the gradient as $2Ax$. What is it for my $A$?", ["wrong"]),
        (f"{QUADRATIC}The book says $2Ax$ for symmetric matrices. What is it for my $A$?",
         ["right"]),
    ],
)  # fmt: skip
def test_answers_that_are_offered_behind_a_question(text: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert len(reply.results) == 1
    assert not reply.questions


def test_a_matrix_of_ones_own_is_no_variable() -> None:
    reply = ask(f"{QUADRATIC}The book says $2Ax$ for symmetric matrices. What is it for my $A$?")
    assert {name: str(value) for name, value in reply.results.items()} == {"x": "(A + A')*x"}


@pytest.mark.parametrize(
    "more",
    [
        "Also the Hessian if it's not too ugly.",
        "Then also the Hessian.",
        "Plus the Hessian, if possible.",
        "Also, the Hessian would be nice.",
        "Then the Hessian as well, please.",
    ],
)
def test_a_second_question_without_a_verb_is_one(more: str) -> None:
    reply = ask(f"What is the gradient of x'Qx by x? {more}")
    assert "the gradient and the Hessian" in reply.text("short")


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (
            "derivative of trace w.r.t. X: I have tr(A X B) and I keep getting A^T B^T. Ok?",
            ["right"],
        ),
        ("derivative w.r.t. x: I have x^T A x and I get 2 A x. Is this ok?", ["wrong"]),
    ],
)
def test_what_one_has_behind_the_question_is_the_function(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
