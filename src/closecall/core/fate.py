"""Verifiable chance: outcome k depends on a seed and k, and on nothing else.

The SHA-256 of a secret seed is published first (`commitment`). Then, and only then, the players may add words
of their own to it (`mixed`), so that nobody alone decides the dice. After the game the seed is revealed, and
anyone can recompute every outcome (`verify`). The numbers come from HMAC-SHA256 with the seed as key: block b
of point p is the MAC of the text ``closecall/p/b``, read as eight 32-bit big-endian words. To draw below n,
words in the incomplete last multiple of n are rejected, and the next word is taken modulo n.

>>> source = SeededSource(bytes(32), point=0)
>>> [source.below(6) + 1 for _ in range(5)]
[3, 6, 6, 5, 3]
"""

import hashlib
import hmac
from typing import Protocol

from closecall.core.errors import BadOptions, UnfairRecord
from closecall.core.match import Fate, Match
from closecall.core.record import Record, check_words, steps
from closecall.core.rules import AnyRules, Chance, M, O, P, S, Source, V

SEED_BYTES = 32
_WORDS = 2**32


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed, which is published before anybody may add words.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, words: tuple[str, ...]) -> bytes:
    """The seed that numbers are drawn from: the secret seed mixed with the words of the players.

    It is the HMAC-SHA256, with the secret seed as key, of ``closecall/words`` and the words of each player,
    each on its own line. If nobody added any words, it is the secret seed itself.

    >>> mixed(bytes(32), ("", "")) == bytes(32)
    True
    >>> mixed(bytes(32), ("seven grey geese", "")).hex()[:16]
    'e20710ba0ca6231f'
    """
    _check_seed(seed)
    check_words(words)
    if not any(words):
        return seed
    return hmac.digest(seed, "\n".join(("closecall/words", *words)).encode(), "sha256")


def _check_seed(seed: bytes) -> None:
    # Any length would give numbers, but a record holds only this one.
    if len(seed) != SEED_BYTES:
        raise BadOptions("seed_length", length=len(seed), expected=SEED_BYTES)


class SeededSource:
    """The random numbers of one point of a match."""

    def __init__(self, seed: bytes, point: int) -> None:
        self._seed = seed
        self._point = point
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int, /) -> int:
        """One of 0 … n−1, each equally likely."""
        assert 0 < n <= _WORDS
        fair = _WORDS - _WORDS % n
        while (word := self._next_word()) >= fair:
            pass
        return word % n

    def _next_word(self) -> int:
        if not self._words:
            text = f"closecall/{self._point}/{self._block}".encode()
            mac = hmac.digest(self._seed, text, "sha256")
            self._words = [int.from_bytes(mac[at : at + 4], "big") for at in range(28, -4, -4)]
            self._block += 1
        return self._words.pop()


class _HasRandrange(Protocol):
    def randrange(self, stop: int, /) -> int: ...


class RandomSource:
    """Random numbers from a `random.Random` or `random.SystemRandom`, for simulations and tests."""

    def __init__(self, rng: _HasRandrange) -> None:
        self.below = rng.randrange


def with_fate(match: Match[S, M, O, V, P], seed: bytes) -> Match[S, M, O, V, P]:
    """Let fate act, from a seed made by `mixed`, until a seat must decide or the game is over.

    >>> from closecall.games import qwixx
    >>> with_fate(Match.start(qwixx, 2), b"my seed")
    Traceback (most recent call last):
        ...
    closecall.core.errors.BadOptions: A seed has 32 bytes, not 7.
    """
    _check_seed(seed)
    while isinstance(match.pending, Chance):
        source: Source = SeededSource(seed, match.point)
        match = match.fate(match.rules.draw(match.state, source))
    return match


def verify(rules: AnyRules, record: Record) -> int:
    """Recompute every outcome of a record from its revealed seed and words; return how many there are.

    UnfairRecord if the seed is missing, is not that of the day of a daily game, does not match the
    commitment, or gives another outcome.
    """
    if record.seed is None or record.commitment is None:
        raise UnfairRecord("no_seed")
    if commitment(record.seed) != record.commitment:
        raise UnfairRecord("wrong_seed")
    _check_day(record)
    seed, count = mixed(record.seed, record.words), 0
    for before, entry in steps(rules, record):
        if isinstance(entry, Fate):
            count += 1
            if rules.draw(before.state, SeededSource(seed, before.point)) != entry.outcome:
                raise UnfairRecord("wrong_outcome", point=before.point, number=count)
    return count


def _check_day(record: Record) -> None:
    """UnfairRecord if the seed of a daily game does not follow from its day, or words changed its dice."""
    daily = record.daily
    if daily is None:
        return
    if record.seed != daily.seed(record.game) or any(record.words):
        raise UnfairRecord("wrong_day", day=daily.day.isoformat())
