"""Short links: a small table on disk, written before it is acknowledged."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is mistaken for another
LENGTH = 10
LARGEST = 8 << 10  # bytes of what a link stands for


def new_name() -> str:
    """A name that nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class Full(Exception):
    """The link cannot be stored: the disk is full, or may not be written."""


class Links:
    """The table of links; what `put` returns survives whatever happens to this process."""

    def __init__(self, path: Path) -> None:
        self.one_at_a_time = threading.Lock()  # a transaction is not shared between threads
        try:
            self.base = sqlite3.connect(path, timeout=5, check_same_thread=False)
            self.base.execute("PRAGMA journal_mode=WAL")
            self.base.execute("PRAGMA synchronous=FULL")
            with self.base:
                self.base.execute(
                    "CREATE TABLE IF NOT EXISTS links"
                    " (name TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID"
                )
        except sqlite3.Error as error:
            raise Full(str(error)) from None

    def put(self, state: str, name: Callable[[], str] = new_name) -> str:
        """Store a state and return its name, after it is on disk."""
        try:
            while True:
                chosen = name()
                try:
                    with self.one_at_a_time, self.base:
                        self.base.execute("INSERT INTO links VALUES (?, ?)", (chosen, state))
                    return chosen
                except sqlite3.IntegrityError:
                    continue  # taken
        except sqlite3.Error as error:
            raise Full(str(error)) from None

    def get(self, name: str) -> str | None:
        """What a link stands for."""
        with self.one_at_a_time:
            row = self.base.execute("SELECT state FROM links WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def is_sound(self) -> bool:
        """Does the table pass its own check?"""
        return self.base.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    def close(self) -> None:
        """Let go of the file."""
        self.base.close()
