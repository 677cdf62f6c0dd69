"""Sums over indices in C: one product of matrices where that is what they are, else loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matgrad.codegen.targets.c_code import Code, Place
from matgrad.codegen.targets.c_loops import AXES, Loop, add
from matgrad.codegen.values import Axes, Value
from matgrad.core.dims import ONE, Dim

Sizes = Mapping[str, Dim]
Laid = tuple[Place, str]  # an array, and the letters of its axes in order

_ARRANGED = 4  # axes that the kernel for copies has


def nest(
    code: Code, letters: Sequence[str], sizes: Sequence[str], statement: str, simd: bool = False
) -> None:
    """A statement inside loops; with `simd` it sets another entry each time round the last one."""
    if simd and letters:
        heads = [(letter, "0", size) for letter, size in zip(letters, sizes, strict=True)]
        add(code.lines, Loop(tuple(heads), [statement], whole=" = " in statement))
        return
    indent = ""
    for letter, size in zip(letters, sizes, strict=True):
        code.lines.append(f"{indent}for (long {letter} = 0; {letter} < {size}; {letter}++)")
        indent += "    "
    code.lines.append(indent + statement)


def einsum(code: Code, value: Value) -> None:
    """A sum over repeated letters."""
    inputs, shown = value.data.split("->")
    words = inputs.split(",")
    pairs = zip(words, value.args, strict=True)
    sizes = {i: n for word, arg in pairs for i, n in zip(word, arg.axes, strict=True)}
    if len(words) == 2 and all(len(set(word)) == len(word) for word in words):
        summed = "".join(i for i in words[0] if i in words[1])
        if summed and not set(summed) & set(shown) and set("".join(words)) == {*summed, *shown}:
            _product(code, value, words, summed, sizes)
            return
    _loops(code, value, words, shown, sizes)


def _product(code: Code, value: Value, words: Sequence[str], summed: str, sizes: Sizes) -> None:
    """A product of matrices whose rows, columns or both are several indices."""
    kept = ["".join(i for i in word if i not in summed) for word in words]
    A = _grouped(code, value.args[0], words[0], (kept[0], summed), sizes)
    B = _grouped(code, value.args[1], words[1], (summed, kept[1]), sizes)
    order, shown = kept[0] + kept[1], value.data.split("->")[1]
    straight = order == shown
    out = code.solid(value) if straight else code.buffer(_axes(order, sizes))
    m, n, k = (code.size(_length(group, sizes)) for group in (kept[0], kept[1], summed))
    strides = [", ".join([place.pointer, *place.strides]) for place in (A, B)]
    code.lines.append(f"gemm({m}, {n}, {k}, {strides[0]}, {strides[1]}, {out.pointer});")
    if not straight:
        _permuted(code, (out, order), (code.solid(value), shown), sizes)


def _axes(word: str, sizes: Sizes) -> Axes:
    return tuple(sizes[i] for i in word)


def _length(word: str, sizes: Sizes) -> Dim:
    whole = ONE
    for i in word:
        whole = whole * sizes[i]
    return whole


def _grouped(code: Code, value: Value, word: str, groups: tuple[str, str], sizes: Sizes) -> Place:
    """An array as a matrix with two groups of its indices as rows and columns."""
    place = code.contiguous(value)
    rows, cols = groups
    if word not in (rows + cols, cols + rows):
        new = code.buffer(_axes(rows + cols, sizes))
        _permuted(code, (place, word), (new, rows + cols), sizes)
        place, word = new, rows + cols
    if word == rows + cols:
        return Place(place.pointer, (code.size(_length(cols, sizes)), "1"))
    return Place(place.pointer, ("1", code.size(_length(rows, sizes))))


def _permuted(code: Code, source: Laid, target: Laid, sizes: Sizes) -> None:
    """A copy in which the axes come in another order."""
    (X, word), (Y, shown) = source, target
    steps = dict(zip(word, X.strides, strict=True))
    lengths = [code.size(sizes[i]) for i in shown]
    if len(shown) <= _ARRANGED:
        few = _ARRANGED - len(shown)
        given = [*["1"] * few, *lengths, X.pointer, *["0"] * few, *(steps[i] for i in shown)]
        code.lines.append(f"arrange({', '.join(given)}, {Y.pointer});")
        return
    names = dict(zip(shown, AXES, strict=False))
    entry, spot = (p.at(*(names[i] for i in w)) for p, w in (source, target))
    nest(code, [names[i] for i in shown], lengths, f"{spot} = {entry};", simd=True)


def _loops(code: Code, value: Value, words: Sequence[str], shown: str, sizes: Sizes) -> None:
    """Loops over the indices of the result, in them sums; the last index innermost."""
    places = [code.contiguous(arg) for arg in value.args]
    summed = [i for i in sizes if i not in shown]
    names = dict(zip([*shown, *summed], AXES, strict=False))
    pairs = zip(places, words, strict=True)
    entry = " * ".join(place.at(*(names[i] for i in word)) for place, word in pairs)
    out = code.solid(value) if value.axes else code.buffer(())
    if not value.axes:
        code.texts[value] = f"{out.pointer}[0]"
    spot = out.at(*(names[i] for i in shown))
    if summed:
        count = code.size(_length(shown, sizes))
        code.lines.append(f"for (long i = 0; i < {count}; i++) {out.pointer}[i] = 0;")
    order = [*shown[:-1], *summed, *shown[-1:]]
    step = f"{spot} {'+=' if summed else '='} {entry};"
    lengths = [code.size(sizes[i]) for i in order]
    nest(code, [names[i] for i in order], lengths, step, simd=bool(shown))
