"""What the keywords of numbers, texts and lists say, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from catalint.comparison.schemas.domains import Arrays, Domain, Numbers, Strings
from catalint.comparison.schemas.wording import number, show

ASPECTS: Mapping[str, str] = {
    "minimum": "minimum",
    "maximum": "maximum",
    "multipleOf": "step",
    "minLength": "length",
    "maxLength": "length",
    "pattern": "pattern",
    "format": "format",
    "minItems": "item-count",
    "maxItems": "item-count",
    "uniqueItems": "uniqueness",
    "minProperties": "property-count",
    "maxProperties": "property-count",
}
"""What the kinds of their changes are called."""
_ATTRIBUTES = {"minLength": "least", "maxLength": "most", "minItems": "least", "maxItems": "most"} | {
    "minProperties": "least",
    "maxProperties": "most",
}


def say(keyword: str, domain: Domain) -> str:
    """What a domain says by a keyword; empty for nothing, and for what is explained part by part."""
    if isinstance(domain, Numbers):
        if keyword == "multipleOf":
            return (
                ""
                if domain.step is None
                else "whole numbers"
                if domain.step == 1
                else f"multiples of {number(domain.step)}"
            )
        bound, open_end = (domain.least, domain.above) if keyword == "minimum" else (domain.most, domain.below)
        return "" if bound is None else f"{number(bound)}{', exclusive' if open_end else ''}"
    if isinstance(domain, Strings) and keyword in ("pattern", "format"):
        texts = domain.patterns if keyword == "pattern" else domain.formats
        return ", ".join(show(text) for text in sorted(texts))
    if isinstance(domain, Arrays) and keyword == "uniqueItems":
        return "unique items" if domain.unique else ""
    if keyword in _ATTRIBUTES:
        count = getattr(domain, _ATTRIBUTES[keyword])
        return "" if not count and keyword.startswith("min") else "" if count is None else number(Fraction(count))
    return ""


def describe(keyword: str, before: str, after: str) -> str:
    """A change of what a keyword says."""
    if keyword == "uniqueItems":
        return "items have to be unique now" if after else "items need not be unique any more"
    if keyword == "multipleOf":
        return f"only {after} now" if after else f"no longer only {before}"
    if not before:
        return f"{keyword} {after} added"
    return f"{keyword} was {before}, is {after}" if after else f"{keyword} {before} removed"
