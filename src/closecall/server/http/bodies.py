"""Request bodies: decoded strictly, and documented from the same types."""

from collections.abc import Generator
from typing import Annotated, Any, Literal, TypeVar

from litestar.dto import AbstractDTO, DTOConfig
from litestar.openapi.spec import Reference, Schema
from litestar.typing import FieldDefinition
from msgspec import UNSET, Meta, Struct, UnsetType

from closecall.server.http.errors import decoded
from closecall.server.tables import Clock, SeatRequestKind, StartWhen

T = TypeVar("T")

MOST_STEPS = 200
"""Of a replay, in one answer."""

Language = Literal["en", "de", "fr", "it"]
Text = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Age = int | None
"""The rules say which ages they accept, and explain it."""


class Strict(AbstractDTO[T]):
    """Decodes a body exactly as its type says: no unknown fields, no numbers as texts."""

    config = DTOConfig()

    def decode_bytes(self, value: bytes) -> Any:
        """Decode the body."""
        handler: Any = self.asgi_connection.route_handler
        return decoded(value, handler.parsed_data_field.annotation)

    @classmethod
    def create_for_field_definition(
        cls, field_definition: FieldDefinition, handler_id: str, backend_cls: Any = None
    ) -> None:
        """Prepare nothing: the type is enough."""

    @classmethod
    def create_openapi_schema(
        cls, field_definition: FieldDefinition, handler_id: str, schema_creator: Any
    ) -> Reference | Schema:
        """The schema of the type itself."""
        found: Reference | Schema = schema_creator.for_field_definition(field_definition)
        return found

    @classmethod
    def generate_field_definitions(cls, model_type: type[Any]) -> Generator[Any, None, None]:
        """No fields are transferred."""
        yield from ()

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        """No field is nested."""
        return False


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A request body."""


class NewPerson(Body, frozen=True):
    """A new person, with a name of 1 to 24 characters."""

    name: Text
    language: Language | None = None
    """Without one, the browser's preference."""


class PersonChange(Body, frozen=True):
    """A new name or language."""

    name: Text | UnsetType = UNSET
    language: Language | UnsetType = UNSET


class CarryToken(Body, frozen=True):
    """The token of a link that signs a person in on this device."""

    token: Secret


class SignOut(Body, frozen=True):
    """Whether to sign out on all devices, or on this one."""

    everywhere: bool = False


class LanChange(Body, frozen=True):
    """Whether devices on the local network can join."""

    is_on: bool


class NewBot(Body, frozen=True):
    """The name of a bot that will connect over the network."""

    name: Text


class SeatWish(Body, frozen=True):
    """What the host wants at a seat: themselves, somebody on their device, a bot, or nobody yet."""

    kind: SeatRequestKind
    name: Text = ""
    """Of somebody on the host's device."""
    bot: Text = ""
    """One of the game's bots."""
    character: Text = ""
    """A character of the cast, which implies the bot; without one, a level gets a free character."""
    age: Age = None
    """Of the host or somebody on the host's device, if the table asks for ages; nobody else sees it."""


class NewTable(Body, frozen=True):
    """The table to create."""

    game: Text
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=10)]
    options: dict[str, Any] | None = None
    """Missing options get their default."""
    public: bool = False
    clock: Clock = Clock.NONE
    start: StartWhen = StartWhen.FULL
    guest: NewPerson | None = None
    """Whom to create first, if the sender is nobody yet; this saves new visitors a round trip."""


class DailyStart(Body, frozen=True):
    """Which try at a daily game to begin or go on with; without anything, the one that counts."""

    again: bool = False
    """Another try, which does not count."""
    day: Annotated[str, Meta(max_length=10)] | None = None
    """An earlier day, like 2026-11-18."""


class Join(Body, frozen=True):
    """Either an invitation or a table's short code."""

    invite: Secret | None = None
    code: Secret | None = None


class Contribution(Body, frozen=True):
    """Words for the seed, sent with a request after which the game may begin at once."""

    words: Text = ""
    """At most 80 characters; without any, the words stay as they are."""
    commitment: Text | None = None
    """The table's commitment as the sender knows it; if the table has another one, nothing is changed."""


class Sit(Contribution, frozen=True):
    """The seat; without one, the first open seat."""

    seat: SeatNumber | None = None
    age: Age = None
    """My age in years, if the table asks for ages; nobody else sees it."""


class Words(Body, frozen=True):
    """Words for the seed, at most 80 characters; empty to remove them."""

    words: Text
    seat: SeatNumber | None = None
    """Which of one's seats, on a shared device."""
    commitment: Text | None = None
    """The table's commitment as the sender knows it; if the table has another one, nothing is changed."""


class AgeChange(Body, frozen=True):
    """An age in years, or null to remove it; nobody else sees it."""

    age: Age
    seat: SeatNumber | None = None
    """Which of one's seats, on a shared device."""


class Appointment(Body, frozen=True):
    """Whom an option of the game names."""

    option: Text
    """An option whose value is a seat, such as `scorekeeper`."""
    seat: SeatNumber | None
    """The seat, or null for nobody."""


class Ready(Contribution, frozen=True):
    """Whether the game may begin."""

    ready: bool = True


class StandIn(Body, frozen=True):
    """The seat where a bot shall play."""

    seat: SeatNumber


class ShareToken(Body, frozen=True):
    """The token of a link to a game that a player has shared."""

    token: Secret


class SharedSteps(ShareToken, frozen=True):
    """Which steps of a shared game to show."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The first one."""
    limit: Annotated[int, Meta(ge=1, le=MOST_STEPS)] = 50
    """How many at most."""
    viewer: SeatNumber | None = None
    """Whose eyes; without a seat, a spectator's."""


class Invite(Body, frozen=True):
    """An invitation."""

    invite: Secret
