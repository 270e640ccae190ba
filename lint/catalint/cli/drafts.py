"""The drafts of `catalint discover --write-queries`: where they go, and what to do with them."""

from __future__ import annotations

import shlex
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from catalint.cli import console
from catalint.errors import UserError
from catalint.model import Corpus
from catalint.output.terminal import escape
from catalint.wording import number

if TYPE_CHECKING:
    from catalint.queries.reading import QueryFile

# As many inputs are repeated in the command that is proposed.
_NAMED_INPUTS = 3


def write_drafts(
    file: Path, corpus: Corpus, known: QueryFile | None, inputs: Sequence[str], labelled: Path | None, *, force: bool
) -> None:
    """Write drafts to a file, or to standard output for `-`; an existing file is replaced only if somebody says so.

    The file of the labelled searches that are `known` is never replaced: the drafts are what it lacks, and would be all
    that is left of it.
    """
    from catalint.output.files import is_there, save
    from catalint.queries.drafting import draft

    covered = {tool for search in (known.searches if known else ()) for tool in search.tools}
    tools = [tool for tool in corpus.visible if tool not in covered]
    if not tools:
        console.complain("note", "every tool has a labelled search: nothing was written")
        return
    text = draft(corpus.catalogs, covered=covered)
    if str(file) == "-":
        console.put(text)
        return
    if labelled is not None and is_there(file) and file.samefile(labelled):
        raise UserError(f"{file} has the labelled searches that the drafts are to be added to: name another file")
    if is_there(file) and file.is_file() and not force:
        if not is_interactive():
            raise UserError(f"{file} is here already: name another file, or replace it with --force")
        if not click.confirm(f"{file} is here already. Replace it?", err=True):
            raise UserError(f"{file} was left as it is")
    save(file, text)
    count = text.count("\n  draft: true\n")
    wrote = f"wrote {file} with {number(count, 'draft')} for {number(len(tools), 'tool')}"
    add = f"add them to {labelled}, " if labelled else ""
    advice = (
        "Drafts are in the words of the tools and are not counted. Put each into a user's words, name every tool that "
        f"would be right, delete `draft: true`, {add}and run:"
    )
    names = f" {shlex.join(inputs)}" if len(inputs) <= _NAMED_INPUTS else " INPUT..."
    command = f"catalint discover{names if inputs else ''} --queries {shlex.quote(str(labelled or file))}"
    console.say(
        f"{escape(wrote)}\n\n"
        f"{textwrap.fill(escape(advice), console.reading_width(), break_long_words=False, break_on_hyphens=False)}\n\n"
        f"  {escape(command)}\n"
    )


def is_interactive() -> bool:
    """Whether somebody is there to answer a question."""
    return sys.stdin.isatty()
