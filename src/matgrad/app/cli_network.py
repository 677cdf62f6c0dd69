"""`matgrad network 2,2,4`: forward and backward propagation on the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from matgrad.app import cli_answers as answers
from matgrad.app.cli_chain import chained
from matgrad.app.cli_options import FORMATS, LEVELS, PAGES, Option
from matgrad.app.cli_output import NOT_TRUE, Reply, Style, as_json, written
from matgrad.app.limits import processor_time
from matgrad.errors import LimitError, UnknownNameError
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.app.network import Backpropagation
    from matgrad.nets import Network

LAYERS: tuple[Option, ...] = (
    click.argument("widths", metavar="WIDTHS"),
    click.option("--activation", default="relu", show_default=True, help="relu, tanh, sigma, …"),
    click.option("--loss", default="softmax-ce", show_default=True, help="softmax-ce, mse, …"),
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
    click.option("--seed", type=int, metavar="N", help="Run it with random values."),
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
ANSWER: tuple[Option, ...] = (
    click.option("--level", type=click.Choice(LEVELS), default="normal", help="How much detail."),
    click.option("--format", "spelling", type=click.Choice((*FORMATS, *PAGES)), default="text"),
    click.option("--json", "as_json", is_flag=True, help="Answer in JSON."),
)
MOST = 101  # widths, for a hundred layers


@dataclass(frozen=True)
class Asked:
    """A network and how the answer is to look."""

    net: Network
    style: Style
    rest: dict[str, Any]

    def derive(self) -> Backpropagation:
        """The derivation of all gradients."""
        return part("matgrad.app.network").backpropagate(self.net)


def size(word: str) -> int | str:
    """A width: a number or a name."""
    plain = word.strip()
    if plain.isdigit() and int(plain) > 0:
        return int(plain)
    if not plain.isidentifier() or not plain.isascii():
        raise UnknownNameError(f"{plain!r} is not a width", hint="2,2,4 or n,k,m")
    return plain


def read(call: Any, values: dict[str, Any]) -> Asked:
    """What is asked, from the values of the options."""
    spelling = "json" if values.pop("as_json") else values.pop("spelling")
    call.as_json = spelling == "json"
    own: Style = call.env.style(call.env.stdout)
    style = replace(own, spelling=spelling, level=values.pop("level"))
    batch = values.pop("batch")
    words = values.pop("widths").split(",")
    if len(words) > MOST:
        raise LimitError(f"{len(words):,} widths; the limit is {MOST}", hint="use the library")
    net = part("matgrad.nets").network(
        [size(word) for word in words],
        values.pop("activation"),
        values.pop("loss"),
        bias=not values.pop("no_bias"),
        residual=values.pop("residual"),
        dropout=values.pop("dropout"),
        layer_norm=values.pop("layer_norm"),
        weight_decay=values.pop("weight_decay"),
        batch=None if batch is None else size(batch),
    )
    return Asked(net, style, values)


@click.command(epilog="""\b
Examples:
  matgrad network 2,2,4 --activation relu --loss softmax-ce
  matgrad network 2,2,4 --chain W1 --entries
  matgrad network 2,2,4 --seed 1 --check --svg network.svg
  matgrad network n,k,k,k,m --activation sigma
  matgrad network n,k,k,m --activation tanh --residual --batch N --format latex
\b
WIDTHS are the widths of the layers, numbers or names, the input first.""")  # fmt: skip
@click.pass_obj
def network(call: Any, **values: Any) -> Reply:
    """Forward and backward propagation of a network.

    The equations in order, each shared vector named once, and the gradients of all parameters.
    """
    asked = read(call, values)
    with processor_time():
        return answer(asked.derive(), asked)


def answer(d: Backpropagation, asked: Asked) -> Reply:
    """The derivation, its chain form, or its numbers; and a picture beside it."""
    if asked.rest["svg"] is not None:
        draw(d, asked)
    if asked.rest["chain"] or asked.rest["entries"]:
        return chained(d, [asked.rest["chain"] or "W1"], asked.style, asked.rest["entries"])
    if asked.rest["path"] or asked.rest["seed"] is not None or asked.rest["check"]:
        return computed(d, asked)
    return answers.derivation(d, asked.style)


def draw(d: Backpropagation, asked: Asked) -> None:
    """Save the picture, or one for each step with its number in the name."""
    path: Path = asked.rest["svg"]
    seed = asked.rest["seed"]
    picture = d.graph(None if seed is None else d.run(seed=seed), moving=asked.rest["moving"])
    try:
        if not asked.rest["steps"]:
            picture.save(path)
            return
        for number, each in enumerate(picture.steps, 1):
            each.save(path.with_stem(f"{path.stem}-{number:02d}"))
    except OSError as error:
        raise UnknownNameError(f"cannot write {path}: {error.strerror}") from None


def computed(d: Backpropagation, asked: Asked) -> Reply:
    """Every value next to its formula, and how the gradients compare."""
    numbers, sheet = part("matgrad.nets.numbers"), part("matgrad.nets.worksheet")
    path, seed = asked.rest["path"], asked.rest["seed"] or 0
    arrays = numbers.load_arrays(d.net, path) if path else numbers.random_arrays(d.net, seed)
    values = d.run(arrays)
    found = d.compare(arrays) if asked.rest["check"] else []
    code = 0 if all(each.ok for each in found) else NOT_TRUE
    if asked.style.spelling == "json":
        data = {name: value.tolist() for name, value in values.items()}
        errors = {each.name: each.error for each in found}
        return Reply(as_json({"ok": code == 0, "values": data, "compared": errors}), code)
    document = sheet.worksheet(d.net, d.trace, arrays, values, [str(each) for each in found])
    return Reply(written(part("matgrad.app.pages").Sheet(document), asked.style), code)


for option in (*LAYERS, *CHAIN, *NUMBERS, *PICTURE, *ANSWER):
    option(network)
