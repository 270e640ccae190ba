"""Whether chosen clients take a catalog: the facts about them are in `catalint_rules.targets`."""

from catalint_rules.clients.client_description_limit import ClientDescriptionLimit
from catalint_rules.clients.client_dialect import ClientDialect
from catalint_rules.clients.client_enum import ClientEnum
from catalint_rules.clients.client_metadata import ClientMetadata
from catalint_rules.clients.client_missing_items import ClientMissingItems
from catalint_rules.clients.client_missing_properties import ClientMissingProperties
from catalint_rules.clients.client_name_collision import ClientNameCollision
from catalint_rules.clients.client_name_length import ClientNameLength
from catalint_rules.clients.client_name_pattern import ClientNamePattern
from catalint_rules.clients.client_pattern import ClientPattern
from catalint_rules.clients.client_property_key import ClientPropertyKey
from catalint_rules.clients.client_ref import ClientRef
from catalint_rules.clients.client_required_annotation import ClientRequiredAnnotation
from catalint_rules.clients.client_root_combinator import ClientRootCombinator
from catalint_rules.clients.client_strict_limit import ClientStrictLimit
from catalint_rules.clients.client_tool_limit import ClientToolLimit
from catalint_rules.clients.client_type_array import ClientTypeArray
from catalint_rules.clients.client_unsupported_keyword import ClientUnsupportedKeyword
from catalint_rules.clients.client_untyped_node import ClientUntypedNode

RULES = (
    ClientDescriptionLimit,
    ClientDialect,
    ClientEnum,
    ClientMetadata,
    ClientMissingItems,
    ClientMissingProperties,
    ClientNameCollision,
    ClientNameLength,
    ClientNamePattern,
    ClientPattern,
    ClientPropertyKey,
    ClientRef,
    ClientRequiredAnnotation,
    ClientRootCombinator,
    ClientStrictLimit,
    ClientToolLimit,
    ClientTypeArray,
    ClientUnsupportedKeyword,
    ClientUntypedNode,
)
