"""A minus behind a verb that stands apart from its formula: the gradient is - 2 A x."""

from __future__ import annotations

import re

_VERB = (
    r"\b(?:is|are|be|was|equals?|becomes?|gives?|gave|yields?|(?:I|we|you)\s+(?:then\s+|just\s+)?"
    r"(?:get|got|have|had|obtain|obtained|find|found|derived?|computed?))"
)
# What no sentence goes on with: a number, a bracket, a letter that is no word, sum_i, exp(x), x'Ax.
_FORMULA = (
    r"\d|\(|\\[A-Za-z]|[b-zB-HJ-Z](?![A-Za-z'’])|[b-zB-HJ-Z]['’]\s|\w+[_^(]"
    r"|(?:[A-Z]{1,3}|[b-z])['’][A-Za-z*(]|(?:sum|log|exp|tr|inv|trace|sin|cos|tan|tanh)\s*[_(\w]"
    r"|[A-Z]{2,3}[a-z]?(?=[\s.,?])|[A-Z][a-z](?=[.,?]|$)"
)
_TYPED = re.compile(rf"({_VERB}[ \t]+)[-–][ \t]+(?={_FORMULA})")
_MARKED = re.compile(rf"({_VERB}[ \t]+)[-–][ \t]+\$([^$\n=]{{1,400}})\$(?![ \t]*[-–—])")
_SUM = re.compile(r"(?<=[\w)}\]])\s*[-+]")


def with_minus(text: str) -> str:
    """The text with such a minus beside its formula."""
    return _MARKED.sub(_inside, _TYPED.sub(r"\1-", text))


def _inside(found: re.Match[str]) -> str:
    formula = rf"\left({found[2]}\right)" if _SUM.search(found[2]) else found[2]
    return f"{found[1]}$-{formula}$"
