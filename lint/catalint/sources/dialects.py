"""Tool definitions of other interfaces in the keys of MCP: Anthropic, OpenAI (chat and Responses), Gemini."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from catalint.location import Path
from catalint.model import Json
from catalint.schema import walk
from catalint.sources.document import Document

# The keys under which interfaces keep the schema of a tool's input, MCP's own first; where one is present, the others
# are unknown fields and stay what they are.
SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters", "parametersJsonSchema", "parameters_json_schema")
_OUTPUT_KEYS = ("output_schema", "response", "responseJsonSchema", "response_json_schema")
DECLARATION_KEYS = ("function_declarations", "functionDeclarations")

# Tools that a provider defines and runs itself: dated types of Anthropic and OpenAI (`web_search_20250305`,
# `web_search_preview_2025_03_11`), and the undated ones.
# https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference
# https://platform.openai.com/docs/api-reference/responses/create
_DATED_TYPE = re.compile(r"[a-z][a-z0-9_]*_(?:20\d{6}|20\d\d_\d\d_\d\d)")
_PROVIDER_TYPES = frozenset({
    "apply_patch", "code_interpreter", "computer", "computer_use", "computer_use_preview", "custom", "file_search",
    "image_generation", "local_shell", "mcp", "mcp_toolset", "shell", "tool_search", "web_search", "web_search_preview",
})  # fmt: skip
# https://ai.google.dev/api/caching#Tool
_GEMINI_TOOLS = frozenset({
    "code_execution", "codeExecution", "computer_use", "computerUse", "enterprise_web_search", "enterpriseWebSearch",
    "file_search", "fileSearch", "google_maps", "googleMaps", "google_search", "googleSearch",
    "google_search_retrieval", "googleSearchRetrieval", "retrieval", "url_context", "urlContext",
})  # fmt: skip
_GEMINI_TYPES = frozenset({"ARRAY", "BOOLEAN", "INTEGER", "NULL", "NUMBER", "OBJECT", "STRING"})
_NO_PARAMETERS: Mapping[str, Json] = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a tools list, in the keys of MCP, and where it stands.

    `path` leads from the document to the entry; `moved` says for keys of MCP where they are inside it, if not under
    their own name. `named_by_key` is true where the name is the key of the entry. `namespace` is what its list declares
    it to be in, `about` the description of that. `skipped` names the kind of a provider's own tool, which is not
    checked.
    """

    value: Json
    document: Document
    path: Path
    moved: Mapping[str, Path] = field(default_factory=dict)
    named_by_key: bool = False
    namespace: str = ""
    about: str = ""
    skipped: str = ""

    @property
    def name(self) -> str:
        """The tool's name, empty if it has none."""
        name = self.value.get("name") if isinstance(self.value, dict) else None
        return name if isinstance(name, str) else ""


def read_list(
    document: Document, path: Path, items: list[Json], namespace: str = "", about: str = ""
) -> Iterator[Entry]:
    """Read the items of a tools list; namespaces and function declarations are flattened into it, in their order."""
    functions = any(isinstance(item, dict) and item.get("type") in ("function", "namespace") for item in items)
    for index, item in enumerate(items):
        place = (*path, index)
        inner = _inner_list(item)
        if isinstance(item, dict) and inner:
            children = item[inner]
            if isinstance(children, list):
                within = (_text(item, "name"), _text(item, "description")) if inner == "tools" else (namespace, about)
                yield from read_list(document, (*place, inner), children, *within)
                continue
        kind = _provider_kind(item, beside_functions=functions)
        if kind:
            yield Entry(item, document, place, skipped=kind)
        else:
            value, moved = to_mcp(item, declared=bool(path) and path[-1] in DECLARATION_KEYS)
            yield Entry(value, document, place, moved, namespace=namespace, about=about)


def read_map(document: Document, path: Path, items: Mapping[str, Json]) -> Iterator[Entry]:
    """Read a map from name to tool, in its order. A tool that has a name of its own keeps it."""
    for key, item in items.items():
        value, moved = to_mcp(item)
        named_by_key = isinstance(value, dict) and "name" not in value
        if isinstance(value, dict) and named_by_key:
            value = {"name": key, **value}
        yield Entry(value, document, (*path, key), moved, named_by_key)


