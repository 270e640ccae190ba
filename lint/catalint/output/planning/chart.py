"""A plan as a chart: what each way costs by the size of the catalog, and by the turns of a session.

One SVG that needs nothing else: no script, no font of its own, no address but that of its format. Colours follow the
scheme of the place that shows it; each line has a dash of its own, too, and its name at its end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from catalint.output.markup import character_data
from catalint.output.planning import wording
from catalint.output.terminal import brief
from catalint.planning.plan import Plan
from catalint.planning.strategies import Strategy

_WIDTH, _HEIGHT = 1120, 560
_TOP, _BOTTOM, _LEFT, _RIGHT, _GAP = 92, 70, 64, 262, 64
_PANEL = (_WIDTH - _LEFT - _RIGHT - _GAP) / 2
_POINTS = 48
_LINE = 15  # between labels
_LONGEST_TITLE = 90
_MOST_TURNS = 100.0
_KEY = "dollars for 1,000 sessions, lost sessions left out; both axes logarithmic; thick: recommended"
# Eight colours that people with any common colour vision can tell apart (Okabe and Ito, 2008), black and yellow apart
# from the first and last, which a light or a dark ground would swallow.
_LIGHT = ("#1b1b1b", "#0072b2", "#d55e00", "#008060", "#b0568f", "#8a6d00", "#2f86b8", "#7a4a2b", "#5a5aa8", "#667700")
_DARK = ("#f0f0f0", "#5cb3e8", "#ff8a3d", "#2fc79b", "#e59ac6", "#e6c84f", "#8fd0f5", "#d19b74", "#a9a9f0", "#c5d64a")
_DASHES = ("", "7 4", "2 3", "10 3 2 3", "5 2", "1 3", "12 4", "4 4 1 4", "8 2 2 2", "3 6")


@dataclass(frozen=True)
class _Panel:
    """A field with axes that are both logarithmic. `left` is where it begins; ranges are of values."""

    left: float
    across: tuple[float, float]
    up: tuple[float, float]

    def x(self, value: float) -> float:
        """Where a value stands from the left."""
        return self.left + _PANEL * _share(value, *self.across)

    def y(self, value: float) -> float:
        """Where a value stands from the top."""
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * _share(value, *self.up)


def draw(plan: Plan) -> str:
    """Draw the chart; ends with a newline."""
    return "\n".join(_lines(plan)) + "\n"


def _lines(plan: Plan) -> Iterator[str]:
    ways = [way for way in plan.planner.considered if not way.subset or 0 < plan.sizes.chosen < plan.sizes.tools]
    tools = (1.0, max(100.0, 3.0 * plan.sizes.tools))
    turns = (1.0, max(_MOST_TURNS, 3 * plan.session.turns))

    def by_tools(way: Strategy, number: float) -> float:
        return plan.planner.bill(way, plan.session, plan.sizes.of(number)).cost * wording.THOUSAND

    def by_turns(way: Strategy, number: float) -> float:
        return plan.planner.bill(way, replace(plan.session, turns=number)).cost * wording.THOUSAND

    series = [
        [(way, _sample(way, cost, across)) for way in ways] for cost, across in ((by_tools, tools), (by_turns, turns))
    ]
    costs = [cost for panel in series for _, points in panel for _, cost in points if cost > 0]
    up = _round_out(min(costs, default=1.0), max(costs, default=10.0))
    what, how = (brief(text, _LONGEST_TITLE) for text in wording.title(plan))
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img" aria-labelledby="title about">'
    )
    yield f'<title id="title">{character_data(f"Cost of loading {what}")}</title>'
    yield f'<desc id="about">{character_data(wording.verdict(plan))}</desc>'
    yield f"<style>{_style(len(ways))}</style>"
    yield f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}"/>'
    yield f'<text class="head" x="{_LEFT}" y="30">{character_data(what)}</text>'
    yield f'<text class="small" x="{_LEFT}" y="50">{character_data(how)}</text>'
    best = plan.outcome.best
    yield f'<text class="small" x="{_LEFT}" y="74">{_KEY}</text>'
    marks = ((plan.sizes.tools, f"{plan.sizes.tools:,.0f} tools"), (plan.session.turns, _turns(plan.session.turns)))
    names = ("tools in the catalog, of the mean size here", "turns of a session")
    for place, (across, name, mark) in enumerate(zip((tools, turns), names, marks, strict=True)):
        panel = _Panel(_LEFT + place * (_PANEL + _GAP), across, up)
        yield from _axes(panel, name, mark)
        for number, (way, points) in enumerate(series[place]):
            yield _curve(panel, number, points, thick=best is not None and way is best.strategy)
        if place:
            yield from _names(
                panel, [(number, way.title, points[-1][1]) for number, (way, points) in enumerate(series[1])]
            )
    yield "</svg>"


def _sample(
    way: Strategy, cost: Callable[[Strategy, float], float], across: tuple[float, float]
) -> Sequence[tuple[float, float]]:
    low, high = across
    values = [low * (high / low) ** (step / (_POINTS - 1)) for step in range(_POINTS)]
    return [(value, cost(way, value)) for value in values]


def _axes(panel: _Panel, name: str, mark: tuple[float, str]) -> Iterator[str]:
    left, right = panel.left, panel.left + _PANEL
    foot = _HEIGHT - _BOTTOM
    for value in _ticks(*panel.up):
        y = panel.y(value)
        yield f'<line class="grid" x1="{left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="small" text-anchor="end" x="{left - 6:.1f}" y="{y + 4:.1f}">{_short(value)}</text>'
    for value in _ticks(*panel.across):
        x = panel.x(value)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{foot}"/>'
        yield f'<text class="small" text-anchor="middle" x="{x:.1f}" y="{foot + 18}">{_short(value)}</text>'
    middle = (left + right) / 2
    yield f'<text class="axis" text-anchor="middle" x="{middle:.1f}" y="{foot + 42}">{character_data(name)}</text>'
    x = panel.x(mark[0])
    side = "end" if x > middle else "start"
    shift = -5 if x > middle else 5
    yield f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{foot}"/>'
    said = character_data(mark[1])
    yield f'<text class="small" text-anchor="{side}" x="{x + shift:.1f}" y="{_TOP + 12}">{said}</text>'


def _curve(panel: _Panel, number: int, points: Sequence[tuple[float, float]], *, thick: bool) -> str:
    path = " ".join(f"{panel.x(value):.1f},{panel.y(cost):.1f}" for value, cost in points if cost > 0)
    return f'<polyline class="line c{number}{" best" if thick else ""}" points="{path}"/>'


def _names(panel: _Panel, ends: Sequence[tuple[int, str, float]]) -> Iterator[str]:
    """The name of each line beside its end; those that would touch are moved apart."""
    right = panel.left + _PANEL
    placed = sorted(
        (panel.y(cost) if cost > 0 else panel.y(panel.up[0]), number, title) for number, title, cost in ends
    )
    heights = [y for y, _, _ in placed]
    for index in range(1, len(heights)):
        heights[index] = max(heights[index], heights[index - 1] + _LINE)
    over = heights[-1] - (_HEIGHT - _BOTTOM) if heights else 0.0
    for index in range(len(heights) - 1, -1, -1):
        limit = heights[index + 1] - _LINE if index + 1 < len(heights) else _HEIGHT - _BOTTOM
        heights[index] = min(heights[index], limit) if over > 0 else heights[index]
    for height, (y, number, title) in zip(heights, placed, strict=True):
        link = f"{right:.1f},{y:.1f} {right + 14:.1f},{height:.1f} {right + 36:.1f},{height:.1f}"
        yield f'<polyline class="link c{number}" points="{link}"/>'
        yield f'<text class="name" x="{right + 41:.1f}" y="{height + 4:.1f}">{character_data(title)}</text>'


def _style(lines: int) -> str:
    def colours(palette: Sequence[str]) -> str:
        return "".join(f".c{number}{{stroke:{palette[number % len(palette)]}}}" for number in range(lines))

    dashes = "".join(
        f".c{number}{{stroke-dasharray:{dash}}}" for number in range(lines) if (dash := _DASHES[number % len(_DASHES)])
    )
    return (
        "text{font-family:system-ui,sans-serif;fill:#222}.ground{fill:#fff}.head{font-size:17px;font-weight:600}"
        ".axis{font-size:13px}.small,.name{font-size:12px}.small{fill:#555}.grid{stroke:#ddd}"
        ".mark{stroke:#888;stroke-dasharray:3 3}.line{fill:none;stroke-width:2}.best{stroke-width:4}"
        ".link{fill:none;stroke-width:1.5}"
        f"{colours(_LIGHT)}{dashes}"
        "@media (prefers-color-scheme:dark){text{fill:#eee}.small{fill:#bbb}.ground{fill:#16181c}.grid{stroke:#333}"
        f"{colours(_DARK)}}}"
    )


def _share(value: float, low: float, high: float) -> float:
    if high <= low:
        return 0.5
    return (math.log(max(value, low)) - math.log(low)) / (math.log(high) - math.log(low))


def _round_out(low: float, high: float) -> tuple[float, float]:
    """The nearest of 1, 2 and 5 times a power of ten below and above."""
    steps = [step * 10.0**power for power in range(-15, 16) for step in (1, 2, 5)]
    below = max((step for step in steps if step <= low), default=low)
    above = min((step for step in steps if step >= high), default=high)
    return below, above if above > below else below * 10


def _ticks(low: float, high: float) -> Sequence[float]:
    wide = math.log10(high / low) > 3.5
    found = [
        step * 10.0**power
        for power in range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
        for step in ((1,) if wide else (1, 2, 5))
    ]
    return [value for value in found if low * 0.999 <= value <= high * 1.001]


def _short(value: float) -> str:
    for size, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{suffix}"
    return f"{value:g}"


def _turns(number: float) -> str:
    return f"{wording.amount(number)} {'turn' if number == 1 else 'turns'}"
