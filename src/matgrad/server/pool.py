"""The pool: a bounded queue of jobs, workers that take them, and what happens when they die."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from matgrad.server import frames
from matgrad.server.hands import Nursery, Worker
from matgrad.server.settings import Settings

Answer = tuple[frames.Head, bytes]
ATTEMPTS = 4  # of a job whose worker dies under it
AGAIN = 0.5  # seconds until the next attempt to get a worker


class Busy(Exception):
    """Nobody can take the job now."""


@dataclass(eq=False)
class Job:
    """One request, and who waits for it."""

    task: str
    request: bytes
    answer: asyncio.Future[Answer]
    asked: float  # by the clock of the loop
    attempts: int = 0


@dataclass
class Count:
    """What happened so far."""

    jobs: int = 0
    killed_for_time: int = 0
    killed_for_length: int = 0
    abandoned: int = 0
    died: int = 0
    retried: int = 0
    refused: int = 0
    forked: int = 0
    stepped_back: int = 0
    cpu_seconds: float = 0.0  # of workers that answered


@dataclass
class Pool:
    """Workers and the jobs that wait for them; it runs in the front and computes nothing."""

    settings: Settings
    count: Count = field(default_factory=Count)
    waiting: deque[Job] = field(default_factory=deque[Job])
    idle: list[Worker] = field(default_factory=list[Worker])
    running: dict[Worker, Job] = field(default_factory=dict[Worker, Job])
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    forking: int = 0
    stopping: bool = False

    def __post_init__(self) -> None:
        self.nursery = Nursery(self.settings)

    # ------------------------------------------------------------ from outside

    async def start(self) -> None:
        """Have all workers ready."""
        self._refill()
        while len(self.idle) < self.settings.workers and self.tasks:
            await asyncio.wait(self.tasks)

    @property
    def slow(self) -> int:
        """How many jobs have stepped back to let others go first."""
        return sum(worker.is_slow for worker in self.running)

    async def answer(self, task: str, request: bytes) -> Answer:
        """The answer to a request; if the caller is cancelled, the work is stopped."""
        if self.stopping or len(self.waiting) >= self.settings.queue:
            self.count.refused += 1
            raise Busy
        clock = asyncio.get_running_loop()
        job = Job(task, request, clock.create_future(), clock.time())
        self.count.jobs += 1
        self.waiting.append(job)
        self._dispatch()
        patience = clock.call_later(self.settings.queue_seconds, self._give_up, job)
        try:
            return await job.answer
        finally:
            patience.cancel()
            with contextlib.suppress(ValueError):
                self.waiting.remove(job)

    async def stop(self) -> None:
        """Finish what runs, then end all workers."""
        self.stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain_seconds):
                while self.running or self.waiting:
                    await asyncio.sleep(0.01)
        for task in list(self.tasks):
            task.cancel()
        for worker in [*self.idle, *self.running]:
            worker.kill()
        self.nursery.close()

    # ------------------------------------------------------------ workers and jobs

    def _give_up(self, job: Job) -> None:
        """Refuse a job that has waited too long; one that runs may have to wait again."""
        if job.answer.done():
            return
        clock = asyncio.get_running_loop()
        if job in self.waiting and clock.time() >= self._patient_until(job):
            self.count.refused += 1
            job.answer.set_exception(Busy())
        else:
            clock.call_later(AGAIN, self._give_up, job)

    def _patient_until(self, job: Job) -> float:
        """When a job has waited too long: for a worker that is on its way, or else for other jobs.

        A nursery that is ready has no worker yet, so what counts is whether workers are missing,
        and all who waited for it then wait for each other: that time begins when it is ready.
        """
        if self.forking:
            return job.asked + self.settings.start_seconds
        return max(job.asked, self.nursery.ready) + self.settings.queue_seconds

    def _dispatch(self) -> None:
        while self.waiting and self.idle:
            worker = self.idle.pop()
            if worker.reader.at_eof():  # it died while it had nothing to do
                self.count.died += 1
                worker.kill()
                continue
            job = self.waiting.popleft()
            if job.answer.done():
                self.idle.append(worker)
            else:
                self.running[worker] = job
                self._later(self._run(worker, job))
        self._refill()

    def _later(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _refill(self) -> None:
        """Order workers for all places that are free."""
        while self._has_room() and not self.stopping:
            self.forking += 1
            self._later(self._add())

    def _has_room(self) -> bool:
        at_work = sum(not worker.is_slow for worker in self.running)
        return len(self.idle) + at_work + self.forking < self.settings.workers

    async def _add(self) -> None:
        """One more worker."""
        try:
            self.idle.append(await self.nursery.worker())
            self.count.forked += 1
        except OSError:
            await asyncio.sleep(AGAIN)
        finally:
            self.forking -= 1
        self._dispatch()

    async def _run(self, worker: Worker, job: Job) -> None:
        """Give a job to a worker and see it through, whatever becomes of either."""
        job.attempts += 1
        clock = asyncio.get_running_loop()
        limit = self.settings.seconds + self.settings.grace
        begun = worker.processor_seconds()
        patience = self.settings.patience
        clock.call_later(patience, self._step_back, worker, job, begun + patience)
        try:
            async with asyncio.timeout(limit):
                head, body = await self._exchange(worker, job)
        except TimeoutError:
            self.count.killed_for_time += 1
            self._lost(worker, job, _too_slow(self.settings.seconds))
        except frames.TooLong:
            self.count.killed_for_length += 1
            self._lost(worker, job, _too_long())
        except (OSError, EOFError):
            self._died(worker, job)
        else:
            self._done(worker, job, (head, body))
        finally:
            self.running.pop(worker, None)
            self._dispatch()

    async def _exchange(self, worker: Worker, job: Job) -> Answer:
        settings = self.settings
        limits = {"seconds": settings.seconds, "response": settings.response, "file": settings.file}
        worker.writer.write(frames.pack({"task": job.task, **limits}, job.request))
        reply = asyncio.ensure_future(frames.read(worker.reader, settings.file))
        try:
            await asyncio.wait({reply, job.answer}, return_when=asyncio.FIRST_COMPLETED)
            if not reply.done():  # whoever asked has left
                await asyncio.wait({reply}, timeout=settings.abandoned)
            if not reply.done():
                self.count.abandoned += 1
                raise ConnectionAbortedError
            return reply.result()
        finally:
            reply.cancel()

    def _done(self, worker: Worker, job: Job, answer: Answer) -> None:
        self.count.cpu_seconds += answer[0].get("cpu", 0.0)
        if not job.answer.done():
            job.answer.set_result(answer)
        if answer[0].get("last") or worker.is_slow or (self.stopping and not self.waiting):
            worker.kill()
        else:
            self.idle.append(worker)

    def _lost(self, worker: Worker, job: Job, answer: Answer) -> None:
        worker.kill()
        if not job.answer.done():
            job.answer.set_result(answer)

    def _died(self, worker: Worker, job: Job) -> None:
        """The worker has gone; another one takes the job, once."""
        worker.kill()
        if job.answer.done():
            return
        self.count.died += 1
        if job.attempts < ATTEMPTS and not self.stopping:
            self.count.retried += 1
            self.waiting.appendleft(job)
        else:
            job.answer.set_exception(Busy())

    def _step_back(self, worker: Worker, job: Job, until: float) -> None:
        """A job that takes long goes on at low priority, and a fresh worker takes its place."""
        if self.running.get(worker) is not job:
            return
        left = until - worker.processor_seconds()
        if left > 0 or self.slow >= self.settings.slow:  # it had no processor, or there is no room
            again = max(left, self.settings.patience / 4)
            asyncio.get_running_loop().call_later(again, self._step_back, worker, job, until)
            return
        self.count.stepped_back += 1
        worker.step_back()
        self._refill()


def _too_slow(seconds: float) -> Answer:
    return _limit(
        f"this takes more than {seconds:g} s",
        "a shorter function, fewer variables at once, or the library, which has no limit",
    )


def _too_long() -> Answer:
    return _limit("the answer is too long to be sent", "ask for less")


def _limit(message: str, hint: str) -> Answer:
    error = {
        "code": "E_LIMIT",
        "message": message,
        "position": None,
        "hint": hint,
        "field": "input",
    }
    data = {"ok": False, "mode": "auto", "error": error}
    head = {"status": 200, "type": "application/json", "code": "E_LIMIT", "brief": True}
    return head, json.dumps(data).encode()
