"""What the source of a program tells before it is read, and the program as it is read then."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.execution import is_idle
from matgrad.programs.listings.library import FILLED, is_known
from matgrad.programs.listings.likely import (
    BIAS,
    CLASSES,
    COUNT,
    DATA,
    PASSED,
    PLAIN,
    WEIGHTS,
    derivative_of,
    factors,
)
from matgrad.programs.listings.objects import routine_of
from matgrad.programs.listings.values import Misfit, Routine, Scope

OBJECTIVE = re.compile(
    r"loss\w*|cost\w*|\w*_?loss|\w*_?cost|obj(?:ective)?|energy|risk|nll\w*|error|err|J|L|E|f|mse|ce|bce"
    r"|rss|sse|kl|elbo|\w*likelihood|total(?:_loss)?|value|out|result|fx|F|objective_\w+|log_?lik\w*|ll"
)
LOSSES = ("loss", "cost")  # names that nothing but a number has
_GRADIENT = re.compile(
    r"(?!\w*(?:loss_|cost_|_and_|forward|value_))\w*(?:grad|backward|backprop|deriv|jacob|hess)\w*"
    r"|d[A-Z_]\w*|df|dloss|dcost|.*_prime|d[a-z]+_?d_?[A-Za-z]\w*"
)
# Finite differences, with which a gradient is compared.
NUMERICAL = re.compile(
    r"(?:num|numeric\w*|numerical\w*|fd|finite\w*|approx\w*)_?\w*(?:grad|diff|deriv|jac|hess)\w*"
    r"|(?:eval_)?\w*(?:grad|jac\w*|hess\w*|deriv\w*)\w*_(?:num\w*|fd|check\w*|approx\w*|finite\w*)"
    r"|(?:grad\w*_?)?check_?\w*grad\w*|grad(?:ient)?_?check\w*|finite_?diff\w*|rel_?error"
)
_OF_LOSS = re.compile(  # loss_grad, unless it gives the loss besides
    r"(?!\w*_and_)\w*(?:loss|cost|value)\w*_(?:grad|gradient|backward|deriv\w*|prime|jac\w*|hess\w*)(?:_\w+)?"
)
_SETTING = re.compile(  # what is chosen and not found
    r"lam\w*|lambda_?|lmbda|reg\w*|lr|eta|eps\w*|wd|weight_decay|margin|momentum|step\w*|temp\w*"
    r"|dim|size|n_\w+|num_\w+|\w+_(?:size|dim)|l[12]|C|p_?norm|power|slope|degree"
)
_PREDICTED = re.compile(r"y_?(?:pred|hat|out|prob|score)\w*")


def gradient_routines(routines: Iterable[Routine]) -> list[Routine]:
    """The routines that compute derivatives."""
    given = list(routines)
    names = [x.name for x in given]
    return [each for each in given if is_gradient(each.name, names)]


def is_gradient(name: str, names: Collection[str] = ()) -> bool:
    """Does a function compute derivatives, by its name and those of others?"""
    if NUMERICAL.fullmatch(name):
        return False
    is_of_another = name.startswith("d") and name[1:].lstrip("_") in names  # dk beside k
    return is_of_another or any(x.fullmatch(name) is not None for x in (_GRADIENT, _OF_LOSS))


def value_routines(routines: Iterable[Routine], called: Collection[str]) -> list[Routine]:
    """The routines that compute no derivatives; those that nothing else calls, if there are any."""
    given = list(routines)
    names = [x.name for x in given]
    others = [x for x in given if not is_gradient(x.name, names)]
    free = [x for x in others if x.name not in called and not NUMERICAL.fullmatch(x.name)]
    return [x for x in free if not is_known(x.name)] or free


def forward_routine(routines: Iterable[Routine], called: Collection[str]) -> Routine | None:
    """The routine whose value is the function: one that nothing else calls."""
    own = value_routines(routines, called)
    likely = [x for x in own if OBJECTIVE.fullmatch(x.name)]
    return next(iter((likely or own)[::-1]), None)


def function_among(names: Mapping[str, Any], known: Collection[str]) -> str | None:
    """The name of the value that is the function: a number that is called so, or the last one."""
    values = {name: x for name, x in names.items() if isinstance(x, Misfit) or (
              isinstance(x, Array) and (x.expr.args or x.expr.op.name == "symbol"))}  # fmt: skip
    others = [*names, *known]
    plain = [x for x in values if derivative_of(x, others) is None
             and not PLAIN.fullmatch(x) and not PASSED.fullmatch(x)]  # fmt: skip
    numbers = [x for x in plain if not getattr(values[x], "axes", ())]
    called = [x for x in numbers if OBJECTIVE.fullmatch(x)]
    return next(iter((called or numbers or plain)[::-1]), None)


def numbers_by_default(routine: Routine) -> list[str]:
    """The parameters that are numbers, by their defaults."""
    return [name for name, node in routine.defaults.items()
            if isinstance(node, ast.Constant) and type(node.value) in (int, float)]  # fmt: skip


def is_left_out(routine: Routine, name: str) -> bool:
    """May a parameter be left out, though it is an array: the labels y=None, bias=None?"""
    node = routine.defaults.get(name)
    is_none = isinstance(node, ast.Constant) and node.value is None
    return is_none and any(x.fullmatch(name) for x in (CLASSES, BIAS, WEIGHTS))


def is_data(name: str) -> bool:
    """Is an argument data, as X and y are, or a setting, though it comes first?"""
    is_matrix = DATA.fullmatch(name) is not None and (name[0].isupper() or len(name) > 3)
    is_label = CLASSES.fullmatch(name) is not None and _PREDICTED.fullmatch(name) is None
    return is_matrix or is_label or _SETTING.fullmatch(name) is not None


def variables_in(parameters: Sequence[str], number: int) -> list[str]:
    """The variables of so many derivatives without names; "" for one that any may belong to."""
    given = [x for x in parameters if x != "self"]
    own = [x for x in given if not is_data(x)]
    return [""] if number == 1 else own if len(own) >= number else given


_AXES = frozenset("axis dim keepdims keepdim".split())


def walked(body: Iterable[ast.AST]) -> list[ast.AST]:
    """All parts of some statements."""
    return [node for each in body for node in ast.walk(each)]


def loaded(*body: ast.AST) -> set[str]:
    """The names that statements use."""
    return _names(body, ast.Load)


def stored(*body: ast.AST) -> set[str]:
    """The names that statements set."""
    return _names(body, ast.Store)


def _names(body: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    nodes = (x for x in walked(body) if isinstance(x, ast.Name))
    return {x.id for x in nodes if isinstance(x.ctx, context)}


def parts_set(body: Iterable[ast.AST], own: str = "self") -> set[str]:
    """The parts of an object that statements set: p of self.p = …"""
    parts = (x for x in walked(body) if isinstance(x, ast.Attribute))
    return {x.attr for x in parts if isinstance(x.ctx, ast.Store) and ast.unparse(x.value) == own}


def called_name(call: ast.Call) -> str:
    """The name of what is called, of whichever module or object."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def called(node: ast.AST) -> set[str]:
    """The names of what is called in a piece of a program."""
    calls = (x.func for x in ast.walk(node) if isinstance(x, ast.Call))
    return {x.id for x in calls if isinstance(x, ast.Name)}


