"""What text and Markdown say in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from catalint.discovery.detail import Lift, Proof
from catalint.discovery.run import Discovery
from catalint.discovery.survey import Expected, Survey
from catalint.discovery.trials import Trial
from catalint.model import Tool
from catalint.output.summary import heading
from catalint.output.terminal import columns, escape, fit, shorten
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME
from catalint.search.findability import FEW, HALF
from catalint.search.namespaces import about
from catalint.search.retriever import Hit
from catalint.search.tokenization import ENGLISH
from catalint.wording import listing, number, ordinal

NOTE_ON_FEW = (
    f"Clients with fewer than {FEW} tools mostly load them all and search nothing: name the catalogs, too, that this "
    "one is mounted beside."
)
NOTE_ON_SERVERS = (
    "Alone: the server is mounted by itself. Searches found: those in the tools' own words (--tool shows them) that "
    "have the tool among the first five. A tool drowns if one of them, of two words or more, finds it only where its "
    "server is alone."
)
NO_OTHERS = "No tool drowns."
NO_REMEDY = "no word of its own. Say in the first sentence what only this tool does, in the words of those who need it"
NO_REMEDY_YET = f"{NO_REMEDY}, and write their searches down (--queries)."

# Characters of a query, a word and a name that are shown.
LONGEST_QUERY, LONGEST_WORD, LONGEST_NAME = 60, 30, 60
_FIELDS = {
    NAME: "its name",
    DESCRIPTION: "the rest of its description",
    ARGUMENT_NAME: "names of arguments",
    ARGUMENT_DESCRIPTION: "descriptions of arguments",
}
# Columns of a server's name that still tell which one it is.
_SHORTEST_SERVER = 9
# Tools named after a search, and words named behind a tool.
NAMED = 3


def note(run: Discovery) -> str:
    """How far to trust the figures, and what to do next."""
    drafts = " (--write-queries drafts some)" if run.queries is None else ""
    return (
        f"A prediction, and no promise for the other tools: labelled searches measure{drafts}. The searches shown have "
        "nothing but the tool's own words; people add others, and the probability counts those. --tool NAME shows what "
        "would help a tool."
    )


def title(run: Discovery) -> tuple[str, str]:
    """What was searched, and how."""
    size = number(len(run.tools), "tool")
    kinds = ", ".join(kind.name for kind in run.kinds)
    names = f", named as by {run.naming}" if run.naming else ""
    if len(run.catalogs) == 1:
        (catalog,) = run.catalogs
        what = heading(catalog.server, catalog.origin)
    else:
        what = f"{len(run.catalogs)} servers together"
    return what, f"{size}, searched by {kinds}{names}"


def verdict(expected: Expected) -> str:
    """How many tools are likely to be missed, and what that means."""
    if not expected.missed:
        return "For no tool are more than half of the searches expected to miss it."
    them = "it" if expected.missed == 1 else "them"
    return f"{likely(expected)}: fewer than half of the searches for {them} are expected to find {them}."


def likely(expected: Expected) -> str:
    """How many tools are likely to be missed."""
    verb = "is" if expected.missed == 1 else "are"
    return f"{expected.missed:,} of {number(expected.tools, 'tool')} {verb} likely to be missed"


def newly_missed(survey: Survey) -> Sequence[tuple[Tool, str]]:
    """The tools that are likely to be missed among all and not alone, with what they lose; largest loss first."""
    rows = [row for row in survey.rows if row.missed and row.alone is not None and row.alone >= HALF]
    rows.sort(key=lambda row: row.probability - (row.alone or 0.0))
    return [(row.tool, f"{percent(row.alone or 0.0)} to {percent(row.probability)}") for row in rows]


def silence(run: Discovery, survey: Survey) -> str:
    """Which servers say nothing of themselves, where a search by namespaces has nothing else to go by; else empty."""
    mute = [
        f"`{fit(catalog.server, LONGEST_NAME)}`"
        for catalog in run.catalogs
        if survey.kind.name == "namespace" and not catalog.namespaces and not about(catalog).strip()
    ]
    if not mute:
        return ""
    says, names = (
        ("says nothing of itself", "its name") if len(mute) == 1 else ("say nothing of themselves", "their names")
    )
    return (
        f"{listing(mute, NAMED)} {says} (neither instructions nor a title or description in serverInfo): here only "
        f"{names} can bring up the tools inside."
    )


def called(run: Discovery, tool: Tool, beside: Tool | None = None) -> str:
    """What a tool is called here: with its server where there are several, and it is not that of the tool beside it."""
    alone = beside is not None and beside.server == tool.server
    return fit(tool.name, LONGEST_NAME) if alone else fitted(run, tool, LONGEST_NAME)


def fitted(run: Discovery, tool: Tool, most: int) -> str:
    """What a tool is called here, made safe, in some columns: where they are too few its server is cut before it is."""
    whole, own = run.name(tool), escape(tool.name)
    room = most - columns(own) - 1
    if columns(escape(whole)) <= most or whole == tool.name or room < _SHORTEST_SERVER:
        return fit(whole, most)
    return f"{fit(tool.server, room)}/{own}"


def on_words(hit: Hit, query: str) -> str:
    """The words that bring a hit up, empty where these are all words of the query."""
    words = list(dict.fromkeys(match.word.lower() for match in hit.matches))
    if {word.text.lower() for word in ENGLISH.words(query)} <= set(words):
        return ""
    return ", ".join(shorten(word, LONGEST_WORD) for word in words[:NAMED]) + (", ..." if len(words) > NAMED else "")


def quoted(query: str) -> str:
    """A query in quotes, cut to what is shown."""
    return f'"{shorten(query, LONGEST_QUERY)}"'


def ranked(trial: Trial) -> str:
    """The rank of a trial in words."""
    return place(trial.rank)


def place(rank: int) -> str:
    """A rank in words; 0 stands for a tool that is no hit."""
    return ordinal(rank) if rank else "not found"


def styled(trial: Trial) -> str:
    """Rank and style of a trial: `3rd by name`."""
    return f"{ranked(trial)} by {trial.phrasing.style}"


def among(position: int, size: int) -> str:
    """Where a tool stands among all."""
    if size == 1:
        return "the only tool"
    if position == 1:
        return f"the least likely to be found of {size:,} tools"
    if position == size:
        return f"the likeliest to be found of {size:,} tools"
    return f"the {ordinal(position)} least likely to be found of {size:,} tools"


def change(proof: Proof) -> tuple[str, str]:
    """What a change came to: probabilities, and what became of the rank; empty for what stayed as it was."""
    before, after = percent(proof.before), percent(proof.after)
    chances = "" if before == after else f"{before} becomes {after}"
    if proof.rank_after == proof.rank_before:
        return chances or f"{before} stays {after}", ""
    old = ordinal(proof.rank_before) if proof.rank_before else "not at all"
    rank = f"{quoted(proof.query)} finds it {place(proof.rank_after)} instead of {old}"
    return chances, f", and {rank}" if chances else rank


def standing(lift: Lift) -> str:
    """Where a tool has a word that would lift it."""
    if not lift.fields:
        return "it lacks the word"
    apart = "; none before it has it" if lift.apart else ""
    return f"now in {listing([_FIELDS[field] for field in lift.fields], 4)} only{apart}"


def found_by(labelled: tuple[int, int]) -> str:
    """How the labelled searches for a tool went."""
    searches, found = labelled
    return f"Found by {found:,} of {number(searches, 'labelled search', 'labelled searches')}"


def percent(share: float) -> str:
    """A probability in whole per cent."""
    return f"{share:.0%}"
