"""Runs of capitals in typed brackets that are products, as that of -2 X^T (X - XVU) U^T.

A bracket behind a blank is a remark where a word stands in it, (OLS loss), and the formula ends
before it. Letters of a product are set apart, (X - X V U), so that none of them is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from matgrad.app.ask.text.letters import ASIDE, is_mathematical
from matgrad.app.ask.text.plain import SAFE
from matgrad.app.ask.text.programs import is_program
from matgrad.syntax.functions import FUNCTIONS

_RUN = re.compile(
    r"(?<![A-Za-z\\_^{∂@])(?:[A-Z]{2,4}[A-Za-z]|[a-z][A-Z]{1,2}[A-Za-z])(?![A-Za-z(])"
)
_BARS = re.compile(r"(?:\|\||‖)([^|‖\n]{1,200})(?:\|\||‖)")
_CALLED = re.compile(r"[A-Za-z]+\Z")
_MARK = re.compile(r"\^|'|ᵀ")  # behind a bracket, or before it
_SIGN = re.compile(r"[-+*/^'ᵀ|‖]")
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_DEFINED = re.compile(r"(?<![A-Za-z])([A-Z]{3,5})(?:\([^()=]{1,40}\))?\s*:?=(?!=)")
# The letters with which words begin, which people use beside formulas.
_ACRONYMS = frozenset(
    "MSE MAE SSE SSR SST RSS TSS ESS OLS GLS WLS LMS RLS MLE MAP NLL BCE SVD EVD PCA ICA LDA QDA "
    "CCA KKT FOC SOC PSD SPD SDP LMI LQR SGD ADMM PDE ODE SDE LHS RHS QED IID CDF PDF PMF GMM HMM "
    "RNN CNN MLP LSTM GRU VAE GAN RBF CRF ELBO FFT DFT BTW FYI AKA IMO TODO PhD".split()
)


def runs_in(whole: str) -> Callable[[str], tuple[str, list[str]]]:
    """What sets the letters of products apart in the brackets and norms of a part of a text.

    >>> runs_in("I get -2 X^T (X - XVU) U^T.")("-2 X^T (X - XVU) U^T")[0]
    '-2 X^T (X - X V U) U^T'
    """
    if not _RUN.search(whole) or is_program(whole):
        return lambda text: (text, [])
    known = frozenset(_LETTER.findall(whole))
    words = _ACRONYMS | {found[1] for found in _DEFINED.finditer(whole)}
    return lambda text: (text if text[:1] == "`" else _with_runs(text, known, words), [])


def _with_runs(text: str, known: frozenset[str], words: frozenset[str]) -> str:
    places: dict[int, str] = {}
    for start, end in (*_brackets(text), *(found.span(1) for found in _BARS.finditer(text))):
        runs = {each.start(): each[0] for each in _RUN.finditer(text, start, end)}
        is_read = all(run not in words or known.issuperset(run) for run in runs.values())
        is_known = all(map(known.issuperset, runs.values()))
        if runs and is_read and _is_formula(text, start, end, is_known=is_known):
            places |= runs
    for at, run in sorted(places.items(), reverse=True):
        text = f"{text[:at]}{' '.join(run)}{text[at + len(run) :]}"
    return text


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """Where the insides of brackets begin and end that are not too long for a remark."""
    opened: list[int] = []
    for at, sign in enumerate(text):
        if sign in "([":
            opened.append(at + 1)
        elif sign in ")]" and opened:
            start = opened.pop()
            if at - start < ASIDE:
                yield start, at


def _is_formula(text: str, start: int, end: int, *, is_known: bool) -> bool:
    """Is all of this part of a formula if its runs are products, and does something say so?"""
    inside = _RUN.sub("X", text[start:end])
    if not all(is_mathematical(word.strip(",()[]") or "X") for word in inside.split()):
        return False
    called = _CALLED.search(text, max(0, start - 12), start - 1)
    is_call = called is not None and called[0] in {*FUNCTIONS, *SAFE, "norm"}
    is_marked = _MARK.match(text, end + 1) is not None or text[start - 1] in "|‖"
    return is_known or is_call or is_marked or _SIGN.search(inside) is not None
