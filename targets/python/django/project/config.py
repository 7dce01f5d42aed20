"""What the environment says about with what to serve; the databases are in settings.py."""

import os
import sys


def number(name: str, fallback: int, most: int) -> int:
    """Reads a number from 1 to `most`; `fallback` stands for a variable that is not set."""
    text = os.environ.get(name) or str(fallback)
    if text.isdecimal() and 1 <= int(text) <= most:
        return int(text)
    sys.exit(f'{name}: expected a number from 1 to {most}, got "{text}"')


HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = number("PORT", 8080, 65535)
WORKERS = number("WORKERS", os.cpu_count() or 1, 1024)
SHARED_DIR = os.environ.get("SHARED_DIR") or sys.exit(
    "SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set"
)
# Of a worker: the settings of Gunicorn advise 2 to 4 for each processor of the machine. Each thread has a connection to
# each database, so all threads together have no more than the pool.
THREADS = min(8, max(1, number("DB_POOL_SIZE", 16, 10_000) // WORKERS))
