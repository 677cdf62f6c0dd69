"""How signs between expressions are read: fractions, coefficients and powers as people mean them.

Only spelling is settled here, never simplified: `x/2`, `1/2*x` and `0.5*x` are one expression, and
so are `x/(a*b)` and `x/a/b`; sums and products stay as they were written.
"""

from __future__ import annotations

from fractions import Fraction

from matgrad import ops
from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import facts_of
from matgrad.core.walk import postorder
from matgrad.errors import AmbiguousError, DomainError, LimitError, MatgradError, Option

MAX_MATRIX_POWER = 256


def factors(value: Expr) -> tuple[tuple[Expr, ...], Expr | None]:
    """The scalars in front of an expression, and what they scale (None if all are scalars)."""
    if value.is_scalar:
        return (value.args if value.op is ops.scale else (value,)), None
    return (value.args[:-1], value.args[-1]) if value.op is ops.scale else ((), value)


def scaled(scalars: tuple[Expr, ...], body: Expr | None) -> Expr:
    """Scalars in front of something."""
    parts = scalars if body is None else (*scalars, body)
    return parts[0] if len(parts) == 1 else ops.scale(*parts)


def with_coefficient(number: Fraction, value: Expr) -> Expr:
    """A number times an expression, taken into the number that already stands in front."""
    own = number_value(value)
    if own is not None:
        return ops.number(number * own)
    scalars, body = factors(value)
    leading = number_value(scalars[0]) if scalars else None
    if leading is None:
        return ops.scale(ops.number(number), value)
    front = () if leading * number == 1 else (ops.number(leading * number),)
    return scaled((*front, *scalars[1:]), body)


def _coefficient(value: Expr) -> tuple[Fraction | None, Expr | None]:
    """The number in front of an expression, and the rest of it."""
    scalars, body = factors(value)
    number = number_value(scalars[0]) if scalars else None
    if number is None:
        return None, value
    rest = scalars[1:] if body is None else (*scalars[1:], body)
    return number, scaled(rest, None) if rest else None


def negated(value: Expr) -> Expr:
    """Minus an expression."""
    return with_coefficient(Fraction(-1), value)


def times(left: Expr, right: Expr, pull: bool) -> Expr:
    """The product; scalars of the left factor come to the front, of the right one if `pull`."""
    number, rest = _coefficient(right) if pull else (None, right)
    if number is not None:  # 3*x/4 is read as 3/4*x
        return with_coefficient(number, left if rest is None else times(left, rest, pull))
    if left.is_scalar or right.is_scalar:
        return ops.multiply(left, right)
    before, L = factors(left)
    inside, R = factors(right) if pull else ((), right)
    assert L is not None
    assert R is not None
    product = ops.multiply(L, R)
    return scaled((*before, *inside), product) if before or inside else product


def _inverted(value: Expr) -> Expr:
    """One over an expression, entry by entry; x^k becomes x^(-k)."""
    exponent = number_value(value.args[1]) if value.op is ops.power_op else None
    if exponent is not None and exponent > 0:
        return ops.power(value.args[0], -exponent)
    return ops.power(value, -1)


def quotient(top: Expr, below: Expr) -> Expr:
    """Division, entry by entry where both have entries; a product below is taken apart."""
    scalars, body = factors(below)
    coefficient = Fraction(1)
    inverses: list[Expr] = []
    for factor in scalars:
        value = number_value(factor)
        if value == 0:
            raise DomainError("division by zero")
        if value is not None:
            coefficient /= value
        else:
            inverses.append(_inverted(factor))
    if body is not None:
        inverses.append(_inverted(body))
    kept = [] if inverses and number_value(top) == 1 else [top]
    result = ops.entrywise(*kept, *inverses)  # all at once: long products are put in order once
    return with_coefficient(coefficient, result) if coefficient != 1 else result


# ---------------------------------------------------------------- powers


def raised(base: Expr, exponent: Expr, bits: int) -> Expr:
    """The power base^exponent of a scalar or a square matrix."""
    if not exponent.is_scalar:
        is_e = base.op is ops.constant_op and base.data == "e"
        expm = Option(f"expm({exponent})", "the matrix exponential")
        each = Option(f"exp({exponent})", "the exponential of each entry")
        question = "a matrix in the exponent: the matrix function or each entry?"
        raise AmbiguousError(question, ways=[expm, each] if is_e else [])
    if base.is_scalar:
        return entrywise_raised(base, exponent, bits)
    _refuse_transposed(base, exponent)
    value = number_value(exponent)
    if value is None and "integer" in facts_of(exponent):
        return ops.integer_power(base, exponent)
    if value is None or value.denominator != 1:
        ways = [Option(f"{_grouped(base)}.^{_grouped(exponent)}", "the power of each entry")]
        if value == Fraction(1, 2):
            ways.insert(0, Option(f"sqrtm({base})", "the root of the matrix"))
        if str(exponent).isidentifier():
            ways.insert(0, Option(f"{exponent}: int", f"{exponent} is an integer"))
        if value is None:
            question = "a matrix to a symbolic power: is the exponent an integer?"
        else:
            question = "a fractional power of a matrix: the matrix function or each entry?"
        raise AmbiguousError(question, ways=ways)
    if abs(value) > MAX_MATRIX_POWER:
        raise LimitError(f"matrix powers go up to {MAX_MATRIX_POWER}")
    return ops.matrix_power(base, int(value))


def _grouped(value: Expr | str) -> str:
    text = str(value)
    return text if text.isalnum() else f"({text})"


def entrywise_raised(base: Expr, exponent: Expr, bits: int) -> Expr:
    """Every entry of base to a power; integer powers of numbers are worked out."""
    if base.op is ops.constant_op and base.data == "e":
        return ops.exp(exponent)
    if not base.is_scalar:
        _refuse_transposed(base, exponent)
    number, power = number_value(base), number_value(exponent)
    if number is not None and power is not None and power.denominator == 1:
        return ops.number(_exact_power(number, int(power), bits))
    return ops.power(base, exponent)


def _refuse_transposed(base: Expr, exponent: Expr) -> None:
    """In `X^2'` the mark binds to 2, which it does not change: the power must have been meant."""
    if any(node.op is ops.transpose and node.is_scalar for node in postorder(exponent)):
        plain = str(exponent).rstrip("'")
        power = f"{_grouped(base)}^{plain if plain.startswith('(') else _grouped(plain)}"
        ways = [Option(f"({power})'", "the power is transposed"), Option(power, "nothing is")]
        raise AmbiguousError("is the exponent transposed, or the power?", ways=ways)


def _exact_power(number: Fraction, power: int, bits: int) -> Fraction:
    if number == 0 and power < 0:
        raise DomainError("division by zero")
    if number in (0, 1, -1):
        return number**power if power < bits else number ** (2 + power % 2)
    size = max(number.numerator.bit_length(), number.denominator.bit_length())
    if (size - 1) * abs(power) > bits:
        raise LimitError(f"this power of a number has more than {bits:,} bits")
    return number**power


PLUS_NUMBER = "a number plus a square matrix"  # begins the question about it


def matrix_plus_number(shape: str, rows: str, number: str = "") -> MatgradError:
    """The question about a number beside a square matrix."""
    factor = _grouped(number)
    identity, ones = f"{factor}*I({rows})", f"{factor}*ones({rows},{rows})"
    return AmbiguousError(
        f"{PLUS_NUMBER} ({shape}): on the diagonal, or in every entry?",
        ways=[Option(identity, "on the diagonal"), Option(ones, "in every entry")],
    )