def functions(nodes: Iterable[ast.AST]) -> dict[str, Routine]:
    """The functions among some statements, as they are written."""
    found: dict[str, Routine] = {}
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name, args=given, body=body):
                found[name] = routine_of(name, given, body, Scope())
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=given, body=value)):
                found[name] = routine_of(name, given, [ast.Return(value)], Scope())
            case _:
                pass
    return found


def outside(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    """The statements that stand in no function and no class."""
    return [x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]


# ---------------------------------------------------------------- columns


def columns_in(body: Iterable[ast.stmt]) -> frozenset[str]:
    """The names whose transpose is the last factor of a product; none where samples are counted."""
    nodes = walked(body)
    if any(map(_counts_samples, nodes)):
        return frozenset()
    last = [found[1] for x in nodes if isinstance(x, ast.expr) and (found := factors(x))]
    turned = [x.value for x in last if isinstance(x, ast.Attribute) and x.attr == "T"]
    return frozenset(x.id for x in turned if isinstance(x, ast.Name))


def _counts_samples(node: ast.AST) -> bool:
    """Is this an axis, a size, or a division by the number of samples?"""
    match node:
        case ast.Attribute(attr="shape") | ast.Call(func=ast.Name(id="len")):
            return True
        case ast.BinOp(op=ast.Div(), right=ast.Name(id=name)):
            return COUNT.fullmatch(name) is not None
        case _:
            return isinstance(node, ast.keyword) and node.arg in _AXES


# ---------------------------------------------------------------- counts

_OF_SIZES = frozenset("range arange zeros ones eye randn reshape sqrt len".split())


def counts(body: Iterable[ast.stmt], names: Collection[str]) -> frozenset[str]:
    """The names for numbers of samples: they only divide, and say how large arrays are.

    >>> counts(ast.parse("f = np.sum((a - n)**2) / (2 * m)").body, ["n", "m"])
    frozenset({'m'})
    """
    nodes = walked(body)
    below = [x.right if isinstance(x, ast.BinOp) else x.value for x in nodes
             if isinstance(x, ast.BinOp | ast.AugAssign) and isinstance(x.op, ast.Div)]  # fmt: skip
    sizes = [y for x in nodes if isinstance(x, ast.Call) and called_name(x) in _OF_SIZES
             for y in x.args]  # fmt: skip
    plain = [x for x in below if not isinstance(x, ast.Call)]
    uses = Counter(x.id for x in nodes if isinstance(x, ast.Name))
    told = Counter(x.id for x in walked([*plain, *sizes]) if isinstance(x, ast.Name))
    return frozenset(x for x in names if COUNT.fullmatch(x) and told[x] == uses[x])


# ---------------------------------------------------------------- sizes


def with_open_sizes(body: Sequence[ast.stmt]) -> tuple[list[ast.stmt], frozenset[str]]:
    """The program without numbers that are only sizes of arrays, and the names of these.

    >>> body, names = with_open_sizes(ast.parse("N, D = 64, 10\\nX = np.zeros((N, D))").body)
    >>> [ast.unparse(x) for x in body], sorted(names)
    (['X = np.zeros((N, D))'], ['D', 'N'])
    """
    nodes = walked(body)
    times = Counter(x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store))
    made = [x for x in nodes if isinstance(x, ast.Call) and called_name(x) in FILLED]
    found = {statement: _numbers_set(statement) for statement in body}
    values = Counter(number for each in found.values() for number in each.values())
    sizes = {name for each in found.values() for name, number in each.items()
             if name in loaded(*made) and times[name] == values[number] == 1 < number}  # fmt: skip
    gone = {x: each.keys() for x, each in found.items() if each and each.keys() <= sizes}
    return [x for x in body if x not in gone], frozenset(y for x in gone.values() for y in x)


