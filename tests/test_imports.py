"""What a lint of a dump imports. Each module costs time at every start, on every commit of every user."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DUMP = ROOT / "fixtures" / "catalogs" / "parcel-depot.json"

# Third-party packages that a plain lint needs.
ALLOWED = frozenset(("catalint", "catalint_rules", "click", "jsonschema_rs", "rapidfuzz", "regex"))

# Milliseconds that each of these would add (measured in fresh processes, CPU): jsonschema 190, numpy 199, asyncio 80,
# importlib.metadata 75, ruamel.yaml 43, tiktoken 37, the stemmers of all languages 20. What opens connections has no
# place here at all, though jsonschema_rs brings socket and email.utils along.
FORBIDDEN = (
    "asyncio",
    "concurrent.futures",
    "http",
    "importlib.metadata",
    "jsonschema",
    "mcp",
    "multiprocessing",
    "numpy",
    "psutil",
    "pydantic",
    "referencing",
    "requests",
    "rich",
    "ruamel",
    "snowballstemmer",
    "sqlite3",
    "ssl",
    "subprocess",
    "tiktoken",
    "unittest",
    "urllib.request",
    "yaml",
)

# Parts of our own that other commands, other formats and a configuration file need.
UNUSED = (
    "catalint.asserting",
    "catalint.clients",
    "catalint.cli.diff",
    "catalint.cli.discover",
    "catalint.cli.explain",
    "catalint.cli.init",
    "catalint.cli.plan",
    "catalint.cli.rules",
    "catalint.cli.search",
    "catalint.cli.tokens",
    "catalint.comparison",
    "catalint.config.checking",
    "catalint.config.document",
    "catalint.config.schema",
    "catalint.discovery",
    "catalint.docs",
    "catalint.live",
    "catalint.locate.codebase",
    "catalint.locate.directives",
    "catalint.locate.globs",
    "catalint.locate.remarks",
    "catalint.output.discovery",
    "catalint.output.json",
    "catalint.output.sarif",
    "catalint.planning",
    "catalint.queries",
    "catalint.testing",
    "catalint.tokenizer.reference",
)


def modules(*arguments: str) -> frozenset[str]:
    """The modules that a run of the command line has imported at its end."""
    code = (
        "import sys\n"
        "from catalint.cli import main\n"
        f"try:\n    main({list(arguments)!r}, prog_name='catalint')\n"
        "except SystemExit:\n    pass\n"
        "import json\n"
        "print('\\n' + json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return frozenset(json.loads(run.stderr.splitlines()[-1]))


@pytest.fixture(scope="module")
def lint() -> frozenset[str]:
    return modules("check", "--no-config", str(DUMP))


def test_the_lint_ran(lint: frozenset[str]) -> None:
    assert {"catalint.engine", "catalint.output.text", "catalint_rules"} <= lint


def test_packages_of_others(lint: frozenset[str]) -> None:
    site = {
        path for path in lint if "." not in path and path not in sys.stdlib_module_names and not path.startswith("_")
    }
    machinery = {"cython_runtime", "sitecustomize", "usercustomize"}  # of compiled modules, of an environment
    assert site - machinery - ALLOWED == set()


@pytest.mark.parametrize("name", FORBIDDEN)
def test_heavy_modules(name: str, lint: frozenset[str]) -> None:
    assert [module for module in lint if module == name or module.startswith(f"{name}.")] == []


@pytest.mark.parametrize("name", UNUSED)
def test_parts_that_a_plain_lint_does_not_use(name: str, lint: frozenset[str]) -> None:
    assert name not in lint


def test_version_imports_no_rule_and_no_command() -> None:
    found = modules("--version")
    assert [name for name in found if name.startswith(("catalint_rules", "catalint.cli.", "catalint.config"))] == []
    assert found.isdisjoint(ALLOWED - {"catalint", "catalint_rules", "click"})


def test_the_list_of_our_own_modules_is_right(lint: frozenset[str]) -> None:
    """A module that was renamed must not pass for one that is not imported."""
    for name in UNUSED:
        path = ROOT / "lint" / name.replace(".", "/")
        assert path.with_suffix(".py").exists() or path.is_dir(), name
    assert lint.isdisjoint(UNUSED)
