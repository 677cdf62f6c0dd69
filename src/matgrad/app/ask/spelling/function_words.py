r"""Names of functions that a formula in LaTeX has as plain letters: p = softmax(z), a^Ttanh(Wx).

Nobody multiplies the letters of so long a word that is known and has brackets behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_WORDS = (
    "softmax sigmoid logistic softplus relu ReLU tanh sinh cosh sqrt trace diag logsumexp "
    "log_softmax LeakyReLU arctan"
).split()
_PLAIN = re.compile(
    rf"(?<![A-Za-z\\{{@])(?P<word>{'|'.join(_WORDS)})(?=\s*(?:\\left\s*)?\()"
    rf"|(?<=\^T)(?P<turned>{'|'.join(_WORDS)})(?=\s*(?:\\left\s*)?\()"
)


_OF_LETTER = re.compile(  # typed: “with the sigmoid σ”
    rf"\s*\\operatorname\s*\{{\s*(?P<word>{'|'.join(_WORDS)})\s*\}}\s*(?P<letter>\\[a-z]+)\s*"
)


def with_function_words(cut: Cut) -> Cut:
    r"""The text with \operatorname{softmax}(z) for softmax(z), and “sigmoid” before its σ."""
    cut = replace(cut, segments=tuple(_apart(cut)))
    return cut.rewritten(
        lambda latex: _PLAIN.sub(
            lambda found: rf"\operatorname{{{found['word'] or found['turned']}}}", latex
        )
    )


def _apart(cut: Cut) -> Iterator[Segment]:
    """The segments, with the word and the letter apart where the letter is a function elsewhere."""
    for each in cut.segments:
        found = _OF_LETTER.fullmatch(each.text) if each.is_math else None
        called = re.compile(rf"{re.escape(found['letter'])}\s*(?:\\left\s*)?\(") if found else None
        if found and called and any(map(called.search, cut.formulas)):
            yield from (Segment(False, f"{found['word']} "), Segment(True, found["letter"]))
        else:
            yield each
