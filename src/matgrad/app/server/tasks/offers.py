"""`/api/config` and `/api/examples`: what the page offers to choose from."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

import matgrad as mg
from matgrad.app.limits import FILE_BYTES
from matgrad.app.server.tasks.documents import FORMATS
from matgrad.app.server.tasks.given import Request, read
from matgrad.app.server.tasks.numbers import LARGEST
from matgrad.app.server.tasks.shown import Data
from matgrad.core.facts import IMPLIES, SQUARE_ONLY, VECTOR_ONLY
from matgrad.errors import MatgradError
from matgrad.render import latex
from matgrad.syntax import Limits

TARGETS = {
    "numpy": "NumPy",
    "jax": "JAX",
    "torch": "PyTorch",
    "matlab": "MATLAB",
    "julia": "Julia",
    "c": "C",
    "array_api": "Array API",
}


@dataclass(frozen=True)
class Example:
    """A function to begin with."""

    title: str
    group: str
    input: str
    wrt: list[str]
    kind: str = "gradient"
    mode: str = "auto"
    shapes: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    assume: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


EXAMPLES: tuple[Example, ...] = (
    Example("Least squares", "Regression", "norm2(A*x - b)^2", ["x"]),
    Example("Ridge regression", "Regression", "norm2(A*x - b)^2 + c*norm2(x)^2", ["x"]),
    Example("Logistic regression", "Regression", "sum(log(1 + exp(-y .* (X*w))))", ["w"]),
    Example(
        "Logistic regression, Hessian", "Regression", "sum(log(1 + exp(-y .* (X*w))))", ["w"],
        "hessian",
    ),
    Example("Matrix factorisation", "Regression", "normF(T - U*V')^2", ["U", "V"]),
    Example("Quadratic form", "Basics", "x'*A*x", ["x"]),
    Example("In LaTeX", "Basics", r"\|Ax-b\|_2^2 + \lambda\|x\|_2^2", ["x"]),
    Example(
        "A whole question", "Basics",
        "What is the gradient of $x^T A x$ with respect to $x$? I think it is $2Ax$.", ["x"],
    ),
    Example("Log determinant", "Determinants and inverses", "logdet(X)", ["X"],
            assume={"X": ["positive_definite"]}),
    Example("Gaussian likelihood", "Determinants and inverses",
            "-logdet(S) - (x - m)'*inv(S)*(x - m)", ["S"], assume={"S": ["positive_definite"]}),
    Example("Trace of an inverse", "Determinants and inverses", "tr(inv(X)*A)", ["X"]),
    Example("Kalman gain", "Determinants and inverses",
            "tr((eye(n) - K*H)*P*(eye(n) - K*H)' + K*R*K')", ["K"],
            shapes={"K": ["n", "m"], "H": ["m", "n"], "P": ["n", "n"], "R": ["m", "m"]},
            assume={"P": ["symmetric"], "R": ["symmetric"]}),
    Example("Two layers, sine and cosine", "Networks", "norm2(sin(W2*cos(W1*x)))^2", ["x"]),
    Example("A network with relu", "Networks", "A*square(B*V*relu(W*z))", ["V", "W"],
            shapes={"A": ["1", "l"], "B": ["l", "m"], "V": ["m", "k"], "W": ["k", "d"],
                    "z": ["d"]}),
    Example("Softmax network", "Networks", "-y'*log(softmax(W2*tanh(W1*x)))", ["W1", "W2"],
            assume={"y": ["onehot"]}),
    Example("Attention", "Networks", "norm2(V*softmax(K'*q))^2", ["q"]),
    Example("Jacobian of softmax", "Networks", "softmax(W*x)", ["x"], "jacobian"),
    Example("Differential of an inverse", "Basics", "inv(X)", ["X"], "differential"),
)  # fmt: skip


def examples(request: Request) -> Data:
    """The examples, typeset."""
    found: list[Data] = []
    for each in EXAMPLES:
        data = asdict(each)
        try:
            function = read(data).problem.function
        except MatgradError:
            continue
        name = each.title.lower().replace(",", "").replace(" ", "-")
        found.append({"id": name, **data, "latex": latex(function)})
    return {"ok": True, "examples": found, "error": None}


def config(request: Request) -> Data:
    """Languages, assumptions and limits."""
    return {
        "ok": True,
        "version": mg.__version__,
        "links": bool(request.get("links")),
        "targets": [{"id": key, "name": name} for key, name in TARGETS.items()],
        "assumptions": [
            {"id": fact, "name": fact.replace("_", " "), "for": _kinds(fact)} for fact in IMPLIES
        ],
        "limits": {
            "bytes": Limits().bytes,
            "question_bytes": FILE_BYTES,
            "seconds": 2,
            "size": LARGEST,
        },
        "formats": list(FORMATS),
        "error": None,
    }


def _kinds(fact: str) -> list[str]:
    """The kinds of variables that an assumption makes sense for."""
    if fact in SQUARE_ONLY or fact in ("identity", "full_column_rank", "full_row_rank"):
        return ["matrix"]
    if fact == "simplex_rows":
        return ["matrix"]
    return ["vector"] if fact in VECTOR_ONLY else ["scalar", "vector", "row", "matrix"]
