"""`matgrad serve`: the page and the service behind it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from matgrad.app.cli_output import Reply
from matgrad.optional import part


@click.command(epilog="""\b
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
    settings = replace(
        part("matgrad.app.server.settings").Settings(),
        workers=workers,
        rate=rate,
        burst=2 * rate,
        links=Path(links) if links else None,
        log_content=log_content,
    )
    run = part("matgrad.app.server.run")
    try:
        listening = run.listen(host, port)
    except OSError as error:
        raise click.UsageError(f"cannot listen at {host}:{port}: {error.strerror}") from None
    address = f"[{host}]" if ":" in host else host
    click.echo(f"matgrad on http://{address}:{listening.getsockname()[1]}/", err=True)
    run.serve(listening, settings)
    return Reply("")
