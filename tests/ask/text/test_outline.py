"""Lists, tables and numbered parts are read as sentences."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.outline import as_sentences

F, CLAIM = "$f(x)=x^TAx$", r"Is $\nabla f=2Ax$?"
RIGHT = ("right", "")  # within the part that states it
WRONG = ("wrong", "the claim is right if A is symmetric, but not in general")
HEADINGS = (
    ("1. ", "\n2. "),
    ("**Exercise 1.** ", "\n\n**Exercise 2.** "),
    ("## Exercise 1\n", "\n## Exercise 2\n"),
    ("Problem 1: ", "\nProblem 2: "),
    ("Q1: ", "\nQ2: "),
    ("i) ", "\nii) "),
    ("(a) ", " (b) "),
    ("First question: ", " Second question: "),
    (r"\begin{enumerate} \item ", r" \item "),
)


@pytest.mark.parametrize("second", [f"Let $A$ be arbitrary and {F}.", f"Let {F}."])
@pytest.mark.parametrize("heads", HEADINGS)
def test_each_part_has_its_own_facts(heads: tuple[str, str], second: str) -> None:
    reply = ask(f"{heads[0]}Let $A$ be symmetric and {F}. {CLAIM}{heads[1]}{second} {CLAIM}")
    assert [(each.status, each.words) for each in reply.claims] == [RIGHT, WRONG]


@pytest.mark.parametrize(
    "text",
    [
        f"1. Let {F} with symmetric $A$. {CLAIM}\n2. Is the Hessian $2A$?",
        f"Throughout, $A$ is symmetric.\n\n1. Let {F}. {CLAIM}\n2. Let {F}. Is the Hessian $2A$?",
        f"1. Let $A=A^T$ and {F}. {CLAIM}\n2. Let $A=A^T$ and {F}. Is the Hessian $2A$?",
    ],
)
def test_what_holds_for_all_parts_is_a_fact(text: str) -> None:
    assert [(each.status, each.words) for each in ask(text).claims] == [("right", "")] * 2


@pytest.mark.parametrize(
    "where",
    [
        "- $A$: symmetric matrix\n- $x$: vector",
        "* $A$ – a symmetric $n\\times n$ matrix\n* $x$ – a vector",
        "| what | is |\n|---|---|\n| $A$ | $n\\times n$ symmetric |\n| $x$ | vector |",
    ],
)
def test_facts_in_lists_and_tables(where: str) -> None:
    assert str(ask(f"Let {F}, where\n\n{where}\n\nWhat is the gradient?").results["x"]) == "2*A*x"


def test_what_a_list_denies_is_no_fact() -> None:
    reply = ask(f"Let {F}, where\n\n- $A$: not symmetric\n- $x$: vector\n\nWhat is the gradient?")
    assert str(reply.results["x"]) == "(A + A')*x"


@pytest.mark.parametrize("text", ["By Theorem 2. Let ⟦1⟧ be", "equal to 3. Then ⟦1⟧", "⟦1⟧: ⟦2⟧"])
def test_other_numbers_stay(text: str) -> None:
    assert as_sentences(text) == text
