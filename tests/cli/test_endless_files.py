"""A file without an end costs a moment and one line, whatever it was meant for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Dump = Callable[..., str]
pytestmark = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device without an end")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("check", "/dev/zero"), 3),
        (("check", "desk.json", "--again", "/dev/zero"), 3),
        (("check", "desk.json", "--config", "/dev/zero"), 2),
        (("check", "desk.json", "--baseline", "/dev/zero"), 3),
        (("baseline", "desk.json", "-o", "/dev/zero"), 3),
        (("discover", "desk.json", "--queries", "/dev/zero"), 3),
        (("plan", "desk.json", "--prices", "/dev/zero"), 2),
        (("plan", "desk.json", "--usage", "/dev/zero"), 3),
        (("diff", "endless.lock", "desk.json"), 3),
    ],
    ids=lambda value: " ".join(value[::2]) if isinstance(value, tuple) else "",
)
def test_is_read_to_a_bound(run: Run, dump: Dump, arguments: tuple[str, ...], code: int) -> None:
    dump(find_visit="Find a visit by its day.")
    Path("endless.lock").symlink_to("/dev/zero")
    result = run(*arguments)
    assert result.exit_code == code
    assert result.stderr.count("\n") == 1
    assert "larger than the " in result.stderr
    assert " MB that are read" in result.stderr
