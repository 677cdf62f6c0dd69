"""Check a certificate without the engine: python -m matgrad.recheck file.json

With the standard library alone. A certificate holds nodes, points (sizes, values, directions), the
nodes of function and results, and lines: two nodes that are equal. All are computed again, modulo
a prime, with dual numbers a + bε; elementwise functions are keyed random functions.
"""

# pyright: basic
from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import Any

P = 2_305_843_009_213_057_079  # −1 is no square modulo P, the primes to 59 are, (P−1)/2 is prime
Q = (P - 1) // 2


class NoValue(Exception):
    """The expression has no value at this point, or none that this checker can compute."""


class Dual:
    """a + bε modulo P, with ε² = 0."""

    def __init__(self, a: int | Fraction, b: int = 0) -> None:
        self.a = a % P if isinstance(a, int) else a.numerator * pow(a.denominator, -1, P) % P
        self.b = b % P

    def __add__(self, y: Dual | int) -> Dual:
        y = y if isinstance(y, Dual) else Dual(y)
        return Dual(self.a + y.a, self.b + y.b)

    def __mul__(self, y: Dual | int) -> Dual:
        y = y if isinstance(y, Dual) else Dual(y)
        return Dual(self.a * y.a, self.a * y.b + self.b * y.a)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Dual:
        return Dual(-self.a, -self.b)

    def __invert__(self) -> Dual:
        if self.a == 0:
            raise NoValue("division by zero")
        first = pow(self.a, -1, P)
        return Dual(first, -self.b * first * first)


HALF = Dual(Fraction(1, 2))
Matrix = list[list[Dual]]


def sign(x: int) -> int:
    return (pow(x, Q, P) + 1) % P - 1


class Functions:
    """Elementwise functions at one point, random but fixed by the key."""

    def __init__(self, key: int) -> None:
        self.key = key.to_bytes(8, "big")
        self.known: dict[tuple[str, int], int] = {("exp", 0): 1, ("log", 1): 0}

    def keyed(self, name: str, x: int) -> int:
        digest = blake2b(f"{name}|{x}".encode(), digest_size=8, key=self.key).digest()
        return int.from_bytes(digest, "big") % (P - 1) + 1

    def odd(self, name: str, x: int) -> int:
        return 0 if not x else self.keyed(name, x) if x < P - x else P - self.keyed(name, P - x)

    def declared(self, told: str, x: int) -> int:
        name, parity, is_positive = told.split()
        x = min(x, P - x) if parity == "1" else x
        return (
            self.odd(name, x) if parity == "-1" else self.keyed(name, x) ** (1 + int(is_positive))
        )

    def plain(self, name: str, x: int) -> int:
        if (name, x) not in self.known:
            self.known[name, x] = self.compute(name, x) % P
        return self.known[name, x]

    def compute(self, name: str, x: int) -> int:
        if name in ("exp", "log"):
            return self.exponential(name, x)
        if name in ("sin", "cos"):
            t = Dual(self.odd("angle", x))  # the tangent of half the angle
            return ((2 * t if name == "sin" else 1 + -t * t) * ~(1 + t * t)).a
        if sign({"sqrt": x, "asin": 1 - x * x}.get(name, 1)) < 0:
            raise NoValue(f"{name} outside of its domain")
        if name in ("asin", "atan", "erf", "floor", "round"):
            return (self.odd if name[0] in "ae" else self.keyed)(name, x)
        s = sign(x)
        return {"sqrt": pow(x, pow(2, -1, Q), P), "sign": s, "step": int(s > 0), "abs": s * x}[name]

    def exponential(self, name: str, x: int) -> int:
        if name == "log" and sign(x) <= 0:  # the logarithm of |x|
            return self.plain("log", P - x if x else (~Dual(x)).a)
        other = P - x if name == "exp" else pow(x, -1, P)
        value = self.keyed(name, min(x, other)) ** (2 if name == "exp" else 1) % P
        mirror = pow(value, -1, P) if name == "exp" else P - value
        for argument, result in ((min(x, other), value), (max(x, other), mirror)):
            self.known[name, argument] = result
            self.known["log" if name == "exp" else "exp", result] = argument
        return self.known[name, x]

    def constant(self, name: str) -> Dual:
        return Dual(self.plain("exp", 1) if name == "e" else self.keyed(name, 0) ** 2)

    def __call__(self, name: str, x: Dual) -> Dual:
        if name in COMPOSED:
            return COMPOSED[name](self, x)
        if name not in SLOPES:
            raise NoValue(f"{name} is not known to this checker")
        return Dual(self.plain(name, x.a), x.b and SLOPES[name](self, Dual(x.a)).a * x.b)


