from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from catalint.model import Json, build_catalog
from catalint.search.bm25 import Bm25
from catalint.search.crowd import STRANGE_WORDS, TOPICAL, WORDS, Crowd
from catalint.search.document import Document
from catalint.search.findability import Judge, judge, query_figure, score_figure
from catalint.search.sayability import log_odds, sayable_terms
from catalint.search.tokenization import PLAIN


def index(texts: dict[str, str]) -> Bm25:
    entries: list[Json] = [{"name": name, "description": text} for name, text in texts.items()]
    return Bm25(Document(tool) for tool in build_catalog("farm", entries).tools)


def document(found: Bm25, name: str) -> Document:
    return next(document for document in found.documents if document.tool.name == name)


ANIMALS = "cow goat sheep horse donkey goose duck hen turkey rabbit pig llama".split()
VERBS = "feed wash count weigh sell move".split()
# twelve kinds of animals, six jobs each; one tool says nothing that others do not say too
HERD = {f"{verb}_{animal}": f"{verb.title()} a {animal} of the farm." for animal in ANIMALS for verb in VERBS}
VAGUE = {"feed_farm": "Feed the farm."}


def probabilities(texts: dict[str, str]) -> dict[str, float]:
    return {verdict.tool.name: verdict.probability for verdict in judge(index(texts))}


def test_a_tool_without_a_word_of_its_own_is_the_least_findable() -> None:
    found = probabilities(HERD | VAGUE)
    assert min(found, key=lambda name: found[name]) == "feed_farm"


def test_a_word_that_nobody_else_has_lifts_a_tool() -> None:
    before = probabilities(HERD | VAGUE)["feed_farm"]
    after = probabilities(HERD | {"feed_farm": "Feed the tractors."})["feed_farm"]
    assert after > before + 0.2


def test_the_same_catalog_gives_the_same_figures_in_any_order() -> None:
    items = list((HERD | VAGUE).items())
    reference = probabilities(dict(items))
    random.Random(3).shuffle(items)  # noqa: S311
    shuffled = probabilities(dict(items))
    assert {name: round(value, 9) for name, value in shuffled.items()} == {
        name: round(value, 9) for name, value in reference.items()
    }


def test_editing_one_tool_hardly_moves_the_others() -> None:
    before = probabilities(HERD)
    after = probabilities(HERD | {"sell_pig": "Sell a pig at the market of the next town, with papers."})
    moved = [abs(after[name] - before[name]) for name in HERD if name != "sell_pig"]
    assert max(moved) < 0.03
    assert sum(moved) / len(moved) < 0.01


def test_expected_rivals_agree_with_a_simulation() -> None:
    """What is computed exactly is close to what drawing a great many bonuses gives."""
    draws = random.Random(11)  # noqa: S311
    words = [f"{first}{second}" for first in "bdfgklmnprst" for second in ("aro", "eni", "ilu")]
    frequencies = [1 / (rank + 2) for rank in range(len(words))]
    found = index({f"{at}": " ".join(draws.choices(words, frequencies, k=draws.randint(3, 20))) for at in range(60)})
    vocabulary = sorted(found.vocabulary)
    shares = [found.frequency(term) for term in vocabulary]
    rounds = 300
    position = 7
    sayable = [sayable_terms(found, each, WORDS) for each in found.documents]
    own_words = [found.weights(word.term)[at] for at, each in enumerate(sayable) for word in each]
    own_terms = sorted(found.documents[position].terms, key=lambda term: -found.weights(term)[position])[:WORDS]
    computed = Crowd(found, sayable).rivals(position, own_terms)
    searches = [chosen for size in range(1, WORDS + 1) for chosen in combinations(own_terms, size)]
    assert len(computed) == len(searches)
    for terms, expected in list(zip(searches, computed, strict=True))[::4]:
        own = sum(found.weights(term)[position] for term in terms)
        before = 0
        for _ in range(rounds):
            totals = found.scores(terms)
            for rival in range(len(found)):
                # each tool draws words of its own, and finds a word in its text as often as any tool does
                drawn = draws.choices(vocabulary, shares, k=STRANGE_WORDS)
                bonus = sum(
                    draws.choice(list(found.weights(term).values()))
                    for term in drawn
                    if draws.random() < found.frequency(term) / len(found)
                )
                if rival in totals and draws.random() < TOPICAL:
                    bonus += draws.choice(own_words)
                before += rival != position and totals.get(rival, 0.0) + bonus > own
        # counting ends where the tool has no chance any more
        assert expected == pytest.approx(before / rounds, rel=0.1, abs=0.4) or min(expected, before / rounds) > 20


