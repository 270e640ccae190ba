"""Rules of the family *namespaces*."""

from typing import Any

from catalint import Rule
from catalint_rules.namespaces.cross_server_collision import CrossServerCollision
from catalint_rules.namespaces.crowded_namespace import CrowdedNamespace
from catalint_rules.namespaces.namespace_gap import NamespaceGap
from catalint_rules.namespaces.separator_run import SeparatorRun

RULES: tuple[type[Rule[Any]], ...] = (CrossServerCollision, CrowdedNamespace, NamespaceGap, SeparatorRun)