SLOPES: dict[str, Callable[[Functions, Dual], Dual]] = {
    "exp": lambda f, x: f("exp", x), "log": lambda f, x: ~x, "sin": lambda f, x: f("cos", x),
    "cos": lambda f, x: -f("sin", x), "atan": lambda f, x: ~(1 + x * x),
    "sqrt": lambda f, x: ~(2 * f("sqrt", x)), "asin": lambda f, x: ~f("sqrt", 1 + -x * x),
    "erf": lambda f, x: 2 * ~f("sqrt", f.constant("pi")) * f("exp", -x * x),
    "abs": lambda f, x: Dual(sign(x.a)),
    **dict.fromkeys("sign step floor round".split(), lambda f, x: Dual(0)),
}  # fmt: skip
COMPOSED: dict[str, Callable[[Functions, Dual], Dual]] = {
    "tan": lambda f, x: f("sin", x) * ~f("cos", x), "square": lambda f, x: x * x,
    "acos": lambda f, x: f.constant("pi") * HALF + -f("asin", x),
    "sinh": lambda f, x: (f("exp", x) + -f("exp", -x)) * HALF,
    "cosh": lambda f, x: (f("exp", x) + f("exp", -x)) * HALF,
    "tanh": lambda f, x: f("sinh", x) * ~f("cosh", x), "relu": lambda f, x: x * f("step", x),
    "sigmoid": lambda f, x: ~(1 + f("exp", -x)), "softplus": lambda f, x: f("log", 1 + f("exp", x)),
    "Phi": lambda f, x: (1 + f("erf", x * f("sqrt", HALF))) * HALF,
}  # fmt: skip


def each(f: Callable[..., Dual], *matrices: Matrix) -> Matrix:
    return [[f(*xs) for xs in zip(*rows, strict=True)] for rows in zip(*matrices, strict=True)]


def total(A: Matrix, f: Callable[[Dual], Dual] = lambda x: x) -> Dual:
    return sum((f(x) for row in A for x in row), Dual(0))


def matmul(A: Matrix, *rest: Matrix) -> Matrix:
    for B in rest:
        columns = [*zip(*B, strict=True)]
        A = [[total([[x * y for x, y in zip(r, c, strict=True)]]) for c in columns] for r in A]
    return A


def eye(n: int) -> Matrix:
    return [[Dual(int(i == j)) for j in range(n)] for i in range(n)]


def inverted(A: Matrix) -> Matrix:
    rows, n = [row + unit for row, unit in zip(A, eye(len(A)), strict=True)], len(A)
    for k in range(n):
        rows[k:] = sorted(rows[k:], key=lambda row: row[k].a == 0)
        rows[k] = [~rows[k][k] * x for x in rows[k]]
        for i in set(range(n)) - {k}:
            rows[i] = [x + -rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[n:] for row in rows]


def adjugate(A: Matrix) -> tuple[Matrix, Dual]:
    """The adjugate and the determinant, by Faddeev and LeVerrier, also of singular matrices."""
    n, odd = len(A), Dual((-1) ** (len(A) - 1))
    M, power = eye(n), A
    for k in range(1, n):
        c = Dual(Fraction(-1, k)) * sum((power[i][i] for i in range(n)), Dual(0))
        M = each(lambda x, y, c=c: x + c * y, power, eye(n))
        power = matmul(A, M)
    return each(lambda x: odd * x, M), odd * power[0][0]


