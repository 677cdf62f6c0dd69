"""Inequalities count where the text states them; a domain in words is one."""

import pytest

from matgrad.app.ask import ask

R = r"Let $x\in\mathbb{R}$ and $f(x)=|x-1|$"


@pytest.mark.parametrize(
    "text",
    [
        rf"{R}. It is not true that $x>1$. Is $f'(x)=1$?",
        rf"{R}. Nobody said that $x>1$. Is $f'(x)=1$?",
        rf"{R}, where $x>0$ or $x>1$. Is $f'(x)=1$?",
        rf"{R}. Is $f'(x)=1$? What would change if $x>1$?",
        rf"{R}. For $x>1$ it is obvious. Is $f'(x)=1$?",
        rf"{R}. Show that $x>1$. Is $f'(x)=1$?",
        rf"{R}. Is it true that $x>1$? Is $f'(x)=1$?",
        rf"{R}, not defined on $(1,2)$. Is $f'(x)=1$?",
    ],
)
def test_an_inequality_that_is_not_stated_makes_no_claim_right(text: str) -> None:
    assert not any(claim.is_right for claim in ask(text).claims)


@pytest.mark.parametrize(
    "text",
    [
        rf"{R} with $x>1$. Is $f'(x)=1$?",
        rf"{R}. Is $f'(x)=1$ for $x>1$?",
        rf"{R}. When $x>1$, is $f'(x)=1$?",
        rf"{R}. If $x>1$ then $f'(x)=1$.",
        rf"{R} on the interval $(1,2)$. Is $f'(x)=1$?",
        r"Let $f(x)=|x-1|$ be defined on $(1,2)$ with $x\in\mathbb{R}$. Is $f'(x)=1$?",
        r"Let $x\in\mathbb{R}$ and $f(x)=|x|$ on $(0,\infty)$. Is $f'(x)=1$?",
        r"Let $f(x)=|x|$ for $x\in(0,\infty)$. Is $f'(x)=1$?",
        r"Let $f:(0,\infty)\to\mathbb{R}$, $f(x)=|x|$. Is $f'(x)=1$?",
    ],
)
def test_an_inequality_or_a_domain_that_is_stated_counts(text: str) -> None:
    (claim,) = ask(text).claims
    assert claim.is_right
