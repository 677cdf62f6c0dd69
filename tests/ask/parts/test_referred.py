"""What is claimed of one part of a text is not judged in another."""

import pytest

import matgrad as mg

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
