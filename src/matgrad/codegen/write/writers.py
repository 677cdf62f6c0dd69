"""Operations whose code is more than a template: a function for each language that needs one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import (
    ADD,
    ARITHMETIC,
    ATOM,
    DIV,
    MATMUL,
    MUL,
    NEG,
    POWER,
    Writer,
    Written,
    atom,
    number,
    wrap,
)
from matgrad.core.dims import ONE
from matgrad.errors import UnsupportedError


def is_beside(value: Value) -> bool:
    """Are arrays put together side by side?"""
    return bool(value.data) and value.args[0].is_matrix


def filled(ones: str, zeros: str, other: str) -> Writer:
    """An array of equal entries."""

    def write(program: Program, value: Value, parts: list[Text]) -> str:
        return {"1": ones, "0": zeros}.get(parts[0].code, other)

    return write


def index(place: int | tuple[int | str | None, int | str | None] | None) -> str:
    """One place in square brackets: a number, or from where to where."""
    if isinstance(place, int):
        return str(place)
    start, stop = place or (None, None)
    return f"{'' if start is None else start}:{'' if stop is None else stop}"


def indexed(every: bool) -> Writer:
    """A part of an array, of which every axis may have to be mentioned."""

    def write(program: Program, value: Value, parts: list[Text]) -> str:
        places = [*value.data]
        places += [None] * (len(value.args[0].axes) - len(places) if every else 0)
        return f"{{0}}[{', '.join(map(index, places))}]"

    return write


def rows_of(row: str, whole: str, matrix: str = "{}", vector: str = "{}") -> Writer:
    """Rows of blocks: templates of a row, of all of them, and of a matrix or another among them."""

    def write(program: Program, value: Value, parts: list[Text]) -> str:
        shown = (
            (matrix if arg.is_matrix else vector).format(f"{{{i}}}")
            for i, arg in enumerate(value.args)
        )
        rows = [", ".join(next(shown) for _ in range(length)) for length in value.data]
        return whole.format(", ".join(row.format(each) for each in rows))

    return write


# ---------------------------------------------------------------- NumPy and JAX


def matmul(program: Program, value: Value, parts: list[Text]) -> Written:
    """A product of matrices, which binds like one of numbers."""
    left, right = parts
    return f"{wrap(left, MATMUL)} @ {wrap(right)}", MATMUL


def matmul_turned(program: Program, value: Value, parts: list[Text]) -> Written:
    """On a CPU, XLA reads A.T @ x several times slower than x @ A."""
    left, right = parts
    if value.is_vector and value.args[0].op == "transpose" and left.code.endswith(".T"):
        return f"{wrap(right, MATMUL)} @ {left.code.removesuffix('.T')}", MATMUL
    return matmul(program, value, parts)


def scale_rows(program: Program, value: Value, parts: list[Text]) -> Written:
    """The rows of a matrix times numbers."""
    return f"{atom(parts[0])}[:, None] * {wrap(parts[1])}", MUL


def scale_columns(program: Program, value: Value, parts: list[Text]) -> Written:
    """The columns of a matrix times numbers."""
    return f"{wrap(parts[0], MUL)} * {wrap(parts[1])}", MUL


def numpy_full(program: Program, value: Value, parts: list[Text]) -> str:
    """An array of equal entries, of real numbers."""
    is_integer = value.args[0].op == "number" and value.args[0].data.denominator == 1
    entry = str(value.args[0].data) if is_integer else parts[0].code  # it may have a name: p = 1
    other = f"np.full({{shape}}, {entry}{'.0' if is_integer else ''}{{kind}})"
    return {"1": "np.ones({shape}{kind})", "0": "np.zeros({shape}{kind})"}.get(entry, other)


def outer_array(program: Program, value: Value, parts: list[Text]) -> Written | str:
    """An outer product whose axes are in another order."""
    left, right, shown = value.data
    if len(left) == len(right):
        return spread_product(program, value, parts)
    return f"np.einsum('{left},{right}->{shown}', {{0}}, {{1}})"


def turned(array: Text, names: Sequence[Any], wanted: Sequence[Any]) -> Text:
    """An array with its axes in another order."""
    order = [names.index(name) for name in wanted]
    if order == sorted(order):
        return array
    if order == [1, 0]:
        return Text(f"{atom(array)}.T", ATOM)
    return Text(f"{atom(array)}.transpose({', '.join(map(str, order))})", ATOM)


def spread(array: Text, names: str, shown: str) -> str:
    """An array with an axis of size one for each name it lacks, but for those at the front."""
    places = [":" if name in names else "None" for name in shown]
    places = places[places.index(":") :]
    return atom(array) if "None" not in places else f"{atom(array)}[{', '.join(places)}]"


def spread_product(program: Program, value: Value, parts: list[Text]) -> Written:
    """An outer product as one of entries, with new axes where an array has none."""
    left, right, shown = value.data
    return f"{spread(parts[0], left, shown)} * {spread(parts[1], right, shown)}", MUL


def einsum(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum over indices; by BLAS where no index stands in both arrays and in the result."""
    codes = ", ".join(part.code for part in parts)
    given, shown = value.data.split("->")
    one, other = given.split(",") if given.count(",") == 1 else ("", "")
    summed = [i for i in one if i in other]
    if (
        not summed
        or max(len(one) - len({*one}), len(other) - len({*other}))  # a diagonal
        or any(i in shown for i in summed)
        or len(one + other) > len(shown) + 2 * len(summed)
    ):
        return f"np.einsum({value.data!r}, {codes})", ATOM
    axes = ", ".join(str([word.index(i) for i in summed]) for word in (one, other))
    done = f"np.tensordot({codes}, ({axes}))"
    order = [i for i in one + other if i not in summed]
    turned = ", ".join(str(order.index(i)) for i in shown)
    return done if order == [*shown] else f"{done}.transpose({turned})", ATOM


