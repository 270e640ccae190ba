"""Rules of the family *stability*: what makes a client's cache, or a reviewer's trust, fail."""

from typing import Any

from catalint import Rule
from catalint_rules.stability.changing_text import ChangingText
from catalint_rules.stability.incomplete_list import IncompleteList
from catalint_rules.stability.pagination_loop import PaginationLoop
from catalint_rules.stability.stale_dump import StaleDump
from catalint_rules.stability.unstable_list import UnstableList

RULES: tuple[type[Rule[Any]], ...] = (ChangingText, IncompleteList, PaginationLoop, StaleDump, UnstableList)
