"""Sums of rows, softmax, variances, blocks: what C code computes in several loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import mul

from matgrad.codegen.c.code import AXES, Code, Loop, Place, Writer, add
from matgrad.codegen.plan.operations import SHARES, TWINS
from matgrad.codegen.plan.selections import bands, pieces
from matgrad.codegen.plan.values import Axes, Value
from matgrad.core.dims import ONE, Dim

# ---------------------------------------------------------------- sums over indices

# Sums over indices in C: one product of matrices where that is what they are, else loops.

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
    return reduce(mul, _axes(word, sizes), ONE)


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


# ---------------------------------------------------------------- reductions


def sum_axis(code: Code, value: Value) -> None:
    """Sums of rows or of columns."""
    (A,) = value.args
    out = code.solid(value).pointer
    m, n = (code.size(size) for size in A.axes)
    if value.data:
        code.lines += [
            f"for (long i = 0; i < {m}; i++) {{",
            "    double s = 0;",
            "    #pragma omp simd reduction(+:s)",
            f"    for (long j = 0; j < {n}; j++) s += {code.read(A)};",
            f"    {out}[i] = s;",
            "}",
        ]
        return
    code.lines.append(f"for (long j = 0; j < {n}; j++) {out}[j] = 0;")
    code.loop(A.axes, f"{out}[j] += {code.read(A)};")


def softmax(code: Code, value: Value) -> None:
    """exp(x)/sum(exp(x)), or log(sum(exp(x))), of all entries or of each row, without overflow.

    Where both are asked for, they are computed together.
    """
    if value in code.places or value in code.texts:
        return
    (X,) = value.args
    if not X.axes:  # exp(x)/exp(x), and log(exp(x))
        code.texts[value] = code.read(X) if value.op.startswith("log") else "1.0"
        return
    twin = code.sums_of_exponentials.get((TWINS[value.op], X))
    share, total = (value, twin) if value.op in SHARES else (twin, value)
    is_rows = value.op.endswith("_rows") and X.is_matrix
    height = code.size(X.axes[0]) if is_rows else "1"
    width = code.size(reduce(mul, X.axes[1:] if is_rows else X.axes))
    given, sums = code.contiguous(X).pointer, ""
    if total is not None:
        sums = (code.solid(total) if total.axes else code.buffer(())).pointer
        if not total.axes:
            code.texts[total] = f"{sums}[0]"
    if share is None:
        code.lines.append(f"logsumexp_rows({height}, {width}, {given}, {sums});")
    elif is_rows:
        rows, wanted = X.axes[:1], int(total is not None)
        room = f"{sums or code.buffer(rows).pointer}, {code.buffer(rows).pointer}"
        out = code.solid(share).pointer
        code.lines.append(f"softmax_rows({height}, {width}, {given}, {out}, {room}, {wanted});")
    else:
        code.lines.append(f"softmax({width}, {given}, {code.solid(share).pointer}, {sums or '0'});")


def join(code: Code, value: Value) -> None:
    """Arrays below or beside each other."""
    out = code.solid(value)
    beside = value.data and value.args[0].is_matrix
    start = "0"
    for arg in value.args:
        index = ("i", f"({start} + j)") if beside else (f"({start} + i)", "j")
        read = code.read(arg)
        code.loop(arg.axes, f"{out.at(*index[: max(len(arg.axes), 1)])} = {read};")
        start += f" + {code.size(arg.axes[1 if beside else 0])}"


def block(code: Code, value: Value) -> None:
    """Rows of blocks; a vector among them is a row, a number a block of its own."""
    out = code.solid(value)
    rest = iter(value.args)
    row = "0"
    for count in value.data:
        column, height = "0", "0"
        for _ in range(count):
            arg = next(rest)
            down, along = ("i", "j") if arg.is_matrix else ("0", "i" if arg.axes else "0")
            write = f"{out.at(f'({row} + {down})', f'({column} + {along})')} = {code.read(arg)};"
            if arg.axes:
                code.loop(arg.axes, write)
            else:
                code.lines.append(write)
            height, width = ("1", "1", *map(code.size, arg.axes))[-2:]
            column += f" + {width}"
        row += f" + {height}"


REDUCING: dict[str, Writer] = {
    "join": join,
    "block": block,
    "sum_axis": sum_axis,
    **dict.fromkeys(TWINS, softmax),
}


# ---------------------------------------------------------------- among zeros

# Arrays among zeros, vectors on diagonals, running sums and convolutions.
#
# Loops go over what is not zero. The innermost writes other entries each time, as it is vectorised.


def _moved(code: Code, start: Dim, index: str) -> str:
    return index if start.value == 0 else f"({code.size(start)} + {index})"


def placed(code: Code, value: Value) -> None:
    """A sum of arrays, each from a place on."""
    out = code.target(value)
    code.loop(value.axes, f"{out.at(*AXES[: len(value.axes)])} = 0;", out)
    for piece, starts, minus in pieces(value):
        spot = out.at(*(_moved(code, s, i) for s, i in zip(starts, AXES, strict=False)))
        code.loop(piece.axes, f"{spot} {'-' if minus else '+'}= {code.bare(code.read(piece))};")


def diagonals(code: Code, value: Value) -> None:
    """A matrix of zeros with vectors on diagonals."""
    out = code.target(value)
    code.loop(value.axes, f"{out.at('i', 'j')} = 0;", out)
    for entries, row, column in bands(value):
        spot = out.at(_moved(code, row, "i"), _moved(code, column, "i"))
        code.loop(entries.axes, f"{spot} += {code.bare(code.read(entries))};")


def cumsum(code: Code, value: Value) -> None:
    """Running sums along an axis, from either end."""
    (A,) = value.args
    axis, reverse = value.data
    places = (code.places[A], code.target(value))
    sizes = [*map(code.size, value.axes), "1"][:2]
    strides = [[*place.strides, "0"][:2] for place in places]
    if axis:
        sizes, *strides = ([*reversed(each)] for each in (sizes, *strides))
    X, Y = (", ".join([place.pointer, *each]) for place, each in zip(places, strides, strict=True))
    code.lines.append(f"running({', '.join(sizes)}, {X}, {int(reverse)}, {Y});")


PLACING: dict[str, Writer] = {
    "placed": placed,
    "diagonals": diagonals,
    "cumsum": cumsum,
}
