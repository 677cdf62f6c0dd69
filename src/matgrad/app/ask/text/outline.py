"""What is laid out in lists, tables and numbered parts, as sentences that say the same.

“- ⟦1⟧: symmetric matrix” becomes “⟦1⟧ is symmetric matrix.”, a row of a table likewise, and
“Exercise 2.” or “2.” at the beginning of a line becomes “(2)”, as parts are numbered elsewhere.
"""

from __future__ import annotations

import re
from itertools import count

from matgrad.app.ask.text.marks import LIST, M

_NUMBER = r"\d{1,2}|[a-h]|i{1,3}|iv|v"
_CALLED = r"(?:exercise|problem|question|task|part|example|ex|q)\.?"
_HEADING = re.compile(
    rf"(?:^|\n|(?<=[.?!])[ \t]+(?=[*#_]*[A-Z\d]))[ \t]*[*#_]*[ \t]*(?:{_CALLED}\s*\(?"
    rf"(?P<part>{_NUMBER})(?:\)?[ \t]*[*_]*[.:)]+[*_]*|\)?[ \t]*[*_]*(?=\n))"
    r"|(?P<digit>\d{1,2})\.[*_]*(?=[ \t]+\S))[ \t]*\n?",
    re.I,
)
_LISTS = re.compile(r"\s*\\(?:begin|end)\s*\{(?:enumerate|itemize|description)\}\s*(?:\[[^\]]*\])?")
_ITEM = re.compile(r"\s*\\item\b\s*(?:\[[^\]]*\])?\s*")
_BULLET = re.compile(
    rf"^[ \t]*(?:[-*•+][ \t]+)?({LIST})[ \t]*(?::|[–—]|[ \t]-[ \t])[ \t]*(?=(?:{M}[ \t]+)?[A-Za-z])"
    r"([^\n]*)$",
    re.M,
)
_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$", re.M)
_END = re.compile(r"[.;?!:]\s*$")


def as_sentences(marked: str) -> str:
    """The text with sentences for what stands in lists and tables."""
    numbered = count(1)
    if r"\item" in marked:
        marked = _ITEM.sub(lambda _: f"\n\n({next(numbered)}) ", _LISTS.sub("\n\n", marked))
    marked = _HEADING.sub(lambda found: f"\n\n({found['part'] or found['digit']}) ", marked)
    return _BULLET.sub(_bullet, _ROW.sub(_row, marked)).strip()


def _bullet(found: re.Match[str]) -> str:
    return _sentence(found[1], found[2])


def _row(found: re.Match[str]) -> str:
    name, *cells = (cell.strip() for cell in found[1].split("|"))
    if re.fullmatch(LIST, name) and (words := " ".join(filter(None, cells))):
        return _sentence(name, words)
    return "\n" if M[0] not in found[1] else found[0]


def _sentence(names: str, words: str) -> str:
    verb = "is" if re.fullmatch(M, names) else "are"
    return f"\n{names} {verb} {words.rstrip(' ,')}{'' if _END.search(words) else '.'}\n"
