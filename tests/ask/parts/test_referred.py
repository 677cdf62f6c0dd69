"""What is claimed of one part of a text is not judged in another."""

import pytest

import matgrad as mg
from matgrad.app.ask.answer.several import Several

FORM = (
    "Let $f(x)=x^TAx$. (a) What is the gradient with respect to $x$? "
    "(b) What is the gradient with respect to $A$? "
)
KERNEL = r"""For $k(x,z)=\exp(-\frac{\|x-z\|^2}{2\ell^2})$ with $x,z\in\mathbb{R}^d$, I need

(a) the gradient with respect to $x$,
(b) the derivative with respect to the length scale $\ell$.

For (a) I got $-\frac{x-z}{\ell^2}k(x,z)$."""
CLAIMS = [
    (KERNEL, ["right"]),
    (FORM + "For (a) I got $(A+A^T)x$ and for (b) I got $xx^T$.", ["right", "right"]),
    (FORM + "I got $(A+A^T)x$ for (a) and $xx^T$ for (b).", ["right", "right"]),
    (FORM + "My answer to (a) is $2Ax$. Is that right?", ["wrong"]),
    (FORM + "My answers: for (b) I get $xx^T$.", ["right"]),
    (FORM + "Solution sheet: (a) $(A+A^T)x$; (b) $xx^T$.", ["right", "right"]),
    (FORM + "A student's solution: (a) $2Ax$, (b) $xx^T$.", ["wrong", "right"]),
    (
        r"Let $L=a^Tx+b^Ty$. Find (a) $\partial L/\partial x$, (b) $\partial L/\partial y$. "
        "Solution: (a) $a$, (b) $2b$.",
        ["right", "wrong"],
    ),
    (
        r"Let $f(x,y)=x^TAy$. Compute (i) $\nabla_x f$, (ii) $\nabla_y f$. "
        "Answers: (i) $Ay$, (ii) $A^Tx$.",
        ["right", "right"],
    ),
]


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_a_claim_is_judged_in_the_part_that_it_names(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_a_part_that_makes_use_of_another_keeps_its_task() -> None:
    text = (
        r"Let $f(x)=\|Ax-b\|^2$. (a) Find the gradient with respect to $x$. "
        "(b) In (a) we found the gradient; compute the Hessian."
    )
    assert [each.kind for each in mg.ask(text).derivations] == ["gradient"]
    assert [each.kind for each in mg.ask(text).further] == ["hessian"]


@pytest.mark.parametrize(
    "question",
    [
        "What does (a) become if $A$ is symmetric?",
        "How does the answer to part (a) change if $A$ is symmetric?",
        "Simplify the result of (a) for symmetric $A$.",
        "What happens to (a) when $A$ is symmetric?",
    ],
)
def test_a_part_may_ask_what_another_becomes(question: str) -> None:
    text = f"(a) Compute the gradient of $f(x)=x^TAx$. (b) Compute the Hessian. (c) {question}"
    assert "Part (c)" in str(mg.ask(text))
    assert str(mg.ask(text)).rpartition("Part (c)")[2].count("= 2Ax") >= 1


def test_its_hessian_is_by_the_variable_of_the_part_before() -> None:
    first = r"1. Compute the gradient of $\frac12\|Ax-b\|^2$ with respect to $x$."
    reply = mg.ask(f"{first}\n2. Compute its Hessian.").to_json()
    answers = [answer["result"] for part in reply["parts"] for answer in part["answers"]]
    assert answers == ["A'*(A*x - b)", "A'*A"]


LISTED = [
    (
        "Find the gradients with respect to $x$ of\n(a) $x^Tx$\n(b) $(a^Tx)^2$\n(c) "
        "$\\|x\\|^4$\nMy answers are (a) $2x$, (b) $2(a^Tx)a$, (c) $4\\|x\\|^2x$.",
        [["right"], ["right"], ["right"]],
    ),
    (
        r"Let $a,b\in\mathbb R^n$ be constant and $X\in\mathbb{R}^{n\times n}$. Find the gradients "
        "with respect to $X$ of\n(a) $a^TX^TXb$\n(b) $a^TX^2b$\n(c) $(a^TXb)^2$\n"
        "My answers are (a) $X(ab^T+ba^T)$, (b) $2X^Tab^T$, (c) $2(a^TXb)ab^T$.",
        [["right"], ["wrong"], ["right"]],
    ),
    (
        "Find the gradients of (a) $x^Tx$ (b) $(a^Tx)^2$ with respect to $x$. I get (a) $2x$ and "
        "(b) $2a$.",
        [["right"], ["wrong"]],
    ),
    (
        "Find the gradients wrt $x$ of (a) $x^Tx$; (b) $(a^Tx)^2$. For (a) I get $2x$, for (b) "
        "$2(a^Tx)a$.",
        [["right"], ["right"]],
    ),
    (
        "Let $f(x)=x^TAx$. (a) Find the gradient. (b) Find the Hessian. I get (a) $2Ax$, (b) "
        "$A+A^T$.",
        [["wrong"], ["right"]],
    ),
    (
        "Let $f(x)=x^TAx$. (a) Find the gradient. (b) Find the Hessian.\n\n(a) I get $2Ax$.\n"
        "(b) I get $2A$.",
        [["wrong"], ["wrong"]],
    ),
    (
        "Exercise 1. Find the gradient of $x^TAx$ w.r.t. $x$.\nExercise 2. Find the gradient of "
        "$b^Tx$ w.r.t. $x$.\nAnswers: 1. $2Ax$. 2. $b$.",
        [["wrong"], ["right"]],
    ),
    (
        r"Compute the gradients with respect to $X$: (i) $\operatorname{tr}(X^TX)$, (ii) "
        r"$\log\det X$. The solution manual has (i) $2X$, (ii) $X^{-T}$; I have (i) $X$, (ii) "
        r"$X^{-1}$.",
        [["right", "wrong"], ["right", "wrong"]],
    ),
    (
        "Differentiate with respect to $x$:\n1. $x^TAx$\n2. $b^Tx$\n\nMy solutions:\n1. $2Ax$\n"
        "2. $b$",
        [["wrong"], ["right"]],
    ),
    (
        r"$f(x,y)=x^TAy$ for $x\in\mathbb R^m$, $y\in\mathbb R^n$."
        "\n\n1. Compute $\\nabla_xf$ and $\\nabla_yf$.\n2. Compute "
        "$\\frac{\\partial f}{\\partial A}$.\n\nI have $Ay$, $A^Tx$ for 1, $xy^T$ for 2.",
        [["right", "right"], ["right"]],
    ),
]


@pytest.mark.parametrize(("text", "statuses"), LISTED, ids=range(len(LISTED)))
def test_answers_in_a_list_belong_each_to_its_part(text: str, statuses: list[list[str]]) -> None:
    reply = mg.ask(text)
    assert isinstance(reply, Several)
    assert [[claim.status for claim in part.claims] for part in reply.parts] == statuses


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"Let $f(x) = (x-\mu)^T\Omega(x-\mu)$. (a) What is the gradient with respect to $x$? "
         r"(b) What does it become for symmetric $\Omega$?",
         ["(Omega + Omega')*(x - mu)", "2*Omega*(x - mu)"]),
        ("(a) Differentiate x'Mx with respect to x. (b) What does it become if M is symmetric? "
         "(c) And for M = I?", ["(M + M')*x", "2*M*x", "2*x"]),
        ("Let $f(x) = x^TAx$. (a) Find the gradient. (b) How does the answer simplify if $A$ is "
         "symmetric? (c) What is the Hessian?", ["(A + A')*x", "2*A*x", "A + A'"]),
    ],
    ids=range(3),
)  # fmt: skip
def test_what_it_becomes_is_asked_of_the_part_before(text: str, wanted: list[str]) -> None:
    parts = mg.ask(text).to_json()["parts"]
    assert [answer["result"] for part in parts for answer in part["answers"]] == wanted


