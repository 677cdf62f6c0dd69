from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.service import Service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests that do it no harm; its log is kept."""
    folder = tmp_path_factory.mktemp("service")
    options = ("--links", str(folder / "links.db"), "--rate", "0")
    with Service(*options, log=folder / "log") as running:
        yield running.ready()
        running.stop()
