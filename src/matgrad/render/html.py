"""Pages that need nothing but a browser: formulas in MathML, no script, no other host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from matgrad.render.fitting import fitted, pieces
from matgrad.render.mathml import display_mathml, mathml
from matgrad.render.page import Chapter, Page
from matgrad.render.ruler import width

LINE = 44.0  # ems of a line

STYLE = """
body { max-width: 56rem; margin: 2.5rem auto; padding: 0 1.5rem; color: #1a1a1a;
  background: #fff; font: 17px/1.55 Georgia, "Times New Roman", serif; }
header { font-size: 2rem; font-weight: bold; margin: 0 0 1.2rem; }
h1 { font-size: 1.5rem; margin: 2.2rem 0 0.6rem; } h1:first-child { margin-top: 0; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 0.3rem; color: #444; }
p { margin: 0.15rem 0; } math { font-size: 1.08em; }
.scroll { overflow-x: auto; overflow-y: hidden; } table { border-collapse: collapse; }
td { padding: 0.26rem 0.28rem 0.26rem 0; vertical-align: baseline; }
td:first-child { text-align: right; white-space: nowrap; }
.display { margin: 0.5rem 0 0.5rem 1.6rem; } .display td { padding: 0.3rem 0.25rem 0.3rem 0; }
.why { color: #6b6b6b; font-size: 0.86rem; }
td:last-child { width: 100%; }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline;
  column-gap: 1.6rem; max-width: min(50rem, calc(100vw - 7rem)); }
.row .why { margin-left: auto; }
td.detail { font-size: 0.86rem; color: #444; }
pre { background: #f5f5f2; padding: 0.8rem 1rem; overflow-x: auto; font-size: 0.8rem; }
code { font-size: 0.82em; overflow-wrap: anywhere; white-space: pre-wrap; }
.bold { font-weight: bold; } .long math { padding: 0.3em 0; }
@media (max-width: 40rem) { .row .why { margin-left: 0; width: 100%; } }
@media print { body { margin: 0; max-width: none; } }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e6e6e6; }
  h2, td.detail { color: #bbb; } .why { color: #9a9a9a; } pre { background: #22252b; } }
"""

# Long selectors: notebooks align and stripe the cells of every table, and ours are equations.
SCOPED = """
div.matgrad .scroll { overflow-x: auto; overflow-y: hidden; }
div.matgrad .scroll table { border-collapse: collapse; margin: 0; border: none; }
div.matgrad .scroll table tr, div.matgrad .scroll table tr:nth-child(n) { background: none; }
div.matgrad .scroll table tr td { border: none; text-align: left; white-space: nowrap;
  padding: 0.2rem 0.5rem 0.2rem 0; background: none; vertical-align: baseline; }
div.matgrad .scroll table tr td:first-child { text-align: right; }
div.matgrad .scroll table tr td:last-child { width: 100%; }
div.matgrad .row { display: flex; flex-wrap: wrap; justify-content: space-between;
  align-items: baseline; column-gap: 1.6rem; }
div.matgrad .long math { padding: 0.3em 0; }
div.matgrad .row .why { margin-left: auto; } div.matgrad .row span { white-space: normal; }
div.matgrad h2 { font-size: 1em; font-weight: bold; margin: 0.8em 0 0.2em; }
div.matgrad .why { color: #777; font-size: 0.86em; } div.matgrad p { margin: 0.1em 0; }
"""


class Html(Page):
    """A page that needs nothing but a browser."""

    def math(self, source: str) -> str:
        """A formula inside of a line."""
        return _broken(source, mathml) if source else ""

    def display(self, source: str, beside: float = 0.0) -> str:
        """A formula with large fractions."""
        return _broken(source, display_mathml) if source else ""

    def words(self, text: str) -> str:
        """Plain words."""
        return escape(text)

    def source(self, text: str) -> str:
        """Words in the type of code."""
        return f"<code>{escape(text)}</code>"

    def bold(self, text: str) -> str:
        """Words in bold type."""
        return f"<b>{escape(text)}</b>"

    def heading(self, text: str, level: int) -> str:
        """The title of the page, a chapter or a section."""
        if level == 0:
            return f"<header>{escape(text)}</header>"
        return f"<h{level}>{escape(text)}</h{level}>"

    def equation(self, left: str, right: str, reason: str) -> str:
        """A row of equations."""
        return f"<tr><td>{left}</td><td>{_with_reason(right, reason)}</td></tr>"

    def detail(self, shown: str, reason: str) -> str:
        """A rewrite that explains the line above."""
        return f'<tr><td></td><td class="detail">{_with_reason(shown, reason)}</td></tr>'

    def line(self, shown: str) -> str:
        """A row of words."""
        return f"<p>{shown}</p>"

    def equations(self, rows: Sequence[str]) -> str:
        """Rows of equations below each other."""
        return '<div class="scroll"><table>\n' + "\n".join(rows) + "\n</table></div>"

    def displays(self, lines: Sequence[tuple[str, str]]) -> str:
        """The lines of displayed formulas."""
        return f'<div class="display">{super().displays(lines)}</div>'

    def code(self, source: str) -> str:
        """Source code."""
        return f"<pre>{escape(source)}</pre>"

    def picture(self, svg: str) -> str:
        """A picture."""
        return f'<div class="scroll">{svg[svg.index("<svg") :]}</div>'

    def fragment(self, chapter: Chapter) -> str:
        """A part of someone else's page, such as a notebook."""
        return f'<div class="matgrad"><style>{SCOPED}</style>\n{self.chapter(chapter)}\n</div>'

    def whole(self, title: str, body: str) -> str:
        """The page around everything."""
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"{body}\n</body>\n</html>\n"
        )


def _broken(source: str, spelled: Callable[[str], str]) -> str:
    """A formula; one that is longer than a line may go on in the next."""
    if width(source) <= LINE:
        return spelled(source)
    parts = pieces(fitted(source, LINE, opens=True))
    return f'<span class="long">{"<wbr>".join(map(spelled, parts))}</span>'


def _with_reason(shown: str, reason: str) -> str:
    """A formula and its reason, which goes below it where there is no room beside it."""
    why = f'<span class="why">{reason}</span>' if reason else ""
    return f'<div class="row">{shown}{why}</div>'
