"""`mg.report`: several derivations and answers in one document, with their code and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matgrad.app.derivation import Derivation
from matgrad.app.pages import PAGES, Laid
from matgrad.render.page import Chapter

LONGEST_CODE = 20_000  # characters


def chapter(title: str, part: Laid, level: str = "normal", code: bool = True) -> Chapter:
    """A derivation with its code, as a chapter."""
    return Chapter(title, part.document(level), code_of(part) if code else "")


def code_of(part: Any) -> str:
    """The code of a derivation, or of the first one in the answer to a question."""
    derivations: Sequence[Derivation] = getattr(part, "derivations", [part])
    if not derivations or not isinstance(derivations[0], Derivation):
        return ""
    source = derivations[0].compile("numpy").source
    return source if len(source) <= LONGEST_CODE else ""


def report(
    parts: Mapping[str, Laid], spelling: str = "html", title: str = "Report", level: str = "normal"
) -> str | bytes:
    """Several derivations in one document: spelling is "html", "tex" or "pdf".

    >>> import matgrad as mg
    >>> page = report({"Least squares": mg.gradient("norm2(A*x - b)^2", "x")})
    >>> page.startswith("<!doctype html>")
    True
    """
    chapters = [chapter(name, part, level) for name, part in parts.items()]
    return PAGES[spelling](title, chapters)
