"""The command line: `matgrad gradient "||Ax - b||^2" --wrt x`."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class

import matgrad as mg
from matgrad.api.limits import load_engine, processor_time
from matgrad.cli import answers, options, output
from matgrad.cli.answers import asked, judged
from matgrad.cli.ask import ask, check_code, report
from matgrad.cli.network import network
from matgrad.cli.options import CODE, ExpressionCommand, Option, Question, read_text
from matgrad.cli.output import (
    ANSWERED,
    AT_FAULT,
    NOT_TRUE,
    Environment,
    Reply,
    delivered,
    usage_error,
)
from matgrad.cli.train import train
from matgrad.cli.verdicts import bench_set, grade, mcp, same
from matgrad.errors import InternalError, MatgradError
from matgrad.optional import load, part

HELP = {"max_content_width": 100}
EXPR = "EXPR is a function, or - to read a problem from standard input."
OURS = "this is a fault of matgrad, not of the input; MATGRAD_DEBUG=1 shows where"
INTERRUPTED = 130  # as shells report SIGINT


# ---------------------------------------------------------------- the commands


class Commands(click.Group):
    """The commands, in the order in which they are defined."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names; a table of contents, not an index."""
        return list(self.commands)


def opened(ctx: click.Context) -> Reply:
    """Without a command: a conversation, the answers to the lines of a pipe, or else the help."""
    env = ctx.obj.env
    if env.stdin.isatty() and env.stdout.isatty():
        part("matgrad.cli.prompt").converse(env)
        return Reply("")
    text = "" if env.stdin.isatty() else read_text("-", None, env.stdin)[0]
    if not text.strip():
        return Reply(ctx.get_help() + "\n")
    said, is_understood = part("matgrad.cli.prompt").answer_lines(text)
    return Reply(said, ANSWERED if is_understood else AT_FAULT)


@click.group(cls=Commands, invoke_without_command=True, context_settings=HELP, epilog="""\b
Examples:
  matgrad gradient "||Ax - b||^2" --wrt x
  matgrad check "x^T A x" --wrt x --claim "2Ax"
  matgrad ask "Find the gradient of x^T A x with respect to x, A symmetric."
  matgrad code "log det X" --wrt X > gradient.py
\b
`matgrad COMMAND --help` says more. Exit codes: 0 answered, 1 a claim is wrong or an answer
could not be verified, 2 the input is at fault.""")  # fmt: skip
@click.version_option(mg.__version__, prog_name="matgrad", message="%(prog)s %(version)s")
@click.pass_context
def commands(ctx: click.Context) -> Reply | None:
    """Exact derivatives of functions of matrices, with the derivation, each line checked."""
    return None if ctx.invoked_subcommand else opened(ctx)


def command(*given: Option, examples: str) -> Callable[[Callable[[Question], Reply]], None]:
    """Register a command that answers a question about an expression."""

    def register(answer: Callable[[Question], Reply]) -> None:
        @click.pass_obj
        def run(call: Call, **values: Any) -> Reply:
            question = call.question(values)
            load_engine()
            with processor_time(question.limits.seconds):
                return answer(question)

        for option in reversed((*options.EXPRESSION, *given)):
            run = option(run)
        about = f"{cleandoc(answer.__doc__ or '')}\n\n{EXPR}"
        epilog = "\b\nExamples:\n" + "\n".join(f"  {x}" for x in examples.splitlines())
        name = answer.__name__
        commands.command(name, cls=ExpressionCommand, help=about, epilog=epilog)(run)

    return register


@command(
    *options.DERIVATION,
    *options.STRUCTURE,
    options.ENTRIES,
    examples="""matgrad gradient "||Ax - b||^2" --wrt x
matgrad gradient "A*square(B*V*relu(W*z))" --shape A=1,l --shape z=d --wrt V,W
matgrad gradient "-logdet(X)" --wrt X --assume X=positive_definite --level full
echo "r = A*x - b; gradient of r'*r wrt x" | matgrad gradient - --format markdown""",
)
def gradient(question: Question) -> Reply:
    """The gradient of a scalar function.

    The derivation is printed with it, and every line of it is checked.
    """
    d = asked(mg.gradient(**question.given, wrt=question.wrt, **question.chosen("structure")))
    return answers.derivation(d, question.style, question.rest.get("entries", False))


@command(
    *options.DERIVATION,
    examples="""matgrad differential "inv(X)" --wrt X
matgrad differential "A*X*B" --wrt X --json""",
)
def differential(question: Question) -> Reply:
    """The differential of a function of any shape.

    It is linear in dX; the derivation is printed with it, and every line of it is checked.
    """
    d = asked(mg.differential(**question.given, wrt=question.wrt))
    return answers.derivation(d, question.style, question.rest.get("entries", False))


