"""PostgreSQL by asyncpg, MySQL by asyncmy. Both pools connect when a query needs a connection."""

from contextlib import asynccontextmanager
from datetime import datetime

import asyncmy
import asyncpg
from asyncmy.cursors import DictCursor

from config import Config
from models import NewAccount

FIRST_MENUS = "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1"

COLUMNS = "id, created_at, updated_at, register_date, name, nick_name, introduction, status"
ALL_ACCOUNTS = f"select {COLUMNS} from accounts order by id"
ONE_ACCOUNT = f"select {COLUMNS} from accounts where id = %s"
INSERT = """insert into accounts
  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
  values (%s, %s, %s, %s, %s, %s, %s, %s)"""
# All of them are prepared once on each connection.
STATEMENTS = 3


class Menus:
    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def first(self, limit: int) -> list[dict]:
        return [dict(row) for row in await self._pool.fetch(FIRST_MENUS, limit)]


class Accounts:
    def __init__(self, pool: asyncmy.Pool) -> None:
        self._pool = pool

    @asynccontextmanager
    async def _executed(self, statement: str, *values):
        async with self._pool.acquire() as connection, connection.cursor(DictCursor) as cursor:
            await cursor.execute(statement, values)
            yield cursor

    async def all(self) -> list[dict]:
        async with self._executed(ALL_ACCOUNTS) as cursor:
            return await cursor.fetchall()

    async def find(self, id: int) -> dict | None:
        async with self._executed(ONE_ACCOUNT, id) as cursor:
            return await cursor.fetchone()

    async def add(self, account: NewAccount, now: datetime) -> dict:
        new = account.model_dump()
        values = [new[key] for key in ("register_date", "name", "password", "nick_name", "introduction", "status")]
        async with self._executed(INSERT, now, now, *values) as cursor:
            return {"id": cursor.lastrowid, "created_at": now, "updated_at": now, **new}


async def _keep_as_it_is(_connection) -> None:
    """In place of asyncpg's reset, which takes another round trip: no query leaves a state behind."""


@asynccontextmanager
async def open_raw(config: Config, size: int):
    # asyncpg's default closes a connection that was idle for 300 s; the server keeps idle ones.
    menus = asyncpg.create_pool(
        min_size=0, max_size=size, max_inactive_connection_lifetime=0, reset=_keep_as_it_is, timeout=5
    )
    settings = {"autocommit": True, "charset": "utf8mb4", "connect_timeout": 5, "stmt_cache_size": STATEMENTS}
    accounts = asyncmy.create_pool(minsize=0, maxsize=size, **settings, **config.mysql)
    async with menus, accounts as pool:
        yield Menus(menus), Accounts(pool)
