"""The figures that plans are made of, each with its source, date and confidence: read from figures.json."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from catalint.errors import ConfigError
from catalint.planning.caching import Rates

Confidence: TypeAlias = Literal["confirmed", "reported", "uncertain", "assumed"]
Tree: TypeAlias = Mapping[str, Any]

FOLDER = Path(__file__).parent
_RUNS = FOLDER / "figures.json"
_WRITTEN = FOLDER / "figures.yaml"
_SCHEMA = FOLDER / "figures.schema.json"

# Ours has some two thousand.
_MOST_PARTS = 100_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with where it is from. `low` and `high` are a range that it may well be in, the value itself if none."""

    value: Any
    source: str
    date: str
    confidence: Confidence
    low: float
    high: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens: fresh, written, read from a cache; and tokens that come out."""

    input: float
    output: float
    cached: float


@dataclass(frozen=True, slots=True)
class Model:
    """A model. `long` is its price for requests of more than `above` tokens, the same one where there is no other."""

    name: str
    price: Price
    window: float
    floor: float
    long: Price
    above: float
    write: float | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider. `lifetimes` are seconds and price of a write, by the name of a kind of cache; the first is usual.

    `floor` is the fewest tokens that are cached, `share` what part of a known beginning is read from the cache.
    `limits` are the figures of its own tool search and of its requests.
    """

    name: str
    title: str
    target: str
    default_model: str
    deferral: bool
    order: tuple[str, ...]
    share: float
    rates: Rates
    lifetimes: Mapping[str, tuple[float, float]]
    limits: Mapping[str, Figure]
    models: Mapping[str, Model]

    def limit(self, name: str) -> float:
        """A limit by its name; infinite where there is none."""
        return float(self.limits[name].value) if name in self.limits else math.inf


@dataclass(frozen=True)
class Figures:
    """All figures. `date` is when they were put together; `origin` is the file that changed some, empty if none."""

    date: str
    session: Mapping[str, Figure]
    profiles: Mapping[str, Mapping[str, Figure]]
    titles: Mapping[str, str]
    providers: Mapping[str, Provider]
    tree: Tree
    origin: str = ""

    def each(self) -> Iterator[tuple[str, Figure]]:
        """Every figure with its path, such as `providers.gemini.cache.floor`."""
        return _each("", self.tree)


@lru_cache(maxsize=1)
def standard() -> Figures:
    """The figures that catalint comes with."""
    return _read(json.loads(_RUNS.read_bytes()))


def override(text: str, origin: str) -> Figures:
    """The figures with those of a file of the user in their place, in YAML or JSON of the same shape.

    Such a file holds what differs; a bare number stands for a figure whose source is the file. Raises ConfigError with
    the path of what is wrong.
    """
    given = _parse(text, origin)
    tree: dict[str, Any] = json.loads(_RUNS.read_bytes())
    _merge(tree, given, origin, "")
    problem = next(_problems(tree), None)
    if problem:
        raise ConfigError(f"{origin}: {problem}")
    return _read(tree, origin)


def generated() -> Mapping[Path, Callable[[], str]]:
    """The file that `make docs` writes from figures.yaml, and what makes its text; raises ValueError for a bad one."""
    return {_RUNS: _compile}


def _compile() -> str:
    tree = _plain(_WRITTEN.read_text(encoding="utf-8"))
    tree.pop("x-sources", None)
    problem = next(_problems(tree), None)
    if problem:
        raise ValueError(f"{_WRITTEN.name}: {problem}")
    return json.dumps(tree, indent=1, ensure_ascii=False) + "\n"


def _plain(text: str) -> dict[str, Any]:
    from ruamel.yaml import YAML

    value = YAML(typ="safe", pure=True).load(text)
    if _spreads(value):
        raise ValueError("too much")
    # dates become texts on the way through JSON
    found: dict[str, Any] = json.loads(json.dumps(value, default=str))
    return found


def _spreads(value: object) -> bool:
    """Whether a value has more parts than any file of figures: aliases of aliases make a short text endless."""
    pending = [value]
    for _ in range(_MOST_PARTS):
        if not pending:
            return False
        part = pending.pop()
        if isinstance(part, dict | list):
            pending.extend(part.values() if isinstance(part, dict) else part)
    return True


