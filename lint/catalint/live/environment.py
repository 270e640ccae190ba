"""What of our environment a server is started with."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def inherited(environment: Mapping[str, str]) -> dict[str, str]:
    """Our environment for a server, as if pre-commit had not put the linter's own Python first.

    A hook of pre-commit runs in an environment of its own, whose programs stand first on the PATH: `python -m billing`
    of a configuration would be a Python without that server. So they stand last (what a hook has installed beside
    itself is found), and no environment counts as the active one. https://pre-commit.com/#python, where `PRE_COMMIT` is
    set while hooks run.
    """
    own = dict(environment)
    active = own.get("VIRTUAL_ENV", "")
    if not own.get("PRE_COMMIT") or not active or not _is_same(active, sys.prefix):
        return own
    del own["VIRTUAL_ENV"]
    paths = own.get("PATH", "").split(os.pathsep)
    ours = [path for path in paths if path and _is_same(str(Path(path).parent), active)]
    own["PATH"] = os.pathsep.join([*(path for path in paths if path not in ours), *ours])
    return own


def _is_same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)
