"""When two names stand for one thing: the same text, or known synonyms whose texts agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.parameters.parameter_synonym_drift import ParameterSynonymDrift


def tool(name: str, /, **parameters: str) -> dict[str, Any]:
    properties = {key: {"type": "string", "description": text} for key, text in parameters.items()}
    return {"name": name, "description": "Serves.", "inputSchema": {"type": "object", "properties": properties}}


def drift(*tools: dict[str, Any], **options: Any) -> list[dict[str, int]]:
    found = findings(ParameterSynonymDrift, list(tools), options)
    names = found[0].data["names"] if found else []
    assert isinstance(names, list)
    return names  # type: ignore[return-value]


DRIFTS = {
    "same-text": (tool("build", project="Folder of the project."), tool("clean", path="Folder of the project.")),
    "word-order": (tool("build", project="Folder of the project."), tool("clean", workspace="Project folder")),
    "path": (tool("read", path="Path of the file to read."), tool("write", file_path="Path of the file to write.")),
    "filename": (
        tool("play", filePath="Recording, path in the archive"),
        tool("cut", filename="Path of the recording"),
    ),
    "limit": (
        tool("list_a", limit="Maximum number of results"),
        tool("list_b", max_results="Maximum number of results."),
    ),
    "paging": (tool("list_a", offset="Pagination offset"), tool("list_b", skip="Pagination offset. Default 0.")),
    "respelt": (tool("a", datasourceUid="UID of the data source"), tool("b", data_source_uid="UID of the data source")),
    "other-script": (tool("a", hall="ホールの名前 一覧"), tool("b", room="ホールの名前 一覧")),
}


@pytest.mark.parametrize("name", DRIFTS)
def test_drift(name: str) -> None:
    assert len(drift(*DRIFTS[name])) == 1


LOOK_ALIKES = {
    "other-things": (tool("a", user_id="The unique ID."), tool("b", team_id="The unique ID.")),
    "only-a-place": (tool("a", id="id (path param)"), tool("b", key="id (path param)")),
    "no-text": (tool("a", path=""), tool("b", file_path="")),
    "one-tool": (tool("a", path="Path of the recording.", filename="Path of the recording."),),
    "side-by-side-somewhere": (
        tool("a", path="Path of the recording."),
        tool("b", filename="Path of the recording."),
        tool("c", path="Path of the recording.", filename="Path of the copy."),
    ),
    "roles": (tool("a", source_path="Folder of the tracks."), tool("b", target_path="Folder of the tracks.")),
    "style": (tool("a", score_id="Number of the score."), tool("b", scoreId="Number of the score.")),
    "synonyms-for-other-things": (tool("a", limit="Number of rows to return"), tool("b", count="Copies to print")),
    "new-names": (tool("get_repo", repo="Repository name"), tool("create_repo", name="Repository name")),
    "word-order": (
        tool("a", dependencies="Tasks that this task depends on"),
        tool("b", dependents="Tasks that depend on this task"),
    ),
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_look_alikes(name: str) -> None:
    assert drift(*LOOK_ALIKES[name]) == []


def test_types_must_agree() -> None:
    number = tool("b", path="Folder of the project.")
    number["inputSchema"]["properties"]["path"]["type"] = "integer"
    assert drift(tool("a", project="Folder of the project."), number) == []


def test_the_most_used_name_comes_first() -> None:
    tools = [tool(f"build_{index}", project="Folder of the project.") for index in range(3)]
    (found,) = findings(ParameterSynonymDrift, [tool("list_schemes", path="Folder of the project."), *tools])
    assert found.data["names"] == [{"project": 3, "path": 1}]
    assert "`project` in 3 tools is `path` in `list_schemes`" in found.message
    assert found.where.path[-1] == "path"


def test_one_finding_a_catalog() -> None:
    (found,) = findings(ParameterSynonymDrift, [item for tools in DRIFTS.values() for item in tools])
    assert len(found.message) <= 240
    assert "several names" in found.message
    assert found.detail.count("\n") >= 4


@pytest.mark.parametrize(("least", "count"), [(0.2, 1), (0.5, 0), (0.9, 0)])
def test_threshold(least: float, count: int) -> None:
    first = tool("a", query="Words of title, composer or text")
    second = tool("b", search_term="Words that the review holds, title included")
    assert len(drift(first, second, **{"min-similarity": least})) == count


def test_work_grows_with_the_catalog_and_not_with_its_square(calls: Callable[[Callable[[], object]], int]) -> None:
    def work(count: int) -> None:
        tools = [tool(f"t{index}", path=f"Path of thing {index}") for index in range(count)]
        tools += [tool(f"s{index}", file=f"Path of thing {index} here") for index in range(count)]
        findings(ParameterSynonymDrift, tools)

    work(50)  # stems and word lists are read once
    assert calls(lambda: work(1_000)) < 20 * calls(lambda: work(100))
