"""`mg.report`: several derivations in one document, with their code, pictures and checks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from matgrad.api.derivation import Derivation
from matgrad.api.pages import PAGES, Readable
from matgrad.api.picture import Picture, drawable
from matgrad.errors import MatgradError, ParseError, UnknownNameError
from matgrad.nets.graph import graph_of
from matgrad.render.page import Chapter

EXAMPLE = 'mg.report({"First": mg.gradient("x\'*A*x", "x")}, "html")'
LONGEST_CODE = 20_000  # characters
LARGEST_PICTURE = 40  # names in a computation that is drawn


def chapter(title: str, part: Readable, level: str = "normal") -> Chapter:
    """A derivation with its code and the picture of its computation, as a chapter."""
    derivations: Sequence[Readable] = getattr(part, "derivations", [part])
    found = [d for d in derivations if isinstance(d, Derivation)][:1]
    code = "".join(map(code_of, found))
    return Chapter(title, part.document(level), code, "".join(map(picture_of, found)))


def code_of(d: Derivation) -> str:
    """The code of a derivation, unless it fills pages."""
    source = d.compile("numpy").source
    return source if len(source) <= LONGEST_CODE else ""


def picture_of(d: Derivation) -> str:
    """How a gradient is computed, forwards and backwards, where that fits on a page.

    That of a Hessian is the gradient it came from; of a function that is no number, that of ⟨G, F⟩.
    """
    try:
        shown = drawable(d.trace)
    except MatgradError:  # what has no picture is told without one
        return ""
    is_drawn = 0 < len(shown.definitions) <= LARGEST_PICTURE
    return Picture(graph_of(shown, None)).svg if is_drawn else ""


def report(
    parts: Mapping[str, Readable],
    spelling: str = "html",
    title: str = "Report",
    level: str = "normal",
) -> str | bytes:
    """Several derivations in one document: "html", "markdown", "tex", "pdf", "text" or "json".

    >>> import matgrad as mg
    >>> page = report({"Least squares": mg.gradient("norm2(A*x - b)^2", "x")})
    >>> page.startswith("<!doctype html>")
    True
    """
    if spelling not in (*PAGES, "json"):
        hint = ", ".join((*PAGES, "json"))
        raise UnknownNameError(f"a report is not written as {spelling!r}", hint=hint)
    _check(parts)
    if spelling == "json":
        data = {"title": title, "chapters": [_data(str(x), part) for x, part in parts.items()]}
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    chapters = [chapter(str(name), part, level) for name, part in parts.items()]
    return PAGES[spelling](title, chapters)


def _data(title: str, part: Readable) -> dict[str, Any]:
    """A chapter for other programs: the answer as data, or as text where it is no such."""
    of: Any = getattr(part, "to_json", lambda: {"text": part.text()})
    return {"title": title, **of()}


def _check(parts: object) -> None:
    """Refuse what is no derivation or answer by its title."""
    if not isinstance(parts, Mapping):
        kind = type(parts).__name__
        raise ParseError(f"a report has titles for its parts, this is a {kind}", hint=EXAMPLE)
    for title, part in cast("Mapping[object, object]", parts).items():
        if not isinstance(part, Readable):
            kind = type(part).__name__
            raise ParseError(f"{title!r}: a {kind} is no derivation or answer", hint=EXAMPLE)
