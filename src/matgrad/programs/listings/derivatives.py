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


# Derivatives of what comes behind a value on another path, as dc_next in an LSTM.
_BEHIND = r"next|out|above|later|future|up(?:stream)?|incoming"
_ARRIVING = tuple(map(re.compile, (
    rf"(?:d|grad)_?(\w+?)_?(?:{_BEHIND}|from_\w+)", rf"(?:d|grad)_?(?:{_BEHIND})_?(\w+)",
)))  # fmt: skip
BACKWARD = re.compile(r"d[A-Z]\w*|d_\w+|d[a-z]\w?(?:_\w+)?|grad\w*|delta\w*")
# What computes derivatives, and what computes the values that they are of.
BACKWARD_PASS = re.compile(r"(?!zero|no_)\w*(?:backward|backprop|grad)\w*|bprop|bwd")
FORWARD = ("forward", "__call__")
# Steps of a descent, which are made of derivatives and are none.
STEP = re.compile(r"del(?:ta)?_?|step|update|\b(?:lr|eta|alpha|learning_rate|step_size|rate)\b")
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


def arriving_at(name: str, computed: Collection[str]) -> str | None:
    """The computed value at which a derivative arrives on another path.

    >>> (
    ...     arriving_at("dc_next", ["c", "h"]),
    ...     arriving_at("dnext_c", ["c"]),
    ...     arriving_at("dcar", ["c"]),
    ... )
    ('c', 'c', None)
    """
    found = (x[1] for x in (pattern.fullmatch(name) for pattern in _ARRIVING) if x)
    return next((x for x in found if x in computed), None)


def is_named_after(name: str, known: Collection[str]) -> bool:
    """Does a name begin like that of a derivative by a value, with more behind it: dc_extra?"""
    parts = (name[: end.start()] for end in re.finditer(r"_|$", name))
    return any(derivative_of(x, known) is not None for x in parts)
