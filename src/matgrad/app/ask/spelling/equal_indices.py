r"""Entries of a Jacobian by cases: ⟦\partial y_i/\partial x_j⟧ is ⟦1⟧ for ⟦i = j⟧, ⟦3⟧ otherwise.

With equal indices it is the derivative by x_i; otherwise a claim that keeps the condition i ≠ j.
Cases inside of a formula are written one after the other first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_BELOW = r"_\s*(?:[a-z]|\{[^{}]*\})"
_ENTRY = rf"(?:\\mathrm\s*\{{\w+\}}|\\?[A-Za-z]+)\s*{_BELOW}"
_D = r"\\partial\s*"
_TWICE = r"\^\s*\{?\s*2\s*\}?\s*"
_QUOTIENT = re.compile(  # ∂y_i/∂x_j, ∂²f/∂x_i∂x_j
    rf"\s*(?P<left>\\[dt]?frac\s*\{{\s*{_D}(?:{_ENTRY}\s*\}}\s*\{{\s*{_D}{_ENTRY}"
    rf"|{_TWICE}\\?[A-Za-z]+\s*\}}\s*\{{\s*{_D}{_ENTRY}\s*{_D}{_ENTRY})\s*\}})\s*(?:=(?P<value>.*))?",
    re.DOTALL,
)
_SAME = re.compile(rf"{_D}(?P<x>{_ENTRY})\s*{_D}(?P=x)")  # ∂x_i∂x_i
_INDICES = re.compile(r"\s*(?P<a>[i-n])\s*(?P<sign>=|\\neq?(?![A-Za-z])|≠)\s*(?P<b>[i-n])\s*")
_CASES = re.compile(r"(?P<before>.*?)=\s*\\begin\{cases\}(?P<rows>.*)\\end\{cases\}.*", re.DOTALL)
_ROW = re.compile(
    r"(?P<value>[^&]*)&\s*(?:\\(?:text|mbox|mathrm)\s*\{\s*(?:if|for|when)\s*\}\s*)?"
    rf"(?:(?P<when>{_INDICES.pattern.replace('?P<', '?P<c_')})|\\(?:text|mbox|mathrm)\s*"
    r"\{\s*(?:otherwise|else)\s*\})\s*[.,;]?\s*",
    re.DOTALL,
)
_WHEN = r"(?:if|when|for|where|in\s+(?:the\s+)?case(?:\s+(?:that|of|where))?)"
_ELSE = re.compile(r"\b(?:otherwise|else|in\s+the\s+other\s+case|when\s+they\s+differ)\b", re.I)
_CLAUSE = re.compile(
    rf"[.;?!](?:\s+|$)|\n\s*\n|,?\s+(?:and|but|while|whereas)\s+(?={_WHEN}\b|{ANY}\s*,?\s*(?:{_WHEN}|otherwise|else)\b)"
    rf"|,\s+(?=(?:{_WHEN}|otherwise|else)\b|{ANY}\s*,?\s*(?:{_WHEN}|otherwise|else)\b)",
    re.I,
)


def with_equal_indices(cut: Cut) -> Cut:
    """The text with one claim for equal indices and one for others."""
    if has_marks(cut) or not any(map(_QUOTIENT.match, cut.formulas)):
        return cut
    writing = Writing.of(cut)
    writing.text = re.sub(ANY, lambda found: _apart(writing, found[0]), writing.text)
    quotient = _quotient(writing)
    if quotient is None or not any(map(_INDICES.fullmatch, writing.formulas)):
        return cut
    writing.text = "".join(_rewritten(writing, *quotient))
    return writing.recut(cut)


def _apart(writing: Writing, mark: str) -> str:
    """The cases of a formula as sentences of their own."""
    found = _CASES.fullmatch(writing.formula(mark))
    rows = re.split(r"\\\\", found["rows"].strip().removesuffix(r"\\")) if found else []
    cases = [_ROW.fullmatch(row.strip()) for row in rows]
    if found is None or len(cases) != 2 or not _QUOTIENT.fullmatch(found["before"]):
        return mark
    first, second = cases
    given = _INDICES.fullmatch(first["when"]) if first and first["when"] else None
    if first is None or second is None or given is None or given["sign"] != "=":
        return mark
    other = rf"{given['a']} \neq {given['b']}"
    claims = (writing.add(f"{found['before']}= {each['value']}") for each in (first, second))
    conditions = (writing.add(first["when"]), writing.add(other))
    parts = [f"{x} if {when}" for x, when in zip(claims, conditions, strict=True)]
    return " and ".join(parts)


def _quotient(writing: Writing) -> tuple[str, str, str] | None:
    """The derivative of an entry by another, and the two indices."""
    for found in filter(None, map(_QUOTIENT.match, writing.formulas)):
        letters = [*dict.fromkeys(re.findall(r"(?<![A-Za-z\\])[i-n](?![A-Za-z])", found["left"]))]
        if len(letters) == 2:
            return found["left"], letters[0], letters[1]
    return None


def _rewritten(writing: Writing, left: str, first: str, second: str) -> Iterator[str]:
    """The clauses of a text, those that speak of indices with claims for them."""
    position, told = 0, False
    unequal = rf"{first} \neq {second}"
    for end in [*_CLAUSE.finditer(writing.text), None]:
        clause = writing.text[position : end.start() if end else len(writing.text)]
        clause = _ELSE.sub(f"if {writing.add(unequal)}", clause, 1) if told else clause
        marks = re.findall(ANY, clause)
        given = [x for x in marks if _INDICES.fullmatch(writing.formula(x))]
        is_own = bool(given) and {*_letters(writing, given[0])} == {first, second}
        if is_own:
            told = True
            clause = _claimed(writing, clause, given[0], (left, first, second))
        yield clause
        if end:
            is_mark = end[0].strip()[:1] in (*".;?!", "")
            yield end[0] if is_mark or not is_own else "; "
            position = end.end()


def _letters(writing: Writing, mark: str) -> tuple[str, str]:
    found = _INDICES.fullmatch(writing.formula(mark))
    return (found["a"], found["b"]) if found else ("", "")


def _claimed(writing: Writing, clause: str, given: str, derivative: tuple[str, str, str]) -> str:
    """A clause with a claim about entries in the place of the formula that it gives for them."""
    left, first, second = derivative
    found = _INDICES.fullmatch(writing.formula(given))
    values = [(x, _value(writing.formula(x))) for x in re.findall(ANY, clause) if x != given]
    told = next(((x, value) for x, value in reversed(values) if value), None)
    if found is None or told is None:
        return clause
    mark, value = told
    is_equal = found["sign"] == "="
    if is_equal and re.search(rf"\\(?:sum|prod)\s*_\s*\{{?\s*{second}(?![A-Za-z])", value):
        return clause
    sides = (left, value)
    sides = tuple(_renamed(each, second, first) for each in sides) if is_equal else sides
    made = writing.add(" = ".join(sides))
    clause = clause.replace(mark, made)
    clause = re.sub(rf"{ANY}\s+(?:is|equals|=)\s+(?={re.escape(made)})", "", clause)
    if not is_equal:
        end = max(clause.index(made) + len(made), clause.index(given) + len(given))
        return clause if not clause[end:].strip() else f"{clause[:end]}; {clause[end:]}"
    return re.sub(rf"\s*,?\s*{_WHEN}\s+{re.escape(given)}\s*,?", " ", clause, flags=re.I)


def _value(latex: str) -> str:
    """What a formula says that the entry is; nothing where it is another equation."""
    found = _QUOTIENT.fullmatch(latex)
    if found:
        return (found["value"] or "").strip().rstrip(".,;")
    is_other = "=" in latex or re.fullmatch(r"\s*(?:[A-Za-z]|\\[a-z]+)\s*", latex)
    return "" if is_other else latex.strip().rstrip(".,;")


def _renamed(latex: str, index: str, other: str) -> str:
    r"""A formula with another index: y_i for y_j, 1 for \delta_{ii}."""
    inner = re.compile(rf"(?<![A-Za-z\\]){index}(?![A-Za-z])|{index}(?=[i-n])|(?<=[i-n]){index}")
    below = re.sub(rf"_\s*{index}(?![A-Za-z])", f"_{other}", latex)
    below = re.sub(r"_\s*\{[^{}]*\}", lambda found: inner.sub(other, found[0]), below)
    below = _SAME.sub(r"\\partial \g<x>^2", below)
    return re.sub(rf"\\delta\s*_\s*\{{\s*{other}\s*,?\s*{other}\s*\}}", "1", below)
