"""Starting is quick because the engine is loaded when it is first used."""

import subprocess
import sys

import pytest

import matgrad

LIGHT = {"matgrad.errors", "matgrad.optional"}


def loaded(program: str) -> set[str]:
    """The modules of matgrad that a program loads."""
    show = "print(*(name for name in sys.modules if name.startswith('matgrad.')))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}; {show}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_importing_matgrad_loads_no_engine() -> None:
    assert loaded("import matgrad") == LIGHT


def test_starting_the_command_line_loads_no_engine() -> None:
    parts = {name.split(".")[1] for name in loaded("import matgrad.cli.commands")}
    assert parts == {"api", "cli", "core", "errors", "optional"}


def test_the_engine_comes_with_the_first_public_name() -> None:
    assert "matgrad.api.pipeline" in loaded("import matgrad; matgrad.gradient")


def test_public_names_are_listed_and_others_refused() -> None:
    assert set(matgrad.__all__) <= set(dir(matgrad))
    assert all(hasattr(matgrad, name) for name in matgrad.__all__)
    with pytest.raises(AttributeError, match="no attribute 'gradeint'"):
        getattr(matgrad, "gradeint")  # noqa: B009


@pytest.mark.parametrize("module", ["matgrad", "matgrad.cli.commands"])
def test_both_modules_are_the_command_line(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.stdout.startswith("Usage: matgrad")
