from __future__ import annotations

from typing import Any

import pytest

from catalint.analyses.tokens import TOKENS
from catalint.comparison.prefix import Caching, Prefix, find_prefix
from catalint.context import Context
from catalint.model import Catalog, Corpus, build_catalog
from catalint.planning.caching import Rates, break_even


def catalog(*texts: str) -> Catalog:
    entries: list[Any] = [{"name": f"tool_{n}", "description": text} for n, text in enumerate(texts)]
    return build_catalog("s", entries)


def prefix(old: Catalog, new: Catalog) -> Prefix:
    return find_prefix(old, new, Context(Corpus((new,))).get(TOKENS))


class TestCaching:
    def test_has_the_usual_rates_where_nobody_gives_others(self) -> None:
        assert Caching().rates == Rates()

    def test_hangs_on_the_prices(self) -> None:
        assert break_even(50_000, 300, Caching(write=2.0).rates) == pytest.approx(19 * 50_000 / 300)
        assert break_even(50_000, 300, Caching(read=0.5).rates) == pytest.approx(1.5 * 50_000 / 300)


class TestPrefix:
    def test_ends_before_the_first_tool_that_differs(self) -> None:
        new = catalog("One.", "Two, longer.", "Three.")
        found = prefix(catalog("One.", "Two.", "Three."), new)
        tokens = Context(Corpus((new,))).get(TOKENS)
        first, *others = (tokens[tool].total for tool in new.tools)
        assert (found.position, found.kept, found.lost) == (1, first, sum(others))
        assert found.tool is new.tools[1]

    def test_is_whole_where_tools_are_added_at_the_end(self) -> None:
        found = prefix(catalog("One."), catalog("One.", "Two."))
        assert found.position == 1
        assert found.kept > 0

    def test_ends_with_the_list_where_tools_are_gone_at_the_end(self) -> None:
        found = prefix(catalog("One.", "Two."), catalog("One."))
        assert (found.position, found.tool, found.lost) == (1, None, 0)

    def test_is_whole_where_no_model_sees_the_difference(self) -> None:
        old: list[Any] = [{"name": "a", "description": "A."}]
        new: list[Any] = [{"name": "a", "description": "A.", "title": "A tool", "annotations": {"readOnlyHint": True}}]
        assert prefix(build_catalog("s", old), build_catalog("s", new)).position is None
