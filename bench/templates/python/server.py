"""Starts WORKERS processes."""

import uvicorn

from config import read_config
from counter import share_counts

# A worker that uvicorn starts reads this file again.
if __name__ == "__main__":
    config = read_config()
    share_counts(config.workers)
    uvicorn.run(
        "app:app",
        host=config.host,
        port=config.port,
        workers=config.workers,
        access_log=False,
        log_level="warning",
        proxy_headers=False,  # there is no proxy before it
        timeout_graceful_shutdown=2,  # seconds that requests under way may take to finish after SIGTERM
        # The server stands still while others are measured: no worker is to be replaced for that.
        timeout_worker_healthcheck=3_600,
    )
