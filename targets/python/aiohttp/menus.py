"""The table sys_menu, by asyncpg."""

from contextlib import asynccontextmanager

import asyncpg

FIRST = "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1"


class Menus:
    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def first(self, limit: int) -> list[dict]:
        return [
            {**row, "id": str(row["id"]), "create_date": _shown(row["create_date"])}
            for row in await self._pool.fetch(FIRST, limit)
        ]


async def _keep_as_it_is(_connection) -> None:
    """In place of asyncpg's reset, which takes another round trip: no query leaves a state behind."""


@asynccontextmanager
async def open_menus(size: int):
    # asyncpg reads the libpq names of the environment itself. Nothing connects before the first query. The default
    # closes a connection that was idle for 300 s; the server keeps idle ones.
    async with asyncpg.create_pool(
        min_size=0, max_size=size, max_inactive_connection_lifetime=0, reset=_keep_as_it_is, timeout=5
    ) as pool:
        yield Menus(pool)


def _shown(instant) -> str:
    """The column holds UTC, and does not say so."""
    return instant.isoformat(timespec="milliseconds") + "Z"
