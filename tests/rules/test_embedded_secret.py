from __future__ import annotations

import base64
import random
import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint import Finding
from catalint.testing import findings
from catalint_rules.safety.embedded_secret import EmbeddedSecret
from catalint_rules.safety.keys import find_keys, may_hold_keys

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def key(count: int, alphabet: str = LETTERS, seed: int = 7) -> str:
    """A key that looks drawn at random; no such key stands in this file, so that no scanner stumbles over it."""
    drawn = random.Random(seed)  # noqa: S311 - the same in every run
    return "".join(drawn.choice(alphabet) for _ in range(count))


def token(payload: str) -> str:
    parts = (b'{"alg":"HS256","typ":"JWT"}', payload.encode())
    return ".".join([*(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts), key(43)])


BLOCK = "\n".join(key(64, LETTERS + "+/", seed) for seed in range(12))
KEYS = {
    "GitHub token": "ghp_" + key(36),
    "GitLab token": "glpat-" + key(20),
    "AWS access key": "AKIA" + key(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
    "Azure storage key": "AccountKey=" + key(86) + "==",
    "Google API key": "AIza" + key(35),
    "Google client secret": "GOCSPX-" + key(28),
    "Slack token": "xoxb-" + key(12, "0123456789") + "-" + key(24),
    "Slack webhook": "https://hooks.slack.com/services/T" + key(9, string.ascii_uppercase) + "/B"
    + key(9, string.ascii_uppercase) + "/" + key(24),
    "Stripe live key": "sk_live_" + key(24),
    "Anthropic key": "sk-ant-api03-" + key(95),
    "OpenAI key": "sk-proj-" + key(64),
    "OpenRouter key": "sk-or-v1-" + key(64, HEX),
    "Groq key": "gsk_" + key(52),
    "Hugging Face token": "hf_" + key(34),
    "npm token": "npm_" + key(36),
    "SendGrid key": "SG." + key(22) + "." + key(43),
    "Telegram bot token": key(10, "123456789") + ":AA" + key(33),
    "DigitalOcean token": "dop_v1_" + key(64, HEX),
    "Databricks token": "dapi" + key(32, HEX),
    "Shopify token": "shpat_" + key(32, HEX),
    "Grafana token": "glsa_" + key(32) + "_" + key(8, HEX),
    "Linear key": "lin_api_" + key(40),
    "Airtable token": "pat" + key(14) + "." + key(64, HEX),
    "Postman key": "PMAK-" + key(24, HEX) + "-" + key(34, HEX),
    "Supabase token": "sbp_" + key(40, HEX),
    "Vault token": "hvs." + key(90),
    "private key": f"-----BEGIN RSA PRIVATE KEY-----\n{BLOCK}\n-----END RSA PRIVATE KEY-----",
    "JSON Web Token": token('{"sub":"u-9f27","scope":"orders:write"}'),
}  # fmt: skip


def check(schema: Any, **fields: Any) -> list[Finding]:
    tool: Any = {
        "name": "mirror",
        "description": "Mirror.",
        "inputSchema": {"type": "object", "properties": {"a": schema}},
    }
    return findings(EmbeddedSecret, {"backup": {"tools": [tool], **fields}})


@pytest.mark.parametrize("kind", KEYS)
def test_known_shapes_in_default_example_and_text(kind: str) -> None:
    secret = KEYS[kind]
    for schema, step in (
        ({"default": secret}, "default"),
        ({"examples": [f"Bearer {secret}"]}, "examples/0"),
        ({"description": f"The key, such as {secret}."}, "description"),
        ({"properties": {"b": {"const": secret}}}, "properties/b/const"),
    ):
        (finding,) = check(schema)
        assert finding.where.pointer == f"/tools/0/inputSchema/properties/a/{step}"
        assert kind in finding.message
        assert secret not in finding.message
        assert secret[4:] not in str(finding)
        assert len(finding.message) <= 240


def test_a_key_with_written_line_breaks_and_in_the_instructions() -> None:
    block = BLOCK.replace("\n", "\\n")
    assert len(check({"default": f"-----BEGIN PRIVATE KEY-----\\n{block}\\n-----END"})) == 1
    (finding,) = check({}, instructions=f"Send the token {KEYS['GitHub token']}.")
    assert finding.where.pointer == "/instructions"


@pytest.mark.parametrize(
    "text",
    [
        "ghp_" + "x" * 36,
        "ghp_" + "a1" * 18,
        "ghp_YOURTOKENHERE" + key(23),
        "AKIAIOSFODNN7EXAMPLE",
        "<access-key>",
        "sk-...",
        "sk_test_" + key(24),
        "sk-learn-compatible-estimators-and-transformers-for-time-series",
        key(40, HEX),
        "d41d8cd98f00b204e9800998ecf8427e",
        "123e4567-e89b-12d3-a456-426614174000",
        "postgres://user:password@localhost:5432/db",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----\n" + BLOCK,
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + key(43),
        token('{"sub":"1234567890","name":"John Doe","iat":1516239022}'),
        token('{"iss":"supabase","role":"anon","exp":1983812996}'),
        "eyJhbGciOiJIUzI1NiJ9.eyJ.x",
        "npm_config_registry_and_other_names_that_are_long",
        "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        "hf_" + "abcdefghijklmnopqrstuvwxyzabcdefgh",
    ],
)
def test_stand_ins_and_other_long_words_stay_silent(text: str) -> None:
    assert check({"default": text, "description": f"Such as {text}."}) == []


@given(st.text(), st.sampled_from(sorted(KEYS)), st.text())
def test_the_first_look_never_misses_a_key(before: str, kind: str, after: str) -> None:
    text = f"{before} {KEYS[kind]} {after}"
    if list(find_keys(text)):
        assert may_hold_keys(text)


def test_hostile_texts_end_soon() -> None:
    for text in (
        "AKIA" * 20000,
        "-----BEGIN PRIVATE KEY-----" * 2000,
        "eyJ" + "a" * 50000,
        "sk-ant-api03-" + "a." * 20000,
    ):
        assert list(find_keys(text)) == []
