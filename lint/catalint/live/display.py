"""How a launch is shown: the command line or address, with everything that may be a secret left out."""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote, urlsplit

from catalint.live.launch import Command, Endpoint, Launch

MASK = "•••"
_PLAIN_MASK = "catalint-mask"  # needs no quotes in a shell
# What is shorter is found in every text, and no secret.
SHORTEST = 4

# Options, variables, headers and members whose values let somebody in.
_SECRET_NAME = re.compile(
    r"(?:^|[-_.])(?:(?:access|admin|api|app|auth|bearer|bot|client|db|private|refresh|secret|service|session|signing|"
    r"user)-?)?(?:key|token|secret|pat|pass(?:word|wd|phrase)?|pwd|auth(?:orization)?|bearer|credentials?|cookie|dsn|"
    r"connection-?string|header)s?(?:$|[-_.])",
    re.IGNORECASE,
)
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_JAVA_PROPERTY = re.compile(r"-D(?=[A-Za-z])")
_HEADER_OPTION = "-H"

# Forms of keys that services hand out, and what is as long and as mixed as one.
_KNOWN_KEY = re.compile(
    r"(?:sk|pk|rk)[-_]\w|gh[pousr]_\w|github_pat_|glpat-|xox[abeprs]-|AKIA[0-9A-Z]|AIza|ya29\.|eyJ[\w-]+\.|hf_\w|npm_\w|"
    r"lin_\w|ntn_|secret_|fc-[0-9a-f]|Bearer\s"
)
# A part of 8 with digits among letters, or many digits, tell keys from names of packages, whose parts are words.
_RANDOM = re.compile(
    r"(?=[^/\\]*[A-Za-z])"
    r"(?:(?=(?:[^/\\]*[^/\\A-Za-z0-9])?(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{8})|(?=(?:[^\d/\\]*+\d){6}))"
    r"[A-Za-z0-9+_=:%-]{24,}"
)

_ASSIGNMENT = re.compile(r"(-{0,2}[A-Za-z_][\w.-]*=)(?!=)(.*)", re.DOTALL)  # two are of a version
_MOST_NAMES = 4  # as in `--set=a=b`
_OPTION = re.compile(r"-{1,2}[A-Za-z][A-Za-z-]*(?:=.*)?", re.DOTALL)
_HEADER = re.compile(r"([A-Za-z][\w-]*)(\s*:\s+)(.*)", re.DOTALL)
_SCHEME = re.compile(r"^(?:Basic|Bearer|Token)\s+", re.IGNORECASE)
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s'\"]*")
_BLANK = re.compile(r"\s")
# A member of an object of JSON, of one within a string of JSON, or of what looks alike in other languages.
_MEMBER = re.compile(
    r"""((?<!\\)\\*+["']([\w.-]+)\\*+["']\s*+:\s*+)(\\+"(?:(?!\\+").)*+\\+"|"(?:[^"\\]|\\.)*+"|'[^']*+'|[^\s,{}\[\]"']++)""",
    re.DOTALL,
)
# A word of shell code, with the quotes in it; what ends a command is none.
_WORD = re.compile(r"""(?:[^\s'"\\;&|()<>]|\\.|'[^']*+'|"(?:[^"\\]|\\.)*+"|['"\\])++""", re.DOTALL)


def shown(launch: Launch) -> str:
    """A launch on one line. Environment and headers are left out, and so is what looks like a secret."""
    if isinstance(launch, Command):
        masked = (argument.replace(MASK, _PLAIN_MASK) for argument in mask_arguments(launch.arguments))
        return shlex.join(masked).replace(_PLAIN_MASK, MASK)
    if isinstance(launch, Endpoint):
        return mask_url(launch.url)
    return f"py:{launch.target}"


def mask_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """Arguments with a mask for each that is the value of an option like `--token`, or looks like a key."""
    return Masking().arguments(arguments)


def mask_text(text: str) -> str:
    """One argument with a mask for what may be secret: the value of `KEY=value`, a URL's user and query, a key."""
    return Masking().text(text)


def mask_url(url: str) -> str:
    """A URL without user and password, and with a mask for a query, a fragment and parts of the path like keys."""
    return Masking().url(url)


def known_values(secrets: Iterable[str]) -> list[str]:
    """Values that are secret wherever they stand, and what of them may stand alone, as `in_reach` has them."""
    found: set[str] = set()
    for secret in secrets:
        masking = Masking()
        masking.text(secret)
        found |= {*_parts(secret), *masking.hidden}
    return in_reach(found)


def in_reach(values: Iterable[str]) -> list[str]:
    """The values that can be looked for in a text, the longest first: one may be a part of another."""
    return sorted({value for value in values if len(value) >= SHORTEST}, key=lambda value: (-len(value), value))


