from __future__ import annotations

from pathlib import Path

import pytest

from catalint import RulePack, Severity, config
from catalint.config import Config, Flags, Override, RuleSetting
from catalint.errors import ConfigError

TEXT = """\
fail-on: warning
targets: [desktop, mcp]
strict: true
select: [texts]
rules:
  long-text: {severity: error, most-words: 12}
  odd-name: off
overrides:
  - tools: [desk/old_*, attic]
    rules: {long-text: off, odd-name: note}
words: {verbs: [grab take]}
servers: {desk: {dump: build/desk.json}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(text: str, pack: RulePack, flags: Flags | None = None) -> Config:
    file = Path("catalint.yaml")
    file.write_text(text, encoding="utf-8")
    return config.load(config.read(file), [pack], flags or Flags())


def test_defaults(pack: RulePack) -> None:
    found = config.load(None, [pack], Flags())
    assert found == Config(targets=("mcp", "editor"))
    assert (found.fail_on, found.encoding, found.strict) == (Severity.ERROR, "o200k_base", False)


@pytest.mark.usefixtures("folder")
def test_file(pack: RulePack) -> None:
    found = load(TEXT, pack)
    assert found.path == "catalint.yaml"
    assert found.fail_on is Severity.WARNING
    assert found.targets == ("mcp", "desktop")
    assert found.strict
    assert found.select == ("texts",)
    assert found.rules == {
        "long-text": RuleSetting(severity=Severity.ERROR, options={"most-words": 12}),
        "odd-name": RuleSetting(off=True),
    }
    assert found.overrides == (
        Override(("desk/old_*", "attic"), {"long-text": None, "odd-name": Severity.NOTE}, "catalint.yaml:9:5"),
    )
    assert found.words == {"verbs": ("grab take",)}
    assert {name: server.dump for name, server in found.servers.items()} == {"desk": str(Path("build/desk.json"))}


@pytest.mark.usefixtures("folder")
def test_each_value_knows_its_origin(pack: RulePack) -> None:
    origins = load(TEXT, pack, Flags(targets=("editor",), fail_on="never")).origins
    assert origins["rules.long-text.most-words"] == "catalint.yaml:6:44"
    assert origins["rules.odd-name"] == "catalint.yaml:7:13"
    assert origins["strict"] == "catalint.yaml:3:9"
    assert origins["targets"] == "--target"
    assert origins["fail-on"] == "--fail-on"
    assert "encoding" not in origins


@pytest.mark.usefixtures("folder")
def test_the_command_line_goes_before_the_file(pack: RulePack) -> None:
    flags = Flags(targets=("editor",), encoding="cl100k_base", fail_on="never", select=("odd-name",), ignore=("names",))
    found = load(TEXT, pack, flags)
    assert found.targets == ("editor",)
    assert found.encoding == "cl100k_base"
    assert found.fail_on is None
    assert (found.selected, found.ignored, found.select) == (("odd-name",), ("names",), ("texts",))
    assert load("strict: false\n", pack, Flags(strict=True)).strict


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", ["", "# nothing\n", "{}\n", "rules: {}\n"])
def test_an_empty_file_changes_nothing(text: str, pack: RulePack) -> None:
    found = load(text, pack)
    assert found.fail_on is Severity.ERROR
    assert found.targets == ("mcp", "editor")


@pytest.mark.usefixtures("folder")
def test_an_empty_part_is_a_mistake(pack: RulePack) -> None:
    with pytest.raises(ConfigError, match=r"^catalint.yaml:1:1: 'rules' is empty$"):
        load("rules:\n  # odd-name: off\n", pack)


def test_all_targets(pack: RulePack) -> None:
    assert config.load(None, [pack], Flags(targets=("all",))).targets == pack.targets


def test_targets_are_in_the_order_of_the_pack_and_once(pack: RulePack) -> None:
    assert config.load(None, [pack], Flags(targets=("editor", "mcp", "editor"))).targets == ("mcp", "editor")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("destkop", "unknown target 'destkop'; did you mean 'desktop'?"),
        ("zzzz", "unknown target 'zzzz' (known: mcp, desktop, editor, all)"),
    ],
)
def test_unknown_target(name: str, error: str, pack: RulePack) -> None:
    with pytest.raises(ConfigError) as caught:
        config.load(None, [pack], Flags(targets=(name,)))
    assert str(caught.value) == error


@pytest.mark.usefixtures("folder")
def test_all_mistakes_of_a_file_are_told(pack: RulePack) -> None:
    with pytest.raises(ConfigError) as caught:
        load("strict: 1\nfail-on: x\nrules: {od-name: off}\n", pack)
    assert str(caught.value).count("\ncatalint.yaml:") == 2


def test_find_goes_up_to_the_root_of_the_repository(tmp_path: Path) -> None:
    inner = tmp_path / "repo" / "a" / "b"
    inner.mkdir(parents=True)
    outside = tmp_path / "catalint.yaml"
    outside.touch()
    assert config.find(inner) == outside
    (tmp_path / "repo" / ".git").touch()  # a file, as in a work tree
    assert config.find(inner) is None
    at_root = tmp_path / "repo" / "catalint.yaml"
    at_root.touch()
    assert config.find(inner) == at_root
    near = inner.parent / "catalint.yaml"
    near.touch()
    assert config.find(inner) == near
    (inner / "catalint.yaml").mkdir()  # a folder is no file
    assert config.find(inner) == near


def test_a_file_that_can_not_be_read(folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"^nowhere.yaml: can't be read \(No such file"):
        config.read(Path("nowhere.yaml"))
    with pytest.raises(ConfigError, match=r"can't be read \(Is a directory\)"):
        config.read(folder)


def test_paths_are_shown_from_the_working_directory(
    folder: Path, pack: RulePack, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "catalint.yaml").write_text("servers: {a: {dump: dumps/a.json}}\nfoo: 1\n", encoding="utf-8")
    (folder / "deep").mkdir()
    with pytest.raises(ConfigError, match=r"^catalint\.yaml:2:1"):
        config.load(config.read(folder / "catalint.yaml"), [pack], Flags())
    monkeypatch.chdir(folder / "deep")
    (folder / "catalint.yaml").write_text("servers: {a: {dump: dumps/a.json}}\n", encoding="utf-8")
    found = config.load(config.read(folder / "catalint.yaml"), [pack], Flags())
    assert Path(found.servers["a"].dump) == Path("..", "dumps", "a.json")


@pytest.mark.usefixtures("folder")
def test_a_pack_that_is_missing_is_told_with_its_place() -> None:
    Path("catalint.yaml").write_text("strict: true\npacks: [acme-rules]\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"^catalint.yaml:2:8: no rule pack 'acme-rules' is installed"):
        config.packs(config.read(Path("catalint.yaml")))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", ["packs: 3", "packs: [1]", "- packs", "", "packs: {a: b}"])
def test_packs_of_a_wrong_shape_are_left_to_the_check(text: str) -> None:
    Path("catalint.yaml").write_text(text, encoding="utf-8")
    assert [pack.name for pack in config.packs(config.read(Path("catalint.yaml")))] == ["builtin"]
