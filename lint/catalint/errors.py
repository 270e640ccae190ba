"""The exceptions that a user can see, each one line with the exit code it means."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can mend: the text names the thing and the next step."""

    exit_code = 2


class ConfigError(UserError):
    """The configuration file or an option is wrong; `text` starts with `file:line:column` where one is known."""


class InputError(UserError):
    """An input can't be read as a catalog. `line` and `column` are 1-based, 0 where the fault has no position."""

    exit_code = 3

    def __init__(self, path: str, message: str, line: int = 0, column: int = 0) -> None:
        self.path = path
        self.message = message
        self.line = line
        self.column = column
        position = f":{line}:{column}" if line else ""
        super().__init__(f"{path}{position}: {message}")
