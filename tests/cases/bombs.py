"""Inputs that are short to send and long to answer, with the errors that are allowed for them."""

from __future__ import annotations

SQUARES = "y0 = X\n" + "\n".join(f"y{i + 1} = y{i}*y{i}" for i in range(10)) + "\ntr(y10)"
LAYERS = "a0 = x\n" + "\n".join(f"a{i + 1} = tanh(W*a{i})" for i in range(24)) + "\nsum(a24)"
OK_OR_LIMIT = ("E_LIMIT", None)
BOMBS: dict[str, tuple[str, tuple[str | None, ...]]] = {
    "B01": ("9^9^9^9*x", ("E_LIMIT",)),
    "B02": ("x^(10^12)", (None,)),
    "B04 factorial": ("factorial(10^7)", ("E_PARSE", "E_UNSUP")),
    "B04 bang": ("x!", ("E_PARSE", "E_UNSUP")),
    "B04 gamma": ("gamma(10^9)*x", ("E_PARSE", "E_UNSUP")),
    "B05": ("(" * 100_000 + "x" + ")" * 100_000, ("E_LIMIT",)),
    "B07": ("+".join(["x"] * 2000), OK_OR_LIMIT),
    "B08": ("sum(x" + "'" * 4000 + ")", OK_OR_LIMIT),
    "B10": ("sin(" * 5000 + "x" + ")" * 5000, ("E_LIMIT",)),
    "B11": ("*".join(["(x'*x)"] * 500), OK_OR_LIMIT),
    "B13": (SQUARES, OK_OR_LIMIT),
    "B16 power": ("0.123456789^50*x", OK_OR_LIMIT),
    "B16 large": ("1e308*1e308*x", OK_OR_LIMIT),
    "B16 small": ("1e-320*x", OK_OR_LIMIT),
    "B17": ("A in R^(n×n); tr(kron(kron(kron(kron(A,A),A),A),A))", (None,)),
    "B19 spaces": (" " * 1_000_000, ("E_LIMIT",)),
    "B19 letters": ("x" * 1_000_000, ("E_LIMIT",)),
    "B20": ("+".join(f"x{i}" for i in range(10_000)), ("E_LIMIT",)),
    "B22 digits": ("1" * 50_000 + "!", ("E_LIMIT",)),
    "B22 words": ("a " * 50_000, ("E_LIMIT",)),
    "B22 braces": ("x_{" * 50_000, ("E_LIMIT",)),
    "B25 scalars": ("(a+b)*(a-b)-(a^2-b^2)", (None,)),
    "B25 inverses": ("tr(inv(inv(inv(A)))''')", (None,)),
    "B25 cancel": ("sum((A*inv(A))^100*x)", (None,)),
    "B26 two": ("(x+y)^200", (None,)),
    "B26 four": ("(x+y+z+1)^120", (None,)),
    "B28": ("+".join(f"sin({k}*x)" for k in range(20_000)), ("E_LIMIT",)),
}


def variable(text: str) -> str:
    """What a bomb is differentiated by."""
    return "X" if "X" in text else "x" if "x" in text else "A" if "A" in text else "a"