def test_figures_of_all_tools_are_shares_and_chances() -> None:
    for verdict in judge(index(HERD | VAGUE)):
        assert 0 < verdict.probability < 1
        assert 0 <= verdict.share <= 1
        assert 0 < verdict.rank <= 1
        assert verdict.score > 0


def test_words_of_name_and_first_sentence_are_said_before_others() -> None:
    found = index(HERD | {"book_vet": "Fetch a doctor for animals. Needs the stable number of the patient."})
    odds = log_odds(found, document(found, "book_vet"))
    assert odds["book"] > odds["stabl"]
    assert odds["doctor"] > odds["stabl"]
    best = [word.term for word in sayable_terms(found, document(found, "book_vet"), 3)]
    assert set(best) == {"anim", "doctor", "fetch"}


def test_words_of_no_other_author_are_said_less() -> None:
    texts = {"zorblax_plough": "Plough a field with Zorblax.", "message_plough": "Plough a field with Message."}
    found = index(HERD | texts)
    made_up, known = (log_odds(found, document(found, name)) for name in texts)
    assert made_up["zorblax"] < known["messag"]
    assert made_up["field"] == known["field"]


def test_plain_words_are_looked_up_by_their_stems_and_stop_words_are_not_said() -> None:
    entries: list[Json] = [{"name": name, "description": text} for name, text in HERD.items()]
    entries.append({"name": "weigh", "description": "The tractors of the farm are weighed."})
    found = Bm25((Document(tool, PLAIN) for tool in build_catalog("farm", entries).tools), PLAIN)
    words = sayable_terms(found, document(found, "weigh"), 4)
    assert {word.term for word in words} == {"weigh", "tractors", "farm", "weighed"}
    assert log_odds(found, document(found, "weigh"))["the"] < -10


def test_figures_are_bounded_and_comparable() -> None:
    assert query_figure(0) == -query_figure(1) == pytest.approx(-math.log(41))
    assert query_figure(0.5) == 0
    assert score_figure(math.log(200), 200) == pytest.approx(1)
    assert score_figure(1.0, 1) == score_figure(1.0, 2)


@pytest.mark.parametrize(
    "texts", [{}, {"a": ""}, {"cow": "Cow."}, {"cow": "Cow.", "goat": "Goat."}, {"x": "", "y": ""}]
)
def test_tiny_catalogs_are_judged_without_fuss(texts: dict[str, str]) -> None:
    assert len(judge(index(texts))) == len(texts)


def test_thousands_of_tools_with_one_text_take_no_comparison_of_each_with_each() -> None:
    text = "Return what a farm knows of one animal, with its weight and its age."
    found = probabilities({f"get_animal_{number}": text for number in range(6_000)})
    assert len(found) == 6_000
    assert max(found.values()) - min(found.values()) < 0.2


def test_a_tool_is_judged_alone_as_among_all() -> None:
    judging, everything = Judge(index(HERD)), judge(index(HERD))
    for position in (0, len(HERD) // 2, len(HERD) - 1):
        assert judging.judge(position).probability == everything[position].probability


def test_the_mean_of_a_large_catalog_takes_a_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = judge(index(HERD))
    monkeypatch.setattr("catalint.search.findability._SAMPLE", len(HERD) // 3)
    judging = Judge(index(HERD))
    for position, verdict in enumerate(exact):
        assert judging.judge(position).probability == pytest.approx(verdict.probability, abs=0.03)
