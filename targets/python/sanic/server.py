"""Starts WORKERS processes."""

from app import app, config
from counter import share_counts

# A worker that Sanic starts reads this file again.
if __name__ == "__main__":
    share_counts(config.workers)
    app.run(host=config.host, port=config.port, workers=config.workers, access_log=False, motd=False)
