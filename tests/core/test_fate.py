"""Verifiable chance: the numbers of a seed, recomputed independently, and the verification of a record."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import closecall
from closecall.core.errors import BadOptions, BadRecord, UnfairRecord
from closecall.core.fate import (
    SEED_BYTES,
    RandomSource,
    SeededSource,
    commitment,
    mixed,
    verify,
    with_fate,
)
from closecall.core.match import Commit, Fate
from closecall.core.record import Player, Record, record_of
from closecall.core.rules import Decision, Over
from closecall.games import mark
from closecall.games.mark.state import Roll
from support.matches import refusal

SEED = bytes(range(32))


def words(seed: bytes, point: int) -> Iterator[int]:
    """The 32-bit words of a point, written from the description and not from the code."""
    block = 0
    while True:
        mac = hmac.new(seed, b"closecall/%d/%d" % (point, block), hashlib.sha256).hexdigest()
        yield from (int(mac[at : at + 8], 16) for at in range(0, 64, 8))
        block += 1


@pytest.mark.parametrize("seed", [bytes(32), SEED, b"\xff" * 32])
@pytest.mark.parametrize("point", [0, 1, 9, 10, 12345])
def test_the_numbers_of_a_seed(seed: bytes, point: int) -> None:
    """Below 2³² nothing is rejected, so the words themselves appear, over several blocks."""
    source, expected = SeededSource(seed, point), words(seed, point)
    assert [source.below(2**32) for _ in range(30)] == [next(expected) for _ in range(30)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 60, 1000, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_below(n: int) -> None:
    """Words from the incomplete last multiple of n are thrown away, the next taken modulo n."""
    source = SeededSource(SEED, 4)
    fair = [word % n for word, _ in zip(words(SEED, 4), range(2_000), strict=False) if word < 2**32 // n * n]
    assert [source.below(n) for _ in fair] == fair


def test_words_are_really_rejected() -> None:
    """Below 2³¹ + 1 about half of the words are too large; none of them leaves a trace."""
    n = 2**31 + 1
    used = [word for word, _ in zip(words(SEED, 0), range(200), strict=False)]
    kept = [word for word in used if word < n]
    assert 60 < len(kept) < 140
    source = SeededSource(SEED, 0)
    assert [source.below(n) for _ in kept] == kept


def test_the_largest_kept_and_the_smallest_rejected_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a die: 2³² = 6 · 715827882 + 4, so the last four words are thrown away and no other."""
    given = [2**32 - 1, 2**32 - 2, 2**32 - 3, 2**32 - 4, 2**32 - 5, 0]
    block = b"".join(word.to_bytes(4, "big") for word in given) + bytes(8)
    monkeypatch.setattr(hmac, "digest", lambda key, text, name: block)
    source = SeededSource(SEED, 0)
    assert [source.below(6), source.below(6)] == [5, 0]


def test_every_remainder_is_equally_likely() -> None:
    """Exact, by counting: the kept words are a whole number of rounds through 0 … n−1."""
    for n in range(1, 2_000):
        kept = 2**32 - 2**32 % n
        assert kept % n == 0
        assert 2**32 - kept < n


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_what_cannot_be(n: int) -> None:
    """There is nothing below 0, and no fair number beyond a word."""
    with pytest.raises(AssertionError):
        SeededSource(SEED, 0).below(n)


def test_points_and_seeds_are_independent() -> None:
    """No two points of a match, and no two seeds, share their numbers."""
    firsts = Counter(
        SeededSource(seed, point).below(2**32) for seed in (bytes(32), SEED) for point in range(300)
    )
    assert set(firsts.values()) == {1}
    assert SeededSource(SEED, 11).below(2**32) != SeededSource(SEED, 1).below(2**32)


def test_a_source_from_random() -> None:
    """For simulations: the generator's own fair numbers."""
    source, rng = RandomSource(Random(5)), Random(5)
    assert [source.below(n) for n in (6, 6, 60)] == [rng.randrange(n) for n in (6, 6, 60)]


def test_commitment() -> None:
    """The SHA-256 of the seed, as anyone can compute it."""
    assert SEED_BYTES == 32
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


# Words of the players.

