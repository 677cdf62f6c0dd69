"""What tests send to other processes."""

import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Deadly:
    """A chunk that kills the process that reads it, as often as the file says."""

    chunk: Callable[[], Mapping[str, Any]]
    lives: Path

    def __call__(self) -> Mapping[str, Any]:
        left = int(self.lives.read_text(encoding="utf-8"))
        if left:
            self.lives.write_text(str(left - 1), encoding="utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
        return self.chunk()
