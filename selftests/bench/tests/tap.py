# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the bench: functions whose first line says what holds, results as TAP."""
import pathlib
import sys
import tempfile
import traceback

BENCH = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BENCH))


def equal(got, wanted):
    """Or say both."""
    assert got == wanted, f"got {got!r}, wanted {wanted!r}"


def between(value, low, high, what=""):
    """Or say what it was."""
    assert low <= value <= high, f"{what} {value!r} is not from {low!r} to {high!r}"


def raises(error, words, call, *args):
    """The call must fail with an error that has all the words."""
    try:
        call(*args)
    except error as err:
        for word in words:
            assert word in str(err), f"'{word}' is not in: {err}"
    else:
        raise AssertionError(f"{args!r}: nothing is wrong with it; wanted {words!r}")


def main(module):
    """Run all test_ functions of a module, in order, each with a directory of its own."""
    tests = [f for name, f in vars(module).items() if name.startswith("test_")]
    print(f"TAP version 13\n1..{len(tests)}")
    bad = 0
    for number, test in enumerate(tests, 1):
        name = test.__doc__.splitlines()[0].rstrip(".")
        with tempfile.TemporaryDirectory(prefix="slowlane-test.") as directory:
            try:
                test(pathlib.Path(directory))
                print(f"ok {number} - {name}", flush=True)
            except Exception:  # whatever it is, it is this test's
                bad += 1
                print(f"not ok {number} - {name}")
                for line in traceback.format_exc().splitlines():
                    print(f"# {line}")
    return 1 if bad else 0
