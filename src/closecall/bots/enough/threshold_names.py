"""The numbers that describe a player by thresholds; `threshold.py` explains how it decides."""

NAMES = (
    # Distances at which to call, by the fine-tuning turns a player has had.
    *("call_0", "call_1", "call_2", "call_3", "call_4", "call_5"),
    # Added on each later turn, for a target of 2 and of 3 or more stars, at no stars (when losing costs
    # nothing, E12), if the call can win the game, and if another player is about to win.
    *("call_later", "call_two", "call_three", "call_free", "call_wins", "call_danger"),
    # Expected distances at which to stay in, by the fine-tuning turns that the caller has had.
    *("stay_0", "stay_1", "stay_2", "stay_3"),
    # Added at no stars, for each player that has stayed in before, and against a caller about to win.
    *("stay_free", "stay_others", "stay_danger"),
    # Exchanges: how much closer than a drawn card they must come, the greatest distance that counts, and the
    # drawback of the deck while filling.
    *("exchange", "far", "deck"),
    # Tokens: the distance at which to lock, on the own turn and on another's; the stars of a player worth a
    # Silence; the distance at which to back out of a call; the distance that a spent token has to gain.
    *("lock", "lock_new", "silence", "back_out", "spend"),
    # How often, in thousandths, to call on nothing at the first chance, and to make a mistake: to draw a card
    # without looking at the open ones, or not to notice a possible call, unless the lot is exact.
    *("bluff", "slip"),
)
"""The meaning of each number; distances are for the cards of the standard kit."""
SCALE = len(NAMES)
"""After these numbers: how widely the cards of the kit are spread, relative to the standard kit."""
BRAG = SCALE + 1
"""Last: how readily the player shows a close lot (see `bragging.py`). Not tuned: nothing is won by it."""
LENGTH = BRAG + 1
