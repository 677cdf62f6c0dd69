"""A claim that is right with something that the text mentions is not called wrong."""

import pytest

import matgrad as mg

F = r"Let $f(x)=x^TAx$. "
OPEN = [
    F + "My notes state that the gradient is $2Ax$. All matrices in the lecture are symmetric.",
    F + "Someone told me that it's $2Ax$, but only if $A$ is symmetric. Is that so?",
    F + "Since only the symmetric part of $A$ matters, assume $A=A^T$; then the gradient is $2Ax$.",
    F + r"Bob claims that the gradient is $2Ax$, where $A\in\mathbb{S}^n$.",
    "Lemma: " + F + r"If $A$ is symmetric, $\nabla f=Ax+A^Tx$. Proof: $\nabla f=2Ax$.",
    r"Let $f(x)=\|x\|_2$. On the unit sphere the gradient is $x$.",
]


@pytest.mark.parametrize("text", OPEN)
def test_what_is_mentioned_may_make_a_claim_right(text: str) -> None:
    *_, claim = mg.ask(text).claims
    assert claim.status == "undecided"
    assert claim.words.startswith("it is right if ")
    assert claim.words.endswith("which the text mentions but does not state; not in general")


WRONG = [
    F + "It turns out that $A$ is not symmetric. I get $2Ax$. Correct?",
    F + "I think that the gradient is $3Ax$, because $A$ is symmetric.",
    r"Let $f(x)=\|x\|_2$. On the unit sphere the gradient is $2x$.",
    F + "The gradient is $Ax$. All matrices in the lecture are symmetric.",
    F + "The gradient is $2Ax$. The matrix is not symmetric.",
    "To keep $M$ positive semidefinite I write $M=L^TL$. Is the gradient of $x^TMx$ with respect "
    "to $L$ equal to $2xx^TL$?",
    F + "The gradient is $2Ax$. Its Hessian is symmetric.",
    F + "Is it still $2Ax$ if $A$ is not symmetric?",
    F + "Is the gradient $2Ax$ in general? All matrices in the lecture are symmetric.",
    r"Let $f(x)=\frac12\|M\odot(x-y)\|^2$. I think that $\nabla f=2M\odot(x-y)$, "
    r"where $M\in\{0,1\}^n$.",
]


@pytest.mark.parametrize("text", WRONG)
def test_a_claim_that_is_wrong_all_the_same_is_called_so(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


STATED = [
    F + r"I think that $\nabla f=2Ax$, where $A$ is symmetric.",
    F + r"I believe $df=2x^TA\,dx$, where $A$ is symmetric.",
    F + "My book says that the gradient is $2Ax$, as $A$ is symmetric.",
    F + "Because $A$ is symmetric, my book says that the gradient is $2Ax$.",
    F + r"Is $\nabla f=2Ax$? By the way, $A$ is symmetric.",
    F + r"Keep in mind that $A$ is symmetric. Is $\nabla f=2Ax$?",
    F + "In the special case $A=A^T$, the gradient is $2Ax$.",
    F + "For the case that $A$ is symmetric, I get $2Ax$. Correct?",
    r"Let $f(x)=\frac12\|M\odot(x-y)\|^2$. I think that $\nabla f=M\odot(x-y)$, "
    r"where $M\in\{0,1\}^n$.",
    r"Let $f(x)=\|M\odot(x-y)\|^2$. I get $2M\odot(x-y)$ for the gradient, for $M\in\{0,1\}^n$?",
    "For symmetric X, det being the determinant, let f(X) = log det X. Then the gradient is "
    "X^{-1}.",
    "For symmetric A, x being a vector, f(x) = x^T A x. Is the gradient 2Ax?",
    "A, B: symmetric matrices. f(X) = tr(A X B X^T). Is the gradient 2 A X B?",
]


@pytest.mark.parametrize("text", STATED)
def test_what_is_stated_in_other_words_makes_a_claim_right(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_the_other_case_of_one_that_is_denied() -> None:
    text = F + r"When $A$ isn't symmetric, $\nabla f=(A+A^T)x$; when it is, $\nabla f=2Ax$."
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "right"]


def test_what_is_mentioned_of_a_number_is_meant_of_its_matrix() -> None:
    text = (
        r"Let $H=-\frac12 s^TJs - h^Ts$ be an Ising energy with symmetric couplings. If we relax "
        r"$s$ to real vectors then $-\partial H/\partial s_i = \sum_j J_{ij}s_j + h_i$."
    )
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == ["undecided"]
    assert not any(note.startswith("H is not taken") for note in reply.understood.notes)


CASES = [
    r"$f(x)=x^2$ if $|x|\le1$ and $2|x|-1$ otherwise. Inside I get $2x$.",
    "Let $f(x)=x^2$ if $x<1$ and $f(x)=3x$ otherwise. In the second case $f'(x)=3$.",
]


@pytest.mark.parametrize("text", CASES, ids=range(len(CASES)))
def test_a_claim_of_one_case_is_not_called_wrong(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["undecided"]


def test_a_vector_may_be_normalised() -> None:
    (claim,) = mg.ask(
        r"$f(x)=\frac{a^Tx}{\|x\|}$. With $x$ normalised to length one, the gradient is "
        "$a-(a^Tx)x$."
    ).claims
    assert (claim.status, claim.words) == ("right", "where x is a unit vector")


def test_a_supposed_gradient_is_no_function() -> None:
    reply = mg.ask(
        "Let $f(x)=x^TAx$ with $A$ symmetric. If the gradient were $Ax+x$, it would not be odd."
    )
    assert [str(x) for x in reply.results.values()] == ["2*A*x"]


TAGS = ["A symmetric, yes?", "$A$ is symmetric, right?", "$A$ is symmetric positive definite, no?"]


@pytest.mark.parametrize("words", TAGS)
def test_a_fact_with_a_tag_may_hold(words: str) -> None:
    (claim,) = mg.ask(f"Let $f(x) = x^TAx$. {words} I get $2Ax$.").claims
    assert claim.status == "undecided"


def test_a_fact_that_is_asked_about_is_not_supposed() -> None:
    (claim,) = mg.ask("Let $f(x) = x^TAx$. I get $2Ax$. Is $A$ symmetric?").claims
    assert claim.status == "wrong"


EDIT = "\n\nEdit: I see now that the book assumes $A$ symmetric."
FREE = [
    ("with $A$ not necessarily symmetric. I get $2Ax$." + EDIT, "wrong"),
    ("where $A$ need not be symmetric. I get $2Ax$." + EDIT, "wrong"),
    ("with a general matrix $A$. I get $2Ax$." + EDIT, "wrong"),
    ("with $A$ not necessarily symmetric. I get $(A+A^T)x$." + EDIT, "right"),
    ("with some $A$. I get $2Ax$." + EDIT, "undecided"),
    ("with $A$ not necessarily symmetric. I get $2Ax$.\n\nEdit: sorry, $A$ is symmetric.",
     "undecided"),
    ("with $A$ not necessarily symmetric. My book gets $2Ax$, assuming that $A$ is symmetric.",
     "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), FREE, ids=range(len(FREE)))
def test_a_fact_that_need_not_hold_is_no_excuse_where_it_is_somebody_elses(
    text: str, status: str
) -> None:
    (claim,) = mg.ask(f"Let $f(x) = x^TAx$ {text}").claims
    assert claim.status == status
