"""Gunicorn's settings: https://gunicorn.org/reference/settings/"""

from project.config import HOST, PORT, THREADS, WORKERS

bind = f"[{HOST}]:{PORT}" if ":" in HOST else f"{HOST}:{PORT}"
workers = WORKERS
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
    from api.middleware import counter

    counter.join()
