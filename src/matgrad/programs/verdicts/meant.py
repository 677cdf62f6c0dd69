"""By which variable a derivative is meant that does not name it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from matgrad.programs.listings.likely import (
    CLASSES,
    DATA,
    NUMBER,
    WEIGHTS,
    likeliest,
)

_PLAIN = re.compile(r"a|alpha")  # weights now and then
_SETTING = re.compile(  # what is chosen and not found
    r"lam\w*|lambda_?|lmbda|reg\w*|lr|eta|eps\w*|wd|weight_decay|margin|momentum|step\w*|temp\w*"
    r"|dim|size|n_\w+|num_\w+|\w+_(?:size|dim)|l[12]|C|p_?norm|power|slope|degree"
)
_PREDICTED = re.compile(r"y_?(?:pred|hat|out|prob|score)\w*")


def variable_of(
    order: Sequence[str], fitting: Sequence[str], told: Collection[str]
) -> tuple[str, tuple[str, ...]]:
    """The variable of a derivative, weights or the first argument, and others it may be.

    `fitting` have the shape of the derivative; one of `told` has no other shape than it has.

    >>> variable_of(["mu", "x"], ["mu", "x"], ())
    ('mu', ())
    >>> variable_of(["x", "w", "y"], ["x", "w"], ())
    ('w', ('x',))
    """
    first = next(iter(order), "")
    weights = [x for x in fitting if WEIGHTS.fullmatch(x) and not _PLAIN.fullmatch(x)]
    if not first or _is_data(first):
        others = [x for x in order if x in fitting and not _is_data(x)]
        chosen = likeliest(fitting) or (others[0] if len(others) == 1 else "")
    elif DATA.fullmatch(first) and first not in weights and len(weights) == 1:
        chosen = weights[0]
    elif first in fitting or (NUMBER.fullmatch(first) and first not in told):
        is_sure = DATA.fullmatch(first) is None and first in fitting
        return first, () if is_sure else _others(first, fitting)
    else:
        chosen = next((x for x in order if x in fitting), likeliest(fitting))
    return chosen, _others(chosen, fitting)


def variables_in(parameters: Sequence[str], number: int) -> list[str]:
    """The variables of so many derivatives without names; "" for one that any may belong to."""
    own = [x for x in parameters if x != "self" and not _is_data(x)]
    own = own if len(own) >= number else [x for x in parameters if x != "self"]
    return [""] if number == 1 else own


def _others(chosen: str, fitting: Sequence[str]) -> tuple[str, ...]:
    return tuple(x for x in fitting if x != chosen)


def _is_data(name: str) -> bool:
    """Is an argument data, as X and y are, or a setting, though it comes first?"""
    is_matrix = DATA.fullmatch(name) is not None and (name[0].isupper() or len(name) > 3)
    if _SETTING.fullmatch(name):
        return True
    is_label = CLASSES.fullmatch(name) is not None and _PREDICTED.fullmatch(name) is None
    return is_matrix or is_label