GEESE = ("seven grey geese", "")


@pytest.mark.parametrize("nothing", [(), ("",), ("", ""), ("",) * 5])
def test_without_words_the_seed_is_itself(nothing: tuple[str, ...]) -> None:
    """Games without words are those of before."""
    assert mixed(SEED, nothing) == SEED


@pytest.mark.parametrize(
    ("words", "mix"),
    [
        (GEESE, "e20710ba0ca6231f936893bbd8e9aa43b010f30717da9444508e71deb92ebdf9"),
        (
            ("Zoë", "\U0001f3b2 six, please"),
            "533d80ba6f4f51e3598d8f0ea8f4916255cc0ec4f5d573057de572408fc8b8c7",
        ),
    ],
)
def test_words_mixed_by_a_browser(words: tuple[str, ...], mix: str) -> None:
    """These were computed by the JavaScript of docs/records.md."""
    assert mixed(bytes(32), words).hex() == mix


def test_words_mixed_by_hand() -> None:
    """One line each after the first, none at the end."""
    text = "closecall/words\nGänse\n\nsieben".encode()
    expected = hmac.new(SEED, text, hashlib.sha256).digest()
    assert mixed(SEED, ("Gänse", "", "sieben")) == expected
    assert len(expected) == SEED_BYTES


def test_every_word_counts() -> None:
    """Another seed, another word, another seat, another number of seats, or a space: another mix."""
    lists = [(), ("a",), ("a", ""), ("", "a"), ("a", "b"), ("b", "a"), ("ab", ""), ("a ", ""), ("A", "")]
    mixes = {mixed(seed, words) for seed in (SEED, bytes(32)) for words in lists}
    assert len(mixes) == 2 * len(lists)


def fair_game(seed: bytes = SEED, words: tuple[str, ...] = ()) -> Record:
    """A whole game of two whose draws all come from the seed and the words."""
    key = mixed(seed, words)
    match = with_fate(closecall.new_match("mark", 2), key)
    while isinstance(match.pending, Decision):
        point = match.point
        for seat, menu in match.pending.menus.items():
            match = match.commit(seat, next(iter(menu)), point=point)
        match = with_fate(match, key)
    assert isinstance(match.pending, Over)
    return record_of(match, (Player("Ann"), Player("Bob")), commitment(seed), seed, words)


def test_with_fate_continues_until_a_seat_decides() -> None:
    """The lot falls, and then someone chooses a colour: each outcome from its own point."""
    match = with_fate(closecall.new_match("mark", 5), SEED)
    assert match.log == (Fate(mark.Lot(mark.setup(5, mark.Options()).may_start[next(words(SEED, 0)) % 5])),)
    assert isinstance(match.pending, Decision)
    assert with_fate(match, SEED) is match


