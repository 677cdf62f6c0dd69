"""Several answers in one sentence: each is judged by the derivative that stands in its place."""

import pytest

import matgrad as mg

NORM = r"Find the gradients of $f = \|Wx\|^2$ with respect to $x$ and $W$. "
SUM = "Find the gradients of $f = a^Tx + b^Ty$ with respect to $x$ and $y$. "
FORM = "Let $f(x,y) = x^TAy$. What are the gradients with respect to $x$ and $y$? "


def statuses(text: str) -> list[str]:
    return [claim.status for claim in mg.ask(text).claims]


@pytest.mark.parametrize(
    "words",
    [
        "I believe they're $2W^TWx$ and $2Wxx^T$.",
        "Are they $2W^TWx$ and $2Wxx^T$?",
        "The gradients should be $2W^TWx$ and $2Wxx^T$, respectively.",
        "I got $2W^TWx$ for $x$ and $2Wxx^T$ for $W$.",
        "For $x$, I got $2W^TWx$ and for $W$, $2Wxx^T$.",
        "I have $2W^TWx$ (for $x$) and $2Wxx^T$ (for $W$).",
        "I have $2W^TWx$ w.r.t. $x$ and $2Wxx^T$ w.r.t. $W$.",
        "For $W$ and $x$ I get $2Wxx^T$ and $2W^TWx$.",
        "I get $2Wxx^T$ and $2W^TWx$ for $W$ and $x$.",
    ],
)
def test_each_answer_of_a_list_is_judged(words: str) -> None:
    assert statuses(NORM + words) == ["right", "right"]
    wrong = statuses(NORM + words.replace("2Wxx^T", "2Wx"))
    assert sorted(wrong) == ["right", "wrong"]


def test_a_wrong_answer_is_compared_with_the_derivative_in_its_place() -> None:
    claims = mg.ask(FORM + "I think the gradients are $Ay$ and $Ax$, respectively.").claims
    assert [claim.status for claim in claims] == ["right", "wrong"]
    assert claims[1].words.startswith("with respect to y")
    assert "Aᵀx would be right" in claims[1].words


def test_names_in_a_list_are_answers() -> None:
    assert statuses(SUM + "They should be $a$ and $b$.") == ["right", "right"]
    three = (
        "Gradients of $x^Ty + a^Tx$ with respect to $x$, $y$ and $a$? I get $y + a$, $x$ and $x$."
    )
    assert statuses(three) == ["right"] * 3


PARTIALS = "Let $f(x,y)=x^2y$. "


@pytest.mark.parametrize(
    "text",
    [
        SUM + "They are $b$ and $a$, respectively.",
        SUM + "I think they are $b$ and $a$.",
        PARTIALS + "Compute $f_x$ and $f_y$. I get $x^2$ and $2xy$.",
        PARTIALS + "Compute $f_x$ and $f_y$. My answers: $x^2$, $2xy$.",
        PARTIALS + "Find the partial derivatives. I get $x^2$ and $2xy$.",
        PARTIALS + "(a) Find $f_x$. (b) Find $f_y$. My answers: (a) $x^2$, (b) $2xy$.",
        r"Let $f(W,b)=\|Wx+b\|^2$. Find $\nabla_Wf$ and $\nabla_bf$. My answers: $2(Wx+b)$ and "
        "$2(Wx+b)x^T$.",
        "f = x^2 y. what are the derivatives wrt x and y? i got x^2 and 2xy",
    ],
)
def test_swapped_answers_are_wrong_where_the_text_lists_the_variables(text: str) -> None:
    assert statuses(text) == ["wrong", "wrong"]


def test_the_order_does_not_count_where_the_text_lists_no_variables() -> None:
    text = r"Find both gradients of $f = \|Wx\|^2$. They are $2Wxx^T$ and $2W^TWx$."
    assert statuses(text) == ["right", "right"]


def test_each_of_two_labelled_answers_is_compared_with_its_own_part() -> None:
    claims = mg.ask(
        PARTIALS + "(a) Find $f_x$. (b) Find $f_y$. My answers: (a) $2xy$, (b) $2x$."
    ).claims
    assert [claim.status for claim in claims] == ["right", "wrong"]
    assert str(claims[1].true) == "x^2"