def _parse(text: str, origin: str) -> dict[str, Any]:
    from ruamel.yaml.error import YAMLError

    try:
        found = _plain(text)
    except (YAMLError, ValueError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f":{line + 1}"
        raise ConfigError(f"{origin}{where}: can't be read as YAML or JSON") from None
    if not isinstance(found, dict):
        raise ConfigError(f"{origin}: holds no figures: write them in the shape of figures.yaml (see docs/plan.md)")
    return found


def _merge(tree: dict[str, Any], given: Mapping[str, Any], origin: str, path: str) -> None:
    for key, value in given.items():
        here = f"{path}.{key}" if path else key
        old = tree.get(key)
        if _is_figure(value):
            tree[key] = {"source": origin, "date": tree.get("date", ""), "confidence": "assumed", **value}
        elif isinstance(value, Mapping):
            if _is_figure(old) or (old is not None and not isinstance(old, dict)):
                raise ConfigError(f"{origin}: {here}: a number, or value with source, date and confidence belongs here")
            child = tree.setdefault(key, {})
            _merge(child, value, origin, here)
        elif _is_figure(old) or (old is None and isinstance(value, int | float)):
            tree[key] = {"value": value, "source": origin, "date": "", "confidence": "assumed"}
        elif isinstance(old, dict):
            raise ConfigError(f"{origin}: {here}: holds {', '.join(list(old)[:4])} and no single value")
        else:
            tree[key] = value


def _is_figure(value: object) -> bool:
    return isinstance(value, dict) and "value" in value


def _problems(tree: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a tree: numbers that are none, then what the schema does not take."""
    for path, figure in _raw(tree, ""):
        for part in ("value", "low", "high"):
            number = figure.get(part)
            if isinstance(number, float) and not math.isfinite(number):
                yield f"{path}: {number} is no number to count with"
    import jsonschema

    schema = json.loads(_SCHEMA.read_bytes())
    for error in jsonschema.Draft202012Validator(schema).iter_errors(tree):
        where = ".".join(map(str, error.absolute_path))
        yield f"{where}: {error.message}" if where else error.message
    for name, provider in tree["providers"].items():
        if provider["default-model"] not in provider["models"]:
            yield f"providers.{name}.default-model: there is no model {provider['default-model']!r}"


def _raw(tree: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, value in tree.items():
        here = f"{path}.{key}" if path else str(key)
        if _is_figure(value):
            yield here, value
        elif isinstance(value, Mapping):
            yield from _raw(value, here)


def _each(path: str, tree: Tree) -> Iterator[tuple[str, Figure]]:
    return ((where, _figure(raw)) for where, raw in _raw(tree, path))


def _figure(raw: Mapping[str, Any]) -> Figure:
    value = raw["value"]
    return Figure(
        value,
        raw["source"],
        raw["date"],
        raw["confidence"],
        raw.get("low", value),
        raw.get("high", value),
        raw.get("note", ""),
    )


def _read(tree: Tree, origin: str = "") -> Figures:
    return Figures(
        date=tree["date"],
        session={name: _figure(raw) for name, raw in tree["session"].items()},
        profiles={
            name: {key: _figure(raw) for key, raw in profile.items() if key != "title"}
            for name, profile in tree["profiles"].items()
        },
        titles={name: profile["title"] for name, profile in tree["profiles"].items()},
        providers={name: _provider(name, raw) for name, raw in tree["providers"].items()},
        tree=tree,
        origin=origin,
    )


def _provider(name: str, raw: Tree) -> Provider:
    cache = raw["cache"]
    lifetimes = {key: (each["seconds"]["value"], each["write"]["value"]) for key, each in cache["lifetimes"].items()}
    usual = next(iter(lifetimes.values()))
    return Provider(
        name=name,
        title=raw["title"],
        target=raw["target"],
        default_model=raw["default-model"],
        deferral=raw["deferral"]["value"],
        order=tuple(raw["order"]["value"]),
        share=cache["share"]["value"],
        rates=Rates(read=cache["read"]["value"], write=usual[1]),
        lifetimes=lifetimes,
        limits={key: _figure(each) for key, each in raw["limits"].items()},
        models={key: _model(key, each, cache["floor"]["value"]) for key, each in raw["models"].items()},
    )


def _model(name: str, raw: Tree, floor: float) -> Model:
    price = Price(*(raw[part]["value"] for part in ("input", "output", "cached")))
    long = raw.get("long")
    return Model(
        name=name,
        price=price,
        window=raw["window"]["value"],
        floor=raw["floor"]["value"] if "floor" in raw else floor,
        long=Price(*(long[part]["value"] for part in ("input", "output", "cached"))) if long else price,
        above=long["above"]["value"] if long else math.inf,
        write=raw["write"]["value"] if "write" in raw else None,
    )
