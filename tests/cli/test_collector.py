"""Runs leave the collector of reference cycles as they found it."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from catalint.cli.collector import paused


def test_the_collector_rests_inside_and_works_again_behind() -> None:
    assert gc.isenabled()
    with paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_works_again_after_a_failure() -> None:
    with pytest.raises(LookupError), paused():
        raise LookupError
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_is_alive_at_the_end_of_the_process_is_not_searched() -> None:
    code = """
import atexit, gc
from catalint.cli.collector import paused
atexit.register(lambda: print(gc.get_freeze_count() > 0))
for _ in range(2):
    with paused():
        pass
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
