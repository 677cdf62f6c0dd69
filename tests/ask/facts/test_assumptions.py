"""What a text denies or only supposes is not assumed; what it states is."""

import pytest

from matgrad.app.ask import ask

F = "What is the gradient of $x^TAx$ with respect to $x$"
GENERAL, SYMMETRIC = "(A + A')*x", "2*A*x"


@pytest.mark.parametrize(
    "text",
    [
        f"{F}, where $A$ is not symmetric?",
        f"{F} for a non-symmetric $A$?",
        f"{F} for a non-symmetric matrix $A$?",
        f"{F}? Here $A$ is a nonsymmetric matrix.",
        f"{F}? Do not assume that $A$ is symmetric.",
        f"{F}? Please don't assume that $A$ is symmetric.",
        f"{F}? Do not assume, however, that $A$ is symmetric.",
        f"{F}, without assuming that $A$ is symmetric?",
        f"{F}, where $A$ is not necessarily symmetric?",
        f"{F} for a not necessarily symmetric matrix $A$?",
        f"{F}, where $A$ is neither symmetric nor positive definite?",
        f"{F}, where $A$ is positive definite but not symmetric?",
        f"{F}? The matrix $A$ is general, i.e. not symmetric.",
        f"{F}? $A$ need not be symmetric.",
        f"{F}? We never said that $A$ is symmetric.",
        f"{F}? What changes if $A$ is symmetric?",
        f"{F}? How does it simplify when $A$ is symmetric?",
        f"{F}? If $A$ is symmetric, the gradient is $2Ax$.",
        f"{F}? I am not sure whether $A$ is symmetric.",
        f"{F}? That $A$ is symmetric is not assumed.",
        f"{F}? $A$ is any square matrix, symmetric or not.",
        f"{F}, both when $A$ is symmetric and when it is not?",
        f"{F}, if we drop the assumption that $A$ is symmetric?",
        f"{F}, where $A$ is possibly symmetric?",
        f"{F}, unless $A$ is symmetric?",
    ],
)
def test_what_is_denied_or_supposed_is_not_assumed(text: str) -> None:
    assert str(ask(text).results["x"]) == GENERAL


@pytest.mark.parametrize(
    "text",
    [
        f"{F}, where $A$ is symmetric?",
        f"{F} if $A$ is symmetric?",
        f"{F} for symmetric $A$?",
        f"I do not know how to start. {F}, where $A$ is symmetric?",
        "I don't see what the gradient of $x^TAx$ by $x$ is, where $A$ is symmetric.",
        f"{F}, where $A$ is non-singular and symmetric?",
        f"{F}? Here $A$ is symmetric but not diagonal.",
        f"{F}? The matrix $A$ is symmetric and positive definite.",
        f"If $A$ is symmetric, {F[0].lower()}{F[1:]}?",
        f"{F}? (A symmetric)",
        f"{F} (A is symmetric)?",
        f"{F}? (A being symmetric.)",
        f"{F}? [A is symmetric]",
        f"{F}? A symmetric.",
        f"{F}? A symmetric and positive definite",
        f"{F} (A and B symmetric)?",
        f"{F}, A symmetric?",
        f"{F}, $A$ symmetric and $x$ a vector?",
        f"Assuming symmetry of A, {F[0].lower()}{F[1:]}?",
        f"{F} with sym. A?",
        f"Suppose $A$ equals its transpose. {F}?",
        f"{F}? Here $a_{{ij}} = a_{{ji}}$.",
        f"{F}? Here $A_{{i,j}} = A_{{j,i}}$ for all $i, j$.",
        "gradient of x'Ax wrt x (A symmetric)",
        "gradient of x'Ax wrt x, A symmetric",
    ],
)
def test_what_is_stated_is_assumed(text: str) -> None:
    assert str(ask(text).results["x"]) == SYMMETRIC


def test_what_is_said_of_one_matrix_is_not_said_of_the_next() -> None:
    reply = ask("Find the gradient of $x^TAx + x^TBx$ by $x$. $A$ is symmetric and $B$ is not.")
    assert str(reply.results["x"]) == "(2*A + B + B')*x"


