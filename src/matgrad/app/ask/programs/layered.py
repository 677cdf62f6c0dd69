"""Parts of objects that words ask for: fc1.weight, model[0].bias, the bias of the last layer."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from matgrad.programs.listings.values import bare

MOST_LAYERS = 12
_DOTTED = re.compile(r"(?<![\w.])[A-Za-z]\w*(?:\.\w+|\[\d+\])+")
_ORDER = r"first|1st|second|2nd|third|3rd|fourth|4th|last|final|output|hidden|input"
_LAYER = r"(?:(?:linear|hidden|dense|fully[- ]connected)\s+)?(?:linear\s+)?layer"
_REQUEST = re.compile(
    rf"(?:(?P<before>{_ORDER})[- ]{_LAYER}(?:['’]s)?[- ]+)?"
    r"(?<!\w)(?<!\.)(?P<kind>weights?|bias(?:es)?)(?![\w.=])(?:\s+(?:matrix|matrices|vector))?"
    rf"(?:\s+(?:of|in|for|from)\s+(?:the\s+)?[`]?(?:(?P<behind>{_ORDER})\s+{_LAYER}|(?P<name>\w+)))?",
    re.I,
)
_ABOUT = re.compile(
    r"with\s+respect\s+to|w\.?\s?r\.?\s?t|gradients?|derivatives?|\bgrads?\b|∂|\bd\w+/d", re.I
)
_PLACES = {
    "first": 0, "1st": 0, "input": 0, "hidden": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2,
    "fourth": 3, "4th": 3, "last": -1, "final": -1, "output": -1,
}  # fmt: skip
_NAMES = {"weight": ("weight", "weights", "W", "w"), "bias": ("bias", "biases", "b")}


def parts_named(words: str) -> list[str]:
    """Parts of objects that words name: fc1.weight; model[0].weight is model.0.weight."""
    found = (re.sub(r"\[(\d+)\]", r".\1", x[0]) for x in _DOTTED.finditer(words))
    return list(dict.fromkeys(x.removesuffix(".grad").removeprefix("self.") for x in found))


def requests(words: str) -> Iterator[tuple[str, str]]:
    """The weights or biases that words ask for, each with the layer they name."""
    for sentence in re.split(r"(?<=[.?!])\s", words):
        if _ABOUT.search(sentence):
            for found in _REQUEST.finditer(sentence):
                kind = "weight" if found["kind"].lower().startswith("weight") else "bias"
                yield kind, (found["before"] or found["behind"] or found["name"] or "").lower()


def part_keys(asked: Iterable[tuple[str, str]], keys: Sequence[str]) -> list[str]:
    """The parts of objects that requests mean."""
    found: list[str] = []
    for kind, layer in asked:
        own = [x for x in keys if "." in x and bare(x) in _NAMES[kind]]
        if layer in _PLACES:
            labels = list(dict.fromkeys(x.rpartition(".")[0] for x in own))
            place = _PLACES[layer]
            labels = labels[place:][:1] if place >= 0 else labels[place:]
            found += [x for x in own if x.rpartition(".")[0] in labels]
        else:
            named = [x for x in own if bare(x.rpartition(".")[0]).lower() == layer]
            found += named or own
    return list(dict.fromkeys(found))


def keys_of(name: str, keys: Collection[str]) -> list[str]:
    """The names of the whole program that a name in the words means: W is fc.W if no other is."""
    if name in keys:
        return [name]
    return [x for x in keys if x.endswith(f".{name}")]


def makes_layers(body: Iterable[ast.stmt]) -> bool:
    """Does a program use layers, its own or those of torch.nn?"""
    nodes = (node for statement in body for node in ast.walk(statement))
    return any(isinstance(x, ast.ClassDef) or (isinstance(x, ast.Attribute) and x.attr == "Linear")
               for x in nodes)  # fmt: skip
