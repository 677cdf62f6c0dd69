"""Which value of a program is the function, and which routines compute it or its derivatives."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.derivatives import PASSED, PLAIN, derivative_of
from matgrad.programs.listings.library import is_known
from matgrad.programs.listings.likely import BIAS, CLASSES, DATA, WEIGHTS
from matgrad.programs.listings.values import Misfit, Routine, bare

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
_WORDS = ("loss", "cost", "objective", "energy", "risk", "nll", "error", "likelihood", "elbo")
_SETTING = re.compile(  # what is chosen and not found
    r"lam\w*|lambda_?|lmbda|reg\w*|lr|eta|eps\w*|wd|weight_decay|margin|momentum|step\w*|temp\w*"
    r"|dim|size|n_\w+|num_\w+|\w+_(?:size|dim)|l[12]|C|p_?norm|power|slope|degree"
)
_PREDICTED = re.compile(r"y_?(?:pred|hat|out|prob|score)\w*")
_TURNING = frozenset("neg negative minus log exp sqrt".split())
_SHORT = 8  # letters of a name that a function keeps


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
    free = [x for x in others if x.key not in called and not NUMERICAL.fullmatch(x.name)]
    return [x for x in free if not is_known(x.name)] or free


def forward_routine(routines: Iterable[Routine], called: Collection[str]) -> Routine | None:
    """The routine whose value is the function: one that nothing else calls."""
    own = value_routines(routines, called)
    likely = [x for x in own if OBJECTIVE.fullmatch(x.name)]
    return next(iter((likely or own)[::-1]), None)


def called_as(routine: str) -> str:
    """The name for what a routine returns; neg_ and log_ make another function of it."""
    words = {*routine.lower().split("_")}
    plain = [x for x in _WORDS if x in words and not words & _TURNING]
    return next(iter(plain), routine if len(routine) <= _SHORT else "f")


def function_among(names: Mapping[str, Any], known: Collection[str]) -> str | None:
    """The name of the value that is the function: a number that is called so, or the last one."""
    values = {name: x for name, x in names.items() if isinstance(x, Misfit) or (
              isinstance(x, Array) and (x.expr.args or x.expr.op.name == "symbol"))}  # fmt: skip
    plain = [
        x
        for x in values
        if derivative_of(x, [*names, *map(bare, known)]) is None and not PLAIN.fullmatch(x)
    ]
    plain = [x for x in plain if not PASSED.fullmatch(x)]
    numbers = [x for x in plain if _is_number(values[x])]
    called = [x for x in numbers if OBJECTIVE.fullmatch(x)]
    return next(iter((called or numbers or plain)[::-1]), None)


def _is_number(value: Any) -> bool:
    """Is a value a number? One that could not be computed may be."""
    return isinstance(value, Misfit) or not value.axes


def numbers_by_default(routine: Routine) -> list[str]:
    """The parameters that are numbers, by their defaults."""
    return [
        name
        for name, node in routine.defaults.items()
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    ]


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
