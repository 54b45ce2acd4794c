"""E1: the two kits that come with the game, and kits that people enter."""

import re
from collections import Counter
from itertools import combinations

import pytest

from closecall.core.errors import BadOptions
from closecall.core.match import Match
from closecall.core.record import Player, decode_record, encode_record, record_of, replay
from closecall.games import enough, find_rules, rules_text
from closecall.games.enough import Ability, Kit, Options, Target, Token, parse_kit, shipped_kit
from closecall.games.enough.kit import LARGEST_NUMBER, MOST_PIECES, MOST_STARS
from closecall.messages import LANGUAGES, catalogue
from rules.enough.table import EnoughMatch, dealt, do, kit_of, player, targets_of
from support.matches import refusal

SMALL = """
name = "small"
tokens = [["lock", "double"], ["silence", "subtract"]]

[[cards]]
values = [9, 3]
copies = 5

[[cards]]
values = [6]
copies = 4

[[targets]]
stars = 2
numbers = [30, 12]

[[targets]]
stars = 1
numbers = [20, 21, 22, 23]
"""


def start(kit: Kit, seats: int = 3) -> EnoughMatch:
    return Match.start(enough, seats, Options(kit))


def kit_error(kit: Kit, seats: int = 3) -> BadOptions:
    with pytest.raises(BadOptions) as caught:
        start(kit, seats)
    return caught.value


def text_error(text: str) -> BadOptions:
    with pytest.raises(BadOptions) as caught:
        parse_kit(text)
    return caught.value


def test_standard_cards() -> None:
    """E1: 60 cards, 1 to 20 three times each."""
    assert shipped_kit("standard").cards == tuple(sorted([*range(1, 21)] * 3))
    assert len(shipped_kit("standard").cards) == 60


def test_standard_targets() -> None:
    """E1: the even numbers from 14 to 48, worth more at the ends."""
    expected = dict.fromkeys((26, 28, 30, 32, 34, 36), 1)
    expected |= dict.fromkeys((20, 22, 24, 38, 40, 42), 2)
    expected |= dict.fromkeys((14, 16, 18, 44, 46, 48), 3)
    assert sorted(expected) == list(range(14, 49, 2))
    assert [(target.number, target.stars) for target in shipped_kit("standard").targets] == sorted(
        expected.items()
    )


def test_classic_cards() -> None:
    """E1: 60 cards, 1 to 10 six times each."""
    assert shipped_kit("classic").cards == tuple(sorted([*range(1, 11)] * 6))


def test_classic_targets() -> None:
    """E1: the numbers from 8 to 25."""
    expected = dict.fromkeys((14, 15, 16, 17, 18, 19), 1)
    expected |= dict.fromkeys((11, 12, 13, 20, 21, 22), 2)
    expected |= dict.fromkeys((8, 9, 10, 23, 24, 25), 3)
    assert sorted(expected) == list(range(8, 26))
    assert [(target.number, target.stars) for target in shipped_kit("classic").targets] == sorted(
        expected.items()
    )


@pytest.mark.parametrize("name", ["standard", "classic"])
def test_a_token_for_each_pair_of_abilities(name: str) -> None:
    """E1: fifteen tokens, each pair of the six abilities once."""
    words = ("subtract", "double", "ignore", "nudge", "lock", "silence")
    pairs = [{token.one.value, token.other.value} for token in shipped_kit(name).tokens]
    assert len(pairs) == 15
    assert sorted(map(sorted, pairs)) == sorted(sorted(pair) for pair in combinations(words, 2))
    assert shipped_kit(name).name == name


def test_the_standard_kit_is_the_usual_one() -> None:
    """E1: nobody has to choose a kit."""
    match: EnoughMatch = Match.start(enough, 4)
    assert match.state.kit == shipped_kit("standard")
    assert not match.state.advanced


