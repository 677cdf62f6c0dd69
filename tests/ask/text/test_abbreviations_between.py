"""Abbreviations that stand by themselves between dollars leave nothing of these."""

import pytest

import matgrad as mg

R = r"\newcommand{\R}{\mathbb R}"
TEXT = (
    r"Let $A\in\R^{n\times n}$ be symmetric and $f(x)=\frac14\|xx^T-A\|_F^2$ for $x\in\R^n$. "
    r"I computed $\nabla f(x) = (xx^T-A)x$ and $\nabla^2f(x) = \|x\|^2I + xx^T - A$."
)


@pytest.mark.parametrize(
    "before",
    [f"${R}$", f"${R}$ ", f"$${R}$$\n", rf"\({R}\)", rf"\[ {R} \]", rf"${R} \def\E{{\mathbb E}}$"],
    ids=range(6),
)
def test_the_text_behind_them_is_read(before: str) -> None:
    assert [claim.status for claim in mg.ask(before + TEXT).claims] == ["right", "wrong"]
