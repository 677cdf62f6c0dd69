"""Products with Kronecker products and identities, computed without forming those.

(A ⊗ B) vec X becomes vec(B X Aᵀ), the Hessian of a loss over samples one product over the samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from itertools import product as every

from matgrad.codegen.plan.arithmetic import peel, product, size_of, sum_axis, total_of
from matgrad.codegen.plan.indices import Form, Index, Indices, Part, Space, Term
from matgrad.codegen.plan.values import Axes, Graph, Value, nominal, ordered

# ---------------------------------------------------------------- forms

# How each operation on matrices is read as sums over indices.

_MOST_TERMS = 8
_MOST_PARTS = 20

Forms = Mapping[Value, Form]
Rule = Callable[[Space, Value, Forms], Form | None]


def _pairs(
    space: Space, left: Form, right: Form, join: Callable[[Term, Term], Term | None]
) -> Form | None:
    """All products of a term with a term."""
    if len(left.terms) * len(right.terms) > _MOST_TERMS:
        return None
    terms: list[Term] = []
    for one, other in every(left.terms, right.terms):
        term = join(one, other)
        if term is None or len(term.parts) > _MOST_PARTS:
            return None
        terms.append(term)
    return Form(tuple(terms), left.gains or right.gains)


def _kron(space: Space, value: Value, forms: Forms) -> Form | None:
    """Also of an outer product: indices of one are its rows, those of the other its columns."""

    def join(one: Term, other: Term) -> Term:
        new = space.copied(other)
        rows, cols = one.rows + new.rows, one.cols + new.cols
        if value.op == "outer":
            rows, cols = one.rows, new.rows
        return Term(one.scalars + new.scalars, one.parts + new.parts, rows, cols)

    A, B = value.args
    return _pairs(space, forms[A], forms[B], join)


def _matmul(space: Space, value: Value, forms: Forms) -> Form | None:
    left, right = value.args
    first = forms[left].turned if left.is_vector else forms[left]
    return None if value.is_scalar else _product(space, first, forms[right], value)


def _product(space: Space, left: Form, right: Form, value: Value) -> Form | None:
    if not (left.is_split or right.is_split):
        return None
    found = _pairs(space, left, right, space.product)
    if found is None:
        return None
    if value.is_vector and not found.terms[0].rows:
        found = found.turned
    return replace(found, gains=True)


def _scaled_by(place: int) -> Rule:
    """A matrix whose rows or columns are scaled by the argument at a place."""

    def rule(space: Space, value: Value, forms: Forms) -> Form | None:
        left, right = (
            _diagonal(forms[arg]) if i == place else forms[arg] for i, arg in enumerate(value.args)
        )
        return _product(space, left, right, value)

    return rule


def _diagonal(form: Form) -> Form:
    return replace(form, terms=tuple(replace(t, cols=t.rows) for t in form.terms))


def _vec(space: Space, value: Value, forms: Forms) -> Form | None:
    form = forms[value.args[0]]
    if any(set(t.rows) & set(t.cols) for t in form.terms):
        return None  # vec(Diag(v)) would have one index twice, which says more than its lengths
    return replace(form, terms=tuple(replace(t, rows=t.cols + t.rows, cols=()) for t in form.terms))


def _unvec(space: Space, value: Value, forms: Forms) -> Form | None:
    form, (m, n) = forms[value.args[0]], value.axes
    if any(space.lengths(t.rows) != (n, m) for t in form.terms):
        return None
    terms = tuple(replace(t, rows=t.rows[1:], cols=t.rows[:1]) for t in form.terms)
    return replace(form, terms=terms)


def _add(space: Space, value: Value, forms: Forms) -> Form | None:
    if any(arg.axes != value.axes for arg in value.args):
        return None
    found = [forms[arg] for arg in value.args]
    if not any(form.is_split for form in found) and not all(map(_selects, value.args)):
        return None
    model = max((t for form in found for t in form.terms), key=lambda t: len(t.rows + t.cols))
    terms: list[Term] = []
    for minus, form in zip(value.data, found, strict=True):
        sign = (space.graph.number(-1),) if minus else ()
        for term in form.terms:
            new = _like(space, term, model)
            if new is None:
                return None
            terms.append(replace(new, scalars=sign + new.scalars))
    if len(terms) > _MOST_TERMS:
        return None
    return Form(tuple(terms), any(form.gains for form in found))


def _selects(term: Value) -> bool:
    """Is this a multiple of columns of the identity, or of their transpose?"""
    while term.op in ("neg", "mul", "transpose"):
        term = term.args[-1]
    return term.op == "units" and term.is_matrix


def _like(space: Space, term: Term, model: Term) -> Term | None:
    """The term with rows and columns split as those of another."""
    for side in ("rows", "cols"):
        mine, other = getattr(term, side), getattr(model, side)
        if space.lengths(mine) == space.lengths(other):
            continue
        new = space.split(term, mine[0], space.lengths(other)) if len(mine) == 1 else None
        if new is None or space.lengths(getattr(new, side)) != space.lengths(other):
            return None
        term = new
    return term


def _scaled(space: Space, value: Value, forms: Forms) -> Form | None:
    scalars, bare = peel(space.graph, value)
    if not scalars or bare not in forms:
        return None
    terms = (replace(term, scalars=(*scalars, *term.scalars)) for term in forms[bare].terms)
    return replace(forms[bare], terms=tuple(terms))


def _commutation(space: Space, value: Value, forms: Forms) -> Form | None:
    m, n = (space.index(size_of(arg)) for arg in value.args)
    return Form((Term((), (), (m, n), (n, m)),))


def _selection(space: Space, value: Value, forms: Forms) -> Form | None:
    """E with E v = vec(Diag(v)): three indices that are one."""
    i = space.index(value.axes[1])
    return Form((Term((), (), (i, i), (i,)),), gains=True)


_RULES: dict[str, Rule] = {
    "kron": _kron,
    "outer": _kron,
    "matmul": _matmul,
    "scale_rows": _scaled_by(0),
    "scale_columns": _scaled_by(1),
    "Diag": lambda space, value, forms: _diagonal(forms[value.args[0]]),
    "vec": _vec,
    "unvec": _unvec,
    "add": _add,
    "neg": _scaled,
    "mul": _scaled,
    "div": _scaled,
    **dict.fromkeys(("eye", "units"), lambda space, value, forms: space.leaf(value)),
    "diagonal_selection": _selection,
    "commutation": _commutation,
    "transpose": lambda space, value, forms: forms[value.args[0]].turned,
    "as_row": lambda space, value, forms: forms[value.args[0]].turned,
    "as_column": lambda space, value, forms: forms[value.args[0]],
}


# ---------------------------------------------------------------- two arrays at a time

# Sums over indices as programs: two arrays at a time, the cheapest pair first.


def contracted(space: Space, terms: Sequence[Term], shown: Sequence[Indices]) -> Value:
    """The array whose axes are the indices shown, one order for each term."""
    pairs = [_apart(space, term, at) for term, at in zip(terms, shown, strict=True)]
    merged = _merged(space, pairs) if len(pairs) > 1 else None
    if merged is not None:
        return summed(space, merged, pairs[0][1])
    found = [summed(space, term, at) for term, at in pairs]
    return total_of(space.graph, found, found[0].axes)


def summed(space: Space, term: Term, shown: Indices) -> Value:
    """The array of one term with the indices shown, two parts at a time."""
    parts = [*term.parts]
    held = {i for _, at in parts for i in at}
    one = space.graph.number(1)
    parts += [(space.graph.full(one, (space.sizes[i],)), (i,)) for i in shown if i not in held]
    scalars = [*term.scalars]
    while len(parts) > 1:
        places = _cheapest(space, parts, shown)
        first, second = (parts[p] for p in places)
        rest = [part for p, part in enumerate(parts) if p not in places]
        needed = {i for _, at in rest for i in at} | set(shown)
        whole = shown if not rest else None
        value, at = _pair(space, _lone(space, first, needed | {*second[1]}),
                          _lone(space, second, needed | {*first[1]}), needed, whole)  # fmt: skip
        if at:
            parts = [*rest, (value, at)]
        else:
            scalars, parts = [*scalars, value], rest
    if not parts:
        return product(space.graph, scalars, ())
    last, at = _lone(space, parts[0], set(shown))
    done = _ordered(space, last, at, shown)
    return product(space.graph, [*scalars, done], done.axes) if scalars else done


def _apart(space: Space, term: Term, shown: Indices) -> tuple[Term, Indices]:
    """Every index shown once: one that is shown twice is two, and an identity."""
    seen: list[Index] = []
    parts = [*term.parts]
    for i in shown:
        if i in seen:
            new = space.index(space.sizes[i])
            parts.append((space.graph.eye(space.sizes[i]), (i, new)))
            seen.append(new)
        else:
            seen.append(i)
    return replace(term, parts=tuple(parts), rows=tuple(seen), cols=()), tuple(seen)


def _cheapest(space: Space, parts: Sequence[Part], shown: Indices) -> tuple[int, int]:
    """Two parts to multiply next.

    First one that is inside the other, then those that end a sum, then the cheapest.
    """
    times = Counter(i for _, at in parts for i in set(at))
    times.update(set(shown))

    def entries(at: Iterable[Index]) -> int:
        count = 1
        for i in at:
            count *= nominal(space.sizes[i], space.graph.sizes)
        return count

    def price(pair: tuple[int, int]) -> tuple[int, int, int]:
        one, other = ({*parts[p][1]} for p in pair)
        kept = {i for i in one | other if times[i] > (i in one) + (i in other)}
        growth = entries(kept) - entries(one) - entries(other)
        rank = 0 if one <= other or other <= one else 1 if not one & other <= kept else 2
        return rank, entries(one | other), growth

    return min(combinations(range(len(parts)), 2), key=price)


def _lone(space: Space, part: Part, needed: set[Index]) -> Part:
    """Sums over indices that no other part has."""
    value, at = part
    kept = tuple(i for i in at if i in needed)
    if kept == at:
        return part
    if value.is_matrix and len(kept) == 1:
        axis = 1 if kept == at[:1] else 0
        return sum_axis(space.graph, value, axis), kept
    return _einsum(space, [part], kept), kept


def _pair(space: Space, one: Part, other: Part, needed: set[Index], whole: Indices | None) -> Part:
    """Two parts as one, summed over what they share and nobody else needs."""
    found: Part | None = None
    for first, second in ((one, other), (other, one)):
        done = _simple(space, first, second, needed)
        found = found or done
        if done is not None and (space.op == "einsum" or whole in (None, done[1])):
            return done
    if found is not None:
        return found
    if whole is not None and not {*one[1]} & {*other[1]}:
        for (A, a), (B, b) in ((one, other), (other, one)):
            if A.op == "eye" and len(b) == 2 and whole == (a[0], b[0], a[1], b[1]):
                axes = space.lengths(whole)
                sizes = map(space.graph.size, axes)
                return space.graph.make("identity_blocks", B, *sizes, axes=axes), whole
    every = tuple(dict.fromkeys((*one[1], *other[1])))
    at = whole or tuple(i for i in every if i in needed)
    if at and at[-1] not in other[1]:  # entries that end up side by side should lie so before
        one, other = other, one
    return _einsum(space, [one, other], at), at


def _simple(space: Space, one: Part, other: Part, needed: set[Index]) -> Part | None:
    """The product of matrices and vectors where it has a name."""
    (A, a), (B, b) = one, other
    graph, shared = space.graph, {*a} & {*b}
    summed = shared - needed
    if len(a) > 2 or len(b) > 2 or len(set(a)) < len(a) or len(set(b)) < len(b):
        return None
    if {*a} == {*b} and not summed:
        return product(graph, [A, B if a == b else graph.transpose(B)], A.axes), a
    if not shared and len(a + b) <= 2:
        axes = A.axes + B.axes
        is_outer = A.axes and B.axes  # a part that was summed up is a number
        done = graph.make("outer", A, B, axes=axes) if is_outer else product(graph, [A, B], axes)
        return done, a + b
    if len(shared) != 1 or not (summed or (len(a) == 1 and len(b) == 2)):
        return None
    (i,) = shared
    if not summed:
        pair = ("scale_rows", A, B) if b.index(i) == 0 else ("scale_columns", B, A)
        return graph.make(*pair, axes=B.axes), b
    left = A if a.index(i) == len(a) - 1 else graph.transpose(A)
    right = B if b.index(i) == 0 else graph.transpose(B)
    at = tuple(k for k in (*a, *b) if k != i)
    return graph.make("matmul", left, right, axes=space.lengths(at)), at


def _ordered(space: Space, value: Value, at: Indices, shown: Indices) -> Value:
    if at == shown:
        return value
    if len(at) == 2 and at == shown[::-1]:
        return space.graph.transpose(value)
    return _einsum(space, [(value, at)], shown)  # an index that stands twice takes the diagonal


def _einsum(space: Space, parts: Sequence[Part], shown: Indices) -> Value:
    letters: dict[Index, str] = {}
    for i in dict.fromkeys([*shown, *(i for _, at in parts for i in at)]):
        letters[i] = space.letter(i, {*letters.values()})
    inputs = ",".join("".join(letters[i] for i in at) for _, at in parts)
    data = f"{inputs}->{''.join(letters[i] for i in shown)}"
    values = [value for value, _ in parts]
    return space.graph.make(space.op, *values, data=data, axes=space.lengths(shown))


# ---------------------------------------------------------------- several terms


def _merged(space: Space, pairs: Sequence[tuple[Term, Indices]]) -> Term | None:
    """Terms that share parts as one: the parts, times the sum of what is left of each."""
    shown = pairs[0][1]
    if any(len(term.rows) != len(shown) for term, _ in pairs):
        return None  # these are matrices of which more than the rows is shown
    alike = [pairs[0][0]]
    for term, _ in pairs[1:]:
        new = space.copied(term)
        alike.append(new.renamed(dict(zip(new.rows, shown, strict=True))))
    common, names = _common(alike)
    if not common:
        return None
    alike = [term.renamed(each) for term, each in zip(alike, names, strict=True)]
    held = {*shown, *(i for _, at in common for i in at)}
    rests: list[Term] = []
    for term in alike:
        parts = [*term.parts]
        for part in common:
            parts.remove(part)
        rests.append(replace(term, parts=tuple(parts)))
    first = sorted(held, key=lambda i: (i in shown, i))  # what is summed over, as samples lie
    used = [{i for _, at in rest.parts for i in at} for rest in rests]
    needs = [tuple(i for i in first if i in each) for each in used]
    if len(set(needs)) > 1 or not needs[0]:
        return None
    sums = [summed(space, rest, needs[0]) for rest in rests]
    value = total_of(space.graph, sums, sums[0].axes)
    return Term((), (*common, (value, needs[0])), (), ())


def _common(terms: Sequence[Term]) -> tuple[list[Part], list[dict[Index, Index]]]:
    """The parts of the first term that all others have, and what their indices are called there."""
    first, *others = terms
    found: list[Part] = []
    names: list[dict[Index, Index]] = [{} for _ in terms]
    free = [list(term.parts) for term in others]
    for part in first.parts:
        matches = [_match(part, parts, names[k + 1], first.outer)
                   for k, parts in enumerate(free)]  # fmt: skip
        if all(match is not None for match in matches):
            found.append(part)
            for k, match in enumerate(matches):
                assert match is not None
                free[k].remove(match)
                names[k + 1].update(zip(match[1], part[1], strict=True))
    return found, names


def _match(
    part: Part, parts: Sequence[Part], names: dict[Index, Index], outer: frozenset[Index]
) -> Part | None:
    value, at = part
    for other, there in parts:
        if other is not value:
            continue
        new = dict(names)
        for i, j in zip(there, at, strict=True):
            fits = i == j if i in outer or j in outer else j not in new.values()
            new.setdefault(i, j if fits else -1)
        if all(new[i] == j for i, j in zip(there, at, strict=True)):
            return other, there
    return None


# ---------------------------------------------------------------- the pass

NAME = "deltas"
WHY = "Kronecker products and identities in products are sums over indices, and never formed"


def without_deltas(graph: Graph, roots: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same results; a value that gains by it is computed by its indices."""
    values = ordered(roots)
    if not any(value.op in ("kron", "diagonal_selection") for value in values):
        return roots
    work = _Work(graph, Space(graph))
    for value in values:
        work.add(value)
    found = tuple(work.value(root) for root in roots)
    if work.gained:
        graph.rewrote(NAME, WHY)
    graph.replaced(work.better)
    return found


