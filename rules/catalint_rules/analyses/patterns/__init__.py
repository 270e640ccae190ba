"""Which engines can compile a regular expression, told from its text: nothing is compiled, and no pattern ever runs.

A pattern of a schema meets several dialects: JavaScript with the flag `u`, as JSON Schema asks for (2020-12 core, 6.4)
and as Ajv and the SDK for TypeScript compile it; Python's `re`, in the package jsonschema and so in the SDK for Python;
the syntax of RE2, which is that of Go's `regexp`, too; and that of Rust's `regex`, as the crate jsonschema reads it.
"""

from __future__ import annotations

from functools import lru_cache

from catalint_rules.analyses.patterns.engines import ALL, LINEAR, Engine, Fault
from catalint_rules.analyses.patterns.parser import WITHOUT, Parser

__all__ = ["ALL", "LINEAR", "MOST_CHARACTERS", "WITHOUT", "Engine", "Fault", "find_faults", "mend"]

# Longer patterns are not judged. The longest of a public server had some 500 characters.
MOST_CHARACTERS = 5_000


@lru_cache(maxsize=2048)
def find_faults(pattern: str) -> tuple[Fault, ...]:
    """What keeps engines from compiling a pattern, in its order; empty for one that all take or that is too long."""
    if len(pattern) > MOST_CHARACTERS:
        return ()
    return tuple(sorted(Parser(pattern).parse(), key=lambda fault: fault.start))


def mend(pattern: str) -> str:
    """The pattern as all engines take it, where that needs other spellings only; empty where it needs more."""
    text, last = "", 0
    for fault in find_faults(pattern):
        if fault.instead is None or fault.start < last:
            return ""
        text += pattern[last : fault.start] + fault.instead
        last = fault.end
    text += pattern[last:]
    return text if last and not find_faults(text) else ""
