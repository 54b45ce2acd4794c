"""The pieces of Close Enough, counted."""

from collections import Counter

from closecall.games.enough.state import DrawToken, Ended, State


def check_pieces(state: State) -> None:
    """Every card, token and target of the kit is somewhere, once; nobody has less than nothing."""
    cards = Counter([*state.deck, *state.discard])
    tokens = Counter(state.box)
    for player in state.players:
        cards.update(player.hand)
        cards.update([] if player.face_up is None else [player.face_up])
        tokens.update(player.tokens)
        # Once a round is scored, its used tokens are back in the box; they are still named beside it (E15).
        is_scored = isinstance(state.phase, DrawToken | Ended)
        tokens.update(() if is_scored else player.used)
        assert not Counter(player.known) - Counter(player.hand)
        assert player.stars >= 0
        assert len(player.hand) <= 3
    assert cards == Counter(state.kit.cards)
    assert tokens == Counter(state.kit.tokens)
    held = Counter(player.target for player in state.players if player.target is not None)
    assert not held + Counter(state.resting) - Counter(state.kit.targets)
