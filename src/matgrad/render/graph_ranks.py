"""Pictures of computations in which values stand beside each other, as the gates of a cell do.

A value stands in the row below the last value it needs. Each has its inputs at its left. Arrows
to the next row run across between the rows, each bundle at a height of its own; one that goes
further runs straight down where nothing is in its way, or else in a lane at the right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from matgrad.render.graph import (
    GAP,
    INPUT_STEP,
    NOTE,
    PAD,
    ROW,
    SIZE,
    Box,
    Edge,
    Graph,
    Placed,
    Route,
    input_boxes,
    lanes_for,
    node_box,
    node_width,
)
from matgrad.render.math_text import width

APART = 7.0  # half the distance of an arrow and what comes back beside it
ABOVE, LEVEL = 22.0, 18.0  # room between rows: below the upper one, and for each bundle
ASIDE = 26.0  # from the middle of a box, where an arrow leaves that goes further down


def ranks_of(graph: Graph) -> list[int]:
    """For each value, the row below the last value it needs."""
    ranks = [0] * len(graph.nodes)
    for edge in sorted(graph.edges, key=lambda e: e.target):
        ranks[edge.target] = max(ranks[edge.target], ranks[edge.source] + 1)
    return ranks


def place_ranks(graph: Graph, ranks: Sequence[int]) -> Placed:
    """A place for everything: rows from the ranks, and columns that rows as long as each share."""
    rows = [[i for i, r in enumerate(ranks) if r == rank] for rank in range(max(ranks) + 1)]
    bundles = _bundles(graph, ranks)
    nodes, ends = _place_nodes(graph, rows, bundles)
    placed = Placed(graph, nodes, input_boxes(graph, nodes), height=ends[-1])
    right = max(box.x + _right(graph, i) for i, box in enumerate(nodes))
    far: dict[int, list[Edge]] = {}
    for edge in graph.edges:
        if edge not in bundles:
            far.setdefault(edge.source, []).append(edge)
    beyond = [e for each in far.values() for e in each if not _is_free(placed, e, ranks, far)]
    lanes = lanes_for(beyond, right + PAD)
    for edge in graph.edges:
        if edge in bundles:
            level = ends[ranks[edge.source]] + ABOVE + LEVEL * bundles[edge]
            placed.routes[edge] = _across(placed, edge, level, bundles, edge.source in far)
        elif edge not in lanes:
            placed.routes[edge] = _elbow(nodes[edge.source], nodes[edge.target])
        elif all(_is_last(placed, i, ranks) for i in (edge.source, edge.target)):
            placed.lanes[edge] = lanes[edge]
        else:
            place = far[edge.source].index(edge)
            level = ends[ranks[edge.source]] + ABOVE - 12
            placed.routes[edge] = _around(placed, edge, lanes[edge], level, place)
    notes = [x + 12 + width(e.gradient, NOTE) for e, x in lanes.items()]
    placed.width = max([right, *notes]) + 2 * PAD
    return placed


def _is_last(placed: Placed, i: int, ranks: Sequence[int]) -> bool:
    """Does nothing stand at the right of a value?"""
    x = placed.nodes[i].x
    return all(r != ranks[i] or box.x <= x for r, box in zip(ranks, placed.nodes, strict=True))


# ---------------------------------------------------------------- boxes


def _bundles(graph: Graph, ranks: Sequence[int]) -> dict[Edge, int]:
    """For each arrow to the next row, the number of its bundle: arrows that part, or that meet."""
    near = [e for e in graph.edges if ranks[e.target] == ranks[e.source] + 1]
    leaving = Counter(e.source for e in near)
    found: dict[Edge, int] = {}
    for rank in set(ranks):
        keys = {
            e: ("parts", e.source) if leaving[e.source] > 1 else ("meets", e.target)
            for e in near
            if ranks[e.source] == rank
        }
        order = list(dict.fromkeys(keys.values()))
        found |= {e: order.index(key) for e, key in keys.items()}
    return found


def _place_nodes(
    graph: Graph, rows: Sequence[Sequence[int]], bundles: Mapping[Edge, int]
) -> tuple[list[Box], list[float]]:
    """The boxes of all values, and where each row ends."""
    x = _middles(graph, rows)
    found: dict[int, Box] = {}
    ends: list[float] = []
    y = PAD - 6
    for row in rows:
        stacks = [sum(each.row == i for each in graph.inputs) for i in row]
        height = max(ROW, (max(stacks) + 0.6) * INPUT_STEP + 14)
        found |= {i: node_box(graph.nodes[i], x[i], y, height) for i in row}
        ends.append(y + height)
        aside = (n for e, n in bundles.items() if e.source in row and x[e.source] != x[e.target])
        levels = 1 + max(aside, default=-1)
        y += height + (ABOVE + LEVEL * levels if levels else 0.0)
    return [found[i] for i in range(len(graph.nodes))], ends


def _middles(graph: Graph, rows: Sequence[Sequence[int]]) -> dict[int, float]:
    """Where each value stands from left to right; shorter rows stand in the middle."""
    across = {len(row): _columns(graph, rows, len(row)) for row in rows}
    total = max(columns[-1] for columns in across.values())
    return {
        i: x + (total - across[len(row)][-1]) / 2
        for row in rows
        for i, x in zip(row, across[len(row)], strict=False)
    }


def _columns(graph: Graph, rows: Sequence[Sequence[int]], count: int) -> list[float]:
    """The middles of the columns of all rows with this many values, and where they end."""
    alike = [row for row in rows if len(row) == count]
    found: list[float] = []
    edge = PAD
    for j in range(count):
        found.append(edge + max(_left(graph, row[j]) for row in alike))
        edge = found[-1] + max(_right(graph, row[j]) for row in alike) + PAD
    return [*found, edge]


def _left(graph: Graph, i: int) -> float:
    """How far a value with its inputs and their gradients reaches to the left."""
    inputs = [each for each in graph.inputs if each.row == i]
    half = node_width(graph.nodes[i]) / 2
    widest = max((width(each.formula, SIZE) for each in inputs), default=0.0) + 2 * PAD
    notes = max((width(each.gradient, NOTE) for each in inputs), default=0.0)
    return max(half + (GAP + widest + notes + PAD if inputs else 0.0), _notes(graph, i))


def _right(graph: Graph, i: int) -> float:
    return max(node_width(graph.nodes[i]) / 2 + PAD, _notes(graph, i))


def _notes(graph: Graph, i: int) -> float:
    """The width of what stands beside the arrows of a value."""
    notes = [width(e.gradient, NOTE) for e in graph.edges if i in (e.source, e.target)]
    return max(notes, default=0.0) + 2 * PAD


# ---------------------------------------------------------------- arrows


def _across(
    placed: Placed, edge: Edge, level: float, near: Mapping[Edge, int], has_others: bool
) -> Route:
    """Down, across between the rows, and down; the two ways do not cross each other."""
    source, target = placed.nodes[edge.source], placed.nodes[edge.target]
    parts = sum(e.source == edge.source for e in near) > 1
    x, y = (target.x, target.top - 12) if parts else (source.x, source.bottom + 22)
    a, b = source.x - APART, target.x - APART
    down, up = f"M{a:.1f} {source.bottom:.1f}", f"M{b + 2 * APART:.1f} {target.top:.1f}"
    if abs(a - b) > 1:
        lower = 4.0 if a < b else -4.0
        down += f" V{level + lower:.1f} H{b:.1f}"
        up += f" V{level - lower:.1f} H{a + 2 * APART:.1f}"
    elif not has_others:
        y = (source.bottom + target.top) / 2 + NOTE * 0.35
    down, up = f"{down} V{target.top - 2:.1f}", f"{up} V{source.bottom + 2:.1f}"
    if has_others and not parts:  # at the right, other arrows leave
        return Route(down, up, (x - APART - 8, y), "end")
    return Route(down, up, (x + APART + 10, y), "start")


def _is_free(
    placed: Placed, edge: Edge, ranks: Sequence[int], far: Mapping[int, list[Edge]]
) -> bool:
    """Can an arrow run straight down at the right of all that stands between?"""
    source, target = placed.nodes[edge.source], placed.nodes[edge.target]
    x = source.x + ASIDE
    if x <= target.right + PAD or len(far[edge.source]) > 1:
        return False
    rows = range(ranks[edge.source] + 1, ranks[edge.target] + 1)
    others = [(i, box) for i, box in enumerate(placed.nodes) if ranks[i] in rows]
    return all(box.x + _right(placed.graph, i) < x for i, box in others)


def _elbow(source: Box, target: Box) -> Route:
    """Straight down, and into the right side of the box."""
    x, y = source.x + ASIDE, target.y
    forward = f"M{x:.1f} {source.bottom:.1f} V{y - 4:.1f} H{target.right + 2:.1f}"
    back = f"M{target.right:.1f} {y + 6:.1f} H{x + 12:.1f} V{source.bottom + 2:.1f}"
    return Route(forward, back, (x + 20, source.bottom + 22), "start")


def _around(placed: Placed, edge: Edge, lane: float, level: float, place: int) -> Route:
    """Down below the row, out to a lane, and back in above the row of the target."""
    source, target = placed.nodes[edge.source], placed.nodes[edge.target]
    a, b, end = source.x + ASIDE, target.x + ASIDE, target.top - 12
    forward = f"M{a:.1f} {source.bottom:.1f} V{level + 4:.1f} H{lane:.1f} V{end - 4:.1f}"
    back = f"M{b + 12:.1f} {target.top:.1f} V{end + 4:.1f} H{lane + 8:.1f} V{level - 4:.1f}"
    return Route(
        f"{forward} H{b:.1f} V{target.top - 2:.1f}",
        f"{back} H{a + 12:.1f} V{source.bottom + 2:.1f}",
        (a + 20, source.bottom + 22 + 15 * place) if not place else (lane + 14, level + 20),
        "start",
    )
