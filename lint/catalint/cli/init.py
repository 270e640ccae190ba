"""`catalint init`: a commented configuration for the catalogs that are here."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import click

from catalint import __version__
from catalint.cli import console
from catalint.config.settings import FILE_NAME
from catalint.errors import UserError
from catalint.output.files import save

# Bounds of the search: a repository may hold anything.
_MOST_FILES = 2_000
_LARGEST = 5_000_000
_DEEPEST = 6
_SKIPPED = frozenset(("node_modules", "venv", "site-packages", "target", "vendor", "__pycache__", "__snapshots__"))
# Every shape of a catalog has one of these somewhere; most JSON files have none, and need not be parsed.
_SIGNS = (b"inputSchema", b"input_schema", b"parameters", b"tools")
_SUFFIXES = (".json", ".ndjson", ".jsonl", ".yaml", ".yml")

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_REPOSITORY = "https://github.com/catalint/catalint"


@click.command(
    short_help="Write a catalint.yaml.",
    epilog="""\b
Examples:
  catalint init
  catalint init --force""",
)
@click.option("--force", is_flag=True, help="Replace a catalint.yaml that is here.")
def init(*, force: bool) -> None:
    """Write a commented catalint.yaml for the catalogs found below this folder.

    Prints the lines that run catalint on each commit with pre-commit.
    """
    file = Path(FILE_NAME)
    if file.exists() and not force:
        raise UserError(f"{FILE_NAME} is here already: edit it, or replace it with --force")
    found = find_catalogs(Path())
    save(file, template(found))
    servers = f" with {', '.join(found)}" if found else "; no catalog was found here, name yours in it"
    console.say(f"wrote {FILE_NAME}{servers}\n\n{_hook(found)}")


def find_catalogs(folder: Path) -> Mapping[str, str]:
    """The dumps below a folder: server name to path, with `/`, relative to the folder."""
    from catalint import sources

    found: dict[str, str] = {}
    for file in islice(_candidates(folder), _MOST_FILES):
        loaded = sources.load((str(file),), hook=True)
        for catalog in loaded.corpus.catalogs if len(loaded.corpus.catalogs) == 1 else ():
            found.setdefault(catalog.server, file.relative_to(folder).as_posix())
    return found


def template(servers: Mapping[str, str]) -> str:
    """The text of a configuration for some servers, with the rest of what can be set as comments."""
    lines = [f"  {_scalar(name)}: {{dump: {_scalar(path)}}}" for name, path in servers.items()]
    listed = "\n".join(["servers:", *lines]) if lines else "# servers:\n#   billing: {dump: build/billing.tools.json}"
    return f"""\
# Configuration of catalint. `catalint rules` lists the rules, `catalint explain RULE` their options.

# Catalogs that `catalint check` lints where it is given none: files with a server's answer to tools/list.
{listed}
# With a command, a url or python (module:object), `catalint dump --start` writes the dump, and `catalint check --start`
# says whether the server still lists that; with code, findings are shown on the lines that define the tools.
#   another: {{dump: build/another.tools.json, command: python -m another, code: ["src/**/*.py"]}}

# Exit with 1 from this severity on: error, warning, note or never.
fail-on: error

# Clients and protocol revisions that the catalogs are for.
# targets: [mcp, anthropic, openai]

# Labelled searches that `catalint discover` runs (it drafts some with --write-queries), and what they have to reach.
# discover: {{queries: queries.yaml, min-recall: 0.9}}

# Findings that are accepted as they are: `catalint baseline` writes the file.
# baseline: catalint.baseline.json

# Severity and options of single rules: off, note, warning, error, or a mapping.
# rules:
#   missing-description: error
#   oversized-tool: {{severity: error, max-tokens: 800}}

# Other severities for some tools.
# overrides:
#   - tools: ["billing/legacy_*"]
#     rules: {{vague-description: off}}
"""


def _candidates(folder: Path) -> Iterator[Path]:
    """JSON and YAML files below a folder that may hold a catalog, by path.

    Hidden folders and those of other people's code are left out, and so are large files.
    """
    for root, folders, files in os.walk(folder):
        depth = len(Path(root).relative_to(folder).parts)
        kept = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        folders[:] = kept if depth < _DEEPEST else []
        for name in sorted(files):
            file = Path(root, name)
            if (
                name.endswith(_SUFFIXES)
                and file.is_file()
                and file.stat().st_size <= _LARGEST
                and _may_hold_tools(file)
            ):
                yield file


def _may_hold_tools(file: Path) -> bool:
    try:
        data = file.read_bytes().replace(b"\0", b"")  # UTF-16 as well
    except OSError:
        return False
    return any(sign in data for sign in _SIGNS)


def _hook(servers: Mapping[str, str]) -> str:
    paths = "|".join(_SPECIAL.sub(r"\\\g<0>", path) for path in servers.values())
    pattern = f"^({paths})$".replace("'", "''")
    files = f"\n        files: '{pattern}'" if servers else ""
    return f"""\
To check the catalogs on each commit, add this to .pre-commit-config.yaml:

  - repo: {_REPOSITORY}
    rev: v{__version__}
    hooks:
      - id: catalint{files}
"""


def _scalar(text: str) -> str:
    """A text as YAML reads it back: plain where nothing can be misread, else in double quotes."""
    plain = _PLAIN.fullmatch(text) and text.lower() not in ("true", "false", "null")
    return text if plain else json.dumps(text, ensure_ascii=False)
