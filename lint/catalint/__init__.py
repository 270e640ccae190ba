"""catalint: a linter and static analyzer for the tool catalogs of MCP servers.

What a rule pack needs is here; the command line is `catalint.cli`.
"""

from catalint.context import Analysis, Context
from catalint.finding import Finding, Fix, Related, Severity
from catalint.location import Location, Part, Path
from catalint.model import Catalog, Corpus, Json, Parameter, Tool
from catalint.pack import RulePack
from catalint.rule import CatalogRule, CorpusRule, Meta, NoOptions, ParameterRule, Rule, ToolRule, option

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Catalog",
    "CatalogRule",
    "Context",
    "Corpus",
    "CorpusRule",
    "Finding",
    "Fix",
    "Json",
    "Location",
    "Meta",
    "NoOptions",
    "Parameter",
    "ParameterRule",
    "Part",
    "Path",
    "Related",
    "Rule",
    "RulePack",
    "Severity",
    "Tool",
    "ToolRule",
    "__version__",
    "option",
]
