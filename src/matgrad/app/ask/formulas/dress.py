r"""Formulas of a stranger in plain dress: switches of fonts, colours, boxes and frames of TeX.

What is left is LaTeX that every page can set: `{\bf z}` is `\mathbf{z}`, `\eqalign{…}` its lines.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.abbreviations import end_of_group
from matgrad.app.ask.text.bracketed import with_rows

FRAMES = frozenset({"eqalign", "boxed", "fbox", "mathstrut", "displaylines"})
_COLOR = re.compile(r"\\(?:text)?color\s*\{[^{}]*\}|\\color\s+[a-z]+\b")
_SWITCH = re.compile(r"\{\s*\\(bf|boldmath|cal|rm|tt|it|sf)(?![A-Za-z])\s*([^{}]*)\}")
_ALONE = re.compile(r"\\(?:bf|rm|tt|it|sf)(?![A-Za-z])\s*")
_COLUMNS = re.compile(r"(\\begin\s*)\{array\}\s*(?:\[\w\]\s*)?\{[^{}]*\}")
_RENAMED = {
    **dict.fromkeys(("bm", "pmb", "symbf", "mathbfit"), "boldsymbol"),
    **dict.fromkeys(("mbox", "textit", "textnormal", "textsf", "texttt", "hbox"), "text"),
    **dict.fromkeys(("mathscr", "mathfrak"), "mathcal"),
    **dict.fromkeys(("mathds", "mathbbm"), "mathbb"),
    **dict.fromkeys(("mathtt", "rm"), "mathrm"),
    **{
        "cfrac": "frac",
        "ne": "neq",
        "rightarrow": "to",
        "longrightarrow": "to",
        "lt": "<",
        "gt": ">",
    },
    **{"Longrightarrow": "implies", "geqslant": "geq", "leqslant": "leq", "coloneqq": ":="},
}
_RENAME = re.compile(rf"\\({'|'.join(_RENAMED)})(?![A-Za-z])")
_SPACES = re.compile(r"\\[,;:! ]|~|\\q?quad(?![A-Za-z])")


def undressed(latex: str) -> str:
    r"""The formula in plain dress.

    >>> print(undressed(r"\color{red}{A}\,\sigma({\bf z}) \quad {\rm for\:all}\;{\tt1}"))
    {A}\,\sigma(\mathbf{z}) \quad \text{for all}\;\text{1}
    """
    latex = _COLOR.sub("", latex)
    latex = _unframed(latex)
    latex = _SWITCH.sub(_switched, latex)
    latex = _ALONE.sub(
        "", _COLUMNS.sub(r"\1{matrix}", latex).replace(r"\end{array}", r"\end{matrix}")
    )
    return with_rows(_RENAME.sub(_renamed, latex))


def _renamed(found: re.Match[str]) -> str:
    name = _RENAMED[found[1]]
    return f"\\{name}" if name.isalpha() else name


def _switched(found: re.Match[str]) -> str:
    """A group with a switch of fonts at its beginning."""
    look, inside = found[1], found[2].strip()
    if look in ("bf", "boldmath"):
        return rf"\mathbf{{{inside}}}" if inside.isalnum() else f"{{{inside}}}"
    if look == "cal":
        return rf"\mathcal{{{inside}}}"
    words = _SPACES.sub(" ", inside)
    return f"{{{inside}}}" if "\\" in words else rf"\text{{{words}}}"


def _unframed(latex: str) -> str:
    r"""Without commands that only put a frame around their argument."""
    frame = re.compile(rf"\\(?:{'|'.join(sorted(FRAMES))})(?![A-Za-z])\s*(?=\{{)")
    while found := frame.search(latex):
        end = end_of_group(latex, found.end() + 1)
        if end is None:
            return latex
        inside = latex[found.end() + 1 : end - 1]
        latex = f"{latex[: found.start()]} {inside} {latex[end:]}"
    return latex
