"""Tables of functions and their derivatives."""

import pytest

import matgrad as mg

TABLES = [
    (
        "My cheat sheet:\n\n| f(x) | gradient |\n|---|---|\n| $a^Tx$ | $a$ |\n| $x^Tx$ | $2x$ |\n"
        "| $\\lVert x\\rVert$ | $x\\lVert x\\rVert$ |\n\nWhich row is false?",
        [["right"], ["right"], ["wrong"]],
    ),
    (
        "| | f(x) | derivative |\n|--|--|--|\n| 1 | $\\sin x$ | $\\cos x$ |\n"
        "| 2 | $e^{2x}$ | $e^{2x}$ |\n\nwhich entry is wrong?",
        [["right"], ["wrong"]],
    ),
    (
        "| $f(x)$ | $\\nabla f(x)$ |\n|:---:|:---:|\n| $a^Tx$ | $a$ |\n| $\\|x\\|^2$ | $x$ |",
        [["right"], ["wrong"]],
    ),
    (
        "| f | f' | f'' |\n|---|---|---|\n| x^3 | 3x^2 | 6x |\n| sin(x) | cos(x) | sin(x) |",
        [["right", "right"], ["right", "wrong"]],
    ),
    (
        "| Loss | Gradient w.r.t. $x$ |\n|---|---|\n| $\\frac12\\|x-y\\|^2$ | $x-y$ |\n"
        "| $\\|x\\|_1$ | sign(x) |",
        [["right"], ["right"]],
    ),
]


@pytest.mark.parametrize(("text", "statuses"), TABLES, ids=range(len(TABLES)))
def test_each_row_is_a_part(text: str, statuses: list[list[str]]) -> None:
    parts = mg.ask(text).to_json()["parts"]
    assert [[claim["status"] for claim in part["claims"]] for part in parts] == statuses


ONE = [
    (
        "| function | my gradient | book |\n|---|---|---|\n| $x^Tx$ | $x$ | $2x$ |",
        ["wrong", "right"],
    ),
    (
        "$f(x) = \\log(1+x^2)$\n\n| | value |\n|---|---|\n| derivative | $2x/(1+x^2)$ |\n"
        "| second derivative | $(1-x^2)/(1+x^2)^2$ |",
        ["right", "wrong"],
    ),
    (
        "| n | error |\n|---|---|\n| 10 | 0.1 |\n\nThe gradient of $x^Tx$ is $2x$.",
        ["right"],
    ),
]


@pytest.mark.parametrize(("text", "statuses"), ONE, ids=range(len(ONE)))
def test_a_table_about_one_function(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses
