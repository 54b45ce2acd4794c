"""Indices into a table, numbers of moves and other constants; the package's docstring explains them."""

MOST = 200
"""The most pieces of a kind in a kit (E1)."""
TOKEN_KINDS = 15
"""One for each pair of the six abilities."""

# Indices into a state.
(
    SEATS,
    ADVANCED,
    MAY_SHOW,
    KINDS,
    CARDS,
    TARGET_KINDS,
    PHASE,
    SEAT,
    TAKER,
    DRAWN,
    ROUND,
    TURNS,
    FIRST,
    CALLER,
    BACKED_OUT,
    REDEALS,
    REASON,
    LAST_ROUND,
    LAST_CALLER,
    LAST_WON,
    DECK_SIZE,
    PILE_SIZE,
    BOX_SIZE,
    RESTING,
) = range(24)
PLAYERS = RESTING + 5

# Indices into a player's part.
STARS, TARGET, FACE_UP, HAND = range(4)
KNOWN = HAND + 3
LOCK_TOKEN, SILENCED, STANCE, SHOWN, DISTANCE, HELD, TOKENS = range(KNOWN + 2, KNOWN + 9)
USED = TOKENS + TOKEN_KINDS
PLAYER = USED + TOKEN_KINDS

BOX = PLAYERS + 5 * PLAYER
DECK = BOX + TOKEN_KINDS
PILE = DECK + MOST
FREE = PILE + MOST
# The rest is the kit, which never changes.
VALUES = FREE + MOST
COPIES = VALUES + MOST
TARGET_NUMBERS = COPIES + MOST
TARGET_STARS = TARGET_NUMBERS + MOST
STATE = TARGET_STARS + MOST

# What happens next, in the order of the readable phases.
(
    DRAW_SCOREKEEPER,
    DRAW_TARGET,
    DEAL_FACE_UP,
    TURN,
    DRAW_CARD,
    GIVE_UP,
    REPLACE_FACE_UP,
    NEW_FACE_UP,
    END_OF_TURN,
    DECLARE,
    BACKING_OUT,
    TOTALLING,
    DRAW_TOKEN,
    SHOWING,
    ENDED,
) = range(15)
PHASES = ENDED + 1

# Where a player stands in the round.
PLAYING, CALLED, STAYED, FOLDED = range(4)

# Why a game ended.
REASONS = ("", "over.eight_stars", "over.no_call")

# The moves.
DRAW = 0
TAKE = 1
TAKE_PILE = TAKE + 5
SWAP = TAKE_PILE + 2
DROP = SWAP + 2 * 5
CALL = DROP + 3
STAY = CALL + 1
FOLD = STAY + 1
PLAY_LOCK = FOLD + 1
PLAY_SILENCE = PLAY_LOCK + TOKEN_KINDS
BACK_OUT = PLAY_SILENCE + 5 * TOKEN_KINDS
PASS = BACK_OUT + TOKEN_KINDS
SHOW = PASS + 1
KEEP = SHOW + 1
TOTAL = KEEP + 1
USES = 26
"""The ways to change a card while totalling: none, or one of 25 pairs of a token and a change."""
MOVES = TOTAL + USES**3

# What a token can do to a card.
SUBTRACT, DOUBLE, IGNORE, NUDGE_UP, NUDGE_DOWN = range(1, 6)

ABILITIES = 6
CHANGES_BY_ABILITY = ((SUBTRACT,), (DOUBLE,), (IGNORE,), (NUDGE_UP, NUDGE_DOWN), (), ())
LOCK_ABILITY, SILENCE_ABILITY = 4, 5
PAIRS = tuple((one, other) for one in range(ABILITIES) for other in range(one + 1, ABILITIES))
"""The two abilities of each token."""
PAIRS_OF_USE = tuple(
    (kind, change) for kind, pair in enumerate(PAIRS) for at in pair for change in CHANGES_BY_ABILITY[at]
)
"""The token and the change of each use, from the first on."""