@command(
    *options.DERIVATION,
    *options.ARRANGEMENT,
    *options.STRUCTURE,
    options.ENTRIES,
    examples="""matgrad jacobian "sin(A*x)" --wrt x
matgrad jacobian "W*x" --wrt W --order rows --shape W=2,2 --entries""",
)
def jacobian(question: Question) -> Reply:
    """The Jacobian of a function of any shape.

    The linear map dX ↦ dF, and where there is one the matrix that acts on dx, or on vec(dX).
    """
    chosen = question.chosen("order", "layout", "structure")
    d = asked(mg.jacobian(**question.given, wrt=question.wrt, **chosen))
    return answers.derivation(d, question.style, question.rest.get("entries", False))


@command(
    *options.DERIVATION,
    *options.ARRANGEMENT,
    *options.STRUCTURE,
    options.ENTRIES,
    examples="""matgrad hessian "x'*A*x" --wrt x
matgrad hessian "normF(T - U*V')^2" --wrt U""",
)
def hessian(question: Question) -> Reply:
    """The Hessian of a scalar function, or with two variables the mixed second derivative.

    The gradient is derived first and then differentiated by the same rules.
    """
    chosen = question.chosen("order", "layout", "structure")
    d = asked(mg.hessian(**question.given, wrt=question.wrt, **chosen))
    return answers.derivation(d, question.style, question.rest.get("entries", False))


@command(
    *options.DERIVATION,
    *options.ALONG,
    examples="""matgrad derivative "x(t)'*A(t)*x(t)" --wrt t
matgrad derivative "logdet(X)" --wrt X --direction D""",
)
def derivative(question: Question) -> Reply:
    """The derivative by a number, such as the time t of x(t), or along a direction."""
    derive = mg.directional if question.rest["direction"] else mg.derivative
    d = derive(**question.given, wrt=question.wrt, **question.chosen("direction", "order"))
    return answers.derivation(d, question.style)


@command(
    *options.CLAIM,
    examples="""matgrad check "||Ax - b||^2" --wrt x --claim "2A^T(Ax - b)"
matgrad check "x^T A x" --wrt x --claim "2Ax" --json
matgrad check "sum(log(1 + exp(A*x)))" --wrt x --kind hessian --claim "A'*A"
""",
)
def check(question: Question) -> Reply:
    """Judge a formula that claims to be the gradient, the Jacobian or the Hessian.

    If it is wrong, small numbers show it, and the likely slip is named.
    """
    claim: str = question.rest["claim"]
    question.limits.check("bytes", len(claim.encode("utf-8", "surrogatepass")))
    judges = part("matgrad.api.judge")
    kind: str = question.rest["kind"] or ""
    d = asked(judges.derived(**question.given, wrt=question.wrt, kind=kind))
    return judged(d, claim, judges.judge(d, None, claim), question.style)


@command(
    options.JSON,
    examples="""matgrad convex "||Ax - b||^2 + l*||x||_1" --wrt x --assume l=positive
matgrad convex "-logdet(X)" --wrt X --assume X=positive_definite
matgrad convex "x'*inv(P)*x" --wrt x,P --assume P=positive_definite --json""",
)
def convex(question: Question) -> Reply:
    """Is a function convex, concave, affine or neither? With a proof, or with numbers against it.

    With several variables it is meant jointly. The exit code is 1 if nothing is decided.
    """
    return answers.convexity(mg.convex(**question.given, wrt=question.wrt), question.style)


@command(
    *options.READ,
    examples="""matgrad read "1/2||Xw + b - y||^2" --wrt w
matgrad read "\\log\\det(X^\\top X)" --json
matgrad read - < question.txt
""",
)
def read(question: Question) -> Reply:
    """How EXPR is read: the whole problem, with everything declared.

    What was guessed stands behind a # sign; what has to be asked comes with options to choose from.
    The text can be edited and sent back. EXPR may be the name of a file.
    """
    found = mg.read(**question.in_file().given, wrt=question.wrt, **question.chosen("kind"))
    return answers.reading(found, question.style)


@command(
    *CODE,
    *options.STRUCTURE,
    examples="""matgrad code "||Ax - b||^2" --wrt x
matgrad code "sum(softplus(X*w))" --wrt w --kind value_and_grad > model.py""",
)
def code(question: Question) -> Reply:
    """Source code that computes the derivative.

    Nothing else is printed, so that the output is a file to import.
    """
    kind, chosen = question.rest["kind"], question.chosen("structure")
    if chosen and kind in ("differential", "derivative"):
        raise click.UsageError(f"a {kind} has no --structure")
    d = asked(getattr(mg, kind)(**question.given, wrt=question.wrt, **chosen))
    return answers.code(d, question.rest, question.style)


