import logging

from blacksheep import Application, Content, Request, Response, Route, json, text
from blacksheep.exceptions import BadRequest, HTTPException, NotFound

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
# The one named int matches more digits than int() takes, 4,300.
Route.value_patterns["id"] = r"[0-9]{1,18}"
MOST_BYTES = 1_000_000  # of a body
app = Application()
# BlackSheep's own is INFO, at which it composes a line for each error that it answers, which nothing writes.
app.logger.setLevel(logging.WARNING)


@app.lifespan
async def open_databases():
    size = config.pool_share(counter.place)
    async with open_menus(size) as app.menus, open_accounts(config.mysql, size) as app.accounts:
        async with open_users(config.mongodb_uri, size) as app.users:
            counter.serve()
            yield


async def count_request(request: Request, handler) -> Response:
    counter.add()
    return await handler(request)


app.middlewares.append(count_request)


async def answer_http_error(_app, _request: Request, error: HTTPException) -> Response:
    message = "not found" if error.status == 404 else str(error)
    return json({"code": error.status, "message": message}, error.status)


for status in (400, 404, 413, 503):
    app.exceptions_handlers[status] = answer_http_error


@app.exception_handler(Exception)
async def answer_failure(_app, _request: Request, error: Exception) -> Response:
    return json({"code": 500, "message": str(error)}, 500)


@app.router.get("/healthz")
async def healthz() -> Response:
    if not counter.ready():
        raise HTTPException(503, "starting")
    return text("ok")


@app.router.get("/plaintext")
async def plaintext() -> Response:
    return text("Hello, World!")


@app.router.get("/json")
async def small() -> Response:
    return json({"status": 1, "msg": "成功"})


@app.router.get("/json-large")
async def large() -> Response:
    return json({"content": content, "size": 100, "price": 10.12, "vip": True})


@app.router.get("/error")
async def error() -> Response:
    raise BadRequest("abcd")


@app.router.get("/count")
async def count() -> Response:
    return json({"code": 200, "message": counter.total()})


@app.router.get("/assets/{asset_id}")
async def asset(asset_id: str) -> Response:
    if asset_id not in assets:
        raise NotFound()
    return json(assets[asset_id])


@app.router.get("/menus")
async def first_menus(limit: str = "11") -> Response:
    if limit not in LIMITS:
        raise BadRequest(f'limit: expected a number from 1 to 11, got "{limit}"')
    return json({"status": 1, "msg": "success", "data": await app.menus.first(int(limit))})


async def read_json(request: Request):
    """BlackSheep reads a body whatever its length; this one is not read to its end if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise HTTPException(413, f"body: expected at most {MOST_BYTES} bytes")
    request.content = Content(request.content_type(), bytes(body))
    return await request.json()


@app.router.post("/accounts")
async def add_account(request: Request) -> Response:
    try:
        account = read_account(await read_json(request))
    except (ValueError, RecursionError) as problem:
        raise BadRequest(str(problem)) from None
    return json(await app.accounts.add(account), 201)


@app.router.get("/accounts")
async def all_accounts() -> Response:
    return json(await app.accounts.all())


@app.router.get("/accounts/{id:account_id}")
async def one_account(account_id: int) -> Response:
    account = await app.accounts.find(account_id)
    if account is None:
        raise NotFound()
    return json(account)


@app.router.get("/users")
async def all_users() -> Response:
    return json(await app.users.all())
