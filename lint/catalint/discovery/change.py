"""Changes of one tool's text that are tried out, and the catalogs with the changed tool in them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from catalint.model import Catalog, Json, Tool
from catalint.prose import first_sentence
from catalint.search.document import ARGUMENT_NAME, Document
from catalint.search.mount import Mount
from catalint.search.tokenization import ENGLISH
from catalint.words import stem

_STOP = re.compile("[.!?\u3002\uff01\uff1f]*$")


def with_word(tool: Tool, word: str) -> Tool:
    """The tool with a word at the end of its first sentence."""
    text = " ".join(tool.description.split(" ")).strip()
    sentence = first_sentence(text)
    # the sentence has its white space folded; where the text has not, the word goes before the whole
    rest = text[len(sentence) :] if text.startswith(sentence) else f" {text}"
    sentence = sentence if text.startswith(sentence) else ""
    kept = _STOP.sub("", sentence)
    changed = f"{kept} {word}{sentence[len(kept) :] or '.'}{rest}".strip()
    return replace(tool, raw={**tool.raw, "description": changed})


def shortened(document: Document) -> Tool:
    """The tool with its name, its first sentence and the names of its arguments, and nothing else."""
    tool = document.tool
    properties: Json = {name: {} for name in document.texts[ARGUMENT_NAME]}
    schema: Json = {"type": "object", "properties": properties}
    return replace(tool, raw={"description": first_sentence(tool.description), "inputSchema": schema})


def exchange(mount: Mount, tool: Tool, other: Tool) -> Mount:
    """The mount with one tool in the place of another; the texts of the others are not tokenised again."""
    catalogs = tuple(_exchanged(catalog, tool, other) for catalog in mount.catalogs)
    documents = [replace(document, tool=other) if document.tool is tool else document for document in mount.documents()]
    return replace(mount, catalogs=catalogs, _documents={ENGLISH.name: documents}, _indexes={})


def _exchanged(catalog: Catalog, tool: Tool, other: Tool) -> Catalog:
    if tool not in catalog.tools:
        return catalog
    return replace(catalog, tools=tuple(other if each is tool else each for each in catalog.tools))


def switches(document: Document) -> frozenset[str]:
    """The terms of arguments that are true or false: nobody asks for a tool by its switches."""
    names = [parameter.name for parameter in document.tool.parameters if _is_switch(parameter.schema)]
    return frozenset(document.profile.count("\n".join(names)).terms)


def _is_switch(schema: Json) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "boolean"


@lru_cache(maxsize=1)
def dull() -> frozenset[str]:
    """The stems of words about schemas and paging, which say nothing of what a tool does."""
    lines = Path(__file__).with_name("dull.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(stem(line) for line in lines if line and not line.startswith("#"))
