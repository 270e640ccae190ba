from __future__ import annotations

import json
import re
from datetime import date

import pytest

from catalint.errors import ConfigError
from catalint.planning import figures
from catalint.planning.figures import override, standard


def test_every_figure_has_source_date_and_confidence() -> None:
    found = dict(standard().each())
    assert len(found) > 100
    for path, figure in found.items():
        assert re.match(r"https://\S+$|assumption$|published measurement ", figure.source), path
        assert date.fromisoformat(figure.date) <= date.fromisoformat(standard().date), path
        assert figure.confidence in ("confirmed", "reported", "uncertain", "assumed"), path


def test_assumptions_say_so_and_have_a_range_or_a_reason() -> None:
    for path, figure in standard().each():
        assert (figure.source == "assumption") == (figure.confidence == "assumed"), path
        if figure.confidence == "assumed":
            assert figure.note or figure.low < figure.high, path


def test_ranges_hold_their_value() -> None:
    for path, figure in standard().each():
        if isinstance(figure.value, int | float) and not isinstance(figure.value, bool):
            assert figure.low <= figure.value <= figure.high, path


def test_the_generated_file_is_up_to_date() -> None:
    for path, make in figures.generated().items():
        assert path.read_text(encoding="utf-8") == make()


def test_prices_are_consistent() -> None:
    for provider in standard().providers.values():
        for model in provider.models.values():
            assert 0 < model.price.cached < model.price.input < model.price.output, model.name
            assert model.long.input >= model.price.input, model.name
            assert model.above <= model.window or model.long == model.price, model.name
        assert provider.default_model in provider.models


def test_a_file_of_the_user_replaces_what_it_holds() -> None:
    text = "providers: {anthropic: {models: {claude-opus-5: {input: 3, output: {value: 9, source: contract}}}}}"
    found = override(text, "mine.yaml")
    price = found.providers["anthropic"].models["claude-opus-5"].price
    assert (price.input, price.output) == (3, 9)
    assert price.cached == standard().providers["anthropic"].models["claude-opus-5"].price.cached
    sources = {path: figure.source for path, figure in found.each()}
    assert sources["providers.anthropic.models.claude-opus-5.input"] == "mine.yaml"
    assert sources["providers.anthropic.models.claude-opus-5.output"] == "contract"
    assert found.origin == "mine.yaml"
    assert standard().providers["anthropic"].models["claude-opus-5"].price.input == 5


def test_a_new_model() -> None:
    text = json.dumps(
        {"providers": {"openai": {"models": {"own": {"input": 1, "output": 2, "cached": 0.5, "window": 9000}}}}}
    )
    model = override(text, "own.json").providers["openai"].models["own"]
    assert (model.price.input, model.window, model.floor) == (1, 9000, 1024)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2]", "holds no figures"),
        ("providers: [", "can't be read as YAML or JSON"),
        ("{session: {tries: .nan}}", "session.tries: nan is no number"),
        ("{session: {tries: .inf}}", "session.tries: inf is no number"),
        ("{session: {tries: 0}}", "session.tries"),
        ("{session: {system: -1}}", "session.system"),
        ("{session: {system: many}}", "session.system"),
        ("{session: {colour: 3}}", "session"),
        ("{session: 3}", "session: holds"),
        ("{session: {tries: {low: 2}}}", "session.tries: a number"),
        ("{providers: {anthropic: {models: {claude-opus-5: {input: -4}}}}}", "claude-opus-5.input"),
        ("{providers: {anthropic: {cache: {share: 2}}}}", "cache.share"),
        ("{providers: {anthropic: {default-model: none}}}", "there is no model 'none'"),
        ("{providers: {own: {title: Own}}}", "providers.own"),
        ("{providers: {openai: {limits: {namespace: 0}}}}", "limits.namespace.value: 0 is less than"),
        (
            "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 30)),
            "can't be read",
        ),
    ],
)
def test_a_wrong_file_is_one_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        override(text, "mine.yaml")
    said = str(caught.value)
    assert said.startswith("mine.yaml")
    assert message in said
    assert "\n" not in said
