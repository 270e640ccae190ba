"""The built-in rule pack: one rule = one module and one page of the same name, in the folder of its family."""

from catalint import RulePack
from catalint_rules import (
    clients,
    descriptions,
    discoverability,
    housekeeping,
    names,
    namespaces,
    parameters,
    protocol,
    safety,
    schemas,
    stability,
    targets,
    tokens,
    words,
)

pack = RulePack(
    "builtin",
    rules=(
        *tokens.RULES,
        *names.RULES,
        *namespaces.RULES,
        *descriptions.RULES,
        *parameters.RULES,
        *schemas.RULES,
        *protocol.RULES,
        *clients.RULES,
        *safety.RULES,
        *stability.RULES,
        *discoverability.RULES,
        *housekeeping.RULES,
    ),
    docs_url="https://github.com/catalint/catalint/blob/main/rules/catalint_rules",
    targets=targets.NAMES,
    default_targets=targets.DEFAULT,
    load_target=targets.load,
    judge=targets.judge,
    generated=targets.generated,
    words=words.names(),
)
