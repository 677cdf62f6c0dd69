"""Functions that are short for a formula: log1p(x) is read as log(1 + x)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache, lru_cache

from matgrad.errors import AmbiguousError, ParseError
from matgrad.syntax.functions import FUNCTIONS, NUMBERS, ROWS
from matgrad.syntax.hints import HINTS, IN_CAPITALS, hint_for
from matgrad.syntax.parse import formula
from matgrad.syntax.tokens import tokenise
from matgrad.syntax.tree import Node, mapped, postorder

GRID = "blocks"  # of the grammar: blocks(a, b; c, d)
PARAMETERS = "abc"
# Formulas in a, b and c; matrix(1) has whatever shape it needs.
_SHORT: dict[str, str] = {
    "abs2": "a.^2",
    "acosh": "log(a + sqrt(a.^2 - matrix(1)))",
    "asinh": "log(a + sqrt(a.^2 + matrix(1)))",
    "atanh": "log((matrix(1) + a) ./ (matrix(1) - a))/2",
    "blkdiag blockdiag": "[a, 0; 0, b]",
    "celu": "relu(a) - b*relu(matrix(1) - exp(a/b))",
    "cbrt": "sign(a) .* abs(a).^(1/3)",
    "ceil": "-floor(-a)",
    "clamp clip": "min(max(a, b), c)",
    "colsum": "sum_rows(a')",
    "cosine cosinesimilarity cossim": "a'*b/(norm2(a)*norm2(b))",
    "cot": "cos(a) ./ sin(a)",
    "coth": "cosh(a) ./ sinh(a)",
    "csc": "1 ./ sin(a)",
    "csch": "1 ./ sinh(a)",
    "cumsum": "a + toeplitz([0; vector(1)], vector(0))*a",
    "distance": "norm2(a - b)",
    "eigmin": "-eigmax(-a)",
    "elu": "relu(a) - relu(matrix(1) - exp(a))",
    "entropy": "-sum(a .* log(a))",
    "exp2": "exp(log(2)*a)",
    "expm1": "exp(a) - matrix(1)",
    "frobenius inner": "dot(a, b)",
    "hadamard multiply": "a .* b",
    "hardsigmoid": "min(relu(a + matrix(3)), 6)/6",
    "hardswish": "a .* min(relu(a + matrix(3)), 6)/6",
    "hardtanh": "max(min(a, 1), -1)",
    "hinge": "sum(max(0, matrix(1) - a .* b))",
    "hypot": "sqrt(a.^2 + b.^2)",
    "kl": "sum(a .* log(a ./ b))",
    "leakyrelu": "b*a + (1 - b)*relu(a)",
    "linsolve mldivide": "solve(a, b)",
    "log10": "log(a)/log(10)",
    "log1p": "log(matrix(1) + a)",
    "log2": "log(a)/log(2)",
    "logsigmoid": "-softplus(-a)",
    "lstsq": "pinv(a)*b",
    "logit": "log(a ./ (matrix(1) - a))",
    "logsoftmax": "log_softmax(a)",
    "lyap": "sylvester(a, a', -b)",
    "mae": "mean(abs(a - b))",
    "matmul": "a*b",
    "maximum": "max(a, b)",
    "minimum": "min(a, b)",
    "mish": "a .* tanh(softplus(a))",
    "mse": "mean((a - b).^2)",
    "normalize": "a/norm2(a)",
    "norminf": "max(abs(a))",
    "normrows": "sqrt(sum_rows(a.^2))",
    "normcols": "sqrt(sum_rows((a').^2))",
    "pnorm": "sum(abs(a).^b)^(1/b)",
    "pow": "a.^b",
    "relu6": "min(relu(a), 6)",
    "reshape": "unvec(vec(a), b, c)",
    "rmse": "sqrt(mean((a - b).^2))",
    "rsqrt": "1 ./ sqrt(a)",
    "rowsum": "sum_rows(a)",
    "sec": "1 ./ cos(a)",
    "sech": "1 ./ cosh(a)",
    "softmin": "softmax(-a)",
    "softsign": "a ./ (matrix(1) + abs(a))",
    "sqr": "square(a)",
    "singularvalues svdvals": "sqrt(-eigvals_sym(-a'*a))",
    "std": "sqrt(var(a))",
    "stdrows": "sqrt(var_rows(a))",
    "stdcols": "sqrt(var_rows(a'))",
    "sumsq": "sum(a.^2)",
    "transpose": "a'",
    "trigamma": "polygamma(1, a)",
}
# By name, without capitals and _.
FORMULAS = {name: text for names, text in _SHORT.items() for name in names.split()}
# Of each column: that of the rows of the transpose.
FORMULAS |= {f"{name}cols": f"{name}_rows(a')" for name in NUMBERS}
FORMULAS |= {f"{name.replace('_', '')}cols": f"{name}_rows(a')'" for name in ROWS}
# What a second argument chooses: norm(X, 'fro'), sum(X, 2) of MATLAB, sum(X, 0) of NumPy.
_NORMS = {"'fro'": "normF", "'nuc'": "normnuc", "1": "norm(·, 1)", "2": "‖·‖2"}
_NORMS |= dict.fromkeys(("Inf", "inf"), "‖·‖infty")
CHOSEN: dict[str, dict[str, str]] = {"norm": _NORMS} | {
    name: {"'all'": name, "0": f"{name}_cols", "2": f"{name}_rows"}
    for name in ("sum", "mean", "prod")
}


def plain(name: str) -> str:
    """A name as this table has it."""
    return name.lower().replace("_", "")


@lru_cache(maxsize=4096)
def is_function(name: str) -> bool:
    """Is this the name of a function in any spelling, or of one of which there is a hint?"""
    is_known = plain(name) in FORMULAS or name in HINTS or plain(name) in IN_CAPITALS
    return name in FUNCTIONS or name == GRID or (is_known and len(name) > 2)


def expanded(tree: Node, taken: Collection[str]) -> Node:
    """The tree with formulas for the functions that are short for them; `taken` names are not."""

    names = {node.text for node in postorder(tree) if node.kind == "call"}
    if names <= FUNCTIONS.keys() and names.isdisjoint(CHOSEN):
        return tree

    def meant(node: Node) -> Node:
        if node.kind != "call" or node.text in taken:
            return node
        if len(node.args) == 2 and node.text in CHOSEN:
            node = _chosen(node, *node.args)
        is_short = node.text not in FUNCTIONS and plain(node.text) in FORMULAS
        return _expanded(node, plain(node.text)) if is_short else node

    return mapped(tree, meant)


def _chosen(node: Node, of: Node, choice: Node) -> Node:
    """The function that a second argument chooses, if it does."""
    name = node.text
    if of.kind == "name" and name != "norm" and is_function(of.text):  # sum(abs2, x) of Julia
        return replace(node, args=(expanded(replace(node, text=of.text, args=(choice,)), ()),))
    if choice.text in CHOSEN[name]:
        return replace(node, text=CHOSEN[name][choice.text], args=(of,))
    if choice.text != "1":
        return node
    question = f"{name} along 1: of each column, as in MATLAB, or of each row, as in NumPy?"
    hint = f"{name}_cols(…)' is a row with a number for each column, {name}_rows(…) a column"
    raise AmbiguousError(question, node.position, hint)


def _expanded(node: Node, name: str) -> Node:
    body = template(name)
    params = {piece.text for piece in postorder(body)} & {*PARAMETERS}
    if len(node.args) != len(params):
        plural = "" if len(params) == 1 else "s"
        short = f"{node.text}({', '.join(sorted(params))}) is short for {FORMULAS[name]}"
        raise ParseError(
            f"{node.text} takes {len(params)} argument{plural}, not {len(node.args)}",
            node.position,
            hint_for(name) or short,
        )
    given = dict(zip(PARAMETERS, node.args, strict=False))

    def filled(piece: Node) -> Node:
        if piece.kind == "name" and piece.text in given:
            return replace(given[piece.text], grouped=True)
        return replace(piece, start=node.start, end=node.end, at=node.at)

    return replace(mapped(body, filled), grouped=True)


@cache
def template(name: str) -> Node:
    """The formula of a name, read once."""
    return formula(tokenise(FORMULAS[name])[:-1])
