"""Formulas that others give as the answer are claims, and the verdict says whose."""

from time import process_time

import pytest

import matgrad as mg
from matgrad.app.ask.asking.attributed import who_says

FORM = "What is the gradient of $f(x) = x^TAx$ with respect to $x$? "
GIVEN = [
    ("My prof wrote $2Ax$ on the board.", "my prof"),
    ("The solution sheet says $2Ax$.", "the solution sheet"),
    ("According to the book it is $2Ax$.", "the book"),
    ("According to ChatGPT, $2Ax$.", "ChatGPT"),
    ("According to my notes the gradient is $2Ax$.", "my notes"),
    ("The author of the book says $2Ax$.", "the author of the book"),
    ("Per the docs, $2Ax$.", "the docs"),
    ("My roommate insists it's $2Ax$.", "my roommate"),
    ("In the lecture notes we have $2Ax$.", "the lecture notes"),
    ("In Boyd and Vandenberghe it is $2Ax$.", "Boyd and Vandenberghe"),
    ("Copilot suggested $2Ax$.", "Copilot"),
    ("My prof's solution is $2Ax$.", "my prof"),
    ("Wikipedia: $2Ax$.", "Wikipedia"),
    ("chatgpt says $2Ax$.", "chatgpt"),
    ("The Matrix Cookbook, eq. (81), has $2Ax$.", "the Matrix Cookbook"),
    ("Student B writes $2Ax$.", "Student B"),
    ("Now student 2 got $2Ax$.", "student 2"),
    ("Numerically I see $2Ax$.", ""),
    ("For the gradient with respect to $x$ I have $2Ax$.", ""),
    ("I get $2Ax$.", ""),
    ("$2Ax$, yes?", ""),
    ("So $2Ax$, is that right?", ""),
    ("$2Ax$, isn't it?", ""),
    ("My answer is $2Ax$.", ""),
    ("On the board it says $2Ax$.", ""),
]


@pytest.mark.parametrize(("words", "who"), GIVEN)
def test_what_others_give_is_a_claim_of_theirs(words: str, who: str) -> None:
    (claim,) = mg.ask(FORM + words).claims
    assert (claim.status, claim.who) == ("wrong", who)


def test_each_of_several_has_its_own_verdict() -> None:
    words = "My TA claims it's $2Ax$, but according to autograd, $(A + A^T)x$."
    claims = mg.ask(FORM + words).claims
    assert [(c.status, c.who) for c in claims] == [("wrong", "my TA"), ("right", "autograd")]


def test_a_claim_with_a_question_tag_stands_beside_that_of_another() -> None:
    text = "gradient of ||A x||^2 + (1/2)||x||^2. A' A x + x, yes? my labmate has 2A'Ax + x"
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong", "right"]


def test_equations_are_attributed_too() -> None:
    text = r"Let $f(x) = x^TAx$. My prof wrote $\nabla f(x) = 2Ax$, I have $\nabla f = (A+A^T)x$."
    assert [claim.who for claim in mg.ask(text).claims] == ["my prof", ""]


def test_the_answer_says_whose_claim_it_is() -> None:
    reply = mg.ask(FORM + "My prof wrote $2Ax$.")
    assert "wrong (my prof): " in str(reply)
    assert reply.to_json()["claims"][0]["who"] == "my prof"


@pytest.mark.parametrize(
    "text",
    [
        r"My prof wrote $x^TAx$ on the board. What is the gradient with respect to $x$?",
        r"The paper writes $x^TAx$ for the energy. What is its gradient with respect to $x$?",
    ],
)
def test_the_only_formula_is_the_function_whoever_wrote_it(text: str) -> None:
    assert [*mg.ask(text).results] == ["x"]


@pytest.mark.parametrize(
    "words",
    [
        "In the lecture notes we have $A^TAx$ on the left side of the normal equations.",
        "My teacher said that $Ax$ is a vector.",
        "$x$, right?",
    ],
)
def test_a_formula_of_which_more_is_said_is_no_answer(words: str) -> None:
    assert mg.ask(FORM + words).claims == []


def test_the_problem_itself_says_nothing() -> None:
    assert who_says("The problem says ⟦1⟧.", 1) == ""


def test_many_names_take_no_longer_than_few() -> None:
    before = process_time()
    assert who_says("Alice Bob Carl " * 2000 + "⟦1⟧", 1) == ""
    assert process_time() - before < 5


