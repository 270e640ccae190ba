"""Rules of the family *safety*: precision first, the benign examples must stay silent."""

from typing import Any

from catalint import Rule
from catalint_rules.safety.concealment_directive import ConcealmentDirective
from catalint_rules.safety.control_character import ControlCharacter
from catalint_rules.safety.cross_tool_directive import CrossToolDirective
from catalint_rules.safety.embedded_secret import EmbeddedSecret
from catalint_rules.safety.hidden_unicode import HiddenUnicode
from catalint_rules.safety.injected_instruction import InjectedInstruction

RULES: tuple[type[Rule[Any]], ...] = (
    ConcealmentDirective,
    ControlCharacter,
    CrossToolDirective,
    EmbeddedSecret,
    HiddenUnicode,
    InjectedInstruction,
)