@pytest.mark.parametrize("seed", [b"", b"my seed", bytes(31), bytes(33), bytes(64)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    """Refused before the first roll, since a record holds only this length."""
    begun = closecall.new_match("mark", 2)
    for refused in (
        refusal(BadOptions, with_fate, begun, seed),
        refusal(BadOptions, with_fate, with_fate(begun, SEED), seed),  # Even where nothing is to be drawn.
        refusal(BadOptions, mixed, seed, ()),
        refusal(BadOptions, mixed, seed, GEESE),
    ):
        assert (refused.code, refused.facts) == ("seed_length", {"length": len(seed), "expected": 32})


def test_words_that_no_record_can_keep_are_not_mixed_in() -> None:
    """Two lines of one player would be the words of two."""
    assert refusal(BadRecord, mixed, SEED, ("", "seven\ngeese")).where == "words[1]"
    assert refusal(BadRecord, mixed, SEED, ("x" * 81, "")).code == "not_words"


def test_a_roll_is_five_numbers_of_its_point() -> None:
    """Black first, as the words of the point come."""
    match = with_fate(
        closecall.new_match("mark", 1).commit(closecall.Seat(0), mark.parse_move("k"), point=0), SEED
    )
    expected = tuple(word % 6 + 1 for word, _ in zip(words(SEED, 1), range(5), strict=False))
    assert match.log[-1] == Fate(Roll(expected))  # type: ignore[arg-type]  # five of them


def test_a_fair_record_is_verified() -> None:
    """One lot and 25 rolls are recomputed."""
    assert verify(mark, fair_game()) == 26


@pytest.mark.parametrize("words", [("", ""), GEESE, ("", "Gänse")])
def test_a_fair_record_with_words(words: tuple[str, ...]) -> None:
    """The promise is that of the seed alone; the words are no secret."""
    record = fair_game(words=words)
    assert record.commitment == hashlib.sha256(SEED).hexdigest()
    assert verify(mark, record) == 26
    assert (record.log == fair_game().log) is (not any(words))


@pytest.mark.parametrize("other", [(), ("", ""), ("", "seven grey geese"), ("seven grey geese", "!")])
def test_other_words_are_found(other: tuple[str, ...]) -> None:
    """Words left out, swapped or added afterwards do not explain the draws."""
    record = replace(fair_game(words=GEESE), words=other)
    assert refusal(UnfairRecord, verify, mark, record).code == "wrong_outcome"


def test_words_that_were_never_mixed_in() -> None:
    """A game whose draws ignored the players' words."""
    record = replace(fair_game(), words=GEESE)
    assert refusal(UnfairRecord, verify, mark, record).code == "wrong_outcome"


def test_a_record_that_has_just_begun_is_fair() -> None:
    """Nothing drawn, nothing to recompute."""
    assert verify(mark, replace(fair_game(), log=())) == 0


@pytest.mark.parametrize("missing", ["seed", "commitment"])
def test_a_record_without_a_seed_cannot_be_verified(missing: str) -> None:
    """Real dice, or a game whose seed is still secret."""
    record = replace(fair_game(), **{missing: None})  # type: ignore[arg-type]  # None is allowed in both
    assert refusal(UnfairRecord, verify, mark, record).code == "no_seed"


def test_the_wrong_seed() -> None:
    """The revealed seed must be the promised one, even if it explains all the draws."""
    record = fair_game()
    assert refusal(UnfairRecord, verify, mark, replace(record, seed=bytes(32))).code == "wrong_seed"
    swapped = replace(record, commitment=commitment(bytes(32)))
    assert refusal(UnfairRecord, verify, mark, swapped).code == "wrong_seed"


def test_every_tampered_outcome_is_found() -> None:
    """Whichever of the 26 outcomes was changed, it is named by its number and its point."""
    record = fair_game()
    places = [n for n, entry in enumerate(record.log) if isinstance(entry, Fate)]
    points = point_of(record)
    for number, n in enumerate(places[1:], start=2):
        entry = record.log[n]
        assert isinstance(entry, Fate)
        dice = entry.outcome.dice
        tampered = Fate(Roll((dice[0] % 6 + 1, *dice[1:])))
        log = (*record.log[:n], tampered, *record.log[n + 1 :])
        error = refusal(UnfairRecord, verify, mark, replace(record, log=log))
        assert (error.code, error.facts) == ("wrong_outcome", {"point": points[n], "number": number})


def point_of(record: Record) -> list[int]:
    """The point of each entry, counted by hand for two seats without take-backs."""
    points, point, sealed = [], 0, 0
    for n, entry in enumerate(record.log):
        points.append(point)
        sealed += isinstance(entry, Commit)
        choosing_colours = n < 3
        if isinstance(entry, Fate) or choosing_colours or sealed == 2:
            point, sealed = point + 1, 0
    return points


def test_the_draws_of_another_seed_are_unfair() -> None:
    """A game played with one seed and published with another."""
    record = replace(fair_game(bytes(32)), seed=SEED, commitment=commitment(SEED))
    assert refusal(UnfairRecord, verify, mark, record).code == "wrong_outcome"


def test_a_record_that_breaks_the_rules_cannot_be_verified() -> None:
    """Verifying replays the record, too."""
    record = fair_game()
    assert refusal(BadRecord, verify, mark, replace(record, log=record.log[1:])).where == "log[0]"


def test_an_unfinished_game_can_be_verified() -> None:
    """As far as it has come; here while a roll waits for entries."""
    record = fair_game()
    cut = replace(record, log=record.log[:4])
    assert verify(mark, cut) == 2
