"""A placed graph as one stand-alone SVG, whole, up to a step, or moving."""

from __future__ import annotations

from html import escape

from matgrad.render.graph import NOTE, SIZE, Box, Edge, Graph, Placed, place
from matgrad.render.graph_ranks import place_ranks, ranks_of
from matgrad.render.math_text import text

INK, RED, PAPER = "#1c2330", "#c0392b", "#ffffff"
FILL, INPUT_FILL, SHARED_FILL = "#eef3fb", "#f7f5ef", "#fdeceb"
# The last but one is what Typst has.
FONT = (
    "'Times New Roman','Liberation Serif','STIX Two Text','Nimbus Roman',Times,"
    "'Libertinus Serif',serif"
)
FAINT = 0.12  # of what a step has not reached
OUTSIDE, INSIDE, ROUND = 10.0, 3.0, 8.0  # where arrows that skip rows meet their boxes
SECONDS = 0.9  # for each step of a moving picture

_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" \
height="{h:.0f}" font-family="{font}" role="img">
<title>{title}</title>
<defs>
<marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" \
orient="auto"><path d="M0 1 9 5 0 9z" fill="{ink}"/></marker>
<marker id="b" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" \
orient="auto"><path d="M0 1 9 5 0 9z" fill="{red}"/></marker>
</defs>
<rect width="100%" height="100%" fill="{paper}"/>
"""


def steps_of(graph: Graph) -> int:
    """How many steps forward and backward propagation take together."""
    return 2 * len(graph.nodes)


def svg(graph: Graph, step: int | None = None, moving: bool = False) -> str:
    """The picture; with `step`, what later steps add is faint; `moving` shows one after another."""
    placed = laid_out(graph)
    groups: list[tuple[int, str]] = []
    for row, box in enumerate(placed.nodes):
        groups.append((row + 1, _node(placed, row, box)))
    last = len(placed.nodes)
    for each, box in zip(graph.inputs, placed.inputs, strict=True):
        groups.append((each.row + 1, _input(placed, each.row, box, each.formula)))
        if each.gradient:
            back = 2 * last - each.row
            groups.append((back, _input_gradient(placed, each.row, box, each.gradient)))
    for edge in graph.edges:
        groups.append((edge.target + 1, _arrow(placed, edge)))
        if edge.gradient:
            groups.append((2 * last - edge.target, _back(placed, edge)))
    head = _HEAD.format(
        w=placed.width, h=placed.height, font=FONT, title=escape(graph.title), ink=INK, red=RED,
        paper=PAPER,
    )  # fmt: skip
    shown = "\n".join(_group(at, body, step, moving) for at, body in sorted(groups))
    return f"{head}{shown}\n</svg>\n"


def laid_out(graph: Graph) -> Placed:
    """One value below the other, or beside each other where none needs the other."""
    ranks = ranks_of(graph)
    return place(graph) if len(set(ranks)) == len(ranks) else place_ranks(graph, ranks)


def _group(at: int, body: str, step: int | None, moving: bool) -> str:
    if moving:
        begin = f"{at * SECONDS:.1f}s"
        change = (
            f'<animate attributeName="opacity" to="1" begin="{begin}" dur="0.4s" fill="freeze"/>'
        )
        return f'<g data-step="{at}" opacity="{FAINT}">{change}{body}</g>'
    faint = f' opacity="{FAINT}"' if step is not None and at > step else ""
    return f'<g data-step="{at}"{faint}>{body}</g>'


def _rect(box: Box, fill: str, round_: float) -> str:
    return (
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.w:.1f}" height="{box.h:.1f}" '
        f'rx="{round_}" fill="{fill}" stroke="{INK}" stroke-width="1"/>'
    )


def _node(placed: Placed, row: int, box: Box) -> str:
    node = placed.graph.nodes[row]
    rect = _rect(box, SHARED_FILL if node.is_shared else FILL, 6)
    below = 9.0 if node.numbers else 0.0
    formula = text((box.x, box.y + SIZE * 0.34 - below), node.formula, SIZE, INK, "middle")
    if not node.numbers:
        return rect + formula
    return rect + formula + text((box.x, box.y + 17), node.numbers, NOTE - 1, "#5a6472", "middle")


def _input(placed: Placed, row: int, box: Box, formula: str) -> str:
    target = placed.nodes[row]
    y = _entry(target, box)
    arrow = _path(f"M{box.right:.1f} {box.y - 3:.1f} L{target.left - 2:.1f} {y - 3:.1f}", INK, "a")
    label = text((box.x, box.y + SIZE * 0.32), formula, SIZE, INK, "middle")
    return arrow + _rect(box, INPUT_FILL, 14) + label


def _entry(target: Box, box: Box) -> float:
    """The height at which an arrow from an input meets its node."""
    return max(target.top + 8, min(target.bottom - 6, box.y))


def _input_gradient(placed: Placed, row: int, box: Box, gradient: str) -> str:
    target = placed.nodes[row]
    y = _entry(target, box)
    line = f"M{target.left - 2:.1f} {y + 4:.1f} L{box.right + 2:.1f} {box.y + 4:.1f}"
    return _path(line, RED, "b", dashed=True) + text(
        (box.left - 8, box.y + NOTE * 0.35), gradient, NOTE, RED, "end"
    )


def _arrow(placed: Placed, edge: Edge) -> str:
    source, target = placed.nodes[edge.source], placed.nodes[edge.target]
    if edge in placed.routes:
        return _path(placed.routes[edge].forward, INK, "a")
    if edge not in placed.lanes:
        line = f"M{source.x - 7:.1f} {source.bottom:.1f} L{target.x - 7:.1f} {target.top - 2:.1f}"
        return _path(line, INK, "a")
    return _path(_around(source, target, placed.lanes[edge]), INK, "a")


def _around(source: Box, target: Box, lane: float) -> str:
    """A line out to a lane, down, and back in."""
    a, b, r = source.y + OUTSIDE, target.y - OUTSIDE, ROUND
    return (
        f"M{source.right:.1f} {a:.1f} H{lane - r:.1f} Q{lane:.1f} {a:.1f} {lane:.1f} {a + r:.1f} "
        f"V{b - r:.1f} Q{lane:.1f} {b:.1f} {lane - r:.1f} {b:.1f} H{target.right + 2:.1f}"
    )


def _back(placed: Placed, edge: Edge) -> str:
    source, target = placed.nodes[edge.source], placed.nodes[edge.target]
    if edge in placed.routes:
        route = placed.routes[edge]
        label = text(route.note, edge.gradient, NOTE, RED, route.anchor)
        return _path(route.back, RED, "b", dashed=True) + label
    if edge not in placed.lanes:
        line = f"M{target.x + 7:.1f} {target.top:.1f} L{source.x + 7:.1f} {source.bottom + 2:.1f}"
        middle = (source.bottom + target.top) / 2 + NOTE * 0.35
        label = text((source.x + 18, middle), edge.gradient, NOTE, RED, "start")
        return _path(line, RED, "b", dashed=True) + label
    x, r = placed.lanes[edge] + 8, ROUND
    a, b = source.y + INSIDE, target.y - INSIDE
    line = (
        f"M{target.right:.1f} {b:.1f} H{x - r:.1f} Q{x:.1f} {b:.1f} {x:.1f} {b - r:.1f} "
        f"V{a + r:.1f} Q{x:.1f} {a:.1f} {x - r:.1f} {a:.1f} H{source.right + 2:.1f}"
    )
    label = text((x + 6, a + 24 + 15 * _rank(placed, edge)), edge.gradient, NOTE, RED, "start")
    return _path(line, RED, "b", dashed=True) + label


def _rank(placed: Placed, edge: Edge) -> int:
    """The place of an arrow among those that leave the same box and skip rows."""
    return [other for other in placed.lanes if other.source == edge.source].index(edge)


def _path(line: str, color: str, marker: str, dashed: bool = False) -> str:
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    return (
        f'<path d="{line}" fill="none" stroke="{color}" stroke-width="1.3"{dash} '
        f'marker-end="url(#{marker})"/>'
    )
