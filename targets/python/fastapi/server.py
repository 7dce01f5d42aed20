"""Starts WORKERS processes of uvicorn or Granian."""

import os

from config import Config, read_config
from counter import share_counts

GRACE_SECONDS = 2  # that requests under way may take to finish after SIGTERM


def run_uvicorn(config: Config) -> None:
    import uvicorn

    uvicorn.run(
        "app:app",
        host=config.host,
        port=config.port,
        workers=config.workers,
        access_log=False,
        log_level="warning",
        proxy_headers=False,  # there is no proxy before it
        timeout_graceful_shutdown=GRACE_SECONDS,
        # The server stands still while others are measured: no worker is to be replaced for that.
        timeout_worker_healthcheck=3_600,
    )


def run_granian(config: Config) -> None:
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    Granian(
        "app:app",
        address=config.host,
        port=config.port,
        interface=Interfaces.ASGI,
        workers=config.workers,
        log_level=LogLevels.warning,
        workers_kill_timeout=GRACE_SECONDS,
    ).serve()


# A worker that is started reads this file again.
if __name__ == "__main__":
    config = read_config()
    share_counts(config.workers)
    (run_granian if os.environ.get("ASGI_SERVER") == "granian" else run_uvicorn)(config)