@pytest.mark.parametrize(
    "part",
    [
        "If $A$ is symmetric, is it $2Ax$?",
        "Let $A$ be symmetric. Is it $2Ax$?",
        "Let $A$ be symmetric. Is the answer then $2Ax$?",
        "Show that it becomes $2Ax$ for symmetric $A$.",
    ],
)
def test_what_a_part_calls_it_is_the_derivative_before(part: str) -> None:
    reply = mg.ask(f"Let $f(x)=x^TAx$. (a) Find the gradient. (b) {part}")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "before", ["Solution to 3(b).", "Problem 3(b).", "Answer to Exercise 2(b):"]
)
def test_a_reference_is_no_formula(before: str) -> None:
    reply = mg.ask(rf"{before} Let $f(x)=b^Tx$. Then $\nabla f(x)=b$.")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "Not used" not in reply.text("short")


@pytest.mark.parametrize(("point", "is_right"), [("(X^TX)^{-1}X^Ty", True), ("X^Ty", False)])
def test_a_part_may_tell_by_what_the_function_is_minimised(point: str, is_right: bool) -> None:
    part = rf"Show that $S$ is minimised by $\hat\beta={point}$."
    text = (
        rf"Let $S(\beta)=\|y-X\beta\|^2$. (a) Find the gradient. (b) {part} (c) Find the Hessian."
    )
    assert [claim.is_right for claim in mg.ask(text).claims] == [is_right]


