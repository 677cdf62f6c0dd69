"""A text that is a program: how it is known and parsed, and what in it has no effect."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from textwrap import dedent
from warnings import catch_warnings, simplefilter

from matgrad.core.reading import Guess
from matgrad.errors import LimitError, MatgradError, ParseError, UnsupportedError
from matgrad.programs.listings.library import ATTRIBUTES, BUILTINS, HARMLESS, LIBRARIES, MODULES
from matgrad.programs.listings.library import is_known as is_library
from matgrad.programs.listings.likely import name_of
from matgrad.syntax.declarations import plain_name

LONGEST = 16_000  # characters of a program
DEEPEST = 60  # brackets inside of each other
HIGHEST = 150  # parts inside of each other


def module_of(code: str) -> ast.Module:
    """The parts of a program, or why there are none."""
    if len(code) > LONGEST:
        raise LimitError(f"the program has more than {LONGEST:,} characters")
    if _depth(code) > DEEPEST:
        raise LimitError(f"the program has more than {DEEPEST} brackets inside of each other")
    try:
        with catch_warnings():
            simplefilter("ignore")  # what a stranger writes is no fault of ours
            module = ast.parse(dedent(code))
    except SyntaxError as error:
        at = _places(code)(error.lineno or 1, (error.offset or 1) - 1)
        raise ParseError(f"this is no Python: {error.msg}", (at, at + 1), source=code) from None
    except (ValueError, RecursionError, MemoryError):
        raise ParseError("this is no Python", source=code) from None
    if _height(module) > HIGHEST:
        raise LimitError(f"the program has more than {HIGHEST} parts inside of each other")
    return module


def note_places(module: ast.Module, code: str) -> None:
    """Note of each part of a program where it stands in the text, for `place_of`."""
    place = _places(code)
    for node in ast.walk(module):
        if isinstance(node, ast.expr | ast.stmt) and node.end_lineno is not None:
            end = place(node.end_lineno, node.end_col_offset or 0)
            node.__dict__["place"] = (place(node.lineno, node.col_offset), end)


def _places(code: str) -> Callable[[int, int], int]:
    """The place in a text of a line and of a column, which Python counts in bytes."""
    given, plain = code.split("\n"), dedent(code).split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in given)]

    def place(line: int, column: int) -> int:
        row = min(line, len(plain)) - 1
        before = plain[row].encode()[:column].decode(errors="ignore")
        return starts[row] + len(given[row]) - len(plain[row]) + len(before)

    return place


def place_of(node: ast.AST) -> tuple[int, int] | None:
    """Where a part of a program stands in its text, if that was noted."""
    return getattr(node, "place", None)


def _depth(code: str) -> int:
    depth = deepest = 0
    for sign in code:
        depth += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _height(module: ast.Module) -> int:
    """How many parts are inside of each other; long sums count one for each term."""
    height, level = 0, [*ast.iter_child_nodes(module)]
    while level and height <= HIGHEST:
        height += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return height


_PYTHON_ONLY = (
    ast.Lambda, ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.For, ast.While,
    ast.With, ast.Return, ast.AugAssign, ast.ListComp, ast.GeneratorExp, ast.Dict,
)  # fmt: skip
_REQUESTS = frozenset("grad value_and_grad jacobian jacfwd jacrev hessian backward".split())
_FORMULAS = frozenset("I sum max min".split())  # mean something else in formulas, which have @ too
_OPTIONS = {"numpy": {"axis", "keepdims", "ddof"}, "torch": {"dim", "keepdim", "unbiased"}}
DIVIDED = "{0} divides by n, as in NumPy"  # other libraries divide by n - 1
_DIVISORS = {"ddof", "correction", "unbiased"}
BACKWARD = "{0}.backward() asks for derivatives of {0}, and no line computes {0}"


def is_code(text: str) -> bool:
    """Is a text a program, by something that only programs have?

    It has to be Python, and have one of these: a method or a function of a module that is called,
    np.exp(x) or x.sum(); an argument with a name, axis=0; x[:, None], x[0], x[-1] and x[1:];
    lambda, def, import, return, a loop; a power ** where nothing else could be meant. So is the
    product @, where what stands beside it means the same in a formula or nothing there.

    >>> [is_code(x) for x in ("np.sum(x)", "X @ w", "lambda w: w", "A*x", "norm(A*x - b)^2")]
    [True, True, True, False, False]
    """
    try:
        module = module_of(text)
    except MatgradError:
        return False
    nodes = [*ast.walk(module)]
    if any(map(_is_of_programs, nodes)) or _has_plain_powers(nodes):
        return True
    names = {x.id for x in nodes if isinstance(x, ast.Name)}
    called = {x.func.id for x in nodes if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)}
    is_known = all(is_library(x) or x in BUILTINS for x in called)
    is_known = is_known and names.isdisjoint(_FORMULAS)
    operators = {type(x.op) for x in nodes if isinstance(x, ast.BinOp)}
    return ast.MatMult in operators and ast.BitXor not in operators and is_known


def _is_of_programs(node: ast.AST) -> bool:
    """Does no formula have this?"""
    match node:
        case ast.Call(func=ast.Attribute()) | ast.Call(keywords=[_, *_]):
            return True
        case ast.Attribute(value=ast.Name(id=name), attr=attr):
            return name in MODULES or attr in ATTRIBUTES - {"T"}
        case ast.Subscript(slice=ast.Tuple(elts=parts)):
            return any(map(_is_key, parts))
        case ast.Subscript(slice=part):
            return _is_key(part)
        case _:
            return isinstance(node, _PYTHON_ONLY)


def _is_key(part: ast.expr) -> bool:
    """Is this between square brackets in programs only: None, 0, -1, 1:, :-1, "W", ...?"""
    match part:
        case ast.Constant(value=held):
            return not isinstance(held, int) or held == 0
        case ast.Slice(lower=low, upper=high):
            return (low is None) != (high is None)
        case _:
            return isinstance(part, ast.UnaryOp)


def _has_plain_powers(nodes: Sequence[ast.AST]) -> bool:
    """Is ** used, and neither a product nor a power that may be one of matrices?"""
    powers = [x for x in nodes if isinstance(x, ast.BinOp) and isinstance(x.op, ast.Pow)]
    products = [x for x in nodes if isinstance(x, ast.BinOp) and isinstance(x.op, ast.Mult)
                and not any(isinstance(y, ast.Constant) for y in (x.left, x.right))]  # fmt: skip
    bases = (x for power in powers for x in ast.walk(power.left) if isinstance(x, ast.Name))
    return bool(powers) and not products and not any(x.id[0].isupper() for x in bases)


@dataclass(frozen=True)
class Script:
    """A program: what is carried out, and the expression at its end, if there is one."""

    source: str
    body: tuple[ast.stmt, ...]
    end: ast.expr | None
    library: str  # the only one that is used, if it is one
    guesses: tuple[Guess, ...]

    @property
    def results(self) -> dict[str, ast.stmt]:
        """The names that get values and where, in the order in which they get them last."""
        found: dict[str, ast.stmt] = {}
        for statement in self.body:
            for name in names_set(statement):
                found.pop(name, None)
                found[name] = statement
        return found


def names_set(statement: ast.stmt) -> list[str]:
    """The names that a statement gives values to, but for the counter of a loop."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    counter = [*ast.walk(statement.target)] if isinstance(statement, ast.For) else []
    counters = {"_", *(x.id for x in counter if isinstance(x, ast.Name))}
    names = (x for x in ast.walk(statement) if isinstance(x, ast.Name))
    return [x.id for x in names if isinstance(x.ctx, ast.Store) and x.id not in counters]


