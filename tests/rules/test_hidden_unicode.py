from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint import Finding
from catalint.testing import findings
from catalint_rules.safety.characters import hidden_characters
from catalint_rules.safety.hidden_unicode import HiddenUnicode

TAGS = "".join(chr(0xE0000 + ord(letter)) for letter in "send it")


def check(tool: dict[str, Any], **fields: Any) -> list[Finding]:
    whole = {"name": "list_queues", "inputSchema": {"type": "object"}, **tool}
    return findings(HiddenUnicode, {"broker": {"tools": [whole], **fields}})


@pytest.mark.parametrize(
    ("tool", "pointer"),
    [
        ({"name": "list\u200b_queues"}, "/name"),
        ({"title": "Drain \u202equeue\u202c"}, "/title"),
        ({"description": "List queues.\u2060"}, "/description"),
        ({"annotations": {"title": "Queues\u00ad\u200d"}}, "/annotations/title"),
        ({"inputSchema": {"properties": {"q\u200bueue": {}}}}, "/inputSchema/properties/q\u200bueue"),
        ({"inputSchema": {"properties": {"q": {"enum": ["a", "\ufeffb"]}}}}, "/inputSchema/properties/q/enum/1"),
        (
            {"inputSchema": {"properties": {"q": {"default": {"a": ["x\u2066"]}}}}},
            "/inputSchema/properties/q/default/a/0",
        ),
        ({"outputSchema": {"description": "Text\u2063"}}, "/outputSchema/description"),
        ({"_meta": {"vendor/note": "\u202e"}}, "/_meta/vendor~1note"),
    ],
)
def test_every_string_is_looked_at(tool: dict[str, Any], pointer: str) -> None:
    (finding,) = check(tool)
    assert finding.where.pointer == f"/tools/0{pointer}"
    assert finding.where.part == ("key" if "q\u200bueue" in pointer else "value")
    assert finding.message.isprintable()
    assert len(finding.message) <= 240


def test_what_tag_characters_spell_is_shown() -> None:
    (finding,) = check({"description": f"List queues.{TAGS}"})
    assert '"send it"' in finding.message
    assert "U+E0073" in finding.message
    assert finding.data == {
        "characters": ["U+E0073", "U+E0065", "U+E006E", "U+E0064", "U+E0020", "U+E0069", "U+E0074"],
        "count": 7,
        "first_offset": 12,
        "hidden_text": "send it",
    }
    (long,) = check({"description": TAGS * 50})
    assert len(long.message) <= 240


def test_the_instructions_of_a_server_are_read_too() -> None:
    (finding,) = check({}, instructions="Use list_queues.\u200b")
    assert finding.where.pointer == "/instructions"
    assert finding.where.tool is None


@pytest.mark.parametrize(
    "text",
    [
        "👩‍💻 👨‍👩‍👧 ❤️‍🔥 🏳️‍🌈 🧑🏽‍🚀 🐻‍❄️ 👁️‍🗨️ 1️⃣ ⚠️️",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 🇩🇪",
        "می‌خواهم و نمی‌دانم",
        "क्‍ष और श्‍रीमान",
        "ක්‍රීඩා",
        "שלום\u200f (RTL) \u200eHTTP",
        "القائمة \u2067النص\u2069 العربي الطويل في هذه الجملة",
        "ภาษา\u200bไทย",
        "葛\U000e0100",
        "co\u00adoperate",
        "naïve café – “quotes” … 天気 한국어",
        "ᠮᠣᠩᠭᠣᠯ\u180eᠠ",
    ],
)
def test_lawful_uses_stay_silent(text: str) -> None:
    assert hidden_characters(text) == ""
    assert check({"description": text}) == []


@pytest.mark.parametrize(
    "text",
    [
        "a\u200db",
        "a\u200cb",
        "🏴" + TAGS,
        "🏴\U000e0067\U000e0062",
        "word\u200e",
        "main\ufeff",
        "English text with one א and \u2067isolates\u2069 all the same",
        "القائمة \u202eنص\u202c",
        "القائمة \u2067نص",
        "x\ufe00\ufe01\ufe02\ufe03",
        "x\U000e0100",
        "a\u200bb",
        "ภาษา\u200b",
        "\u3164",
        "\u180e",
        "🙂" + "\U000e0101" * 4,
    ],
)
def test_unlawful_uses_do_not(text: str) -> None:
    assert hidden_characters(text) != ""


@given(st.text(alphabet=st.characters(max_codepoint=0x1FF) | st.sampled_from("天気がअनمی🙂")))
def test_plain_text_hides_nothing(text: str) -> None:
    assert hidden_characters(text) == ""


@given(st.text(), st.sampled_from("\u202e\u202d\u2060\U000e0041"), st.text())
def test_overrides_and_the_like_are_always_found(before: str, hidden: str, after: str) -> None:
    assert hidden in hidden_characters(f"{before}.{hidden}.{after}")