TYPED = "Let f(x,y) = x^2 y. a) Find the gradient. b) Evaluate it at (1, 3). c) Find the Hessian. "
TYPED_ANSWERS = [
    (TYPED + "My answers: a) (2xy, x^2), b) (6, 1), c) [[2y, 2x], [2x, 0]]", "right right right"),
    (TYPED + "I got a) (2xy, x^2) b) (6, 2) c) [[2y, 2x], [2x, 1]]. Ok?", "right wrong wrong"),
    ("Let f(x,y) = x^2 y. a) Find df/dx. b) Find df/dy. My answers: a) 2xy, b) x^2", "right right"),
    ("Let f(x,y) = x^2 y. 1. Find f_x. 2. Find f_xy. Mine: 1. 2xy 2. 2y", "right wrong"),
    ("f(x) = x'Ax, A symmetric.\na) gradient?\nb) Hessian?\nMy answers:\na) 2Ax\nb) A",
     "right wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), TYPED_ANSWERS, ids=range(len(TYPED_ANSWERS)))
def test_typed_answers_go_to_the_parts_of_their_labels(text: str, wanted: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == wanted.split()


def test_labels_before_words_are_no_answers() -> None:
    text = "Let f(x) = x^3. a) Find f'(x). b) Find f''(x). My answers: a) is easy, b) is not."
    assert mg.ask(text).claims == []


@pytest.mark.parametrize("words", ["Evaluate it", "Compute the result", "What is it"])
def test_it_at_a_point_is_the_derivative_of_the_part_before(words: str) -> None:
    text = f"Let $f(x,y)=x^2y$. (a) Find the gradient of $f$. (b) {words} at $(1,2)$. "
    reply = mg.ask(text + "(c) Find the Hessian.")
    assert isinstance(reply, Several)
    assert not reply.questions
    assert [str(value) for value in reply.at[0].values.values()] == ["4", "1"]


ITEMS = r"""Let $f(x)=x^TAx$. \begin{enumerate} \item[%s] Find the gradient.
\item[%s] Find its Hessian. \end{enumerate} %s"""


@pytest.mark.parametrize(
    ("own", "labels"),
    [
        (("(a)", "(b)"), ["Part (a)", "Part (b)"]),
        (("i)", "ii)"), ["Part (i)", "Part (ii)"]),
        (("1.", "2."), ["Part 1", "Part 2"]),
        (("*", "*"), ["Part 1", "Part 2"]),
    ],
)
def test_items_are_called_by_their_own_labels(own: tuple[str, str], labels: list[str]) -> None:
    reply = mg.ask(ITEMS % (*own, ""))
    assert isinstance(reply, Several)
    assert [each.task.label for each in reply.parts] == labels


def test_an_answer_goes_to_the_item_with_its_label() -> None:
    reply = mg.ask(ITEMS % ("(a)", "(b)", "My answers: (a) $(A+A^T)x$, (b) $2A$."))
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]