def script_of(text: str) -> Script:
    """The program that a text is; what has no effect is left out, anything else has to be read."""
    module = module_of(text)
    note_places(module, text)
    nodes = [*ast.walk(module)]
    for node in nodes:
        match node:
            case ast.Name(id=name):
                node.id = plain_name(name)
            case ast.arg(arg=name):
                node.arg = plain_name(name)
            case ast.FunctionDef(body=inner):
                _see_that_all_is_used(inner)
            case _:
                pass
    body = [x for x in module.body if not _is_without_effect(x)]
    end: ast.expr | None = None
    match body:
        case [*before, ast.Expr(value=last)] | [*before, ast.Return(value=ast.expr() as last)]:
            body, end = before, last
        case []:
            match module.body:
                case [*_, ast.Expr(ast.Call(func=ast.Attribute(of, attr="backward"))) as last]:
                    of = ast.unparse(of)
                    hint = (
                        f"put the lines before it that compute it: {of} = ((X @ w - y)**2).mean()"
                    )
                    raise UnsupportedError(BACKWARD.format(of), place_of(last), hint)
                case _:
                    raise UnsupportedError(
                        "the text computes nothing", hint="end with the function"
                    )
        case _:
            pass
    _see_that_all_is_used(body)
    library = _library(nodes)
    spread = [x for x in nodes if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute)
              and x.func.attr in ("std", "var")
              and _DIVISORS.isdisjoint({each.arg for each in x.keywords})]  # fmt: skip
    guesses = tuple(Guess(DIVIDED.format(ast.unparse(x)), "ddof=1", place_of(x)) for x in spread)
    return Script(text, tuple(body), end, library, () if library else guesses)


def _see_that_all_is_used(body: Sequence[ast.stmt]) -> None:
    """A formula that stands alone before others is no part of the function."""
    for each in body:
        is_formula = isinstance(each, ast.Expr) and not isinstance(each.value, ast.Call)
        if is_formula and not _is_without_effect(each):
            message = "a formula alone in a line is no part of the function"
            raise UnsupportedError(message, place_of(each), "give it a name, or put it last")


def _is_without_effect(statement: ast.stmt) -> bool:
    """Texts alone, print and plots, asserts, and calls such as loss.backward()."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str())) | ast.Assert() | ast.Pass():
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name))):
            return name in HARMLESS
        case _:
            return False


def _library(nodes: Sequence[ast.AST]) -> str:
    names = {x.id for x in nodes if isinstance(x, ast.Name)}
    options = {x.arg for x in nodes if isinstance(x, ast.keyword)}
    found = {"numpy" if x == "jax" else x for x in (LIBRARIES.get(name) for name in names)}
    found = {of for of, own in _OPTIONS.items() if of in found or options & own}
    return found.pop() if len(found) == 1 else ""


def is_request(statement: ast.stmt) -> bool:
    """Does a statement ask a library for derivatives: g = jax.grad(loss)(w)?"""
    node = statement.value if isinstance(statement, ast.Assign) else None
    while isinstance(node, ast.Call):
        node = node.func
    return node is not None and name_of(node) in _REQUESTS