@commands.command(epilog="""\b
Examples:
  matgrad completion bash >> ~/.bashrc
  matgrad completion zsh  >> ~/.zshrc
  matgrad completion fish > ~/.config/fish/completions/matgrad.fish""")  # fmt: skip
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> Reply:
    """A script that completes options on Tab.

    It is the same as what `_MATGRAD_COMPLETE=bash_source matgrad` prints.
    """
    complete = get_completion_class(shell)
    assert complete is not None
    return Reply(complete(commands, {}, "matgrad", "_MATGRAD_COMPLETE").source() + "\n")


@commands.command(epilog="""\b
Examples:
  matgrad serve
  matgrad serve --port 9000 --workers 4 --links links.db
\b
Nothing is stored unless --links names a file for short links.""")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option("--links", type=click.Path(dir_okay=False), help="Store short links in this file.")
@click.option("--rate", type=click.FloatRange(0), default=200.0, show_default=True,
              help="Requests per second of one client; 0 for no limit.")  # fmt: skip
@click.option("--log-content", is_flag=True, help="Write what is asked into the log.")
def serve(  # noqa: PLR0913, PLR0917
    host: str, port: int, workers: int, links: str | None, rate: float, log_content: bool
) -> Reply:
    """Serve the page on this machine, with everything it needs.

    The log goes to standard error, one line of JSON for each request. Ctrl-C or SIGTERM end the
    service after what runs is finished.
    """
    load("uvicorn")
    load("fastapi")
    settings = replace(
        part("matgrad.server.settings").Settings(),
        workers=workers,
        rate=rate,
        burst=2 * rate,
        links=Path(links) if links else None,
        log_content=log_content,
    )
    run = part("matgrad.server.run")
    try:
        listening = run.listen(host, port)
    except OSError as error:
        raise click.UsageError(f"cannot listen at {host}:{port}: {error.strerror}") from None
    address = f"[{host}]" if ":" in host else host
    click.echo(f"matgrad on http://{address}:{listening.getsockname()[1]}/", err=True)
    run.serve(listening, settings)
    return Reply("")


for more in (same, grade, bench_set, mcp, network, train, ask, report, check_code):
    commands.add_command(more)


# ---------------------------------------------------------------- one run


@dataclass
class Call:
    """One run of the program, so that an error can still say what it was about."""

    env: Environment
    as_json: bool
    text: str = ""

    def question(self, values: dict[str, Any]) -> Question:
        """What is asked, from the values of the options."""
        own = self.env.style(self.env.stdout)
        spelling = "json" if values.pop("as_json") else values.pop("spelling", "text")
        self.as_json = spelling == "json"
        form, level = values.pop("form", "all"), values.pop("level", "normal")
        style = replace(own, spelling=spelling, form=form, level=level)
        source = values.pop("expression"), values.pop("path")
        self.text, limits = options.read_text(*source, self.env.stdin)
        return Question(
            self.text,
            options.variables(values.pop("wrt")),
            options.shapes(values.pop("shape")),
            options.assumptions(values.pop("assume")),
            limits,
            style,
            values,
            values.pop("is_latex"),
            values.pop("is_strict"),
        )

    def answer(self, arguments: Sequence[str]) -> Reply:
        """The reply to the arguments; what is wrong with them is a reply, too."""
        try:
            found = commands.main(list(arguments), "matgrad", standalone_mode=False, obj=self)
            return found if isinstance(found, Reply) else Reply("", int(found or 0))
        except click.ClickException as error:
            return self.refuse(usage_error(error))
        except MatgradError as error:
            return self.refuse(error)
        except (click.Abort, KeyboardInterrupt):
            return Reply("", INTERRUPTED, "interrupted")
        except Exception as error:  # a fault of ours must not look like one of the user
            if self.env.variables.get("MATGRAD_DEBUG"):
                traceback.print_exc()
            return self.refuse(
                InternalError(f"{type(error).__name__}: {error}", hint=OURS), NOT_TRUE
            )

    def refuse(self, error: MatgradError, code: int | None = None) -> Reply:
        """An error on standard error; in JSON, too, if that was asked for."""
        message = output.error_text(error, self.env.style(self.env.stderr))
        printed = output.error_data(error, self.text) if self.as_json else ""
        return Reply(printed, output.exit_code(error) if code is None else code, message)


def wants_json(arguments: Sequence[str]) -> bool:
    """Is JSON asked for? Errors in the options need to know before these are read."""
    asked = "--json" in arguments or "--format=json" in arguments
    return asked or ("--format", "json") in pairwise(arguments)


def main(argv: Sequence[str] | None = None, env: Environment | None = None) -> int:
    """Run the command line and return its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    env = Environment() if env is None else env
    with redirect_stdout(env.stdout), redirect_stderr(env.stderr):
        reply = Call(env, wants_json(arguments)).answer(arguments)
    return delivered(env, reply)


if __name__ == "__main__":
    sys.exit(main())
