"""Texts with numbered parts: each part has its own function, kind, variable, facts and claims."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.answer.several import Several

F = r"f(x)=\|x-a\|^2"
G = r"g(x)=\log(1+x^Tx)"
H = r"h(x)=x\odot\exp(x)"
TASKS = (f"ind the gradient of ${F}$", f"ind the Hessian of ${G}$", f"ind the Jacobian of ${H}$")
THREE = [
    ("gradient", "2*(x - a)"),
    ("hessian", "2*(I(n) - 2*x*x'/(x'*x + 1))/(x'*x + 1)"),
    ("jacobian", "Diag(exp(x) .* (x + 1))"),
]


def answers(text: str) -> list[tuple[str, str]]:
    reply = ask(text)
    found = [*reply.derivations, *reply.further]
    assert not reply.questions
    return [(d.kind, str(x)) for d in found for x in d.answers.values()]


@pytest.mark.parametrize(
    "marks",
    [
        ("1. F", " 2. F", " 3. F"),
        ("(a) F", "\n(b) F", "\n(c) F"),
        ("a) F", " b) F", " c) F"),
        ("(i) F", " (ii) F", " (iii) F"),
        ("Exercise 1. F", "\n\nExercise 2. F", "\n\nExercise 3. F"),
        ("**Problem 1** F", "\n**Problem 2** F", "\n**Problem 3** F"),
        ("Part (a): F", " Part (b): F", " Part (c): F"),
        ("Q1: F", "\nQ2: F", "\nQ3: F"),
        ("First, f", " Second, f", " Third, f"),
        ("Exercise 4.2. F", " Exercise 4.3. F", " Exercise 4.4. F"),
        ("(A) F", "\n\n(B) F", "\n\n(C) F"),
        (r"\begin{enumerate}\item F", r"\item F", r"\item F"),
    ],
)
def test_each_part_is_a_task(marks: tuple[str, str, str]) -> None:
    assert answers("".join(f"{m}{t}." for m, t in zip(marks, TASKS, strict=True))) == THREE


@pytest.mark.parametrize(
    "text",
    [
        f"F{TASKS[0]}, the{TASKS[1][7:]}, and the{TASKS[2][7:]}.",
        f"F{TASKS[0]} and then f{TASKS[1]}, finally f{TASKS[2]}.",
        f"Compute (a) the{TASKS[0][7:]}, (b) the{TASKS[1][7:]} and (c) the{TASKS[2][7:]}.",
        f"Compute:\n(a) the{TASKS[0][7:]}\n(b) the{TASKS[1][7:]}\n(c) the{TASKS[2][7:]}",
    ],
)
def test_tasks_in_one_sentence(text: str) -> None:
    assert answers(text) == THREE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let $f(x)=x^TAx$. (a) Find the gradient of $f$. (b) Find its Hessian. "
         "(c) Find the gradient with respect to $A$.",
         [("gradient", "(A + A')*x"), ("hessian", "A + A'"), ("gradient", "x*x'")]),
        ("(a) Find the gradient of $f(x)=x^TAx$. (b) What is its Hessian?",
         [("gradient", "(A + A')*x"), ("hessian", "A + A'")]),
        ("Let $f = \\|Xw-y\\|^2$. (a) What is the gradient with respect to $w$? (b) The Hessian?",
         [("gradient", "2*X'*(X*w - y)"), ("hessian", "2*X'*X")]),
        ("(a) Let $f(x)=x^TSx$ with $S$ symmetric. Compute its gradient. "
         "(b) Do the same for $g(x)=x^TS^3x$. (c) Find the Hessian of the function of part (b).",
         [("gradient", "2*S*x"), ("gradient", "2*S^3*x"), ("hessian", "2*S^3")]),
        ("1. Let $r=Ax-b$. Find the gradient of $f(x)=r^Tr$. 2. Repeat with respect to $b$.",
         [("gradient", "2*A'*(A*x - b)"), ("gradient", "-2*(A*x - b)")]),
        ("Q1. Gradient of f(x) = x'Ax wrt x?\nQ2. Gradient of g(x) = b'x wrt x?\nQ3. Hessian of f?",
         [("gradient", "(A + A')*x"), ("gradient", "b"), ("hessian", "A + A'")]),
        ("(a) Find the gradient of $a^TXb$ with respect to $X$. (b) And with respect to $a$?",
         [("gradient", "a*b'"), ("gradient", "X*b")]),
        ("For each of the following functions, find the gradient with respect to $x$:\n"
         "- $f(x)=a^Tx$\n- $g(x)=x^Tx$", [("gradient", "a"), ("gradient", "2*x")]),
        ("Compute the derivative with respect to $X$ of (a) $a^TXb$; (b) $a^TX^TXa$.",
         [("gradient", "a*b'"), ("gradient", "2*X*a*a'")]),
        ("1. gradient of x'Ax\n2. hessian of x'Ax\nall with respect to x",
         [("gradient", "(A + A')*x"), ("hessian", "A + A'")]),
        ("Let $f(x)=a^Tx$ and $g(x)=x^Tx$. Gradient of both?",
         [("gradient", "a"), ("gradient", "2*x")]),
        ("Let $f(x)=a^Tx$ and $g(x)=x^Tx$. Compute the gradient of $f$, $g$ and $f+g$.",
         [("gradient", "a"), ("gradient", "2*x"), ("gradient", "a + 2*x")]),
        ("Compute the gradient of the function $f(x)=a^Tx$ and also the Hessian of the function "
         "$h(x)=x^TBx$.", [("gradient", "a"), ("hessian", "B + B'")]),
        ("What's the Jacobian of $F(x)=Ax$, and what is the gradient of $\\|F(x)\\|^2$?",
         [("jacobian", "A"), ("gradient", "2*A'*A*x")]),
        ("What is the gradient of $f(x)=x^TAx$? And the Hessian? And the gradient with respect to "
         "$A$?",
         [("hessian", "A + A'"), ("gradient", "x*x'")]),
        ("Exercise 1. Let $c=3$ and $f(x)=cx^Tx$. Find the gradient. "
         "Exercise 2. Let $g(x)=cx^TAx$. Find the gradient of $g$.",
         [("gradient", "6*x"), ("gradient", "c*(A + A')*x")]),
        ("Find the gradient and the Hessian of the following functions: (a) $f(x)=a^Tx$ "
         "(b) $g(x)=x^TAx$",
         [("hessian", "zeros(n,n)"), ("hessian", "A + A'")]),
        ("Compute the gradient of $f(x)=a^Tx$, its Hessian, and the gradient of $g(X)=a^TXb$.",
         [("hessian", "zeros(n,n)"), ("gradient", "a*b'")]),
        ("Find the derivative of the trace $\\operatorname{tr}(X)$ and of the determinant of $X$.",
         [("gradient", "I(n)"), ("gradient", "adj(X)'")]),
    ],
)  # fmt: skip
def test_parts_refer_to_earlier_ones(text: str, expected: list[tuple[str, str]]) -> None:
    assert answers(text) == expected


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"Case 1: $A$ is symmetric. Then $\nabla(x^TAx)=2Ax$. "
         r"Case 2: $A$ is arbitrary. Then $\nabla(x^TAx)=2Ax$.", ["right", "wrong"]),
        (r"(a) Is the gradient of $f(x)=x^Tx$ equal to $2x$? (b) Is the Hessian of $g(x)=x^TAx$ "
         "equal to $2A$?", ["right", "wrong"]),
        (r"Two claims: (1) the gradient of $\|x\|$ is $x/\|x\|$; (2) the gradient of $\|x\|^2$ "
         "is $x$.",
         ["right", "wrong"]),
        (r"Differentiate with respect to $X$ and check my answers: (a) $\operatorname{tr}(AX)$: "
         r"$A^T$; (b) $\operatorname{tr}(X^TX)$: $X$.", ["right", "wrong"]),
        (r"Exercise 4.2. Let $A$ be orthogonal and $f(x)=\|Ax\|^2$. Show $\nabla f=2x$. "
         r"Exercise 4.3. Let $f(x)=\|Ax\|^2$. Is $\nabla f=2x$?", ["right", "wrong"]),
        (r"(a) What is the derivative of $\operatorname{tr}(X^{-1}A)$ with respect to $X$? My "
         r"answer is $-X^{-T}A^TX^{-T}$. (b) And with respect to $A$? My answer is $X^{-T}$.",
         ["right", "right"]),
        (r"Let $f(x)=x^TAx$. I get $\nabla f=(A+A^T)x$. (a) Is the gradient by $A$ equal to "
         "$xx^T$? (b) What is the Hessian by $x$?", ["right", "right"]),
    ],
)  # fmt: skip
def test_claims_belong_to_their_parts(text: str, statuses: list[str]) -> None:
    assert [each.status for each in ask(text).claims] == statuses


def test_all_points_that_are_named() -> None:
    reply = ask("What is the Hessian of $f(x,y)=x^3+y^2$ at the point $(1,1)$? What about $(2,0)$?")
    assert [each.point for each in reply.at[::3]] == ["x = 1, y = 1", "x = 2, y = 0"]


def test_a_point_of_a_function_that_is_written_in_entries() -> None:
    reply = ask(r"Let $f(x)=(1-x_1)^2+100(x_2-x_1^2)^2$. Evaluate the gradient at $(1,2)$.")
    assert [[*map(str, each.values.values())] for each in reply.at] == [["-400", "200"]]


def test_parts_of_parts() -> None:
    text = (
        "Problem 2.1 (Least squares). Let $f(w)=w^Tw$. (i) Compute $\\nabla f$. (ii) Compute "
        "$\\nabla^2f$.\nProblem 2.2 (Ridge). Let $g(w)=f(w)+a^Tw$. Compute $\\nabla g$."
    )
    assert answers(text) == [("gradient", "2*w"), ("hessian", "2*I(n)"), ("gradient", "a + 2*w")]


def test_a_function_of_entries_is_called() -> None:
    reply = ask(r"Let $g(x)=f(Ax)$ where $f(y)=\sum_i\sin(y_i)$. Find $\nabla g$.")
    assert str(reply.results["x"]) == "A'*cos(A*x)"


def test_a_part_that_wants_something_else_is_named() -> None:
    reply = ask("Let $f(x)=x^TAx$. (a) Find the gradient. (b) Find the Hessian. (c) Plot $f$. "
                "(d) Find the minimizer.")  # fmt: skip
    assert isinstance(reply, Several)
    assert reply.questions == [
        "Part (c): No derivative is named here, so this part is not answered.",
        "Part (d): Minima, maxima and stationary points are not computed, only derivatives.",
    ]
    assert [each["label"] for each in reply.to_json()["parts"]] == ["Part (a)", "Part (b)"]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x)=x^TAx$. Which one is $\nabla f$? (a) $2Ax$ (b) $(A+A^T)x$",
        r"Let $f(W)=\|Wx-y\|^2$. My steps: 1. $df=2(Wx-y)^TdWx$ 2. $\nabla f=2(Wx-y)x^T$",
        "What is the gradient of $x^TAx$ by $x$, where 1. $A$ is symmetric 2. $x$ is a vector?",
    ],
)
def test_other_lists_are_no_tasks(text: str) -> None:
    assert not isinstance(ask(text), Several)


def test_a_task_behind_all_parts_is_that_of_each() -> None:
    text = r"""Homework 3:
