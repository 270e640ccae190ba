"""What an author's code raised, in a line."""

from __future__ import annotations

import importlib
import sysconfig
import traceback
from pathlib import Path

from catalint.live.failure import Fault

_MESSAGE_LENGTH = 400
_OURS = str(Path(__file__).parent)
# What imports modules.
_MACHINERY = ("<frozen ", importlib.__file__)


class AuthorFault(Fault):
    """The author's own code raised, as `__cause__` has it."""


def explain(error: BaseException) -> str:
    """An exception in one line, with the place in the author's code: `KeyError: 'port' (server.py:12)`."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    text = " ".join(text.split())
    line = f"{type(error).__name__}: {text}" if text else type(error).__name__
    line = line if len(line) <= _MESSAGE_LENGTH else f"{line[: _MESSAGE_LENGTH - 1]}…"
    return f"{line}{_where(error)}"


def print_traceback(error: BaseException) -> None:
    """Print a traceback on standard error, from the author's code on: how it was called is nothing to them."""
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename.startswith((*_MACHINERY, _OURS)):
        place = place.tb_next
    traceback.print_exception(type(error), error, place or error.__traceback__)


def relative(path: Path) -> str:
    """A path as seen from the working directory, if it lies there."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _where(error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f" ({relative(Path(error.filename))}:{error.lineno})"
    frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith("<frozen ")]
    libraries = (
        *(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib")),
        str(Path(__file__).parent),
    )
    own = [frame for frame in frames if not frame.filename.startswith(libraries)] or frames
    return f" ({relative(Path(own[-1].filename))}:{own[-1].lineno})" if own else ""
