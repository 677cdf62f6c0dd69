"""Sums over samples in parts: on any executor, from any source, with the same result each time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from matgrad import optional
from matgrad.codegen.plan.program import Input, Program, measure, whole
from matgrad.codegen.run.arrays import LIBRARIES, real_array
from matgrad.codegen.run.compiled import Compiled, compile_program, run
from matgrad.codegen.run.prepared import Names
from matgrad.codegen.scale.samples import chunked
from matgrad.errors import LimitError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import load

if TYPE_CHECKING:
    from concurrent.futures import BrokenExecutor, Executor, Future

# ---------------------------------------------------------------- slices

# Samples cut out of arrays, or out of files that are read where the samples are used.


@dataclass(frozen=True)
class Slice:
    """Some samples of arrays in files, which are read where this is called."""

    files: Mapping[str, str]
    axes: Mapping[str, int]
    start: int
    stop: int

    def __call__(self) -> dict[str, Any]:
        """Read the samples; nothing else of the files is."""
        np: Any = load("numpy")
        opened = {name: np.load(path, mmap_mode="r") for name, path in self.files.items()}
        return {name: np.array(self.cut(name, array)) for name, array in opened.items()}

    def cut(self, name: str, array: Any) -> Any:
        """The samples in an array."""
        along = slice(self.start, self.stop)
        return array[:, along] if self.axes[name] else array[along]


def opened_array(name: str, given: Any) -> Any:
    """An array that is given, or that lies in a file."""
    if not isinstance(given, (str, Path)):
        return real_array(name, given)
    np: Any = load("numpy")
    try:
        return np.load(given, mmap_mode="r")
    except (OSError, ValueError) as error:
        said = str(error).partition("\n")[0]
        raise UnsupportedError(f"{name}: {said}", hint="a file that np.save wrote") from error


# ---------------------------------------------------------------- sums

# Arrays by name, or something that gives them where it is called: in the worker.
Chunk = Mapping[str, Any] | Callable[[], Mapping[str, Any]]
FUTURES = "concurrent.futures"  # loaded with the first worker: it takes longer than we do
AHEAD = 8  # chunks that wait or are worked on at a time
RETRIES = 3  # times that workers may be lost before any result comes


class Sums(NamedTuple):
    """What a chunk adds: how many samples it has, and its sums."""

    samples: int
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Partial:
    """The sums of one chunk, as a function that can be sent to another process."""

    source: str
    inputs: tuple[Input, ...]
    over: str

    def __call__(self, chunk: Chunk, params: Mapping[str, Any] | None = None) -> Sums:
        """Compute the sums of a chunk of samples, given everything that is no sample."""
        given = {**_named(chunk() if callable(chunk) else chunk), **_named(params or {})}
        labels = tuple(each.label for each in self.inputs)
        Names(labels).bind((), given)
        arrays, dtype = LIBRARIES["numpy"].enter(self.inputs, given, "")
        sizes = measure(self.inputs, [array.shape for array in arrays], {})
        found = _function(self.source)(*arrays)
        np: Any = load("numpy")
        return Sums(sizes[self.over], tuple(np.asarray(each, dtype) for each in found))


def _named(given: Any) -> dict[str, Any]:
    """Arrays by name."""
    if isinstance(given, Mapping):
        return dict(cast("Mapping[str, Any]", given))
    hint = 'such as {"X": X, "y": y}'
    raise UnknownNameError(f"a {type(given).__name__} does not say which array is which", hint=hint)


_function = cache(partial(run, "numpy", name="sums"))  # of a source


def combine(first: Sums, second: Sums) -> Sums:
    """The sums of two chunks together."""
    pairs = zip(first.values, second.values, strict=True)
    return Sums(first.samples + second.samples, tuple(a + b for a, b in pairs))


def total(parts: Iterable[Sums]) -> Sums:
    """All sums together, in pairs, in an order that only their number decides."""
    waiting: list[tuple[int, Sums]] = []  # how many chunks each holds, largest first
    for part in parts:
        size, sums = 1, part
        while waiting and waiting[-1][0] == size:
            before, known = waiting.pop()
            size, sums = size + before, combine(known, sums)
        waiting.append((size, sums))
    if not waiting:
        raise ShapeError("there are no chunks to add up")
    _, sums = waiting.pop()
    while waiting:
        sums = combine(waiting.pop()[1], sums)
    return sums


@dataclass(frozen=True, eq=False)
class MapReduce:
    """A function that is computed from sums over samples, chunk by chunk.

    `partial` computes the sums of a chunk, `combine` adds two of them, `finish` computes the
    results from the totals; calling this does all of it.
    """

    over: str
    samples: Mapping[str, int]  # the inputs that hold samples, and along which axis
    params: tuple[str, ...]  # the other inputs
    partial: Partial
    compiled: Compiled = field(repr=False)  # results from totals

    combine = staticmethod(combine)

    def __call__(
        self,
        chunks: Iterable[Chunk] | None = None,
        params: Mapping[str, Any] | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
        ahead: int = AHEAD,
        **arrays: Any,
    ) -> Any:
        """The results for all chunks together; equal chunks give equal bits on any executor.

        At most `ahead` chunks are taken from `chunks` before they are worked off. Chunks whose
        worker was lost are computed again, by a new pool of processes if the pool was lost too.
        """
        if chunks is None or arrays:
            raise UnknownNameError("samples are given in chunks", hint=self._called)
        given = _named(params or {})
        if set(given) != set(self.params):
            wanted = ", ".join(self.params) or "none"
            raise UnknownNameError(f"given: {', '.join(given) or 'none'}", hint=f"wanted: {wanted}")
        if executor is None:
            found: Iterator[Sums] = (self.partial(chunk, given) for chunk in chunks)
        else:
            found = _Queue(self.partial, given, executor, ahead).results(chunks)
        return self.finish(total(found), given)

    @property
    def _called(self) -> str:
        samples = ", ".join(f"{name}={name}" for name in self.samples)
        params = ", ".join(f'"{name}": {name}' for name in self.params)
        return f"m(m.chunks(1000, {samples})" + (f", {{{params}}})" if params else ")")

    def finish(self, sums: Sums, params: Mapping[str, Any] | None = None) -> Any:
        """The results from the totals."""
        known = _named(params or {})
        for name in self.params:
            if name not in known:
                raise UnknownNameError(f"missing: {name}", hint=f"wanted: {', '.join(self.params)}")
        names = self.compiled.inputs
        count = dict.fromkeys(self.compiled.sizes, sums.samples)
        totals = zip(names[: len(sums.values)], sums.values, strict=True)
        return self.compiled(**dict(totals), **{n: known[n] for n in self.params}, **count)

    def chunks(self, rows: int, **arrays: Any) -> Iterator[Chunk]:
        """Chunks of so many samples from arrays, or from files that np.save wrote.

        Files are read where the chunk is used, a chunk at a time.
        """
        count = whole("rows", rows)
        if set(arrays) != set(self.samples):
            given, wanted = (", ".join(names) or "none" for names in (arrays, self.samples))
            raise UnknownNameError(f"given: {given}", hint=f"samples are held by: {wanted}")
        files = {n: str(a) for n, a in arrays.items() if isinstance(a, (str, Path))}
        opened = {n: opened_array(n, a) for n, a in arrays.items()}
        return self._parts(count, files, opened, self._length(opened))

    def _length(self, opened: Mapping[str, Any]) -> int:
        """How many samples there are."""
        for name, array in opened.items():
            if not array.ndim:
                raise ShapeError(f"{name} is a single number, which holds no samples")
        lengths = {n: a.shape[min(self.samples[n], a.ndim - 1)] for n, a in opened.items()}
        if len(set(lengths.values())) != 1:
            raise ShapeError(f"different numbers of samples: {lengths}")
        return next(iter(lengths.values()))

    def _parts(
        self, rows: int, files: Mapping[str, str], opened: Mapping[str, Any], length: int
    ) -> Iterator[Chunk]:
        for start in range(0, length, rows):
            part = Slice(files, self.samples, start, start + rows)
            if len(files) == len(opened):
                yield part
            else:
                yield {n: part.cut(n, a) for n, a in opened.items()}


@dataclass
class _Sent:
    """A chunk, and where its sums will be."""

    chunk: Chunk
    future: Future[Sums] | None = None


def _made(factory: Any) -> Executor:
    """The executor that a function makes."""
    made = factory() if callable(factory) else factory
    if not hasattr(made, "submit"):
        raise UnsupportedError(
            f"a {type(made).__name__} works off no chunks",
            hint="an executor of concurrent.futures, or a function that makes one",
        )
    return cast("Executor", made)


class _Queue:
    """Chunks that were sent away, in order."""

    def __init__(
        self,
        partial: Partial,
        params: Mapping[str, Any],
        executor: Executor | Callable[[], Executor],
        ahead: int,
    ) -> None:
        self._partial, self._params, self._ahead = partial, params, whole("ahead", ahead)
        self._given = executor
        self._own = not hasattr(executor, "submit")
        self._executor = _made(executor) if self._own else cast("Executor", executor)
        self._waiting: deque[_Sent] = deque()
        self._lost = 0

    def results(self, chunks: Iterable[Chunk]) -> Iterator[Sums]:
        """The sums of the chunks, in their order."""
        try:
            for chunk in chunks:
                self._waiting.append(_Sent(chunk))
                self._send()
                if len(self._waiting) >= self._ahead:
                    yield self._first()
            while self._waiting:
                yield self._first()
        finally:
            if self._own:
                self._executor.shutdown(wait=False, cancel_futures=True)

    def _send(self) -> None:
        """Everything that waits is with an executor that works."""
        for each in self._waiting:
            while each.future is None:
                try:
                    each.future = self._executor.submit(self._partial, each.chunk, self._params)
                except optional.part(FUTURES).BrokenExecutor as broken:
                    self._renew(broken)

    def _first(self) -> Sums:
        first = self._waiting[0]
        while True:
            self._send()
            assert first.future is not None
            try:
                found = first.future.result()
            except optional.part(FUTURES).BrokenExecutor as broken:
                self._renew(broken)
            else:
                self._waiting.popleft()
                self._lost = 0
                return found

    def _renew(self, broken: BrokenExecutor) -> None:
        """Another executor; what was lost has to be sent again."""
        self._lost += 1
        if self._lost > RETRIES:
            raise LimitError(
                f"workers were lost {self._lost} times in a row, the last with: {broken}",
                hint="chunks may be too large for their memory",
            ) from broken
        given = self._given
        if not hasattr(given, "submit"):
            self._executor = _made(given)
        else:
            size, context = (getattr(given, name, None) for name in ("_max_workers", "_mp_context"))
            self._executor = optional.part(FUTURES).ProcessPoolExecutor(size, cast("Any", context))
            self._own = True
        for each in self._waiting:
            future = each.future
            if future is not None and (not future.done() or future.exception()):
                each.future = None


def map_reduce(planned: Program, over: str) -> MapReduce:
    """A program as sums over samples and what follows from them; UnsupportedError if it is not."""
    cut = chunked(planned, over)
    partial = Partial(compile_program("numpy", cut.sums).source, cut.sums.inputs, over)
    params = tuple(each.label for each in cut.sums.inputs if each.label not in cut.samples)
    return MapReduce(over, cut.samples, params, partial, compile_program("numpy", cut.finish))