a) $f(x) = \|Ax-b\|_2$
b) $f(X) = \log\det(X)$
c) $f(x) = x^T A x + b^T x + c$
Find the gradient in each case."""
    reply = ask(text)
    assert isinstance(reply, Several)
    found = [[*map(str, each.reply.results.values())] for each in reply.parts if each.reply]
    assert found == [["A'*(A*x - b)/norm2(A*x - b)"], ["inv(X)'"], ["(A + A')*x + b"]]


@pytest.mark.parametrize(
    "text",
    [
        "Let $f(x)=x^TAx$. (a) Is the gradient $2Ax$? (b) Let $A$ be symmetric. Is $f$ convex?",
        "Let f=x^TAx. (a) Show that ∇f=2Ax. (b) Suppose A is symmetric positive definite. Find "
        "the minimiser.",
    ],
)
def test_a_fact_of_a_part_that_wants_no_derivative_holds_in_it_alone(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [each.status for each in reply.claims] == ["wrong"]
    assert reply.questions[0].startswith("Part (b)")


def test_another_question_of_a_numbered_part_is_not_passed_over() -> None:
    first = "1. Compute the gradient of $f(x)=x^TAx$."
    reply = ask(f"{first} 2. Assume that $A$ is symmetric. Where is $f$ smallest?")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert reply.questions[0].startswith("Part 2")


@pytest.mark.parametrize(
    "part",
    [
        "Now let $A$ be symmetric positive definite. Show that the minimiser is $x^*=A^{-1}b$.",
        "Let $A$ be symmetric and invertible. Show that $\\hat x=A^{-1}b$.",
        "Deduce that the gradient of $x^Tx$ is $2x$.",
        "Let $A$ be symmetric. Conclude that the gradient vanishes at $x=A^{-1}b$.",
    ],
)
def test_what_a_part_wants_shown_is_a_claim(part: str) -> None:
    reply = ask(f"Let $f(x)=\\frac12x^TAx-b^Tx$. (a) Compute $\\nabla f(x)$. (b) {part}")
    assert str(reply.results["x"]) == "(A + A')*x/2 - b"
    assert [each.status for each in reply.claims] == ["right"]


def test_what_one_part_wants_shown_is_no_claim_of_the_next() -> None:
    reply = ask(
        r"Let $J(\beta)=(y-X\beta)^TW(y-X\beta)$ where $W$ is diagonal. (a) Find the gradient of "
        r"$J$. (b) Show that $\hat\beta=(X^TWX)^{-1}X^TWy$ if $X$ has full column rank. (c) How "
        "does the gradient change if $W$ is the identity?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        "(a) Find the gradient of $f(x)=x^TAx$. (b) Show that the Hessian is $2C$ with "
        r"$C=\frac12(A+A^T)$.",
        r"(a) Find the gradient of $f(x)=\sum_i\log(1+e^{a_i^Tx})$. (b) Show that the Hessian is "
        r"$A^TDA$ with $D=\operatorname{diag}(s)$, $s_i=\sigma(a_i^Tx)(1-\sigma(a_i^Tx))$.",
    ],
    ids=range(2),
)
def test_a_part_that_defines_only_what_its_answer_uses_is_about_the_function_before(
    text: str,
) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_a_part_may_use_the_functions_of_two_parts_before() -> None:
    reply = ask(
        r"(a) Let $f(x)=a^Tx$. Find $\nabla f$. (b) Let $g(x)=\|x\|^2$. Find $\nabla g$. "
        "(c) What's the gradient of $h(x)=f(x)+g(x)$?"
    )
    assert isinstance(reply, Several)
    last = reply.parts[-1].reply
    assert last is not None
    assert [str(x) for x in last.results.values()] == ["a + 2*x"]


def test_a_part_that_only_claims_a_derivative_is_judged() -> None:
    reply = ask(
        r"Let $z = Wx$ and $J = \|z\|^2$. (a) Show $\frac{\partial J}{\partial W} = 2zx^T$. "
        r"(b) A classmate has $\frac{\partial J}{\partial z} = z$."
    )
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


LISTED = [
    (r"(1) $f(x)=x^3$, (2) $f(x)=\sin x$. My answers: (1) $3x^2$, (2) $\cos x$.",
     [["right"], ["right"]]),
    (r"(1) $f(x)=\ln(x^Tx)$ (2) $f(x)=(x^Tx)^{-1}$ (3) $f(x)=x^Txx$. My results are (1) $2x/x^Tx$, "
     r"(2) $-2x/(x^Tx)^2$, (3) $x^TxI+xx^T$.", [["right"], ["right"], ["wrong"]]),
    ("1. $f(x) = x^Tx$\n2. $f(x) = \\|x\\|$\n\nAnswers:\n1. $2x$\n2. $x/\\|x\\|$",
     [["right"], ["right"]]),
    (r"(i) $f(x)=x^Tx$, (ii) $g(x)=(a^Tx)^2$. Answers: (i) $2x$; (ii) $2a^Tx$.",
     [["right"], ["wrong"]]),
    ("(a) $f(x)=x^2$. I get $2x$. (b) $f(x)=x^3$. I get $x^2$.", [["right"], ["wrong"]]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), LISTED, ids=range(len(LISTED)))
def test_functions_with_numbers_and_answers_are_parts(text: str, statuses: list[list[str]]) -> None:
    parts = ask(text).to_json()["parts"]
    assert [[claim["status"] for claim in part["claims"]] for part in parts] == statuses


def test_a_claim_in_a_part_that_is_not_clear_is_listed() -> None:
    reply = ask("Let $f = u^TBv$. What is the Hessian? I get $\\nabla_x f = 2Ax$.")
    assert [each.status for each in reply.claims] == ["not checked"]
