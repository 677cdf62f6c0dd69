"""Sums over indices as programs: two arrays at a time, the cheapest pair first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from string import ascii_lowercase

from matgrad.codegen.arithmetic import product, sum_axis, total_of
from matgrad.codegen.indices import Space
from matgrad.codegen.terms import Index, Indices, Part, Term
from matgrad.codegen.values import Value, nominal


def contracted(space: Space, terms: Sequence[Term], shown: Sequence[Indices]) -> Value:
    """The array whose axes are the indices shown, one order for each term."""
    pairs = [_apart(space, term, at) for term, at in zip(terms, shown, strict=True)]
    merged = _merged(space, pairs) if len(pairs) > 1 else None
    if merged is not None:
        return _one(space, merged, pairs[0][1])
    found = [_one(space, term, at) for term, at in pairs]
    return total_of(space.graph, found, found[0].axes)


def _one(space: Space, term: Term, shown: Indices) -> Value:
    """One term, two parts at a time."""
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
            parts.append((space.eye(space.sizes[i]), (i, new)))
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
    for first, second in ((one, other), (other, one)):
        found = _simple(space, first, second, needed)
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
        B = B if a == b else graph.transpose(B)
        return product(graph, [A, B], A.axes), a
    if len(shared) != 1:
        return None if shared or len(a + b) > 2 else (_outer(space, A, B), a + b)
    (i,) = shared
    if summed:
        left = A if a.index(i) == len(a) - 1 else graph.transpose(A)
        right = B if b.index(i) == 0 else graph.transpose(B)
        at = tuple(k for k in (*a, *b) if k != i)
        return graph.make("matmul", left, right, axes=space.lengths(at)), at
    if len(a) == 1 and len(b) == 2:
        pair = ("scale_rows", A, B) if b[0] == i else ("scale_columns", B, A)
        return graph.make(*pair, axes=B.axes), b
    return None


def _outer(space: Space, u: Value, v: Value) -> Value:
    if not (u.axes and v.axes):  # a part that was summed up is a number
        return product(space.graph, [u, v], u.axes + v.axes)
    return space.graph.make("outer", u, v, axes=u.axes + v.axes)


def _ordered(space: Space, value: Value, at: Indices, shown: Indices) -> Value:
    if at == shown:
        return value
    if len(at) == 2 and at == shown[::-1]:
        return space.graph.transpose(value)
    return _einsum(space, [(value, at)], shown)  # an index that stands twice takes the diagonal


def _einsum(space: Space, parts: Sequence[Part], shown: Indices) -> Value:
    letters: dict[Index, str] = {}
    for i in dict.fromkeys([*shown, *(i for _, at in parts for i in at)]):
        letters[i] = ascii_lowercase[len(letters)]
    inputs = ",".join("".join(letters[i] for i in at) for _, at in parts)
    data = f"{inputs}->{''.join(letters[i] for i in shown)}"
    values = [value for value, _ in parts]
    return space.graph.make("einsum", *values, data=data, axes=space.lengths(shown))


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
    sums = [_one(space, rest, needs[0]) for rest in rests]
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
