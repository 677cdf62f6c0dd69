"""A case with which a sentence opens is that of the sentence, not of the whole text."""

import pytest

from matgrad.app.ask import ask

F, CLAIM = "Let $f(x)=x^TAx$.", r"Is $\nabla f=2Ax$?"
RIGHT = ("right", "supposing that A is symmetric")
WRONG = ("wrong", "the claim is right if A is symmetric, but not in general")


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        (f"{CLAIM} With symmetric $A$, is it $2Ax$?", [WRONG, RIGHT]),
        (f"{CLAIM} For symmetric $A$ is the Hessian $2A$?", [WRONG, RIGHT]),
        (f"{CLAIM} Given symmetric $A$, is it $2Ax$?", [WRONG, RIGHT]),
        (f"With $A=A^T$ the Hessian is $2A$. {CLAIM[:-1]} in general?", [WRONG, RIGHT]),
        (f"Given symmetric $A$, what is the Hessian? {CLAIM[:-1]} for every $A$?", [WRONG]),
        ("Using symmetric $A$, I get $2Ax$. Using general $A$, I get $2Ax$.", [RIGHT, WRONG]),
        (r"Under the assumption $A=A^T$ we get $\nabla f=2Ax$. Without it we get $\nabla f=2Ax$.",
         [RIGHT, WRONG]),
        (r"Provided $A=A^T$, $\nabla f=2Ax$. Otherwise $\nabla f=2Ax$, too.", [RIGHT, WRONG]),
        (f"If $A$ is symmetric, is $\\nabla f=2Ax$? And otherwise, {CLAIM.lower()}"
         .replace("2ax", "2Ax"), [RIGHT, WRONG]),
        (f"Assume for now that $A$ is symmetric. {CLAIM} Without this assumption, "
         r"is $\nabla f=2Ax$?", [RIGHT, WRONG]),
        (f"Let $A$ be symmetric. {CLAIM} {CLAIM[:-1]} for every $A$?", [RIGHT, WRONG]),
    ],
)  # fmt: skip
def test_each_claim_is_judged_in_its_own_case(text: str, verdicts: list[tuple[str, str]]) -> None:
    reply = ask(f"{F} {text}")
    assert [(each.status, each.words) for each in reply.claims] == verdicts
    assert str(reply.results["x"]) in ("(A + A')*x", "A + A'")


@pytest.mark.parametrize(
    "text",
    [
        f"{F} With symmetric $A$, is $\\nabla f=2Ax$?",
        f"{F} With symmetric $A$, is $\\nabla f=2Ax$ for all $x$? Is the Hessian $2A$?",
        f"With $A=A^T$ let $f(x)=x^TAx$. {CLAIM}",
        f"Let $A$ be symmetric. {F} Is $\\nabla f=2Ax$ for all $x$? Is the Hessian $2A$?",
        "Given symmetric $A$, let $f(x)=x^TAx$. What is the gradient? Is it $2Ax$?",
        "For symmetric $A$, what is the gradient of $x^TAx$ with respect to $x$? I get $2Ax$.",
        f"{F} Using that $A$ is symmetric, I get $\\nabla f=2Ax$. Is that right?",
    ],
)
def test_a_case_with_nothing_outside_of_it_is_a_fact(text: str) -> None:
    assert {(each.status, each.words) for each in ask(text).claims} == {("right", "")}


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        (r"Let $f(x)=\|Ax\|^2$. Is $\nabla f=2x$? With $A^TA=I$, is it $2x$?",
         [("wrong", "the factor AᵀA is missing"), ("right", "with AᵀA = I")]),
        (r"Let $f(x)=\|Ax\|^2$. Is $\nabla f=2x$? With orthogonal $A$, is it $2x$?",
         [("wrong", "the claim is right if A is orthogonal, but not in general"),
          ("right", "supposing that A is orthogonal")]),
        ("1. Let $A$ have orthonormal columns and $f(x)=\\|Ax\\|^2$. Is $\\nabla f=2x$?\n"
         r"2. Let $f(x)=\|Ax\|^2$. Is $\nabla f=2x$?",
         [("right", ""), ("wrong", "the factor AᵀA is missing")]),
    ],
)  # fmt: skip
def test_an_equation_holds_in_its_own_case(text: str, verdicts: list[tuple[str, str]]) -> None:
    assert [(each.status, each.words) for each in ask(text).claims] == verdicts


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        (r"For symmetric $A$ we have $\nabla f=2Ax$, and for general $A$ we have $\nabla f=2Ax$.",
         [RIGHT, WRONG]),
        (r"For symmetric $A$ we have $\nabla f=2Ax$ and for skew-symmetric $A$ we have "
         r"$\nabla f=0$.", [RIGHT, ("right", "supposing that A is skew")]),
        (r"If $A$ is symmetric, $\nabla f = 2Ax$; otherwise, $\nabla f=(A+A^T)x$.",
         [RIGHT, ("right", "")]),
    ],
)  # fmt: skip
def test_two_cases_of_one_sentence(text: str, verdicts: list[tuple[str, str]]) -> None:
    reply = ask(f"{F} {text}")
    assert [(each.status, each.words) for each in reply.claims] == verdicts


