"""The two worked derivations that the printers are measured by, as traces."""

from matgrad.core.expr import Condition, Expr
from matgrad.core.steps import Definition, Phase, Problem, Step, Trace
from matgrad.ops import (
    cos,
    diag_matrix,
    differential_symbol,
    frobenius,
    hadamard,
    matmul,
    norm2,
    number,
    power,
    relu,
    scale,
    sin,
    square,
    step,
    symbol,
)

d = differential_symbol


def lines(f: Expr, *after: tuple[Expr, str]) -> list[Step]:
    """The lines df = … = … with their reasons."""
    found: list[Step] = []
    before = d(f)
    for expr, why in after:
        found.append(Step(Phase.LINE, before, expr, "", why))
        before = expr
    return found


def two_layers() -> Trace:
    """The gradient of A square(B V relu(W z)) by V and W."""
    A, B = symbol("A", 1, "l"), symbol("B", "l", "m")
    V, W, z = symbol("V", "m", "k"), symbol("W", "k", "d"), symbol("z", "d")
    x, h, r, y = symbol("x", "k"), symbol("h", "k"), symbol("r", "k"), symbol("y", "l")
    f = symbol("f")
    G = scale(number(2), hadamard(y, A.T))
    dy = matmul(B, d(V), r) + matmul(B, V, d(r))
    by_V = scale(number(2), matmul(B.T, hadamard(y, A.T), r.T))
    by_r = scale(number(2), matmul(V.T, B.T, hadamard(y, A.T)))
    inner = matmul(V.T, B.T, hadamard(y, A.T))
    by_W = scale(number(2), matmul(hadamard(h, inner), z.T))
    steps = [
        Step(Phase.DIFFERENTIAL, d(x), matmul(d(W), z), "", ""),
        Step(Phase.DIFFERENTIAL, d(r), hadamard(h, d(x)), "", ""),
        Step(Phase.DIFFERENTIAL, d(y), dy, "", ""),
        *lines(
            f,
            (frobenius(G, d(y)), "elementwise: (x²)′ = 2x"),
            (frobenius(G, dy), "substitute dy"),
            (frobenius(by_V, d(V)) + frobenius(by_r, d(r)), "C : A B = AᵀC : B = C Bᵀ : A"),
            (frobenius(by_V, d(V)) + frobenius(by_W, d(W)), "substitute dr and dx"),
        ),
    ]
    H = symbol("H", "k", "k")
    problem = Problem(
        function=matmul(A, square(matmul(B, V, relu(matmul(W, z))))),
        symbols={s.name: s for s in (A, B, V, W, z)},
        notes=("square and relu act on each entry",),
    )
    return Trace(
        kind="gradient",
        problem=problem,
        wrt=(V, W),
        definitions=(
            Definition(x, matmul(W, z)),
            Definition(h, step(x), role="derivative"),
            Definition(r, relu(x)),
            Definition(y, matmul(B, V, r)),
        ),
        steps=tuple(steps),
        results={"V": by_V, "W": by_W},
        forms={
            "cascade": {"V": by_V, "W": by_W},
            "diagonal": {"V": by_V, "W": scale(number(2), matmul(H, inner, z.T))},
        },
        form_definitions={"diagonal": (Definition(H, diag_matrix(h), role="diagonal"),)},
        conditions=(Condition("convention", x, "{0} ≠ 0 for relu to be differentiable"),),
    )


def sine_of_cosine() -> Trace:
    """The gradient of ‖sin(W₂ cos(W₁ x))‖² by x."""
    W1, W2, x = symbol("W1", "r", "n"), symbol("W2", "n", "r"), symbol("x", "n")
    a, s, y = symbol("a", "r"), symbol("s", "r"), symbol("y", "r")
    b, c, z = symbol("b", "n"), symbol("c", "n"), symbol("z", "n")
    f = symbol("L")
    cz = hadamard(c, z)
    back = hadamard(s, matmul(W2.T, cz))
    result = scale(number(-2), matmul(W1.T, back))
    steps = [
        Step(Phase.DIFFERENTIAL, d(a), matmul(W1, d(x)), "", ""),
        Step(Phase.DIFFERENTIAL, d(y), -hadamard(s, d(a)), "", ""),
        Step(Phase.DIFFERENTIAL, d(b), matmul(W2, d(y)), "", ""),
        Step(Phase.DIFFERENTIAL, d(z), hadamard(c, d(b)), "", ""),
        *lines(
            f,
            (scale(number(2), frobenius(z, d(z))), "d(x : x) = 2 x : dx"),
            (frobenius(scale(number(2), cz), d(b)), "substitute dz; A : (B ⊙ C) = (A ⊙ B) : C"),
        ),
        Step(Phase.DETAIL, matmul(W1, d(x)), d(a), "names", "by definition"),
        Step(
            Phase.LINE,
            frobenius(scale(number(2), cz), d(b)),
            frobenius(result, d(x)),
            "",
            "substitute back",
        ),
    ]
    closed = scale(
        number(-2),
        matmul(
            W1.T,
            hadamard(
                sin(W1 @ x),
                matmul(W2.T, hadamard(cos(W2 @ cos(W1 @ x)), sin(W2 @ cos(W1 @ x)))),
            ),
        ),
    )
    return Trace(
        kind="gradient",
        problem=Problem(
            function=power(norm2(sin(W2 @ cos(W1 @ x))), 2),
            name="L",
            symbols={q.name: q for q in (W1, W2, x)},
        ),
        wrt=(x,),
        definitions=(
            Definition(a, W1 @ x),
            Definition(s, sin(a), role="derivative"),
            Definition(y, cos(a)),
            Definition(b, W2 @ y),
            Definition(c, cos(b), role="derivative"),
            Definition(z, sin(b)),
        ),
        steps=tuple(steps),
        results={"x": result},
        forms={"closed": {"x": closed}},
        form_definitions={},
        conditions=(),
    )