# np.einsum reads its indices and np.tensordot its axes in every call, which takes longer than to
# compute so little.


def small_einsum(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum over indices of small arrays: by entries, or by one product of matrices."""
    return small_product(value, parts) or einsum(program, value, parts)


def small_product(value: Value, parts: list[Text]) -> Written | None:
    """Two arrays without a diagonal of which nothing is summed, or one index; None for others."""
    given, shown = value.data.split("->")
    if given.count(",") != 1:
        return None
    words = given.split(",")
    summed = [name for name in words[0] if name not in shown]
    if any(len({*word}) < len(word) for word in words) or {*given} - {",", *shown, *summed}:
        return None
    if not summed:
        ordered = [sorted(word, key=shown.index) for word in words]
        arrays = [turned(*each) for each in zip(parts, words, ordered, strict=True)]
        codes = [spread(*each, shown) for each in zip(arrays, words, strict=True)]
        return " * ".join(codes), MUL
    is_product = len(summed) == 1 and summed[0] in words[1]
    return _as_matrices(parts, words, summed[0], shown) if is_product else None


def _as_matrices(parts: list[Text], words: list[str], summed: str, shown: str) -> Written | None:
    rest = [[name for name in word if name != summed] for word in words]
    if {*rest[0]} & {*rest[1]}:
        return None
    first = [turned(part, word, [summed, *names])
             for part, word, names in zip(parts, words, rest, strict=True)]  # fmt: skip
    done = Text(f"summed({first[0].code}, {first[1].code})", ATOM)
    return turned(done, [*rest[0], *rest[1]], shown).code, ATOM


def add_diagonal(program: Program, value: Value, parts: list[Text]) -> str:
    """It changes an array, so it is given a new one."""
    name = "add_diagonal" if value.is_matrix else "add_diagonals"
    return f"{name}({{0}}{'' if value.data else '.copy()'}, {{1}})"


def pair_sums(program: Program, value: Value, parts: list[Text]) -> Written:
    """The sum of X[e, a] X[e, c] M[e, …], with the axes of M and of the result in their places."""
    X, M = parts
    at, there = value.data
    done = Text(f"pair_sums({X.code}, {turned(M, range(len(at)), at).code})", ATOM)
    return turned(done, range(len(there)), there).code, ATOM


def spread_arrays(start: str) -> Writer:
    """An outer product of arrays by a helper, with new axes where one has none."""

    def write(program: Program, value: Value, parts: list[Text]) -> Written:
        left, right, shown = value.data
        return f"{start}{spread(parts[0], left, shown)}, {spread(parts[1], right, shown)})", ATOM

    return write


# ---------------------------------------------------------------- PyTorch


def torch_einsum(program: Program, value: Value, parts: list[Text]) -> Written | str:
    """A sum over indices; where nothing is summed a product of entries, which is faster."""
    given, shown = value.data.split("->")
    words = given.split(",")
    if any(len({*word}) < len(word) or not {*word} <= {*shown} for word in words):
        return f"torch.einsum({value.data!r}, {{all}})"
    codes: list[str] = []
    for word, part in zip(words, parts, strict=True):
        order = sorted(word, key=shown.index)
        array = _permuted(part, [word.index(letter) for letter in order])
        codes.append(spread(array, "".join(order), shown))
    return " * ".join(codes), MUL


def _permuted(array: Text, axes: Sequence[int]) -> Text:
    if [*axes] == sorted(axes):
        return array
    return Text(f"{atom(array)}.permute({', '.join(map(str, axes))})", ATOM)


def torch_pair_sums(program: Program, value: Value, parts: list[Text]) -> Written:
    """The sum of X[e, a] X[e, c] M[e, …], with the axes of M and of the result in their places."""
    X, M = parts
    at, there = value.data
    given = f"pair_sums({X.code}, {_permuted(M, at).code})"
    return _permuted(Text(given, ATOM), there).code, ATOM


class Product(NamedTuple):
    """A multiple of a product that stands inside a sum: the function that adds it, and its code."""

    function: str
    factors: str
    multiple: str


def torch_add(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum; the last product of matrices or of a column and a row in it is added in place."""
    plain = ARITHMETIC["add"]
    if not value.is_matrix:
        return plain(program, value, parts)
    for place in reversed(range(len(parts))):
        rest = [i for i in range(len(parts)) if i != place]
        found = _product(value.args[place], parts[place], value.data[place])
        if found is None or not any(value.args[i].is_matrix for i in rest):
            continue
        start = parts[rest[0]].code
        beta = len(rest) == 1 and value.data[rest[0]]
        if len(rest) > 1:
            others = tuple(value.data[i] for i in rest)
            args = tuple(value.args[i] for i in rest)
            whole = Value("add", args, others, value.axes)
            start, _ = plain(program, whole, [parts[i] for i in rest])
        scales = ", beta=-1" * beta + f", alpha={found.multiple}" * (found.multiple != "1")
        return f"torch.{found.function}({start}, {found.factors}{scales})", ATOM
    return plain(program, value, parts)


def _product(value: Value, text: Text, minus: bool) -> Product | None:
    """The product that a term is, unless it has a name or is a number in every entry."""
    if not value.is_matrix:
        return None
    multiple = Fraction(-1 if minus else 1)
    code = text.code
    tree = ast.parse(code, mode="eval").body
    if value.op == "mul" and len(value.args) == 2 and value.args[0].op == "number":
        multiple *= value.args[0].data
        value = value.args[1]
        if not isinstance(tree, ast.BinOp):
            return None
        tree = tree.right
    if value.op == "matmul" and isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.MatMult):
        factors = [tree.left, tree.right]
    elif value.op == "outer" and isinstance(tree, ast.Call):
        factors = tree.args
    else:
        return None
    shown = ", ".join(ast.get_source_segment(code, factor) or "" for factor in factors)
    function = "addmm" if value.op == "matmul" else "addr"
    return Product(function, shown, number(multiple)[0])


