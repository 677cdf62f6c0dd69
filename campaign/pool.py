"""Processes that work through tasks; one that dies or hangs is noticed and replaced."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
RECYCLED = 100  # tasks after which a process makes room for a fresh one


class Worker(Generic[Task]):
    """One process and the task it is busy with."""

    def __init__(self, work: Callable[[Task], Any]) -> None:
        context = get_context("forkserver")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.done = 0
        self.task: Task | None = None
        self.since = 0.0

    def begin(self, task: Task) -> None:
        """Hand over a task."""
        self.task, self.since = task, time.monotonic()
        self.pipe.send(task)

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send(work(task))


def results(
    work: Callable[[Task], Any],
    tasks: Iterator[Task],
    jobs: int,
    patience: float,
    loaded: Sequence[str] = (),
) -> Iterator[tuple[Task, Any]]:
    """Each task with its result, in the order in which they are done; None if a process died.

    A process that is silent for `patience` seconds is ended. The processes are copies of one that
    has imported the modules `loaded`, unless earlier tasks began without them.
    """
    get_context("forkserver").set_forkserver_preload([*loaded])
    workers: list[Worker[Task]] = []
    try:
        for _, task in zip(range(jobs), tasks, strict=False):
            workers.append(Worker(work))
            workers[-1].begin(task)
        while workers:
            ready = set(wait([worker.pipe for worker in workers], timeout=1.0))
            for worker in list(workers):
                late = time.monotonic() - worker.since > patience
                if worker.pipe not in ready and not late:
                    continue
                assert worker.task is not None
                answer = _answer(worker) if worker.pipe in ready else None
                yield worker.task, answer
                _go_on(workers, worker, next(tasks, None), work, answer is None)
    finally:
        for worker in workers:
            worker.stop()


def _answer(worker: Worker[Any]) -> Any:
    try:
        return worker.pipe.recv()
    except (EOFError, ConnectionResetError):
        return None


def _go_on(
    workers: list[Worker[Task]],
    worker: Worker[Task],
    task: Task | None,
    work: Callable[[Task], Any],
    is_lost: bool,
) -> None:
    worker.done += 1
    if task is None or is_lost or worker.done >= RECYCLED:
        workers.remove(worker)
        worker.stop()
        if task is None:
            return
        worker = Worker(work)
        workers.append(worker)
    worker.begin(task)
