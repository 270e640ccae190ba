"""The driver as it is started by hand: its processes, its limits and what it prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

DRIVER = Path(__file__).with_name("fuzz.py")


def test_mutated_dumps(tmp_path: Path) -> None:
    # processor time is the driver's to watch on demand; here a busy machine must not fail a run
    limits = ("--seconds-per-run", "60", "--failures", str(tmp_path / "faults"))
    command = [sys.executable, str(DRIVER), "--runs", "6", "--seed", "2026", "--jobs", "2", *limits]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.startswith("6 runs from seed 2026 on ")
