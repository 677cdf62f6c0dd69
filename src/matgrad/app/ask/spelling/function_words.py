r"""Names of functions that a formula in LaTeX has as plain letters: p = softmax(z), a^Ttanh(Wx).

Nobody multiplies the letters of so long a word that is known and has brackets behind it.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_WORDS = (
    "softmax sigmoid logistic softplus relu ReLU tanh sinh cosh sqrt trace diag logsumexp "
    "log_softmax LeakyReLU arctan"
).split()
_PLAIN = re.compile(
    rf"(?<![A-Za-z\\{{@])(?P<word>{'|'.join(_WORDS)})(?=\s*(?:\\left\s*)?\()"
    rf"|(?<=\^T)(?P<turned>{'|'.join(_WORDS)})(?=\s*(?:\\left\s*)?\()"
)


def with_function_words(cut: Cut) -> Cut:
    r"""The text with \operatorname{softmax}(z) for softmax(z)."""
    return cut.rewritten(
        lambda latex: _PLAIN.sub(
            lambda found: rf"\operatorname{{{found['word'] or found['turned']}}}", latex
        )
    )
