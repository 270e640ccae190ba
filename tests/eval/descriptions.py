"""Compare the judgement of descriptions with a panel that rated them.

usage: python tests/eval/descriptions.py FOLDER [--show]

FOLDER holds `labels.jsonl`, one rated tool a line: `server`, `name`, `description` and `raters`, a map from rater to
scores of 1 to 5 as strings, of which `purpose` counts. A description is bad where the median is 2 or less. Two halves
are told apart by a hash of server and tool: `tuned` is the one to look at while changing a rule, `unseen` the other.
Printed for each: the area under the ROC curve of the specificity score (the chance that a bad description scores below
a good one, ties one half), and precision and recall of the findings. Texts in other languages are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalint.context import Context
from catalint.model import Corpus, Tool, build_catalog
from catalint_rules.descriptions.language import is_english
from catalint_rules.descriptions.specificity import READINGS

_BAD = 2


@dataclass(frozen=True)
class Rated:
    """A description with the panel's median and what the rules make of it; `finding` is empty for none."""

    tool: Tool
    purpose: float
    score: float
    finding: str

    @property
    def bad(self) -> bool:
        """True if the panel finds the purpose unclear."""
        return self.purpose <= _BAD

    @property
    def half(self) -> str:
        """Which half it belongs to."""
        digest = hashlib.sha256(f"{self.tool.server}/{self.tool.name}".encode()).digest()
        return "tuned" if digest[0] % 2 else "unseen"


def load(folder: Path) -> list[Rated]:
    """Read the ratings and the judgement of each English description that was rated."""
    servers: defaultdict[str, list[tuple[dict[str, str], float]]] = defaultdict(list)
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        scores = [float(scores["purpose"]) for scores in row["raters"].values() if scores.get("purpose")]
        if row.get("description") and scores:
            entry = {"name": row["name"], "description": row["description"]}
            servers[row["server"]].append((entry, statistics.median(scores)))
    rated: list[Rated] = []
    for server, rows in servers.items():
        catalog = build_catalog(server, [dict(entry) for entry, _ in rows])
        readings = Context(Corpus((catalog,))).get(READINGS)
        for tool, (_, purpose) in zip(catalog.tools, rows, strict=True):
            reading = readings.get(tool)
            if reading is None:
                rated.append(Rated(tool, purpose, 0.0, "placeholder"))
            elif is_english(tool.description):
                finding = "restated" if reading.restates else "vague" if reading.vague else ""
                rated.append(Rated(tool, purpose, reading.score, finding))
    return rated


def area_under_curve(rated: Sequence[Rated]) -> float:
    """The chance that a bad description has a lower score than a good one."""
    bad = [item.score for item in rated if item.bad]
    good = [item.score for item in rated if not item.bad]
    wins = sum((low < high) + 0.5 * (low == high) for low in bad for high in good)
    return wins / (len(bad) * len(good)) if bad and good else float("nan")


def report(name: str, rated: Sequence[Rated]) -> str:
    """One line of figures."""
    bad = [item for item in rated if item.bad]
    found = [item for item in rated if item.finding]
    right = [item for item in found if item.bad]
    precision = len(right) / len(found) if found else float("nan")
    recall = len(right) / len(bad) if bad else float("nan")
    return (
        f"{name:8} {len(rated):4} rated {len(bad):4} bad   AUC {area_under_curve(rated):.3f}   "
        f"findings {len(found):3}  precision {precision:.2f}  recall {recall:.2f}"
    )


def show(rated: Iterable[Rated]) -> None:
    """Print the descriptions by score."""
    for item in sorted(rated, key=lambda item: item.score):
        text = " ".join(item.tool.description.split())
        print(f"{item.score:6.2f} {item.purpose:.1f} {item.finding:11} {item.tool.name}: {text[:140]}")


def main() -> None:
    """Print the figures of both halves and of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="list the descriptions of the tuned half by score")
    options = parser.parse_args()
    rated = load(options.folder)
    if options.show:
        show(item for item in rated if item.half == "tuned")
    for half in ("tuned", "unseen"):
        print(report(half, [item for item in rated if item.half == half]))
    print(report("all", rated))


if __name__ == "__main__":
    main()
