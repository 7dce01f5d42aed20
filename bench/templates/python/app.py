"""Answers Pitwall's scenarios. It is written for ASGI alone: replace that with __FRAMEWORK__."""

import json
import re

from config import read_config
from counter import Counter
from shared import read_assets, read_content

config = read_config()
counter = Counter(config.workers)
content = read_content(config.shared_dir)
assets = read_assets(config.shared_dir)


class HttpError(Exception):
    """An error with the status that answers it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


async def healthz(_id: str):
    if not counter.ready():
        raise HttpError(503, "starting")
    return "ok"


async def plaintext(_id: str):
    return "Hello, World!"


async def small(_id: str):
    return {"status": 1, "msg": "成功"}


async def large(_id: str):
    return {"content": content, "size": 100, "price": 10.12, "vip": True}


async def error(_id: str):
    raise HttpError(400, "abcd")


async def count(_id: str):
    return {"code": 200, "message": counter.total()}


async def asset(id: str):
    if id not in assets:
        raise HttpError(404, "not found")
    return assets[id]


ROUTES = {
    "GET /healthz": healthz,
    "GET /plaintext": plaintext,
    "GET /json": small,
    "GET /json-large": large,
    "GET /error": error,
    "GET /count": count,
    "GET /assets/": asset,
}
WITH_ID = re.compile(r"(/[^/]+/)([^/]+)")


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        return await lifespan(receive, send)
    # Count before routing, so that requests for every route count.
    counter.add()
    path, id = scope["path"], ""
    if found := WITH_ID.fullmatch(path):
        path, id = found.groups()
    try:
        # The server sends no body for HEAD.
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        handler = ROUTES.get(f"{method} {path}")
        if handler is None:
            raise HttpError(404, "not found")
        await answer(send, 200, await handler(id))
    except HttpError as problem:
        await answer(send, problem.status, {"code": problem.status, "message": str(problem)})


async def lifespan(receive, send):
    await receive()
    counter.serve()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


async def answer(send, status: int, value):
    """Sends text as it is and everything else as JSON."""
    is_text = isinstance(value, str)
    body = (value if is_text else json.dumps(value, ensure_ascii=False, separators=(",", ":"))).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8" if is_text else b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
