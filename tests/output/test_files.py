from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from catalint.errors import UserError
from catalint.output.files import find_root, is_there, save


def test_root_is_the_nearest_folder_with_git(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    assert find_root(deep) == tmp_path.resolve()
    (tmp_path / "a" / "b" / ".git").write_text("gitdir: elsewhere")
    assert find_root(deep) == (tmp_path / "a" / "b").resolve()


def test_without_git_the_folder_is_its_own_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert find_root(tmp_path) == tmp_path.resolve()


def test_save_writes_utf8_with_plain_newlines(tmp_path: Path) -> None:
    save(tmp_path / "out.txt", "é\n界\ud800\n")
    assert (tmp_path / "out.txt").read_bytes() == "é\n界".encode() + b"\\ud800\n"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_save_gives_the_permissions_of_the_umask_and_keeps_those_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    before = os.umask(0o027)
    try:
        save(path, "one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    save(path, "two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == "two"


def test_save_follows_links(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    save(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_save_writes_into_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    save(pipe, "through")
    reader.join(5)
    assert got == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_save_leaves_the_old_file_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match=r"out\.txt: can't be written: No space left"):
        save(path, "new")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.parametrize("name", ["missing/out.txt", "."])
def test_save_says_what_it_can_not_write(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="can't be written"):
        save(tmp_path / name, "x")


def test_a_link_to_itself_is_an_error_and_stays(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(UserError, match="loop: can't be written: a symbolic link that leads to itself"):
        save(tmp_path / "loop", "new")
    assert [file.name for file in tmp_path.iterdir() if file.is_symlink()] == ["loop"]


def test_what_can_not_be_a_name_is_not_there(tmp_path: Path) -> None:
    assert is_there(tmp_path)
    assert not is_there(tmp_path / "gone")
    assert not is_there(tmp_path / ("x" * 5000))
