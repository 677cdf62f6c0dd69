"""What the commands of the command line take: an expression, its shapes, and how to answer."""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

import click

import matgrad as mg
from matgrad.api.limits import FILE_BYTES
from matgrad.cli.output import Style
from matgrad.errors import LimitError, ParseError
from matgrad.optional import part

Option = Callable[[Callable[..., Any]], Callable[..., Any]]
FORMS = ("all", "cascade", "closed", "diagonal", "chain")
LEVELS = ("short", "normal", "full")
FORMATS = ("text", "latex", "markdown", "json")
PAGES = ("html", "tex", "pdf")  # documents of their own
KINDS = ("gradient", "value_and_grad", "differential", "jacobian", "hessian", "derivative")

LONGEST_NAME = 200  # of a file that is given in place of an expression
_OPTION = re.compile(r"--[A-Za-z][A-Za-z-]+(=.*)?", re.DOTALL)
_SHORT = re.compile(r"-[A-Za-z]")
_BETWEEN_SIZES = re.compile(r",|×|\sx\s")


@dataclass(frozen=True)
class Question:
    """What the user asks, after the options are read."""

    text: str
    wrt: tuple[str, ...] | None
    shapes: Mapping[str, tuple[str, ...]]
    assume: Mapping[str, tuple[str, ...]]
    limits: mg.Limits
    style: Style
    rest: Mapping[str, Any]  # the options that only this command has
    is_latex: bool = False
    is_strict: bool = False

    @property
    def given(self) -> dict[str, Any]:
        """The function and all that is said of it, as arguments of the library's functions."""
        how = {"limits": self.limits, "strict": self.is_strict}
        if self.is_latex:
            return {"f": mg.parse_latex(self.text, self.shapes, self.assume, self.limits), **how}
        return {"f": self.text, "shapes": self.shapes, "assume": self.assume, **how}

    def in_file(self) -> Question:
        """The same question about the text of a file, if the text is the name of one."""
        is_name = "." in self.text and len(self.text) < LONGEST_NAME and "\n" not in self.text
        if not is_name or not Path(self.text).is_file():
            return self
        text, limits = read_text(None, self.text, io.StringIO())
        return replace(self, text=text, limits=limits)

    def chosen(self, *names: str) -> dict[str, Any]:
        """The options of these names that were given."""
        return {name: self.rest[name] for name in names if self.rest.get(name) is not None}


# ---------------------------------------------------------------- the expression


def one_expression(ctx: click.Context, _: click.Parameter, words: tuple[str, ...]) -> str | None:
    """The one expression among the words that are not options; it may begin with a minus."""
    options = [word for word in words if _OPTION.fullmatch(word)]
    if options and not ctx.meta.get("literal"):
        name = options[0].partition("=")[0]
        near = " or ".join(map(repr, _near(ctx.command, name[2:])))
        question = f" Did you mean {near}?" if near else ""
        raise click.UsageError(f"No such option {name!r}.{question}", ctx)
    if any(_SHORT.fullmatch(word) for word in words) and len(words) > 1:
        raise click.UsageError("options begin with two dashes, as in --wrt x")
    if len(words) > 1:
        raise click.UsageError(
            f"one expression is expected, not {len(words)} words: put the expression in quotes"
        )
    return words[0] if words else None


def _near(command: click.Command, name: str) -> list[str]:
    """What may have been meant: an option by a like name, by one of its values, or by its help."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    known = {option.opts[0][2:]: option for option in options}
    close = [f"--{match}" for match in difflib.get_close_matches(name, known)]
    values = [
        f"--{key} {name}"
        for key, option in known.items()
        if isinstance(option.type, click.Choice) and name in option.type.choices
    ]
    said = [f"--{key}" for key, option in known.items() if name in (option.help or "").split()]
    return values or close or said


class ExpressionCommand(click.Command):
    """A command whose argument is an expression, which may begin with a minus."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ignore_unknown_options = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember whether `--` says that everything after it is to be taken literally."""
        ctx.meta["literal"] = "--" in args
        return super().parse_args(ctx, args)


def read_text(expression: str | None, path: str | None, stdin: IO[Any]) -> tuple[str, mg.Limits]:
    """The problem, from the argument, a file or standard input, and how long it may be."""
    if expression is not None and path is not None:
        raise click.UsageError("give an expression or --file, not both")
    if expression is None and path is None:
        raise click.UsageError("the expression is missing")
    source = path if path is not None else expression
    if source == "-":
        return _decoded(getattr(stdin, "buffer", stdin).read(FILE_BYTES + 1))
    if path is None:
        return expression or "", mg.Limits()
    try:
        with Path(path).open("rb") as file:
            return _decoded(file.read(FILE_BYTES + 1))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise click.UsageError(f"cannot read {path}: {reason}") from None


def _decoded(raw: bytes | str) -> tuple[str, mg.Limits]:
    usual = mg.Limits()
    longer = max(1.0, len(raw) / usual.bytes)  # more text has more time
    limits = mg.Limits(bytes=FILE_BYTES, seconds=usual.seconds * longer)
    if len(raw) > FILE_BYTES:
        raise LimitError(f"the input has more than {FILE_BYTES:,} bytes", hint="shorten it")
    try:
        return (raw if isinstance(raw, str) else raw.decode()), limits
    except UnicodeDecodeError as error:
        raise ParseError(f"the input is not UTF-8: byte {error.start + 1} fits nothing") from None


