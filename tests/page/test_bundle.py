"""The page that is shipped: built from its sources, and it asks nothing of any other host."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

import matgrad

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STATIC = Path(matgrad.__file__).parent / "page" / "static"
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML")


def sums(listed: str) -> dict[str, str]:
    return {path: digest for digest, path in (line.split("  ") for line in listed.splitlines())}


def measured(root: Path, paths: list[str]) -> dict[str, str]:
    return {path: sha256((root / path).read_bytes()).hexdigest() for path in paths}


def test_page_is_built_from_its_sources():
    stored = sums((STATIC / "sources.sha256").read_text())
    sources = [str(p.relative_to(WEB)) for p in sorted((WEB / "src").rglob("*")) if p.is_file()]
    kept = "build.mjs index.html package.json package-lock.json tsconfig.json".split()
    assert measured(WEB, [*kept, *sources]) == stored, "run `make page`"


def test_page_is_as_it_was_built():
    stored = sums((STATIC / "built.sha256").read_text())
    built = [p for p in STATIC.rglob("*") if p.is_file() and p.suffix != ".sha256"]
    assert measured(STATIC, [str(p.relative_to(STATIC)) for p in built]) == stored


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.*")), ids=lambda path: path.name)
def test_no_other_host_is_named(path: Path):
    text = path.read_text(encoding="utf-8")
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")
    assert not re.findall(r"https?:|wss?://|[\"'(=]//\w", text)


def test_style_sheet_loads_only_fonts_that_are_shipped():
    fonts = re.findall(r"url\(([^)]*)\)", (STATIC / "style.css").read_text())
    assert fonts and all((STATIC / font.strip("\"'")).is_file() for font in fonts)


def test_page_has_no_script_or_style_of_its_own():
    """The security policy of the service forbids both."""
    html = (STATIC / "index.html").read_text()
    assert not re.search(r"<style|style=|<script(?![^>]*src=)|\son\w+=", html)


def test_lock_file_names_no_registry():
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert all("integrity" in package for name, package in packages.items() if name)
