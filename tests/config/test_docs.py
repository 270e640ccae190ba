"""What docs/configuration.md shows is valid, and it leaves no key out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from catalint import config
from catalint.config.document import parse
from catalint.config.schema import json_schema
from catalint.errors import ConfigError

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
INLINE = re.findall(r"`([a-z-]+: [^`]+)`", PAGE)


@pytest.mark.parametrize("text", [*BLOCKS, *INLINE])
def test_example_is_valid(text: str) -> None:
    document = parse(text.encode(), "catalint.yaml")
    if text == "packs: [acme]":  # of a pack that nobody has
        with pytest.raises(ConfigError, match="no rule pack 'acme' is installed"):
            config.packs(document)
        return
    packs = config.packs(document)
    assert config.select(config.load(document, packs, config.Flags()), packs)


def test_every_key_is_shown() -> None:
    shown = set(re.findall(r"^([a-z-]+):", "\n".join(BLOCKS), re.MULTILINE)) | {text.split(":")[0] for text in INLINE}
    assert shown == set(json_schema(config.packs(None))["properties"])
