"""What is known of an operator stands in its declaration, so little of codegen names one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import matgrad.codegen
from matgrad.core.expr import catalogue

ROOM = Path(matgrad.codegen.__file__).parent
# The algebra's own.
OWN = frozenset("add matmul scale hadamard power transpose frobenius symbol number size".split())
MOST = 245  # as it stands; it may become less


def named(tree: ast.AST) -> Iterator[str]:
    """The operators that strings of a module name, alone or in a row of words."""
    rows = {
        node.func.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "split"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value.split() if node in rows else [node.value]
            yield from (word for word in words if word in catalogue.keys() - OWN)


def test_few_operators_are_named():
    found = {
        str(path.relative_to(ROOM)): [*named(ast.parse(path.read_text(encoding="utf-8")))]
        for path in sorted(ROOM.rglob("*.py"))
    }
    assert sum(map(len, found.values())) <= MOST, found
