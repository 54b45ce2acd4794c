"""Logs: one event per line, as text or JSON, without credentials.

>>> redacted("GET /join?code=ABC234 Bearer 0123456789abcdef.x")
'GET /join?[hidden] Bearer [hidden]'
"""

import json
import logging
import re
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from closecall.server.settings import Settings

HIDDEN = "[hidden]"

_OURS = "closecall"
_LONGEST_VALUE = 2000
_SHORTEST_LITERAL = 4
"""A shorter password would match too many ordinary words; in URLs it is still hidden."""

# The values of fields with these names are never written.
_SECRET_NAMES = re.compile(
    r"cookie|authorization|bearer|secret|token|invite|carry|password|seed|(?:^|_)code$",
    re.IGNORECASE,
)

_LONG = re.compile(r"[A-Za-z0-9_-]{32,}")
_NAME = re.compile(r"[a-z_]+|[a-z-]+")  # A long identifier, which a random secret never is.
_CODE = re.compile(r"(?<![\w-])[2-9A-HJ-NP-Z]{6}(?![\w-])")
_SIX_LETTERS = {"DELETE", "SELECT", "UPDATE", "INSERT", "COMMIT", "LOCKED", "UNIQUE", "PRAGMA", "RETURN"}

_PATTERNS = (
    (re.compile(r"\?[^\s\"'<>]+"), f"?{HIDDEN}"),  # Query strings.
    (re.compile(r"#[^\s\"'<>]+"), f"#{HIDDEN}"),  # The fragment of an invitation.
    (re.compile(r"\b(bearer|basic)\s+[^\s\"',]+", re.IGNORECASE), rf"\1 {HIDDEN}"),
    (re.compile(r"\b(cookie|authorization)\b([\"']?\s*[:=]\s*).*", re.IGNORECASE), rf"\1\2{HIDDEN}"),
    (re.compile(r"\bclosecall=[^\s;\"']+"), f"closecall={HIDDEN}"),
    (re.compile(r"(\w://)\S*@"), rf"\1{HIDDEN}@"),
    (
        re.compile(
            r"\b(code|invite|token|secret|password)([\"']?\s*[:=]\s*[\"']?)[^\s\"',;&]+", re.IGNORECASE
        ),
        rf"\1\2{HIDDEN}",
    ),
)


def redacted(text: str, literals: Iterable[str] = ()) -> str:
    """A text without cookies, tokens, invitations, codes, query strings and the given secrets."""
    for literal in literals:
        text = text.replace(literal, HIDDEN)
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    text = _LONG.sub(lambda found: found[0] if _NAME.fullmatch(found[0]) else HIDDEN, text)
    return _CODE.sub(lambda found: found[0] if found[0] in _SIX_LETTERS else HIDDEN, text)


class Log:
    """A logger for events with fields: `log.info("table_started", table=table.id, seats=4)`.

    A field named `code` is taken for a table's code and hidden; use `reason` for the code of a refusal.
    """

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)

    def debug(self, event: str, /, **fields: Any) -> None:
        """Details for debugging."""
        self._write(logging.DEBUG, event, fields)

    def info(self, event: str, /, **fields: Any) -> None:
        """A normal event."""
        self._write(logging.INFO, event, fields)

    def warning(self, event: str, /, **fields: Any) -> None:
        """Something to look into."""
        self._write(logging.WARNING, event, fields)

    def error(self, event: str, /, **fields: Any) -> None:
        """A failure."""
        self._write(logging.ERROR, event, fields)

    def exception(self, event: str, /, **fields: Any) -> None:
        """A failure, with the traceback of the current exception."""
        self._write(logging.ERROR, event, fields, trace=True)

    def request(self, method: str, route: str, status: int, ms: float) -> None:
        """An HTTP request, by the template of its route, never its path or query."""
        self._write(
            logging.INFO, "request", {"method": method, "route": route, "status": status, "ms": round(ms, 1)}
        )

    def _write(self, level: int, event: str, fields: Mapping[str, Any], *, trace: bool = False) -> None:
        self._logger.log(level, event, extra={"fields": fields}, exc_info=trace)


def set_up(settings: Settings, stream: TextIO | None = None, hide: Iterable[str] = ()) -> logging.Handler:
    """Write all logs to a stream (standard error), as the settings say; `hide` lists further secrets.

    Run uvicorn with `log_config=None, access_log=False`, so that its loggers are handled here too.
    """
    literals = [text for text in (*settings.database_secrets, *hide) if len(text) >= _SHORTEST_LITERAL]
    handler = _Handler(sys.stderr if stream is None else stream)
    handler.setFormatter(Lines(literals, as_json=settings.log_format == "json"))
    handler.addFilter(_is_wanted)
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old, _Handler)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(_OURS).setLevel(settings.log_level.upper())
    return handler


class _Handler(logging.StreamHandler[TextIO]):
    """A type of our own, so that a second set-up replaces the first handler."""


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name == _OURS or record.name.startswith(f"{_OURS}.")


def _is_wanted(record: logging.LogRecord) -> bool:
    # Below warnings, libraries log paths with queries, headers with cookies, and whole frames.
    return _is_ours(record) or record.levelno >= logging.WARNING


class Lines(logging.Formatter):
    """Formats a record as one line without secrets."""

    def __init__(self, literals: Iterable[str] = (), *, as_json: bool) -> None:
        super().__init__()
        self._literals = tuple(sorted(literals, key=len, reverse=True))  # One may be part of another.
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        event, fields = self._event_and_fields(record)
        head = {"at": _moment(record.created), "level": record.levelname.lower(), "event": event}
        if self._as_json:
            return json.dumps({**fields, **head}, ensure_ascii=True)
        shown = [f"{name}={_quoted(value)}" for name, value in fields.items()]
        return " ".join([*map(_quoted, head.values()), *shown])

    def _event_and_fields(self, record: logging.LogRecord) -> tuple[str, dict[str, Any]]:
        given = getattr(record, "fields", None)
        if isinstance(given, Mapping):
            event = self._clean(record.getMessage())
            fields = {str(name): self._value(str(name), value) for name, value in given.items()}
        else:
            event = record.name
            fields = {"message": self._clean(record.getMessage())}
        if record.exc_info:
            fields["trace"] = self._clean(self.formatException(record.exc_info))
        return event, fields

    def _value(self, name: str, value: Any) -> Any:
        if _SECRET_NAMES.search(name) and value is not None:
            return HIDDEN
        if value is None or isinstance(value, bool | int | float):
            return value
        return self._clean(str(value))[:_LONGEST_VALUE]

    def _clean(self, text: str) -> str:
        return redacted(text, self._literals)


def _moment(seconds: float) -> str:
    ms = int(seconds * 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(ms // 1000)) + f".{ms % 1000:03}Z"


def _quoted(value: Any) -> str:
    """A value, quoted if it could be mistaken for several values or lines."""
    text = value if isinstance(value, str) else json.dumps(value)
    return (
        text if re.fullmatch(r"[\w.:/@{}\[\]+,-]+", text, re.ASCII) else json.dumps(text, ensure_ascii=False)
    )
