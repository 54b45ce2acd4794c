"""Close Enough on small integers, compiled: for simulations, training and strong bots.

The readable rules define what is right; tests compare the kernel with them at every point of many games. A
table is one array of int64, `STATE` long; a batch of tables is an array of them. The rules are in menus.py,
turns.py and rounds.py, whole random games in game_loop.py. A search makes a `possible_state` from a player's
view and, for each sample, a `redeal` of a copy from which to play on.

A card is the index of its value among the distinct values of the kit, in ascending order; a target is the
index of its number and stars among the distinct targets; a token is the index of its pair of abilities among
the fifteen pairs. −1 stands for no card, target, token or seat.

| at | what it holds |
|---|---|
| `SEATS`, `ADVANCED` | the number of players, and whether a caller may back out (E13) |
| `MAY_SHOW` | whether players may show what they need not (E14) |
| `KINDS`, `CARDS`, `TARGET_KINDS` | the numbers of distinct values, cards and distinct targets in the kit |
| `PHASE` | what happens next: one of `DRAW_SCOREKEEPER` … `ENDED` |
| `SEAT` | who acts; the owner of the card while a face-up card is replaced or may be locked |
| `TAKER` | who took the owner's card, while it is replaced or may be locked |
| `DRAWN` | the card just drawn, while one is to be given up (E4) |
| `ROUND`, `TURNS` | the number of the round, and of turns in it so far |
| `FIRST`, `CALLER` | who holds First! (E2), and who has called |
| `BACKED_OUT` | whether the caller has backed out (E13) |
| `REDEALS` | the number of rounds in a row without a call (E18) |
| `REASON` | why the game has ended: an index into `REASONS` |
| `LAST_ROUND` … | the last round that has ended, its caller, and whether the caller won |
| `DECK_SIZE`, `PILE_SIZE`, `BOX_SIZE` | how many cards are in the deck and the pile, and tokens in the box |
| `RESTING` … | the targets of the round before, sorted, in five places (E2) |
| `PLAYERS` … | `PLAYER` numbers for each of five seats, see below |
| `BOX` … | how many of each token are in the box |
| `DECK` … | how many of each card are in the deck |
| `PILE` … | the cards of the discard pile, its top card last |
| `FREE` … | how many of each target are neither resting nor held |
| `VALUES`, `COPIES` … | the number on each card, and how many of it the kit has |
| `TARGET_NUMBERS`, `TARGET_STARS` … | what is on each target |

| at, in a player | what it holds |
|---|---|
| `STARS`, `TARGET`, `FACE_UP` | stars, target and face-up card |
| `HAND` … | the cards of the hand, sorted, in three places |
| `KNOWN` … | those of them that everyone saw being taken, in two places |
| `LOCK_TOKEN`, `SILENCED` | whether a token locks the face-up card, and whether one silences them (E7) |
| `STANCE` | `PLAYING`, `CALLED`, `STAYED` or `FOLDED` |
| `SHOWN` | whether the player had to show the cards of the last round, or chose to (E14) |
| `DISTANCE` | −1; only while a round is scored, the distance of the lot |
| `HELD`, `TOKENS` … | how many tokens the player holds, and how many of each |
| `USED` … | how many of each were spent this round |

A move is a number below `MOVES`, in the order of the readable menus. Cards in the hand are named by their
index in it, the first one of equal cards:

| move | number |
|---|---|
| take from the deck | `DRAW` |
| take another's face-up card while filling | `TAKE + owner` |
| take the top of the pile for a card of the hand | `TAKE_PILE + place` |
| take another's face-up card for a card of the hand | `SWAP + 2 × owner + place` |
| discard | `DROP + place` |
| call, stay in, fold | `CALL`, `STAY`, `FOLD` |
| lock, silence, back out | `PLAY_LOCK + token`, `PLAY_SILENCE + 5 × token + whom`, `BACK_OUT + token` |
| do nothing | `PASS` |
| show the cards of the round, keep them hidden | `SHOW`, `KEEP` |
| commit tokens | `TOTAL + 676 × use of the face-up card + 26 × that of the low card + that of the high one` |

A use is 0 for none, or the index, from 1, of a pair of a token and one of its changes among all 25 pairs.
"""
