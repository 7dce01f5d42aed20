"""The table accounts, by asyncmy."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime

import asyncmy
from asyncmy.cursors import DictCursor

COLUMNS = "id, created_at, updated_at, register_date, name, nick_name, introduction, status"
ALL = f"select {COLUMNS} from accounts order by id"
ONE = f"select {COLUMNS} from accounts where id = %s"
INSERT = """insert into accounts
  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
  values (%s, %s, %s, %s, %s, %s, %s, %s)"""
# All of them are prepared once on each connection.
STATEMENTS = 3
TEXTS = ("name", "password", "nick_name", "introduction")


class Accounts:
    def __init__(self, pool: asyncmy.Pool) -> None:
        self._pool = pool

    @asynccontextmanager
    async def _executed(self, statement: str, *values):
        async with self._pool.acquire() as connection, connection.cursor(DictCursor) as cursor:
            await cursor.execute(statement, values)
            yield cursor

    async def all(self) -> list[dict]:
        async with self._executed(ALL) as cursor:
            return [_shown(row) for row in await cursor.fetchall()]

    async def find(self, id: int) -> dict | None:
        # A bigint holds no more, and the driver refuses it.
        if id.bit_length() > 63:
            return None
        async with self._executed(ONE, id) as cursor:
            row = await cursor.fetchone()
        return row and _shown(row)

    async def add(self, account: dict) -> dict:
        now = _in_column(datetime.now(UTC))
        new = {"created_at": now, "updated_at": now, **account}
        async with self._executed(INSERT, *new.values()) as cursor:
            row = {"id": cursor.lastrowid, **new}
        del row["password"]
        return _shown(row)


@asynccontextmanager
async def open_accounts(server: dict, size: int):
    """Nothing connects before the first query."""
    settings = {"autocommit": True, "charset": "utf8mb4", "connect_timeout": 5, "stmt_cache_size": STATEMENTS}
    pool = asyncmy.create_pool(minsize=0, maxsize=size, **settings, **server)
    async with pool as pool:
        yield Accounts(pool)


def read_account(body) -> dict:
    """The account that a request's body describes, in the order of the columns; a ValueError says what is wrong."""
    if not isinstance(body, dict):
        raise ValueError("expected a JSON object")
    for key in TEXTS:
        if not isinstance(body.get(key), str):
            raise ValueError(f"{key}: expected a text")
    if type(body.get("status")) is not int:
        raise ValueError("status: expected a number")
    try:
        instant = datetime.fromisoformat(body["register_date"])
        if instant.tzinfo is None:
            raise ValueError("no zone")
        register_date = _in_column(instant.astimezone(UTC))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise ValueError("register_date: expected an instant") from None
    return {"register_date": register_date, **{key: body[key] for key in TEXTS}, "status": body["status"]}


def _in_column(instant: datetime) -> datetime:
    """The instant of UTC as the columns hold it: to the millisecond, and without its zone."""
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000, tzinfo=None)


def _shown(row: dict) -> dict:
    """The row as it is answered: the columns hold UTC, and do not say so."""
    for key in ("created_at", "updated_at", "register_date"):
        row[key] = row[key].isoformat(timespec="milliseconds") + "Z"
    return row
