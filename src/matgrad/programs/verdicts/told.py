"""What is told of a program: by arguments, and by comments such as `# X: (n, d), Y one-hot`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from matgrad.programs.listings.likely import UPSTREAM, WEIGHTS, derivative_of
from matgrad.programs.verdicts.source import (
    called_name,
    counts,
    functions,
    loaded,
    numbers_by_default,
    outside,
    parts_set,
    stored,
    walked,
)

_SIZE = r"[A-Za-z]\w{0,15}|\d{1,4}"
_NAME = r"\b(?<!\.)(?P<name>[A-Za-z]\w*)"
_SHAPE = re.compile(  # X, W: (n, d); Y is one-hot, of shape (n, k)
    r"(?<![\w.])(?P<names>[A-Za-z]\w*(?:\s*(?:,\s*and|,|and)\s+[A-Za-z]\w*){0,12})(?=\s|:)"
    r"(?:\s*(?:[:,]|is|are|of|has|have|with|an?|the|all|both|shapes?|sizes?|array|matrix|vector"
    r"|one-?hot|labels?|logits|data|weights?|inputs?|targets?)(?!\w)){0,9}\s*"
    rf"[(\[]\s*(?P<first>{_SIZE})\s*,\s*(?P<second>{_SIZE})?\s*[)\]]"
)
# What is said of an array behind its name; nothing where it is doubted or denied.
_SAID = rf"{_NAME}\s*(?P<link>[:,]|is\b|are\b)?\s*(?:the|an?)?\s*" + (
    r"(?:[(\[][^)\]]{0,40}[)\]]\s*,?\s*)?"
)
_DOUBT = re.compile(
    r"^\W*(?:is|are)\b|\b(?:if|whether|unless|not|never|suppose|otherwise)\b|\?", re.I
)
_BEFORE = rf"\s+(?P<link>matrix|labels?|targets?|mask|vectors?|rows)\s+{_NAME}"


def _saying(fact: str) -> tuple[re.Pattern[str], ...]:
    """A is symmetric, the symmetric matrix A."""
    return re.compile(rf"{_SAID}(?:{fact})\b"), re.compile(rf"\b(?:{fact}){_BEFORE}")


BINARY = "binary"  # said of an array of zeros and ones
_FACTS = {
    "symmetric": _saying("symmetric"),
    "positive_definite": _saying("positive[- ]definite"),
    "onehot": _saying("one[- ]?hot"),
    BINARY: _saying(
        r"0\s*/\s*1|binary|boolean|(?:contains|has|holds)\s+(?:only\s+)?zeros\s+and\s+ones"
    ),
}
_USUAL = {  # of names that hardly anything else has
    **dict.fromkeys("Sigma cov Cov covariance".split(), "positive_definite"),
    **dict.fromkeys("eps epsilon delta sigma tau temperature".split(), "positive"),
}
_SET = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?:=.*|:[^=]*|,\s*)?")


@dataclass(frozen=True)
class Told:
    """What is known of a program before it is read, by arguments, comments and itself."""

    told: Mapping[str, tuple[str, ...]]  # sizes by name
    sizes: frozenset[str]  # names of sizes
    facts: Mapping[str, Sequence[str]]
    binary: frozenset[str]  # arrays of zeros and ones
    wrt: tuple[str, ...]
    started: frozenset[str]  # variables, also where they are set to numbers at first
    library: str  # whose methods arrays have


def told_of(  # noqa: PLR0913
    source: str,
    body: Sequence[ast.stmt],
    *,
    wrt: tuple[str, ...],
    shapes: Mapping[str, tuple[str, ...]],
    assume: Mapping[str, Sequence[str]],
    words: str,
    sizes: frozenset[str],
) -> Told:
    """What arguments, comments and the program itself tell before it is read."""
    nodes = walked(body)
    names = _names(nodes)
    variables = names - functions(nodes).keys()
    lines = [" ".join(x.split()) for text in (*remarks(source), words) for x in text.splitlines()]
    told = {**shapes_in(lines, variables), **shapes}
    for routine in functions(body).values():
        told = dict.fromkeys(numbers_by_default(routine), ()) | told
    told |= _shapes_by_above(body, told)
    said = _usual_facts(nodes) | facts_in(lines, names) | {**assume}
    started = {*wrt}
    for node in nodes:  # dw = …, w -= lr * g
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Sub()) if WEIGHTS.fullmatch(name):
                started.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                started |= {derivative_of(name, variables - {name}) or ""} - {""}
            case _:
                pass
    around = outside(body)
    inside = (stored(*body) | parts_set(body)) - loaded(*around)  # what only a routine has
    samples = counts(body, names - {*told, *started} - stored(*around) - inside)
    axes = (x for each in told.values() for x in each)
    return Told(
        told=told,
        sizes=sizes | samples | {x for x in axes if x and not x.isdigit()},
        facts={name: [x for x in each if x != BINARY] for name, each in said.items()},
        binary=frozenset(name for name, each in said.items() if BINARY in each),
        wrt=wrt,
        started=frozenset(started),
        library="numpy" if names & {"np", "numpy"} or not names & {"torch", "nn", "F"} else "torch",
    )


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """The names of a program: of values, parameters, keys, and parts of self."""
    found: set[str] = set()
    for node in nodes:
        match node:
            case (
                ast.Name(id=name)
                | ast.arg(arg=name)
                | ast.Subscript(slice=ast.Constant(value=str(name)))
                | ast.Attribute(value=ast.Name(id="self"), attr=name)
            ):
                found.add(name)
            case _:
                pass
    return found


def remarks(source: str) -> Iterator[str]:
    """Docstrings, and comments, with the name that their line sets before them.

    >>> [*remarks("W = f(x)  # (d, k)")]
    ['W: (d, k)']
    """
    for one, other in re.findall(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', source, re.DOTALL):
        yield one or other
    for line in source.splitlines():
        head, sign, said = line.partition("#")
        found = _SET.fullmatch(head) if head.strip() else None
        if sign:
            yield f"{found['name']}: {said.strip()}" if found else said.strip()


def shapes_in(words: Sequence[str], names: set[str]) -> dict[str, tuple[str, ...]]:
    """The shapes that comments tell.

    >>> shapes_in(["X: (n, d), y: (n,)"], {"X", "y"})
    {'X': ('n', 'd'), 'y': ('n',)}
    """
    found: dict[str, tuple[str, ...]] = {}
    for text in words:
        for each in _SHAPE.finditer(text):
            sizes = tuple(x for x in (each["first"], each["second"]) if x)
            found |= dict.fromkeys(re.findall(r"\w+", each["names"]), sizes)
    return {name: sizes for name, sizes in found.items() if name in names}


def facts_in(words: Sequence[str], names: set[str]) -> dict[str, list[str]]:
    """What comments say of arrays: Y is one-hot.

    >>> facts_in(["A is symmetric", "is B: symmetric?"], {"A", "B"})
    {'A': ['symmetric']}
    """
    found: dict[str, list[str]] = {}
    for fact, patterns in _FACTS.items():
        for name in _said(patterns, words):
            found.setdefault(name, []).append(fact)
    return {name: facts for name, facts in found.items() if name in names}


def _said(patterns: Sequence[re.Pattern[str]], words: Sequence[str]) -> Iterator[str]:
    for sentence in (x for text in words for x in re.split(r"(?<=[.;!?])\s", text)):
        for found in (x for pattern in patterns for x in pattern.finditer(sentence)):
            before = sentence[: found.start()].rstrip()
            is_said = found["link"] or not before or before[-1] in ",;:"
            if is_said and not _DOUBT.search(before + sentence[found.end() :]):
                yield found["name"]


def _usual_facts(nodes: Sequence[ast.AST]) -> dict[str, list[str]]:
    """Matrices of which a Cholesky factor is taken, covariances, and small positive numbers."""
    calls = [x for x in nodes if isinstance(x, ast.Call) and x.args]
    roots = [x.args[0] for x in calls if called_name(x) in ("cholesky", "cho_factor")]
    names = {x.id: _USUAL[x.id] for x in nodes if isinstance(x, ast.Name) and x.id in _USUAL}
    names |= {x.id: "positive_definite" for x in roots if isinstance(x, ast.Name)}
    return {name: [fact] for name, fact in names.items()}


def _shapes_by_above(
    body: Sequence[ast.stmt], told: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The shapes of values, by those of derivatives that nothing sets: N, D = dout.shape."""
    known = stored(*body)
    assigned = [x for x in walked(body) if isinstance(x, ast.Assign)]
    unpacked = {x.value.value.id: ("",) * len(x.targets[0].elts) for x in assigned
                if isinstance(x.targets[0], ast.Tuple) and isinstance(x.value, ast.Attribute)
                and x.value.attr == "shape" and isinstance(x.value.value, ast.Name)}  # fmt: skip
    found: dict[str, tuple[str, ...]] = {}
    for name, sizes in {**unpacked, **told}.items():
        target = derivative_of(name, known) or ("out" if UPSTREAM.fullmatch(name) else "")
        if name not in known and target and target not in told:
            found[target] = sizes
    return found
