"""References in texts: parameters of another tool, as in "set include_parts=true on get_order"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalint import Tool
from catalint.expression import expression
from catalint_rules.descriptions.parameter_references import ParameterReference, closest, is_closed
from catalint_rules.descriptions.references import Text, is_name, sentence_around, words_in
from catalint_rules.descriptions.tool_cues import ELSEWHERE

_QUOTE = r"[`'\"“”]{0,2}"
_TRUTH = r"(?:true|false)\b"
# "include_parts=true on get_order", "include_parts: true to get_order".
_ON = expression(
    rf"(?<![\w.$@&?-])(?P<name>[A-Za-z]\w*)\s?(?:=\s?{_QUOTE}[\w.-]+|:\s?{_TRUTH}){_QUOTE}"
    rf"\s(?:on|of|in|for|to|with|when (?:calling|using)|in a call (?:of|to))\s(?:the\s)?{_QUOTE}"
    rf"(?P<tool>[A-Za-z][\w-]*\w)(?![\w:/-]|\.\w)"
)
# "get_order with include_parts=true", "get_order(include_parts=true".
_WITH = expression(
    rf"(?<![\w./:$@-])(?P<tool>[A-Za-z][\w-]*\w){_QUOTE}(?:(?:\stool)?\s(?:with|and set|setting)\s{_QUOTE}|\()"
    rf"(?P<name>[A-Za-z]\w*){_QUOTE}(?:=(?![=\s])|:\s?{_TRUTH})"
)


class CallReferences:
    """What the tools of a catalog take, ready to be compared with calls that texts speak of."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        """`tools` are those of the catalog by their names."""
        self._tools = tools
        self._known: dict[str, set[str]] = {}

    def find(self, text: Text) -> Iterator[ParameterReference]:
        """Yield the parameters that a text sets in a call of another tool, and that this tool does not take."""
        if "=" not in text.text and "rue" not in text.text and "alse" not in text.text:
            return
        seen: set[tuple[str, str]] = set()
        for pattern in (_ON, _WITH):
            for match in pattern.finditer(text.text):
                name, tool = match.group("name"), self._tools.get(match.group("tool"))
                if tool is None or tool is text.tool or (tool.name, name) in seen or not is_name(tool.name):
                    continue
                seen.add((tool.name, name))
                if not self._lacks(tool, name) or ELSEWHERE.search(sentence_around(text.text, *match.span())):
                    continue
                meant = closest(name, [parameter.name for parameter in tool.parameters])
                yield ParameterReference(name, meant, "call", text, match.start("name"), tool.name)

    def _lacks(self, tool: Tool, name: str) -> bool:
        if not is_closed(tool):
            return False
        if tool.name not in self._known:
            self._known[tool.name] = words_in(tool.input_schema) | words_in(tool.output_schema)
        return name not in self._known[tool.name]
