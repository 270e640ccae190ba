"""What a session is taken to be. Counts may be broken: a plan is about the mean of many sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from catalint.planning.figures import Figure, Figures


@dataclass(frozen=True, slots=True)
class Session:
    """A session, in counts, tokens and seconds.

    `turns` are messages of a person, `calls` all calls of tools, one after the other, `distinct` the tools that they
    are of. With all tools loaded the model is asked `turns + calls` times. `system` is the system prompt, `message`
    what a person writes in a turn, `answer` and `call` what the model writes at the end of a turn and to call a tool,
    `result` what a call brings back. `query` is what it writes to search for a tool or to ask for a schema, `code` what
    a call from code takes more than another. `code_tools` are the definitions of two tools that search and execute.
    `tries` are searches before a tool is taken not to be there, `schemas` what a bounded client keeps, `subset` the
    size of a proposed subset, `pause` the seconds before a person answers. `warm`: other sessions keep the cache
    filled.
    """

    turns: float
    calls: float
    distinct: float
    system: float
    message: float
    answer: float
    call: float
    result: float
    query: float
    code: float
    code_tools: float
    tries: float
    schemas: float
    subset: float
    pause: float
    warm: bool = False

    @property
    def requests(self) -> float:
        """How often the model is asked with all tools loaded."""
        return self.turns + self.calls


def build_session(figures: Figures, profile: str, given: Mapping[str, float], *, warm: bool = False) -> Session:
    """The session of a profile with what is given instead; no more distinct tools than calls.

    Raises KeyError for a profile that the figures do not have.
    """
    values = {name: figure.value for name, figure in inputs(figures, profile).items()} | dict(given)
    session = Session(**values, warm=warm)
    return replace(session, distinct=min(session.distinct, session.calls))


def inputs(figures: Figures, profile: str) -> Mapping[str, Figure]:
    """The figures that a session of a profile is made of, by the names of its fields."""
    names = {field.name for field in fields(Session)}
    found = {name.replace("-", "_"): figure for name, figure in figures.session.items()}
    return {name: figure for name, figure in {**found, **figures.profiles[profile]}.items() if name in names}