def test_answers_with_commas_alone_are_a_list() -> None:
    text = (
        PARTIALS
        + r"Compute $\partial f/\partial x$ and $\partial f/\partial y$. I get $2xy$, $x^2$."
    )
    assert statuses(text) == ["right", "right"]


def test_a_list_may_answer_several_functions_or_kinds() -> None:
    text = "Let $f(x) = x^TAx$ and $g(x) = b^Tx$. What are the gradients of $f$ and $g$? "
    assert statuses(text + "I get $2Ax$ and $b$.") == ["wrong", "right"]
    text = "What are the gradient and the Hessian of $f(x) = x^TAx$? "
    assert statuses(text + "I think they are $(A+A^T)x$ and $A + A^T$.") == ["right", "right"]


def test_a_list_may_be_followed_by_what_its_names_mean() -> None:
    text = r"Find the gradients of $\|AXB - C\|_F^2$ by $A$, $X$, $B$. Are they $2RB^TX^T$, "
    text += "$2A^TRB^T$ and $2X^TA^TR$ with $R = AXB - C$?"
    assert statuses(text) == ["right"] * 3


def test_the_whole_list_is_said_by_whom() -> None:
    claims = mg.ask(FORM + "The book gives $Ay$ and $Ax$, respectively.").claims
    assert [claim.who for claim in claims] == ["the book", "the book"]


def test_typed_answers_are_read_alike() -> None:
    text = "f(x,y) = x'Ay. What are the gradients wrt x and y? "
    assert statuses(text + "mine: Ay and A'x") == ["right", "right"]
    assert statuses(text + "I believe they're Ay and Ax") == ["right", "wrong"]


@pytest.mark.parametrize(
    "words",
    ["They are $x$ and $W$.", "These are fixed: $A$ and $b$ are given.", "I have $A$ and $b$."],
)
def test_a_list_of_names_before_the_question_is_no_answer(words: str) -> None:
    text = (
        rf"There are two unknowns. {words} What is the gradient of $f = \|Wx\|^2$ by $x$ and $W$?"
    )
    assert statuses(text) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The gradients of $f(x)=x^TAx$ and $g(x)=b^Tx$ are $(A+A^T)x$ and $b$.", "right right"),
        ("The gradients of $f(x)=x^TAx$ and $g(x)=b^Tx$ are $(A+A^T)x$ and $2b$.", "right wrong"),
        ("The gradients of $f(x,y)=x^TAy$ with respect to $x$ and $y$ are $Ay$ and $A^Tx$.",
         "right right"),
        ("The gradients of $f(x,y)=x^TAy$ with respect to $x$ and $y$ are $A^Tx$ and $Ay$, "
         "respectively.", "wrong wrong"),
        ("Let $f(x)=x^TAx$. Then the gradient and Hessian are $2Ax$ and $2A$, respectively, for A "
         "symmetric.", "right right"),
        ("Let $f(x)=x^TAx$. The Hessian and the gradient are $(A+A^T)x$ and $A+A^T$.",
         "wrong wrong"),
    ],
)  # fmt: skip
def test_a_sentence_says_itself_of_what_its_answers_are(text: str, wanted: str) -> None:
    assert statuses(text) == wanted.split()


def test_answers_of_a_list_define_no_variable() -> None:
    text = "The gradients of $f(x,y)=x^TAy$ with respect to $x$ and $y$ are $A^Tx$ and $Ay$."
    assert {name: str(each) for name, each in mg.ask(text).results.items()} == {
        "x": "A*y",
        "y": "A'*x",
    }


def test_swapped_answers_of_two_functions_are_not_right() -> None:
    text = "The gradients of $f(x)=x^TAx$ and $g(x)=b^Tx$ are $b$ and $(A+A^T)x$, respectively."
    assert "right" not in statuses(text)


