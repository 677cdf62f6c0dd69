r"""Expressions of programs that people type into a sentence: X.T @ y, A.dot(x), np.linalg.inv(A).

They are spelled as formulas are typed: X^T * y, A * x, inv(A). Programs of several
lines are read elsewhere (ask.programs).
"""

from __future__ import annotations

import re

_MODULE = re.compile(  # before any function; some are taken away earlier (characters)
    r"(?<![\w.\\])(?:np|numpy|jnp|torch|tf|scipy)\.(?:linalg\.|math\.|special\.|nn\.functional\.)?"
    r"(?=[a-z_]+\()"
)
_TURNED = re.compile(r"(?<=[\w)\]])\.(?:T(?!\w)|t\(\)|transpose\(\))")
_OBJECT = (
    r"(?P<of>(?:(?<![\w.\\])[A-Za-z]\w{0,12}|(?<![\w.])\((?:[^()\n]|\([^()\n]*\)){1,80}\))"
    r"(?:\^T)?)"
)
_GIVEN = r"(?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\)){1,80}"
_METHOD = re.compile(rf"{_OBJECT}\.(?:dot|matmul|mm|mv)\((?P<by>{_GIVEN})\)")
_REDUCED = re.compile(rf"{_OBJECT}\.(?P<name>sum|mean|trace|det|norm|exp|log|sqrt|abs|tanh)\(\)")
_INVERSE = re.compile(rf"{_OBJECT}\.(?:inverse|inv|I)\(\)")
_OF_TWO = re.compile(
    r"(?<![\w.\\])(?P<name>matmul|mm|mv|inner|vdot|multiply|power)\((?P<a>[^(),\n]{1,40}),\s*(?P<b>[^(),\n]{1,40})\)"
)
_SLOGDET = re.compile(rf"(?<![\w.])slogdet\(({_GIVEN})\)\[1\]")
_DIVIDED = re.compile(r"(?<![\\\w])([A-Z])\\([a-z])(?![A-Za-z{])")  # A\b
_R_PRODUCT = re.compile(r"\s*%\*%\s*")
_R_TURNED = re.compile(r"(?<![\w.\\])t\(([A-Za-z]\w?)\)")
_SIMPLE = re.compile(r"\w+(?:\^T)?")
_SIGNS = {"multiply": ".*", "power": "^"}
MOST = 20  # calls inside of each other
_CODE = re.compile(  # what no formula but only a program has
    r"(?<![\w.\\])(?:np|numpy|jnp|torch|tf)\.[a-z]|(?<=[\w)\]])\.(?:T(?!\w)|[a-z]+\()"
    r"|(?<=[\w)\]])\s*@\s*(?=[A-Za-z(])"
)
_GROUP = r"(?:[A-Za-z][\w.]{0,20})?\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\)){1,120}\)"
_RAISED = re.compile(
    rf"(?P<base>{_GROUP}"
    r"|[A-Za-z]\w{0,12}(?:\.T)?)\s?\*\*\s?(?P<to>-?\d+(?:\.\d+)?|\(\s*-\s*\d+\s*\))(?![\w.*])"
)
_NUMBERS = re.compile(
    r"(?:np|torch|jnp|tf)\.linalg|norm(?:[12F]|nuc|inf)?\(|det\(|trace\(|sum\(|mean\(|dot\("
)
_ADDED = re.compile(r"(?<![A-Za-z])(?:sum|mean)\(")
_MULTIPLIED = re.compile(r"(?<![\w.])[A-Z]\d?(?:\.T)?\s*@\s*([a-z])(?![\w(.\[])")
ENTRIES = "** is the power of each entry, as in programs"


def with_formulas(text: str) -> str:
    """The text with formulas for the expressions of programs in it.

    >>> with_formulas("X.T @ (X.dot(w) - y)")
    'X^T * (X * w - y)'
    """
    if not re.search(r"\w\.\w|@|%\*%|[A-Z]\\[a-z]|[a-z]\(", text):
        return text
    if _R_PRODUCT.search(text):
        text = _R_PRODUCT.sub(" * ", _R_TURNED.sub(r"\1^T", text))
    text = _SLOGDET.sub(r"logdet(\1)", _TURNED.sub("^T", _MODULE.sub("", text)))
    text = _DIVIDED.sub(r"inv(\1)*\2", _OF_TWO.sub(_two, text))
    for _ in range(MOST):
        changed = _INVERSE.sub(r"inv(\g<of>)", _REDUCED.sub(_called, _METHOD.sub(_product, text)))
        if changed == text:
            break
        text = changed
    return re.sub(r"(?<=[\w)\]}'])\s*@\s*(?=[A-Za-z(])(?!\w+\.\w)", " * ", text)


def with_vectors(text: str) -> str:
    """The text with a sentence on the letters that are multiplied by a matrix: X @ w.

    >>> with_vectors("p = X @ w")
    'p = X @ w\\n\\nHere w is a vector.'
    """
    names = dict.fromkeys(_MULTIPLIED.findall(text))
    told = r"(?<![\w.]){}(?:\s*(?:=(?!=)|∈|:)|\s+(?:is|in|has|of shape|with shape)\b|\.shape|\()"
    names = [x for x in names if not re.search(told.format(x), text)]
    return text + "".join(f"\n\nHere {name} is a vector." for name in names)


def is_program(text: str) -> bool:
    """Is something in a text written as only programs write it?"""
    return _CODE.search(text) is not None


def with_entry_powers(text: str) -> tuple[str, list[str]]:
    """The text with A.^2 for the A**2 of programs, in which it is no product of matrices.

    >>> with_entry_powers("np.sum(A**2)")[0]
    'np.sum(A.^2)'
    """
    if "**" not in text:
        return text, []

    def power(found: re.Match[str]) -> str:
        base = found["base"]
        is_matrix = re.search(r"(?<![A-Za-z])[A-Z]", base) or _ADDED.search(text)
        if _NUMBERS.match(base) or not is_matrix:
            return found[0]  # of a number
        to = re.sub(r"[()\s]", "", found["to"])
        return f"{base}.^{to}" if to.isdigit() else f"{base}.^{{{to}}}"

    for _ in range(MOST):
        changed = _RAISED.sub(power, text)
        if changed == text:
            break
        text = changed
    return text, [ENTRIES] if ".^" in text else []


def _product(found: re.Match[str]) -> str:
    if re.fullmatch(r"[a-z]", found["of"]) and re.fullmatch(r"[a-z]", found["by"].strip()):
        return f"dot({found['of']},{found['by'].strip()})"  # of vectors, not of numbers
    return f"{found['of']} * {_grouped(found['by'])}"


def _called(found: re.Match[str]) -> str:
    inside = found["of"]
    is_whole = inside.startswith("(") and inside.endswith(")")
    return f"{found['name']}{inside}" if is_whole else f"{found['name']}({inside})"


def _two(found: re.Match[str]) -> str:
    name, a, b = found["name"], found["a"].strip(), found["b"].strip()
    if name in ("inner", "vdot"):
        return f"dot({a},{b})"
    sign = _SIGNS.get(name, " * ")
    return f"{_grouped(a)}{sign}{_grouped(b)}"


def _grouped(part: str) -> str:
    return part.strip() if _SIMPLE.fullmatch(part.strip()) else f"({part.strip()})"
