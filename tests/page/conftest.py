"""A running service and a real browser, once for each worker; every test gets a fresh page."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
SIZES = {"desktop": (1280, 860), "phone": (390, 844)}
SITE = os.environ.get("MATGRAD_SITE")  # where the page that needs no service was built
PATIENCE = 60_000 if SITE else 15_000  # milliseconds; a machine that is busy is not wrong
by_service = pytest.mark.skipif(bool(SITE), reason="a browser alone cannot do this")

expect.set_options(timeout=PATIENCE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def files_served(folder: str) -> Generator[str]:
    """The address at which the files of a folder are handed out."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running service, or of the files of the page that needs none."""
    if SITE:
        with files_served(SITE) as address:
            yield address
        return
    port, place = free_port(), tmp_path_factory.mktemp("service")
    command = [sys.executable, "-m", "matgrad", "serve", "--port", str(port), "--workers", "1"]
    with (
        (place / "log").open("w") as log,
        subprocess.Popen(
            [*command, "--links", str(place / "links")], stdout=log, stderr=log
        ) as run,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(address, run, place / "log")
            yield address
        finally:
            run.terminate()


def wait_for(address: str, run: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a first question is answered: a service that starts may still be busy."""
    body = json.dumps({"input": "x'*x"}).encode()
    question = Request(f"{address}/api/derive", body, {"content-type": "application/json"})
    for _ in range(300):
        try:
            with urlopen(question, timeout=10) as answer:
                if json.load(answer)["ok"]:
                    return
        except (URLError, OSError):
            assert run.poll() is None, log.read_text()
        time.sleep(0.1)
    raise TimeoutError(log.read_text())


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium here: the page is not tested in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Visit:
    """A page of the service, as a visitor uses it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self, fragment: str = "", **state: str) -> None:
        self.page.goto(f"{self.address}/#{fragment or urlencode(state)}")
        expect(self.page.locator("#actions button").first).to_be_visible()

    def type(self, text: str) -> None:
        self.page.fill("#text", text)

    def answered(self, text: str | None = None) -> None:
        """Wait until what stands in the box is answered."""
        asked = self.page.input_value("#text") if text is None else text
        expect(self.page.locator("#paper")).to_have_attribute("data-answers", asked)
        expect(self.page.locator("#sheet")).to_have_attribute("aria-busy", "false")
        expect(self.page.locator("#trouble")).to_be_empty()

    @property
    def answer(self) -> Any:
        return self.page.locator(".answer").first

    def latex(self) -> list[str]:
        """What is typeset in the answers, as the MathML in the page tells it."""
        marks = self.page.locator(".answer > .wide annotation")
        return [text.split(" = ", 1)[1] for text in marks.all_text_contents()]

    def shows(self, latex: str) -> None:
        """Wait until this stands in the first answer."""
        expect(self.answer.locator("annotation").first).to_contain_text("= " + latex)


@pytest.fixture
def new_visit(browser: Browser, service: str) -> Iterator[Callable[..., Visit]]:
    """Opens pages; nothing may be asked of another host and nothing may go wrong in them."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def make(size: str = "desktop", dark: bool = False) -> Visit:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            is_mobile=size == "phone",
            permissions=["clipboard-read", "clipboard-write"],
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: note(message, wrong))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        host = urlsplit(service).netloc
        page.on("request", lambda r: None if is_own(r.url, host) else wrong.append(r.url))
        return Visit(page, service)

    yield make
    for context in contexts:
        context.close()
    assert not wrong


def note(message: ConsoleMessage, wrong: list[str]) -> None:
    """Remember what the browser complains of; a service that is busy is asked again."""
    is_busy = "status of 503" in message.text
    if message.type in ("error", "warning") and not is_busy:
        wrong.append(message.text)


def is_own(address: str, host: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme in ("blob", "data") or parts.netloc == host


@pytest.fixture
def visit(new_visit: Callable[..., Visit]) -> Visit:
    return new_visit()
