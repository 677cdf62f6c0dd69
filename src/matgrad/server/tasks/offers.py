"""`/api/config` and `/api/examples`: what the page offers to choose from."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

import matgrad as mg
from matgrad.api.limits import FILE_BYTES
from matgrad.core.facts import IMPLIES, SQUARE_ONLY, VECTOR_ONLY
from matgrad.errors import MatgradError
from matgrad.render import latex
from matgrad.server.tasks.documents import FORMATS
from matgrad.server.tasks.given import Request, read
from matgrad.server.tasks.numbers import LARGEST
from matgrad.server.tasks.shown import Data
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


COMPOSITION = r"""Let $A \in \mathbb{R}^{1\times \ell}$, $B \in \mathbb{R}^{\ell\times m}$ and
$z \in \mathbb{R}^d$ be given, $V \in \mathbb{R}^{m\times k}$, $W \in \mathbb{R}^{k\times d}$, and
$$f(V,W) = A\,\sigma_2\left(B\,V\,\sigma_1(W\,z)\right),$$
where $\sigma_2 \colon x \mapsto x^2$ and $\sigma_1 \colon x \mapsto \max\{x,0\}$
act on every component. What are $\nabla_V f(V,W)$ and $\nabla_W f(V,W)$?"""
CASCADE = r"""How is the gradient of
$$L(x) := \| \sin \left( W_2 \cos \left( W_1 x \right) \right) \|_2^2$$
found, where $W_1 \in \mathbb{R}^{r \times 100}$ and $W_2 \in \mathbb{R}^{100 \times r}$?"""
LAYERS = """z = W1*x + b1
h = relu(z)
p = W2*h + b2
f = norm2(p - y)^2/2
gradient of f wrt W1, b1, W2, b2"""
SYMMETRIC_KALMAN = {"P": ["positive_definite"], "R": ["positive_definite"]}

EXAMPLES: tuple[Example, ...] = (
    Example("Least squares", "To begin with", "||Ax - b||^2", ["x"]),
    Example("Quadratic form", "To begin with", "x^T A x", ["x"]),
    Example("Log determinant", "To begin with", "log det X", ["X"],
            assume={"X": ["positive_definite"]}),
    Example("In LaTeX", "To begin with", r"\|Ax-b\|_2^2 + \lambda\|x\|_2^2", ["x"]),
    Example("A question, with a claim", "To begin with",
            "What is the gradient of $x^T A x$ with respect to $x$? I think it is $2Ax$.", ["x"]),
    Example("Jacobian of a layer", "To begin with", "sin(A*x)", ["x"], "jacobian"),
    Example("Sines of cosines", "Questions people ask", CASCADE, ["x"]),
    Example("Two weight matrices", "Questions people ask", COMPOSITION, ["V", "W"]),
    Example("Forward and backward propagation", "Questions people ask", LAYERS,
            ["W1", "b1", "W2", "b2"]),
    Example("Ridge regression", "Regression", "‖Ax − b‖² + λ‖x‖²", ["x"]),
    Example("Logistic regression", "Regression", "sum_i log(1 + exp(-y_i w^T x_i))", ["w"]),
    Example("Logistic Hessian", "Regression", "sum(log(1 + exp(-y .* (X*w))))", ["w"], "hessian"),
    Example("Poisson regression", "Regression", "sum(exp(X*w)) - y'*X*w", ["w"], "hessian"),
    Example("Matrix factorisation", "Regression", "||T - UV^T||_F^2", ["U", "V"]),
    Example("Support vectors", "Regression", "sum(relu(1 - y .* (X*w))) + c*w'*w", ["w"]),
    Example("Gaussian likelihood", "Statistics and control",
            "-logdet(S) - (x - m)'*inv(S)*(x - m)", ["S"], assume={"S": ["positive_definite"]}),
    Example("Kalman gain", "Statistics and control",
            "tr((eye - K*H)*P*(eye - K*H)' + K*R*K')", ["K"],
            shapes={"K": ["n", "m"], "H": ["m", "n"], "P": ["n", "n"], "R": ["m", "m"]},
            assume=SYMMETRIC_KALMAN),
    Example("Rayleigh quotient", "Statistics and control", "xᵀAx / xᵀx", ["x"],
            assume={"A": ["symmetric"]}),
    Example("Softmax network", "Networks", "-y'*log(softmax(W2*tanh(W1*x)))", ["W1", "W2"],
            assume={"y": ["onehot"]}),
    Example("Attention", "Networks", "norm2(V*softmax(K'*q))^2", ["q"]),
    Example("Jacobian of softmax", "Networks", "softmax(W*x)", ["x"], "jacobian"),
    Example("Trace of an inverse", "Matrices", "tr(inv(X)*A)", ["X"]),
    Example("Differential of an inverse", "Matrices", "inv(X)", ["X"], "differential"),
    Example("Kronecker products", "Matrices", "A*X*B", ["X"], "jacobian"),
    Example("Matrix exponential", "Matrices", "tr(A*expm(X))", ["X"]),
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
