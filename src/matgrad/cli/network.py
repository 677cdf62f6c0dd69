"""`matgrad network 2,2,4`: forward and backward propagation on the command line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import matgrad as mg
from matgrad.api.limits import load_engine, processor_time
from matgrad.cli import answers
from matgrad.cli.answers import chained
from matgrad.cli.options import SPELLED, Option
from matgrad.cli.output import NOT_TRUE, Reply, Style, UsageError, as_json, written
from matgrad.errors import LimitError, UnknownNameError
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.api.network import Backpropagation, Network

LAYERS: tuple[Option, ...] = (
    click.argument("widths", metavar="WIDTHS"),
    click.option(
        "--activation",
        help="relu (the default), tanh, sigmoid, gelu, silu, softplus, softmax, identity or sigma.",
    ),
    click.option(
        "--loss",
        default="softmax-ce",
        show_default=True,
        help="softmax-ce, bce, mse, hinge or huber.",
    ),
    click.option("--no-bias", is_flag=True, help="Layers are W h instead of W h + b."),
    click.option("--residual", is_flag=True, help="Layers of equal width add what enters them."),
    click.option("--dropout", is_flag=True, help="A given mask after each activation."),
    click.option("--layer-norm", is_flag=True, help="Layer norm before each activation."),
    click.option("--weight-decay", is_flag=True, help="Add half lambda times all squared weights."),
    click.option("--batch", metavar="N", help="Samples in rows, this many: X W + 1 bᵀ."),
)
CHAIN: tuple[Option, ...] = (
    click.option(
        "--chain",
        is_flag=False,
        flag_value="W1",
        metavar="[W1]",
        help="Derive one gradient as a product of Jacobians, factor by factor.",
    ),
    click.option("--entries", is_flag=True, help="The same with small matrices written out."),
)
NUMBERS: tuple[Option, ...] = (
    click.option("--at", "path", metavar="FILE.npz", help="Run it with these values."),
    click.option("--seed", type=click.IntRange(0), metavar="N", help="Run it with random values."),
    click.option("--check", is_flag=True, help="Compare with central differences, JAX, PyTorch."),
)
PICTURE: tuple[Option, ...] = (
    click.option(
        "--svg",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Draw the computation graph, as .svg or .png.",
    ),
    click.option("--steps", is_flag=True, help="Draw one picture for each step."),
    click.option("--moving", is_flag=True, help="Draw a picture that moves through the steps."),
)
MOST = 101  # widths, for a hundred layers
SECONDS = 20.0  # of processor time: a hundred layers need more than one function does
OF_LAYERS = (
    "activation", "no_bias", "residual", "dropout", "layer_norm", "weight_decay", "batch"
)  # fmt: skip
CELL = re.compile("(attention|rnn|lstm)(:|$)")
LONGEST = 20  # steps that a cell is unrolled for
SEQUENCES = "attention, attention:T,d,k,v, rnn:3, lstm:3, or lstm:3:2,4,2 with the widths"


@dataclass(frozen=True)
class Asked:
    """A network and how the answer is to look."""

    net: Network
    style: Style
    rest: dict[str, Any]

    def derive(self) -> Backpropagation:
        """The derivation of all gradients."""
        return part("matgrad.api.network").backpropagate(self.net)


def size(word: str, what: str = "width", hint: str = "2,2,4 or n,k,m") -> int | str:
    """A width: a number or a name."""
    plain = word.strip()
    if plain.isascii() and plain.isdigit() and int(plain) > 0:
        return int(plain)
    if not plain.isidentifier() or not plain.isascii():
        raise UnknownNameError(f"{plain!r} is not a {what}", hint=hint)
    return plain


def sizes(text: str) -> list[int | str]:
    """The widths of all layers; what is wrong is said at its place."""
    words = text.split(",")
    if len(words) > MOST:
        raise LimitError(f"{len(words):,} widths; the limit is {MOST}", hint="use the library")
    found: list[int | str] = []
    start = 0
    for word in words:
        try:
            found.append(size(word))
        except UnknownNameError as error:
            raise error.at((start, start + max(1, len(word))), text) from None
        start += len(word) + 1
    return found


def checked(values: dict[str, Any]) -> None:
    """Options that mean nothing together are refused, rather than left out in silence."""
    if (values["steps"] or values["moving"]) and values["svg"] is None:
        raise UsageError("--steps and --moving are about a picture", hint="--svg network.svg")
    if values["steps"] and values["moving"]:
        raise UsageError("--steps draws many pictures, --moving one", hint="take one of them")
    if values["path"] is not None and values["seed"] is not None:
        raise UsageError("values come from --at or from --seed", hint="take one of them")


def read(call: Any, values: dict[str, Any]) -> Asked:
    """What is asked, from the values of the options."""
    spelling = "json" if values.pop("as_json") else values.pop("spelling")
    call.as_json = spelling == "json"
    own: Style = call.env.style(call.env.stdout)
    style = replace(own, spelling=spelling, level=values.pop("level"))
    checked(values)
    asked = {name: values.pop(name) for name in ("widths", *OF_LAYERS, "loss")}
    net = sequence(asked) if CELL.match(asked["widths"].strip()) else layered(asked)
    return Asked(net, style, values)


def layered(asked: dict[str, Any]) -> Network:
    """A network of dense layers."""
    batch = asked["batch"]
    return mg.network(
        sizes(asked["widths"]),
        asked["activation"] or "relu",
        asked["loss"],
        bias=not asked["no_bias"],
        residual=asked["residual"],
        dropout=asked["dropout"],
        layer_norm=asked["layer_norm"],
        weight_decay=asked["weight_decay"],
        batch=None if batch is None else size(batch, "number of samples", "--batch 32 or N"),
    )


def sequence(asked: dict[str, Any]) -> Network:
    """An attention block, or a recurrent cell unrolled for some steps: rnn:3, lstm:3:2,4,2."""
    name, *rest = asked["widths"].strip().split(":")
    foreign = [f"--{option.replace('_', '-')}" for option in OF_LAYERS if asked[option]]
    if foreign:
        raise UsageError(f"{foreign[0]} is for dense layers, not for {name}", hint="leave it out")
    build = part("matgrad.api.network").SEQUENCES[name]
    wanted = 4 if name == "attention" else 3
    widths = sizes(rest[-1]) if rest and (name == "attention" or len(rest) == 2) else []
    if len(rest) > (1 if name == "attention" else 2) or len(widths) not in (0, wanted):
        raise UsageError(f"{asked['widths']} is not a network", hint=SEQUENCES)
    if name == "attention":
        return build(*widths, loss=asked["loss"])
    steps = rest[0] if rest else "3"
    if not (steps.isascii() and steps.isdigit() and 0 < int(steps) <= LONGEST):
        raise UsageError(f"{steps!r} is not a number of steps from 1 to {LONGEST}", hint=SEQUENCES)
    return build(int(steps), *widths, loss=asked["loss"])


@click.command(epilog="""\b
Examples:
  matgrad network 2,2,4 --activation relu --loss softmax-ce
  matgrad network 2,2,4 --chain W1 --entries
  matgrad network 2,2,4 --seed 1 --check --svg network.svg
  matgrad network n,k,k,k,m --activation sigma
  matgrad network n,k,k,m --activation tanh --residual --batch N --format latex
  matgrad network lstm:3 --svg lstm.svg
