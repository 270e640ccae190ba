"""Counting against tiktoken itself, on texts of every script and shape."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from random import Random

import pytest
import regex
import tiktoken

from catalint import tokenizer
from catalint.tokenizer import bpe
from catalint.tokenizer.bpe import O200K_PATTERN, TableCounter, merge, merge_long
from catalint.tokenizer.table import Table

GLUE = [*" \t\n\r\x0b\x0c\xa0\u2003\u3000.(-/", *"'s 'LL 'ſ 're 0 12 2024-05".split(), "  ", "\r\n", "'ve "]
CODE = """\
def fetch(url: str, *, retries=3) -> bytes:\n\t"Read it."\n    for attempt in range(retries):\r\n        pass
SELECT id, name FROM users WHERE created_at >= '2024-01-01' AND status <> 'x';
const x = {a: [1, 2.5e-7], "b": null, c: `${d}`}; // they're don't I'LL we've I'd
<svg viewBox="0 0 24 24"><path d="M12 2L2 7l10 5 10-5-10-5z"/></svg> https://example.org/a/b?c=d&e=%20#f
#!/bin/sh -e\nexport PATH=$HOME/.bin:$PATH && exec "$@" 2>&1 | grep -Eo '[a-z]+://[^ ]+' ====== ---- ....
""".splitlines()
WORDS = """
getUserByID HTTPServer snake_case_name kebab-case SCREAMING_CASE iPhone eBay McDonald x86_64 v2.10.3 naïve Straße
the tool returns a list of invoices for one customer and throws if the customer does not exist
""".split()


@pytest.fixture(scope="module")
def settled(table: Table) -> str:
    """Every character that the table settles: all that Unicode 14 assigns, but one."""
    ranges = zip(table._firsts, table._lasts, strict=True)
    return "".join(chr(code) for first, last in ranges for code in range(first, last + 1))


def scripted(characters: str, random: Random) -> Iterator[str]:
    """Texts that together hold every character, and so every script; neighbours stay together."""
    for start in range(0, len(characters), 10):
        run = characters[start : start + 10]
        parts = [*run, *random.choices(GLUE, k=4), *random.choices(WORDS, k=2), *random.choices(run, k=3)]
        random.shuffle(parts)
        yield "".join(parts)


def shaped(count: int, random: Random) -> Iterator[str]:
    """JSON of tools, code, white space, contractions, runs of one character, texts of ASCII alone."""
    ascii_only = [chr(code) for code in range(128)]
    for number in range(count):
        match number % 6:
            case 0:
                words = random.choices(WORDS, k=12)
                tool = {
                    "name": words[0],
                    "description": " ".join(words),
                    "input_schema": {"properties": {words[1]: {}}},
                }
                yield json.dumps(tool, ensure_ascii=bool(number % 4), separators=(",", ":") if number % 3 else None)
            case 1:
                line = random.choice(CODE)
                start = random.randrange(len(line))
                yield line[start : start + 60] + random.choice(GLUE) + random.choice(CODE)[:40]
            case 2:
                yield "".join(
                    random.choices([" ", "  ", "\n", "\r\n", "\t", "\x1c", "\x85", "a", "Z", "9", ".", "é"], k=30)
                )
            case 3:
                yield "".join(
                    random.choices([*"'’`", "s", "T", "re", "VE", "m", "ll", "D", "ſ", "Ω", "don", " ", "K"], k=25)
                )
            case 4:
                yield random.choice(["a", "=", " ", "\n", "中", "é", "7", "/", "\u0301", "aA"]) * random.randrange(
                    1, 400
                )
            case _:
                yield "".join(random.choices(ascii_only, k=50))


def test_equals_tiktoken_on_20000_texts_of_every_script(settled: str, oracle: tiktoken.Encoding) -> None:
    counter = tokenizer.counter()
    random = Random(20_000)  # noqa: S311 - a seed, no secret
    texts = [*scripted(settled, random)]
    texts += shaped(20_000 - len(texts), random)
    assert 14_000 < sum(not text.isascii() for text in texts) < 19_000
    wrong = [text for text in texts if counter.lengths(text) != lengths(oracle, text)]
    assert wrong == []


def lengths(oracle: tiktoken.Encoding, text: str) -> bytes:
    return bytes(len(token) for token in oracle.decode_tokens_bytes(oracle.encode_ordinary(text)))


def test_pattern_is_tiktokens_own(oracle: tiktoken.Encoding) -> None:
    assert oracle._pat_str == O200K_PATTERN


@pytest.mark.parametrize(
    "pattern",
    [
        r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]",
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]",
        r"[^\r\n\p{L}\p{N}]",
        r"[^\s\p{L}\p{N}]",
        r"\p{N}",
        r"\s",
        r"\S",
        r"(?i:[stremvld])",
    ],
)
def test_both_engines_class_every_settled_character_alike(pattern: str, settled: str) -> None:
    """The proof behind `Table.settles`: it must be rerun for every version of `regex` and tiktoken."""
    byte_by_byte = {bytes((byte,)): byte for byte in range(256)}
    engine = tiktoken.Encoding("classes", pat_str=pattern, mergeable_ranks=byte_by_byte, special_tokens={})
    assert bytes(engine.encode_ordinary(settled)).decode() == "".join(regex.findall(pattern, settled))


@pytest.mark.parametrize(
    "text",
    [
        "x\u0378's \u0378\u0378 y",  # unassigned
        "\ue000\uf8ff private's",  # private use
        "\u0295Ab \u0295's",  # a small letter up to Unicode 16, one without case since
        "x\ua7ce's \ua7cf",  # assigned in Unicode 17
        "\u1c89x \U0001fae9 \U00016d40\U00016d41",  # assigned in Unicode 16
        "\U000e0001\U0010fffd",
    ],
)
def test_leaves_unsettled_characters_to_tiktoken(text: str, oracle: tiktoken.Encoding) -> None:
    assert tokenizer.counter().lengths(text) == lengths(oracle, text)


def test_cuts_texts_with_unsettled_characters_where_pieces_end(oracle: tiktoken.Encoding) -> None:
    random = Random(3)  # noqa: S311
    parts = [
        *" \n\t\r\u2003\xa0\x1c'.-/()9",
        "  ",
        " a",
        "Bc",
        "don't",
        "\u0378",
        "\ua7ce",
        "'s",
        "\r\n ",
        "é",
        "中",
        "\ue000",
    ]
    texts = ["".join(random.choices(parts, k=random.randrange(2, 40))) + "\u0378" for _ in range(4_000)]
    wrong = [text for text in texts if tokenizer.counter().lengths(text) != lengths(oracle, text)]
    assert wrong == []


@pytest.mark.parametrize(
    "text", ["\ud800", "a\udc00b", "\ud83d\ude00 pair", "é\udfff\ud800\udc00x\ud800", "\ufeff\ud800"]
)
def test_replaces_surrogates_as_tiktoken_does(text: str, oracle: tiktoken.Encoding) -> None:
    assert tokenizer.counter().lengths(text) == lengths(oracle, text)


@pytest.mark.parametrize("text", ["<|endoftext|>", "<|endofprompt|> <|fim_prefix|>", "say <|start|>system"])
def test_special_tokens_are_text(text: str, oracle: tiktoken.Encoding) -> None:
    assert tokenizer.counter().lengths(text) == lengths(oracle, text)
    assert tokenizer.counter("o200k_harmony").count(text) > 2


def test_empty_text_has_no_tokens() -> None:
    assert tokenizer.counter().lengths("") == b""
    assert tokenizer.counter().count("") == 0


@pytest.mark.parametrize("piece", ["ab" * 15_000, "=" * 30_000, "中" * 15_000, " " * 30_000, "x" + "\n" * 25_000])
def test_long_pieces_are_exact(piece: str, oracle: tiktoken.Encoding) -> None:
    assert tokenizer.counter().lengths(piece) == lengths(oracle, piece)


def test_long_pieces_are_merged_alike_by_both(table: Table, oracle: tiktoken.Encoding) -> None:
    letters = "".join(Random(5).choices("abcdefghijklmnop", k=30_000))  # noqa: S311
    assert merge(letters.encode(), table) == lengths(oracle, letters)


@pytest.mark.parametrize(
    "letters", ["a", "ab", "aA0_", " ", "=-", "é", "中文字符", "😀👍🏽", "abcdefghijklmnopqrstuvwxyz", "the ing"]
)
@pytest.mark.parametrize("stretch", [1, 7, 64])
def test_a_long_piece_is_merged_in_stretches_as_at_once(
    letters: str, stretch: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bpe, "_LONGEST_PIECE", 0)
    monkeypatch.setattr(bpe, "_STRETCH", stretch)
    random = Random(letters)  # noqa: S311 - a fixed sample
    for size in (1, 5, 130, 400):
        for piece in (
            "".join(random.choices(letters, k=size)).encode(),
            ("".join(random.choices(letters, k=3)) * (size // 3)).encode(),
            bytes(random.randrange(256) for _ in range(size)),
        ):
            assert merge_long(piece, lambda part: merge(part, table)) == (merge(piece, table) if piece else b"")


def test_tiktoken_merges_what_is_too_much(
    monkeypatch: pytest.MonkeyPatch, table: Table, oracle: tiktoken.Encoding
) -> None:
    monkeypatch.setattr(bpe, "_MERGED_HERE", 10_000)
    counter = TableCounter("o200k_base", table)
    monkeypatch.setattr(bpe, "merge", lambda *_: pytest.fail("merged here"))
    mixed = "".join(Random(3).choices("abcdefghij中👍", k=60_000))  # noqa: S311 - a fixed sample
    for text in ("x" * 300_000, mixed, " " * 200_000 + "y"):
        assert counter.lengths(text) == lengths(oracle, text)


def test_long_stretches_never_reach_tiktoken(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    """It panics on a million white-space characters in a row, and up to 0.12 takes quadratic time for long pieces."""
    seen: list[str] = []

    class Spy:
        def lengths(self, text: str) -> bytes:
            seen.append(text)
            return b"x"

    counter = TableCounter("spied", table)
    monkeypatch.setattr(counter, "_reference", Spy(), raising=False)
    counter.count("\u0378 " + " " * 50_000 + "\u0378\n" + "\n" * 25_000 + "\u0378 \ue000 " + "a" * 25_000 + " é")
    assert seen == ["\u0378", " \ue000"]  # not the 25,000 line feeds between two such characters


def test_texts_share_what_is_merged() -> None:
    counter = tokenizer.counter()
    once = counter.lengths("reconcile the ledger of quarrelsome lighthouses")
    assert counter.lengths("reconcile the ledger of quarrelsome lighthouses") == once
    assert sum(once) == len("reconcile the ledger of quarrelsome lighthouses")


def test_the_cache_of_pieces_is_bounded(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    monkeypatch.setattr(bpe, "_MOST_PIECES", 10)
    counter = TableCounter("small", table)
    texts = [f"word{chr(97 + number)} other{chr(97 + number)}" for number in range(26)]
    assert [counter.count(text) for text in texts] == [tokenizer.counter().count(text) for text in texts]
    assert len(counter._pieces) <= 10


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("Return the invoices of one customer.", ["tiktoken", "numpy", "requests", "regex"]),
        ("Größe — 大きさ 🙂", ["tiktoken", "numpy", "requests"]),
        ("half a pair: \ud83d, and then nothing", ["tiktoken", "numpy", "requests"]),
    ],
)
def test_counting_imports_nothing_heavy(text: str, absent: list[str]) -> None:
    script = (
        "import sys\nfrom catalint import tokenizer\n"
        f"assert tokenizer.counter().count({text!r}) > 5\n"
        f"print([name for name in {absent!r} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "[]", run.stderr


def test_what_is_settled_is_text(settled: str) -> None:
    assert len(settled) == 144_761
    assert not {unicodedata.category(character) for character in settled} & {"Cn", "Co", "Cs"}
