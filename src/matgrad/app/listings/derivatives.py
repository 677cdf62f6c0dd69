"""Names that programs give to derivatives: dW, grad_W, W_grad, dL_dW, and what comes from above."""

from __future__ import annotations

import re
from collections.abc import Collection

_NAMED = tuple(map(re.compile, (
    r"d_?(\w+)", r"D_(\w+)", r"d[A-Za-z]{1,10}_?d_?(\w+)",
    r"(?:grad|gradient|g|delta|del|dL)_?(\w+)",
    r"(\w+?)_?(?:grad|gradient)", r"d_?[A-Za-z]_(\w+)",
    r"\w+?_(?:grad|gradient)_(?:wrt_|by_)?(\w+)",
    r"(?:grad|gradient)_(?:wrt_|by_|[A-Za-z]\w*?_)(\w+)",
)))  # fmt: skip
UPSTREAM = re.compile(
    r"d_?out|dout_?\w*|grad_?out(?:put)?|grad_output|upstream(?:_grad\w*)?|g_?out|dL_?dout"
)
# A derivative by the variable that is asked about, whichever it is.
PLAIN = re.compile(r"grads?|gradient|g|deriv(?:ative)?|my_?grad|analytic_?(?:grad\w*)?|df")


BACKWARD = re.compile(r"d[A-Z]\w*|d_\w+|d[a-z]\w?(?:_\w+)?|grad\w*|delta\w*")
# What computes derivatives, and what computes the values that they are of.
BACKWARD_PASS = re.compile(r"(?!zero|no_)\w*(?:backward|backprop|grad)\w*|bprop|bwd")
FORWARD = ("forward", "__call__")
PASSED = re.compile(r"delta\w*|err_?\d*")  # what a backward pass hands on


def derivative_of(name: str, known: Collection[str]) -> str | None:
    """Which of the known names this is the derivative by, if it is one.

    >>> (
    ...     derivative_of("dW1", ["W1", "b1"]),
    ...     derivative_of("dL_dx", ["x"]),
    ...     derivative_of("cos_sim_grad_u", ["u", "v"]),
    ...     derivative_of("data", ["a"]),
    ... )
    ('W1', 'x', 'u', None)
    """
    for pattern in _NAMED:
        found = pattern.fullmatch(name)
        if found and found[1] in known:
            return found[1]
    return None
