"""What is shipped: one distribution with two packages from two source roots, complete, with a working entry point."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import catalint
import catalint_rules
from catalint import RulePack

ROOT = Path(__file__).parents[1]
PACKAGES = {"lint": "catalint", "rules": "catalint_rules"}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a build environment and so without network."""
    folder = tmp_path_factory.mktemp("wheel")
    return Path(next(WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])))


@pytest.fixture(scope="session")
def names(wheel: Path) -> frozenset[str]:
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


@pytest.mark.parametrize(("folder", "package"), PACKAGES.items())
def test_source_roots_hold_one_package_and_are_none_themselves(folder: str, package: str) -> None:
    root = ROOT / folder
    assert not (root / "__init__.py").exists()
    assert [path.name for path in root.iterdir() if (path / "__init__.py").exists()] == [package]


def test_top_level_names_of_the_wheel(names: frozenset[str]) -> None:
    info = f"catalint-{catalint.__version__}.dist-info"
    assert {name.split("/")[0] for name in names} == {"catalint", "catalint_rules", info}


def test_wheel_holds_every_file_of_the_packages(names: frozenset[str]) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "lint", "rules"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("no git checkout")
    files = {path.partition("/")[2] for path in tracked.stdout.splitlines() if (ROOT / path).exists()}
    assert {path for path in files if "/" in path} <= names


def test_wheel_holds_nothing_that_is_made_at_run_time(names: frozenset[str]) -> None:
    assert [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".tmp"))] == []


def test_every_rule_has_its_page_in_the_wheel(names: frozenset[str]) -> None:
    folder = Path(catalint_rules.__file__).parent
    for rule in catalint_rules.pack.rules:
        page = rule.page().relative_to(folder.parent).as_posix()
        assert page in names
        assert page.removesuffix(".md") + ".py" in names


@pytest.mark.parametrize(
    "file",
    [
        "catalint/py.typed",
        "catalint_rules/py.typed",
        "catalint/config.schema.json",
        "catalint/output/report.schema.json",
        "catalint/output/discovery/discovery.schema.json",
        "catalint/output/planning/plan.schema.json",
        "catalint/planning/figures.json",
        "catalint/planning/figures.schema.json",
        "catalint/planning/actions.txt",
        "catalint/discovery/dull.txt",
        "catalint/tokenizer/o200k_base.table",
        "catalint/tokenizer/NOTICE",
    ],
)
def test_data_is_in_the_wheel(file: str, names: frozenset[str]) -> None:
    assert file in names


def test_word_lists_are_in_the_wheel(names: frozenset[str]) -> None:
    assert {f"catalint_rules/words/{name}.txt" for name in catalint_rules.pack.words} <= names
    assert catalint_rules.pack.words


def test_wheel_runs_by_itself(wheel: Path, tmp_path: Path) -> None:
    """The wheel's own copy of the code lists its rules; only the dependencies come from the environment."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import catalint, catalint_rules\n"
        f"assert catalint.__file__.startswith({str(tmp_path)!r}), catalint.__file__\n"
        f"assert catalint_rules.__file__.startswith({str(tmp_path)!r}), catalint_rules.__file__\n"
        "from catalint.cli import main\n"
        "main(['rules', '--no-config', '--format', 'json'])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count('"help": "https://') == len(catalint_rules.pack.rules)


def test_sdist_holds_what_a_build_and_the_tests_need(tmp_path: Path) -> None:
    import tarfile

    archive = Path(next(SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])))
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    wanted = ["pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", ".pre-commit-hooks.yaml"]
    wanted += ["lint/catalint/cli/check.py", "rules/catalint_rules/__init__.py", "tests/test_packaging.py"]
    assert [name for name in wanted if name not in names] == []


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == catalint.__version__


def test_entry_points_load() -> None:
    packs = [entry.load() for entry in entry_points(group="catalint.rules") if entry.name == "builtin"]
    assert [type(pack) for pack in packs] == [RulePack]
    (script,) = (entry for entry in entry_points(group="console_scripts") if entry.name == "catalint")
    assert callable(script.load())
