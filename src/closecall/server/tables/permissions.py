"""Who may do what at a table, and when: one matrix of action × status, and a few exceptions."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from closecall.core.errors import GameError
from closecall.messages import Word
from closecall.server.tables.closing import can_close_alone
from closecall.server.tables.lifecycle import can_start
from closecall.server.tables.options import known_game, seat_options
from closecall.server.tables.table import Role, Table, is_away, role_of, seats_of
from closecall.store.rows import Status


class Action(StrEnum):
    """Something that a person may want to do at a table."""

    SEE = "see"
    WATCH = "watch"
    JOIN = "join"
    """Become a guest: at a private table, with its invitation or code."""
    SIT = "sit"
    LEAVE = "leave"
    SET_PLACE = "set_place"
    """Fill a seat with a bot or somebody on the host's device, or open it again."""
    APPOINT = "appoint"
    """Name the seat of an option that names one, such as the scorekeeper."""
    WORDS = "words"
    AGE = "age"
    """Give, change or remove one's age, if the game depends on it."""
    READY = "ready"
    START = "start"
    CLOSE = "close"
    """Close a table, or ask for it during a game in which others have chosen."""
    KEEP_PLAYING = "keep_playing"
    """Withdraw that one wants to close the game."""
    COMMIT = "commit"
    TAKE_BACK = "take_back"
    SAY = "say"
    STAND_IN = "stand_in"
    """Let a bot play for somebody who is not there."""
    RETURN = "return"
    REMATCH = "rematch"
    REPLAY = "replay"
    RECORD = "record"
    PROOF = "proof"
    SHARE = "share"
    """Make the link by which everybody may see the replay of a finished game."""
    STOP_SHARING = "stop_sharing"


class NotAllowed(GameError):
    """This person may not do this at this table, or not now."""


Roles = frozenset[Role]

NOBODY: Roles = frozenset()
HOST: Roles = frozenset({Role.HOST})
SEATED: Roles = frozenset({Role.PLAYER})
"""A host with a seat is both host and player."""
TABLE: Roles = frozenset({Role.PLAYER, Role.HOST})
INSIDE: Roles = frozenset({Role.GUEST, Role.PLAYER, Role.HOST})
KNOWN: Roles = frozenset({Role.PERSON, Role.GUEST, Role.PLAYER, Role.HOST})
ALL: Roles = frozenset(Role)


def _row(open_: Roles, playing: Roles, over: Roles, closed: Roles) -> Mapping[Status, Roles]:
    return {Status.OPEN: open_, Status.PLAYING: playing, Status.OVER: over, Status.CLOSED: closed}


ALLOWED: Mapping[Action, Mapping[Status, Roles]] = {
    # At a private table:     open    playing over    closed
    Action.SEE:          _row(INSIDE, INSIDE, INSIDE, INSIDE),
    Action.WATCH:        _row(INSIDE, INSIDE, INSIDE, INSIDE),
    Action.JOIN:         _row(KNOWN,  KNOWN,  KNOWN,  NOBODY),
    Action.SIT:          _row(INSIDE, NOBODY, NOBODY, NOBODY),
    Action.LEAVE:        _row(INSIDE, INSIDE, NOBODY, NOBODY),
    Action.SET_PLACE:    _row(HOST,   NOBODY, NOBODY, NOBODY),
    Action.APPOINT:      _row(HOST,   NOBODY, NOBODY, NOBODY),
    Action.WORDS:        _row(SEATED, NOBODY, NOBODY, NOBODY),
    Action.AGE:          _row(SEATED, NOBODY, NOBODY, NOBODY),
    Action.READY:        _row(SEATED, NOBODY, NOBODY, NOBODY),
    Action.START:        _row(HOST,   NOBODY, NOBODY, NOBODY),
    Action.CLOSE:        _row(HOST,   TABLE,  NOBODY, NOBODY),
    Action.KEEP_PLAYING: _row(NOBODY, SEATED, NOBODY, NOBODY),
    Action.COMMIT:       _row(NOBODY, SEATED, NOBODY, NOBODY),
    Action.TAKE_BACK:    _row(NOBODY, SEATED, NOBODY, NOBODY),
    Action.SAY:          _row(SEATED, SEATED, SEATED, NOBODY),
    Action.STAND_IN:     _row(NOBODY, TABLE,  NOBODY, NOBODY),
    Action.RETURN:       _row(NOBODY, SEATED, NOBODY, NOBODY),
    Action.REMATCH:      _row(NOBODY, NOBODY, TABLE,  NOBODY),
    Action.REPLAY:       _row(NOBODY, NOBODY, INSIDE, SEATED),
    Action.RECORD:       _row(NOBODY, NOBODY, INSIDE, NOBODY),
    Action.PROOF:        _row(INSIDE, INSIDE, INSIDE, INSIDE),
    Action.SHARE:        _row(NOBODY, NOBODY, TABLE,  NOBODY),
    Action.STOP_SHARING: _row(NOBODY, NOBODY, TABLE,  NOBODY),
}  # fmt: skip

