"""The command line: the only part that prints or exits."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from catalint import __version__
from catalint.errors import UserError

# Name, and where the command lives: a command is imported when it runs, since a start should cost what it needs.
COMMANDS: Mapping[str, str] = {
    "check": "catalint.cli.check:check",
    "tokens": "catalint.cli.tokens:tokens",
    "diff": "catalint.cli.diff:diff",
    "search": "catalint.cli.search:search",
    "discover": "catalint.cli.discover:discover",
    "plan": "catalint.cli.plan:plan",
    "targets": "catalint.cli.targets:targets",
    "dump": "catalint.cli.dump:dump",
    "baseline": "catalint.cli.baseline:baseline_command",
    "rules": "catalint.cli.rules:rules",
    "explain": "catalint.cli.explain:explain",
    "init": "catalint.cli.init:init",
}

CRASHED = 4
INTERRUPTED = 128 + 2  # as a shell reports SIGINT
PIPE_CLOSED = 128 + 13  # as a shell reports SIGPIPE


class Commands(click.Group):
    """A group that imports its commands on demand and turns every end of a run into one line and an exit code."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run from the command line; a standard stream that is closed reads and keeps nothing."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
        return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options before the command."""
        try:
            return super().make_context(*args, **extra)
        except click.ClickException as error:
            raise _disarmed(error) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name; says which one is near if there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from catalint.hints import did_you_mean

            hint = did_you_mean(args[0], COMMANDS) or f" (there are: {', '.join(COMMANDS)})"
            raise click.UsageError(f"no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was chosen."""
        from catalint.cli import console
        from catalint.cli.collector import paused

        try:
            _look_for_folder()
            try:
                with paused():
                    return super().invoke(ctx)
            finally:
                # a closed pipe or a full disk has to show here, not when the interpreter shuts down
                console.flush()
        except click.ClickException as error:
            raise _disarmed(error) from None
        except (click.exceptions.Exit, click.exceptions.Abort):
            raise
        except UserError as error:
            _complain(str(error), debug=ctx.params["debug"])
            ctx.exit(error.exit_code)
        except KeyboardInterrupt:
            click.echo("", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            console.abandon()
            ctx.exit(PIPE_CLOSED)
        except Exception as error:  # noqa: BLE001 - the last guard: a bug is one line and never taken for findings
            text = f"internal error: {type(error).__name__}: {error} (`catalint --debug ...` shows where)"
            _complain(text, debug=ctx.params["debug"])
            ctx.exit(CRASHED)


def _disarmed(error: click.ClickException) -> click.ClickException:
    """The error without anything that a terminal would obey: a shell makes arguments of the names of files."""
    from catalint.output.terminal import escape

    text = error.format_message()
    safe = "\n".join(map(escape, text.split("\n")))
    return error if safe == text else click.UsageError(safe, getattr(error, "ctx", None))


def _complain(text: str, *, debug: bool) -> None:
    from catalint.cli.console import complain

    if debug:
        import traceback

        traceback.print_exc()
    for line in text.splitlines():
        complain("error", line)


def _look_for_folder() -> None:
    """Raise UserError where somebody has removed the folder that we are in: paths are seen from it."""
    try:
        os.getcwd()  # noqa: PTH109
    except OSError as error:
        raise UserError(f"the working directory can't be seen: {error.strerror}") from None


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  catalint check tools.json         lint a catalog
  catalint check -- uvx my-server   lint what a server lists
  catalint tokens tools.json        see what each tool costs
  catalint search "query" tools.json
  catalint discover tools.json      see which tools a search will miss
  catalint explain vague-description""",
)
@click.version_option(__version__, "-V", "--version", message="catalint %(version)s")
@click.option("--debug", is_flag=True, help="Show a traceback where something fails.")
def main(*, debug: bool) -> None:
    """Lint the tool catalogs of MCP servers."""
