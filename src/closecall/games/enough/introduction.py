"""Close Enough in eight lessons: the learner calls the first round and stays in during the second."""

from closecall.core.rules import Seat
from closecall.games import enough
from closecall.games.enough.chance import DrawnCard, DrawnTarget, DrawnToken, Lot
from closecall.games.enough.kit import shipped_kit
from closecall.games.enough.moves import parse_token
from closecall.games.introduction import LEARNER, Lesson, Script

LEFT, RIGHT = Seat(1), Seat(2)


def lessons() -> tuple[Lesson, ...]:
    """Cards, fine-tuning and a call; then staying in, a token, and the stars that win."""
    script = Script(enough, 3)
    script.fate(Lot(LEARNER), _target(38), _target(24), _target(46), *_cards(9, 14, 16))
    script.ask("take", "take B", lambda script: script.fate(DrawnCard(6)))

    _draw(script, LEFT, 3)
    _draw(script, RIGHT, 17)
    script.ask("deck", "deck", lambda script: script.fate(DrawnCard(11)))

    _draw(script, LEFT, 12)
    _draw(script, RIGHT, 10)
    script.ask("tune", "take C 11")

    _draw(script, LEFT, 19, "drop 19")
    _draw(script, RIGHT, 20, "drop 10")
    script.ask("call", "call", _final_turns)

    _second_round(script)
    script.ask("stay", "stay")
    _draw(script, LEARNER, 20)
    script.ask("drop", "drop 20")
    script.ask("token", lambda effect: effect.distance == 0, lambda script: script.play(RIGHT, "keep"))

    _third_round(script)
    stars = script.match.seen_by(LEARNER).view.players[LEARNER].stars
    script.tell("end", n=stars)
    return tuple(script.lessons)


def _final_turns(script: Script) -> None:
    """One player folds, the other stays in and fails, and the learner wins a token."""
    script.play(LEFT, "fold")
    script.play(RIGHT, "stay")
    _draw(script, RIGHT, 2, "drop 2")
    script.fate(DrawnToken(parse_token("dn")))
    script.play(LEFT, "keep")
    script.play(RIGHT, "keep")


def _second_round(script: Script) -> None:
    """Everybody draws two cards; then the player on the left calls and the one on the right folds."""
    script.fate(_target(30), _target(28), _target(44), *_cards(13, 9, 18))
    for seat, card in ((RIGHT, 4), (LEARNER, 8), (LEFT, 16), (RIGHT, 5), (LEARNER, 10), (LEFT, 7)):
        _draw(script, seat, card)
    _draw(script, RIGHT, 1, "drop 1")
    _draw(script, LEARNER, 19, "drop 19")
    script.play(LEFT, "call")
    script.play(RIGHT, "fold")


def _third_round(script: Script) -> None:
    """Everybody has three cards again, and it is not the learner's turn."""
    script.fate(_target(32), _target(20), _target(42), *_cards(12, 8, 15))
    for seat, card in ((LEARNER, 7), (LEFT, 3), (RIGHT, 19), (LEARNER, 11), (LEFT, 9), (RIGHT, 14)):
        _draw(script, seat, card)
    _draw(script, LEARNER, 5, "drop 5")


def _draw(script: Script, seat: Seat, card: int, *moves: str) -> None:
    script.play(seat, "deck")
    script.fate(DrawnCard(card))
    script.play(seat, *moves)


def _target(number: int) -> DrawnTarget:
    found = next(target for target in shipped_kit("standard").targets if target.number == number)
    return DrawnTarget(found)


def _cards(*cards: int) -> tuple[DrawnCard, ...]:
    return tuple(map(DrawnCard, cards))
