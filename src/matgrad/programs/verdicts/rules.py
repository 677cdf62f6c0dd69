"""Derivatives that a program registers for JAX: f.defvjp(fwd, bwd) as a class with two passes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy

_MARK = "custom_vjp"
_KEPT = "saved"  # under this name the forward pass hands values to the backward pass


def with_custom_rules(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The program with a class in the place of each rule; it is judged as PyTorch's are.

    >>> code = '''
    ... @jax.custom_vjp
    ... def f(x): return x**2
    ... def fwd(x): return f(x), x
    ... def bwd(x, g): return (2 * x * g,)
    ... f.defvjp(fwd, bwd)'''
    >>> print(ast.unparse(with_custom_rules(ast.parse(code).body)[1]))
    class f_rule(Function):
    <BLANKLINE>
        def forward(ctx, x):
            ctx.saved = x
            return f(x)
    <BLANKLINE>
        def backward(ctx, g):
            x = ctx.saved
            return (2 * x * g,)
    """
    routines = {x.name: x for x in body if isinstance(x, ast.FunctionDef)}
    rules = {of: names for x in body if (of := _rule(x)[0]) for names in [_rule(x)[1:]]}
    used = {name for names in rules.values() for name in names}
    if not used <= routines.keys():
        return [*body]
    kept: list[ast.stmt] = []
    for each in body:
        if isinstance(each, ast.FunctionDef) and each.name in rules:
            kept.append(_plain(each))
        elif isinstance(each, ast.Expr) and (of := _rule(each)[0]):
            forward, backward = (routines[name] for name in rules[of])
            kept.append(ast.copy_location(_class(of, forward, backward), each))
        elif not (isinstance(each, ast.FunctionDef) and each.name in used):
            kept.append(each)
    return kept


def _rule(statement: ast.stmt) -> tuple[str, ...]:
    """The function that gets a rule, and its two passes; "" if a statement gives none."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id=of), attr="defvjp"),
                args=[ast.Name(id=forward), ast.Name(id=backward)],
            )
        ):
            return of, forward, backward
        case _:
            return ("",)


def _plain(routine: ast.FunctionDef) -> ast.FunctionDef:
    """A function without the mark that it has a rule of its own."""
    new = deepcopy(routine)
    marks = new.decorator_list
    new.decorator_list = [x for x in marks if not ast.unparse(x).endswith(_MARK)]
    return new


def _class(name: str, forward: ast.FunctionDef, backward: ast.FunctionDef) -> ast.ClassDef:
    """Both passes as methods; what the first hands on is kept in ctx."""
    first, second = deepcopy(forward), deepcopy(backward)
    first.name, second.name = "forward", "backward"
    first.args.args.insert(0, ast.arg("ctx"))
    first.body = [*_keeping(first.body)]
    held, *given = second.args.args
    second.args.args = [ast.arg("ctx"), *given]
    value = ast.Attribute(ast.Name("ctx", ast.Load()), _KEPT, ast.Load())
    taken = ast.Assign([ast.Name(held.arg, ast.Store())], value)
    second.body = [ast.copy_location(taken, second.body[0]), *second.body]
    base = ast.Name("Function", ast.Load())
    made = ast.ClassDef(f"{name}_rule", [base], [], [first, second], [])
    return ast.fix_missing_locations(ast.copy_location(made, forward))


def _keeping(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for each in body:
        match each:
            case ast.Return(value=ast.Tuple(elts=[result, kept])):
                target = ast.Attribute(ast.Name("ctx", ast.Load()), _KEPT, ast.Store())
                yield ast.copy_location(ast.Assign([target], kept), each)
                yield ast.copy_location(ast.Return(result), each)
            case _:
                yield each
