r"""Features of a state and an action, \phi(s,a), in a softmax over actions: the vectors \phi_a.

They are vectors with an index where the state is always the same and a sum runs over the actions.
A function of them, h(s,a,\theta) = \theta^T x(s,a), is put in where it is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_FONT = r"\\(?:mathbf|boldsymbol|bm|vec)\s*\{\s*(?:[a-z]|\\[a-z]+)\s*\}"
_LETTER = r"(?:(?<![A-Za-z\\])|(?<=\^T))[fgx](?![A-Za-z])"  # x of \theta^Tx(s,a)
_NAME = rf"(?P<f>\\(?:var)?phi(?![A-Za-z])|\\psi(?![A-Za-z])|{_FONT}|{_LETTER})"
_OPEN, _CLOSE = r"\s*(?:\\left\s*)?\(\s*", r"\s*(?:\\right\s*)?\)"
_CALL = re.compile(rf"{_NAME}{_OPEN}(?P<s>[a-z](?:_\w)?)\s*,\s*(?P<a>[a-z]'?){_CLOSE}")
_MADE = re.compile(  # h(s,a,\theta) = \theta^T x(s,a)
    rf"\s*(?P<h>\\?[A-Za-z]+(?:_\\?\w+)?){_OPEN}(?P<of>[^()=|]{{3,30}}){_CLOSE}\s*:?=(?P<value>[^=]+)"
)
_OVER = r"[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)?"  # b \in \mathcal{{A}}
_SUM = rf"\\sum\s*(?:\\limits\s*)?_\s*(?:\{{{{\s*{{0}}(?![A-Za-z']){_OVER}\}}}}|{{0}}(?![A-Za-z']))"
_BEHIND = re.compile(r"(?:\||\\mid(?![A-Za-z])|;)[^()|=]*(?=\))")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LETTERS = "bcjkl"
_STOPS = " .,;"


def with_action_features(cut: Cut) -> Cut:
    r"""The text with \phi_a for the features \phi(s,a) of a policy."""
    for name in dict.fromkeys(found["f"] for found in _calls(cut)):
        made = _put_in(cut, name)
        calls = [found for found in _calls(made) if found["f"] == name]
        actions = {found["a"] for found in calls}
        summed = {action for action in actions if _is_summed(made, action)}
        is_one = len({found["s"] for found in calls}) == 1 and _is_fixed(made, calls[0])
        if is_one and summed and actions > summed:
            return _indexed(made, calls[0], sorted(actions))
    return cut


def _calls(cut: Cut) -> list[re.Match[str]]:
    return [found for latex in cut.formulas for found in _CALL.finditer(latex)]


def _is_summed(cut: Cut, index: str) -> bool:
    running = re.compile(_SUM.format(re.escape(index)))
    return any(map(running.search, cut.formulas))


def _is_fixed(cut: Cut, call: re.Match[str]) -> bool:
    """Do the features stand with their arguments only, and the state there or behind a bar only?"""
    formulas = [latex for latex in cut.formulas if latex.strip() != call["s"]]
    rest = " ; ".join(_BEHIND.sub("", _CALL.sub(" ", latex)) for latex in formulas)
    state = re.search(rf"(?<![A-Za-z\\]){call['s']}(?![A-Za-z])", _COMMAND.sub(" ", rest))
    return state is None and call["f"] not in (
        rest if "\\" in call["f"] else _COMMAND.sub("", rest)
    )


def _put_in(cut: Cut, name: str) -> Cut:
    """The text with a function of the features written out where it is called."""
    for at, each in enumerate(cut.segments):
        made = _MADE.fullmatch(each.text) if each.is_math else None
        inside = [x for x in _CALL.finditer(made["value"]) if x["f"] == name] if made else []
        if not made or not inside or made["h"] == name or r"\sum" in made["value"]:
            continue
        called = _calling(made, inside[0]["a"])
        segments = [
            Segment(True, called(x.text)) if x.is_math and i != at else x
            for i, x in enumerate(cut.segments)
        ]
        if tuple(segments) != cut.segments:
            segments[at] = Segment(False, "of the features")
            note = f"{quoted(made['h']).plain} is put in where it is called"
            return replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
    return cut


def _calling(made: re.Match[str], action: str) -> Callable[[str], str]:
    """A formula with the value of a function in the place of its calls, at other actions too."""
    of = [part.strip() for part in made["of"].split(",")]
    parts = [re.escape(x) if x != action else r"(?P<a>[a-z]'?)" for x in of]
    call = re.compile(
        rf"(?<![A-Za-z\\]){re.escape(made['h'])}{_OPEN}" + r"\s*,\s*".join(parts) + _CLOSE
    )

    def written(found: re.Match[str]) -> str:
        value = made["value"].strip(_STOPS)
        return _CALL.sub(lambda x: f"{x['f']}({x['s']}, {found['a']})", value)

    return lambda latex: call.sub(written, latex) if action in of else latex


def _indexed(cut: Cut, call: re.Match[str], actions: list[str]) -> Cut:
    """The text with an index for the action."""
    text = " ".join(cut.formulas)
    used = _COMMAND.sub(" ", text)
    free = iter(x for x in _LETTERS if not re.search(rf"(?<![A-Za-z]){x}(?![A-Za-z])", used))
    letters = {action: action if len(action) == 1 else next(free, "") for action in actions}
    others = (x for x in (r"\phi", r"\psi") if x not in text)  # f is the name of a function
    name = next(others, "") if call["f"] in "fg" else call["f"]
    if not name or not all(letters.values()):
        return cut

    def change(latex: str) -> str:
        for action, letter in letters.items():
            latex = re.sub(_SUM.format(re.escape(action)), rf"\\sum_{{{letter}}}", latex)
            latex = re.sub(rf"(?<![A-Za-z\\]){action}(?![A-Za-z'])", letter, latex)
        own = (found for found in _CALL.finditer(latex) if found["f"] == call["f"])
        for found in reversed([*own]):
            indexed = f"{name}_{{{found['a']}}}"
            latex = latex[: found.start()] + indexed + latex[found.end() :]
        return latex

    shown = quoted(call["f"]).plain
    index = f"{quoted(name).plain}_{call['a']}"
    note = f"{shown}({call['s']}, {call['a']}) is called {index}: {call['s']} is held fixed"
    return cut.rewritten(change, note)
