"""A text may correct the variable that it asks about."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("f(u,v) = u^T v + v^T v. Gradient with respect to u. Oops, I meant with respect to v.",
         "v"),
        (r"$h(p,q) = p^TAq + \|q\|^2$. Gradient w.r.t. $p$? Edit: I mean w.r.t. $q$, not $p$.",
         "q"),
        ("Let f(a,b) = (a^T b)^2 + b^T b. What is the gradient with respect to a? Sorry, "
         "scratch that, I meant with respect to b.", "b"),
        ("f(u,v) = u^T v + v^T v. Gradient with respect to u please. I mean it.", "u"),
    ],
)  # fmt: skip
def test_the_variable_is_the_one_that_is_meant(text: str, name: str) -> None:
    assert [*mg.ask(text).results] == [name]