INSIDE_IF_PUBLIC: Mapping[Action, Roles] = {
    Action.SEE: ALL,
    Action.WATCH: ALL,
    Action.SIT: KNOWN,
    Action.REPLAY: ALL,
    Action.RECORD: ALL,
    Action.PROOF: ALL,
}
"""Who may act at a public table, where only insiders may at a private one."""


DAILY: frozenset[Action] = frozenset(
    {
        Action.SEE, Action.WATCH, Action.CLOSE, Action.KEEP_PLAYING, Action.COMMIT, Action.TAKE_BACK,
        Action.RETURN, Action.REPLAY, Action.RECORD, Action.PROOF,
    }
)  # fmt: skip
"""What can be done at the table of a daily game, which everybody plays alone and with the same dice."""


def check(table: Table, person: str | None, action: Action) -> None:
    """Refuse what a person may not do, with the reason; None is a stranger."""
    roles = _roles(table, person)
    if not _may(table, roles, action):
        raise NotAllowed("not_allowed", reason=_reason(table, roles, action))


def may(table: Table, person: str | None, action: Action) -> bool:
    """Whether a person may do this."""
    return _may(table, _roles(table, person), action)


def allowed(table: Table, person: str | None) -> tuple[Action, ...]:
    """What a person may do now with an effect, as far as the table alone can tell."""
    roles = _roles(table, person)
    return tuple(
        action
        for action in _ACTIONS
        if _may(table, roles, action) and (action not in _USEFUL or _USEFUL[action](table, person or ""))
    )


_ACTIONS = tuple(Action)


def _may(table: Table, roles: Roles, action: Action) -> bool:
    return bool(roles & _allowed_now(table, action, table.status)) and _exception(table, action) is None


def _exception(table: Table, action: Action) -> Word | None:
    """Why nobody may do this, whatever the matrix says."""
    if table.daily is not None and action not in DAILY:
        return Word("why.daily")
    if action is Action.REPLAY and table.started_at is None:
        return Word("why.closed")
    if action is Action.AGE and not table.asks_age:
        return Word("why.no_ages")
    if action is Action.APPOINT and not seat_options(known_game(table.game)):
        return Word("why.nobody_to_appoint")
    return None


def _roles(table: Table, person: str | None) -> Roles:
    sits = bool(seats_of(table, person))
    return frozenset({role_of(table, person)}) | (SEATED if sits else NOBODY)


def _allowed_now(table: Table, action: Action, status: Status) -> Roles:
    roles = ALLOWED[action][status]
    return INSIDE_IF_PUBLIC.get(action, INSIDE) if table.is_public and roles == INSIDE else roles


def _reason(table: Table, roles: Roles, action: Action) -> Word:
    exception = _exception(table, action)
    if exception is not None and roles & _allowed_now(table, action, table.status):
        return exception
    may_see = roles & _allowed_now(table, Action.SEE, table.status)
    if not may_see and action is not Action.JOIN:
        return Word("why.invitation")
    when = [status for status in Status if roles & _allowed_now(table, action, status)]
    if when:
        is_early = table.status is Status.PLAYING and Status.OPEN not in when
        return Word("why.not_over" if is_early else f"why.{table.status}")
    if Role.STRANGER in roles:
        return Word("why.nameless")
    hosts = all(ALLOWED[action][status] in (HOST, NOBODY) for status in Status)
    return Word("why.host_only" if hosts else "why.players_only")


_USEFUL: Mapping[Action, Callable[[Table, str], bool]] = {
    Action.JOIN: lambda table, person: role_of(table, person) is Role.PERSON,
    Action.SIT: lambda table, person: not table.is_full,
    Action.LEAVE: lambda table, person: table.status is Status.OPEN or not _is_gone(table, person),
    Action.READY: lambda table, person: not all(table.places[seat].ready for seat in seats_of(table, person)),
    Action.START: lambda table, person: can_start(table),
    Action.CLOSE: lambda table, person: (
        table.status is Status.OPEN or can_close_alone(table, person) or bool(seats_of(table, person))
    ),
    Action.KEEP_PLAYING: lambda table, person: any(
        table.places[seat].wants_close for seat in seats_of(table, person)
    ),
    Action.STAND_IN: lambda table, person: any(
        place.person not in (None, person) and not place.away for place in table.places
    ),
    Action.RETURN: is_away,
    Action.REMATCH: lambda table, person: table.rematch is None,
}


def _is_gone(table: Table, person: str) -> bool:
    """Whether a bot stands in at all seats of a person, or they have none."""
    is_guest = person in table.guests
    return not is_guest and all(table.places[seat].away for seat in seats_of(table, person))