def _numbers_set(statement: ast.stmt) -> dict[str, int]:
    """The names that a statement sets to whole numbers, and nothing else: N, D = 64, 10."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            pairs = [*zip(targets, values, strict=False)]
        case ast.Assign(targets=[target], value=value):
            pairs = [(target, value)]
        case _:
            return {}
    found = {x.id: y.value for x, y in pairs if isinstance(x, ast.Name)
             and isinstance(y, ast.Constant) and type(y.value) is int}  # fmt: skip
    return found if len(found) == len(pairs) else {}


# ---------------------------------------------------------------- what only uses gradients


def without_uses(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The program without what only uses its gradients: g = grad(w, X, y), steps, checks.

    The routine is judged itself then, with its parameters as inputs.
    """
    return [*_Uses(body).kept(body)]


class _Uses:
    """Finds what only uses gradients; what is made of it is left out as well."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self.routines = functions(body)
        self.gradients = {name for name in self.routines if is_gradient(name, self.routines)}
        self.unwanted = {x for x in self.routines if NUMERICAL.fullmatch(x)}
        self.values = self.routines.keys() - self.gradients - self.unwanted
        self.gone: set[str] = set()  # names that are not set any more
        own = [x for x in outside(body) if not isinstance(x, ast.Expr)]
        simple = [x for each in own for x in (each.body if isinstance(each, ast.For) else [each])]
        made = [x.value for x in simple if isinstance(x, ast.Assign | ast.AugAssign)]
        self.computed = loaded(*(x for x in made if not isinstance(x, ast.Name | ast.Lambda)))
        # With other arguments it may be the gradient of another value.
        self.has_values = any(called(x) & self.values and not self._is_shown(x)
                              for x in simple if not _is_plain(x))  # fmt: skip
        self.unwanted |= set() if self.has_values else self.gradients

    def kept(self, body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
        """The statements that stay."""
        for each in body:
            match each:
                case ast.FunctionDef(name=name) if NUMERICAL.fullmatch(name):
                    pass
                case ast.For(body=inside):
                    each.body = [*self.kept(inside)]
                    if not all(map(_is_plain, each.body)):
                        yield each
                case ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Expr() if self._is_use(
                    each
                ):
                    self.gone |= stored(each) if not isinstance(each, ast.AugAssign) else set()
                case _:
                    yield each

    def _is_use(self, statement: ast.stmt) -> bool:
        """Does a statement call a gradient, or use what came from one?"""
        if isinstance(getattr(statement, "value", None), ast.Lambda):
            return False
        is_shown = not self.has_values and self._is_shown(statement)
        is_use = is_shown or called(statement) & self.unwanted or loaded(statement) & self.gone
        return bool(is_use)

    def _is_shown(self, statement: ast.stmt) -> bool:
        """Is the value of a function only shown, J = cost(w, X, y), whose gradient is a routine?

        What other values are computed with, a = sigmoid(z) beside sigmoid_prime, is not only shown.
        """
        match statement:
            case (
                ast.Assign(value=ast.Call(func=ast.Name(id=name)))
                | ast.Expr(
                    value=ast.Call(
                        func=ast.Attribute(attr="append"),
                        args=[ast.Call(func=ast.Name(id=name))],
                    )
                )
            ) if name in self.values and not stored(statement) & self.computed:
                own = self.routines[name].parameters
                return any(self.routines[x].parameters == own for x in self.gradients)
            case _:
                return False


def _is_plain(statement: ast.stmt) -> bool:
    """Does a statement compute nothing that has a name?"""
    value = getattr(statement, "value", None)
    is_idle_one = isinstance(statement, ast.Expr | ast.Pass | ast.Break | ast.Continue)
    return is_idle_one or is_idle(statement) or isinstance(value, ast.Lambda)


# ---------------------------------------------------------------- inside of activations

_ACTIVATIONS = frozenset(
    "tanh sigmoid expit relu softmax log_softmax gelu silu swish elu leaky_relu softplus"
    " logsigmoid".split()
)
# What people call it, behind the d.
_BASE = re.compile(
    r"d_?(?P<base>[zZ]\w{0,4}|pre\w*|net\w*|logits?\w*|scores?\w*|lin(?:ear)?\w*|act\w*|\w*raw\w*"
    r"|[asu]\d?)"
)


def with_inner_names(body: list[ast.stmt]) -> list[ast.stmt]:
    """What stands inside of an activation gets the name that a backward pass has for it.

    >>> code = "h = np.tanh(X @ W)\\ndz = dh * (1 - h**2)"
    >>> print(ast.unparse(ast.Module(with_inner_names(ast.parse(code).body), [])))
    h = np.tanh((z := (X @ W)))
    dz = dh * (1 - h ** 2)
    """
    nodes = walked(body)
    known = loaded(*body) | stored(*body) | {x.arg for x in nodes if isinstance(x, ast.arg)}
    found = (_BASE.fullmatch(x.id) for x in nodes if isinstance(x, ast.Name)
             and isinstance(x.ctx, ast.Store))  # fmt: skip
    bases = [x for x in dict.fromkeys(x["base"] for x in found if x) if x not in known]
    inner = dict(_inner(nodes)) if bases else {}
    end = {x: x[len(x.rstrip("0123456789")) :] for x in (*bases, *inner.values())}
    numbers = [end[x] for x in inner.values()]
    named = {x: base for base in bases for x, result in inner.items()
             if numbers.count(end[base]) == 1 and end[result] == end[base]}  # fmt: skip
    left = [x for x in inner if x not in named], [x for x in bases if x not in named.values()]
    if [*map(len, left)] == [1, 1]:
        named[left[0][0]] = left[1][0]
    for each in body:
        _Putting(named).visit(each)
    return body


def _inner(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The arguments of activations that have no name, as they stand, and what is set to them."""
    for node in nodes:
        if isinstance(node, ast.Assign | ast.Return) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            for argument in filter(None, map(_argument, ast.walk(node.value))):
                if not isinstance(argument, ast.Name | ast.Constant):
                    yield ast.unparse(argument), getattr(target, "id", "")


def _argument(node: ast.AST) -> ast.expr | None:
    """What an activation is taken of: tanh(·), np.maximum(0, ·), 1 / (1 + np.exp(-·))."""
    match node:
        case (
            ast.Call(
                func=ast.Attribute(attr="maximum"),
                args=[ast.Constant(value=0), of] | [of, ast.Constant(value=0)],
            )
            | ast.BinOp(
                op=ast.Div(),
                left=ast.Constant(),
                right=ast.BinOp(
                    op=ast.Add(),
                    right=ast.Call(
                        func=ast.Attribute(attr="exp"),
                        args=[ast.UnaryOp(op=ast.USub(), operand=of)],
                    ),
                ),
            )
        ):
            return of
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[of, *_]):
            return of if name in _ACTIVATIONS else None
        case _:
            return None


class _Putting(ast.NodeTransformer):
    """Gives what is written so a name where it stands."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit(self, node: ast.AST) -> ast.AST:
        """Put a name around this part, if it has one."""
        name = self.names.get(ast.unparse(node)) if isinstance(node, ast.expr) else None
        if name is None or not isinstance(node, ast.expr):
            return self.generic_visit(node)
        return ast.copy_location(ast.NamedExpr(ast.Name(name, ast.Store()), node), node)
