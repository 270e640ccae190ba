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
from catalint.tokenizer.bpe import O200K_PATTERN, merge
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
        "\u0295's and \u1c89x",  # reclassified in Unicode 17, assigned in Unicode 16
        "\U0001fae9 \U00016d40\U00016d41",  # assigned in Unicode 16
        "\U000e0001\U0010fffd",
    ],
)
def test_leaves_unsettled_characters_to_tiktoken(text: str, oracle: tiktoken.Encoding) -> None:
    assert tokenizer.counter().lengths(text) == lengths(oracle, text)


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


@pytest.mark.parametrize("piece", ["ab" * 60_000, "=" * 120_000, "中" * 110_000, " " * 120_000, "x" + "\n" * 101_000])
def test_long_pieces_are_exact(piece: str, oracle: tiktoken.Encoding) -> None:
    assert tokenizer.counter().lengths(piece) == lengths(oracle, piece)


def test_long_pieces_are_merged_alike_by_both(table: Table, oracle: tiktoken.Encoding) -> None:
    letters = "".join(Random(5).choices("abcdefghijklmnop", k=30_000))  # noqa: S311
    assert merge(letters.encode(), table) == lengths(oracle, letters)


def test_white_space_that_tiktoken_panics_on_is_counted(capfd: pytest.CaptureFixture[str]) -> None:
    """A million spaces: 128 of them are one token, the longest run of the vocabulary."""
    counter = tokenizer.counter()
    assert counter.count(" " * 1_000_000) == -(-1_000_000 // 128)
    # an unassigned character sends a text to tiktoken, but not this one
    assert counter.count("\u0378" + " " * 1_000_000) > 7_000
    assert capfd.readouterr().err == ""


def test_texts_share_what_is_merged() -> None:
    counter = tokenizer.counter()
    once = counter.lengths("reconcile the ledger of quarrelsome lighthouses")
    assert counter.lengths("reconcile the ledger of quarrelsome lighthouses") == once
    assert sum(once) == len("reconcile the ledger of quarrelsome lighthouses")


def test_the_cache_of_pieces_is_bounded(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    from catalint.tokenizer import bpe

    monkeypatch.setattr(bpe, "_MOST_PIECES", 10)
    counter = bpe.TableCounter("small", table)
    texts = [f"word{chr(97 + number)} other{chr(97 + number)}" for number in range(26)]
    assert [counter.count(text) for text in texts] == [tokenizer.counter().count(text) for text in texts]
    assert len(counter._pieces) <= 10


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("Return the invoices of one customer.", ["tiktoken", "numpy", "requests", "regex"]),
        ("Größe — 大きさ 🙂", ["tiktoken", "numpy", "requests"]),
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
