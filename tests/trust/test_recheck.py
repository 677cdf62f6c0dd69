"""A certificate is confirmed without the engine, and tampering with it is noticed."""

import ast
import copy
import json
import subprocess
import sys
from functools import reduce
from operator import getitem
from pathlib import Path

import pytest

import matgrad as mg
from campaign.case import FIXED, case
from matgrad import recheck
from matgrad.errors import MatgradError

QUESTIONS = [
    ("gradient", "norm2(A*x-b)^2", "x"),
    ("gradient", "logdet(X'*A*X)", "X"),
    ("gradient", "sum(relu(W*tanh(V*x)))", "V"),
    ("gradient", "tr(X^3) + det(X)*norm2(x)", "X,x"),
    ("gradient", "sum(erf(x)) + sum(acos(x)) + sum(softplus(x)) + sum(gelu(x))", "x"),
    ("gradient", "sum(x.^0.5) + norm1(x) + logsumexp(x) + mean(x)", "x"),
    ("differential", "inv(X)", "X"),
    ("differential", "Diag(x)*y", "x,y"),
    ("jacobian", "softmax(x)", "x"),
    ("jacobian", "A*X*B", "X"),
    ("jacobian", "X'*X", "X"),
    ("hessian", "logsumexp(A*x)", "x"),
    ("gradient", "tr(C'*softmax_rows(X*W)) + sum(logsumexp_rows(X*W))", "W"),
    ("hessian", "function sigma; sum(sigma(W*x))", "x"),
    # Lines that rest on an order, which the field does not have.
    ("gradient", "norm1(softplus(y))", "y"),
    ("gradient", "norm1(sigmoid(A*y) + exp(y))", "y"),
    ("gradient", "sum(sqrt(softplus(y).^2))", "y"),
    # Nothing is left of the differential.
    ("differential", "3 + 0*x", "x"),
    ("differential", "A*y + 0*tr(X)*y", "X"),
    ("differential", "floor(x)", "x"),
]


def certified(kind: str, text: str, wrt: str):
    return json.loads(json.dumps(getattr(mg, kind)(text, wrt).certificate()))


@pytest.mark.parametrize(("kind", "text", "wrt"), QUESTIONS)
def test_every_line_of_a_certificate_holds(kind: str, text: str, wrt: str) -> None:
    found = recheck.recheck(certified(kind, text, wrt))
    assert set(found.values()) == {"holds"}


@pytest.fixture(scope="module")
def least_squares():
    return certified("gradient", "norm2(A*x-b)^2", "x")


def test_a_line_that_was_doubled_is_wrong(least_squares) -> None:
    for i, line in enumerate(least_squares["lines"]):
        forged = copy.deepcopy(least_squares)
        nodes, shape = forged["nodes"], forged["nodes"][line["right"]]["shape"]
        nodes.append({"op": "number", "args": [], "data": "2", "shape": [[[1, []]]] * 2})
        args = [len(nodes) - 1, line["right"]]
        nodes.append({"op": "scale", "args": args, "data": None, "shape": shape})
        forged["lines"][i]["right"] = len(nodes) - 1
        found = recheck.recheck(forged)
        assert [label for label in found if found[label] == "wrong"] == [line["label"]]


def test_a_number_that_was_changed_is_noticed(least_squares) -> None:
    forged = copy.deepcopy(least_squares)
    number = next(node for node in forged["nodes"] if node["op"] == "number")
    number["data"] = "7"
    assert "wrong" in recheck.recheck(forged).values()


def test_an_operator_that_was_dropped_is_noticed(least_squares) -> None:
    forged = copy.deepcopy(least_squares)
    node = next(node for node in forged["nodes"] if node["op"] == "d")
    node["op"] = "name"
    assert "wrong" in recheck.recheck(forged).values()


@pytest.mark.parametrize("part", [("function",), ("results", "x")], ids=["function", "result"])
def test_another_function_or_result_is_noticed(least_squares, part: tuple[str, ...]) -> None:
    forged = copy.deepcopy(least_squares)
    told = reduce(getitem, part, forged)
    true, values = told["node"], recheck.values(forged["nodes"], forged["points"][0])
    for told["node"] in range(len(forged["nodes"])):
        try:
            found = recheck.recheck(forged)["the results are the gradient"]
        except ValueError:  # the shapes do not fit
            continue
        is_equal = _numbers(values[told["node"]]) == _numbers(values[true])
        assert (found == "holds") == is_equal


def _numbers(A: recheck.Matrix) -> list[list[tuple[int, int]]]:
    return [[(x.a, x.b) for x in row] for row in A]


@pytest.mark.parametrize(
    "broken",
    [{"prime": 2}, {"format": 3}, {"results": {}}, {"points": []}, {"nodes": []}, {"lines": 1}],
)
def test_a_broken_certificate_is_not_confirmed(tmp_path: Path, least_squares, broken) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(least_squares | broken), encoding="utf-8")
    assert recheck.main([str(path)]) != 0


def test_a_file_that_is_no_certificate_is_told_from_a_wrong_one(tmp_path: Path, capsys) -> None:
    path = tmp_path / "certificate.json"
    for text in ("", "[]", "{}", '{"format": 1}', "[" * 200_000):
        path.write_text(text, encoding="utf-8")
        assert recheck.main([str(path)]) == 2
        assert "no certificate" in capsys.readouterr().err


def test_an_unknown_operator_is_not_decided(least_squares) -> None:
    unknown = copy.deepcopy(least_squares)
    for node in unknown["nodes"]:
        node["op"] = "mystery" if node["op"] == "matmul" else node["op"]
    found = set(recheck.recheck(unknown).values())
    assert "not decided" in found
    assert "wrong" not in found


def test_random_derivations_are_confirmed() -> None:
    known = 0
    for index in range(40):
        drawn = case(FIXED, index)
        problem = mg.parse(drawn.text, drawn.shapes, drawn.assume)
        try:
            d = getattr(mg, drawn.kind)(problem, list(drawn.wrt))
        except MatgradError:
            continue
        if not d.verdict.status.startswith("exact") or "real" in d.verdict.details[0]:
            continue
        found = list(recheck.recheck(json.loads(json.dumps(d.certificate()))).values())
        assert "wrong" not in found, drawn.text
        known += found.count("holds")
    assert known > 100


def test_the_checker_is_short_and_depends_on_nothing() -> None:
    source = Path(recheck.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 300
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_the_checker_runs_as_a_program(tmp_path: Path, least_squares) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(least_squares), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, recheck.__file__, path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "holds" in done.stdout
