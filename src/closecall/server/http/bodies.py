"""What clients send: bodies that are read strictly, and documented from the same types."""

from collections.abc import Generator
from typing import Annotated, Any, Literal, TypeVar

from litestar.dto import AbstractDTO, DTOConfig
from litestar.openapi.spec import Reference, Schema
from litestar.typing import FieldDefinition
from msgspec import UNSET, Meta, Struct, UnsetType

from closecall.server.http.errors import decoded
from closecall.server.tables import Clock, StartWhen, Wanted

T = TypeVar("T")

Language = Literal["en", "de", "fr", "it"]
Text = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]


class Strict(AbstractDTO[T]):
    """Reads a body as its type says: nothing unknown, no number given as a text."""

    config = DTOConfig()

    def decode_bytes(self, value: bytes) -> Any:
        """The body."""
        handler: Any = self.asgi_connection.route_handler
        return decoded(value, handler.parsed_data_field.annotation)

    @classmethod
    def create_for_field_definition(
        cls, field_definition: FieldDefinition, handler_id: str, backend_cls: Any = None
    ) -> None:
        """Nothing has to be made: the type says it all."""

    @classmethod
    def create_openapi_schema(
        cls, field_definition: FieldDefinition, handler_id: str, schema_creator: Any
    ) -> Reference | Schema:
        """The type's own description."""
        found: Reference | Schema = schema_creator.for_field_definition(field_definition)
        return found

    @classmethod
    def generate_field_definitions(cls, model_type: type[Any]) -> Generator[Any, None, None]:
        """Of no use here."""
        yield from ()

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        """Of no use here."""
        return False


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""


class NewPerson(Body, frozen=True):
    """Somebody who wants to play under a name of 1 to 24 characters."""

    name: Text
    language: Language | None = None
    """Without one, what the browser asks for."""


class PersonChange(Body, frozen=True):
    """Another name or another language."""

    name: Text | UnsetType = UNSET
    language: Language | UnsetType = UNSET


class CarryToken(Body, frozen=True):
    """The token of a link that carries somebody to this device."""

    token: Secret


class SignOut(Body, frozen=True):
    """Whether all devices are meant, or this one."""

    everywhere: bool = False


class NewBot(Body, frozen=True):
    """The name of a bot that will come over the network."""

    name: Text


class SeatWish(Body, frozen=True):
    """What the host wants at a seat: themselves, somebody at their device, a bot, or nobody yet."""

    kind: Wanted
    name: Text = ""
    """Of somebody at the host's device."""
    bot: Text = ""
    """One of the game's bots."""


class NewTable(Body, frozen=True):
    """The table that somebody wants."""

    game: Text
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=10)]
    options: dict[str, Any] | None = None
    """What is left out is as usual."""
    public: bool = False
    clock: Clock = Clock.NONE
    start: StartWhen = StartWhen.FULL
    words: Text = ""
    """The host's own words for the dice."""


class Join(Body, frozen=True):
    """An invitation, or a table's short code: one of them."""

    invite: Secret | None = None
    code: Secret | None = None


class Sit(Body, frozen=True):
    """Which seat; without one, the first that is free."""

    seat: SeatNumber | None = None
    words: Text = ""
    """One's own words for the dice: the game may begin at once."""


class Words(Body, frozen=True):
    """One's own words for the dice, at most 80 characters; empty to take them away."""

    words: Text
    seat: SeatNumber | None = None
    """Which of one's seats, at a shared device."""


class Ready(Body, frozen=True):
    """Whether the game may begin."""

    ready: bool = True


class StandIn(Body, frozen=True):
    """The seat of the person for whom a bot shall play."""

    seat: SeatNumber


class Invite(Body, frozen=True):
    """An invitation."""

    invite: Secret