def test_what_is_not_assumed_is_said() -> None:
    understood = ask(f"{F}, where $A$ is not symmetric?").to_json()["understood"]
    assert "A is not taken to be symmetric: the text denies it" in understood


@pytest.mark.parametrize(
    "words",
    [
        r"$A$ is a symmetric positive definite $5\times 5$ matrix",
        r"$A$ is a $5\times 5$ symmetric positive definite matrix",
        r"for the $5\times 5$ symmetric positive definite matrix $A$",
    ],
)
def test_sizes_between_adjectives_are_read(words: str) -> None:
    problem = ask(f"{F}, {words}?").problem
    assert problem is not None
    assert str(problem.symbols["A"].shape) == "5×5"


@pytest.mark.parametrize(
    "words",
    ["Let $A=A^T$ and $A=-A^T$.", "$A$ is both symmetric and skew-symmetric."],
)
def test_facts_that_contradict_each_other_are_refused_with_their_names(words: str) -> None:
    reply = ask(f"{words} {F}?")
    assert not reply.results
    assert "not understood: A cannot be both skew and symmetric" in reply.to_json()["understood"]


def test_opposed_cases_are_answered_each_by_itself() -> None:
    reply = ask(r"Is $\nabla_x (x^TAx) = 2Ax$ if $A=A^T$, and $\nabla_x(x^TAx)=0$ if $A=-A^T$?")
    assert [str(case.derivation.result) for case in reply.cases] == ["2*A*x", "zeros(n)"]


def test_a_property_without_an_assumption_is_said_not_to_be_used() -> None:
    reply = ask(r"Let $S$ be a stochastic matrix. What is the gradient of $\|Sx\|^2$ by $x$?")
    assert "S is stochastic: this was not used" in reply.to_json()["understood"]


def test_a_matrix_without_a_name_is_named() -> None:
    understood = ask(f"{F} with a symmetric matrix?").to_json()["understood"]
    assert "called symmetric in the text: A" in understood


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (r"Let $f:\mathbb{R}\to\mathbb{R}$, $f(x)=x^TAx$.", "x is declared as a number"),
        (r"Let $f:\mathbb{R}^{n\times n}\to\mathbb{R}$ and $f(x)=x^TAx$.", "x is declared as n×n"),
        (r"Let $f:\mathbb{R}^n\to\mathbb{R}^m$ with $f(x)=x^TAx$.", "f is said to be a vector"),
        (r"Let $f:\mathbb{R}^n\to\mathbb{R}$, $f(x)=Ax$.", "f is said to be a number"),
        (r"Let $f(x)=Ax$, where $f$ is a scalar.", "f is called a scalar"),
    ],
)
def test_what_is_declared_and_does_not_fit_is_named(text: str, line: str) -> None:
    understood = ask(f"{text} What is the derivative with respect to $x$?").to_json()["understood"]
    assert any(each.startswith(f"{line}, which does not fit; ") for each in understood)


def test_the_domain_of_a_function_declares_its_argument() -> None:
    problem = ask(r"Let $f:\mathbb{R}^3\to\mathbb{R}$, $f(x)=x^TAx$. The gradient?").problem
    assert problem is not None
    assert str(problem.symbols["A"].shape) == "3×3"


def test_a_row_vector_that_fits_is_one() -> None:
    reply = ask("Let $x$ be a row vector and $f(x)=xAx^T$. What is the gradient?")
    assert str(reply.results["x"]) == "x*(A + A')"


