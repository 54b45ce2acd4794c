"""Close to the Mark! on small integers, compiled: for simulations, training and strong bots.

The readable rules define what is right; tests compare the kernel with them at every point of many games. A
table is one array of int8, `STATE` long; a batch of tables is an array of them.
The rules are in rules.py and scoring.py, whole random games in game_loop.py.

| at | what it holds |
|---|---|
| `SEATS` | the number of players |
| `MAY_START` | the seats that may be drawn to start, one bit each (M3) |
| `STARTER` | who starts, or −1 before the draw |
| `ROUND` | the number of complete rounds (M7) |
| `DICE` … | the five dice, black, blue, green, yellow, red; all 0 before the roll (M4) |
| `COLOURS` … | the colour of each of five seats, or −1 before it is chosen |
| `LAYOUT` … | the colour of each of the 25 circles, row by row (M2) |
| `SHEETS` … | the numbers of each seat's 25 circles, 0 for an empty one |

A move is a number below `MOVES`, in the order of the readable menus: `5 × circle + die` for an entry, and
`CHOOSE + colour` for the choice of a colour.
"""
