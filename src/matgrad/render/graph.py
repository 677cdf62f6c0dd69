"""The picture of a computation: one row for each value, inputs at the left, gradients in red.

Values flow downwards along the black arrows and gradients upwards along the red ones. An arrow
that skips rows runs at the right, each in a lane of its own where they overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from matgrad.render.math_text import width

SIZE = 17.0  # of formulas, in pixels
NOTE = 13.0  # of gradients and numbers
ROW, PAD, GAP = 84.0, 14.0, 46.0
LANE = 26.0  # between arrows that skip rows
INPUT_STEP = 34.0  # between the inputs of one row


@dataclass(frozen=True)
class Node:
    """A value: its formula, a line of numbers below it, and whether many gradients share it."""

    name: str
    formula: str
    numbers: str = ""
    is_shared: bool = False


@dataclass(frozen=True)
class Input:
    """A variable that enters a row, with its gradient if one is asked for."""

    name: str
    formula: str
    row: int
    gradient: str = ""


@dataclass(frozen=True)
class Edge:
    """One value is used by another, rows below; what comes back along it."""

    source: int
    target: int
    gradient: str = ""


@dataclass(frozen=True)
class Graph:
    """A computation, in the order in which it is computed."""

    nodes: tuple[Node, ...]
    inputs: tuple[Input, ...]
    edges: tuple[Edge, ...]
    title: str = ""


@dataclass(frozen=True)
class Box:
    """Where something stands: its centre and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        """The left edge."""
        return self.x - self.w / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w / 2

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y - self.h / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h / 2


@dataclass(frozen=True)
class Route:
    """The way of an arrow and of what comes back, and where that is noted."""

    forward: str
    back: str
    note: tuple[float, float]
    anchor: str


@dataclass
class Placed:
    """A graph with a place for everything."""

    graph: Graph
    nodes: list[Box]
    inputs: list[Box]
    lanes: dict[Edge, float] = field(default_factory=dict[Edge, float])  # x of arrows that skip
    routes: dict[Edge, Route] = field(default_factory=dict[Edge, Route])  # of all other arrows
    width: float = 0.0
    height: float = 0.0


def place(graph: Graph) -> Placed:
    """Give every node a row of its own, inputs a place left of it, long arrows a lane."""
    gradients = max((width(i.gradient, NOTE) for i in graph.inputs), default=0.0)
    entering = max((width(i.formula, SIZE) for i in graph.inputs), default=0.0) + 2 * PAD
    widest = max(map(node_width, graph.nodes))
    column = gradients + 2 * PAD + entering + GAP + widest / 2 + PAD
    nodes: list[Box] = []
    y = PAD - 6
    for row, node in enumerate(graph.nodes):
        count = sum(each.row == row for each in graph.inputs)
        height = max(ROW, (count + 0.6) * INPUT_STEP + 14)
        nodes.append(node_box(node, column, y, height))
        y += height
    inputs = input_boxes(graph, nodes, gradients + 2 * PAD + entering)
    placed = Placed(graph, nodes, inputs, height=y)
    straight = [e.gradient for e in graph.edges if e.target == e.source + 1]
    beside = max((width(text, NOTE) for text in straight), default=0.0) + 34
    start = column + max(widest / 2 + 20, beside)
    placed.lanes = lanes_for([e for e in graph.edges if e.target > e.source + 1], start)
    ends = [x + 12 + width(e.gradient, NOTE) for e, x in placed.lanes.items()]
    placed.width = max([column + widest / 2, start, *ends]) + 2 * PAD
    return placed


def node_width(node: Node) -> float:
    """How wide the box of a value is."""
    return max(width(node.formula, SIZE), width(node.numbers, NOTE)) + 2 * PAD


def node_box(node: Node, x: float, y: float, height: float) -> Box:
    """The box of a value around x, in a row that begins at y."""
    h = 34.0 + (18.0 if node.numbers else 0.0)
    return Box(x, y + height / 2 - (ROW - h) / 4, node_width(node), h)


def input_boxes(graph: Graph, nodes: Sequence[Box], end: float | None = None) -> list[Box]:
    """The boxes of inputs, in stacks that end at one place, or a little before their values."""
    boxes: list[Box] = []
    seen: dict[int, int] = {}
    counts = [sum(i.row == row for i in graph.inputs) for row in range(len(nodes))]
    for each in graph.inputs:
        place, count = seen.get(each.row, 0), counts[each.row]
        seen[each.row] = place + 1
        right = nodes[each.row].left - GAP if end is None else end
        y = nodes[each.row].y + (place - (count - 1) / 2) * INPUT_STEP
        w = width(each.formula, SIZE) + 2 * PAD
        boxes.append(Box(right - w / 2, y, w, 28.0))
    return boxes


def lanes_for(edges: Sequence[Edge], start: float) -> dict[Edge, float]:
    """The first lane in which no other arrow runs between the same rows; short arrows first."""
    lanes: list[list[Edge]] = []
    found: dict[Edge, float] = {}
    for edge in sorted(edges, key=lambda e: (e.target - e.source, e.source)):
        free = (i for i, lane in enumerate(lanes) if not any(overlap(edge, o) for o in lane))
        number = next(free, len(lanes))
        if number == len(lanes):
            lanes.append([])
        lanes[number].append(edge)
        inner = [width(e.gradient, NOTE) for lane in lanes[:number] for e in lane]
        found[edge] = start + number * LANE + max(inner, default=0.0)
    return found


def overlap(one: Edge, other: Edge) -> bool:
    """Do two arrows run beside the same rows?"""
    return one.source < other.target and other.source < one.target