@dataclass
class _Work:
    """What became of each value: another value, or a form that is written out when it is needed."""

    graph: Graph
    space: Space
    better: dict[Value, Value] = field(default_factory=dict[Value, Value])
    forms: dict[Value, Form] = field(default_factory=dict[Value, Form])
    gained: bool = False

    def add(self, value: Value) -> None:
        """Read a value whose arguments are read."""
        known = all(arg in self.forms or not 1 <= len(arg.axes) <= 2 for arg in value.args)
        rule = _RULES.get(value.op) if known and 1 <= len(value.axes) <= 2 else None
        form = rule(self.space, value, self.forms) if rule else None
        if form is not None:
            self.forms[value] = form
            if form.gains:
                return
        if value.op == "tensor" and self.forms[value.args[0]].gains:
            # An array whose axes are the indices, of rows and of columns the last first.
            terms = self.forms[value.args[0]].terms
            shown = [t.rows[::-1] + t.cols[::-1] for t in terms]
            if all(self.space.lengths(at) == value.axes for at in shown):
                self.gained = True
                self.better[value] = contracted(self.space, terms, shown)
                return
        args = tuple(self.value(arg) for arg in value.args)
        new = value
        if args != value.args:
            new = self.graph.again(value, args)
        self.better[value] = new
        if form is None and 1 <= len(value.axes) <= 2:
            self.forms[value] = self.space.leaf(new)

    def value(self, value: Value) -> Value:
        """The value itself, written out if it was not."""
        if value not in self.better:
            self.better[value] = self._flat(value, self.forms[value])
        return self.better[value]

    def _flat(self, value: Value, form: Form) -> Value:
        """The matrix or vector, whose rows and columns are several indices."""
        self.gained = True
        groups: dict[Axes, list[Term]] = {}  # terms whose rows fall into the same indices
        for term in form.terms:
            groups.setdefault(self.space.lengths(term.rows + term.cols), []).append(term)
        parts = [self._whole(value, terms) for terms in groups.values()]
        if len(parts) == 1:
            return parts[0]
        signs = (False,) * len(parts)
        return self.graph.make("add", *parts, data=signs, axes=value.axes)

    def _whole(self, value: Value, terms: list[Term]) -> Value:
        graph = self.graph
        if value.is_vector and len(terms[0].rows) == 2:
            array = contracted(self.space, terms, [t.rows[::-1] for t in terms])
            return graph.make("vec", array, axes=value.axes)
        array = contracted(self.space, terms, [t.rows + t.cols for t in terms])
        if array.axes == value.axes:
            return array
        return graph.make("reshape", array, *map(graph.size, value.axes), axes=value.axes)
