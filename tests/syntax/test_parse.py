"""The grammar groups as the table of operators says, at any depth."""

import pytest

from matgrad.errors import ParseError
from matgrad.syntax.parse import parse
from matgrad.syntax.tokens import tokenise
from matgrad.syntax.tree import Node, postorder

FORMS = {
    "prefix": "({0}{1})",
    "infix": "({1}{0}{2})",
    "postfix": "({1}{0})",
    "number": "{0}",
    "name": "{0}",
}


def grouped(text: str) -> str:
    """The formula with every grouping written out."""
    root = parse(tokenise(text))
    shown: dict[Node, str] = {}
    for node in postorder(root):
        args = [shown[arg] for arg in node.args]
        inside = ",".join(args)
        marks = "'" * node.primes
        form = FORMS.get(node.kind, f"{node.text}{marks}({inside})")
        shown[node] = form.format(node.text, *args)
    return shown[root]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("-x^2", "(-(x^2))"),
        ("2^3^2*x", "((2^(3^2))*x)"),
        ("a/b/c", "((a/b)/c)"),
        ("a/b*c", "((a/b)*c)"),
        ("a-b+c", "((a-b)+c)"),
        ("x'^2", "((x')^2)"),
        ("A^-1", "(A^(-1))"),
        ("A.^-1*x", "((A.^(-1))*x)"),
        ("a^-b", "(a^(-b))"),
        ("A*x.*y", "(A*(x.*y))"),
        ("a/b.*c", "((a/b).*c)"),
        ("A:B*C", "(A:(B*C))"),
        ("A:B+c", "((A:B)+c)"),
        ("A*B⊗C", "(A*(B⊗C))"),
        ("-A*x", "((-A)*x)"),
        ("--x", "(-(-x))"),
        ("A*B'*C", "((A*(B'))*C)"),
        ("‖x‖²", "(norm2(x)^2)"),
        ("A[1,2]*x", "([](A,1,2)*x)"),
        ("s''(x)", "s''(x)"),
    ],
)
def test_groups(text: str, groups: str):
    assert grouped(text) == groups


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("2x", "2*x"),
        ("2 x", "2*x"),
        ("x y", "x*y"),
        ("2(x)", "2*(…)"),
        ("(x)(y)", "x*(…)"),
        ("A'B", "A'*B"),
    ],
)
def test_there_is_no_invisible_multiplication(text: str, hint: str):
    with pytest.raises(ParseError) as caught:
        parse(tokenise(text))
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    "text",
    [
        "",
        "()",
        "'",
        "*",
        "x+",
        "x,y",
        "2^^3",
        "((x)",
        "x)",
        "f(x",
        "A[1",
        "[x",
        "f(,x)",
        "‖x",
        "(x]",
    ],
)
def test_incomplete_formulas_are_refused(text: str):
    with pytest.raises(ParseError) as caught:
        parse(tokenise(text))
    assert caught.value.position is not None


def test_positions_include_the_parentheses():
    node = parse(tokenise("(a + b)*c"))
    assert node.position == (0, 9)
    assert node.args[0].position == (0, 7)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000 + "x" + ")" * 100_000,
        "x" + "'" * 4000,
        "-" * 50_000 + "x",
        "f(" * 9999 + "x" + ")" * 9999,
    ],
)
def test_depth_is_no_obstacle(text: str):
    assert parse(tokenise(text)).position == (0, len(text))
