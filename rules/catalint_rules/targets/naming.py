"""The names that clients make of a tool's: what stands in front, what is replaced, what is left out."""

from __future__ import annotations

import re
from functools import cache

from catalint import Context
from catalint.target import Naming

# A server that is not named has a name of one character at least, so that what is too long with it always is.
_UNNAMED = "x"


def sent_name(name: str, naming: Naming, ctx: Context, *, cut: bool = False) -> str:
    """A tool's name as a client sends it, with the server and plugin that the run names; shortened only if `cut`."""
    template = naming.plugin if ctx.plugin and naming.plugin else naming.template
    sent = template.replace("{server}", ctx.server_name or _UNNAMED).replace("{plugin}", ctx.plugin)
    sent = sent.replace("{tool}", name)
    if naming.replace:
        sent = _compiled(naming.replace).sub("_", sent)
    if cut and naming.longest and len(sent) > naming.longest:
        kept = naming.longest - len(naming.joint)
        sent = sent[: (kept + 1) // 2] + naming.joint + sent[len(sent) - kept // 2 :]
    return sent


def is_qualified(naming: Naming) -> bool:
    """Whether a client puts the server's name before a tool's."""
    return "{server}" in naming.template


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