def test_a_number_and_its_sign_in_two_cases() -> None:
    reply = ask(
        r"Let $x\in\mathbb{R}$ and $f(x)=|x|$. If $x>0$, then $f'(x)=1$, and if $x<0$, "
        "then $f'(x)=-1$."
    )
    assert [each.status for each in reply.claims] == ["right", "right"]


def test_what_is_supposed_of_a_matrix_is_not_supposed_of_its_argument() -> None:
    reply = ask(
        "If A(t) is positive definite for all t then d/dt log det A(t) = tr(A(t)^{-1} A'(t)). "
        "Is it true?"
    )
    assert not any("t is not taken" in line for line in reply.to_json()["understood"])


@pytest.mark.parametrize(
    "words",
    [
        r"If $A$ isn't symmetric then $\nabla f(x)=(A+A^T)x$, otherwise $\nabla f(x) = 2Ax$.",
        "If A is not symmetric the gradient is $(A+A^T)x$, and $2Ax$ otherwise.",
    ],
)
def test_otherwise_is_the_case_that_was_denied(words: str) -> None:
    claims = ask(f"Let $f(x)=x^TAx$. {words}").claims
    assert [claim.status for claim in claims] == ["right", "right"]
    assert claims[1].words == "supposing that A is symmetric"


def test_is_not_may_be_shortened() -> None:
    (claim,) = ask("Let $f(x)=x^TAx$. $A$ isn't symmetric. I get $2Ax$.").claims
    assert claim.status == "wrong"


DEFINING = [
    "If f(x) = 1/2 x^T Q x - b^T x, Q symmetric, is the gradient Qx - b?",
    r"If $f(x)=\frac12x^TQx + c^Tx$, $Q$ symmetric, is $\nabla f = Qx + c$?",
    "When f(x) = x'Qx, Q a symmetric matrix, then the gradient is 2Qx, right?",
    "For the energy f(x) = x'Qx, Q symmetric, is the gradient 2Qx?",
    r"If $A$, $B$ symmetric, is the gradient of $x^TABx$ by $x$ equal to $(AB+BA)x$?",
]


@pytest.mark.parametrize("text", DEFINING, ids=range(len(DEFINING)))
def test_an_if_that_defines_the_function_is_no_case(text: str) -> None:
    reply = ask(text)
    assert [(claim.status, claim.words) for claim in reply.claims] == [("right", "")]
    assert "not taken" not in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        r"For an invertible matrix $X$, verify: $\frac{\partial \log\det X}{\partial X} = X^{-T}$.",
        r"Could you verify this: for an invertible matrix $X$, "
        r"$\frac{\partial \log\det X}{\partial X} = X^{-T}$.",
    ],
)
def test_what_all_of_a_text_is_for_is_given(text: str) -> None:
    reply = ask(text)
    assert not any("not taken to be" in note for note in reply.understood.notes)
    assert [claim.status for claim in reply.claims] == ["right"]
