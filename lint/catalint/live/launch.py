"""What there is to list: a command to start, an address to ask, or a server object of a Python module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Transport: TypeAlias = Literal["auto", "streamable-http", "sse"]


@dataclass(frozen=True)
class Command:
    """A server that is started and asked over its standard input and output; its arguments may hold secrets, too.

    `environment` is added to what a server may see of ours; its values may be secrets, and never show. `folder` is
    where it starts, empty for the working directory.
    """

    arguments: tuple[str, ...] = field(repr=False)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    folder: str = ""


@dataclass(frozen=True)
class Endpoint:
    """A server that answers under a URL. The values of `headers` may be secrets, and never show."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    transport: Transport = "auto"


@dataclass(frozen=True)
class PythonObject:
    """A server object of a Python module, as `module:name` or `module:name.attribute`; a callable there makes one.

    `folder` is put first on the module path, empty for the working directory.
    """

    target: str
    folder: str = ""


Launch: TypeAlias = Command | Endpoint | PythonObject


@dataclass(frozen=True)
class Server:
    """A server to list. `name` is the user's, `launch` how to reach it, `origin` where it was named, for messages.

    `shown` is the launch as it may be shown where a configuration writes it in another way, as with `${NAME}`; `values`
    are those that were put in for variables, and may be secret.
    """

    name: str
    launch: Launch
    origin: str = ""
    shown: str = ""
    values: tuple[str, ...] = field(default=(), repr=False)
