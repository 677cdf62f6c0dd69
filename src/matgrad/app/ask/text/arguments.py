"""Arguments of calls in programs besides the first: norm(W, 'fro'), norm(x, 1), softmax(Z, axis=1).

They are read or refused, never cut off: a call with an argument that is not known gets a name that
nothing knows. So does a function of a name with lines below, my_loss(x), where a formula would end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from matgrad.syntax.functions import FUNCTIONS

_MODULE = r"(?:(?:np|numpy|jnp|torch|tf|scipy|F)\.(?:linalg\.|special\.|nn\.functional\.)?)?"
_NAMES = (
    "norm|softmax|log_softmax|logsumexp|mean|average|var|std|max|min|amax|amin|prod|median|trace"
    "|det|inv|exp|log|sqrt|tanh|abs|diag|sum"
)
_CALL = re.compile(rf"(?<![\w.\\]){_MODULE}(?P<name>{_NAMES})\(")
_METHOD = re.compile(
    r"(?<!np)(?<!linalg)(?<!numpy)(?<!jnp)(?<!torch)(?<!tf)(?<!functional)(?<!special)(?<!\bF)"
    r"\.(?P<name>norm|mean|var|std|max|min|prod|softmax|trace)\((?=[^)])"
)
_UNDERLINED = re.compile(  # and no sum_ij, grad_theta
    r"(?<![\w\\])(?!(?:sum|prod|max|min|mean|argm\w+|grad|nabla|hess|jac|norm|partial|log|reduce)_)"
    r"[a-z]{2,}(?:_[a-z]{2,})+(?=\()"
)
_KEY = re.compile(r"(?P<key>[a-z_]+)\s*=(?!=)\s*(?P<value>[\w.'\"+-]+)")
_STRING = re.compile(r"[\"'](\w+)[\"']")
_NORMS = {
    "1": "norm1", "2": "norm2", "fro": "normF", "nuc": "normnuc", "None": "norm",
    "np.inf": "norminf", "inf": "norminf", "float('inf')": "norminf", "torch.inf": "norminf",
}  # fmt: skip
_FLAT = {"1": "norm1", "2": "normF", "fro": "normF"}  # by p, of all entries
_MATRIX = re.compile(r"(?<![A-Za-z])[A-Z](?![a-z])")
_APPLIED = re.compile(r"[@*]\s*[a-z]\w*\s*(?:$|[-+])")  # A @ x
_OF_MATRICES = ("normF", "normnuc", "norm")
_WHOLE = ("0", "-1", "None")  # axes of a vector
_REDUCED = frozenset("norm mean average var std max min amax amin prod median logsumexp".split())

_ALONG = _REDUCED - {"norm", "max", "min"}  # mean(X, 0), but max(x, 0)


def with_arguments(text: str, whole: str = "") -> str:
    """The text with calls of one argument, or with refused names, for those of several.

    In the whole of it, names may be defined.

    >>> with_arguments("np.linalg.norm(W - C, 'fro')**2 + norm(x, ord=1)")
    'normF(W - C)**2 + norm1(x)'
    """
    text = _UNDERLINED.sub(_unknown, _with_calls(text))
    position = 0
    while found := _CALL.search(text, position):
        end = _closing(text, found.end())
        parts = [*_split(text[found.end() : end])] if end else []
        first = with_arguments(parts[0], whole) if parts else ""
        given = _Given(first.strip(), _is_matrix(first.strip(), whole or text))
        made = _call(found["name"], given, parts[1:]) if len(parts) > 1 else None
        if made is None:
            position = found.end()
            continue
        text = text[: found.start()] + made + text[end + 1 :]
        position = found.start() + len(made)
    return text


@dataclass(frozen=True)
class _Given:
    """The first argument of a call, and whether it is a matrix."""

    text: str
    is_matrix: bool


def _is_matrix(first: str, text: str) -> bool:
    """Is an argument a matrix by its letters, or by those of what the program defines it by?"""
    told = (
        re.search(rf"(?<![\w.]){first}\s*=(?!=)([^`\n]+)", text) if first.isidentifier() else None
    )
    value = told[1].strip() if told and not _MATRIX.search(first) else first
    return _MATRIX.search(value) is not None and not _APPLIED.search(value)


def _unknown(found: re.Match[str]) -> str:
    return found[0] if found[0] in FUNCTIONS else found[0].replace("_", "")


def _with_calls(text: str) -> str:
    """The text with mean(x, axis=0) for x.mean(axis=0)."""
    position = 0
    while found := _METHOD.search(text, position):
        position = found.end()
        start = _opening(text, found.start())
        if start < 0:
            continue
        inside = text[start : found.start()]
        is_group = inside.startswith("(") and _closing(inside, 1) == len(inside) - 1
        inside = inside[1:-1] if is_group else inside
        rest = text[found.end() :]
        key = "axis=" if re.match(r"-?\d", rest) and found["name"] != "norm" else ""
        text = f"{text[:start]}{found['name']}({inside}, {key}{rest}"
    return text


def _call(name: str, first: _Given, others: list[str]) -> str | None:
    """A call with its other arguments read; none if they are nothing for programs."""
    keys = [_KEY.fullmatch(each.strip()) for each in others]
    given = {m["key"]: m["value"].strip("'\"") for m in keys if m}
    plain = [each.strip() for each, m in zip(others, keys, strict=True) if m is None]
    if name == "norm" and plain and "ord" not in given:
        given["ord"] = _STRING.sub(r"\1", plain.pop(0))
    elif name in _ALONG and plain and re.fullmatch(r"-?\d", plain[0]):
        given["axis"] = plain.pop(0)  # by place
    if name == "sum" or (plain and not given):
        return None  # max(0, x) has two arguments; sums along an axis are read elsewhere (axes)
    refused = f"{name}{next(iter(given), 'with')}({first.text})".replace("_", "")
    if plain:
        return refused
    return _known(name, first, given) or refused


def _known(name: str, argument: _Given, given: dict[str, str]) -> str | None:
    first, is_matrix = argument.text, argument.is_matrix
    if name == "norm" and is_matrix and given.get("p") in _FLAT and len(given) == 1:
        return f"{_FLAT[given['p']]}({first})"
    order = given.pop("ord", given.pop("p", "None")) if name == "norm" else "None"
    axis = given.pop("axis", given.pop("dim", None))
    kept = given.pop("keepdims", given.pop("keepdim", "False"))
    called = _NORMS.get(order) if name == "norm" else name
    if given or called is None or kept not in ("True", "False"):
        return None
    if name == "softmax":
        return _softmax(first, axis, is_matrix) if kept == "False" else None
    if is_matrix and (axis is not None or (called not in _OF_MATRICES and order != "2")):
        return None  # of each row, or the largest sum of a column
    is_whole = axis is None or (axis in _WHOLE and name in _REDUCED)
    return f"{called}({first})" if is_whole else None


def _softmax(first: str, axis: str | None, is_matrix: bool) -> str | None:
    if not is_matrix:
        return f"softmax({first})" if axis in (*_WHOLE, None) else None
    if axis in ("1", "-1"):
        return f"softmax_rows({first})"
    return f"(softmax_rows(({first})^T))^T" if axis == "0" else None


def _split(inside: str) -> Iterator[str]:
    """The arguments of a call."""
    depth, start = 0, 0
    for at, sign in enumerate(inside):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            yield inside[start:at]
            start = at + 1
    yield inside[start:]


def _closing(text: str, start: int) -> int:
    """Where the bracket closes that was opened before; 0 if it does not, in this paragraph."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
        if text.startswith("\n\n", at):
            break
    return 0


def _opening(text: str, end: int) -> int:
    """Where the name or the group begins that ends here; -1 if there is none."""
    depth, at = 0, end
    while at > 0 and (depth > 0 or re.match(r"[\w.)]", text[at - 1])):
        at -= 1
        depth += (text[at] == ")") - (text[at] == "(")
        if depth < 0:
            return at + 1 if at + 1 < end else -1
    return at if at < end and depth == 0 else -1
