"""Choices among parameters, said in words."""

from __future__ import annotations

from catalint import Json, Tool


def spell_choice(keyword: str, branches: Json, tool: Tool) -> str:
    """What a choice among required parameters says, as a sentence; empty where it says more than that."""
    names = {parameter.name for parameter in tool.parameters}
    sets: list[list[str]] = []
    for branch in branches if isinstance(branches, list) else ():
        required = branch.get("required") if isinstance(branch, dict) else None
        if not isinstance(branch, dict) or set(branch) - {"required", "type", "description", "title"}:
            return ""
        if (
            not isinstance(required, list)
            or not required
            or not all(isinstance(name, str) and name in names for name in required)
        ):
            return ""
        sets.append([str(name) for name in required])
    if len(sets) < 2 or keyword not in ("anyOf", "oneOf"):
        return ""
    shown = ["`" + "` and `".join(each) + "`" for each in sets]
    ways = f"{', '.join(shown[:-1])} or {shown[-1]}"
    if keyword == "oneOf":
        return (
            f"Give exactly one of {ways}." if all(len(each) == 1 for each in sets) else f"Give either {ways}, not both."
        )
    return f"Give at least {ways}."
