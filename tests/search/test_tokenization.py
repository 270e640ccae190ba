from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.search.tokenization import ENGLISH, PLAIN, Profile


def terms(text: str, profile: Profile = ENGLISH) -> list[str]:
    return [term for word in profile.words(text) for term in word.terms]


def joined(text: str) -> list[str]:
    return [word.joined for word in ENGLISH.words(text) if word.joined]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get_user_by_id", ["get", "user", "id"]),
        ("getUserProfile", ["get", "user", "profil"]),
        ("HTTPServerError", ["http", "server", "error"]),
        ("kebab-case.dotted/slashed", ["kebab", "case", "dot", "slash"]),
        ("List the URLs of all VMs", ["list", "url", "vms"]),
        ("Reservations, reserved, reserving", ["reserv", "reserv", "reserv"]),
        ("The a of to with", []),
        ("x y z", []),
        ("v2 of mp3s", ["2", "mp", "3"]),
        ("version 10", ["version", "10"]),
        ("Café naïve ÉCOLE", ["café", "naïve", "école"]),
        ("Überprüfe den Kontostand", ["überprüfe", "den", "kontostand"]),
        ("Москва", ["москва"]),
        ("查询天气", ["查询", "询天", "天气"]),
        ("天", ["天"]),
        ("天気をgetする", ["天気", "気を", "get", "する"]),
        ("날씨 조회", ["날씨", "조회"]),
        ("สภาพ", ["สภ", "ภา", "าพ"]),
        ("user's", ["user"]),
        ("", []),
        ("... --- !!!", []),
    ],
)
def test_english_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get_user_by_id", ["get_user_by_id"]),
        ("Get the Users", ["get", "the", "users"]),
        ("e-mail", ["e", "mail"]),
        ("查询天气", ["查询天气"]),
    ],
)
def test_plain_terms(text: str, expected: list[str]) -> None:
    assert terms(text, PLAIN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GitHub and YouTube", ["github", "youtub"]),
        ("S3 buckets", ["s3"]),
        ("OAuth2", ["oauth2"]),
        ("github", []),
        ("GITHUB", []),
        ("URLs", []),
        ("git_hub", []),
        ("API查询", []),
    ],
)
def test_split_words_have_a_joined_form(text: str, expected: list[str]) -> None:
    assert joined(text) == expected


def test_joined_forms_do_not_make_a_text_longer() -> None:
    counted = ENGLISH.count("GitHub issues on GitHub")
    assert counted.terms == {"git": 2, "hub": 2, "issu": 1}
    assert counted.joined == {"github": 2}
    assert counted.length == 5


def test_compatibility_characters_and_loose_marks_are_unified() -> None:
    assert terms("ｅｍａｉｌ ﬁle") == ["email", "file"]
    assert terms("cafe\u0301") == terms("café")
    assert terms("हिन्दी") == ["हनद"]


def test_parts_stand_beside_their_terms() -> None:
    (word,) = ENGLISH.words("getReservationsOfDay")
    assert word.parts == ("get", "reservations", "day")
    assert word.terms == ("get", "reserv", "day")


@given(st.text(max_size=60))
@pytest.mark.parametrize("profile", [ENGLISH, PLAIN], ids=lambda profile: profile.name)
def test_counting_agrees_with_splitting(profile: Profile, text: str) -> None:
    words = profile.words(text)
    counted = profile.count(text)
    assert counted.length == sum(len(word.terms) for word in words)
    assert set(counted.terms) == {term for word in words for term in word.terms}
    assert sum(counted.terms.values()) == counted.length
    assert all(len(word.parts) == len(word.terms) for word in words)


@given(st.text(max_size=60))
def test_terms_are_in_lower_case_and_not_empty(text: str) -> None:
    found = terms(text)
    assert all(found)
    assert [term for term in found if term != term.lower()] == []
