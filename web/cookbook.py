"""Writes the cookbook: every identity of docs/cookbook.jsonl, derived and checked anew.

An identity that is not verified, or not read without a guess, ends the build, so the pages cannot
be wrong or stale. They need no script; each identity opens the page, where it can be changed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import matgrad as mg
from matgrad.api import data
from matgrad.api.derivation import Derivation
from matgrad.core.steps import Problem
from matgrad.render.html import STYLE, Html
from matgrad.render.page import Chapter

DOCS = Path(__file__).parent.parent / "docs"
OWN = """
nav { margin-bottom: 1.6rem; font-size: 0.95rem; }
section { border-top: 1px solid #9993; padding: 0.9rem 0; }
section h2 { margin: 0 0 0.4rem; }
.statement { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  gap: 0.2rem 1.5rem; align-items: center; font-size: 1.08rem; padding: 0.3rem 0; }
.statement > * { overflow-x: auto; overflow-y: hidden; }
a.statement { color: inherit; text-decoration: none; border-top: 1px solid #9993; }
a.statement:hover { background: #8881; }
@media (max-width: 40rem) { .statement { grid-template-columns: minmax(0, 1fr); } }
.typed { color: #6b6b6b; }
.needs, summary, .change { font-size: 0.9rem; }
details { margin: 0.2rem 0; } summary { cursor: pointer; }
a { color: #3445ad; } @media (prefers-color-scheme: dark) { a { color: #aab6ff; } }
"""


class Identity(NamedTuple):
    """One row of the cookbook with its derivation."""

    number: int
    group: str
    title: str
    text: str
    problem: Problem
    derived: Derivation

    @property
    def statement(self) -> str:
        """f = …, ∂f/∂x = … as MathML."""
        d = self.derived
        (name,) = d.results
        answer = d.forms.get("closed", d.results[name])
        parts = (
            f"{self.problem.name} = {self.problem.function.latex()}",
            f"{data.label(d, name)} = {answer.latex()}",
        )
        shown = "".join(f"<span>{Html().display(part)}</span>" for part in parts)
        facts = [
            f"{x.name}: {', '.join(sorted(x.data.facts))}".replace("_", " ")
            for x in self.problem.symbols.values()
            if x.data.facts
        ]
        return shown + f'<span class="needs">{escape("; ".join(facts))}</span>' * bool(facts)

    @property
    def heading(self) -> str:
        """What people call it, if it has a name."""
        return f"<h2>{escape(self.title)}</h2>\n" if self.title else ""

    def section(self) -> str:
        """The identity with its derivation and its code, which open on a click."""
        d, html = self.derived, Html()
        needs = "".join(f'<p class="needs">needs: {escape(str(c))}</p>' for c in d.assumptions)
        link = "../#" + urlencode({"f": self.text})
        return (
            f'<section id="n{self.number}">{self.heading}'
            f'<div class="statement">{self.statement}</div>\n{needs}'
            f'<p class="typed"><code>{escape(self.text)}</code></p>\n'
            f"<details><summary>Derivation</summary>{html.chapter(Chapter('', d.document()))}"
            f"</details>\n<details><summary>Code</summary>{html.code(d.compile('numpy').source)}"
            f'</details>\n<p class="change"><a href="{escape(link)}">change it on the page</a></p>'
            "</section>"
        )


def identities(lines: Iterable[str]) -> Iterator[Identity]:
    """Every identity, derived; one that is guessed or not verified is an error."""
    for number, row in enumerate(map(json.loads, lines), 1):
        problem = mg.parse(row["input"])
        assert problem.asked is not None
        kind, wrt = problem.asked
        d: Derivation = getattr(mg, kind)(problem, list(wrt))
        if not d.verdict.ok or d.reading.status != "read":
            raise SystemExit(f"not verified or not read: {row['input']}")
        yield Identity(number, row["group"], row.get("title", ""), row["input"], problem, d)


def page(title: str, body: str) -> str:
    """A page around a body."""
    whole = Html().whole(title, f"<header>{escape(title)}</header>\n{body}")
    return whole.replace(STYLE, STYLE + OWN)


def name_of(words: str) -> str:
    """Words as the name of a file."""
    return re.sub(r"\W+", "-", words).strip("-").lower()


def main(target: Path) -> None:
    """Write a page for each group, and one that lists them all."""
    target.mkdir(parents=True, exist_ok=True)
    lines = (DOCS / "cookbook.jsonl").read_text("utf-8").splitlines()
    contents: list[str] = []
    for group, found in groupby(identities(lines), key=lambda each: each.group):
        rows = [*found]
        sections = "\n".join(each.section() for each in rows)
        back = '<nav><a href="./">all identities</a>, <a href="../">ask your own</a></nav>'
        file = f"{name_of(group)}.html"
        (target / file).write_text(page(group, f"{back}\n{sections}"), "utf-8")
        listed = "".join(
            f'<a class="statement" href="{file}#n{each.number}">{each.statement}</a>'
            for each in rows
        )
        contents.append(f'<h1><a href="{file}">{escape(group)}</a></h1>\n{listed}')
    words = (
        f"<p>{len(lines)} derivatives that people look up, each with its derivation, its "
        "conditions and its code. All of them were derived and checked when this page was made. "
        'Is yours not among them? <a href="../">Ask</a>.</p>'
    )
    (target / "index.html").write_text(page("Cookbook", words + "\n".join(contents)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
