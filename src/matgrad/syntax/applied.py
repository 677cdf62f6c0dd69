"""Functions that a text defines, applied to other arguments: h(x) = w'*x, then h(X[i,:]')."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from matgrad.errors import LimitError, ParseError, UnsupportedError
from matgrad.syntax.statements import Script
from matgrad.syntax.tree import Node, postorder

MOST_NODES = 100_000  # of all formulas together when they are written out


@dataclass
class _Writer:
    """Writes formulas out; `rules` are the functions so far, with what they are in their names."""

    params: Mapping[str, tuple[str, ...]]
    is_sum: Callable[[Node], bool]
    rules: dict[str, Node]
    applied: set[str]
    work: int = 0
    here: tuple[int, int] | None = None  # the call that is being written out

    def written_out(self, tree: Node) -> Node:
        """The tree without calls of these functions at other arguments than their own names."""
        made: dict[Node, Node] = {}
        for node in postorder(tree):
            args = tuple(made[arg] for arg in node.args)
            new = node if args == node.args else replace(node, args=args)
            names = tuple(arg.text if arg.kind == "name" else "" for arg in node.args)
            is_rule = node.kind == "call" and node.text in self.rules
            if is_rule and not node.primes and names != self.params[node.text]:
                new = self.value(new)
            made[node] = new
        return made[tree]

    def value(self, call: Node) -> Node:
        """The formula of a function with these arguments."""
        names, body = [*map(_own, self.params[call.text])], self.rules[call.text]
        if len(names) != len(call.args):
            raise ParseError(
                f"{call.text} was defined with {len(names)} arguments, not {len(call.args)}",
                call.position,
            )
        given = dict(zip(names, call.args, strict=True))
        self.check_indices(call, body)
        self.applied.add(call.text)
        self.here = call.position
        return replace(self.filled(body, given), grouped=True, start=call.start, end=call.end)

    def check_indices(self, call: Node, body: Node) -> None:
        """Refuse g(x[i]) where g itself sums over i."""
        bound = {node.args[0].text for node in postorder(body) if self.is_sum(node)}
        used = {n.text for arg in call.args for n in postorder(arg) if n.kind == "name"}
        if bound & used:
            index = min(bound & used)
            raise UnsupportedError(
                f"{call.text} sums over {index} itself, and {index} stands in its argument",
                call.position, f"give the sum in {call.text} another index",
            )  # fmt: skip

    def filled(self, tree: Node, given: Mapping[str, Node]) -> Node:
        """A copy of a tree with arguments for names: the same piece never stands in two places."""
        made: dict[int, Node] = {}
        for node in postorder(tree):
            self.count()
            if node.kind == "name" and node.text in given:
                made[id(node)] = replace(self.copied(given[node.text]), grouped=True)
            else:
                args = tuple(made[id(arg)] for arg in node.args)
                made[id(node)] = replace(node, args=args)
        return made[id(tree)]

    def copied(self, tree: Node) -> Node:
        """The same tree with pieces of its own."""
        made: dict[int, Node] = {}
        for node in postorder(tree):
            self.count()
            made[id(node)] = replace(node, args=tuple(made[id(arg)] for arg in node.args))
        return made[id(tree)]

    def count(self) -> None:
        """Refuse to write on without end."""
        self.work += 1
        if self.work > MOST_NODES:
            message = "the functions of this text become too long when written out"
            raise LimitError(message, self.here)


def _own(param: str) -> str:
    """The name that an argument has inside of its function, and nothing else has anywhere."""
    return f"{param} of its own"


def with_functions_applied(script: Script, is_sum: Callable[[Node], bool]) -> None:
    """Write out the calls of functions that the script defines; what only they used is left out."""
    if not script.params:
        return
    writer = _Writer(script.params, is_sum, {}, set())
    definitions = list(script.definitions)
    for place, (name, value) in enumerate(definitions):
        definitions[place] = name, writer.written_out(value)
        if name.text in script.params:
            params = writer.params[name.text]
            own = {x: Node("name", _own(x), (), *name.position, name.position) for x in params}
            writer.rules[name.text] = writer.written_out(writer.filled(value, own))
    if script.function is not None:
        script.function = writer.written_out(script.function)
    trees = [value for _, value in definitions]
    trees += [] if script.function is None else [script.function]
    named = {n.text for tree in trees for n in postorder(tree) if n.kind in ("name", "call")}
    kept = [(n, v) for n, v in definitions if n.text in named or n.text not in writer.applied]
    script.definitions = kept
    script.defined = {name.text for name, _ in kept}
