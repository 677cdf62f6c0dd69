"""A file of operators that is put into `ops/`, with nothing else changed, is all they need."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import matgrad

HERE = Path(__file__).parent
QUESTIONS = {
    "erfcx": ("sum(erfcx(A*x))", "x"),
    "geomean": ("geomean(X*x)", "x"),
    "sinhm": ("tr(sinhm(A)*B)", "A"),
}
PROGRAM = """
import json, sys
import matgrad as mg
from matgrad import recheck
from matgrad.codegen import TARGETS
from matgrad.errors import UnsupportedError
from matgrad.render.reference import operator_reference

def sources(d):
    for target in TARGETS:
        try:
            yield target, d.compile(target).source
        except UnsupportedError as reason:
            yield target, f"none: {reason}"

def certified(d):
    return recheck.recheck(json.loads(json.dumps(d.certificate())))

def answer(text, wrt):
    d = mg.gradient(text, wrt)
    function = d.problem.function
    return {
        "reads back": [
            parse(written).function.op.name == function.op.name
            for parse, written in ((mg.parse, str(function)), (mg.parse_latex, function.latex()))
        ],
        "status": d.verdict.status,
        "certificate": certified(d) if wrt == "x" else {},
        "sources": dict(sources(d)),
        "claims": [mg.check(text, wrt, f"{times}*({d.result})").status for times in (1, 2)],
    }

found = {name: answer(*question) for name, question in json.loads(sys.argv[1]).items()}
print(json.dumps({"page": operator_reference(), **found}))
"""
# What declares no code for a language, and does not say what it is in terms of others.
NONE = {("erfcx", "array_api"), ("erfcx", "c"), ("geomean", "c"), ("sinhm", "array_api")}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the file in it."""
    place = tmp_path_factory.mktemp("with_strangers")
    shutil.copytree(Path(matgrad.__file__).parent, place / "matgrad")
    shutil.copy(HERE / "strangers.py", place / "matgrad" / "ops")
    return place


def run(place: Path, *arguments: str) -> str:
    root = HERE.parent.parent
    known = os.environ | {"PYTHONPATH": f"{place}{os.pathsep}{root}"}
    done = subprocess.run(
        [sys.executable, *arguments],
        env=known, cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def found(place: Path) -> dict[str, Any]:
    return json.loads(run(place, "-c", PROGRAM, json.dumps(QUESTIONS)))


def test_they_are_differentiated_and_each_line_is_checked(found: dict[str, Any]) -> None:
    status = {name: found[name]["status"].partition(" ")[0] for name in QUESTIONS}
    assert status == {"erfcx": "exact", "geomean": "exact", "sinhm": "real"}


@pytest.mark.parametrize("name", QUESTIONS)
def test_text_and_latex_read_back(found: dict[str, Any], name: str) -> None:
    assert found[name]["reads back"] == [True, True]


@pytest.mark.parametrize("name", QUESTIONS)
def test_claims_are_judged(found: dict[str, Any], name: str) -> None:
    assert found[name]["claims"] == ["right", "wrong"]


def test_a_certificate_holds_without_the_engine(found: dict[str, Any]) -> None:
    assert {*found["erfcx"]["certificate"].values()} == {"holds"}


def test_what_a_certificate_cannot_say_is_left_open(found: dict[str, Any]) -> None:
    assert "not decided" in found["geomean"]["certificate"].values()
    assert "wrong" not in found["geomean"]["certificate"].values()


@pytest.mark.parametrize("name", QUESTIONS)
def test_they_have_code_in_every_language_or_an_error_says_which_is_missing(
    found: dict[str, Any], name: str
) -> None:
    sources = found[name]["sources"]
    lacking = {(name, target) for target, code in sources.items() if code.startswith("none: ")}
    assert lacking == {pair for pair in NONE if pair[0] == name}
    assert all("has no" in sources[target] for _, target in lacking)


@pytest.mark.parametrize("name", QUESTIONS)
def test_they_are_documented(found: dict[str, Any], name: str) -> None:
    assert f"## {name}\n" in found["page"]


def test_the_tests_of_all_operators_pass(place: Path) -> None:
    names = " or ".join(QUESTIONS)
    files = "tests/test_grid.py", "tests/verify/test_conformance.py", "tests/verify/test_ball.py"
    arguments = "-q -p no:cacheprovider -p no:xdist".split()
    assert "passed" in run(place, "-m", "pytest", *arguments, *files, "-k", names)
