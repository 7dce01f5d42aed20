"""Starts WORKERS processes."""

from app import app, config
from counter import shared_counts

# A worker that Sanic starts reads this file again.
if __name__ == "__main__":
    with shared_counts(config.workers):
        app.run(host=config.host, port=config.port, workers=config.workers, access_log=False, motd=False)
