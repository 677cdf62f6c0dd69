"""How fast the page is that needs no service: what is loaded, the first answer, and later ones."""

from __future__ import annotations

import gzip
import sys
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.conftest import CHROMIUM, FLAGS, files_served

ROUNDS = 5
FIRST = "||Ax - b||^2"
LATER = (
    "x'*A*x",
    "log det(X)",
    "norm2(sin(W2*cos(W1*x)))^2",
    "tr(A*X*B)",
    "sum(exp(X*w)) - y'*X*w",
)


def answered(page: Page, text: str) -> float:
    """Milliseconds from the last key to the answer."""
    begun = time.perf_counter()
    page.fill("#text", text)
    page.wait_for_selector(f'#paper[data-answers="{text}"]', timeout=120_000)
    return (time.perf_counter() - begun) * 1e3


def visit(browser: Browser, address: str) -> tuple[float, list[float]]:
    """A first visit: seconds until the first answer, milliseconds for each later one."""
    with browser.new_context() as context:
        page = context.new_page()
        begun = time.perf_counter()
        page.goto(address)
        answered(page, FIRST)
        first = time.perf_counter() - begun
        answered(page, "x'*x")
        return first, [answered(page, text) for text in LATER]


def main(folder: Path) -> None:
    """Print the figures."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    packed = sum(min(len(gzip.compress(p.read_bytes(), 9)), p.stat().st_size) for p in files)
    print(f"download: {packed / 1e6:.1f} MB compressed, in {len(files)} files")
    with files_served(str(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visits = [visit(browser, address) for _ in range(ROUNDS)]
        browser.close()
    print(f"first answer, nothing stored: {median(first for first, _ in visits):.1f} s")
    print(f"later answers: {median(each for _, later in visits for each in later):.0f} ms")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
