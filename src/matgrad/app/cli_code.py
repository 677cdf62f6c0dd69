"""What `matgrad code` takes beside an expression: the language, and how it is to be written."""

from __future__ import annotations

from collections.abc import Sequence

import click

from matgrad.app.cli_options import JSON, KINDS, Option
from matgrad.optional import part


def complete_target(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The languages that code is written in."""
    return [name for name in part("matgrad.codegen").TARGETS if name.startswith(typed)]


def read_sizes(ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, int]:
    """Sizes as they are said to be."""
    pairs: list[tuple[str, str, str]] = [each.partition("=") for each in given]
    for name, _, number in pairs:
        if not (name and number.isdecimal() and len(number) < 10 and int(number)):
            raise click.BadParameter("write NAME=NUMBER, such as m=10000")
    return {name.strip(): int(number) for name, _, number in pairs}


CODE: tuple[Option, ...] = (
    click.option(
        "--target",
        default="numpy",
        show_default=True,
        shell_complete=complete_target,
        help="The language of the code.",
    ),
    click.option("--kind", type=click.Choice(KINDS), default="gradient", show_default=True),
    click.option(
        "--map", is_flag=True, help="The map dX → dF: for a Hessian, Hessian-vector products."
    ),
    click.option(
        "--dtype", type=click.Choice(["float32", "float64"]), help="The precision to compute in."
    ),
    click.option("--blas", is_flag=True, help="C multiplies matrices by BLAS."),
    click.option("--gpu", is_flag=True, help="Plan for a GPU, where starting a product costs."),
    click.option(
        "--size",
        multiple=True,
        metavar="NAME=NUMBER",
        callback=read_sizes,
        help="About how large a size is: products are ordered, and large ones written, by it.",
    ),
    click.option(
        "--fixed",
        multiple=True,
        metavar="A,B",
        help="Inputs that stay the same: a function prepare computes what follows from them.",
    ),
    click.option(
        "--definite", multiple=True, metavar="K,L", help="Matrices that are positive definite."
    ),
    click.option("--skip", multiple=True, metavar="NAMES", help="Rewrites that are not wanted."),
    click.option("--expand", is_flag=True, help="Multiply out what is cheaper so."),
    click.option("--guard", is_flag=True, help="Choose the order of products at each call."),
    click.option(
        "--shard",
        multiple=True,
        metavar="SIZE=AXIS",
        help="JAX splits arrays of this size over an axis of a mesh of devices.",
    ),
    JSON,
)
