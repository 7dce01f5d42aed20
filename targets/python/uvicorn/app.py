"""An ASGI application without a framework."""

import json
import re
from contextlib import AsyncExitStack
from urllib.parse import parse_qs

from accounts import open_accounts, read_account
from config import read_config
from counter import Counter
from menus import open_menus
from shared import read_assets, read_content
from users import open_users

config = read_config()
counter = Counter(config.workers)
content = read_content(config.shared_dir)
assets = read_assets(config.shared_dir)
# Compared as texts: int() refuses one of more than 4,300 digits.
LIMITS = {str(number) for number in range(1, 12)}
ACCOUNT_ID = re.compile(r"[0-9]{1,18}")
MOST_BYTES = 1_000_000  # of a body
databases: dict = {}


class HttpError(Exception):
    """An error with the status that answers it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Request:
    def __init__(self, scope, receive, id: str) -> None:
        self.query = scope["query_string"]
        self.id = id
        self._receive = receive

    async def body(self) -> bytes:
        """One that is too long is not read to its end."""
        body, more = b"", True
        while more:
            message = await self._receive()
            body += message.get("body", b"")
            if len(body) > MOST_BYTES:
                raise HttpError(413, f"body: expected at most {MOST_BYTES} bytes")
            more = message.get("more_body", False)
        return body


async def healthz(_request: Request):
    if not counter.ready():
        raise HttpError(503, "starting")
    return 200, "ok"


async def plaintext(_request: Request):
    return 200, "Hello, World!"


async def small(_request: Request):
    return 200, {"status": 1, "msg": "成功"}


async def large(_request: Request):
    return 200, {"content": content, "size": 100, "price": 10.12, "vip": True}


async def error(_request: Request):
    return 400, {"code": 400, "message": "abcd"}


async def unknown(_request: Request):
    return 404, {"code": 404, "message": "not found"}


async def count(_request: Request):
    return 200, {"code": 200, "message": counter.total()}


async def asset(request: Request):
    if request.id not in assets:
        raise HttpError(404, "not found")
    return 200, assets[request.id]


async def first_menus(request: Request):
    (limit, *_) = parse_qs(request.query.decode("latin-1"), keep_blank_values=True).get("limit", ["11"])
    if limit not in LIMITS:
        raise HttpError(400, f'limit: expected a number from 1 to 11, got "{limit}"')
    return 200, {"status": 1, "msg": "success", "data": await databases["menus"].first(int(limit))}


async def add_account(request: Request):
    try:
        account = read_account(json.loads(await request.body()))
    except (ValueError, RecursionError) as problem:
        raise HttpError(400, str(problem)) from None
    return 201, await databases["accounts"].add(account)


async def all_accounts(_request: Request):
    return 200, await databases["accounts"].all()


async def one_account(request: Request):
    account = await databases["accounts"].find(int(request.id)) if ACCOUNT_ID.fullmatch(request.id) else None
    if account is None:
        raise HttpError(404, "not found")
    return 200, account


async def all_users(_request: Request):
    return 200, await databases["users"].all()


ROUTES = {
    "GET /healthz": healthz,
    "GET /plaintext": plaintext,
    "GET /json": small,
    "GET /json-large": large,
    "GET /error": error,
    "GET /count": count,
    "GET /assets/": asset,
    "GET /menus": first_menus,
    "POST /accounts": add_account,
    "GET /accounts": all_accounts,
    "GET /accounts/": one_account,
    "GET /users": all_users,
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
        status, value = await (handler or unknown)(Request(scope, receive, id))
    except HttpError as problem:
        status, value = problem.status, {"code": problem.status, "message": str(problem)}
    except Exception as problem:
        status, value = 500, {"code": 500, "message": str(problem)}
    await answer(send, status, value)


async def lifespan(receive, send):
    """Opens the databases for as long as the worker serves."""
    size = config.pool_share(counter.place)
    await receive()
    async with AsyncExitStack() as stack:
        databases["menus"] = await stack.enter_async_context(open_menus(size))
        databases["accounts"] = await stack.enter_async_context(open_accounts(config.mysql, size))
        databases["users"] = await stack.enter_async_context(open_users(config.mongodb_uri, size))
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
