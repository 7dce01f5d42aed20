from datetime import UTC, datetime

from django.utils.dateparse import parse_datetime

TEXTS = ("name", "password", "nick_name", "introduction")


def read_account(body) -> dict:
    """The account that a request's body describes; a ValueError says what is wrong with it."""
    if not isinstance(body, dict):
        raise ValueError("expected a JSON object")
    for key in TEXTS:
        if not isinstance(body.get(key), str):
            raise ValueError(f"{key}: expected a text")
    if type(body.get("status")) is not int:
        raise ValueError("status: expected a number")
    register_date = parse_datetime(str(body.get("register_date")))
    if register_date is None or register_date.tzinfo is None:
        raise ValueError("register_date: expected an instant")
    try:
        register_date = register_date.astimezone(UTC)
    except OverflowError:
        raise ValueError("register_date: expected an instant") from None
    return {"register_date": in_column(register_date), **{key: body[key] for key in TEXTS}, "status": body["status"]}


def in_column(instant: datetime) -> datetime:
    """The instant to the millisecond, as the columns hold it."""
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)
