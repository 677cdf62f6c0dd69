"""A loss that the words only name: the loss is the mean squared error."""

from __future__ import annotations

import ast
import re

from matgrad.app.ask.programs.worded import has_loss
from matgrad.programs.listings.parsing import parsed

_KINDS = {
    r"mean[-\s]squared?[-\s]errors?|MSE": "np.mean(({0} - {1})**2)",
    r"sum\s+of\s+(?:the\s+)?(?:squares|squared\s+(?:errors|residuals|differences))|SSE|RSS":
        "np.sum(({0} - {1})**2)",
    r"(?:mean|average)\s+binary\s+cross[-\s]entropy":
        "-np.mean({1} * np.log({0}) + (1 - {1}) * np.log(1 - {0}))",
}  # fmt: skip
_LOSS = r"(?:loss|cost|objective|error)(?:\s+function)?"
_ANY = "|".join(f"(?P<k{n}>{x})" for n, x in enumerate(_KINDS))
_NAMED = re.compile(
    rf"\b(?:{_LOSS}\s*(?:\b(?:is|was)\b|[:=])\s*(?:(?:just|simply|the|an?)\s+)*"
    r"|(?:minimi[sz](?:e|es|ing)|using|use)\s+(?:the\s+|an?\s+)?)"
    rf"(?:{_ANY})(?:\s+(?:\(MSE\)|{_LOSS}))?\s*(?=[.,;?!\n]|$)",
    re.I,
)
_PREDICTED = re.compile(r"[yYtT]_?(?:hat|pred\w*)|pred\w*|[yY]_?prob\w*")
_TARGET = re.compile(r"[yYtT]|[yYtT]_(?:true|train|target)|targets?|labels?")
READ_AS = "the loss that the words name is read as {0}"


def named_loss(words: str, code: str) -> str:
    """The loss that words name, of the one prediction and the one target of a program.

    >>> named_loss("The loss is the MSE.", "y_pred = X @ w\\nr = y_pred - y")
    'np.mean((y_pred - y)**2)'
    """
    found, module = _NAMED.search(words), parsed(code)
    if found is None or module is None or has_loss(module):
        return ""
    own = [x for x in module.body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]
    nodes = [x for each in own for x in ast.walk(each) if isinstance(x, ast.Name)]
    stored = {x.id for x in nodes if isinstance(x.ctx, ast.Store)}
    predicted = [x for x in stored if _PREDICTED.fullmatch(x)]
    targets = [x for x in {x.id for x in nodes} - stored if _TARGET.fullmatch(x)]
    if len(predicted) != 1 or len(targets) != 1:
        return ""
    kind = next(n for n in range(len(_KINDS)) if found[f"k{n}"])
    return [*_KINDS.values()][kind].format(predicted[0], targets[0])
