"""What the environment says about where and with what to serve."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass


# Of a worker: the settings of Gunicorn advise 2 to 4 for each processor of the machine.
THREADS = 8


@dataclass(frozen=True)
class Config:
    host: str
    port: int
    workers: int
    shared_dir: str
    pool_size: int
    mysql: dict
    """Where MySQL is, in the words of its driver. PostgreSQL's driver reads the libpq names itself."""
    mongodb_uri: str | None

    def pool_share(self, place: int) -> int:
        """A worker's part of the connections: all parts together are the pool, and none is empty."""
        share, left = divmod(self.pool_size, self.workers)
        return max(1, share + (place < left))


def read_config(environment: Mapping[str, str] = os.environ) -> Config:
    if not environment.get("SHARED_DIR"):
        sys.exit("SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set")
    return Config(
        host=environment.get("HOST") or "127.0.0.1",
        port=_number(environment, "PORT", 8080, 65535),
        workers=_number(environment, "WORKERS", os.cpu_count() or 1, 1024),
        shared_dir=environment["SHARED_DIR"],
        pool_size=_number(environment, "DB_POOL_SIZE", 16, 10_000),
        mysql=_mysql(environment),
        mongodb_uri=environment.get("MONGODB_URI") or None,
    )


def _mysql(environment: Mapping[str, str]) -> dict:
    if not environment.get("MYSQL_HOST"):
        return {}
    return {
        "host": environment["MYSQL_HOST"],
        "port": _number(environment, "MYSQL_PORT", 3306, 65535),
        "user": environment.get("MYSQL_USER", ""),
        "password": environment.get("MYSQL_PASSWORD", ""),
        "database": environment.get("MYSQL_DATABASE", ""),
    }


def _number(environment: Mapping[str, str], name: str, fallback: int, most: int) -> int:
    """Reads a number from 1 to `most`; `fallback` stands for a variable that is not set."""
    text = environment.get(name) or str(fallback)
    if text.isdecimal() and 1 <= int(text) <= most:
        return int(text)
    sys.exit(f'{name}: expected a number from 1 to {most}, got "{text}"')
