"""The page that needs no service: it answers without a network, and asks no other host."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.page.conftest import PATIENCE, SITE, files_served

pytestmark = pytest.mark.skipif(not SITE, reason="`make site-check` builds the page and runs these")
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    return names.length === 1 && (await (await caches.open(names[0])).keys()).length > 20;
}"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        yield context


def ask(page: Page, text: str) -> None:
    page.fill("#text", text)
    expect(page.locator("#paper")).to_have_attribute("data-answers", text, timeout=PATIENCE)


def test_typing_is_possible_before_the_engine_is_there(context: BrowserContext) -> None:
    assert SITE
    with files_served(SITE) as address:
        page = context.new_page()
        page.route("**/engine/*.wasm", lambda route: None)  # it never comes
        page.goto(address)
        page.fill("#text", "x'*A*x")
        expect(page.locator("#engine")).to_contain_text("Loading the engine")
        assert page.locator("#actions button").count() == 4


def test_everything_is_answered_after_a_reload_without_a_network(context: BrowserContext) -> None:
    assert SITE
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    with files_served(SITE) as address:
        page = context.new_page()
        page.goto(address)
        ask(page, "x'*A*x")
        page.wait_for_function(KEPT)
    context.set_offline(True)
    page.reload()
    ask(page, "log det(X)")
    ask(page, "norm2(sin(W2*cos(W1*x)))^2")
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(address).netloc}


def test_what_was_not_run_is_said(context: BrowserContext) -> None:
    assert SITE
    with files_served(SITE) as address:
        page = context.new_page()
        page.goto(address)
        ask(page, "||Ax - b||^2")
        page.locator("summary", has_text="Checked").click()
        expect(page.locator(".verdict")).to_contain_text("its code was not run")
