"""The table accounts, by mysqlclient."""

from contextlib import contextmanager
from datetime import UTC, datetime
from queue import LifoQueue

import MySQLdb
from MySQLdb.cursors import DictCursor

COLUMNS = "id, created_at, updated_at, register_date, name, nick_name, introduction, status"
ALL = f"select {COLUMNS} from accounts order by id"
ONE = f"select {COLUMNS} from accounts where id = %s"
INSERT = """insert into accounts
  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
  values (%s, %s, %s, %s, %s, %s, %s, %s)"""
TEXTS = ("name", "password", "nick_name", "introduction")


class Accounts:
    """The driver brings no pool: connections are made when they are needed, and kept unless a query fails."""

    def __init__(self, server: dict, size: int) -> None:
        self._server = server
        self._free: LifoQueue = LifoQueue()
        for _ in range(size):
            self._free.put(None)

    @contextmanager
    def _executed(self, statement: str, *values):
        connection = self._free.get(timeout=5)
        try:
            if connection is None:
                connection = MySQLdb.connect(
                    **self._server, charset="utf8mb4", autocommit=True, connect_timeout=5, cursorclass=DictCursor
                )
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
                yield cursor
        except MySQLdb.MySQLError:
            if connection is not None:
                connection.close()
            connection = None
            raise
        finally:
            self._free.put(connection)

    def all(self) -> list[dict]:
        with self._executed(ALL) as cursor:
            return [_shown(row) for row in cursor.fetchall()]

    def find(self, id: int) -> dict | None:
        with self._executed(ONE, id) as cursor:
            row = cursor.fetchone()
        return row and _shown(row)

    def add(self, account: dict) -> dict:
        now = _in_column(datetime.now(UTC))
        new = {"created_at": now, "updated_at": now, **account}
        with self._executed(INSERT, *new.values()) as cursor:
            row = {"id": cursor.lastrowid, **new}
        del row["password"]
        return _shown(row)


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
