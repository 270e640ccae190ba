"""Files as a revision of a git repository has them: `git:REVISION:PATH`.

The path counts from the root of the repository, or from the working directory where it begins with `./` or `../`, as
git itself takes it. Git is run without a shell; nothing is fetched, and no filter or pager of a configuration runs.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catalint.errors import InputError
from catalint.quoting import shown

if TYPE_CHECKING:
    from subprocess import Popen

PREFIX = "git:"
"""What an input begins with that is a file of a revision."""

# A local repository answers at once; one on a slow network drive should still get its time.
_SECONDS = 30.0
# Would have git look elsewhere or write down what it does.
_VARIABLES = frozenset(("GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_EXTERNAL_DIFF", "GIT_PAGER"))


@dataclass(frozen=True, slots=True)
class Revision:
    """A file of a revision; `name` is as the user wrote it."""

    name: str
    revision: str
    path: str


def parse(name: str) -> Revision:
    """Read `git:REVISION:PATH`; raises InputError for anything else."""
    revision, colon, path = name.removeprefix(PREFIX).partition(":")
    if not colon or not revision or not path:
        raise InputError(name, "write git:REVISION:PATH, such as git:main:tools.json")
    if revision.startswith("-") or "\0" in name:
        raise InputError(name, f"{shown(revision)} is no revision")
    return Revision(name, revision, path)


def file_of(path: str) -> str:
    """The file that a path with a revision names; any other path as it is."""
    return path.removeprefix(PREFIX).partition(":")[2] if path.startswith(PREFIX) else path


class MissingFileError(InputError):
    """A revision that is there has no such file."""


def is_there(name: str) -> bool:
    """Whether a revision has a file; raises InputError where that can't be said, as without a repository."""
    try:
        read(name, 0)
    except MissingFileError:
        return False
    return True


def read(name: str, most: int) -> bytes:
    """The bytes of a file of a revision, at most `most` and one more. Raises InputError if there is no such thing."""
    import subprocess
    import tempfile

    found = parse(name)
    environment = {key: value for key, value in os.environ.items() if key not in _VARIABLES}
    # messages are looked at, and an old object is never fetched from a remote
    environment |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
    command = ["git", "--no-pager", "cat-file", "blob", f"{found.revision}:{found.path}"]
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(  # noqa: S603 - a list, no shell; the revision can't be an option
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, env=environment
            )
        except FileNotFoundError:
            raise InputError(name, "git is not installed, or not in the PATH") from None
        except OSError as error:
            raise InputError(name, f"git can't be run: {error.strerror or error}") from None
        with process:
            data = _read_all(process, most + 1, name)
            code = process.poll()
        errors.seek(0)
        message = errors.read(2_000).decode("utf-8", "replace")
    if code and len(data) <= most:
        raise _error(message, found)
    return data


def _read_all(process: Popen[bytes], most: int, name: str) -> bytes:
    """What a process writes, up to some bytes and some seconds; it is ended where it goes on."""
    import threading

    late = threading.Event()

    def stop() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(_SECONDS, stop)
    timer.start()
    try:
        data = process.stdout.read(most) if process.stdout else b""
        if len(data) == most:
            process.kill()
        process.wait()
    finally:
        timer.cancel()
    if late.is_set():
        raise InputError(name, f"git did not answer in {_SECONDS:g} seconds")
    return data


def _is_shallow() -> bool:
    """Whether the repository of the working directory lacks the history before some commits."""
    import subprocess

    command = ["git", "rev-parse", "--is-shallow-repository"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=_SECONDS)  # noqa: S603 - no input in it
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout.strip() == b"true"


def _error(message: str, found: Revision) -> InputError:
    """Why git has no such file, in one line and in our words."""
    text = message.lower()
    revision, path = shown(found.revision, 60), shown(found.path, 100)
    if "does not exist in" in text or "exists on disk, but not in" in text or "exists, but not" in text:
        hint = ""
        if not found.path.startswith((".", "/")):
            hint = f" at the root of the repository (write ./{found.path} for one that counts from here)"
        return MissingFileError(found.name, f"{revision} has no file {path}{hint if len(hint) < 160 else ''}")
    if "not a valid object name" in text or "invalid object name" in text:
        # what continuous integration checks out is often nothing but the last commit
        more = "; this clone is shallow: fetch more of it (`git fetch --unshallow origin`)" if _is_shallow() else ""
        return InputError(found.name, f"the repository has no revision {revision}{more}")
    for sign, reason in (
        ("not a git repository", "the working directory is in no git repository"),
        ("dubious ownership", "git refuses the repository, which belongs to another user (safe.directory)"),
        ("outside", f"{path} leads out of the repository"),
        ("bad file", f"{path} is no file in {revision}"),
    ):
        if sign in text:
            return InputError(found.name, reason)
    last = next((line.strip() for line in reversed(message.splitlines()) if line.strip()), "")
    return InputError(found.name, f"git can't read it{f': {shown(last, 160)}' if last else ''}")