\b
WIDTHS are the widths of the layers, numbers or names, the input first; or attention, rnn:3 or
lstm:3, a recurrent cell that is unrolled for three steps.""")  # fmt: skip
@click.pass_obj
def network(call: Any, **values: Any) -> Reply:
    """Forward and backward propagation of a network.

    The equations in order, each shared vector named once, and the gradients of all parameters.
    """
    asked = read(call, values)
    load_engine()
    if asked.rest["check"]:  # other packages take seconds to load, which is no time of the answer
        part("matgrad.api.network").left_out()
    with processor_time(SECONDS):
        return answer(asked.derive(), asked)


def answer(d: Backpropagation, asked: Asked) -> Reply:
    """The derivation, its chain form, or its numbers; and a picture beside it."""
    arrays = given(d, asked)
    if asked.rest["svg"] is not None:
        draw(d, asked, arrays)
    if asked.rest["chain"] is not None or asked.rest["entries"]:
        name = "W1" if asked.rest["chain"] is None else asked.rest["chain"]
        return chained(d, [name], asked.style, asked.rest["entries"])
    if arrays is not None:
        return computed(d, asked, arrays)
    return answers.derivation(d, asked.style)


def given(d: Backpropagation, asked: Asked) -> Any:
    """Values for all symbols, from a file or drawn at random, if numbers are asked for."""
    path, seed = asked.rest["path"], asked.rest["seed"]
    is_wanted = path is not None or seed is not None or asked.rest["check"]
    return d.values(path, seed or 0) if is_wanted else None


def draw(d: Backpropagation, asked: Asked, arrays: Any) -> None:
    """Save the picture, or one for each step with its number in the name."""
    path: Path = asked.rest["svg"]
    picture = d.graph(None if arrays is None else d.run(arrays), moving=asked.rest["moving"])
    try:
        if not asked.rest["steps"]:
            picture.save(path)
            return
        for number, each in enumerate(picture.steps, 1):
            each.save(path.with_stem(f"{path.stem}-{number:02d}"))
    except OSError as error:
        raise UnknownNameError(f"cannot write {path}: {error.strerror}") from None


def computed(d: Backpropagation, asked: Asked, arrays: Any) -> Reply:
    """Every value next to its formula, and how the gradients compare."""
    values = d.run(arrays)
    found = d.compare(arrays) if asked.rest["check"] else []
    code = 0 if all(each.ok for each in found) else NOT_TRUE
    if asked.style.spelling == "json":
        data = {name: value.tolist() for name, value in values.items()}
        errors = {each.name: each.error for each in found}
        return Reply(as_json({"ok": code == 0, "values": data, "compared": errors}), code)
    return Reply(written(d.worksheet(arrays, values, found), asked.style), code)


for option in (*LAYERS, *CHAIN, *NUMBERS, *PICTURE, *SPELLED):
    option(network)
