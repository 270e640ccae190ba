"""The formats of strings: which ones say something of values, and which are part of another."""

from __future__ import annotations

from collections.abc import Mapping

# JSON Schema 2020-12 Validation, section 7.3.
STANDARD = frozenset(
    """
    date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference
    uuid uri-template json-pointer relative-json-pointer regex
    """.split()
)
# What generators put beside a type for tools and forms: no reader refuses a value for it. The floating-point formats
# are those of OpenAPI, which every JSON number meets as well as it can.
_HINTS = frozenset(
    """
    password byte binary base64 textarea markdown html text multiline color double float decimal int64 uint64 int128
    long file path directory-path file-path
    """.split()
)
# Formats whose values all are of the other ones, too (the RFCs that section 7.3 names).
_PARTS: Mapping[str, frozenset[str]] = {
    "uri": frozenset(("uri-reference", "iri", "iri-reference")),
    "uri-reference": frozenset(("iri-reference",)),
    "iri": frozenset(("iri-reference",)),
    "email": frozenset(("idn-email",)),
    "hostname": frozenset(("idn-hostname",)),
}


def asserts(name: str) -> bool:
    """Whether a format says something of values."""
    return name not in _HINTS


def implies(first: str, second: str) -> bool:
    """Whether each value of a format is of the second one, too."""
    return first == second or second in _PARTS.get(first, frozenset())
