"""The speed tables in the documentation are those of the figures that are kept."""

from bench import perf_docs
from bench.perf_docs import BEGIN, END, KEPT, PAGE, WORDS, above, read


def test_the_tables_are_those_of_the_figures():
    written = PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0].strip()
    kept = [read(KEPT / f"perf-cpu-{kind}.json") for kind in ("f64", "f32")]
    assert written == perf_docs.page(*kept).strip()


def test_every_workload_was_measured_without_an_error():
    figures = read(KEPT / "perf-cpu-f64.json")
    assert all("jit" in figures[f"{name} {size}"] for name in WORDS for size in "SL")


def test_rows_that_miss_a_goal_are_named():
    figures = {"2 L": {"jit": 1.0, "jax": 1.2}, "3 L": {"jit": 1.0, "jax": 1.0}}
    assert above(figures, "L", "jax", 1.05) == "2 (1.20)"