def read_one(document: Document) -> Entry:
    """Read a document that is a single tool."""
    value, moved = to_mcp(document.data)
    return Entry(value, document, (), moved)


def to_mcp(item: Json, *, declared: bool = False) -> tuple[Json, Mapping[str, Path]]:
    """Return a tool in the keys of MCP, and for those that moved the path inside the original.

    What is in the keys of MCP already is returned itself. Unknown fields are kept, the marks of an interface (`type:
    function`) are not. A function without parameters gets an empty object schema, which is what its interface means.
    """
    if not isinstance(item, dict) or "inputSchema" in item:
        return item, {}
    inner = item.get("function")
    if isinstance(inner, dict) and not any(key in item for key in SCHEMA_KEYS):
        prefix: Path = ("function",)
        outer = {key: value for key, value in item.items() if key not in ("type", "function", *inner)}
    else:
        prefix, inner, outer = (), item, {}
    schema_key = _schema_key(inner)
    output_key = next((key for key in _OUTPUT_KEYS if isinstance(inner.get(key), dict)), "")
    if "outputSchema" in inner:
        output_key = ""
    is_function = bool(prefix) or declared or item.get("type") == "function"
    if not schema_key and not is_function:
        return item, {}
    mark = item.get("type")
    result: dict[str, Json] = {}
    moved: dict[str, Path] = {}
    for key, value in inner.items():
        name = {schema_key: "inputSchema", output_key: "outputSchema"}.get(key, key)
        if key == "type" and not prefix and mark in ("function", "custom"):
            continue
        result[name] = lower_types(value) if declared and name in ("inputSchema", "outputSchema") else value
        if prefix or name != key:
            moved[name] = (*prefix, key)
    if is_function and result.get("inputSchema") is None:
        result["inputSchema"] = dict(_NO_PARAMETERS)
    return {**result, **outer}, moved


def lower_types(schema: Json) -> Json:
    """Return a copy of a Gemini schema with its types (`STRING`) in the spelling of JSON Schema."""
    lowered = deepcopy(schema)
    for node in walk(lowered):
        kind = node.schema.get("type") if isinstance(node.schema, dict) else None
        if isinstance(node.schema, dict) and isinstance(kind, str) and kind in _GEMINI_TYPES:
            node.schema["type"] = kind.lower()
    return lowered


def has_schema(item: Json) -> bool:
    """Whether an item is beyond doubt a tool definition: it has a name and a schema under a key that says so."""
    if not isinstance(item, dict):
        return False
    inner = item.get("function")
    if isinstance(inner, dict) and isinstance(inner.get("name"), str):
        return True
    return isinstance(item.get("name"), str) and has_schema_key(item)


def has_schema_key(item: Mapping[str, Json]) -> bool:
    """Whether an object has a schema under one of the keys that tools use; `parameters` may be anything, so look."""
    for key in SCHEMA_KEYS:
        schema = item.get(key)
        if isinstance(schema, dict) and (
            key in ("inputSchema", "input_schema") or {"type", "properties"} & set(schema)
        ):
            return True
    return False


def is_provider_tool(item: Json) -> bool:
    """Whether an item is a tool that a provider defines and runs itself."""
    return bool(_provider_kind(item, beside_functions=False))


def _schema_key(item: Mapping[str, Json]) -> str:
    for key in SCHEMA_KEYS:
        # A list of parameters in a notation of its own is no schema.
        if key in item and not (key == "parameters" and isinstance(item[key], list)):
            return key
    return ""


def _inner_list(item: Json) -> str:
    if not isinstance(item, dict):
        return ""
    if item.get("type") == "namespace" and "tools" in item:
        return "tools"
    return next((key for key in DECLARATION_KEYS if key in item), "")


def _text(item: Mapping[str, Json], key: str) -> str:
    text = item.get(key)
    return text if isinstance(text, str) else ""


def _provider_kind(item: Json, *, beside_functions: bool) -> str:
    if not isinstance(item, dict) or any(key in item for key in SCHEMA_KEYS):
        return ""
    kind = item.get("type")
    if isinstance(kind, str) and kind != "function":
        dated = _DATED_TYPE.fullmatch(kind)
        return kind if dated or kind in _PROVIDER_TYPES or (beside_functions and "name" not in item) else ""
    keys = list(item)
    return keys[0] if len(keys) == 1 and keys[0] in _GEMINI_TOOLS else ""
