"""Files as their repository names them, and where its web pages show them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from catalint.output.files import follow_links

# How standard input is named, which is no file that anybody could open. A file called so can be given as `./stdin`.
NO_FILES = frozenset(("", "-", "stdin", "<stdin>"))

# An address ends up in a link: nothing that could end one.
_ADDRESS = re.compile(r"https?://[\w.:/~%-]+", re.ASCII)


@dataclass(frozen=True)
class Repository:
    """The root of a repository, the directory that paths are relative to, and the address that its files are under.

    Without an address (`blob`) links lead to the file from the root, which is right for a reader inside the repository.
    """

    directory: Path
    root: Path
    blob: str = ""
    _names: dict[str, str | None] = field(default_factory=dict, repr=False, compare=False)

    def name(self, path: str) -> str | None:
        """The file as seen from the root, with `/` between folders; None for what lies elsewhere or is no file.

        Forges show no files behind symbolic links, so they are followed, unless that leads out of the repository.
        """
        if path not in self._names:
            try:
                self._names[path] = None if path in NO_FILES else self._name(path)
            except ValueError:  # what no file system takes: a null character, a lone surrogate
                self._names[path] = None
        return self._names[path]

    def link(self, path: str, line: int = 0) -> str:
        """The address of a line of a file, percent-encoded; empty where `name` finds none."""
        name = self.name(path)
        if name is None:
            return ""
        encoded = quote(os.fsencode(name))
        return (f"{self.blob}/{encoded}" if self.blob else encoded) + (f"#L{line}" if line else "")

    def _name(self, path: str) -> str | None:
        given = Path(os.path.abspath(self.directory / path))  # noqa: PTH100 - resolves no links, drops `..`
        root = self.root.resolve()
        unresolved = Path(os.path.abspath(self.root))  # noqa: PTH100
        os.fsencode(given)
        for file, folder in ((follow_links(given), root), (given, root), (given, unresolved)):
            if file.is_relative_to(folder):
                return file.relative_to(folder).as_posix()
        return None


def blob_address(environment: Mapping[str, str]) -> str:
    """Where the forge that runs this job shows the files of its commit; empty outside of a job.

    GitHub Actions (https://docs.github.com/en/actions/reference/workflows-and-actions/variables), Gitea and Forgejo
    with the same variables, and GitLab (https://docs.gitlab.com/ci/variables/predefined_variables/) are known.
    """
    get = environment.get
    if get("GITHUB_ACTIONS") == "true":
        pages = "src/commit" if get("GITEA_ACTIONS") or get("FORGEJO_ACTIONS") else "blob"
        parts = (get("GITHUB_SERVER_URL"), get("GITHUB_REPOSITORY"), pages, get("GITHUB_SHA"))
    elif get("GITLAB_CI") == "true":
        parts = (get("CI_PROJECT_URL"), "-", "blob", get("CI_COMMIT_SHA"))
    else:
        return ""
    address = "/".join(part.strip("/") for part in parts if part)
    return address if all(parts) and _ADDRESS.fullmatch(address) else ""
