"""What rules share in one run: the corpus and analyses that are computed on first use."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from catalint.model import Corpus

if TYPE_CHECKING:
    from catalint.target import Target

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Analysis(Generic[T]):
    """A computation over the whole corpus that several rules ask for. Identity is the key, `name` is for people."""

    name: str
    compute: Callable[[Context], T]


@dataclass(frozen=True, eq=False)
class Context:
    """One run. `words` are the word lists that the configuration adds, by list name; `targets` the clients chosen.

    `server_name` and `plugin` are what clients put before a tool's name, empty where the run does not say. `mounted`
    says that the catalogs are loaded together and that each has the name under which a client knows its server;
    `client` is that client, None where the run does not say.
    `encoding` names the tokenizer encoding that the run counts with. `seconds` records what each analysis cost,
    `remarks` what rules and analyses have to say on the run itself (see `remark`).
    """

    corpus: Corpus
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    encoding: str = "o200k_base"
    server_name: str = ""
    plugin: str = ""
    mounted: bool = False
    client: Target | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    _values: dict[int, Any] = field(default_factory=dict, repr=False)
    _pending: list[Analysis[Any]] = field(default_factory=list, repr=False)

    def remark(self, text: str) -> None:
        """Say in every report that something was not looked at, for a bound must not pass for a clean catalog."""
        if text not in self.remarks:
            self.remarks.append(text)

    def get(self, analysis: Analysis[T]) -> T:
        """Return the analysis' value, computed once per run; an error is kept and raised again for each asker."""
        key = id(analysis)
        if key not in self._values:
            if any(pending is analysis for pending in self._pending):
                chain = " -> ".join(pending.name for pending in (*self._pending, analysis))
                raise RuntimeError(f"analyses depend on each other: {chain}")
            self._pending.append(analysis)
            start = time.perf_counter()
            try:
                self._values[key] = (True, analysis.compute(self))
            except Exception as error:  # noqa: BLE001 - kept for every rule that asks, re-raised below
                self._values[key] = (False, error)
            finally:
                self._pending.pop()
                self.seconds[analysis.name] = time.perf_counter() - start
        good, value = self._values[key]
        if not good:
            raise AnalysisError(analysis.name, value) from value
        result: T = value
        return result


class AnalysisError(Exception):
    """A shared analysis failed: one cause for all rules that asked for it."""

    def __init__(self, analysis: str, cause: Exception) -> None:
        super().__init__(f"the analysis {analysis!r} failed: {type(cause).__name__}: {cause}")
