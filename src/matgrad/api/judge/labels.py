"""What stands in front of a claimed formula: ∇f, df/dx, ∂f/∂X_ij, grad_x, f'(x), (∇f)_i, df."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from matgrad.api.judge.lines import Side
from matgrad.errors import UnsupportedError
from matgrad.syntax.tokens import Kind, Token

GRADIENT, JACOBIAN, HESSIAN = "gradient", "jacobian", "hessian"
_F = r"(?:[A-Za-z]\w*(?: \(.*?\))?|\( .*? \)|[^/+*=-]*?)"  # f, f(x), \log\det X
_LABELS = tuple(
    re.compile(pattern)
    for pattern in (
        r"∇(?P<second>\^2)?(?:_(?P<by>\w+))?(?P<second_>\^2)?(?: (?P<of>[^∇]*))?",
        rf"[d∂](?P<second>\^2)? ?(?P<of>{_F}) ?/ (?:[d∂] ?)(?P<by>[A-Za-z]\w*)(?:\^\S+)?"
        rf"(?: ?[d∂] ?(?P<with>[A-Za-z]\w*)(?:\^\S+| ')?)*(?: {_F})?",
        r"(?P<word>grad|gradient|jac|jacobian|hess|hessian)(?:_(?P<by>\w+))?(?: [^=]*)?",
    )
)
_ENTRY = re.compile(r"[(\[] (?P<inside>.*) [)\]]_(?P<entry>[\w,]+)")
_TURNED = re.compile(r"(?:\( (?P<inside>.*) \)|(?P<nabla>∇.*?))(?: '|\^[T⊤])")
_DIFFERENTIAL = re.compile(r"d ?(?P<of>[A-Za-z]\w*)")
_KINDS = {"jac": JACOBIAN, "jacobian": JACOBIAN, "hess": HESSIAN, "hessian": HESSIAN}


@dataclass(frozen=True)
class Label:
    """The derivative that a claim names: its kind if that is said, the variable, the entries."""

    kind: str = ""
    by: str = ""
    entries: tuple[str, ...] = ()
    of: str = ""
    is_turned: bool = False  # its transpose is named


def label_of(side: Side, function: str, known: Collection[str]) -> Label | None:
    """The derivative that is named, or None if this is a formula, a name or a differential."""
    text = written(side.tokens)
    if found := _TURNED.fullmatch(text):
        inner = _label(found["inside"] or found["nabla"], function, known)
        return replace(inner, is_turned=True) if inner else None
    if found := _ENTRY.fullmatch(text):
        inner = _label(found["inside"], function, known)
        return replace(inner, entries=_indices(found["entry"])) if inner else None
    return _label(text, function, known)


def _label(text: str, function: str, known: Collection[str]) -> Label | None:
    if re.fullmatch(rf"{re.escape(function)}(?P<marks>(?: ')+)(?: \( .* \))?", text):
        return Label(HESSIAN if text.count("'") == 2 else "")
    found = next((match for x in _LABELS if (match := x.fullmatch(text))), None)
    if found is None or ("d" in known and text.startswith("d")):
        return None
    parts = found.groupdict(default="")
    kind = _KINDS.get(parts.get("word", ""), "")
    if parts.get("second") or parts.get("second_"):
        kind = HESSIAN
    by, index = parts["by"], ""
    if by not in known:
        stem, _, below = by.partition("_")
        digits = stem[len(stem.rstrip("0123456789")) :]
        is_entry = stem.removesuffix(digits) in known and bool(below or digits)
        by, index = (stem.removesuffix(digits), below or digits) if is_entry else (by, "")
    of, _, row = parts.get("of", "").partition(" ")[0].partition("_")
    return Label(kind, by, _indices(row if index else "") + _indices(index), of)


def _indices(text: str) -> tuple[str, ...]:
    """The indices in ij, in i,j and in 12, which is one number."""
    parts = text.replace(",", " ").split()
    return tuple(i for part in parts for i in ([part] if part.isdigit() else part))


def written(tokens: Sequence[Token]) -> str:
    r"""Tokens in one line: scripts stand behind their letters, brackets of LaTeX are left out.

    >>> from matgrad.syntax import tokens_in
    >>> written(tokens_in(r"\frac{\partial f}{\partial X_{ij}}")[:-1])
    '∂ f / ∂ X_ij'
    """
    found: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.text in ("_", "^") and token.kind is Kind.SIGN and at < len(tokens):
            script, at = _script(tokens, at)
            found = [*found[:-1], f"{''.join(found[-1:])}{token.text}{script}"]
        elif token.kind in (Kind.RAISED, Kind.LOWERED):
            sign = "^" if token.kind is Kind.RAISED else "_"
            found = [*found[:-1], f"{''.join(found[-1:])}{sign}{token.text}"]
        elif token.text not in ("{", "}"):
            found.append(token.text)
    return " ".join(found)


def _script(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """What stands above or below from here, and where it ends."""
    if tokens[at].text not in ("{", "("):
        return tokens[at].text, at + 1
    depth, begin = 0, at
    while at < len(tokens):
        depth += (tokens[at].text in ("{", "(")) - (tokens[at].text in ("}", ")"))
        at += 1
        if not depth:
            break
    inside = [token.text for token in tokens[begin:at]]
    return "".join(text for text in inside if text not in ("{", "}", "(", ")")), at


def name_in(side: Side) -> str:
    """The name that a side is, or nothing: r, delta, r_1."""
    text = written(side.tokens)
    is_name = re.fullmatch(r"[A-Za-z]\w*", text) and side.tokens[0].kind is Kind.NAME
    stem, _, index = text.partition("_")
    return (stem + index if index.isdigit() else text) if is_name else ""


def moved_in(side: Side, known: Collection[str]) -> str:
    r"""The name whose differential a side is, or nothing: r of dr."""
    found = _DIFFERENTIAL.fullmatch(written(side.tokens))
    return found["of"] if found and found[0] not in known else ""


def behind_d(side: Side) -> str:
    r"""The text of a formula whose differential a side is, or nothing: \log\det X, (A*x)."""
    first = side.tokens[0]
    if first.text != "d" or first.kind is not Kind.NAME:
        return ""
    return side.text[first.end - side.place[0] :].strip(" }")


def check_label(
    label: Label, kind: str, wrt: Collection[str], known: Collection[str], function: str
) -> None:
    """Refuse a line that is about another derivative than the one that is checked."""
    if label.by in known and label.by not in wrt:
        raise UnsupportedError(
            f"this is about the derivative by {label.by}, and {', '.join(wrt)} is the variable "
            "here",
            hint=f"check it by itself, with {label.by} as the variable",
        )
    if label.of in known and label.of != function:
        raise UnsupportedError(
            f"this is about the derivative of {label.of}, and {function} is the function here",
            hint=f"check it by itself, with {label.of} as the function",
        )
    if label.kind == HESSIAN and kind == GRADIENT:
        raise UnsupportedError(
            "this is about second derivatives, and a gradient is checked here",
            hint="check it as a hessian",
        )