@pytest.mark.parametrize(
    "words",
    [
        "A symmetric matrix is a usual choice.",
        "I do not want to assume symmetry of A.",
        "(A symmetric matrix would be easier.)",
    ],
)
def test_an_article_and_a_doubt_assume_nothing(words: str) -> None:
    assert str(ask(f"{F}? {words}").results["x"]) == GENERAL


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (
            "derivative of log det (A + x x^T) wrt x, A positive definite",
            {"x": "2*inv(x*x' + A)*x"},
        ),
        (
            "derivative of log det(A + xx^T) wrt x, A is positive definite",
            {"x": "2*inv(x*x' + A)*x"},
        ),
        ("derivative of log det X wrt X, A positive definite", {"X": "inv(X)'"}),
        ("gradient of w^T X^T X w wrt w, X orthogonal", {"w": "2*w"}),
        ("gradient of (y - w^T x)^2 with respect to w, y scalar", {"w": "-2*(y - w'*x)*x"}),
        ("Gradient of $x^TAx$ w.r.t. $x$, $A$ constant.", {"x": "(A + A')*x"}),
        ("Gradient of $x^TAy$ w.r.t. $x$, $y$, $A$ given.", {"x": "A*y", "y": "A'*x"}),
        ("Gradient of $x^TAy$ w.r.t. $x$, $y$", {"x": "A*y", "y": "A'*x"}),
    ],
)
def test_what_is_said_after_a_variable_belongs_to_the_name_beside_it(
    text: str, answers: dict[str, str]
) -> None:
    assert {name: str(value) for name, value in ask(text).results.items()} == answers


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            r"The function isn't convex, but anyway: $f(x)=x^TAx$ with $A$ symmetric. Gradient?",
            True,
        ),
        ("In a neural net without biases, let $A$ be a symmetric matrix and $f(x)=x^TAx$.", True),
        ("Regression without intercept, where $A$ is the covariance matrix: $f(x)=x^TAx$.", True),
        (
            "Here $A$ is a covariance matrix, not necessarily diagonal. Gradient of $x^TAx$?",
            True,
        ),
        ("I can't figure out why: with $A$ symmetric, the gradient of $x^TAx$ is $2Ax$.", True),
        (r"I do not see why $\nabla_x x^TAx = 2Ax$ for symmetric $A$.", True),
        ("Nobody told me so: $A$ is symmetric. $f(x)=x^TAx$. Gradient?", False),
        ("The matrix isn't symmetric, but anyway: $f(x)=x^TAx$ with $A$ square. Gradient?", False),
    ],
    ids=range(8),
)
def test_negations_of_something_else_deny_no_property(text: str, fact: bool) -> None:
    assert str(ask(text).results["x"]) == (SYMMETRIC if fact else GENERAL)


@pytest.mark.parametrize(
    "question",
    [
        "What if $A$ is not symmetric?",
        "And if A is not symmetric?",
        "Does this still hold when $A$ is not symmetric?",
        "What about non-symmetric $A$?",
    ],
)
def test_what_is_without_a_fact_is_answered_besides(question: str) -> None:
    reply = ask(f"Let $A$ be symmetric and $f(x)=x^TAx$. Is the gradient $2Ax$? {question}")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert str(reply.results["x"]) == "2*A*x"
    assert "If A is not symmetric\n  ∂f/∂x = (A + Aᵀ)x" in reply.text("short")


def test_a_claim_without_a_fact_has_it_not() -> None:
    text = "Let $A$ be symmetric, $f(x)=x^TAx$. What if $A$ is not symmetric, is it $2Ax$?"
    assert [claim.status for claim in ask(text).claims] == ["wrong"]


@pytest.mark.parametrize(
    "opening",
    [
        "Suppose $A$ is a symmetric matrix and consider",
        "Let $A$ be a symmetric matrix and consider",
        "Suppose $A$ is symmetric and we have",
    ],
)
def test_what_is_considered_next_leaves_a_fact_as_it_is(opening: str) -> None:
    (claim,) = ask(f"{opening} $f(x)=x^TAx$. Is the gradient $2Ax$?").claims
    assert (claim.status, claim.words) == ("right", "")


STATED = r"$f(x)=x^TAx$ with symmetric $A$. $\nabla f=2Ax$. "


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (f"{STATED}If $A$ were not symmetric it would be $(A+A^T)x$.", ["right", "right"]),
        (f"{STATED}If $A$ is not symmetric it is $(A+A^T)x$.", ["right", "right"]),
        (f"{STATED}For non-symmetric $A$ I'd get $(A+A^T)x$.", ["right", "right"]),
        (f"{STATED}If $A$ were not symmetric it would be $2Ax$, too.", ["right", "wrong"]),
        (f"{STATED}But my $A$ is not symmetric.", ["wrong"]),
    ],
)
def test_what_is_only_supposed_does_not_take_a_stated_fact_back(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