BEHIND = [
    ("L = 1/2 (w'x + b - y)^2, r = w'x + b - y. I get r x and r for the gradients wrt w and b "
     "respectively.", ["right", "right"]),
    ("L = 1/2 (w'x + b - y)^2, r = w'x + b - y. I get r x and 2r for the gradients wrt w and b.",
     ["right", "wrong"]),
    (r"$L=\frac12\|Xw+b\mathbf 1-y\|^2$, $r=Xw+b\mathbf 1-y$. I get $X^Tr$ and $\mathbf 1^Tr$ as "
     "gradients with respect to $w$ and $b$, respectively. Correct?", ["right", "right"]),
    (r"For $f=-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)$ with covariance $\Sigma$ I have "
     r"$\Sigma^{-1}(x-\mu)$ and $\frac12\Sigma^{-1}(x-\mu)(x-\mu)^T\Sigma^{-1}$ for the gradients "
     r"by $\mu$ and $\Sigma$.", ["right", "right"]),
    (r"For $\log N(x|\mu,\Sigma)=-\frac12\log|\Sigma|-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)$ I have "
     r"$\Sigma^{-1}(\mu-x)$ and $\frac12(\Sigma^{-1}(x-\mu)(x-\mu)^T\Sigma^{-1}-\Sigma^{-1})$ for "
     r"the gradients by $\mu$ and $\Sigma$.", ["wrong", "right"]),
    ("Let $f(x,y)=x^2y$. Are $2xy$ and $x$ the partial derivatives with respect to $x$ and $y$?",
     ["right", "wrong"]),
    ("f(a,b) = a^2 b + sin(b). For the partial derivatives with respect to a and b I get 2ab and "
     "a^2 + cos(b).", ["right", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), BEHIND, ids=range(len(BEHIND)))
def test_answers_that_are_told_before_their_variables(text: str, wanted: list[str]) -> None:
    assert statuses(text) == wanted


def test_a_number_before_a_typed_sum_is_part_of_the_answer() -> None:
    text = (
        "Let f(w,b) = sum_i (w'x_i + b - y_i)^2 and r_i = w'x_i + b - y_i. I obtain 2 sum_i r_i "
        "x_i and sum_i r_i for the derivatives by w and b."
    )
    assert statuses(text) == ["right", "wrong"]


TRIPLET = r"Let $L = \|a-p\|^2 - \|a-n\|^2$. "
THREE = [
    "The gradients with respect to $a$, $p$ and $n$ are $2(n-p)$, $2(p-a)$, $2(a-n)$.",
    "The gradients with respect to $a$, $p$ and $n$ are $2(n-p)$, $2(p-a)$ and $2(a-n)$, "
    "respectively.",
    "The gradients are $2(n-p)$, $2(p-a)$ and $2(a-n)$ for $a$, $p$ and $n$ respectively.",
    "I think the gradients wrt a, p and n are 2(n-p), 2(p-a), 2(a-n). Is that correct?",
]


@pytest.mark.parametrize("words", THREE, ids=range(len(THREE)))
def test_three_answers_stand_in_the_order_of_their_variables(words: str) -> None:
    assert statuses(TRIPLET + words) == ["right"] * 3
    wrong = words.replace("2(p-a)", "2(a-p)")
    assert statuses(TRIPLET + wrong) == ["right", "wrong", "right"]
    assert [*mg.ask(TRIPLET + words).results] == ["a", "p", "n"]


def test_what_stands_behind_an_answer_may_lead_to_the_next() -> None:
    text = (
        "L = (w^T x - y)^2. Gradient w.r.t. w is 2(w^T x - y) x, w.r.t. x is 2(w^T x - y) x, and "
        "w.r.t. y is -2(w^T x - y)."
    )
    assert statuses(text) == ["right", "wrong", "right"]


def test_that_of_another_function_is_judged() -> None:
    text = r"The derivative of $\|x\|_2^2$ is $2x$, that of $\|x\|_2$ is $x/\|x\|_2$ and that of "
    assert statuses(text + r"$\|Ax\|_2$ is $Ax/\|Ax\|_2$. Right?") == ["right", "right", "wrong"]


def test_the_first_of_two_answers_has_its_variable() -> None:
    reply = mg.ask(
        "f = (x-mu)' inv(S) (x-mu), S symmetric pos def. want df/dmu and df/dx. "
        "I got 2 inv(S)(x-mu) for mu and 2 inv(S)(x-mu) for x"
    )
    assert [claim.status for claim in reply.claims] == ["wrong", "right"]
