"""Qwixx on small integers, compiled: for simulations, training and strong bots.

The readable rules define what is right; tests compare the kernel with them at every point of many games. A
table is one array of int16, `STATE` long; a batch of tables is an array of them.
The rules are in rules.py and scoring.py, whole random games in game_loop.py.

| at | what it holds |
|---|---|
| `SEATS` | the number of players |
| `GAMES` | the number of games that the players have agreed on so far (Q11) |
| `ONE_MORE` | whether they will be asked for one more game after those |
| `PLAYED` | the number of finished games; the last one stays on the table until the next begins |
| `ACTIVE` | who rolls, or −1 before the draw (Q3) |
| `ACTION` | 1 or 2 after a roll, otherwise 0 |
| `HAS_CROSSED` | whether the active player crossed a number in action 1 (Q6) |
| `CLOSED` | the locked rows, one bit each (Q7); derived from the sheets |
| `WHITE` … | the two white dice, 0 before the roll |
| `COLOURED` … | the dice red, yellow, green and blue, 0 for one that has left the game (Q7) |
| `SHEETS` … | five numbers for each of five seats: its rows red, yellow, green and blue, and its misthrows |
| `RESULTS` … | six numbers for each of five games: why it ended, and the score of each of five seats |

A row is a number whose bits 0 to 10 are the crossed places from left to right, and bit 11 the lock.

A move is a number below `MOVES`, in the order of the readable menus: `11 × row + place` for a cross, then
`PASS`; `MORE` and `STOP` answer the question for one more game.
"""
