"""A derivation as a notebook: the lines in Markdown, the code in a cell that can be run."""

from __future__ import annotations

import json
from typing import Any, Protocol

FORMAT, MINOR = 4, 5  # of the notebook files


class Written(Protocol):
    """Anything with a derivation in Markdown."""

    def markdown(self, level: str = "normal") -> str:
        """The derivation with formulas between dollar signs."""
        ...


def notebook(d: Written, sources: list[str], level: str = "normal") -> str:
    """The notebook file; the code is ready to run."""
    texts = [part for part in d.markdown(level).split("\n\n**") if part.strip()]
    cells = [_cell(i, "markdown", part if i == 0 else f"**{part}") for i, part in enumerate(texts)]
    cells += [_cell(len(cells) + i, "code", source) for i, source in enumerate(sources)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    data = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": FORMAT,
        "nbformat_minor": MINOR,
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.rstrip("\n").splitlines(keepends=True),
    }
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell
