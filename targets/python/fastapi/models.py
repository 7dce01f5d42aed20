"""The bodies, with which FastAPI reads requests and writes answers."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict


def _utc(instant: datetime) -> datetime:
    """The columns hold UTC, and do not say so."""
    try:
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)
    except OverflowError:
        raise ValueError("outside of the calendar") from None


def in_column(instant: datetime) -> datetime:
    """The instant to the millisecond, as the columns hold it."""
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


Instant = Annotated[datetime, AfterValidator(_utc)]


class Row(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class Status(BaseModel):
    status: int
    msg: str


class Large(BaseModel):
    content: str
    size: int
    price: float
    vip: bool


class Count(BaseModel):
    code: int
    message: int


class Asset(BaseModel):
    id: int
    name: str
    desc: str


class Menu(Row):
    id: Annotated[str, BeforeValidator(str)]
    name: str
    show_flag: int
    create_date: Instant
    code: str
    parent_code: str | None


class Menus(BaseModel):
    status: int
    msg: str
    data: list[Menu]


class NewAccount(BaseModel):
    register_date: Annotated[AwareDatetime, AfterValidator(_utc), AfterValidator(in_column)]
    name: str
    password: str
    nick_name: str
    introduction: str
    status: int


class Account(Row):
    id: int
    created_at: Instant
    updated_at: Instant
    register_date: Instant
    name: str
    nick_name: str
    introduction: str
    status: int


class User(BaseModel):
    id: Annotated[str, BeforeValidator(str)]
    username: str
    created_at: Instant
    updated_at: Instant
