"""The table sys_menu, by psycopg."""


from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

FIRST = "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit %s"
A_DAY = 86_400  # in seconds


class Menus:
    def __init__(self, size: int) -> None:
        # psycopg reads the libpq names of the environment itself. With no least size, nothing connects before the
        # first query; then connections are kept.
        self._pool = ConnectionPool(
            kwargs={"autocommit": True, "connect_timeout": 3, "row_factory": dict_row},
            min_size=0,
            max_size=size,
            timeout=4,
            # After longer waits it would not look for a database that is there again.
            reconnect_timeout=3,
            max_idle=A_DAY,
            max_lifetime=A_DAY,
            open=True,
        )

    def first(self, limit: int) -> list[dict]:
        with self._pool.connection() as connection:
            rows = connection.execute(FIRST, (limit,)).fetchall()
        return [{**row, "id": str(row["id"]), "create_date": _shown(row["create_date"])} for row in rows]


def _shown(instant) -> str:
    return instant.isoformat(timespec="milliseconds") + "Z"
