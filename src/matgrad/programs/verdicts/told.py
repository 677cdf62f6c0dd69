"""What is told of a program: by arguments, and by comments such as `# X: (n, d), Y one-hot`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matgrad.programs.listings.derivatives import UPSTREAM, derivative_of

_SIZE = r"[A-Za-z]\w{0,15}|\d{1,4}"
_NAME = r"\b(?<!\.)(?P<name>[A-Za-z]\w*)"
_SHAPE = re.compile(  # X, W: (n, d); Y is one-hot, of shape (n, k)
    r"(?<![\w.])(?P<names>[A-Za-z]\w*(?:\s*(?:,\s*and|,|and)\s+[A-Za-z]\w*){0,12})(?=\s|:)"
    r"(?:\s*(?:[:,]|is|are|of|has|have|with|an?|the|all|both|shapes?|sizes?|array|matrix|vector"
    r"|one-?hot|labels?|logits|data|weights?|inputs?|targets?)(?!\w)){0,9}\s*"
    rf"[(\[]\s*(?P<first>{_SIZE})\s*,\s*(?P<second>{_SIZE})?\s*[)\]]"
)
_RANK = re.compile(rf"{_NAME}\s*(?:is|:)\s*(?:an?\s+)?(?P<kind>vector|matrix|scalar|number)\b")
_RANKS = {"vector": 1, "matrix": 2}
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


_FACTS = {
    "symmetric": _saying("symmetric"),
    "positive_definite": _saying("positive[- ]definite"),
    "onehot": _saying("one[- ]?hot"),
}
_BINARY = _saying(
    r"0\s*/\s*1|binary|boolean|(?:contains|has|holds)\s+(?:only\s+)?zeros\s+and\s+ones"
)
_GIVEN = re.compile(
    r"\b(?:given|receives?|upstream|incoming)\s+"
    r"(?P<names>\w+(?:(?:\s*,\s*|\s+and\s+)\w+){0,9})"
)
_SHORT = re.compile(r"d_?[A-Z]\w*|d[a-z]")  # dY of an output that has no name
_SET = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?:=.*|:[^=]*|,\s*)?")


@dataclass(frozen=True)
class Told:
    """What is known of a program before it is read."""

    shapes: Mapping[str, tuple[str, ...]]  # sizes by name; an empty one is not told
    sizes: frozenset[str]
    facts: Mapping[str, Sequence[str]]
    binary: tuple[str, ...]  # arrays of zeros and ones
    wrt: tuple[str, ...]
    started: frozenset[str]  # variables, also where they are set to numbers at first
    library: str  # whose methods arrays have
    given: tuple[str, ...]  # derivatives from above
    outside: Mapping[str, tuple[str, ...]]  # names that routines set and others use


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
        for each in _RANK.finditer(text):
            found[each["name"]] = ("",) * _RANKS.get(each["kind"], 0)
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


def binary_in(words: Sequence[str], names: set[str]) -> tuple[str, ...]:
    """The arrays of zeros and ones, by the comments."""
    return tuple(x for x in dict.fromkeys(_said(_BINARY, words)) if x in names)


def _said(patterns: Sequence[re.Pattern[str]], words: Sequence[str]) -> Iterator[str]:
    for sentence in (x for text in words for x in re.split(r"(?<=[.;!?])\s", text)):
        for found in (x for pattern in patterns for x in pattern.finditer(sentence)):
            before = sentence[: found.start()].rstrip()
            is_said = found["link"] or not before or before[-1] in ",;:"
            if is_said and not _DOUBT.search(before + sentence[found.end() :]):
                yield found["name"]


def given_in(words: Sequence[str], body: Sequence[ast.stmt]) -> tuple[str, ...]:
    """The derivatives from above, by the comments: backward, given dh and dc."""
    nodes = [x for each in body for x in ast.walk(each) if isinstance(x, ast.Name)]
    stored = {x.id for x in nodes if isinstance(x.ctx, ast.Store)}
    found = (x for text in words for each in _GIVEN.finditer(text)
             for x in re.findall(r"\w+", each["names"]))  # fmt: skip
    is_one = {x: UPSTREAM.fullmatch(x) or _SHORT.fullmatch(x) or derivative_of(x, stored)
              for x in found}  # fmt: skip
    return tuple(x for x, is_above in is_one.items() if is_above and x not in stored)


def definite(body: Sequence[ast.stmt]) -> dict[str, list[str]]:
    """Matrices of which a Cholesky factor is taken, covariances, and small positive numbers."""
    facts: dict[str, list[str]] = {}
    for node in (node for statement in body for node in ast.walk(statement)):
        match node:
            case (
                ast.Call(
                    func=ast.Attribute(attr="cholesky" | "cho_factor"), args=[ast.Name(id=name), *_]
                )
                | ast.Name(id=("Sigma" | "cov" | "Cov" | "covariance") as name)
            ):
                facts[name] = ["positive_definite"]
            case ast.Name(
                id=("eps" | "epsilon" | "delta" | "sigma" | "tau" | "temperature") as name
            ):
                facts[name] = ["positive"]
            case _:
                pass
    return facts


def shapes_by_above(
    body: Sequence[ast.stmt], told: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The shapes of values, by those of derivatives that nothing sets: N, D = dout.shape."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    stored = {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    found: dict[str, tuple[str, ...]] = {}
    for name, sizes in {**dict(_unpacked(nodes)), **told}.items():
        if name not in stored:
            target = derivative_of(name, stored) or ("out" if UPSTREAM.fullmatch(name) else "")
            found |= {target: sizes} if target and target not in told else {}
    return found


def _unpacked(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """How many axes arrays have by the statements that unpack their shapes."""
    for node in nodes:
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=sizes)],
                value=ast.Attribute(value=ast.Name(id=name), attr="shape"),
            ):
                yield name, ("",) * len(sizes)
            case _:
                pass
