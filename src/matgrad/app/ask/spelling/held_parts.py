r"""Parts of a function that words hold fixed: “the target ⟦r + \gamma w^Tu⟧ is a constant here”.

The part gets a letter, ⟦t = r + \gamma w^Tu⟧, and the formulas in which it stands have that letter:
what holds for names that a text defines and holds fixed then holds for it. Where it stands in no
formula as it is written, the text is asked.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.held import HELD
from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.segments import Cut

_RELATION = re.compile(
    r"[=<>≤≥∈~,]|\\(?:in|leq?|geq?|to|times|sim|subset|neq?|forall|dots|ldots)(?![A-Za-z])"
)
_MADE = re.compile(r"[-+(|]|\^\s*\{?\s*(?:T|\\top|\d)|\\(?:frac|log|exp|sqrt|operatorname|sum)")
_GAP = r"(?:\s|\\[,;:!> ]|\\q?quad(?![A-Za-z])|\\(?:left|right)\s*(?=[()\[\]|]))"  # means nothing
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")
_OPENS = r"(?:^|(?<=[=(\[{|,+&])|(?<=\\\|))"
_OPENS_TERM = r"(?:^|(?<=[=(\[{|,+&-])|(?<=\\\|))"
_CLOSES = rf"(?={_GAP}*(?:$|[)\]}}|,+&-]|\\\|))"
_DEFINES = re.compile(r"(?:(?!\\nabla|\\partial|\\frac)[^='/])*=")  # no derivative
_LETTERS = "tschpqzkmg"


def with_held_parts(cut: Cut) -> Cut:
    """The text with letters for the parts that it holds fixed."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    notes: list[str] = []
    for mark in _parts(writing):
        part = _bare(writing.formula(mark))
        used = {*re.findall(r"\\[A-Za-z]+|[A-Za-z]", " ; ".join(writing.formulas))}
        letter = next((x for x in _LETTERS if x not in used), "")
        if letter and _put(writing, part, letter):
            writing.formulas[int(mark.strip(MARK))] = f"{letter} = {part}"
            notes.append(f"{letter} stands for {quoted(part).plain}")
    is_put = [_put(writing, part, name) for name, part in _defined(writing)]
    made = writing.recut(cut)
    return made.rewritten(lambda latex: latex, *notes) if notes or any(is_put) else cut


def unknown_part(cut: Cut) -> str | None:
    """The question about a part that is held fixed and stands in no formula of the text."""
    if has_marks(cut):
        return None
    writing = Writing.of(cut)
    for mark in _parts(writing):
        part = writing.formula(mark)
        others = [latex for latex in writing.formulas if latex != part and "=" in latex]
        if any({*names_in(part)} <= {*names_in(latex)} for latex in others):
            shown = quoted(part).plain
            return f"What is held fixed? Write it as a name, with an equation: t = {shown}."
    return None


def _parts(writing: Writing) -> list[str]:
    """The marks of what is held fixed and is no name and no equation."""
    return [mark for mark in _held(writing) if _is_part(writing.formula(mark))]


def _held(writing: Writing) -> list[str]:
    found = [each["of"] for way in HELD for each in way.finditer(writing.text)]
    return [*dict.fromkeys(mark for each in found for mark in re.findall(ANY, each))]


def _defined(writing: Writing) -> list[tuple[str, str]]:
    """What is held fixed and has a name, which the function may have written out."""
    equations = [latex.split("=") for latex in writing.formulas if latex.count("=") == 1]
    values = {left.strip(" :"): _bare(value) for left, value in equations}
    names = [writing.formula(mark).partition("=")[0].strip(" :") for mark in _held(writing)]
    return [(x, values[x]) for x in names if x in values and _is_part(values[x])]


def _bare(latex: str) -> str:
    """A part without the spaces and sizes of brackets that may differ where it stands."""
    return re.sub(rf"{_GAP}+", " ", latex).strip()


def _is_part(latex: str) -> bool:
    """Is this neither a name nor something that is said of one?"""
    latex = _bare(latex)
    names = len(names_in(latex))
    is_made = names > 1 or (names == 1 and _MADE.search(latex) is not None)
    return is_made and whole_name(latex) is None and not _RELATION.search(latex)


def _put(writing: Writing, part: str, letter: str) -> bool:
    """Write the letter for the part in all formulas; not where only some places are clear."""
    anywhere = rf"{_GAP}*".join(re.escape(token) for token in _TOKEN.findall(part))
    own = re.compile(rf"(?:{re.escape(letter)}\s*:?=\s*)?{anywhere}{_GAP}*")
    formulas = [latex for latex in writing.formulas if not own.fullmatch(latex.strip())]
    made = {latex: _there(part, anywhere).sub(lambda _: f" {letter} ", latex) for latex in formulas}
    changed = [latex for latex in formulas if made[latex] != latex]
    left = [x for x in formulas if re.search(anywhere, made[x])]
    if not changed or any(x in changed or _DEFINES.match(x) for x in left):
        return False
    writing.formulas[:] = [made.get(latex, latex) for latex in writing.formulas]
    return True


def _there(part: str, anywhere: str) -> re.Pattern[str]:
    """Where the part stands in a formula, as a whole: a sum not behind a minus."""
    is_sum = re.search(r"[-+]", re.sub(r"\{[^{}]*\}|\([^()]*\)", "", part)) is not None
    opens = _OPENS if is_sum else _OPENS_TERM
    return re.compile(rf"{opens}{_GAP}*{anywhere}(?![A-Za-z\d_^']){_CLOSES}")
