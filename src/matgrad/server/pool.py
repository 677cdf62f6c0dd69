"""The pool: workers, the jobs that wait for them, and what happens when they die."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass, field
from typing import Any

from matgrad.errors import LimitError
from matgrad.server import frames
from matgrad.server.guard import Refused
from matgrad.server.hands import Nursery, Worker
from matgrad.server.line import Answer, Costs, Job, Line
from matgrad.server.settings import Settings

SHORTER = "a shorter function, fewer variables at once, or the library, which has no limit"
ATTEMPTS = 4  # of a job whose worker dies under it
AGAIN = 0.5  # seconds until the next attempt to get a worker
LONGER = 4.0  # times as long as a short job: what one that is not yet done is taken to cost
TICK = 0.01  # seconds, as finely as the system tells what a worker has used


class PutOff(Exception):
    """The job takes long, and all places for such jobs are taken."""


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
    put_off: int = 0
    cpu_seconds: float = 0.0  # of workers that answered


@dataclass
class Pool:
    """Workers and the jobs that wait for them; it runs in the front and computes nothing.

    A job that has run for long goes on at low priority in one of a few places for such jobs, and a
    fresh worker takes its place. If all are taken, it begins again when one is free. A job that
    looks like one that took long waits for such a place at once.
    """

    settings: Settings
    count: Count = field(default_factory=Count)
    idle: list[Worker] = field(default_factory=list[Worker])
    running: dict[Worker, Job] = field(default_factory=dict[Worker, Job])
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    forking: int = 0
    stopping: bool = False

    def __post_init__(self) -> None:
        limits = self.settings
        self.nursery = Nursery(limits)
        self.costs = Costs()
        self.short = Line(limits.workers, limits.workers, limits.line_seconds, self._turn)
        self.long = Line(limits.slow, limits.slow_share, limits.line_seconds, self._turn)

    # ------------------------------------------------------------ from outside

    async def start(self) -> None:
        """Have all workers ready."""
        self._refill()
        while len(self.idle) < self.settings.workers and self.tasks:
            await asyncio.wait(self.tasks)

    @property
    def waiting(self) -> list[Job]:
        """All jobs that no worker has yet."""
        return [*self.short.jobs, *self.long.jobs]

    @property
    def slow(self) -> list[Job]:
        """The jobs that let others compute first."""
        return [job for worker, job in self.running.items() if worker.is_slow]

    async def answer(self, client: str, task: str, request: bytes) -> Answer:
        """The answer to a request; if the caller is cancelled, the work is stopped."""
        if self.stopping:
            raise _busy(self.settings.drain_seconds)
        clock = asyncio.get_running_loop()
        job = Job(client, task, request, clock.create_future(), clock.time())
        self.count.jobs += 1
        self._queue(job)
        self._dispatch()
        patience = clock.call_later(self.settings.queue_seconds, self._give_up, job)
        try:
            return await job.answer
        finally:
            patience.cancel()
            for line in (self.short, self.long):
                if job in line.jobs:
                    line.jobs.remove(job)

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

    # ------------------------------------------------------------ jobs that wait

    def _queue(self, job: Job) -> None:
        """Let a job wait in the line for jobs of its length, if anybody waits for it."""
        if job.answer.done():
            return
        job.expected = self.costs.expected(job)
        line = self.long if self._is_long(job) else self.short
        if loser := line.add(job):
            self._refuse(loser, line.wait(loser.client))

    def _turn(self, job: Job) -> float:
        return self.costs.turn(job, asyncio.get_running_loop().time())

    def _is_long(self, job: Job) -> bool:
        return self.costs.expected(job) > self.settings.patience

    def _refuse(self, job: Job, wait: float) -> None:
        if not job.answer.done():
            self.count.refused += 1
            job.answer.set_exception(_busy(wait))

    def _give_up(self, job: Job) -> None:
        """Refuse a job that has waited too long; one that runs may have to wait again."""
        clock = asyncio.get_running_loop()
        if clock.time() >= self._patient_until(job):
            self._refuse(job, self.settings.line_seconds)
        elif not job.answer.done():
            clock.call_later(AGAIN, self._give_up, job)

    def _patient_until(self, job: Job) -> float:
        """When a job has waited too long: for a worker that is on its way, or else for other jobs.

        A nursery that is ready has no worker yet, so what counts is whether workers are missing,
        and all who waited for it then wait for each other: that time begins when it is ready.
        """
        if self.forking:
            return job.asked + self.settings.start_seconds
        turns = 2 if job in self.running.values() else 1
        return max(job.asked, self.nursery.ready) + turns * self.settings.queue_seconds

    def _next(self) -> Job | None:
        """The next job: a long one if it may have a place, or else the first short one."""
        while True:
            if job := self.long.next(self._has_place):
                return job
            job = self.short.next(lambda _: True)
            if job is None or not self._is_long(job):
                return job
            self._queue(job)  # another one that looks like it took long meanwhile

    def _has_place(self, job: Job) -> bool:
        """May one more long job run, and one more of its client?"""
        own = sum(other.client == job.client for other in self.slow)
        return len(self.slow) < self.settings.slow and own < self.settings.slow_share

    # ------------------------------------------------------------ workers

    def _dispatch(self) -> None:
        while self.idle and (job := self._next()):
            worker = self.idle.pop()
            if worker.reader.at_eof():  # it died while it had nothing to do
                self.count.died += 1
                worker.kill()
                self._queue(job)
                continue
            self.running[worker] = job
            if self._is_long(job):
                worker.step_back()
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
        at_work = len(self.running) - len(self.slow)
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
        try:
            head, body = await self._exchange(worker, job)
        except TimeoutError:
            self.count.killed_for_time += 1
            seconds = f"{self.settings.seconds:g} s"
            self._lost(worker, job, LimitError(f"this takes more than {seconds}", hint=SHORTER))
        except frames.TooLong:
            self.count.killed_for_length += 1
            self._lost(worker, job, LimitError("the answer is too long", hint="ask for less"))
        except PutOff:
            self.count.put_off += 1
            worker.kill()
            self._queue(job)
        except (OSError, EOFError):
            self._died(worker, job)
        else:
            self._done(worker, job, (head, body))
        finally:
            self.running.pop(worker, None)
            self._dispatch()

    async def _exchange(self, worker: Worker, job: Job) -> Answer:
        """The reply of a worker, unless it computes for longer than it may."""
        settings = self.settings
        limits = {"seconds": settings.seconds, "response": settings.response, "file": settings.file}
        begun, used = worker.processor_seconds(), 0.0
        worker.writer.write(frames.pack({"task": job.task, **limits}, job.request))
        reply = asyncio.ensure_future(frames.read(worker.reader, settings.file))
        try:
            while not (reply.done() or job.answer.done()):
                used = worker.processor_seconds() - begun
                if not worker.is_slow and used >= settings.patience:
                    self._step_back(worker, job)
                until = settings.seconds + settings.grace if worker.is_slow else settings.patience
                if used >= until:
                    raise TimeoutError
                left = max(until - used, TICK)
                both = {reply, job.answer}
                await asyncio.wait(both, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if not reply.done():  # whoever asked has left
                await asyncio.wait({reply}, timeout=settings.abandoned)
            if not reply.done():
                self.count.abandoned += 1
                raise ConnectionAbortedError
            used = reply.result()[0].get("cpu", used)
            return reply.result()
        finally:
            reply.cancel()
            self.costs.charge(job.client, used, asyncio.get_running_loop().time())

    def _step_back(self, worker: Worker, job: Job) -> None:
        """A job that takes long goes on at low priority, and a fresh worker takes its place."""
        self.costs.learn(job, LONGER * self.settings.patience)
        if not self._has_place(job):
            raise PutOff
        self.count.stepped_back += 1
        worker.step_back()
        self._refill()

    def _done(self, worker: Worker, job: Job, answer: Answer) -> None:
        seconds = answer[0].get("cpu", 0.0)
        self.count.cpu_seconds += seconds
        self.costs.learn(job, seconds)
        if not job.answer.done():
            job.answer.set_result(answer)
        if answer[0].get("last") or worker.is_slow or (self.stopping and not self.waiting):
            worker.kill()
        else:
            self.idle.append(worker)

    def _lost(self, worker: Worker, job: Job, error: LimitError) -> None:
        worker.kill()
        if not job.answer.done():
            data = {"ok": False, "mode": "auto", "error": {**error.to_json(), "field": "input"}}
            head = {"status": 200, "type": "application/json", "code": error.code, "brief": True}
            job.answer.set_result((head, json.dumps(data).encode()))

    def _died(self, worker: Worker, job: Job) -> None:
        """The worker has gone; another one takes the job, a few times."""
        worker.kill()
        if job.answer.done():
            return
        self.count.died += 1
        if job.attempts < ATTEMPTS and not self.stopping:
            self.count.retried += 1
            self._queue(job)
        else:
            self._refuse(job, AGAIN)


def _busy(wait: float) -> Refused:
    return Refused(503, "E_BUSY", "too much to do just now", max(wait, AGAIN))