_FRESH = frozenset({"add", "mul", "scale_rows", "scale_columns"})  # autograd does not keep these


def torch_scale_rows(program: Program, value: Value, parts: list[Text]) -> Written | str:
    """Rows times numbers; in place where the matrix is made here, of the same numbers.

    Of the same, so that under torch.vmap both have samples or none has.
    """
    p, A = value.args
    made = A.op in _FRESH and A.axes == value.axes and not parts[1].code.isidentifier()
    if made and _within(p, A):
        return "{1}.mul_({0}[:, None])"
    return scale_rows(program, value, parts)


def _within(part: Value, whole: Value, depth: int = 3) -> bool:
    """Is a value computed from another in a few steps?"""
    level = {whole}
    for _ in range(depth):
        level = {arg for value in level for arg in value.args}
        if part in level:
            return True
    return False


def torch_reshape(program: Program, value: Value, parts: list[Text]) -> str:
    """The same entries in another shape."""
    of = value.args[0]  # 2 has no method
    number = float(of.data) if of.op == "number" else None
    return "{0}.reshape({sizes})" if number is None else f"{{new}}full(({{sizes}},), {number!r})"


def torch_equations(plain: str, more: str = "") -> Writer:
    """Equations, which have matrices on the right; `more` is for what is turned, or lower."""

    def write_equations(program: Program, value: Value, parts: list[Text]) -> str:
        template = more if value.data else plain
        if value.is_vector:
            template = template.replace("{1}", "{1}[:, None]") + "[:, 0]"
        return template

    return write_equations


