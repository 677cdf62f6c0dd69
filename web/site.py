"""Builds the page that needs no service into build/site: `make site` calls this.

Python, FLINT and matgrad stand beside the page, so that a browser computes the answers. FLINT's
wheel for browsers and Pyodide come from the package indexes in fixed versions; nothing else is
fetched, and nothing at all when the page is used.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from matgrad.server.tasks.documents import FORMATS
from matgrad.server.tasks.offers import config, examples

WEB = Path(__file__).parent
PACKAGE = WEB.parent / "src" / "matgrad"
BROWSER = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")
WITHOUT = ("cli/", "mcp/", "page/static/", "recheck")  # what a browser never asks for
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same sources give the same bytes


def main(target: Path) -> None:
    """Make the site from nothing."""
    shutil.rmtree(target, ignore_errors=True)
    engine = target / "engine"
    engine.mkdir(parents=True)
    flint(engine / "flint.whl")
    packed(engine / "matgrad.zip")
    formats = [name for name in FORMATS if name != "pdf"]
    offered = config({}) | {"numbers": False, "formats": formats}
    for name, data in (("config", offered), ("examples", examples({}))):
        (target / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    subprocess.run(["node", WEB / "build.mjs", target, "static"], check=True)


def flint(place: Path) -> None:
    """FLINT for browsers, in the version that is used here."""
    pinned = (WEB.parent / "constraints.txt").read_text("utf-8").splitlines()
    version = next(line for line in pinned if line.startswith("python-flint=="))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "download", version,
             *BROWSER, "--only-binary=:all:", "--no-deps", "--dest", folder],
            check=True,
        )  # fmt: skip
        (wheel,) = Path(folder).glob("*.whl")
        shutil.copy(wheel, place)


def packed(place: Path) -> None:
    """The sources of matgrad as one archive."""
    found = (p for p in sorted(PACKAGE.rglob("*")) if p.is_file() and "__pycache__" not in p.parts)
    with ZipFile(place, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in found:
            name = path.relative_to(PACKAGE).as_posix()
            if not name.startswith(WITHOUT):
                made = ZipInfo(f"matgrad/{name}", LONG_AGO)
                made.compress_type = ZIP_DEFLATED
                archive.writestr(made, path.read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
