"""The kit of Close Enough: cards, targets and advantage tokens (E1, E7)."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from typing import Any

from closecall.core.codec import parse_toml
from closecall.core.errors import BadOptions, excerpt

LARGEST_NUMBER = 999
MOST_STARS = 7
MOST_PIECES = 200
SHIPPED = ("standard", "classic")


class Ability(Enum):
    """What a token can do (E7); its letter stands for it in notation."""

    SUBTRACT = "subtract"
    DOUBLE = "double"
    IGNORE = "ignore"
    NUDGE = "nudge"
    LOCK = "lock"
    SILENCE = "silence"

    def __init__(self, _word: str) -> None:
        self.order = len(type(self).__members__)
        self.letter = "sdinlh"[self.order]


ABILITIES = tuple(Ability)


@dataclass(frozen=True, slots=True)
class Token:
    """An advantage token: one use, one of two abilities."""

    one: Ability
    other: Ability

    def __str__(self) -> str:
        return self.one.letter + self.other.letter

    def has(self, ability: Ability) -> bool:
        """Whether the token shows this ability."""
        return ability is self.one or ability is self.other


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """A number to come close to, and the stars it is worth to a caller."""

    number: int
    stars: int


@dataclass(frozen=True, slots=True)
class Kit:
    """All pieces of the box; each tuple is sorted and may hold equal pieces."""

    name: str
    cards: tuple[int, ...]
    targets: tuple[Target, ...]
    tokens: tuple[Token, ...]


def token_order(token: Token) -> tuple[int, int]:
    """Tokens in the order of their abilities."""
    return (token.one.order, token.other.order)


def check_kit(kit: Kit, seats: int) -> None:
    """Refuse a kit that this number of players cannot use; the error names the field and the rule (E1)."""
    if not all(0 <= card <= LARGEST_NUMBER for card in kit.cards):
        raise BadOptions("kit_card", largest=LARGEST_NUMBER)
    if not all(0 <= target.number <= LARGEST_NUMBER for target in kit.targets):
        raise BadOptions("kit_target", largest=LARGEST_NUMBER)
    if not all(1 <= target.stars <= MOST_STARS for target in kit.targets):
        raise BadOptions("kit_stars", most=MOST_STARS)
    if max(len(kit.cards), len(kit.targets), len(kit.tokens)) > MOST_PIECES:
        raise BadOptions("kit_too_many", most=MOST_PIECES)
    if len(kit.cards) < 3 * seats + 2:
        raise BadOptions("kit_cards_few", cards=len(kit.cards), least=3 * seats + 2, seats=seats)
    if len(kit.targets) < 2 * seats:
        raise BadOptions("kit_targets_few", targets=len(kit.targets), least=2 * seats, seats=seats)
    if not kit.tokens:
        raise BadOptions("kit_no_token")
    if any(token.one is token.other for token in kit.tokens):
        raise BadOptions("kit_token_abilities")
    if kit != sorted_kit(kit.name, kit.cards, kit.targets, kit.tokens):
        raise BadOptions("kit_unsorted")


def sorted_kit(
    name: str, cards: tuple[int, ...], targets: tuple[Target, ...], tokens: tuple[Token, ...]
) -> Kit:
    """A kit in canonical form."""
    upright = [Token(*sorted((token.one, token.other), key=_by_order)) for token in tokens]
    return Kit(name, tuple(sorted(cards)), tuple(sorted(targets)), tuple(sorted(upright, key=token_order)))


def _by_order(ability: Ability) -> int:
    return ability.order


@cache
def shipped_kit(name: str) -> Kit:
    """One of the kits that come with the game: `standard` or `classic` (E1)."""
    return parse_kit((resources.files(__package__) / "kits" / f"{name}.toml").read_text("utf-8"))


def parse_kit(text: str) -> Kit:
    """Read a kit from TOML; BadOptions names the field that is wrong.

    >>> parse_kit('tokens = [["lock", "fly"]]')
    Traceback (most recent call last):
        ...
    closecall.core.errors.BadOptions: Kit, field “tokens”: “fly” is not an ability; the abilities are \
subtract, double, ignore, nudge, lock and silence (E7).
    """
    table = parse_toml(text)
    _only(table, "kit", ("name", "tokens", "cards", "targets"))
    name = table.get("name", "custom")
    if not isinstance(name, str):
        raise BadOptions("kit_name")
    tokens = tuple(_token(entry) for entry in _list(table.get("tokens", []), "tokens"))
    cards: list[int] = []
    for entry in _tables(table, "cards", ("values", "copies")):
        values, copies = _numbers(entry, "cards", "values"), _number(entry, "cards", "copies")
        if len(cards) + len(values) * copies > MOST_PIECES:  # Before a short file becomes a gigabyte.
            raise BadOptions("kit_too_many", most=MOST_PIECES)
        cards += values * copies
    targets = [
        Target(number, _number(entry, "targets", "stars"))
        for entry in _tables(table, "targets", ("stars", "numbers"))
        for number in _numbers(entry, "targets", "numbers")
    ]
    return sorted_kit(name, tuple(cards), tuple(targets), tokens)


def _only(table: dict[str, Any], where: str, known: tuple[str, ...]) -> None:
    for field in table:
        if field not in known:
            raise BadOptions("kit_field", where=where, field=excerpt(field), known=", ".join(known))


def _list(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadOptions("kit_list", field=field)
    return value


def _tables(table: dict[str, Any], field: str, known: tuple[str, ...]) -> list[dict[str, Any]]:
    entries = _list(table.get(field, []), field)
    for entry in entries:
        if not isinstance(entry, dict):
            raise BadOptions("kit_tables", field=field)
        _only(entry, field, known)
    return entries


def _number(entry: dict[str, Any], where: str, field: str) -> int:
    value = entry.get(field)
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise BadOptions("kit_number", field=f"{where}.{field}", largest=LARGEST_NUMBER)
    return value


def _numbers(entry: dict[str, Any], where: str, field: str) -> list[int]:
    values = _list(entry.get(field), f"{where}.{field}")
    return [_number({field: value}, where, field) for value in values]


def _token(entry: Any) -> Token:
    if not isinstance(entry, list) or len(entry) != 2:
        raise BadOptions("kit_token_abilities")
    words = {ability.value: ability for ability in ABILITIES}
    for word in entry:
        if not isinstance(word, str) or word not in words:
            raise BadOptions("kit_ability", word=excerpt(str(word)))
    if entry[0] == entry[1]:
        raise BadOptions("kit_token_abilities")
    return Token(words[entry[0]], words[entry[1]])