BEFORE = r"Let $f(x)=x^TAx$ with symmetric $A$. I get $\nabla f=2Ax$"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (". A comment claims $Ax$.", "wrong"),
        (". I had $Ax$ before.", "wrong"),
        (". In a forum I saw $Ax$.", "wrong"),
        (". I would rather have said $Ax$.", "wrong"),
        (". The grader's: $Ax$.", "wrong"),
        (", whereas my study partner has $Ax+Ax$.", "right"),
        (", but the paper I am reading has $Ax+x$.", "wrong"),
        (", but a friend has only one of them, $Ax+x$.", "wrong"),
        (". Is $Ax+Ax$ equally fine?", "right"),
        (". Our quant has $Ax+x$ in his spreadsheet.", "wrong"),
        (". Someone argued that the transpose can be dropped, leaving $Ax+x$.", "wrong"),
        (". I would put a transpose, $2A^Tx$.", "right"),
        (". The right thing is $2Ax+x$, isn't it?", "wrong"),
        (". My own attempt, which forgets a factor: $Ax+x$.", "wrong"),
        (". A comment says that I lost something and it should read $Ax+x$.", "wrong"),
        (". PyTorch seems to return $Ax+x$.", "wrong"),
    ],
)
def test_an_answer_behind_a_claim_in_other_words(words: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(BEFORE + words).claims] == ["right", status]


@pytest.mark.parametrize(
    "words",
    [
        ". The network has $Ax+b$ as its output.",
        ". The second sum has $Ax$ in it.",
        ". The problem has the solution $A^{-1}b$.",
        ", which is $2\\lambda x$ for eigenvectors.",
        ". My friend has a matrix $A+A^T$ in his code.",
    ],
)
def test_what_something_has_is_no_answer(words: str) -> None:
    assert [claim.status for claim in mg.ask(BEFORE + words).claims] == ["right"]


def test_students_are_told_apart_by_letters() -> None:
    text = (
        r"Compute the gradient of $f(X)=\operatorname{tr}(X^TAX)$ with respect to $X$. "
        r"Student A: $AX + A^TX$. Student B: $2AX$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "wrong"]


def test_an_answer_may_be_a_jacobian_with_a_name() -> None:
    text = r"Find the Jacobian of $F(x)=x/\|x\|$. Answer: $J=\frac{1}{\|x\|}(I - xx^T)$."
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_a_fact_before_along_the_trajectories_is_stated() -> None:
    text = r"Consider $V(x)=x^TPx$ with $P=P^T\succ0$ along the trajectories of $\dot x=Ax$."
    assert "2Px" in mg.ask(rf"{text} Compute $\dot V$.").text("short")


def test_nobody_is_named_across_a_full_stop() -> None:
    text = r"Let $f(x)=\|x\|^2$. Compute the gradient. The TA wrote $g = 2x$."
    assert [(claim.status, claim.who) for claim in mg.ask(text).claims] == [("right", "the TA")]


RECALLED = [
    (r"The log marginal likelihood is $\log p = -\frac12 y^TK^{-1}y - \frac12\log\det K$. What is "
     r"the derivative by $K$? I remember $\frac12(\alpha\alpha^T - K^{-1})$ with "
     r"$\alpha = K^{-1}y$.", "logp", ["right"]),
    (r"$\log L = -\frac12\|y-Xb\|^2$. Its gradient by $b$? I remember $X^Te$ with $e=y-Xb$.",
     "logL", ["right"]),
    (r"Let $f(x)=\|Ax-b\|^2$. Its gradient? I recall $A^Tr$, where $r = Ax-b$.", "f", ["wrong"]),
    (r"Let $f(x)=\|Ax-b\|^2$. What is the gradient? I seem to remember something like $2A^Tr$ "
     "where $r = Ax-b$ is the residual.", "f", ["right"]),
    (r"$\log p = -\frac12 y^TK^{-1}y$. What is the derivative w.r.t. $K$? In the lecture they had "
     r"$\frac12\alpha\alpha^T$ with $\alpha=K^{-1}y$.", "logp", []),
    (r"I remember $\|r\|^2$ with $r = Ax-b$. What's its gradient with respect to $x$?", "f", []),
    ("What's the gradient of $x^TAx$ by $x$? I remember $2x$ for $x^Tx$.", "f", []),
    ("Find the gradient of $f(x)=x^TAx$. I remember $x^TBx$ with $B = (A+A^T)/2$ has the same "
     "values.", "f", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "function", "statuses"), RECALLED, ids=range(len(RECALLED)))
def test_what_is_remembered_behind_the_question(
    text: str, function: str, statuses: list[str]
) -> None:
    reply = mg.ask(text)
    assert reply.problem is not None
    assert reply.problem.name == function
    assert [each.status for each in reply.claims] == statuses


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("Andrew Ng's notes say", "Andrew Ng's notes"),
        ("My professor's lecture notes say", "my professor's lecture notes"),
        ("Bishop's book has", "Bishop's book"),
    ],
)
def test_what_belongs_to_someone_says_it(words: str, who: str) -> None:
    (claim,) = mg.ask(rf"Let $f(x) = x^TAx$. {words} $\nabla f = 2Ax$.").claims
    assert (claim.status, claim.who) == ("wrong", who)
