"""What a loop over samples may do: add up, and nothing that one pass hands to the next."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from matgrad.programs.listings.values import Unread

CARRIED = "{0} changes from one pass of the loop to the next"
ONLY_SUMS = "in a loop over samples only sums are read"


def see_that_it_adds_up(node: ast.For) -> None:
    """Refuse a loop over samples in which one of them changes what the next one starts from."""
    stored = {x.id for statement in node.body for x in ast.walk(statement)
              if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}  # fmt: skip
    _Passes(stored | _changed(node.body)).follow(node.body, _names(node.target))


def _changed(body: Sequence[ast.stmt]) -> set[str]:
    """The arrays of which entries are changed."""
    nodes = (node for statement in body for node in ast.walk(statement))
    targets = (x.target for x in nodes if isinstance(x, ast.AugAssign))
    return {x.value.id for x in targets
            if isinstance(x, ast.Subscript) and isinstance(x.value, ast.Name)}  # fmt: skip


def _names(node: ast.AST) -> set[str]:
    return {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}


class _Passes:
    """Follows the statements of a loop: which names are set in this pass when they are read?"""

    def __init__(self, stored: set[str]) -> None:
        self.stored = stored

    def follow(self, body: Sequence[ast.stmt], known: set[str]) -> set[str]:
        """Read statements one after the other; what is set for sure behind them."""
        for statement in body:
            known = self._behind(statement, known)
        return known

    def _behind(self, statement: ast.stmt, known: set[str]) -> set[str]:
        match statement:
            case ast.For(target=target, iter=over, body=body):
                self._read(over, known, statement)
                self.follow(body, known | _names(target))
                return known
            case ast.If(test=test, body=body, orelse=orelse):
                self._read(test, known, statement)
                there, elsewhere = self.follow(body, known), self.follow(orelse, known)
                is_left = bool(body) and isinstance(body[-1], ast.Continue)
                return elsewhere if is_left else there & elsewhere
            case ast.AugAssign(target=target, op=op, value=value):
                self._read(value, known, statement)
                is_own = isinstance(target, ast.Name) and target.id in known
                if not isinstance(op, ast.Add | ast.Sub) and not is_own:
                    raise Unread(ONLY_SUMS).on(statement.lineno)
                if isinstance(target, ast.Subscript):
                    self._read(target.slice, known, statement)
                return known
            case _:
                self._read(statement, known, statement)
                return known | {x.id for x in ast.walk(statement) if isinstance(x, ast.Name)
                                and isinstance(x.ctx, ast.Store)}  # fmt: skip

    def _read(self, node: ast.AST, known: set[str], statement: ast.stmt) -> None:
        own = {x.id for each in ast.walk(node) if isinstance(each, ast.comprehension)
               for x in ast.walk(each.target) if isinstance(x, ast.Name)}  # fmt: skip
        read = {x.id for x in ast.walk(node)
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}  # fmt: skip
        if carried := (read & self.stored) - known - own:
            raise Unread(CARRIED.format(min(carried))).on(statement.lineno)
