"""Pieces and points of every game, counted independently of the rules."""

from collections import Counter
from itertools import pairwise
from typing import Any

from closecall.core.record import AnyMatch
from closecall.games.enough.state import DrawToken, Ended, Showing, State
from closecall.games.mark.layout import circle_name


def mark_points(numbers: tuple[int, ...]) -> tuple[int, int]:
    """The points of a sheet from lines and from extremes, counted circle by circle as with a pencil."""
    sheet = {circle_name(circle): number for circle, number in enumerate(numbers) if number}  # type: ignore[arg-type]  # circles are whole numbers
    rows = [[f"{column}{row}" for column in "abcde"] for row in "12345"]
    columns = [[f"{column}{row}" for row in "12345"] for column in "abcde"]
    from_lines = 0
    for line in rows + columns:
        worth = 0
        for one, other in pairwise(line):
            if one in sheet and other in sheet and {sheet[one] + 1, sheet[one] - 1} & {sheet[other]}:
                worth += 1
                from_lines += worth  # 1 for the first cross, 2 more for the second: 1, 3, 6, 10
    table = list(range(0, 200, 2))
    for number in sheet.values():
        crosses = 2 if number in (2, 12) else 1 if number in (3, 4, 10, 11) else 0
        table = table[crosses:]
    return from_lines, table[0]


def qwixx_points(sheet: Any) -> int:
    """The points of a sheet in a view: 1 for the first cross of a row, 2 for the second, and so on."""
    crosses = [len(row.crossed) + (1 if row.locked else 0) for row in sheet.rows]
    return sum(sum(range(1, n + 1)) for n in crosses) - 5 * int(sheet.misthrows)


def check_qwixx_sheet(sheet: Any) -> None:
    """Rows go strictly left to right; a lock needs the last number and five others; the points are right."""
    for row, rises in zip(sheet.rows, (True, True, False, False), strict=True):
        steps = [after - before for before, after in pairwise(row.crossed)]
        assert all(step > 0 if rises else step < 0 for step in steps)
        assert set(row.crossed) <= set(range(2, 13))
        last = 12 if rises else 2
        assert row.locked == (last in row.crossed)
        assert len(row.crossed) >= 6 or not row.locked
        assert not set(row.lost) & set(row.crossed)
    assert 0 <= sheet.misthrows <= 4
    assert sheet.score.total == qwixx_points(sheet)


def check_pieces(state: State) -> None:
    """Every card, token and target of the kit is in exactly one place; nobody has negative stars."""
    cards = Counter([*state.deck, *state.discard])
    tokens = Counter(state.box)
    for player in state.players:
        cards.update(player.hand)
        cards.update([] if player.face_up is None else [player.face_up])
        tokens.update(player.tokens)
        # Once a round is scored, its used tokens are back in the box; they are still named beside it (E15).
        is_scored = isinstance(state.phase, DrawToken | Showing | Ended)
        tokens.update(() if is_scored else player.used)
        assert not Counter(player.known) - Counter(player.hand)
        assert player.stars >= 0
        assert len(player.hand) <= 3
    assert cards == Counter(state.kit.cards)
    assert tokens == Counter(state.kit.tokens)
    held = Counter(player.target for player in state.players if player.target is not None)
    assert not held + Counter(state.resting) - Counter(state.kit.targets)


def check_mark_sheet(sheet: Any) -> None:
    """The points of a sheet equal those counted by `mark_points`."""
    from_lines, from_extremes = mark_points(sheet.numbers)
    assert (sheet.score.from_lines, sheet.score.from_extremes) == (from_lines, from_extremes)
    assert sheet.score.total == from_lines + from_extremes == sum(sheet.score.lines) + from_extremes


def check_table(match: AnyMatch) -> None:
    """Nothing is lost, duplicated or miscounted; games from elsewhere have nothing that is counted here."""
    match match.rules.SLUG:
        case "mark":
            for sheet in match.seen_by(None).view.sheets:
                check_mark_sheet(sheet)
        case "qwixx":
            for sheet in match.seen_by(None).view.sheets:
                check_qwixx_sheet(sheet)
        case "enough":
            check_pieces(match.state)
