"""Pictures of computations: everything is there, in its place, and nothing overlaps."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import matgrad as mg
from matgrad.nets.graph import graph_of
from matgrad.nets.sequences import attention, lstm, rnn
from matgrad.render.graph import Box
from matgrad.render.graph_svg import laid_out
from matgrad.render.math_text import runs, width

NETWORKS: dict[str, Any] = {
    "lecture": mg.network([2, 2, 4]),
    "ten layers": mg.network(["n", *["k"] * 9, "m"]),
    "residual": mg.network(["n", "k", "k", "k", "m"], "tanh", residual=True),
    "batch with layer norm": mg.network(["n", "k", "m"], layer_norm=True, batch="N"),
    "attention": attention(),
    "rnn": rnn(3),
    "lstm": lstm(3),
}


def overlap(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


@pytest.mark.parametrize("name", NETWORKS)
def test_boxes_lie_inside_and_apart(name: str):
    placed = laid_out(graph_of(mg.gradient(NETWORKS[name], check=False).trace))
    boxes = [*placed.nodes, *placed.inputs]
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    assert all(box.left > 0 and box.right < placed.width for box in boxes)
    assert all(box.top > 0 and box.bottom < placed.height for box in boxes)


def test_gates_of_a_cell_stand_beside_each_other():
    graph = graph_of(mg.gradient(lstm(3), check=False).trace)
    placed = laid_out(graph)
    gates = [box for node, box in zip(graph.nodes, placed.nodes, strict=True)
             if node.name in ("i__2", "f__2", "o__2", "u__2")]  # fmt: skip
    assert len({box.y for box in gates}) == 1
    assert placed.width > placed.height


@pytest.mark.parametrize("name", NETWORKS)
def test_every_arrow_has_a_way(name: str):
    placed = laid_out(graph_of(mg.gradient(NETWORKS[name], check=False).trace))
    straight = {e for e in placed.graph.edges if e.target == e.source + 1}
    assert set(placed.graph.edges) <= {*placed.routes, *placed.lanes, *straight}


@pytest.mark.parametrize("name", NETWORKS)
def test_a_picture_is_one_well_formed_file(name: str):
    picture = mg.gradient(NETWORKS[name], check=False).graph()
    root = ElementTree.fromstring(picture.svg)
    assert root.tag.endswith("svg")
    assert "http" not in picture.svg.replace("http://www.w3.org/2000/svg", "")


def words(picture: Any) -> set[str]:
    root = ElementTree.fromstring(picture.svg)
    return {"".join(node.itertext()) for node in root.iter() if node.tag.endswith("}text")}


def test_forward_values_and_backward_gradients_are_shown():
    shown = words(mg.gradient(NETWORKS["lecture"], check=False).graph())
    assert {"z(1) = W(1)x + b(1)", "h(1) = relu(z(1))", "∇W(1) = gxT", "∂f/∂z(1) = g"} <= shown


def test_numbers_stand_below_their_formula():
    d = mg.backpropagate(NETWORKS["lecture"], check=False)
    assert any(word.startswith("[") for word in words(d.graph(d.run(seed=1))))


def test_each_step_shows_more():
    picture = mg.gradient(NETWORKS["lecture"], check=False).graph()
    faint = [each.svg.count("opacity") for each in picture.steps]
    assert faint == sorted(faint, reverse=True)
    assert faint[-1] == 0
    assert len(faint) == 10


def test_a_moving_picture_moves():
    picture = mg.gradient(NETWORKS["lecture"], check=False).graph(moving=True)
    assert "<animate " in picture.svg


def test_every_gradient_has_a_picture(tmp_path: Path):
    path = tmp_path / "graph.svg"
    mg.gradient("x'*A*x + norm2(tanh(B*x) - c)^2", "x").graph().save(path)
    assert path.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("kind", "function", "label"),
    [
        ("jacobian", "A*sin(B*x)", "∇x = Bᵀ(AᵀG ⊙ cos(a))"),
        ("jacobian", "G*x", "∇x = GᵀH"),
        ("differential", "x*x'", "∇x = (G + Gᵀ)x"),
        ("hessian", "norm2(A*x - b)^2", "∇x = 2Aᵀr"),
    ],
)
def test_a_function_of_any_shape_shows_what_comes_back(kind: str, function: str, label: str):
    """A Jacobian shows the gradient of ⟨G, F⟩, a Hessian that of its function."""
    drawn = getattr(mg, kind)(function, "x").graph().graph
    assert label in {each.gradient for each in drawn.inputs}


def test_raised_parts_are_told_from_the_rest():
    assert [run.level for run in runs("W⁽¹⁾x₂")] == [0, 1, 0, -1]
    assert [run.italic for run in runs("relu(z)")] == [False, True, False]
    assert width("ŷ", 10) == width("y", 10)


def test_each_piece_of_a_formula_has_its_place_and_width_whatever_the_font() -> None:
    picture = mg.gradient("norm2(sin(W2*cos(W1*x)))^2", "x").graph().svg
    pieces = re.findall(r"<tspan[^>]*>", picture)
    assert pieces
    assert all(re.search(r' x="[\d.]+" y="[\d.]+" textLength="[\d.]+"', each) for each in pieces)
