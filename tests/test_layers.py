"""The rules of the house that can be read off the source."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "matgrad"
# Here no function calls itself at all; elsewhere none that looks at the arguments of a node does.
LOOPS_ONLY = {"core", "ops", "rules", "render", "codegen", "derive"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.Module | ast.ClassDef | Function

every_module = pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.AST) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def called(tree: ast.AST) -> set[str]:
    """The names that are called in it: f for f(…), and self.f for self.f(…)."""
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {ast.unparse(f) for f in calls if isinstance(f, ast.Name | ast.Attribute)}


def enters(function: Function) -> bool:
    """Does it look at the arguments of an expression?"""
    return any(
        isinstance(node, ast.Attribute) and node.attr == "args" for node in ast.walk(function)
    )


def calls(scope: Scope, suspect: Callable[[Function], bool]) -> dict[str, set[str]]:
    """Which suspect functions of a scope each of them calls, by the name it has for the others."""
    prefix = "self." if isinstance(scope, ast.ClassDef) else ""
    functions = [node for node in scope.body if isinstance(node, Function) and suspect(node)]
    names = {prefix + function.name: function for function in functions}
    return {name: called(function) & names.keys() for name, function in names.items()}


def test_layers_import_downwards_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True, no_logo=True) == 0


@pytest.mark.parametrize("shell", ["cli", "server", "mcp"])
def test_what_a_shell_loads_on_first_use_is_a_room_that_it_may_call(shell: str) -> None:
    loaded = {
        room
        for path in (PACKAGE / shell).rglob("*.py")
        for room in re.findall(r"\bpart\(\"matgrad\.(\w+)", path.read_text(encoding="utf-8"))
    }
    assert loaded <= {"api", "ask", "cli", "server", "mcp"}


def test_starting_the_command_line_loads_no_numerical_package() -> None:
    heavy = {"numpy", "scipy", "flint", "jax", "torch", "sympy"}
    program = f"import sys, matgrad.cli.commands; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("", "")


@every_module
def test_no_import_hides_inside_a_function(path: Path) -> None:
    hidden = [
        f"line {node.lineno}"
        for function in functions(parse(path))
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not hidden


@every_module
def test_packages_are_loaded_by_name_in_one_place_only(path: Path) -> None:
    names = {name.rpartition(".")[2] for name in called(parse(path))}
    loads = names & {"import_module", "__import__"}
    assert not loads or path == PACKAGE / "optional.py"


@every_module
def test_nothing_evaluates_text(path: Path) -> None:
    allowed = {"exec", "compile"} if "codegen" in path.parts else set[str]()
    names = called(parse(path))
    assert not names & {"eval", "exec", "compile", "sympify"} - allowed


@every_module
def test_nothing_depends_on_a_machine_or_a_host(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"(?<![\w.~])/(?:home|root|work|Users)\b", text)
    # A page served on this machine and the name of an XML namespace are not hosts to reach.
    assert not re.findall(r"https?://(?!127\.0\.0\.1|localhost|www\.w3\.org/|\{)\S+", text)


@every_module
def test_walks_are_loops(path: Path) -> None:
    engine = LOOPS_ONLY & set(path.relative_to(PACKAGE).parts)
    suspect = (lambda _: True) if engine else enters
    for scope in [node for node in ast.walk(parse(path)) if isinstance(node, Scope)]:
        try:
            TopologicalSorter(calls(scope, suspect)).prepare()
        except CycleError as found:
            pytest.fail(f"functions that call themselves: {' → '.join(found.args[1])}")


def drawn_rooms() -> dict[Path, str]:
    """The rooms of the tree in ARCHITECTURE.md, each with what is said of it."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    _, _, drawn = page.partition("src/matgrad/\n")
    rooms: dict[Path, str] = {}
    room = PACKAGE
    for line in drawn.partition("\nweb/")[0].splitlines():
        depth = len(line) - len(line.lstrip())
        if depth in (2, 4):
            name = line.split()[0]
            room = PACKAGE if depth == 2 else next(r for r in [*rooms][::-1] if r.parent == PACKAGE)
            room /= name
        rooms[room] = rooms.get(room, "") + line[depth:] + " "
    return rooms


def test_the_tree_of_architecture_is_the_real_one() -> None:
    drawn = drawn_rooms()
    packages = {path.parent for path in PACKAGE.rglob("__init__.py")} - {PACKAGE}
    top = {path for path in packages if path.parent == PACKAGE}
    modules = set(PACKAGE.glob("*.py")) - {PACKAGE / "__init__.py", PACKAGE / "__main__.py"}
    assert {room for room in drawn if room.parent == PACKAGE} == top | modules | {PACKAGE / "page"}
    assert not [room for room in drawn if not room.exists()]
    named = [(room, name) for room, said in drawn.items() for name in re.findall(r"\w+\.py", said)]
    assert not [
        (room, name) for room, name in named if room.is_dir() and not (room / name).is_file()
    ]
