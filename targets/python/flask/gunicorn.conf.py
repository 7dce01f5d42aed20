"""Gunicorn's settings: https://gunicorn.org/reference/settings/"""

from config import THREADS, read_config

_config = read_config()
bind = f"[{_config.host}]:{_config.port}" if ":" in _config.host else f"{_config.host}:{_config.port}"
workers = _config.workers
# The default worker closes each connection after one request; this one keeps it open.
worker_class = "gthread"
threads = THREADS
keepalive = 5
# Workers share the counts, which exist before they fork.
preload_app = True
# Seconds that requests under way may take to finish after SIGTERM.
graceful_timeout = 2
# The server stands still while others are measured: no worker is to be replaced for that.
timeout = 3_600
loglevel = "warning"
control_socket_disable = True


def post_fork(_server, _worker):
    from app import start_worker

    start_worker()
