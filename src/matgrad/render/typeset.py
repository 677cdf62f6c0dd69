r"""A document as LaTeX (align* environments) or Markdown with mathematics between $$.

Reasons are sentences with Unicode signs in them; those become mathematics inside \text{…}.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from matgrad.core.expr import Expr
from matgrad.render.document import Bold, Document, Equation, Item, Row, Section, Verbatim, Words
from matgrad.render.glyphs import GREEK, VULGAR
from matgrad.render.latex import latex

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾ˡ", "0123456789-+()l", strict=True)) | {"ᵀ": r"\top"}
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
MATH_SIGNS = {
    "⊙": r"\odot", "⊘": r"\oslash", "⊗": r"\otimes", "−": "-", "′": "'", "×": r"\times", "‖": r"\|",
    "≠": r"\neq", "≤": r"\leq", "≥": r"\geq", "√": r"\surd", "∂": r"\partial", "⟹": r"\implies",
    "½": r"\tfrac12", "·": r"\cdot", "≈": r"\approx", "∈": r"\in", "↦": r"\mapsto", "∞": r"\infty",
    "<": "<", ">": ">", "|": "|", "𝟏": r"\mathbf{1}", "∇": r"\nabla", "⇒": r"\Rightarrow",
    "ℝ": r"\mathbb{R}", "ℓ": r"\ell", "⊤": r"\top", "ŷ": r"\hat{y}", "Ŷ": r"\hat{Y}",
    "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∝": r"\propto", "⟨": r"\langle", "⟩": r"\rangle",
    "†": r"\dagger", "⋆": r"\star", "⋮": r"\vdots", "→": r"\to", "≻": r"\succ", "⪰": r"\succeq",
    "∘": r"\circ", "±": r"\pm", "∼": r"\sim",
}  # fmt: skip
MATH_SIGNS |= {sign: f"\\{word}" for word, sign in GREEK.items()}
MATH_SIGNS |= {sign: rf"\tfrac{{{x[0]}}}{{{x[2]}}}" for x, sign in VULGAR.items() if sign != "½"}
ABOVE = dict(zip("\u0302\u0304\u0303\u0307\u0308", "hat bar tilde dot ddot".split(), strict=True))
ESCAPED = {c: f"\\{c}" for c in "&%#$_{}"} | {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "…": r"\dots{}", "“": "``", "”": "''", "‘": "`", "’": "'", "—": "---", "–": "--",
}  # fmt: skip
_SPECIAL = re.compile(
    f"(?P<letter>[^\\W\\d_])(?P<above>[{''.join(ABOVE)}])"
    f"|(?P<raised>[{''.join(RAISED)}]+)|(?P<lowered>[{''.join(LOWERED)}]+)"
    f"|(?P<other>[{re.escape(''.join([*MATH_SIGNS, *ESCAPED]))}])"
)

_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_TEXT = re.compile(rf"\\text(?:rm|bf)?\{{[^{{}}]*\}}|(?P<sign>{_FOREIGN.pattern})")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|[*`$]|\[(?=[^\]\n]*\]\()")


def latex_words(string: str) -> str:
    """A sentence for text mode, with its mathematical signs as mathematics.

    >>> latex_words("d(Aᵀ) = (dA)ᵀ")
    'd(A$^{\\\\top}$) = (dA)$^{\\\\top}$'
    """
    return _SPECIAL.sub(_special, string)


def latex_math(source: str) -> str:
    r"""A formula in which signs of Unicode are commands, also those among words.

    >>> latex_math(r"α \text{ for g₁}")
    ' \\alpha  \\text{ for g$_{1}$}'
    """
    return _TEXT.sub(_foreign, source)


def _foreign(found: re.Match[str]) -> str:
    if found["sign"]:
        return latex_words(found[0]).replace("$", " ")
    return _FOREIGN.sub(lambda sign: latex_words(sign[0]), found[0])


def _special(found: re.Match[str]) -> str:
    if found["above"]:
        return rf"$\{ABOVE[found['above']]}{{{MATH_SIGNS.get(found['letter'], found['letter'])}}}$"
    if found["raised"]:
        return f"$^{{{''.join(RAISED[c] for c in found['raised'])}}}$"
    if found["lowered"]:
        return f"$_{{{''.join(LOWERED[c] for c in found['lowered'])}}}$"
    sign = found["other"]
    return f"${MATH_SIGNS[sign]}$" if sign in MATH_SIGNS else ESCAPED[sign]


def as_latex(doc: Document) -> str:
    """The document as a snippet of LaTeX that needs amsmath."""
    return "\n".join(
        written(section, r"\paragraph{%s}", ("\\begin{align*}", "\\end{align*}"), latex_paragraphs)
        for section in doc.sections
    )


def as_markdown(doc: Document) -> str:
    """The document as Markdown with LaTeX mathematics."""
    fence = ("$$\n\\begin{aligned}", "\\end{aligned}\n$$")
    return "\n".join(
        written(section, "**%s**\n", fence, markdown_prose if section.is_prose else markdown_items)
        for section in doc.sections
    )


def latex_paragraphs(rows: Sequence[Row]) -> str:
    """Rows of words, one line each."""
    return " \\\\\n".join(sentence(row.words) for row in rows)


def markdown_items(rows: Sequence[Row]) -> str:
    """Rows of words as a list."""
    return "\n".join(f"- {markdown_sentence(row.words)}" for row in rows)


def markdown_prose(rows: Sequence[Row]) -> str:
    """Rows of words as paragraphs; lines that begin with a bullet are a list."""
    lines = (markdown_sentence(row.words) for row in rows)
    return "\n\n".join(f"- {line[2:]}" if line.startswith("• ") else line for line in lines)


def written(
    section: Section,
    heading: str,
    fence: tuple[str, str],
    listed: Callable[[Sequence[Row]], str],
) -> str:
    """A section in order: its title, equations between the fences, words."""
    title = section.title if heading.startswith("*") else latex_words(section.title)
    parts = [heading % title] if title else []
    for is_equation, rows in groupby(section.rows, lambda row: row.is_formula):
        if is_equation:
            lines = " \\\\\n".join(map(aligned, rows))
            parts.append("\n".join((fence[0], lines, fence[1])))
        else:
            parts.append(listed(list(rows)))
    first, *rest = parts or [""]
    between = "\n\n" if heading.startswith("*") else "\n"
    return (f"{first}\n" + between.join(rest) if title else between.join(parts)) + "\n"


def spell(item: Item | None) -> str:
    """One item of a row."""
    return latex(item) if isinstance(item, Expr) else "" if item is None else item.latex


def sentence(words: Words) -> str:
    """Words with the expressions among them, for text mode."""
    return "".join(map(_latex_word, words))


def _latex_word(word: str | Item) -> str:
    if isinstance(word, Verbatim | Bold):
        look = "texttt" if isinstance(word, Verbatim) else "textbf"
        return rf"\{look}{{{latex_words(word)}}}"
    return latex_words(word) if isinstance(word, str) else f"${spell(word)}$"


def markdown_sentence(words: Words) -> str:
    """Words with the expressions among them; Unicode signs can stay as they are."""
    return "".join(map(_markdown_word, words))


def _markdown_word(word: str | Item) -> str:
    if isinstance(word, Verbatim):
        ticks = "``" if "`" in word else "`"
        return f"{ticks}{_TAG.sub('< ', ' '.join(word.split()))}{ticks}"
    if isinstance(word, Bold):
        return f"**{markdown_words(word)}**"
    return markdown_words(word) if isinstance(word, str) else f"${_TAG.sub('< ', spell(word))}$"


def markdown_words(string: str) -> str:
    r"""A sentence in which nothing is emphasised, linked, code or HTML.

    >>> print(markdown_words("a < b, <b>, [a](b)"))
    a < b, \<b>, \[a](b)
    """
    return _MARKUP.sub(r"\\\g<0>", string)


def equals(equation: Equation) -> str:
    """An equation aligned at its sign."""
    return f"{spell(equation.left)} &= {spell(equation.right)}".strip()


def aligned(row: Row) -> str:
    """A row of an aligned environment: equation, what it implies, and the reason."""
    if row.display is not None:
        left, right = map(spell, row.display)
        return f"{left} &{right}" if right else f"&{left}"
    assert row.equation is not None
    if row.is_detail:
        left, right = spell(row.equation.left), spell(row.equation.right)
        shown = rf"&\qquad {{\scriptstyle {left} \;=\; {right}}}"
    else:
        shown = equals(row.equation)
    if row.implies is not None:
        shown += rf" &&\implies & {equals(row.implies)}"
    elif row.words:
        first, *rest = sentence(row.words).split("; ")  # a long reason takes several lines
        shown += rf" && \text{{{first}}}"
        shown += "".join(r" \\" + "\n" + rf"&&& \text{{{part}}}" for part in rest)
    return shown