# ---------------------------------------------------------------- values of options


def variables(values: Sequence[str]) -> tuple[str, ...] | None:
    """`--wrt V,W`, also repeated; None if it is not given."""
    found = names(values)
    if any(not name for name in found):
        raise click.UsageError("--wrt: a variable is missing, as in --wrt V,W")
    return tuple(dict.fromkeys(found)) or None


def names(values: Sequence[str]) -> list[str]:
    """Names that commas stand between, in an option that may be repeated."""
    return [name.strip() for value in values for name in value.split(",")]


def shapes(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`--shape A=m,n`, `--shape x=n`, `--shape c=scalar` or `--shape c=`."""
    given = pairs("--shape", values, "A=m,n")
    return {
        name: ()
        if text in ("", "scalar")
        else tuple(size.strip() for size in _BETWEEN_SIZES.split(text))
        for name, text in given.items()
    }


def assumptions(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`--assume A=symmetric,positive_definite`."""
    given = pairs("--assume", values, "A=symmetric")
    return {
        name: tuple(word.strip().replace("-", "_") for word in text.split(","))
        for name, text in given.items()
    }


def pairs(option: str, values: Sequence[str], example: str) -> dict[str, str]:
    """NAME=VALUE, each name once."""
    found: dict[str, str] = {}
    for value in values:
        name, equals, text = (part.strip() for part in value.partition("="))
        if not (name and equals):
            raise click.UsageError(f"{option} takes NAME=VALUE, as in {option} {example}")
        if name in found:
            raise click.UsageError(f"{option} is given twice for {name}")
        found[name] = text
    return found


# ---------------------------------------------------------------- the options themselves


def complete_assumption(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The words that may stand after --assume A=."""
    start = re.match(r".*[=,]", typed)
    before = start.group() if start else ""
    known = part("matgrad.api.data").FACTS if before else ()
    return [before + word for word in known if word.startswith(typed[len(before) :])]


EXPRESSION: tuple[Option, ...] = (
    click.argument(
        "expression",
        nargs=-1,
        type=click.UNPROCESSED,
        callback=one_expression,
        metavar="EXPR",
    ),
    click.option("--file", "path", metavar="PATH", help="Read the problem from a file."),
    click.option("--latex", "is_latex", is_flag=True, help="EXPR is LaTeX."),
    click.option("--strict", "is_strict", is_flag=True, help="Guess nothing: ask."),
    click.option("--wrt", multiple=True, metavar="V,W", help="The variables; may be repeated."),
    click.option(
        "--shape",
        multiple=True,
        metavar="NAME=SIZES",
        help="A=m,n for a matrix, x=n for a vector, c=scalar for a scalar. Repeat it for each "
        "variable; shapes that are not given are inferred.",
    ),
    click.option(
        "--assume",
        multiple=True,
        metavar="NAME=WORDS",
        shell_complete=complete_assumption,
        help="What is known of a variable, such as A=symmetric,positive_definite.",
    ),
)
JSON: Option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
LEVEL: Option = click.option(
    "--level", type=click.Choice(LEVELS), default="normal", help="How much detail."
)
SPELLED: tuple[Option, ...] = (
    LEVEL,
    click.option("--format", "spelling", type=click.Choice((*FORMATS, *PAGES)), default="text"),
    JSON,
)
DERIVATION: tuple[Option, ...] = (
    click.option("--form", type=click.Choice(FORMS), default="all", help="Forms of the answer."),
    *SPELLED,
)
READ: tuple[Option, ...] = (
    click.option(
        "--kind",
        type=click.Choice(["gradient", "jacobian", "hessian", "differential"]),
        help="What is asked for, if EXPR does not say so.",
    ),
    JSON,
)
ENTRIES: Option = click.option(
    "--entries", is_flag=True, help="Write the answer out entry by entry, if all sizes are small."
)
STRUCTURE: tuple[Option, ...] = (
    click.option(
        "--structure",
        type=click.Choice(["projected", "independent", "free"]),
        help="What the derivative by a symmetric, triangular, … variable is: projected onto the "
        "structure, by the independent entries, or that of a free matrix.",
    ),
)
ARRANGEMENT: tuple[Option, ...] = (
    click.option(
        "--order",
        type=click.Choice(["columns", "rows"]),
        default="columns",
        help="How vec takes a matrix apart.",
    ),
    click.option("--layout", type=click.Choice(["numerator", "denominator"]), default="numerator"),
)
ALONG: tuple[Option, ...] = (
    click.option("--direction", metavar="NAMES", help="Along a direction of this name, as D."),
    click.option("--order", type=click.IntRange(1, 4), help="2 for the second one, up to 4."),
)
CLAIM: tuple[Option, ...] = (
    click.option("--claim", required=True, metavar="FORMULA", help="The formula to be judged."),
    click.option(
        "--kind",
        type=click.Choice(["gradient", "jacobian", "hessian"]),
        help="What it is claimed to be; a gradient if the function is scalar.",
    ),
    JSON,
)


def complete_target(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The languages that code is written in."""
    return [name for name in part("matgrad.api.data").TARGETS if name.startswith(typed)]


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