def power(x: Dual, exponent: str | None) -> Dual:
    if exponent is None:
        raise NoValue("only numbers are exponents here")
    if (p := Fraction(exponent)).denominator == 1:
        base, k = x if p >= 0 else ~x, abs(p.numerator)
        return Dual(pow(base.a, k, P), k * pow(base.a, max(k - 1, 0), P) * base.b)
    order = P - 1 if p.denominator % 2 else Q
    if x.a == 0 or (order == Q and sign(x.a) < 0):
        raise NoValue("a root of zero or of a negative number")
    y = Dual(pow(x.a, p.numerator * pow(p.denominator, -1, order) % order, P))
    return Dual(y.a, (Dual(p) * y * ~Dual(x.a)).a * x.b)


# What each operator computes: (functions, rows, columns, data k, *arguments).
OPERATORS: dict[str, Callable[..., Matrix]] = {
    "name": lambda f, m, n, k, A: A, "d": lambda f, m, n, k, A: each(lambda x: Dual(x.b), A),
    "number": lambda f, m, n, k: [[Dual(Fraction(k))]], "size": lambda f, m, n, k: [[Dual(k)]],
    "constant": lambda f, m, n, k: [[f.constant(k)]], "eye": lambda f, m, n, k: eye(m),
    "ones": lambda f, m, n, k: [[Dual(1)] * n for _ in range(m)],
    "zeros": lambda f, m, n, k: [[Dual(0)] * n for _ in range(m)],
    "unit": lambda f, m, n, k: [[Dual(int(i + 1 == k))] for i in range(m)],
    "commutation": lambda f, m, n, k: [  # the entry (i, j) of a k-column matrix goes to (j, i)
        [Dual(int(divmod(r, k) == divmod(c, n // k)[::-1])) for c in range(n)] for r in range(m)],
    "add": lambda f, m, n, k, *args: each(lambda *xs: sum(xs, Dual(0)), *args),
    "scale": lambda f, m, n, k, *c: each(lambda x: prod([s[0][0] for s in c[:-1]]) * x, c[-1]),
    "matmul": lambda f, m, n, k, *args: matmul(*args),
    "hadamard": lambda f, m, n, k, *args: each(lambda *xs: reduce(lambda x, y: x * y, xs), *args),
    "frobenius": lambda f, m, n, k, A, B: [[total(each(lambda x, y: x * y, A, B))]],
    "transpose": lambda f, m, n, k, A: [list(c) for c in zip(*A, strict=True)],
    "power": lambda f, m, n, k, X, p: each(lambda x: power(x, k), X),
    "matrix_power": lambda f, m, n, k, A: matmul(*[A if k > 0 else inverted(A)] * abs(k)),
    "inv": lambda f, m, n, k, A: inverted(A), "sum": lambda f, m, n, k, A: [[total(A)]],
    "det": lambda f, m, n, k, A: [[adjugate(A)[1]]], "adj": lambda f, m, n, k, A: adjugate(A)[0],
    "tr": lambda f, m, n, k, A: [[total([[A[i][i] for i in range(len(A))]])]],
    "diag": lambda f, m, n, k, A: [[A[i][i]] for i in range(m)],
    "Diag": lambda f, m, n, k, v: [[v[i][0] * int(i == j) for j in range(n)] for i in range(m)],
    "entry": lambda f, m, n, k, A, u, v: matmul([[x for (x,) in u]], A, v),
    "unspecified": lambda f, m, n, k, X: each(
        lambda x: Dual(f.keyed(k, x.a), f.keyed(k + "'", x.a) * x.b), X),
    "told": lambda f, m, n, k, X: each(lambda x: Dual(f.declared(k, x.a)), X),
    "declared": lambda f, *a: each(lambda y, slope, x: Dual(y.a, slope.a * x.b), *a[3:]),
    "vec": lambda f, m, n, k, A: [[x] for c in zip(*A, strict=True) for x in c],
    "unvec": lambda f, m, n, k, v: [[v[j * m + i][0] for j in range(n)] for i in range(m)],
    "kron": lambda f, m, n, k, *args: reduce(
        lambda A, B: [[x * y for x in a for y in b] for a in A for b in B], args),
}  # fmt: skip


def values(nodes: list[Any], point: Any) -> list[Any]:
    """The value of every node at a point, arguments before what uses them; a reason if none."""
    found, f = list[Any](), Functions(point["key"])

    size = lambda s: int(sum(Fraction(c) * prod(map(point["sizes"].get, x)) for c, x in s))
    for node in nodes:
        args, name, data = [found[arg] for arg in node["args"]], node["op"], node["data"]
        data = size(data) if isinstance(data, list) else data
        bad = [arg for arg in args if isinstance(arg, NoValue)]
        try:
            if name == "input":
                found.append(each(Dual, point["values"][data], point["directions"][data]))
            elif bad or (name not in OPERATORS and len(args) != 1):
                raise bad[0] if bad else NoValue(f"{name} is not known to this checker")
            elif name in OPERATORS:
                found.append(OPERATORS[name](f, *map(size, node["shape"]), data, *args))
            else:
                found.append(each(lambda x, name=name: f(name, x), args[0]))
        except NoValue as reason:
            found.append(reason)
    return found


def differential(certificate: Any, found: list[Any], point: Any) -> list[Any]:
    """That of the function, and what the results make of the directions, as columns."""
    column = lambda A: [[x] for c in zip(*A, strict=True) for x in c]
    f, terms = found[certificate["function"]["node"]], list[Matrix]()
    for name, told in certificate["results"].items():
        if bad := [A for A in (f, found[told["node"]]) if isinstance(A, NoValue)]:
            return bad
        G = column(found[told["node"]])  # a map; or else the rows of f : dX, of f dX or of J vec dX
        dX = [] if told["map"] else column(each(Dual, point["directions"][name]))
        J = [[x for (x,) in G]] if len(f) * len(f[0]) == 1 else found[told["node"]]
        terms.append(G if told["map"] else matmul(G if len(dX) == 1 else J, dX))
    return [each(lambda x: Dual(x.b), column(f)), each(lambda *xs: sum(xs, Dual(0)), *terms)]


def recheck(certificate: Any) -> dict[str, str]:
    """Each line, and the results: "holds" (at two points or more), "wrong" or "not decided"."""
    if (certificate["format"], certificate["prime"]) != ("matgrad certificate 2", P):
        raise ValueError("another format, or another prime")
    lines, last = certificate["lines"], f"the results are the {certificate['kind']}"
    outcomes: dict[str, list[bool]] = {name: [] for name in (*(x["label"] for x in lines), last)}
    for point in certificate["points"]:
        found = values(certificate["nodes"], point)
        pairs = [(x["label"], [found[x["left"]], found[x["right"]]]) for x in lines]
        for name, pair in (*pairs, (last, differential(certificate, found, point))):
            numbers = [[[x.a for x in r] for r in A] for A in pair if not isinstance(A, NoValue)]
            outcomes[name] += [numbers[0] == numbers[1]] if len(numbers) == 2 else []
    return (recheck(certificate["before"]) if "before" in certificate else {}) | {
        name: "wrong" if False in known else "holds" if len(known) > 1 else "not decided"
        for name, known in outcomes.items()
    }


def main(arguments: list[str]) -> int:
    """Exit code 0 if all holds, 1 if something is wrong, 2 if it is broken, 3 if not decided."""
    try:
        found = recheck(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    except Exception as why:  # a file that is no certificate may fail anywhere
        return print(f"this is no certificate: {why!r}", file=sys.stderr) or 2
    print(*(f"{outcome}: {label}" for label, outcome in found.items()), sep="\n")
    return 1 if "wrong" in found.values() else 3 if "not decided" in found.values() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
