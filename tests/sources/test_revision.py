from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from catalint import sources
from catalint.errors import InputError
from catalint.sources import revision

TOOLS = {"tools": [{"name": "get_tide", "description": "Return the tide.", "inputSchema": {"type": "object"}}]}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two commits, `first` tagged, and a folder that is the working directory."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    folder = tmp_path / "harbour"
    (folder / "dumps").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    for text, tag in ((json.dumps(TOOLS), "first"), ('{"tools": []}', "second")):
        (folder / "dumps" / "tide office.json").write_text(text, encoding="utf-8")
        git(folder, "add", "-A")
        git(folder, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", tag)
        git(folder, "tag", tag)
    monkeypatch.chdir(folder / "dumps")
    return folder


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("path", ["dumps/tide office.json", "./tide office.json", "../dumps/tide office.json"])
def test_a_file_counts_from_the_root_or_from_here(path: str) -> None:
    assert json.loads(revision.read(f"git:first:{path}", 1_000)) == TOOLS


@pytest.mark.usefixtures("repository")
def test_it_is_an_input_like_any_other() -> None:
    loaded = sources.load(["git:first:dumps/tide office.json"])
    (catalog,) = loaded.corpus.catalogs
    assert (catalog.server, catalog.origin) == ("tide office", "git:first:dumps/tide office.json")
    place = catalog.source.place(catalog.tools[0].at("name")) if catalog.source else None
    assert place is not None
    assert place.span.start_line == 1


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "git:first:tide office.json",
            "'first' has no file 'tide office.json' at the root of the repository (write ./tide",
        ),
        ("git:first:./sea.json", "'first' has no file './sea.json'"),
        ("git:first:dumps", "'dumps' is no file in 'first'"),
        ("git:third:./x.json", "the repository has no revision 'third'"),
        ("git:first:../../x.json", "'../../x.json' leads out of the repository"),
        ("git:--help:x.json", "'--help' is no revision"),
        ("git:-x:x.json", "'-x' is no revision"),
        ("git:first", "write git:REVISION:PATH"),
        ("git::x.json", "write git:REVISION:PATH"),
        ("git:first:", "write git:REVISION:PATH"),
        ("git:fir\0st:x.json", "is no revision"),
        ("git:$(touch x):y", "the repository has no revision '$(touch x)'"),
    ],
)
def test_what_is_not_there_is_one_line(name: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        revision.read(name, 1_000)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert error.value.exit_code == 3
    loaded = sources.load([name])
    assert [message in each.message for each in loaded.unread] == [True]


def test_a_shallow_clone_is_said_to_lack_what_is_not_in_it(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", repository.as_uri(), "shallow")
    monkeypatch.chdir(tmp_path / "shallow")
    with pytest.raises(InputError, match="this clone is shallow: fetch more of it"):
        revision.read("git:HEAD~1:dumps/tide office.json", 1_000)
    monkeypatch.chdir(repository)
    with pytest.raises(InputError, match=r"has no revision 'HEAD~7'$"):
        revision.read("git:HEAD~7:dumps/tide office.json", 1_000)


def test_outside_of_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="the working directory is in no git repository"):
        revision.read("git:main:x.json", 10)


def test_without_git(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository))
    with pytest.raises(InputError, match="git is not installed, or not in the PATH"):
        revision.read("git:main:x.json", 10)


@pytest.mark.usefixtures("repository")
def test_no_more_is_read_than_asked_for() -> None:
    assert len(revision.read("git:first:./tide office.json", 20)) == 21


@pytest.mark.usefixtures("repository")
def test_a_git_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    slow = folder / "git"
    slow.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(revision, "_SECONDS", 0.2)
    with pytest.raises(InputError, match="git did not answer in"):
        revision.read("git:main:x.json", 10)


@pytest.mark.usefixtures("repository")
def test_whether_a_file_is_there() -> None:
    assert revision.is_there("git:first:./tide office.json")
    assert not revision.is_there("git:first:./sea.json")
    with pytest.raises(InputError, match="no revision"):
        revision.is_there("git:third:./sea.json")


def test_the_file_of_a_path() -> None:
    assert revision.file_of("git:main:a/b.json") == "a/b.json"
    assert revision.file_of("a/b.json") == "a/b.json"
