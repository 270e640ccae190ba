"""Tools that only read by their names, their texts and their inputs: the ground for hints that say too much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from catalint import Analysis, Context, Tool
from catalint.explanations import explain
from catalint.expression import expression
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.modes import MODES
from catalint_rules.protocol.effects import claim, lead_verb
from catalint_rules.protocol.inputs import writes

# Verbs that look at what is there. Others read as well, but some tools that bear them write, too: check, watch, export.
_LOOKS = frozenset(("get", "list", "search", "count"))
# Further deeds of one tool: "Find words and replace them".
_JOINED = expression(r"(?:\b(?:and|or|then|also|to)\b|[,;/.]) (?:optionally |then |it )?(?P<verb>[a-z]+)\b")
# Words of texts that say more than a look: what runs whatever a caller writes can do anything.
_MORE = expression(
    r"\b(?:sql|cypher|graphql|mutations?|scripts?|statements?|commands?|expressions?|side effects?|cach\w+"
    r"|sav(?:e|es|ed)|written|writes?|marks?|delet\w+|remov\w+|overwrit\w+|creates?|updates?)\b"
)
# What is fetched into a folder replaces files.
_FETCHED_INTO = expression(
    r"\b(?:to|into) (?:[\w']+ ){0,2}?(?:local|disk|project|workspace)\b"
    r"|\b(?:into|to an?) (?:[\w']+ ){0,2}?(?:files?|folder|directory)\b"
)
_WRITING = frozenset(
    "save write delete remove clear reset overwrite create update mark sql command script code output dest destination "
    "force commit".split()
)


def _compute(ctx: Context) -> Mapping[str, Sequence[Tool]]:
    found: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool in ctx.corpus.visible:
        hints = tool.annotations
        if not isinstance(hints, dict) or hints.get("readOnlyHint") is True:
            continue
        if hints.get("destructiveHint") is True and only_reads(tool, ctx):
            found[tool.server].append(tool)
    return found


# The tools of each server that only read and are marked destructive.
DARKENED = Analysis("reading tools marked destructive", _compute)


def only_reads(tool: Tool, ctx: Context) -> bool:
    """True if name and text both say that a tool looks at something, and nothing in text or input says more."""
    lexicon = ctx.get(LEXICON)
    text = " ".join(tool.description.split()).lower()
    if lexicon.verb(lead_verb(tool, ctx)) not in _LOOKS or not _name_looks(tool, ctx, lexicon):
        return False
    if _MORE.search(text) or _FETCHED_INTO.search(text) or claim(tool, ctx) or writes(tool, ctx):
        return False
    effects = words.groups("effects", ctx)
    joined = (lexicon.verb(match.group("verb")) for match in _JOINED.finditer(text))
    if any(verb and effects.get(verb, "read") != "read" for verb in joined):
        return False
    if any(mode.asks and any(mode.effects.values()) for mode in ctx.get(MODES).get(tool, ())):
        return False
    return not any(
        not _WRITING.isdisjoint(split_identifier(parameter.name)) or _MORE.search(explain(parameter).lower())
        for parameter in tool.parameters
    )


def _name_looks(tool: Tool, ctx: Context, lexicon: Lexicon) -> bool:
    """Whether a name says that its tool looks, and nothing else; methods of HTTP are no verbs of a name."""
    methods = words.vocabulary("http_methods", ctx)
    found = [word for word in split_identifier(tool.name) if word not in methods or word == "get"]
    verbs = [lexicon.verb(word) for word in found if word in lexicon.verbs and word not in lexicon.nominal]
    return bool(verbs) and _LOOKS.issuperset(verbs)
