"""Functions that are short for a formula: log1p(x) is read as log(1 + x)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache

from matgrad.errors import AmbiguousError, ParseError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.parse import formula
from matgrad.syntax.tokens import tokenise
from matgrad.syntax.tree import Node, mapped, rebuilt

PARAMETERS = "abc"
# Other names for functions, whatever their arguments are; names go without capitals and _.
ALIASES: dict[str, str] = {
    "diagflat": "Diag", "diagm": "Diag", "expit": "sigmoid", "frobenius": "dot",
    "heaviside": "step", "hstack": "hcat", "inner": "dot", "invert": "inv",
    "kronecker": "kron", "linsolve": "solve",
    "logistic": "sigmoid", "logsoftmax": "log_softmax", "maximum": "max", "minimum": "min",
    "mldivide": "solve",
    "nuclear": "normnuc", "rowsum": "sum_rows", "colsum": "sum_cols", "sgn": "sign",
    "sigm": "sigmoid",
    "spectral": "normspec", "vectorize": "vec", "vstack": "vcat",
}  # fmt: skip
# The number of arguments, and the formula in a, b and c; matrix(1) has whatever shape it needs.
FORMULAS: dict[str, tuple[int, str]] = {
    "abs2": (1, "a.^2"),
    "acosh": (1, "log(a + sqrt(a.^2 - matrix(1)))"),
    "asinh": (1, "log(a + sqrt(a.^2 + matrix(1)))"),
    "atanh": (1, "log((matrix(1) + a) ./ (matrix(1) - a))/2"),
    "blkdiag": (2, "[a, 0; 0, b]"),
    "blockdiag": (2, "[a, 0; 0, b]"),
    "cbrt": (1, "sign(a) .* abs(a).^(1/3)"),
    "ceil": (1, "-floor(-a)"),
    "clamp": (3, "min(max(a, b), c)"),
    "clip": (3, "min(max(a, b), c)"),
    "cosine": (2, "a'*b/(norm2(a)*norm2(b))"),
    "cosinesimilarity": (2, "a'*b/(norm2(a)*norm2(b))"),
    "cossim": (2, "a'*b/(norm2(a)*norm2(b))"),
    "cot": (1, "cos(a) ./ sin(a)"),
    "coth": (1, "cosh(a) ./ sinh(a)"),
    "csc": (1, "1 ./ sin(a)"),
    "csch": (1, "1 ./ sinh(a)"),
    "cumsum": (1, "a + toeplitz([0; vector(1)], vector(0))*a"),
    "distance": (2, "norm2(a - b)"),
    "eigmin": (1, "-eigmax(-a)"),
    "elu": (1, "relu(a) - relu(matrix(1) - exp(a))"),
    "entropy": (1, "-sum(a .* log(a))"),
    "erfc": (1, "matrix(1) - erf(a)"),
    "exp2": (1, "exp(log(2)*a)"),
    "expm1": (1, "exp(a) - matrix(1)"),
    "hadamard": (2, "a .* b"),
    "hardtanh": (1, "max(min(a, 1), -1)"),
    "hinge": (2, "sum(max(0, matrix(1) - a .* b))"),
    "hypot": (2, "sqrt(a.^2 + b.^2)"),
    "kl": (2, "sum(a .* log(a ./ b))"),
    "leakyrelu": (2, "b*a + (1 - b)*relu(a)"),
    "log10": (1, "log(a)/log(10)"),
    "log1p": (1, "log(matrix(1) + a)"),
    "log2": (1, "log(a)/log(2)"),
    "logit": (1, "log(a ./ (matrix(1) - a))"),
    "mae": (2, "mean(abs(a - b))"),
    "matmul": (2, "a*b"),
    "mish": (1, "a .* tanh(softplus(a))"),
    "mse": (2, "mean((a - b).^2)"),
    "multiply": (2, "a .* b"),
    "normalize": (1, "a/norm2(a)"),
    "norminf": (1, "max(abs(a))"),
    "pow": (2, "a.^b"),
    "relu6": (1, "min(relu(a), 6)"),
    "reshape": (3, "unvec(vec(a), b, c)"),
    "rmse": (2, "sqrt(mean((a - b).^2))"),
    "sec": (1, "1 ./ cos(a)"),
    "sech": (1, "1 ./ cosh(a)"),
    "softmin": (1, "softmax(-a)"),
    "softsign": (1, "a ./ (matrix(1) + abs(a))"),
    "sqr": (1, "square(a)"),
    "std": (1, "sqrt(var(a))"),
    "sumsq": (1, "sum(a.^2)"),
    "transpose": (1, "a'"),
}


# Functions that people know and that are written out here: what to write instead.
WRITTEN = {
    "crossentropy": "-y'*log(p), with p = softmax(z) for scores z",
    "ce": "-y'*log(p), with p = softmax(z) for scores z",
    "bce": "-sum(y .* log(p) + (1 - y) .* log(1 - p)), with p = sigmoid(z) for scores z",
    "huber": "sum(0.5*min(abs(x), c).^2 + c*max(abs(x) - c, 0))",
    "leakyrelu": "max(x, 0.01*x)",
    "attention": "softmax_rows(Q*K'/sqrt(d))*V",
    "batchnorm": "layernorm(x) for one feature x over the batch",
    "dropout": "x .* m with a mask m",
    "concat": "[x; y]",
    "concatenate": "[x; y]",
    "argmax": "onehot_max(x); argmax itself has no derivative",
}


def written(name: str) -> str | None:
    """How a function is written in this language, if it is one that people know."""
    return WRITTEN.get(name.lower().replace("_", "")) or WRITTEN.get(name.lower())


def expanded(tree: Node, taken: Collection[str]) -> Node:
    """The tree with formulas for the functions that are short for them; `taken` names are not."""

    def meant(old: Node, node: Node) -> Node:
        if node.text in taken:
            return node
        node = _with_choice(node)
        is_other = old.kind == "call" and old.text not in FUNCTIONS
        return _expanded(node, old.text.lower().replace("_", "")) if is_other else node

    return rebuilt(tree, meant)


_NORMS = {"'fro'": "normF", "'nuc'": "normnuc", "1": "norm(·, 1)", "2": "‖·‖2"}
_NORMS |= dict.fromkeys(("Inf", "inf"), "‖·‖infty")
_OF_EACH = ("sum", "mean", "prod", "maximum", "minimum")
_ALONG = ("sum", "mean", "prod")  # functions with a dimension behind their argument
# sum(A, 2) of MATLAB and sum(A, 0) of NumPy have one meaning.
_DIMENSIONS = {"'all'": "", "0": "_cols", "2": "_rows"}


def _with_choice(node: Node) -> Node:
    """norm(X, 'fro') and sum(X, 2) of MATLAB, sum(abs2, x) of Julia, in our own functions."""
    if node.kind != "call" or len(node.args) != 2:
        return node
    first, second = node.args
    if node.text == "norm" and second.text in _NORMS:
        name = _NORMS[second.text]
        return replace(node, text=name, args=(first,))
    if node.text in _ALONG and second.text in _DIMENSIONS:
        name = f"{node.text}{_DIMENSIONS[second.text]}"
        return replace(node, text=name, args=(first,))
    if node.text in _ALONG and second.text == "1":
        rows, columns = (f"{node.text}_{side}(…)" for side in ("rows", "cols"))
        raise AmbiguousError(
            f"{node.text} along 1: of each column, as in MATLAB, or of each row, as in NumPy?",
            node.position, f"{columns}' is a row with a number for each column, {rows} a column",
        )  # fmt: skip
    is_function = first.kind == "name" and (first.text in FUNCTIONS or first.text in FORMULAS)
    if node.text in _OF_EACH and is_function:
        each = replace(node, text=first.text, args=(second,))
        long = each if first.text in FUNCTIONS else _expanded(each, first.text)
        return replace(node, args=(long,))
    return node


def _expanded(node: Node, name: str) -> Node:
    if name in ALIASES:
        return replace(node, text=ALIASES[name])
    if name not in FORMULAS:
        return node
    count, text = FORMULAS[name]
    if len(node.args) != count:
        plural = "" if count == 1 else "s"
        short = f"{node.text}({', '.join(PARAMETERS[:count])}) is short for {text}"
        raise ParseError(
            f"{node.text} takes {count} argument{plural}, not {len(node.args)}",
            node.position,
            written(name) or short,
        )
    given = dict(zip(PARAMETERS, node.args, strict=False))

    def filled(piece: Node) -> Node:
        if piece.kind == "name" and piece.text in given:
            return replace(given[piece.text], grouped=True)
        return replace(piece, start=node.start, end=node.end, at=node.at)

    return replace(mapped(template(name), filled), grouped=True)


@cache
def template(name: str) -> Node:
    """The formula of a name, read once."""
    return formula(tokenise(FORMULAS[name][1])[:-1])
