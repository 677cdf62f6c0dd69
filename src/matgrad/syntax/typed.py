"""What only people write: bars, diagonals, x_i alone, products of entries, and what is open."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from matgrad.core.reading import Guess
from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.errors import Option as Way
from matgrad.syntax.choices import Choice, Choices, Option
from matgrad.syntax.inference import convention
from matgrad.syntax.stack import COUNTS
from matgrad.syntax.tree import (
    BARS,
    DETERMINANT_BARS,
    EXPONENTIAL,
    LENGTH_BARS,
    Node,
    mapped,
    postorder,
)

DIAGONAL, DIAGONAL_PART = "diag", "diagonal_part"
_OF_DETERMINANTS = ("log", "logabs", "sqrt")


def with_bars(trees: Sequence[Node], choices: Choices, source: str) -> list[Node]:
    """The trees in which bars are lengths, determinants or absolute values."""
    pieces = [node for tree in trees for node in postorder(tree)]
    if not any(_is_bars(node) for node in pieces):
        return list(trees)
    inside = {node.args[0].position for node in pieces if _is_of_determinant(node)}
    question = "do the bars mean a length, a determinant, or the absolute value of each entry?"

    def meant(node: Node) -> Node:
        if not _is_bars(node):
            return node
        is_inside, within = node.position in inside, source[slice(*node.args[0].position)]
        options = (
            Option(LENGTH_BARS, int(is_inside), hint=f"norm2({within})"),
            Option(DETERMINANT_BARS, hint=f"det({within})"),
            Option(BARS, int(is_inside), hint=f"abs({within})"),
        )
        key = "bars in a logarithm or a power" if is_inside else "bars"
        return replace(node, text=choices.choose(Choice(key, options, question, node.position)))

    return [mapped(tree, meant) for tree in trees]


def _is_bars(node: Node) -> bool:
    return node.kind == "call" and node.text == BARS


def _is_of_determinant(node: Node) -> bool:
    """Is this a logarithm or a power, in which bars around a matrix are its determinant?"""
    is_log = node.kind == "call" and node.text in _OF_DETERMINANTS
    return is_log or (node.is_infix("^") and node.args[1].text != "2")


# ---------------------------------------------------------------- diagonals


def is_of_capitals(node: Node) -> bool:
    """Is this taken of capitals only?"""
    names = [piece.text for piece in postorder(node) if piece.kind == "name"]
    return bool(names) and all(convention(name) == "matrix" for name in names)


def with_diagonals(
    trees: Sequence[Node], choices: Choices, is_of_matrix: Callable[[Node], bool] = is_of_capitals
) -> list[Node]:
    """The trees in which diag(A) is a vector, or A without what stands off its diagonal.

    A matrix is likelier where something is multiplied by it, as in diag(A) x.
    """
    pieces = [node for tree in trees for node in postorder(tree)]
    of_matrices = [node for node in pieces if _is_diagonal(node) and is_of_matrix(node)]
    if not of_matrices:
        return list(trees)
    factors = {node.args[0].position for node in pieces if node.is_infix("*")}
    is_factor = any(node.position in factors for node in of_matrices)
    note = "diag of a matrix is read as a matrix"
    ways = [Option(DIAGONAL, int(is_factor)), Option(DIAGONAL_PART, int(not is_factor), note)]
    question = "is diag(A) the vector of the diagonal, or a matrix?"
    choice = Choice("diag", tuple(sorted(ways, key=lambda way: way.cost)), question)
    if choices.choose(choice) == DIAGONAL:
        return list(trees)
    return [
        mapped(tree, lambda n: replace(n, text=DIAGONAL_PART) if _is_diagonal(n) else n)
        for tree in trees
    ]


def _is_diagonal(node: Node) -> bool:
    return node.kind == "call" and node.text in (DIAGONAL, "Diag")


# ---------------------------------------------------------------- products of entries

_REDUCTIONS = frozenset(
    "sum mean max min prod var std norm norm1 norm2 normF logsumexp Σ rms".split()
)
SIGNS, DOTTED = ("*", "/", "^"), (".*", "./", ".^")
ENTRYWISE = 8  # what it costs to take products entry by entry: more than a letter read otherwise
PAPER, ENTRIES = "as on paper", "entry by entry"


def entrywise(
    trees: Sequence[Node], scalar: bool, text: str, choices: Choices
) -> tuple[frozenset[Node], frozenset[Node]]:
    """The signs between vectors that act on each entry, and those of them below a sum.

    They do so below sum(…) and in x^2 of a vector, where nothing fits otherwise; a power in
    brackets that is summed up, as in sum((A*x - b)^2), does so first of all. Whoever writes .*
    for the one product means the other by *.
    """
    found: set[Node] = set()
    below: set[Node] = set()
    power: Node | None = None
    for tree in trees:
        waiting = [(tree, False)]
        while waiting:
            node, is_below = waiting.pop()
            is_part = node.is_infix("^", "/") or (node.is_infix("*") and node is not tree)
            if node.is_infix(*SIGNS) and (is_below or (is_part and not scalar)):
                found.add(node)
                below |= {node} if is_below else set()
            is_reduction = node.kind == "call" and node.text in _REDUCTIONS
            if is_reduction and power is None:
                power = _summed_power(node.args[-1])
            waiting += [(arg, is_below or is_reduction) for arg in node.args]
    is_dotted = any(n.is_infix(*DOTTED) for tree in trees for n in postorder(tree))
    if not found or (is_dotted and power is None):
        return frozenset(), frozenset()
    ways = [Option(PAPER, hint="x'*y"), Option(ENTRIES, ENTRYWISE, hint="x .* y")]
    if power is not None:
        base, exponent = (text[arg.start : arg.end] for arg in power.args)
        words = f"the power {text[power.start : power.end]} is taken of each entry"
        product = f"{base}*{base}" if exponent == "2" else ""
        guess = Guess(words, product, power.position)
        ways = [Option(ENTRIES, 0, "", guess, f"{base}.^{exponent}"), Option(PAPER, 1)]
    question = "is this a product of matrices, or taken entry by entry?"
    if choices.choose(Choice("entries", tuple(ways), question)) == PAPER:
        return frozenset(), frozenset()
    return frozenset(found), frozenset(below)


def _summed_power(node: Node) -> Node | None:
    """The power of something in brackets that is the whole argument of a sum, or a term of it."""
    waiting = [node]
    while waiting:
        held = waiting.pop()
        if held.is_infix("^") and held.args[0].grouped and held.args[0].args:
            return held
        if held.is_infix("+", "-"):
            waiting += held.args
    return None


# ---------------------------------------------------------------- whole trees


def check_open(trees: Sequence[Node], declared: Collection[str], source: str) -> None:
    """Ask about e^(At), A/B, X w^2 and (a + b)x of letters that nobody declares.

    Some reading fits each of them, and too often it is not the one that was meant.
    """
    pieces = [node for tree in trees for node in postorder(tree)]
    free = {n.text for n in pieces if n.kind == "name"} - {*declared}
    if not free:
        return
    free -= {arg.text for node in pieces if len(node.args) == 4 for arg in node.args[1:3]}
    matrices = {name for name in free - COUNTS if convention(name) == "matrix"}
    vectors = {name for name in free if convention(name) == "vector"}
    factors = {arg for node in pieces if node.is_infix("*") for arg in node.args}
    for node in pieces:
        if node in factors and node.is_infix("/") and node.args[0].kind == "number":
            continue  # 1/Z e^x has a number Z
        for find in (_of_time, _divisor, _raised, _in_sum):
            question, *ways = find(node, matrices, vectors, source) or [""]
            if question:
                raise AmbiguousError(question, node.position, ways=[Way(way) for way in ways])


def _text(node: Node, source: str, brackets: str = "{") -> str:
    """What was typed, without the braces of LaTeX around it."""
    inside = int(node.grouped and source[node.start : node.start + 1] in brackets)
    return source[node.start + inside : node.end - inside]


def _of_time(node: Node, matrices: set[str], vectors: set[str], source: str) -> Sequence[str]:
    """e^(At) is hardly ever taken of each entry."""
    if node.kind != "call" or node.text not in (EXPONENTIAL, "exp"):
        return ()
    inside = postorder(node.args[0])
    names = {piece.text for piece in inside if piece.kind == "name"}
    has_calls = any(piece.kind in ("index", "call") for piece in inside)
    if names & vectors & {"i", "j"} and not has_calls:
        raise UnsupportedError("complex numbers are not read", node.position, "declare i")
    is_product = all(n.kind in ("name", "number", "prefix") or n.is_infix("*") for n in inside)
    if not is_product or not names & matrices or not names - matrices == {"t"} <= vectors:
        return ()
    question = "the exponential of a matrix: the matrix function, or of each entry?"
    return question, f"expm({_text(node.args[0], source, '({')})", "t: scalar"


def _divisor(node: Node, matrices: set[str], vectors: set[str], source: str) -> Sequence[str]:
    """Nobody says what a division by a matrix is."""
    if not node.is_infix("/") or node.args[1].kind != "name" or node.args[1].text not in matrices:
        return ()
    above, name = _text(node.args[0], source), node.args[1].text
    question = f"is {name} a number here, an inverse, or the divisor of each entry?"
    return question, f"{above}*inv({name})", f"{above} ./ {name}", f"{name}: scalar"


def _raised(node: Node, matrices: set[str], vectors: set[str], source: str) -> Sequence[str]:
    """X w^2 makes a number of w."""
    power = node.args[1] if node.is_infix("*") and node.args[1].is_infix("^") else None
    if power is None or power.args[0].text not in vectors:
        return ()
    factor, name = node.args[0], power.args[0].text
    while factor.is_infix("*"):
        factor = factor.args[1]
    if factor.kind == "call" or not matrices & {piece.text for piece in postorder(factor)}:
        return ()
    question = f"{name} stands behind a matrix: is it a number here, or is each entry raised?"
    raised = f"{name}.^{_text(power.args[1], source)}"
    return question, f"{_text(node.args[0], source)}*{raised}", f"{name}: scalar"


def _in_sum(node: Node, matrices: set[str], vectors: set[str], source: str) -> Sequence[str]:
    """(a + b) x has a number on one side."""
    if not node.is_infix("*") or not node.args[0].is_infix("+", "-"):
        return ()
    (left, right), names = node.args, [arg.text for arg in (*node.args[0].args, node.args[1])]
    if not left.grouped or not {*names} <= vectors or right.text in names[:2]:
        return ()
    question, text = f"are {', '.join(names)} vectors here, or numbers?", _text(left, source)
    return question, f"{text}'*{names[2]}", f"{text} .* {names[2]}", f"{names[2]}: scalar"