# ---------------------------------------------------------------- the array API


def xp_outer_array(program: Program, value: Value, parts: list[Text]) -> str:
    """An outer product as one of entries, with all axes mentioned."""
    left, right, shown = value.data
    axes = [", ".join(":" if n in names else "None" for n in shown) for names in (left, right)]
    return f"{{0}}[{axes[0]}] * {{1}}[{axes[1]}]"


def xp_tensor(program: Program, value: Value, parts: list[Text]) -> str:
    """The entries of a matrix as an array whose first axis runs fastest."""
    turned = "{0}.T" if value.args[0].is_matrix else "{0}"
    if len(value.args) == 2:
        return f"xp.reshape({turned}, {{tuple}})"
    return f"xp.permute_dims(xp.reshape({turned}, ({{back}})), ({{axes}}))"


# ---------------------------------------------------------------- MATLAB and Julia


def counted_from_one(brackets: str, end: str, row: str) -> Writer:
    """Entries counted from one; a row that is taken becomes flat."""
    opening, closing = brackets

    def border(place: int | str, first: bool) -> str:
        if isinstance(place, str):
            return f"{place} + 1" if first else place
        shown = place + first
        return str(shown) if place >= 0 else f"{end} - {-shown}" if shown else end

    def index(place: int | tuple[int | str | None, int | str | None] | None) -> str:
        if isinstance(place, int):
            return str(place + 1)
        start, stop = place or (None, None)
        if start is None and stop is None:
            return ":"
        first = "1" if start is None else border(start, True)
        return f"{first}:{end if stop is None else border(stop, False)}"

    def write_entry(program: Program, value: Value, parts: list[Text]) -> Written:
        places = [*value.data, *[None] * (len(value.args[0].axes) - len(value.data))]
        inside = ", ".join(map(index, places)).format(*(part.code for part in parts))
        if row and value.is_vector and len(places) == 1:  # a part of one entry would be a row
            inside += ", 1"
        code = f"{atom(parts[0])}{opening}{inside}{closing}"
        is_row = len(places) == 2 and isinstance(places[0], int) and value.is_vector
        return code + row * is_row, ATOM

    return write_entry


def script_add(dotted: bool) -> Callable[[Program, Value, list[Text]], Written]:
    """A sum; Julia marks those of a number and an array."""

    def write_sum(program: Program, value: Value, parts: list[Text]) -> Written:
        (first_minus, *signs), (first, *rest) = value.data, parts
        mixed = dotted and value.axes and any(arg.is_scalar for arg in value.args)
        code = f"-{wrap(first)}" if first_minus else wrap(first, MUL, DIV, MATMUL, NEG)
        for minus, term in zip(signs, rest, strict=True):
            code += f" {'.' if mixed else ''}{'-' if minus else '+'} {wrap(term, MUL, DIV, MATMUL)}"
        return code, ADD

    return write_sum


def script_mul(program: Program, value: Value, parts: list[Text]) -> Written:
    """A product of entries; `*` with a number, `.*` of arrays."""
    code, arrays = wrap(parts[0], NEG), bool(value.args[0].axes)
    for arg, part in zip(value.args[1:], parts[1:], strict=True):
        code += f" {'.*' if arrays and arg.axes else '*'} {wrap(part)}"
        arrays = arrays or bool(arg.axes)
    return code, MUL


def script_div(program: Program, value: Value, parts: list[Text]) -> Written:
    """A quotient of entries."""
    sign = "./" if value.args[1].axes else "/"
    return f"{wrap(parts[0], NEG)} {sign} {wrap(parts[1])}", DIV


def script_neg(program: Program, value: Value, parts: list[Text]) -> Written:
    """The negative."""
    return f"-{wrap(parts[0])}", NEG


def script_power(program: Program, value: Value, parts: list[Text]) -> Written:
    """Entries to a power."""
    sign = ".^" if value.args[0].axes else "^"
    return f"{atom(parts[0])} {sign} {atom(parts[1])}", POWER


def between(sign: str) -> Writer:
    """Two factors with a sign between them."""
    return lambda program, value, parts: (f"{wrap(parts[0])} {sign} {wrap(parts[1])}", MUL)


