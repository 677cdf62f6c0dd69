"""Sums over samples on executors: the same bits each time, from files, also if workers die."""

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.scale.map_reduce import Sums, total
from matgrad.errors import LimitError, ShapeError, UnknownNameError, UnsupportedError
from tests.codegen.workers import Deadly

RNG = np.random.default_rng(0)
X, y, w = RNG.normal(size=(101, 3)), RNG.normal(size=101), RNG.normal(size=3)
SHAPES = {"X": ("N", "n"), "w": ("n",), "y": ("N",)}


@pytest.fixture(scope="module")
def parts():
    d = mg.value_and_grad("norm2(X*w - y)^2", "w", shapes=SHAPES, check=False)
    return d.map_reduce(over="N")


@pytest.fixture
def files(tmp_path: Path):
    np.save(tmp_path / "X.npy", X)
    np.save(tmp_path / "y.npy", y)
    return {"X": tmp_path / "X.npy", "y": tmp_path / "y.npy"}


def workers(count: int = 2) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))


def bits(result) -> bytes:
    return b"".join(np.asarray(each).tobytes() for each in result)


def test_every_executor_gives_the_same_bits(parts, files):
    alone = parts(parts.chunks(10, X=X, y=y), {"w": w})
    for count in (1, 3):
        with ThreadPoolExecutor(count) as executor:
            assert bits(parts(parts.chunks(10, X=X, y=y), {"w": w}, executor)) == bits(alone)
            assert bits(parts(parts.chunks(10, **files), {"w": w}, executor, 2)) == bits(alone)


def test_a_killed_worker_is_survived(parts, files, tmp_path):
    lives = tmp_path / "lives"
    lives.write_text("1", encoding="utf-8")
    chunks = list(parts.chunks(20, **files))
    chunks[2] = Deadly(chunks[2], lives)
    with workers() as executor:
        got = parts(chunks, {"w": w}, executor)
    assert lives.read_text(encoding="utf-8") == "0"
    assert bits(got) == bits(parts(parts.chunks(20, **files), {"w": w}))


def test_a_chunk_that_kills_every_worker_is_an_error(parts, files, tmp_path):
    lives = tmp_path / "lives"
    lives.write_text("99", encoding="utf-8")
    chunk = Deadly(next(parts.chunks(20, **files)), lives)
    with pytest.raises(LimitError, match="lost 4 times in a row"):
        parts([chunk], {"w": w}, lambda: workers(1))


def test_chunks_are_taken_as_they_are_needed(parts):
    taken: list[int] = []

    def chunks():
        for i, chunk in enumerate(parts.chunks(10, X=X, y=y)):
            taken.append(i)
            yield chunk

    with ThreadPoolExecutor(1) as executor:
        parts(chunks(), {"w": w}, executor, ahead=3)
    assert taken == list(range(11))


def test_partial_and_combine_by_hand(parts):
    partial = pickle.loads(pickle.dumps(parts.partial))
    one, other = (
        partial({"X": X[:50], "y": y[:50]}, {"w": w}),
        partial({"X": X[50:], "y": y[50:]}, {"w": w}),
    )
    value, gradient = parts.finish(parts.combine(one, other), {"w": w})
    np.testing.assert_allclose(value, np.sum((X @ w - y) ** 2))
    np.testing.assert_allclose(gradient, 2 * X.T @ (X @ w - y))


def test_the_order_of_sums_is_that_of_pairs():
    numbers = [1.0, 1e16, -1e16, 1.0, 3.0]
    found = total(Sums(1, (np.float64(x),)) for x in numbers)
    assert found.samples == 5
    assert found.values[0] == ((numbers[0] + numbers[1]) + (numbers[2] + numbers[3])) + numbers[4]


def test_what_does_not_fit_is_said(parts):
    with pytest.raises(UnknownNameError, match="wanted: w"):
        parts(parts.chunks(10, X=X, y=y), {})
    with pytest.raises(ShapeError, match="different numbers of samples"):
        next(parts.chunks(10, X=X, y=y[:5]))
    with pytest.raises(UnknownNameError, match="samples are held by: X, y"):
        next(parts.chunks(10, X=X))
    with pytest.raises(ShapeError, match="no chunks"):
        parts([], {"w": w})


def test_single_precision_stays(parts):
    single = {"X": X.astype(np.float32), "y": y.astype(np.float32)}
    value, gradient = parts(parts.chunks(10, **single), {"w": w.astype(np.float32)})
    assert (value.dtype, gradient.dtype) == (np.float32, np.float32)


@pytest.mark.filterwarnings("default")
def test_dask_gives_the_same_bits(parts):
    distributed = pytest.importorskip("distributed")
    options = {"processes": False, "n_workers": 2, "threads_per_worker": 1}
    with distributed.Client(**options, dashboard_address=None) as client:
        got = parts(parts.chunks(10, X=X, y=y), {"w": w}, client.get_executor())
    assert bits(got) == bits(parts(parts.chunks(10, X=X, y=y), {"w": w}))


@pytest.mark.parametrize("rows", [0, -1, 2.5, "3", None])
def test_a_number_of_rows_is_a_size(parts, rows):
    with pytest.raises(ShapeError, match=r"rows is .*, which is no size"):
        parts.chunks(rows, X=np.ones((4, 2)), y=np.ones(4))


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"X": np.ones((4, 2)), "y": 1.0}, ShapeError, "y is a single number"),
        ({"X": [[1], [1, 2]], "y": np.ones(2)}, ShapeError, "X is not an array"),
        ({"X": np.ones((4, 2))}, UnknownNameError, "given: X"),
        ({"X": "no such file.npy", "y": np.ones(2)}, UnsupportedError, "X: .*No such file"),
    ],
)
def test_what_holds_no_samples_is_refused_before_anything_is_cut(parts, given, error, said):
    with pytest.raises(error, match=said):
        parts.chunks(2, **given)


def test_a_chunk_says_which_array_is_which_and_has_no_others(parts):
    given = {"w": np.ones(2)}
    chunk = {"X": np.ones((4, 2)), "y": np.ones(4)}
    with pytest.raises(UnknownNameError, match="no input 'z'"):
        parts([{**chunk, "z": 1.0}], given)
    with pytest.raises(UnknownNameError, match="a ndarray does not say which array is which"):
        parts([np.ones((4, 2))], given)
    with pytest.raises(UnknownNameError, match="missing: w"):
        parts.finish(parts.partial(chunk, given), {})


def test_arrays_are_given_in_chunks(parts):
    for given in ({"X": X, "y": y, "w": w}, {}):
        with pytest.raises(UnknownNameError, match="samples are given in chunks") as caught:
            parts(**given)
        assert caught.value.hint == 'm(m.chunks(1000, X=X, y=y), {"w": w})'


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"executor": 5}, UnsupportedError),
        ({"executor": lambda: None}, UnsupportedError),
        ({"executor": ThreadPoolExecutor, "ahead": 0}, ShapeError),
        ({"executor": ThreadPoolExecutor, "ahead": 2.5}, ShapeError),
    ],
)
def test_executors_and_numbers_of_chunks_are_checked(options, error) -> None:
    d = mg.gradient("norm2(X*w)^2", "w", shapes={"X": ("N", "n"), "w": ("n",)}, check=False)
    m = d.map_reduce(over="N")
    with pytest.raises(error):
        m(m.chunks(2, X=np.ones((4, 2))), {"w": np.ones(2)}, **options)
