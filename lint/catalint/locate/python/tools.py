"""Tools in Python: decorated functions, `Tool(...)`, `add_tool(...)`, dictionaries, classes with a name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from catalint.locate.code import Spot
from catalint.locate.definition import Draft, Strength
from catalint.locate.python.module import Function, Module, Package, dotted, last_name
from catalint.locate.python.schemas import read_arguments, read_model, read_schema
from catalint.locate.values import Text

_DECORATOR = re.compile(r"(?i)(?:^|_)tools?(?:_|$)|tool$|^command$|^action$")
_NO_DECORATOR = frozenset(("call_tool", "list_tools", "fixture", "on_call_tool", "on_list_tools", "call_tools"))
_SURE = re.compile(r"(?i)^(?:mcp_?|register_?|add_?|function_?)?tool$")
_NAME = re.compile(r"^[\w./:-]{1,200}$")
_SCHEMAS = ("inputSchema", "input_schema", "parameters", "args_schema", "inputs", "schema", "params", "input_model")
_ADDING = frozenset(
    "tool add_tool from_function register_tool FunctionTool Tool StructuredTool add register function_tool "
    "add_function from_tool".split()
)
_HINTS = {
    "title": "title",
    "readOnlyHint": "readOnlyHint",
    "destructiveHint": "destructiveHint",
    "idempotentHint": "idempotentHint",
    "openWorldHint": "openWorldHint",
}


def find_tools(package: Package, module: Module) -> Iterator[Draft]:
    """Yield what may define a tool in a module, whether or not a server has it."""
    for function in module.functions:
        for decorator in function.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = last_name(target)
            if _DECORATOR.search(name) and name not in _NO_DECORATOR:
                yield _decorated(package, module, function, decorator, name)
    for call in module.calls:
        yield from _called(package, module, call)
    for node in module.dicts:
        draft = _dictionary(package, module, node)
        if draft is not None:
            yield draft
        else:
            yield from _keyed(package, module, node)
    for model in module.classes.values():
        draft = _class(package, module, model)
        if draft is not None:
            yield draft


def find_functions(package: Package, module: Module, names: frozenset[str]) -> Iterator[Draft]:
    """Yield the functions that have one of these names: some list of functions may make them tools."""
    for function in module.functions:
        if function.name in names:
            yield _function(package, module, function, function.name, Strength.LIKELY)


def _function(package: Package, module: Module, function: Function, name: str, strength: Strength) -> Draft:
    spot = module.name_spot(function)
    draft = Draft(name, strength, {(): spot}, [spot, *map(module.spot, function.decorator_list)])
    body = function.body[0] if function.body else None
    if isinstance(body, ast.Expr) and isinstance(body.value, ast.Constant) and isinstance(body.value.value, str):
        draft.describe(body.value.value, module.spot(body.value))
    read_arguments(package, module, function, draft)
    return draft


def _decorated(package: Package, module: Module, function: Function, decorator: ast.expr, decorator_name: str) -> Draft:
    strength = Strength.REGISTERED if _SURE.match(decorator_name) else Strength.LIKELY
    draft = _function(package, module, function, function.name, strength)
    if isinstance(decorator, ast.Call):
        _keywords(package, module, decorator, draft)
        _named(package, module, decorator, draft)
    return draft


def _named(package: Package, module: Module, call: ast.Call, draft: Draft) -> None:
    """Take the name that a call gives a tool: `name=` or a first text that can be one."""
    given = next((keyword.value for keyword in call.keywords if keyword.arg == "name"), None)
    first = call.args[0] if call.args else None
    text = package.text(module, given or first)
    if text is not None and text.complete and _NAME.match(text.content):
        draft.name = text.content
        draft.spots[()], draft.is_literal = _use(module, given or first, text)
    elif given is not None:
        draft.strength = min(draft.strength, Strength.LIKELY)


def _use(module: Module, node: ast.expr | None, text: Text) -> tuple[Spot, bool]:
    """Where a name is used: the literal itself, or the constant at the place where the tool is made."""
    is_literal = isinstance(node, ast.Constant | ast.JoinedStr)
    is_own = node is not None and dotted(node).rpartition(".")[2] == "name" and text.spot.file is module.file
    return (text.spot if is_literal or is_own or node is None else module.spot(node)), is_literal


def _keywords(package: Package, module: Module, call: ast.Call, draft: Draft) -> bool:
    """Take description, title, annotations and schema from the keywords of a call; False if there are none of them."""
    found = False
    for keyword in call.keywords:
        key = keyword.arg or ""
        if key == "description":
            text = package.text(module, keyword.value)
            draft.spots.pop(("description",), None)
            draft.describe(text.content if text else "", text.spot if text else module.spot(keyword.value))
            draft.description = text.content if text else None
            found = True
        elif key in _SCHEMAS:
            draft.put(("inputSchema",), module.key_spot(keyword))
            read_schema(package, module, keyword.value, ("inputSchema",), draft)
            found = True
        elif key in ("title", "outputSchema", "output_schema", "annotations", "_meta", "meta"):
            name = {"output_schema": "outputSchema", "meta": "_meta"}.get(key, key)
            draft.put((name,), module.spot(keyword.value) if name == "title" else module.key_spot(keyword))
            if name == "annotations":
                _annotations(module, keyword.value, draft)
    return found


def _annotations(module: Module, node: ast.expr, draft: Draft) -> None:
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg in _HINTS:
                draft.put(("annotations", keyword.arg), module.spot(keyword))
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value in _HINTS:
                draft.put(("annotations", key.value), module.spot(value))


def _called(package: Package, module: Module, call: ast.Call) -> Iterator[Draft]:
    """`Tool(name=...)`, `add_tool(function)`, `mcp.tool(...)(function)` and their kin."""
    inner = call.func if isinstance(call.func, ast.Call) else None
    callee = last_name(inner.func if inner else call.func)
    settings = inner or call
    given = next((keyword.value for keyword in settings.keywords if keyword.arg == "name"), None)
    if callee in _ADDING or (given is not None and "tool" in callee.lower()):
        function = _function_of(package, module, call)
        if function is not None:
            yield _added(package, *function, module, settings, strong=inner is not None or callee != "add")
            return
    if given is None:
        if "tool" in callee.lower() and callee not in _NO_DECORATOR:
            yield from _positional(package, module, call)
        return
    name = package.text(module, given)
    if name is None or not name.complete or not _NAME.match(name.content):
        return
    spot, is_literal = _use(module, given, name)
    strength = Strength.REGISTERED if "tool" in callee.lower() else Strength.OBJECT
    draft = Draft(name.content, strength, {(): spot}, [module.spot(call)], is_literal=is_literal)
    if _keywords(package, module, settings, draft):
        yield draft
    elif "tool" in callee.lower():
        draft.strength = Strength.LIKELY
        yield draft


def _positional(package: Package, module: Module, call: ast.Call) -> Iterator[Draft]:
    """`register_tool("name", "description", schema)`: texts and dictionaries after a name."""
    name = package.text(module, call.args[0]) if len(call.args) > 1 else None
    if name is None or not name.complete or not _NAME.match(name.content):
        return
    spot, is_literal = _use(module, call.args[0], name)
    draft = Draft(name.content, Strength.LIKELY, {(): spot}, [module.spot(call)], is_literal=is_literal)
    text = package.text(module, call.args[1])
    if text is not None and " " in text.content.strip():
        draft.describe(text.content, text.spot)
        draft.strength = Strength.OBJECT
    for argument in call.args[1:]:
        if isinstance(argument, ast.Dict):
            read_schema(package, module, argument, ("inputSchema",), draft)
    _keywords(package, module, call, draft)
    yield draft


def _function_of(package: Package, module: Module, call: ast.Call) -> tuple[Module, Function] | None:
    """The function that a call makes a tool: its first argument, or that of `fn=`."""
    nodes = [*call.args[:2], *(keyword.value for keyword in call.keywords if keyword.arg in ("fn", "func", "function"))]
    for node in nodes:
        name = dotted(node)
        if not name:
            continue
        there, inside = package.resolve(module, name)
        function = there.by_name.get(inside.rpartition(".")[2])
        if function is not None:
            return there, function
    return None


def _added(
    package: Package, home: Module, function: Function, module: Module, settings: ast.Call, *, strong: bool
) -> Draft:
    draft = _function(package, home, function, function.name, Strength.REGISTERED if strong else Strength.LIKELY)
    draft.heads.append(module.spot(settings))
    _keywords(package, module, settings, draft)
    given = next((keyword.value for keyword in settings.keywords if keyword.arg == "name"), None)
    if given is not None or (settings.args and isinstance(settings.args[0], ast.Constant)):
        _named(package, module, settings, draft)
    return draft


def _dictionary(package: Package, module: Module, node: ast.Dict) -> Draft | None:
    """`{"name": "x", "description": ..., "inputSchema": ...}`, also as the `function` of an OpenAI tool."""
    keys = _texts_to_values(node)
    given = keys.get("name")
    name = package.text(module, given) if given is not None else None
    if name is None or not name.complete or not _NAME.match(name.content):
        return None
    schema = next((key for key in _SCHEMAS if key in keys), "")
    if "description" not in keys and not schema:
        return None
    spot, is_literal = _use(module, given, name)
    strength = Strength.REGISTERED if schema and "description" in keys else Strength.OBJECT
    draft = Draft(name.content, strength, {(): spot}, [spot], is_literal=is_literal)
    text = package.text(module, keys.get("description"))
    if "description" in keys:
        draft.describe(text.content if text else "", text.spot if text else module.spot(keys["description"]))
        draft.description = text.content if text else None
    if schema:
        read_schema(package, module, keys[schema], ("inputSchema",), draft)
    if "title" in keys:
        draft.put(("title",), module.spot(keys["title"]))
    if "annotations" in keys:
        draft.put(("annotations",), module.spot(keys["annotations"]))
        _annotations(module, keys["annotations"], draft)
    return draft


def _keyed(package: Package, module: Module, node: ast.Dict) -> Iterator[Draft]:
    """`{"name": {"description": ..., "input_schema": ...}}`: a map from names to what describes each tool."""
    for key, value in zip(node.keys, node.values, strict=True):
        if not isinstance(value, ast.Dict):
            continue
        keys = _texts_to_values(value)
        if "description" not in keys or "name" in keys:
            continue
        schema = next((each for each in _SCHEMAS if each in keys), "")
        name = package.text(module, key) if schema or {"handler", "function", "func", "fn"} & keys.keys() else None
        if name is None or key is None or not name.complete or not _NAME.match(name.content):
            continue
        draft = Draft(name.content, Strength.OBJECT, {(): module.spot(key)}, [module.spot(key)])
        text = package.text(module, keys["description"])
        draft.describe(text.content if text else "", text.spot if text else module.spot(keys["description"]))
        draft.description = text.content if text else None
        if schema:
            read_schema(package, module, keys[schema], ("inputSchema",), draft)
        yield draft


def _texts_to_values(node: ast.Dict) -> dict[str, ast.expr]:
    """The values of a dictionary whose keys are texts."""
    return {
        key.value: value
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def _class(package: Package, module: Module, model: ast.ClassDef) -> Draft | None:
    """A class with `name = "x"` and a description or a schema."""
    name = package.text(module, module.constants.get(f"{model.name}.name"))
    if name is None or not name.complete or not _NAME.match(name.content):
        return None
    draft = Draft(name.content, Strength.LIKELY, {(): name.spot}, [name.spot, module.name_spot(model)])
    text = package.text(module, module.constants.get(f"{model.name}.description"))
    if text is not None:
        draft.describe(text.content, text.spot)
        draft.strength = Strength.OBJECT
    for key in _SCHEMAS:
        schema = module.constants.get(f"{model.name}.{key}")
        if schema is not None:
            read_schema(package, module, schema, ("inputSchema",), draft)
    inner = next((node for node in model.body if isinstance(node, ast.ClassDef)), None)
    if inner is not None:
        read_model(package, module, inner, ("inputSchema",), draft)
    return draft
