"""Formulas of which no word says what they are, behind the function."""

import pytest

from matgrad import ask

D = r"Gradient of $(x-\mu)^T S^{-1}(x-\mu)$, $S$ symmetric, with respect to $\mu$. "
F = r"Let $f(x)=\|Ax-b\|^2$ with $A$ square. What is the gradient? "
CASES = [
    (D + r"After some algebra, $2S^{-1}(\mu-x)$. Thanks!", [("right", "")]),
    (D + r"This got me to $2S^{-1}(x-\mu)$.",
     [("undecided", "no word calls it so; as the gradient it is wrong: the sign is wrong")]),
    (F + "I began with the inner part $Ax$ and the outer square.", []),
    (F + "My plan is to use the chain rule on $Ax-b$.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "claims"), CASES, ids=range(len(CASES)))
def test_a_formula_that_may_be_the_answer_is_compared_with_it(
    text: str, claims: list[tuple[str, str]]
) -> None:
    reply = ask(text)
    assert [(claim.status, claim.words) for claim in reply.claims] == claims
    assert all(claim.latex.startswith(r"\text{perhaps the gradient}") for claim in reply.claims)
    assert not claims or not reply.unused