@pytest.mark.parametrize("name", ["standard", "classic"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_three_to_five_players(name: str, seats: int) -> None:
    """E1: both kits serve three, four and five players."""
    assert len(start(shipped_kit(name), seats).state.players) == seats


@pytest.mark.parametrize("seats", [0, 1, 2, 6, -3])
def test_nobody_else_can_sit_down(seats: int) -> None:
    """E1: two are too few and six too many; the refusal says how many can play."""
    error = kit_error(shipped_kit("standard"), seats)
    assert error.code == "wrong_seats"
    assert error.facts == {"game": "game.enough", "least": 3, "most": 5, "seats": seats}


@pytest.mark.parametrize(("seats", "least"), [(3, 11), (4, 14), (5, 17)])
def test_three_cards_per_player_and_two_more(seats: int, least: int) -> None:
    """E1: exactly this many cards are enough, one fewer is refused."""
    targets = " ".join(f"{number}(1*)" for number in range(30, 40))
    assert start(kit_of(f"7x{least}", targets), seats).state.deck == (7,) * least
    error = kit_error(kit_of(f"7x{least - 1}", targets), seats)
    assert error.code == "kit_cards_few"
    assert error.facts == {"cards": least - 1, "least": least, "seats": seats}
    assert "“cards”" in str(error)


@pytest.mark.parametrize(("seats", "least"), [(3, 6), (4, 8), (5, 10)])
def test_two_targets_per_player(seats: int, least: int) -> None:
    """E1: exactly this many targets are enough, one fewer is refused."""
    enough_targets = " ".join(["30(1*)"] * least)
    assert len(start(kit_of("1-20", enough_targets), seats).state.kit.targets) == least
    error = kit_error(kit_of("1-20", " ".join(["30(1*)"] * (least - 1))), seats)
    assert error.code == "kit_targets_few"
    assert error.facts == {"targets": least - 1, "least": least, "seats": seats}
    assert "“targets”" in str(error)


TEN_TARGETS = tuple(Target(number, 1) for number in range(20, 30))


def made(
    cards: tuple[int, ...] = tuple(range(20)),
    targets: tuple[Target, ...] = TEN_TARGETS,
    tokens: tuple[Token, ...] = (Token(Ability.LOCK, Ability.SILENCE),),
) -> Kit:
    """A kit exactly as given, good or bad."""
    return Kit("made", cards, targets, tokens)


BAD_KITS = [
    (made(cards=(-1, *range(20))), "kit_card", "“cards”"),
    (made(cards=(*range(20), 1000)), "kit_card", "“cards”"),
    (made(targets=(Target(-1, 1), *(Target(20, 1),) * 9)), "kit_target", "“targets.numbers”"),
    (made(targets=(*(Target(20, 1),) * 9, Target(1000, 1))), "kit_target", "“targets.numbers”"),
    (made(targets=(Target(20, 0), *(Target(20, 1),) * 9)), "kit_stars", "“targets.stars”"),
    (made(targets=(*(Target(20, 1),) * 9, Target(20, 8))), "kit_stars", "“targets.stars”"),
    (made(targets=(*(Target(20, 1),) * 9, Target(20, -1))), "kit_stars", "“targets.stars”"),
    (made(tokens=()), "kit_no_token", "“tokens”"),
    (made(tokens=(Token(Ability.LOCK, Ability.LOCK),)), "kit_token_abilities", "“tokens”"),
    (made(cards=()), "kit_cards_few", "“cards”"),
    (made(targets=()), "kit_targets_few", "“targets”"),
    (made(cards=(5,) * 201), "kit_too_many", "cards"),
    (made(targets=(Target(20, 1),) * 201), "kit_too_many", "targets"),
    (made(tokens=(Token(Ability.LOCK, Ability.SILENCE),) * 201), "kit_too_many", "tokens"),
    (made(cards=tuple(range(20, 0, -1))), "kit_unsorted", "cards"),
    (made(targets=(Target(40, 1), *(Target(20, 1),) * 9)), "kit_unsorted", "targets"),
    (made(tokens=(Token(Ability.SILENCE, Ability.LOCK),)), "kit_unsorted", "tokens"),
]


@pytest.mark.parametrize(("kit", "code", "field"), BAD_KITS)
def test_a_kit_that_cannot_be_played(kit: Kit, code: str, field: str) -> None:
    """E1: the error names the field and the rule."""
    error = kit_error(kit)
    assert error.code == code
    assert field in str(error)


def test_the_largest_pieces() -> None:
    """E1: numbers from 0 to 999, 1 to 7 stars and 200 pieces of each kind are still fine."""
    token = Token(Ability.LOCK, Ability.SILENCE)
    targets = (Target(0, 1), *(Target(500, 7),) * 198, Target(999, 7))
    kit = made(cards=(0,) * 100 + (999,) * 100, targets=targets, tokens=(token,) * 200)
    assert start(kit).state.box == (token,) * 200


def with_line(old: str, new: str) -> str:
    """The small kit with one piece of its text changed."""
    assert old in SMALL
    return SMALL.replace(old, new, 1)


BAD_TEXTS = [
    (with_line('"small"', '"small'), "not_toml", "TOML"),
    (f"name = {'9' * 5000}", "not_toml", "TOML"),
    (f"name = {'[' * 5000}", "not_toml", "TOML"),
    (with_line('"small"', "7"), "kit_name", "“name”"),
    (with_line("name", "nome"), "kit_field", "“nome”"),
    (with_line("copies", "copy"), "kit_field", "in “cards”: the field “copy”"),
    (with_line("stars", "worth"), "kit_field", "in “targets”: the field “worth”"),
    (with_line('[["lock", "double"], ["silence", "subtract"]]', '"sd"'), "kit_list", "“tokens”"),
    (with_line("[9, 3]", "9"), "kit_list", "“cards.values”"),
    (with_line("values = [9, 3]\n", ""), "kit_list", "“cards.values”"),
    (with_line("[30, 12]", '"30"'), "kit_list", "“targets.numbers”"),
    ("cards = 7", "kit_list", "“cards”"),
    ("cards = [1, 2, 3]", "kit_tables", "[[cards]]"),
    ("targets = [1, 2, 3]", "kit_tables", "[[targets]]"),
    (with_line("copies = 5", "copies = true"), "kit_number", "“cards.copies”"),
    (with_line("copies = 5", "copies = -1"), "kit_number", "“cards.copies”"),
    (with_line("copies = 5", ""), "kit_number", "“cards.copies”"),
    (with_line("[9, 3]", "[9, 1000]"), "kit_number", "“cards.values”"),
    (with_line("[9, 3]", "[9, 3.0]"), "kit_number", "“cards.values”"),
    (with_line("stars = 2", 'stars = "2"'), "kit_number", "“targets.stars”"),
    (with_line("[30, 12]", "[30, -12]"), "kit_number", "“targets.numbers”"),
    (with_line('"double"', '"fly"'), "kit_ability", "“fly”"),
    (with_line('"double"', "7"), "kit_ability", "“7”"),
    (with_line('"double"', '"Double"'), "kit_ability", "“Double”"),
    (with_line('"double"', '"lock"'), "kit_token_abilities", "“tokens”"),
    (with_line('["lock", "double"]', '["lock"]'), "kit_token_abilities", "“tokens”"),
    (with_line('"double"', '"double", "nudge"'), "kit_token_abilities", "“tokens”"),
    (with_line('["lock", "double"]', '"lock"'), "kit_token_abilities", "“tokens”"),
]


@pytest.mark.parametrize(("text", "code", "named"), BAD_TEXTS)
def test_a_file_that_is_no_kit(text: str, code: str, named: str) -> None:
    """E1: what is wrong with the file is named."""
    error = text_error(text)
    assert error.code == code
    assert named in str(error)


def test_every_error_of_a_kit_is_tried() -> None:
    """E1: all refusals of kits in the catalogue are met above."""
    tried = {code for _, code, _ in BAD_KITS + BAD_TEXTS}
    known = {key.removeprefix("error.") for key in catalogue("en").messages if key.startswith("error.kit_")}
    assert tried - {"not_toml"} == known


def test_the_order_in_a_file_does_not_matter() -> None:
    """E1: a kit has one form, whatever order its owner wrote it in."""
    kit = parse_kit(SMALL)
    assert kit.name == "small"
    assert kit.cards == (3,) * 5 + (6,) * 4 + (9,) * 5
    numbers = [(target.number, target.stars) for target in kit.targets]
    assert numbers == [(12, 2), (20, 1), (21, 1), (22, 1), (23, 1), (30, 2)]
    assert list(map(str, kit.tokens)) == ["sh", "dl"]
    assert parse_kit(with_line("[9, 3]", "[3, 9]")) == kit


def test_a_kit_without_a_name() -> None:
    """E1: it is called custom."""
    assert parse_kit(with_line('name = "small"', "")).name == "custom"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_every_limit(language: str) -> None:
    """E1: what a kit is refused for can be read beforehand."""
    clause = rules_text("enough", language).partition("## E2")[0]
    numbers = set(re.findall(r"\d+★?", clause))
    assert {str(LARGEST_NUMBER), f"{MOST_STARS}★", str(MOST_PIECES)} <= numbers


def test_an_entered_kit_is_played() -> None:
    """E1: the game is dealt from the cards and targets of the kit."""
    match = dealt("12 20 30", "3 6 9", kit=parse_kit(SMALL))
    assert match.state.deck == (3,) * 4 + (6,) * 3 + (9,) * 4
    assert player(match, "A").target == Target(12, 2)
    assert list(map(str, match.state.box)) == ["sh", "dl"]


def test_an_entered_kit_is_kept_in_the_record() -> None:
    """E1: a record carries its kit, so that it can be replayed anywhere."""
    match = do(dealt("12 20 30", "3 6 9", kit=parse_kit(SMALL), advanced=True), "A: deck => 9")
    record = record_of(match, (Player("Ann"), Player("Ben"), Player("Cleo")))
    read = decode_record(find_rules, encode_record(enough, record))
    assert read == record
    assert replay(enough, read) == match


def test_equal_targets() -> None:
    """E1: a kit may hold a target twice, and the same number with different stars."""
    kit = kit_of("1-20", "30(1*) 30(1*) 30(2*) 40(1*) 41(1*) 42(1*)")
    match = dealt("30(1*) 30(1*) 30(2*)", "1 2 3", kit=kit)
    assert [player(match, name).target for name in "ABC"] == list(
        targets_of("30(1*) 30(1*) 30(2*)", kit),
    )


def test_equal_tokens() -> None:
    """E1: a kit may hold a token several times."""
    match = start(kit_of("1-20", "30(1*) 31(1*) 32(1*) 33(1*) 34(1*) 35(1*)", "in sd in"))
    assert Counter(map(str, match.state.box)) == {"in": 2, "sd": 1}


def test_a_short_file_with_many_copies() -> None:
    """E1: a file of a few kilobytes is refused before it becomes millions of cards."""
    values = ", ".join(["7"] * 900)
    text = "\n".join([f"[[cards]]\nvalues = [{values}]\ncopies = 999"] * 9)
    error = refusal(BadOptions, parse_kit, text)
    assert error.code == "kit_too_many"


def test_the_largest_kit_can_be_read() -> None:
    """E1: 200 cards are read, also from several tables; with one more, the file is refused."""
    largest = with_line("copies = 5", "copies = 98")
    assert len(parse_kit(largest).cards) == 2 * 98 + 4 == MOST_PIECES
    error = refusal(BadOptions, parse_kit, largest.replace("copies = 4", "copies = 5"))
    assert (error.code, error.facts["most"]) == ("kit_too_many", 200)
