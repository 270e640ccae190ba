"""Keys whose shape their issuers document, so that scanners can find them; and whether one looks drawn at random."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from catalint.expression import expression

# Each shape begins with a fixed word and every repetition is bounded: the time is linear in the length of the text.
_SHAPES = (
    ("GitHub token", r"\bgh[pousr]_(?P<key>[A-Za-z0-9]{36,255})\b"),
    ("GitHub token", r"\bgithub_pat_(?P<key>[A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b"),
    ("GitLab token", r"\bglpat-(?P<key>[\w.-]{20,200})"),
    ("AWS access key", r"\b(?:AKIA|ASIA)(?P<key>[A-Z2-7]{16})\b"),
    ("Azure storage key", r"AccountKey=(?P<key>[A-Za-z0-9+/]{86}==)"),
    ("Google API key", r"\bAIza(?P<key>[\w-]{35})(?![\w-])"),
    ("Google client secret", r"\bGOCSPX-(?P<key>[\w-]{28})(?![\w-])"),
    ("Slack token", r"\bxox[abeoprs]-(?P<key>\d{8,15}-[\w-]{20,200})"),
    ("Slack token", r"\bxapp-\d-(?P<key>[A-Z0-9]{8,14}-\d{10,15}-[a-f0-9]{64})\b"),
    (
        "Slack webhook",
        r"hooks\.slack\.com/services/(?P<key>T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24})\b",
    ),
    ("Discord webhook", r"discord(?:app)?\.com/api/webhooks/(?P<key>\d{17,20}/[\w-]{60,80})"),
    ("Stripe live key", r"\b[sr]k_live_(?P<key>[A-Za-z0-9]{24,247})\b"),
    ("Anthropic key", r"\bsk-ant-[a-z]{3,10}\d{2}-(?P<key>[\w-]{80,120})"),
    ("OpenAI key", r"\bsk-(?:proj-|svcacct-|admin-)(?P<key>[\w-]{40,200})"),
    ("OpenAI key", r"\bsk-(?P<key>[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})\b"),
    ("OpenRouter key", r"\bsk-or-v1-(?P<key>[a-f0-9]{64})\b"),
    ("Groq key", r"\bgsk_(?P<key>[A-Za-z0-9]{52})\b"),
    ("Replicate token", r"\br8_(?P<key>[A-Za-z0-9]{37})\b"),
    ("Hugging Face token", r"\bhf_(?P<key>[A-Za-z0-9]{34})\b"),
    ("npm token", r"\bnpm_(?P<key>[A-Za-z0-9]{36})\b"),
    ("PyPI token", r"\bpypi-AgE(?P<key>[\w-]{50,300})"),
    ("SendGrid key", r"\bSG\.(?P<key>[\w-]{22}\.[\w-]{43})"),
    ("Telegram bot token", r"\b\d{8,10}:AA(?P<key>[\w-]{33})(?![\w-])"),
    ("DigitalOcean token", r"\bdo[opr]_v1_(?P<key>[a-f0-9]{64})\b"),
    ("Databricks token", r"\bdapi(?P<key>[a-f0-9]{32})\b"),
    ("Shopify token", r"\bshp(?:at|ca|pa|ss)_(?P<key>[a-fA-F0-9]{32})\b"),
    ("Grafana token", r"\bglsa_(?P<key>[A-Za-z0-9]{32}_[a-f0-9]{8})\b"),
    ("Linear key", r"\blin_api_(?P<key>[A-Za-z0-9]{40})\b"),
    ("Airtable token", r"\bpat(?P<key>[A-Za-z0-9]{14}\.[a-f0-9]{64})\b"),
    ("Postman key", r"\bPMAK-(?P<key>[a-f0-9]{24}-[a-f0-9]{34})\b"),
    ("Supabase token", r"\bsbp_(?P<key>[a-f0-9]{40})\b"),
    ("Vault token", r"\bhvs\.(?P<key>[\w-]{24,200})"),
    (
        "private key",
        r"-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----(?:\s|\\n){0,4}(?P<key>(?:[A-Za-z0-9+/=\s]|\\n){64,10000})",
    ),
    ("JSON Web Token", r"\beyJ[\w-]{10,400}\.(?P<payload>eyJ[\w-]{10,2000})\.(?P<key>[\w-]{20,700})"),
)
# What the shapes have in common: a long run of letters and digits, or the words around a private key.
_LONG = expression(r"[A-Za-z0-9_-]{16,}")
_BEGINNING = expression(
    r"gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|AIza|GOCSPX-|xox[abeoprs]-|xapp-|k_live_|sk-|gsk_|r8_|hf_|npm_|pypi-|_v1_"
    r"|dapi|shp(?:at|ca|pa|ss)_|glsa_|lin_api_|pat[A-Za-z0-9]{14}|PMAK-|sbp_|eyJ"
)
_AROUND = ("PRIVATE KEY", ":AA", "SG.", "hvs.", "AccountKey=", "hooks.slack.com/", "/api/webhooks/")
_STAND_IN = expression(
    r"example|sample|placeholder|dummy|fake|your|token|secret|xxx|\*\*\*|\.\.\.|redacted|changeme|abcdef|12345|qwerty",
    re.IGNORECASE,
)
_RUN = expression(r"(.)\1{3}")
# A web token for show, or one that its issuer means for the public (the anonymous role of Supabase).
_FOR_SHOW = re.compile(rb'john doe|jane doe|1234567890|example|sample|"test|"role":"anon"', re.IGNORECASE)
# A random key of 16 or more letters and digits has about 3.5 bits a character and more; words and patterns have less.
_LEAST_BITS = 3.0


@dataclass(frozen=True, slots=True)
class Key:
    """A key that was found: what issues it, and its text with its fixed beginning."""

    kind: str
    text: str


def may_hold_keys(text: str) -> bool:
    """A cheap first look: false if no key of a known shape can be in a text."""
    if any(word in text for word in _AROUND):
        return True
    return any(_BEGINNING.search(run) for run in _LONG.findall(text) if not run.isalpha())


def find_keys(text: str) -> Iterator[Key]:
    """Yield the keys in a text that look drawn at random; stand-ins repeat characters, count up or hold words."""
    for kind, shape in _shapes():
        for match in shape.finditer(text):
            if _is_random(match.group("key")) and not (kind == "JSON Web Token" and _is_for_show(match)):
                yield Key(kind, match.group())


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The shapes, compiled when a text first looks as if it held a key."""
    return tuple((kind, expression(shape)) for kind, shape in _SHAPES)


def _is_random(key: str) -> bool:
    if _STAND_IN.search(key) or _RUN.search(key):
        return False
    counts = Counter(key)
    bits = -sum(count / len(key) * math.log2(count / len(key)) for count in counts.values())
    return bits >= _LEAST_BITS


def _is_for_show(token: re.Match[str]) -> bool:
    payload = token.group("payload")
    try:
        claims = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    except binascii.Error:
        return True
    return bool(_FOR_SHOW.search(claims))
