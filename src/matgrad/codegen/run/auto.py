"""NumPy's code at once, C as soon as it is compiled, whichever is faster for the shapes at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Thread
from time import perf_counter
from typing import Any, cast

from matgrad.codegen.c.native import callable_from, compiler
from matgrad.codegen.plan import deltas, products, rewriting, row_blocks, thin
from matgrad.codegen.plan.optimise import PASSES
from matgrad.codegen.plan.program import Options, Program
from matgrad.codegen.run import guard
from matgrad.codegen.run.compiled import Compiled, compile_program
from matgrad.codegen.scale.shard import compile_sharded
from matgrad.codegen.targets import TARGETS, written
from matgrad.codegen.write import gains, lines
from matgrad.errors import UnsupportedError
from matgrad.optional import load

TRIALS = 3  # calls that are made both ways before one is chosen


@dataclass(eq=False)
class _Race:
    """How long both ways took for arrays of some shapes."""

    times: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    @property
    def winner(self) -> str:
        """The faster of the two, "" while that is open."""
        if min((len(found) for found in self.times.values()), default=0) < TRIALS:
            return ""
        return min(self.times, key=lambda target: min(self.times[target]))

    def __str__(self) -> str:
        """The winner, and what both took."""
        took = {target: f"{min(times) * 1e6:.3g} µs" for target, times in self.times.items()}
        loser = next((target for target in took if target != self.winner), self.winner)
        return f"{self.winner} ({took[self.winner]}, {loser} {took[loser]})"

    def run(self, target: str, call: Callable[[], Any]) -> Any:
        """Call, and note how long it took."""
        start = perf_counter()
        result = call()
        self.times.setdefault(target, []).append(perf_counter() - start)
        return result


@dataclass(frozen=True, eq=False, repr=False)
class Auto(Compiled):
    """A function of NumPy arrays: its source is NumPy's, its calls are the faster of the two."""

    races: dict[Any, _Race] = field(default_factory=dict[Any, _Race])
    chosen: dict[Any, Callable[..., Any]] = field(default_factory=dict[Any, Callable[..., Any]])
    native: list[Compiled] = field(default_factory=list[Compiled])
    notes: list[str] = field(default_factory=list[str])

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_auto, (self.program,)

    @cached_property
    def _thread(self) -> Thread:
        thread = Thread(target=self._compile, name="matgrad compiles", daemon=True)
        thread.start()
        return thread

    def begin(self) -> None:
        """Compile C code in the background, if there is a compiler that can."""
        if compiler() is None:
            self.notes.append("no C compiler is found, so NumPy computes this")
        else:
            assert self._thread

    def wait(self) -> None:
        """Wait until the C code is compiled, or is known not to be."""
        if compiler() is not None:
            self._thread.join()

    def _compile(self) -> None:
        try:
            made = compile_program("c", self.program)
            made.__dict__["function"] = callable_from(self.program)
        except UnsupportedError as error:
            self.notes.append(f"NumPy computes this: {error.message}")
        except Exception as error:
            # Nobody waits for this thread: where it fails, as it may while Python ends and folders
            # go away under it, NumPy computes and explain() says so, in place of a traceback.
            self.notes.append(f"NumPy computes this: compiling C failed ({error!r})")
        else:
            self.native.append(made)

    @property
    def choices(self) -> dict[Any, str]:
        """By the shapes of arrays, which target was faster: "numpy" or "c"."""
        return {shapes: race.winner for shapes, race in self.races.items() if race.winner}

    def explain(self, **sizes: int) -> str:
        """The program line by line, and what was chosen for which shapes."""
        found = [f"arrays {shapes}: {self.races[shapes]}" for shapes in self.choices]
        return "\n".join([super().explain(**sizes), *(found or [self._so_far])])

    @property
    def _so_far(self) -> str:
        """Why nothing is chosen."""
        if self.notes:
            return self.notes[0]
        going_on = self._thread.is_alive()
        if not going_on and not self.native:  # threads are not there after a fork
            return "NumPy computes this: C was being compiled when this process was forked"
        ready = "C is compiled, and is timed" if self.native else "C is being compiled, to be timed"
        return f"NumPy computes this: {ready} beside it in the first {TRIALS} calls of each shape"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Compute the results by NumPy, or by C once it is ready and was faster."""
        own = super().__call__
        if not self.native:
            return own(*args, **kwargs)
        key = tuple([getattr(each, "shape", None) for each in (*args, *kwargs.values())])
        chosen = self.chosen.get(key)
        if chosen is not None:
            return chosen(*args, **kwargs)
        race = self.races.setdefault(key, _Race())
        spare = kwargs
        if "out" in kwargs and "out" not in self.inputs:  # which may be an input as well
            spare = kwargs | {"out": _like_those(kwargs["out"])}
        race.run("c", lambda: self.native[0](*args, **spare))
        result = race.run("numpy", lambda: own(*args, **kwargs))
        if race.winner:
            self.chosen[key] = self.native[0] if race.winner == "c" else own
        return result


def _like_those(out: Any) -> Any:
    """Other arrays in the place of those for results."""
    np: Any = load("numpy")
    several = cast("Sequence[Any]", out) if isinstance(out, (list, tuple)) else [out]
    made = [np.empty_like(x) if isinstance(x, np.ndarray) else x for x in several]
    return made if several is out else made[0]


def compile_auto(planned: Program) -> Auto:
    """A function that answers at once, and faster as soon as it can."""
    made = Auto("numpy", written("numpy", planned), planned)
    made.begin()
    return made


# ---------------------------------------------------------------- what is asked for

# What a program is compiled to: one target, one over devices, or the faster of two.


def compile_for(target: str, planned: Program) -> Compiled:
    """A program as a function, in the way that its options and the target ask for."""
    if planned.options.shard:
        return compile_sharded(target, planned)
    return compile_auto(planned) if target == "auto" else compile_program(target, planned)


def compile_plan(
    target: str, plan: Callable[[Options], Program], options: Options | None = None
) -> Compiled:
    """What is planned for a target, which may be done again for other sizes."""
    chosen = for_target(target, options)
    if chosen.guard and guard.NAME not in chosen.skip:
        return guard.compile_guarded(target, plan, chosen)
    return compile_for(target, plan(chosen))


def for_target(target: str, options: Options | None = None) -> Options:
    """Options without the rewrites whose operations a target has no code for."""
    chosen = options or Options()
    known = TARGETS.get("numpy" if target == "auto" else target)
    if known is None:
        return chosen
    left = known.skip - {"thin"} if chosen.blas else known.skip  # BLAS likes what our loops do not
    left |= known.single if chosen.dtype == "float32" else frozenset()
    return replace(chosen, skip=chosen.skip | left, meant=chosen.meant | known.meant)


def rewrite_names() -> tuple[str, ...]:
    """The names by which rewrites are switched off, in the order of the alphabet."""
    single = (rewriting.APPLIED, deltas.NAME, products.FOLDED, rewriting.EXPANSION)
    opened = (thin.NAME, rewriting.NARROW)
    written = (guard.NAME, row_blocks.NAME, lines.NAME)
    return tuple(sorted({*PASSES, *single, *opened, *written, *gains.NAMES}))
