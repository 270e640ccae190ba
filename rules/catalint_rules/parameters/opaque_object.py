"""A main input that is an object of unknown keys: the rule `opaque-object`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Context, Finding, Meta, Related, Severity, Tool, ToolRule
from catalint.expression import expression
from catalint.rule import NoOptions
from catalint.schema import follow
from catalint_rules.analyses.opacity import OPAQUE, Opaque
from catalint_rules.wording import listing

_LONGEST = 240
# "(host, port, user, etc.)" may name keys, or what they hold: no claim either way.
_IN_BRACKETS = expression(r"\([^()]{1,80},[^()]{1,200}\)")


class OpaqueObject(ToolRule[NoOptions]):
    """Finds tools that take what they need as an object of which the schema does not name a key."""

    meta = Meta(
        "opaque-object",
        "Main input is an object without properties",
        Severity.WARNING,
        tags=("parameters", "schema"),
        evidence=(
            "https://github.com/langchain-ai/deepagents/pull/6278",
            "https://github.com/getsentry/junior/pull/797",
            "https://json-schema.org/understanding-json-schema/reference/object",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report the objects of one tool together."""
        found = ctx.get(OPAQUE).get(tool, ())
        if found:
            yield self.finding(
                tool.at(*found[0].path, part="key"),
                _message(found),
                related=tuple(Related(tool.at(*item.path, part="key"), "no properties") for item in found[1:]),
                data={
                    "parameters": [item.name for item in found],
                    "keys": {item.name: list(item.keys) for item in found if item.keys},
                },
            )


def _message(found: Sequence[Opaque]) -> str:
    if len(found) > 1:
        shown = ", ".join(f"`{item.name}`" for item in found[:4])
        more = f" and {len(found) - 4} more" if len(found) > 4 else ""
        text = (
            f"{shown}{more} are objects of which the schema names no key, so no client can check what is sent: "
            "list their keys in `properties`, or say where they come from if they vary"
        )
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    (item,) = found
    lines = list(_lines(item))
    return next((line for line in lines if len(line) <= _LONGEST), f"{lines[-1][: _LONGEST - 1]}…")


def _text(item: Opaque) -> str:
    schema = follow(dict(item.tool.raw), item.path)
    text = schema.get("description") if isinstance(schema, dict) else None
    return text if isinstance(text, str) else ""


def _lines(item: Opaque) -> Iterator[str]:
    """The message on one object, with less evidence from line to line."""
    what = f"`{item.name}` is {'a list of objects' if item.name.endswith('[]') else 'an object'}"
    if item.why == "keys":
        for most in (4, 3, 2, 1):
            shown = ", ".join(f"`{key}`" for key in item.keys[:most])
            yield _told_keys(item, what, f"{shown}{', …' if len(item.keys) > most else ''}", most)
    elif item.why == "elsewhere":
        yield (
            f"{what} without `properties` whose keys stand in prose elsewhere, where no client checks them: put them "
            "into the schema, with types"
        )
    elif item.why == "dispatch":
        yield (
            f"`{item.name}` takes whatever `{item.selector}` wants, and nothing says what that is: a model has to "
            "guess it and no client checks it; make each a tool of its own, or name the tool that returns the schemas"
        )
    elif item.why == "kinds":
        which = f"`{item.selector}`" if item.selector else "the kind"
        for most in (5, 4, 3, 2):
            yield (
                f"{what} that depends on {which} ({listing(item.kinds, most, 'or')}), and nothing says which keys go "
                "with which, so a model has to guess them: list the keys of each, as branches of `anyOf` or in the text"
            )
    else:
        # a text may hint at one in passing ("needs an Id")
        told = (
            f"the schema names no key and the text on it only `{item.keys[0]}`"
            if item.keys
            else "the schema names no key"
            if _IN_BRACKETS.search(_text(item))
            else "the schema names no key and the text on it lists none"
        )
        action = "list its keys in `properties`, or say where they come from if they vary"
        yield f"{what} of which {told}, so a model has to guess what `{item.tool.name}` wants: {action}"
        yield f"{what} of which {told}, so a model has to guess them: {action}"
        yield f"{what} of which the schema names no key, so a model has to guess them: {action}"


def _told_keys(item: Opaque, what: str, shown: str, most: int) -> str:
    if item.untold:
        return (
            f"{what} without `properties` whose text lists keys ({shown}) for some values of `{item.selector}` and "
            f"none for {listing(item.untold, most)}: say those too, and put all into the schema, with types"
        )
    return (
        f"{what} without `properties` though its text lists keys ({shown}): clients can't check what prose says, so "
        "put them into the schema, with types"
    )
