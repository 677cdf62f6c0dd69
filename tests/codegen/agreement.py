"""Do all targets compute the cases of the case files? `python -m tests.codegen.agreement jax c`."""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import matgrad as mg
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.optional import available, load
from tests.cases import Record, records
from tests.codegen import octave

KINDS = {
    "gradient": mg.gradient,
    "jacobian": mg.jacobian,
    "hessian": mg.hessian,
    "differential": mg.differential,
}


def derivation(record: Record) -> Any:
    """The derivation a record asks for, unchecked."""
    assume = {name: facts for name, facts in record["assume"].items() if name in record["shapes"]}
    derive = KINDS[record["kind"]]
    return derive(record["expr"], record["wrt"], record["shapes"], assume, check=False)


def agrees(record: Record, function: Any) -> bool:
    """Does a function give the numbers of a record?"""
    for point in record["points"]:
        given = {k: np.array(v, float) for k, v in point["inputs"].items() if k in function.inputs}
        wanted = np.array(point["expected"], float)
        got = np.asarray(function(**given))
        if got.shape != wanted.shape or not np.allclose(got, wanted, rtol=1e-7, atol=1e-9):
            return False
    return True


def outcome(record: Record, target: str) -> str:
    """What becomes of a record in a target: right, wrong, fails, unsupported or refused."""
    try:
        d = derivation(record)
    except MatgradError:
        return "refused"
    try:
        return "right" if agrees(record, d.compile(target)) else "wrong"
    except UnsupportedError as error:
        return f"unsupported: {error}"
    except Exception as error:  # whatever goes wrong inside of it, the code is at fault
        return f"fails: {error!r}"


def octave_outcomes(cases: list[Record]) -> dict[str, str]:
    """What becomes of records in Octave, which is started once."""
    found: dict[str, str] = {}
    asked: list[tuple[Record, Any, Any]] = []
    for record in cases:
        try:
            function = derivation(record).compile("octave")
            asked += [(record, function, point) for point in record["points"]]
        except UnsupportedError as error:
            found[record["id"]] = f"unsupported: {error}"
        except MatgradError:
            found[record["id"]] = "refused"
    with TemporaryDirectory() as folder:
        returned = octave.values([(f, p["inputs"]) for _, f, p in asked], Path(folder))
    for (record, _, point), got in zip(asked, returned, strict=True):
        wanted = np.ravel(np.array(point["expected"], float), order="F")
        fails = isinstance(got, str)
        right = not fails and np.allclose(np.ravel(got), wanted, rtol=1e-7, atol=1e-9)
        verdict = f"fails: {got}" if fails else "right" if right else "wrong"
        if found.get(record["id"], "right") == "right":
            found[record["id"]] = verdict
    return found


def double_precision() -> None:
    """Let JAX compute in double precision."""
    if available("jax"):
        load("jax").config.update("jax_enable_x64", True)


def main(targets: list[str]) -> int:
    """Print how many cases of each kind are right, and name those that are not."""
    double_precision()
    failed = 0
    for target in targets:
        counts: Counter[str] = Counter()
        every = [*records("questions"), *records("identities")]
        asked = [record for record in every if record["kind"] in KINDS]
        known = octave_outcomes(asked) if target == "octave" else {}
        for record in asked:
            found = known.get(record["id"]) or outcome(record, target)
            counts[found.partition(":")[0]] += 1
            if found not in ("right", "refused"):
                print(target, record["id"], record["expr"][:80], found)
        print(target, dict(counts), flush=True)
        failed += counts["wrong"] + counts["fails"]
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