def script_matmul(turned: str, inner: str) -> Writer:
    """A product of matrices; a vector on the left is a row."""

    def write_product(program: Program, value: Value, parts: list[Text]) -> Written:
        left, right = parts
        if value.args[0].is_matrix:
            return f"{wrap(left)} * {wrap(right)}", MATMUL
        if value.args[1].is_matrix:
            return f"{atom(right)}{turned} * {wrap(left)}", MATMUL
        return inner.format(atom(left), wrap(right)), MATMUL

    return write_product


def script_outer_array(turned: str) -> Writer:
    """An outer product with its axes in the order of a Kronecker product."""

    def write_outer(program: Program, value: Value, parts: list[Text]) -> Written:
        names = value.data[:2]
        pairs = zip(parts[:2], names, ("c", "d"), strict=True)
        A, B = (atom(part) + turned * (name == row) for part, name, row in pairs)
        sizes = ", ".join(part.code for part in parts[2:])
        return f"reshape(kron({A}, {B}), {sizes})", ATOM

    return write_outer


def matlab_full(program: Program, value: Value, parts: list[Text]) -> Written | str:
    """An array of equal entries."""
    other = f"{wrap(parts[0])} * ones({', '.join(part.code for part in parts[1:])}"
    other += ", 1)" if value.is_vector else ")"
    known = {"1": "ones({column})", "0": "zeros({column})"}
    return known.get(parts[0].code) or (other, MUL)


def times_row(sign: str, turned: str) -> Writer:
    """A product with a row, which is a column that is turned."""
    return lambda program, value, parts: (f"{wrap(parts[0])} {sign} {atom(parts[1])}{turned}", MUL)


def _two_axes(value: Value, language: str) -> None:
    """Rows come first: refuse what needs another order of the entries."""
    if len(value.axes) > 2:
        raise UnsupportedError(f"an array with more than two axes has no {language} code here")


def matlab_reshape(program: Program, value: Value, parts: list[Text]) -> str:
    """The same entries in another shape."""
    _two_axes(value, "matlab")
    is_flat = len(parts) == 2 and parts[1].code == "-1"
    return "reshape({0}, [], 1)" if is_flat else "reshape({0}, {column})"


def matlab_block(program: Program, value: Value, parts: list[Text]) -> Written:
    """Rows of blocks."""
    rest = iter(part.code for part in parts)
    rows = [", ".join(next(rest) for _ in range(length)) for length in value.data]
    return f"[{'; '.join(rows)}]", ATOM


def matlab_join(program: Program, value: Value, parts: list[Text]) -> Written:
    """Arrays beside or below each other."""
    return f"[{(', ' if is_beside(value) else '; ').join(part.code for part in parts)}]", ATOM


_PLAIN_SUM = script_add(dotted=False)
_KEEPS_ZEROS = frozenset({"mul", "div", "neg", "inv", "transpose"})


def matlab_add(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum; Octave adds no row or column to what it stores as a diagonal only."""
    if any(ONE in arg.axes for arg in value.args if arg.is_matrix):
        pairs = zip(value.args, parts, strict=True)
        parts = [Text(f"full({p.code})", ATOM) if _is_diagonal(arg) else p for arg, p in pairs]
    return _PLAIN_SUM(program, value, parts)


def _is_diagonal(value: Value) -> bool:
    while value.op in _KEEPS_ZEROS:
        value = next((arg for arg in value.args if arg.axes), value.args[0])
        if value.is_scalar:
            return False
    return value.op in ("eye", "Diag")


def julia_reshape(program: Program, value: Value, parts: list[Text]) -> str:
    """The same entries in another shape."""
    _two_axes(value, "julia")
    return "vec({0})" if value.args[0].axes else "fill({all})"


def julia_block(program: Program, value: Value, parts: list[Text]) -> str:
    """Rows of blocks."""
    return f"hvcat(({', '.join(map(str, value.data))},), {{all}})"


def julia_solve(program: Program, value: Value, parts: list[Text]) -> Written:
    """Equations, by the factors of their matrix."""
    A, b = parts
    left = f"{atom(A)}{chr(39) * bool(value.data)}"
    if value.op == "solve_triangular":
        left = f"{'Lower' if value.data else 'Upper'}Triangular({A.code})"
    return f"{left} \\ {wrap(b)}", MUL
