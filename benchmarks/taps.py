"""How many taps does a game of Close Enough need on the page, if only costly choices are confirmed?

Run: python benchmarks/taps.py [--games N] [--seed N] [BOT ...]

Three equal bots play with the readable engine. The choices of each seat are counted as if a person made them
on a device of their own, without mistakes and without looking anything up:

- A choice takes as many taps as tell it from all others on the menu: one for a button, the deck or a card to
  discard; two for a card that is taken for another one, or one if both cards of the hand are equal.
- Folding a lot that is exactly on target takes one tap more, because the page asks whether you are sure.
- A total takes one tap if it uses no tokens or is one of the two that are suggested. Otherwise it takes two,
  for the list of all ways and the way, and one more for each twelve ways before it.
- Targets are taken without a tap, and nobody shows cards that they need not (E14).
- Each round but the last has a summary. There is another one if others show cards after you have closed it.

The rows are the page before and after two changes, on the same games:

- `before`: a tap closes each summary.
- `summaries`: they close by themselves.
- `after`: so they do, and a tap on the card that is wanted also stays in (E6).

Below them, for each seat and game: the summaries, how often the seat stayed in, the taps saved by that, and
choices among one move.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from statistics import mean

import closecall
from closecall.bots import find_bot
from closecall.core.rules import Decision, Over, Seat
from closecall.core.seen import Seen
from closecall.games.enough.moves import (
    FOLD,
    SHOW,
    STAY,
    BackOut,
    Drop,
    Move,
    PlayLock,
    PlaySilence,
    Swap,
    Take,
    TakePile,
    Total,
)
from closecall.games.enough.view import View, effect

BOTS = ("greedy", "medium", "hard")
SEATS = 3
LIMIT = 50
SUGGESTED = 2
LISTED = 12

EnoughSeen = Seen[Move, View]


def spots_of(move: Move) -> frozenset[object]:
    """What can be tapped for a move; a total has other controls."""
    match move:
        case Take(owner):
            return frozenset({("up", owner)})
        case Swap(owner, give):
            return frozenset({("up", owner), ("hand", give)})
        case TakePile(give):
            return frozenset({"pile", ("hand", give)})
        case Drop(card):
            return frozenset({("hand", card)})
        case PlayLock(token):
            return frozenset({("token", token), "own card"})
        case PlaySilence(token, whom):
            return frozenset({("token", token), ("voice", whom)})
        case BackOut(token):
            return frozenset({("token", token), "out"})
        case _:
            return frozenset({type(move).__name__})


def taps_of(seen: EnoughSeen, move: Move) -> int:
    """The fewest taps for a choice."""
    assert seen.menu is not None
    if isinstance(move, Total):
        return taps_of_total(seen, move)
    is_doubted = move == FOLD and effect(seen.view, move).distance == 0
    others = [spots_of(other) for other in seen.menu if other != move]
    return fewest_spots(spots_of(move), others) + is_doubted


def fewest_spots(spots: frozenset[object], others: Sequence[frozenset[object]], first: object = None) -> int:
    """How many spots tell a move from all others; `first` is tapped in any case."""
    for count in range(1, len(spots) + 1):
        for taps in combinations(spots, count):
            if first in (None, *taps) and not any(other.issuperset(taps) for other in others):
                return count
    raise AssertionError("two moves have the same spots")


def taps_saved(seen: EnoughSeen, move: Move) -> int:
    """How many taps fewer it is to stay in by tapping what this move takes, which follows on staying in."""
    assert seen.menu is not None
    spots = spots_of(move)
    source = next(spot for spot in spots if not (isinstance(spot, tuple) and spot[0] == "hand"))
    others = [spots_of(other) for other in seen.menu if other != move]
    return max(0, 1 + fewest_spots(spots, others) - fewest_spots(spots, others, source))


def taps_of_total(seen: EnoughSeen, move: Total) -> int:
    """One tap for what is suggested; otherwise the list and the line in it."""
    assert seen.menu is not None
    ways = [way for way in seen.menu.outline().moves if isinstance(way, Total)]
    ways.sort(key=lambda way: (_distance(seen, way), len(way.uses)))
    best = [way for way in ways if way.uses][:SUGGESTED]
    if move == Total() or (move in best and _distance(seen, move) < _distance(seen, Total())):
        return 1
    place = ways.index(move) if move in ways else len(ways)
    return 2 + place // LISTED


def _distance(seen: EnoughSeen, way: Total) -> int:
    distance = effect(seen.view, way).distance
    assert distance is not None
    return distance


def taps_of_game(name: str, seed: bytes, rng: Random) -> list[Counter[str]]:
    """Play one game; for each seat the taps for choices, and how often what is listed above happened."""
    bot = find_bot(name, "enough")
    assert bot is not None
    counts = [Counter[str]() for _ in range(SEATS)]
    match = closecall.with_fate(closecall.new_match("enough", seats=SEATS), seed)
    ended, staying = 0, None
    while isinstance(match.pending, Decision):
        views = {seat: match.seen_by(seat) for seat in match.pending.menus}
        moves = {seat: bot.choose(seen, rng) for seat, seen in views.items()}
        last = next(iter(views.values())).view.last
        if last is not None and last.round != ended:
            ended = last.round
            for count in counts:
                count["summaries"] += 1
        is_showing = next(iter(views.values())).view.phase == "Showing"
        for seat, seen in views.items():
            if is_showing:
                counts[seat]["summaries"] += any(moves[one] == SHOW for one in moves if one != seat)
                continue
            counts[seat]["choices"] += taps_of(seen, moves[seat])
            counts[seat]["saved"] += taps_saved(seen, moves[seat]) if seat == staying else 0
            counts[seat]["stays"] += moves[seat] == STAY
            counts[seat]["forced"] += len(seen.menu or ()) == 1
        staying = next((seat for seat, move in moves.items() if move == STAY), None)
        for seat, move in moves.items():
            match = match.commit(Seat(seat), move, point=match.point)
        match = closecall.with_fate(match, seed)
    assert isinstance(match.pending, Over)
    return counts


def measure(name: str, games: int, seed: int) -> list[Counter[str]]:
    """Play games; the counts of every seat."""
    rng = Random(f"{seed} {name}")
    return [count for _ in range(games) for count in taps_of_game(name, rng.randbytes(32), rng)]


def row(bot: str, page: str, taps: Sequence[int]) -> str:
    """A line of the table."""
    ordered = sorted(taps)
    within = sum(count <= LIMIT for count in ordered) / len(ordered)
    late = ordered[len(ordered) * 95 // 100]
    return f"{bot:8} {page:10} {mean(ordered):6.1f} {within:7.1%} {late:6} {ordered[-1]:6}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"the bots (default {' '.join(BOTS)})")
    parser.add_argument("--games", type=int, default=400, help="games for each bot (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all games (default 1)")
    arguments = parser.parse_args()
    print(f"{'bots':8} {'page':10} {'mean':>6} {f'≤ {LIMIT}':>7} {'95 %':>6} {'most':>6}")
    for name in arguments.bots or BOTS:
        counts = measure(name, arguments.games, arguments.seed)
        print(row(name, "before", [one["choices"] + one["summaries"] for one in counts]))
        print(row(name, "summaries", [one["choices"] for one in counts]))
        print(row(name, "after", [one["choices"] - one["saved"] for one in counts]))
        means = {key: mean(one[key] for one in counts) for key in ("summaries", "stays", "saved", "forced")}
        print(" " * 8, ", ".join(f"{key} {value:.2f}" for key, value in means.items()), flush=True)


if __name__ == "__main__":
    main()
