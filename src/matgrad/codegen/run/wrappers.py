"""Values that an autodiff library differentiates by our formulas instead of its own."""

from __future__ import annotations

from dataclasses import replace

from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import varies
from matgrad.codegen.run.compiled import Compiled, shared
from matgrad.codegen.targets import TARGETS, joined
from matgrad.errors import UnsupportedError

_JAX = """\
@{name}.defjvp
def {name}_jvp(primals, tangents):
    return {rule}(*primals, *tangents)"""
# What does not change has a number as its tangent, where JAX wants an array like the value.
_JAX_STILL = """\
@{name}.defjvp
def {name}_jvp(primals, tangents):
    y, _ = {rule}(*primals, *tangents)
    return y, jnp.zeros_like(y)"""
_JAX_NUMBER = """\
@jax.custom_jvp
def {name}(*inputs):
    return jnp.asarray({number}(*inputs), float)"""
_JAX_NUMBER_JVP = """\
@{name}.defjvp
def {name}_jvp(primals, tangents):
    y = {name}(*primals)
    return y, jnp.zeros_like(y)"""

# Only inputs are saved: an intermediate that is saved loses its own dependence on them, and second
# derivatives come out wrong without a warning.
_TORCH = '''\
class {kind}(torch.autograd.Function):
    """{value} with its derivative."""

    generate_vmap_rule = True

    @staticmethod
    def forward(*inputs):
        return {evaluated}

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, {G}):
        return {adjoints}

    @staticmethod
    def jvp(ctx, *directions):
        return {tangent}


def {name}(*inputs):
    """The value; autograd takes its derivatives from {rule} and {forward}.

    PyTorch gives zeros for two derivatives forwards, jacfwd of jacfwd; torch.func.hessian is right.
    """
    return {kind}.apply(*inputs)'''


_INVERSE = "torch.cholesky_inverse("
_SMOOTH_INVERSE = '''\
def cholesky_inverse(L):
    """inv(L L'); PyTorch's own has a wrong derivative forwards."""
    one = torch.eye(L.shape[-1], dtype=L.dtype, device=L.device)
    return torch.cholesky_solve(one, L)'''


def custom_jvp(value: Program, rule: Program) -> Compiled:
    """A JAX function whose derivative is `rule`: (inputs, tangents) to (value, its tangent)."""
    _plain(value)
    if _is_number(value):
        return _constant(value)
    parts = joined(TARGETS["jax"].write(value), TARGETS["jax"].write(rule))
    head = f"def {value.name}("
    parts = [
        p.replace(head, f"@jax.custom_jvp\n{head}") if p.startswith(head) else p for p in parts
    ]
    parts[0] = f"import jax\n{parts[0]}"
    is_still = not rule.results[-1].axes and not varies(rule.results[-1])
    parts.append((_JAX_STILL if is_still else _JAX).format(name=value.name, rule=rule.name))
    return Compiled("jax", "\n\n\n".join(parts) + "\n", value)


def _constant(value: Program) -> Compiled:
    """A JAX function that is the same number everywhere."""
    parts = joined(TARGETS["jax"].write(replace(value, name="number")))
    parts[0] = f"import jax\n{parts[0]}"
    parts += [t.format(name=value.name, number="number") for t in (_JAX_NUMBER, _JAX_NUMBER_JVP)]
    return Compiled("jax", "\n\n\n".join(parts) + "\n", value)


def autograd_function(value: Program, rule: Program, forward: Program, name: str) -> Compiled:
    """A PyTorch function with its derivative for both modes.

    `rule` takes (G, inputs) to the adjoint of each input, `forward` inputs and directions to the
    tangent of the value.
    """
    _plain(value)
    parts = joined(*(TARGETS["torch"].write(each) for each in (value, rule, forward)))
    if any(_INVERSE in part for part in parts):
        parts = [part.replace(_INVERSE, "cholesky_inverse(") for part in parts]
        parts.insert(1, _SMOOTH_INVERSE)
    names = {"name": name, "kind": name.title().replace("_", ""), "value": value.name,
             "rule": rule.name, "forward": forward.name}  # fmt: skip
    G = rule.inputs[0].name
    tangent = f"{forward.name}(*ctx.saved_tensors, *directions)"
    if _is_number(forward):  # it does not change
        tangent = f"torch.zeros_like({names['kind']}.forward(*ctx.saved_tensors))"
    # The value as a tensor that is none of the inputs, which PyTorch wants to save.
    evaluated = f"{value.name}(*inputs){'.clone()' * any(shared(value))}"
    if _is_number(value):
        evaluated = f"inputs[0].new_tensor({value.name}(*inputs))"
    shown = {"evaluated": evaluated, "adjoints": _adjoints(rule, G), "tangent": tangent}
    parts.append(_TORCH.format(**names, G=G, **shown))
    return Compiled("torch", "\n\n\n".join(parts) + "\n", value, name)


def _is_number(program: Program) -> bool:
    """Is the result a number that depends on no input, and not an array?"""
    return not program.results[0].axes and not varies(program.results[0])


def _adjoints(rule: Program, G: str) -> str:
    """What a backward pass returns: tensors, and None for inputs that do not matter."""
    found = f"{rule.name}({G}, *ctx.saved_tensors)"
    if all(value.axes or varies(value) for value in rule.results):
        return found
    if len(rule.results) == 1:
        return "None"
    return f"tuple(g if isinstance(g, torch.Tensor) else None for g in {found})"


def _plain(value: Program) -> None:
    if value.functions or value.sizes:
        raise UnsupportedError("a value with unspecified functions or sizes cannot be wrapped")