def mask_values(text: str, values: Iterable[str]) -> str:
    """A text with a mask for each of some values, in their order."""
    for value in values:
        text = text.replace(value, MASK)
    return text


def names_secret(name: str) -> bool:
    """Whether an option, a variable, a header or a member is called like what lets somebody in."""
    name = _JAVA_PROPERTY.sub("", name).strip("-=")
    return bool(_SECRET_NAME.search(_HUMP.sub("-", name)))


class Masking:
    """Masks what may be secret, and keeps in `hidden` what that was, as it may stand elsewhere."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()

    def arguments(self, arguments: Sequence[str]) -> tuple[str, ...]:
        """As `mask_arguments`."""
        masked: list[str] = []
        follows = False
        for argument in arguments:
            if follows and not _OPTION.fullmatch(argument):
                masked.append(self._hide(argument))
                follows = False
                continue
            follows = argument == _HEADER_OPTION or (
                argument.startswith("-") and "=" not in argument and names_secret(argument)
            )
            masked.append(argument if follows else self.text(argument))
        return tuple(masked)

    def text(self, text: str) -> str:
        """As `mask_text`."""
        names = ""
        for _ in range(_MOST_NAMES):
            assignment = _ASSIGNMENT.fullmatch(text)
            if not assignment:
                break
            name, value = assignment.groups()
            # without a dash it is a variable of an environment, which is where secrets are
            if value and (names_secret(name) or not name.startswith("-")):
                self._words(text)  # where shell code begins with it, what follows is more than a value
                return names + name + self._hide(value)
            names, text = names + name, value
        return names + self._value(text)

    def _value(self, text: str) -> str:
        """A text that is no assignment."""
        if _ADDRESS.match(text) and not _BLANK.search(text):
            return self.url(text)
        if _KNOWN_KEY.match(text) or _RANDOM.fullmatch(text):
            return self._hide(text)
        header = _HEADER.fullmatch(text)
        if header and names_secret(header[1]):
            return header[1] + header[2] + self._hide(header[3])
        text = _MEMBER.sub(self._member, text)
        text = _ADDRESS.sub(lambda match: self.url(match[0]), text)
        return self._words(text)

    def url(self, url: str) -> str:
        """As `mask_url`."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            return self._hide(url)
        self._keep_credentials(parts.username or "", parts.password or "")
        for value in (parts.query, parts.fragment, *(each.partition("=")[2] for each in parts.query.split("&"))):
            self.hidden |= {value, unquote(value)}
        host = f"[{host}]" if ":" in host else host
        path = "/".join(
            self._hide(part) if _KNOWN_KEY.match(part) or _RANDOM.fullmatch(part) else part
            for part in parts.path.split("/")
        )
        rest = f"?{MASK}" if parts.query or parts.fragment else ""
        return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}{rest}"

    def _keep_credentials(self, user: str, password: str) -> None:
        self.hidden |= {user, password, unquote(user), unquote(password)}
        if user or password:
            self.hidden.add(_base64(f"{unquote(user)}:{unquote(password)}"))

    def _hide(self, value: str) -> str:
        self.hidden.update(_parts(value))
        return MASK

    def _member(self, match: re.Match[str]) -> str:
        head, name, value = match.groups()
        if not names_secret(name):
            return match[0]
        bare = value.strip("\\").strip("\"'").rstrip("\\")
        return head + (value.replace(bare, self._hide(bare), 1) if bare else value)

    def _words(self, text: str) -> str:
        """Shell code with each word masked as an argument is; what is a single word is none."""
        found = list(_WORD.finditer(text))
        if len(found) < 2:
            return text
        bare = [_unquoted(match[0]) for match in found]
        masked = self.arguments(bare)
        pieces: list[str] = []
        kept = 0
        for match, before, after in zip(found, bare, masked, strict=True):
            word = match[0].replace(before, after) if before else after
            pieces.extend((text[kept : match.start()], match[0] if after == before else word))
            kept = match.end()
        return "".join((*pieces, text[kept:]))


def _unquoted(word: str) -> str:
    """A word of shell code without quotes around the whole of it."""
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word


def _parts(secret: str) -> Iterator[str]:
    """A secret, and what of it is secret alone: the value of a header or variable, what follows a scheme, a line."""
    named = _HEADER.fullmatch(secret) or _ASSIGNMENT.fullmatch(secret)
    for value in (secret, secret.strip(), *(named.groups()[-1:] if named else ())):
        yield value
        yield _SCHEME.sub("", value, count=1)
    lines = secret.splitlines()
    if len(lines) > 1:
        yield from (line.strip() for line in lines)


def _base64(text: str) -> str:
    return base64.b64encode(text.encode(errors="replace")).decode()
