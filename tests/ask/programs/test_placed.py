"""torch.autograd.Function: what backward returns is judged by the argument in its place."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

LINEAR = """class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        # x: (n, d), weight: (k, d), bias: (k,)
        ctx.save_for_backward(x, weight)
        return x @ weight.t() + bias
    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        grad_weight = {0}
        return grad_output @ weight, grad_weight, grad_output.sum(0)"""
OPTIONAL = """class Linear(Function):
    @staticmethod
    def forward(ctx, input, weight, bias=None):
        ctx.save_for_backward(input, weight, bias)
        output = input.mm(weight.t())
        if bias is not None:
            output += bias.unsqueeze(0).expand_as(output)
        return output
    @staticmethod
    def backward(ctx, grad_output):
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if bias is not None and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum({0})
        return grad_input, grad_weight, grad_bias"""
KEPT = """class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x ** 3
    @staticmethod
    def backward(ctx, g):
        return {0} * g * ctx.x ** 2
"""
APPLIED = (
    KEPT
    + """
x = torch.randn(5, requires_grad=True)
y = Cube.apply(torch.exp(x)).sum()
y.backward()"""
)
PRODUCT = """class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b
    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved_tensors
        grad_a, grad_b = grad_output * b, grad_output * a
        return {0}"""
MASKED = """class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)
    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input {0} 0] = 0
        return grad_input"""
NEWER = """class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(x, alpha):
        return alpha * torch.tanh(x)
    @staticmethod
    def setup_context(ctx, inputs, output):
        x, alpha = inputs
        ctx.save_for_backward(x)
        ctx.alpha = alpha
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * ctx.alpha * (1 - torch.tanh(x){0}), None"""
NUMBER = """class Mse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, pred, target):
        ctx.save_for_backward(pred, target)
        return ((pred - target) ** 2).mean()
    @staticmethod
    def backward(ctx, g):
        pred, target = ctx.saved_tensors
        return g * 2 * (pred - target){0}, None"""
CASES = [
    (LINEAR.format("grad_output.t() @ x"), "rrr"),
    (LINEAR.format("x.t() @ grad_output"), "rwr"),
    (OPTIONAL.format("0"), "rrr"),
    (OPTIONAL.format("1"), "rrw"),
    (KEPT.format("3"), "r"),
    (KEPT.format("2"), "w"),
    (APPLIED.format("3"), "r"),
    (APPLIED.format("2"), "w"),
    (PRODUCT.format("grad_a, grad_b"), "rr"),
    (PRODUCT.format("grad_b, grad_a"), "ww"),
    (MASKED.format("<"), "r"),
    (MASKED.format(">"), "w"),
    (NEWER.format("**2"), "r"),
    (NEWER.format(""), "w"),
    (NUMBER.format(" / pred.numel()"), "r"),
    (NUMBER.format(""), "w"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "right"), CASES, ids=range(len(CASES)))
def test_what_backward_returns_is_judged_by_its_place(program: str, right: str) -> None:
    assert verdicts(ask(code(program, "Is backward right?"))) == right


def test_the_gradient_of_a_loss_that_uses_a_function_is_given() -> None:
    reply = ask(code(APPLIED.format("3"), "What is the gradient of y with respect to x?"))
    assert str(reply.results["x"]) == "3*exp(x).^3"


def test_a_function_that_returns_too_few_values_is_told() -> None:
    reply = ask(code(PRODUCT.format("grad_a"), "Is backward right?"))
    assert "backward returns 1 values, and its forward takes 2" in reply.text("short")


def test_what_is_used_and_was_not_kept_is_told() -> None:
    program = KEPT.format("3").replace("ctx.x = x", "pass").replace("ctx.x", "ctx.saved_tensors[0]")
    assert "nothing is kept with save_for_backward" in ask(code(program)).text("short")
